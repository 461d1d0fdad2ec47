"""Sample values of runtime inputs that nobody gives, for models and pictures of masks that read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from patternc.cost_constants import DOCUMENT
from patternc.ir.inputs import numbers_of, short_text, spread, value_of
from patternc.ir.interface import Argument, interface
from patternc.ir.mask import InputKind, Pattern
from patternc.ir.semantics import Inputs


@dataclass(frozen=True, slots=True)
class InputSizes:
    """Documents of equal length, at most `document` positions, or three (None); lengths are 1 / `shorter` of all."""

    document: int | None
    shorter: int


TYPICAL = InputSizes(DOCUMENT, 1)
"""What models assume: whole sequences, packed from documents."""

PICTURED = InputSizes(None, 2)
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
        one.name: _given(one, given[one.keyword], n) if one.keyword in given else found[one.name]
        for one in interface(pattern).entries
    }


def _given(argument: Argument, numbers: Sequence[int], n: int) -> object:
    try:
        return value_of(argument.kind, numbers, argument.count(n))
    except ValueError as error:
        raise UnfitError(argument.keyword, error) from None


def sample_inputs(pattern: Pattern, n: int, heads: int, sizes: InputSizes) -> Inputs:
    """The inputs of one batch entry; a selection is of the nearest blocks."""
    return {one.name: sample(one, n, heads, sizes) for one in interface(pattern).entries}


def sample(argument: Argument, n: int, heads: int, sizes: InputSizes) -> object:
    """The value of an input that a mask reads."""
    count = argument.count(n)
    if argument.kind is InputKind.SELECTION:
        from patternc.ir.chosen_blocks import Nearest  # here: most masks read no input, and NumPy loads slowly

        return Nearest(heads, count, argument.shape[0] or 0)
    documents = 3 if sizes.document is None else min(count, -(-n // sizes.document))
    return spread(argument.kind, count, documents, sizes.shorter, argument.high)


def described(pattern: Pattern, inputs: Inputs) -> Iterator[str]:
    """One line for each input that a mask reads; queries and keys of a whole sequence read the same numbers."""
    for argument in interface(pattern).entries:
        if argument.kind is InputKind.SELECTION:
            yield f"the nearest {argument.shape[0]} blocks of {argument.block} stand in for the selection of `topk`"
        elif argument.keyword == argument.name:
            yield f"{argument.name} = {short_text(numbers_of(inputs[argument.name]), ', ')}"
