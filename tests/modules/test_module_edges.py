"""Modules of both backends where something ends: blocks, segments, documents, grids, heads, and 32 bits."""

from __future__ import annotations

from math import prod
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of
from evaluated import hold_programs

from patternc.analysis.calls import Shape
from patternc.driver import analyse
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.source import Source
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

BACKENDS = ("torch", pytest.param("triton", marks=pytest.mark.interpreter))
WAYS = ("torch", "programs", pytest.param("triton", marks=[pytest.mark.interpreter, pytest.mark.slow]))
"""Modules of both backends, and quickly the programs of Triton's on index sets."""


def made(body: str, folder: Path, backend: str) -> tuple[ModuleType, Pattern]:
    """A module; of Triton's, one with tiles of which a short sequence has several."""
    module, pattern = build(f"pattern made {{ {body} }}", folder, backend)
    for key in getattr(module, "_TILES", ()):
        module._TILES[key] = ((256, 32, 16, 4, 1),)
    return module, pattern


def hold(module: ModuleType, pattern: Pattern, shape: Shape) -> None:
    inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 11, pattern))
    found, truth = answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs)
    errors = compare(found, truth, shape, "float32", pattern)
    assert errors.passed, errors


def hold_all(backend: str, body: str, folder: Path, *shapes: Shape) -> None:
    if backend == "programs":
        hold_programs(f"pattern made {{ {body} }}", *shapes)
        return
    module, pattern = made(body, folder, backend)
    for shape in shapes:
        hold(module, pattern, shape)


def whole(n: int, heads: int = 2, kv_heads: int = 1) -> Shape:
    return Shape(f"{n}", 1, heads, kv_heads, HeadDims.equal(16), n, n, 0, 0, n)


@pytest.mark.parametrize("backend", WAYS)
@pytest.mark.parametrize(
    ("body", "lengths"),
    [
        ("attend segment(64) & blocks(24, window(1))", (144, 150)),  # 64 and 24: segments are not alike
        ("attend segment(32) & blocks(8, window(1, 0))", (96, 70)),  # 8 divides 32: they are
        ("attend blocks(16, last(1) | window(0))", (48, 49)),
        ("attend blocks(16, stride(3))", (96, 70)),
        ("attend blocks(32, stride(2)) & window(40, 3)", (96,)),
        ("attend blocks(32, queries(every=2)) & window(9) | blocks(48, queries(every=2, offset=1)) & first(5)", (150,)),
        ("input o: offsets; attend blocks(16, stride(3)) & document(@o)", (96, 70)),
        ("input o: offsets; attend blocks(16, stride(2) & document(@o))", (70,)),
        ("attend blocks(8, random(2, seed=1)) & when(q < 21)", (40,)),
        ("attend blocks(8, random(2, seed=1)) & when(k >= 13) & when(q >= 5)", (40,)),
        ("attend blocks(12, random(2, seed=1)) & blocks(8, random(4, seed=2))", (50,)),
        ("attend when((k + 1) % 8 < 4) & causal", (40,)),
        ("attend when(q % 3 == 1 and k % 3 == 2) & causal", (42,)),
        ("attend when((q - (k - h)) % 5 < 2)", (40,)),
        ("attend when(-(q // 3) + k // 2 < 2 and (k - 2 * q) % 5 != 1)", (40,)),
    ],
)
def test_lengths(backend: str, body: str, lengths: tuple[int, ...], tmp_path: Path) -> None:
    hold_all(backend, body, tmp_path, *map(whole, lengths))


def test_segments_that_blocks_do_not_divide(tmp_path: Path) -> None:
    """Each of five segments has other blocks in it: none may take the bounds of the first."""
    hold(*made("attend segment(64) & blocks(24, window(1))", tmp_path, "torch"), whole(300))


@pytest.mark.parametrize("backend", WAYS)
@pytest.mark.parametrize(
    "body",
    [
        "grid 6 x 8; attend box(4, 2)",
        "grid 12 x 13; layout natural; attend box(4, 2)",
        "grid 6 x 8; attend box(3, 8)",
        "grid 6 x 8; attend box(6, 3)",
        "grid 6 x 8; attend box(6, 8) & causal",
        "grid 8 x 16; layout natural; attend box(8, 16)",
        "grid 6 x 8; layout tiled(2, 4); attend box(2, 4, dilation=[3, 2])",
        "grid 5 x 6 x 7; attend box(3, 4, 3, stride=[2, 4, 1], causal=[true, false, true])",
        "grid 12 x 13; layout tiled(4, 4); attend box(4, 3, dilation=[2, 3], stride=[3, 2])",
        "grid 29; attend box(5, dilation=4, stride=3)",
        "grid 43; attend box(6, stride=4, causal=true)",
    ],
)
def test_boxes(backend: str, body: str, tmp_path: Path) -> None:
    """An even extent, one as wide as the grid, queries that share neighbourhoods, and calls that hold some cells."""
    (grid,) = (
        pattern.grid for pattern in analyse(Source("made.pat", f"pattern made {{ {body} }}"), {}, targets=()).meanings
    )
    n = prod(grid)
    hold_all(backend, body, tmp_path, whole(n), Shape("part", 1, 1, 1, HeadDims.equal(16), n // 2, n - 13, 9, 5, n))


@pytest.mark.parametrize("backend", WAYS)
@pytest.mark.parametrize(
    "body",
    [
        "heads 0..3 { attend window(3) }; heads 3.. { attend segment(16); attend stride(2, offset=head); combine lse }",
        "heads 0..1 { attend segment(24, dilation=3, offset=head) }; heads 1.. { attend stride(4, offset=head_block) }",
        "attend when(q % 3 == h % 3 and k % 2 == h % 2)",
        "heads 0..2 { attend first(3) }; heads 2.. { attend stride(3) & window(9); attend first(2); combine lse }",
    ],
)
def test_packed_keys_of_a_range_of_heads(backend: str, body: str, tmp_path: Path) -> None:
    """Where a packed sweep keeps what it found counts from the range's first head, also where heads share keys."""
    part = Shape("part", 2, 4, 2, HeadDims.equal(16), 21, 30, 17, 9, 50)
    hold_all(backend, body, tmp_path, whole(41, heads=5, kv_heads=5), whole(41, heads=5, kv_heads=1), part)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("body", ["attend full", "attend window(40)", "attend segment(32); score alibi"])
def test_a_negative_scale_where_no_pair_is_tested(backend: str, body: str, tmp_path: Path) -> None:
    """The highest score is that of the lowest product: with scores of thousands another one overflows."""
    module, _ = made(body, tmp_path, backend)
    query, key, value = (60 * torch.randn(3, 1, 2, 64, 16)).unbind()
    out, lse = module.attention(query, key, value, scale=-0.25, return_lse=True)
    truth, truth_lse = reference_of(module).reference(query, key, value, scale=-0.25, return_lse=True)
    assert (out.double() - truth).norm() < 1e-4 * truth.norm()
    assert (lse.double() - truth_lse).norm() < 1e-6 * truth_lse.norm()


@pytest.mark.interpreter
def test_the_longest_sequence_that_kernels_count(tmp_path: Path) -> None:
    module, _ = made("attend segment(32) & causal", tmp_path, "triton")
    tensors = torch.randn(3, 1, 2, 8, 16).unbind()
    last = 2**29
    near = module.attention(*tensors, q_offset=last - 8, k_offset=last - 8)
    torch.testing.assert_close(near, module.attention(*tensors, q_offset=24, k_offset=24))
    with pytest.raises(ValueError, match=f"seq_len is {last + 1}, must be at most {last}"):
        module.attention(*tensors, q_offset=last - 8, k_offset=last - 8, seq_len=last + 1)
