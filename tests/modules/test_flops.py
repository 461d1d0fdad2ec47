"""`torch.utils.flop_counter` counts the admitted pairs of a pattern, with every backend."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, function_of
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils.flop_counter import FlopCounterMode

N, D = 45, 16
PATTERNS = {
    "window": "attend window(7)\n where causal",
    "longnet": "segments [8, 16]\n dilations [1, 2]\n offset head\n combine lse(detach)\n where causal",
    "mean": "attend window(5)\n attend stride(3)\n combine mean",
    "shared": "attend window(5)\n attend last(9)\n combine lse",
    "ranges": "heads 0..3 { attend window(5) }\n heads 3.. { attend full\n attend first(2)\n combine sum }",
    "halves": "attend segment(9, dilation=3, offset=head_block)\n score alibi",
    "drawn": "attend blocks(4, random(2, seed=3))\n where causal",
    "box": "grid 5 x 9\n attend box(3, 3)",
    "headed": "attend when((q + k + h) % 3 == 0)",
    "classes": "attend stride(4) & window(20)\n attend segment(8)\n where causal\n combine lse",
    "parted": "heads partition(extra=first)\n segments [8, 16, 24]\n dilations [1, 2, 3]\n offset head\n combine sum",
    "ends": "attend last(5) & window(12)\n attend keys(every=3, offset=1) & causal & queries(every=2)\n combine lse",
}
GIVEN = {
    "documents": "input offsets: offsets\n attend document(@offsets) & causal",
    "padded": "input lengths: lengths\n attend window(9) & padding(@lengths)",
    "chosen": "attend blocks(4, topk(2) | window(0))",
    "chosen_some": "heads 0..4 { attend blocks(4, topk(2)) }\n heads 4.. { attend window(3) }",
}


def counted(call: Callable[[], object]) -> list[int]:
    """FLOPs of each operator of a call, in the order of the first calls."""
    with FlopCounterMode(display=False) as counter:
        call()
    return [flops for operator, flops in counter.get_flop_counts()["Global"].items() if "patternc" in str(operator)]


def tensors(batch: int, rows: int, columns: int, *, heads: int = 4) -> tuple[Tensor, Tensor, Tensor]:
    query = torch.randn(batch, heads, rows, D, requires_grad=True)
    return query, torch.randn(batch, 2, columns, D), torch.randn(batch, 2, columns, D)


def made(name: str, body: str, folder: Path, backend: str = "torch") -> ModuleType:
    return build(f"pattern {name} {{\n {body}\n}}\n", folder, backend)[0]


def mask_of(module: ModuleType) -> Callable[..., Tensor]:
    return function_of(module, "mask")


@pytest.mark.parametrize("name", PATTERNS)
def test_both_passes_count_what_the_mask_holds(name: str, tmp_path: Path) -> None:
    module = made(name, PATTERNS[name], tmp_path)
    mask = mask_of(module)
    pairs = sum(int(mask(head, 4, N).sum()) for head in range(4))
    found = counted(lambda: module.attention(*tensors(3, N, N)).sum().backward())
    assert found == [4 * D * 3 * pairs, 10 * D * 3 * pairs]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_chunk_and_a_slice_of_the_heads_count_their_own(name: str, tmp_path: Path) -> None:
    module = made(name, PATTERNS[name], tmp_path)
    mask_of_head = mask_of(module)
    mask = torch.stack([mask_of_head(head, 8, N) for head in range(2, 6)])
    places = {"q_offset": 17, "k_offset": 6, "seq_len": N, "head_offset": 2, "num_heads": 8}
    (found,) = counted(lambda: module.attention(*tensors(2, 20, 33), **places))
    assert found == 4 * D * 2 * int(mask[:, 17:37, 6:39].sum())


@pytest.mark.parametrize("name", GIVEN)
def test_each_batch_entry_counts_with_its_own_inputs(name: str, tmp_path: Path) -> None:
    module = made(name, GIVEN[name], tmp_path)
    own = {
        "documents": ("offsets", torch.tensor([[0, 7, 30, N], [0, 20, 20, N]])),
        "padded": ("lengths", torch.tensor([31, 9], dtype=torch.int32)),
    }
    argument, numbers = own.get(name, ("selection", torch.randint(-1, 12, (2, 6, 12, 2))))
    mask_of_head = mask_of(module)
    masks = [[mask_of_head(head, 6, N, **{argument: entry}) for head in range(6)] for entry in numbers]
    pairs = sum(int(mask.sum()) for heads in masks for mask in heads)
    call = tensors(2, N, N, heads=6)
    assert counted(lambda: module.attention(*call, **{argument: numbers}).sum().backward()) == [
        4 * D * pairs,
        10 * D * pairs,
    ]
    some = {argument: numbers[:, 2:, 4:] if argument == "selection" else numbers}
    part = (call[0][:, 2:, 16:].detach(), call[1], call[2])
    mask = torch.stack([torch.stack(heads) for heads in masks])
    (found,) = counted(lambda: module.attention(*part, **some, q_offset=16, head_offset=2))
    assert found == 4 * D * int(mask[:, 2:, 16:].sum())


@pytest.mark.parametrize("owner", ["shared", "kv_heads", "heads"])
@pytest.mark.parametrize("score", ["", "score alibi"])
def test_lists_count_what_they_hold(owner: str, score: str, tmp_path: Path) -> None:
    """Of a slice of the model's heads, which scores read and masks of shared lists do not."""
    module = made("listed", f"input picks: selection({owner})\n attend selected(@picks) & causal\n {score}", tmp_path)
    heads = {"shared": 1, "kv_heads": 2, "heads": 4}[owner]
    picks = torch.randint(-1, N, (3, heads, 20, 6))
    seen = (picks.unsqueeze(-1) == torch.arange(N)).any(-2) & (torch.arange(N) <= torch.arange(17, 37).view(-1, 1))
    places = {"q_offset": 17, "seq_len": N, "head_offset": 2, "num_heads": 8}
    (found,) = counted(lambda: module.attention(*tensors(3, 20, N), picks=picks, **places))
    assert found == 4 * D * (4 // heads) * int(seen.sum())


def test_documents_of_all_entries_are_counted_for_each(tmp_path: Path) -> None:
    module = made("documents", GIVEN["documents"], tmp_path)
    offsets = torch.tensor([0, 13, N])
    (found,) = counted(lambda: module.attention(*tensors(3, N, N), offsets=offsets))
    assert found == 4 * D * 3 * 4 * int(mask_of(module)(0, 4, N, offsets=offsets).sum())


@pytest.mark.interpreter
def test_triton_files_count_alike(tmp_path: Path) -> None:
    module = made("window", PATTERNS["window"], tmp_path, "triton")
    pairs = 4 * int(mask_of(module)(0, 4, N).sum())
    assert counted(lambda: module.attention(*tensors(1, N, N)).sum().backward()) == [4 * D * pairs, 10 * D * pairs]


@pytest.mark.parametrize("name", PATTERNS)
def test_triton_files_count_alike_without_data(name: str, tmp_path: Path) -> None:
    module = made(name, PATTERNS[name], tmp_path, "triton")
    pairs = sum(int(mask_of(module)(head, 8, N).sum()) for head in range(2, 6))
    call = [leaf.to("meta") for leaf in tensors(2, N, N)]
    found = counted(lambda: module.attention(*call, head_offset=2, num_heads=8))
    assert found == [4 * D * 2 * pairs]


def test_long_calls_are_counted_or_estimated_close(tmp_path: Path) -> None:
    module = made("wide", "attend window(1024, 0)", tmp_path)
    n, heads = 65536, 8
    query = torch.empty(1, heads, n, D, device="meta", requires_grad=True)
    forward, backward = counted(lambda: module.attention(query, query, query).sum().backward())
    pairs = 1025 * n - 1024 * 1025 // 2
    assert abs(forward / (4 * D * heads * pairs) - 1) < 0.01
    assert abs(backward / (10 * D * heads * pairs) - 1) < 0.01


@pytest.mark.parametrize("offset", ["2", "head"])
def test_drawn_rows_count_for_heads_and_residues_alike(offset: str, tmp_path: Path) -> None:
    body = f"attend segment(4096, dilation=4, offset={offset})\n attend window(256, 0)\n combine lse"
    module = made("strided", body, tmp_path)
    n, heads = 2**15, 8
    query = torch.empty(1, heads, n, D, device="meta")
    (found,) = counted(lambda: module.attention(query, query, query))
    pairs = heads * ((n // 4096) * 1024**2 + 257 * n - 256 * 257 // 2)
    assert abs(found / (4 * D * pairs) - 1) < 0.05


def test_calls_without_data_count_alike(tmp_path: Path) -> None:
    module = made("longnet", PATTERNS["longnet"], tmp_path)
    mask = mask_of(module)
    for mode, n in ((FakeTensorMode(), N), (torch.device("meta"), N - 2)):  # what was counted once is kept
        with mode:
            found = counted(lambda n=n: module.attention(*tensors(2, n, n)))  # type: ignore[misc]
        assert found == [4 * D * 2 * sum(int(mask(head, 4, n).sum()) for head in range(4))]


def test_empty_calls_count_nothing(tmp_path: Path) -> None:
    module = made("window", PATTERNS["window"], tmp_path)
    assert counted(lambda: module.attention(*tensors(2, 0, 5))) == [0]
    assert counted(lambda: module.attention(*tensors(2, 5, 0), seq_len=5)) == [0]
    assert counted(lambda: module.attention(*tensors(0, 5, 5))) == [0]


def test_compiled_and_mapped_calls_count_once(tmp_path: Path) -> None:
    module = made("window", PATTERNS["window"], tmp_path)
    call = tensors(3, N, N)
    wanted = counted(lambda: module.attention(*call))
    with torch.no_grad():
        compiled: Callable[..., object] = torch.compile(module.attention, backend="aot_eager")
        compiled(*call)  # torch compiles nothing while it counts
        assert counted(lambda: compiled(*call)) == wanted
        mapped = torch.func.vmap(lambda *one: module.attention(*(x.unsqueeze(0) for x in one)))
        assert counted(lambda: mapped(*call)) == wanted


def test_counting_changes_no_result_and_no_random_state(tmp_path: Path) -> None:
    module = made("drawn", PATTERNS["drawn"], tmp_path)
    call, state = tensors(1, N, N), torch.get_rng_state()
    wanted = module.attention(*call)
    with FlopCounterMode(display=False):
        assert torch.equal(module.attention(*call), wanted)
    assert torch.equal(torch.get_rng_state(), state)


def test_the_counter_is_imported_by_programs_that_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by modules: it imports Triton, or warns that there is none. What they count is known once it is imported."""
    monkeypatch.setattr(torch.utils, "flop_counter", torch.utils.flop_counter)
    monkeypatch.delitem(sys.modules, "torch.utils.flop_counter")
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    early = [made("early", PATTERNS["window"], tmp_path, backend) for backend in ("torch", "cpp")]
    assert "torch.utils.flop_counter" not in sys.modules
    assert len([one for one in sys.meta_path if type(one).__name__ == "_CountingFinder"]) == 1
    fresh = importlib.import_module("torch.utils.flop_counter")
    made("late", PATTERNS["window"], tmp_path)
    names = [str(packet) for packet in fresh.flop_registry if "patternc" in str(packet)]
    assert (sum("early" in name for name in names), sum("late" in name for name in names)) == (3 * len(early), 3)
    query, key, value = tensors(1, N, N)
    with fresh.FlopCounterMode(display=False) as counter:
        early[0].attention(query, key, value)
    assert counter.get_total_flops() == 4 * D * 4 * int(mask_of(early[0])(0, 4, N).sum())
