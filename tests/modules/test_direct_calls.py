"""Which calls run functions without an operator, and which do not because something would miss the operator."""

from __future__ import annotations

from types import ModuleType

import pytest
import torch
from built import build
from torch.autograd import forward_ad
from torch.autograd.profiler import profile
from torch.utils.flop_counter import FlopCounterMode


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build("pattern made { attend window(5, 0) }", tmp_path_factory.mktemp("unseen"), "torch")[0]


def drawn() -> tuple[torch.Tensor, ...]:
    return tuple(torch.randn(1, 2, 24, 16) for _ in range(3))


def test_plain_calls_are_unseen(module: ModuleType) -> None:
    inputs = drawn()
    assert module._unseen(inputs)
    with torch.inference_mode():
        assert module._unseen(drawn())
        assert module._unseen(inputs)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert module._unseen(inputs)


def test_others_are_seen(module: ModuleType) -> None:
    inputs = drawn()
    assert not module._unseen((torch._neg_view(inputs[0]), *inputs[1:]))
    assert not module._unseen(tuple(x.to("meta") for x in inputs))
    with FlopCounterMode(display=False) as counter:
        assert not module._unseen(inputs)
        module.attention(*inputs)
    assert counter.get_total_flops() > 0
    with torch.device("cpu"):
        assert not module._unseen(inputs)
    with profile() as found:
        module.attention(*inputs)
    assert any("made" in one.key for one in found.key_averages())
    with forward_ad.dual_level():
        assert not module._unseen(inputs)
    seen = []

    def asked(query: torch.Tensor) -> torch.Tensor:
        seen.append(module._unseen((query,)))
        return query

    torch.func.vmap(asked)(inputs[0])
    torch.compile(lambda *x: module.attention(*x), backend="eager", fullgraph=True)(*inputs)
    assert seen == [False]


def test_negated_views(module: ModuleType) -> None:
    """A view that negates numbers gives the answer of those numbers."""
    query, key, value = drawn()
    assert torch.equal(module.attention(torch._neg_view(query), key, value), module.attention(-query, key, value))


def test_the_same_to_the_bit(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the operator and without it: results and gradients."""

    def run() -> list[torch.Tensor]:
        torch.manual_seed(0)
        inputs = [x.requires_grad_() for x in drawn()]
        out = module.attention(*inputs)
        with torch.no_grad():
            assert torch.equal(module.attention(*inputs), out)
        return [out, *torch.autograd.grad(out.square().sum(), inputs)]

    direct = run()
    monkeypatch.setattr(module, "_unseen", lambda _: False)
    assert all(map(torch.equal, direct, run()))


def test_second_derivatives_are_refused(module: ModuleType) -> None:
    inputs = [x.requires_grad_() for x in drawn()]
    (grad,) = torch.autograd.grad(module.attention(*inputs).sum(), inputs[:1], create_graph=True)
    with pytest.raises(NotImplementedError, match="first derivatives only"):
        torch.autograd.grad(grad.sum(), inputs)
