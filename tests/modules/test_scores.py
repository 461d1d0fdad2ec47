"""Score modifiers by numbers from elsewhere: ALiBi's published slopes, and sinks far above and below the keys."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.testing.compare import answer_of, compare, draw
from patternc.testing.oracle import Answer, oracle

# The negated logarithms to base 2 of the slopes, in the order of the heads.
SLOPES: dict[int, list[float]] = {
    1: [8],
    2: [4, 8],
    3: [4, 8, 2],
    6: [2, 4, 6, 8, 1, 3],
    8: [1, 2, 3, 4, 5, 6, 7, 8],
    12: [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5],
    20: [*(0.5 * h for h in range(1, 17)), 0.25, 0.75, 1.25, 1.75],
}
FAR = "pattern far {\n    attend window(64, 0) - window(63, 0)\n    score alibi\n}\n"  # one key, 64 positions before
BACKENDS = ["torch", pytest.param("triton", marks=pytest.mark.interpreter)]


def published(heads: int) -> list[float]:
    """The function of the paper's authors."""
    if math.log2(heads).is_integer():
        start = 2 ** (-(2 ** -(math.log2(heads) - 3)))
        return [start * start**i for i in range(heads)]
    closest = 2 ** math.floor(math.log2(heads))
    return published(closest) + published(2 * closest)[0::2][: heads - closest]


def test_the_slopes_written_by_hand_are_the_published_ones() -> None:
    for heads, exponents in SLOPES.items():
        assert published(heads) == pytest.approx([2.0**-exponent for exponent in exponents], rel=1e-12)


def far_row(heads: int) -> tuple[Shape, torch.Tensor]:
    """Row 64 of as many heads, and tensors of zeros: its lse is its one score, -64 times the slope."""
    return Shape("far", 1, heads, heads, HeadDims.equal(16), 1, 1, 64, 0, 65), torch.zeros(1, heads, 1, 16)


@pytest.mark.parametrize("backend", BACKENDS)
def test_alibi_has_the_published_slopes(backend: str, tmp_path: Path) -> None:
    module, _ = build(FAR, tmp_path, backend)
    for heads, exponents in SLOPES.items():
        _, zeros = far_row(heads)
        _, lse = module.attention(zeros, zeros, zeros, q_offset=64, seq_len=65, return_lse=True)
        slopes = torch.tensor([2.0**-exponent for exponent in exponents])
        torch.testing.assert_close(lse.flatten() / -64, slopes, rtol=2e-6, atol=0)
    some = zeros[:, :5]
    _, lse = module.attention(some, some, some, q_offset=64, seq_len=65, head_offset=14, num_heads=20, return_lse=True)
    torch.testing.assert_close(lse.flatten() / -64, slopes[14:19], rtol=2e-6, atol=0)


def test_the_meaning_of_alibi_for_any_number_of_heads(tmp_path: Path) -> None:
    module, pattern = build(FAR, tmp_path)
    for heads in range(1, 34):
        shape, zeros = far_row(heads)
        slopes = torch.tensor(published(heads), dtype=torch.float64)
        call = {"q_offset": 64, "seq_len": 65, "return_lse": True}
        truth = oracle(pattern, shape, replace(draw(shape, "float32", "cpu", 0), query=zeros)).lse
        for lse in (reference_of(module).reference(zeros, zeros, zeros, **call)[1], truth):
            assert lse is not None
            torch.testing.assert_close(lse.flatten() / -64, slopes, rtol=1e-12, atol=0)
        _, lse = module.attention(zeros, zeros, zeros, **call)
        torch.testing.assert_close(lse.flatten().double() / -64, slopes, rtol=2e-6, atol=0)


MASKS = {"every row has keys": "window(6, 0)", "the first row has none": "window(6, 0) - window(0)"}
ABOVE = (-100, -60, -30, -17, -16, -8, -1, 0, 1, 8, 16, 17, 30, 60)  # a head's sink less the lse of its keys
SHAPE = Shape("sunk", 1, len(ABOVE), len(ABOVE), HeadDims.equal(16), 21, 21, 0, 0, 21)


def built(mask: str, folder: Path, backend: str = "torch") -> tuple[ModuleType, Pattern]:
    lines = "input logits: table(heads)", f"attend {mask}", "score sink(@logits)"
    return build("pattern sunk {\n" + "\n".join(lines) + "\n}\n", folder, backend)


def sunk(mask: str, backend: str, dtype: str, folder: Path) -> tuple[Answer, Answer]:
    """What a module gives for sinks this far above the keys, and what it means."""
    module, pattern = built(mask, folder, backend)
    inputs = draw(SHAPE, dtype, "cpu", 7, pattern)
    inputs = replace(inputs, arguments={"logits": torch.tensor(ABOVE) + 2.0})  # the keys' lse is about 2
    return answer_of(module, pattern, SHAPE, inputs), oracle(pattern, SHAPE, inputs)


def by_head(answer: Answer) -> list[tuple[torch.Tensor, ...]]:
    assert answer.lse is not None
    tensors = answer.out, answer.lse, answer.dq, answer.dk, answer.dv
    return list(zip(*(x[0].double() for x in tensors), answer.tables["logits"].double(), strict=True))


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_sink_keeps_the_digits_of_outputs_and_gradients(backend: str, mask: str, tmp_path: Path) -> None:
    """They cancelled where the sink outweighs the keys: by 6 % at a logit 16 above the lse, wholly at 17."""
    found, true = sunk(mask, backend, "float32", tmp_path)
    for above, mine, theirs in zip(ABOVE, by_head(found), by_head(true), strict=True):
        for name, x, y in zip(("out", "lse", "dq", "dk", "dv", "sink"), mine, theirs, strict=True):
            if name == "sink" and above == -100:
                continue  # its gradient is 1e-44: float32 has no digits there
            assert x.isfinite().all()
            assert (x - y).norm() <= 4e-6 * y.norm(), (name, above)


@pytest.mark.parametrize(("dtype", "bound", "highest"), [("float16", 2e-3, 1), ("bfloat16", 1.5e-2, 60)])
def test_a_sink_in_half_precision(dtype: str, bound: float, highest: int, tmp_path: Path) -> None:
    """Of float16 only where the results are not below the least number with all its digits."""
    found, true = sunk(MASKS["the first row has none"], "torch", dtype, tmp_path)
    for above, mine, theirs in zip(ABOVE, by_head(found), by_head(true), strict=True):
        for x, y in zip(mine[:5], theirs[:5], strict=True):
            assert above > highest or (x - y).norm() <= bound * y.norm(), above


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_the_reference_of_a_sink(mask: str, tmp_path: Path) -> None:
    module, pattern = built(mask, tmp_path)
    logits = (torch.tensor(ABOVE) + 2.0).requires_grad_()
    inputs = replace(draw(SHAPE, "float32", "cpu", 7, pattern), arguments={"logits": logits.detach()})
    out, lse = reference_of(module).reference(inputs.query, inputs.key, inputs.value, logits=logits, return_lse=True)
    true = oracle(pattern, SHAPE, inputs)
    (grad,) = torch.autograd.grad((out, lse), logits, (inputs.grad_out.double(), inputs.grad_lse.double()))
    torch.testing.assert_close(out, true.out, rtol=1e-9, atol=0)
    torch.testing.assert_close(lse, true.lse, rtol=1e-9, atol=0)
    torch.testing.assert_close(grad.double(), true.tables["logits"], rtol=1e-6, atol=1e-38)


def test_infinite_sinks(tmp_path: Path) -> None:
    """Of -inf there is no sink; of inf there is nothing else: out 0, lse inf, and no gradient."""
    module, pattern = built(MASKS["the first row has none"], tmp_path)
    shape = replace(SHAPE, heads=2, kv_heads=2)
    inputs = replace(
        draw(shape, "float32", "cpu", 3, pattern), arguments={"logits": torch.tensor([-torch.inf, torch.inf])}
    )
    found, true = answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs)
    for name in ("out", "lse", "dq", "dk", "dv"):
        torch.testing.assert_close(getattr(found, name).double(), getattr(true, name), rtol=1e-4, atol=1e-5)
    out, lse = reference_of(module).reference(
        inputs.query, inputs.key, inputs.value, return_lse=True, **inputs.arguments
    )
    torch.testing.assert_close(out, true.out)
    torch.testing.assert_close(lse, true.lse)
    assert found.lse is not None
    assert (found.out[:, 1] == 0).all()
    assert (found.lse[:, 1] == torch.inf).all()
    assert (found.dq[:, 1] == 0).all()
    assert found.tables["logits"].isfinite().all()


@pytest.mark.parametrize("backend", BACKENDS)
def test_biases_of_minus_infinity_hide_keys(backend: str, tmp_path: Path) -> None:
    """Whole tiles of them made rows NaN in Triton; rows of nothing else were NaN in the meaning."""
    module, pattern = build(
        "pattern hidden {\n    input bias: table(heads, 201)\n    attend causal\n    score bias(@bias)\n}\n",
        tmp_path,
        backend,
    )
    shape = Shape("hidden", 1, 2, 1, HeadDims.equal(16), 100, 100, 0, 0, 100)
    bias = torch.randn(2, 201, generator=torch.Generator().manual_seed(1))
    bias[0, : 100 - 10] = bias[1, 100 - 3 :] = -torch.inf  # keys more than 10 behind; rows 0 to 3 have no other
    inputs = replace(draw(shape, "float32", "cpu", 2, pattern), arguments={"bias": bias})
    true = oracle(pattern, shape, inputs)
    assert compare(answer_of(module, pattern, shape, inputs), true, shape, "float32", pattern).passed
    assert true.lse is not None
    assert (true.lse[0] == -torch.inf).sum(1).tolist() == [0, 4]
    out, lse = reference_of(module).reference(
        inputs.query, inputs.key, inputs.value, return_lse=True, **inputs.arguments
    )
    torch.testing.assert_close(out, true.out, rtol=1e-9, atol=1e-12)
    torch.testing.assert_close(lse, true.lse, rtol=1e-9, atol=1e-12)
