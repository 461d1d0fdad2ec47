"""What steps of the host IR read and define, and the pass that removes unread numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from patternc.ir.host import (
    Buffer,
    Cast,
    CheckAligned,
    ChooseTile,
    CountSplits,
    EntryStride,
    Extents,
    Filled,
    FillOutside,
    FindPairs,
    ForEach,
    Grid,
    HoldHeads,
    HoldKeyHeads,
    KeepPartial,
    Launch,
    LoadCells,
    Operand,
    OrderPrograms,
    RaiseScale,
    ReadSeed,
    ReadStarts,
    Return,
    SortPairs,
    StartPartials,
    Step,
    Strides,
    Tensor,
    When,
    walk,
)
from patternc.ir.index import Index, names
from patternc.ir.tile import BLOCK_M, Let


def reads(step: Step) -> frozenset[str]:
    """The names that a step reads, without those of nested steps."""
    return frozenset(_implied(step)) | names(*_expressions(step))


def _expressions(step: Step) -> Iterator[Index]:
    match step:
        case Let(_, values):
            yield from values
        case CountSplits(heads, columns):
            yield from (heads, columns)
        case Buffer(shape=shape):
            yield from shape
        case FindPairs(_, start, stop, total, _, chosen):
            yield from (start, stop, total, *(chosen or ()))
        case SortPairs(rows=rows):
            yield rows
        case ChooseTile(held=held, lattice=lattice):
            yield from (held, *(value for _, value in lattice))
        case Grid(tiles, heads):
            yield from (tiles, heads)
        case OrderPrograms(order):
            yield order.width
        case Launch(_, arguments):
            yield from (value for _, value in arguments if not isinstance(value, Tensor | Filled))
            yield from (value.softmax for _, value in arguments if isinstance(value, Tensor) and value.softmax)
        case When(condition, _):
            yield condition
        case _:
            return


def _implied(step: Step) -> Iterator[str]:
    """What a step reads in addition to its expressions."""
    match step:
        case Extents(_, tensor) | EntryStride(_, tensor):
            yield tensor
        case Strides(tensors) | CheckAligned(tensors):
            yield from tensors
        case RaiseScale():
            yield from ("query", "scale")
        case ReadStarts():
            yield "q_offset"
        case ReadSeed():
            yield from ("seed", "dropout")
        case FillOutside(values):
            yield from ("query_starts", *(name for name, _ in values))
        case HoldHeads():
            yield from ("head_offset", "num_heads", "heads")
        case HoldKeyHeads():
            yield from ("head_start", "head_stop", "held_heads", "group")
        case Buffer() | LoadCells() | CountSplits():
            yield "query"
        case Cast(name, _):
            yield from (name, "query")
        case KeepPartial(buffers, only):
            yield from (*(() if only else ("partials",)), *buffers)
        case FindPairs(inputs=inputs):
            yield from ("query", "q_offset", "q_stop", "k_offset", "k_stop", "seq_len", *inputs)
        case SortPairs(number, ordered=ordered):
            yield from (f"pairs_{number}", "q_offset", "q_stop", "k_offset", "k_stop")
            yield from ("seq_len",) if ordered else ()
        case ChooseTile(described=described):
            yield from ("query", "value", *(("aligned",) if described else ()))
        case Grid():
            yield "batch"
        case OrderPrograms():
            yield from ("query", "grid")
        case Launch(_, arguments):
            yield from ("tile", "grid", *(name for _, value in arguments for name in _tensors(value)))
        case Return(results):
            yield from results
        case Let() | StartPartials() | When() | ForEach():
            return
        case _:
            assert_never(step)


def _tensors(value: Operand) -> Iterator[str]:
    match value:
        case Tensor(name):
            yield name
        case Filled(tensor):
            yield tensor
        case _:
            return


def defines(step: Step) -> tuple[str, ...]:
    """The names that a step defines, without those of nested steps."""
    match step:
        case Let(given, _) | ForEach(given):
            return given
        case Extents(given):
            return tuple(name for name in given if name is not None)
        case Strides():
            return ("strides",)
        case EntryStride(name) | Buffer(name) | Cast(name):
            return (name,)
        case RaiseScale():
            return "query", "scale"
        case ReadStarts():
            return "query_starts", "q_offset"
        case ReadSeed():
            return "seed", "threshold", "kept"
        case CountSplits():
            return ("splits",)
        case HoldHeads():
            return "head_start", "head_stop", "held_heads"
        case HoldKeyHeads():
            return ("held_kv_heads",)
        case CheckAligned():
            return ("aligned",)
        case StartPartials() | KeepPartial(only=True):
            return ("partials",)
        case FindPairs(number):
            return (f"pairs_{number}",)
        case SortPairs(number):
            return f"list_{number}", f"list_{number}_batch", f"list_{number}_head", f"LIST_{number}"
        case LoadCells():
            return ("cells",)
        case ChooseTile():
            return "tile", BLOCK_M.name
        case Grid():
            return ("grid",)
        case OrderPrograms():
            return ("order",)
        case FillOutside() | KeepPartial() | Launch() | When() | Return():
            return ()
        case _:
            assert_never(step)


def read_in(body: tuple[Step, ...]) -> frozenset[str]:
    """The names that the steps of a body read, including nested ones."""
    return frozenset().union(*(reads(step) for step in walk(body)))


def live(body: tuple[Step, ...]) -> tuple[Step, ...]:
    """Remove numbers that no later step reads. Keeps: what is launched and returned."""
    kept: list[Step] = []
    read = set[str]()
    for step in reversed(body):
        found = _read_of(step, read)
        if found is not None:
            kept.append(found)
            read |= read_in((found,))
    return tuple(reversed(kept))


def _read_of(step: Step, read: set[str]) -> Step | None:
    """The step with only those of its numbers that later steps read; None if that leaves nothing of it."""
    match step:
        case Let(given, values):
            found = [(name, value) for name, value in zip(given, values, strict=True) if name in read]
            return Let(tuple(name for name, _ in found), tuple(value for _, value in found)) if found else None
        case Extents(given, tensor):
            named = tuple(name if name in read else None for name in given)
            return Extents(named, tensor) if any(named) else None
        case Strides() | EntryStride() | HoldKeyHeads() if not read & set(defines(step)):
            return None
        case When() | ForEach():
            return replace(step, body=live(step.body))
        case _:
            return step
