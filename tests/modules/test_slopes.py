"""`score alibi(@slopes)`: slopes that a call brings, and their gradients, against formulas in float64."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from dense_scores import BOUNDS, dense, errors, gradients, on_backends, on_backends_in, softcap, with_sink
from rings import made
from simulated_ranks import on_all_ranks
from torch import Tensor

MASKS = {
    "causal": ("attend causal", lambda q, k: k <= q),
    "gap": ("attend window(20) - window(2)", lambda q, k: ((q - k).abs() <= 20) & ((q - k).abs() > 2)),
    "late": ("attend causal & keys(every=3)", lambda q, k: (k <= q) & (k % 3 == 0)),
}
SEVERAL = """attend segment(16)
    attend segment(32, dilation=2, offset=1)
    combine lse"""
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in exp2")  # of pairs far away, before the mask
HEADS, KV_HEADS, ROWS, KEYS, FIRST = 4, 2, 33, 37, 4
SLOPES = torch.tensor([0.25, 0.0, -0.125, 0.5])


def text(mask: str, more: str = "") -> str:
    return f"pattern sloped {{\n    input slopes: table(heads)\n    {mask}\n    score alibi(@slopes)\n    {more}\n}}\n"


def tensors(dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
    draws = torch.Generator().manual_seed(3)
    heads = {"query": (HEADS, ROWS), "key": (KV_HEADS, KEYS), "value": (KV_HEADS, KEYS)}
    found = {name: torch.randn(2, *size, 16, generator=draws).to(dtype) for name, size in heads.items()}
    return {**found, "slopes": SLOPES}


def distances(rows: int, keys: int, first: int = FIRST) -> Tensor:
    return (torch.arange(keys) - torch.arange(first, first + rows).unsqueeze(1)).double()


def sloped(slopes: Tensor, rows: int = ROWS, keys: int = KEYS, first: int = FIRST) -> Any:
    return lambda scores: scores + slopes.double().view(-1, 1, 1) * distances(rows, keys, first)


def seen_by(admits: Any, rows: int = ROWS, keys: int = KEYS, first: int = FIRST) -> Tensor:
    seen: Tensor = admits(torch.arange(first, first + rows).unsqueeze(1), torch.arange(keys))
    return seen


@pytest.mark.parametrize(("backend", "mask", "dtype"), on_backends_in(MASKS, "causal"))
def test_slopes_and_their_gradients(backend: str, mask: str, dtype: torch.dtype, tmp_path: Path) -> None:
    words, admits = MASKS[mask]
    module, _ = build(text(words), tmp_path, backend)

    def call(**leaves: Tensor) -> Any:
        return module.attention(**leaves, q_offset=FIRST, return_lse=True)

    def truth(query: Tensor, key: Tensor, value: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen_by(admits), 0.25, sloped(slopes))

    wrong = errors(gradients(call, tensors(dtype)), gradients(truth, tensors(dtype)))
    of_slopes = wrong.pop("slopes")
    assert max(wrong.values()) < BOUNDS[dtype], wrong
    assert of_slopes < BOUNDS[dtype] * (1 if dtype == torch.float32 else 2)  # before and after a query they cancel


@pytest.mark.parametrize("order", [("alibi", "cap"), ("cap", "alibi")])
@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_slopes_beside_a_cap_a_table_and_a_sink(backend: str, order: tuple[str, str], tmp_path: Path) -> None:
    """The gradient of what a softcap bends is bent too; gradients keep the order of the inputs."""
    words = {"alibi": "score alibi(@slopes)", "cap": "score softcap(2.0)"}
    lines = [
        *("input sink: table(heads)", "input near: table(heads, 7)", "input slopes: table(heads)", "attend causal"),
        *(words[one] for one in order),
        *("score bias(@near)", "score sink(@sink)"),
    ]
    module, _ = build("pattern s {\n    " + "\n    ".join(lines) + "\n}\n", tmp_path, backend)
    given = {**tensors(), "sink": torch.linspace(-1, 1, HEADS), "near": torch.linspace(-1, 1, 28).sin().view(HEADS, 7)}

    def call(**leaves: Tensor) -> Any:
        return module.attention(**leaves, q_offset=FIRST, return_lse=True)

    def truth(**leaves: Tensor) -> tuple[Tensor, Tensor]:
        steps = {"alibi": sloped(leaves["slopes"]), "cap": softcap(2.0)}
        place = distances(ROWS, KEYS).long().clamp(-3, 3) + 3

        def near(scores: Tensor) -> Tensor:
            return scores + leaves["near"].double()[:, place]

        three = leaves["query"], leaves["key"], leaves["value"]
        found = dense(*three, seen_by(MASKS["causal"][1]), 0.25, *(steps[one] for one in order), near)
        return with_sink(*found, leaves["sink"])

    found, wanted = gradients(call, given), gradients(truth, given)
    assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_partials_merge_the_gradients_of_slopes(backend: str, tmp_path: Path) -> None:
    """Sweeps over several lattices, whose rows are merged, and heads that attend otherwise."""
    module, _ = build(text(f"heads 0..2 {{ {SEVERAL} }}\n    heads 2.. {{ attend window(5, 0) }}"), tmp_path, backend)
    given = tensors()

    def call(**leaves: Tensor) -> Any:
        return module.attention(**leaves, q_offset=FIRST, return_lse=True)

    def truth(query: Tensor, key: Tensor, value: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor]:
        q, k = torch.arange(FIRST, FIRST + ROWS).unsqueeze(1), torch.arange(KEYS)
        counts = (q // 16 == k // 16).double()
        counts += (q // 32 == k // 32) & (q % 32 % 2 == 1) & (k % 32 % 2 == 1)
        near = ((k <= q) & (k >= q - 5)).double()
        every = torch.stack([counts, counts, near, near])
        return dense(query, key, value, every > 0, 0.25, sloped(slopes), lambda s: s + every.clamp(min=1).log())

    found, wanted = gradients(call, given), gradients(truth, given)
    assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)
    assert torch.equal(found["slopes"], gradients(call, given)["slopes"])


@pytest.mark.parametrize("backend", on_backends())
def test_a_step_of_few_queries_has_slopes(backend: str, tmp_path: Path) -> None:
    """Programs of a decoding step hold heads that share a key head as rows, fewer than a tile has."""
    module, _ = build(text("attend causal"), tmp_path, backend)
    given = {name: x if name == "slopes" else x[:, :, :300] for name, x in tensors().items()}
    given["query"] = given["query"][:, :, :1]
    out, lse = module.attention(**given, q_offset=KEYS - 1, return_lse=True)
    three = given["query"], given["key"], given["value"]
    seen = torch.ones(1, KEYS, dtype=torch.bool)
    wanted = dense(*three, seen, 0.25, sloped(SLOPES, 1, KEYS, KEYS - 1))
    torch.testing.assert_close((out.double(), lse.double()), wanted, rtol=2e-6, atol=2e-6)


def test_the_published_slopes_are_those_of_alibi(tmp_path: Path) -> None:
    """Heads of a rank pass theirs: `head_offset` and `num_heads` change nothing."""
    (tmp_path / "own").mkdir()
    module, _ = build(text("attend causal"), tmp_path)
    alibi, _ = build("pattern a {\n    attend causal\n    score alibi\n}\n", tmp_path / "own")
    three = [tensors()[name] for name in ("query", "key", "value")]
    slopes = 2.0 ** -torch.arange(3.0, 7.0)
    place = {"q_offset": FIRST, "head_offset": 2, "num_heads": 8}
    found = module.attention(*three, **place, slopes=slopes)
    torch.testing.assert_close(found, alibi.attention(*three, **place))


def test_the_reference_of_slopes(tmp_path: Path) -> None:
    module, _ = build(text("attend causal"), tmp_path)

    def call(**leaves: Tensor) -> Any:
        return reference_of(module).reference(**leaves, q_offset=FIRST, return_lse=True)

    def truth(query: Tensor, key: Tensor, value: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen_by(MASKS["causal"][1]), 0.25, sloped(slopes))

    assert max(errors(gradients(call, tensors()), gradients(truth, tensors())).values()) < 1e-6
    assert "grad_slopes" in reference_of(module).selfcheck(module.attention)  # which raises if an error is too large


@pytest.mark.parametrize(
    "ring",
    [
        "ring(ranks=1)",
        "ring(ranks=3, layout=zigzag)",
        "ring(ranks=5, layout=striped)",
        "ring(ranks=2, transport=ulysses)",
        "ring(ranks=4, transport=ulysses)",
    ],
)
def test_slopes_in_a_ring(ring: str, tmp_path: Path) -> None:
    module = made("input slopes: table(heads)\n    attend causal\n    score alibi(@slopes)", ring, tmp_path)
    draws = torch.Generator().manual_seed(5)
    counts = {"query": HEADS, "key": KV_HEADS, "value": KV_HEADS}
    whole = {name: torch.randn(1, heads, 41, 16, generator=draws) for name, heads in counts.items()}

    def work(rank: Any) -> dict[str, Tensor]:
        own = {name: module.shard(x, rank).clone().requires_grad_() for name, x in whole.items()}
        slopes = SLOPES.clone().requires_grad_()
        out = module.ring_attention(**own, mesh=rank, slopes=slopes)
        grads = torch.autograd.grad(out.square().sum(), (*own.values(), slopes))
        found = {"out": out.detach(), **dict(zip(own, grads[:-1], strict=True))}
        return {**{name: module.unshard(x, rank) for name, x in found.items()}, "slopes": grads[-1]}

    leaves = {name: x.clone().requires_grad_() for name, x in {**whole, "slopes": SLOPES}.items()}
    three = leaves["query"], leaves["key"], leaves["value"]
    out, _ = dense(*three, seen_by(MASKS["causal"][1], 41, 41, 0), 0.25, sloped(leaves["slopes"], 41, 41, 0))
    grads = torch.autograd.grad(out.square().sum(), tuple(leaves.values()))
    wanted = {"out": out.detach(), **dict(zip(leaves, grads, strict=True))}
    for found in on_all_ranks(module, work):
        assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)


@pytest.mark.long
@pytest.mark.parametrize(("dtype", "device"), [(torch.float32, 61), (torch.float16, 80), (torch.float16, 70)])
def test_slopes_on_a_gpu_that_is_emulated(dtype: torch.dtype, device: int, tmp_path: Path) -> None:
    """Sweeps whose rows are merged, in float32 and on both kinds of tensor cores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_EMULATE", f"sm_{device}")
        module, _ = build(text(f"{SEVERAL}\n    where causal"), tmp_path, "cuda")
        found = gradients(lambda **leaves: module.attention(**leaves, q_offset=FIRST, return_lse=True), tensors(dtype))
    q, k = torch.arange(FIRST, FIRST + ROWS).unsqueeze(1), torch.arange(KEYS)
    counts = (q // 16 == k // 16).double() + ((q // 32 == k // 32) & (q % 32 % 2 == 1) & (k % 32 % 2 == 1))

    def truth(query: Tensor, key: Tensor, value: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor]:
        steps = sloped(slopes), lambda scores: scores + counts.clamp(min=1).log()
        return dense(query, key, value, (counts > 0) & (k <= q), 0.25, *steps)

    wanted = gradients(truth, tensors(dtype))
    assert max(errors(found, wanted).values()) < BOUNDS[dtype], errors(found, wanted)
