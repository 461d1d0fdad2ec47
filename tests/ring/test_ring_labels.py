"""Labels of the rows that ranks have, against one device: they move with queries and with keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import reference_of
from rings import BATCH, HEAD_DIM, HEADS, KV_HEADS, N, answers, error, made, numbers
from simulated_ranks import on_all_ranks
from torch import Tensor

from patternc.diagnostics import Rejected

DRAWS = torch.Generator().manual_seed(3)
IDS = torch.randint(-2, 3, (BATCH, N), generator=DRAWS)
MARKS = torch.rand(N, generator=DRAWS) < 0.1
BODIES = {
    "ids": "input id: labels; attend when(@id[q] == @id[k]) & causal",
    "marks": "input set: labels; input id: labels; attend keys(@set) | queries(@set) | when(@id[k] < 0) & window(9)",
}
WHOLE = {"id": IDS, "set": MARKS}


@pytest.mark.parametrize(
    ("name", "ring"),
    [
        ("ids", "ring(ranks=1)"),
        ("ids", "ring(ranks=2, layout=striped, transport=ulysses)"),
        ("ids", "ring(ranks=3, layout=zigzag)"),
        ("ids", "ring(ranks=5, transport=allgather)"),
        ("marks", "ring(ranks=2, transport=alltoall)"),
        ("marks", "ring(ranks=4, layout=zigzag, nodes=2)"),
    ],
)
def test_ranks_give_the_answer_of_one_device(name: str, ring: str, tmp_path: Path) -> None:
    module = made(BODIES[name], ring, tmp_path)
    given = {one: labels for one, labels in WHOLE.items() if f"@{one}" in BODIES[name]}
    tensors = [numbers(BATCH, heads, N, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    flows = numbers(BATCH, HEADS, N, HEAD_DIM), numbers(BATCH, HEADS, N)

    def work(ranks: Any) -> list[Tensor]:
        own, here = ([module.shard(x, ranks) for x in some] for some in (tensors, flows))
        labels = {one: module.shard(x, ranks, -1) for one, x in given.items()}
        call = lambda *leaves, **held: module.ring_attention(*leaves, ranks, **held, return_lse=True)  # noqa: E731
        found = answers(call, own, labels, (here[0], here[1]))
        return [module.unshard(x, ranks) for x in found]

    reference = reference_of(module).reference
    wanted = answers(lambda *leaves, **held: reference(*leaves, **held, return_lse=True), tensors, given, flows)
    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6


def test_a_cache_that_ranks_share_has_labels_of_its_keys(tmp_path: Path) -> None:
    module = made(BODIES["ids"], "ring(ranks=3)", tmp_path)
    key, value = numbers(BATCH, KV_HEADS, N, HEAD_DIM), numbers(BATCH, KV_HEADS, N, HEAD_DIM)
    query, of_query = numbers(BATCH, HEADS, 2, HEAD_DIM), IDS[:, -2:]
    wanted = reference_of(module).reference(query, key, value, q_offset=N - 2, id=(of_query, IDS))
    parts = [(0, 30), (30, 30), (30, N)]  # one rank has nothing

    def work(ranks: Any) -> Tensor:
        first, end = parts[ranks.rank]
        own = (x[:, :, first:end] for x in (key, value))
        labels = of_query, IDS[:, first:end]
        found: Tensor = module.ring_decode(query, *own, ranks, q_offset=N - 2, k_offset=first, id=labels)
        return found

    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


@pytest.mark.parametrize(
    "mask", ["8, keys(@id)", "8, when(@id[q] == @id[k])", "8, !queries(@id) & window(1)", "1 x 8, keys(@id)"]
)
def test_labels_of_blocks_do_not_move(mask: str, tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="block of 8, and ranks of a ring share positions"):
        made(f"input id: labels; attend blocks({mask})", "ring(ranks=2)", tmp_path)
