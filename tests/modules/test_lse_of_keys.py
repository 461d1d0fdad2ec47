"""`return_lse="keys"`: the lse without the sink, with which libraries that leave it out merge results."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from dense_scores import BOUNDS, dense, errors, gradients, on_backends_in, softcap, with_sink
from rings import made
from simulated_ranks import on_all_ranks
from torch import Tensor

SUNK = """pattern sunk {
    input logits: table(heads)
    attend causal & window(20) - window(0)
    score softcap(3.0)
    score sink(@logits)
}
"""
PLAIN = "pattern plain {\n    attend causal & window(20) - window(0)\n}\n"
HEADS, KV_HEADS, ROWS, KEYS, FIRST = 4, 2, 33, 37, 4


def tensors(dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
    draws = torch.Generator().manual_seed(3)
    heads = {"query": (HEADS, ROWS), "key": (KV_HEADS, KEYS), "value": (KV_HEADS, KEYS)}
    found = {name: torch.randn(2, *size, 16, generator=draws).to(dtype) for name, size in heads.items()}
    return {**found, "logits": torch.linspace(-2.0, 3.0, HEADS)}


def truth(query: Tensor, key: Tensor, value: Tensor, logits: Tensor, first: int = FIRST) -> tuple[Tensor, Tensor]:
    """out with the sink, and the lse without it."""
    q, k = torch.arange(first, first + query.shape[2]).unsqueeze(1), torch.arange(key.shape[2])
    out, lse = dense(query, key, value, (k < q) & (q - k <= 20), 0.25, softcap(3.0))
    return with_sink(out, lse, logits)[0], lse


@pytest.mark.parametrize(("backend", "name", "dtype"), on_backends_in(("sunk",), "sunk"))
def test_the_lse_of_keys_and_its_gradients(backend: str, name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    module, _ = build(SUNK.replace("sunk", name), tmp_path, backend)

    def call(**leaves: Tensor) -> Any:
        return module.attention(**leaves, q_offset=FIRST, return_lse="keys")

    found, wanted = gradients(call, tensors(dtype)), gradients(truth, tensors(dtype))
    assert max(errors(found, wanted).values()) < BOUNDS[dtype], errors(found, wanted)
    assert found["lse"].dtype == torch.float32


def test_the_reference_and_selfcheck_know_it(tmp_path: Path) -> None:
    module, _ = build(SUNK, tmp_path)
    reference = reference_of(module)

    def call(**leaves: Tensor) -> Any:
        return reference.reference(**leaves, q_offset=FIRST, return_lse="keys")

    assert max(errors(gradients(call, tensors()), gradients(truth, tensors())).values()) < 1e-6

    def wrong(*given: Tensor, return_lse: bool | str, **more: Any) -> Any:
        return module.attention(*given, return_lse=bool(return_lse), **more)

    assert reference.selfcheck(module.attention)["lse"] < 2e-6
    with pytest.raises(AssertionError, match="lse has a relative error"):
        reference.selfcheck(wrong)


def rows_without_keys(module: ModuleType, **more: Any) -> tuple[Tensor, Tensor]:
    found: tuple[Tensor, Tensor] = module.attention(**tensors(), **more)
    return found[0][:, :, :1], found[1][:, :, :1]


def test_a_row_without_keys_has_minus_infinity(tmp_path: Path) -> None:
    module, _ = build(SUNK, tmp_path)
    out, lse = rows_without_keys(module, return_lse="keys")
    assert (out == 0).all()
    assert (lse == -torch.inf).all()


def test_without_a_sink_it_is_the_lse(tmp_path: Path) -> None:
    module, _ = build(PLAIN, tmp_path)
    given = [tensors()[name] for name in ("query", "key", "value")]
    for x, y in zip(
        module.attention(*given, return_lse="keys"), module.attention(*given, return_lse=True), strict=True
    ):
        assert torch.equal(x, y)


def test_what_else_is_refused(tmp_path: Path) -> None:
    module, _ = build(SUNK, tmp_path)
    for wrong in ("lse", "Keys", 1, None):
        with pytest.raises(TypeError, match=r'return_lse is .*, must be a bool or "keys"'):
            module.attention(**tensors(), return_lse=wrong)
    mixed, _ = build("pattern m {\n    attend causal\n    attend window(3)\n    combine mean\n}\n", tmp_path)
    given = [tensors()[name] for name in ("query", "key", "value")]
    with pytest.raises(ValueError, match="return_lse is 'keys', must be False: mean has no single"):
        mixed.attention(*given, return_lse="keys")


def test_parts_merge_by_it(tmp_path: Path) -> None:
    """Two calls, each of half of the keys, and the sink once, as libraries without sinks merge."""
    module, _ = build(SUNK, tmp_path)
    given = tensors()
    nothing = torch.full((HEADS,), -torch.inf)
    parts = [
        module.attention(
            given["query"],
            given["key"][:, :, half],
            given["value"][:, :, half],
            q_offset=FIRST,
            k_offset=half.start,
            seq_len=KEYS,
            logits=nothing,
            return_lse="keys",
        )
        for half in (slice(0, 17), slice(17, KEYS))
    ]
    lses = torch.stack([lse for _, lse in parts]).double()
    total = lses.logsumexp(0)
    merged = sum((lse - total).exp().unsqueeze(-1) * out for lse, (out, _) in zip(lses, parts, strict=True))
    out, lse = module.attention(**given, q_offset=FIRST, return_lse="keys")
    torch.testing.assert_close(lse.double(), total, rtol=2e-6, atol=2e-6)
    torch.testing.assert_close(with_sink(merged, total, given["logits"])[0], out.double(), rtol=1e-5, atol=2e-6)


def both(out: Tensor, lse: Tensor) -> Tensor:
    return out.sum() + (lse.masked_fill(lse.isinf(), 0.0) * 0.5).sum()


@pytest.mark.parametrize("ranks", [1, 2, 3, 5])
def test_the_lse_of_keys_in_a_ring(ranks: int, tmp_path: Path) -> None:
    body = SUNK.partition("{\n")[2].rpartition("\n}")[0].strip()
    module = made(body, f"ring(ranks={ranks})", tmp_path)
    draws = torch.Generator().manual_seed(5)
    whole = {name: torch.randn(1, heads, 41, 16, generator=draws) for name, heads in HEAD_COUNTS.items()}
    logits = tensors()["logits"]

    def work(rank: Any) -> dict[str, Tensor]:
        own = {name: module.shard(x, rank).clone().requires_grad_() for name, x in whole.items()}
        sink = logits.clone().requires_grad_()
        out, lse = module.ring_attention(**own, mesh=rank, logits=sink, return_lse="keys")
        grads = torch.autograd.grad(both(out, lse), (*own.values(), sink))
        found = {"out": out.detach(), "lse": lse.detach(), **dict(zip(own, grads[:-1], strict=True))}
        return {**{name: module.unshard(x, rank) for name, x in found.items()}, "logits": grads[-1]}

    leaves = {name: x.clone().requires_grad_() for name, x in {**whole, "logits": logits}.items()}
    out, lse = truth(**leaves, first=0)
    grads = torch.autograd.grad(both(out, lse), tuple(leaves.values()))
    wanted = {"out": out.detach(), "lse": lse.detach(), **dict(zip(leaves, grads, strict=True))}
    for found in on_all_ranks(module, work):
        assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)


HEAD_COUNTS = {"query": HEADS, "key": KV_HEADS, "value": KV_HEADS}
