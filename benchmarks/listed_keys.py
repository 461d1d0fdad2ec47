"""Processor time of C++ modules in which every query lists its own keys, beside that of a window of as many keys.

    PYTHONPATH=. python benchmarks/listed_keys.py -n 4096 --keys 256 [--dtype bfloat16] [--forward] [--near] [--flex]

One thread, 8 query heads of 2 key heads of 64; lists are drawn at random, for each key head or for all heads; with
--near out of twice as many keys as they hold, those before the query. Times of lists include making them, once for both
passes, as calls get picks of their own; with --same all get the same tensor, whose lists are made before. --flex: and
that of FlexAttention's forward pass with the list for all heads as a mask, and of making its block mask; it needs n * n
bytes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

import patternc

Lists: TypeAlias = Callable[[], dict[str, torch.Tensor]]

HEADS, KV_HEADS, HEAD_DIM = 8, 2, 64
BODIES = {
    "window": "attend window({left}, 0)",
    "keys, a list for all heads": "input picks: selection(shared)\nattend selected(@picks)",
    "keys, a list for each key head": "input picks: selection(kv_heads)\nattend selected(@picks)",
    "blocks of 64 keys, a list for each key head": "input picks: selection(kv_heads)\n"
    "attend blocks(1 x 64, selected(@picks))",
}


def module_of(body: str, folder: Path) -> ModuleType:
    path = folder / "listed.pat"
    path.write_text(f"pattern listed {{\n{body}\n}}\n")
    return patternc.load(path, backend="cpp")


def lists_of(name: str, n: int, keys: int, near: bool) -> dict[str, torch.Tensor]:
    """The lists of a pattern, if it has some: of each query, each block once. `near`: of twice as many, before it."""
    if "keys" not in name:
        return {}
    heads, size = 1 if "all" in name else KV_HEADS, 64 if "64" in name else 1
    blocks, count = n // size, keys // size
    if not near:
        return {"picks": torch.stack([drawn(blocks, count) for _ in range(heads * n)]).view(1, heads, n, count)}
    first = (torch.arange(n) // size + 1 - 2 * count).clamp(0, blocks - 2 * count).unsqueeze(1)
    within = torch.stack([drawn(2 * count, count) for _ in range(heads * n)]).view(1, heads, n, count)
    return {"picks": (within + first).int()}


def drawn(most: int, count: int) -> torch.Tensor:
    """Some of the numbers below `most`, each once."""
    return torch.randperm(most, dtype=torch.int32)[:count].clone()  # which keeps no others


def flex(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, picks: torch.Tensor, times: int
) -> tuple[float, float]:
    """The processor times of FlexAttention's forward pass, and of its block mask."""
    n = query.shape[2]
    seen = torch.zeros(n, n, dtype=torch.bool).scatter_(1, picks[0, 0].long(), True)

    def mask(_b: torch.Tensor, _h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
        return seen[q, k]

    before = time.process_time()
    blocks = create_block_mask(mask, None, None, n, n, device="cpu")
    made = time.process_time() - before
    compiled = torch.compile(flex_attention)
    query, key, value = query.detach(), key.detach(), value.detach()  # on a CPU it takes no gradients
    return least(lambda: compiled(query, key, value, block_mask=blocks, enable_gqa=True), times), made


def least(call: Callable[[], object], times: int) -> float:
    """The least processor time of some calls, in seconds, after one that compiles."""
    call()
    found = []
    for _ in range(times):
        before = time.process_time()
        call()
        found.append(time.process_time() - before)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=4096)
    parser.add_argument("--keys", type=int, default=256)
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--forward", action="store_true", help="the forward pass alone")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--same", action="store_true", help="the same picks in every call")
    parser.add_argument("--near", action="store_true", help="lists of keys before the query")
    parser.add_argument("--flex", action="store_true", help="FlexAttention too")
    given = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    dtype, shape = getattr(torch, given.dtype), (given.n, HEAD_DIM)
    query = torch.randn(1, HEADS, *shape, dtype=dtype, requires_grad=True)
    key, value = (torch.randn(1, KV_HEADS, *shape, dtype=dtype, requires_grad=True) for _ in range(2))
    for name, body in BODIES.items():
        with tempfile.TemporaryDirectory() as folder:
            module = module_of(body.format(left=given.keys - 1), Path(folder))
        lists = lists_of(name, given.n, given.keys, given.near)

        def given_lists(lists: dict[str, torch.Tensor] = lists) -> dict[str, torch.Tensor]:
            return lists if given.same else {one: tensor.clone() for one, tensor in lists.items()}

        def forward(module: ModuleType = module, given_lists: Lists = given_lists) -> None:
            with torch.no_grad():
                module.attention(query, key, value, **given_lists())

        def both(module: ModuleType = module, given_lists: Lists = given_lists) -> None:
            module.attention(query, key, value, **given_lists()).sum().backward()

        taken = [least(one, given.times) for one in (forward, *(() if given.forward else (both,)))]
        print(f"{name:45}", *(f"{one:8.3f}" for one in taken), flush=True)
        if given.flex and "all" in name:
            forward_, made = flex(query, key, value, lists["picks"], given.times)
            print(f"{'FlexAttention, the same mask':45} {forward_:8.3f}, its block mask {made:.3f}", flush=True)


if __name__ == "__main__":
    main()
