"""Statements of the tile IR as calls of Triton and of the run-time library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from patternc.codegen.triton.printer.expressions import KERNEL
from patternc.ir.addresses import AcrossHeads, Address, Described, Head, Packed, Plane, Statistics
from patternc.ir.index import Apply, Expr, Index, Item, Tail, Var
from patternc.ir.index_text import SUM
from patternc.ir.lines import Bracket, Piece
from patternc.ir.tile import (
    AddByDistance,
    AddByPlace,
    AddDistances,
    AddPairs,
    AddProducts,
    Attend,
    Describe,
    Draws,
    Drop,
    Extremes,
    Finish,
    Load,
    LoadPairs,
    MergeSoftmax,
    MergeSum,
    Modify,
    Multiply,
    StartSoftmax,
    StartSum,
    Store,
    Weigh,
)

MODIFIED = "_modified_scores"
"""The pattern's own function from products to scores."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function, and the names that its result gets."""

    function: str
    arguments: tuple[Piece | Call, ...]
    names: tuple[str, ...] = ()

    def bracket(self) -> Bracket:
        """The call without its result, which may be broken after each argument."""
        arguments = (one.bracket() if isinstance(one, Call) else one for one in self.arguments)
        return Bracket(f"{self.function}(", tuple(arguments), ")")


Called: TypeAlias = (
    Load
    | Extremes
    | Describe
    | Multiply
    | LoadPairs
    | Modify
    | Weigh
    | Attend
    | Drop
    | AddProducts
    | AddByDistance
    | AddByPlace
    | AddDistances
    | AddPairs
    | StartSoftmax
    | StartSum
    | MergeSoftmax
    | MergeSum
    | Finish
    | Store
)
"""Statements that are calls."""


def call_of(statement: Called) -> Call:
    """The call that a statement is."""
    match statement:
        case Load(name, address, keys):
            return _loaded(address, (name,)) if keys is None else _values(address, keys, name)
        case Extremes(ends, entries, valid):
            return Call("_extremes", (_text(entries), _text(valid)), ends)
        case Describe(name, head, first, step, low, high):
            numbers = map(_text, (first, step, low, high))
            return Call(
                "_matrix", (_text(head.start), _step(head.strides), *numbers, _text(head.extent), "TILE"), (name,)
            )
        case Multiply(name, rows, columns):
            return Call("_products", (rows.name, columns.name), (name,))
        case LoadPairs(name, _, plane, query, key, valid):
            return Call("_load_pairs", (*_plane(plane), *map(_text, (query, key, valid))), (name,))
        case Modify(names, products, scale, distance, places, pairs):
            given = (scale, *(() if distance is None else (distance,)), *places, *(() if pairs is None else (pairs,)))
            return Call(MODIFIED, (products.name, *map(_sum, given)), names)
        case Weigh(name, scores, lse, scale, weight):
            return Call("_weights", (scores.name, _text(lse), *_scaling(scale, weight)), (name,))
        case Attend(state, scores, values, scale, weight, draws):
            given = (*_scaling(scale, weight), *_drawn(draws))
            return Call("_attend", (state.name, scores.name, values.name, *given), (state.name,))
        case Drop(name, tile, Draws(query, key, drawing, when)):
            return Call("_dropped", (tile.name, *map(_text, (query, key, drawing, when))), (name,))
        case AddProducts(total, weights, rows):
            return Call("_accumulated", (total.name, weights.name, rows.name), (total.name,))
        case AddByDistance(table, tile, query, key, radius):
            return Call("_add_by_distance", (_text(table), tile.name, _text(query), _text(key), str(radius)))
        case AddByPlace(table, tile, place):
            return Call("_add_by_place", (_text(table), tile.name, _sum(place)))
        case AddDistances(total, tile, query, key):
            return Call("_added_distances", (total.name, tile.name, _text(query), _text(key)), (total.name,))
        case AddPairs(plane, tile, query, key, valid):
            return Call("_add_pairs", (*_plane(plane), tile.name, *map(_text, (query, key, valid))))
        case StartSoftmax(name, extent, rows):
            return Call("_nothing", (_text(rows), _text(extent)), (name,))
        case StartSum(name, None, rows):
            return Call("_zero_numbers", (_text(rows),), (name,))
        case StartSum(name, extent, rows):
            assert extent is not None
            return Call("_zeros", (_text(rows), _text(extent)), (name,))
        case MergeSoftmax(state, out, lse):
            return Call("_merge", (state.name, _partial(out, lse), *_rows(out), _extent(out)), (state.name,))
        case MergeSum(total, Address(Statistics())):
            return Call("_merge_numbers", (total.name, _loaded(statement.partial)), (total.name,))
        case MergeSum(total, partial):
            assert isinstance(partial.source, Packed)
            given = (total.name, _text(partial.source.tensor), *_rows(partial), _extent(partial))
            return Call("_merge_sum", given, (total.name,))
        case Finish(names, state):
            return Call("_finish", (state.name,), names)
        case Store():
            return _stored(statement)
        case _:
            assert_never(statement)


def _loaded(address: Address, names: tuple[str, ...] = ()) -> Call:
    match address.source:
        case Head(Tail(tensor, Apply("origin", (strides, *place))), _, extent):
            head = (tensor, _text(strides), *map(_text, place))
            return Call("_load_rows", (*head, *_rows(address), _text(extent)), names)
        case Head(start, strides, extent):
            return Call("_load", (_text(start), _step(strides), *_rows(address), _text(extent)), names)
        case Described(head, matrix, row):
            given = (matrix.name, _step(head.strides), _text(row), *_rows(address), _text(head.extent), "TILE")
            return Call("_load_tile", given, names)
        case AcrossHeads(tensor, strides, batch, number, extent):
            heads, valid = _rows(address)
            first = (_text(tensor), _text(strides), _text(batch), heads, _text(number))
            return Call("_load_heads", (*first, valid, _text(extent)), names)
        case Packed(tensor, extent):
            return Call("_load", (_text(tensor), f"{_text(extent)}.size", *_rows(address), _text(extent)), names)
        case Statistics(tensor, missing):
            masked = () if address.valid is None else (f"mask={_text(address.valid)}", f"other={literal(missing)}")
            return Call("tl.load", (_entries(tensor, address.rows), *masked), names)
        case _:
            assert_never(address.source)


def _values(address: Address, keys: Var, name: str) -> Call:
    """The rows of a value, where those of their keys are loaded."""
    match address.source:
        case Described(head, matrix, row):
            place = _step(head.strides), _text(row), *_rows(address)
            return Call("_load_value_tile", (keys.name, matrix.name, *place, "TILE"), (name,))
        case Head(start, strides):
            given = (keys.name, _text(start), _step(strides), *_rows(address), "TILE")
            return Call("_load_values", given, (name,))
        case _:
            raise AssertionError(f"no values are loaded from {address.source}")


def _plane(plane: Plane) -> tuple[str, str, str]:
    return _text(plane.tensor), _text(plane.origin), _text(plane.strides)


def _partial(out: Address, lse: Address) -> str:
    """The pair of buffers that hold a partial."""
    match out.source, lse.source:
        case Packed(Item(partial, 0)), Statistics(Item(other, 1)) if partial == other:
            return _text(partial)
        case _:
            raise AssertionError(f"no pair of buffers holds {out.source} and {lse.source}")


def _stored(store: Store) -> Call:
    match store.address.source:
        case Packed(tensor, extent):
            found = store.computed.name
            tile = found if store.factor is None else Call("_scaled", (found, _factor(store.factor)))
            function = "_store_more" if store.adds else "_store"
            return Call(function, (_text(tensor), *_rows(store.address), tile, _text(extent)))
        case Statistics(tensor):
            scaled = "" if store.factor is None else f" * {_factor(store.factor)}"
            _, valid = _rows(store.address)
            entries = _entries(tensor, store.address.rows)
            return Call("tl.store", (entries, f"{store.computed.name}{scaled}", f"mask={valid}"))
        case _:
            raise AssertionError(f"no program stores to {store.address.source}")


def _text(index: Index) -> str:
    return KERNEL.text(index)


def _sum(index: Expr) -> Piece:
    """An argument that may be broken between the terms of a sum."""
    return KERNEL.bracket("", index, "")


def _entries(tensor: Expr, rows: Expr) -> str:
    return f"{_text(tensor)} + {KERNEL.operand(rows, SUM)}"


def _rows(address: Address) -> tuple[str, str]:
    """The rows of an address, and which are valid."""
    assert address.valid is not None
    return _text(address.rows), _text(address.valid)


def _extent(address: Address) -> str:
    assert isinstance(address.source, Packed)
    return _text(address.source.extent)


def _step(strides: Expr) -> Call:
    return Call("_step", (_text(strides),))


def _factor(factor: Var | float) -> str:
    return _text(factor) if isinstance(factor, Var) else str(factor)


def literal(value: float) -> str:
    """A number of a tile, which may be infinite."""
    return str(value) if abs(value) < float("inf") else f'float("{value}")'


def _scaling(scale: Var | None, weight: float) -> tuple[str, ...]:
    """The factor from products to scores, and the log2 of how often pairs count, where they are not as usual."""
    return (*(() if scale is None else (scale.name,)), *((f"BIAS={weight}",) if weight else ()))


def _drawn(draws: Draws | None) -> tuple[str, ...]:
    if draws is None:
        return ()
    given = ("q", draws.query), ("k", draws.key), ("drawing", draws.drawing), ("DROPS", draws.when)
    return tuple(f"{name}={_text(value)}" for name, value in given)
