"""Tensors and numbers given at run time: what kernels call them, and the statements that look them up.

An input `docs` is the parameter `given_docs` of the two host functions and of kernels, `stride_of_docs` the elements
from one batch entry to the next, 0 where all share one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.runtime_inputs import InputText, InputType
from patternc.codegen.triton.bound_text import batch_bound, document_table, integer
from patternc.ir.kernel import Piece
from patternc.ir.mask import Bound, Constant, Follow, FromEnd, OfBatch, OfDocument
from patternc.ir.traversal import bounds_in


@dataclass(frozen=True, slots=True)
class GivenText:
    """What kernels get of the inputs of a pattern.

    `parameters`: of the two host functions. `prologue`: statements of both. `tensors`, `scalars`: parameters that
    kernels may read, `runtime` those of them that change from call to call. `tables`: inputs that have a gradient.
    """

    parameters: tuple[str, ...]
    prologue: tuple[str, ...]
    tensors: tuple[str, ...]
    scalars: tuple[str, ...]
    runtime: tuple[str, ...]
    tables: tuple[str, ...]


def given_name(name: str) -> str:
    """The parameter of an input."""
    return f"given_{name}"


def given_text(inputs: Sequence[InputText]) -> GivenText:
    """Spell what a pattern is given."""
    offsets = [one.name for one in inputs if one.kind is InputType.OFFSETS]
    lengths = [one.name for one in inputs if one.kind is InputType.LENGTHS]
    tables = [one.name for one in inputs if one.kind is InputType.TABLE]
    drops = any(one.kind is InputType.DROPOUT for one in inputs)
    prologue = [f"stride_of_{name} = given_{name}.stride(0) if given_{name}.shape[0] > 1 else 0" for name in offsets]
    if drops:
        prologue += [
            "threshold = min(round(dropout * 2**32), 2**32 - 1) - 2**31",
            "kept = 1.0 / (1.0 - dropout)",
        ]
    strides = tuple(f"stride_of_{name}" for name in offsets)
    heads = tuple(one.name for one in inputs if one.kind is InputType.HEADS)
    return GivenText(
        parameters=tuple(_parameter(one) for one in inputs),
        prologue=tuple(prologue),
        tensors=tuple(given_name(name) for name in (*offsets, *lengths, *tables)),
        scalars=(*heads, *strides, *(("seed", "threshold", "kept") if drops else ())),
        runtime=(*heads, *strides, *(("seed", "threshold") if drops else ())),
        tables=tuple(tables),
    )


def _parameter(given: InputText) -> str:
    match given.kind:
        case InputType.DROPOUT | InputType.SEED | InputType.HEADS:
            return f"{given.name}: {given.annotation}"
        case InputType.OFFSETS | InputType.LENGTHS | InputType.TABLE | InputType.SELECTION:
            return f"{given_name(given.name)}: {given.annotation}"
        case _:
            assert_never(given.kind)


def lookups(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Statements that find what the bounds of some pieces read of the program's batch entry."""
    lines: list[str] = []
    for bound in dict.fromkeys(bound for piece in pieces for bound in _bounds(piece)):
        match bound:
            case OfBatch(name, 1):
                lines.append(f"{batch_bound(bound)} = tl.load(given_{name} + batch)")
            case OfBatch(name, scale):
                # A length of blocks may be said of a longer sequence: 64 bits until it is cut.
                scaled = f"tl.load(given_{name} + batch).to(tl.int64) * {integer(scale)}"
                lines.append(f"{batch_bound(bound)} = tl.minimum({scaled}, 1 << 29).to(tl.int32)")
            case OfDocument(name, end):
                entry = f"given_{name} + batch.to(tl.int64) * stride_of_{name}"
                lines.append(f"{document_table(bound)} = {entry}{' + seq_len' if end else ''}")
            case Constant() | FromEnd() | Follow():
                pass
            case _:
                assert_never(bound)
    return tuple(dict.fromkeys(lines))


def _bounds(piece: Piece) -> Iterator[Bound]:
    yield from (*piece.lows, *piece.highs, *piece.row_lows, *piece.row_highs)
    for mask in piece.residual:
        yield from bounds_in(mask)
