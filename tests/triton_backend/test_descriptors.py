"""Loads by tensor descriptors: they load the same rows as loads by pointers, and are used only where possible."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest
import torch
from built import build, function_of
from triton.runtime import _allocation
from triton_cases import PATTERNS, SHAPES, WIDER

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.schedule.tile_sizes import TileRow, in_one_part, tail_of, tile_table
from patternc.targets import Target
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import Answer, Inputs, oracle

pytestmark = pytest.mark.interpreter

DESCRIBED = {
    **{name: PATTERNS[name] for name in ("window", "paper", "official", "sum", "uneven", "classes")},
    **{name: WIDER[name] for name in ("documents", "tables", "small blocks", "packed and listed")},
}
QUICK = frozenset({"classes", "small blocks"})


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kernel of a module built now takes descriptors, and tiles in one order however they are loaded."""
    for name in ("descriptors", "host_text"):
        monkeypatch.setattr(f"patternc.codegen.tiles.{name}.tile_table", _with_descriptors)


def _with_descriptors(target: Target) -> tuple[TileRow, ...]:
    return tuple(
        replace(row, tiles=tuple(replace(tile, descriptors=True) for tile in row.tiles)) for row in tile_table(target)
    )


@pytest.mark.usefixtures("described")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else (pytest.mark.long,)) for name in DESCRIBED]
)
def test_loads_are_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the bit, and they are what the pattern means: forward and backward, at offsets, with what is left out."""
    module, pattern = build(f"pattern made {{ {DESCRIBED[name]} }}", tmp_path, "triton")
    shape = SHAPES[1]
    inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 7, pattern))
    taken = spied(module, monkeypatch)
    plain, found = (answered(module, pattern, shape, inputs, descriptors) for descriptors in (0, 1))
    for name in ("out", "dq", "dk", "dv"):
        assert torch.equal(getattr(plain, name), getattr(found, name))
    errors = compare(found, oracle(pattern, shape, inputs), shape, "float32", pattern)
    assert errors.passed, errors
    assert sum(taken) * 3 > len(taken) > 0


LISTED = {
    "one by one": "attend blocks(64, random(2, seed=3))",
    "cut by rows": "attend blocks(64, random(1, seed=3) | window(0)); where causal",
    "larger": "attend blocks(128, random(1, seed=5)); attend window(20, 0); combine lse",
    "by head": "heads 0..1 { attend blocks(64, random(2, seed=2)) }; heads 1.. { attend window(70, 0) }",
}


@pytest.mark.long
@pytest.mark.usefixtures("described")
@pytest.mark.parametrize("name", LISTED)
def test_listed_blocks_are_runs_of_rows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile of a block is loaded by its place among the keys of the call, which begin and end in blocks."""
    module, _ = build(f"pattern made {{ {LISTED[name]} }}", tmp_path, "triton")
    torch.manual_seed(5)
    tensors = [torch.randn(1, heads, n, 16) for heads, n in ((2, 50), (1, 161), (1, 161))]
    call = {"q_offset": 100, "k_offset": 37, "seq_len": 230, "return_lse": True}
    taken = spied(module, monkeypatch)
    found, described = [], []
    for columns, descriptors in ((16, 0), (16, 1), (128, 1)):
        for key in module._TILES:
            module._TILES[key] = ((256, 32, columns, 4, 1, 0, descriptors),)
        taken.clear()
        found.append(module.attention(*tensors, **call))
        described.append(any(taken))
    windowed_or_larger = name in ("larger", "by head")
    assert described == [False, True, windowed_or_larger], "no tile of 128 columns lies in a block of 64"
    for plain, loaded, wide, meant in zip(*found, function_of(module, "reference")(*tensors, **call), strict=True):
        assert torch.equal(plain, loaded)
        torch.testing.assert_close(wide, plain, atol=2e-6, rtol=2e-6)
        known = meant.isfinite()
        assert loaded.isfinite().equal(known)
        assert (loaded - meant)[known].norm() <= 2e-6 * meant[known].norm()


@pytest.mark.long
@pytest.mark.usefixtures("described")
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_elements_of_16_bits(dtype: str, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    inputs = with_selection(module, pattern, SHAPES[0], draw(SHAPES[0], dtype, "cpu", 7, pattern))
    found = answered(module, pattern, SHAPES[0], inputs, 1)
    errors = compare(found, oracle(pattern, SHAPES[0], inputs), SHAPES[0], dtype, pattern)
    assert errors.passed, errors


def test_tails_are_those_of_generated_files(tmp_path: Path) -> None:
    """Of the head sizes that have one, `tune` tries no descriptors."""
    module, _ = build(f"pattern made {{ {PATTERNS['window']} }}", tmp_path, "triton")
    for direction, head_dim in product(("forward", "grad_query", "grad_key_value"), range(8, 257)):
        query = torch.empty(1, 1, 1, head_dim, dtype=torch.float16, device="meta")
        made, _ = module._tile(module._TILES, direction, query, query, query, 4096)
        assert made.key_dim.tail == tail_of(direction, head_dim)
    for direction, *sizes in product(("forward", "grad_query", "grad_key_value"), (8, 48, 64, 80), (8, 48, 64, 80)):
        query, value = (torch.empty(1, 1, 1, size, dtype=torch.float16, device="meta") for size in sizes)
        table = {(direction, 2): ((256, 64, 128, 4, 2, 0, 1),)}
        made, _ = module._tile(table, direction, query, query, value, 4096, aligned=True)
        assert made.described == in_one_part(direction, HeadDims(*sizes))
        made, _ = module._tile(table, direction, query, query, value, 4096)
        assert not made.described


def spied(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each launch of a module from now on takes descriptors."""
    taken: list[bool] = []
    own = module._tile

    def tile(*args: object, **named: object) -> object:
        made = own(*args, **named)
        taken.append(made[0].described)
        return made

    monkeypatch.setattr(module, "_tile", tile)
    return taken


def answered(module: ModuleType, pattern: Pattern, shape: Shape, inputs: Inputs, descriptors: int) -> Answer:
    for key in module._TILES:
        module._TILES[key] = ((256, 32, 16, 4, 1, 0, descriptors),)
    return answer_of(module, pattern, shape, inputs)


@pytest.mark.usefixtures("described")
def test_nothing_is_read_past_the_rows(tmp_path: Path) -> None:
    """A number that is none after the last row would come out of a product with a weight of 0."""
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    for key in module._TILES:
        module._TILES[key] = ((256, 32, 16, 4, 1, 0, 1),)
    whole = torch.full((3, 1, 2, 200, 16), float("nan"))
    whole[:, :, :, :53] = torch.randn(3, 1, 2, 53, 16)
    leaves = [x[:, :, :53].requires_grad_() for x in whole.unbind()]
    out = module.attention(*leaves)
    for x in (out, *torch.autograd.grad(out.square().sum(), leaves)):
        assert x.isfinite().all()


@pytest.mark.long
@pytest.mark.usefixtures("described")
def test_rows_that_no_descriptor_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of odd lengths, at odd places, far apart or all the same: loaded by pointers."""
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    taken = spied(module, monkeypatch)
    rows = torch.randn(2, 3, 40, 32).half()
    cases = {
        "whole": (rows, True),
        "every other row": (rows[:, :, ::2], True),
        "half a row": (rows[..., 8:24], True),
        "at an odd place": (rows[..., 1:17], False),
        "odd": (torch.randn(2, 3, 40, 17).half(), False),
        "a tail": (torch.randn(2, 3, 40, 48).half(), False),
        "far apart": (torch.empty(2**19).half().as_strided((1, 3, 4, 16), (0, 16, 2**17, 1)).zero_(), False),
        "all the same": (rows[:, :, :1].expand(2, 3, 40, 32), False),
    }
    for name, (x, asked) in cases.items():
        taken.clear()
        found = module.attention(x, x, x)
        assert torch.equal(found, module.attention(*[x.contiguous()] * 3)), name
        assert taken[0] is asked, name


@pytest.mark.usefixtures("described")
def test_scratch_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton asks the module for it in any thread; what the caller has set remains."""
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    own, allocators = module._tile, []

    def tile(*args: object, **named: object) -> object:
        allocators.append(_allocation._allocator.get())
        return own(*args, **named)

    def called() -> None:
        leaves = [x.requires_grad_() for x in torch.randn(3, 1, 2, 20, 16).unbind()]
        module.attention(*leaves).sum().backward()

    monkeypatch.setattr(module, "_tile", tile)
    before = _allocation._allocator.get()
    called()
    thread = Thread(target=called)
    thread.start()
    thread.join()
    assert _allocation._allocator.get() is before
    assert len(allocators) > 4
    assert set(allocators) == {module._scratch}


@pytest.mark.usefixtures("described")
def test_scratch_memory_that_kernels_cannot_count_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton finds the descriptors of a program by 32 bits of bytes: of more, programs would write to one another's."""
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    monkeypatch.setattr(module.torch, "empty", lambda size, **_: size)
    assert module._scratch(2**31, 128, None) == 2**31
    with pytest.raises(
        ValueError, match="query and key ask for tensor descriptors of 2147483904 bytes, must be at most"
    ):
        module._scratch(2**31 + 256, 128, None)


def test_files_without_descriptors_do_not_mention_them(tmp_path: Path) -> None:
    """Neither lists nor targets that take pointers alone."""
    listed, _ = build("pattern made { attend blocks(64, random(2, seed=1)) }", tmp_path, "triton")
    assert not hasattr(listed, "_matrix")
    assert not hasattr(listed, "_scratch")
