"""The attention backend of vLLM, in a stub of it: prompts in parts, steps, new sequences, against dense attention."""

from __future__ import annotations

import importlib
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import vllm_stub
from torch import Tensor

HEADS, KV_HEADS, HEAD_DIM, SCALE = 4, 2, 16, 0.4


@pytest.fixture
def vllm(monkeypatch: pytest.MonkeyPatch) -> Any:
    vllm_stub.install(monkeypatch)
    monkeypatch.setitem(vllm_stub.RANK, "rank", 0)
    monkeypatch.setitem(vllm_stub.RANK, "size", 1)
    return importlib.import_module("patternc.integrations.vllm")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "sliding_attention": "pattern local(left=5) { attend window(left, 0) }",
        "full_attention": "pattern g { attend causal }",
    }
    for kind, text in texts.items():
        (tmp_path / f"{kind}.pat").write_text(text)
    return {kind: tmp_path / f"{kind}.pat" for kind in texts}


def layer_of(vllm: Any, **more: Any) -> Any:
    return vllm.PatternBackend.get_impl_cls()(HEADS, HEAD_DIM, SCALE, KV_HEADS, **more)


def dense(
    query: Tensor, key: Tensor, value: Tensor, window: int, cap: float | None = None, sinks: Tensor | None = None
) -> Tensor:
    """Attention [rows, H, D] of the last rows of a sequence to `window` keys, its own included, in float64."""
    rows, keys = len(query), len(key)
    q, k, v = (x.double().transpose(0, 1) for x in (query, key, value))
    k, v = (x.repeat_interleave(HEADS // KV_HEADS, 0) for x in (k, v))
    scores = SCALE * q @ k.transpose(1, 2)
    scores = scores if cap is None else cap * (scores / cap).tanh()
    distance = torch.arange(keys - rows, keys)[:, None] - torch.arange(keys)
    scores = scores.masked_fill((distance < 0) | (distance >= window), -math.inf)
    if sinks is not None:
        scores = torch.cat([scores, sinks.double()[:, None, None].expand(-1, rows, -1)], 2)
    return (scores.softmax(2)[:, :, :keys] @ v).transpose(0, 1)


STEPS = ([20], [16, 3], [1, 1], [4, 1, 40], [1, 1, 1], [1, 2, 1])
"""How many tokens of each sequence: a prompt in parts, a second and a third one, single tokens, a draft of two."""


@pytest.mark.parametrize("backend", ["torch", "cpp"])
@pytest.mark.parametrize(
    ("window", "more"),
    [
        (6, {"sliding_window": 6}),
        (1000, {}),
        (1000, {"logits_soft_cap": 2.0, "sinks": torch.tensor([0.5, -1.0, 2.0, 0.0])}),
    ],
)
def test_steps_are_dense_attention(window: int, more: Any, backend: str, vllm: Any, files: Any) -> None:
    vllm.register(files, backend=backend, left=5)
    assert vllm_stub.REGISTERED[vllm_stub.AttentionBackendEnum.CUSTOM] == "patternc.integrations.vllm.PatternBackend"
    torch.manual_seed(0)
    server = vllm_stub.Server(vllm.PatternBackend, layer_of(vllm, **more), KV_HEADS, HEAD_DIM)
    held: list[tuple[Tensor, Tensor]] = []
    none = torch.zeros(0, KV_HEADS, HEAD_DIM)
    for counts in STEPS:
        for _ in counts[len(held) :]:
            server.add()
            held.append((none, none))
        query, key, value = (torch.randn(sum(counts), heads, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS))
        found = server.step(counts, query, key, value, padding=3)
        wanted = []
        for entry, (rows, *new) in enumerate(zip(*(torch.split(x, counts) for x in (query, key, value)), strict=True)):
            keys, values = held[entry] = (torch.cat([held[entry][0], new[0]]), torch.cat([held[entry][1], new[1]]))
            wanted.append(dense(rows, keys, values, window, more.get("logits_soft_cap"), more.get("sinks")))
        whole = torch.cat(wanted)
        assert float((found.double() - whole).norm() / whole.norm()) < 2e-6


def test_a_rank_has_some_of_the_heads(vllm: Any, tmp_path: Path) -> None:
    """Of head 0 to 3 all earlier keys, and of heads 4 to 7 those of a window: this rank has the last four."""
    (tmp_path / "heads.pat").write_text("pattern h { heads 0..4 { attend causal }; heads 4.. { attend window(2, 0) } }")
    vllm.register(tmp_path / "heads.pat", backend="torch")
    vllm_stub.RANK.update(rank=1, size=2)
    server = vllm_stub.Server(vllm.PatternBackend, layer_of(vllm), KV_HEADS, HEAD_DIM)
    server.add()
    query, key, value = (torch.randn(20, heads, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS))
    found, wanted = server.step([20], query, key, value), dense(query, key, value, 3)
    assert float((found.double() - wanted).norm() / wanted.norm()) < 2e-6


def test_a_layer_that_shares_keys_writes_none(vllm: Any, files: Any) -> None:
    vllm.register(files, backend="torch")
    server = vllm_stub.Server(vllm.PatternBackend, layer_of(vllm), KV_HEADS, HEAD_DIM)
    server.add()
    query, key, value = (torch.randn(20, heads, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS))
    server.step([20], query, key, value)
    server.lengths[0] = 0
    server.layer = layer_of(vllm, kv_sharing_target_layer_name="layers.0")
    found, wanted = server.step([20], query, key + 1, value + 1), dense(query, key, value, 1000)
    assert float((found.double() - wanted).norm() / wanted.norm()) < 2e-6


def test_memory_is_measured_without_a_batch(vllm: Any, files: Any) -> None:
    vllm.register(files)
    query = torch.ones(2, HEADS, HEAD_DIM)
    assert not layer_of(vllm).forward(None, query, None, None, torch.zeros(0), None, query.clone()).any()


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("", []),
        ("{full_attention}", [""]),
        ("sliding_attention={sliding_attention} full_attention={full_attention}", None),
    ],
)
def test_every_process_reads_the_variable(
    words: str, kinds: Any, vllm: Any, files: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(vllm.VARIABLE, words.format(**files))
    vllm.plugin()
    assert sorted(vllm.FILES) == (sorted(files) if kinds is None else kinds)


def test_files_may_have_signs_in_their_paths(
    vllm: Any, files: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lr=1").mkdir()
    path = tmp_path / "lr=1" / "global.pat"
    path.write_bytes(files["full_attention"].read_bytes())
    for words, kind in ((f"full_attention={path}", "full_attention"), (f"{path}", "")):
        monkeypatch.setenv(vllm.VARIABLE, words)
        vllm.plugin()
        assert vllm.FILES[kind].path == str(path)


def test_kinds_are_those_of_vllm(vllm: Any, files: Any) -> None:
    with pytest.raises(ValueError, match="'sliding' is no kind of layer here, must be sliding_attention or full"):
        vllm.register({"sliding": files["full_attention"]})


@pytest.mark.parametrize("words", ["a.pat full_attention=b.pat", "full_attention=a.pat full_attention=b.pat"])
def test_a_wrong_variable_is_named(words: str, vllm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(vllm.VARIABLE, words)
    with pytest.raises(ValueError, match=rf"PATTERNC_VLLM: '{words}', must be one file, or KIND=FILE"):
        vllm.plugin()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pattern p { attend window(3) }", "queries may attend to later keys"),
        ("pattern p { input d: offsets; attend document(@d) & causal }", "vLLM passes no input `d`"),
    ],
)
def test_patterns_that_no_cache_serves(text: str, said: str, vllm: Any, tmp_path: Path) -> None:
    (tmp_path / "p.pat").write_text(text)
    with pytest.raises(ValueError, match=said):
        vllm.register(tmp_path / "p.pat")


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"sliding_window": 5}, ValueError, "attends to keys 5 positions before a query, but vLLM keeps 5 keys"),
        ({"alibi_slopes": [0.5]}, NotImplementedError, "the model has slopes of ALiBi"),
        ({"kv_cache_dtype": "fp8"}, NotImplementedError, "kv_cache_dtype: 'fp8', must be that of the model"),
        ({"attn_type": "encoder_only"}, NotImplementedError, "layers of the type 'encoder_only'"),
    ],
)
def test_layers_that_a_pattern_is_not_of(more: Any, error: type[Exception], said: str, vllm: Any, files: Any) -> None:
    vllm.register(files)
    with pytest.raises(error, match=said):
        layer_of(vllm, **more)


def test_kinds_without_a_pattern(vllm: Any, files: Any) -> None:
    vllm.register({"sliding_attention": files["sliding_attention"]})
    with pytest.raises(ValueError, match="of the kind 'full_attention', for which no pattern is registered"):
        layer_of(vllm)


def test_both_directions_are_refused(vllm: Any) -> None:
    builder = vllm.PatternBackend.get_builder_cls()(None, [], None, torch.device("cpu"))
    with pytest.raises(NotImplementedError, match="attention in both directions"):
        builder.build(0, SimpleNamespace(causal=False))
