"""The meaning of one call: dense, in float64, one head at a time, differentiated by torch.

It is written from `semantics` and shares no code with any backend. Torch is imported on first use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

import numpy as np

from patternc.analysis.calls import Shape
from patternc.ir import semantics
from patternc.ir.hashes import hashed
from patternc.ir.mask import Alibi, Bias, Combine, PairBias, Pattern, Sink, Softcap
from patternc.ir.scores import inputs_of_scores
from patternc.testing.random_inputs import RuntimeInputs, differs_by_entry, inputs_of_entry

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Inputs:
    """The tensors of a call: query, grad_out [B, H, Nq, D]; key, value [B, Hkv, Nk, D]; grad_lse [B, H, Nq].

    `arguments`: the other arguments. The gradients of tables are compared too.
    """

    query: Tensor
    key: Tensor
    value: Tensor
    grad_out: Tensor
    grad_lse: Tensor
    arguments: RuntimeInputs = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a call. `lse` is None under `mean`, `sum` and `gate`, where a row has no single lse.

    `tables`: the gradients of biases, sinks and gates, by name.
    `summands`: of each, the 2-norm of what single pairs, or rows, add to its entries; of an oracle's answer.
    `largest_score`: the largest lse of a branch, in magnitude; of an oracle's answer.
    """

    out: Tensor
    lse: Tensor | None
    dq: Tensor
    dk: Tensor
    dv: Tensor
    tables: Mapping[str, Tensor] = field(default_factory=dict)
    summands: Mapping[str, float] = field(default_factory=dict)
    largest_score: float = 0.0


def has_lse(pattern: Pattern) -> bool:
    """Whether a row has a single lse: no head group is combined by `mean`, `sum` or `gate`."""
    return all(group.combine in (Combine.LSE, Combine.LSE_DETACH) for group in pattern.groups)


def tables_of(pattern: Pattern) -> tuple[str, ...]:
    """The names of a pattern's inputs that have gradients: those that score modifiers read, and gates."""
    return tuple(dict.fromkeys((*inputs_of_scores(pattern.scores), *pattern.gates)))


def oracle(pattern: Pattern, shape: Shape, inputs: Inputs) -> Answer:
    """Compute a call in float64. It needs memory for a few [B, Nq, Nk] matrices per branch of one head."""
    import torch

    tables = tables_of(pattern)
    every = (inputs.query, inputs.key, inputs.value, *(inputs.arguments[name] for name in tables))
    leaves = [x.detach().double().cpu().requires_grad_() for x in every]  # type: ignore[union-attr]
    inputs = replace(inputs, arguments={**inputs.arguments, **dict(zip(tables, leaves[3:], strict=True))})
    grad_out, grad_lse = inputs.grad_out.double().cpu(), inputs.grad_lse.double().cpu()
    sums = [torch.zeros_like(leaf) for leaf in leaves]
    outs, lses, largest = [], [], 0.0
    squares = dict.fromkeys(tables, 0.0)
    for h in range(shape.heads):
        out, lse, score = _head(pattern, shape, h, inputs.arguments, squares, *leaves[:3])
        largest = max(largest, score)
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
    dq, dk, dv, *rest = sums
    by_name = dict(zip(tables, rest, strict=True))
    stacked, summands = torch.stack(lses, 1) if lses else None, {name: x**0.5 for name, x in squares.items()}
    return Answer(torch.stack(outs, 1), stacked, dq, dk, dv, by_name, summands, largest)


def noted(squares: dict[str, float], name: str, spread: Tensor) -> Tensor:
    """A table's entries, one for each pair or row: the squares of their gradients will be added to `squares`."""

    def note(grad: Tensor) -> None:
        squares[name] += grad.square().sum().item()

    spread.register_hook(note)  # type: ignore[no-untyped-call]
    return spread


def _head(
    pattern: Pattern,
    shape: Shape,
    h: int,
    arguments: RuntimeInputs,
    squares: dict[str, float],
    query: Tensor,
    key: Tensor,
    value: Tensor,
) -> tuple[Tensor, Tensor | None, float]:
    """One head of the call by the definition: out [B, Nq, D], lse [B, Nq] (None without a single one), and the largest
    lse of a branch, in magnitude.
    """
    import torch

    kv = h * shape.kv_heads // shape.heads
    scores = _scores(pattern, shape, h, arguments, squares, query[:, h] @ key[:, kv].transpose(-1, -2))
    kept = _kept(shape, h, arguments) if pattern.dropout else None
    branches = [_softmax(scores, count, value[:, kv], kept) for count in _counts(pattern, shape, h, arguments)]
    outs, lses = (torch.stack(each) for each in zip(*branches, strict=True))
    largest = float(lses.detach().masked_fill(lses == -torch.inf, 0.0).abs().amax()) if lses.numel() else 0.0
    group = semantics.group_of(pattern, shape.head_offset + h, shape.model_heads)
    match group.combine:
        case Combine.LSE | Combine.LSE_DETACH:
            total = _log_sum_exp(lses, 0)
            weights = torch.exp(lses - torch.where(total == -torch.inf, 0.0, total))
            if group.combine is Combine.LSE_DETACH:
                weights = weights.detach()
            out = (weights[..., None] * outs).sum(0)
            if not has_lse(pattern):
                return out, None, largest
            return *_with_sinks(pattern, h, arguments, squares, out, total), largest
        case Combine.MEAN:
            return outs.sum(0) / group.divisor, None, largest
        case Combine.SUM:
            return outs.sum(0), None, largest
        case Combine.GATE:
            return torch.stack([*_gated(pattern, h, arguments, squares, outs)]).sum(0), None, largest
        case _:
            assert_never(group.combine)


def _counts(pattern: Pattern, shape: Shape, h: int, arguments: RuntimeInputs) -> list[Tensor]:
    """The number of times that each branch admits each pair: [Nq, Nk], or [B, Nq, Nk] if batch entries differ."""
    import torch

    q = np.arange(shape.queries)[:, None] + shape.q_offset
    k = np.arange(shape.keys)[None, :] + shape.k_offset
    entries = range(shape.batch if differs_by_entry(pattern) else 1)
    place = shape.head_offset + h, q, k, shape.seq_len, shape.model_heads
    counts = [semantics.multiplicities(pattern, *place, inputs_of_entry(pattern, shape, arguments, b)) for b in entries]
    size = (shape.queries, shape.keys)
    stacks = (
        np.stack([np.broadcast_to(np.asarray(one, np.int64), size) for one in x]) for x in zip(*counts, strict=True)
    )
    return [torch.as_tensor(stack) for stack in stacks]


def _kept(shape: Shape, h: int, arguments: RuntimeInputs) -> Tensor:
    """The dropout factor of each weight [B, Nq, Nk]: 0, or 1 / (1 - p)."""
    import torch

    q = np.arange(shape.queries)[:, None] + shape.q_offset
    k = np.arange(shape.keys)[None, :] + shape.k_offset
    share, seed = float(arguments["dropout"]), int(arguments["seed"])
    b = np.arange(shape.batch)[:, None, None]
    hashes = hashed(seed, b * shape.model_heads + shape.head_offset + h, q, k)
    return torch.as_tensor((hashes >= round(share * 2**32)) / (1.0 - share))


def _gated(
    pattern: Pattern, h: int, arguments: RuntimeInputs, squares: dict[str, float], outs: Tensor
) -> Iterator[Tensor]:
    """The outputs of branches times their gates, of which each has a factor a row, or one a number."""
    for name, out in zip(pattern.gates, outs, strict=True):
        gate = arguments[name][:, h]  # type: ignore[index]
        yield out * noted(squares, name, gate if gate.dim() == out.dim() else gate[..., None])


def _with_sinks(
    pattern: Pattern, h: int, arguments: RuntimeInputs, squares: dict[str, float], out: Tensor, lse: Tensor
) -> tuple[Tensor, Tensor]:
    """Scores and values with a further logit of value 0 for each `score sink`."""
    import torch

    for score in pattern.scores:
        if isinstance(score, Sink):
            logit = noted(squares, score.input, arguments[score.input][h].expand_as(lse))  # type: ignore[index]
            least = torch.finfo(lse.dtype).min  # a row without keys, and a head without a sink: -inf - -inf is NaN
            keys = lse.clamp(min=least)
            total = torch.logaddexp(keys, logit)
            out, lse = out * torch.exp(keys - total)[..., None], total.masked_fill(total == least, -torch.inf)
    return out, lse


def _scores(
    pattern: Pattern, shape: Shape, h: int, arguments: RuntimeInputs, squares: dict[str, float], products: Tensor
) -> Tensor:
    """Scaled products [B, Nq, Nk] after the score modifiers, in order; -inf where a bias excludes the key."""
    import torch

    q = torch.arange(shape.queries)[:, None] + shape.q_offset
    k = torch.arange(shape.keys)[None, :] + shape.k_offset
    scores = products * (shape.dims.key**-0.5 if pattern.scale is None else pattern.scale)
    kept = torch.ones((), dtype=torch.bool)
    for modifier in pattern.scores:
        match modifier:
            case Softcap(cap):
                scores = cap * torch.tanh(scores / cap)
            case Alibi(""):
                scores = scores + (k - q).double() * _slope(shape.head_offset + h, shape.model_heads)
            case Alibi(slopes):
                spread = arguments[slopes][h].expand_as(scores)  # type: ignore[index]
                scores = scores + (k - q).double() * noted(squares, slopes, spread)
            case Bias(table):
                places = (np.unravel_index(x.numpy(), modifier.grid or (shape.seq_len,)) for x in (q, k))
                cells = (map(torch.as_tensor, axes) for axes in zip(*places, strict=True))
                near = [(j - i).clamp(-far, far) + far for (i, j), far in zip(cells, modifier.radii, strict=True)]
                bias = arguments[table][(h, *near)]  # type: ignore[index]
                kept = kept & (bias > -torch.inf)
                scores = scores + noted(squares, table, torch.where(kept, bias, 0.0).expand_as(scores))
            case PairBias(name):
                given: Tensor = arguments[name]  # type: ignore[assignment]
                bias = given[:, h if given.shape[1] > 1 else 0].expand_as(scores)
                kept = kept & (bias > -torch.inf)
                scores = scores + noted(squares, name, torch.where(kept, bias, 0.0))
            case Sink():
                pass  # applies to a row, not to a pair: see `_with_sinks`
            case _:
                assert_never(modifier)
    return torch.where(kept, scores, -torch.inf)


def _slope(h: int, heads: int) -> float:
    """ALiBi's slope of a head (arXiv 2108.12409). Heads beyond a power of two m get every other slope of 2 m heads."""
    power = max(1 << i for i in range(heads.bit_length()) if 1 << i <= heads)
    return 2.0 ** (-8 * (h + 1) / power) if h < power else _slope(2 * (h - power), 2 * power)


def _softmax(scores: Tensor, counts: Tensor, value: Tensor, kept: Tensor | None) -> tuple[Tensor, Tensor]:
    """Softmax attention where pair (q, k) counts `counts[q, k]` times; a row without keys gives out 0, lse -inf,
    and so does one whose scores are all -inf.

    `kept`: what its weights are multiplied by after they are normalised.
    """
    import torch

    logits = (scores + torch.log(counts.clamp(min=1).double())).masked_fill(counts == 0, -torch.inf)
    lse = _log_sum_exp(logits, -1)
    empty = (logits == -torch.inf).all(-1)
    weights = torch.exp(logits - torch.where(empty, 0.0, lse)[..., None])
    return (weights if kept is None else weights * kept) @ value, lse


def _log_sum_exp(x: Tensor, axis: int) -> Tensor:
    """Log-sum-exp, whose gradient where all entries are -inf is 0 (torch's is NaN)."""
    import torch

    empty = (x == -torch.inf).all(axis)
    safe = torch.where(empty.unsqueeze(axis), 0.0, x)
    return torch.where(empty, -torch.inf, torch.logsumexp(safe, axis))
