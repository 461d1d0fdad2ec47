"""Facts of the inputs of calls, as data: what each kind holds, and values of it for one batch entry.

Whoever has a question about a kind of input asks this page. `semantics` and the oracle share nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from patternc.ir.facts import inputs_read
from patternc.ir.mask import Bound, InputKind

if TYPE_CHECKING:
    import numpy as np


class Axis(Enum):
    """An extent of an input that the call decides."""

    BATCH = "B"
    HEADS = "H"
    ROWS = "rows"  # blocks of queries


Extent: TypeAlias = Axis | int
"""An extent of an input: a number, or what the call decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFacts:
    """The facts of a kind of input.

    `declared`: pattern files declare it; the others follow from a statement, such as `topk`. `type`: what callers pass.
    `counts`: it holds integers, from `least` to as much more than all positions, or all blocks. `rank`: its place among
    the operands of kernels: numbers, tensors whose values are checked, the seed, and last tables, which have gradients.
    `entry`: the shape of what a batch entry has of it. `fixed`: the mask that takes a number in its place. `pictured`:
    what stands in for it in pictures.
    """

    declared: bool = False
    type: str = "Tensor"
    counts: bool = False
    least: int = 0
    rank: int = 1
    entry: str = ""
    fixed: str = ""
    pictured: str = ""


def input_facts(kind: InputKind) -> InputFacts:
    """The facts of a kind of input."""
    match kind:
        case InputKind.OFFSETS:
            return InputFacts(
                declared=True, counts=True, entry="[D + 1]", fixed="segment", pictured="three documents of one length"
            )
        case InputKind.LENGTHS:
            return InputFacts(
                declared=True, counts=True, entry="a number", fixed="first", pictured="half of the sequence"
            )
        case InputKind.TABLE:
            return InputFacts(declared=True, rank=3)
        case InputKind.SELECTION:
            return InputFacts(counts=True, least=-1, entry="[heads, blocks, count]")
        case InputKind.DROPOUT:
            return InputFacts(type="float", rank=0)
        case InputKind.SEED:
            return InputFacts(rank=2)
        case InputKind.HEADS:
            return InputFacts(type="int", rank=0)
        case _:
            assert_never(kind)


DECLARED = tuple(kind for kind in InputKind if input_facts(kind).declared)
"""The kinds that pattern files declare."""


def extents(kind: InputKind, shape: tuple[int | None, ...]) -> tuple[Extent, ...]:
    """The extents of an input as callers pass it.

    Args:
        kind: its kind. Offsets have one more number than a call has documents, in one list or in one for each entry.
        shape: the extents of a table, None for the heads; of a selection, the blocks to a row.
    """
    match kind:
        case InputKind.TABLE:
            return tuple(Axis.HEADS if extent is None else extent for extent in shape)
        case InputKind.LENGTHS:
            return (Axis.BATCH,)
        case InputKind.SELECTION:
            return (Axis.BATCH, Axis.HEADS, Axis.ROWS, *(extent or 0 for extent in shape))
        case InputKind.OFFSETS | InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            return ()
        case _:
            assert_never(kind)


# ---- values of one batch entry ---------------------------------------------------------------------------------------
def whole_inputs(bounds: Iterable[Bound], n: int) -> dict[str, Any]:
    """Values of the inputs of some bounds that exclude nothing: one document, and lengths of the whole sequence."""
    return {read.name: spread(read.kind, -(-n // read.unit), 1, 1) for read in inputs_read(bounds)}


def spread(kind: InputKind, count: int, documents: int, shorter: int) -> Any:
    """A value of an input that masks read: documents of equal length, or a length that is 1 / `shorter` of `count`."""
    match kind:
        case InputKind.OFFSETS:
            return [count * document // documents for document in range(documents + 1)]
        case InputKind.LENGTHS:
            return count // shorter
        case InputKind.SELECTION | InputKind.TABLE | InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            raise ValueError(f"kind: no bound reads {kind.value}")
        case _:
            assert_never(kind)


def drawn(kind: InputKind, count: int, draws: np.random.Generator) -> tuple[int, ...]:
    """Random numbers up to `count` for an input that masks read: where documents after the first begin, or a length."""
    match kind:
        case InputKind.OFFSETS:
            cuts = draws.integers(0, count + 1, int(draws.integers(0, 5)))
            return tuple(int(cut) for cut in sorted(cuts))
        case InputKind.LENGTHS:
            return (int(draws.choice([0, count, int(draws.integers(0, count + 1))], p=[0.15, 0.25, 0.6])),)
        case InputKind.SELECTION | InputKind.TABLE | InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            raise ValueError(f"kind: no bound reads {kind.value}")
        case _:
            assert_never(kind)


def value_of(kind: InputKind, numbers: Sequence[int], count: int) -> Any:
    """The value of an input that masks read, from numbers, of `count` positions or blocks.

    Raises:
        ValueError: no call of this length accepts them.
    """
    match kind:
        case InputKind.OFFSETS:
            found = list(numbers)
            if not found or found[0] != 0 or found[-1] != count or found != sorted(found):
                raise ValueError(f"offsets must begin at 0, not decrease, and end at {count}")
            return found
        case InputKind.LENGTHS:
            if len(numbers) != 1 or not 0 <= numbers[0] <= count:
                raise ValueError(f"must be one length from 0 to {count}")
            return numbers[0]
        case InputKind.SELECTION | InputKind.TABLE | InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            raise ValueError("the mask reads no numbers of it")
        case _:
            assert_never(kind)


def as_numbers(value: Any) -> Any:
    """A value of an input that masks read as Python's integers: a list of those of all documents, or a length."""
    return list(map(int, value)) if isinstance(value, list | tuple) else int(value)


def numbers_of(value: Any) -> list[int]:
    """The numbers of a value of an input that masks read."""
    found = as_numbers(value)
    return found if isinstance(found, list) else [found]
