"""The text of a ring's plan: the transport and why it was chosen, and the bytes that are then sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch
from rings import BATCH, BODIES, HEAD_DIM, HEADS, KV_HEADS, N, made
from simulated_ranks import Network, on_all_ranks

ITEMSIZE = 4
LOCAL = "attend segment(26)"
WIDE = "attend window(60, 0)"
RINGS = {
    "ring(ranks=4)": "p2p: ranks wait as long as for 6,944 bytes of keys; a rank needs 7,680 of others",
    "ring(ranks=2)": "p2p: ranks wait as long as for 5,852 bytes of keys, 5,852 under alltoall; a rank needs 6,656",
    "ring(ranks=4, layout=zigzag, transport=p2p)": "p2p: as `ring` says",
    "ring(ranks=5, transport=allgather)": "allgather: as `ring` says",
    "ring(ranks=4, layout=striped, transport=alltoall)": "alltoall: as `ring` says",
    "ring(ranks=2, layout=striped, transport=ulysses)": "ulysses: as `ring` says",
    "ring(ranks=4, layout=zigzag, transport=ulysses, nodes=2)": "ulysses: as `ring` says",
    "ring(ranks=6, layout=zigzag, transport=p2p, nodes=2)": "p2p: as `ring` says",
}


@pytest.mark.parametrize("name", ["window", "longnet"])
@pytest.mark.parametrize("ring", RINGS)
def test_the_bytes_of_a_description_travel(name: str, ring: str, tmp_path: Path) -> None:
    module, network = made(BODIES[name], ring, tmp_path), Network()

    def work(ranks: object) -> None:
        own = [torch.randn(BATCH, heads, N, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]
        module.ring_attention(*(module.shard(x, ranks) for x in own), ranks)

    on_all_ranks(module, work, network)
    for rank in range(module.RANKS):
        shown = module.plan(N, rank, heads=HEADS, kv_heads=KV_HEADS).describe(HEAD_DIM, ITEMSIZE)
        found = re.search(
            r"as many of values: ([\d,]+) bytes.*\n(?:  of these .*\n)?  receives ([\d,]+) bytes forward", shown
        )
        assert found is not None
        keys, total = (BATCH * int(one.replace(",", "")) for one in found.groups())
        received = {words: size for (own, words), size in network.received.items() if own == rank}
        assert keys == received.get("keys and values", 0)
        assert total == sum(size for words, size in received.items() if not words.startswith("agreement"))


@pytest.mark.parametrize("ring", RINGS)
def test_a_description_says_which_transport_and_why(ring: str, tmp_path: Path) -> None:
    module = made(WIDE, ring, tmp_path)
    heads = {"heads": HEADS, "kv_heads": KV_HEADS if "transport" in ring else 1}  # one that no ranks share out
    shown = module.plan(N, 1, **heads).describe(HEAD_DIM, ITEMSIZE)
    assert f"\n  transport {RINGS[ring]}" in shown


def test_no_transport_is_named_where_nothing_is_received(tmp_path: Path) -> None:
    shown = made(LOCAL, "ring(ranks=4)", tmp_path).plan(N, 1, heads=HEADS, kv_heads=KV_HEADS).describe()
    assert shown.splitlines()[1:] == [
        "  transport local: no rank needs a row of another",
        "  in all 0 rows of keys and as many of values: 0 bytes, 0.0% of a dense ring's",
        "  receives 0 bytes forward, with rows of 64 numbers of 2 bytes",
    ]


def test_keys_come_to_a_node_once_and_go_on_within_it(tmp_path: Path) -> None:
    """Rank 5 of 8 in 2 nodes gets the keys of rank 1 for its node, and passes them on."""
    module = made("attend window(80, 0)", "ring(ranks=8, nodes=2, transport=p2p)", tmp_path)
    assert module.plan(N, 5, heads=4, kv_heads=1).describe().splitlines()[1:] == [
        "  transport p2p: as `ring` says",
        "  receives from rank 4: 13 rows within 52..65",
        "  sends to rank 6: 13 rows",
        "  sends to rank 7: 13 rows",
        "  receives from rank 1 for its node: 13 rows within 13..26",
        "  receives from rank 4, of rank 0: 13 rows within 0..13",
        "  sends to rank 6, of rank 1: 13 rows",
        "  receives from rank 7, of rank 3: 13 rows within 39..52",
        "  sends to rank 7, of rank 1: 13 rows",
        "  receives from rank 6, of rank 2: 13 rows within 26..39",
        "  sends to rank 4, of rank 1: 13 rows",
        "  in all 65 rows of keys and as many of values: 16,640 bytes, 71.4% of a dense ring's",
        "  of these 13 rows, 3,328 bytes, come from other nodes",
        "  receives 16,640 bytes forward, with rows of 64 numbers of 2 bytes",
    ]


def test_heads_travel_within_nodes_and_keys_between_them(tmp_path: Path) -> None:
    """Rank 5 of 8 in 2 nodes has a quarter of the heads, and keys of rank 1, which has the same heads."""
    shown = made("attend causal", "ring(ranks=8, nodes=2)", tmp_path).plan(N, 5, heads=16, kv_heads=4).describe()
    waits = "150,086 bytes of keys, 514,571 under p2p"
    assert shown.splitlines()[1:] == [
        f"  transport ulysses: ranks wait as long as for {waits}; a rank needs 93,184 of others",
        "  within ranks 4..8: has 4 of 16 heads and 1 of 4 key heads of all 52 positions",
        "    receives 39 rows of each of these heads, of query, key and value, and sends out back",
        "  receives from rank 1: 52 rows within 0..52",
        "  in all 52 rows of keys and as many of values: 13,312 bytes, 14.3% of a dense ring's",
        "  receives 63,856 bytes forward, with rows of 64 numbers of 2 bytes",
    ]


@pytest.mark.parametrize(
    ("where", "named", "said"),
    [
        ((N, 4), {}, "rank is 4, must be 0 to 3"),
        ((N, -1), {}, "rank is -1, must be 0 to 3"),
        ((-1, 0), {}, "n is -1, must be 0 to"),
        ((1.5, 0), {}, "n is a float, must be an int"),
        ((N, "a"), {}, "rank is a str, must be an int"),
        ((N, 0), {"heads": 0}, "heads is 0, must be at least 1"),
        ((N, 0), {"heads": 4, "kv_heads": 3}, "kv_heads is 3, must be a divisor of heads, which is 4"),
        ((N, 0), {"heads": 4, "head_offset": 3, "num_heads": 5}, "head_offset is 3 and heads 4, must end by num_heads"),
    ],
)
def test_plans_of_no_ring_are_refused(where: tuple[Any, Any], named: dict[str, int], said: str, tmp_path: Path) -> None:
    module = made(LOCAL, "ring(ranks=4)", tmp_path)
    with pytest.raises((TypeError, ValueError), match=said):
        module.plan(*where, **named)
    with pytest.raises((TypeError, ValueError), match="itemsize is -2, must be 0 to"):
        module.plan(N, 0).describe(64, -2)
