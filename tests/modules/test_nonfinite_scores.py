"""NaN or infinite scores: no row that depends on one returns numbers, on any processor.

Torch's fused attention for CPUs passes over them where columns do not fill a vector register, and registers differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of
from torch import Tensor

PATTERNS = {
    "dense": "attend full",
    "causal": "attend causal",
    "near": "attend window(2, 1)",
    "twice": "attend causal; attend segment(4); combine lse; where causal",
    "detached": "attend segment(6, dilation=2, offset=head); attend first(3); combine lse(detach)",
    "mean": "attend segment(5); attend stride(3); combine mean",
    "listed": "attend blocks(4, random(2, seed=3)) & causal",
    "sloped": "attend window(2, 1); score alibi",
}
MASKS = (
    "window(40, 0)",
    "window(300, 0)",
    "causal",
    "first(3) | window(40, 0)",
    "segment(100, dilation=2, offset=head) & causal",
    "segment(64) & causal\n    attend segment(128, dilation=2) & causal\n    combine lse",
    "causal - keys(every=7)\n    attend causal - keys(every=5)\n    attend window(40, 0)\n    combine lse",
    "causal\n    attend blocks(16, random(density=0.5, seed=1)) & causal\n    combine lse",
    "blocks(16, random(density=0.5, seed=1)) & causal",
    "blocks(16, window(2, 0)) & stride(3, offset=head) & causal",
)
PLANTED = """
import importlib.util, sys
from pathlib import Path
import torch

def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module

def planted(generator, n, dtype):
    query, key, value = torch.randn(3, 1, 2, n, 16, generator=generator).to(dtype).unbind()
    for tensor in (query, key):
        for odd in (torch.nan, torch.inf, -torch.inf):
            if torch.rand((), generator=generator) < 0.4:
                tensor[0, :, torch.randint(n, (), generator=generator), 3] = odd
    return query, key, value

generator = torch.Generator().manual_seed(5)
failures, odd, same = [], 0, 0
for path in sorted(Path(sys.argv[1]).glob("*_torch.py")):
    module = load(path)
    beside = load(path.with_name(path.name.replace("_torch", "_reference")))
    for place, n in enumerate((1, 3, 4, 5, 8, 9, 15, 16, 17, 20)):  # around the elements of registers
        seen = torch.stack([beside.mask(head, 2, n) > 0 for head in range(2)])
        for dtype in (torch.float32, (torch.bfloat16, torch.float16)[place % 2]):
            query, key, value = planted(generator, n, dtype)
            held = 1 + place % 2  # key/value heads
            query, key, value = (x.requires_grad_() for x in (query, key[:, :held], value[:, :held]))
            out = module.attention(query, key, value)
            grads = torch.autograd.grad(out.sum(), (query, key, value))
            expected = beside.reference(query, key, value).detach()
            scores = (query.double() @ key.double().transpose(2, 3)).masked_fill(~seen, 0.0)
            undefined = (scores.isnan() | (scores == torch.inf)).any(3)
            missed = undefined & ~out.isnan().all(3)
            lost = undefined.any() and not all(grad.isnan().any() for grad in grads)
            sure = expected.isfinite() & out.isfinite()
            odd, same = odd + int(undefined.sum()), same + int(sure.sum())
            apart = (out.detach() - expected)[sure].abs().max().item() if sure.any() else 0.0
            if missed.any() or lost or apart > 0.05:
                failures.append((path.stem, n, str(dtype), missed.nonzero().tolist()[:3], bool(lost), apart))
print(torch.backends.cpu.get_cpu_capability(), odd, same)
for failure in failures[::20]:
    print(failure)
sys.exit(bool(failures) or odd == 0 or same == 0)
"""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    for name, body in PATTERNS.items():
        build("pattern " + name + " {\n" + body.replace("; ", "\n") + "\n}\n", folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("capability", ["default", "avx2", "avx512"])
def test_what_is_not_finite_is_never_a_number(modules: Path, capability: str) -> None:
    if capability == "avx512" and torch.backends.cpu.get_cpu_capability() != "AVX512":
        pytest.skip("this CPU has no AVX-512")
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLANTED, str(modules)],
        env={**os.environ, "ATEN_CPU_CAPABILITY": capability, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.interpreter
@pytest.mark.parametrize("name", ["causal", "detached", "mean"])
def test_triton_says_nan_in_lse_and_gradients_too(name: str, tmp_path: Path) -> None:
    """The lse of such rows was -inf, as of a row without keys, and their other keys had gradients."""
    module, _ = build("pattern " + name + " {\n" + PATTERNS[name].replace("; ", "\n") + "\n}\n", tmp_path, "triton")
    leaves = torch.randn(3, 1, 2, 40, 16, generator=torch.Generator().manual_seed(1)).unbind()
    query, key, value = (x.clone().requires_grad_() for x in leaves)
    with torch.no_grad():
        key[:, :, 2] = torch.nan
    mask = reference_of(module).mask
    seen = torch.stack([mask(head, 2, 40) for head in range(2)]) > 0
    rows = seen[:, :, 2]
    if name == "mean":
        out, lse = module.attention(query, key, value), None
    else:
        out, lse = module.attention(query, key, value, return_lse=True)
        assert lse.isnan()[0][rows].all()
    assert out.isnan().all(3)[0][rows].all()
    *_, grad_key, grad_value = torch.autograd.grad(out.sum(), (query, key, value))
    if name == "causal":
        assert grad_key.isnan().any(3).all()
        assert grad_value.isnan().any(3).all()


@pytest.mark.parametrize("text", MASKS)
def test_masked_scores_that_overflow(text: str, tmp_path: Path) -> None:
    """A product of finite numbers that a float32 does not hold changes nothing for rows that do not attend there."""
    module, _ = build(f"pattern causal {{\n    attend {text}\n}}\n", tmp_path)
    query, key, value, grad = torch.randn(4, 1, 2, 300, 16, generator=torch.Generator().manual_seed(4)).unbind()
    query[..., 3] = torch.where(torch.arange(300) < 150, 8.0, 0.0)
    key[..., 150, 3] = 3e38
    for ours, truth in zip(*both(module, query, key, value, grad), strict=True):
        torch.testing.assert_close(ours, truth, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("text", MASKS)
def test_products_with_gradients_that_overflow(text: str, tmp_path: Path) -> None:
    """Nor does one of a value and the gradient of a row that does not attend to it."""
    module, _ = build(f"pattern causal {{\n    attend {text}\n}}\n", tmp_path)
    query, key, value, grad = torch.randn(4, 1, 2, 300, 16, generator=torch.Generator().manual_seed(4)).unbind()
    for head in range(2):
        grad[0, head, reference_of(module).mask(head, 2, 300)[:, 150] > 0] = 0.0
    value[:, :, 150] = 3e38
    for ours, truth in zip(*both(module, query, key, value, grad), strict=True):
        torch.testing.assert_close(ours, truth, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("backend", ["torch", pytest.param("triton", marks=pytest.mark.interpreter)])
def test_branches_cancel_gradients_that_16_bits_do_not_hold(backend: str, tmp_path: Path) -> None:
    """Those of one branch reach 1e6, and a float16 65504; of both they are 0."""
    module, _ = build(
        "pattern both {\n    attend segment(8)\n    attend segment(16, dilation=2)\n    combine lse\n}\n",
        tmp_path,
        backend,
    )
    query, key, value = torch.zeros(3, 1, 1, 16, 16, dtype=torch.float16).unbind()
    key[..., 1:8:2, 0] = key[..., 8::2, 0] = 4e4
    value[..., 1:8:2, 0], value[..., 8::2, 0] = -100, 100
    grad = torch.zeros_like(query)
    grad[..., 0, 0] = 1.0
    (grad_query,) = torch.autograd.grad(module.attention(query.requires_grad_(), key, value, scale=1.0), query, grad)
    assert (grad_query[0, 0, 0].abs() < 1.0).all(), grad_query[0, 0, 0]  # NaN is not


@pytest.mark.parametrize("text", ["full", *MASKS])
def test_large_scores(text: str, tmp_path: Path) -> None:
    """A weight is at most 1, whatever rounding makes of the difference of its score and the lse."""
    module, _ = build(f"pattern causal {{\n    attend {text}\n}}\n", tmp_path)
    query, key, value, grad = torch.randn(4, 1, 2, 300, 16, generator=torch.Generator().manual_seed(5)).unbind()
    for times, most in ((10, 1e-4), (1e2, 1e-2), (1e3, 1.0), (1e4, 1.0), (1e9, 1.0)):
        ours, truth = both(module, query * times, key * times, value, grad)
        assert all(x.isfinite().all() for x in ours)
        for place in (0, 3):  # out and the gradient of value; those of scores are nearly 0
            assert (ours[place] - truth[place]).norm() <= most * truth[place].norm()


def both(module: ModuleType, *given: Tensor) -> list[list[Tensor]]:
    """Output and gradients of query, key and value: the module's and the reference's."""
    *leaves, grad = given
    found = []
    for function in (module.attention, reference_of(module).reference):
        own = [x.clone().requires_grad_() for x in leaves]
        out = function(*own)
        found.append([x.double() for x in (out.detach(), *torch.autograd.grad(out, own, grad.to(out.dtype)))])
    return found
