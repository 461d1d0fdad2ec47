"""Processor time of C++ modules in which every query lists its own keys, beside that of a window of as many keys.

    PYTHONPATH=. python benchmarks/listed_keys.py -n 4096 --keys 256 [--dtype bfloat16] [--forward]

One thread, 8 query heads of 2 key heads of 64; lists are drawn at random, for each key head or for all heads. Times of
lists include making them, once for both passes, as calls get picks of their own; with --same all get the same tensor,
whose lists are made before.
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


def lists_of(name: str, n: int, keys: int) -> dict[str, torch.Tensor]:
    """The lists of a pattern, if it has some: of each query, drawn without repetition but rarely."""
    if "keys" not in name:
        return {}
    heads, (blocks, count) = (1 if "all" in name else KV_HEADS), (n // 64, keys // 64) if "64" in name else (n, keys)
    return {"picks": torch.randint(blocks, (1, heads, n, count), dtype=torch.int32)}


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
    given = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    dtype, shape = getattr(torch, given.dtype), (given.n, HEAD_DIM)
    query = torch.randn(1, HEADS, *shape, dtype=dtype, requires_grad=True)
    key, value = (torch.randn(1, KV_HEADS, *shape, dtype=dtype, requires_grad=True) for _ in range(2))
    for name, body in BODIES.items():
        with tempfile.TemporaryDirectory() as folder:
            module = module_of(body.format(left=given.keys - 1), Path(folder))
        lists = lists_of(name, given.n, given.keys)

        def given_lists(lists: dict[str, torch.Tensor] = lists) -> dict[str, torch.Tensor]:
            return lists if given.same else {one: tensor.clone() for one, tensor in lists.items()}

        def forward(module: ModuleType = module, given_lists: Lists = given_lists) -> None:
            with torch.no_grad():
                module.attention(query, key, value, **given_lists())

        def both(module: ModuleType = module, given_lists: Lists = given_lists) -> None:
            module.attention(query, key, value, **given_lists()).sum().backward()

        taken = [least(one, given.times) for one in (forward, *(() if given.forward else (both,)))]
        print(f"{name:45}", *(f"{one:8.3f}" for one in taken), flush=True)


if __name__ == "__main__":
    main()
