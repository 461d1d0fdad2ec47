"""The commonest patterns and decoding steps on this machine's CPU, beside FlexAttention and torch's own attention.

    python benchmarks/commonest.py                    whole sequences, forward
    python benchmarks/commonest.py --backward         forward and backward, beside torch's own
    python benchmarks/commonest.py --decode           one query a head at the end of a cache
    python benchmarks/commonest.py --busy 4           beside so many processes that never wait; --busy 0 beside none

All that compute one pattern are timed in one process, one call of each in turn, in an order that is drawn anew for
every turn, after some of our rows were compared with softmax in float64. `wall`: seconds of the clock, the median and
the least and the most; `cpu`: the least seconds of all threads together, which other programs disturb less.
`gathered`: torch's attention on copies of the keys that the queries attend to, made beforehand; `dense`: on all keys.
`patternc, torch` and `patternc, C++`: the modules of both backends.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention as sdpa

sys.path.insert(0, str(Path(__file__).resolve().parent / "harness"))

from cases import PATTERNS, Segments
from meaning import count

import patternc

Seen = Callable[[Tensor, Tensor, Tensor], Tensor]
"""(head, q, k) -> how often q attends to k."""
Call = Callable[[], object]
LONGNET = "segments [2K, 4K, 8K, 16K, 32K]\n dilations [1, 2, 4, 6, 12]\n offset head\n combine lse\n where causal"
MOST = 1e-5
"""How far (norm of the difference over norm of the truth) float32 rows may be from the meaning; 16 bits: 2e-2."""


@dataclass(frozen=True)
class Row:
    """A pattern as patternc reads it, and what it means, written apart."""

    text: str
    seen: Seen


def longnet(segments: Segments, heads: int) -> Seen:
    return lambda h, q, k: count(segments, heads, h, q, k)


WHOLE = {
    "window 256": Row("attend window(255, 0)", lambda _, q, k: (k <= q) & (k > q - 256)),
    "window 1024": Row("attend window(1023, 0)", lambda _, q, k: (k <= q) & (k > q - 1024)),
    "two-sided 128": Row("attend window(128, 128)", lambda _, q, k: (k <= q + 128) & (k >= q - 128)),
    "sinks + window 512": Row(
        "attend first(4) | window(511, 0)\n where causal", lambda _, q, k: (k <= q) & ((k < 4) | (k > q - 512))
    ),
    "causal segments of 512": Row("attend segment(512) & causal", lambda _, q, k: (k <= q) & (q // 512 == k // 512)),
    "causal segments of 2048": Row(
        "attend segment(2048) & causal", lambda _, q, k: (k <= q) & (q // 2048 == k // 2048)
    ),
    "prefix 1024, causal": Row("attend first(1024) | causal", lambda _, q, k: (k <= q) | (k < 1024)),
    "causal": Row("attend causal", lambda _, q, k: k <= q),
}
STEPS = {
    "sinks + window 4096": Row(
        "attend first(4) | window(4095, 0)\n where causal", lambda _, q, k: (k <= q) & ((k < 4) | (k > q - 4096))
    ),
    "causal": WHOLE["causal"],
    "longnet of five branches": Row(LONGNET, longnet(PATTERNS["longnet_five"], 8)),
}
RANDOM = "attend blocks(64, random(density=0.1))"
"""Its blocks are read off the generated reference, as a table that is made beforehand."""


@cache
def random_blocks(heads: int, n: int) -> Tensor:
    """Which blocks of 64 attend to which: [H, n / 64, n / 64]."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "row.pat"
        path.write_text(f"pattern row {{\n {RANDOM}\n}}\n", encoding="utf-8")
        text = next(file.text for file in patternc.compile(path) if file.name == "row_reference.py")
    reference = ModuleType("row_reference")
    exec(text, reference.__dict__)
    return torch.stack([reference.mask(head, heads, n)[::64, ::64] for head in range(heads)])


def shared(heads: int, n: int) -> dict[str, Row]:
    """The rows that are timed beside busy processes."""
    return {
        "longnet of five branches": Row(LONGNET, longnet(PATTERNS["longnet_five"], heads)),
        "window 256": WHOLE["window 256"],
        "window 1024": WHOLE["window 1024"],
        "causal": WHOLE["causal"],
        "random blocks, density 0.1": Row(RANDOM, lambda h, q, k: random_blocks(heads, n)[h, q // 64, k // 64]),
    }


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Beside so many processes that never wait."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decode", action="store_true")
    parser.add_argument("--backward", action="store_true")
    parser.add_argument("--busy", type=int, metavar="N", help="beside so many processes that never wait")
    parser.add_argument("--only", nargs="+", help="rows by name")
    parser.add_argument("--heads", type=int, default=4, help="of whole sequences")
    parser.add_argument("--length", type=int, default=8192, help="of whole sequences")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--seconds", type=float, default=10.0, help="of turns for each pattern")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    arguments = parser.parse_args()
    if torch.get_num_threads() != arguments.threads:  # to set any number makes MKL's small products a fifth slower
        torch.set_num_threads(arguments.threads)
    print("| pattern | who | wall, median (ms) | wall, least | wall, most | cpu, least |\n|---|---|--:|--:|--:|--:|")
    whole = WHOLE if arguments.busy is None else shared(arguments.heads, arguments.length)
    shape = 1, arguments.heads, arguments.length, 64
    rows = STEPS if arguments.decode else whole
    for name, row in rows.items():
        if arguments.only is None or name in arguments.only:
            tensors = drawn(arguments.decode, shape, getattr(torch, arguments.dtype))
            found = calls(row, tensors, arguments.backward, arguments.busy is None)
            with busy(arguments.busy or 0):
                for who, wall, cpu in in_turn(found, arguments.seconds):
                    times = median(wall), min(wall), max(wall), min(cpu)
                    print(f"| {name} | {who} | {' | '.join(f'{1e3 * seconds:.2f}' for seconds in times)} |", flush=True)
    return 0


def drawn(decode: bool, shape: tuple[int, ...], dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor]:
    """query, key, value: B=4, H=8, Hkv=2, D=64 and a cache of 32768, or whole sequences of a shape."""
    generator = torch.Generator().manual_seed(0)
    shapes = ((4, 8, 1, 64), (4, 2, 32768, 64), (4, 2, 32768, 64)) if decode else (shape,) * 3
    query, key, value = (torch.randn(shape, generator=generator).to(dtype) for shape in shapes)
    return query, key, value


def calls(row: Row, tensors: tuple[Tensor, Tensor, Tensor], backward: bool, peers: bool) -> dict[str, Call]:
    """What is timed of a pattern."""
    query, key, value = tensors
    first = key.shape[2] - query.shape[2]
    modules = {"patternc, torch": loaded(row), "patternc, C++": loaded(row, backend="cpp")}
    whole: dict[str, Callable[..., Tensor]] = {
        who: partial(module.attention, q_offset=first) for who, module in modules.items()
    }
    for ours in whole.values():
        compare(row, tensors, ours(*tensors), first)
    if backward:
        return {who: trained(attention, tensors) for who, attention in {**whole, "sdpa, dense": sdpa}.items()}
    found: dict[str, Call] = {who: partial(attention, *tensors) for who, attention in whole.items()}
    if first > 0:
        found["sdpa, gathered"] = gathered(row, query, key, value)
        found["sdpa, dense"] = partial(sdpa, query, key, value, enable_gqa=True)
        return found
    others: dict[str, Call] = {"flex_attention": flex(row, tensors)} if peers else {}
    return {**found, **others, "sdpa, dense": partial(sdpa, *tensors)}


def loaded(row: Row, name: str = "row", backend: str = "torch") -> ModuleType:
    """The module of a pattern of this name."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "row.pat"
        path.write_text(f"pattern {name} {{\n {row.text}\n}}\n", encoding="utf-8")
        return patternc.load(path, backend=backend)


def trained(attention: Callable[..., Tensor], tensors: tuple[Tensor, ...]) -> Call:
    """Forward and backward."""
    leaves = [x.detach().requires_grad_() for x in tensors]
    return lambda: torch.autograd.grad(attention(*leaves), leaves, tensors[0])


def counts(row: Row, heads: int, q: Tensor, keys: int) -> Tensor:
    """How often rows at positions q attend to each key: [H, rows, keys]."""
    head, k = torch.arange(heads)[:, None, None], torch.arange(keys)
    return (row.seen(head, q[:, None], k) * torch.ones_like(head + k)).double()


def compare(row: Row, tensors: tuple[Tensor, Tensor, Tensor], out: Tensor, first: int) -> None:
    """Stop where some rows of an output differ from the meaning."""
    query, key, value = tensors
    places = torch.linspace(0, query.shape[2] - 1, min(query.shape[2], 64)).long()
    group = query.shape[1] // key.shape[1]
    k, v = (x.double().repeat_interleave(group, 1) for x in (key, value))
    bias = counts(row, query.shape[1], places + first, key.shape[2]).log()
    scores = query[:, :, places].double() @ k.transpose(2, 3) * query.shape[3] ** -0.5 + bias
    truth = scores.softmax(-1) @ v
    error = float((out[:, :, places] - truth).norm() / truth.norm())
    if error > (MOST if query.dtype == torch.float32 else 2e-2):
        raise SystemExit(f"{row.text!r} differs from the meaning by {error:.1e}")


def gathered(row: Row, query: Tensor, key: Tensor, value: Tensor) -> Call:
    """The keys that some row attends to, with the log of how often; of each head where heads differ."""
    times = counts(row, query.shape[1], torch.tensor([key.shape[2] - 1]), key.shape[2])[:, 0]
    if bool((times == times[0]).all()):
        places = times[0].nonzero().squeeze(1)
        k, v = (x.index_select(2, places) for x in (key, value))
        return partial(sdpa, query, k, v, enable_gqa=True)
    most = int((times > 0).sum(1).max())
    often, places = times.topk(most, 1)
    group = query.shape[1] // key.shape[1]
    taken = places[None, :, :, None].expand(len(key), -1, -1, key.shape[3])
    k, v = (x.repeat_interleave(group, 1).gather(2, taken) for x in (key, value))
    return partial(sdpa, query, k, v, attn_mask=often.log()[None, :, None].to(query.dtype))


def flex(row: Row, tensors: tuple[Tensor, ...]) -> Call:
    """FlexAttention, compiled."""
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    def admitted(_b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return row.seen(h, q, k)

    n = tensors[0].shape[2]
    mask = create_block_mask(admitted, None, None, n, n, device="cpu")
    torch.compiler.reset()
    return partial(torch.compile(flex_attention, dynamic=False), *tensors, block_mask=mask)


def in_turn(found: dict[str, Call], seconds: float) -> list[tuple[str, list[float], list[float]]]:
    """(who, seconds of the clock, seconds of processors) of each, one call of each in turn, at least three times.

    The order is drawn for every turn: what ran before has emptied the caches, or not.
    """
    times: dict[str, list[tuple[float, float]]] = {who: [] for who in found}
    order = Random(0)
    for call in found.values():
        call()
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends or len(times["patternc, torch"]) < 3:
        for who, call in order.sample(list(found.items()), len(found)):
            call()  # what ran in between has emptied the caches
            started = time.perf_counter(), time.process_time()
            call()
            times[who].append((time.perf_counter() - started[0], time.process_time() - started[1]))
    return [(who, [wall for wall, _ in both], [cpu for _, cpu in both]) for who, both in times.items()]


if __name__ == "__main__":
    sys.exit(main())
