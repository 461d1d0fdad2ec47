"""Attention with score modifiers by brute force: dense, in float64, from formulas, without anything of the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
import torch
from torch import Tensor

BOUNDS = {torch.float32: 2e-6, torch.float16: 2e-3, torch.bfloat16: 1.5e-2}
"""The most relative error of each tensor, by the type of query, key and value."""


BACKENDS = ("torch", "triton", "cpp")


def marks(backend: str, *, quick: bool) -> list[pytest.MarkDecorator]:
    """Of a case on a backend: those of compiled programs, and of Triton's interpreter but for a quick one, are long."""
    found = [pytest.mark.interpreter] if backend == "triton" else []
    return found if backend == "torch" or (backend == "triton" and quick) else [*found, pytest.mark.long]


def on_backends(*, quick: bool = True) -> list[Any]:
    """The backends as parameters of a test."""
    return [pytest.param(backend, marks=marks(backend, quick=quick)) for backend in BACKENDS]


def on_backends_in(cases: Iterable[Any], first: Any) -> list[Any]:
    """Parameters of a test for each backend, case and type of query, key and value; in Triton one is quick."""
    return [
        pytest.param(
            *(backend, case, dtype),
            marks=marks(backend, quick=case == first and dtype == torch.float32),
            id=f"{backend}-{case}-{str(dtype).removeprefix('torch.')}",
        )
        for backend in BACKENDS
        for case in cases
        for dtype in BOUNDS
    ]


def dense(
    query: Tensor, key: Tensor, value: Tensor, seen: Tensor, scale: float, *steps: Callable[[Tensor], Tensor]
) -> tuple[Tensor, Tensor]:
    """(out, lse) of the pairs `seen`, [.., Nq, Nk], whose scaled products go through some steps; -inf excludes."""
    groups = query.shape[1] // key.shape[1]
    key, value = (x.double().repeat_interleave(groups, 1) for x in (key, value))
    scores = scale * query.double() @ key.mT
    for step in steps:
        scores = step(scores)
    scores = scores.masked_fill(~seen, -torch.inf)
    empty = (scores == -torch.inf).all(-1, keepdim=True)
    scores = scores.masked_fill(empty, 0.0)
    out = (scores.softmax(-1) @ value).masked_fill(empty, 0.0)
    return out, scores.logsumexp(-1).masked_fill(empty.squeeze(-1), -torch.inf)


def softcap(cap: float) -> Callable[[Tensor], Tensor]:
    """Bend scores; those of -inf stay."""
    return lambda scores: torch.where(scores == -torch.inf, scores, cap * torch.tanh(scores / cap))


def with_sink(out: Tensor, lse: Tensor, sink: Tensor) -> tuple[Tensor, Tensor]:
    """The results with one more logit a head, of value 0."""
    total = torch.logaddexp(lse, sink.double().view(1, -1, 1))
    return out * (lse - total).exp().unsqueeze(-1), total


def gradients(call: Callable[..., Any], leaves: dict[str, Tensor]) -> dict[str, Tensor]:
    """out and lse of a call, and the gradients of leaves where fixed random numbers flow back through both."""
    own = {name: leaf.detach().clone().requires_grad_() for name, leaf in leaves.items()}
    out, lse = call(**own)
    draws = torch.Generator().manual_seed(17)
    flows = [torch.randn(x.shape, generator=draws).to(x.dtype) for x in (out, lse)]
    flows[1] = flows[1].masked_fill(lse.detach() == -torch.inf, 0.0)
    found = torch.autograd.grad((out, lse), tuple(own.values()), flows)
    return {"out": out.detach(), "lse": lse.detach(), **dict(zip(own, found, strict=True))}


def errors(found: dict[str, Tensor], wanted: dict[str, Tensor]) -> dict[str, float]:
    """The relative error of each tensor in 2-norms; infinite for a NaN, or where one is -inf and the other is not."""
    return {name: error(found[name], truth) for name, truth in wanted.items()}


def error(found: Tensor, truth: Tensor) -> float:
    """The relative error of a tensor."""
    found, truth = found.double(), truth.double()
    if found.isnan().any() or not torch.equal(found == -torch.inf, truth == -torch.inf):
        return torch.inf
    finite = truth != -torch.inf
    return float((found - truth)[finite].norm() / truth[finite].norm().clamp_min(1e-30))
