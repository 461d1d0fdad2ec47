"""Attention of listed blocks, and their gradients."""

from torch import Tensor

from .attend import _add_tables, _attend, _attend_backward, _doubtful
from .blocks import Block
from .cells import Listed
from .merging import _merge
from .tiles import _joined, _tiles
from .work import Call


def _listed_views(
    call: Call, run: Block, rows: list[Tensor], columns: list[Tensor]
) -> tuple[Listed, list[Tensor], list[Tensor]]:
    """The lists of a run, and its blocks [heads, blocks, size, ...] of tensors [B, H, N, ...] of rows and columns."""
    listed = run.listed
    assert isinstance(listed, Listed)
    rows = [listed.rows.of(x[run.entry], run.heads, run.origin) for x in rows]
    return listed, rows, [listed.columns.of(x[run.entry], run.kv_heads, call.k_offset) for x in columns]


def _attend_listed(call: Call, run: Block, out: Tensor, lse: Tensor, fused: bool) -> bool:
    """Merge the attention of listed blocks into out [B, H, Nq, D] and lse [B, H, Nq]. False: see `_doubtful`."""
    listed, rows, columns = _listed_views(call, run, [call.query, out, lse], [call.key, call.value])
    query, into, into_lse = map(_joined, rows) if listed.joined else rows
    columns = list(map(_joined, columns)) if listed.joined else columns
    for tile in _tiles(listed, len(query)):
        q, *here = (x.index_select(1, tile.rows) for x in (query, into, into_lse))
        key, value = (tile.of_columns(x, len(query)) for x in columns)
        part, part_lse = _attend(call, tile.block(run, listed), q, key, value, fused)
        if fused and _doubtful(tile.masked, part, part_lse, q, key, call.scale):
            return False
        _merge(*here, part, part_lse.double() + run.log_count)
        into.index_copy_(1, tile.rows, here[0])
        into_lse.index_copy_(1, tile.rows, here[1])
    for x, changed in zip((out, lse), rows[1:], strict=True):
        listed.rows.put(x[run.entry], changed, run.heads, run.origin)
    return True


def _add_listed(call: Call, run: Block, given: tuple[Tensor, ...], grads: list[Tensor], fused: bool) -> None:
    """Add the gradients of listed blocks; those of all rows that see a column sum up in it. As `_add_block` does."""
    whole = _listed_views(call, run, [*given, grads[0]], [call.key, call.value, *grads[1:3]])
    listed, *views = whole
    views = [list(map(_joined, one)) for one in views] if listed.joined else views
    (*rows, grad_query), (key, value, *grad_columns) = views
    for tile in _tiles(listed, len(grad_query)):
        own = tuple(x.index_select(1, tile.rows) for x in rows)
        columns = (tile.of_columns(x, len(grad_query)) for x in (key, value))
        block = tile.block(run, listed)
        of_query, *parts = _attend_backward(call, block, own, *columns, fused)
        grad_query.index_add_(1, tile.rows, of_query)
        for grad, part in zip(grad_columns, parts, strict=False):
            tile.add_columns(grad, part)
        _add_tables(call, block, grads[3:], list(parts[2:]))
    listed.rows.put(grads[0][run.entry], whole[1][-1], run.heads, run.origin)
    for x, changed in zip(grads[1:3], whole[2][2:], strict=True):
        listed.columns.put(x[run.entry], changed, run.kv_heads, call.k_offset)
