"""What a case means, written once more from the papers: for the gate before every timing, and for peers.

Shares no code with the compiler. Positions and heads may be tensors.
"""

from __future__ import annotations

from types import ModuleType

import torch
from cases import Case, Segments
from generated_files import reference_of
from given import Call
from predicates import Admits
from torch import Tensor


def offset(segments: Segments, branch: int, head: Tensor) -> Tensor:
    """The residue class a head attends to in a branch."""
    dilation = segments.dilations[branch]
    return head % dilation if segments.offset == "head" else torch.full_like(head, branch % dilation)


def branch_of(segments: Segments, head: Tensor, heads: int) -> Tensor:
    """Which branch a head takes under a partition: contiguous groups, the first ones larger."""
    size, extra = divmod(heads, len(segments.lengths))
    large = extra * (size + 1)
    return torch.where(head < large, head // (size + 1), extra + (head - large) // max(size, 1))


def count(segments: Segments, heads: int, head: Tensor, q: Tensor, k: Tensor) -> Tensor:
    """How many branches of a head admit (q, k)."""
    total = torch.zeros_like(head + q + k)
    for b, (w, r) in enumerate(zip(segments.lengths, segments.dilations, strict=True)):
        o = offset(segments, b, head)
        admitted = (q // w == k // w) & (q % w % r == o) & (k % w % r == o)
        if segments.partition:
            admitted = admitted & (branch_of(segments, head, heads) == b)
        total = total + admitted
    return total * (q >= k) if segments.causal else total


def mean_keys(segments: Segments, heads: int, n: int) -> float:
    """Mean keys a row over all heads, a key in c branches counting c times."""
    pairs = 0
    for h in range(heads):
        head = torch.tensor(h)
        for b, (w, r) in enumerate(zip(segments.lengths, segments.dilations, strict=True)):
            if segments.partition and int(branch_of(segments, head, heads)) != b:
                continue
            o = int(offset(segments, b, head))
            for length, times in ((w, n // w), (n % w, 1)):
                rows = max(0, -((o - length) // r))
                pairs += times * (rows * (rows + 1) // 2 if segments.causal else rows * rows)
    return pairs / heads / n


def reference(
    case: Case, module: ModuleType, call: Call, query: Tensor, key: Tensor, value: Tensor, first: int
) -> Tensor:
    """Rows `first...` of the output in float64: query [B, H, rows, D], key and value [B, Hkv, n, D]."""
    if case.segments is None:
        tensors = (x.to(getattr(torch, case.dtype)) for x in (query, key, value))  # exact: it came from there
        out = reference_of(module).reference(*tensors, q_offset=first, seq_len=case.n, **call)
        assert isinstance(out, Tensor)
        return out
    q = torch.arange(first, first + query.shape[2], device=query.device)[:, None]
    k = torch.arange(case.n, device=query.device)[None, :]
    outs = []
    for h in range(case.heads):
        kv = h * key.shape[1] // case.heads
        counts = count(case.segments, case.heads, torch.tensor(h, device=query.device), q, k)
        scores = query[:, h].double() @ key[:, kv].double().transpose(1, 2) * case.head_dim**-0.5
        scores = (scores + counts.double().log()).masked_fill((counts.sum(1) == 0)[:, None], 0.0)
        out = scores.softmax(2) @ value[:, kv].double()
        outs.append(out.masked_fill((counts.sum(1) == 0)[:, None], 0.0))
    divisor = len(case.segments.lengths) if case.segments.partition else 1
    return torch.stack(outs, 1) / divisor


def masked(case: Case, seen: Admits, query: Tensor, key: Tensor, value: Tensor, first: int) -> Tensor:
    """Rows `first...` of the output under a predicate, in float64: query [B, H, rows, D], key, value [B, Hkv, n, D]."""
    q = torch.arange(first, first + query.shape[2], device=query.device)[:, None]
    k = torch.arange(case.n, device=query.device)[None, :]
    outs = []
    for b in range(case.batch):
        for h in range(case.heads):
            kv = h * key.shape[1] // case.heads
            admitted = seen(torch.tensor(b), torch.tensor(h), q, k)
            empty = ~admitted.any(1)[:, None]
            scores = query[b, h].double() @ key[b, kv].double().T * case.head_dim**-0.5
            weights = scores.masked_fill(~(admitted | empty), -torch.inf).softmax(1)
            outs.append((weights @ value[b, kv].double()).masked_fill(empty, 0.0))
    return torch.stack(outs).view(case.batch, case.heads, *outs[0].shape)
