"""Check the committed Triton modules on this machine's GPU, against their own dense float64 references.

It reads `generated/*_triton.py` and needs pytest, torch and triton, nothing of the compiler:

    python benchmarks/gpu_check.py            # or: pytest benchmarks/gpu_check.py -k longnet
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

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="this machine has no CUDA device"),
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


CALLS = (
    Call("whole", 8, 4, 64, 2500, 2500, 0, 0, 2500),
    Call("head_dim 128", 8, 8, 128, 1100, 1100, 0, 0, 1100),
    Call("head_dim 96", 8, 2, 96, 700, 700, 0, 0, 700),
    Call("head_dim 80", 8, 2, 80, 300, 300, 0, 0, 300),
    Call("head_dim 256", 8, 4, 256, 600, 600, 0, 0, 600),
    Call("chunk", 8, 4, 64, 333, 9000, 8667, 0, 9000),
    Call("decode", 8, 2, 64, 1, 9000, 8999, 0, 9000),
    Call("middle", 8, 8, 64, 500, 1500, 7900, 7000, 20000),
)


@cache
def module(name: str) -> ModuleType:
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
    query, key, value, flow = (torch.randn(size, device="cuda").to(dtype) for size in (queries, keys, keys, queries))
    return query, key, value, flow


def run(function: object, call: Call, inputs: tuple[Tensor, ...], flow: Tensor) -> tuple[Tensor, ...]:
    """out, then the gradients of query, key and value."""
    assert callable(function)
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    out = function(*leaves, q_offset=call.q_offset, k_offset=call.k_offset, seq_len=call.seq_len)
    # Rows without keys depend on nothing; the zero keeps every leaf in the graph.
    out = out + 0.0 * sum(leaf.sum() for leaf in leaves)
    return out.detach(), *torch.autograd.grad(out, leaves, flow.to(out.dtype))


def accepted(name: str, call: Call, inputs: tuple[Tensor, ...]) -> ModuleType:
    """The module, if the pattern's `require` statements allow the call."""
    checked = module(name)
    try:
        checked.attention(*(x[:, :, :0] for x in inputs[:1]), *inputs[1:], seq_len=call.seq_len)
    except ValueError as error:
        if "requires" not in str(error):
            raise
        pytest.skip(str(error))
    return checked


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
@pytest.mark.parametrize("name", MODULES)
def test_against_reference(name: str, call: Call, dtype: torch.dtype) -> None:
    *inputs, flow = draw(call, dtype)
    checked = accepted(name, call, tuple(inputs))
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
    checked = accepted(name, CALLS[0], tuple(inputs))
    first, second = (run(checked.attention, CALLS[0], tuple(inputs), flow) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("name", MODULES)
def test_compiled(name: str) -> None:
    """`torch.compile(fullgraph=True)` changes nothing."""
    *inputs, flow = draw(CALLS[2], torch.bfloat16)
    checked = accepted(name, CALLS[2], tuple(inputs))
    plain = run(checked.attention, CALLS[2], tuple(inputs), flow)
    compiled = run(torch.compile(checked.attention, fullgraph=True), CALLS[2], tuple(inputs), flow)
    assert all(torch.equal(a, b) for a, b in zip(plain, compiled, strict=True))


@pytest.mark.parametrize("name", MODULES)
def test_new_lengths_compile_nothing(name: str) -> None:
    """Kernels know no length: after one length, others run what is there."""
    checked, call = module(name), CALLS[0]
    compiled = _kernels(checked)
    lengths = (1536, 1552, 1601, 2003)
    for step, length in enumerate(lengths):
        some = Call("some", 8, 4, 64, length, length, 0, 0, length)
        *inputs, flow = draw(some, torch.bfloat16)
        run(accepted(name, call, tuple(inputs)).attention, some, tuple(inputs), flow)
        if step == 1:
            compiled = _kernels(checked)
    assert _kernels(checked) == compiled


def _kernels(checked: ModuleType) -> int:
    """How many compiled kernels the module holds on this device."""
    caches = (getattr(function, "device_caches", {}) for function in vars(checked).values())
    return sum(len(entry[0]) for cached in caches for entry in cached.values())


if __name__ == "__main__":
    # No configuration file: the project's own asks for plugins that this machine need not have.
    sys.exit(pytest.main([__file__, "-q", "-c", os.devnull, "-p", "no:cacheprovider", *sys.argv[1:]]))
