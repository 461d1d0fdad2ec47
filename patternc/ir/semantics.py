"""The meaning of the mask IR: slow, simple, and independent of any lowering.

Positions may be plain integers or broadcasting NumPy arrays of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias, assert_never

from patternc.ir.grid_axes import GridAxis, grid_axes
from patternc.ir.hashes import hashed, shuffled
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    BoundAt,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    InDocument,
    InEntries,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    OfEach,
    OfEntry,
    Offset,
    Or,
    Pattern,
    Picked,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Selection,
    Side,
    Table,
    TopK,
)

Position: TypeAlias = Any  # int, or an integer array
Truth: TypeAlias = Any  # bool, or a boolean array
Inputs: TypeAlias = Mapping[str, Any]
"""The runtime inputs of one batch entry: offsets, and a number for each position or block, as sequences,
lengths as integers, `selection` [H, rows, count], and lists of blocks [1 or H, rows, K], -1 for none."""

NOTHING: Inputs = MappingProxyType({})


def admits(mask: Mask, h: int, q: Position, k: Position, n: int, heads: int, inputs: Inputs = NOTHING) -> Truth:
    """Whether `mask` holds for head h (of `heads`), query q and key k in a sequence of n positions."""
    match mask:
        case AtLeast(side, bound):
            return _own(side, q, k) >= position(bound, _own(side.other, q, k), n, inputs)
        case Below(side, bound):
            return _own(side, q, k) < position(bound, _own(side.other, q, k), n, inputs)
        case Residue(side, dilation, offset, segment, block):
            here = residue(_own(side, q, k) // block, dilation, segment)
            return here == offset_value(offset, dilation, h, heads)
        case SameResidue(dilation, segment, block):
            return residue(q // block, dilation, segment) == residue(k // block, dilation, segment)
        case Random() | Table() | TopK():
            return selected(mask, h, q // mask.block, k // mask.block, -(-n // mask.block), inputs)
        case Picked(_, _, rows, columns):
            return selected(mask, h, q // rows, k // columns, -(-n // columns), inputs)
        case Box():
            return boxed(mask, q, k)
        case Compare("==", left, right):
            return number(left, h, q, k, n, inputs) == number(right, h, q, k, n, inputs)
        case Compare(_, left, right):
            return number(left, h, q, k, n, inputs) < number(right, h, q, k, n, inputs)
        case Not(inner):
            return admits(inner, h, q, k, n, heads, inputs) ^ True
        case And(masks):
            truth: Truth = (q == q) & (k == k)
            for inner in masks:
                truth = truth & admits(inner, h, q, k, n, heads, inputs)
            return truth
        case Or(masks):
            truth = (q != q) | (k != k)
            for inner in masks:
                truth = truth | admits(inner, h, q, k, n, heads, inputs)
            return truth
        case _:
            assert_never(mask)


def _own(side: Side, q: Position, k: Position) -> Position:
    return q if side is Side.QUERY else k


def position(bound: Bound, x: Position, n: int, inputs: Inputs = NOTHING) -> Position:
    """The position of a bound, given the other side's position x."""
    match bound:
        case Constant(value):
            return value
        case FromEnd(value, period):
            return -(-n // period) * period + value
        case OfBatch(name, scale):
            return inputs[name] * scale
        case OfDocument(name, end, block):
            starts = [int(start) for start in inputs[name]]
            moved = starts[1:] + starts[-1:] if end else starts
            return _entry(moved, starts[1:], x // block) * block
        case OfEach(name, _, _, block):
            return _number(inputs[name], x // block) * block
        case InDocument(name, inner):
            start, end = (position(one, x, n, inputs) for one in (OfDocument(name, False), OfDocument(name, True)))
            return _within(start + position(inner, x - start, end - start), start, end)
        case InEntries(inner, ratio):
            return position(inner, x, n, inputs) // ratio
        case OfEntry(inner, ratio):
            return position(inner, x * ratio + ratio - 1, n, inputs)
        case RelativePosition(offset, shift, period):
            return (x + shift) // period * period + offset
        case _:
            assert_never(bound)


def _within(x: Position, low: Position, high: Position) -> Position:
    """The nearest number from `low` to `high`."""
    raised = x + (low - x) * (x < low)
    return raised + (high - raised) * (raised > high)


def _number(numbers: Any, x: Position) -> Position:
    """The number of each x."""
    if isinstance(x, int):
        return int(numbers[x])
    import numpy  # here and below: most masks don't need NumPy, and it takes a third of the start-up time

    return numpy.asarray(numbers, numpy.int64)[x]


def _entry(entries: list[int], begins: list[int], x: Position) -> Position:
    """For each x, the entry whose number is how many of the ascending `begins` are not beyond x."""
    if isinstance(x, int):
        return entries[bisect_right(begins, x)]
    import numpy

    return numpy.array(entries)[numpy.searchsorted(begins, x, side="right")]


def residue(x: Position, dilation: int, segment: int | None) -> Position:
    """The residue class of position x within its segment."""
    return (x if segment is None else x % segment) % dilation


def number(expression: Expression, h: int, q: Position, k: Position, n: int, inputs: Inputs = NOTHING) -> Position:
    """The value of an integer expression; q and k may be integer arrays, which broadcast. `//` and `%` round down."""
    match expression:
        case Number(value):
            return value
        case Name(id_):
            return {"h": h, "q": q, "k": k, "n": n}[id_]
        case Arithmetic(operator, left, right):
            a, b = (number(one, h, q, k, n, inputs) for one in (left, right))
            match operator:
                case "+":
                    return a + b
                case "-":
                    return a - b
                case "*":
                    return a * b
                case "//":
                    return a // b
                case _:
                    return a % b
        case Label(name, side, block, place):
            found = _number(inputs[name], _own(side, q, k) // block)
            return _within(found, 0, n) if place else found
        case BoundAt(bound, side):
            return position(bound, _own(side, q, k), n, inputs)
        case _:
            assert_never(expression)


# ---- boxes of a grid -------------------------------------------------------------------------------------------------
def boxed(box: Box, q: Position, k: Position) -> Truth:
    """Whether k is in q's neighbourhood in every dimension of the grid."""
    truth: Truth = (q == q) & (k == k)
    for axis in grid_axes(box.grid, box.extents, box.dilations, box.steps, box.before):
        stride, size, extent, dilation, *_ = axis
        i, j = q // stride % size, k // stride % size
        start = neighbourhood(i, axis)
        truth = truth & (i % dilation == j % dilation) & (j // dilation >= start) & (j // dilation < start + extent)
    return truth


def neighbourhood(i: Position, axis: GridAxis) -> Position:
    """The first cell of cell i's neighbourhood in a dimension, as an index within the residue class of i."""
    _, size, extent, dilation, step, before = axis
    held = (size - 1 - i % dilation) // dilation + 1
    first = i // dilation // step * step  # of the cells that share the neighbourhood
    start = (first - before) * (first >= before)  # not before the first cell
    return start + (held - extent - start) * (start > held - extent)  # and not so late that cells are missing


# ---- selections of blocks --------------------------------------------------------------------------------------------


def selected(selection: Selection, h: int, row: Position, column: Position, count: int, inputs: Inputs) -> Truth:
    """Whether a selection contains the block (row, column) in a sequence of `count` blocks of keys."""
    match selection:
        # Up to this many blocks per row, all are ranked.
        case Random(_, seed, chosen, None) if count <= 128:
            return _lowest(seed, h, count, chosen or 0)[row, column]
        case Random(_, _, int(chosen), None) if chosen >= count:
            return (row >= 0) & (column >= 0)  # all blocks: no ranks are needed
        case Random(_, seed, int(chosen), None):
            from patternc.ir.chosen_blocks import is_chosen  # here, as above

            return is_chosen(seed, h, row, column, count, chosen)
        case Random(_, seed, _, threshold):
            return hashed(seed, h, row, column) < (threshold or 0)
        case Table():
            return table_entries(selection)[h if selection.heads > 1 else 0, row, column]
        case TopK():
            return _listed(inputs["selection"], h, row, column)
        case Picked(name):
            return _listed(inputs[name], h, row, column)
        case _:
            assert_never(selection)


def _listed(selection: Any, h: int, row: Position, column: Position) -> Any:
    """Whether each column is among the blocks of its row in a selection [1 or H, rows, count], -1 for none."""
    import numpy

    from patternc.ir.chosen_blocks import Nearest

    if isinstance(selection, Nearest):
        return selection.holds(row, column)
    every = numpy.asarray(selection)
    blocks = every[h if len(every) > 1 else 0]
    rows, columns = (one.ravel() for one in numpy.broadcast_arrays(row, column))
    found, order = numpy.zeros(rows.size, bool), numpy.argsort(rows, kind="stable")
    named, starts = numpy.unique(rows[order], return_index=True)
    width, ends = int(columns.max(initial=0)) + 1, numpy.append(starts, rows.size)
    # The number of selected blocks that are compared together.
    step = max(1, (1 << 17) // max(1, blocks.shape[1]))
    for at in range(0, named.size, step):
        part, here = named[at : at + step], order[ends[at] : ends[min(at + step, named.size)]]
        held = blocks[part]
        keys = numpy.sort((numpy.arange(part.size)[:, None] * width + held)[(held >= 0) & (held < width)])
        asked = numpy.searchsorted(part, rows[here]) * width + columns[here]
        place = numpy.searchsorted(keys, asked)
        found[here] = (place < keys.size) & (numpy.append(keys, -1)[place] == asked)
    return found.reshape(numpy.broadcast_shapes(numpy.shape(row), numpy.shape(column)))


@cache
def table_entries(table: Table) -> Any:
    """The table as a boolean array [heads | 1, rows, columns]."""
    import numpy

    bits = numpy.unpackbits(numpy.frombuffer(table.bits, numpy.uint8), count=table.heads * table.rows * table.columns)
    return bits.astype(bool).reshape(table.heads, table.rows, table.columns)


@lru_cache(maxsize=256)
def _lowest(seed: int, h: int, count: int, chosen: int) -> Any:
    """[count, count]: whether a column has one of the `chosen` lowest ranks of its row; ties go to the first column."""
    import numpy

    blocks = numpy.arange(count)
    ranks = ranked(seed, h, blocks[:, None], blocks)
    order = numpy.argsort(ranks, axis=1, kind="stable")
    found = numpy.zeros((count, count), bool)
    numpy.put_along_axis(found, order[:, :chosen], True, axis=1)
    return found


def ranked(seed: int, h: int, row: Position, column: Position) -> Position:
    """A 31-bit rank that orders the columns of a row at random and depends only on the arguments.

    The columns of each octave [0, 2), [2, 4), [4, 8), ... are shuffled, and spread over equally many equal intervals,
    one column each. So the lowest ranks of a row can be found without computing all ranks.
    """
    total = 0 * (row + column)
    for j in range(31):
        first, bits = 1 << j if j else 0, max(j, 1)
        here = (column >= first) & (column < 2 << j)
        key = hashed(seed, h, row, j)
        place = shuffled((column - first) * here, bits, key)
        total = total + here * ((place << (31 - bits)) + (hashed(key, column) >> (bits + 1)))
    return total


def offset_value(offset: Offset, dilation: int, h: int, heads: int) -> int:
    """The residue class that head h attends to under an offset rule."""
    match offset:
        case Fixed(value):
            return value
        case ByHead():
            return h % dilation
        case ByHeadBlock():
            return h // -(-heads // dilation)
        case _:
            assert_never(offset)


def head_range(heads: Heads, total: int) -> range:
    """The heads of a group in a model with `total` heads; the range may end beyond `total`."""
    match heads:
        case HeadRange(start, stop):
            return range(start, total if stop is None else stop)
        case HeadShare(index, count, extra_first):
            size, extra = divmod(total, count)
            longer = [(extra_first and i < extra) or (not extra_first and i >= count - extra) for i in range(count)]
            sizes = [size + one for one in longer]
            return range(sum(sizes[:index]), sum(sizes[: index + 1]))
        case _:
            assert_never(heads)


def group_of(pattern: Pattern, h: int, heads: int) -> HeadGroup:
    """The group that runs head h (of `heads`); calls with a head outside all groups are rejected earlier."""
    return next(group for group in pattern.groups if h in head_range(group.heads, heads))


def multiplicities(
    pattern: Pattern, h: int, q: Position, k: Position, n: int, heads: int, inputs: Inputs = NOTHING
) -> tuple[Any, ...]:
    """For each branch of head h's group, how many times it admits (q, k)."""
    branches = group_of(pattern, h, heads).branches
    return tuple(branch.multiplicity * admits(branch.mask, h, q, k, n, heads, inputs) for branch in branches)
