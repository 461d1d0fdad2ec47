"""Launches of a pass as steps of a host function: tiles, lists, partials, grids, orders and arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from patternc.codegen.tiles.descriptors import described_blocks, describes
from patternc.ir.addresses import Packed, Source
from patternc.ir.host import (
    LATTICE,
    OF_TILE,
    Buffer,
    ChooseTile,
    Element,
    Filled,
    ForEach,
    ForTurns,
    Grid,
    KeepPartial,
    Launch,
    LoadCells,
    Operand,
    OrderPrograms,
    SortPairs,
    SortPicks,
    StartPartials,
    Step,
    Tensor,
)
from patternc.ir.index import FALSE, ONE, ZERO, Binary, CeilDiv, Cmp, Expr, Item, Num, Var, greatest, least, times
from patternc.ir.interface import Interface, given_name, short_name
from patternc.ir.liveness import substituted
from patternc.ir.mask import Combine
from patternc.ir.tile import BLOCK_M, PARTIALS, TURNS, Direction, Group, Let, Pass, Program, Rows, SortedBlockList
from patternc.ir.tile import Launch as Launched
from patternc.ir.traversal import all_heads

_SOFTMAX, _ROWS = Var("softmax"), Var("rows")


@dataclass(frozen=True, slots=True)
class Call:
    """The state that functions of a file share.

    `programs`: by name. `starts`: the position of the first query may be a tensor, which kernels read. `cached`: and
    so may the pages that hold the keys.
    """

    interface: Interface
    programs: Mapping[str, Program]
    groups: tuple[Group, ...]
    starts: bool
    cached: bool

    @property
    def apart(self) -> bool:
        """Whether rows have numbers of each softmax that gradients read."""
        return self.interface.several or bool(self.interface.gates)

    @property
    def cut(self) -> bool:
        """Whether one pass for all gradients is cut in portions."""
        return any("portions" in program.numbers for program in self.programs.values())


def held(group: Group) -> bool:
    """Whether a call may hold heads besides those of a group."""
    return not all_heads(group.heads)


def _heads(group: Group) -> Var:
    return Var("held_heads" if held(group) else "heads")


def _kv_heads(group: Group) -> Var:
    return Var("held_kv_heads" if held(group) else "kv_heads")


def _head_start(group: Group) -> Expr:
    return Var("head_start") if held(group) else ZERO


# ---- the launches of a pass ------------------------------------------------------------------------------------------
def launches(call: Call, group: Group, one: Pass) -> Iterator[Step]:
    """All launches of a pass; the last merges the partials that the others store."""
    several = sum(len(launch.runs) for launch in one.partials) > 1 and one.direction is not Direction.GRAD_PAIRS
    if several:
        yield StartPartials()
    for launch in one.launches:
        stored = launch in one.partials and one.direction is not Direction.GRAD_PAIRS
        kept = _Kept.NONE if not stored else _Kept.ONE_OF_SEVERAL if several else _Kept.ALONE
        yield from _runs(call, group, launch, kept)


class _Kept(Enum):
    """A result that a launch stores for a later one of its pass."""

    NONE = "nothing"
    ALONE = "the only partial"
    ONE_OF_SEVERAL = "one of several partials"


def _runs(call: Call, group: Group, launch: Launched, kept: _Kept) -> Iterator[Step]:
    """A launch for each run: in a loop over their numbers where they are several."""
    first, *others = launch.runs
    softmax = Num(first.softmax)
    constants = dict(first.constants)
    if not others:
        known: dict[str, Expr] = {name: Num(value) for name, value in constants.items()}
        yield from _launch(call, group, launch, known, softmax, kept)
        return
    own = {name: Var(name.lower()) for name in constants}
    made = tuple(_launch(call, group, launch, own, _SOFTMAX, kept))
    by_softmax = any(_of_softmax(call, group, launch, name, _SOFTMAX) for name in call.programs[launch.program].tensors)
    names = (*((_SOFTMAX.name,) if by_softmax else ()), *(one.name for one in own.values()))
    rows = ((*((one.softmax,) if by_softmax else ()), *(value for _, value in one.constants)) for one in launch.runs)
    yield ForEach(names, tuple(rows), made)


def _launch(
    call: Call, group: Group, launch: Launched, known: Mapping[str, Expr], softmax: Expr, kept: _Kept
) -> Iterator[Step]:
    program = call.programs[launch.program]
    heads = _kv_heads(group) if launch.by_key_head else _heads(group)
    yield from substituted(launch.row_counts, known)
    lattice = tuple((name, value) for name, value in known.items() if name in LATTICE)
    held_rows = substituted(launch.held, known)
    aligned, block = (Var("aligned") if describes(program) else None), described_blocks(program)
    few = "splits" in program.numbers or program.rows in (Rows.HEADS, Rows.HEAD)
    yield ChooseTile(launch.tile, held_rows, launch.most, lattice, aligned, block, few)
    for block_list in launch.lists:
        if block_list.order is not None:
            yield LoadCells(block_list.order)
        yield _sorting(group, block_list)
    buffers = () if kept is _Kept.NONE else _partial(program)
    if buffers:
        stored, named = _named("stored_rows", substituted(launch.stored, known))
        yield from named
        yield Let((_ROWS.name,), (_product(times(Var("batch"), heads), stored),))
    yield from buffers
    places, named = _named("tiles", substituted(launch.grid, known))
    yield from named
    run = Launch(launch.program, tuple(_arguments(call, group, launch, softmax)))
    if program.direction is Direction.GRAD_PAIRS:
        yield from _in_turns(call, places, heads, run)
        return
    yield Grid(places, heads)
    if launch.order is not None:
        yield OrderPrograms(substituted(launch.order, known))
    yield run
    if buffers:
        yield KeepPartial(tuple(one.name for one in buffers), None if kept is _Kept.ALONE else PARTIALS)


def _sorting(group: Group, made: SortedBlockList) -> SortPairs | SortPicks:
    """The step that makes the lines of a list."""
    if made.picks is not None:
        stop, picks = Var("head_stop" if held(group) else "heads"), given_name(made.picks.input)
        return SortPicks(made.number, made.block, made.columns, _head_start(group), stop, picks, made.picks.tested)
    along = made.order is not None
    return SortPairs(made.number, made.side, made.block, made.columns, made.rows, along, made.moves)


def _in_turns(call: Call, places: Expr, heads: Var, run: Launch) -> Iterator[Step]:
    """A launch for each batch entry and head among those that share numbers of pairs, if a gradient is asked for."""
    entries, own_heads = map(Var, entries_and_heads(call.interface.scores.of_pairs))
    together = greatest(least(own_heads, heads), ONE)
    yield Grid(places, together, entries)
    of_entries, of_heads = TURNS
    by_head = ForTurns(of_heads, heads, together, (run,))
    yield ForTurns(of_entries, times(Var("batch"), Var("learned")), entries, (by_head,))


def entries_and_heads(name: str) -> tuple[str, str]:
    """The names of how many batch entries and heads have numbers of pairs of their own."""
    return f"entries_of_{short_name(name)}", f"heads_of_{short_name(name)}"


def _named(name: str, value: Expr) -> tuple[Expr, tuple[Let, ...]]:
    """A number and, where it is a sum of more than two products, its name and what gives it that."""
    match value:
        case Binary("+", Binary("+"), Binary("*")):
            return Var(name), (Let((name,), (value,)),)
        case _:
            return value, ()


def _product(left: Expr, right: Expr) -> Expr:
    """Return left * right, factor after factor."""
    match right:
        case Binary("*", first, last):
            return times(_product(left, first), last)
        case _:
            return times(left, right)


def _partial(program: Program) -> tuple[Buffer, ...]:
    """The buffers of a partial: out and lse, or unscaled gradients."""
    return tuple(_partial_of(one.tensor, one.address.source) for one in program.stores)


def _partial_of(tensor: str, source: Source) -> Buffer:
    name = f"partial_{tensor}"
    if isinstance(source, Packed):
        return Buffer(name, (_ROWS, Var(source.extent.name.lower())), Element.PARTIAL)
    return Buffer(name, (_ROWS,), Element.FLOAT64)


def _stored(program: Program) -> frozenset[str]:
    return frozenset(one.tensor for one in program.stores)


def _arguments(call: Call, group: Group, launch: Launched, softmax: Expr) -> Iterator[tuple[str, Operand]]:
    program = call.programs[launch.program]
    for name in program.tensors:
        yield name, _of_softmax(call, group, launch, name, softmax) or _tensor(program, name)
    for name in program.numbers:
        yield name, Var(name)
    for name in program.constants:
        if name == "DROPS":
            yield name, Cmp(">", Var("dropout"), ZERO)
        elif name not in OF_TILE:
            yield name, Var(name)


def _of_softmax(call: Call, group: Group, launch: Launched, name: str, softmax: Expr) -> Tensor | None:
    """The entry of a softmax, of tensors that have one for each: parts and their lse, delta and row_lse."""
    program = call.programs[launch.program]
    if name in _stored(program):
        parts = {"out": "out", "lse": "lse"} if group.gated else {"out": "parts", "lse": "part_lses"}
        kept = parts if (group.several or group.gated) and not program.partial else {}
        return Tensor(kept[name], softmax) if name in kept else None
    if group.gated and name == "grad_out":
        return Tensor("grad_out", softmax)
    if call.apart and name == "delta":
        return Tensor("delta", softmax)
    if call.apart and name == "lse":
        return Tensor("row_lse", softmax if _apart(group) else ZERO)
    return None


def _apart(group: Group) -> bool:
    """Whether each softmax of a head has an lse of its own: none is that of all."""
    return group.gated or (group.several and group.combine in (Combine.MEAN, Combine.SUM))


def _tensor(program: Program, name: str) -> Operand:
    if name in ("strides", "scale"):
        return Var(name)
    if name in _stored(program):
        return Tensor(f"partial_{name}" if program.partial else name)
    return Tensor("row_lse" if name == "lse" else name)


# ---- kernels that are the same for all patterns ----------------------------------------------------------------------
def _over_rows(group: Group) -> Iterator[Step]:
    yield ChooseTile("rows", Var("queries"))
    yield Grid(CeilDiv(Var("queries"), BLOCK_M), _heads(group))


def combined(group: Group) -> Iterator[Step]:
    """Out and lse of rows from those of their softmaxes."""
    yield from _over_rows(group)
    places: tuple[tuple[str, Operand], ...] = (
        *(("batches", Var("batch")), ("heads", Var("heads")), ("queries", Var("queries"))),
        *(("head_start", _head_start(group)), ("COUNT", Num(group.softmaxes))),
    )
    parts, results = ("parts", Tensor("parts")), (("out", Tensor("out")), ("lse", Tensor("lse")))
    if group.combine is Combine.LSE_DETACH:
        yield Launch("_mix_by_lse", (parts, ("part_lses", Tensor("part_lses")), *results, *places))
    else:
        divisor = group.divisor if group.combine is Combine.MEAN else 1
        yield Launch("_mix_evenly", (parts, *results, *places, ("DIVISOR", Num(divisor))))


def deltas(call: Call, group: Group) -> Iterator[Step]:
    """The numbers of rows that gradients read: of each softmax, or of the only one."""
    yield from _over_rows(group)
    if group.softmaxes > 1:
        rows = tuple((number,) for number in range(group.softmaxes))
        yield ForEach((_SOFTMAX.name,), rows, (_delta(group, _SOFTMAX, _SOFTMAX),))
    elif group.gated:
        yield _delta(group, ZERO, ZERO)
    else:
        yield _delta(group, None, ZERO if call.interface.several else None)


def _delta(group: Group, part: Expr | None, entry: Expr | None) -> Launch:
    """The launch for a softmax: `part`: which of several; `entry`: where delta has one for each."""
    evenly = group.combine in (Combine.MEAN, Combine.SUM, Combine.GATE)
    out, lse = ("out", "lse") if group.gated else ("parts", "part_lses")
    flow = Tensor("grad_out", part if group.gated else None)
    divisor = group.divisor if group.combine is Combine.MEAN and not group.several else 1
    reached: Operand = FALSE if evenly else Filled("grad_lse")
    arguments: tuple[tuple[str, Operand], ...] = (
        ("out", Tensor("out") if part is None else Tensor(out, part)),
        ("lse", Tensor("lse") if part is None or not evenly else Tensor(lse, part)),
        *(("grad_out", flow), ("grad_lse", Tensor("grad_lse")), ("delta", Tensor("delta", entry))),
        ("row_lse", Tensor("row_lse", entry if _apart(group) or entry is None else ZERO)),
        *(("stride", Item(Var("strides"), 3)), ("queries", Var("queries")), ("LSE_GRADIENT", reached)),
        *((("heads", Var("heads")), ("head_start", _head_start(group))) if held(group) else ()),
        *((("FACTOR", Num(divisor)),) if divisor != 1 else ()),
    )
    return Launch("_row_delta", arguments)
