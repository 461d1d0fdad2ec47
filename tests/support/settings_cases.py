"""Patterns, and gradients of their calls, for tests of settings of torch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from built import build
from torch import Tensor

N = 320  # distances of which bfloat16 does not hold all


# Text, and what a call is given besides.
PATTERNS: dict[str, tuple[str, dict[str, Any]]] = {
    "causal": ("attend causal", {}),
    "window": ("attend window(20, 3)", {}),
    "sloped": ("attend blocks(8, random(2) | window(1)); score alibi", {}),
    "capped": ("attend causal; score softcap(2.0)", {}),
    "listed": ("attend blocks(16, random(3, seed=1) | window(1))", {}),
    "chosen": ("attend blocks(8, topk(3))", {}),
    "counted": ("for i in range(5) { attend causal - keys(every=7, offset=i) }; combine lse", {}),
    "detached": ("attend segment(32); attend segment(64, dilation=2, offset=head); combine lse(detach)", {}),
    "mean": ("attend segment(32); attend segment(64, dilation=2, offset=head); combine mean", {}),
    "documents": ("input o: offsets; attend document(@o) & causal", {"o": torch.tensor([0, 30, N])}),
    "padded": ("input l: lengths; attend causal; where padding(@l)", {"l": torch.tensor([150])}),
    "biased": ("input t: table(heads, 9); attend causal; score bias(@t)", {"t": torch.linspace(-1, 1, 36).view(4, 9)}),
    "sunk": ("input s: table(heads); attend causal; score sink(@s)", {"s": torch.linspace(-1, 1, 4)}),
    "dropped": ("attend causal", {"dropout": 0.1, "seed": 3}),
}


def module_of(name: str, folder: Path) -> tuple[Any, dict[str, Any]]:
    text, given = PATTERNS[name]
    around = f"module Layer {{ pattern {name}; embed 64; heads 4; head_dim 16; dropout 0.1 }}" * (name == "dropped")
    return build(f"pattern {name} {{ {text} }}\n{around}\n", folder)[0], given


def gradients(attend: Callable[..., Tensor]) -> tuple[Tensor, ...]:
    *leaves, grad = torch.randn(4, 1, 4, N, 16, generator=torch.Generator().manual_seed(1), dtype=torch.float32)
    leaves = [x.requires_grad_() for x in leaves]
    out = attend(*leaves)
    return out.detach(), *torch.autograd.grad(out, leaves, grad)
