"""What the templates of host functions ask about launches: names of what they pass, and expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from patternc.codegen.provenance import all_heads, held_heads
from patternc.codegen.tiles.descriptors import describes
from patternc.codegen.tiles.list_visits import ListNames, list_names
from patternc.codegen.triton.printer.expressions import TILE, host
from patternc.codegen.triton.printer.statements import packed
from patternc.ir.index import Binary, Expr, Index
from patternc.ir.mask import Combine, Schedule, Side
from patternc.ir.tile import Direction, Group, Launch, LaunchOrder, Program

STORED = {
    Direction.FORWARD: ("out", "lse"),
    Direction.GRAD_QUERY: ("grad_query",),
    Direction.GRAD_KEY_VALUE: ("results",),
}
"""The arguments of a program that it stores to."""

_PLACES = ("q_offset", "q_stop", "k_offset", "k_stop")


@dataclass(frozen=True, slots=True)
class Launches:
    """The printer of host functions; `programs`: by name. `softmaxes`: of the file, each of which has its `delta`."""

    programs: Mapping[str, Program]
    softmaxes: int

    def partitioned(self, group: Group) -> bool:
        """Whether a group is not all heads."""
        return not all_heads(group.heads)

    def short(self, groups: tuple[Group, ...]) -> bool:
        """Whether calls of few queries split their keys: those of every group."""
        return all(group.short for group in groups)

    def split_heads(self, groups: tuple[Group, ...]) -> str:
        """The heads that programs of splits tell apart."""
        shared = all(launch.by_key_head for group in groups for one in group.short for launch in one.partials)
        return "kv_heads" if shared else "heads"

    def split_keys(self, groups: tuple[Group, ...]) -> str:
        """The most columns that a row of theirs visits."""
        reaches = [group.reach for group in groups]
        return "keys" if None in reaches else f"min(keys, {max(one or 0 for one in reaches)})"

    def held(self, group: Group) -> str:
        """The group's heads that the call holds, counted from its first."""
        return held_heads(group.heads, "heads")

    def text(self, index: Index, launch: Launch | None = None) -> str:
        """An expression over the numbers of a call, and those of the run of a launch."""
        return host({} if launch is None else self._constants(launch)).text(index)

    def terms(self, index: Expr, launch: Launch | None = None) -> tuple[str, ...]:
        """The same as the terms of a sum."""
        if isinstance(index, Binary) and index.operator == "+":
            return (*self.terms(index.left, launch), self.text(index.right, launch))
        return (self.text(index, launch),)

    # ---- one launch --------------------------------------------------------------------------------------------------
    def is_loop(self, launch: Launch) -> bool:
        """Whether a program runs more than once."""
        return len(launch.runs) > 1

    def described(self, launch: Launch) -> bool:
        """Whether its programs load by descriptors."""
        return describes(self.programs[launch.program])

    def described_tensors(self, groups: tuple[Group, ...], directions: Sequence[str]) -> tuple[str, ...]:
        """The tensors whose columns programs of some directions load by descriptors."""
        passes = [one for group in groups for one in (*group.forward, group.grad_query, group.grad_key_value)]
        launches = [launch for one in passes if one.direction.value in directions for launch in one.launches]
        sides = {self.programs[one.program].direction.side for one in launches if self.described(one)}
        return (
            *(("key", "value") if Side.QUERY in sides else ()),
            *(("query", "grad_out") if Side.KEY in sides else ()),
        )

    def lattice(self, launch: Launch) -> tuple[tuple[str, str], ...]:
        """The fields of a tile that say what lattice its rows are of, and their values."""
        return tuple((TILE[name], value) for name, value in self._constants(launch).items())

    def tensors(self, launch: Launch) -> tuple[str, ...]:
        """The names of what a program takes besides numbers, tuples among them."""
        return tuple(name for _, name in packed(self.programs[launch.program].tensors))

    def stored(self, launch: Launch) -> tuple[str, ...]:
        """Those of them that it stores a partial to."""
        program = self.programs[launch.program]
        return STORED[program.direction] if program.partial else ()

    def by_softmax(self, launch: Launch, group: Group) -> dict[str, str]:
        """Names of what a host function keeps for each softmax, by what the program calls them."""
        direction = self.programs[launch.program].direction
        found = {"delta": "delta"} if self.softmaxes > 1 else {}
        if group.several and direction is Direction.FORWARD:
            found |= {"out": "parts", "lse": "part_lses"}
        elif group.several and group.combine in (Combine.MEAN, Combine.SUM):
            found |= {"lse": "row_lse"}
        return {name: kept for name, kept in found.items() if name not in self.stored(launch)}

    def row_lse(self, launch: Launch) -> str:
        """What a program that is given no softmax of its own takes as `lse`: a gradient what `_row_delta` stored."""
        if self.programs[launch.program].direction is Direction.FORWARD:
            return "lse"
        return "row_lse[0]" if self.softmaxes > 1 else "row_lse"

    def numbered(self, launch: Launch, group: Group) -> bool:
        """Whether the arguments of a launch differ from softmax to softmax."""
        return any(name in self.by_softmax(launch, group) for name in self.tensors(launch))

    def has_places(self, launch: Launch) -> bool:
        """Whether a program takes the places of both sides, as all of them lie in one tuple."""
        return self.programs[launch.program].numbers[:4] == _PLACES

    def numbers(self, launch: Launch) -> tuple[str, ...]:
        """The numbers that a program takes, those of `has_places` aside."""
        numbers = self.programs[launch.program].numbers
        return numbers[4:] if self.has_places(launch) else numbers

    def constants(self, launch: Launch) -> tuple[str, ...]:
        """The constants that a program takes besides its tile."""
        return tuple(name for name in self.programs[launch.program].constants if name not in TILE)

    def of_list(self, launch: Launch) -> dict[str, tuple[str, str]]:
        """What a program takes of a list: the list, and what of it."""
        found = [list_names(one.number) for one in launch.lists]
        return {name: (one.tables, field) for one in found for name, field in _fields(one)}

    def list_name(self, number: int) -> str:
        """What the list of that number is called."""
        return list_names(number).tables

    # ---- the order of its programs -----------------------------------------------------------------------------------
    def order_function(self, order: LaunchOrder) -> str:
        """The function that makes its table."""
        return _ORDERS[order.schedule]

    def order_arguments(self, launch: Launch) -> tuple[str, ...]:
        """What the function takes besides the numbers of places and lines."""
        order = launch.order
        assert order is not None
        device = "query.device"
        match order.schedule:
            case Schedule.CLASS_MAJOR | Schedule.HILBERT:
                return (self.text(order.width, launch), device)
            case Schedule.SIMILAR:
                assert order.number is not None
                return (self.text(order.width, launch), self.list_name(order.number))
            case _:
                return (device, "backwards=True") if order.backwards else (device,)

    def _constants(self, launch: Launch) -> dict[str, str]:
        """What the constants of a launch's lattice are called where it runs, or their values."""
        return {name: name.lower() if self.is_loop(launch) else str(value) for name, value in launch.runs[0].constants}


_ORDERS = {
    Schedule.LONGEST_FIRST: "_longest_first",
    Schedule.CLASS_MAJOR: "_class_major",
    Schedule.HILBERT: "_along_curve",
    Schedule.SIMILAR: "_by_similarity",
}


def _fields(names: ListNames) -> tuple[tuple[str, str], ...]:
    return (names.tables, "tensors"), (names.batch, "batch"), (names.head, "head"), (names.rows, "rows")
