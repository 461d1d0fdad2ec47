"""The implementations that are timed. Each is set up once for a case and then called with (query, key, value)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from types import ModuleType
from typing import TYPE_CHECKING

import torch
from cases import Case, Segments
from generated_files import reference_of
from given import Entry, Given, selected
from meaning import branch_of, count, offset
from predicates import Admits, Band, Blocks, Documents, Neighbourhood, admits
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel

if TYPE_CHECKING:
    from torch.nn.attention.flex_attention import BlockMask

Attention = Callable[[Tensor, Tensor, Tensor], Tensor]
MASK_BYTES = 4 << 30  # the largest dense mask a peer may ask for
BLOCK = 128
"""Rows and columns of FlexAttention's blocks, where the mask has no smaller ones."""


class NotApplicableError(Exception):
    """A peer can't express the case; the message says why."""


def set_up(peer: str, case: Case, module: ModuleType, given: Given, query: Tensor, key: Tensor) -> Attention:
    """Everything that is done once: import, mask, compilation of the wrapper.

    `given`, `query`, `key`: what will be attended to, for masks that depend on it.

    Raises:
        NotApplicableError: the peer can't express the case.
    """
    device = query.device.type
    match peer:
        case "patternc":
            return partial(module.attention, q_offset=case.first, **given.call)
        case "patternc-graph":
            return _graph(case, partial(module.attention, **given.call), query, key)
        case "flex" if case.mask is not None:
            return _flex_mask(case, admits(case.mask, module, case.heads, query, key), device)
        case "flex":
            return _flex(case, device, _count(case, module, _entry(case, module, given, query, key), device))
        case "flex-tuned":
            return _flex(case, device, _count_by_label(case, device))
        case "eager":
            return _eager(case)
        case "sdpa-mask" if case.mask is not None:
            raise NotApplicableError("not written for this mask")
        case "sdpa-mask":
            return _sdpa_mask(case, module, _entry(case, module, given, query, key), device)
        case "sdpa":
            return lambda query, key, value: _sdpa(query, key, value, None)
        case "flash" | "cudnn":
            return _causal(SDPBackend.FLASH_ATTENTION if peer == "flash" else SDPBackend.CUDNN_ATTENTION, case)
        case _:
            raise ValueError(f"no peer {peer!r}")


def _sdpa(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
    grouped = query.shape[1] != key.shape[1]
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, enable_gqa=grouped)


def _causal(kernel: SDPBackend, case: Case) -> Attention:
    """Dense causal attention by one kernel of torch's."""

    def attend(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        grouped, causal = query.shape[1] != key.shape[1], case.queries is None
        with sdpa_kernel(kernel):
            return torch.nn.functional.scaled_dot_product_attention(
                query, key, value, is_causal=causal, enable_gqa=grouped
            )

    if case.queries not in (None, 1):
        raise NotApplicableError("its causal mask begins with the first key")
    return attend


def _graph(case: Case, attention: Callable[..., Tensor], query: Tensor, key: Tensor) -> Attention:
    """Our decoding step as a CUDA graph, which reads the position from a tensor."""
    if case.backward or query.device.type != "cuda":
        raise NotApplicableError("a graph of one forward pass on a GPU")
    position = torch.full((1,), case.first, dtype=torch.int32, device=query.device)
    held = [torch.empty_like(x) for x in (query, key, key)]
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    stream.wait_stream(torch.cuda.current_stream())
    with torch.no_grad(), torch.cuda.stream(stream):
        attention(*held, q_offset=position)
    torch.cuda.current_stream().wait_stream(stream)
    recorded = torch.cuda.CUDAGraph()
    with torch.no_grad(), torch.cuda.graph(recorded):
        out = attention(*held, q_offset=position)
    taken: list[Tensor] = []

    def attend(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        if not taken:  # a cache stays where it is: only the first call puts it there
            for mine, given in zip(held, (query, key, value), strict=True):
                mine.copy_(given)
            taken.append(query)
        recorded.replay()
        return out

    return attend


def _divisor(case: Case) -> int:
    """What `mean` divides each head by; peers run one softmax a head."""
    return len(case.segments.lengths) if case.segments is not None and case.segments.partition else 1


def _entry(case: Case, module: ModuleType, given: Given, query: Tensor, key: Tensor) -> Entry:
    """What the reference's `mask` takes: the inputs and the chosen blocks of one batch entry, which stand for all.

    Raises:
        NotApplicableError: no mask of counts says what the pattern says.
    """
    if case.segments is not None:
        return {}
    if "dropout" in given.call:
        raise NotApplicableError("it would drop other weights")
    if re.search(r"\bscore\b", re.sub("#.*", "", module.SPEC)):
        raise NotApplicableError("written for masks, not for scores that are changed")
    chosen = selected(module, query, key, given.call)
    if given.entry is None or (chosen is not None and case.batch > 1):
        raise NotApplicableError("written for one mask, not one a batch entry")
    return given.entry if chosen is None else {**given.entry, "selection": chosen[0].cpu()}


def _count(case: Case, module: ModuleType, entry: Entry, device: str) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """(head, q, k) -> how often the pair counts. `entry`: what the reference's `mask` takes."""
    if case.segments is not None:
        segments = case.segments
        return lambda head, q, k: count(segments, case.heads, head, q, k)
    if "combine mean" in module.SPEC or "combine sum" in module.SPEC:
        raise NotApplicableError("several softmaxes added up are not one softmax")
    if case.heads * case.n * case.n > MASK_BYTES:
        raise NotApplicableError(f"a table of its mask would take {case.heads * case.n**2 / 2**30:.1f} GiB")
    taken = {name: torch.tensor(held) if isinstance(held, list) else held for name, held in entry.items()}
    mask = reference_of(module).mask
    counts = torch.stack([mask(h, case.heads, case.n, **taken).to(torch.int8) for h in range(case.heads)])
    counts = counts.to(device)
    return lambda head, q, k: counts[head, q, k]


def _count_by_label(case: Case, device: str) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """The same by looking labels up: a pair counts once for each branch in which its labels are equal.

    About three times as fast in FlexAttention as the formula of `meaning.count`, which divides for every pair.
    """
    if case.segments is None:
        raise NotApplicableError("not a pattern of dilated segments")
    segments = case.segments
    heads, x = torch.arange(case.heads, device=device)[:, None], torch.arange(case.n, device=device)[None, :]
    labels = []
    for b, (w, r) in enumerate(zip(segments.lengths, segments.dilations, strict=True)):
        member = x % w % r == offset(segments, b, heads)
        if segments.partition:
            member = member & (branch_of(segments, heads, case.heads) == b)
        sides = (torch.where(member, x // w, absent).to(torch.int32) for absent in (-1, -2))
        labels.append(tuple(sides))

    def counted(h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        total = sum((of_query[h, q] == of_key[h, k]).to(torch.int32) for of_query, of_key in labels)
        assert isinstance(total, Tensor)
        return total * (q >= k) if segments.causal else total

    return counted


def _flex(case: Case, device: str, counted: Callable[[Tensor, Tensor, Tensor], Tensor]) -> Attention:
    """FlexAttention: a block mask of what is admitted, log multiplicity added by `score_mod`."""
    from torch.nn.attention.flex_attention import flex_attention

    if case.backward and device == "cpu":
        raise NotApplicableError("FlexAttention has no backward pass on a CPU")
    divisor = _divisor(case)
    several = case.segments is None or (len(case.segments.lengths) > 1 and not case.segments.partition)

    def admitted(_b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return counted(h, q, k) > 0

    def weighted(score: Tensor, _b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return score + counted(h, q, k).to(score.dtype).log()

    block_mask = block_mask_of(admitted, 1, case.heads, (case.n, case.n), device)
    compiled = torch.compile(flex_attention, dynamic=False)
    score = weighted if several else None
    grouped = case.kv_heads not in (None, case.heads)

    def attend(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        out = compiled(query, key, value, score_mod=score, block_mask=block_mask, enable_gqa=grouped)
        return out / divisor if divisor > 1 else out

    return attend


def _flex_mask(case: Case, admitted: Admits, device: str) -> Attention:
    """FlexAttention with a block mask of a predicate."""
    from torch.nn.attention.flex_attention import flex_attention

    if case.backward and device == "cpu":
        raise NotApplicableError("FlexAttention has no backward pass on a CPU")
    first, alike = case.first, isinstance(case.mask, Documents | Neighbourhood | Band)

    def placed(b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return admitted(b, h, q + first, k)

    batch, heads = (1, 1) if alike else (case.batch, case.heads)
    # Its own tiles do not fit into smaller blocks than 128 on a GPU: it times those that do.
    block = min(BLOCK, case.mask.size) if device == "cuda" and isinstance(case.mask, Blocks) else BLOCK
    mode = "max-autotune-no-cudagraphs" if block < BLOCK else None
    block_mask = block_mask_of(placed, batch, heads, (case.queries or case.n, case.n), device, block)
    grouped = case.kv_heads not in (None, case.heads)
    compiled = torch.compile(flex_attention, dynamic=False, mode=mode)
    return partial(compiled, block_mask=block_mask, enable_gqa=grouped)


def block_mask_of(
    admitted: Admits, batch: int, heads: int, lengths: tuple[int, int], device: str, block: int = BLOCK
) -> BlockMask:
    """FlexAttention's blocks of a predicate, a row of them at a time.

    torch's own `create_block_mask` holds all pairs, which no GPU does from 32768 positions on, or is compiled, which
    took minutes on an H200.
    """
    from torch.nn.attention.flex_attention import BlockMask

    queries, keys = (torch.arange(length, device=device) for length in lengths)
    columns, counts = -(-lengths[1] // block), []
    for b, h in product(torch.arange(batch, device=device), torch.arange(heads, device=device)):
        for rows in torch.split(queries, block):
            padded = torch.nn.functional.pad(admitted(b, h, rows[:, None], keys), (0, columns * block - lengths[1]))
            counts.append(padded.view(len(rows), columns, block).sum((0, 2)))
    pairs = torch.stack(counts).view(batch, heads, -1, columns)
    whole = pairs == block * block
    listed = [
        (some.sum(3).int(), some.int().argsort(dim=3, descending=True, stable=True).int())
        for some in ((pairs > 0) & ~whole, whole)
    ]
    return BlockMask.from_kv_blocks(*listed[0], *listed[1], block, admitted, lengths)


def _sdpa_mask(case: Case, module: ModuleType, entry: Entry, device: str) -> Attention:
    """Dense attention with log multiplicity as an additive mask [H, n, n]; rows without keys are set to zero."""
    dtype = getattr(torch, case.dtype)
    size = case.heads * case.n * case.n * dtype.itemsize
    if size > MASK_BYTES:
        raise NotApplicableError(f"its mask would take {size / 2**30:.1f} GiB")
    counted = _count(case, module, entry, device) if case.segments is None else _count_by_label(case, device)
    divisor = _divisor(case)
    positions = torch.arange(case.n, device=device)
    mask = torch.empty(case.heads, case.n, case.n, dtype=dtype, device=device)
    for h in range(case.heads):
        for rows in torch.split(positions, 1024):
            counts = counted(torch.tensor(h, device=device), rows[:, None], positions[None, :])
            mask[h, rows] = counts.to(dtype).log()
    empty = (mask == -torch.inf).all(2)
    mask.masked_fill_(empty[:, :, None], 0.0)
    uncovered = bool(empty.any())

    def attend(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        out = _sdpa(query, key, value, mask[None])
        out = out.masked_fill(empty[None, :, :, None], 0.0) if uncovered else out
        return out / divisor if divisor > 1 else out

    return attend


def _eager(case: Case) -> Attention:
    """The algorithm of the LongNet paper in plain tensor operations: gather each branch, attend, scatter, mix."""
    if case.segments is None:
        raise NotApplicableError("not a pattern of dilated segments")
    if case.kv_heads not in (None, case.heads):
        raise NotApplicableError("written for one key head a query head")
    segments = case.segments

    def attend(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        parts = [_branch(segments, b, case, query, key, value) for b in range(len(segments.lengths))]
        outs, lses = torch.stack([out for out, _ in parts]), torch.stack([lse for _, lse in parts])
        if segments.partition:
            return outs.sum(0) / len(parts)
        empty = (lses == -torch.inf).all(0)
        weights = lses.masked_fill(empty, 0.0).softmax(0)
        return (weights[..., None].to(outs.dtype) * outs).sum(0)

    return attend


def _branch(segments: Segments, b: int, case: Case, query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
    """One branch for all heads: out [B, H, n, D] and lse [B, H, n], -inf where it has no row."""
    w, r = segments.lengths[b], segments.dilations[b]
    out = torch.zeros_like(query)
    lse = torch.full(query.shape[:3], -torch.inf, device=query.device)
    heads = torch.arange(case.heads, device=query.device)
    taken = branch_of(segments, heads, case.heads) == b if segments.partition else heads >= 0
    offsets = offset(segments, b, heads)
    whole = case.n // w * w
    for o in range(r):
        chosen = heads[taken & (offsets == o)]
        for start, stop, length in ((0, whole, w), (whole, case.n, case.n - whole)):
            if len(chosen) == 0 or o >= length:
                continue
            inside = torch.arange(o, length, r, device=query.device)
            rows = (torch.arange(start, stop, length, device=query.device)[:, None] + inside).flatten()
            shape = (query.shape[0], len(chosen), -1, len(inside), query.shape[3])
            q, k, v = (x[:, chosen[:, None], rows].view(shape).flatten(0, 2)[:, None] for x in (query, key, value))
            part, part_lse = _with_lse(q, k, v, segments.causal, case.backward)
            out = out.index_put((_all(query), chosen[:, None], rows), part.view(*shape[:2], len(rows), shape[4]))
            lse = lse.index_put((_all(query), chosen[:, None], rows), part_lse.float().view(*shape[:2], len(rows)))
    return out, lse


def _all(query: Tensor) -> Tensor:
    return torch.arange(query.shape[0], device=query.device)[:, None, None]


def _with_lse(q: Tensor, k: Tensor, v: Tensor, causal: bool, backward: bool) -> tuple[Tensor, Tensor]:
    """Attention of [S, 1, rows, D] with its lse; the fused kernels' lse has no gradient, so training does without."""
    aten = torch.ops.aten
    if not backward and q.device.type == "cpu":
        out, lse = aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, 0.0, causal)
        return out, lse
    if not backward and q.dtype != torch.float32:
        out, lse, *_ = aten._scaled_dot_product_flash_attention(q, k, v, 0.0, causal)
        return out, lse
    scores = (q @ k.transpose(-1, -2)).float() * q.shape[-1] ** -0.5
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores[0, 0], dtype=torch.bool).triu(1), -torch.inf)
    lse = scores.logsumexp(-1)
    return (scores - lse[..., None]).exp().to(v.dtype) @ v, lse
