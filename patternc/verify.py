"""Hold a built module against the meaning: dense, in float64, one head at a time, with torch's own differentiation.

The oracle is written from `semantics` and shares no code with any backend. Torch is imported when a check runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, assert_never

from patternc import semantics
from patternc.mask_ir import Alibi, Combine, Pattern, Softcap
from patternc.shapes import Shape

if TYPE_CHECKING:
    from torch import Tensor

# The largest relative error (norm of the difference over norm of the truth) a module may have, by input dtype.
TOLERANCE = {"float32": 2e-6, "float16": 2e-3, "bfloat16": 1.5e-2}


@dataclass(frozen=True, slots=True)
class Inputs:
    """One call and what flows back: query, grad_out [B, H, Nq, D]; key, value [B, Hkv, Nk, D]; grad_lse [B, H, Nq]."""

    query: Tensor
    key: Tensor
    value: Tensor
    grad_out: Tensor
    grad_lse: Tensor


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call gave. `lse` is None under `mean` and `sum`, where a row has no single one."""

    out: Tensor
    lse: Tensor | None
    dq: Tensor
    dk: Tensor
    dv: Tensor


@dataclass(frozen=True, slots=True)
class Errors:
    """Relative errors, one a tensor; `lse` None where there is none. Infinity: a NaN, or -inf at the wrong rows.

    `largest_score`: of the truth, as far as its lse tells. A score of that size, rounded to float32, is off by up to
    2 ** -24 of it, and a weight by as much relatively: under `alibi` far keys have scores in the hundreds.
    """

    shape: Shape
    dtype: str
    out: float
    lse: float | None
    dq: float
    dk: float
    dv: float
    largest_score: float

    @property
    def tolerance(self) -> float:
        return TOLERANCE[self.dtype] + self.largest_score * 2.0**-24

    @property
    def worst(self) -> float:
        return max(self.out, self.lse or 0.0, self.dq, self.dk, self.dv)

    @property
    def passed(self) -> bool:
        return self.worst <= self.tolerance


def verify(
    module: ModuleType, pattern: Pattern, shapes: tuple[Shape, ...], dtypes: tuple[str, ...], device: str
) -> Iterator[Errors]:
    """Run `module.attention` forward and backward on every shape and dtype beside the oracle."""
    for dtype in dtypes:
        for seed, shape in enumerate(shapes):
            inputs = draw(shape, dtype, device, seed)
            yield compare(answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, dtype)


def draw(shape: Shape, dtype: str, device: str, seed: int) -> Inputs:
    """Normal inputs, rounded to `dtype`, the same on every device."""
    import torch

    generator = torch.Generator().manual_seed(seed)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=generator).to(device, getattr(torch, dtype))

    queries = (shape.batch, shape.heads, shape.queries, shape.head_dim)
    keys = (shape.batch, shape.kv_heads, shape.keys, shape.head_dim)
    query, key, value, grad_out = normal(*queries), normal(*keys), normal(*keys), normal(*queries)
    grad_lse = torch.randn(*queries[:3], generator=generator).to(device)
    return Inputs(query, key, value, grad_out, grad_lse)


def has_lse(pattern: Pattern) -> bool:
    """Whether a row has one lse: no head group mixes by `mean` or `sum`."""
    return all(group.combine in (Combine.LSE, Combine.LSE_DETACH) for group in pattern.groups)


def answer_of(module: ModuleType, pattern: Pattern, shape: Shape, inputs: Inputs) -> Answer:
    """What the built module gives, forward and backward."""
    import torch

    leaves = [x.detach().clone().requires_grad_() for x in (inputs.query, inputs.key, inputs.value)]
    offsets = {"q_offset": shape.q_offset, "k_offset": shape.k_offset, "seq_len": shape.seq_len}
    if not has_lse(pattern):
        out = module.attention(*leaves, **offsets)
        dq, dk, dv = torch.autograd.grad(out, leaves, inputs.grad_out)
        return Answer(out.detach(), None, dq, dk, dv)
    out, lse = module.attention(*leaves, **offsets, return_lse=True)
    grad_lse = inputs.grad_lse.masked_fill(lse.detach() == -torch.inf, 0.0)
    dq, dk, dv = torch.autograd.grad((out, lse), leaves, (inputs.grad_out, grad_lse))
    return Answer(out.detach(), lse.detach(), dq, dk, dv)


def oracle(pattern: Pattern, shape: Shape, inputs: Inputs) -> Answer:
    """The meaning of the call in float64. Memory: a few [B, Nq, Nk] matrices for each branch of one head."""
    import torch

    leaves = [x.detach().double().cpu().requires_grad_() for x in (inputs.query, inputs.key, inputs.value)]
    grad_out, grad_lse = inputs.grad_out.double().cpu(), inputs.grad_lse.double().cpu()
    sums = [torch.zeros_like(leaf) for leaf in leaves]
    outs, lses = [], []
    for h in range(shape.heads):
        out, lse = _head(pattern, shape, h, *leaves)
        roots, flows = [out], [grad_out[:, h]]
        if lse is not None:
            roots.append(lse)
            flows.append(grad_lse[:, h].masked_fill(lse.detach() == -torch.inf, 0.0))
            lses.append(lse.detach())
        # A row without keys depends on nothing; the zero keeps every leaf in the graph.
        roots[0] = roots[0] + 0.0 * sum(leaf.sum() for leaf in leaves)
        for total, part in zip(sums, torch.autograd.grad(roots, leaves, flows), strict=True):
            total += part
        outs.append(out.detach())
    return Answer(torch.stack(outs, 1), torch.stack(lses, 1) if lses else None, *sums)


def _head(
    pattern: Pattern, shape: Shape, h: int, query: Tensor, key: Tensor, value: Tensor
) -> tuple[Tensor, Tensor | None]:
    """One head, by the letter of the language: out [B, Nq, D] and lse [B, Nq] (None under `mean` and `sum`)."""
    import torch

    q = torch.arange(shape.queries)[:, None] + shape.q_offset
    k = torch.arange(shape.keys)[None, :] + shape.k_offset
    kv = h * shape.kv_heads // shape.heads
    scores = _scores(pattern, shape, h, q, k, query[:, h] @ key[:, kv].transpose(-1, -2))
    counts = semantics.multiplicities(pattern, h, q, k, shape.seq_len, shape.heads)
    branches = [_softmax(scores, count.long() + 0 * (q + k), value[:, kv]) for count in counts]
    outs = torch.stack([out for out, _ in branches])
    group = semantics.group_of(pattern, h, shape.heads)
    match group.combine:
        case Combine.LSE | Combine.LSE_DETACH:
            lses = torch.stack([lse for _, lse in branches])
            total = _log_sum_exp(lses, 0)
            weights = torch.exp(lses - torch.where(total == -torch.inf, 0.0, total))
            if group.combine is Combine.LSE_DETACH:
                weights = weights.detach()
            return (weights[..., None] * outs).sum(0), total if has_lse(pattern) else None
        case Combine.MEAN:
            return outs.sum(0) / group.divisor, None
        case Combine.SUM:
            return outs.sum(0), None
        case _:
            assert_never(group.combine)


def _scores(pattern: Pattern, shape: Shape, h: int, q: Tensor, k: Tensor, products: Tensor) -> Tensor:
    """Scaled products [B, Nq, Nk] after the score modifiers, in order."""
    import torch

    scores = products * (shape.head_dim**-0.5 if pattern.scale is None else pattern.scale)
    for modifier in pattern.scores:
        match modifier:
            case Softcap(cap):
                scores = cap * torch.tanh(scores / cap)
            case Alibi():
                scores = scores + (k - q) * 2.0 ** (-8.0 * (h + 1) / shape.heads)
            case _:
                assert_never(modifier)
    return scores


def _softmax(scores: Tensor, counts: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
    """Softmax attention where pair (q, k) counts `counts[q, k]` times; a row without keys gives out 0, lse -inf."""
    import torch

    logits = (scores + torch.log(counts.clamp(min=1).double())).masked_fill(counts == 0, -torch.inf)
    lse = _log_sum_exp(logits, -1)
    empty = (counts == 0).all(-1)
    weights = torch.exp(logits - torch.where(empty, 0.0, lse)[..., None])
    return weights @ value, lse


def _log_sum_exp(x: Tensor, axis: int) -> Tensor:
    """Log-sum-exp, whose gradient where all entries are -inf is 0 (torch's is NaN)."""
    import torch

    empty = (x == -torch.inf).all(axis)
    safe = torch.where(empty.unsqueeze(axis), 0.0, x)
    return torch.where(empty, -torch.inf, torch.logsumexp(safe, axis))


def compare(answer: Answer, truth: Answer, shape: Shape, dtype: str) -> Errors:
    """Relative errors of each tensor of an answer."""
    import torch

    lse = None if answer.lse is None or truth.lse is None else _relative(answer.lse, truth.lse)
    pairs = ((answer.out, truth.out), (answer.dq, truth.dq), (answer.dk, truth.dk), (answer.dv, truth.dv))
    out, dq, dk, dv = (_relative(*pair) for pair in pairs)
    finite = () if truth.lse is None else truth.lse[truth.lse != -torch.inf].abs().tolist()
    return Errors(shape, dtype, out, lse, dq, dk, dv, max(finite, default=0.0))


def _relative(found: Tensor, truth: Tensor) -> float:
    """|found - truth| / |truth|, 2-norms over finite entries; infinity for a NaN and where their -inf differ."""
    import torch

    found = found.detach().double().cpu()
    if found.isnan().any() or not torch.equal(found == -torch.inf, truth == -torch.inf):
        return float("inf")
    finite = truth != -torch.inf
    difference, size = (found - truth)[finite].norm().item(), truth[finite].norm().item()
    return float(difference / size if size > 0.0 else difference)
