"""The functions of a torch module that its batches call: bounds, predicates, tables of blocks, cells near a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from patternc.codegen.provenance import place
from patternc.codegen.python_text import Assignment, TensorReading, assignments
from patternc.codegen.torch.walks import CAUSAL
from patternc.ir.batch import EVERYTHING, Batches, Bounds, Cells, Nest, Order, Predicate, SelectionTable
from patternc.ir.facts import bound_facts
from patternc.ir.index import Expr, Truth, Var, names
from patternc.ir.mask import And, Selection
from patternc.source import Source

HERE = TensorReading(integers=True)
"""Inputs of one batch entry; their names can't meet any other of the file's."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of a function besides positions: its `name`, and the `value` that a nest of loops passes."""

    name: str
    annotation: str
    value: str


@dataclass(frozen=True, slots=True)
class BoundsFunction:
    """A function from a query position to the lower and upper bounds of the keys it attends to."""

    name: str
    place: str
    words: str
    follows: bool
    takes: tuple[Argument, ...]
    lows: tuple[Expr, ...]
    highs: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class PredicateFunction:
    """A function that returns whether q attends to k; `reads`: which of the two it takes."""

    name: str
    place: str
    counts: bool
    reads: frozenset[str]
    takes: tuple[Argument, ...]
    body: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class NearFunction:
    """A function that lists the key positions that a block of the cell order attends to."""

    index: int
    block: int
    order: Order
    bounds: BoundsFunction
    predicate: PredicateFunction


@dataclass(frozen=True, slots=True)
class Functions:
    """The functions of a module without repetitions, by the node that needs them."""

    bounds: dict[Bounds, BoundsFunction]
    predicates: dict[Predicate, PredicateFunction]
    near: tuple[NearFunction, ...]
    held: tuple[SelectionTable, ...]


def functions(batches: Batches, source: Source) -> Functions:
    """Collect and name the functions that nests of loops call."""
    bounds: dict[Bounds, BoundsFunction] = {}
    predicates: dict[Predicate, PredicateFunction] = {}
    held = tuple(sorted({table for nest in batches.nests for table in nest.tables}, key=lambda one: one.index))
    tables = tuple(one.selection for one in held)
    for nest in batches.nests:
        batch, where = nest.batch, place(nest.clause, source)
        for one in (batch.bounds, batch.joined):
            if one is not None and one not in bounds:
                bounds[one] = _bounds(one, where, 1 + len(bounds.keys() - {EVERYTHING, CAUSAL}))
        if batch.predicate is not None and batch.predicate not in predicates:
            predicates[batch.predicate] = _predicate(batch.predicate, tables, where, 1 + len(predicates))
    near = (_near(nest, bounds, predicates) for nest in batches.nests)
    return Functions(bounds, predicates, tuple(dict.fromkeys(one for one in near if one is not None)), held)


def _near(
    nest: Nest, bounds: dict[Bounds, BoundsFunction], predicates: dict[Predicate, PredicateFunction]
) -> NearFunction | None:
    rows, predicate = nest.batch.rows, nest.batch.predicate
    if nest.listed is None or not nest.listed.near:
        return None
    assert isinstance(rows, Cells)
    assert rows.order is not None
    assert predicate is not None  # the box
    index = nest.listed.blocks.index
    return NearFunction(index, rows.block, rows.order, bounds[nest.batch.bounds], predicates[predicate])


def _bounds(bounds: Bounds, where: str, number: int) -> BoundsFunction:
    every = (*bounds.lows, *bounds.highs)
    lows, highs = (tuple(HERE.bound(one, Var("x")) for one in side) for side in (bounds.lows, bounds.highs))
    takes = _takes(names(*lows, *highs) - {"x"})
    if bounds == EVERYTHING:
        return BoundsFunction("_everything", "", "No bounds: all columns.", False, takes, lows, highs)
    if bounds == CAUSAL:
        return BoundsFunction("_causal", "", "Columns up to the row's own position x.", True, takes, lows, highs)
    words = "The columns that position x sees."
    follows = any(bound_facts(bound).by_position for bound in every)
    return BoundsFunction(f"_sees_{number}", where, words, follows, takes, lows, highs)


def _predicate(predicate: Predicate, tables: tuple[Selection, ...], where: str, number: int) -> PredicateFunction:
    masks = (*predicate.masks, *(mask for mask, _ in predicate.counted))
    reading = replace(HERE, held=tables)
    truths = [reading.truth(mask) for mask in masks]
    read, positions = names(*truths), frozenset({"q", "k"})
    looked_up = tuple(Argument(f"held_{one.index}", "Held", _of_head(one)) for one in predicate.tables)
    return PredicateFunction(
        name=f"_admits_{number}",
        place=where,
        counts=bool(predicate.counted),
        reads=read & positions,
        takes=(*_takes(read - positions - {one.name for one in looked_up}), *looked_up),
        body=_counting([(reading.truth(mask), times) for mask, times in predicate.counted])
        if predicate.counted
        else assignments(reading.truth(And(predicate.masks)), 4, "seen"),
    )


def _of_head(table: SelectionTable) -> str:
    return f"held_{table.index}.of({'place - heads.start' if table.by_head else '0'})"


def _counting(truths: Sequence[tuple[Truth, int]]) -> tuple[Assignment, ...]:
    """The count of a pair, as text, in the smallest integer type that holds it."""
    found: list[Assignment] = []
    small = "byte" if sum(times for _, times in truths) < 256 else "int"
    for number, (truth, times) in enumerate(truths):
        found += assignments(truth, 4, "seen")
        seen = f"seen.{small}()" if times > 1 or number == 0 else "seen"
        counted = seen if times == 1 else f"{seen} * {times}"
        found.append(Assignment("count", f"count + {counted}" if number else counted))
    return tuple(found)


_VALUES = {"head": "head", "heads": "num_heads", "n": "n"}


def _takes(read: frozenset[str]) -> tuple[Argument, ...]:
    numbers = tuple(Argument(name, "int", value) for name, value in _VALUES.items() if name in read)
    given = sorted(read - _VALUES.keys())
    return (*numbers, *(Argument(name, "Tensor", name) for name in given))
