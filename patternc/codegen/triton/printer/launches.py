"""What the templates of host functions ask of a printer: the arguments of launches, grids, loops over runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patternc.codegen.provenance import all_heads, held_heads
from patternc.codegen.triton.legalize.inputs import given_name
from patternc.codegen.triton.legalize.list_visits import ListNames, list_names
from patternc.codegen.triton.printer.expressions import Bracket, host, laid_out
from patternc.codegen.triton.printer.statements import packed
from patternc.ir.mask import Combine
from patternc.ir.tile import Direction, Found, Group, Launch, Let, Pass, Program, Sorted

_RESULTS = ("out", "grad_query", "grad_key", "grad_value")
_PLACES = ("q_offset", "q_stop", "k_offset", "k_stop")


@dataclass(frozen=True, slots=True)
class Launches:
    """The printer of host functions; `programs`: by name. `pad` is the blanks before each line."""

    programs: dict[str, Program]
    softmaxes: int

    def partitioned(self, group: Group) -> bool:
        """Whether a group is not all heads."""
        return not all_heads(group.heads)

    def held(self, group: Group) -> str:
        """The group's heads that the call holds, counted from its first."""
        return held_heads(group.heads, "heads")

    def call(self, pad: str, before: str, items: Sequence[str], after: str = ")") -> str:
        """A call, over as many lines as it takes; `before` ends with its bracket."""
        return "\n".join(laid_out((Bracket(before, tuple(items), after),), pad))

    # ---- one launch --------------------------------------------------------------------------------------------------
    def is_loop(self, launch: Launch) -> bool:
        """Whether a program runs more than once."""
        return len(launch.runs) > 1

    def loop(self, launch: Launch, group: Group) -> str:
        """`a, b in ((1, 2), (3, 4))`: what differs from run to run."""
        numbered = self._numbered(launch, group)
        names = (*(("part",) if numbered else ()), *(name.lower() for name, _ in launch.runs[0].constants))
        rows = [
            (*((str(run.softmax),) if numbered else ()), *(str(value) for _, value in run.constants))
            for run in launch.runs
        ]
        items = [row[0] if len(row) == 1 else f"({', '.join(row)})" for row in rows]
        return f"{', '.join(names)} in ({', '.join(items)})"

    def counted(self, pad: str, launch: Launch) -> str:
        """Names for the numbers of a launch's rows."""
        return "\n".join(line for let in launch.counted for line in self._let(pad, launch, let))

    def _let(self, pad: str, launch: Launch, let: Let) -> tuple[str, ...]:
        return laid_out((f"{let.names[0]} = ", *host(self._constants(launch)).line(let.values[0])), pad)

    def tile(self, launch: Launch) -> str:
        """The arguments that choose the tile of a launch."""
        most = "" if launch.most is None else f", {launch.most}"
        return f'"{launch.tile}", query, {host({}).text(launch.held)}{most}'

    def grid(self, pad: str, launch: Launch, group: Group) -> str:
        """The grid of a launch."""
        tiles = host(self._constants(launch)).line(launch.grid)
        return "\n".join(laid_out(("grid = ", *tiles, f", {self.heads(launch, group)}, batch"), pad))

    def heads(self, launch: Launch, group: Group) -> str:
        """Places on the grid's second axis."""
        if launch.by_key_head:
            return "len(some_kv_heads)" if self.partitioned(group) else "kv_heads"
        return "len(some_heads)" if self.partitioned(group) else "heads"

    def rows(self, launch: Launch, group: Group) -> str:
        """How many rows a partial has."""
        return f"batch * {self.heads(launch, group)} * {host({}).text(launch.stored)}"

    def arguments(self, launch: Launch, pass_: Pass, group: Group) -> list[str]:
        """The arguments of a launch's program."""
        program = self.programs[launch.program]
        part = "part" if self.is_loop(launch) else str(launch.runs[0].softmax)
        lists = {names.tables: f"{names.tables}.tensors" for names in self._list_names(launch)}
        found: list[str] = []
        for run, name in packed(program.tensors):
            if program.partial and self._is_result(run[0], pass_.direction):
                stored = "*partial" if pass_.direction is Direction.FORWARD else "partial"
                found += [] if stored in found else [stored]
            elif name == "partials":
                found.append("tuple(partials)")
            elif name == "results":
                found.append(f"({', '.join(run)})")
            else:
                found.append(lists.get(name) or self._tensor(name, part, pass_.direction, group))
        found += _packed([self._number(launch, name) for name in program.numbers], _PLACES, "*places")
        values = self._constants(launch) | {"DROPS": "dropout > 0"}
        values |= {names.rows: f"{names.tables}.rows" for names in self._list_names(launch)}
        found += [f"{name}={values[name]}" for name in program.constants if name in values]
        return [*found, "TILE=tile", "**options"]

    def _number(self, launch: Launch, name: str) -> str:
        for names in self._list_names(launch):
            if name in (names.batch, names.head):
                return f"{names.tables}.{'batch' if name == names.batch else 'head'}"
        return name

    def _list_names(self, launch: Launch) -> list[ListNames]:
        return [list_names(one.number) for one in launch.lists]

    def _constants(self, launch: Launch) -> dict[str, str]:
        """What the constants of a launch's lattice are called where it runs, or their values."""
        return {name: name.lower() if self.is_loop(launch) else str(value) for name, value in launch.runs[0].constants}

    def _is_result(self, name: str, direction: Direction) -> bool:
        return name in _RESULTS or (name == "lse" and direction is Direction.FORWARD)

    def _tensor(self, name: str, part: str, direction: Direction, group: Group) -> str:
        """What a tensor of a program is called in a host function; `part`: the number of the softmax."""
        if name == "delta" and self.softmaxes > 1:
            return f"delta[{part}]"
        if group.several and direction is Direction.FORWARD and name in ("out", "lse"):
            return f"{'parts' if name == 'out' else 'part_lses'}[{part}]"
        if group.several and name == "lse" and group.combine in (Combine.MEAN, Combine.SUM):
            return f"part_lses[{part}]"
        return name

    def _numbered(self, launch: Launch, group: Group) -> bool:
        """Whether the arguments of a launch differ from softmax to softmax."""
        program = self.programs[launch.program]
        names = (name for name in program.tensors if not (program.partial and self._is_result(name, program.direction)))
        return any(self._tensor(name, "part", program.direction, group) != name for name in names)

    # ---- lists -------------------------------------------------------------------------------------------------------
    def found(self, pad: str, one: Found, group: Group) -> str:
        """The call that finds the pairs of a list."""
        partitioned = self.partitioned(group)
        start, stop = ("some_heads.start", "some_heads.stop") if partitioned else ("0", "heads")
        if one.by_head:
            first = f"head_offset + {start}" if partitioned else "head_offset"
            heads = f"range({first}, head_offset + {stop})"
        else:
            heads = "some_heads" if partitioned else "range(heads)"
        whole = [given_name(name) for name in one.inputs]
        inputs = [f"{name}[:, {start}:{stop}]" if name == "given_selection" and partitioned else name for name in whole]
        extents = "range(q_offset, q_stop)", "range(k_offset, k_stop)", "seq_len", "query.device"
        total = "num_heads" if one.by_total else "heads"
        return self.call(pad, f"pairs_{one.number} = _pairs_{one.number}(", [heads, total, *extents, *inputs])

    def sorted(self, pad: str, one: Sorted) -> str:
        """The call that sorts the pairs of a list by tiles."""
        x, y = one.side.value, one.side.other.value
        rows, columns = f"range({x}_offset, {x}_stop)", f"range({y}_offset, {y}_stop)"
        if one.order is not None:
            rows, columns = "range(seq_len)", f"_numbers({columns}, seq_len)"
        function = "_list" if one.moves else "_static_list"
        items = [f'"{x}"', f"pairs_{one.number}", rows, columns, str(one.block), host({}).text(one.rows)]
        return self.call(pad, f"{list_names(one.number).tables} = {function}(", items)


def _packed(arguments: Sequence[str], run: tuple[str, ...], text: str) -> list[str]:
    """The arguments, those that begin them and are together in a tuple passed as that tuple."""
    if tuple(arguments[: len(run)]) == run:
        return [text, *arguments[len(run) :]]
    return list(arguments)
