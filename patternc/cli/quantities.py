"""Numbers as text, with prefixes and units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def runs(keys: Sequence[int]) -> Iterator[str]:
    """Ascending integers as `a..b` and `a..b step s`, including both ends."""
    start = 0
    while start < len(keys):
        stop = start + 1
        step = keys[stop] - keys[start] if stop < len(keys) else 1
        while stop < len(keys) and keys[stop] - keys[stop - 1] == step:
            stop += 1
        if stop - start == 2 and step > 1:
            stop -= 1
        first, last = keys[start], keys[stop - 1]
        yield str(first) if first == last else f"{first}..{last}" + (f" step {step}" if step > 1 else "")
        start = stop
