"""A bias of -inf excludes its key, whatever other score modifiers stand before or after it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
import torch
from built import build, reference_of
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.testing.compare import answer_of, draw
from patternc.testing.oracle import Answer, Inputs, oracle

RADIUS, CAP = 4, 2.5
ORDERS = list(permutations(("bias(@t)", f"softcap({CAP})", "alibi")))
BENT = [order for order in ORDERS if order.index("bias(@t)") < order.index(f"softcap({CAP})")]
CALLS = {
    "whole": Shape("whole", 2, 4, 2, HeadDims.equal(48), 19, 19, 0, 0, 19),
    "chunk": Shape("chunk", 1, 4, 2, HeadDims.equal(16), 5, 23, 18, 0, 23),
    "step": Shape("step", 2, 4, 2, HeadDims.equal(16), 1, 21, 20, 0, 21),
}
BRANCHES = {
    "one": "attend window(6, 1)",
    "two": "attend window(3, 0)\n    attend causal & keys(every=2)\n    combine lse",
    "empty rows": "attend window(1, 0)",
}
# The heads and distances that are excluded; of head 0 all keys of the pattern `empty rows`.
EXCLUDED = {0: (-1, 0, -RADIUS), 1: (-2,), 2: (-RADIUS, RADIUS), 3: ()}


def written(order: tuple[str, ...], branches: str) -> str:
    lines = [f"input t: table(heads, {2 * RADIUS + 1})", branches, *(f"score {one}" for one in order)]
    return "pattern excluded {\n    " + "\n    ".join(lines) + "\n}\n"


def drawn(pattern: object, shape: Shape) -> Inputs:
    inputs = draw(shape, "float32", "cpu", 3, pattern)  # type: ignore[arg-type]
    table = inputs.arguments["t"].clone()  # type: ignore[union-attr]
    for head, distances in EXCLUDED.items():
        table[head, [distance + RADIUS for distance in distances]] = -torch.inf
    return replace(inputs, arguments={"t": table})


def by_hand(order: tuple[str, ...], mask: Tensor, shape: Shape, inputs: Inputs) -> Answer:
    """The meaning in float64, with the keys that a bias excludes left out of the mask and its bias taken as 0."""
    given = inputs.query, inputs.key, inputs.value, inputs.arguments["t"]
    query, key, value, table = leaves = [x.double().requires_grad_() for x in given]  # type: ignore[union-attr]
    q = torch.arange(shape.queries)[:, None] + shape.q_offset
    k = torch.arange(shape.keys) + shape.k_offset
    place = (k - q).clamp(-RADIUS, RADIUS) + RADIUS
    found = table.isfinite()[:, place] & (mask > 0)
    key, value = (x.repeat_interleave(shape.heads // shape.kv_heads, 1) for x in (key, value))
    scores = query @ key.mT * shape.dims.key**-0.5
    slopes = 2.0 ** (-8 * (torch.arange(shape.heads).double() + 1) / shape.heads)
    for one in order:
        if one == "alibi":
            scores = scores + (k - q) * slopes[:, None, None]
        elif one.startswith("bias"):
            scores = scores + torch.where(table.isfinite(), table, 0.0)[:, place]
        else:
            scores = CAP * torch.tanh(scores / CAP)
    scores = scores + mask.clamp(min=1).double().log()
    some = found.any(-1)
    least = torch.finfo(torch.float64).min
    lse = scores.masked_fill(~found, least).logsumexp(-1)
    weights = torch.where(found, (scores - lse[..., None]).masked_fill(~found, 0.0).exp(), 0.0)
    out = weights @ value
    grad_lse = inputs.grad_lse.double() * some
    grads = torch.autograd.grad((out, torch.where(some, lse, 0.0)), leaves, (inputs.grad_out.double(), grad_lse))
    dq, dk, dv, dt = grads
    return Answer(out.detach(), lse.detach().masked_fill(~some, -torch.inf), dq, dk, dv, {"t": dt})


def assert_alike(found: Answer, truth: Answer, most: float) -> None:
    for name in ("out", "lse", "dq", "dk", "dv", "t"):
        mine, theirs = (x.tables[name] if name == "t" else getattr(x, name) for x in (found, truth))
        assert torch.equal(mine == -torch.inf, theirs == -torch.inf), name
        mine, theirs = (torch.where(x == -torch.inf, 0.0, x.double()) for x in (mine, theirs))
        assert (mine - theirs).norm() <= most * theirs.norm() + 1e-12, name  # NaN is not


@pytest.mark.parametrize("branches", BRANCHES.values(), ids=BRANCHES)
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: " ".join(one.partition("(")[0] for one in order))
def test_a_bias_of_minus_infinity_excludes_first(order: tuple[str, ...], branches: str, tmp_path: Path) -> None:
    """Under a softcap after it the key had a score of -c, on all backends and in both definitions of the meaning."""
    hold(order, branches, tmp_path, "torch")


@pytest.mark.long
@pytest.mark.interpreter
@pytest.mark.parametrize(("order", "branches"), list(zip(BENT, BRANCHES.values(), strict=True)), ids=BRANCHES)
def test_kernels_exclude_first(order: tuple[str, ...], branches: str, tmp_path: Path) -> None:
    hold(order, branches, tmp_path, "triton")


def hold(order: tuple[str, ...], branches: str, folder: Path, backend: str) -> None:
    """A module, the reference beside it and the oracle give what is found by hand."""
    module, pattern = build(written(order, branches), folder, backend)
    reference = reference_of(module)
    for shape in CALLS.values():
        mask = torch.stack([reference.mask(head, shape.heads, shape.seq_len) for head in range(shape.heads)])
        mask = mask[:, shape.q_offset : shape.q_offset + shape.queries, : shape.keys]
        inputs = drawn(pattern, shape)
        truth = by_hand(order, mask, shape, inputs)
        assert_alike(answer_of(module, pattern, shape, inputs), truth, 2e-6)
        if backend == "torch":
            vars(reference)["attention"] = reference.reference
            assert_alike(oracle(pattern, shape, inputs), truth, 1e-12)
            assert_alike(answer_of(reference, pattern, shape, inputs), truth, 2e-7)  # leaves are in float32
