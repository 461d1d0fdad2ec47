"""Tile IR of a pattern run on index sets, beside what the pattern means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from oracles.evaluate_programs import run_pass
from oracles.run_program import Work

from patternc.analysis.calls import Shape
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.tiles import legalize
from patternc.codegen.tiles.bounds import entry_stride
from patternc.codegen.triton import TRITON
from patternc.cost.sample_inputs import inputs_of
from patternc.driver import analyse
from patternc.ir.count_tiles import Tally, count_tiles
from patternc.ir.facts import bound_facts
from patternc.ir.host import SortPairs
from patternc.ir.index import evaluate
from patternc.ir.inputs import input_facts
from patternc.ir.interface import given_name, gradient_name, strides_name
from patternc.ir.kernel import Kernel, Lowering
from patternc.ir.launch_settings import Extents, Lines, Setting, head_count, names_of
from patternc.ir.mask import And, Bound, InDocument, Mask, OfDocument, Pattern, Side
from patternc.ir.semantics import Inputs, admits, group_of, multiplicities, position
from patternc.ir.tile import Direction, Group, Pass, SortedBlockList
from patternc.ir.tile_functions import LIBRARY
from patternc.ir.traversal import pattern_bounds, pattern_inputs
from patternc.schedule import schedule
from patternc.schedule.grid_layout import numbering
from patternc.source import Source
from patternc.targets import target_named

FEW = 16
"""Queries of calls whose keys may be split."""


@dataclass(frozen=True, slots=True)
class Case:
    """A call of a scheduled pattern: a part of a sequence, some heads of a model, tiles of some size."""

    kernel: Kernel
    extents: Extents
    inputs: Inputs
    head_offset: int = 0
    num_heads: int = 0
    block_m: int = 16
    block_n: int = 16

    @property
    def pattern(self) -> Pattern:
        return self.kernel.pattern

    @property
    def model_heads(self) -> int:
        return self.num_heads or self.head_offset + self.extents.heads


def hold_programs(text: str | Source, *shapes: Shape, lowerings: tuple[Lowering, ...] = TRITON.lowerings) -> None:
    """Hold the programs of a file's patterns against their meaning, in calls of some shapes."""
    source = Source("made.pat", text) if isinstance(text, str) else text
    target = target_named(TRITON.targets[0])
    assert target is not None
    analysis = analyse(source, {}, targets=())
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        kernel = schedule(meaning, normal, target, lowerings)
        for shape in shapes:
            extents = Extents(
                shape.seq_len,
                shape.q_offset,
                shape.queries,
                shape.k_offset,
                shape.keys,
                shape.heads,
                shape.kv_heads,
            )
            inputs = inputs_of(meaning, {}, shape.seq_len, shape.model_heads)
            check(Case(kernel, extents, inputs, shape.head_offset, shape.model_heads, 32, 16))


def check(case: Case) -> Work:
    """Hold every pass against the meaning, and return what the programs did.

    Raises:
        AssertionError: a pair is counted wrong, a row is missing, or a load leaves its tensor.
    """
    tiles = legalize(case.kernel, Source("made.pat", "", quotes=defaultdict(str)))
    programs = {one.name: one.program for one in tiles.programs}
    meant = [_meant(case, head) for head in range(case.extents.heads)]
    total, keys = Work(), _blank(case, Side.KEY)
    wanted_keys = np.zeros_like(keys)
    for index, group in enumerate(tiles.groups):
        own = _heads(case, group, index)
        setting = Setting(
            case.extents, programs, own, dict(_names(case)), case.block_m, case.block_n, _list_of(case), cells_of(case)
        )
        if case.extents.queries <= FEW:
            _forward(case, group.short, group, replace(setting, names={**setting.names, "splits": 3}), meant)
        forward = _forward(case, group.forward, group, setting, meant)
        for work in (forward, _grad_query(case, group, setting, meant)):
            total.executed += work.executed
            total.useful += work.useful
        run_pass(group.grad_key_value, setting, lambda _: keys, _times)
        if group.grad_pairs is not None:
            _grad_pairs(case, group, setting, meant)
        wanted_keys += _of_keys(case, group, own, meant)
    assert np.allclose(np.nan_to_num(keys), wanted_keys, atol=0, rtol=1e-12), "key and value gradients"
    if len(tiles.groups) == 1 and not tiles.groups[0].grad_key_value.uncovered:
        assert not np.isnan(keys).any(), "keys whose gradients nothing stores"
    return total


def counted_tiles(case: Case) -> Iterator[tuple[Direction, Work, Tally]]:
    """For every pass, what its programs take in tiles, run one by one, and its tiles as they are counted."""
    tiles = legalize(case.kernel, Source("made.pat", "", quotes=defaultdict(str)))
    programs = {one.name: one.program for one in tiles.programs}
    for index, group in enumerate(tiles.groups):
        sizes = case.block_m, case.block_n
        setting = Setting(
            case.extents,
            programs,
            _heads(case, group, index),
            dict(_names(case)),
            *sizes,
            _list_of(case),
            cells_of(case),
        )
        of_pairs = (group.grad_pairs,) if group.grad_pairs else ()
        for made in (*group.forward, group.grad_query, group.grad_key_value, *of_pairs):
            if all(launch.most is None or launch.most >= case.block_m for launch in made.launches):
                side = made.direction.side
                buffers = {run.softmax: _blank(case, side) for launch in made.launches for run in launch.runs}
                yield made.direction, run_pass(made, setting, buffers.__getitem__), _tally(made, setting)


def _tally(made: Pass, setting: Setting) -> Tally:
    tally = Tally()
    for launch in made.launches:
        for run in launch.runs:
            names = names_of(launch, dict(run.constants), setting)
            places = int(evaluate(launch.grid, names, LIBRARY))
            heads = [(head, 1) for head in range(head_count(launch, setting))]
            count_tiles(setting.programs[launch.program], names, places, heads, tally)
    return tally


def _forward(case: Case, passes: tuple[Pass, ...], group: Group, setting: Setting, meant: list[np.ndarray]) -> Work:
    """Passes of softmaxes: each row's counts are those of the branches of its softmax."""
    softmaxes = _softmaxes(case, group)
    found = [_blank(case, Side.QUERY) for _ in softmaxes]
    work = Work()
    for made in passes:
        one = run_pass(made, setting, found.__getitem__)
        work.executed, work.useful = work.executed + one.executed, work.useful + one.useful
        for run in made.last.runs:
            wanted = sum(_of_queries(case, head, meant[head][list(softmaxes[run.softmax])]) for head in setting.heads)
            _same(found[run.softmax], wanted, setting.heads, case, made)
    return work


def _grad_query(case: Case, group: Group, setting: Setting, meant: list[np.ndarray]) -> Work:
    found = _blank(case, Side.QUERY)
    work = run_pass(group.grad_query, setting, lambda _: found, _times)
    wanted = sum(_of_queries(case, head, _timed(case, group, meant[head])) for head in setting.heads) / _divisor(group)
    _same(found, wanted, setting.heads, case, group.grad_query)
    return work


def _grad_pairs(case: Case, group: Group, setting: Setting, meant: list[np.ndarray]) -> None:
    """Every pair that branches admit gets what each counts, and no other gets anything."""
    assert group.grad_pairs is not None
    found = np.zeros_like(_blank(case, Side.QUERY))
    run_pass(group.grad_pairs, setting, lambda _: found, _times)
    wanted = sum(_of_queries(case, head, _timed(case, group, meant[head])) for head in setting.heads) / _divisor(group)
    _same(found, wanted, setting.heads, case, group.grad_pairs)


def _same(found: np.ndarray, wanted: np.ndarray | float, heads: range, case: Case, made: Pass) -> None:
    rows = slice(heads.start * case.extents.queries, heads.stop * case.extents.queries)
    if not made.uncovered:
        assert not np.isnan(found[rows]).any(), f"{made.direction.value}: rows that nothing stores"
    assert np.allclose(np.nan_to_num(found), wanted, atol=0, rtol=1e-12), made.direction.value


def _of_keys(case: Case, group: Group, heads: range, meant: list[np.ndarray]) -> np.ndarray:
    """What key and value gradients of a group count, [rows of keys of all key heads, query heads, positions]."""
    wanted = _blank(case, Side.KEY)
    wanted[:] = 0
    share, (start, stop) = case.extents.heads // case.extents.kv_heads, case.extents.of(Side.KEY)
    first, last = case.extents.of(Side.QUERY)
    for head in heads:
        rows = slice(head // share * case.extents.keys, (head // share + 1) * case.extents.keys)
        counts = _timed(case, group, meant[head]).sum(0) / _divisor(group)
        wanted[rows, head, first:last] = counts[first:last, start:stop].T
    return wanted


def _of_queries(case: Case, head: int, counts: np.ndarray) -> np.ndarray:
    """What a query head's rows count, among the rows of all."""
    wanted = np.zeros_like(_blank(case, Side.QUERY))
    (first, last), (start, stop) = case.extents.of(Side.QUERY), case.extents.of(Side.KEY)
    rows = slice(head * case.extents.queries, (head + 1) * case.extents.queries)
    wanted[rows, head, start:stop] = counts.sum(0)[first:last, start:stop]
    return wanted


def _times(softmax: int) -> float:
    """What a pair of a softmax counts in gradients, which add all softmaxes: each reads the rows of its own."""
    return 1.0 + softmax


def _timed(case: Case, group: Group, counts: np.ndarray) -> np.ndarray:
    """The counts of branches, [branches, n, n], times what a pair of their softmax counts."""
    times = np.ones(len(counts))
    for number, branches in enumerate(_softmaxes(case, group)):
        times[list(branches)] = _times(number)
    return counts * times[:, None, None]


def _divisor(group: Group) -> int:
    return group.divisor if group.combine.value == "mean" else 1


def _blank(case: Case, side: Side) -> np.ndarray:
    extents = case.extents
    rows = extents.heads * extents.queries if side is Side.QUERY else extents.kv_heads * extents.keys
    return np.full((rows, extents.heads, extents.n), np.nan)


def _meant(case: Case, head: int) -> np.ndarray:
    """How often each branch counts each pair, [branches, n, n]."""
    n = case.extents.n
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    h = case.head_offset + head
    found = multiplicities(case.pattern, h, q, k, n, case.model_heads, case.inputs)
    return np.stack([np.broadcast_to(np.asarray(one), (n, n)).astype(float) for one in found])


def _softmaxes(case: Case, group: Group) -> tuple[tuple[int, ...], ...]:
    """The branches of each softmax, as written: under one softmax, all of them."""
    made = next(one for one in case.kernel.groups if one.heads == group.heads)
    written = next(one for one in case.pattern.groups if one.heads == group.heads)
    if len(made.softmaxes) == 1:
        return (tuple(range(len(written.branches))),)
    return tuple(softmax.branches for softmax in made.softmaxes)


def _heads(case: Case, group: Group, index: int) -> range:
    """The heads of the call that are the group's."""
    groups = [case.pattern.groups.index(_group_of(case, head)) for head in range(case.extents.heads)]
    own = [head for head, found in enumerate(groups) if found == index]
    assert group.heads == case.pattern.groups[index].heads
    return range(own[0], own[-1] + 1) if own else range(0)


def _group_of(case: Case, head: int) -> object:
    return group_of(case.pattern, case.head_offset + head, case.model_heads)


def _names(case: Case) -> Iterator[tuple[str, int | np.ndarray]]:
    yield from (("head_offset", case.head_offset), ("num_heads", case.model_heads))
    for one in case.pattern.inputs:
        yield given_name(one.name), np.zeros(case.model_heads)
        yield f"stride_of_{one.name}", 0
        yield f"cuts_of_{one.name}", 0
        yield gradient_name(one.name), np.zeros(1)
        for tensor in (given_name(one.name), gradient_name(one.name)):
            yield strides_name(tensor), np.zeros(4, np.int64)
    for bound in pattern_bounds(case.pattern):
        yield from _given(case, bound)
    for read in pattern_inputs(case.pattern):
        if read.side is not None:  # kernels get a number for each position
            scale = 1 if input_facts(read.kind).free else read.unit
            every = np.repeat(np.array(case.inputs[read.name]) * scale, read.unit)
            yield from ((given_name(read.name), every[: case.extents.n]), (entry_stride(read.name).name, 0))


def _given(case: Case, bound: Bound) -> Iterator[tuple[str, int | np.ndarray]]:
    n, read = case.extents.n, bound_facts(bound).input
    if isinstance(bound, OfDocument | InDocument):
        name, block = bound.input, bound.block if isinstance(bound, OfDocument) else 1
        ends = (position(OfDocument(name, end, block), np.arange(n), n, case.inputs) for end in (False, True))
        offsets = np.array(case.inputs[name])
        cuts = np.where(offsets[1:-1] > offsets[:-2], offsets[1:-1], 0) * block
        yield given_name(name), np.concatenate([part for one in ends for part in (np.asarray(one), cuts)])
        yield from ((f"stride_of_{name}", 0), (f"cuts_of_{name}", len(cuts)))
    elif read is not None:
        yield given_name(read.name), np.atleast_1d(case.inputs[read.name])


# ---- lists -----------------------------------------------------------------------------------------------------------
def cells_of(case: Case) -> Callable[[int], np.ndarray]:
    orders = {one.place_number: one.order for one in listings(case.kernel) if one.order is not None}
    return lambda number: numbering(orders[number], case.pattern.grid)


def _list_of(case: Case) -> Callable[[SortedBlockList, int], Lines]:
    by_number = {one.index: one for one in listings(case.kernel)}

    def lines(made: SortedBlockList, block_m: int) -> Lines:
        one = by_number[made.number]
        return lines_of(case, one, made, block_m, _heads_of(case, one))

    return lines


def lines_of(case: Case, one: Listed, made: SortedBlockList | SortPairs, block_m: int, heads: range) -> Lines:
    """The pairs of blocks of a list of some heads of the call, sorted by tiles of rows."""
    n, block = case.extents.n, made.block
    cells = np.arange(n) if one.order is None else numbering(one.order, case.pattern.grid)
    start, stop = (0, n) if one.order is not None else case.extents.of(made.side)
    size = block if block % block_m == 0 else block_m
    numbers = range(start // size, (stop - 1) // size + 1)
    starts, fulls, entries = [0], list[int](), list[_Entry]()
    for head in heads:
        held, whole = _pairs(case, one, made, head, cells)
        for number in numbers:
            met = range(max(number * size, start) // block, (min((number + 1) * size, stop) - 1) // block + 1)
            found = _entries(held, whole, met, number * size // block)
            fulls.append(starts[-1] + sum(entry.whole for entry in found))
            entries += found
            starts.append(len(entries))
    blocks, members = [entry.block for entry in entries], [entry.members for entry in entries]
    return Lines((_array(starts), _array(fulls), _array(blocks), _array(members)), len(numbers), size)


@dataclass(frozen=True, slots=True)
class _Entry:
    whole: bool
    block: int
    members: int


def _entries(held: np.ndarray, whole: np.ndarray, met: range, first: int) -> list[_Entry]:
    """The blocks of columns that some blocks of rows visit, whole ones first; `first`: the tile's first block."""
    found = [
        _Entry(
            all(whole[row, column] for row in met), column, sum(1 << (row - first) for row in met if held[row, column])
        )
        for column in range(held.shape[1])
        if any(held[row, column] for row in met)
    ]
    return sorted(found, key=lambda entry: not entry.whole)


def _array(values: list[int]) -> np.ndarray:
    return np.array(values or [0], dtype=np.int64)


def _heads_of(case: Case, one: Listed) -> range:
    """The heads of the group that holds the list."""
    for index, group in enumerate(case.kernel.groups):
        for softmax in group.softmaxes:
            for sweep in softmax.queries:
                if any(piece.listing == one.listing for piece in sweep.pieces):
                    return _heads(case, group, index)  # type: ignore[arg-type]
    raise AssertionError("a list that no piece visits")


def _pairs(
    case: Case, one: Listed, made: SortedBlockList | SortPairs, head: int, cells: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Which pairs of blocks (rows, columns) are listed, and of which every pair holds all masks."""
    n = case.extents.n
    literals = _table(case, And(one.listing.literals), head)
    every = literals & _table(case, And(one.masks), head)
    if made.side is Side.KEY:
        literals, every = literals.T, every.T
    literals, every = literals[np.ix_(cells, cells)], every[np.ix_(cells, cells)]
    other, end = case.extents.of(made.side.other)
    if one.order is not None:  # numbers along it: nothing is whole in a call that lacks a cell
        other, end = (0, n) if (other, end) == (0, n) else (0, 0)
    rows, columns = _spans(n, made.block), _spans(n, made.columns)
    held = np.array([[literals[np.ix_(row, column)].any() for column in columns] for row in rows])
    whole = np.array([[every[np.ix_(row, column)].all() for column in columns] for row in rows])
    inside = np.array([one.order is not None or (column.start < end and column.stop > other) for column in columns])
    uncut = np.array([other <= column.start and column.start + made.columns <= min(end, n) for column in columns])
    return held & inside, held & inside & whole & uncut


def _spans(n: int, block: int) -> list[range]:
    return [range(start, min(start + block, n)) for start in range(0, n, block)]


def _table(case: Case, mask: Mask, head: int) -> np.ndarray:
    n = case.extents.n
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    held = admits(mask, case.head_offset + head, q, k, n, case.model_heads, case.inputs)
    return np.broadcast_to(np.asarray(held, dtype=bool), (n, n))
