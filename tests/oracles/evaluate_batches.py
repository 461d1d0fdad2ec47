"""An evaluator of batch IR in NumPy: it runs the nodes that a torch module prints on sets of positions.

It is plain, slow, and does not need torch. Runs are cut into blocks of rows and columns as in the run-time library, so
that nodes run as they are printed. Bounds and masks are those of `semantics`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

from patternc.ir.batch import (
    AllHeads,
    Batch,
    Batches,
    ByResidue,
    ByShare,
    Cells,
    HeadLoop,
    Nest,
    OneByOne,
    Places,
    View,
)
from patternc.ir.index import Expr, Truth, evaluate
from patternc.ir.mask import And, Bound, Layout
from patternc.ir.semantics import Inputs, admits, head_range, position

if TYPE_CHECKING:
    import numpy as np

    Numbers: TypeAlias = np.ndarray


@dataclass(frozen=True, slots=True)
class Sizes:
    """Rows and columns of a block."""

    rows: int = 128
    columns: int = 1024


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
            for variables in _classes(nest, place.variables):
                inside = _Place(place.own, variables)
                rows = self._places(nest.batch.rows, inside, self.call.queries)
                columns = self._places(nest.batch.columns, inside, self.call.keys)
                if place.own and len(rows) and len(columns):
                    self._attend(nest.batch, inside, rows, columns)

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

    def _places(self, view: View, place: _Place, within: range) -> Numbers:
        """The positions of a view."""
        import numpy as np

        assert isinstance(view, Places)
        low = max(within.start, *(self._position(one, 0) for one in view.lows), within.start)
        found = np.arange(low, max(low, min(within.stop, *(self._position(one, 0) for one in view.highs), within.stop)))
        for one in view.classes:
            blocks = found // one.block if one.segment is None else found // one.block % one.segment
            found = found[(blocks - self._value(one.residue, place)) % one.dilation == 0]
        assert not view.strided or len(set(np.diff(found))) < 2, "a view holds positions that are equally far apart"
        return found

    def _value(self, expression: Expr, place: _Place) -> int:
        return int(evaluate(expression, place.variables, {}))

    def _position(self, bound: Bound, x: object) -> int:
        return position(bound, x, self.call.n, self.call.inputs)  # type: ignore[no-any-return]

    # ---- blocks of rows and columns ----------------------------------------------------------------------------------
    def _attend(self, batch: Batch, place: _Place, rows: Numbers, columns: Numbers) -> None:
        """Visit the blocks of a batch. Bounds are non-decreasing, so a block's first and last row bound its columns."""
        i = rows - self.call.queries.start
        for head in place.own:
            assert not self.taken[head, i].any(), "a row of two batches of a nest"
            self.taken[head, i] = True
        for at in range(0, len(rows), self.sizes.rows):
            some = rows[at : at + self.sizes.rows]
            first, last = int(some[0]), int(some[-1])
            low, high = self._index(batch.bounds.lows, first, columns, 0), self._high(batch, last, columns)
            full = self._index(batch.bounds.lows, last, columns, 0), self._high(batch, first, columns)
            for left in range(low, high, self.sizes.columns):
                right = min(left + self.sizes.columns, high)
                part, masked = columns[left:right], batch.predicate is not None or left < full[0] or full[1] < right
                seen = self._seen(batch, place, some[:, None], part[None, :]) if masked else None
                self._visit(batch, place, some, part, seen)

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

    def _visit(self, batch: Batch, place: _Place, rows: Numbers, columns: Numbers, seen: Numbers | None) -> None:
        """Count a block; `seen` None: all its pairs."""
        import numpy as np

        i, j = rows - self.call.queries.start, columns - self.call.keys.start
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
            lister = head if blocks.by_place or "selection" in blocks.inputs else heads[0]
            for row in self._cells(rows, self.call.queries):
                for column in self._cells(replace(columns, block=rows.block, order=rows.order), self.call.keys):
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
