"""Which calls run functions without an operator, and which do not because something would miss the operator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build
from cpp_probe import needs_compiler
from torch.autograd import forward_ad
from torch.autograd.profiler import profile
from torch.utils.flop_counter import FlopCounterMode

from patternc.runtime import operators

_unseen: Callable[..., bool] = operators._unseen


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build("pattern made { attend window(5, 0) }", tmp_path_factory.mktemp("unseen"), "torch")[0]


def drawn() -> tuple[torch.Tensor, ...]:
    return tuple(torch.randn(1, 2, 24, 16) for _ in range(3))


def test_plain_calls_are_unseen() -> None:
    inputs = drawn()
    assert _unseen(inputs)
    with torch.inference_mode():
        assert _unseen(drawn())
        assert _unseen(inputs)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert _unseen(inputs)


def test_others_are_seen(module: ModuleType) -> None:
    inputs = drawn()
    assert not _unseen((torch._neg_view(inputs[0]), *inputs[1:]))
    assert not _unseen(tuple(x.to("meta") for x in inputs))
    with FlopCounterMode(display=False) as counter:
        assert not _unseen(inputs)
        module.attention(*inputs)
    assert counter.get_total_flops() > 0
    with torch.device("cpu"):
        assert not _unseen(inputs)
    with profile() as found:
        module.attention(*inputs)
    assert any("made" in one.key for one in found.key_averages())
    with forward_ad.dual_level():
        assert not _unseen(inputs)
    seen = []

    def asked(query: torch.Tensor) -> torch.Tensor:
        seen.append(_unseen((query,)))
        return query

    torch.func.vmap(asked)(inputs[0])
    torch.compile(lambda *x: module.attention(*x), backend="eager", fullgraph=True)(*inputs)
    assert seen == [False]


def test_negated_views(module: ModuleType) -> None:
    """A view that negates numbers gives the answer of those numbers."""
    query, key, value = drawn()
    assert torch.equal(module.attention(torch._neg_view(query), key, value), module.attention(-query, key, value))


def test_the_same_to_the_bit(module: ModuleType) -> None:
    """With the operator and without it: results and gradients."""
    *_, direct = module._registered("direct", "1", module._forward, module._backward, module._flops, direct=_unseen)

    def run(attention: Callable[..., torch.Tensor]) -> list[torch.Tensor]:
        torch.manual_seed(0)
        inputs = [x.requires_grad_() for x in drawn()]
        out = attention(*inputs)
        with torch.no_grad():
            assert torch.equal(attention(*inputs), out)
        return [out, *torch.autograd.grad(out.square().sum(), inputs)]

    there = run(lambda *inputs: direct(*inputs, 0.25, 0, 0, 24)[0])
    assert all(map(torch.equal, there, run(module.attention)))


@pytest.mark.parametrize("asking", range(3))
def test_gradients_of_one_tensor_alone(module: ModuleType, asking: int) -> None:
    *_, direct = module._registered("alone", "1", module._forward, module._backward, module._flops, direct=_unseen)
    inputs = drawn()
    inputs[asking].requires_grad_()
    found, wanted = (
        torch.autograd.grad(out.square().sum(), inputs[asking])[0]
        for out in (direct(*inputs, 0.25, 0, 0, 24)[0], module.attention(*inputs))
    )
    assert torch.equal(found, wanted)


def test_second_derivatives_are_refused(module: ModuleType) -> None:
    inputs = [x.requires_grad_() for x in drawn()]
    (grad,) = torch.autograd.grad(module.attention(*inputs).sum(), inputs[:1], create_graph=True)
    with pytest.raises(NotImplementedError, match="first derivatives only"):
        torch.autograd.grad(grad.sum(), inputs)


@needs_compiler
def test_positions_of_queries_are_read_where_gradients_are_recorded(tmp_path: Path) -> None:
    """Lengths are cut to the sequence, whose length is no longer the fourth number."""
    module, _ = build("pattern made { input ends: lengths; attend causal & padding(@ends) }", tmp_path, "cpp")
    query, key, value = drawn()
    query, given = query[:, :, :3].contiguous(), {"ends": torch.tensor([20]), "seq_len": 24}
    at = torch.tensor([17], dtype=torch.int32)
    wanted = module.attention(query, key, value, q_offset=17, **given)
    out = module.attention(query.requires_grad_(), key, value, q_offset=at, **given)
    assert torch.equal(out, wanted)
    with pytest.raises(NotImplementedError, match="derivatives only where q_offset is an int"):
        out.sum().backward()
