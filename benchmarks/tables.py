"""How long it takes to find which blocks see which, and how many bytes the answer has, beside FlexAttention's mask.

    python benchmarks/tables.py

The pattern is a window of blocks, the first one and three at random (`benchmarks/patterns/scattered.pat`), 8 heads.
Each measurement has a process of its own, limited in memory. FlexAttention looks at every pair of positions; its
predicate reads the same blocks out of a table.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import torch
from built_modules import module_path
from loading import load
from torch import Tensor

HEADS, HEAD_DIM, BLOCK = 8, 64, 64
LENGTHS = (1 << 16, 1 << 18, 1 << 20)
LIMIT = 16 << 30
"""Bytes a process may take."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--one", nargs=2, metavar=("WHO", "N"), help="measure one in this process")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measured(arguments.one[0], int(arguments.one[1]))))
        return 0
    print("| n | who | time | bytes | of the tensors' bytes |\n|--:|---|--:|--:|--:|")
    figures = []
    for n in LENGTHS:
        for who in ("patternc", "create_block_mask"):
            figure = apart(who, n)
            figures.append(figure)
            print(row(figure), flush=True)
    if arguments.out is not None:
        arguments.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


def apart(who: str, n: int) -> dict[str, object]:
    """One measurement in a process of its own; what went wrong instead, if it did."""
    words = [sys.executable, __file__, "--one", who, str(n)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode == 0:
        found: dict[str, object] = json.loads(done.stdout)
        return found
    lines = done.stderr.strip().splitlines() or [f"ended with code {done.returncode}"]
    return {"n": n, "who": who, "failed": lines[-1][:160]}


def measured(who: str, n: int) -> dict[str, object]:
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    build = ours if who == "patternc" else flex
    seconds, size = build(n)
    tensors = 4 * HEADS * n * HEAD_DIM * 2  # query, key, value and out in 16 bits
    return {"n": n, "who": who, "seconds": seconds, "bytes": size, "share": size / tensors}


def ours(n: int) -> tuple[list[float], int]:
    """The generated file's own list, without its cache."""
    find = load(module_path("benchmarks", "scattered", "torch"))._pairs_1.__wrapped__
    arguments = range(HEADS), HEADS, range(n), range(n), n, torch.device("cpu")
    pairs, times = find(*arguments), []
    for _ in range(5):
        started = time.perf_counter()
        find(*arguments)
        times.append(time.perf_counter() - started)
    return times, sum(x.numel() * x.element_size() for x in (pairs.row, pairs.column, pairs.head, pairs.whole))


def flex(n: int) -> tuple[list[float], int]:
    """FlexAttention's block mask of the same blocks."""
    from torch.nn.attention.flex_attention import create_block_mask

    pairs = load(module_path("benchmarks", "scattered", "torch"))._pairs_1(
        range(HEADS), HEADS, range(n), range(n), n, torch.device("cpu")
    )
    table = torch.zeros(HEADS, n // BLOCK, n // BLOCK, dtype=torch.bool)
    table[pairs.head, pairs.row, pairs.column] = True

    def admitted(_b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return table[h, q // BLOCK, k // BLOCK]

    started = time.perf_counter()
    mask = create_block_mask(admitted, None, HEADS, n, n, device="cpu", BLOCK_SIZE=BLOCK)
    seconds = time.perf_counter() - started
    forward = mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices
    backward = mask.q_num_blocks, mask.q_indices, mask.full_q_num_blocks, mask.full_q_indices
    held = (*forward, *backward)
    return [seconds], sum(x.numel() * x.element_size() for x in held if x is not None)


def row(figure: dict[str, object]) -> str:
    if "failed" in figure:
        return f"| {figure['n']} | {figure['who']} | {figure['failed']} | | |"
    times, size, share = figure["seconds"], figure["bytes"], figure["share"]
    assert isinstance(times, list)
    assert isinstance(size, int)
    assert isinstance(share, float)
    return f"| {figure['n']} | {figure['who']} | {min(times) * 1e3:.1f} ms | {size / 1e6:.2f} MB | {share:.2%} |"


if __name__ == "__main__":
    sys.exit(main())
