"""What is checked of the modules of `tests/patterns/*.pat` on a GPU, in order of value, and the process that checks.

Each check calls a module and compares out and all gradients with the dense float64 reference beside it, or says whether
a result repeats, whether a CUDA graph, `torch.compile` or a ring of one rank changes it, whether new lengths compile
kernels anew.
`gpu_check.py` hands groups of checks to processes of this file; each answers a line of JSON for every check.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import cache
from itertools import groupby
from math import prod
from pathlib import Path
from types import ModuleType

import built_modules
import gpu_older
import gpu_rings
import torch
from built_modules import module_path
from loading import load
from torch import Tensor

TOLERANCE = {"float32": 4e-6, "float16": 2e-3, "bfloat16": 1.5e-2}
"""The largest norm of a difference over the norm of the truth. Scores of hundreds (alibi) cost fp32 some digits."""
NAMES = "out", "grad_query", "grad_key", "grad_value"
FIRST = (
    "longnet",
    "sliding_window",
    "longnet_official",
    "packed",
    "block_sparse",
    "streaming",
    "branch_sum",
    "mixed_heads",
)
"""The modules whose checks come first: together they hold every kind of kernel."""

RINGS = ("ring_longnet",)
"""The modules with a ring."""

TIERS = 7
"""How many there are."""

BACKEND = os.environ.get("PATTERNC_GPU_BACKEND", "triton")
"""Whose modules are checked: `triton` or `cuda`."""

OLDER = int(os.environ.get("PATTERNC_GPU_AS", "0"))
"""Of CUDA modules: the architecture whose tiles and products run on a newer GPU, 61, 70 or 75; 0: the GPU's own."""

INTERPRETED = os.environ.get("TRITON_INTERPRET" if BACKEND == "triton" else "PATTERNC_EMULATE") == "1"
DEVICE = "cpu" if INTERPRETED else "cuda"


@dataclass(frozen=True, slots=True)
class Call:
    """Queries at `q_offset...` and keys at `k_offset...` of a sequence of `seq_len` positions.

    Its heads are those of a model of `num_heads` from `head_offset` on; None: the model has no later ones.
    """

    name: str
    heads: int
    kv_heads: int
    head_dim: int
    queries: int
    keys: int
    q_offset: int
    k_offset: int
    seq_len: int
    head_offset: int = 0
    num_heads: int | None = None


class Kind(Enum):
    """What a check asks."""

    MEANING = "meaning"
    REPEATS = "repeats"
    GRAPH = "graph"
    COMPILED = "compiled"
    LENGTHS = "new lengths"
    RING = "ring of one rank"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the result. `tier`: checks of lower tiers come first."""

    tier: int
    module: str
    kind: Kind
    call: Call
    dtype: str

    @property
    def name(self) -> str:
        """What selects it, and what it is called in results."""
        kind = "" if self.kind is Kind.MEANING else f" {self.kind.value}"
        return f"{self.module} {self.call.name} D={self.call.head_dim} {self.dtype}{kind}"


# Keys that begin late in a sequence: no descriptor may begin where position 0 would be.
LATER = Call("later keys", 8, 8, 128, 500, 1500, 7900, 7000, 20000)
WHOLE, WIDE, CHUNK, DECODE = (
    Call("whole", 8, 4, 64, 2500, 2500, 0, 0, 2500),
    Call("whole", 8, 8, 128, 1100, 1100, 0, 0, 1100),
    Call("chunk", 8, 4, 64, 333, 9000, 8667, 0, 9000),
    Call("decode", 8, 2, 64, 1, 9000, 8999, 0, 9000),
)
MORE = (
    Call("whole", 8, 2, 96, 700, 700, 0, 0, 700),
    Call("whole", 8, 2, 80, 300, 300, 0, 0, 300),
    Call("whole", 8, 4, 256, 600, 600, 0, 0, 600),
    Call("later keys", 8, 8, 64, 500, 1500, 7900, 7000, 20000),
    Call("some heads", 4, 2, 64, 1300, 1300, 0, 0, 1300, head_offset=3, num_heads=8),
)


def short(call: Call) -> Call:
    """The call at a length that Triton's interpreter takes."""
    width = 16 if call.head_dim == 64 else call.head_dim
    match call.name:
        case "chunk":
            return replace(call, head_dim=width, queries=33, keys=100, q_offset=67, seq_len=100)
        case "decode":
            return replace(call, head_dim=width, keys=100, q_offset=99, seq_len=100)
        case "later keys":
            return replace(call, head_dim=width, queries=50, keys=150, q_offset=8160, k_offset=8080)
        case _:
            n = {16: 150, 80: 30, 96: 35, 128: 40, 256: 20}[width]
            return replace(call, head_dim=width, queries=n, keys=n, seq_len=n)


def checks() -> tuple[Check, ...]:
    """All of them, most valuable first."""
    names = sorted(
        built_modules.names("tests"),
        key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name),
    )
    found = sorted((check for name in names for check in _checks(name)), key=lambda check: check.tier)
    return tuple(replace(check, call=short(check.call)) if INTERPRETED else check for check in found)


def _checks(module: str) -> Iterator[Check]:
    meaning, half = Kind.MEANING, "bfloat16"
    yield Check(0, module, meaning, LATER, half)
    for call in (WHOLE, WIDE, CHUNK, DECODE):
        yield Check(1, module, meaning, call, half)
    for dtype in ("float32", "float16"):
        for call in (WHOLE, CHUNK, DECODE):
            yield Check(2, module, meaning, call, dtype)
    for call in MORE:
        yield Check(3, module, meaning, call, half)
    if module in RINGS:
        yield Check(3, module, Kind.RING, WHOLE, half)
    yield Check(4, module, Kind.REPEATS, WHOLE, half)
    yield Check(4, module, Kind.GRAPH, DECODE, half)
    yield Check(5, module, Kind.COMPILED, MORE[0], half)
    if BACKEND == "triton":  # whose kernels a new length could compile anew
        yield Check(5, module, Kind.LENGTHS, WHOLE, half)
    for dtype in ("float32", "float16"):
        for call in (LATER, WIDE, *MORE):
            yield Check(6, module, meaning, call, dtype)


def groups(found: tuple[Check, ...]) -> tuple[tuple[Check, ...], ...]:
    """Runs of checks that share kernels, so that one process compiles each kernel once and the next ones find it."""
    alike = groupby(found, lambda check: (check.tier, check.module, check.dtype, check.call.head_dim))
    return tuple(tuple(group) for _, group in alike)


# ---- in a process of its own -----------------------------------------------------------------------------------------


class RefusedError(Exception):
    """The module refuses the call by a rule of its pattern; the message says which."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a check.

    `status`: ok, wrong (outside of the tolerance, not finite, or not what it must equal), failed (an exception),
    refused (by a rule of the pattern), or launched (nothing was compared: no GPU). `errors`: relative, by tensor.
    """

    check: str
    status: str
    message: str
    errors: dict[str, float]
    seconds: float


@cache
def module(name: str) -> ModuleType:
    """The module of that name, loaded once."""
    found = load(module_path("tests", name, BACKEND))
    if OLDER:
        gpu_older.choose(found, OLDER)
    return found


@cache
def reference(name: str) -> ModuleType:
    """What the module means, and the random tensors that it is checked with."""
    found = load(module_path("tests", name, "reference"))
    if hasattr(found, "_choose"):  # block after block, which takes minutes; a check takes what the module chooses
        vars(found)["_choose"] = lambda *_: None
    return found


def fitted(checked: ModuleType, call: Call) -> Call:
    """The call, moved to where a module takes it.

    A grid has one length, a table a most, `topk` wants whole blocks, and a pattern may require multiples.
    """
    grid, topk = re.search(r"grid (\d+(?: x \d+)*)", checked.SPEC), re.search(r"blocks\((\d+), topk", checked.SPEC)
    if grid is not None or 'table("' in checked.SPEC:
        n = prod(map(int, grid[1].split(" x "))) if grid is not None else min(call.seq_len, 1280)
        queries, keys = min(call.queries, n), n if grid is not None else min(call.keys, n)
        call = replace(call, queries=queries, keys=keys, q_offset=n - queries, k_offset=0, seq_len=n)
    multiple = re.search(r"require n % (\d+) == 0", checked.SPEC)
    if multiple is not None:
        n = max(1, call.seq_len // int(multiple[1])) * int(multiple[1])
        queries, first = min(call.queries, n), min(call.q_offset, n - min(call.queries, n))
        queries = n if call.queries == call.seq_len else queries
        keys = n - call.k_offset if call.k_offset + call.keys == call.seq_len else call.keys
        call = replace(call, queries=queries, keys=keys, q_offset=first, seq_len=n)
    if topk is not None:
        block = int(topk[1])
        first, k_first = call.q_offset // block * block, call.k_offset // block * block
        stop = min(call.seq_len, -(-(call.q_offset + call.queries) // block) * block)
        k_stop = min(call.seq_len, -(-(call.k_offset + call.keys) // block) * block)
        call = replace(call, queries=stop - first, keys=k_stop - k_first, q_offset=first, k_offset=k_first)
    return call


Answer = dict[str, Tensor]
"""out and gradients, by name."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A check with its arguments: those that gradients reach, the others, and the gradient of out."""

    checked: ModuleType
    meant: ModuleType
    call: Call
    leaves: dict[str, Tensor]
    others: dict[str, Tensor | float]
    flow: Tensor

    def run(self, function: Callable[..., Tensor]) -> Answer:
        """What a function gives."""
        answer: Answer = self.meant._answer(function, self.leaves, self.others, {"out": self.flow})
        return answer

    def out(self, function: Callable[..., Tensor], position: int | Tensor) -> Tensor:
        """What a function gives for queries from a position on, without gradients."""
        return function(**self.leaves, **{**self.others, "q_offset": position})


def prepared(check: Check) -> Prepared:
    """Draw what a check's call takes.

    Raises:
        RefusedError: a `require` statement of the pattern forbids the call.
    """
    checked, meant = module(check.module), reference(check.module)
    call = fitted(checked, check.call)
    num_heads = call.num_heads or call.head_offset + call.heads
    drawn = meant.Call(batch=2, value_dim=call.head_dim, **{**asdict(call), "num_heads": num_heads})
    generator = torch.Generator().manual_seed(call.queries)
    leaves, others, flows = meant._draw(drawn, generator, torch.device(DEVICE), getattr(torch, check.dtype))
    if "selection" in others:
        taken = inspect.signature(checked.selection).parameters
        read = {name: value for name, value in others.items() if name in taken}
        others["selection"] = checked.selection(leaves["query"], leaves["key"], **read)
    try:
        checked.attention(**leaves, **others)
    except ValueError as error:
        if "requires" not in str(error):
            raise
        raise RefusedError(str(error)) from None
    return Prepared(checked, meant, call, leaves, others, flows["out"])


def compare(check: Check, answer: Answer, truth: Answer) -> tuple[dict[str, float], str]:
    """Relative errors by tensor, and what is wrong; nothing, if all is well."""
    errors, wrong = {}, []
    for name, found in answer.items():
        if not found.isfinite().all():
            wrong.append(f"{name} is not finite")
            continue
        # Gradients of scores, whose rows add up to 0, cancel in those of biases: they are as long as those of queries.
        biases = name not in NAMES and truth[name].dim() > 1
        length = max(float(truth[one].double().norm()) for one in (name, *(("grad_query",) if biases else ())))
        errors[name] = float((found.double() - truth[name].double()).norm()) / max(length, 1e-30)
        if not errors[name] < TOLERANCE[check.dtype]:
            wrong.append(f"{name} is {errors[name]:.1e} off")
    return errors, ", ".join(wrong)


def same_bits(first: Answer, second: Answer) -> bool:
    """Whether two answers are the same to the bit, but for gradients of tables, which are summed in any order."""
    return all(torch.equal(first[name], second[name]) for name in NAMES)


def meaning(check: Check, compares: bool) -> tuple[dict[str, float], str]:
    """Out and gradients against the float64 reference."""
    one = prepared(check)
    answer = one.run(one.checked.attention)
    return compare(check, answer, one.run(one.meant.reference)) if compares else ({}, "")


def repeats(check: Check, compares: bool) -> tuple[dict[str, float], str]:
    """Each number is summed in one order."""
    one = prepared(check)
    same = same_bits(*(one.run(one.checked.attention) for _ in range(2)))
    return {}, "" if same or not compares else "a second call gives other bits"


def compiled(check: Check, compares: bool) -> tuple[dict[str, float], str]:
    """`torch.compile(fullgraph=True)` changes nothing."""
    one = prepared(check)
    plain = one.run(one.checked.attention)
    if not compares:
        return {}, ""
    backend = "aot_eager" if INTERPRETED else "inductor"
    found = one.run(torch.compile(one.checked.attention, fullgraph=True, backend=backend))
    return {}, "" if same_bits(plain, found) else "a compiled call gives other bits"


def graph(check: Check, compares: bool) -> tuple[dict[str, float], str]:
    """A CUDA graph of one decoding step serves every position, read from a tensor."""
    if INTERPRETED:
        raise RefusedError("the interpreter has no CUDA graphs")
    if "Tensor" not in str(module(check.module).attention.__annotations__["q_offset"]):
        raise RefusedError("q_offset takes no tensor here")
    one = prepared(check)
    position = torch.tensor([one.call.q_offset], dtype=torch.int32, device=DEVICE)
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    stream.wait_stream(torch.cuda.current_stream())
    with torch.no_grad(), torch.cuda.stream(stream):
        one.out(one.checked.attention, position)
    torch.cuda.current_stream().wait_stream(stream)
    recorded = torch.cuda.CUDAGraph()
    with torch.no_grad(), torch.cuda.graph(recorded):
        out = one.out(one.checked.attention, position)
    errors: dict[str, float] = {}
    wrong = ""
    for at in (one.call.q_offset, one.call.q_offset // 2, 0):
        position.fill_(at)
        recorded.replay()
        if compares and not wrong:
            found, wrong = compare(check, {"out": out}, {"out": one.out(one.meant.reference, at)})
            errors |= {f"{name} at {at}": error for name, error in found.items()}
    return errors, wrong


def lengths(check: Check, compares: bool) -> tuple[dict[str, float], str]:
    """Kernels know neither length nor place among heads: after one, others compile nothing.

    Triton writes every kernel it compiles to its cache, which is empty here.
    """
    del compares  # nothing is compared anywhere
    if INTERPRETED:
        raise RefusedError("the interpreter compiles nothing")
    shared = os.environ.get("TRITON_CACHE_DIR")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRITON_CACHE_DIR"] = folder
        module.cache_clear()  # a module keeps the kernels that it has loaded
        try:
            kernels: list[set[Path]] = []
            for head_offset, n in enumerate((2003, 1536, 1552, 1601)):
                call = replace(check.call, queries=n, keys=n, seq_len=n, head_offset=head_offset)
                one = prepared(replace(check, call=call))
                one.run(one.checked.attention)
                kernels.append(set(Path(folder).rglob("*.cubin")))
        finally:
            module.cache_clear()
            os.environ.pop("TRITON_CACHE_DIR")
            os.environ |= {"TRITON_CACHE_DIR": shared} if shared is not None else {}
    if not kernels[0]:
        return {}, "no kernel was compiled: the cache was not empty"
    return {}, f"other lengths compiled {len(kernels[-1] - kernels[0])} kernels anew" if kernels[-1] != kernels[
        0
    ] else ""


def ring(check: Check, compares: bool) -> tuple[dict[str, float], str]:
    """A ring of one rank means what the pattern does, and a process group of size 1 changes nothing."""
    one = prepared(check)
    single = gpu_rings.single(module_path("tests", check.module, BACKEND))
    answer = one.run(gpu_rings.attention(single, gpu_rings.alone(single)))
    if not compares:
        return {}, ""
    errors, wrong = compare(check, answer, one.run(one.meant.reference))
    group = gpu_rings.grouped("gloo" if INTERPRETED else "cpu:gloo,cuda:nccl")
    found = one.run(gpu_rings.attention(single, group))
    return errors, wrong or ("" if same_bits(answer, found) else "a process group gives other bits")


ASK = {
    Kind.MEANING: meaning,
    Kind.REPEATS: repeats,
    Kind.COMPILED: compiled,
    Kind.GRAPH: graph,
    Kind.LENGTHS: lengths,
    Kind.RING: ring,
}


def result(check: Check, compares: bool) -> Result:
    """Do a check. `compares`: kernels run, so results mean something."""
    start = time.monotonic()
    errors: dict[str, float] = {}
    try:
        errors, message = ASK[check.kind](check, compares)
        status = "wrong" if message else "ok" if compares or check.kind is Kind.LENGTHS else "launched"
    except RefusedError as refusal:
        status, message = "refused", str(refusal)
    except Exception as error:  # whatever it is, it is this check's result
        traceback.print_exc()
        lines = str(error).strip().splitlines() or [""]
        status, message = "failed", f"{type(error).__name__}: {lines[0][:300]}"
    return Result(check.name, status, message, errors, round(time.monotonic() - start, 2))


def main() -> None:
    """Answer each line of standard input, the number of a check, by a line of JSON."""
    compares = "--rehearse" not in sys.argv
    found = checks()
    for line in sys.stdin:
        print(json.dumps(asdict(result(found[int(line)], compares))), flush=True)


if __name__ == "__main__":
    main()
