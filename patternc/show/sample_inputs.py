"""Sample values of runtime inputs, to show a mask whose inputs are not given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.codegen.interface import Argument, Kind, entries
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs


def sample_inputs(pattern: Pattern, n: int, heads: int) -> Inputs:
    """The inputs of one batch entry: three documents, lengths of half the sequence, the nearest blocks."""
    return {one.name: sample(one, n, heads) for one in entries(pattern)}


def sample(one: Argument, n: int, heads: int) -> object:
    """The value of an input that a mask reads."""
    match one.kind:
        case Kind.OFFSETS:
            count = -(-n // one.block)
            return [0, count // 3, 2 * count // 3, count]
        case Kind.LENGTHS:
            return -(-n // one.block) // 2
        case Kind.SELECTION:
            from patternc.ir.chosen_blocks import nearest  # here: most masks read no input, and NumPy loads slowly

            return nearest(heads, -(-n // one.block), one.shape[0] or 0)
        case Kind.TABLE | Kind.DROPOUT | Kind.SEED | Kind.HEADS:
            raise ValueError(f"one: no mask reads {one.name}")
        case _:
            assert_never(one.kind)


def described(pattern: Pattern, inputs: Inputs) -> Iterator[str]:
    """One line for each input that a mask reads."""
    for one in entries(pattern):
        if one.kind is Kind.SELECTION:
            yield f"the nearest {one.shape[0]} blocks of {one.block} stand in for the selection of `topk`"
        elif one.kind is Kind.OFFSETS:
            yield f"{one.name} = {', '.join(map(str, inputs[one.name]))}"
        else:
            yield f"{one.name} = {inputs[one.name]}"
