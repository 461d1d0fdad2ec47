"""Tile IR as readable text: programs with one statement per line, and the launches of every head group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from patternc.ir.addresses import AcrossHeads, Address, Described, Head, Packed, Plane, Source, Statistics
from patternc.ir.dump.masks import heads, indented
from patternc.ir.index import Expr, Var
from patternc.ir.index_text import Printer
from patternc.ir.tile import (
    AddByDistance,
    AddByPlace,
    AddDistances,
    AddPairs,
    AddProducts,
    AddRows,
    Attend,
    Blocks,
    Clause,
    Columns,
    Describe,
    Draws,
    Drop,
    EachHead,
    Extremes,
    Finish,
    For,
    GradProducts,
    GradScores,
    Group,
    Launch,
    Let,
    Listed,
    Load,
    LoadPairs,
    Mask,
    MergeSoftmax,
    MergeSum,
    Modify,
    Multiply,
    Named,
    Pass,
    Range,
    Skip,
    StartSoftmax,
    StartSum,
    Statement,
    Stop,
    Store,
    Strided,
    Test,
    Tiles,
    Visit,
    Weigh,
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
        case Visit():
            yield from _visit(statement)
        case For(variable, start, stop, step, _):
            yield f"for {variable} from {PRINTER.text(start)} below {PRINTER.text(stop)} by {PRINTER.text(step)}"
        case Skip(unless, _):
            yield f"skip unless {PRINTER.text(unless)}"
        case Extremes(names, numbers, valid):
            yield f"{', '.join(names)} = least and greatest of {PRINTER.text(numbers)} where {PRINTER.text(valid)}"
        case Clause(words, _):
            yield "; ".join(words)
        case EachHead(start, stop, _, variable):
            yield f"for {variable} from {PRINTER.text(start)} below {PRINTER.text(stop)}"
        case Mask(tile, excluded, edge, admitted, tests):
            at_edges = "" if edge is None else f" if {PRINTER.text(edge)}"
            yield f"mask {tile.name} with {excluded}{at_edges}: keep {PRINTER.text(admitted)}"
            yield from (f"  {_test(test)}" for test in tests)
        case Load() | Describe() | MergeSoftmax() | MergeSum() | Store():
            yield _moved(statement)
        case _:
            yield _computed(statement)


def _moved(statement: Load | Describe | MergeSoftmax | MergeSum | Store) -> str:
    """A statement that loads or stores rows."""
    match statement:
        case Load(name, address, within):
            return f"{name} = {_address(address)}{'' if within is None else f', or the first numbers of {within.name}'}"
        case Describe(name, head, first, step, low, high, block):
            ends = f"{PRINTER.text(low)} <= t < {PRINTER.text(high)}{f', in blocks of {block}' if block else ''}"
            rows = f"{PRINTER.text(first)} + {PRINTER.text(step)} * t"
            return f"{name} = descriptor of {_rows(head, rows)}, {ends}"
        case MergeSoftmax(state, out, lse):
            return f"{state.name} merges softmaxes: out {_address(out)}; lse {_address(lse)}"
        case MergeSum(total, partial):
            return f"{total.name} += {_address(partial)}"
        case Store(computed, factor, address, adds):
            what = f"{computed.name}{'' if factor is None else f' * {_factor(factor)}'}"
            return f"{'add' if adds else 'store'} {what} to {_address(address)}"
        case _:
            assert_never(statement)


def _factor(factor: Var | float) -> str:
    return PRINTER.text(factor) if isinstance(factor, Var) else str(factor)


def _address(address: Address) -> str:
    where = "" if address.valid is None else f" where {PRINTER.text(address.valid)}"
    missing = address.source.missing if isinstance(address.source, Statistics) else 0
    return f"{_rows(address.source, PRINTER.text(address.rows))}{where}{f', else {missing}' if missing else ''}"


def _plane(plane: Plane, query: Expr, key: Expr) -> str:
    return f"{PRINTER.text(plane.tensor)}[{PRINTER.text(query)}, {PRINTER.text(key)}]"


def _rows(source: Source, rows: str) -> str:
    match source:
        case Head(start=tensor, extent=extent) | Packed(tensor, extent):
            return f"{PRINTER.text(tensor)}[{rows}, :{extent.name}]"
        case Described(head, matrix, row):
            return f"{matrix.name}[{PRINTER.text(row)}:, :{head.extent.name}], or {_rows(head, rows)}"
        case AcrossHeads(tensor, _, batch, number, extent):
            return f"{tensor.name}[{PRINTER.text(batch)}, {rows}, {PRINTER.text(number)}, :{extent.name}]"
        case Statistics(tensor):
            return f"{PRINTER.text(tensor)}[{rows}]"
        case _:
            assert_never(source)


_Computed: TypeAlias = (
    Multiply
    | LoadPairs
    | Modify
    | Weigh
    | Attend
    | Drop
    | GradScores
    | GradProducts
    | AddProducts
    | AddRows
    | AddByDistance
    | AddByPlace
    | AddDistances
    | AddPairs
    | StartSoftmax
    | StartSum
    | Finish
)


def _computed(statement: _Computed) -> str:
    """A statement that computes tiles of pairs, or sums of rows."""
    match statement:
        case Multiply(name, rows, columns):
            return f"{name} = {rows.name} @ {columns.name}^T"
        case Modify(names, products, scale, distance, places):
            slope = "" if distance is None else f" + {PRINTER.text(distance)}"
            biases = f", biases of {', '.join(map(PRINTER.text, places))}" if places else ""
            return f"{', '.join(names)} = modified {products.name} * {scale.name}{slope}{biases}"
        case Weigh(name, scores, lse, scale, weight):
            return f"{name} = exp2({_in_log2(scores, scale)} - {PRINTER.text(lse)}){_weight(weight)}"
        case Attend(state, scores, values, scale, weight, draws):
            how = f"{_in_log2(scores, scale)}{_weight(weight)}{_dropped(draws)}"
            return f"{state.name} attends to {values.name} with scores {how}"
        case Drop(name, tile, draws):
            return f"{name} = {tile.name}{_dropped(draws)}"
        case GradScores(name, weights, grad_weights, delta):
            return f"{name} = {weights.name} * ({grad_weights.name} - {PRINTER.text(delta)})"
        case GradProducts(name, grad_scores, bend):
            return f"{name} = {grad_scores.name} * {bend.name}"
        case AddProducts(total, weights, rows):
            return f"{total.name} += {weights.name} @ {rows.name}"
        case AddRows(weights, rows, factor, address):
            times = "" if factor is None else f"{factor.name} * "
            return f"{_address(address)} += {times}{weights.name}^T @ {rows.name}"
        case AddByDistance(table, tile, query, key, radius):
            entry = f"{PRINTER.text(key)} - {PRINTER.text(query)}, at most {radius}"
            return f"{PRINTER.text(table)} += {tile.name} by {entry}"
        case AddByPlace(table, tile, place):
            return f"{PRINTER.text(table)} += {tile.name} by {PRINTER.text(place)}"
        case AddDistances(total, tile, query, key):
            return f"{total.name} += rows of {tile.name} * ({PRINTER.text(key)} - {PRINTER.text(query)})"
        case AddPairs(plane, tile, query, key, valid):
            return f"{_plane(plane, query, key)} += {tile.name} where {PRINTER.text(valid)}"
        case LoadPairs(name, _, plane, query, key, valid):
            return f"{name} = {_plane(plane, query, key)} where {PRINTER.text(valid)}"
        case StartSoftmax(name, extent, rows):
            return f"{name} = softmax over no columns [{rows.name}, {extent.name}]"
        case StartSum(name, extent, rows):
            return f"{name} = zeros [{rows.name}{f', {extent.name}' if extent else ''}]"
        case Finish(names, state):
            return f"{', '.join(names)} = output and lse of {state.name}"
        case _:
            assert_never(statement)


def _in_log2(scores: Var, scale: Var | None) -> str:
    return scores.name if scale is None else f"{scores.name} * {scale.name} * log2(e)"


def _weight(weight: float) -> str:
    return f", counted 2**{weight!r} times" if weight else ""


def _dropped(draws: Draws | None) -> str:
    return "" if draws is None else f", dropped by {PRINTER.text(draws.query)}, {PRINTER.text(draws.key)}"


def _visit(visit: Visit) -> Iterator[str]:
    yield f"visit {_columns(visit.columns)}"
    yield from indented(list(_range(visit.range)))
    for when, tests in (("before full", visit.before), ("tested", visit.after)):
        yield from (f"  {when}: {_test(test)}" for test in tests)
    if visit.proof is not None:
        yield from indented(list(_body(visit.proof.extremes)))
        yield f"  skipped unless {PRINTER.text(visit.proof.some)}"
        yield f"  untested if {PRINTER.text(visit.proof.every)}"


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
        of_pairs = (group.grad_pairs,) if group.grad_pairs else ()
        yield from _of_heads(group, _passes((group.grad_query, group.grad_key_value, *of_pairs)))


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
    for block_list in launch.lists:
        yield f"  list {block_list.number} by blocks of {block_list.block}, {PRINTER.text(block_list.rows)} rows a line"
    if launch.order is not None:
        yield f"  programs in {launch.order.schedule.value} order, by {PRINTER.text(launch.order.width)}"
    if partial:
        yield f"  stores {PRINTER.text(launch.stored)} rows a head"
