"""`attention_varlen`: packed sequences against flash-attn's documented meaning, written out densely in float64."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build
from no_reads import NoReads, launched
from served_calls import HEADS, KV_HEADS, apart, caches
from torch import Tensor
from triton_cases import small

from patternc.testing.compare import TOLERANCE

MASKS: dict[str, tuple[str, Callable[[Tensor, Tensor, int], Tensor]]] = {
    "causal": ("attend causal", lambda q, k, _n: k <= q),
    "window": ("attend window(9, 2)", lambda q, k, _n: (q - k <= 9) & (k - q <= 2)),
    "full": ("attend full", lambda q, k, _n: (q >= 0) & (k >= 0)),
    "sinks and ends": (
        "attend first(2) | last(3) | window(4, 0)",
        lambda q, k, n: (k < 2) | (k >= n - 3) | ((q - k < 5) & (k <= q)),
    ),
    "chunks": ("attend segment(16) & causal", lambda q, k, _n: (q // 16 == k // 16) & (k <= q)),
    "merged": (
        "attend segment(16) & causal; attend window(9, 0) - segment(16); combine lse",
        lambda q, k, _n: ((q // 16 == k // 16) & (k <= q)) | ((q - k <= 9) & (k <= q)),
    ),
    "dilated": (
        "attend segment(16) & causal | segment(48, dilation=3) & causal",
        lambda q, k, _n: (
            (k <= q) & ((q // 16 == k // 16) | ((q // 48 == k // 48) & (q % 48 % 3 == 0) & (k % 48 % 3 == 0)))
        ),
    ),
    "listed": ("attend blocks(8, random(64)) & causal", lambda q, k, _n: k <= q),
}
"""Patterns, and their masks by position, as flash-attn aligns them: the last query is the last key."""


def dense(name: str, q: Tensor, k: Tensor, v: Tensor, queries: list[int], keys: list[int]) -> tuple[Tensor, Tensor]:
    """Out [tokens, H, Dv] and lse [H, tokens] of each sequence; rows that see no key are 0 and -inf."""
    outs, lses, at_q, at_k = [], [], 0, 0
    for rows, length in zip(queries, keys, strict=True):
        own = q[at_q : at_q + rows], k[at_k : at_k + length], v[at_k : at_k + length]
        query, key, value = (x.double().transpose(0, 1) for x in own)
        key, value = (x.repeat_interleave(HEADS // KV_HEADS, 0) for x in (key, value))
        positions = torch.arange(rows)[:, None] + length - rows
        seen = MASKS[name][1](positions, torch.arange(length), length) & (positions >= 0)
        scores = (query @ key.transpose(1, 2) / math.sqrt(q.shape[2])).masked_fill(~seen, -math.inf)
        lse = scores.logsumexp(2)
        weights = (scores - lse.masked_fill(lse.isneginf(), 0)[:, :, None]).exp().masked_fill(~seen, 0)
        outs.append((weights @ value).transpose(0, 1))
        lses.append(lse)
        at_q, at_k = at_q + rows, at_k + length
    return torch.cat(outs), torch.cat(lses, 1)


def offsets(counts: list[int]) -> Tensor:
    return torch.tensor([0, *counts]).cumsum(0).int()


def call_of(
    queries: list[int], keys: list[int], *, dims: tuple[int, int] = (16, 24), dtype: torch.dtype
) -> dict[str, Any]:
    torch.manual_seed(len(queries))
    q, k, v = (
        torch.randn(sum(n), h, d)
        for n, h, d in ((queries, HEADS, dims[0]), (keys, KV_HEADS, dims[0]), (keys, KV_HEADS, dims[1]))
    )
    lists = {"cu_seqlens_q": offsets(queries), "cu_seqlens_k": offsets(keys)}
    return {"q": q.to(dtype), "k": k.to(dtype), "v": v.to(dtype), **lists}


LENGTHS = [
    ([17, 0, 1, 100, 3], [17, 0, 1, 100, 3]),
    ([5, 1, 40, 7, 0, 3], [64, 33, 40, 3, 9, 0]),
    ([1, 1, 1], [9, 250, 0]),
]
"""Alike, as in training; fewer queries than keys, more, and none; a step of each."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], ModuleType]:
    known: dict[tuple[str, str], ModuleType] = {}

    def find(name: str, backend: str) -> ModuleType:
        if (name, backend) not in known:
            text = f"pattern made {{ {MASKS[name][0]} }}"
            known[name, backend] = build(text, tmp_path_factory.mktemp("made"), backend)[0]
        return known[name, backend]

    return find


@pytest.mark.parametrize("backend", ["torch", "cpp"])
@pytest.mark.parametrize("name", MASKS)
def test_each_sequence_is_one_of_its_own(name: str, backend: str, made: Any) -> None:
    """Out, lse, and the gradients through both."""
    module = made(name, backend)
    for queries, keys in LENGTHS:
        call = call_of(queries, keys, dtype=torch.float32)
        leaves = [call[x].requires_grad_() for x in "qkv"]
        found = module.attention_varlen(**call, max_seqlen_q=max(queries), max_seqlen_k=max(keys), return_lse=True)
        exact = [x.detach().double().requires_grad_() for x in leaves]
        wanted = dense(name, exact[0], exact[1], exact[2], queries, keys)
        for one, other in zip(found, wanted, strict=True):
            assert one.shape == other.shape
            assert apart(one.detach(), other.detach()) <= TOLERANCE["float32"]
        flow = torch.randn_like(found[0])
        some = ~wanted[1].isneginf()
        torch.autograd.backward((found[0] * flow).sum() + found[1][some].sum())
        torch.autograd.backward((wanted[0] * flow).sum() + wanted[1][some].sum())
        for one, other in zip(leaves, exact, strict=True):
            assert one.grad is not None
            assert other.grad is not None
            assert apart(one.grad, other.grad) <= TOLERANCE["float32"]


COMPILED = [
    *(pytest.param(name, "cpp") for name in MASKS),
    pytest.param("merged", "triton", marks=pytest.mark.interpreter),
    *(
        pytest.param(name, "triton", marks=[pytest.mark.interpreter, pytest.mark.long])
        for name in ("window", "dilated", "full")
    ),
    pytest.param("window", "cuda"),
    pytest.param("merged", "cuda", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("name", "backend"), COMPILED)
def test_one_launch_serves_all_sequences(name: str, backend: str, made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without gradients: rows and keys of a sequence are found in the tensors of all; few queries split their keys."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module = made(name, backend)
    if backend == "triton":
        small(module)
    for queries, keys in (*LENGTHS, ([2, 0, 5, 1], [31, 4, 3, 90])):
        call = call_of(queries, keys, dtype=torch.float32)
        wanted = dense(name, call["q"], call["k"], call["v"], queries, keys)
        for most in ({}, {"max_seqlen_q": max(queries) + 2, "max_seqlen_k": max(keys) + 5}):
            found = module.attention_varlen(**call, **most, return_lse=True)
            for one, other in zip(found, wanted, strict=True):
                assert one.shape == other.shape
                assert apart(one, other) <= TOLERANCE["float32"]


def test_steps_of_servers_read_nothing_of_a_device(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the most queries and keys given: the same launches whatever the lengths, so that a graph may hold them."""
    module = made("window", "triton")
    names = launched(monkeypatch, module)
    monkeypatch.setattr(torch.cuda, "device_of", lambda _: NoReads())
    monkeypatch.setattr(module, "_at_hand", lambda _: False)
    call, cache = call_of([1, 3, 2], [9, 40, 2], dtype=torch.float32), caches([5, 40, 0], 2, 16, new=2)
    given = cache.arguments
    pages = {"k": given["k_cache"], "v": given["v_cache"], "block_table": given["block_table"]}
    with NoReads():
        module.attention_varlen(**call, max_seqlen_q=3, max_seqlen_k=40)
        module.attention_with_kvcache(**given)
        module.attention_varlen(
            **{**call, **pages, "cu_seqlens_k": None}, max_seqlen_q=3, seqused_k=torch.tensor([5, 40, 0]).int()
        )
    assert names == ["_forward_split", "_forward_merged"] * 3


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision(dtype: torch.dtype, made: Any) -> None:
    queries, keys = LENGTHS[1]
    call = call_of(queries, keys, dtype=dtype)
    out = made("window", "cpp").attention_varlen(**call)
    wanted, _ = dense("window", call["q"], call["k"], call["v"], queries, keys)
    assert apart(out, wanted) <= TOLERANCE[str(dtype).removeprefix("torch.")]


def test_tokens_and_keys_that_no_sequence_has(made: Any) -> None:
    """Room behind the last sequence is 0, and keys beyond those in use are not read, whatever they are."""
    queries, keys, used = [3, 8], [20, 30], [11, 30]
    call = call_of([*queries, 5], [*keys, 6], dtype=torch.float32)
    wanted, wanted_lse = dense(
        "window",
        call["q"][:11],
        torch.cat([call["k"][:11], call["k"][20:50]]),
        torch.cat([call["v"][:11], call["v"][20:50]]),
        queries,
        used,
    )
    for x in (call["k"], call["v"]):
        x[11:20], x[50:] = math.nan, math.nan
    call["q"][11:] = math.nan
    lists = {"cu_seqlens_q": offsets(queries), "cu_seqlens_k": offsets(keys), "seqused_k": torch.tensor(used).int()}
    for backend in ("torch", "cpp"):
        out, lse = made("window", backend).attention_varlen(**{**call, **lists}, return_lse=True)
        assert apart(out[:11], wanted) <= TOLERANCE["float32"]
        assert apart(lse[:, :11], wanted_lse) <= TOLERANCE["float32"]
        assert not out[11:].any()
        assert lse[:, 11:].isneginf().all()


@pytest.mark.parametrize("backend", ["torch", "cpp"])
@pytest.mark.parametrize("queries", [[1, 1, 1], [12, 1, 3], [0, 40, 1]], ids=str)
def test_keys_in_pages(queries: list[int], backend: str, made: Any) -> None:
    """Prefill and decoding in one call, over the pages of a cache."""
    lengths = [83, 17, 40]
    given = caches(lengths, 1, 16, dims=(16, 24))
    q = torch.randn(sum(queries), HEADS, 16)
    key, value = (torch.cat([one[side] for one in given.sequences]) for side in (0, 1))
    wanted, wanted_lse = dense("window", q, key, value, queries, lengths)
    pages = {
        "k": given.arguments["k_cache"],
        "v": given.arguments["v_cache"],
        "block_table": given.arguments["block_table"],
    }
    for lists in ({"cu_seqlens_k": offsets(lengths)}, {"seqused_k": torch.tensor(lengths).int()}):
        call = {"q": q, **pages, "cu_seqlens_q": offsets(queries), **lists}
        out, lse = made("window", backend).attention_varlen(**call, return_lse=True)
        assert apart(out, wanted) <= TOLERANCE["float32"]
        assert apart(lse, wanted_lse) <= TOLERANCE["float32"]


def test_heads_have_their_sinks(tmp_path: Path) -> None:
    module, _ = build("pattern made { input sinks: table(heads); attend causal; score sink(@sinks) }", tmp_path, "cpp")
    queries, keys = LENGTHS[1]
    call, sinks = call_of(queries, keys, dtype=torch.float32), torch.randn(HEADS)
    out, lse = module.attention_varlen(**call, sinks=sinks, return_lse=True)
    plain, plain_lse = dense("causal", call["q"], call["k"], call["v"], queries, keys)
    wanted = torch.logaddexp(plain_lse, sinks.double()[:, None])
    assert apart(lse, wanted) <= TOLERANCE["float32"]
    assert apart(out, plain * (plain_lse - wanted).exp().T[:, :, None]) <= TOLERANCE["float32"]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        (
            {"cu_seqlens_q": [0, 5, 3]},
            "cu_seqlens_q is [0, 5, 3], must begin with 0, never fall, and end with 6 at most",
        ),
        (
            {"cu_seqlens_q": [0, 2, 7]},
            "cu_seqlens_q is [0, 2, 7], must begin with 0, never fall, and end with 6 at most",
        ),
        ({"cu_seqlens_q": [1, 2, 6]}, "cu_seqlens_q is [1, 2, 6], must begin with 0"),
        ({"cu_seqlens_k": [0, 6]}, "cu_seqlens_k is of 1 sequences, must be of 2 like cu_seqlens_q"),
        (
            {"cu_seqlens_k": [0, 6, 20]},
            "cu_seqlens_k is [0, 6, 20], must begin with 0, never fall, and end with 13 at most",
        ),
        ({"cu_seqlens_k": None}, "cu_seqlens_k is None, must be a tensor"),
        ({"seqused_k": [5, 9]}, "seqused_k is [5, 9], must be 0 to the number of keys that each sequence has"),
        ({"max_seqlen_q": 3}, "a length in cu_seqlens_q is [2, 4], must be at most 3, which is max_seqlen_q"),
        ({"max_seqlen_k": 6}, "a length in cu_seqlens_k is [6, 7], must be at most 6, which is max_seqlen_k"),
        ({"cu_seqlens_q": torch.tensor([0, 2, 6])}, "cu_seqlens_q is torch.int64, must be torch.int32"),
        ({"q": torch.zeros(1, 6, HEADS, 16)}, "q has 4 dimensions, must have 3: [tokens, heads, head_dim]"),
        ({"block_table": [[0], [1]]}, "k has 3 dimensions, must have 4: [pages, page_size, heads, head_dim]"),
        ({"dropout_p": 0.1}, "unexpected keyword argument 'dropout_p'"),
    ],
)
def test_wrong_arguments_are_named(changed: dict[str, Any], error: str, made: Any) -> None:
    given = {**call_of([2, 4], [6, 7], dtype=torch.float32), **changed}
    given = {name: torch.tensor(x, dtype=torch.int32) if isinstance(x, list) else x for name, x in given.items()}
    with pytest.raises((TypeError, ValueError), match=re.escape(error)):
        made("window", "torch").attention_varlen(**given)


def test_patterns_of_positions_say_why(tmp_path: Path) -> None:
    module, _ = build("pattern made { input docs: offsets; attend document(@docs) }", tmp_path)
    message = "made takes no packed sequences: `docs` has numbers for the positions of a call"
    with pytest.raises(NotImplementedError, match=re.escape(message)):
        module.attention_varlen(None, None, None, None)


@pytest.mark.parametrize("backend", ["torch", "cpp", pytest.param("triton", marks=pytest.mark.interpreter)])
def test_calls_without_sequences_or_without_queries(backend: str, made: Any) -> None:
    """Tokens that no sequence has are rows without keys, also if there is no sequence, and if none has a query."""
    module = made("window", backend)
    if backend == "triton":
        small(module)
    for queries, keys, most in (([], [], None), ([0], [5], None), ([0, 0], [5, 2], 0), ([0], [0], 3)):
        call = call_of([*queries, 3], [*keys, 4], dtype=torch.float32)
        call |= {"cu_seqlens_q": offsets(queries), "cu_seqlens_k": offsets(keys)}
        for learned in (False, True):
            call["q"].requires_grad_(learned)
            out, lse = module.attention_varlen(**call, max_seqlen_q=most, return_lse=True)
            assert out.shape == (3, HEADS, 24)
            assert not out.any()
            assert lse.isneginf().all()


def test_tokens_behind_all_sequences_have_the_logit_of_a_sink(tmp_path: Path) -> None:
    module, _ = build("pattern made { input sinks: table(heads); attend causal; score sink(@sinks) }", tmp_path, "cpp")
    call, sinks = call_of([3, 2], [3, 2], dtype=torch.float32), torch.randn(HEADS)
    call["cu_seqlens_q"] = offsets([3])
    call["cu_seqlens_k"] = offsets([3])
    for learned in (False, True):
        call["q"].requires_grad_(learned)
        _, lse = module.attention_varlen(**call, sinks=sinks, return_lse=True)
        assert lse[:, 3:].equal(sinks[:, None].expand(-1, 2))


def test_a_part_of_the_heads(tmp_path: Path) -> None:
    """Slopes and groups are those of the heads of the model."""
    body = "heads 0..2 { attend window(3, 0) }; heads 2.. { attend causal }; score alibi"
    module, _ = build(f"pattern made {{ {body} }}", tmp_path, "cpp")
    call = call_of([5, 3], [9, 3], dtype=torch.float32)
    whole = module.attention_varlen(**call)
    part = {**call, "q": call["q"][:, 2:], "k": call["k"][:, 1:], "v": call["v"][:, 1:]}
    found = module.attention_varlen(**part, head_offset=2, num_heads=HEADS)
    torch.testing.assert_close(found, whole[:, 2:])
    pages = caches([9, 3], 2, 4)
    given = pages.arguments
    both = [
        module.attention_with_kvcache(
            **{**given, "q": given["q"][:, :, some], **{x: given[x][:, :, own] for x in ("k_cache", "v_cache")}},
            **places,
        )
        for some, own, places in (
            (slice(4), slice(2), {}),
            (slice(2, 4), slice(1, 2), {"head_offset": 2, "num_heads": 4}),
        )
    ]
    torch.testing.assert_close(both[1], both[0][:, :, 2:])


def test_autocast_casts_rows_and_no_cache(made: Any) -> None:
    """Results have the type of autocast on every path, and a cache of another type is refused, not copied."""
    call = call_of([5, 3], [9, 3], dtype=torch.float32)
    wanted, _ = dense("window", call["q"], call["k"], call["v"], [5, 3], [9, 3])
    pages = caches([9, 3], 1, 4).arguments
    with torch.autocast("cpu", torch.bfloat16):
        for learned in (False, True):
            call["q"].requires_grad_(learned)
            out = made("window", "cpp").attention_varlen(**call)
            assert out.dtype == torch.bfloat16
            assert apart(out.detach(), wanted) <= TOLERANCE["bfloat16"]
        with pytest.raises(TypeError, match=re.escape("k_cache is torch.float32, must be torch.bfloat16 like q")):
            made("window", "cpp").attention_with_kvcache(**pages)


def test_samples_of_a_table_go_sequence_by_sequence(tmp_path: Path) -> None:
    module, _ = build("pattern made { input rel: table(heads, 9); attend causal; score bias(@rel) }", tmp_path, "cpp")
    call, tables = call_of([5, 3], [9, 3], dtype=torch.float32), torch.randn(2, HEADS, 9)
    found = torch.vmap(lambda rel: module.attention_varlen(**call, rel=rel))(tables)
    for one, table in zip(found, tables, strict=True):
        torch.testing.assert_close(one, module.attention_varlen(**call, rel=table))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of torch's own modules, which inductor imports
def test_compiles_with_inductor_as_it_is_called(made: Any) -> None:
    """Keys and values may be slices of one tensor of the graph."""
    module, call = made("window", "cpp"), call_of([1, 3, 2], [9, 40, 2], dims=(16, 16), dtype=torch.float32)

    def step(q: Tensor, both: Tensor) -> Tensor:
        key, value = (both * 1.5).unbind(1)
        lists = {name: call[name] for name in ("cu_seqlens_q", "cu_seqlens_k")}
        out: Tensor = module.attention_varlen(q * 2, key, value, **lists, max_seqlen_q=3, max_seqlen_k=40)
        return out

    both = torch.stack([call["k"], call["v"]], 1)
    compiled = torch.compile(step, fullgraph=True)
    torch.testing.assert_close(compiled(call["q"], both), step(call["q"], both))


def test_transforms_go_sequence_by_sequence(made: Any) -> None:
    """`torch.func` sees views of each sequence: samples are batch entries, and gradients are those of autograd."""
    module, queries, keys = made("window", "cpp"), [3, 0, 5], [9, 4, 5]
    call = call_of(queries, keys, dtype=torch.float32)
    lists = {name: call[name] for name in ("cu_seqlens_q", "cu_seqlens_k")}
    samples = torch.stack([call["q"], call["q"].flip(0)])
    found = torch.vmap(lambda q: module.attention_varlen(q, call["k"], call["v"], **lists))(samples)
    for one, q in zip(found, samples, strict=True):
        assert apart(one, dense("window", q, call["k"], call["v"], queries, keys)[0]) <= TOLERANCE["float32"]
    grads = torch.func.grad(lambda q: module.attention_varlen(q, call["k"], call["v"], **lists).square().sum())(
        call["q"]
    )
    leaf = call["q"].double().requires_grad_()
    (wanted,) = torch.autograd.grad(dense("window", leaf, call["k"], call["v"], queries, keys)[0].square().sum(), leaf)
    assert apart(grads, wanted) <= TOLERANCE["float32"]
