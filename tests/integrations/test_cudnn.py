"""Endpoints of the keys of queries, and cuDNN's flex attention in a stub of it, which takes them."""

from __future__ import annotations

import importlib
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cudnn_stub
import pytest
import torch
from torch import Tensor
from torch.nn.attention.flex_attention import create_mask

import patternc
from patternc.integrations.flex import block_mask, endpoints, mask_mod

N, HEADS = 67, 4
DOCUMENTS = {"docs": torch.tensor([[0, 20, 20, N], [0, 1, 60, N]])}
LENGTHS = {"lengths": torch.tensor([0, 31, N])}
STARTS = {"lo": (torch.arange(N) * 7 % 50), "hi": torch.arange(N) * 11 % N}
IDS = {"ids": torch.arange(N) // 9 % 3}
MASKS: dict[str, tuple[str, dict[str, Tensor]]] = {
    "causal": ("attend causal", {}),
    "all": ("attend full", {}),
    "window": ("attend window(5, 2)", {}),
    "sinks": ("attend first(3) | window(6, 0)\nwhere causal", {}),
    "ends": ("attend first(2) | window(3) | last(4)", {}),
    "empty rows": ("attend window(9, 0) - window(4, 4)", {}),
    "blocks": ("attend blocks(8, random(3, seed=1)) & causal", {}),
    "a box": (f"grid {N}\nattend box(9)", {}),
    "comparison": ("attend when((q * k) % 7 < 5) & window(12, 0)", {}),
    "documents": ("input docs: offsets\nattend document(@docs) & causal", DOCUMENTS),
    "lengths": ("input lengths: lengths\nattend padding(@lengths)", LENGTHS),
    "rows": ("input lo: positions\ninput hi: positions\nattend rows(@lo, @hi) | window(1)", STARTS),
    "columns": ("input lo: positions\ninput hi: positions\nattend columns(@lo, @hi) & causal", STARTS),
    "labels": ("input ids: labels\nattend when(@ids[q] == @ids[k])", IDS),
    "heads": ("heads 0..1 { attend causal }\nheads 1.. { attend window(4, 1) }", {}),
    "heads by number": ("attend when((q + k + h) % 5 < 3) & window(8)", {}),
}


def written(folder: Path, body: str) -> Path:
    path = folder / "own.pat"
    path.write_text(f"pattern own {{\n{body}\n}}\n")
    return path


def entries_of(inputs: dict[str, Tensor]) -> int:
    return max([len(x) for name, x in inputs.items() if x.dim() == 2 or name == "lengths"], default=1)


OF_ANY_LENGTH = [name for name, (body, inputs) in MASKS.items() if not inputs and "grid" not in body]


@pytest.mark.parametrize(("name", "n"), [*((name, N) for name in MASKS), *itertools.product(OF_ANY_LENGTH, (1, 2))])
def test_endpoints_are_the_keys_of_each_query(tmp_path: Path, name: str, n: int) -> None:
    body, inputs = MASKS[name]
    path, entries = written(tmp_path, body), entries_of(inputs)
    found = endpoints(path, n, heads=HEADS, inputs=inputs, most=n)
    wanted = create_mask(mask_mod(path, n, heads=HEADS, inputs=inputs), entries, HEADS, n, n, "cpu")
    assert found.dtype == torch.int32
    assert found.is_contiguous()
    assert found.shape[0] == (HEADS if "heads" in name or "random" in body else 1)
    assert found.shape[1] % 2 == 1
    assert bool((found.diff(dim=1) >= 0).all())
    assert torch.equal(cudnn_stub.seen(found, entries, n).expand_as(wanted), wanted)
    if found.shape[1] > 1:  # no more than the longest row takes
        assert bool((found[:, -2] < found[:, -1]).any())


def test_long_sequences_and_rows_of_many_intervals(tmp_path: Path) -> None:
    """Halving asks for a few rectangles of each row, where all pairs would be a tebibyte."""
    n = 1 << 20
    found = endpoints(written(tmp_path, "attend first(4) | window(1023, 0)\nwhere causal"), n)[0]
    assert found[:, -1].tolist() == [4, n - 1024, n]
    assert found[:, 4].tolist() == [5, n, n]
    said = r"own.pat: the keys of query \d+ are \d+ intervals or more, more than most=16: build a module"
    with pytest.raises(ValueError, match=said):
        endpoints(written(tmp_path, "attend when((q - k) % 3 == 0) & causal"), n)


def test_as_many_intervals_as_asked_for(tmp_path: Path) -> None:
    """`most` intervals are given, besides one that begins at the first key, and one more is an error."""
    path = written(tmp_path, "attend keys(2)")
    assert endpoints(path, 7, most=3)[0, :, 5].tolist() == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(ValueError, match="the keys of query 0 are 3 intervals or more, more than most=2"):
        endpoints(path, 7, most=2)


@pytest.fixture
def cudnn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    cudnn_stub.install(monkeypatch)
    monkeypatch.delitem(sys.modules, "patternc.integrations.cudnn", raising=False)
    yield importlib.import_module("patternc.integrations.cudnn")
    cudnn_stub.PLANS.clear()


def tensors(batch: int, seed: int, n: int = N) -> list[Tensor]:
    """Query of four heads, key and value of two, and a flow of the output, whose size is its own."""
    draw = torch.Generator().manual_seed(seed)
    shapes = (batch, HEADS, n, 16), (batch, 2, n, 16), (batch, 2, n, 24), (batch, HEADS, n, 24)
    return [torch.randn(shape, generator=draw) for shape in shapes]


@pytest.mark.parametrize("name", MASKS)
def test_results_are_those_of_modules(cudnn: Any, tmp_path: Path, name: str) -> None:
    body, inputs = MASKS[name]
    path, batch = written(tmp_path, body), max(2, entries_of(inputs))
    own = cudnn.cudnn_attention(path, N, heads=HEADS, inputs=inputs, most=N)
    module: Any = patternc.load(path, backend="torch")
    *given, flow = tensors(batch, 0)
    answers = []
    for attention, more in ((own, {}), (module.attention, inputs)):
        leaves = [x.clone().requires_grad_() for x in given]
        if entries_of(inputs) > 1:
            more = {one: x.repeat(batch // len(x), *[1] * (x.dim() - 1)) for one, x in more.items()}
        out, lse = attention(*leaves, return_lse=True, **more)
        some = lse.isfinite()
        grads = torch.autograd.grad((out, lse[some].sum()), leaves, (flow.to(out.dtype), lse.new_ones(())))
        answers.append([out, lse.exp(), *grads])
    for found, wanted in zip(*answers, strict=True):
        assert float((found.detach() - wanted.detach()).norm() / wanted.detach().norm()) < 2e-6


def test_plans_are_kept_for_their_form(cudnn: Any, tmp_path: Path) -> None:
    attention = cudnn.cudnn_attention(written(tmp_path, "attend window(5, 0)\nscore scale(0.5)"), N)
    query, key, value, _ = tensors(3, 1)
    wanted = patternc.loads("window(5, 0)", backend="torch").attention(query, key, value, scale=0.5)
    for _ in range(2):
        torch.testing.assert_close(attention(query, key, value).float(), wanted)
    assert len(cudnn_stub.PLANS) == 1
    assert cudnn_stub.PLANS[0].mask_func.shape == (1, 3, 3 * N)
    attention(query[:2], key[:2], value[:2])
    attention(query.requires_grad_(), key, value)
    assert [one.backward for one in cudnn_stub.PLANS] == [False, False, True]
    assert torch.equal(attention(query, key, value, scale=0.0)[:, :, 0], attention(query, key, value)[:, :, 0])


def test_what_cudnn_does_not_do(cudnn: Any, tmp_path: Path) -> None:
    refused = {
        "attend causal\nscore softcap(3.0)": "has `score` or `combine gate`",
        "input s: table(heads)\nattend causal\nscore sink(@s)": "has `score` or `combine gate`",
        "input g: gate\nattend causal\ncombine gate(@g)": "has `score` or `combine gate`",
        "attend window(3)\nattend causal\ncombine lse": "and a plan of cuDNN counts each once",
        "attend blocks(8, topk(2))": "which a plan of cuDNN does not have",
        "input p: selection(heads)\nattend selected(@p)": "which a plan of cuDNN would look up",
    }
    for body, said in refused.items():
        with pytest.raises((NotImplementedError, patternc.Rejected), match=re.escape(said)):
            cudnn.cudnn_attention(written(tmp_path, body), N)
    with pytest.raises(ValueError, match="has the input `docs`, which is missing"):
        cudnn.cudnn_attention(written(tmp_path, MASKS["documents"][0]), N)
    attention = cudnn.cudnn_attention(written(tmp_path, MASKS["heads"][0]), N, heads=3)
    with pytest.raises(ValueError, match="query has 4 heads, must have 3, as `heads` says"):
        attention(*tensors(1, 0)[:3])
    for n in (N - 1, 2 * N):
        with pytest.raises(ValueError, match=f"query has {n} positions, must have 67, as `n` says"):
            attention(*tensors(1, 0, n)[:3])
    with pytest.raises(ValueError, match="key has 66 positions, must have 67, as `n` says"):
        attention(tensors(1, 0)[0], *tensors(1, 0, N - 1)[1:3])
    body, inputs = MASKS["documents"]
    attention = cudnn.cudnn_attention(written(tmp_path, body), N, inputs=inputs)
    with pytest.raises(ValueError, match="query has 134 positions"):  # as many as the endpoints of both entries
        attention(*tensors(1, 0, 2 * N)[:3])
    with pytest.raises(ValueError, match="query has 3 batch entries, must have 2, as the inputs have"):
        attention(*tensors(3, 0)[:3])
    with pytest.raises(ValueError, match="n: 0, must be at least 1"):
        cudnn.cudnn_attention(written(tmp_path, "attend causal"), 0)
    attention = cudnn.cudnn_attention(written(tmp_path, MASKS["heads by number"][0]), N)
    with pytest.raises(ValueError, match="query has 4 heads, must have 1, as `heads` says"):  # not the mask of head 0
        attention(*tensors(1, 0)[:3])


def test_lengths_and_heads_that_modules_refuse(tmp_path: Path) -> None:
    refused = {
        "grid 6 x 11\nattend box(3, 3)": "n: 67, must be 66, the cells of the grid of",
        "attend causal\nrequire n % 8 == 0": "n: 67, with 3 heads: .*own.pat requires n % 8 == 0",
        "heads 0..4 { attend causal }\nheads 4.. { attend window(1) }": "",
        "heads 0..2 { attend causal }": "heads: 3, must be 1 to 2, as the branches of",
    }
    for body, said in refused.items():
        for function in (endpoints, block_mask, mask_mod):
            if said:
                with pytest.raises(ValueError, match=said):
                    function(written(tmp_path, body), N, heads=3)
            else:
                function(written(tmp_path, body), N, heads=3)
