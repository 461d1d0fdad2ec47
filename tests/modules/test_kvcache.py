"""`attention_with_kvcache`: sequences of unlike lengths, each equal to a dense softmax over its own keys alone."""

from __future__ import annotations

import math
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, function_of
from served_calls import HEADS, KV_HEADS, Caches, apart, caches
from torch import Tensor
from triton_cases import small

from patternc.testing.compare import TOLERANCE

PATTERNS = {
    "window": "attend window(9, 0)",
    "causal": "attend causal",
    "full": "attend full",
    "ends": "attend last(5) | window(9, 2) | first(3)",
    "dilated": "segments [16, 32]; dilations [1, 3]; offset head; combine lse; where causal",
    "strided": "attend stride(4) & causal; attend segment(24, dilation=2, offset=all); combine lse",
    "means": "attend causal; attend first(3); combine mean",
    "blocks": "attend blocks(16, causal & stride(2)) & causal",
    "heads": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend causal & when((q + k) % 3 != 0) }",
    "sink": "input sinks: table(heads); attend window(20, 0); score sink(@sinks)",
    "table": "input rel: table(heads, 2 * 7 + 1); attend causal; score bias(@rel); score softcap(4.0)",
    "alibi": "attend causal; score alibi; score scale(0.3)",
}


def inputs_of(name: str) -> dict[str, Tensor]:
    torch.manual_seed(4)
    given = {"sinks": torch.randn(HEADS), "rel": torch.randn(HEADS, 15)}
    return {key: x for key, x in given.items() if f"@{key}" in PATTERNS[name]}


def meant(module: ModuleType, name: str, call: Caches) -> tuple[Tensor, Tensor]:
    """The reference of each sequence alone, in float64; rows before its first key see none."""
    reference, inputs = function_of(module, "reference"), inputs_of(name)
    lses = "combine mean" not in PATTERNS[name]
    outs, found = [], []
    for entry, (key, value) in enumerate(call.sequences):
        query, first = call.arguments["q"][entry].transpose(0, 1)[None], len(key) - call.arguments["q"].shape[1]
        out = torch.zeros(HEADS, query.shape[2], value.shape[2], dtype=torch.float64)
        empty = inputs["sinks"].double() if "sinks" in inputs else torch.full((HEADS,), -math.inf, dtype=torch.float64)
        lse = empty[:, None].repeat(1, query.shape[2])
        seen = query[:, :, max(0, -first) :].double()
        if seen.shape[2]:
            tensors = (x.transpose(0, 1)[None].double().to(query.dtype) for x in (key, value))
            given = {"q_offset": max(0, first), "return_lse": lses, **inputs}
            answer = reference(seen.to(query.dtype), *tensors, **given)
            answer = answer if lses else (answer, answer[..., 0])
            out[:, max(0, -first) :], lse[:, max(0, -first) :] = answer[0][0], answer[1][0]
        outs.append(out.transpose(0, 1))
        found.append(lse)
    return torch.stack(outs), torch.stack(found)


def check(module: ModuleType, name: str, call: Caches) -> None:
    lses = "combine mean" not in PATTERNS[name]
    found = module.attention_with_kvcache(**call.arguments, **inputs_of(name), return_lse=lses)
    wanted = meant(module, name, call)
    found = found if lses else (found,)
    most = TOLERANCE[str(call.arguments["q"].dtype).removeprefix("torch.")]
    for one, other in zip(found, wanted, strict=False):
        assert one.shape == other.shape
        assert apart(one, other) <= most


def made(name: str, folder: Path, backend: str) -> ModuleType:
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}", folder, backend)
    if backend == "triton":
        small(module)
    return module


QUICK = ("window", "dilated", "ends")
"""Of those that compile a module for each."""

CASES = [
    pytest.param(name, backend, marks=marks)
    for backend, own in (
        ("torch", ()),
        ("cpp", ()),
        ("triton", (pytest.mark.interpreter,)),
        ("cuda", ()),
    )
    for name in PATTERNS
    for marks in [(*own, *((pytest.mark.long,) if backend != "torch" and name not in QUICK else ()))]
]


@pytest.mark.parametrize(("name", "backend"), CASES)
def test_sequences_of_unlike_lengths_are_each_one_of_its_own(
    name: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty, shorter than the queries, of one page, of several; decoding, and more queries than split their keys."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module = made(name, tmp_path, backend)
    check(module, name, caches([0, 1, 17, 83], 1, 16))
    check(module, name, caches([5, 40, 0], 1, 16, new=1, dims=(24, 16)))
    check(module, name, caches([70, 3, 33], 21, 16))
    check(module, name, caches([70, 3], 2, None, new=2))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("page", [1, 7, 64])
def test_pages_of_any_size(page: int, dtype: torch.dtype, module_of_windows: ModuleType) -> None:
    """Smaller than a tile of columns, no power of two, and larger; with few rows and with many."""
    for queries in (1, 5, 40):
        check(
            module_of_windows, "window", caches([3, 130, 65], queries, page, dims=(24, 40), dtype=dtype, seed=queries)
        )


def test_a_cache_is_read_in_place(module_of_windows: ModuleType) -> None:
    """Layers in one tensor, keys beside values, and heads before rows: any strides whose pages are whole rows apart."""
    call = caches([20, 31], 1, 8)
    key, value = call.arguments["k_cache"], call.arguments["v_cache"]
    pages, size = key.shape[:2]
    beside = torch.full((pages, 2, size, KV_HEADS, 16), math.nan)
    heads_first = torch.full((3, pages, KV_HEADS, size, 16), math.nan)
    for held in ((beside[:, 0], beside[:, 1]), (heads_first[0].transpose(1, 2), heads_first[2].transpose(1, 2))):
        held[0].copy_(key)
        held[1].copy_(value)
        moved = {**call.arguments, "k_cache": held[0], "v_cache": held[1]}
        check(module_of_windows, "window", call._replace(arguments=moved))


@pytest.mark.parametrize("backend", ["torch", "cpp"])
def test_sequences_may_share_an_entry_by_a_stride_of_0(backend: str, tmp_path: Path) -> None:
    """A prompt that all begin with, expanded over the batch."""
    module = made("window", tmp_path, backend)
    call = caches([24, 24, 24], 1, None)
    key, value = call.sequences[0]
    held = {name: x[None].expand(3, -1, -1, -1) for name, x in (("k_cache", key), ("v_cache", value))}
    given = {"q": call.arguments["q"], **held}
    check(module, "window", call._replace(arguments=given, sequences=[(key, value)] * 3))


def test_no_queries_and_no_sequences(module_of_windows: ModuleType) -> None:
    given = caches([20, 31], 1, 8, new=2).arguments
    out, lse = module_of_windows.attention_with_kvcache(**{**given, "q": given["q"][:, :0]}, return_lse=True)
    assert (out.shape, lse.shape) == ((2, 0, HEADS, 16), (2, HEADS, 0))
    none = {name: x[:0] if x.shape[0] == 2 else x for name, x in given.items()}
    out, lse = module_of_windows.attention_with_kvcache(**none, return_lse=True)
    assert (out.shape, lse.shape) == ((0, 1, HEADS, 16), (0, HEADS, 1))


def test_rows_that_no_number_names_are_refused(module_of_windows: ModuleType) -> None:
    """Pages that are not whole rows apart, or more rows apart for values than for keys."""
    given = caches([20, 31], 1, 8).arguments
    pages, size = given["k_cache"].shape[:2]
    width = KV_HEADS * 16
    shape = pages, size, KV_HEADS, 16
    ragged, wider = (
        torch.zeros(pages * step).as_strided(shape, (step, width, 16, 1))
        for step in (size * width + 16, (size + 1) * width)
    )
    for changed, error in (
        ({"k_cache": ragged}, "must have pages that are a whole number of rows apart"),
        ({"v_cache": wider}, "v_cache has 9 rows from page to page, must have 8 like k_cache"),
    ):
        with pytest.raises(ValueError, match=re.escape(error)):
            module_of_windows.attention_with_kvcache(**{**given, **changed})


def test_pages_that_sequences_share_and_take_again(module_of_windows: ModuleType) -> None:
    """A prompt that two sequences begin with is held once; a page of one may stand in it twice."""
    call = caches([24, 24], 1, 8)
    table = call.arguments["block_table"]
    table[1, :2] = table[0, 1]
    (key, value), shared = call.sequences[0], slice(8, 16)
    own = [torch.cat([x[shared], x[shared], y[16:]]) for x, y in zip((key, value), call.sequences[1], strict=True)]
    check(module_of_windows, "window", call._replace(sequences=[(key, value), (own[0], own[1])]))


def test_steps_write_their_keys_before_they_read_them(module_of_windows: ModuleType) -> None:
    """Tokens one by one and in drafts of several, each of whose queries sees those of the draft before it."""
    whole = caches([0, 0], 1, 16, new=37)
    query = torch.randn(2, 37, HEADS, 16)
    call = whole._replace(arguments={**whole.arguments, "q": query})
    wanted, _ = meant(module_of_windows, "window", call)
    given = {name: whole.arguments[name] for name in ("k_cache", "v_cache", "block_table")}
    at, outs = 0, []
    for step in (1, 1, 20, 3, 12):
        part = slice(at, at + step)
        lengths = torch.full((2,), at, dtype=torch.int32)
        new = {"k": whole.arguments["k"][:, part], "v": whole.arguments["v"][:, part], "cache_seqlens": lengths}
        outs.append(module_of_windows.attention_with_kvcache(query[:, part], **given, **new))
        at += step
    assert apart(torch.cat(outs, 1), wanted) <= TOLERANCE["float32"]


@pytest.fixture(scope="module")
def module_of_windows(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return made("window", tmp_path_factory.mktemp("windows"), "cpp")


# ---- what is refused -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"cache_seqlens": [20, 400]}, "cache_seqlens is [20, 400], must be 0 to 40"),
        ({"cache_seqlens": [-1, 4]}, "cache_seqlens is [-1, 4], must be 0 to 40"),
        ({"cache_seqlens": 41}, "cache_seqlens is [41, 41], must be 0 to 40"),
        ({"cache_seqlens": torch.tensor([20, 31])}, "cache_seqlens is torch.int64, must be torch.int32"),
        ({"cache_seqlens": torch.zeros(3, dtype=torch.int32)}, "cache_seqlens has shape (3,), must be (2,)"),
        ({"block_table": [[0, 1, 12, 3], [3, 4, 5, 6]]}, "must be 0 to 11 where keys are"),
        ({"block_table": [[0, 1, -1, 3], [3, 4, 5, 6]]}, "must be 0 to 11 where keys are"),
        ({"block_table": [[0, 1, 2, 3]]}, "block_table has shape (1, 4), must be [2, pages of a sequence]"),
        ({"block_table": None}, "k_cache has 12 entries, must have 2 like q, or pass cache_batch_idx or block_table"),
        ({"cache_batch_idx": [0, 1]}, "cache_batch_idx and block_table both say where sequences are: leave one out"),
        ({"block_table": None, "cache_batch_idx": [0, 12], "cache_seqlens": 3}, "must be 0 to 11 where keys are"),
        ({"k": torch.zeros(2, 1, KV_HEADS, 16)}, "v is None, must be a tensor like k"),
        ({"q": torch.zeros(2, HEADS, 16)}, "q has 3 dimensions, must have 4: [batch, length, heads, head_dim]"),
        ({"q": torch.zeros(2, 1, 3, 16)}, "key has 2 heads, must have a divisor of query's 3"),
        ({"q": torch.zeros(2, 1, HEADS, 24)}, "k_cache has head_dim 16, must be 24 like q"),
        ({"q": torch.zeros(2, 1, HEADS, 16).half()}, "k_cache is torch.float32, must be torch.float16 like q"),
        ({"v_cache": torch.zeros(12, 7, KV_HEADS, 16)}, "v_cache has shape (12, 7, 2, 16), must be (12, 8, 2, 16)"),
        ({"causal": True}, "got an unexpected keyword argument 'causal': write `causal` in the pattern"),
        ({"rotary_cos": None}, "unexpected keyword argument 'rotary_cos': turn queries and new keys before the call"),
    ],
)
def test_wrong_arguments_are_named(changed: dict[str, Any], error: str, module_of_windows: ModuleType) -> None:
    """Before anything is written to the cache or read from it."""
    given = {**caches([20, 31], 1, 8).arguments, **changed}
    given = {name: torch.tensor(x, dtype=torch.int32) if isinstance(x, list) else x for name, x in given.items()}
    with pytest.raises((TypeError, ValueError), match=re.escape(error)):
        module_of_windows.attention_with_kvcache(**given)


def test_new_keys_have_the_shape_and_the_room_of_the_cache(module_of_windows: ModuleType) -> None:
    given = caches([20, 30], 3, 8, new=3).arguments
    with pytest.raises(ValueError, match=re.escape("cache_seqlens is [20, 30], must be 0 to 29, as 3 new keys follow")):
        module_of_windows.attention_with_kvcache(**{**given, "block_table": given["block_table"][:, :4].clamp(max=7)})
    with pytest.raises(ValueError, match=re.escape("v has shape (2, 3, 1, 16), must be (2, 3, 2, 16) like the cache")):
        module_of_windows.attention_with_kvcache(**{**given, "v": given["v"][:, :, :1]})
    assert given["k_cache"][given["block_table"][1, 3], 6].isnan().all(), "nothing is written by a call that is refused"


def test_a_cache_has_no_gradients_and_no_transforms(module_of_windows: ModuleType) -> None:
    given = caches([20, 31], 1, 8).arguments
    out = module_of_windows.attention_with_kvcache(**{**given, "q": given["q"].clone().requires_grad_()})
    with pytest.raises(NotImplementedError, match="attention has derivatives only without a cache"):
        out.sum().backward()
    with pytest.raises(TypeError, match=re.escape("q is under a transform of torch.func, which no cache is")):
        torch.vmap(lambda q: module_of_windows.attention_with_kvcache(**{**given, "q": q}))(given["q"][None])


REFUSED = {
    "input docs: offsets; attend document(@docs)": "`docs` has numbers for the positions of a call",
    "input pairs: pairs; attend causal; score bias(@pairs)": "`pairs` has numbers for the positions of a call",
    "grid 4 x 4; attend box(3, 3)": "its positions are cells of a grid",
    "attend causal; require n % 16 == 0": "`require n % 16 == 0` is about the length, which differs",
    "attend blocks(16, random(1) | window(0))": "the host lists blocks for one length",
    "attend blocks(16, topk(2) | window(0))": "`topk` chooses blocks of whole sequences",
}


@pytest.mark.parametrize("body", REFUSED)
def test_patterns_that_no_cache_serves_say_why(body: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {body} }}", tmp_path, "triton")
    with pytest.raises(NotImplementedError, match=re.escape(f"made takes no cache: {REFUSED[body]}")):
        module.attention_with_kvcache(None, None, None)


def test_torch_modules_serve_lists(tmp_path: Path) -> None:
    """They attend sequence after sequence, so the host knows each length."""
    module, _ = build("pattern made { attend blocks(16, random(1) | window(0)); where causal }", tmp_path)
    call = caches([40, 33], 1, 16)
    out = module.attention_with_kvcache(**call.arguments)
    for entry, (key, value) in enumerate(call.sequences):
        own = (x.transpose(0, 1)[None] for x in (key, value))
        query = call.arguments["q"][entry].transpose(0, 1)[None]
        alone = module.attention(query, *own, q_offset=len(key) - 1)
        torch.testing.assert_close(out[entry].transpose(0, 1), alone[0])


@pytest.mark.long
def test_compiles_whole(module_of_windows: ModuleType) -> None:
    """One graph for a step at all lengths, cache and all."""
    compiled = torch.compile(module_of_windows.attention_with_kvcache, fullgraph=True, backend="aot_eager")
    with torch._dynamo.config.patch(error_on_recompile=True):
        for lengths in ([20, 31], [31, 12]):
            call = caches(lengths, 1, 8, new=1)
            out = compiled(**call.arguments)  # type: ignore[no-untyped-call]
            assert apart(out, meant(module_of_windows, "window", call)[0]) <= TOLERANCE["float32"]
