"""Forecasts of rings, compared with masks, with the plans of generated modules, and with their transfers."""

from __future__ import annotations

import inspect
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from conftest import Goldens
from rings import BATCH, BODIES, HEAD_DIM, HEADS, INPUTS, KV_HEADS, N, made
from simulated_ranks import Network, on_all_ranks

from patternc.cli import run
from patternc.counting import progressions
from patternc.counting.head_of_call import HeadOfCall, Numbers
from patternc.counting.pair_sums import pair_sums
from patternc.counting.row_keys import keys_per_row
from patternc.driver import analyse, decode
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern, Ring, RingLayout, Transport
from patternc.ir.semantics import Inputs, multiplicities
from patternc.ring import settings
from patternc.ring.forecast import choices, pairs_of_hop, transports, work_of
from patternc.ring.hops import hops, rows_needed
from patternc.ring.reaches import pattern_reaches
from patternc.ring.settings import NETWORKS, NVLINK, ResolvedTransport, Setting, Sizes, ring_setting
from patternc.ring.times import seconds_with
from patternc.ring.traffic import is_bound, traffic
from patternc.ring.transports import resolved_transport, transport_choice
from patternc.runtime.ring_plan.exchange import Rows
from patternc.runtime.ring_plan.runs import Run
from patternc.runtime.ring_plan.transport import _distinct
from patternc.transforms import clauses_of

MASKS = BODIES | {  # and masks with keys between those of two queries that neither attends to
    "holes": "attend segment(20) & causal - window(3)",
    "holes in classes": "attend segment(30, dilation=3, offset=1) & causal - window(8)",
    "holes between blocks": "attend when(q // 9 * 9 - 30 <= k and k < q // 9 * 9 - 26)",
    "holes between shifted blocks": "attend when((q + 4) // 9 * 9 - 30 <= k and k < (q + 4) // 9 * 9 - 26)",
    "two strides": "attend stride(3) & stride(5) & causal",
    "two strides in bounds": "attend stride(4) & stride(6) & window(40, 27) - window(13, 11) | window(1)",
    "two strides beside bounds": "attend stride(2) & stride(5) & window(19, 0) - window(16, 16) | window(1)",
    "two strides with classes of keys": "attend stride(2) & stride(31) & keys(every=4) & first(77)",
    "two strides of some queries": "attend stride(3) & stride(5) & queries(every=2)",
    "two strides in documents": "input documents: offsets\n    attend stride(2) & stride(5) & document(@documents)",
    "classes of blocks": "attend blocks(7, when((q - k) % 3 == 0)) & window(30, 9)",
    "classes of blocks and segments": "attend blocks(2, stride(5)) & segment(13, dilation=3, offset=all) | window(1)",
    "other classes of blocks": "attend causal & queries(every=8) & window(20) - blocks(2, stride(3))",
    "chunks of documents": "input documents: offsets\n    attend within(@documents, segment(8) | first(2)) & causal",
    "blocks of documents": "input documents: offsets\n    attend within(@documents, blocks(6, window(1)) - first(3))",
    "ends of documents": "input documents: offsets\n    attend within(@documents, global(3) | stride(3))",
    "holes between documents": "input documents: offsets\n    attend document(@documents) & causal - window(3)",
}
CHOSEN = {
    "chosen": "attend blocks(8, topk(3) | window(1))",
    "chosen in documents": "input documents: offsets\n    attend blocks(8, topk(2)) & document(@documents) | window(3)",
}
GIVEN = {"documents": [0, 10, 11, 40, 80, N], "prompt": 10, "lengths": 90}
LAYOUTS = ("contiguous", "zigzag", "striped")
LONGNET = """pattern longnet {
    attend segment(2048)
    attend segment(4096, dilation=2, offset=head)
    attend segment(8192, dilation=4, offset=head)
    attend segment(16384, dilation=8, offset=head)
    attend segment(32768, dilation=16, offset=head)
    combine lse
    where causal
}
"""
TEXTS = {
    "rank": ("--ranks", "8", "--rank", "3", "-n", "65536"),
    "ranks": ("--ranks", "8", "-n", "65536"),
    "nodes": ("--ranks", "16", "--nodes", "2", "--transport", "ulysses", "--rank", "5", "-n", "65536"),
    "relayed": ("--ranks", "8", "--nodes", "2", "--transport", "p2p", "--rank", "6", "-n", "32768"),
    "relayed-ranks": ("--ranks", "8", "--nodes", "2", "--transport", "p2p", "-n", "32768"),
    "striped": ("--ranks", "8", "--rank", "3", "-n", "65536", "--layout", "striped", "--kv-heads", "2"),
    "long": ("--ranks", "1024", "--rank", "700", "-n", "2097152"),
}


def patterns(body: str, ring: str = "") -> tuple[Pattern, Pattern]:
    """A pattern as written, and in normal form."""
    found = analyse(decode("made.pat", f"pattern made {{\n{body}\n{ring}\n}}\n".encode()), {}, targets=())
    return found.meanings[0], found.normals[0]


def placed(normal: Pattern, ring: Ring, n: int = N, inputs: dict[str, Any] | None = None) -> Setting:
    sizes = Sizes(n, HEADS, KV_HEADS, HeadDims.equal(HEAD_DIM), 4, entries=(GIVEN if inputs is None else inputs,))
    return ring_setting(normal, ring, sizes)


def matrices(meaning: Pattern, n: int, inputs: Inputs) -> list[Any]:
    """How often each head's queries attend to keys [n, n]."""
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    return [
        sum(np.zeros((n, n), int) + one for one in multiplicities(meaning, h, q, k, n, HEADS, inputs))
        for h in range(HEADS)
    ]


def by_kv_head(held: list[Any]) -> list[Any]:
    """Whether some query head of each key/value head attends to pairs, from whether each query head does."""
    return [np.any(held[i * HEADS // KV_HEADS : (i + 1) * HEADS // KV_HEADS], axis=0) for i in range(KV_HEADS)]


def needed(held: list[Any], queries: tuple[range, ...], keys: tuple[range, ...]) -> int:
    """The rows of keys, of all key/value heads, that some of the queries attend to. `held`: for each such head."""
    return sum(
        int(np.any([one[q.start : q.stop, part.start : part.stop].any(axis=0) for q in queries], axis=0).sum())
        for one in held
        for part in keys
    )


def rows_received(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[int, ...]:
    """The rows of keys that a rank needs of each other rank."""
    plan = setting.plan(rank, transport)
    return tuple(0 if one == rank else sized(plan.sent(one, rank)) for one in range(plan.ranks))


def rows_sent(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[int, ...]:
    """The rows of keys that each other rank needs of a rank."""
    plan = setting.plan(rank, transport)
    return tuple(0 if one == rank else sized(plan.sent(rank, one)) for one in range(plan.ranks))


def sized(several: tuple[Rows, ...]) -> int:
    return sum(rows.size for rows in several)


@pytest.mark.parametrize("name", MASKS)
def test_ranks_receive_the_keys_that_their_queries_attend_to(name: str) -> None:
    meaning, normal = patterns(MASKS[name])
    held = by_kv_head([one > 0 for one in matrices(meaning, N, GIVEN)])
    for ranks, layout in product((2, 3, 8), (RingLayout.CONTIGUOUS, RingLayout.ZIGZAG)):
        setting = placed(normal, Ring(ranks, layout))
        everyone = range(N)
        for rank in range(ranks):
            shards = [shard if other != rank else () for other, shard in enumerate(setting.worked)]
            own = setting.worked[rank]
            assert rows_received(setting, rank, ResolvedTransport.P2P) == tuple(
                needed(held, own, one) for one in shards
            )
            assert rows_sent(setting, rank, ResolvedTransport.P2P) == tuple(
                needed(held, one, own) if one else 0 for one in shards
            )
            rest = tuple(range(q, q + 1) for q in everyone if not any(q in part for part in own))
            wanted = tuple(needed(held, rest, own) if one else 0 for one in shards)
            assert rows_sent(setting, rank, ResolvedTransport.ALLGATHER) == wanted


@pytest.mark.parametrize("name", MASKS)
def test_pairs_are_those_that_the_mask_admits(name: str) -> None:
    meaning, normal = patterns(MASKS[name])
    for n in (N,) if "grid" in MASKS[name] else (N, 97, 301):
        setting = placed(normal, Ring(3), n, GIVEN | {"documents": [0, 10, 11, 40, 80, n]})
        entry = setting.sizes.entries[0]
        every = np.sum(matrices(meaning, n, entry), axis=0)
        for rank, source in product(range(3), range(3)):
            rows, keys = setting.worked[rank][0], setting.worked[source][0]
            wanted = int(every[rows.start : rows.stop, keys.start : keys.stop].sum())
            assert pairs_of_hop(setting, rank, source) == wanted
        work = work_of(setting, ResolvedTransport.P2P)
        assert work is not None
        assert work.pairs == tuple(int(every[one[0].start : one[0].stop].sum()) for one in setting.worked)


@pytest.mark.parametrize(
    "body",
    [
        "attend window(700, 5)\n attend first(50)\n combine lse\n where causal",
        "attend segment(3000, dilation=7, offset=head) & causal",
        "attend segment(4100) & causal\n attend segment(5000, dilation=10, offset=head)\n combine sum",
        "attend blocks(64, window(5) | last(2)) & causal - window(100)",
        "attend stride(96) & causal | global(7)",
        "input documents: offsets\n attend document(@documents) & window(900)",
        "input documents: offsets\n attend within(@documents, segment(700) & causal | first(9)) & window(2000)",
        "input documents: offsets\n attend within(@documents, blocks(96, window(3, 0)) & stride(7)) | first(3)",
    ],
)
def test_pairs_between_cuts_are_those_of_all_rows(body: str) -> None:
    """At lengths where most rows are not counted one by one."""
    n = 40_009
    _, normal = patterns(body)
    sizes = Sizes(n, HEADS, KV_HEADS, entries=({"documents": [0, 10, 7000, 7001, 30_000, n]},))
    ends, keys = np.array([0, 1, 4999, 20_000, n]), range(3000, 31_000)
    counts = sum(keys_per_row(normal, head, HEADS, n, sizes.entries[0]) for head in range(HEADS))
    assert pair_sums(normal, sizes, ends) == tuple(np.add.reduceat(counts, ends[:-1]).tolist())
    parts = [pair_sums(normal, sizes, ends, one) for one in (range(3000), keys, range(31_000, n))]
    assert all(part is not None for part in parts)
    assert tuple(map(sum, zip(*(part for part in parts if part), strict=True))) == pair_sums(normal, sizes, ends)


BOUNDS = (
    "window({a}, {b})",
    "segment({a})",
    "first({a})",
    "last({a})",
    "causal",
    "when(k < q // {a} * {a} + {b})",
    "when(k >= q // {a} * {a} - {b})",
    "when(q < {c})",
    "when(k // {a} == q // {a})",
    "queries(every={a})",
    "keys(every={a})",
)


@pytest.mark.parametrize("seed", range(30))
def test_pairs_between_the_cuts_of_made_bounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds with long periods cut queries only where they are the tightest and keys are admitted."""
    monkeypatch.setattr(progressions, "SHORT", 12)
    monkeypatch.setattr(progressions, "LONGEST", 12 + seed % 2 * 300)
    monkeypatch.setattr(progressions, "FEW", 100)
    draws, n = np.random.default_rng(seed), 2003
    sizes = ({name: int(draws.choice([3, 7, 12, 40, 97, 300, 1500])) for name in "abc"} for _ in range(3))
    masks = [str(draws.choice(BOUNDS)).format(**one) for one in sizes]
    _, normal = patterns(f"attend {' & '.join(masks)} | {masks[0]} - {masks[1]}")
    ends = np.array([0, 1, 700, 701, n])
    wanted = np.add.reduceat(keys_per_row(normal, 0, 1, n), ends[:-1]).tolist()
    assert pair_sums(normal, Sizes(n, 1, 1), ends) == tuple(wanted)


def test_a_bound_cuts_queries_only_where_it_matters() -> None:
    """Of the steps of `q // 5000`, those to which another bound is tighter or no key is left are no cuts."""
    rows = list[int]()
    n = 1 << 26
    _, normal = patterns("attend when(k >= q // 5000 * 5000) & when(k < q // 100 * 100) & first(9000)")
    (clause,) = clauses_of(normal.groups[0].branches[0].mask)

    def counting(some: Numbers) -> Numbers:
        rows.append(some.size)
        return keys_per_row(normal, 0, 1, n, {}, some)

    found = progressions.progressions((clause,), HeadOfCall(0, 1, n, {}), range(n), counting, n)
    assert found is not None
    assert found.start.size < 60
    assert sum(rows) < 20 * 2 * 100


def test_too_many_ranges_of_keys_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two periods that have none in common; a thousand ranks of a million rows took gigabytes."""
    rows = list[int]()
    monkeypatch.setattr("patternc.counting.pair_sums.keys_per_row", lambda *given: rows.append(given[-1].size))
    _, normal = patterns("attend segment(5003) & when(q // 4096 == k // 4096)")
    for n in (1 << 25, 1 << 36):
        assert pair_sums(normal, Sizes(n), np.array([0, n // 2, n])) is None
    assert not rows
    (clause,) = clauses_of(normal.groups[0].branches[0].mask)
    monkeypatch.setattr(progressions, "_distinct", lambda _: pytest.fail("so many steps are not even made"))
    n = 1 << 36
    head = HeadOfCall(0, 1, n, {})
    none = progressions.progressions((clause,), head, range(n), lambda _: pytest.fail("no row is counted"), n)
    assert none is None


def test_pairs_beyond_64_bits() -> None:
    """Sums are exact at any length: those of 2 ** 36 positions wrapped around to negative times."""
    for n in (1 << 36, 1 << 45):
        for mask, pairs in (("full", n * n), ("causal", n * (n + 1) // 2), ("window(7, 0)", 8 * n - 28)):
            assert pair_sums(patterns(f"attend {mask}")[1], Sizes(n), np.array([0, n])) == (8 * pairs,)
    segments = 2**20 * 2**19 * (2**20 + 1)
    _, normal = patterns("attend segment(2**20) & causal")
    assert pair_sums(normal, Sizes(1 << 40), np.array([0, 1 << 40])) == (8 * segments,)


def test_lengths_that_count_blocks_end_at_positions() -> None:
    _, normal = patterns("input units: lengths\nattend blocks(8, prefix(@units))")
    (found,) = pattern_reaches(normal)(0, HEADS, N, (3,))
    assert found.stop == 24


@pytest.mark.parametrize("name", [*MASKS, *CHOSEN])
def test_modules_read_of_masks_what_forecasts_read(name: str, tmp_path: Path) -> None:
    """The clauses of each head and batch entry are equal, and so are the blocks that they list."""
    module, (_, normal) = made((MASKS | CHOSEN)[name], "ring(ranks=8)", tmp_path), patterns((MASKS | CHOSEN)[name])
    masks = {one: x for one, x in INPUTS.items() if one in inspect.signature(module.ring_attention).parameters}
    masks = {one: x for one, x in masks.items() if not x.is_floating_point()}
    said = pattern_reaches(normal)
    every = module.plan(N, 0, **masks).shape.inputs
    names = [one for one in masks if one in said.inputs]
    for entry, head in product(range(len(every)), range(HEADS)):
        given = dict(zip(names, every[entry], strict=True))
        ours = list(said(head, HEADS, N, *(given[one] for one in said.inputs)))
        theirs = list(module._reaches(head, HEADS, N, *every[entry]))
        assert [one._replace(listed=None) for one in ours] == [one._replace(listed=None) for one in theirs]
        for own, other in zip(ours, theirs, strict=True):
            assert (own.listed is None) == (other.listed is None)
            if own.listed is not None:
                for queries in (range(N), range(9), range(40, 41), range(90, N)):
                    assert own.listed.columns(queries) == other.listed.columns(queries)


@pytest.mark.parametrize("name", ["longnet", "documents", "blocks", "grid", "chosen in documents"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_modules_plan_what_is_said_of_them(name: str, layout: str, tmp_path: Path) -> None:
    body = (MASKS | CHOSEN)[name]
    module, (_, normal) = made(body, f"ring(ranks=8, layout={layout}, nodes=2)", tmp_path), patterns(body)
    masks = {"documents": INPUTS["documents"]} if "@documents" in body else {}
    entries = tuple({one: x[entry].tolist() for one, x in masks.items()} for entry in range(BATCH))
    ring = Ring(8, RingLayout(layout), nodes=2)
    setting = ring_setting(normal, ring, Sizes(N, HEADS, KV_HEADS, entries=entries))
    for rank in range(8):
        plan = module.plan(N, rank, heads=HEADS, kv_heads=KV_HEADS, **masks)
        said = setting.plan(rank)._replace(relays=plan.relays)
        assert (plan.held, plan.live) == (said.held, said.live)
    assert module._chosen(plan) == transport_choice(setting)


RINGS = (
    "ring(ranks=4, layout=zigzag, transport=p2p)",
    "ring(ranks=2, layout=striped, transport=ulysses)",
    "ring(ranks=5, transport=allgather)",
    "ring(ranks=4, layout=striped, transport=alltoall, nodes=2)",
    "ring(ranks=4, layout=zigzag, transport=ulysses, nodes=2)",
    "ring(ranks=6, layout=zigzag, transport=p2p, nodes=2)",
    "ring(ranks=6, layout=striped, transport=p2p, nodes=3)",
    "ring(ranks=4, transport=allgather, nodes=2)",
    "ring(ranks=4, layout=zigzag, transport=ulysses)",  # of two key heads, each for two ranks
    "ring(ranks=8, transport=ulysses, nodes=2)",
)


SUNK = {"sunk": "input logits: table(heads)\n    attend window(20, 0)\n    score sink(@logits)"}
GATED = {
    "gated": "input a: gate\n    input b: gate\n"
    "    attend window(20, 0)\n    attend segment(32, dilation=2, offset=head)\n    combine gate(@b, @a)"
}
LISTED = {
    "lists": "input near: selection(kv_heads)\n    input far: selection(shared)\n    input own: selection(heads)\n"
    "    attend causal & selected(@near) | blocks(1 x 8, selected(@far)) | selected(@own) & window(50)",
    "lists of blocks": "input own: selection(heads)\n    input every: selection(shared)\n"
    "    attend blocks(8 x 4, selected(@own)) | blocks(4 x 1, selected(@every)) & causal",
}
PICKS = {  # the heads, the queries and the entries of the lists of each input
    "lists": {"near": (KV_HEADS, 1, 5), "far": (1, 1, 3), "own": (HEADS, 1, 9)},
    "lists of blocks": {"own": (HEADS, 8, 9), "every": (1, 4, 2)},
}


def lists_of(name: str) -> dict[str, tuple[Numbers, int]]:
    """Lists [heads, rows, K] of a whole sequence for each input that lists keys, and the queries of a row."""
    sizes = PICKS.get(name, {}).items()
    return {one: (np.zeros((heads, -(-N // rows), count), np.int64), rows) for one, (heads, rows, count) in sizes}


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("name", ["window", "longnet", "gap", "hierarchy", "chosen", "sunk", "gated", *LISTED])
def test_modules_transfer_the_bytes_that_are_said(name: str, ring: str, tmp_path: Path) -> None:
    if name == "lists of blocks" and "striped" in ring:
        return  # which is refused
    body = (BODIES | CHOSEN | SUNK | GATED | LISTED)[name]
    lists, gates = lists_of(name), "ab" if name == "gated" else ""
    tables = {"logits": torch.randn(HEADS)} if name == "sunk" else {}
    module, (_, normal) = made(body, ring, tmp_path), patterns(body, ring)
    assert normal.ring is not None
    entry = {one: picks for one, (picks, _) in lists.items()}
    sizes = Sizes(N, HEADS, KV_HEADS, HeadDims.equal(HEAD_DIM), 4, BATCH, entries=(entry,))
    setting = ring_setting(normal, normal.ring, sizes)
    network = Network()

    def work(ranks: Any) -> None:
        own = [torch.randn(BATCH, heads, N, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]
        leaves = [module.shard(x, ranks).requires_grad_() for x in own]
        held = module.positions(N, ranks)
        here = {
            one: torch.tensor(x)[None, :, held[::rows] // rows].repeat(BATCH, 1, 1, 1)
            for one, (x, rows) in lists.items()
        }
        here |= {one: module.shard(torch.randn(BATCH, HEADS, N), ranks) for one in gates}
        module.ring_attention(*leaves, ranks, **tables, **here).sum().backward()

    on_all_ranks(module, work, network)
    aside = {one for one in (words for _, words in network.received) if one.startswith("agreement")}
    moves = network.between
    for rank in range(setting.ring.ranks):
        found = traffic(setting, rank, resolved_transport(setting))
        received = sum(size for (own, words), size in network.received.items() if own == rank and words not in aside)
        said = found.forward.received + found.backward.received
        assert received <= said if is_bound(setting, resolved_transport(setting)) else received == said
        assert found.forward.sent + found.backward.sent > 0 or not received
        size = setting.ring.ranks // setting.ring.nodes
        for said, other in ((found.crossing.received, 1), (found.crossing.sent, 0)):
            crossed = sum(
                moved
                for pair, moved in moves.items()
                if pair[other] == rank and pair[0] // size != pair[1] // size and pair[2] not in aside
            )
            assert crossed <= said if is_bound(setting, resolved_transport(setting)) else crossed == said


@pytest.mark.parametrize("name", LISTED)
def test_lists_that_all_ranks_give_are_those_that_all_get(name: str) -> None:
    """Four ranks share out heads: each gives the others its lists."""
    entry = {one: picks for one, (picks, _) in lists_of(name).items()}
    sizes = Sizes(N, 2 * HEADS, 2 * KV_HEADS, HeadDims.equal(HEAD_DIM), 4, entries=(entry,))
    _, normal = patterns(LISTED[name])
    for layout in (RingLayout.CONTIGUOUS, RingLayout.ZIGZAG, *([RingLayout.STRIPED] if name == "lists" else [])):
        setting = ring_setting(normal, Ring(4, layout), sizes)
        for transport in (ResolvedTransport.P2P, ResolvedTransport.ULYSSES):
            every = [traffic(setting, rank, transport).forward for rank in range(4)]
            assert sum(one.received for one in every) == sum(one.sent for one in every)


def test_what_all_ranks_send_is_what_all_receive() -> None:
    _, normal = patterns(BODIES["longnet"])
    for layout, (nodes, transport) in product(
        RingLayout,
        (
            (1, ResolvedTransport.P2P),
            (2, ResolvedTransport.P2P),
            (1, ResolvedTransport.ALLGATHER),
            (1, ResolvedTransport.ULYSSES),
            (2, ResolvedTransport.ULYSSES),
        ),
    ):
        if layout is not RingLayout.BALANCED:
            setting = placed(normal, Ring(2 * nodes, layout, nodes=nodes))
            every = [traffic(setting, rank, transport) for rank in range(setting.ring.ranks)]
            for one in ([x.forward for x in every], [x.backward for x in every], [x.crossing for x in every]):
                assert sum(x.received for x in one) == sum(x.sent for x in one)


@pytest.mark.parametrize("ring", [*RINGS, "ring(ranks=3)"])
def test_what_choosing_moves_is_said_by_plan_and_forecast(ring: str, tmp_path: Path) -> None:
    module, (_, normal) = made(CHOSEN["chosen"], ring, tmp_path), patterns(CHOSEN["chosen"], ring)
    assert normal.ring is not None
    setting = ring_setting(normal, normal.ring, Sizes(N, HEADS, KV_HEADS, HeadDims.equal(HEAD_DIM), 4))
    every = [traffic(setting, rank, resolved_transport(setting)) for rank in range(setting.ring.ranks)]
    for rank, one in enumerate(every):
        shown = module.plan(N, rank, heads=HEADS, kv_heads=KV_HEADS).describe(HEAD_DIM, 4)
        most = "at most " if is_bound(setting, one.transport) else ""
        assert f"\n  receives {most}{one.forward.received:,} bytes forward" in shown
        assert ("at most" in shown) == is_bound(setting, one.transport)
    assert sum(one.forward.received for one in every) == sum(one.forward.sent for one in every)


def test_commands_say_that_rows_of_topk_are_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"pattern p {{\n{CHOSEN['chosen']}\n}}\n"
    words = "Only blocks that `topk` chooses are fetched"
    for ring, bound in (("--rank", "1"), True), (("--rank", "1", "--transport", "allgather"), False), ((), True):
        code, shown = said(("--ranks", "3", "-n", "200", *ring), tmp_path, capsys, text)
        assert code == 0
        assert (words in shown) == bound
    file = tmp_path / "p.pat"
    file.write_text(text.replace("\n}", "\nring(ranks=3)\n}"))
    assert run(["cost", str(file), "-n", "200"]) == 0
    assert "  received      at most " in capsys.readouterr().out


@pytest.mark.parametrize("name", MASKS)
def test_rows_are_counted_at_once_as_a_plan_sends_them(name: str) -> None:
    """Those of all ranks together, of nodes that relay, and of what all gather, where some ranks have nothing."""
    normal = patterns(MASKS[name])[1]
    n = N if "grid" in MASKS[name] else N - 13
    for layout, (ranks, nodes) in product((RingLayout.CONTIGUOUS, RingLayout.ZIGZAG), ((8, 2), (64, 1))):
        setting = placed(normal, Ring(ranks, layout, nodes=nodes), n)
        for transport, rank in product(transports(setting), (0, ranks // 2)):
            said = [(hop.received, hop.sent) for hop in hops(setting, rank, transport)]
            every = [(one.incoming, one.outgoing) for one in setting.plan(rank, transport).live]
            sizes = [tuple(sum(rows.size for rows in some) for some in both) for both in every]
            assert said == [both for both in sizes if any(both)]


def test_balanced_shares_have_the_same_work() -> None:
    """Of all branches, up to the rows at their ends."""
    meaning, normal = patterns(
        "input documents: offsets\nattend document(@documents) & causal\nattend first(60)\ncombine sum"
    )
    setting = placed(normal, Ring(4, RingLayout.BALANCED))
    work = matrices(meaning, N, GIVEN)[0].sum(axis=1)
    shares = [int(work[part.start : part.stop].sum()) for (part,) in setting.worked]
    assert max(abs(share - work.sum() / 4) for share in shares) <= 2 * work.max()


def test_hops_of_heads_are_between_ranks_with_the_same_heads() -> None:
    setting = placed(patterns("attend causal")[1], Ring(8, nodes=4))
    every = {rank: hops(setting, rank, ResolvedTransport.ULYSSES) for rank in range(8)}
    for rank, found in every.items():
        assert {hop.source % 2 for hop in found} | {hop.target % 2 for hop in found} == {rank % 2}
        assert {hop.source for hop in found if hop.received} == set(range(rank % 2, rank - 1, 2))
        assert {hop.target for hop in found if hop.sent} == set(range(rank + 2, 8, 2))


def test_nodes_share_the_work_of_heads() -> None:
    meaning, normal = patterns(BODIES["longnet"])
    setting = placed(normal, Ring(4, RingLayout.ZIGZAG, Transport.ULYSSES, nodes=2))
    held = matrices(meaning, N, GIVEN)
    work = work_of(setting, ResolvedTransport.ULYSSES)
    assert work is not None
    for rank in range(4):
        parts = setting.plan(rank, ResolvedTransport.ULYSSES).shards[rank // 2]
        heads = held[rank % 2 * 2 : rank % 2 * 2 + 2]
        assert work.pairs[rank] == sum(int(one[part.start : part.stop].sum()) for one in heads for part in parts)


def test_facts_of_the_design_hold() -> None:
    """Branches within a shard move nothing, a window its halo, nested branches (w - max(w', L)) / r rows each."""
    n, ranks = 4096, 8
    for body, received in (("attend segment(512)", 0), ("attend window(99, 0)", 99)):
        setting = ring_setting(patterns(body)[1], Ring(ranks), Sizes(n, 1, 1))
        assert sum(rows_received(setting, 5, ResolvedTransport.P2P)) == received
    nested = "attend segment(1024, dilation=4)\n attend segment(4096, dilation=16)\n combine lse"
    setting = ring_setting(patterns(nested)[1], Ring(ranks), Sizes(n, 1, 1))
    assert sum(rows_received(setting, 5, ResolvedTransport.P2P)) == (1024 - 512) // 4 + (4096 - 1024) // 16
    dense = ring_setting(patterns("attend causal")[1], Ring(ranks), Sizes(n, 1, 1))
    assert [
        one.work and round(one.work.imbalance, 3) for one in choices(dense) if one.transport is ResolvedTransport.P2P
    ] == [
        1.875,
        1.0,
        1.875,
    ]
    assert sum(rows_received(dense, ranks - 1, ResolvedTransport.P2P)) == n - n // ranks


def test_queries_of_several_ranges_need_what_either_needs() -> None:
    _, normal = patterns(BODIES["stride"])
    plan, keys = placed(normal, Ring(2)).plan(0), (range(50),)
    both = rows_needed(plan, (range(60, 61), range(62, 63)), keys)
    alone = [rows_needed(plan, (range(q, q + 1),), keys) for q in (60, 62)]
    assert both == sum(alone) == KV_HEADS * (13 + 12)
    assert rows_needed(plan, (), keys) == 0


def test_strides_of_thousands_of_classes_are_one_clause() -> None:
    """Their keys are found at once, and no class of the 127 x 129 is looked at by itself."""
    _, normal = patterns("attend stride(127) & stride(129) & causal")
    n, turn = 1 << 16, 127 * 129
    setting = placed(normal, Ring(8), n)
    (one,) = pattern_reaches(normal)(0, HEADS, n)
    assert [lattice.dilation for lattice in one.shared] == [turn]
    for rank in range(8):
        queries = np.arange(rank * n // 8, (rank + 1) * n // 8)
        before = [queries - step * turn for step in range(n // turn + 1)]
        keys = np.unique([key for some in before for key in some[some >= 0].tolist()])
        wanted = [int(((keys // (n // 8)) == other).sum()) * KV_HEADS * (other != rank) for other in range(8)]
        assert rows_received(setting, rank, ResolvedTransport.P2P) == tuple(wanted)


def test_lists_of_too_many_blocks_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of keys are then counted from bounds, which hold all keys that a query attends to."""
    _, normal = patterns(BODIES["blocks"])
    exact = placed(normal, Ring(4))
    monkeypatch.setattr(settings, "EFFORT", 100)
    bounded = placed(normal, Ring(4))
    assert (exact.is_exact, bounded.is_exact) == (True, False)
    several = [rows_received(one, 3, ResolvedTransport.P2P) for one in (exact, bounded)]
    assert all(few <= many for few, many in zip(*several, strict=True))
    assert sum(several[0]) < sum(several[1]) == KV_HEADS * (N - N // 4)


def test_a_billion_positions_on_a_thousand_ranks() -> None:
    normal = analyse(decode("longnet.pat", LONGNET.encode()), {}, targets=()).normals[0]
    setting = ring_setting(normal, Ring(1024), Sizes(2**30))
    found = hops(setting, 513, ResolvedTransport.P2P)
    assert found == ()  # shards are whole segments
    work = work_of(setting, ResolvedTransport.P2P)
    assert work is not None
    own = work_of(ring_setting(normal, Ring(1), Sizes(2**15)), ResolvedTransport.P2P)
    assert own is not None
    assert set(work.pairs) == {own.pairs[0] * 32}
    dense = ring_setting(patterns("attend causal")[1], Ring(1024), Sizes(2**30, 32, 8))
    assert sum(rows_received(dense, 1023, ResolvedTransport.P2P)) == 8 * (2**30 - 2**20)
    work = work_of(dense, ResolvedTransport.P2P)
    assert work is not None
    assert sum(work.pairs) == 32 * 2**29 * (2**30 + 1)


def said(
    words: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str], text: str = LONGNET
) -> tuple[int, str]:
    file = folder / "longnet.pat"
    file.write_text(text)
    code = run(["explain", str(file), *words])
    captured = capsys.readouterr()
    return code, captured.out if code == 0 else captured.err


@pytest.mark.parametrize("name", TEXTS)
def test_texts_of_explain_golden(
    name: str, golden: Goldens, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = said(TEXTS[name], tmp_path, capsys)
    assert code == 0
    assert max(map(len, text.splitlines())) <= 140
    golden(Path("tests/ring/ring_texts") / f"{name}.txt", text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rank", "0", "-n", "64"), "longnet has no ring: choose the number of ranks with --ranks"),
        (("--ranks", "4"), "longnet accepts any length: choose one with -n"),
        (("--ranks", "4", "--rank", "4", "-n", "64"), "4: ranks are 0 to 3"),
        (("--ranks", "0", "-n", "64"), "0 is not in the range 1<=x<=65536"),
        (("--ranks", "4", "--layout", "balanced", "-n", "64"), "longnet has no documents"),
        (("--ranks", "4", "--nodes", "3", "-n", "64"), "4 ranks cannot be split over 3 nodes evenly"),
        (
            ("--ranks", "3", "--transport", "ulysses", "-n", "64"),
            "8 key heads and the 3 ranks of a node must have a common divisor above 1",
        ),
        (("--ranks", "4", "--kv-heads", "3", "-n", "64"), "8 heads can't share so many key heads"),
        (("--ranks", "4", "--query", "0,0", "-n", "64"), "--query and --ranks can't be combined"),
        (("--ranks", "4", "--input", "lengths=3", "-n", "64"), "no mask reads an input"),
        (("--query", "0,0", "-n", "100000000000"), "keys are looked up one by one, among at most 4194304"),
        (("--kv-heads", "2"), "--kv-heads, --head-dim and --value-dim need --ranks"),
        (("-n", "64"), "-n, --heads and --input need --query or --ranks"),
    ],
)
def test_bad_input_is_a_usage_error(
    words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = said(words, tmp_path, capsys)
    assert code == 2
    assert message in text


@pytest.mark.parametrize("words", [("--layout", "striped"), ("--transport", "ulysses")])
def test_queries_with_numbers_of_pairs_stay(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor is that layout among those that are compared."""
    text = "pattern p { input a: pairs; attend causal; score bias(@a) }\n"
    code, message = said(("--ranks", "2", "-n", "64", *words), tmp_path, capsys, text)
    assert (code, "moves queries to other ranks, and p has numbers of pairs" in message) == (2, True)
    code, shown = said(("--ranks", "2", "-n", "64"), tmp_path, capsys, text)
    assert (code, "zigzag" in shown, "striped" in shown, "ulysses" in shown) == (0, True, False, False)


@pytest.mark.parametrize(("kind", "heads"), [("pairs", 1), ("pairs(heads)", HEADS)])
def test_a_rank_holds_the_pairs_of_its_queries(kind: str, heads: int) -> None:
    bodies = f"input a: {kind}; attend causal; score bias(@a)", "attend causal"
    with_pairs, without = (placed(patterns(body)[1], Ring(4)) for body in bodies)
    for rank in range(4):
        more, less = (traffic(one, rank, ResolvedTransport.P2P) for one in (with_pairs, without))
        pairs = heads * len(with_pairs.plan(rank).shards[rank][0]) * N
        element = with_pairs.sizes.element
        assert (more.memory.held - less.memory.held, more.memory.gradients - less.memory.gradients) == (
            pairs * element,
            pairs * 4,
        )
        assert (more.forward, more.backward) == (less.forward, less.backward)


def test_lists_for_blocks_of_queries_are_not_striped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor is that layout among those that are compared."""
    text = "pattern p {\n input picks: selection(shared)\n attend blocks(4 x 8, selected(@picks)) & causal\n}\n"
    code, message = said(("--ranks", "2", "--layout", "striped", "-n", "64"), tmp_path, capsys, text)
    assert (code, "p has lists of keys for blocks of queries" in message) == (2, True)
    code, shown = said(("--ranks", "2", "-n", "64", "--input", "picks=2"), tmp_path, capsys, text)
    assert (code, "zigzag" in shown, "striped" in shown) == (0, True, False)


def test_work_of_lists_is_that_of_their_entries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The nearest 8 keys of each query: those of 256 queries and 8 heads."""
    text = "pattern p {\n input picks: selection(shared)\n attend selected(@picks)\n}\n"
    words = ("--ranks", "2", "--rank", "1", "-n", "512", "--transport", "p2p", "--input", "picks=8")
    code, shown = said(words, tmp_path, capsys, text)
    assert (code, "16.4 kpairs" in shown) == (0, True)


def test_a_pattern_shows_its_own_ring(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "pattern p {\n    attend window(9, 0)\n    ring(ranks=4, layout=zigzag, transport=p2p, nodes=2)\n}\n"
    code, shown = said(("--rank", "1", "-n", "64"), tmp_path, capsys, text)
    assert code == 0
    assert shown.startswith("p on 4 ranks in 2 nodes, zigzag; 64 positions")
    assert "p2p, as asked for" in shown
    code, shown = said(("--rank", "1", "--ranks", "3", "-n", "64"), tmp_path, capsys, text)
    assert shown.startswith("p on 3 ranks, zigzag; 64 positions")


def test_fewer_positions_than_ranks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = said(("--ranks", "8", "--rank", "0", "-n", "3"), tmp_path, capsys)
    assert code == 0
    assert "holds       no position" in shown
    assert said(("--ranks", "8", "-n", "3"), tmp_path, capsys)[0] == 0


# ---- seconds ---------------------------------------------------------------------------------------------------------
CALL = Sizes(4096, 2, 2, batch=2)
ROW = CALL.batch * CALL.dims.key * 2
"""Bytes of a row of a head in 16 bits."""


def seconds(body: str, ring: Ring, rank: int, transport: ResolvedTransport, kernels: float) -> list[float]:
    setting = ring_setting(patterns(body)[1], ring, CALL)
    return seconds_with(setting, traffic(setting, rank, transport), kernels)


@pytest.mark.parametrize("kernels", [1e-5, 1.0])
def test_a_rank_waits_for_what_the_work_on_its_own_keys_does_not_hide(kernels: float) -> None:
    """Keys and values come twice in 16 bits and their gradients go in 32 bits: 16 bytes for each of their elements."""
    transfer = CALL.n // 2 * 2 * 8 * ROW / NVLINK.bandwidth
    wanted = kernels / 2 + max(kernels / 2, transfer) + 2 * NVLINK.latency
    found = seconds("attend full", Ring(2), 1, ResolvedTransport.P2P, kernels)
    assert found == pytest.approx([wanted] * len(NETWORKS))


@pytest.mark.parametrize("kernels", [1e-7, 3e-5, 1.0])
def test_keys_of_another_node_come_by_its_network(kernels: float) -> None:
    """Rank 8 is the first of the second node: it takes 100 rows from the rank before it, and sends as many on."""
    found, own = seconds("attend window(100, 0)", Ring(16), 8, ResolvedTransport.P2P, kernels), CALL.n // 16
    for network, whole in zip(NETWORKS, found, strict=True):
        hidden, transfer = kernels * own / (own + 100), 100 * 2 * 8 * ROW / network.bandwidth
        messages = 2 * (NVLINK.latency + network.latency)
        assert whole == pytest.approx(max(hidden, transfer) + kernels - hidden + messages)


def test_heads_that_are_shared_out_come_before_all_work_and_go_after_it() -> None:
    """A head's query, gradient of out, key and value come in 16 bits; out goes so, and three gradients in 32 bits."""
    found = seconds("attend full", Ring(2), 1, ResolvedTransport.ULYSSES, 1e-4)
    moved = CALL.n // 2 * (4 * ROW + ROW + 3 * 2 * ROW) / NVLINK.bandwidth
    assert found == pytest.approx([1e-4 + moved + 2 * NVLINK.latency] * len(NETWORKS))


def test_striped_rows_are_exchanged_before_and_after() -> None:
    """Of the rows that a rank of four works on it holds a quarter; each has two heads, of out with its lse too."""
    found = seconds("attend window(100, 0)", Ring(4, layout=RingLayout.STRIPED), 1, ResolvedTransport.P2P, 1.0)
    heads, lses = 2 * 3 * ROW + 2 * ROW + 2 * ROW + 2 * 3 * 2 * ROW, 2 * 4 * CALL.batch
    moved = CALL.n // 4 * 3 // 4 * (heads + lses) / NVLINK.bandwidth
    assert found == pytest.approx([1 + moved + 2 * 3 * NVLINK.latency] * len(NETWORKS), rel=1e-12)


def test_heads_with_the_same_keys_are_counted_once() -> None:
    """Forty equal heads of a box of thousands of runs took forty times as long."""
    some, others = (Run(0, 5), Run(9, 12)), (Run(0, 5),)
    assert list(_distinct((some, others, some, some))) == [(some, 3), (others, 1)]
    assert [Run(3, 9).size, Run(3, 9, 1, 0).size, Run(3, 9, 2, 0b10).size] == [6, 0, 3]
