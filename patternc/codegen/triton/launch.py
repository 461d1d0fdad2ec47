"""One launch of a generated file's host functions: its tiles, its grid, what it allocates, the kernel's arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.provenance import all_heads
from patternc.codegen.triton.block_rows import crowded
from patternc.codegen.triton.kernel_text import KernelText, ListOf
from patternc.codegen.triton.launch_plan import Part
from patternc.codegen.triton.line_layout import indented, sequence
from patternc.codegen.triton.list_calls import list_lines, lists_of, most_rows
from patternc.codegen.triton.list_loops import list_names
from patternc.codegen.triton.row_tiles import Constexpr, constexprs, every_class, extent, follows_head, is_contiguous
from patternc.ir.kernel import KernelGroup, Lattice, Sweep
from patternc.ir.mask import Side


@dataclass(frozen=True, slots=True)
class Named:
    """A kernel and the name it has in the file."""

    name: str
    text: KernelText


@dataclass(frozen=True, slots=True)
class Launch:
    """Sweeps that run one kernel, one after the other, and whether their results are compact partials."""

    kernel: Named
    parts: tuple[Part, ...]
    compact: bool


@dataclass(frozen=True, slots=True)
class Launches:
    """The launches of a plan: partials first. `merges`: the last one takes partials in."""

    compact: tuple[Launch, ...]
    last: Launch
    uncovered: bool


@dataclass(frozen=True, slots=True)
class GroupLaunches:
    """What a head group runs: one plan a softmax forward, one for each gradient backward.

    `by_pairs`: scores or weights depend on pairs of positions by tables or by chance, which takes registers.
    """

    group: KernelGroup
    forward: tuple[Launches, ...]
    grad_query: Launches
    grad_key_value: Launches
    list_of: ListOf
    by_pairs: bool

    @property
    def several(self) -> bool:
        """Whether the group's heads have several softmaxes, which a mixing kernel joins."""
        return len(self.group.softmaxes) > 1


@dataclass(frozen=True, slots=True)
class Direction:
    """How a direction calls its kernels. Texts over `part`, the number of a softmax."""

    name: str
    side: Side
    renamed: tuple[tuple[str, str], ...]
    partial: str
    group: GroupLaunches

    @property
    def partitioned(self) -> bool:
        """Whether only some heads take part."""
        return not all_heads(self.group.group.heads)

    def tensor(self, name: str, part: str) -> str:
        return dict(self.renamed).get(name, name).replace("[part]", f"[{part}]")


def launched(launch: Launch, direction: Direction) -> list[str]:
    """A kernel over each of its sweeps: a loop, if there are several."""
    first = launch.parts[0]
    if len(launch.parts) == 1:
        values = {constant.name: str(constant.value) for constant in _constants(first)}
        return list(_once(launch, direction, values, str(first.softmax)))
    names = tuple(constant.name for constant in _constants(first))
    body = _once(launch, direction, {name: name.lower() for name in names}, "part")
    numbered = any("[part]" in line for line in body)
    variables = (*(("part",) if numbered else ()), *(name.lower() for name in names))
    rows = tuple(
        (*((part.softmax,) if numbered else ()), *(constant.value for constant in _constants(part)))
        for part in launch.parts
    )
    items = [str(row[0]) if len(variables) == 1 else sequence([str(item) for item in row]) for row in rows]
    return [f"for {', '.join(variables)} in {sequence(items)}:", *indented(body, 4)]


def _constants(part: Part) -> tuple[Constexpr, ...]:
    return constexprs(part.sweep.rows)


def _once(launch: Launch, direction: Direction, values: dict[str, str], part: str) -> tuple[str, ...]:
    """Statements that launch a kernel once."""
    sweep = launch.parts[0].sweep
    heads = _grid_heads(launch, direction)
    lists = lists_of(launch.parts, direction.group.list_of)
    held = _extent(direction.side) if is_contiguous(sweep.rows) else "held"
    values = {**values, **{list_names(one).rows: f"{list_names(one).tensors}.rows" for one in lists}}
    arguments = _call_arguments(launch, direction, {**values, "DROPS": "dropout > 0"}, part)
    return (
        *_runs(sweep.rows, direction.side, values),
        f'tile = _tile("{_tile_row(launch, direction)}", query, {held}{most_rows(launch.parts, lists)})',
        *list_lines(lists, sweep, direction.side),
        *(_partial(sweep.rows, direction, heads) if launch.compact else ()),
        f"grid = {_tiles(sweep, direction.side)}, {heads}, batch",
        f"{launch.kernel.name}[grid]({', '.join(_with_lists(arguments, lists))})",
        *(("partials.append(partial)",) if launch.compact else ()),
    )


def _extent(side: Side) -> str:
    return "queries" if side is Side.QUERY else "keys"


def _runs(rows: Lattice, side: Side, values: dict[str, str]) -> tuple[str, ...]:
    """Count the runs that rows on a lattice of their own make, and the rows that the longest holds."""
    if is_contiguous(rows):
        return ()
    x = extent(side)
    sizes = f"{x}_offset, {x}_stop, {values.get('SEGMENT', 'None')}, {values.get('DILATION', '1')}"
    return (f"runs, held = {'_class_runs' if every_class(rows) else '_runs'}({sizes})",)


def _partial(rows: Lattice, direction: Direction, heads: str) -> tuple[str, ...]:
    """Allocate what a compact sweep stores."""
    count = f"batch * {heads} * {_extent(direction.side) if is_contiguous(rows) else 'runs * held'}"
    return (f"rows = {count}", f"partial = {direction.partial}")


def _tiles(sweep: Sweep, side: Side) -> str:
    """The extent of the grid's first axis."""
    if not is_contiguous(sweep.rows):
        return 'runs * triton.cdiv(held, tile["BLOCK_M"])'
    x = extent(side)
    return "_row_tiles(0, seq_len, tile)" if sweep.order is not None else f"_row_tiles({x}_offset, {x}_stop, tile)"


def _tile_row(launch: Launch, direction: Direction) -> str:
    """The row of the tile table that a kernel takes its sizes from."""
    text = launch.kernel.text
    if "BLOCK_N" not in text.constants:
        return "rows"
    if direction.name == "grad_key_value" and (direction.group.by_pairs or crowded(launch.parts[0].sweep)):
        return "grad_key_value_heavy"
    several = len(text.pieces) > 1
    if direction.name == "grad_key_value" and text.merges and not several:
        return "grad_key_value_merging"
    many = several or bool(text.merges)
    return f"{direction.name}_many" if many and direction.name != "grad_query" else direction.name


def _grid_heads(launch: Launch, direction: Direction) -> str:
    """The extent of the grid's second axis: query heads, or the key heads they share."""
    if direction.side is Side.KEY and not follows_head(launch.parts[0].sweep.rows):
        return "len(some_kv_heads)" if direction.partitioned else "kv_heads"
    return "len(some_heads)" if direction.partitioned else "heads"


def _with_lists(arguments: Sequence[str], lists: Sequence[Listed]) -> list[str]:
    """The arguments, what they say of lists taken from those."""
    texts: dict[str, str] = {}
    for one in lists:
        names = list_names(one)
        texts |= {names.tensors: f"{names.tensors}.tensors", names.batch: f"{names.tensors}.batch"}
        texts |= {names.head: f"{names.tensors}.head"}
    return [texts.get(argument, argument) for argument in arguments]


_RESULTS = ("out", "grad_query", "grad_key", "grad_value")


def _call_arguments(launch: Launch, direction: Direction, values: dict[str, str], part: str) -> list[str]:
    text = launch.kernel.text
    arguments: list[str] = []
    for name in text.tensors:
        stored = name in _RESULTS or (name == "lse" and direction.name == "forward")
        if launch.compact and stored:
            if not any("partial" in argument for argument in arguments):
                arguments.append("partial" if direction.name == "grad_query" else "*partial")
        elif name == "partials":
            arguments.append("tuple(partials)")
        else:
            arguments.append(direction.tensor(name, part))
    arguments = _packed(arguments, ("query", "key", "value", "grad_out"), "*inputs")
    arguments = _packed(arguments, ("query", "key", "value"), "*inputs")
    arguments += _packed(text.scalars, ("q_offset", "q_stop", "k_offset", "k_stop"), "*places")
    arguments += [f"{name}={values[name]}" for name in text.constants if name in values]
    return [*arguments, "**tile"]


def _packed(arguments: Sequence[str], run: tuple[str, ...], text: str) -> list[str]:
    """The arguments, those that begin them and are together in a tuple passed as that tuple."""
    if tuple(arguments[: len(run)]) == run:
        return [text, *arguments[len(run) :]]
    return list(arguments)
