"""Check the committed Triton modules on this machine's GPU, against their own dense float64 references.

It reads `generated/*_triton.py` and needs pytest, torch and triton, nothing of the compiler:

    python benchmarks/gpu_check.py                                  # all modules
    python benchmarks/gpu_check.py -k longnet                       # any option of pytest
    TRITON_INTERPRET=1 python benchmarks/gpu_check.py -k longnet    # no GPU: short calls in Triton's interpreter
"""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import torch
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
    """Queries at `q_offset...` and keys at `k_offset...` of a sequence of `seq_len` positions."""

    name: str
    heads: int
    kv_heads: int
    head_dim: int
    queries: int
    keys: int
    q_offset: int
    k_offset: int
    seq_len: int


LONG = (
    Call("whole", 8, 4, 64, 2500, 2500, 0, 0, 2500),
    Call("head_dim 128", 8, 8, 128, 1100, 1100, 0, 0, 1100),
    Call("head_dim 96", 8, 2, 96, 700, 700, 0, 0, 700),
    Call("head_dim 80", 8, 2, 80, 300, 300, 0, 0, 300),
    Call("head_dim 256", 8, 4, 256, 600, 600, 0, 0, 600),
    Call("chunk", 8, 4, 64, 333, 9000, 8667, 0, 9000),
    Call("decode", 8, 2, 64, 1, 9000, 8999, 0, 9000),
    Call("middle", 8, 8, 64, 500, 1500, 7900, 7000, 20000),
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
)
CALLS = SHORT if INTERPRETED else LONG


@cache
def module(name: str) -> ModuleType:
    return load(name)


def load(name: str) -> ModuleType:
    """A generated file as a new module; known to `sys.modules`, as torch.compile asks."""
    spec = importlib.util.spec_from_file_location(name, GENERATED / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


def draw(call: Call, dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """query, key, value and the gradient of out."""
    torch.manual_seed(call.queries)
    queries, keys = (2, call.heads, call.queries, call.head_dim), (2, call.kv_heads, call.keys, call.head_dim)
    query, key, value, flow = (torch.randn(size, device=DEVICE).to(dtype) for size in (queries, keys, keys, queries))
    return query, key, value, flow


def run(function: object, call: Call, inputs: tuple[Tensor, ...], flow: Tensor) -> tuple[Tensor, ...]:
    """out, then the gradients of query, key and value."""
    assert callable(function)
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    out = function(*leaves, q_offset=call.q_offset, k_offset=call.k_offset, seq_len=call.seq_len)
    # Rows without keys depend on nothing; the zero keeps every leaf in the graph.
    out = out + 0.0 * sum(leaf.sum() for leaf in leaves)
    return out.detach(), *torch.autograd.grad(out, leaves, flow.to(out.dtype))


def accepted(checked: ModuleType, call: Call, inputs: tuple[Tensor, ...]) -> None:
    """Skip the test if a `require` statement of the pattern forbids the call."""
    query, key, value = inputs
    try:
        checked.attention(query[:, :, :0], key, value, k_offset=call.k_offset, seq_len=call.seq_len)
    except ValueError as error:
        if "requires" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
@pytest.mark.parametrize("name", MODULES)
def test_against_reference(name: str, call: Call, dtype: torch.dtype) -> None:
    *inputs, flow = draw(call, dtype)
    checked = module(name)
    accepted(checked, call, tuple(inputs))
    answer = run(checked.attention, call, tuple(inputs), flow)
    truth = run(checked.reference, call, tuple(inputs), flow)
    for tensor, found, meant in zip(("out", "grad_query", "grad_key", "grad_value"), answer, truth, strict=True):
        assert found.isfinite().all(), tensor
        error = (found.double() - meant.double()).norm() / meant.double().norm().clamp(min=1e-30)
        assert error < TOLERANCE[dtype], f"{tensor}: {error:.1e}"


@pytest.mark.parametrize("name", MODULES)
def test_repeatable(name: str) -> None:
    """No atomics: the same to the bit."""
    *inputs, flow = draw(CALLS[0], torch.bfloat16)
    checked = module(name)
    accepted(checked, CALLS[0], tuple(inputs))
    first, second = (run(checked.attention, CALLS[0], tuple(inputs), flow) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("name", MODULES)
def test_compiled(name: str) -> None:
    """`torch.compile(fullgraph=True)` changes nothing."""
    *inputs, flow = draw(CALLS[2], torch.bfloat16)
    checked = module(name)
    accepted(checked, CALLS[2], tuple(inputs))
    plain = run(checked.attention, CALLS[2], tuple(inputs), flow)
    backend = "aot_eager" if INTERPRETED else "inductor"
    function = torch.compile(checked.attention, fullgraph=True, backend=backend)
    compiled = run(function, CALLS[2], tuple(inputs), flow)
    assert all(torch.equal(a, b) for a, b in zip(plain, compiled, strict=True))


@pytest.mark.skipif(INTERPRETED, reason="the interpreter compiles nothing")
@pytest.mark.parametrize("name", MODULES)
def test_new_lengths_compile_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels know no length: after one, others run what is there.

    Triton writes every kernel it compiles to its cache, which is empty here.
    """
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    fresh = load(name)
    compiled: set[Path] = set()
    for length in (2003, 1536, 1552, 1601):
        call = Call("some", 8, 4, 64, length, length, 0, 0, length)
        *inputs, flow = draw(call, torch.bfloat16)
        accepted(fresh, call, tuple(inputs))
        run(fresh.attention, call, tuple(inputs), flow)
        found = set(tmp_path.rglob("*.cubin"))
        assert found
        assert not compiled or found == compiled, f"length {length} compiled {len(found - compiled)} kernels anew"
        compiled = found


if __name__ == "__main__":
    # No configuration file: the project's own asks for plugins that this machine need not have.
    sys.exit(pytest.main([__file__, "-q", "-c", os.devnull, "-p", "no:cacheprovider", *sys.argv[1:]]))
