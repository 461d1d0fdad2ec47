"""A ring's plan against the meaning: every pair of positions, by enumeration, without processes and without tensors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from built import build
from conftest import ROOT
from hypothesis import assume, given, settings
from pattern_texts import calls, files
from pattern_texts_whole import adaptive, grids, ring_files
from ring_cases import MADE, case_of, with_ring
from ring_proof import Case, arranged, prove, prove_fetched
from with_sources import has_sources

from patternc.analysis.calls import Shape
from patternc.cli.presets import presets
from patternc.diagnostics import Rejected
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import RingLayout
from patternc.source import Source

FEW, MANY = (1, 2, 3, 5, 8), tuple(range(1, 17))
SMALL = {
    "adaptive": "block=4 chosen=3",
    "bigbird": "block=4 reach=1 tokens=1 chosen=1",
    "block-sparse-dilated": "block=4 reach=4 r=2",
    "block-diffusion-packed": "block=4",
    "block-sparse-global-local": "block=4",
    "block-sparse-local": "block=4 left=2",
    "dilated-window": "reach=12 dilation=3",
    "dilated": "w=[16,32] r=[1,2]",
    "hierarchical": "block=4 near=2 wide=3 often=2 seldom=4",
    "longformer": "reach=9 tokens=3",
    "longnet-official": "w=[16,32,64] r=[1,2,4]",
    "longnet": "w=[16,32,64] r=[1,2,4]",
    "minimax-msa": "block=4",
    "moba": "block=4",
    "nsa-selected": "block=4",
    "mixed-heads": "near=3 far=2 left=9 r=4",
    "natten-1d": "length=96 size=7",
    "natten-2d": "height=9 width=11 size=3",
    "natten-3d": "frames=4 height=5 width=6 time=3 size=3",
    "natten-dilated": "height=12 width=10 size=3 dilation=3",
    "sinks": "left=11",
    "sliding-window": "left=13",
    "sparse-transformer": "l=8",
    "sta": "frames=4 height=6 width=6 time=1 side=2 wide=2",
    "streaming": "sinks=3 left=9",
    "swin": "height=14 width=7",
    "video-streaming": "frames=5 height=6 width=5 past=1 size=3",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ring_plans")


def hold(case: Case, counts: tuple[int, ...]) -> int:
    """Prove the plans of all layouts; the rows that are sent without need, all in all."""
    found = 0
    for layout in ("contiguous", "zigzag", "striped", *(["balanced"] if is_balanced(case) else [])):
        for ranks in counts if layout != "striped" else counts[-1:]:  # worked on as if it were contiguous
            arranged(case.module, ranks, layout)
            spare = prove(case)
            assert not (case.exact and spare), f"{spare} rows too many, {ranks} ranks, {layout}"
            found += spare
    for ranks, nodes, layout in ((6, 3, "contiguous"), (8, 2, "zigzag"), (64, 8, "zigzag"))[: 2 + (counts == MANY)]:
        arranged(case.module, ranks, layout, "p2p", nodes)
        assert case.plan(0).relays
        found += prove(case)
    arranged(case.module, 6, "zigzag", "alltoall", nodes=3)
    assert not case.plan(0).relays
    found += prove(case)
    return found


def is_balanced(case: Case) -> bool:
    return case.normal.ring is not None and case.normal.ring.layout is RingLayout.BALANCED


PRESETS = {one.name: one.text for one in presets() if not has_sources(one.text)}
GOLDENS = {path.stem: path.read_text() for path in sorted((ROOT / "tests" / "patterns").glob("*.pat"))}
OUTSIDE = ("pair_bias",)
"""Those that no ring runs: numbers of pairs."""
KNOWN = [
    (kind, name) for kind, texts in (("preset", PRESETS), ("golden", GOLDENS)) for name in texts if name not in OUTSIDE
]
VAGUE = {
    *(("preset", "swin"), ("golden", "comparisons"), ("golden", "grid_bias")),
    *(("preset", "adaptive"), ("preset", "prefix-tree"), ("golden", "labelled")),
    ("preset", "block-diffusion-packed"),
    *(("preset", name) for name in ("deepseek-dsa", "minimax-msa", "moba", "nsa-selected", "qwen-qsa")),
}
"""Those with comparisons that are no bounds, with blocks that are chosen or listed, or with bounds that a plan does not
know: rows are sent that no query attends to."""


def beside(name: str) -> bytes:
    return (ROOT / "tests" / "patterns" / name).read_bytes()


@pytest.mark.parametrize(("kind", "name"), KNOWN)
def test_plans_of_known_patterns(kind: str, name: str, tmp_path: Path) -> None:
    values = dict(pair.split("=") for pair in SMALL.get(name, "").split()) if kind == "preset" else {}
    text = (PRESETS if kind == "preset" else GOLDENS)[name]
    case = case_of(Source(f"{name}.pat", with_ring(text), beside), values, 97, tmp_path)
    assert (hold(case, FEW) > 0) == ((kind, name) in VAGUE)


EXACT = {
    "strides of two moduli": "attend stride(5) & stride(7) & causal",
    "strides in a window": "attend stride(3) & stride(4) & window(40, 9)",
    "a stride in segments": "attend stride(9) & segment(40)",
    "a stride longer than the sequence": "attend stride(1000003) & causal | window(2)",
    "a stride of blocks": "attend blocks(2, stride(5) & stride(3)) & causal",
    "all but a stride": "attend stride(3) & !stride(2) & window(20)",
    "long segments": "attend segment(47, dilation=6, offset=head) & causal",
    "a key of each cycle": "attend queries(every=7) & window(0) | first(1)",
    "dilated queries": "attend queries(every=3) & keys(every=2, offset=1) & window(17)",
}


@pytest.mark.parametrize(("short", "turns"), [(4, 64), (4, 1), (4096, 64)])
@pytest.mark.parametrize("words", EXACT)
def test_plans_of_classes_send_nothing_more(words: str, short: int, turns: int, tmp_path: Path) -> None:
    case = case_of(Source("made.pat", with_ring(f"pattern made {{\n    {EXACT[words]}\n}}\n")), {}, 97, tmp_path)
    vars(case.module)["SHORT"] = short  # as if segments and strides were as much longer
    vars(case.module)["MOST_TURNS"] = turns  # and ranks had as many more of them
    assert hold(case, FEW) == 0


LONG = "segments [32K, 64K, 128K, 256K, 512K]\n    dilations [1, 2, 4, 6, 12]\n    combine lse\n    where causal"


def test_a_plan_of_a_thousand_ranks_is_made_for_all_heads_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds are compared once for each range of keys, and classes looked at where they are others than before."""
    module, _ = build(f"pattern made {{\n    {LONG}\n    ring(ranks=1024, layout=zigzag)\n}}\n", tmp_path)
    calls = {"near": 0, "runs": 0}

    def counted(kind: type, name: str) -> None:
        original = getattr(kind, name)

        def call(*arguments: object) -> object:
            calls[name] += 1
            return original(*arguments)

        monkeypatch.setattr(kind, name, call)

    counted(module.Reach, "near")
    counted(module.Lattice, "runs")
    plan = module.plan(1 << 20, 511, heads=12)
    received = sum(rows.size for step in plan.steps for rows in plan.incoming(step))
    sent = sum(rows.size for step in plan.steps for rows in plan.outgoing(step))
    assert min(received, sent) > 1 << 20
    assert calls["near"] <= 5 * (2 * 1024 + 1)  # five branches, two ranges of each rank, and for the transport all keys
    assert calls["runs"] < 3000  # twelve heads times as many ranges are 24,576


def test_the_classes_of_a_stride_are_looked_at_once(tmp_path: Path) -> None:
    """What does not depend on the ranges that ranks have is not found anew for each pair of them."""
    body = "attend (window(128, 0) | stride(128)) & causal"
    module, _ = build(f"pattern made {{\n    {body}\n    ring(ranks=1024, layout=zigzag)\n}}\n", tmp_path)
    plan = module.plan(1 << 20, 511, heads=8)
    received = sum(rows.size for step in plan.steps for rows in plan.incoming(step))
    sent = sum(rows.size for step in plan.steps for rows in plan.outgoing(step))
    assert min(received, sent) > 1 << 20
    looked = module._cycle.cache_info()
    assert looked.hits + looked.misses < 5 * 2 * 1024  # 128 classes for each range of each rank are half a million


CHOSEN = {
    "window": "attend blocks(4, topk(2) | window(1))",
    "documents": "input offsets: offsets\n    attend blocks(4, topk(2)) & document(@offsets) | first(3)",
    "heads": "heads 0..1 { attend causal }\n    heads 1.. { attend blocks(8, topk(1)) & window(30, 0) }",
}


@pytest.mark.parametrize("layout", ["contiguous", "zigzag"])
@pytest.mark.parametrize("name", CHOSEN)
def test_plans_of_chosen_blocks_hold_few_others(name: str, layout: str, tmp_path: Path) -> None:
    text = with_ring(f"pattern made {{\n    {CHOSEN[name]}\n}}\n")
    case = case_of(
        Source("made.pat", text), {}, 97, tmp_path, Shape("whole", 2, 4, 2, HeadDims.equal(16), 97, 97, 0, 0, 97)
    )
    for ranks in FEW:
        arranged(case.module, ranks, layout)
        at_most, fetched = prove(case), prove_fetched(case)
        assert fetched <= at_most if ranks < FEW[-1] else fetched < at_most
        assert fetched == 0 or name != "window"  # a document or a bound may end within a chosen block
    for ranks, nodes in ((4, 2), (6, 3), (8, 2)):
        arranged(case.module, ranks, layout, "p2p", nodes)
        assert prove_fetched(case) <= prove(case)


def made(text: str, shape: Shape, folder: Path, counts: tuple[int, ...]) -> int:
    """Prove the plans of a made pattern for the whole sequence of a made call."""
    n = shape.seq_len
    whole = replace(shape, name="whole", queries=n, keys=n, q_offset=0, k_offset=0)
    try:
        case = case_of(Source("made.pat", with_ring(text)), {}, n, folder, whole)
    except Rejected:  # a file that contradicts itself is drawn again
        assume(False)
        raise
    return hold(case, counts)


@settings(MADE, max_examples=8)
@given(text=files(), shape=calls(90))
def test_plans_of_made_patterns(text: str, shape: Shape, folder: Path) -> None:
    made(text, shape, folder, FEW)


@pytest.mark.long
@settings(MADE, max_examples=8)
@given(text=ring_files(), shape=calls(90))
def test_plans_of_the_whole_language(text: str, shape: Shape, folder: Path) -> None:
    made(text, shape, folder, FEW)


@settings(MADE, max_examples=4)
@given(made_grid=grids())
def test_plans_of_grids(made_grid: tuple[str, Shape], folder: Path) -> None:
    made(*made_grid, folder, FEW)


@pytest.mark.long
@settings(MADE, max_examples=4)
@given(made_choice=adaptive())
def test_plans_of_choices(made_choice: tuple[str, Shape], folder: Path) -> None:
    made(*made_choice, folder, FEW)


@pytest.mark.slow
@settings(MADE, max_examples=40)
@given(made_choice=adaptive())
def test_plans_of_choices_at_length(made_choice: tuple[str, Shape], folder: Path) -> None:
    made(*made_choice, folder, MANY)


@pytest.mark.timeout(1800)
@pytest.mark.slow
@settings(MADE, max_examples=110)
@given(text=files(), shape=calls(90))
def test_plans_of_made_patterns_at_length(text: str, shape: Shape, folder: Path) -> None:
    made(text, shape, folder, MANY)


@pytest.mark.timeout(1800)
@pytest.mark.slow
@settings(MADE, max_examples=110)
@given(text=ring_files(), shape=calls(90))
def test_plans_of_the_whole_language_at_length(text: str, shape: Shape, folder: Path) -> None:
    made(text, shape, folder, MANY)


@pytest.mark.slow
@settings(MADE, max_examples=40)
@given(made_grid=grids())
def test_plans_of_grids_at_length(made_grid: tuple[str, Shape], folder: Path) -> None:
    made(*made_grid, folder, MANY)


def test_lists_of_blocks_are_made_once_for_all_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the number of ranks: what a rank sends depends on the lists of all rows."""
    mask = "blocks(8, random(3, seed=1) | window(1) | global(1)) & causal"
    (module, _) = build(f"pattern made {{\n    attend {mask}\n    ring(ranks=64, layout=zigzag)\n}}\n", tmp_path)
    makers = [name for name in vars(module) if name.startswith("_pairs_")]
    made: list[range] = []

    def noting(listing: Any) -> Any:
        def listed(heads: range, *rest: Any) -> Any:
            made.append(heads)
            return listing(heads, *rest)

        return listed

    for name in makers:
        monkeypatch.setattr(module, name, noting(getattr(module, name)))
    for rank in (0, 40):
        plan = module.plan(4096, rank, heads=8, kv_heads=2)
        assert any(plan.incoming(step) for step in plan.steps)
        assert any(plan.outgoing(step) for step in plan.steps)
    assert sorted(made, key=lambda heads: heads.start) == [range(head, head + 1) for head in range(8)]
