"""Rings of patterns that list keys: lists move with the rank's queries. The masks and softmax are written here."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build
from rings import BATCH, HEADS, KV_HEADS, answers, error
from simulated_ranks import on_all_ranks
from torch import Tensor
from triton_cases import small

from patternc.diagnostics import Rejected

N, KEY_DIM, VALUE_DIM = 61, 16, 24
OFFSETS = torch.tensor([[0, 9, 9, 33, N], [0, 20, 41, 41, N]])
SINKS = torch.linspace(-1.0, 2.0, HEADS)
OWNERS = {"shared": 1, "kv_heads": KV_HEADS, "heads": HEADS}
Pairs = dict[str, Tensor]  # of each input that lists keys the pairs that it names, [B, HEADS, N, N]


@dataclass(frozen=True)
class Lists:
    """Lists of `picks` blocks of `columns` keys, for blocks of `rows` queries."""

    owner: str
    rows: int = 1
    columns: int = 1
    picks: int = 7

    def drawn(self, seed: int) -> Tensor:
        """Holes, repeats, empty rows, and blocks in any order; the last rows of the sequence name the first keys."""
        draws = torch.Generator().manual_seed(seed)
        rows, columns = -(-N // self.rows), -(-N // self.columns)
        shape = BATCH, OWNERS[self.owner], rows, self.picks
        found = torch.randint(-2, columns, shape, generator=draws).clamp_min(-1)
        found[:, :, ::5] = -1
        found[..., 1:2] = found[..., :1]
        return found

    def pairs(self, picks: Tensor) -> Tensor:
        """The pairs that lists name, by a loop over entries."""
        found = torch.zeros(BATCH, HEADS, N, N, dtype=torch.bool)
        for entry, every in enumerate(picks.tolist()):
            for head in range(HEADS):
                for row, names in enumerate(every[head * OWNERS[self.owner] // HEADS]):
                    for name in (one for one in names if one >= 0):
                        at = slice(row * self.rows, (row + 1) * self.rows)
                        found[entry, head, at, name * self.columns : (name + 1) * self.columns] = True
        return found


@dataclass(frozen=True)
class Case:
    """A pattern; `admits`, of queries, keys and listed pairs, says what each of its branches does."""

    body: str
    admits: Callable[[Tensor, Tensor, Pairs], Any]
    lists: dict[str, Lists]
    sink: bool = False
    documents: bool = False


def same_document(q: Tensor, k: Tensor) -> Tensor:
    """Whether both are in one document of their batch entry: [B, 1, N, N]."""
    found = [torch.bucketize(x.flatten(), offsets, right=True) for offsets in OFFSETS for x in (q, k)]
    return torch.stack([a[:, None] == b for a, b in zip(found[::2], found[1::2], strict=True)]).unsqueeze(1)


CASES = {
    "tokens": Case(
        "input picks: selection(kv_heads); input sinks: table(heads); attend causal & selected(@picks); "
        "score sink(@sinks)",
        lambda q, k, listed: listed["picks"] & (k <= q),
        {"picks": Lists("kv_heads")},
        sink=True,
    ),
    "shared": Case(
        "input picks: selection(shared); attend selected(@picks) | window(2, 0)",
        lambda q, k, listed: listed["picks"] | ((k <= q) & (q - k <= 2)),
        {"picks": Lists("shared", picks=N + 4)},
    ),
    "documents": Case(
        "input docs: offsets; input picks: selection(heads); attend selected(@picks) & document(@docs) & causal",
        lambda q, k, listed: listed["picks"] & (k <= q) & same_document(q, k),
        {"picks": Lists("heads", picks=20)},
        documents=True,
    ),
    "blocks of keys": Case(
        "input picks: selection(kv_heads); attend blocks(1 x 8, selected(@picks)) & causal - first(1)",
        lambda q, k, listed: listed["picks"] & (k <= q) & (k > 0),
        {"picks": Lists("kv_heads", columns=8, picks=3)},
    ),
    "blocks of both": Case(
        "input picks: selection(heads); attend blocks(4 x 6, selected(@picks) | last(1)) & keys(every=2)",
        lambda q, k, listed: (listed["picks"] | (k // 6 == (N - 1) // 6)) & (k % 2 == 0) & (q >= 0),
        {"picks": Lists("heads", 4, 6, 3)},
    ),
    "blocks in documents": Case(
        "input docs: offsets; input picks: selection(kv_heads); "
        "attend blocks(4 x 3, selected(@picks)) & document(@docs)",
        lambda q, k, listed: listed["picks"] & same_document(q, k),
        {"picks": Lists("kv_heads", 4, 3, 9)},
        documents=True,
    ),
    "others": Case(
        "input picks: selection(shared); attend causal - selected(@picks)",
        lambda q, k, listed: ~listed["picks"] & (k <= q),
        {"picks": Lists("shared")},
    ),
    "two inputs": Case(
        "input far: selection(shared); input near: selection(heads); "
        "attend blocks(3 x 1, selected(@far)); attend selected(@near) & window(9); combine lse",
        lambda q, k, listed: (listed["far"], listed["near"] & ((q - k).abs() <= 9)),
        {"far": Lists("shared", 3), "near": Lists("heads", picks=30)},
    ),
}
RINGS = (
    "ranks=1",
    "ranks=2, layout=striped, transport=ulysses",
    "ranks=2, layout=zigzag, transport=ulysses",
    "ranks=3, layout=zigzag, transport=p2p",
    "ranks=3, layout=striped, transport=alltoall",
    "ranks=4, layout=zigzag, transport=p2p, nodes=2",
    "ranks=4, layout=contiguous, transport=ulysses",  # heads among two ranks, and keys between two that have the same
    "ranks=4, layout=zigzag, transport=ulysses, nodes=2",
    "ranks=2, layout=zigzag, transport=ulysses, nodes=2",  # both key heads on each rank, one after the other
    "ranks=5, layout=striped, transport=allgather",
    "ranks=5",
)
BALANCED = "ranks=4, layout=balanced, transport=alltoall"


def fits(case: Case, ring: str) -> bool:
    """Whether ranks hold whole blocks of queries where lists are for such."""
    return "striped" not in ring or all(one.rows == 1 for one in case.lists.values())


ALSO = [
    ("shared", RINGS[2]),
    ("two inputs", RINGS[7]),
    ("others", RINGS[9]),
    ("documents", BALANCED),
    ("blocks in documents", BALANCED),
]
PAIRS = [(name, ring) for name, case in CASES.items() for ring in RINGS if fits(case, ring)] + ALSO[-2:]


def made(case: Case, ring: str, folder: Path, backend: str = "torch") -> ModuleType:
    return build(f"pattern made {{ {case.body}; ring({ring}) }}", folder, backend)[0]


def drawn(dtype: torch.dtype = torch.float32) -> tuple[list[Tensor], tuple[Tensor, Tensor]]:
    """Query, key and value of the whole sequence, and the gradients of out and lse."""
    draws = torch.Generator().manual_seed(5)
    sizes = (HEADS, KEY_DIM), (KV_HEADS, KEY_DIM), (KV_HEADS, VALUE_DIM), (HEADS, VALUE_DIM)
    *tensors, flow = (torch.randn(BATCH, heads, N, size, generator=draws).to(dtype) for heads, size in sizes)
    return tensors, (flow, torch.randn(BATCH, HEADS, N, generator=draws))


def dense(case: Case, listed: Pairs, rows: slice = slice(0, N)) -> Callable[..., Any]:
    """Attention in float64 of some queries, by its mask: out and lse, which are 0 and -inf where a row sees no key."""
    q, k = torch.arange(N).unsqueeze(1), torch.arange(N)
    found = case.admits(q, k, listed)
    masks = [one.expand(BATCH, HEADS, N, N)[:, :, rows] for one in (found if isinstance(found, tuple) else (found,))]

    def call(query: Tensor, key: Tensor, value: Tensor, sinks: Tensor | None = None) -> tuple[Tensor, Tensor]:
        key, value = (x.repeat_interleave(HEADS // KV_HEADS, 1) for x in (key, value))
        scores = query @ key.mT * KEY_DIM**-0.5
        total = torch.cat([scores.masked_fill(~mask, -torch.inf) for mask in masks], -1)
        sees = torch.cat(masks, -1).any(-1)
        keys = total.masked_fill(~sees.unsqueeze(-1), 0.0).logsumexp(-1)
        lse = keys if sinks is None else torch.logaddexp(keys, sinks.view(-1, 1))
        weights = (total - lse.unsqueeze(-1)).exp().masked_fill(~sees.unsqueeze(-1), 0.0)
        alone = query.new_tensor(-torch.inf) if sinks is None else sinks.view(-1, 1)
        return weights @ torch.cat([value] * len(masks), -2), torch.where(sees, lse, alone)

    return call


def own_lists(module: ModuleType, lists: Lists, picks: Tensor, ranks: Any, **docs: Tensor) -> Tensor:
    """The lists of a rank's queries."""
    blocks = module.positions(N, ranks, **docs)[:: lists.rows] // lists.rows
    found: Tensor = picks[:, :, blocks]
    return found


def hold(case: Case, module: ModuleType, dtype: torch.dtype = torch.int64, seed: int = 1) -> None:
    """Out, lse and all gradients of all ranks against the meaning."""
    picks = {name: one.drawn(seed + turn).to(dtype) for turn, (name, one) in enumerate(case.lists.items())}
    tensors, flows = drawn()
    docs = {"docs": OFFSETS} if case.documents else {}
    balance = docs if module.LAYOUT == "balanced" else {}
    tables = {"sinks": SINKS} if case.sink else {}

    def work(ranks: Any) -> list[Tensor]:
        own, here = ([module.shard(x, ranks, **balance) for x in some] for some in (tensors, flows))
        listed = {name: own_lists(module, one, picks[name], ranks, **balance) for name, one in case.lists.items()}

        def call(*leaves: Tensor, **learned: Tensor) -> Any:
            return module.ring_attention(*leaves, ranks, **docs, **listed, **learned, return_lse=True)

        found = answers(call, own, tables, (here[0], here[1]))
        return [module.unshard(x, ranks, **balance) if x.dim() > 1 else x for x in found]

    pairs = {name: one.pairs(picks[name]) for name, one in case.lists.items()}
    exact = {name: x.double() for name, x in tables.items()}
    wanted = answers(dense(case, pairs), [x.double() for x in tensors], exact, flows)
    for found in on_all_ranks(module, work):
        assert [x.shape for x in found] == [x.shape for x in wanted]
        assert max(map(error, found, wanted)) < 2e-6, list(map(error, found, wanted))


QUICK = {"tokens", "blocks of both"}


@pytest.mark.parametrize(
    ("name", "ring"),
    [pytest.param(*one, marks=[] if one[0] in QUICK or one in ALSO else [pytest.mark.long]) for one in PAIRS],
)
def test_ranks_give_the_meaning(name: str, ring: str, tmp_path: Path) -> None:
    hold(CASES[name], made(CASES[name], ring, tmp_path), (torch.int64, torch.int32)[len(ring) % 2])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_short_numbers(dtype: torch.dtype, tmp_path: Path) -> None:
    case = CASES["two inputs"]
    module = made(case, "ranks=3, layout=zigzag", tmp_path)
    (tensors, _), picks = drawn(dtype), {name: one.drawn(4) for name, one in case.lists.items()}

    def work(ranks: Any) -> Tensor:
        listed = {name: own_lists(module, one, picks[name], ranks) for name, one in case.lists.items()}
        found = module.ring_attention(*(module.shard(x, ranks) for x in tensors), ranks, **listed)
        whole: Tensor = module.unshard(found, ranks)
        return whole

    pairs = {name: one.pairs(picks[name]) for name, one in case.lists.items()}
    wanted, _ = dense(case, pairs)(*(x.double() for x in tensors))
    for found in on_all_ranks(module, work):
        assert error(found, wanted) < {torch.float16: 2e-3, torch.bfloat16: 1.5e-2}[dtype]


COMPILED = [("tokens", RINGS[5]), ("blocks of both", RINGS[6]), ("shared", RINGS[1])]


@pytest.mark.long
@pytest.mark.parametrize("backend", ["cpp", "cuda"])
@pytest.mark.parametrize(("name", "ring"), COMPILED)
def test_compiled(name: str, ring: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of CUDA are run by the emulator."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    hold(CASES[name], made(CASES[name], ring, tmp_path, backend))


@pytest.mark.interpreter
@pytest.mark.long
@pytest.mark.parametrize(("name", "ring"), [("tokens", "ranks=2, layout=zigzag"), ("blocks of both", RINGS[2])])
def test_interpreted(name: str, ring: str, tmp_path: Path) -> None:
    module = made(CASES[name], ring, tmp_path, "triton")
    small(module)
    hold(CASES[name], module)


@pytest.mark.parametrize("ring", ["ranks=3, layout=zigzag, transport=p2p", "ranks=2, transport=ulysses"])
def test_lists_beside_chosen_blocks(ring: str, tmp_path: Path) -> None:
    """Ranks hold whole blocks of both, and fetch listed keys besides those of chosen blocks: as one device attends."""
    case = Case(
        "input picks: selection(heads); attend blocks(8, topk(2)) & causal; attend blocks(12 x 5, selected(@picks)); "
        "combine lse",
        lambda _q, _k, listed: listed["picks"],
        {"picks": Lists("heads", 12, 5, 4)},
    )
    module, lists = made(case, ring, tmp_path), case.lists["picks"]
    (tensors, flows), picks = drawn(), lists.drawn(7)
    assert all(part.start % 24 == 0 for parts in module.plan(N, 0).shards for part in parts)

    def work(ranks: Any) -> list[Tensor]:
        own, here = ([module.shard(x, ranks) for x in some] for some in (tensors, flows))
        call = functools.partial(module.ring_attention, picks=own_lists(module, lists, picks, ranks), return_lse=True)
        found = answers(lambda *leaves: call(*leaves, ranks), own, {}, (here[0], here[1]))
        return [module.unshard(x, ranks) for x in found]

    wanted = answers(functools.partial(module.attention, picks=picks, return_lse=True), tensors, {}, flows)
    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6, list(map(error, found, wanted))


# ---- what no one lists -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ring", [RINGS[1], RINGS[5]])
def test_keys_that_no_one_lists_never_reach_out(ring: str, tmp_path: Path) -> None:
    """NaN in keys and values that no row lists; rows without a list give 0, -inf, and gradients of 0."""
    case = CASES["blocks of keys"]
    module, lists = made(case, ring, tmp_path), case.lists["picks"]
    picks, (tensors, flows) = lists.drawn(3), drawn()
    picks[picks == 2] = -1
    unseen = slice(2 * lists.columns, 3 * lists.columns)
    for x in tensors[1:]:
        x[:, :, unseen] = torch.nan

    def work(ranks: Any) -> list[Tensor]:
        own = [module.shard(x, ranks).requires_grad_() for x in tensors]
        listed = own_lists(module, lists, picks, ranks)
        out, lse = module.ring_attention(*own, ranks, picks=listed, return_lse=True)
        grads = torch.autograd.grad(out, own, module.shard(flows[0], ranks))
        return [module.unshard(x, ranks) for x in (out, lse, *grads)]

    q, k = torch.arange(N).unsqueeze(1), torch.arange(N)
    empty = ~case.admits(q, k, {"picks": lists.pairs(picks)}).any(-1)
    assert empty.any()
    for out, lse, *grads in on_all_ranks(module, work):
        assert all(x.isfinite().all() for x in (out, *grads))
        assert not any(x[:, :, unseen].any() for x in grads[1:])
        assert not out[empty].any()
        assert not grads[0][empty].any()
        assert torch.equal(lse == -torch.inf, empty)


# ---- decoding --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["tokens", "shared", "blocks of both", "two inputs"])
def test_a_cache_that_ranks_share(name: str, tmp_path: Path) -> None:
    """Lists of the new queries are the same on all ranks, whichever part of the cache these have."""
    case = CASES[name]
    module = made(case, "ranks=3", tmp_path)
    picks, (tensors, _) = {name: one.drawn(6) for name, one in case.lists.items()}, drawn()
    first, parts = N - 3, [range(29), range(29, 29), range(29, N)]  # one rank has nothing
    listed = {name: picks[name][:, :, first // one.rows :] for name, one in case.lists.items()}
    tables = {"sinks": SINKS} if case.sink else {}

    def work(ranks: Any) -> list[Tensor]:
        own = parts[ranks.rank]
        query, *held = tensors[0][:, :, first:], *(x[:, :, own.start : own.stop] for x in tensors[1:])
        place = {"q_offset": first, "k_offset": own.start, "return_lse": True}
        found: list[Tensor] = [*module.ring_decode(query, *held, ranks, **place, **listed, **tables)]
        return found

    pairs = {name: one.pairs(picks[name]) for name, one in case.lists.items()}
    exact = [x.double() for x in (tensors[0][:, :, first:], *tensors[1:], *tables.values())]
    wanted = dense(case, pairs, slice(first, N))(*exact)
    for found in on_all_ranks(module, work):
        for one, other in zip(found, wanted, strict=True):
            torch.testing.assert_close(one.double(), other, atol=1e-5, rtol=1e-5)


# ---- errors ----------------------------------------------------------------------------------------------------------
def refused(module: ModuleType, work: Callable[[Any], object]) -> list[str]:
    """What each rank raises."""

    def tried(ranks: Any) -> str:
        with pytest.raises((TypeError, ValueError, module.RingError)) as caught:
            work(ranks)
        return str(caught.value)

    return on_all_ranks(module, tried)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: x + N, "picks.* must be -1 to 60"),
        (lambda x: x[:, :1], r"picks has shape \(2, 1, 31, 7\), must be \[2, 2, 31, K\]: a list for each query"),
        (lambda x: x[:, :, 1:], r"must be \[2, 2, 31, K\]"),
        (lambda x: x.float(), "must be torch.int32 or torch.int64"),
        (lambda x: x[..., :3], r"picks is \[2, 2, 3\] on rank 1 and \[2, 2, 7\] on rank 0"),
    ],
)
def test_lists_that_no_rank_takes(change: Callable[[Tensor], Tensor], words: str, tmp_path: Path) -> None:
    """One rank's lists are wrong, and all raise."""
    module = made(CASES["tokens"], "ranks=2", tmp_path)
    lists, (tensors, _) = CASES["tokens"].lists["picks"], drawn()

    def work(ranks: Any) -> Tensor:
        own = own_lists(module, lists, lists.drawn(2), ranks)
        own = change(own) if ranks.rank == 1 else own
        found: Tensor = module.ring_attention(*(module.shard(x, ranks) for x in tensors), ranks, picks=own, sinks=SINKS)
        return found

    first, second = refused(module, work)
    assert re.search(words, second), second
    assert first == second or "rank 1 refused its arguments" in first


def test_lists_of_a_step_are_the_same_on_all_ranks(tmp_path: Path) -> None:
    module = made(CASES["shared"], "ranks=2", tmp_path)
    (query, *held), _ = drawn()
    picks = CASES["shared"].lists["picks"].drawn(2)

    def work(ranks: Any) -> object:
        own = (x[:, :, ranks.rank * 40 : 40 + 21 * ranks.rank] for x in held)
        listed = picks[:, :, -1 - ranks.rank :][:, :, :1]
        place = {"q_offset": N - 1, "k_offset": 40 * ranks.rank}
        return module.ring_decode(query[:, :, -1:], *own, ranks, **place, picks=listed)

    first, second = refused(module, work)
    assert "picks is (2, 1, 1, 65)" in first
    assert first == second


def test_striped_ranks_hold_no_blocks_of_queries(tmp_path: Path) -> None:
    body = "input picks: selection(shared); attend blocks(4 x 8, selected(@picks))"
    with pytest.raises(Rejected, match="hold none whole") as caught:
        build(f"pattern made {{ {body}; ring(ranks=2, layout=striped) }}", tmp_path)
    (found,) = caught.value.diagnostics
    assert (found.code, "layout=zigzag" in found.help) == ("P025", True)


def test_no_host_waits_for_lists(tmp_path: Path) -> None:
    """Those that are on a GPU are not checked, whose place a device without numbers takes here."""
    module = made(CASES["tokens"], "ranks=2", tmp_path)
    given = torch.full((1, 2, 3, 4), -5)
    assert module._if_on_host(given) is given
    found = module._if_on_host(given.to("meta"))
    assert (found.numel(), found.device.type) == (0, "cpu")


# ---- plans -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("layout", ["contiguous", "zigzag"])
def test_ranks_hold_whole_blocks_of_queries(layout: str, tmp_path: Path) -> None:
    module = made(CASES["two inputs"], f"ranks=4, layout={layout}", tmp_path)
    parts = [part for shard in module.plan(N, 0).shards for part in shard]
    assert all(part.start % 3 == 0 for part in parts)
    assert sorted(place for part in parts for place in part) == list(range(N))


def test_a_plan_says_which_lists_come(tmp_path: Path) -> None:
    module = made(CASES["tokens"], "ranks=2, layout=striped, transport=ulysses", tmp_path)
    shown = module.plan(N, 1, heads=HEADS, kv_heads=KV_HEADS).describe()
    # Of 31 rows to work on 16 are of the other rank's, for both key heads; then 30 rows for one of them.
    assert shown.endswith(f"{16 * KV_HEADS + 30} lists of keys of queries that others hold, with entries of 4 bytes")
    module = made(CASES["tokens"], "ranks=2, transport=p2p", tmp_path)
    assert "lists of keys" not in module.plan(N, 1, heads=HEADS, kv_heads=KV_HEADS).describe()
