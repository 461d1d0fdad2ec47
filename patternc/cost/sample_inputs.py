"""Sample values of runtime inputs that nobody gives, for models and pictures of masks that read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from patternc.cost_constants import DOCUMENT, PICKED
from patternc.ir.inputs import numbers_of, picks_of, short_text, spread, value_of
from patternc.ir.interface import Argument, interface
from patternc.ir.mask import InputKind, Owner, Pattern, TileOrder
from patternc.ir.semantics import Inputs


@dataclass(frozen=True, slots=True)
class InputSizes:
    """Documents of equal length, at most `document` positions, or three (None); lengths are 1 / `shorter` of all.

    A row lists the blocks of about `picked` keys, or a quarter of all (None).
    """

    document: int | None
    shorter: int
    picked: int | None


TYPICAL = InputSizes(DOCUMENT, 1, PICKED)
"""What models assume: whole sequences, packed from documents."""

PICTURED = InputSizes(None, 2, None)
"""What shows what inputs do: few documents, and padding."""


class UnfitError(ValueError):
    """No call accepts the numbers that are given of the input `name`."""

    def __init__(self, name: str, reason: ValueError) -> None:
        super().__init__(str(reason))
        self.name = name


def inputs_of(pattern: Pattern, given: Mapping[str, Sequence[int]], n: int, heads: int) -> Inputs:
    """The inputs of one batch entry: the given numbers, and illustrative values of the others.

    Raises:
        UnfitError: no call of this length accepts the numbers of an input.
    """
    found = sample_inputs(pattern, n, heads, PICTURED)
    return {
        one.name: _given(one, given[one.keyword], n, heads) if one.keyword in given else found[one.name]
        for one in interface(pattern).entries
    }


def _given(argument: Argument, numbers: Sequence[int], n: int, heads: int) -> object:
    try:
        value = value_of(argument.kind, numbers, argument.count(n))
        return nearest(argument, n, heads, value) if argument.facts.listed else value
    except ValueError as error:
        raise UnfitError(argument.keyword, error) from None


def sample_inputs(pattern: Pattern, n: int, heads: int, sizes: InputSizes) -> Inputs:
    """The inputs of one batch entry; a selection is of the nearest blocks."""
    found = {one.name: sample(one, n, heads, sizes) for one in interface(pattern).entries}
    if isinstance(pattern.source, TileOrder) and TileOrder.CELLS in found:
        held = [0] * n
        for place in pattern.source.places:
            held[place] = 1
        found[TileOrder.CELLS] = value_of(InputKind.LABELS, held, n)
    return found


def sample(argument: Argument, n: int, heads: int, sizes: InputSizes) -> object:
    """The value of an input that a mask reads."""
    count = argument.count(n)
    if argument.kind is InputKind.TOPK:
        return nearest(argument, n, heads, argument.shape[0] or 0)
    if argument.facts.listed:
        picks = -(-count // 4) if sizes.picked is None else -(-sizes.picked // argument.block)
        return nearest(argument, n, heads, min(count, picks))
    documents = 3 if sizes.document is None else min(count, -(-n // sizes.document))
    return spread(argument.kind, count, documents, sizes.shorter, argument.high)


def nearest(argument: Argument, n: int, heads: int, picks: int) -> object:
    """Lists of so many blocks for each row, the last block of the row and those before it."""
    from patternc.ir.chosen_blocks import Nearest  # here: most masks read no input, and NumPy loads slowly

    if argument.kind is InputKind.TOPK:
        return Nearest(heads, argument.count(n), picks)
    own = 1 if argument.owner is Owner.SHARED else heads
    return Nearest(own, -(-n // argument.rows), picks, (argument.rows, argument.block), argument.count(n))


def picks_text(argument: Argument, picks: int) -> str:
    """The number of keys, or of blocks of keys, that a row lists, in words."""
    return f"{picks} keys" if argument.block == 1 else f"{picks} blocks of {argument.block} keys"


def described(pattern: Pattern, inputs: Inputs) -> Iterator[str]:
    """One line for each input that a mask reads; queries and keys of a whole sequence read the same numbers."""
    for argument in interface(pattern).entries:
        if argument.kind is InputKind.TOPK:
            yield f"the nearest {argument.shape[0]} blocks of {argument.block} stand in for the selection of `topk`"
        elif argument.facts.listed:
            picks = picks_text(argument, picks_of(inputs[argument.name]))
            yield f"{argument.name}: the nearest {picks} stand in for those that a row lists"
        elif argument.keyword == argument.name != TileOrder.CELLS:
            yield f"{argument.name} = {short_text(numbers_of(inputs[argument.name]), ', ')}"
