"""What ranks of a ring exchange, how even their work is, and how long a plan takes: no rank runs, only plans.

python benchmarks/ring_plan.py
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import torch
from loading import load_text

from patternc.api import backend_named
from patternc.driver import analyse, modules
from patternc.source import Source
from patternc.targets import TARGETS

WIDTHS = (2048, 4096, 8192, 16384, 32768)
NESTED, PUBLISHED = (1, 2, 4, 8, 16), (1, 2, 4, 6, 12)  # dilations of five branches
FIVE_OF = 32768  # the sequence that the widths of the five branches are for
DOCUMENTS = "input offsets: offsets\n    attend causal & document(@offsets)"

CHOSEN = "attend blocks(64, topk(8) | window(1))"


def longnet(n: int, dilations: Sequence[int] = PUBLISHED) -> str:
    """Five branches of LongNet, their widths scaled to n positions."""
    widths = [w * n // FIVE_OF for w in WIDTHS]
    lines = [f"attend segment({w}, dilation={r}, offset=head)" for w, r in zip(widths, dilations, strict=True)]
    return "\n    ".join([*lines, "combine lse", "where causal"])


def text_of(body: str, ring: str) -> str:
    return f"pattern planned {{\n    {body}\n    {ring}\n}}\n"


def lines_of(body: str, ring: str) -> int:
    """The lines of the generated torch file."""
    return len(made(body, ring)[1].splitlines())


def made(body: str, ring: str) -> tuple[ModuleType, str]:
    """A generated module, and its text."""
    (file,) = modules(analyse(Source("planned.pat", text_of(body, ring)), {}), backend_named("torch"), TARGETS[0])
    return load_text(file.name, file.text), file.text


def received(module: ModuleType, n: int, **call: Any) -> list[int]:
    """The rows of keys that each rank receives."""
    return [module.plan(n, rank, **call).received for rank in range(module.RANKS)]


def load(module: ModuleType, n: int, counts: Sequence[int]) -> float:
    """The largest share of the work, relative to the mean, by the pairs that each position's query attends to."""
    sums = list(itertools.accumulate(counts, initial=0))
    shards = module.plan(n, 0).shards  # of striped rows those that are worked on
    work: list[int] = [sum(sums[part.stop] - sums[part.start] for part in parts) for parts in shards]
    return max(work) / (sum(work) / len(work))


def longnet_pairs(n: int, head: int, dilations: Sequence[int]) -> list[int]:
    """How many keys a query attends to, in five causal branches."""
    q = torch.arange(n)
    total = torch.zeros(n, dtype=torch.int64)
    for w, r in zip(WIDTHS, dilations, strict=True):
        place = q % (w * n // FIVE_OF)
        total += torch.where(place % r == head % r, place // r + 1, 0)
    return [int(one) for one in total]


def of_longnet() -> None:
    print("Five branches of LongNet, causal, 8 ranks: rows of keys received, as a share of a dense ring's")
    for dilations, n in itertools.product((NESTED, PUBLISHED), (4096, 65536)):
        for layout in ("contiguous", "zigzag", "striped"):
            module, _ = made(longnet(n, dilations), f"ring(ranks=8, layout={layout})")
            heads = dilations[-1]  # as many of each class
            rows = received(module, n, heads=heads)
            dense = (n - n // 8) * heads
            even = sum(load(module, n, longnet_pairs(n, head, dilations)) for head in range(heads)) / heads
            print(f"  r={dilations}  n={n:6} {layout:10} mean {sum(rows) / 8 / dense:6.1%}", end="")
            print(f"  most {max(rows) / dense:6.1%}  load of a head, max/mean {even:.2f}")


def of_window() -> None:
    module, _ = made("attend window(1023, 0)", "ring(ranks=8)")
    print(f"A window of 1024, 65536 positions, 8 ranks: rows received {received(module, 65536)}")


def of_documents() -> None:
    print("Packed documents, 65536 positions, 8 ranks: pairs of the busiest rank / mean, and rows received")
    n = 65536
    generator = torch.Generator().manual_seed(0)
    lengths = (torch.randn(4096, generator=generator) * 1.2 + 7).exp().long().clamp(16, n // 2)
    offsets = torch.cat([torch.zeros(1, dtype=torch.int64), lengths.cumsum(0)])
    offsets = torch.cat([offsets[offsets < n], torch.tensor([n])])
    q = torch.arange(n)
    counts = q - offsets[torch.searchsorted(offsets, q, right=True) - 1] + 1
    sums = torch.cat([torch.zeros(1, dtype=torch.int64), counts.cumsum(0)])
    for layout in ("contiguous", "zigzag", "balanced"):
        module, _ = made(DOCUMENTS, f"ring(ranks=8, layout={layout})")
        shards = module.plan(n, 0, offsets=offsets).shards
        work = [sum(int(sums[part.stop] - sums[part.start]) for part in parts) for parts in shards]
        rows = received(module, n, offsets=offsets)
        print(f"  {layout:10} {max(work) * 8 / sum(work):.3f}   most rows {max(rows)}, of {len(offsets) - 1} documents")


def of_chosen() -> None:
    print("`topk` of 8 blocks of 64 and a window of 1, 16384 positions, 8 heads on 2 key heads, 8 ranks: rows fetched")
    n, rows = 16384, {}
    module, _ = made(CHOSEN, "ring(ranks=8)")
    torch.manual_seed(0)
    for name, spread in (("independent rows", 0), ("a walk in 64 dimensions", 1)):
        query, key = torch.randn(1, 8, n, 64), torch.randn(1, 2, n, 64)
        if spread:  # rows near one another are alike, as those of texts are
            key = key.cumsum(2) / n**0.5
            query = key.repeat_interleave(4, 1) + 0.1 * query
        rows[name] = module.selection(query, key)
    for name, selection in rows.items():
        plans = [module.plan(n, rank, heads=8, kv_heads=2) for rank in range(8)]
        most = [plan.received for plan in plans]
        found = [fetched(module, plan, selection) for plan in plans]
        shares = [one / bound for one, bound in zip(found, most, strict=True)]
        print(f"  {name:24} of at most {max(most)}: {min(shares):6.1%} to {max(shares):6.1%} by rank")


def fetched(module: ModuleType, plan: Any, selection: torch.Tensor) -> int:
    """The rows of keys that a rank fetches for what its rows choose."""
    blocks = [module._places(module._blocks_of(parts, module._RING.block)) for parts in plan.shards]
    chosen = torch.zeros(plan.shape.kv_heads, selection.shape[2] + 1, dtype=torch.bool)
    own = selection[0, :, blocks[plan.rank]].reshape(plan.shape.kv_heads, -1) + 1
    chosen.scatter_(1, own.long(), value=True)
    rest = [rank for rank in range(module.RANKS) if rank != plan.rank]
    sent = (module._rows_chosen(plan, rank, plan.rank, chosen[:, 1 + blocks[rank]]) for rank in rest)
    return sum(rows.size for some in sent for rows in some)


def of_time() -> None:
    print(
        "Seconds of one core for the plan of rank P / 2 - 1 of P: all that comes and goes, 2 ** 20 positions, 8 heads"
    )
    n, sizes = 1 << 20, (2, 8, 64, 256, 1024)
    print(f"  {'ranks':34}" + "".join(f"{ranks:9}" for ranks in sizes))
    for name, body in (
        ("window", "attend window(4095, 0)"),
        ("causal", "attend causal"),
        ("longnet", longnet(n)),
        ("nested", longnet(n, NESTED)),
        ("strided", "attend (window(128, 0) | stride(128)) & causal"),
    ):
        for ring in LAYOUTS if name == "longnet" else LAYOUTS[:3]:
            print(
                f"  {name:8} {ring:25}" + "".join(f"{planned(body, ring, ranks, n):9.4f}" for ranks in sizes),
                flush=True,
            )


LAYOUTS = (
    "contiguous",
    "zigzag",
    "striped",
    "zigzag, alltoall",
    "zigzag, allgather",
    "zigzag, p2p, nodes",
    "ulysses, nodes",
)


def planned(body: str, words: str, ranks: int, n: int) -> float:
    """Seconds of this process for what a rank sends and receives, the least of three times."""
    layout, *more = words.replace("ulysses", "contiguous, ulysses").split(", ")
    nodes = max(1, ranks // 8) if "nodes" in more else 1
    transport = next((one for one in more if one != "nodes"), "auto")
    module, _ = made(body, f"ring(ranks={ranks}, layout={layout}, transport={transport}, nodes={nodes})")
    found = []
    for _ in range(3):
        for one in vars(module).values():
            getattr(one, "cache_clear", lambda: None)()
        begin = time.process_time()
        plan = module.plan(n, ranks // 2 - 1, heads=8)
        if module._transport(plan) == "ulysses":
            plan = module._of_heads(plan, plan.rank)
        for step in plan.steps:
            plan.incoming(step), plan.outgoing(step)
        found.append(time.process_time() - begin)
    return min(found)


def of_lines() -> None:
    for name, body in (
        ("window", "attend window(4095, 0)"),
        ("longnet", longnet(FIVE_OF)),
        ("packed", DOCUMENTS),
        ("chosen", CHOSEN),
    ):
        alone, ring = lines_of(body, ""), lines_of(body, "ring(ranks=8)")
        print(f"Lines of {name}: {alone}, with a ring {ring}: {ring - alone} more")


if __name__ == "__main__":
    of_longnet()
    of_window()
    of_documents()
    of_chosen()
    of_lines()
    of_time()
