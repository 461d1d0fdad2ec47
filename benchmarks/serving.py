"""Times and memory of sequences of unlike lengths on a CPU: in pages, packed, padded, and by PyTorch's attention.

    PYTHONPATH=. python benchmarks/serving.py [--sequences 64] [--queries 1] [--mask causal] [--dtype float32]

Sequences have 100 to 8,000 keys, 8 query heads of 2 key heads of 128. Each way runs in a process of its own, after its
results agree with float64. Memory is what a call adds to the peak of its process, its result included.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

import patternc

HEADS, KV_HEADS, DIM, PAGE = 8, 2, 128, 64
MOST = {"float32": 2e-6, "bfloat16": 1.5e-2}
WAYS = {
    "pages": "attention_with_kvcache, pages read in place",
    "packed": "attention_varlen, keys one behind the other",
    "padded": "attention with a tensor of positions, keys padded to the longest",
    "SDPA": "scaled_dot_product_attention, a sequence at a time",
    "SDPA, gathered": "the same, after its pages are gathered",
}


def exact(query: Tensor, key: Tensor, value: Tensor, window: int | None) -> Tensor:
    """Dense attention of the last queries of a sequence [tokens, H, D], in float64."""
    q, k, v = (x.double().transpose(0, 1) for x in (query, key, value))
    k, v = (x.repeat_interleave(HEADS // KV_HEADS, 0) for x in (k, v))
    scores = (q @ k.transpose(1, 2) * DIM**-0.5).masked_fill(~seen(len(query), len(key), window), -torch.inf)
    out: Tensor = scores.softmax(2) @ v
    return out.transpose(0, 1)


def seen(queries: int, keys: int, window: int | None) -> Tensor:
    """The keys that the last queries of a sequence attend to."""
    q, k = torch.arange(keys - queries, keys)[:, None], torch.arange(keys)
    return (k <= q) & (q - k < (window or keys))


def calls(
    way: str, lengths: list[int], queries: int, window: int | None, dtype: torch.dtype
) -> tuple[Callable[[], list[Tensor]], list[Tensor]]:
    """A call of all sequences, which gives the result of each [queries, H, D]; and what it must be."""
    torch.manual_seed(0)
    module = patternc.loads("causal" if window is None else f"window({window - 1}, 0)", backend="cpp")
    sequences = len(lengths)
    query = torch.randn(sequences, queries, HEADS, DIM, dtype=dtype)
    keys, values = ([torch.randn(n, KV_HEADS, DIM, dtype=dtype) for n in lengths] for _ in range(2))
    meant = [exact(*one, window) for one in zip(query, keys, values, strict=True)]
    if way == "packed":
        packed = torch.cat(keys), torch.cat(values)
        of_keys = torch.tensor([0, *lengths]).cumsum(0).int()
        of_queries = torch.arange(0, sequences * queries + 1, queries, dtype=torch.int32)
        flat = query.flatten(0, 1)
        return lambda: list(
            module.attention_varlen(flat, *packed, of_queries, of_keys).unflatten(0, (-1, queries))
        ), meant
    if way == "padded":
        longest = max(lengths)
        starts = torch.tensor(lengths, dtype=torch.int32) - queries

        def padded() -> list[Tensor]:
            both = [torch.zeros(sequences, longest, KV_HEADS, DIM, dtype=dtype) for _ in range(2)]
            for held, own in zip(both, (keys, values), strict=True):
                for entry, one in enumerate(own):
                    held[entry, : len(one)] = one
            tensors = (x.transpose(1, 2) for x in (query, *both))
            return list(module.attention(*tensors, q_offset=starts).transpose(1, 2))

        return padded, meant
    counts = [-(-n // PAGE) for n in lengths]
    shuffled = iter(torch.randperm(sum(counts), dtype=torch.int32))
    places = [torch.stack(list(itertools.islice(shuffled, count))) for count in counts]
    pages = [torch.zeros(sum(counts), PAGE, KV_HEADS, DIM, dtype=dtype) for _ in range(2)]
    for held, own in zip(pages, (keys, values), strict=True):
        for place, one in zip(places, own, strict=True):
            held.view(-1, KV_HEADS, DIM)[(place[:, None] * PAGE + torch.arange(PAGE)).flatten()[: len(one)].long()] = (
                one
            )
    if way == "pages":
        table = torch.nn.utils.rnn.pad_sequence(list(places), batch_first=True)
        seqlens = torch.tensor(lengths, dtype=torch.int32)
        given = {"cache_seqlens": seqlens, "block_table": table}
        return lambda: list(module.attention_with_kvcache(query, *pages, **given)), meant
    masks = [None if queries == 1 and window is None else seen(queries, n, window) for n in lengths]

    def one_by_one() -> list[Tensor]:
        found = []
        for entry, (mask, length) in enumerate(zip(masks, lengths, strict=True)):
            own = (keys[entry], values[entry])
            if way == "SDPA, gathered":
                rows = places[entry].long()
                own = tuple(x[rows].flatten(0, 1)[:length] for x in pages)  # type: ignore[assignment]
            q, k, v = (x.transpose(0, 1)[None] for x in (query[entry], *own))
            found.append(scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)[0].transpose(0, 1))
        return found

    return one_by_one, meant


def peak() -> float:
    """The peak of the process's memory, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(way: str, given: argparse.Namespace) -> dict[str, float]:
    """The median, least and most of some calls' times in ms, and what a call adds to the peak of memory."""
    generator = torch.Generator().manual_seed(1)
    lengths = torch.randint(100, 8001, (given.sequences,), generator=generator).tolist()
    lengths = [max(n, given.queries) for n in lengths]
    window = None if given.mask == "causal" else int(given.mask)
    call, meant = calls(way, lengths, given.queries, window, getattr(torch, given.dtype))
    found = torch.cat(call()).double()
    error = float((found - torch.cat(meant)).norm() / torch.cat(meant).norm())
    assert error < MOST[given.dtype], error
    del found, meant
    gc.collect()
    filler = torch.ones(max(0, int((peak() - _held()) * 2**20)) // 4)  # so that what calls add is above the peak
    before, times = peak(), []
    for _ in range(given.times):
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    del filler
    spread = {"median": statistics.median(times), "least": min(times), "most": max(times)}
    return {**spread, "memory": peak() - before, "error": error}


def _held() -> float:
    """The memory that the process holds, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sequences", type=int, default=64)
    parser.add_argument("--queries", type=int, default=1, help="of each sequence: a step, or a chunk")
    parser.add_argument("--mask", default="causal", help="causal, or the keys of a window")
    parser.add_argument("--dtype", default="float32", choices=MOST)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--way", choices=WAYS)
    given = parser.parse_args()
    if given.way:
        print(json.dumps(measured(given.way, given)))
        return
    print(
        f"{given.sequences} sequences of 100 to 8,000 keys, {given.queries} queries each, {given.mask}, {given.dtype}"
    )
    print("| way | ms | least to most | memory, MB | error |\n|---|--:|--:|--:|--:|")
    for way, words in WAYS.items():
        command = [sys.executable, __file__, *sys.argv[1:], "--way", way]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        one = json.loads(done.stdout.splitlines()[-1])
        span = f"{one['least']:.1f} to {one['most']:.1f}"
        print(f"| {words} | {one['median']:.1f} | {span} | {one['memory']:.0f} | {one['error']:.1e} |", flush=True)


if __name__ == "__main__":
    main()
