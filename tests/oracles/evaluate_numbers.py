"""Programs of the tile IR and the kernels of `ir/host.py` run on numbers, in float64.

Tensors are memory: a load reads what its address says, through a pointer and strides, and a store writes there. What
nothing has stored is NaN, and an error where it is read. Sums of exponentials are kept as they are: scores are those of
small inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, assert_never, cast

import numpy as np
from oracles.run_program import Instance, OutsideError, Work

from patternc.ir.addresses import AcrossHeads, Address, Described, Head, Packed, Plane, Statistics
from patternc.ir.index import ZERO, Binary, Expr, Truth, Var, minus
from patternc.ir.tile import (
    AXES,
    LN2,
    AddByDistance,
    AddByPlace,
    AddDistances,
    AddPairs,
    AddRows,
    LoadPairs,
    Modify,
    Program,
    Store,
)

if TYPE_CHECKING:
    from patternc.ir.index import Value

Array: TypeAlias = np.ndarray

Score: TypeAlias = Callable[[int, Array, Array, Array], tuple[Array, Array]]
"""Scaled products to scores and their derivatives.

Given the head of the call, key minus query positions, and numbers of pairs, 0 where there are none.
"""


def plain(_head: int, _distances: Array, products: Array, _pairs: Array) -> tuple[Array, Array]:
    """Scores that no modifier changes."""
    return products, np.ones_like(products)


@dataclass(frozen=True, slots=True)
class Pointer:
    """The numbers of a contiguous tensor, from entry `start` on."""

    name: str
    numbers: Array
    start: int = 0

    def __getitem__(self, tail: slice) -> Pointer:
        return Pointer(self.name, self.numbers, self.start + tail.start)

    def __array__(self, *_: object, **__: object) -> Array:
        return self.numbers[self.start :]

    def places(self, index: Array) -> Array:
        """The flat places of entries, which must lie in the tensor."""
        found = np.asarray(self.start + index)
        if found.size and not 0 <= found.min() <= found.max() < self.numbers.size:
            raise OutsideError(f"{self.name}: entries {found.min()} to {found.max()} of {self.numbers.size}")
        return found

    def read(self, index: Array) -> Array:
        """Entries, which something has stored."""
        return _written(self.name, self.numbers[self.places(index)])


def pointer(name: str, tensor: Array) -> Pointer:
    """To the first entry of a contiguous tensor."""
    flat = tensor.reshape(-1)
    assert np.shares_memory(flat, tensor) or not flat.size, f"{name} is not contiguous"
    return Pointer(name, flat)


@dataclass(frozen=True, slots=True)
class Launched:
    """The state that programs of one launch share: their arguments and constants by name, and the size of the grid."""

    given: Mapping[str, object]
    grid: tuple[int, int, int]
    score: Score = plain

    def run(self, program: Program) -> None:
        """Run a program at every place of the grid; it stores to the tensors that it is given."""
        work = Work()
        given = {name: _pointed(name, value) for name, value in self.given.items()}
        counts = dict(zip((axis.count for axis in AXES), self.grid, strict=True))
        for places in np.ndindex(*self.grid):
            here = dict(zip((axis.place for axis in AXES), places, strict=True))
            names = {LN2.name: math.log(2), **given, **counts, **here}
            Numbers(names, work, score=self.score).run(program.body)


def _pointed(name: str, value: object) -> object:
    """Tensors of numbers as pointers; tables of integers, which programs look up, as they are."""
    match value:
        case tuple():
            return tuple(_pointed(name, one) for one in value)
        case np.ndarray() if value.dtype.kind == "f":
            return pointer(name, value)
        case _:
            return value


@dataclass(slots=True)
class Softmax:
    """The sums of exponentials of rows, and of these times values."""

    total: Array
    values: Array


@dataclass(slots=True)
class Numbers(Instance[Array, Array]):
    """One program. Rows are arrays [rows, extent], tiles of pairs [rows, columns]; scores are in units of log2."""

    score: Score = field(kw_only=True)

    def load(self, address: Address, rows: Array, valid: Array) -> Array:
        match address.source:
            case Described(head):
                return self.load(Address(head, address.rows, address.valid), rows, valid)
            case Statistics(tensor, missing):
                found = np.full(len(rows), float(missing))
                found[valid] = self._pointer(tensor).read(rows[valid])
            case Head() | AcrossHeads() | Packed():
                start, step, extent = self._rows_of(address.source)
                found = np.zeros((len(rows), extent))
                found[valid] = start.read(rows[valid][:, None] * step + np.arange(extent))
            case _:
                assert_never(address.source)
        return found

    def _rows_of(self, source: Head | AcrossHeads | Packed) -> tuple[Pointer, int, int]:
        """The first row of a source, the numbers from a row to the next, and those of a row."""
        extent = self.number(source.extent)
        match source:
            case Head(start, strides):
                return self._pointer(start), self._strides(strides)[2], extent
            case AcrossHeads(tensor, strides, batch, number):
                entries, heads, rows = self._strides(strides)
                first = self.number(batch) * entries + self.number(number) * rows
                return self._pointer(tensor)[first:], heads, extent
            case Packed(tensor):
                return self._pointer(tensor), extent, extent
            case _:
                assert_never(source)

    def _pointer(self, tensor: Expr) -> Pointer:
        return cast("Pointer", self.value(tensor))

    def _strides(self, strides: Expr) -> tuple[int, int, int]:
        return cast("tuple[int, int, int]", self.value(strides))

    # ---- pairs -------------------------------------------------------------------------------------------------------
    def multiply(self, rows: Array, columns: Array) -> Array:
        return np.asarray(rows @ columns.T)

    def load_pairs(self, load: LoadPairs, like: Array) -> Array:
        tensor, index, valid = self._pairs_of(load.plane, load.query, load.key, load.valid, like.shape)
        found = np.zeros(like.shape)
        found[valid] = tensor.read(index[valid])
        return found

    def add_pairs(self, add: AddPairs, tile: Array) -> None:
        tensor, index, valid = self._pairs_of(add.plane, add.query, add.key, add.valid, tile.shape)
        own = tensor.places(index[valid])
        if len(np.unique(own)) < own.size:
            raise OutsideError(f"{tensor.name}: a program adds twice to one pair")
        tensor.numbers[own] += tile[valid]

    def _pairs_of(
        self, plane: Plane, query: Expr, key: Expr, valid: Truth, shape: tuple[int, ...]
    ) -> tuple[Pointer, Array, Array]:
        """The tensor of a plane, the entries of a tile's pairs in it, and which of them are valid."""
        strides = cast("tuple[int, ...]", self.value(plane.strides))
        index = self.number(plane.origin) + self.vector(query) * strides[2] + self.vector(key) * strides[3]
        return self._pointer(plane.tensor), np.broadcast_to(index, shape), np.broadcast_to(self.vector(valid), shape)

    def modify(self, modify: Modify, products: Array) -> tuple[Array, Array]:
        scaled = products * self.names[modify.scale.name]
        distances = np.broadcast_to(self.vector(_distance(modify)), products.shape)
        pairs = np.zeros_like(products) if modify.pairs is None else self.names[modify.pairs.name]
        heads = np.broadcast_to(np.asarray(self.names["head"]), len(products))
        scores, slopes = np.empty_like(products), np.empty_like(products)
        for head in np.unique(heads):
            own = heads == head
            scores[own], slopes[own] = self.score(int(head), distances[own], scaled[own], pairs[own])
        return scores * _LOG2E, slopes

    def scaled(self, scores: Array, scale: Var | None) -> Array:
        return scores if scale is None else np.asarray(scores * (float(self.names[scale.name]) * _LOG2E))

    def weigh(self, scores: Array, lse: Value | float, weight: float) -> Array:
        return np.asarray(np.exp2(scores + weight - lse))

    def masked(self, tile: Array, admitted: Array, excluded: float) -> Array:
        return np.where(admitted, tile, excluded)

    def count(self, tile: Array) -> None:
        self.work.executed += tile.size

    def grad_scores(self, weights: Array, grad_weights: Array, delta: Value) -> Array:
        return np.asarray(weights * (grad_weights - delta))

    def bent(self, grad_scores: Array, bend: Array) -> Array:
        return np.asarray(grad_scores * bend)

    def add_rows(self, add: AddRows, weights: Array, rows: Array, index: Array, valid: Array) -> None:
        source = add.address.source
        assert isinstance(source, Packed)
        tensor, step, extent = self._rows_of(source)
        factor = 1.0 if add.factor is None else float(self.names[add.factor.name])
        entries = index[valid][:, None] * step + np.arange(extent)
        tensor.numbers[tensor.places(entries)] = tensor.read(entries) + factor * (weights.T @ rows)[valid]

    def add_by_distance(self, add: AddByDistance, tile: Array) -> None:
        entry = np.clip(self.vector(minus(add.key, add.query)), -add.radius, add.radius) + add.radius
        table = self._pointer(add.table)
        np.add.at(table.numbers, table.places(np.broadcast_to(entry, tile.shape)), tile)

    def add_by_place(self, add: AddByPlace, tile: Array) -> None:
        table = self._pointer(add.table)
        np.add.at(table.numbers, table.places(np.broadcast_to(self.vector(add.place), tile.shape)), tile)

    def add_distances(self, add: AddDistances, total: Array, tile: Array) -> None:
        total += (tile * self.vector(minus(add.key, add.query))).sum(1)

    # ---- sums --------------------------------------------------------------------------------------------------------
    def start_sum(self, rows: int, extent: Var | None) -> Array:
        return np.zeros(rows if extent is None else (rows, self.number(extent)))

    def start_softmax(self, rows: int, extent: Var) -> Softmax:
        return Softmax(np.zeros(rows), self.start_sum(rows, extent))

    def attend(self, state: Softmax, scores: Array, values: Array, weight: float) -> None:
        weights = self.weigh(scores, 0.0, weight)
        state.total += weights.sum(1)
        state.values += weights @ values

    def add_products(self, total: Array, weights: Array, rows: Array) -> None:
        total += weights @ rows

    def merge_softmax(self, state: Softmax, out: Array, lse: Array) -> None:
        weights = np.exp2(lse)
        state.total += weights
        state.values += weights[:, None] * out

    def merge_sum(self, total: Array, partial: Array) -> None:
        total += partial

    def finished(self, state: Softmax) -> tuple[Array, Array]:
        empty = state.total == 0
        out = state.values / np.where(empty, 1.0, state.total)[:, None]
        return out, np.log2(state.total, where=~empty, out=np.full(len(empty), -np.inf))

    def store(self, store: Store, computed: Array, factor: float, rows: Array, valid: Array) -> None:
        source, found = store.address.source, factor * computed[valid]
        assert isinstance(source, Packed | Statistics)
        if isinstance(source, Packed):
            tensor, step, extent = self._rows_of(source)
            index = rows[valid][:, None] * step + np.arange(extent)
        else:
            tensor, index = self._pointer(source.tensor), rows[valid]
        before = tensor.read(index) if store.adds else 0.0
        tensor.numbers[tensor.places(index)] = found + before


def _distance(modify: Modify) -> Expr:
    """Key minus query positions, or the places of entries of a table, as far as scores depend on them."""
    match modify:
        case Modify(places=(query, key, _)):
            return minus(key, query)
        case Modify(places=(place, _)):
            return place
        case Modify(distance=Binary(right=distance)):
            return distance
        case _:
            return ZERO


_LOG2E = 1 / math.log(2)


def _written(name: str, found: Array) -> Array:
    """Numbers that something has stored."""
    if np.isnan(found).any():
        raise OutsideError(f"{name}: rows that nothing stored")
    return found


# ---- kernels that are the same for all patterns ----------------------------------------------------------------------
def run_kernel(name: str, given: Mapping[str, object], heads: int) -> None:
    """Run a kernel of `ir.host.KERNELS` for a grid of `heads` heads."""
    start = int(given.get("head_start", 0))  # type: ignore[call-overload]
    rows = (slice(None), slice(start, start + heads))
    _KERNELS[name](given, rows)


def _row_delta(given: Mapping[str, object], rows: tuple[slice, slice]) -> None:
    out, grad_out, lse = (_written(name, _array(given, name)[rows]) for name in ("out", "grad_out", "lse"))
    delta = float(given.get("FACTOR", 1)) * (out * grad_out).sum(-1)  # type: ignore[arg-type]
    if given["LSE_GRADIENT"]:
        delta = delta - _array(given, "grad_lse")[rows]
    empty = lse == -np.inf
    _array(given, "delta")[rows] = np.where(empty, 0.0, delta)
    _array(given, "row_lse")[rows] = np.where(empty, np.inf, lse * _LOG2E)


def _mix_by_lse(given: Mapping[str, object], rows: tuple[slice, slice]) -> None:
    parts, lses = (_written(name, _array(given, name)[: given["COUNT"], *rows]) for name in ("parts", "part_lses"))
    weights = np.exp(lses)
    total = weights.sum(0)
    shares = weights / np.where(total == 0, 1.0, total)
    _array(given, "out")[rows] = (shares[..., None] * parts).sum(0)
    _array(given, "lse")[rows] = np.log(total, where=total > 0, out=np.full(total.shape, -np.inf))


def _mix_evenly(given: Mapping[str, object], rows: tuple[slice, slice]) -> None:
    parts = _written("parts", _array(given, "parts")[: given["COUNT"], *rows])
    _array(given, "out")[rows] = parts.sum(0) / given["DIVISOR"]
    _array(given, "lse")[rows] = 0.0


def _array(given: Mapping[str, object], name: str) -> Array:
    found = given[name]
    assert isinstance(found, np.ndarray)
    return found


_KERNELS = {"_row_delta": _row_delta, "_mix_by_lse": _mix_by_lse, "_mix_evenly": _mix_evenly}
