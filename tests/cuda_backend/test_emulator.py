"""What the emulator of GPU threads finds, each in a kernel with that one fault; kernels compiled by NVRTC."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import torch
from built_modules import module_path

from patternc.codegen.cpp.shipping import with_headers
from patternc.runtime.cuda import nvrtc, tile_choice
from patternc.runtime.cuda.emulator import _emulated, _EmulatedKernels
from patternc.runtime.cuda.programs import _macros

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="the emulator needs a compiler")

SIZES = ("PATTERNC_ROWS=32", "PATTERNC_COLUMNS=16", "PATTERNC_THREADS=64", "PATTERNC_DIM=16")
HALVES = (*SIZES, "PATTERNC_ELEMENT=patternc::Float16")
CORES = (*HALVES, "PATTERNC_TENSOR_CORES=16")
QUADS = (*HALVES, "PATTERNC_TENSOR_CORES=8")

BODIES = {
    "whole": "write_shared(memory + thread(), 1.0f); wait_for_all(); write(out, read_shared(memory + 63));",
    "exchange": "const float other = exchanged(float(thread()), 1); if (thread() < 8) write(out + thread(), other);",
    "no_barrier": "write_shared(memory + thread(), 1.0f); write(out, read_shared(memory + 63 - thread()));",
    "overwritten": "write_shared(memory + thread(), 1.0f); wait_for_all(); "
    "read_shared(memory + 63 - thread()); write_shared(memory + thread(), 2.0f);",
    "two_writers": "write_shared(memory + thread() / 2, 1.0f);",
    "not_written": "write(out, read_shared(memory + thread()));",
    "past_the_end": "write(out, read(out + thread()));",
    "before_the_start": "write(out - 1, 0.0f);",
    "past_shared": "write_shared(memory + (48 << 10) / 4, 1.0f);",
    "before_shared": "write_shared(memory - 1, 1.0f);",
    "some_wait": "if (thread() < 32) wait_for_all();",
    "at_two_barriers": "if (thread() < 32) wait_for_all();\nelse wait_for_all();",
    "another_wait": "if (thread() < 32) wait_for_all(); else exchanged(1.0f, 1);",
    "part_of_a_warp": "if (thread() % 2) exchanged(1.0f, 1);",
    "not_aligned": "write_shared(reinterpret_cast<Four*>(memory + 1), Four{});",
    "not_aligned_tensor": "read(reinterpret_cast<const Four*>(out + 1));",
}
FAULTS = {
    "no_barrier": "shared memory is read before it is written",
    "overwritten": "shared memory is read while another thread writes it",
    "two_writers": "shared memory is written by two threads",
    "not_written": "shared memory is read before it is written",
    "past_the_end": "an address outside of all tensors",
    "before_the_start": "an address outside of all tensors",
    "past_shared": "an address outside of shared memory",
    "before_shared": "an address outside of shared memory",
    "some_wait": "some threads wait at a barrier that others do not reach",
    "at_two_barriers": "threads wait at different barriers",
    "another_wait": "some threads wait at a barrier that others do not reach",
    "part_of_a_warp": "some threads wait at a barrier that others do not reach",
    "not_aligned": "a vector of numbers in shared memory is not aligned",
    "not_aligned_tensor": "a vector of numbers is not aligned",
}
PROGRAM = """
template <int ROWS, int COLUMNS> PATTERNC_PROGRAM void {name}(const Program&, Scratch&, Arguments arguments) {{
    float *out = arguments.result<float>(), *memory = reinterpret_cast<float*>(shared_memory());
    (void)memory;
    {body}
}}
"""
PRODUCT = """
template <int ROWS, int COLUMNS> PATTERNC_PROGRAM void product(const Program&, Scratch& scratch, Arguments arguments) {
    const auto [a, b] = arguments.pointers<2>();
    const auto out = arguments.tensor();
    const auto all_rows = over<ROWS>([](int) { return true; });
    const auto all_columns = over<COLUMNS>([](int) { return true; });
    const auto rows = load_rows(scratch, a, 16, over<ROWS>([](int i) { return i; }), all_rows, 16);
    auto sum = start_sum<ROWS>(scratch, 16);
    for (int t = 0; t < 2 * COLUMNS; t += COLUMNS) {
        const Frame frame(scratch);
        const auto index = over<COLUMNS>([=](int j) { return t + j; });
        const auto columns = load_columns<ROWS>(scratch, b, 16, index, all_columns, 16);
        const auto products = multiply(scratch, rows, columns);
        accumulate(sum, products, columns);
    }
    store(out, over<ROWS>([](int i) { return i; }), all_rows, sum);
}
"""


def source(bodies: str, names: tuple[str, ...]) -> str:
    entries = "\n".join(f"PATTERNC_ENTRY({name})" for name in names)
    text = f'#include "attention.cuh"\nnamespace programs {{\nusing namespace patternc;\n{bodies}}}\n{entries}\n'
    return with_headers(text, "probe_cuda.cu", "cuda")


@cache
def probes() -> _EmulatedKernels:
    bodies = "".join(PROGRAM.format(name=name, body=body) for name, body in BODIES.items())
    return _EmulatedKernels(source(bodies, tuple(BODIES)), "probe_cuda.cu", SIZES)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    with pytest.raises(RuntimeError, match=f"{name}: .*{FAULTS[name]}"):
        probes().launch(name, (1, 1, 1), (torch.zeros(8),))


def test_what_is_right_runs_after_a_fault() -> None:
    out = torch.zeros(8)
    with pytest.raises(RuntimeError):
        probes().launch("two_writers", (1, 1, 1), (out,))
    probes().launch("whole", (2, 1, 1), (out,))
    assert out.tolist() == [1.0, *[0.0] * 7]
    for _ in range(2):  # after an odd number of shuffles that some threads began, and after an even one
        with pytest.raises(RuntimeError):
            probes().launch("part_of_a_warp", (1, 1, 1), (out,))
        probes().launch("exchange", (1, 1, 1), (out.zero_(),))
        assert out.tolist() == [1.0, 0.0, 3.0, 2.0, 5.0, 4.0, 7.0, 6.0]


def product(macros: tuple[str, ...], change: Callable[[str], str]) -> float:
    """The error of (a @ b^T) @ b in halves, computed by kernels whose text is changed."""
    kernels = _EmulatedKernels(change(source(PRODUCT, ("product",))), "product_cuda.cu", macros)
    torch.manual_seed(3)
    a, b = torch.randn(32, 16).half(), torch.randn(32, 16).half()
    out, wanted = torch.zeros(32, 16), a.double() @ b.double().T @ b.double()
    kernels.launch("product", (1, 1, 1), (a, b, out))
    return float((out - wanted).norm() / wanted.norm())


SWAPS = {
    "rows of a": (CORES, "lane % 16) * BETWEEN + lane / 16 * 8", "lane % 16 ^ 1) * BETWEEN + lane / 16 * 8"),
    "halves of b": (CORES, "lane / 8 % 2 * 8);", "(lane / 8 % 2 ^ 1) * 8);"),
    "registers of weights": (CORES, "{b[2 * one], b[2 * one + 1]}", "{b[2 * one + 1], b[2 * one]}"),
    "lanes of a quad pair": (
        QUADS,
        "(lane & 8) + lane / 16 * 4 + lane % 4",
        "(lane & 8) + lane / 16 * 4 + (lane % 4 ^ 1)",
    ),
    "quad pairs of weights": (QUADS, "exchanged(both[n], 4)", "both[n]"),
}


@pytest.mark.long
def test_products_of_fragments() -> None:
    assert product(CORES, lambda text: text) < 1e-3
    assert product(QUADS, lambda text: text) < 1e-3
    assert product(HALVES, lambda text: text) < 1e-6


@pytest.mark.long
@pytest.mark.parametrize("swap", SWAPS)
def test_a_swapped_fragment_is_found(swap: str) -> None:
    macros, before, after = SWAPS[swap]

    def swapped(text: str) -> str:
        assert text.count(before) == 1
        return text.replace(before, after)

    assert product(macros, swapped) > 0.1


EIGHT = """
// sums += a @ b for 16 rows, 8 columns and 8 numbers of each, as PTX has m16n8k8.
template <class F> void multiply_add_eight(float (&sums)[4], uint32_t a, uint32_t later, uint32_t b, F widened) {
    struct Registers {
        uint32_t a[2], b;
    };
    const Given<Registers> given({{a, later}, b});
    const auto half = [&](uint32_t both, int k) { return widened(uint16_t(both >> 16 * (k % 2))); };
    for (int one = 0; one < 4; one++) {
        const int row = place() / 4 + one / 2 * 8, column = place() % 4 * 2 + one % 2;
        for (int k = 0; k < 8; k++)
            sums[one] += half(given[row % 8 * 4 + k / 2].a[row / 8], k) * half(given[column * 4 + k / 2].b, k);
    }
}

}  // namespace emulator
"""


def in_eights(text: str) -> str:
    """A source whose products of 16 numbers are, in the emulator too, the two products of 8 that sm_75 has."""
    assembly = r'(for \(int half[^\n]*)\n *asm\("mma\.sync\.aligned\.m16n8k8.*?\n.*?\n *: ("r".*?)\);\n'
    loop, operands = re.findall(assembly, text)[0]
    given = ", ".join(re.findall(r'"r"\((.*?\])\)', operands))
    whole = "emulator::multiply_add(sums, a, b, "
    assert text.count(whole) == text.count("\n}  // namespace emulator\n") == 1
    text = text.replace("\n}  // namespace emulator\n", EIGHT)
    return text.replace(whole, f"{loop} emulator::multiply_add_eight(sums, {given}, ")


@pytest.mark.long
def test_products_of_eight_numbers() -> None:
    assert product(CORES, in_eights) < 1e-3


@pytest.mark.long
@pytest.mark.parametrize("swap", [("a[2 * half]", "a[half]"), ("b[half]", "b[1 - half]")])
def test_swapped_registers_of_eights_are_found(swap: tuple[str, str]) -> None:
    before, after = swap

    def swapped(text: str) -> str:
        assert text.count(f'"r"({before})') == 1
        return in_eights(text.replace(f'"r"({before})', f'"r"({after})'))

    assert product(CORES, swapped) > 0.1


BARRIERS = {
    "after a tile came": (CORES, "    wait_for_all();\n    first = ", "    first = "),
    "before the next comes": (
        CORES,
        "    if (!IN_TURN || (next ? second.read : first.read)) wait_for_all();\n",
        "",
    ),
    "before rows come": (HALVES, "    a.fetch(0), b.fetch(0);\n    wait_for_all();", "    a.fetch(0), b.fetch(0);"),
    "after rows came": (HALVES, "b.put(memory + OWN);\n        wait_for_all();", "b.put(memory + OWN);"),
    "before weights come": (HALVES, "    brought.fetch(0);\n    wait_for_all();", "    brought.fetch(0);"),
    "after weights came": (HALVES, "brought.put(memory);\n        wait_for_all();", "brought.put(memory);"),
}


@pytest.mark.long
@pytest.mark.parametrize("place", BARRIERS)
def test_a_removed_barrier_is_found(place: str) -> None:
    macros, before, after = BARRIERS[place]

    def without(text: str) -> str:
        assert text.count(before) == 1
        # two tiles in the same part of shared memory
        return text.replace(before, after).replace("columns.scratch->turn ^= 1", "columns.scratch->turn ^= 0")

    said = r"shared memory is .* (while another thread|before it is written)"
    with pytest.raises(RuntimeError, match=said):
        product(macros, without)


def test_the_emulated_device() -> None:
    assert [_emulated(asked) for asked in ("", "0", "1", "sm_70", "sm_120")] == [0, 0, 80, 70, 120]
    for asked in ("yes", "70", "sm_", "sm_9x"):
        with pytest.raises(ValueError, match=f"PATTERNC_EMULATE is '{asked}', must be 1 or .* such as sm_70"):
            _emulated(asked)


# ---- compilation for GPUs --------------------------------------------------------------------------------------------
PRODUCTS = {
    61: (),
    70: ("m8n8k4.row.col.f32.f16.f16.f32", "m8n8k4.row.row.f32.f16.f16.f32"),
    75: ("m16n8k8.row.col.f32.f16.f16.f32",),
    80: ("m16n8k16.row.col.f32.f16.f16.f32",),
    90: ("m16n8k16.row.col.f32.f16.f16.f32",),
}
"""The instructions of tensor cores that each architecture has for fp16."""


SMALL = ("longnet", "forward_dense", 64), ("longnet", "grad_key_value_dense", 128)
LARGE = "hierarchical", "grad_key_value_dense", 64
"""A kernel that the compiler calls as a function, with its arguments on the stack, unless it is told not to."""


@pytest.mark.skipif(not nvrtc._nvrtcs(), reason="no NVRTC is installed")
@pytest.mark.parametrize(
    ("architecture", "module", "kernel", "head_dim"),
    [*((architecture, *kernel) for architecture in PRODUCTS for kernel in SMALL), (75, *LARGE)],
)
def test_a_module_compiles_for(
    architecture: int, module: str, kernel: str, head_dim: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the tile that a call on such a device takes; products are on tensor cores, and all numbers in registers."""
    monkeypatch.setattr(tile_choice, "_capability", lambda _: architecture)
    query = torch.empty(1, 1, 64, head_dim, dtype=torch.float16)
    macros = (
        *_macros(query.dtype, tile_choice._tile(kernel, query, query, 64)),
        f"PATTERNC_OWN={2 if 'grad' in kernel else 1}",
        f"PATTERNC_ONLY={kernel}",
    )
    name = f"{module}_cuda.cu"
    text = with_headers(module_path("tests", module, "cuda").with_suffix(".cu").read_text(), name, "cuda")
    assembly, result = [], nvrtc._nvrtc_result

    def with_assembly(library: Any, program: Any, name: str) -> bytes:
        if name == "CUBIN":
            assembly.append(result(library, program, "PTX").decode())
        return result(library, program, name)

    monkeypatch.setattr(nvrtc, "_nvrtc_result", with_assembly)
    compiler, said = nvrtc._nvrtc(architecture), "--ptxas-options=-v"
    code, log = nvrtc._cubin(compiler, text, name, macros, architecture, said)
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in log
    assert log.count("bytes stack frame") == log.count("Used") == 1, "no function is called"
    assert code.startswith(b"\x7fELF")
    assert set(re.findall(r"mma\.sync\.aligned\.(\S+)", assembly[0])) == set(PRODUCTS[architecture])
