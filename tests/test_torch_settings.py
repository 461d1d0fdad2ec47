"""Settings of torch outside of a call: a default dtype has no effect, and hooks see each saved tensor once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build
from test_large_products import in_large_blocks
from torch import Tensor
from torch.utils.checkpoint import checkpoint

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


@contextmanager
def default_dtype(dtype: torch.dtype) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", PATTERNS)
def test_a_default_dtype_changes_nothing(
    name: str, large: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, given = module_of(name, tmp_path)
    if large:
        in_large_blocks(module, monkeypatch)
    plain = gradients(lambda *x: module.attention(*x, **given))
    for dtype in (torch.float64, torch.bfloat16):
        with default_dtype(dtype):
            found = gradients(lambda *x: module.attention(*x, **given))
        assert all(map(torch.equal, plain, found))


@pytest.mark.parametrize("name", PATTERNS)
def test_checkpoints(name: str, tmp_path: Path) -> None:
    """Each hook unpacks a saved tensor once: a checkpoint refuses to a second time."""
    module, given = module_of(name, tmp_path)

    def attend(*leaves: Tensor) -> Tensor:
        out: Tensor = module.attention(*leaves, **given)
        return out

    def again(*leaves: Tensor) -> Tensor:
        out = checkpoint(attend, *leaves, use_reentrant=False)
        assert isinstance(out, Tensor)
        return out

    assert all(map(torch.equal, gradients(attend), gradients(again)))
