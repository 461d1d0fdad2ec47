"""An evaluator of batch IR in NumPy: it runs the nodes that a torch module prints on sets of positions.

It is plain, slow, and does not need torch. Every part of the run-time library (bands, cuts, documents, blocks of rows
and columns) has its counterpart here, so that nodes run as they are printed. Bounds and masks are those of `semantics`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

from patternc.ir.batch import (
    AllHeads,
    Bands,
    Batch,
    Batches,
    Bounds,
    ByResidue,
    ByShare,
    Cells,
    Cuts,
    Documents,
    HeadLoop,
    Nest,
    OneByOne,
    Packed,
    Strip,
    View,
)
from patternc.ir.facts import document_ends, inputs_read
from patternc.ir.index import Expr, Truth, evaluate
from patternc.ir.mask import And, Bound, Layout
from patternc.ir.semantics import Inputs, admits, head_range, position

if TYPE_CHECKING:
    import numpy as np

    Numbers: TypeAlias = np.ndarray


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes in the run-time library: rows and columns of a block, positions of a band.

    `square`: whether a batch that may be one fused call is one block (causal batches from `causal` rows on), and rows
    that attend to all columns are one block.
    """

    rows: int = 128
    columns: int = 1024
    band: int = 8192
    square: bool = False
    causal: int = 1024


@dataclass(frozen=True, slots=True)
class Call:
    """One batch entry of a call: the positions of its queries and keys, and its heads among those of the model.

    `orders`: for each layout, the position of each cell in order. `inputs`: runtime inputs as `semantics` takes them.
    """

    n: int
    queries: range
    keys: range
    heads: int
    head_offset: int = 0
    num_heads: int = 0
    inputs: Inputs = field(default_factory=dict)
    orders: Mapping[Layout, Numbers] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Visits:
    """The visited pairs. `counts` [softmaxes, heads, queries, keys]: how often each pair counts.

    `blocks`: in how many blocks each pair counts. `executed`: the pairs in all blocks; `useful`: those that count.
    """

    counts: Numbers
    blocks: Numbers
    executed: int

    @property
    def useful(self) -> int:
        return int(self.blocks.sum())


def evaluate_batches(batches: Batches, call: Call, sizes: Sizes = Sizes()) -> Visits:
    """Run every nest of a module on one call.

    The result holds for both passes, because the backward pass visits the same blocks as the forward pass.
    """
    import numpy as np

    extents = (max(group.softmaxes for group in batches.groups), call.heads, len(call.queries), len(call.keys))
    taken = np.zeros((call.heads, len(call.queries)), bool)
    run = _Run(call, sizes, np.zeros(extents, np.int64), np.zeros(extents, np.int64), taken)
    for group in batches.groups:
        held = head_range(group.heads, call.num_heads)
        first, last = (min(max(end - call.head_offset, 0), call.heads) for end in (held.start, held.stop))
        for nest in group.nests:
            (run.listed if nest.listed else run.walked)(nest, range(first, last))
    return Visits(run.counts, run.blocks, run.executed)


@dataclass(slots=True)
class _Place:
    """The state of a nest's loops: the heads that run together, numbered from the call's first, and loop variables."""

    own: range
    variables: dict[str, int]


@dataclass(slots=True)
class _Run:
    """A call and the pairs visited so far. `taken` [heads, queries]: the rows that the current nest has visited."""

    call: Call
    sizes: Sizes
    counts: Numbers
    blocks: Numbers
    taken: Numbers
    executed: int = 0

    # ---- views walked by loops ---------------------------------------------------------------------------------------
    def walked(self, nest: Nest, heads: range) -> None:
        self.taken[:] = False
        for place in self._heads(nest.heads, heads):
            if not place.own:
                continue
            for variables in _classes(nest, place.variables):
                for start, stop, segments, alone in self._segments(nest):
                    inside = _Place(place.own, {**variables, "start": start})
                    bounds = nest.batch.bounds if alone or nest.batch.joined is None else nest.batch.joined
                    rows = self._places(nest.batch.rows, inside, start, stop, segments, self.call.queries)
                    columns = self._places(nest.batch.columns, inside, start, stop, segments, self.call.keys)
                    width = (stop - start) // segments
                    if len(rows) and len(columns):
                        self._attend(replace(nest.batch, bounds=bounds), inside, rows, columns, segments, width)

    def _heads(self, loop: HeadLoop, heads: range) -> Iterator[_Place]:
        first, total = self.call.head_offset, self.call.num_heads
        match loop:
            case AllHeads():
                yield _Place(heads, {})
            case ByResidue(dilation):
                for residue in range(dilation):
                    yield _Place(heads[(residue - first - heads.start) % dilation :: dilation], {"residue": residue})
            case ByShare(dilation):
                size = -(-total // dilation)
                for residue in range(dilation):
                    low, high = residue * size - first, (residue + 1) * size - first
                    yield _Place(range(max(heads.start, low), min(heads.stop, high)), {"residue": residue})
            case OneByOne():
                for head in heads:
                    yield _Place(range(head, head + 1), {"head": first + head, "num_heads": total})
            case _:
                assert_never(loop)

    def _segments(self, nest: Nest) -> Iterator[tuple[int, int, int, bool]]:
        """(start, stop, segments, alone) of each iteration of the segment loop; `alone`: not joined documents."""
        queries, loop = self.call.queries, nest.segments
        match loop:
            case None:
                yield queries.start, queries.stop, 1, True
            case Bands(width):
                yield from ((*band, True) for band in _bands(width, queries, self.call.keys, self.sizes.band))
            case Cuts(width):
                for start in range(queries.start // width * width, queries.stop, width):
                    yield start, start + width, 1, True
            case Documents(name):
                assert nest.batch.joined is not None
                yield from self._documents(name, nest.batch.joined)
            case _:
                assert_never(loop)

    def _documents(self, name: str, joined: Bounds) -> Iterator[tuple[int, int, int, bool]]:
        """The iterations over documents, in which consecutive short documents are joined."""
        unit = next(read.unit for read in inputs_read(joined.lows) if read.name == name)
        start, end = document_ends(name, unit)
        queries = self.call.queries
        first = last = int(self._position(start, queries.start))
        count = 0
        for stop in dict.fromkeys(int(self._position(end, x)) for x in queries):
            if count and stop - first > self.sizes.rows:
                yield first, last, 1, count == 1
                first, count = last, 0
            last, count = stop, count + 1
        yield first, last, 1, count == 1

    def _places(self, view: View, place: _Place, start: int, stop: int, segments: int, within: range) -> Numbers:
        """The positions of a view; for several segments, those in the first one."""
        import numpy as np

        assert not isinstance(view, Cells)
        low, high = (start, stop) if view.confined else (within.start, within.stop)
        low = max(low, *(self._position(one, 0) for one in view.lows), within.start)
        high = max(low, min(high, *(self._position(one, 0) for one in view.highs), within.stop))
        match view:
            case Strip(residue=residue, step=step):
                first = low + (self._value(residue, place) - low) % step
                return np.arange(first, low + (high - low) // segments, step)
            case Packed(classes):
                found = np.arange(low, high)
                for one in classes:
                    blocks = found // one.block if one.segment is None else found // one.block % one.segment
                    found = found[blocks % one.dilation == self._value(one.residue, place)]
                return found
            case _:
                assert_never(view)

    def _value(self, expression: Expr, place: _Place) -> int:
        return int(evaluate(expression, place.variables, {}))

    def _position(self, bound: Bound, x: object) -> int:
        return position(bound, x, self.call.n, self.call.inputs)  # type: ignore[no-any-return]

    # ---- blocks of rows and columns ----------------------------------------------------------------------------------
    def _attend(self, batch: Batch, place: _Place, rows: Numbers, columns: Numbers, segments: int, width: int) -> None:
        """Visit the blocks of a batch. Bounds are non-decreasing, so a block's first and last row bound its columns."""
        import numpy as np

        self._take(place, rows, segments, width)
        triangle = bool(batch.bounds.highs)
        square = not triangle or (np.array_equal(rows, columns) and len(rows) >= self.sizes.causal)
        if self.sizes.square and batch.fused and square:
            seen = np.tri(len(rows), len(columns), dtype=bool) if triangle else None
            self._visit(batch, place, rows, columns, segments, width, seen)
            return
        for some in self._rows(batch, rows, columns):
            most = self.sizes.columns * (2 if segments > 1 else 1)
            for masked, left, right in self._spans(batch, some, columns, most):
                for low in range(left, right, most):
                    part = columns[low : min(low + most, right)]
                    seen = self._seen(batch, place, some[:, None], part[None, :]) if masked else None
                    self._visit(batch, place, some, part, segments, width, seen)

    def _take(self, place: _Place, rows: Numbers, segments: int, width: int) -> None:
        """Mark the rows of a batch, each of which a nest may visit only once, because results may be copied."""
        for segment in range(segments):
            i = rows + segment * width - self.call.queries.start
            for head in place.own:
                assert not self.taken[head, i].any(), "a row of two batches of a nest"
                self.taken[head, i] = True

    def _rows(self, batch: Batch, rows: Numbers, columns: Numbers) -> Iterator[Numbers]:
        """The rows in blocks; rows that attend to all columns are one block if the columns are not divided."""
        parts = [(rows, self.sizes.rows)]
        if self.sizes.square and batch.predicate is None and len(rows) > self.sizes.rows:
            ends = [(self._index(batch.bounds.lows, x, columns, 0), self._high(batch, x, columns)) for x in rows]
            whole = [x for x, found in zip(rows, ends, strict=True) if found == (0, len(columns))]
            if len(whole) > self.sizes.rows:
                before, after = rows[rows < whole[0]], rows[rows > whole[-1]]
                every = rows[(rows >= whole[0]) & (rows <= whole[-1])]
                parts = [(before, self.sizes.rows), (every, len(every)), (after, self.sizes.rows)]
        for some, height in parts:
            yield from (some[at : at + height] for at in range(0, len(some), height))

    def _spans(self, batch: Batch, rows: Numbers, columns: Numbers, most: int) -> list[tuple[bool, int, int]]:
        """The columns to visit: those before all rows attend, those to which all rows attend, and those behind."""
        first, last = int(rows[0]), int(rows[-1])
        low, high = self._index(batch.bounds.lows, first, columns, 0), self._high(batch, last, columns)
        full_low, full_high = self._index(batch.bounds.lows, last, columns, 0), self._high(batch, first, columns)
        if full_low >= full_high or batch.predicate is not None:
            return [(True, low, high)]
        if high - low <= most:
            return [((low, high) != (full_low, full_high), low, high)]
        return [(True, low, full_low), (False, full_low, full_high), (True, full_high, high)]

    def _index(self, lows: tuple[Bound, ...], x: int, columns: Numbers, default: int) -> int:
        import numpy as np

        return int(np.searchsorted(columns, max((self._position(low, x) for low in lows), default=default)))

    def _high(self, batch: Batch, x: int, columns: Numbers) -> int:
        import numpy as np

        highs = [self._position(high, x) for high in batch.bounds.highs]
        return int(np.searchsorted(columns, min(highs))) if highs else len(columns)

    def _seen(self, batch: Batch, place: _Place, q: Numbers, k: Numbers) -> Numbers:
        """The count of each pair of a block, without the batch's multiplicity."""
        import numpy as np

        seen = np.ones(np.broadcast(q, k).shape, np.int64)
        for low in batch.bounds.lows:
            seen = seen * (k >= self._position(low, q))
        for high in batch.bounds.highs:
            seen = seen * (k < self._position(high, q))
        if batch.predicate is None:
            return seen
        head = self.call.head_offset + place.own[0]
        call = self.call
        held = admits(And(batch.predicate.masks), head, q, k, call.n, call.num_heads, call.inputs)
        if batch.predicate.counted:
            counted = batch.predicate.counted
            held = sum(times * admits(mask, head, q, k, call.n, call.num_heads, call.inputs) for mask, times in counted)
        return seen * np.asarray(held, np.int64)

    def _visit(
        self,
        batch: Batch,
        place: _Place,
        rows: Numbers,
        columns: Numbers,
        segments: int,
        width: int,
        seen: Numbers | None,
    ) -> None:
        """Count a block in every segment; `seen` None: all its pairs. A view must not hold a position twice."""
        import numpy as np

        assert len(np.unique(rows)) == len(rows)
        assert len(np.unique(columns)) == len(columns)
        for segment in range(segments):
            i = rows + segment * width - self.call.queries.start
            j = columns + segment * width - self.call.keys.start
            assert i.size == 0 or (i[0] >= 0 and i[-1] < len(self.call.queries)), "a row outside of the call"
            assert j.size == 0 or (j[0] >= 0 and j[-1] < len(self.call.keys)), "a column outside of the call"
            for head in place.own:
                found = np.ones((len(i), len(j)), np.int64) if seen is None else np.asarray(seen, np.int64)
                self.counts[batch.softmax, head][np.ix_(i, j)] += batch.multiplicity * found
                self.blocks[batch.softmax, head][np.ix_(i, j)] += found > 0
                self.executed += found.size

    # ---- blocks as listed --------------------------------------------------------------------------------------------
    def listed(self, nest: Nest, heads: range) -> None:
        assert nest.listed is not None
        rows, columns = nest.batch.rows, nest.batch.columns
        assert isinstance(rows, Cells)
        assert isinstance(columns, Cells)
        blocks = nest.listed.blocks
        for head in heads:
            together = isinstance(nest.heads, AllHeads)
            place = _Place(range(head, head + 1), {})
            asked = _Place(heads if together else place.own, {})
            lister = head if blocks.by_place or blocks.of_heads else heads[0]
            for row in self._cells(rows, self.call.queries):
                seen = replace(columns, block=rows.block, order=rows.order) if nest.listed.near else columns
                for column in self._cells(seen, self.call.keys):
                    self._pair(nest, place, asked, lister, row, column)

    def _cells(self, view: Cells, within: range) -> Iterator[Numbers]:
        """The positions of every block that contains some in `within`; -1 for cells that do not exist."""
        import numpy as np

        if view.order is None:
            first, last = within.start // view.block, -(-within.stop // view.block)
            yield from np.arange(first * view.block, last * view.block).reshape(-1, view.block)
            return
        order = self.call.orders[view.order.layout]
        padded = np.concatenate([order, np.full(-len(order) % view.block, -1)])
        yield from padded.reshape(-1, view.block)

    def _inside(self, view: Cells, places: Numbers, within: range) -> Numbers:
        inside = (places >= within.start) & (places < within.stop)
        for low in view.lows:
            inside &= places >= self._position(low, 0)
        for high in view.highs:
            inside &= places < self._position(high, 0)
        return inside

    def _pair(self, nest: Nest, place: _Place, asked: _Place, lister: int, q: Numbers, k: Numbers) -> None:
        """Visit a pair of blocks if it is listed: all its pairs, or those within bounds and predicate."""
        import numpy as np

        assert nest.listed is not None
        batch, call = nest.batch, self.call
        assert isinstance(batch.rows, Cells)
        assert isinstance(batch.columns, Cells)
        rows, columns = self._inside(batch.rows, q, call.queries), self._inside(batch.columns, k, call.keys)
        real = ((q >= 0) & (q < call.n))[:, None] & ((k >= 0) & (k < call.n))[None, :]
        q, k = (np.clip(x, 0, call.n - 1) for x in (q, k))
        head = call.head_offset + lister
        asks = And((*nest.listed.blocks.listing.literals, *nest.listed.blocks.masks))
        kept = real & admits(asks, head, q[:, None], k[None, :], call.n, call.num_heads, call.inputs)
        if not kept.any():
            return
        within = rows[:, None] & columns[None, :]
        seen = np.ones_like(kept, np.int64)
        if not (kept.all() and within.all()):
            seen = within * self._seen(batch, asked, q[:, None], k[None, :])
        if nest.listed.near:
            columns = columns & (seen > 0).any(0)
        i, j = q[rows], k[columns]
        self.executed += len(q) * int(columns.sum() if nest.listed.near else len(k))
        at = np.ix_(i - call.queries.start, j - call.keys.start)
        self.counts[batch.softmax, place.own[0]][at] += batch.multiplicity * seen[np.ix_(rows, columns)]
        self.blocks[batch.softmax, place.own[0]][at] += seen[np.ix_(rows, columns)] > 0


def _classes(nest: Nest, variables: dict[str, int]) -> Iterator[dict[str, int]]:
    if nest.classes is None:
        yield variables
        return
    for residue in range(nest.classes.dilation):
        here = {**variables, "residue": residue}
        if not any(_holds(one, here) for one in nest.classes.skipped):
            yield here


def _holds(truth: Truth, variables: dict[str, int]) -> bool:
    return bool(evaluate(truth, variables, {}))


def _bands(width: int, queries: range, keys: range, band: int) -> Iterator[tuple[int, int, int]]:
    """(start, stop, segments): bands of whole segments with queries and keys, and truncated segments one by one."""
    low, high = max(queries.start, keys.start), min(queries.stop, keys.stop)
    whole, cut = -(-low // width) * width, high // width * width
    if low < whole:
        yield whole - width, whole, 1
    several = max(1, band // width)
    for start in range(whole, cut, several * width):
        stop = min(start + several * width, cut)
        yield start, stop, (stop - start) // width
    if whole <= cut < high:
        yield cut, cut + width, 1
