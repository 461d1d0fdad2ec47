"""torch.compile runs ring functions as they stand, between two graphs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build
from simulated_ranks import on_all_ranks
from torch import Tensor
from torch._dynamo.testing import CompileCounterWithBackend
from torch_versions import not_in_torch_2_7

TEXT = """pattern shared {
    attend segment(16)
    attend segment(64, dilation=4, offset=head)
    combine lse
    where causal
    ring(ranks=1)
}
module Layer { pattern shared; embed 64; heads 4; kv_heads 2; dropout 0.25 }
"""


@not_in_torch_2_7("does not print why a function is not compiled")
@pytest.mark.long
@pytest.mark.filterwarnings("ignore:The .grad attribute")  # which dynamo reads where a graph ends
def test_a_compiled_model_has_a_graph_on_either_side_of_a_ring(tmp_path: Path) -> None:
    module = build(TEXT, tmp_path)[0]
    layer = module.Layer().eval()
    x = torch.randn(1, 100, 64)

    def work(ranks: Any) -> list[str]:
        def model(x: Tensor) -> Tensor:
            out: Tensor = layer((x * 2).sin(), mesh=ranks)
            return out.cos().square()

        counter = CompileCounterWithBackend("aot_eager")
        compiled = torch.compile(model, backend=counter)
        found = []
        for call in (model, compiled):
            own = x.clone().requires_grad_()
            out = call(own)
            found.append((out.detach(), *torch.autograd.grad(out.sum(), own)))
        for one, other in zip(*found, strict=True):
            torch.testing.assert_close(one, other)
        torch._dynamo.reset()
        return [one.reason for one in torch._dynamo.explain(model)(x).break_reasons]

    (reasons,) = on_all_ranks(module, work)
    assert reasons
    assert all("its ranks exchange tensors" in reason for reason in reasons)


@pytest.mark.long
def test_a_call_is_one_graph_break(tmp_path: Path) -> None:
    module = build(TEXT, tmp_path)[0]

    def work(ranks: Any) -> tuple[int, int]:
        def model(x: Tensor) -> Tensor:
            out: Tensor = module.ring_attention(x * 2, x, x, ranks)
            return out + 1

        x = torch.randn(1, 4, 64, 16)
        torch.testing.assert_close(torch.compile(model, backend="eager")(x), model(x))
        torch._dynamo.reset()
        found = torch._dynamo.explain(model)(x)
        return found.graph_count, found.graph_break_count

    assert on_all_ranks(module, work) == [(2, 1)]


@not_in_torch_2_7("does not print why a function is not compiled")
@pytest.mark.long
def test_a_full_graph_is_refused_by_a_reason(tmp_path: Path) -> None:
    module = build(TEXT, tmp_path)[0]

    def work(ranks: Any) -> str:
        with pytest.raises(torch._dynamo.exc.Unsupported) as caught:
            torch.compile(lambda x: module.ring_attention(x, x, x, ranks), fullgraph=True)(torch.randn(1, 4, 64, 16))
        return str(caught.value)

    (said,) = on_all_ranks(module, work)
    assert "its ranks exchange tensors" in said
