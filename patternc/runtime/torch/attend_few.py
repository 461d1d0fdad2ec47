"""Attention of few rows."""

import math

import torch
from torch import Tensor

from .blocks import Block
from .merging import _merge
from .parts import _moved
from .processors import _doubtful
from .scores import _bias
from .work import Call


def _attend_few(call: Call, block: Block, b: int | slice, out: Tensor, lse: Tensor, _fused: bool) -> bool:
    """Merge the attention of few rows of one or all batch entries into out [B, H, Nq, D] and lse [B, H, Nq].

    Heads that share a key are rows of one call: it reads the key once. False: see `_doubtful`.
    """
    entries = b if isinstance(b, slice) else slice(b, b + 1)
    query, key, value, out, lse = (x[entries] for x in (call.query, call.key, call.value, out, lse))
    heads, kv_heads = (slice(x.start, x.stop, x.step) for x in (block.heads, block.kv_heads))
    shape = len(block.kv_heads), len(block.heads) // len(block.kv_heads)
    bias = _bias(block, query)
    bias = None if bias is None else bias.repeat(shape[1], 1)
    for by in range(0, block.segments * block.width, block.width):
        rows, columns = (_moved(places, by) for places in (block.rows, block.columns))
        rows = slice(rows.start - call.q_offset, rows.stop - call.q_offset, rows.step)
        columns = slice(columns.start - call.k_offset, columns.stop - call.k_offset, columns.step)
        q, into, into_lse = (torch.unflatten(x[:, heads, rows], 1, shape) for x in (query, out, lse))
        k, v = (x[:, kv_heads, columns] for x in (key, value))
        part, part_lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
            q.flatten(2, 3), k, v, 0.0, False, attn_mask=bias, scale=call.scale
        )
        if bias is not None:
            part_lse.masked_fill_(bias.amax(-1) == -math.inf, -math.inf)  # torch says 0 where a row attends to none
        if _doubtful(block.masked, part, part_lse, q, k, call.scale):
            return False
        part, part_lse = (torch.unflatten(x, 2, into_lse.shape[2:]) for x in (part, part_lse))
        part_lse = part_lse + block.log_count
        if block.first:
            into.copy_(part)
            into_lse.copy_(part_lse)
        else:
            _merge(into, into_lse, part, part_lse)
    return True
