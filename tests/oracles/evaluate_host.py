"""The host IR run on numbers: a call, from query, key and value to out and lse, and to gradients, in float64.

Every step of a function is run, and every program of a launch at every place of its grid (`evaluate_numbers.py`).
Buffers are NaN until something is stored, so that results show which rows no launch stores, which partial is not
merged, and which buffer lacks its first value. It needs NumPy alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
from oracles.evaluate_numbers import Launched, Score, plain, run_kernel

from patternc.ir import host
from patternc.ir.addresses import EXTENTS
from patternc.ir.host import KERNELS, Function, Launch, Operand, Step, Tensor
from patternc.ir.index import Apply, Index, Num, Var, evaluate
from patternc.ir.launch_orders import launch_order_table
from patternc.ir.launch_settings import Lines
from patternc.ir.mask import Heads, Side
from patternc.ir.semantics import head_range
from patternc.ir.tile import BLOCK_M, BLOCK_N, DESCRIBED, Let, Program
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternc.ir.index import Functions, Value

Array: TypeAlias = np.ndarray
Values: TypeAlias = "dict[str, object]"


@dataclass(frozen=True, slots=True)
class Device:
    """The device that runs a call: programs by name, rows and columns of tiles, properties that the host asks for.

    `splits`: into how many parts calls of few queries split their keys; 0: they do not. `lines_of`: a list, by its
    number, for some heads, by tiles of rows of a side. `cells_of`: the positions along an order, by its number.
    `library`: the definitions of the functions in expressions.
    """

    programs: Mapping[str, Program]
    block_m: int
    block_n: int
    splits: int
    lines_of: Callable[[host.SortPairs, range, int], Lines]
    cells_of: Callable[[int], Array]
    score: Score = plain
    library: Functions = field(default_factory=lambda: LIBRARY)


def run(function: Function, given: Mapping[str, object], device: Device) -> dict[str, Array]:
    """The results of a function, by name.

    Args:
        function: the function.
        given: a value for each parameter: float64 tensors, integers, a float for the scale. A `q_offset` for each batch
            entry is a tensor.
        device: what runs it.

    Raises:
        OutsideError: a program leaves its tensor, or reads what nothing stored.
    """
    missing = [one.name for one in function.parameters if one.name not in given]
    assert not missing, f"no values for {missing}"
    call = _Call({one.name: _contiguous(given[one.name]) for one in function.parameters}, device)
    found = call.all(function.body)
    assert found is not None, "a function that returns nothing"
    return found


def _result(value: Index) -> str:
    """The name of a result: that of the buffer, or of the function whose value it is."""
    match value:
        case Var(name) | Apply(name):
            return name
        case _:
            raise AssertionError(f"{value} has no name")


def _contiguous(value: object) -> object:
    return np.ascontiguousarray(value) if isinstance(value, np.ndarray) else value


@dataclass(slots=True)
class _Call:
    """A call that runs: the values of its names; `tile`: constants of the tile; `partials`: those of the pass."""

    values: Values
    device: Device
    tile: dict[str, int] = field(default_factory=dict)
    grid: tuple[int, int, int] = (0, 0, 0)
    partials: list[tuple[Array, ...] | Array] = field(default_factory=list)

    def all(self, body: tuple[Step, ...]) -> dict[str, Array] | None:
        """Run steps; the results, where they return."""
        for step in body:
            found = self._one(step)
            if found is not None:
                return found
        return None

    def known(self) -> Mapping[str, Value]:
        """The values of names that expressions read."""
        return cast("Mapping[str, Value]", {**self.values, **self.tile})

    def value(self, index: Index) -> object:
        return evaluate(index, self.known(), self.device.library)

    def number(self, index: Index) -> int:
        return int(evaluate(index, self.known(), self.device.library))

    def integer(self, name: str) -> int:
        return int(cast("int", self.values[name]))

    def tensor(self, name: str) -> Array:
        found = self.values[name]
        assert isinstance(found, np.ndarray), name
        return found

    def _one(self, step: Step) -> dict[str, Array] | None:
        match step:
            case host.When(condition, body):
                return self.all(body) if self.number(condition) else None
            case host.ForEach(names, rows, body):
                for row in rows:
                    self.values |= zip(names, row, strict=True)
                    self.all(body)
            case host.ForTurns(variable, stop, turn, body):
                for place in range(0, self.number(stop), self.number(turn)):
                    self.values[variable] = place
                    self.all(body)
            case host.Return(results):
                return {_result(one): cast("Array", self.value(one)) for one in results}
            case host.Buffer(name, shape, _, first):
                self.values[name] = np.full([self.number(one) for one in shape], np.nan if first is None else first)
            case host.FillOutside(outside, packed):
                for name, value in outside if self.values["query_starts"] is not None and not packed else ():
                    self.tensor(name)[...] = value
            case host.StartPartials():
                self.partials = []
            case host.KeepPartial(buffers, others):
                found = tuple(map(self.tensor, buffers))
                self.partials = [*([] if others is None else self.partials), found if len(found) > 1 else found[0]]
            case host.ChooseTile(_, _, most, lattice, described, _):
                rows_ = self.device.block_m if most is None else min(most, self.device.block_m)
                constants = {name: self.number(value) for name, value in lattice}
                extents = dict(zip(EXTENTS, (self.tensor(name).shape[3] for name in ("query", "value")), strict=True))
                sizes = {
                    BLOCK_M.name: rows_,
                    BLOCK_N.name: self.device.block_n,
                    DESCRIBED.name: int(described is not None),
                }
                self.tile = {**dict.fromkeys(host.OF_TILE, 0), **extents, **sizes, **constants}
            case host.Grid(tiles, heads, batches):
                self.grid = self.number(tiles), self.number(heads), self.number(batches)
            case host.OrderPrograms(order):
                places, heads_, batch = self.grid
                self.values["order"] = np.array(launch_order_table(order, self.known(), places, heads_ * batch))
            case host.Launch():
                self._launch(step)
            case _:
                self._name(step)
        return None

    def _name(self, step: Step) -> None:
        """Steps that give numbers of the call names."""
        values = self.values
        match step:
            case Let(names, (value,)) if len(names) > 1:
                values |= zip(names, cast("Iterable[object]", self.value(value)), strict=True)
            case Let(names, given):
                values |= zip(names, map(self.value, given), strict=True)
            case host.Extents(axes, tensor):
                extents = zip(axes, self.tensor(tensor).shape, strict=True)
                values |= {name: extent for name, extent in extents if name is not None}
            case host.Strides(tensors):
                found = (self.tensor(name) for name in tensors)
                values["strides"] = tuple(tuple(stride // x.itemsize for stride in x.strides[:3]) for x in found)
            case host.PairStrides(name, tensor):
                x = self.tensor(tensor)
                values[name] = tuple(
                    0 if size == 1 else step // x.itemsize for size, step in zip(x.shape, x.strides, strict=True)
                )
            case host.EntryStride(name, tensor):
                entries = self.tensor(tensor)
                values[name] = entries[0].size if len(entries) > 1 else 0
            case host.RaiseScale():
                scale = cast("float", values["scale"])
                if scale <= 0:
                    values |= {"query": -self.tensor("query"), "scale": max(-scale, 1e-30)}
            case host.ReadStarts():
                starts = values["q_offset"]
                values["query_starts"] = None
                if isinstance(starts, np.ndarray):
                    values |= {"query_starts": starts, "q_offset": -1}
            case host.CountSequences():
                values |= {"sequences": values["batch"], "most": values["queries"]}
                assert values["query_starts"] is None or self.tensor("query_starts").ndim == 1
            case host.ReadSeed():
                values |= {"threshold": 0, "kept": 1}
            case host.CountSplits():
                values["splits"] = self.device.splits
            case host.HoldHeads(heads):
                own = self._held(heads)
                values |= {"head_start": own.start, "head_stop": own.stop, "held_heads": len(own)}
            case host.HoldKeyHeads():
                group, start, stop = map(self.integer, ("group", "head_start", "head_stop"))
                values["held_kv_heads"] = -(-stop // group) - start // group if stop > start else 0
            case host.FindPairs(number, start_, stop_):
                values[f"pairs_{number}"] = range(self.number(start_), self.number(stop_))
            case host.SortPairs():
                self._sort(step)
            case host.SortPicks(number, block, columns, start_, stop_):
                values[f"pairs_{number}"] = range(self.number(start_), self.number(stop_))
                self._sort(host.SortPairs(number, Side.QUERY, block, columns, Num(block), ordered=False, moves=True))
            case host.LoadCells(order):
                values["cells"] = self.device.cells_of(order)
            case host.CheckAligned():
                values["aligned"] = True
            case host.SumRows(name, rows):
                values[name] = self.tensor(rows).sum((0, 2))
            case host.SumPortions(name):
                values[name] = self.tensor(name).sum(0)
            case host.Cast():
                pass
            case _:
                raise AssertionError(f"{step} gives no number a name")

    def _held(self, heads: Heads) -> range:
        """The heads of the model that the call holds, counted from its first."""
        offset, total, count = map(self.integer, ("head_offset", "num_heads", "heads"))
        own = head_range(heads, total)
        start = min(max(own.start - offset, 0), count)
        return range(start, max(start, min(own.stop - offset, count)))

    def _sort(self, step: host.SortPairs) -> None:
        heads = self.values[f"pairs_{step.number}"]
        assert isinstance(heads, range)
        lines = self.device.lines_of(step, heads, self.number(step.rows))
        name = f"list_{step.number}"
        self.values |= {name: lines.tables, f"{name}_batch": 0, f"{name}_head": lines.head, name.upper(): lines.rows}

    # ---- launches ----------------------------------------------------------------------------------------------------
    def _launch(self, launch: Launch) -> None:
        given = {name: self._value(operand) for name, operand in launch.arguments}
        tables = [name for name in given if name.startswith("given_")]  # programs look their entries up one by one
        given |= {name: np.ravel(np.asarray(given[name])) for name in tables}
        if launch.program in KERNELS:
            run_kernel(launch.program, given, self.grid[1])
        else:
            launched = Launched({**given, **self.tile}, self.grid, self.device.score)
            launched.run(self.device.programs[launch.program])

    def _value(self, operand: Operand) -> object:
        match operand:
            case Tensor("partials"):
                return tuple(self.partials)
            case Tensor(name, None):
                return self.values[name]
            case Tensor(name, softmax):
                assert softmax is not None
                return self.tensor(name)[self.number(softmax)]
            case host.Filled(tensor):
                return self.tensor(tensor).size > 0
            case _:
                return evaluate(operand, self.known(), LIBRARY)
