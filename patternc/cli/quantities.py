"""Numbers as text, with prefixes and units."""

from __future__ import annotations

_PREFIXES = ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))


def count(number: int | None) -> str:
    """An integer with commas; 0 for None."""
    return f"{number or 0:,}"


def si(number: float) -> str:
    """A number with a prefix: `86.2 G`."""
    scale, prefix = next((one for one in _PREFIXES if number >= one[0]), _PREFIXES[-1])
    return f"{number / scale:.3g} {prefix}"


def time(seconds: float) -> str:
    """Seconds, milliseconds or microseconds."""
    return (
        f"{seconds:,.0f} s"
        if seconds >= 1000
        else f"{seconds:.3g} s"
        if seconds >= 1
        else f"{seconds * 1e3:.3g} ms"
        if seconds >= 1e-3
        else f"{seconds * 1e6:.3g} us"
    )
