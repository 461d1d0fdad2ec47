"""Tile IR as readable text: programs with one statement per line, and the launches of every head group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.ir.dump.patterns import heads, indented
from patternc.ir.index_text import Printer
from patternc.ir.tile import (
    Accumulate,
    Blocks,
    Clause,
    Columns,
    Describe,
    EachHead,
    Finish,
    For,
    Group,
    Launch,
    Let,
    Listed,
    LoadHeads,
    LoadRows,
    LoadStatistics,
    Mask,
    Merge,
    Named,
    Pass,
    Range,
    Score,
    Start,
    Statement,
    Stop,
    Store,
    Strided,
    Test,
    Tiles,
    Visit,
    Whole,
    inner,
)

PRINTER = Printer(rounded_up="cdiv")


def dump_tiles(name: str, tiles: Tiles) -> str:
    """The programs and launches of a pattern."""
    lines = [f"tiles {name}"]
    for named in tiles.programs:
        lines += indented(_program(named))
    lines += indented(list(_calls(tiles)))
    return "\n".join(lines) + "\n"


def _program(named: Named) -> list[str]:
    program = named.program
    partial = ", a partial" if program.partial else ""
    head = f"program {named.name} ({program.direction.value} of {program.rows.value} rows{partial})"
    arguments = f"  given {', '.join((*program.tensors, *program.numbers, *program.constants))}"
    return [head, arguments, *indented(list(_body(program.body)))]


def _body(body: tuple[Statement, ...]) -> Iterator[str]:
    for statement in body:
        yield from _statement(statement)
        yield from indented(list(_body(inner(statement))))


def _statement(statement: Statement) -> Iterator[str]:
    match statement:
        case Let(names, values, _):
            yield f"{', '.join(names)} = {', '.join(map(PRINTER.text, values))}"
        case Stop(when):
            yield f"stop if {PRINTER.text(when)}"
        case LoadRows(name, tensor, _, head, offset):
            yield f"{name} = rows of {tensor}[batch, {head}] from {offset}"
        case LoadHeads(name, tensor, _, heads_, number):
            yield f"{name} = row {number} of {tensor}[batch, {heads_}]"
        case LoadStatistics(line):
            yield f"row_lse, row_delta = rows of lse, delta at {line}"
        case Start(direction):
            yield f"{direction.state} = nothing"
        case Visit():
            yield from _visit(statement)
        case For(variable, start, stop, step, _):
            yield f"for {variable} from {PRINTER.text(start)} below {PRINTER.text(stop)} by {PRINTER.text(step)}"
        case Describe(_, first, step, low, high, block):
            ends = f"{PRINTER.text(low)} <= t < {PRINTER.text(high)}{f', in blocks of {block}' if block else ''}"
            yield f"describe columns {PRINTER.text(first)} + {PRINTER.text(step)} * t, {ends}"
        case Score(_, weight):
            yield f"score columns{f', weight 2**{weight!r}' if weight else ''}"
        case Mask(_, edge, admitted, tests):
            yield f"mask{'' if edge is None else f' if {PRINTER.text(edge)}'}: {PRINTER.text(admitted)}"
            yield from (f"  {_test(test)}" for test in tests)
        case Accumulate():
            yield "accumulate columns"
        case Whole(start, stop, _):
            ends = f"from {PRINTER.text(start)} below {PRINTER.text(stop)} by BLOCK_N"
            yield f"if DESCRIBED, for t {ends}, accumulated one tile late"
        case Merge(_, partial, index, member):
            where = "" if member is None else f" where {PRINTER.text(member)}"
            yield f"merge partial {partial} at {PRINTER.text(index)}{where}"
        case Clause(words, _):
            yield "; ".join(words)
        case EachHead(start, stop, _):
            yield f"for head from {PRINTER.text(start)} below {PRINTER.text(stop)}"
        case Finish(divisor):
            yield f"result, lse_log2 = finished{'' if divisor == 1 else f', divided by {divisor}'}"
        case Store(_, index, partial, adds):
            how = "add" if adds else "store"
            yield f"{how}{' a partial' if partial else ''} at {PRINTER.text(index)} where valid"
        case _:
            assert_never(statement)


def _visit(visit: Visit) -> Iterator[str]:
    weight = f", weight 2**{visit.weight!r}" if visit.weight else ""
    yield f"visit {_columns(visit.columns)}{weight}"
    yield from indented(list(_range(visit.range)))
    for when, tests in (("before full", visit.before), ("tested", visit.after)):
        yield from (f"  {when}: {_test(test)}" for test in tests)


def _columns(columns: Columns) -> str:
    match columns:
        case Strided(base, step):
            return f"columns {PRINTER.text(base)} + {PRINTER.text(step)} * t"
        case Blocks(base, step, block):
            return f"columns of blocks of {block}: {PRINTER.text(base)} + {PRINTER.text(step)} * (t // {block})"
        case Listed(blocks, block, _, ordered):
            return f"columns of blocks of {block} listed in {blocks}{', along the order' if ordered else ''}"
        case _:
            assert_never(columns)


def _range(found: Range) -> Iterator[str]:
    named = (("active", found.active), ("low", found.low), ("full", found.full), ("rest", found.rest))
    for name, part in (*named, ("high", found.high), ("inside", found.inside)):
        if part is not None:
            yield f"{name} {PRINTER.text(part)}"
    if found.shared:
        yield "a split of splits"


def _test(test: Test) -> str:
    return PRINTER.text(test.truth) + ("" if test.when is None else f" if {PRINTER.text(test.when)}")


# ---- launches --------------------------------------------------------------------------------------------------------
def _calls(tiles: Tiles) -> Iterator[str]:
    """The launches of programs in a call with few queries, of a forward call and of a backward call, in this order."""
    if any(group.short for group in tiles.groups):
        yield "call of few queries"
        for group in tiles.groups:
            yield from _of_heads(group, _passes(group.short))
    yield "forward call"
    for group in tiles.groups:
        yield from _of_heads(group, _passes(group.forward))
    yield "backward call"
    for group in tiles.groups:
        yield from _of_heads(group, _passes((group.grad_query, group.grad_key_value)))


def _of_heads(group: Group, lines: list[str]) -> list[str]:
    named = f"heads {heads(group.heads)}: {group.combine.value}, divisor {group.divisor}"
    return indented([named, *indented(lines)])


def _passes(passes: tuple[Pass, ...]) -> list[str]:
    return [line for one in passes for line in _pass(one)]


def _pass(one: Pass) -> Iterator[str]:
    yield f"{one.direction.value}{': starts as nothing' if one.uncovered else ''}"
    for launch in one.launches:
        yield from indented(list(_launch(launch, launch in one.partials)))


def _launch(launch: Launch, partial: bool) -> Iterator[str]:
    over = f"({PRINTER.text(launch.grid)}, {'key heads' if launch.by_key_head else 'heads'}, batch)"
    most = "" if launch.most is None else f", at most {launch.most} rows"
    yield f"launch {launch.program} over {over}, tile {launch.tile}{most}"
    for run in launch.runs:
        constants = "".join(f", {name} {value}" for name, value in run.constants)
        yield f"  run of softmax {run.softmax}{constants}"
    for let in launch.row_counts:
        yield f"  {', '.join(let.names)} = {', '.join(map(PRINTER.text, let.values))}"
    for one in launch.lists:
        yield f"  list {one.number} by blocks of {one.block}, {PRINTER.text(one.rows)} rows a line"
    if launch.order is not None:
        yield f"  programs in {launch.order.schedule.value} order, by {PRINTER.text(launch.order.width)}"
    if partial:
        yield f"  stores {PRINTER.text(launch.stored)} rows a head"
