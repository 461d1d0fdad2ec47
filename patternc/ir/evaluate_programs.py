"""The tile IR run on index sets: which pairs a pass visits, how often, and what every store and merge holds.

Nothing is multiplied: what a program accumulates is, for each of its rows, how often it took each column in. So one run
shows whether every pair is counted as often as the pattern says, whether partials land where later launches look for
them, and whether a load leaves its tensor. It needs NumPy alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, assert_never

import numpy as np

from patternc.ir.index import Index, evaluate
from patternc.ir.launch_order_tables import launch_order_table
from patternc.ir.mask import Side
from patternc.ir.tile import (
    AXES,
    BLOCK_M,
    BLOCK_N,
    DESCRIBED,
    Accumulate,
    Clause,
    Describe,
    EachHead,
    Finish,
    For,
    Launch,
    Let,
    LoadHeads,
    LoadRows,
    LoadStatistics,
    Mask,
    Merge,
    Pass,
    Program,
    Score,
    SortedBlockList,
    Start,
    Statement,
    Stop,
    Store,
    Visit,
    Whole,
)
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value


ListOf: TypeAlias = "Callable[[SortedBlockList, int], Lines]"
"""The lines of a list for tiles of that many rows."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A list sorted by tiles of rows.

    `tables`: where the entries of each line start, with the end of the last; where those end whose pairs are all
    admitted; the block of each entry; a bit for each block of rows it belongs to. `head`: lines from one head to the
    next. `rows`: of a line.
    """

    tables: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
    head: int
    rows: int


_Counted: TypeAlias = tuple[Accumulate, np.ndarray, np.ndarray, np.ndarray]
"""Pairs [rows, columns] of a tile that count, and what accumulates them; each row's head, each column's position."""


class OutsideError(AssertionError):
    """A load or a store that leaves its tensor, or reads what nothing wrote."""


@dataclass(frozen=True, slots=True)
class Extents:
    """The part of a sequence that a call holds, of one batch entry."""

    n: int
    q_offset: int
    queries: int
    k_offset: int
    keys: int
    heads: int
    kv_heads: int

    def of(self, side: Side) -> tuple[int, int]:
        """The first position of a side, and its end."""
        if side is Side.QUERY:
            return self.q_offset, self.q_offset + self.queries
        return self.k_offset, self.k_offset + self.keys


@dataclass(slots=True)
class Work:
    """What programs did: pairs they took in tiles, those of them that count, and those in tiles that are not tested."""

    executed: int = 0
    useful: int = 0
    untested: int = 0


@dataclass(slots=True)
class Machine:
    """What the programs of one launch share.

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
        for tile in range(tile_count):
            for head in range(head_count):
                places = dict(zip((axis.place for axis in AXES), (tile, head, 0), strict=True))
                Instance(self, {**self.names, **counts, **places}).run(program.body)


class _Stopped(Exception):  # noqa: N818 -- not an error: the program has no rows
    """A program ended early."""


@dataclass(slots=True)
class Instance:
    """One program: its names, what it accumulates, [rows, query heads, positions]; whether it tests a tile's pairs.

    `described`: the first of the columns described last, their step, and where they start and stop.
    """

    machine: Machine
    names: dict[str, Value]
    tested: bool = False
    described: tuple[int, int, range] = (0, 0, range(0))
    state: np.ndarray = field(default_factory=lambda: np.empty(0))

    def run(self, body: tuple[Statement, ...]) -> None:
        try:
            self._all(body)
        except _Stopped:
            return

    def _all(self, body: tuple[Statement, ...]) -> None:
        for statement in body:
            self._one(statement)

    def _one(self, statement: Statement) -> None:
        match statement:
            case Let(names, values):
                self._let(names, tuple(map(self.value, values)))
            case Stop(when):
                if self.value(when):
                    raise _Stopped
            case Start():
                self.start(statement)
            case For(variable, start, stop, step, body):
                for place in range(*(int(self.value(one)) for one in (start, stop, step))):
                    self.names[variable] = place
                    self._all(body)
            case EachHead(start, stop, body):
                for head in range(int(self.value(start)), int(self.value(stop))):
                    self.names["head"] = head
                    self._all(body)
            case Clause(_, body):
                self._all(body)
            case Describe(_, first, step, low, high):
                described = range(int(self.value(low)), int(self.value(high)))
                self.described = int(self.value(first)), int(self.value(step)), described
            case Score():
                self._score(statement)
            case Mask():
                self._mask(statement)
            case Accumulate():
                self._add(self._counted(statement))
            case Whole(start, stop):
                self._whole(statement, range(*(int(self.value(one)) for one in (start, stop, BLOCK_N))))
            case Merge():
                self._merge(statement)
            case Store():
                self.store(statement)
            case LoadRows(_, _, _, head, _):
                self._check_head(int(self.names[head]), head)
                self.load_rows(statement)
            case LoadHeads(_, _, _, heads, number):
                self._check_heads(heads, int(self.names[number]))
                self.load_heads(statement)
            case LoadStatistics():
                self.load_statistics(statement)
            case Finish():
                self.finish(statement)
            case Visit():
                raise AssertionError("visits become loops before they run")
            case _:
                assert_never(statement)

    def start(self, _start: Start) -> None:
        """Accumulate from nothing on."""
        self.state = np.zeros((int(self.names["BLOCK_M"]), self.machine.extents.heads, self.machine.extents.n))

    def load_rows(self, load: LoadRows) -> None:
        """Load the program's rows of a tensor."""
        self.names[load.name] = 0

    def load_heads(self, load: LoadHeads) -> None:
        """Load a row of several heads of a tensor."""
        self.names[load.name] = 0

    def load_statistics(self, _load: LoadStatistics) -> None:
        """Load what gradients read of the program's rows."""
        self.names |= {"row_lse": 0, "row_delta": 0}

    def finish(self, finish: Finish) -> None:
        """Finish a softmax."""

    def value(self, index: Index) -> Value:
        return evaluate(index, self.names, LIBRARY)

    def _let(self, names: tuple[str, ...], values: tuple[Value, ...]) -> None:
        found = values[0] if len(names) > 1 and len(values) == 1 else values
        self.names.update(zip(names, found, strict=True))  # type: ignore[arg-type]

    def _score(self, score: Score) -> None:
        """Load a tile of columns; until they are masked, all pairs of the tile count."""
        start, stop = self.machine.extents.of(score.direction.side.other)
        columns, loaded = (np.asarray(self.names[name]) for name in ("columns", "loaded"))
        if score.row is not None:
            first, step, described = self.described
            t = described.start + int(self.value(score.row)) + np.arange(len(columns))
            if (loaded != (t >= described.start) & (t < described.stop)).any() or (columns != first + step * t)[
                loaded
            ].any():
                raise OutsideError(f"columns {columns[loaded]}, described as {first} + {step} * t, t in {described}")
            if loaded.any() and not start <= first + step * described.start < stop:
                raise OutsideError(f"a description that begins at column {first + step * described.start}")
        if ((columns < start) | (columns >= stop))[loaded].any():
            raise OutsideError(f"columns {columns[loaded]} of {start} to {stop}")
        self.names["admitted"] = np.ones((1, len(columns)), dtype=bool)
        self.tested = False

    def _mask(self, mask: Mask) -> None:
        if mask.edge is not None and not self.value(mask.edge):
            return
        self.tested = True
        admitted = np.asarray(self.value(mask.admitted))
        for test in mask.tests:
            if test.when is None or self.value(test.when):
                admitted = np.logical_and(admitted, self.value(test.truth))
        self.names["admitted"] = admitted

    def _check_head(self, head: int, name: str) -> None:
        extents = self.machine.extents
        if not 0 <= head < (extents.kv_heads if name == "kv_head" else extents.heads):
            raise OutsideError(f"{name} {head}")

    def _check_heads(self, heads: str, number: int) -> None:
        """A row of the call's, of heads that it has."""
        for head in np.asarray(self.names[heads])[np.asarray(self.names["valid"])]:
            self._check_head(int(head), heads)
        if not 0 <= number < self.machine.extents.queries:
            raise OutsideError(f"query {number}")

    def _whole(self, whole: Whole, tiles: range) -> None:
        """Take tiles whose pairs are not tested, each after the next is scored."""
        late = None
        for place in tiles if self.value(DESCRIBED) else ():
            self.names["t"] = place
            self._all(whole.body[:-1])
            self._add(late)
            late = self._counted(whole.late)
        self._add(late)

    def _counted(self, accumulate: Accumulate) -> _Counted:
        """The pairs of a tile that count; rows may be of one head, or each of its own."""
        rows = np.asarray(self.names["valid"])
        heads = np.broadcast_to(np.asarray(self.names["head"]), rows.shape)
        columns, loaded = (np.asarray(self.names[name]) for name in ("columns", "loaded"))
        pairs = np.broadcast_to(self.names["admitted"], (len(rows), len(columns))) & rows[:, None]
        if (pairs & ~loaded).any():
            raise OutsideError("an admitted pair of a column that is not loaded")
        self.machine.work.executed += pairs.size
        self.machine.work.untested += 0 if self.tested else pairs.size
        self.machine.work.useful += int(pairs.sum())
        return accumulate, pairs, heads, columns

    def accumulate(self, accumulate: Accumulate, pairs: np.ndarray, heads: np.ndarray, columns: np.ndarray) -> None:
        """Accumulate pairs [rows, columns] that count; the head of each row, the position of each column."""
        row, column = np.nonzero(pairs)
        np.add.at(self.state, (row, heads[row], columns[column]), self.machine.times * 2.0**accumulate.weight)

    def _add(self, taken: _Counted | None) -> None:
        if taken is not None:
            self.accumulate(*taken)

    def _merge(self, merge: Merge) -> None:
        valid = np.asarray(self.names["valid"])
        member = valid if merge.member is None else np.asarray(self.value(merge.member)) & valid
        self.merge(merge.partial, member, np.broadcast_to(np.asarray(self.value(merge.index)), member.shape)[member])

    def merge(self, partial: int, member: np.ndarray, index: np.ndarray) -> None:
        """Merge the rows `index` of a partial into the program's rows where `member` holds."""
        held = self.rows_of(self.machine.partials[partial], index)
        if np.isnan(held).any():
            raise OutsideError(f"partial {partial}: rows that no launch stored")
        self.state[member] += held

    def stored_rows(self, store: Store) -> tuple[np.ndarray, np.ndarray]:
        """Which rows of the program a store takes, and at which rows of a tensor it puts them."""
        valid = np.asarray(self.names["valid"])
        return valid, np.broadcast_to(np.asarray(self.value(store.index)), valid.shape)[valid]

    def store(self, store: Store) -> None:
        """Store what is accumulated, or add it."""
        valid, index = self.stored_rows(store)
        before = self.rows_of(self.machine.into, index)
        if store.adds:
            self.machine.into[index] = np.nan_to_num(before) + self.state[valid]
        elif np.isnan(before).all():
            self.machine.into[index] = self.state[valid]
        else:
            raise OutsideError("two programs store one row")

    def rows_of(self, buffer: np.ndarray, index: np.ndarray) -> np.ndarray:
        """Rows of a buffer."""
        if index.size and not 0 <= index.min() <= index.max() < len(buffer):
            raise OutsideError(f"rows {index.min()} to {index.max()} of {len(buffer)}")
        return np.asarray(buffer[index])


# ---- launches --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Setting:
    """What all launches of a call share.

    `heads`: those of the group. `names`: tensors and numbers that programs may read, besides those of the extents.
    `block_m`, `block_n`: rows and columns of a tile. `list_of`, `cells_of`: lists, and the cells of orders, by number.
    """

    extents: Extents
    programs: Mapping[str, Program]
    heads: range
    names: Mapping[str, Value]
    block_m: int
    block_n: int
    list_of: ListOf
    cells_of: Callable[[int], np.ndarray]


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
        stores_partial = launch is not made.last
        for run in launch.runs:
            names = names_of(launch, dict(run.constants), setting)
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


def names_of(launch: Launch, constants: Mapping[str, int], setting: Setting) -> dict[str, Value]:
    """What the programs of one run of a launch are given, by name; `constants`: of the run."""
    extents = setting.extents
    block_m = setting.block_m if launch.most is None else min(setting.block_m, launch.most)
    names: dict[str, Value] = {
        **{f"{side.value}_offset": extents.of(side)[0] for side in Side},
        **{f"{side.value}_stop": extents.of(side)[1] for side in Side},
        "seq_len": extents.n,
        "queries": extents.queries,
        "keys": extents.keys,
        "heads": extents.heads,
        "kv_heads": extents.kv_heads,
        "group": extents.heads // extents.kv_heads,
        "head_start": setting.heads.start,
        "head_stop": setting.heads.stop,
        BLOCK_M.name: block_m,
        BLOCK_N.name: setting.block_n,
        DESCRIBED.name: 1,
        **_TENSORS,
        **setting.names,
        **constants,
    }
    for one in launch.lists:
        lines = setting.list_of(one, int(evaluate(one.rows, {BLOCK_M.name: block_m}, LIBRARY)))
        name = f"list_{one.number}"
        names[name] = lines.tables  # type: ignore[assignment]
        names |= {f"{name}_batch": 0, f"{name}_head": lines.head, name.upper(): lines.rows}
        if one.order is not None:
            names["cells"] = setting.cells_of(one.order)
    for let in launch.row_counts:
        found = tuple(evaluate(value, names, LIBRARY) for value in let.values)
        names.update(zip(let.names, found[0] if len(let.names) > len(found) else found, strict=True))  # type: ignore[arg-type]
    return names


def head_count(launch: Launch, setting: Setting) -> int:
    """Places on the second axis of a launch's grid."""
    if not launch.by_key_head:
        return len(setting.heads)
    group = setting.extents.heads // setting.extents.kv_heads
    return -(-setting.heads.stop // group) - setting.heads.start // group if setting.heads else 0


_TENSORS: dict[str, Value] = {
    **dict.fromkeys(("query", "key", "value", "grad_out", "out", "lse", "delta"), np.zeros(1)),
    "strides": (0, 0, 0, 0),  # type: ignore[dict-item]
    "scale": 1,
    "query_starts": None,  # type: ignore[dict-item]
    **dict.fromkeys(("seed", "threshold", "kept", "DROPS"), 0),
}
"""What programs read whose values change nothing here: numbers are not multiplied."""
