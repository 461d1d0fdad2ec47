"""Lengths and positions as users write them: 65536, 64K or 1M. 1K is 1024 and 1M is 1048576, as in pattern files."""

from __future__ import annotations

import re

import click

_WRITTEN = re.compile(r"([0-9]+)([KkMm]?)", re.ASCII)
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}


def integer(text: str) -> int | None:
    """The integer in a text such as 65536 or 64K; None if the text is not an integer."""
    found = _WRITTEN.fullmatch(text.strip())
    return None if found is None else int(found[1]) * _UNITS[found[2].lower()]


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
