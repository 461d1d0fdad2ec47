"""Numbers as text: lengths as users write them (65536, 64K or 1M), and counts, bytes and seconds as they are shown."""

from __future__ import annotations

import re

import click

_WRITTEN = re.compile(r"([0-9]+)([KkMm]?)", re.ASCII)
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}
_PREFIXES = ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))


def integer(text: str) -> int | None:
    """The integer in a text such as 65536 or 64K; None if the text is not an integer."""
    matched = _WRITTEN.fullmatch(text.strip())
    return None if matched is None else int(matched[1]) * _UNITS[matched[2].lower()]


class Length(click.IntRange):
    """A number of positions from 1 to `most`."""

    name = "length"

    def __init__(self, most: int) -> None:
        super().__init__(1, most)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = integer(str(value))
        if number is None:
            self.fail(f"{value!r} is not a length, such as 8192, 64K (65536) or 1M (1048576)", param, ctx)
        converted: int = super().convert(number, param, ctx)
        return converted


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
