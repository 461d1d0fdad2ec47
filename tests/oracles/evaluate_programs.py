"""The tile IR run on index sets: which pairs a pass visits, how often, and what every store and merge holds.

Nothing is multiplied: what a program accumulates is, for each of its rows, how often it took each column in. So one run
shows whether every pair is counted as often as the pattern says, whether partials land where later launches look for
them, and whether a load leaves its tensor. It needs NumPy alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never, cast

import numpy as np
from oracles.run_program import Instance, OutsideError, Work

from patternc.ir.addresses import EXTENTS, AcrossHeads, Address, Described, Head, Packed, Statistics
from patternc.ir.index import Var, evaluate
from patternc.ir.launch_orders import launch_order_table
from patternc.ir.launch_settings import Extents, Setting, head_count, names_of
from patternc.ir.mask import Side
from patternc.ir.tile import (
    AXES,
    LN2,
    PARTIALS,
    AddByDistance,
    AddByPlace,
    AddDistances,
    AddPairs,
    AddRows,
    Direction,
    LoadPairs,
    Modify,
    Pass,
    Program,
    Store,
)
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value


# ---- programs over positions -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor that programs read rows of: positions of a side, of some head."""

    extents: Extents
    side: Side
    head: int = 0

    def __getitem__(self, start: slice) -> Tensor:
        """From a pointer on, which in a tensor with the strides `STRIDES` says the head."""
        return replace(self, head=start.start)

    def check(self, rows: np.ndarray, heads: np.ndarray) -> None:
        """See that the call holds rows of heads."""
        start, stop = self.extents.of(self.side)
        if ((rows < start) | (rows >= stop)).any():
            raise OutsideError(f"rows {rows} of {start} to {stop}")
        count = self.extents.heads if self.side is Side.QUERY else self.extents.kv_heads
        if ((heads < 0) | (heads >= count)).any():
            raise OutsideError(f"heads {heads} of {count}")


STRIDES = ((0, 1, 0),) * 4
"""Strides by which a pointer says which head it points to."""


@dataclass(frozen=True, slots=True)
class Partial:
    """The results that earlier launches stored: one buffer of counts for each tensor of a partial."""

    counts: np.ndarray

    def __getitem__(self, tensor: int) -> Partial:
        return self


@dataclass(frozen=True, slots=True)
class Positions:
    """Loaded rows: positions, and which of them are loaded."""

    rows: np.ndarray
    valid: np.ndarray


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a tile's pairs, [rows, columns], and the tile's columns."""

    pairs: np.ndarray
    columns: Positions

    def check(self, columns: Positions) -> None:
        """See that other operands are rows of the same columns, and that those which count are loaded."""
        if not np.array_equal(self.columns.rows, columns.rows):
            raise OutsideError(f"rows {columns.rows} of a tile of columns {self.columns.rows}")
        if self.pairs[:, ~columns.valid].any():
            raise OutsideError("an admitted pair of a column that is not loaded")


@dataclass(slots=True)
class Machine:
    """The state that programs of one launch share.

    `names`: arguments and constants by name. `partials`: the buffers of earlier launches, in order. `into`: the buffer
    that results go to, [rows of all heads, query heads, positions]: how often each row took each position of the other
    side in for each query head; NaN where nothing is stored yet. `times`: what a pair of its softmax counts.
    """

    extents: Extents
    names: dict[str, Value]
    partials: list[np.ndarray]
    into: np.ndarray
    times: float = 1.0
    work: Work = field(default_factory=Work)

    def run(self, program: Program, tile_count: int, head_count: int) -> None:
        """Run a program at every place of its grid."""
        counts = dict(zip((axis.count for axis in AXES), (tile_count, head_count, 1), strict=True))
        partials = tuple(map(Partial, self.partials))
        for tile in range(tile_count):
            for head in range(head_count):
                places = dict(zip((axis.place for axis in AXES), (tile, head, 0), strict=True))
                names = {**self.names, **counts, **places, PARTIALS.name: partials}
                Counting(names, self.work, machine=self).run(program.body)


@dataclass(slots=True)
class Counting(Instance[Positions, Counts]):
    """One program. What it accumulates are counts, [rows, query heads, positions]; `stored`: those it stored first."""

    machine: Machine = field(kw_only=True)
    stored: np.ndarray | None = None

    def load(self, address: Address, rows: np.ndarray, valid: np.ndarray) -> Positions | np.ndarray:
        match address.source:
            case Head(start):
                tensor = cast("Tensor", self.value(start))
                tensor.check(rows[valid], np.array(tensor.head))
            case Described(head, matrix):
                self.load(replace(address, source=head), rows, valid)
                origin = np.array([self.names[matrix.name].origin])
                self.load(replace(address, source=head), origin, np.array([valid.any()]))
            case AcrossHeads(tensor_, number=number):
                row = self.machine.extents.q_offset + self.number(number)
                cast("Tensor", self.value(tensor_)).check(np.array(row), rows[valid])
            case Packed(tensor_) | Statistics(tensor_):
                held = self.value(tensor_)
                return self._merged(held.counts, rows, valid) if isinstance(held, Partial) else np.zeros(len(rows))
            case _:
                assert_never(address.source)
        return Positions(rows, valid)

    def _merged(self, counts: np.ndarray, rows: np.ndarray, valid: np.ndarray) -> np.ndarray:
        found = np.zeros((len(rows), *counts.shape[1:]))
        found[valid] = self.rows_of(counts, rows[valid])
        if np.isnan(found).any():
            raise OutsideError("a partial's rows that no launch stored")
        return found

    # ---- pairs -------------------------------------------------------------------------------------------------------
    def multiply(self, rows: Positions, columns: Positions) -> Counts:
        pairs = np.broadcast_to(rows.valid[:, None], (len(rows.rows), len(columns.rows)))
        return Counts(pairs.astype(float), columns)

    def load_pairs(self, load: LoadPairs, like: Counts) -> Counts:
        self._places(load, like.pairs.shape)
        return like

    def add_pairs(self, add: AddPairs, tile: Counts) -> None:
        """Add to the counts of the head's rows."""
        query, key, valid = self._places(add, tile.pairs.shape)
        if (tile.pairs != 0)[~valid].any():
            raise OutsideError("a pair that counts and is not valid")
        head, extents = self.number(Var("head")), self.machine.extents
        rows = head * extents.queries + query[valid] - extents.q_offset
        np.add.at(self.machine.into, (rows, head, key[valid]), tile.pairs[valid])

    def _places(self, pairs: LoadPairs | AddPairs, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The queries and keys of a tile's pairs, and which are valid: see that the call holds these."""
        query, key, valid = (np.broadcast_to(self.vector(one), shape) for one in (pairs.query, pairs.key, pairs.valid))
        for side, places in ((Side.QUERY, query), (Side.KEY, key)):
            Tensor(self.machine.extents, side).check(places[valid], np.array(0))
        return query, key, valid

    def modify(self, modify: Modify, products: Counts) -> tuple[Counts, Counts]:
        return products, products

    def scaled(self, scores: Counts, scale: Var | None) -> Counts:
        return scores

    def weigh(self, scores: Counts, lse: Value | float, weight: float) -> Counts:
        return replace(scores, pairs=scores.pairs * self.machine.times * 2.0**weight)

    def masked(self, tile: Counts, admitted: np.ndarray, excluded: float) -> Counts:
        return replace(tile, pairs=np.where(admitted, tile.pairs, 0.0))

    def count(self, tile: Counts) -> None:
        self.work.executed += tile.pairs.size
        self.work.untested += 0 if self.tested else tile.pairs.size
        self.work.useful += int((tile.pairs != 0).sum())

    def grad_scores(self, weights: Counts, grad_weights: Counts, delta: Value) -> Counts:
        weights.check(grad_weights.columns)
        return weights

    def bent(self, grad_scores: Counts, bend: Counts) -> Counts:
        return grad_scores

    # ---- sums --------------------------------------------------------------------------------------------------------
    def start_sum(self, rows: int, extent: Var | None) -> np.ndarray:
        return np.zeros((rows, self.machine.extents.heads, self.machine.extents.n))

    start_softmax = start_sum

    def attend(self, state: np.ndarray, scores: Counts, values: Positions, weight: float) -> None:
        self.add_products(state, self.weigh(scores, 0, weight), values)

    def add_products(self, total: np.ndarray, weights: Counts, rows: Positions) -> None:
        """Add the pairs to each row's counts: of one query head, or of one for each row."""
        weights.check(rows)
        row, column = np.nonzero(weights.pairs)
        heads = np.broadcast_to(np.asarray(self.names["head"]), len(total))
        np.add.at(total, (row, heads[row], rows.rows[column]), weights.pairs[row, column])

    def add_rows(self, add: AddRows, weights: Counts, rows: Positions, index: np.ndarray, valid: np.ndarray) -> None:
        weights.check(Positions(weights.columns.rows, valid))

    def add_by_distance(self, add: AddByDistance, tile: Counts) -> None:
        return

    def add_by_place(self, add: AddByPlace, tile: Counts) -> None:
        return

    def add_distances(self, add: AddDistances, total: np.ndarray, tile: Counts) -> None:
        self.add_products(total, tile, tile.columns)

    def merge_sum(self, total: np.ndarray, partial: np.ndarray) -> None:
        total += partial

    def merge_softmax(self, state: np.ndarray, out: np.ndarray, lse: np.ndarray) -> None:
        if not np.array_equal(out, lse):
            raise OutsideError("lse of other rows than out")
        state += out

    def finished(self, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return state, state

    def store(self, store: Store, computed: np.ndarray, factor: float, rows: np.ndarray, valid: np.ndarray) -> None:
        """Store counts, or add them; a program's further results must be of the same pairs."""
        found, index = computed[valid], rows[valid]
        before = self.rows_of(self.machine.into, index)
        if self.stored is not None:
            if not np.array_equal(self.stored, found):
                raise OutsideError(f"{store.tensor} is of other pairs than what is stored before")
            return
        self.stored = found
        if not store.adds and not np.isnan(before).all():
            raise OutsideError("two programs store one row")
        self.machine.into[index] = np.nan_to_num(before) + found

    def rows_of(self, buffer: np.ndarray, index: np.ndarray) -> np.ndarray:
        """Rows of a buffer."""
        if index.size and not 0 <= index.min() <= index.max() < len(buffer):
            raise OutsideError(f"rows {index.min()} to {index.max()} of {len(buffer)}")
        return np.asarray(buffer[index])


# ---- launches --------------------------------------------------------------------------------------------------------
def run_pass(
    made: Pass, setting: Setting, into: Callable[[int], np.ndarray], times: Callable[[int], float] = lambda _: 1.0
) -> Work:
    """Run the launches of a pass, partials first.

    Args:
        made: the pass.
        setting: the call.
        into: where the last launch stores the results of a softmax, by its number.
        times: what a pair counts in the launches that read the rows of a softmax, by its number.

    Raises:
        OutsideError: a load or a store leaves its tensor, or reads what no launch stored.
    """
    work, partials = Work(), list[np.ndarray]()
    for launch in made.launches:
        stores_partial = launch is not made.last and made.direction is not Direction.GRAD_PAIRS
        for run in launch.runs:
            names = {**_NUMBERS, **_tensors(setting.extents), **names_of(launch, dict(run.constants), setting)}
            heads = head_count(launch, setting)
            if stores_partial:
                rows = heads * int(evaluate(launch.stored, names, LIBRARY))
                partials.append(np.full((rows, setting.extents.heads, setting.extents.n), np.nan))
            target = partials[-1] if stores_partial else into(run.softmax)
            places = int(evaluate(launch.grid, names, LIBRARY))
            if launch.order is not None:
                names["order"] = np.array(launch_order_table(launch.order, names, places, heads))
            machine = Machine(setting.extents, names, partials, target, times(run.softmax), work)
            machine.run(setting.programs[launch.program], places, heads)
    return work


def _tensors(extents: Extents) -> dict[str, Value]:
    return {name: cast("Value", Tensor(extents, side)) for name, side in _SIDES.items()}


_SIDES = {"query": Side.QUERY, "key": Side.KEY, "value": Side.KEY, "grad_out": Side.QUERY}

_NUMBERS: dict[str, Value] = {
    **dict.fromkeys(("lse", "delta"), np.zeros(1)),
    "strides": STRIDES,  # type: ignore[dict-item]
    "scale": 1,
    **dict.fromkeys(("seed", "threshold", "kept", "DROPS", LN2.name, *EXTENTS), 0),
}
"""What programs read whose values change nothing here: numbers are not multiplied."""
