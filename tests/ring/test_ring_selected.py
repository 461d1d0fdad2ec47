"""Rings of patterns that list keys: lists move with the rank's queries. The masks and softmax are written here."""

from __future__ import annotations

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
    "ranks=5, layout=striped, transport=allgather",
    "ranks=5",
)
BALANCED = "ranks=4, layout=balanced, transport=alltoall"


def fits(case: Case, ring: str) -> bool:
    """Whether ranks hold whole blocks of queries where lists are for such."""
    return "striped" not in ring or all(one.rows == 1 for one in case.lists.values())


PAIRS = [(name, ring) for name, case in CASES.items() for ring in RINGS if fits(case, ring)]


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


@pytest.mark.parametrize(("name", "ring"), [*PAIRS, ("documents", BALANCED)])
def test_ranks_give_the_meaning(name: str, ring: str, tmp_path: Path) -> None:
    hold(CASES[name], made(CASES[name], ring, tmp_path), (torch.int64, torch.int32)[len(ring) % 2])
