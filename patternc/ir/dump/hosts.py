"""Host IR as readable text: both functions, a step a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.ir.dump.masks import heads, indented
from patternc.ir.dump.tiles import PRINTER
from patternc.ir.host import (
    Buffer,
    Cast,
    CheckAligned,
    ChooseTile,
    CountSequences,
    CountSplits,
    EntryStride,
    Extents,
    Filled,
    FillOutside,
    FindPairs,
    ForEach,
    ForTurns,
    Function,
    Grid,
    HoldHeads,
    HoldKeyHeads,
    Host,
    KeepPartial,
    Launch,
    LoadCells,
    Operand,
    OrderPrograms,
    PairStrides,
    Parameter,
    RaiseScale,
    ReadSeed,
    ReadStarts,
    Return,
    Shape,
    SortPairs,
    SortPicks,
    StartPartials,
    Step,
    Strides,
    SumPortions,
    SumRows,
    Tensor,
    When,
    inner,
)
from patternc.ir.tile import Let


def dump_host(name: str, host: Host) -> str:
    """The functions of a pattern."""
    lines = [f"host {name}"]
    for title, function in host.functions:
        lines += indented([title, *indented(list(_function(function)))])
    return "\n".join(lines) + "\n"


def _function(function: Function) -> Iterator[str]:
    yield f"given {', '.join(map(_parameter, function.parameters))}"
    yield from _body(function.body)


def _parameter(parameter: Parameter) -> str:
    return parameter.name if parameter.shape is None else f"{parameter.name} {_shape(parameter.shape)}"


def _shape(shape: Shape) -> str:
    return f"[{', '.join(map(PRINTER.text, shape))}]"


def _body(body: tuple[Step, ...]) -> Iterator[str]:
    for step in body:
        yield _step(step)
        yield from indented(list(_body(inner(step))))


def _step(step: Step) -> str:
    match step:
        case Let(names, values):
            return f"{', '.join(names)} = {', '.join(map(PRINTER.text, values))}"
        case Extents(names, tensor):
            return f"{', '.join(name or '_' for name in names)} = extents of {tensor}"
        case Strides(tensors):
            return f"strides = of {', '.join(tensors)}"
        case EntryStride(name, tensor):
            return f"{name} = from one entry of {tensor} to the next"
        case PairStrides(name, tensor):
            return f"{name} = strides of {tensor}"
        case RaiseScale():
            return "query, scale = with a positive scale"
        case ReadStarts():
            return "query_starts, q_offset = q_offset, -1 if it is a tensor"
        case CountSequences():
            return "sequences, most, keys = those that query_starts places in one entry, else of batch entries"
        case ReadSeed():
            return "seed, threshold, kept = what drops weights"
        case CountSplits(heads_, columns, _, _):
            return f"splits = of {PRINTER.text(columns)} columns for {PRINTER.text(heads_)} heads"
        case HoldHeads(held):
            return f"head_start, head_stop, held_heads = heads {heads(held)} of the call"
        case HoldKeyHeads():
            return "held_kv_heads = key heads of these"
        case CheckAligned(tensors, cached):
            unless = ", in no pages" if cached else ""
            return f"aligned = whether descriptors can say where rows are of {', '.join(tensors)}{unless}"
        case Buffer(name, shape, element, first):
            return f"buffer {name} {_shape(shape)} {element.value}{'' if first is None else f', first {first}'}"
        case FillOutside(values, packed):
            when = "with query_starts of one entry" if packed else "with query_starts"
            return f"{when}, fill {', '.join(f'{name} with {value}' for name, value in values)}"
        case Cast(name, element):
            return f"cast {name} to {element.value}"
        case SumRows(name, rows):
            return f"{name} = sum of {rows} over batch entries and rows"
        case SumPortions(name):
            return f"{name} = its sum over portions"
        case StartPartials():
            return "partials = none"
        case KeepPartial(buffers, others):
            return f"keep {', '.join(buffers)} {'as the only partial' if others is None else 'in partials'}"
        case ForEach(names, rows, _):
            return f"for each {', '.join(names)} of {', '.join(str(row if len(row) > 1 else row[0]) for row in rows)}"
        case ForTurns(variable, stop, every, _):
            return f"for {variable} = 0 to {PRINTER.text(stop)} by {PRINTER.text(every)}"
        case When(condition, _):
            return f"when {PRINTER.text(condition)}"
        case Return(results):
            return f"return {', '.join(map(PRINTER.text, results))}"
        case _:
            return _launching(step)


def _launching(
    step: FindPairs | SortPairs | SortPicks | LoadCells | ChooseTile | Grid | OrderPrograms | Launch,
) -> str:
    match step:
        case FindPairs(number, start, stop, total, inputs, chosen=chosen):
            given = f" from {', '.join(inputs)}" if inputs else ""
            own = f" of heads {PRINTER.text(chosen[0])} to {PRINTER.text(chosen[1])}" if chosen else ""
            span = f"{PRINTER.text(start)} to {PRINTER.text(stop)} of {PRINTER.text(total)}"
            return f"pairs_{number} = found for heads {span}{given}{own}"
        case SortPairs(number, side, block, columns, rows, ordered, moves):
            along = ", along the order" if ordered else ""
            anew = ", anew in every call" if moves else ""
            sizes = block if block == columns else f"{block} x {columns}"
            return f"list_{number} = by {side.value} blocks of {sizes}, {PRINTER.text(rows)} rows a line{along}{anew}"
        case SortPicks(number, block, columns, start, stop, picks, tested):
            sizes = block if block == columns else f"{block} x {columns}"
            own = f"{PRINTER.text(start)} to {PRINTER.text(stop)}"
            return f"list_{number} = blocks of {sizes} of {picks}, heads {own}{', tested' if tested else ''}"
        case LoadCells(order):
            return f"cells = order {order}"
        case ChooseTile(row, held, most, lattice, described, block):
            several = "" if most is None else f", at most {most} rows"
            constants = "".join(f", {name} {PRINTER.text(value)}" for name, value in lattice)
            loads = f", described{f' in blocks of {block}' if block else ''}" if described else ""
            return f"tile {row} for {PRINTER.text(held)} rows{several}{constants}{loads}"
        case Grid(tiles, heads_):
            return f"grid ({PRINTER.text(tiles)}, {PRINTER.text(heads_)}, batch)"
        case OrderPrograms(order):
            backwards = ", backwards" if order.backwards else ""
            return f"order {order.schedule.value}, by {PRINTER.text(order.width)}{backwards}"
        case Launch(program, arguments):
            return f"launch {program}({', '.join(_argument(name, value) for name, value in arguments)})"
        case _:
            assert_never(step)


def _argument(name: str, value: Operand) -> str:
    text = _operand(value)
    return name if text == name else f"{name}={text}"


def _operand(value: Operand) -> str:
    match value:
        case Tensor(name, None):
            return name
        case Tensor(name, softmax):
            assert softmax is not None
            return f"{name}[{PRINTER.text(softmax)}]"
        case Filled(tensor):
            return f"filled {tensor}"
        case _:
            return PRINTER.text(value)
