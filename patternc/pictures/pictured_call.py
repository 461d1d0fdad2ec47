"""The call that a picture shows, from the arguments of `patternc.show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from patternc.analysis.calls import least_heads, longest, most_heads, usual_heads
from patternc.cost import sample_inputs
from patternc.counting.effort import LONGEST
from patternc.counting.pixels import Region
from patternc.diagnostics import nearest
from patternc.driver import Analysis
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs
from patternc.ir.traversal import length_in_tiles
from patternc.pictures.head_picture import HeadPicture
from patternc.pictures.notebook import usual_call
from patternc.pictures.resolved_pattern import of_head, statements


def head_picture(
    analysis: Analysis, place: int, n: int | None, head: int, heads: int | None, given: Mapping[str, Sequence[int]]
) -> HeadPicture:
    """The picture of a head of the pattern at an index of the file.

    Raises:
        ValueError: an argument does not fit the pattern; names it.
    """
    pattern = analysis.meanings[place]
    call = usual_call(pattern)
    n, total = call.n if n is None else length_of(pattern, n), heads_of(pattern, head, heads)
    written = of_head(statements(analysis.source, analysis.overrides)[place], pattern, head, total)
    inputs = inputs_of(pattern, given, n, total)
    return HeadPicture(pattern, head, total, n, Region(range(n), range(n)), written, inputs)


def heads_of(pattern: Pattern, head: int, heads: int | None) -> int:
    """The number of heads that was asked for; by default all that the pattern names, or at least 8.

    Raises:
        ValueError: the pattern does not have so many, or not this head.
    """
    least, most = least_heads(pattern), most_heads(pattern)
    usual = most if most is not None else max(head + 1, usual_heads(pattern))
    total = usual if heads is None else heads
    if total < least or (most is not None and total > most):
        raise ValueError(f"heads: {total}, must be {_range(least, most)}")
    if not 0 <= head < total:
        raise ValueError(f"head: {head}, must be from 0 to {total - 1}")
    return total


def inputs_of(pattern: Pattern, given: Mapping[str, Sequence[int]], n: int, heads: int) -> Inputs:
    """The runtime inputs of one batch entry that the mask reads: the given numbers, and illustrative ones.

    Raises:
        ValueError: the mask reads no such input, or no call of this length accepts its numbers.
    """
    numbers = list(dict.fromkeys(one.keyword for one in interface(pattern).entries if one.facts.declared))
    for name in given:
        if name not in numbers:
            raise ValueError(f"inputs: {name!r}; {nearest(name, numbers) or 'the mask reads no input'}")
    try:
        return sample_inputs.inputs_of(pattern, given, n, heads)
    except sample_inputs.UnfitError as error:
        raise ValueError(f"inputs: {error.name}={list(given[error.name])}: {error}") from None


def length_of(pattern: Pattern, n: int | None) -> int:
    """The length that was asked for; by default the number of grid cells.

    Raises:
        ValueError: the pattern has no such length, or any.
    """
    if n is None and not pattern.grid:
        raise ValueError("n: must be given, because the pattern accepts any length")
    n = prod(pattern.grid) if n is None else length_in_tiles(pattern, n)
    if pattern.grid and n != prod(pattern.grid):
        cells = f"{' x '.join(map(str, pattern.grid))} = {prod(pattern.grid)}"
        raise ValueError(f"n: {n}, must be the number of grid cells, {cells}")
    most = min(LONGEST, longest(pattern) or LONGEST)
    if not 1 <= n <= most:
        raise ValueError(f"n: {n}, must be from 1 to {most}")
    return n


def _range(least: int, most: int | None) -> str:
    return f"at least {least}" if most is None else f"from {least} to {most}"
