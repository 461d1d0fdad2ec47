"""Attention of listed blocks, and their gradients."""

import math

import torch
from torch import Tensor

from .attend import _attend, _attend_backward
from .blocks import Block
from .merging import _in_memory, _merge
from .processors import _doubtful
from .sizes import TILED_ROWS
from .tiles import Tile, _joined, _tiles
from .work import Call


def _attend_listed(call: Call, run: Block, b: int, out: Tensor, lse: Tensor, fused: bool) -> bool:
    """Merge the attention of listed blocks of a batch entry into out [B, H, Nq, D] and lse [B, H, Nq].

    False: see `_doubtful`.
    """
    out, lse = out[b], lse[b]
    rows = q, into, into_lse = [run.rows.of(x, run.heads, call.q_offset) for x in (call.query[b], out, lse)]
    columns = [run.columns.of(x[b], run.kv_heads, call.k_offset) for x in (call.key, call.value)]
    if run.listed.joined:
        (q, into, into_lse), columns = map(_joined, rows), list(map(_joined, columns))
    memory: list[Tensor] = []
    for tile in _tiles(run, len(q)):
        part, part_lse = _attend_tile(run, tile, q, columns, memory, call.scale, fused)
        if fused and _doubtful(tile.masked, part, part_lse, q, columns[0], call.scale):
            return False
        here = into.index_select(1, tile.rows), into_lse.index_select(1, tile.rows)
        part_lse = part_lse + run.log_count if run.log_count else part_lse
        _merge(*here, part, part_lse)
        into.index_copy_(1, tile.rows, here[0])
        into_lse.index_copy_(1, tile.rows, here[1])
    for x, part in zip((out, lse), rows[1:], strict=True):
        run.rows.put(x, part, run.heads, call.q_offset)
    return True


def _attend_tile(
    run: Block,
    tile: Tile,
    query: Tensor,
    columns: list[Tensor],
    memory: list[Tensor],
    scale: float,
    fused: bool,
) -> tuple[Tensor, Tensor]:
    """(out, lse) of a tile's rows as if they attended to its columns only: [heads, items, rows(, D)]."""
    found = []
    own = query.index_select(1, tile.rows).split(tile.several, 1)
    for (some, (k, v)), q in zip(tile.calls(columns, len(query), memory), own, strict=True):
        block = some.block(run, fused)
        found.append(_attend(block, q, k, v, scale, fused))
    out, lse = (torch.cat(x, 1) for x in zip(*found, strict=True))
    return out, lse


def _add_listed(call: Call, run: Block, given: tuple[Tensor, ...], b: int, grads: list[Tensor], fused: bool) -> None:
    """Add the gradients of listed blocks of a batch entry; those of all rows that see a column sum up in it.

    Tensors are as in `_add_strips`.
    """
    *rows, grad_query = whole_rows = [run.rows.of(x, run.heads, call.q_offset) for x in (*given, grads[0])]
    columns = call.key[b], call.value[b], *grads[1:3]
    k, v, *grad_columns = whole_columns = [run.columns.of(x, run.kv_heads, call.k_offset) for x in columns]
    if run.listed.joined:
        *rows, grad_query = map(_joined, whole_rows)
        k, v, *grad_columns = map(_joined, whole_columns)
    memory: list[Tensor] = []
    products: list[Tensor] = []
    for tile in _tiles(run, len(grad_query)):
        here, found = (x.index_select(1, tile.rows).split(tile.several, 1) for x in rows), []
        for (some, columns), *own in zip(tile.calls([k, v], len(grad_query), memory), *here, strict=True):
            block = some.block(run, fused)
            if fused and not block.masked and own[0].shape[2] < TILED_ROWS:
                parts = _whole_backward(block, own, *columns, call.scale, products)
            else:
                parts = _attend_backward(block, own, *columns, call.scale, fused)
            found.append(parts[0].float())
            for grad, part in zip(grad_columns, parts[1:3], strict=True):
                some.add_columns(grad, part)
            for grad, part in zip(grads[3:], parts[3:], strict=True):
                grad[run.heads.start : run.heads.stop : run.heads.step] += part
        grad_query.index_add_(1, tile.rows, torch.cat(found, 1))
    run.rows.put(grads[0], whole_rows[-1], run.heads, call.q_offset)
    for x, part in zip(grads[1:3], whole_columns[2:], strict=True):
        run.columns.put(x, part, run.kv_heads, call.k_offset)


def _whole_backward(
    block: Block, rows: list[Tensor], key: Tensor, value: Tensor, scale: float, memory: list[Tensor]
) -> tuple[Tensor, Tensor, Tensor]:
    """What `_attend_backward` does where all pairs are seen: all heads and items at once, with scores transposed.

    Gradients of key and value stand in `memory`, until the next call's.
    """
    shapes = [x.shape for x in (rows[0], key, value)]
    query, grad, out, lse, *_ = (x.float().flatten(0, 1) for x in rows)
    key, value = key.float().flatten(0, 1), value.float().flatten(0, 1)
    lse = lse - block.log_count if block.log_count else lse
    pairs = *key.shape[:2], query.shape[1]
    weights, grad_scores, grad_key, grad_value = _in_memory(memory, key, pairs, pairs, key.shape, value.shape)
    weights.baddbmm_(key, query.mT, beta=0, alpha=scale / math.log(2))
    weights.add_((lse / -math.log(2)).unsqueeze(1)).exp2_()
    torch.bmm(weights, grad, out=grad_value)
    grad_scores.baddbmm_(value, grad.mT, beta=0, alpha=scale)
    grad_scores.sub_((grad * out).sum(-1).mul_(scale).unsqueeze(1)).mul_(weights)
    torch.bmm(grad_scores, query, out=grad_key)
    grad_query = torch.bmm(grad_scores.mT, key)
    return tuple(x.view(shape) for x, shape in zip((grad_query, grad_key, grad_value), shapes, strict=True))
