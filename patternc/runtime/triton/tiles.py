"""Tiles of rows: of each row `width` numbers and, where its extent is no power of two (96, 80, ...), `tail` more."""

import triton
import triton.language as tl

from .numbers import _INPUT_PRECISION, _INTERPRETED


@triton.jit
def _extremes(numbers, valid):
    """The least and the greatest of those numbers that are valid; of none, numbers above and below all others."""
    if numbers.dtype == tl.int64:
        least, most = (
            tl.min(tl.where(valid, numbers, (1 << 62) - 1), 0),
            tl.max(tl.where(valid, numbers, -(1 << 62)), 0),
        )
    else:
        least, most = (
            tl.min(tl.where(valid, numbers, (1 << 30) - 1), 0),
            tl.max(tl.where(valid, numbers, -(1 << 30)), 0),
        )
    return least, most


@triton.jit
def _line(batch, head, heads):
    """The number of a (batch, head) pair, wide enough to address any tensor by."""
    return batch.to(tl.int64) * heads + head


@triton.jit
def _origin(stride, batch, head, offset):
    """The place of a head's position 0 in a tensor [B, H, N, D] whose first row is position `offset`."""
    at = batch.to(tl.int64) * _counted(stride, 0) + tl.cast(head, tl.int64) * _counted(stride, 1)
    return (at - offset.to(tl.int64) * _counted(stride, 2)) * _unit(stride)


@triton.jit
def _step(stride):
    """Elements from a row of a tensor [B, H, N, D] to the next, in 32 bits if these hold them."""
    return _counted(stride, 2) * _unit(stride)


@triton.jit
def _counted(stride, DIM: tl.constexpr):
    """A stride that came through `_strides`, in units of `_unit`: 32 bits may hold it in these only."""
    return stride[DIM] if stride[3] == 16 else stride[DIM] >> 1


@triton.jit
def _unit(stride):
    """The unit of strides, in elements."""
    return 1 if stride[3] == 16 else stride[3]


@triton.jit
def _load(pointer, step, rows, valid, EXTENT: tl.constexpr):
    """Read rows of a tensor, `step` from one to the next; 0 where not valid."""
    at = pointer + rows.to(tl.int64)[:, None] * step
    head = _load_columns(at, valid, 0, EXTENT.width, EXTENT)
    return (head,) if EXTENT.tail == 0 else (head, _load_columns(at, valid, EXTENT.width, EXTENT.tail, EXTENT))


@triton.jit
def _load_rows(tensor, stride, batch, head, offset, rows, valid, EXTENT: tl.constexpr):
    """Read rows of a head of a tensor [B, H, N, D], whose first row is position `offset`; 0 where not valid."""
    return _load(tensor + _origin(stride, batch, head, offset), _step(stride), rows, valid, EXTENT)


@triton.jit
def _matrix(pointer, step, first, dilation, low, high, EXTENT: tl.constexpr, TILE: tl.constexpr):
    """The rows `first + dilation * t` of a tensor, low <= t < high, for `_load_tile`: a descriptor, or a pointer."""
    start = pointer + (tl.cast(first, tl.int64) + tl.cast(low, tl.int64) * dilation) * step
    count, stride = tl.maximum(high - low, 1), tl.cast(step, tl.int64)
    return (
        tl.make_tensor_descriptor(start, [count, EXTENT.size], [stride * dilation, 1], [TILE.columns, EXTENT.width])
        if TILE.described
        else pointer
    )


@triton.jit
def _load_tile(matrix, step, row, columns, loaded, EXTENT: tl.constexpr, TILE: tl.constexpr):
    """Read rows of a matrix from a row on; of its tensor they are `columns`. 0 where not loaded."""
    return (_operand(matrix.load([row, 0])),) if TILE.described else _load(matrix, step, columns, loaded, EXTENT)


@triton.jit
def _load_values(keys, pointer, step, rows, valid, TILE: tl.constexpr):
    """Read the values of keys that were read: what these begin with, where the call's values are that."""
    return keys if TILE.shared else _load(pointer, step, rows, valid, TILE.value_dim)


@triton.jit
def _load_value_tile(keys, matrix, step, row, columns, loaded, TILE: tl.constexpr):
    """Read a tile of values, as `_load_tile` does: what the keys of the tile begin with, where values are that."""
    return keys if TILE.shared else _load_tile(matrix, step, row, columns, loaded, TILE.value_dim, TILE)


@triton.jit
def _operand(tile):
    return tile.to(tl.float32) if _INTERPRETED else tile


@triton.jit
def _load_heads(tensor, stride, batch, heads, number, valid, EXTENT: tl.constexpr):
    """Read the row `number` of several heads of a tensor [B, H, N, D]; 0 where not valid."""
    row = batch.to(tl.int64) * _counted(stride, 0) + number.to(tl.int64) * _counted(stride, 2)
    step = tl.cast(_counted(stride, 1), tl.int64) * _unit(stride)
    return _load(tensor + row * _unit(stride), step, heads, valid, EXTENT)


@triton.jit
def _load_columns(at, valid, FIRST: tl.constexpr, WIDTH: tl.constexpr, EXTENT: tl.constexpr):
    columns = FIRST + tl.arange(0, WIDTH)
    tile = tl.load(at + columns[None, :], mask=_inside(columns, valid, FIRST + WIDTH, EXTENT), other=0.0)
    return tile.to(tl.float32) if _INTERPRETED else tile


@triton.jit
def _store(pointer, rows, valid, tile, EXTENT: tl.constexpr):
    """Write rows of a contiguous tensor [.., EXTENT.size]."""
    at = pointer + rows[:, None] * EXTENT.size
    _store_columns(at, valid, tile[0], 0, EXTENT.width, EXTENT)
    if EXTENT.tail:
        _store_columns(at, valid, tile[1], EXTENT.width, EXTENT.tail, EXTENT)


@triton.jit
def _store_columns(at, valid, tile, FIRST: tl.constexpr, WIDTH: tl.constexpr, EXTENT: tl.constexpr):
    columns = FIRST + tl.arange(0, WIDTH)
    inside = _inside(columns, valid, FIRST + WIDTH, EXTENT)
    tl.store(at + columns[None, :], tile.to(at.dtype.element_ty), mask=inside)


@triton.jit
def _inside(columns, valid, END: tl.constexpr, EXTENT: tl.constexpr):
    """A mask of the elements of valid rows that exist: a part of a row may end past its extent."""
    return valid[:, None] & (columns < EXTENT.size)[None, :] if EXTENT.size < END else valid[:, None]


@triton.jit
def _zeros(ROWS: tl.constexpr, EXTENT: tl.constexpr):
    WIDTH: tl.constexpr = EXTENT.width
    TAIL: tl.constexpr = EXTENT.tail
    head = tl.zeros([ROWS, WIDTH], tl.float32)
    return (head,) if TAIL == 0 else (head, tl.zeros([ROWS, TAIL], tl.float32))


@triton.jit
def _scaled(tile, factor):
    return (tile[0] * factor,) if len(tile) == 1 else (tile[0] * factor, tile[1] * factor)


@triton.jit
def _sum(a, b):
    return (a[0] + b[0],) if len(a) == 1 else (a[0] + b[0], a[1] + b[1])


@triton.jit
def _merge_sum(total, partial, rows, valid, EXTENT: tl.constexpr):
    """Add rows of a contiguous tensor [.., EXTENT.size]; nothing where not valid."""
    return _sum(total, _load(partial, EXTENT.size, rows, valid, EXTENT))


@triton.jit
def _zero_numbers(ROWS: tl.constexpr):
    """A number of each row."""
    return tl.zeros([ROWS], tl.float32)


@triton.jit
def _merge_numbers(totals, numbers):
    """Add numbers of rows, in fp64, to those of the program's rows."""
    return totals + numbers.to(tl.float32)


@triton.jit
def _products(a, b):
    """Return a @ b^T, in fp32: of the parts that a has."""
    products = tl.dot(a[0], tl.trans(b[0]), input_precision=_INPUT_PRECISION)
    if len(a) == 2:
        products = tl.dot(a[1], tl.trans(b[1]), products, input_precision=_INPUT_PRECISION)
    return products


@triton.jit
def _accumulated(total, weights, rows):
    """Return total + weights @ rows, in fp32: of the parts that the total has."""
    weights = weights.to(rows[0].dtype)
    head = tl.dot(weights, rows[0], total[0], input_precision=_INPUT_PRECISION)
    if len(total) == 2:
        tail = tl.dot(weights, rows[1], total[1], input_precision=_INPUT_PRECISION)
    return (head,) if len(total) == 1 else (head, tail)


@triton.jit
def _start_of(first, starts, batch):
    """The position of the first query of a batch entry: the call's, or in a tensor, with the step between entries."""
    return first if starts is None else tl.load(starts[0] + batch.to(tl.int64) * starts[1])


@triton.jit
def _entry_of(starts, batch):
    """The batch entry of tensors that holds a sequence: its own, or the only one."""
    if starts is None:  # noqa: SIM114 -- Triton reads both sides of `or`
        return batch
    elif len(starts) == 2:  # noqa: RET505 -- Triton also compiles what follows a `return`
        return batch
    else:
        return batch * 0


@triton.jit
def _first_row_of(starts, batch):
    """The first row of a sequence's queries in its batch entry."""
    if starts is None:  # noqa: SIM114 -- Triton reads both sides of `or`
        return 0
    elif len(starts) == 2:  # noqa: RET505 -- Triton also compiles what follows a `return`
        return 0
    else:
        return tl.load(starts[0] + batch.to(tl.int64) * starts[1] + 2)


@triton.jit
def _count_of(starts, batch, count):
    """How many queries a sequence has: `count` where it has a batch entry of its own."""
    if starts is None:  # noqa: SIM114 -- Triton reads both sides of `or`
        return count
    elif len(starts) == 2:  # noqa: RET505 -- Triton also compiles what follows a `return`
        return count
    else:
        return tl.load(starts[0] + batch.to(tl.int64) * starts[1] + 3)


@triton.jit
def _extent_of(first, stop, starts, batch, seq_len):
    """The position that row 0 would have, which is the first query; the first query in the sequence, and their end.

    They are those of the call, first to stop, where no tensor has the first position of each entry.
    """
    origin = _start_of(first, starts, batch)
    end = origin + _count_of(starts, batch, stop - first)
    if starts is None:
        return origin, first, stop
    row = _first_row_of(starts, batch)
    return origin - row, tl.minimum(tl.maximum(origin, 0), seq_len), tl.minimum(tl.maximum(end, 0), seq_len)


@triton.jit
def _cache_of(starts, batch, seq_len, stop):
    """The length of a sequence, and the end of its keys that a call holds: those of the call, or its own."""
    if starts is None:  # noqa: SIM114 -- Triton reads both sides of `or`
        return seq_len, stop
    elif len(starts) == 2:  # noqa: RET505 -- Triton also compiles what follows a `return`
        return seq_len, stop
    else:
        length = tl.load(starts[0] + batch.to(tl.int64) * starts[1] + 1)
        return length, tl.minimum(stop, length)


@triton.jit
def _slots_of(positions, loaded, starts, batch):
    """The rows of a tensor that hold keys: their positions; in a cache, their places in pages, where loaded."""
    if starts is None:  # noqa: SIM114 -- Triton reads both sides of `or`
        return positions
    elif len(starts) == 2:  # noqa: RET505 -- Triton also compiles what follows a `return`
        return positions
    else:
        pages = starts[0] + batch.to(tl.int64) * starts[1] + 4
        page = tl.load(pages + positions // starts[2], mask=loaded, other=0)
        return page * starts[3] + positions % starts[2]


@triton.jit
def _share(low, high, split, splits, COLUMNS: tl.constexpr):
    """The columns of low <= t < high that a split takes: whole tiles, and no more than the first split."""
    share = tl.cdiv(tl.cdiv(tl.maximum(high - low, 0), COLUMNS), splits) * COLUMNS
    return low + split * share, tl.minimum(low + (split + 1) * share, high)


@triton.jit
def _count(position, offset, dilation):
    """The number of terms of offset, offset + dilation, ... below a position."""
    return tl.cdiv(tl.maximum(position - offset, 0), dilation)
