"""Check the committed Triton modules on this machine's GPU, against the dense float64 references beside them.

It reads `generated/*_triton.py` and `*_reference.py` and needs pytest, torch and triton, nothing of the compiler:

    python benchmarks/gpu_check.py                                  # all modules
    python benchmarks/gpu_check.py -k longnet                       # any option of pytest
    TRITON_INTERPRET=1 python benchmarks/gpu_check.py -k longnet    # no GPU: short calls in Triton's interpreter
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from pathlib import Path
from types import ModuleType

import pytest
import torch
from loading import load
from torch import Tensor

GENERATED = Path(__file__).resolve().parent.parent / "generated"
MODULES = tuple(sorted(path.stem for path in GENERATED.glob("*_triton.py")))
TOLERANCE = {torch.float32: 4e-6, torch.float16: 2e-3, torch.bfloat16: 1.5e-2}
"""The largest norm of a difference over the norm of the truth. Scores of hundreds (alibi) cost fp32 some digits."""

INTERPRETED = os.environ.get("TRITON_INTERPRET") == "1"
DEVICE = "cpu" if INTERPRETED else "cuda"

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not (INTERPRETED or torch.cuda.is_available()), reason="this machine has no CUDA device"),
]


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


LONG = (
    Call("whole", 8, 4, 64, 2500, 2500, 0, 0, 2500),
    Call("head_dim 128", 8, 8, 128, 1100, 1100, 0, 0, 1100),
    Call("head_dim 96", 8, 2, 96, 700, 700, 0, 0, 700),
    Call("head_dim 80", 8, 2, 80, 300, 300, 0, 0, 300),
    Call("head_dim 256", 8, 4, 256, 600, 600, 0, 0, 600),
    Call("chunk", 8, 4, 64, 333, 9000, 8667, 0, 9000),
    Call("decode", 8, 2, 64, 1, 9000, 8999, 0, 9000),
    Call("middle", 8, 8, 64, 500, 1500, 7900, 7000, 20000),
    Call("some heads", 4, 2, 64, 1300, 1300, 0, 0, 1300, head_offset=3, num_heads=8),
)
SHORT = (
    Call("whole", 8, 4, 16, 150, 150, 0, 0, 150),
    Call("head_dim 128", 8, 8, 128, 40, 40, 0, 0, 40),
    Call("head_dim 96", 8, 2, 96, 35, 35, 0, 0, 35),
    Call("head_dim 80", 8, 2, 80, 30, 30, 0, 0, 30),
    Call("head_dim 256", 8, 4, 256, 20, 20, 0, 0, 20),
    Call("chunk", 8, 4, 16, 33, 100, 67, 0, 100),
    Call("decode", 8, 2, 16, 1, 100, 99, 0, 100),
    Call("middle", 8, 8, 16, 50, 150, 8160, 8080, 20000),
    Call("some heads", 4, 2, 16, 90, 90, 0, 0, 90, head_offset=3, num_heads=8),
)
CALLS = SHORT if INTERPRETED else LONG


@cache
def module(name: str) -> ModuleType:
    return load(GENERATED / f"{name}.py")


@cache
def reference(name: str) -> Callable[..., Tensor]:
    """What a module means."""
    found: Callable[..., Tensor] = module(name.replace("_triton", "_reference")).reference
    return found


def draw(call: Call, dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """query, key, value and the gradient of out."""
    torch.manual_seed(call.queries)
    queries, keys = (2, call.heads, call.queries, call.head_dim), (2, call.kv_heads, call.keys, call.head_dim)
    query, key, value, flow = (torch.randn(size, device=DEVICE).to(dtype) for size in (queries, keys, keys, queries))
    return query, key, value, flow


def fitted(checked: ModuleType, call: Call) -> Call:
    """The call, moved to where a module takes it: a grid has one length, a table a most, `topk` wants whole blocks."""
    grid, topk = re.search(r"grid (\d+(?: x \d+)*)", checked.SPEC), re.search(r"blocks\((\d+), topk", checked.SPEC)
    if grid is not None or 'table("' in checked.SPEC:
        n = prod(map(int, grid[1].split(" x "))) if grid is not None else min(call.seq_len, 1280)
        queries, keys = min(call.queries, n), n if grid is not None else min(call.keys, n)
        call = replace(call, queries=queries, keys=keys, q_offset=n - queries, k_offset=0, seq_len=n)
    if topk is not None:
        block = int(topk[1])
        first, k_first = call.q_offset // block * block, call.k_offset // block * block
        stop = min(call.seq_len, -(-(call.q_offset + call.queries) // block) * block)
        k_stop = min(call.seq_len, -(-(call.k_offset + call.keys) // block) * block)
        call = replace(call, queries=stop - first, keys=k_stop - k_first, q_offset=first, k_offset=k_first)
    return call


def given(checked: ModuleType, call: Call, query: Tensor, key: Tensor) -> dict[str, Tensor | float]:
    """What a module takes at run time besides: documents, lengths, tables, a selection, a dropout."""
    generator = torch.Generator().manual_seed(call.seq_len)
    found: dict[str, Tensor | float] = {}
    for name, kind in re.findall(r"^ *input (\w+): (.+)$", checked.SPEC, re.MULTILINE):
        if kind == "offsets":
            inside = torch.randint(0, call.seq_len + 1, (6,), generator=generator).sort().values
            drawn = torch.cat((torch.tensor([0]), inside, torch.tensor([call.seq_len])))
        elif kind == "lengths":
            drawn = torch.randint(0, call.seq_len + 1, (2,), generator=generator)
        else:
            sizes = [prod_sum(size, call.heads) for size in kind[len("table(") : -1].split(",")]
            drawn = torch.randn(sizes, generator=generator)
        found[name] = drawn.to(query.device)
    taken = inspect.signature(checked.attention).parameters
    if "selection" in taken:
        read = {name: value for name, value in found.items() if name in inspect.signature(checked.selection).parameters}
        found["selection"] = checked.selection(query, key, **placed(call), **read)
    return {**found, "dropout": 0.25, "seed": 7} if "dropout" in taken else found


def prod_sum(text: str, heads: int) -> int:
    """The value of sums of products, such as `2 * 16 + 1`, of numbers and `heads`."""
    numbers = text.replace("heads", str(heads))
    return sum(prod(map(int, term.split("*"))) for term in numbers.split("+"))


def placed(call: Call) -> dict[str, int]:
    positions = {"q_offset": call.q_offset, "k_offset": call.k_offset, "seq_len": call.seq_len}
    num_heads = call.head_offset + call.heads if call.num_heads is None else call.num_heads
    return {**positions, "head_offset": call.head_offset, "num_heads": num_heads}


def run(
    function: object, call: Call, inputs: tuple[Tensor, ...], flow: Tensor, more: dict[str, Tensor | float]
) -> tuple[Tensor, ...]:
    """out, then the gradients of query, key and value, and of the tables among what is given besides."""
    assert callable(function)
    tables = {name: x for name, x in more.items() if isinstance(x, Tensor) and x.is_floating_point()}
    leaves = [x.detach().clone().requires_grad_() for x in (*inputs, *tables.values())]
    learned = dict(zip(tables, leaves[3:], strict=True))
    out = function(*leaves[:3], **placed(call), **{**more, **learned})
    # Rows without keys depend on nothing; the zero keeps every leaf in the graph.
    out = out + 0.0 * sum(leaf.sum() for leaf in leaves)
    return out.detach(), *torch.autograd.grad(out, leaves, flow.to(out.dtype))


def accepted(checked: ModuleType, call: Call, inputs: tuple[Tensor, ...], more: dict[str, Tensor | float]) -> None:
    """Skip the test if a `require` statement of the pattern forbids the call."""
    try:
        checked.attention(*inputs, **placed(call), **more)
    except ValueError as error:
        if "requires" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
@pytest.mark.parametrize("name", MODULES)
def test_against_reference(name: str, call: Call, dtype: torch.dtype) -> None:
    checked = module(name)
    call = fitted(checked, call)
    *inputs, flow = draw(call, dtype)
    more = given(checked, call, *inputs[:2])
    accepted(checked, call, tuple(inputs), more)
    answer = run(checked.attention, call, tuple(inputs), flow, more)
    truth = run(reference(name), call, tuple(inputs), flow, more)
    names = "out", "grad_query", "grad_key", "grad_value", *(f"grad of table {i}" for i in range(len(answer) - 4))
    for tensor, found, meant in zip(names, answer, truth, strict=True):
        assert found.isfinite().all(), tensor
        error = (found.double() - meant.double()).norm() / meant.double().norm().clamp(min=1e-30)
        assert error < TOLERANCE[dtype], f"{tensor}: {error:.1e}"


@pytest.mark.parametrize("name", MODULES)
def test_repeatable(name: str) -> None:
    """Each number is summed in one order, but for gradients of tables: the same to the bit."""
    checked = module(name)
    call = fitted(checked, CALLS[0])
    *inputs, flow = draw(call, torch.bfloat16)
    more = given(checked, call, *inputs[:2])
    accepted(checked, call, tuple(inputs), more)
    first, second = (run(checked.attention, call, tuple(inputs), flow, more)[:4] for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("name", MODULES)
def test_compiled(name: str) -> None:
    """`torch.compile(fullgraph=True)` changes nothing."""
    checked = module(name)
    call = fitted(checked, CALLS[2])
    *inputs, flow = draw(call, torch.bfloat16)
    more = given(checked, call, *inputs[:2])
    accepted(checked, call, tuple(inputs), more)
    plain = run(checked.attention, call, tuple(inputs), flow, more)
    backend = "aot_eager" if INTERPRETED else "inductor"
    function = torch.compile(checked.attention, fullgraph=True, backend=backend)
    compiled = run(function, call, tuple(inputs), flow, more)
    assert all(torch.equal(a, b) for a, b in zip(plain[:4], compiled[:4], strict=True))


@pytest.mark.skipif(INTERPRETED, reason="the interpreter compiles nothing")
@pytest.mark.parametrize("name", MODULES)
def test_new_lengths_compile_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels know neither length nor place among heads: after one, others run what is there.

    Triton writes every kernel it compiles to its cache, which is empty here.
    """
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    fresh = load(GENERATED / f"{name}.py")
    compiled: set[Path] = set()
    for head_offset, length in enumerate((2003, 1536, 1552, 1601)):
        call = fitted(fresh, Call("some", 8, 4, 64, length, length, 0, 0, length, head_offset))
        *inputs, flow = draw(call, torch.bfloat16)
        more = given(fresh, call, *inputs[:2])
        accepted(fresh, call, tuple(inputs), more)
        run(fresh.attention, call, tuple(inputs), flow, more)
        found = set(tmp_path.rglob("*.cubin"))
        assert found
        assert not compiled or found == compiled, f"length {length} compiled {len(found - compiled)} kernels anew"
        compiled = found


if __name__ == "__main__":
    # No configuration file: the project's own asks for plugins that this machine need not have.
    sys.exit(pytest.main([__file__, "-q", "-c", os.devnull, "-p", "no:cacheprovider", *sys.argv[1:]]))
