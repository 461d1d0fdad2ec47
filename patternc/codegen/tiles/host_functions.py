"""Programs over tiles to the functions that launch them: the buffers, launches and choices of a call.

Keeps: every launch of every pass, in order. Ensures: `ir.verify_host` finds no fault.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from patternc.codegen.cached_calls import cache_refusal
from patternc.codegen.shell import positions
from patternc.codegen.tiles.bounds import cut_count, entry_stride
from patternc.codegen.tiles.descriptors import describes
from patternc.codegen.tiles.host_launches import Call, combined, deltas, entries_and_heads, held, launches
from patternc.cost_constants import ONE_PASS_UNITS, PORTION_ROWS, PORTION_UNITS
from patternc.ir.batch import Batches
from patternc.ir.host import (
    ROWS,
    SHAPES,
    Buffer,
    Cast,
    CheckAligned,
    CountSequences,
    CountSplits,
    Element,
    EntryStride,
    Extents,
    FillOutside,
    FindPairs,
    Function,
    HoldHeads,
    HoldKeyHeads,
    Host,
    PairStrides,
    Parameter,
    RaiseScale,
    ReadSeed,
    ReadStarts,
    Return,
    Shape,
    Step,
    Strides,
    SumPortions,
    SumRows,
    When,
)
from patternc.ir.index import ONE, ZERO, CeilDiv, Cmp, Expr, Num, Var, greatest, least, minus, over, plus, times
from patternc.ir.interface import Argument, given_name, gradient_name, short_name, strides_name
from patternc.ir.kernel import Kernel
from patternc.ir.liveness import live, substituted
from patternc.ir.mask import Side
from patternc.ir.tile import BlockList, Group, Let, Pass, Tiles

_BATCH, _HEADS, _KV_HEADS = Var("batch"), Var("heads"), Var("kv_heads")
_QUERIES, _KEYS, _PORTIONS = Var("queries"), Var("keys"), Var("portions")
_NUMBERS = tuple(Parameter(name) for name in ("scale", "q_offset", "k_offset", "seq_len"))
_EMPTY = {"out": 0.0, "lse": -math.inf, "parts": 0.0, "part_lses": -math.inf}
"""What results are of an empty sum."""

S = TypeVar("S", bound=Step)

_TENSORS = tuple(Parameter(name, SHAPES[name]) for name in ("query", "key", "value"))


def host(kernel: Kernel, tiles: Tiles | Batches) -> Host:
    """The functions of both passes: they allocate buffers, launch programs in order, and merge and mix their results.

    Args:
        kernel: the kernel from which the tiles were made.
        tiles: its programs over tiles, with their launches.
    """
    assert isinstance(tiles, Tiles)
    call = Call(
        interface=kernel.interface,
        programs={named.name: named.program for named in tiles.programs},
        groups=tiles.groups,
        starts=positions(kernel, tiled=True) == "device",
        cached=not cache_refusal(kernel),
    )
    given = (*_NUMBERS, *map(_parameter, kernel.interface.operands))
    results = tuple(Parameter(one.name, one.shape) for one in _results(call, filled=False))
    gradients = Parameter("grad_out", (*_each(call), *SHAPES["grad_out"])), Parameter("grad_lse", ROWS)
    return Host(
        Function((*_TENSORS, *given), live(tuple(_forward(call)))),
        Function((*_TENSORS, *results, *gradients, *given), live(tuple(_backward(call)))),
    )


def _parameter(argument: Argument) -> Parameter:
    """An operand; the extents that its shape gives names of their own are found in it."""
    if argument.tensor:
        return Parameter(argument.own, _shape(argument))
    return Parameter(argument.name, (Num(1),) if argument.annotation == "Tensor" else None)


def _columns_of(name: str) -> Var:
    """The entries of a line of a table of documents: a number for each position, then the cuts."""
    return Var(f"columns_of_{short_name(name)}")


def _shape(argument: Argument) -> Shape:
    """The shape in which kernels get a tensor: a line of the start and one of the end of each document."""
    names = {"own": argument.own, "short": short_name(argument.name)}
    each = chain.from_iterable(axis.kernels for axis in argument.extents)
    return tuple(Num(one) if isinstance(one, int) else Var(one.format(**names)) for one in each)


# ---- out and lse -----------------------------------------------------------------------------------------------------
def _forward(call: Call) -> Iterator[Step]:
    if call.interface.scores.rising:
        yield RaiseScale()
    if call.starts:
        yield ReadStarts()
    yield from _numbers(call, ("query", "key", "value"), cached=call.cached)
    if all(group.short for group in call.groups):
        yield from _of_sequences(call, (_splits(call),))
        yield When(Cmp(">", Var("splits"), ZERO), tuple(_short(call)))
    yield from _alignment(call, [one for group in call.groups for one in group.forward], cached=call.cached)
    results = _results(call, filled=True)
    yield from results
    unfilled = [one.name for one in results if one.first is None]
    if call.starts and unfilled:
        yield FillOutside(tuple((name, _EMPTY[name]) for name in unfilled))
    for group in call.groups:
        yield from _softmaxes(call, group, group.forward)
    yield Return(tuple(Var(one.name) for one in results))


def _short(call: Call) -> Iterator[Step]:
    """Few queries: the keys are split, so that there are programs for the whole device."""
    results = _results(call, filled=False)
    yield from results
    if call.cached:
        yield FillOutside(tuple((one.name, _EMPTY[one.name]) for one in results), packed=True)
    for group in call.groups:
        yield from _softmaxes(call, group, group.short)
    yield Return(tuple(Var(one.name) for one in results))


def _splits(call: Call) -> CountSplits:
    """By the heads that all such programs tell apart, and the most columns that a row of theirs visits."""
    shared = all(launch.by_key_head for group in call.groups for one in group.short for launch in one.partials)
    reaches = [group.reach for group in call.groups]
    known = [one for one in reaches if one is not None]
    columns = least(_KEYS, Num(max(known))) if len(known) == len(reaches) else _KEYS
    return CountSplits(_KV_HEADS if shared else _HEADS, columns)


def _of_sequences(call: Call, steps: Iterable[S]) -> tuple[S, ...]:
    """Steps that launch programs of sequences, which may be others than batch entries: `tokens` are rows of these."""
    own = {"batch": Var("sequences"), "queries": Var("most"), "tokens": _QUERIES}
    return substituted(tuple(steps), own) if call.cached else tuple(steps)


def _results(call: Call, *, filled: bool) -> tuple[Buffer, ...]:
    """The results of the forward function; `filled`: rows that no launch stores start as an empty sum."""
    blank, apart = (
        filled and any(one.uncovered for group in call.groups if group.several is several for one in group.forward)
        for several in (False, True)
    )
    found = [Buffer("out", (*_each(call), *SHAPES["out"]), Element.RESULT, _EMPTY["out"] if blank else None)]
    found += [Buffer("lse", (*_each(call), *ROWS), Element.FLOAT64, _EMPTY["lse"] if blank else None)]
    if call.interface.several:
        each = Num(call.interface.softmaxes)
        found += [Buffer("parts", (each, *SHAPES["out"]), Element.RESULT, _EMPTY["parts"] if apart else None)]
        found += [Buffer("part_lses", (each, *ROWS), Element.FLOAT64, _EMPTY["part_lses"] if apart else None)]
    return tuple(found)


def _each(call: Call) -> Shape:
    """The first extent of results and their gradients: that of the softmaxes which gates mix, otherwise none."""
    return (Num(call.interface.stacked),) if call.interface.stacked else ()


def _softmaxes(call: Call, group: Group, passes: Sequence[Pass]) -> Iterator[Step]:
    yield from _held(group)
    yield from _found(group, group.lists)
    for one in passes:
        yield from _of_sequences(call, launches(call, group, one))
    if group.several:
        yield from combined(group)


# ---- gradients -------------------------------------------------------------------------------------------------------
def _backward(call: Call) -> Iterator[Step]:
    yield from _numbers(call, ("query", "key", "value", "grad_out"))
    together = {group: group.gradients for group in call.groups if group.gradients is not None}
    if together:
        passes = tuple(_passes(call, {group: (one,) for group, one in together.items()}, adding=True, cut=call.cut))
        units: Expr = times(_BATCH, _KV_HEADS)
        if call.cut:
            most = least(CeilDiv(Num(PORTION_UNITS), units), over(_QUERIES, PORTION_ROWS))
            yield Let((_PORTIONS.name,), (greatest(ONE, most),))
            units = times(units, _PORTIONS)
        yield When(Cmp(">=", units, Num(ONE_PASS_UNITS)), passes)
    apart = {group: (group.grad_query, group.grad_key_value) for group in call.groups}
    yield from _alignment(call, [one for several in apart.values() for one in several])
    yield from _passes(call, apart, adding=len(call.groups) > 1)


def _passes(call: Call, passes: Mapping[Group, Sequence[Pass]], *, adding: bool, cut: bool = False) -> Iterator[Step]:
    """The passes of each group.

    Args:
        call: the state of the file.
        passes: of each group.
        adding: programs add to the gradients of keys and values, in float32.
        cut: each portion of the call to gradients of its own.
    """
    yield from _gradients(call, adding=adding, cut=cut)
    each: Shape = (Num(call.interface.softmaxes),) if call.apart else ()
    for name in ("delta", "row_lse"):
        yield Buffer(name, (*each, *ROWS), Element.FLOAT32)
    for group, several in passes.items():
        yield from _held(group)
        yield from deltas(call, group)
        yield from _found(group, group.gradient_lists)
        for one in several:
            yield from launches(call, group, one)
        if group.grad_pairs is not None:
            yield from launches(call, group, group.grad_pairs)
    if cut:
        yield from (SumPortions(name) for name in ("grad_key", "grad_value"))
    if adding:
        yield from (Cast(name, Element.RESULT) for name in ("grad_key", "grad_value"))
    if call.interface.scores.slopes:
        yield SumRows(gradient_name(call.interface.scores.slopes), "slope_rows")
    tables = (Var(gradient_name(table.name)) for table in call.interface.tables)
    yield Return((*(Var(f"grad_{name}") for name in ("query", "key", "value")), *tables))


def _gradients(call: Call, *, adding: bool, cut: bool) -> Iterator[Buffer | PairStrides]:
    """The results, and those of keys and values of each portion where a call has some."""
    uncovered = any(group.grad_query.uncovered for group in call.groups)
    yield Buffer("grad_query", SHAPES["grad_query"], Element.RESULT, 0.0 if uncovered else None)
    blank = adding or call.groups[0].grad_key_value.uncovered
    for name in ("grad_key", "grad_value"):
        shape = (_PORTIONS, *SHAPES[name]) if cut else SHAPES[name]
        yield Buffer(name, shape, Element.FLOAT32 if adding else Element.RESULT, 0.0 if blank else None)
    for table in call.interface.tables:
        if table.name == call.interface.scores.slopes:
            yield Buffer("slope_rows", ROWS, Element.FLOAT32, 0.0 if uncovered else None)
        elif table.facts.of_pairs:  # empty unless it is asked for
            name, (entries, *others) = gradient_name(table.name), _shape(table)
            yield Buffer(name, (times(entries, Var("learned")), *others), Element.FLOAT32, 0.0)
            yield PairStrides(strides_name(name), name)
        else:
            yield Buffer(gradient_name(table.name), _shape(table), Element.FLOAT32, 0.0)


# ---- what both functions begin with ----------------------------------------------------------------------------------
def _numbers(call: Call, tensors: tuple[str, ...], *, cached: bool = False) -> Iterator[Step]:
    yield Extents(("batch", "heads", "queries", "key_dim"), "query")
    yield Extents((None, "kv_heads", "keys", None), "key")
    if cached:
        yield CountSequences()
    yield Extents((None, None, None, "value_dim"), "value")
    yield Let(("group",), (over(_HEADS, _KV_HEADS),))
    yield Strides(tensors)
    rows = Var("most") if cached else _QUERIES
    yield Let(("q_stop", "k_stop"), (plus(Var("q_offset"), rows), plus(Var("k_offset"), _KEYS)))
    for one in call.interface.operands:
        if one.facts.shared:
            yield EntryStride(entry_stride(one.name).name, one.own)
        if one.facts.of_pairs:
            yield Extents((*entries_and_heads(one.name), None, None), one.own)
            yield PairStrides(strides_name(one.own), one.own)
        if one.facts.cuts:
            yield Extents((None, None, _columns_of(one.name).name), one.own)
            yield Let((cut_count(one.name).name,), (minus(_columns_of(one.name), Var("seq_len")),))
    if call.interface.dropout:
        yield ReadSeed()


def _alignment(call: Call, passes: Sequence[Pass], *, cached: bool = False) -> Iterator[Step]:
    """Whether descriptors can say where the columns are that programs of some passes load by them."""
    programs = (call.programs[launch.program] for one in passes for launch in one.launches)
    sides = {program.direction.side for program in programs if describes(program)}
    tensors = (
        *(("key", "value") if Side.QUERY in sides else ()),
        *(("query", "grad_out") if Side.KEY in sides else ()),
    )
    if tensors:
        yield CheckAligned(tensors, cached)


def _held(group: Group) -> Iterator[Step]:
    if held(group):
        yield HoldHeads(group.heads)
        yield HoldKeyHeads()


def _found(group: Group, lists: Sequence[BlockList]) -> Iterator[FindPairs]:
    start, stop = (Var("head_start"), Var("head_stop")) if held(group) else (ZERO, _HEADS)
    for block_list in lists:
        first = Var("head_offset")
        own = (plus(first, start), plus(first, stop)) if block_list.by_head else (start, stop)
        total = Var("num_heads") if block_list.by_total else _HEADS
        inputs = tuple(map(given_name, block_list.inputs))
        of_heads = tuple(map(given_name, block_list.of_heads)) if held(group) else ()
        chosen, of_key_heads = (start, stop) if of_heads else None, tuple(map(given_name, block_list.of_key_heads))
        yield FindPairs(block_list.number, *own, total, inputs, of_heads, chosen, of_key_heads)
