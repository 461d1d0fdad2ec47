"""What each primitive of the language admits, pair by pair, as docs/language.md says it: an oracle of the lowerings."""

from __future__ import annotations

from bisect import bisect_right
from math import prod
from typing import assert_never

from patternc.frontend.primitives import Box, Primitive, Random, Rule, Table, TopK, When
from patternc.frontend.primitives.positions import Causal, First, Full, Global, Keys, Last, Window
from patternc.frontend.primitives.positions import Queries as ListedQueries
from patternc.frontend.primitives.primitive import End, Offset
from patternc.frontend.primitives.runtime_masks import Columns, Document, Padding, Prefix, Rows, Selected
from patternc.frontend.primitives.segment import Queries, Segment, Stride
from patternc.ir.hashes import HASHES, hashed
from patternc.ir.semantics import NOTHING, Inputs, admits, ranked


def contains(primitive: Primitive, h: int, q: int, k: int, n: int, heads: int, inputs: Inputs = NOTHING) -> bool:
    """Whether query q of head h (of `heads`) attends to key k among n positions, in a batch entry with `inputs`.

    Inside `blocks(B, ...)`, q, k and n count blocks.
    """
    match primitive:
        case Full():
            return True
        case Causal():
            return k <= q
        case First(c):
            return k < c
        case Last(c):
            return k >= n - c
        case Global(c):
            return k < c or q < c
        case Window(left, right):
            behind, ahead = (n if isinstance(one, End) else one for one in (left, right))
            return q - behind <= k <= q + ahead
        case ListedQueries(str(labels)):
            return bool(inputs[labels][q])
        case Keys(str(labels)):
            return bool(inputs[labels][k])
        case ListedQueries(int(every), offset):
            return q % every == offset
        case Keys(int(every), offset):
            return k % every == offset
        case Segment(w, dilation, offset, queries):
            places = (k % w,) if queries is Queries.DENSE and offset is not Rule.ALL else (k % w, q % w)
            return q // w == k // w and in_class(offset, dilation, places, h, heads)
        case Stride(r, offset):
            return in_class(offset, r, (k, q), h, heads)
        case Document(offsets):
            starts = list(inputs[offsets])
            return bisect_right(starts, q) == bisect_right(starts, k)
        case Padding(lengths) | Prefix(lengths):
            return k < int(inputs[lengths])
        case Rows(lo, hi):
            return _side_of(lo, q, n, inputs) <= k < _side_of(hi, q, n, inputs)
        case Columns(lo, hi):
            return _side_of(lo, k, n, inputs) <= q < _side_of(hi, k, n, inputs)
        case Selected(picks):
            return k in list(inputs[picks][h][q])
        case TopK():
            return k in list(inputs["selection"][h][q])
        case Random(None, float(density), seed):
            return bool(hashed(seed, h, q, k) < round(density * HASHES))
        case Random(c, _, seed):
            return k in sorted(range(n), key=lambda column: (ranked(seed, h, q, column), column))[:c]
        case Table():
            place = ((h if primitive.heads > 1 else 0) * primitive.rows + q) * primitive.columns + k
            return bool(primitive.bits[place // 8] >> (7 - place % 8) & 1)
        case Box():
            return all(nearest(primitive, axis, q, k) for axis in range(len(primitive.grid)))
        case When(condition):
            return bool(admits(condition, h, q, k, n, heads))
        case _:
            raise NotImplementedError(type(primitive).__name__)


def _side_of(given: str | int | End, position: int, n: int, inputs: Inputs) -> int:
    """A side of `rows` or `columns` for a position."""
    return int(inputs[given][position]) if isinstance(given, str) else n if isinstance(given, End) else given


def in_class(offset: Offset, dilation: int, places: tuple[int, ...], h: int, heads: int) -> bool:
    """Whether positions are all in the residue class of a head, or under `all` in the same one."""
    classes = {place % dilation for place in places}
    match offset:
        case Rule.ALL:
            return len(classes) == 1
        case Rule.HEAD:
            return classes == {h % dilation}
        case Rule.HEAD_BLOCK:
            return classes == {h // ((heads + dilation - 1) // dilation)}
        case int():
            return classes == {offset}
        case Rule.BRANCH:
            raise ValueError("`branch` has no value outside a branch")
        case _:
            assert_never(offset)


def nearest(box: Box, axis: int, q: int, k: int) -> bool:
    """Whether key k is one of the cells nearest to query q along one axis of a grid.

    Queries that share their cells have those of one of them: of the middle one, or, if no key may come later, the last.
    """
    size, extent, dilation, stride = box.grid[axis], box.extents[axis], box.dilations[axis], prod(box.grid[axis + 1 :])
    i, j = q // stride % size, k // stride % size
    cells = list(range(i % dilation, size, dilation))  # q's residue class
    stride_of, causal = box.strides[axis], box.causal[axis]
    group = [place for place in range(len(cells) + stride_of) if place // stride_of == cells.index(i) // stride_of]
    leader = min(group[-1] if causal else group[stride_of // 2], len(cells) - 1)
    earlier = extent - 1 if causal else extent // 2
    start = max(0, min(leader - earlier, len(cells) - extent))
    return j in cells[start : start + extent] and not (causal and j > i)
