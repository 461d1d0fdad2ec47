"""Torch modules against the float64 meaning: output, lse and gradients, at lengths, offsets and heads that tell."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of
from torch_cases import (
    ALIGNED,
    BOXES,
    DILATED,
    PATTERNS,
    SHAPES,
    SIZES_OF_PARTS,
    SMALL,
    WHOLE,
    WIDE,
    hold,
    hold_gradients,
)

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.testing.compare import answer_of, draw

DROPPED = {
    "causal": "attend causal",
    "paper": f"{DILATED}; combine lse; where causal",
    "random": "attend blocks(16, random(density=0.4, seed=1) | window(0))",
    "counted": "for i in range(5) { attend causal - keys(every=7, offset=i) }; combine lse",
    "mean": "attend blocks(16, random(2, seed=1)); attend window(9); combine mean; score softcap(2.0)",
    "levels": "attend segment(40); attend blocks(16, window(1) | queries(every=3)); combine lse(detach)",
    "sunk": "input s: table(heads); attend window(9, 0); score sink(@s)",
}
# As many keys as queries, which stand elsewhere.
HOP = Shape("a hop of a ring, in small parts", 1, 4, 2, HeadDims.equal(16), 60, 60, 80, 20, 200)


@pytest.fixture(scope="module", params=PATTERNS, ids=str)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    name: str = request.param
    text = PATTERNS[name].replace("; ", "\n    ")
    return build(f"pattern {name} {{\n    {text}\n}}\n", tmp_path_factory.mktemp(name))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_float32(built: tuple[ModuleType, Pattern], shape: Shape) -> None:
    hold(*built, shape, "float32")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("shape", SHAPES[:3], ids=lambda shape: shape.name)
def test_half(built: tuple[ModuleType, Pattern], shape: Shape, dtype: str) -> None:
    hold(*built, shape, dtype)


@pytest.mark.parametrize("shape", SHAPES[:4], ids=lambda shape: shape.name)
def test_gradient_of_the_output_alone(built: tuple[ModuleType, Pattern], shape: Shape) -> None:
    """Without a gradient into lse torch's fused backward runs, where the pattern has a place for it."""
    hold_gradients(built[0], shape, "float32")


@pytest.mark.parametrize("shape", SHAPES[:2], ids=lambda shape: shape.name)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_gradient_of_the_output_alone(built: tuple[ModuleType, Pattern], shape: Shape, dtype: str) -> None:
    """The same from 16 bits, in float32."""
    hold_gradients(built[0], shape, dtype)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("name", ["random", "random_dense", "random_odd", "random_beside", "random_twice"])
def test_gradient_of_the_output_alone_in_listed_blocks(
    name: str, dtype: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By torch's fused backward, a few rows to each call."""
    text = WIDE[name].replace("; ", "\n    ")
    module, _ = build(f"pattern {name} {{\n    {text}\n}}\n", tmp_path)
    monkeypatch.setattr(module, "GATHERED", 64)
    for shape in SHAPES[:3]:
        hold_gradients(module, shape, dtype)


@pytest.mark.long
@pytest.mark.parametrize("fused", [True, False], ids=["fused blocks", "explicit blocks"])
def test_small_blocks_change_nothing(
    built: tuple[ModuleType, Pattern], monkeypatch: pytest.MonkeyPatch, fused: bool
) -> None:
    """Ranges of rows and columns, crossed many times over; without fused attention, as on other devices."""
    module, pattern = built
    in_small_parts(module, monkeypatch, fused)
    for shape in (SMALL, HOP):
        hold(module, pattern, shape, "float32")
    if fused:
        hold_gradients(module, SMALL, "float32")


def in_small_parts(module: ModuleType, monkeypatch: pytest.MonkeyPatch, fused: bool) -> None:
    for name, size in SIZES_OF_PARTS:
        monkeypatch.setattr(module, name, size, raising=False)
    if not fused:
        monkeypatch.setattr(module.Call, "fusable", False)


PASSES_OF_BLOCKS = (
    pytest.param(True, id="fused blocks"),
    pytest.param(False, id="explicit blocks", marks=pytest.mark.slow),
)


@pytest.fixture(scope="module", params=WIDE, ids=str)
def wide(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    name: str = request.param
    text = WIDE[name].replace("; ", "\n    ")
    return build(f"pattern {name} {{\n    {text}\n}}\n", tmp_path_factory.mktemp(name))


FEW = Shape("two heads", 1, 2, 1, HeadDims.equal(16), 101, 101, 0, 0, 101)


def test_wide(wide: tuple[ModuleType, Pattern]) -> None:
    module, pattern = wide
    shapes: tuple[Shape, ...] = WHOLE if hasattr(module, "selection") else (*SHAPES[2:], ALIGNED)
    if pattern.name == "counted_twice":  # the meaning takes a softmax for each of hundreds of branches, head by head
        shapes = (FEW, SHAPES[4], SHAPES[8])
    for shape in shapes:
        hold(module, pattern, shape, "float32")


@pytest.mark.slow
def test_wide_in_half(wide: tuple[ModuleType, Pattern]) -> None:
    for dtype in ("float16", "bfloat16"):
        hold(*wide, SHAPES[0], dtype)


@pytest.mark.long
@pytest.mark.parametrize("fused", PASSES_OF_BLOCKS)
def test_wide_in_small_parts(wide: tuple[ModuleType, Pattern], monkeypatch: pytest.MonkeyPatch, fused: bool) -> None:
    """Documents longer than a part of rows, and more listed columns than one call takes."""
    module, pattern = wide
    if pattern.name == "counted_twice":
        pytest.skip("hundreds of branches in small parts take long, and `counted_lists` counts too")
    in_small_parts(module, monkeypatch, fused)
    monkeypatch.setattr(module, "GATHERED", 40, raising=False)
    for shape in WHOLE if hasattr(module, "selection") else (SMALL, ALIGNED):
        hold(module, pattern, shape, "float32")


@pytest.mark.parametrize("name", BOXES)
def test_boxes(name: str, tmp_path: Path) -> None:
    text = BOXES[name].replace("; ", "\n    ")
    module, pattern = build(f"pattern {name} {{\n    {text}\n}}\n", tmp_path)
    n = prod(pattern.grid)
    hold(module, pattern, Shape("grid", 2, 4, 2, HeadDims.equal(16), n, n, 0, 0, n), "float32")
    hold(module, pattern, Shape("chunk", 1, 4, 4, HeadDims.equal(16), 40, n - 20, 50, 10, n), "float32")


@pytest.mark.parametrize("name", DROPPED)
def test_dropout(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every weight of every branch is dropped by its place, and stays so in the backward pass."""
    text = DROPPED[name].replace("; ", "\n    ")
    around = (
        f"module Projected {{\n    pattern {name}\n    embed 64\n    heads 4\n    head_dim 16\n    dropout 0.1\n}}\n"
    )
    module, pattern = build(f"pattern {name} {{\n    {text}\n}}\n{around}", tmp_path)
    monkeypatch.setattr(module, "BLOCK_ROWS", 7, raising=False)
    for shape in (SHAPES[0], *SHAPES[2:4]):
        hold(module, pattern, shape, "float32")
    given = {"s": torch.randn(4)} if name == "sunk" else {}
    plain = module.attention(*torch.randn(3, 1, 4, 90, 16), dropout=0.0, seed=1, **given)
    assert plain.isfinite().all()


def test_documents_cost_their_own_size(tmp_path: Path) -> None:
    """No part of a run spans a long document and another; short ones share a part of rows."""
    module, _ = build("pattern p {\n input o: offsets\n attend document(@o)\n where causal\n}", tmp_path)
    ends = module._document_ends(torch.tensor([0, 300, 300, 310, 330, 600]), 600, 1)
    found = list(module._documents(ends, range(600)))
    assert found == [(0, 300, True), (300, 330, False), (330, 600, True)]


@pytest.mark.parametrize("fused", [False, True])
def test_keys_that_no_row_attends_to_are_left_out(fused: bool, tmp_path: Path) -> None:
    """Of labels with two keys far apart for each query, calls take what lies around these, and no pair is lost."""
    module, _ = build("pattern p {\n input i: labels\n attend when(@i[q] == @i[k])\n}", tmp_path)
    ids = torch.arange(4096) // 256 % 8  # each label twice, 2,048 positions apart
    query = torch.randn(1, 2, 4096, 16)
    work = module._work(query, 4096, ids[None], ids[None])
    call = module.Call(work, query, query[:, :1], query[:, :1], 0.25, 0, 0, 4096)
    parts = list(module._blocks(call.runs(), query.device, fused))
    assert sum(len(part.rows) * len(part.columns) * len(part.heads) for part in parts) == 2 * 8 * 512 * 512
    assert not any(part.masked for part in parts)
    step = call._replace(
        query=query[:, :, -1:], q_offset=4095
    )  # of one row another call takes longer than such columns
    assert [(part.columns.start, part.columns.stop) for part in module._blocks(step.runs(), query.device, fused)] == [
        (1792, 4096)
    ] * 2


def test_layouts(built: tuple[ModuleType, Pattern]) -> None:
    """[B, N, H, D] tensors seen as [B, H, N, D], and a gradient that is expanded, give the same as contiguous ones."""
    module, _ = built
    base = torch.randn(3, 2, 77, 4, 16, generator=torch.Generator().manual_seed(1))
    answers = []
    for tensors in (base.transpose(2, 3), base.transpose(2, 3).contiguous()):
        leaves = [x.detach().requires_grad_() for x in tensors]
        out = module.attention(*leaves)
        answers.append((out.detach(), *torch.autograd.grad(out.sum(), leaves)))
    for one, other in zip(*answers, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-6)


def test_few_rows_of_other_layouts(built: tuple[ModuleType, Pattern]) -> None:
    """Few rows of a cache that is part of a longer one, batch entries and heads in any order of strides."""
    module, _ = built
    cache = torch.randn(2, 3, 90, 2, 16, generator=torch.Generator().manual_seed(1)).transpose(2, 3)[..., :77, :]
    query = torch.randn(3, 5, 6, 16, generator=torch.Generator().manual_seed(2)).transpose(1, 2)
    there = module.attention(query, *cache, q_offset=72)
    packed = module.attention(query.contiguous(), *cache.clone(memory_format=torch.contiguous_format), q_offset=72)
    torch.testing.assert_close(packed, there, rtol=1e-5, atol=1e-6)
    for b in range(3):
        one = module.attention(query[b : b + 1], *cache[:, b : b + 1], q_offset=72)
        torch.testing.assert_close(one, there[b : b + 1], rtol=1e-5, atol=1e-6)


def test_twice_is_the_same_to_the_bit(built: tuple[ModuleType, Pattern]) -> None:
    module, _ = built
    leaves = [torch.randn(1, 4, 90, 16, requires_grad=True) for _ in range(3)]
    first, second = ((out := module.attention(*leaves), *torch.autograd.grad(out.sum(), leaves)) for _ in range(2))
    assert all(torch.equal(one, other) for one, other in zip(first, second, strict=True))


def test_great_scores_stay_finite(built: tuple[ModuleType, Pattern]) -> None:
    module, _ = built
    leaves = [(torch.randn(1, 4, 90, 16) * 300).requires_grad_() for _ in range(3)]
    out = module.attention(*leaves)
    for tensor in (out, *torch.autograd.grad(out.sum(), leaves)):
        assert tensor.isfinite().all()


def test_autocast_casts_what_goes_in(built: tuple[ModuleType, Pattern]) -> None:
    """Under `torch.autocast` a call is that of inputs cast before, and gradients have the dtypes of the inputs."""
    module, pattern = built
    inputs = draw(SHAPES[2], "float32", "cpu", seed=7)
    rounded = [x.bfloat16() for x in (inputs.query, inputs.key, inputs.value, inputs.grad_out)]
    query, key, value, grad_out = rounded
    there = answer_of(module, pattern, SHAPES[2], replace(inputs, query=query, key=key, value=value, grad_out=grad_out))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        cast = answer_of(module, pattern, SHAPES[2], replace(inputs, grad_out=grad_out))
    assert torch.equal(cast.out, there.out)
    for found, wanted in ((cast.dq, there.dq), (cast.dk, there.dk), (cast.dv, there.dv)):
        assert found.dtype == torch.float32
        assert torch.equal(found, wanted.float())


@pytest.mark.parametrize("scale", [0.0, -0.3, 1e-44])
@pytest.mark.parametrize("name", ["causal", "paper", "sinks"])
def test_any_scale(name: str, scale: float, tmp_path: Path) -> None:
    """Also one under which the -inf of a key that is not seen would not stay so."""
    text = PATTERNS[name].replace("; ", "\n    ")
    module, _ = build(f"pattern {name} {{\n    {text}\n}}\n", tmp_path)
    leaves = [torch.randn(1, 4, 130, 16, requires_grad=True) for _ in range(3)]
    found, truth = (function(*leaves, scale=scale) for function in (module.attention, reference_of(module).reference))
    torch.testing.assert_close(found.double(), truth, rtol=1e-5, atol=1e-5)
    grads = (torch.autograd.grad(out.sin().sum(), leaves) for out in (found, truth))
    for one, other in zip(*grads, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("scale", [1.0, 1e2, 1e4, 1e6, 1e30])
def test_weights_of_branches_add_up_where_scores_are_great(scale: float, tmp_path: Path) -> None:
    module, _ = build(
        "pattern p {\n attend segment(16)\n attend segment(64)\n combine lse(detach)\n where causal\n}", tmp_path
    )
    leaves = torch.randn(3, 1, 2, 64, 32, generator=torch.Generator().manual_seed(1)).unbind()
    found, truth = (function(*leaves, scale=scale) for function in (module.attention, reference_of(module).reference))
    assert (found - truth).norm() < 5e-6 * truth.norm()


@pytest.mark.parametrize("name", ["ranges", "ranges_mean"])
@pytest.mark.parametrize(("heads", "kv_heads"), [(1, 1), (2, 2), (2, 1)])
def test_a_range_may_lie_beyond_the_last_head(name: str, heads: int, kv_heads: int, tmp_path: Path) -> None:
    text = PATTERNS[name].replace("; ", "\n    ")
    module, pattern = build(f"pattern {name} {{\n    {text}\n}}\n", tmp_path)
    hold(module, pattern, Shape("few heads", 1, heads, kv_heads, HeadDims.equal(16), 101, 101, 0, 0, 101), "float32")


def test_causal_rows_ignore_the_future(tmp_path: Path) -> None:
    module, _ = build(
        "pattern p {\n segments [32, 64]\n dilations [1, 2]\n offset head\n combine lse\n where causal\n}", tmp_path
    )
    query, key, value = torch.randn(3, 1, 4, 150, 16)
    before = module.attention(query, key, value)
    value[:, :, 83:] = torch.randn(1, 4, 67, 16)
    assert torch.equal(module.attention(query, key, value)[:, :, :83], before[:, :, :83])
