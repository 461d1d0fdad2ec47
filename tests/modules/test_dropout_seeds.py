"""Dropout seeds, as ints and tensors, in one graph of torch.compile, with every other kind of input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from torch import Tensor
from torch._dynamo.testing import CompileCounterWithBackend
from torch.utils.checkpoint import checkpoint

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

MODULE = "\nmodule Layer { pattern made; embed 32; heads 2; head_dim 16; dropout 0.25 }\n"
PLAIN = "pattern made { attend window(16, 0) }" + MODULE
EVERY = (
    """pattern made {
    input docs: offsets
    input near: table(heads, 9)
    input logits: table(heads)
    attend document(@docs) & causal
    score bias(@near)
    score sink(@logits)
}"""
    + MODULE
)
CHOSEN = "pattern made { attend blocks(8, topk(2) | window(0)); where causal }" + MODULE
BACKENDS = ("torch", pytest.param("triton", marks=pytest.mark.interpreter))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(PLAIN, tmp_path_factory.mktemp("plain"))[0]


@pytest.mark.long
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [PLAIN, EVERY, CHOSEN], ids=["plain", "every", "chosen"])
def test_a_tensor_is_the_seed_that_it_holds(text: str, backend: str, tmp_path: Path) -> None:
    module, pattern = build(text, tmp_path, backend)
    shape = Shape("41", 2, 2, 1, HeadDims.equal(16), 41, 41, 0, 0, 41)
    inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 3, pattern))
    truth = oracle(pattern, shape, inputs)
    given = {**inputs.arguments, "seed": torch.tensor(inputs.arguments["seed"])}
    errors = compare(
        answer_of(module, pattern, shape, replace(inputs, arguments=given)), truth, shape, "float32", pattern
    )
    assert errors.passed, errors


def test_the_reference_takes_a_tensor(plain: ModuleType) -> None:
    leaves = torch.randn(3, 1, 2, 20, 16).unbind()
    reference = reference_of(plain).reference
    found = reference(*leaves, dropout=0.5, seed=torch.tensor(9))
    assert torch.equal(found, reference(*leaves, dropout=0.5, seed=9))


@pytest.mark.parametrize(
    ("seed", "error", "words"),
    [
        (2**31, ValueError, r"seed is 2147483648, must be 0 to 2\*\*31 - 1"),
        (torch.tensor(-1), ValueError, r"seed is -1, must be 0 to 2\*\*31 - 1"),
        (torch.tensor([3]), TypeError, r"seed is a torch\.int64 on cpu of shape \(1,\), must be a torch\.int64"),
        (torch.tensor(3.0), TypeError, r"seed is a torch\.float32 on cpu"),
        (torch.tensor(3, device="meta"), TypeError, r"seed is a torch\.int64 on meta"),
        (1.5, TypeError, "seed is a float, must be an int"),
    ],
)
def test_seeds_that_are_none(plain: ModuleType, seed: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        plain.attention(*torch.randn(3, 1, 2, 8, 16).unbind(), dropout=0.5, seed=seed)


def results(function: Callable[[Tensor], Tensor], layer: Any, x: Tensor) -> list[Tensor]:
    """Out and two gradients, from a fixed state of the generator."""
    torch.manual_seed(5)
    out = function(x)
    return [out.detach(), *torch.autograd.grad(out.square().sum(), (x, layer.value.weight))]


@pytest.mark.long
@pytest.mark.parametrize("fullgraph", [False, True])
@pytest.mark.parametrize("repeated", [False, True], ids=["", "checkpoint"])
def test_training_is_one_graph(plain: ModuleType, fullgraph: bool, repeated: bool) -> None:
    torch._dynamo.reset()
    layer, x = plain.Layer(), torch.randn(2, 40, 32, requires_grad=True)

    def run(x: Tensor) -> Any:
        return checkpoint(layer, x, use_reentrant=False) if repeated else layer(x)

    counter = CompileCounterWithBackend("aot_eager")
    compiled: Any = torch.compile(run, fullgraph=fullgraph, backend=counter)
    wanted, found = results(layer, layer, x), results(compiled, layer, x)
    for one, other in zip(found, wanted, strict=True):
        assert float((one - other).norm() / other.norm()) < 2e-6
    assert not torch.equal(compiled(x), compiled(x))
    assert counter.frame_count == 1


@pytest.mark.long
def test_a_compiled_call_takes_every_seed_without_compiling_anew(plain: ModuleType) -> None:
    torch._dynamo.reset()
    counter, leaves = CompileCounterWithBackend("aot_eager"), torch.randn(3, 1, 2, 20, 16).unbind()
    compiled: Any = torch.compile(plain.attention, fullgraph=True, backend=counter)
    for seed in (1, 2, 3):
        wanted = plain.attention(*leaves, dropout=0.5, seed=seed)
        assert torch.equal(compiled(*leaves, dropout=0.5, seed=torch.tensor(seed)), wanted)
    assert counter.frame_count == 1
    for seed in (4, 5, 6):
        wanted = plain.attention(*leaves, dropout=0.5, seed=seed)
        assert torch.equal(compiled(*leaves, dropout=0.5, seed=seed), wanted)


@pytest.mark.long
def test_an_exported_layer_drops_in_training(plain: ModuleType) -> None:
    layer, x = plain.Layer(), torch.randn(1, 30, 32)
    program: Any = torch.export.export(layer, (x,)).module()
    torch.manual_seed(2)
    wanted = layer(x)
    torch.manual_seed(2)
    assert torch.equal(program(x), wanted)
    assert not torch.equal(program(x), wanted)
