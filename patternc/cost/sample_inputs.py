"""Sample values of runtime inputs that nobody gives, for models and pictures of masks that read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.cost_constants import DOCUMENT
from patternc.ir.interface import Argument, Kind, interface
from patternc.ir.mask import Pattern
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


def read_inputs(pattern: Pattern) -> dict[str, Argument]:
    """The inputs that the masks of a pattern read, by name."""
    return {one.name: one for one in interface(pattern).entries}


def sample_inputs(pattern: Pattern, n: int, heads: int, sizes: InputSizes) -> Inputs:
    """The inputs of one batch entry; a selection is of the nearest blocks."""
    return {name: sample(one, n, heads, sizes) for name, one in read_inputs(pattern).items()}


def sample(one: Argument, n: int, heads: int, sizes: InputSizes) -> object:
    """The value of an input that a mask reads."""
    blocks = -(-n // one.block)
    match one.kind:
        case Kind.OFFSETS:
            documents = 3 if sizes.document is None else min(blocks, -(-n // sizes.document))
            return [blocks * document // documents for document in range(documents + 1)]
        case Kind.LENGTHS:
            return blocks // sizes.shorter
        case Kind.SELECTION:
            from patternc.ir.chosen_blocks import Nearest  # here: most masks read no input, and NumPy loads slowly

            return Nearest(heads, blocks, one.shape[0] or 0)
        case Kind.TABLE | Kind.DROPOUT | Kind.SEED | Kind.HEADS:
            raise ValueError(f"one: no mask reads {one.name}")
        case _:
            assert_never(one.kind)


def given_value(one: Argument, found: Sequence[int], n: int) -> object:
    """The value of an input that a mask reads, from the numbers that someone gave for one batch entry.

    Raises:
        ValueError: no call of this length accepts them.
    """
    count, numbers = -(-n // one.block), list(found)
    if one.kind is Kind.OFFSETS:
        if not numbers or numbers[0] != 0 or numbers[-1] != count or numbers != sorted(numbers):
            raise ValueError(f"offsets must begin at 0, not decrease, and end at {count}")
        return numbers
    if one.kind is not Kind.LENGTHS:
        raise ValueError("the mask reads no numbers of it")
    if len(numbers) != 1 or not 0 <= numbers[0] <= count:
        raise ValueError(f"must be one length from 0 to {count}")
    return numbers[0]


def described(pattern: Pattern, inputs: Inputs) -> Iterator[str]:
    """One line for each input that a mask reads."""
    for one in read_inputs(pattern).values():
        if one.kind is Kind.SELECTION:
            yield f"the nearest {one.shape[0]} blocks of {one.block} stand in for the selection of `topk`"
        elif one.kind is Kind.OFFSETS:
            yield f"{one.name} = {', '.join(map(str, inputs[one.name]))}"
        else:
            yield f"{one.name} = {inputs[one.name]}"
