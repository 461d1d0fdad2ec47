"""Many queries whose first positions are in a tensor, one per batch entry: tiles of rows, as where they are numbers."""

from __future__ import annotations

from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, function_of
from torch import Tensor
from triton_cases import small

from patternc.testing.compare import TOLERANCE

N, ROWS = 83, 37
STARTS = (21, N - 16, -9, N + 3)
"""Of a chunk inside the sequence, one past its end, one before its begin, and one outside of it."""

PATTERNS = {
    "paper": "segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal",
    "groups": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend segment(8, dilation=2);"
    " attend segment(24, dilation=4); combine lse }; where causal",
    "documents": "input docs: offsets; input p: lengths; attend document(@docs) & causal | prefix(@p)",
    "all classes": "attend segment(20, dilation=3, offset=all); attend stride(4); combine lse",
    "blocks": "attend blocks(64, segment(4, dilation=2) | window(0)); where causal",
    "means": "attend causal; attend last(5) | first(3); attend segment(24, dilation=2); combine mean",
    "parts": "attend window(9, 3); attend segment(16, dilation=3); combine lse(detach)",
    "table": "input rel: table(heads, 2 * 7 + 1); attend window(30, 4); score bias(@rel); score softcap(4.0)",
}
CALLS = {
    "paper": (48, "float32"),
    "groups": (96, "float32"),
    "documents": (40, "bfloat16"),
    "all classes": (16, "float16"),
    "means": (24, "bfloat16"),
}
"""Head sizes and element types; 16 and float32 of others."""


def arguments(name: str) -> tuple[list[Tensor], dict[str, Tensor]]:
    """Tensors of a call with an entry for each start, and its inputs."""
    torch.manual_seed(11)
    head_dim, dtype = CALLS.get(name, (16, "float32"))
    shapes = ((2, ROWS), (1, N), (1, N))
    tensors = [torch.randn(len(STARTS), *shape, head_dim).to(getattr(torch, dtype)) for shape in shapes]
    ends = torch.tensor([30, 71, 12, 0])
    documents = torch.stack([torch.zeros_like(ends), ends, torch.full_like(ends, N)], 1)
    given = {"docs": documents, "p": torch.tensor([25, N, 0, 7]), "rel": torch.randn(2, 15)}
    return tensors, {key: x for key, x in given.items() if f"@{key}" in PATTERNS[name]}


def apart(found: Tensor, meant: Tensor) -> float:
    """The norm of the difference over that of the meaning; rows of no key are alike in both."""
    empty = meant.isneginf()
    assert not found.isnan().any()
    assert found.isneginf().equal(empty)
    known = meant.masked_fill(empty, 0)
    return float((found.double().masked_fill(empty, 0) - known).norm() / known.norm())


@pytest.mark.interpreter
@pytest.mark.long
@pytest.mark.parametrize("name", PATTERNS)
def test_meaning(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}", tmp_path, "triton")
    small(module)
    tensors, inputs = arguments(name)
    given = {**inputs, "q_offset": torch.tensor(STARTS, dtype=torch.int32), "return_lse": name != "means"}
    found = module.attention(*tensors, **given)
    meant = function_of(module, "reference")(*tensors, **given)
    most = TOLERANCE[CALLS.get(name, (16, "float32"))[1]]
    for one, wanted in zip(*((x if isinstance(x, tuple) else (x,)) for x in (found, meant)), strict=True):
        assert apart(one, wanted) <= most
    out = found[0] if isinstance(found, tuple) else found
    assert not out[3].any()
    assert out[2, :, 9:].any()


def grids(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, ...]]:
    """The grid of each kernel that is launched; none runs."""
    found: dict[str, tuple[int, ...]] = {}
    for name in [name for name in vars(module) if name.startswith("_forward_")]:

        def launch(grid: tuple[int, ...], name: str = name) -> Any:
            return lambda *_, **__: found.__setitem__(name, grid)

        monkeypatch.setattr(module, name, type("Kernel", (), {"__getitem__": staticmethod(launch)})())
    return found


@pytest.mark.parametrize("queries", [17, 64, 1000])
def test_a_program_takes_a_tile_of_queries(queries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more than an aligned chunk has, as it may begin anywhere in a tile."""
    module, _ = build("pattern made { attend causal }", tmp_path, "triton")
    rows = 32
    for key in module._TILES:
        module._TILES[key] = ((256, rows, 16, 4, 1),)
    found = grids(module, monkeypatch)
    query, key = torch.empty(2, 4, queries, 16), torch.empty(2, 2, 2000, 16)
    module.attention(query, key, key, q_offset=torch.zeros(2, dtype=torch.int32))
    tiles = -(-(queries + rows - 1) // rows)
    assert {name: prod(grid) for name, grid in found.items()} == {"_forward_dense": tiles * 4 * 2}
    module.attention(query[:, :, :16], key, key, q_offset=torch.zeros(2, dtype=torch.int32))
    assert set(found) == {"_forward_dense", "_forward_split", "_forward_merged"}, "few queries split their keys"
