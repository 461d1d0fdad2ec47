"""Programs of the tile IR and the kernels of `ir/host.py` run on numbers, in float64.

Loops, edges and tests are those of `ir/evaluate_programs.py`; here pairs that count are multiplied, and what is loaded,
merged and stored are numbers. What nothing has stored is NaN, and an error where it is read. Sums of exponentials are
kept as they are: scores are those of small inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from patternc.ir.evaluate_programs import Extents, Instance, Machine, OutsideError
from patternc.ir.tile import (
    AXES,
    Accumulate,
    Direction,
    Finish,
    LoadHeads,
    LoadRows,
    LoadStatistics,
    Program,
    Start,
    Store,
)

Array: TypeAlias = np.ndarray


@dataclass(frozen=True, slots=True)
class Scored:
    """Scores of some pairs, their derivatives by the products, and, for each table, which entry each pair adds."""

    values: Array
    slopes: Array
    entries: Mapping[str, Array] = field(default_factory=dict)


Score: TypeAlias = Callable[[int, Array, Array, Array], Scored]
"""Products times the scale to scores, given the head of the call and the positions of queries and of keys."""


def plain(_head: int, _queries: Array, _keys: Array, products: Array) -> Scored:
    """Scores that no modifier changes."""
    return Scored(products, np.ones_like(products))


@dataclass(frozen=True, slots=True)
class Launched:
    """What the programs of one launch share: their arguments and constants by name, and the size of the grid."""

    extents: Extents
    given: Mapping[str, object]
    grid: tuple[int, int, int]
    score: Score = plain

    def run(self, program: Program) -> None:
        """Run a program at every place of the grid; it stores to the tensors that it is given."""
        machine = Machine(self.extents, {}, [], np.empty(0))
        counts = dict(zip((axis.count for axis in AXES), self.grid, strict=True))
        for places in np.ndindex(*self.grid):
            here = dict(zip((axis.place for axis in AXES), places, strict=True))
            names = {**self.given, **counts, **here}
            Numbers(machine, names, launched=self).run(program.body)


@dataclass(slots=True)
class Numbers(Instance):
    """One program: accumulated numbers, [rows, head_dim] and, in a forward program, a sum a row."""

    launched: Launched = field(kw_only=True)
    sums: tuple[Array, ...] = ()
    total: Array = field(default_factory=lambda: np.empty(0))

    def _tensor(self, name: str) -> Array:
        return np.asarray(self.names[name])

    def start(self, start: Start) -> None:
        rows, head_dim = int(self.names["BLOCK_M"]), self._tensor("HEAD_DIM")
        self.sums = tuple(np.zeros((rows, int(head_dim))) for _ in range(1 + (start.direction is _KEYS)))
        self.total = np.zeros(rows)

    def load_rows(self, load: LoadRows) -> None:
        rows, valid = self._tensor("rows"), self._tensor("valid")
        of_head = self._tensor(load.tensor)[int(self.names["batch"]), int(self.names[load.head])]
        found = np.zeros((len(rows), of_head.shape[1]))
        found[valid] = _written(load.tensor, self.rows_of(of_head, rows[valid] - int(self.names[load.offset])))
        self.names[load.name] = found

    def load_heads(self, load: LoadHeads) -> None:
        heads, valid = self._tensor(load.heads), self._tensor("valid")
        found = np.zeros((len(heads), self._tensor(load.tensor).shape[3]))
        found[valid] = self._tensor(load.tensor)[int(self.names["batch"]), heads[valid], int(self.names[load.number])]
        self.names[load.name] = found

    def load_statistics(self, load: LoadStatistics) -> None:
        index, valid = int(self.names[load.line]) + self._tensor("rows"), self._tensor("valid")
        for name, tensor in (("row_lse", "lse"), ("row_delta", "delta")):
            found = np.zeros(len(index))
            found[valid] = _written(tensor, self.rows_of(self._tensor(tensor).reshape(-1), index[valid]))
            self.names[name] = found

    # ---- pairs -------------------------------------------------------------------------------------------------------
    def accumulate(self, accumulate: Accumulate, pairs: Array, heads: Array, columns: Array) -> None:
        for row in np.flatnonzero(pairs.any(axis=1)):
            self._row(accumulate, int(row), int(heads[row]), columns[pairs[row]])

    def _row(self, accumulate: Accumulate, row: int, head: int, columns: Array) -> None:
        """Accumulate the columns of a row."""
        extents, batch, times = self.launched.extents, int(self.names["batch"]), 2.0**accumulate.weight
        kv_head = head // (extents.heads // extents.kv_heads)
        if accumulate.direction is _KEYS:
            place = columns - extents.q_offset
            queries, grads = (self._tensor(name)[batch, head, place] for name in ("query", "grad_out"))
            key, value = (self._tensor(name)[row] for name in ("keys", "values"))
            scored = self._scored(head, columns, self._position(row), queries @ key)
            index = int(self.names["line"]) + columns
            lse, delta = (_written(x, self.rows_of(self._tensor(x).reshape(-1), index)) for x in ("lse", "delta"))
            weights = times * np.exp2(scored.values * _LOG2E - lse)
            flows = weights * (grads @ value - delta) * scored.slopes
            self.sums[0][row] += flows @ queries
            self.sums[1][row] += weights @ grads
            return
        place = columns - extents.k_offset
        keys, values = (self._tensor(name)[batch, kv_head, place] for name in ("key", "value"))
        scored = self._scored(head, self._position(row), columns, keys @ self._tensor("queries")[row])
        if accumulate.direction is Direction.FORWARD:
            weights = times * np.exp(scored.values)
            self.total[row] += weights.sum()
            self.sums[0][row] += weights @ values
            return
        weights = times * np.exp2(scored.values * _LOG2E - self._tensor("row_lse")[row])
        flows = weights * (values @ self._tensor("grads")[row] - self._tensor("row_delta")[row])
        self.sums[0][row] += (flows * scored.slopes) @ keys
        for name, entries in scored.entries.items():
            np.add.at(self._tensor(name)[head], entries, flows)

    def _position(self, row: int) -> Array:
        """Where a row stands; one number serves rows that are heads of one position."""
        return np.asarray(
            np.broadcast_to(self._tensor("rows" if "rows" in self.names else "row"), self.total.shape)[row]
        )

    def _scored(self, head: int, queries: Array, keys: Array, products: Array) -> Scored:
        return self.launched.score(head, queries, keys, products * float(self.names["scale"]))

    # ---- partials and results ----------------------------------------------------------------------------------------
    def merge(self, partial: int, member: Array, index: Array) -> None:
        partials = self.names["partials"]
        if partial >= len(partials):  # type: ignore[arg-type]
            raise OutsideError(f"partial {partial}: no launch stored it")
        held = [_written(f"partial {partial}", self.rows_of(one, index)) for one in partials[partial]]  # type: ignore[index]
        if "out" in self.names:
            out, lse = held
            weights = np.exp2(lse)
            self.total[member] += weights
            self.sums[0][member] += weights[:, None] * out
        else:
            for own, other in zip(self.sums, held, strict=True):
                own[member] += other

    def finish(self, finish: Finish) -> None:
        empty = self.total == 0
        result = self.sums[0] / np.where(empty, 1.0, self.total)[:, None] / finish.divisor
        self.names |= {
            "result": result,
            "lse_log2": np.log2(self.total, where=~empty, out=np.full(len(empty), -np.inf)),
        }

    def store(self, store: Store) -> None:
        valid, index = self.stored_rows(store)
        scale = 1.0 if store.partial else float(self.names["scale"]) if "scale" in self.names else 1.0
        match store.direction:
            case Direction.FORWARD:
                lse = self._tensor("lse_log2") * (1.0 if store.partial else math.log(2))
                results = {"out": self._tensor("result"), "lse": lse}
            case Direction.GRAD_QUERY:
                results = {"grad_query": self.sums[0] * scale}
            case Direction.GRAD_KEY_VALUE:
                results = {"grad_key": self.sums[0] * scale, "grad_value": self.sums[1]}
        for name, found in results.items():
            tensor = self._tensor(name)
            flat = tensor.reshape(-1, *found.shape[1:])
            assert np.shares_memory(flat, tensor), f"{name} is not contiguous"
            before = self.rows_of(flat, index)
            flat[index] = found[valid] + (_written(name, before) if store.adds else 0.0)


_KEYS = Direction.GRAD_KEY_VALUE
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
