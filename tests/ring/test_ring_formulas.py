"""The rows that ranks receive are those of closed formulas, for every rank, layout and length."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from ring_proof import arranged
from rings import made

N = 4096
SIZES = (1, 2, 4, 8, 16, 64)
WIDTHS = (256, 512, 1024, 2048, 4096)
NESTED, PUBLISHED = (1, 2, 4, 8, 16), (1, 2, 4, 6, 12)
"""Dilations: each a multiple of the one before, and those of the LongNet paper."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def longnet(dilations: tuple[int, ...], where: str = "") -> str:
    lines = [f"attend segment({w}, dilation={r}, offset=0)" for w, r in zip(WIDTHS, dilations, strict=True)]
    return "\n    ".join([*lines, "combine lse", *([f"where {where}"] if where else [])])


def received(module: ModuleType, ranks: int, layout: str, n: int = N) -> list[int]:
    arranged(module, ranks, layout)
    return [module.plan(n, rank).received for rank in range(ranks)]


@pytest.mark.parametrize("ranks", SIZES)
def test_a_dense_ring(ranks: int, folder: Path) -> None:
    assert received(made("attend full", "ring(ranks=2)", folder), ranks, "contiguous") == [N - N // ranks] * ranks


@pytest.mark.parametrize("ranks", SIZES)
def test_causal(ranks: int, folder: Path) -> None:
    """Contiguous: all keys before the shard. Zigzag: all before its second stretch but its first one."""
    module, own = made("attend causal", "ring(ranks=2)", folder), N // ranks
    assert received(module, ranks, "contiguous") == [rank * own for rank in range(ranks)]
    wanted = [N - own - rank * own // 2 for rank in range(ranks)] if ranks > 1 else [0]
    assert received(module, ranks, "zigzag") == wanted


@pytest.mark.parametrize("window", [2, 100, 512, 700, 1024, 3000])
@pytest.mark.parametrize("ranks", SIZES)
def test_a_window_receives_its_halo(ranks: int, window: int, folder: Path) -> None:
    """W - 1 rows, of ceil((W - 1) / L) neighbours; fewer at the begin. Zigzag: a halo for each stretch."""
    module, own = made(f"attend window({window - 1}, 0)", "ring(ranks=2)", folder), N // ranks
    assert received(module, ranks, "contiguous") == [min(window - 1, rank * own) for rank in range(ranks)]
    for rank in range(ranks):
        plan = module.plan(N, rank)
        sources = [step.source for step in plan.steps if plan.sent(step.source, rank)]
        assert len(sources) == min(-(-(window - 1) // own), rank)
    if ranks > 1:
        half, halo = own // 2, window - 1
        wanted = []
        for rank in range(ranks):
            first, second = rank * half, (2 * ranks - 1 - rank) * half
            kept = max(0, first + half - max(second - halo, 0))  # of the second halo, its own or in the first
            wanted.append(min(halo, first) + min(halo, second) - min(kept, half + min(halo, first), min(halo, second)))
        assert received(module, ranks, "zigzag") == wanted


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("width", "dilation"), [(512, 1), (512, 4), (2048, 4), (4096, 16)])
@pytest.mark.parametrize("ranks", SIZES)
def test_one_branch(ranks: int, width: int, dilation: int, causal: bool, folder: Path) -> None:
    """Nothing where w <= L, else (w - L) / r; if causal those before the shard, half on average."""
    where = " & causal" if causal else ""
    module, own = made(f"attend segment({width}, dilation={dilation}){where}", "ring(ranks=2)", folder), N // ranks
    found = received(module, ranks, "contiguous")
    if causal:
        assert found == [rank * own % width // dilation if width > own else 0 for rank in range(ranks)]
        assert sum(found) * 2 == ranks * max(width - own, 0) // dilation
    else:
        assert found == [max(width - own, 0) // dilation] * ranks


NODES = [(4, 2), (8, 2), (8, 4), (16, 2), (64, 8)]


def between_nodes(module: ModuleType, ranks: int, nodes: int, transport: str, layout: str = "contiguous") -> list[int]:
    """The rows that come to each node from others."""
    arranged(module, ranks, layout, transport, nodes)
    crossing = [module.plan(N, rank).crossing for rank in range(ranks)]
    size = ranks // nodes
    return [sum(crossing[first : first + size]) for first in range(0, ranks, size)]


@pytest.mark.parametrize(("ranks", "nodes"), NODES)
def test_a_dense_ring_of_nodes(ranks: int, nodes: int, folder: Path) -> None:
    """A node gets every key of others once; where each of its ranks gets them itself, as often as it has ranks."""
    module, rest = made("attend full", "ring(ranks=2)", folder), N - N // nodes
    for layout in ("contiguous", "zigzag"):
        assert between_nodes(module, ranks, nodes, "p2p", layout) == [rest] * nodes
        assert between_nodes(module, ranks, nodes, "alltoall", layout) == [rest * ranks // nodes] * nodes
        assert all(module.plan(N, rank).received == N - N // ranks for rank in range(ranks))


@pytest.mark.parametrize("window", [2, 100, 700, 3000])
@pytest.mark.parametrize(("ranks", "nodes"), NODES)
def test_a_window_crosses_once_to_a_node(ranks: int, nodes: int, window: int, folder: Path) -> None:
    """W - 1 rows to each node but the first; without relays those of each rank's halo that are in another node."""
    module, own, size = made(f"attend window({window - 1}, 0)", "ring(ranks=2)", folder), N // ranks, ranks // nodes
    starts = [N // nodes * node for node in range(nodes)]
    assert between_nodes(module, ranks, nodes, "p2p") == [min(window - 1, start) for start in starts]
    wanted = [
        sum(max(0, start - max(0, start + place * own - window + 1)) for place in range(size)) for start in starts
    ]
    assert between_nodes(module, ranks, nodes, "alltoall") == wanted


@pytest.mark.long
@pytest.mark.parametrize("n", [N, 65536])
@pytest.mark.parametrize("ranks", SIZES)
def test_nested_branches_are_sent_once(ranks: int, n: int, folder: Path) -> None:
    """The sum of (w_i - max(w_(i-1), L)) / r_i: a wider branch adds the keys outside of the one before."""
    module, own = made(longnet(NESTED), "ring(ranks=2)", folder), n // ranks
    added = [(w - max(before, own)) // r for (before, w), r in zip(pairwise((0, *WIDTHS)), NESTED, strict=True)]
    assert received(module, ranks, "contiguous", n) == [sum(max(0, one) for one in added)] * ranks


@pytest.mark.parametrize("n", [N, 65536])
@pytest.mark.parametrize("ranks", SIZES)
def test_nested_causal_branches(ranks: int, n: int, folder: Path) -> None:
    """As many of each branch as the begin of its segment is before that of the one before, over the dilation."""
    module, own = made(longnet(NESTED, "causal"), "ring(ranks=2)", folder), n // ranks
    wanted = []
    for rank in range(ranks):
        before = [0, *(rank * own % w if w > own else 0 for w in WIDTHS)]
        wanted.append(sum((far - near) // r for (near, far), r in zip(pairwise(before), NESTED, strict=True)))
    assert received(module, ranks, "contiguous", n) == wanted


@pytest.mark.parametrize("layout", ["contiguous", "zigzag"])
@pytest.mark.parametrize("ranks", SIZES)
def test_nested_branches_of_any_stretches(ranks: int, layout: str, folder: Path) -> None:
    """A stretch sends every r-th key, r the smallest dilation of a segment that it shares with a later stretch."""
    module = made(longnet(NESTED, "causal"), "ring(ranks=2)", folder)
    found = received(module, ranks, layout)
    shards = module._shards_of(N, ranks, layout, 1)
    for rank, own in enumerate(shards):
        total = 0
        for keys in (part for other, parts in enumerate(shards) if other != rank for part in parts):
            later = [part for part in own if part.start > keys.start]
            shared = [r for w, r in zip(WIDTHS, NESTED, strict=True) for part in later if keys[-1] // w == part[0] // w]
            total += len(keys) // min(shared) if shared else 0
        assert found[rank] == total


def test_dilations_that_do_not_nest_receive_more_than_the_formula(folder: Path) -> None:
    """Of the keys of dilation 6 at most half are of dilation 4, so that most of them travel besides."""
    module, ranks, own = made(longnet(PUBLISHED), "ring(ranks=2)", folder), 8, N // 8
    wide = [(w, r) for w, r in zip(WIDTHS, PUBLISHED, strict=True) if w > own]
    wanted = []
    for first in range(0, N, own):
        needed = {key for w, r in wide for key in range(first // w * w, first // w * w + w, r)}
        wanted.append(len(needed - set(range(first, first + own))))
    assert received(module, ranks, "contiguous") == wanted
    assert min(wanted) > (1024 - 512) // 4 + (2048 - 1024) // 6 + (4096 - 2048) // 12


@pytest.mark.parametrize("n", [N, 65536])
@pytest.mark.parametrize(("layout", "percent"), [("contiguous", 5.4), ("zigzag", 12.3)])
def test_five_branches_receive_a_twentieth_of_a_dense_ring(n: int, layout: str, percent: float, folder: Path) -> None:
    lines = [f"attend segment({w * n // N}, dilation={r}, offset=head)" for w, r in zip(WIDTHS, NESTED, strict=True)]
    module = made("\n    ".join([*lines, "combine lse", "where causal"]), "ring(ranks=2)", folder)
    found, dense = received(module, 8, layout, n), n - n // 8
    assert round(100 * sum(found) / 8 / dense, 1) == percent
