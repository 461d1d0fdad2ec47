"""Numbers that kernels, launches and lists compute in 32 bits: larger ones are rejected, or computed in 64 bits."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build
from far_tensors import hold_far
from torch import Tensor
from triton_cases import small

from patternc.analysis.calls import Shape
from patternc.codegen.tiles.bodies import of_head
from patternc.codegen.triton.printer.expressions import KERNEL
from patternc.ir.addresses import HeadDims
from patternc.ir.scores import Table

KERNELS = ("_forward_", "_grad_", "_row_delta", "_mix_")
PATTERNS = {
    "window": "attend window(5, 0)",
    "packed rows": "attend segment(64, dilation=2) & causal",
    "several sweeps": "segments [64, 128]\ndilations [2, 4]\noffset head\ncombine lse\nwhere causal",
    "ordered": "attend causal\nschedule longest_first",
    "branches": "attend window(5, 0)\nattend window(9, 0)\ncombine mean",
    "groups of heads": "heads 0..2 { attend window(5, 0) }\nheads 2.. { attend causal }",
}


class Launches:
    """Stands in for a kernel: keeps the grids that it is launched on."""

    def __init__(self) -> None:
        self.grids: list[tuple[int, ...]] = []

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        return lambda *_, **__: self.grids.append(grid)


def without_kernels(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Launches:
    """The launches of a module that launches nothing any more."""
    found = Launches()
    for name in [name for name in vars(module) if name.startswith(KERNELS) and hasattr(vars(module)[name], "run")]:
        monkeypatch.setattr(module, name, found)
    monkeypatch.setattr(module, "_longest_first", lambda *_, **__: None, raising=False)
    return found


def passes(module: ModuleType, batch: int, heads: int, queries: int, keys: int) -> None:
    """A forward and a backward pass on tensors without storage."""
    query, grad = (torch.empty(batch, heads, queries, 16, device="meta") for _ in range(2))
    key, value = (torch.empty(batch, heads, keys, 16, device="meta") for _ in range(2))
    places = 0.25, keys - queries, 0, keys
    taken = inspect.signature(module._forward).parameters
    more = [value for name, value in (("head_offset", 0), ("num_heads", heads)) if name in taken]
    saved = module._forward(query, key, value, *places, *more)
    module._backward(query, key, value, *saved, grad, torch.empty(0), *places, *more)


@pytest.mark.parametrize("name", PATTERNS)
def test_launches_of_too_many_programs_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton multiplies the three sizes of a grid in 32 bits and launches nothing where the product is negative."""
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}", tmp_path, "triton")
    found = without_kernels(module, monkeypatch)
    passes(module, 8, 64, 4096, 4096)
    assert found.grids
    assert all(0 < tiles * heads * batch < 2**31 for tiles, heads, batch in found.grids)
    with pytest.raises(
        ValueError, match=r"query and key ask for a launch of \d{10,} programs \(\d+ tiles, \d+ heads, "
    ):
        passes(module, 32768, 4096, 4096, 4096)
    found.grids.clear()
    with pytest.raises(ValueError, match="must be at most 2147483647: call with parts of the batch"):
        passes(module, 32768, 4096, 1, 8192)  # of one query, and of very many keys in the backward pass alone
    assert all(0 < tiles * heads * batch < 2**31 for tiles, heads, batch in found.grids)


def test_the_most_programs_of_a_launch(tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {PATTERNS['window']} }}", tmp_path, "triton")
    assert module._grid(2**31 - 1, 1, 1) == (2**31 - 1, 1, 1)
    assert module._grid(0, 65535, 65535) == (0, 65535, 65535)
    with pytest.raises(ValueError, match="a launch of 2147483648 programs"):
        module._grid(2**15, 2**15, 2)


def test_lists_of_too_many_blocks_or_lines_are_refused(tmp_path: Path) -> None:
    """Where entries of a line start is an int32 tensor, and so is the number of a line in kernels."""
    module, _ = build("pattern made { attend blocks(128, random(2, seed=3)) }", tmp_path, "triton")

    def listed(entries: Tensor, heads: int, rows: int) -> None:
        pairs = module.Pairs(*[entries] * 4, entries == 0, 1, heads)
        module._list("q", pairs, range(rows), range(rows), 128, 128, 128)

    few = torch.zeros(1, dtype=torch.int64)
    listed(few, 2, 4096)
    with pytest.raises(ValueError, match="lists of 2147483648 blocks in 64 lines, must be less than 2147483648"):
        listed(torch.empty(2**31, dtype=torch.int64, device="meta"), 2, 4096)
    with pytest.raises(ValueError, match="lists of 1 blocks in 2147483648 lines"):
        listed(few, 512, 2**29)


@pytest.mark.interpreter
def test_positions_far_apart_in_memory(tmp_path: Path) -> None:
    """Those of batch entries in a tensor may be 2**30 elements apart; the memory between is never touched."""
    module, _ = build(f"pattern made {{ {PATTERNS['window']} }}", tmp_path, "triton")
    generator = torch.Generator().manual_seed(1)
    query = torch.randn(3, 2, 1, 16, generator=generator)
    key, value = (torch.randn(3, 2, 40, 16, generator=generator) for _ in range(2))
    positions = torch.empty(2**31 + 1, dtype=torch.int32).as_strided((3,), (2**30,))
    positions.copy_(torch.tensor([7, 39, 20]))
    found = module.attention(query, key, value, q_offset=positions)
    assert torch.equal(found, module.attention(query, key, value, q_offset=positions.contiguous()))


@pytest.mark.interpreter
@pytest.mark.parametrize("queries", [37, 1])
def test_rows_far_apart_in_memory(queries: int, tmp_path: Path) -> None:
    """Those of many rows, and of a decoding step."""
    module, pattern = build(f"pattern made {{ {PATTERNS['window']} }}", tmp_path, "triton")
    small(module)
    hold_far(module, pattern, Shape("far", 1, 2, 1, HeadDims.equal(16), queries, 41, 40 - queries, 0, 41))


@pytest.mark.parametrize(("radius", "wide"), [(16383, False), (16384, True)])
def test_tables_that_32_bits_do_not_count(radius: int, wide: bool) -> None:
    """A head of 65535 may begin beyond the entry 2**31 of a table."""
    text = KERNEL.text(of_head("given_rel", Table("rel", (radius,), bent=False)))
    assert ("tl.int64" in text) is wide
    assert (65535 * (2 * radius + 1) >= 2**31) is wide
