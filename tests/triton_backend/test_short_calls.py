"""Calls of few queries: keys split over programs, a key head's query heads as rows of one tile, partials merged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from _pytest.mark.structures import ParameterSet
from built import build
from triton_cases import hold, small

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims

pytestmark = pytest.mark.interpreter

PATTERNS = {
    "causal": "attend causal",
    "sinks and window": "attend first(4) | window(33, 0); where causal",
    "dilated by head": "segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal",
    "both ways": "attend segment(16, dilation=3, offset=head); attend segment(64); combine lse",
    "dilated by head block": "segments [16, 32]; dilations [1, 3]; offset head_block; combine lse(detach)",
    "columns by head": "attend segment(26, dilation=4, offset=head, queries=dense) & causal",
    "classes": "attend stride(3) & window(30); attend segment(40, dilation=3, offset=all); combine mean",
    "scored": "input t: table(heads); attend causal; score softcap(1.5); score alibi; score sink(@t)",
    "tables": "input rel: table(heads, 2 * 7 + 1); attend causal; score bias(@rel); score alibi",
    "documents": "input docs: offsets; attend document(@docs) & causal",
    "lists": "attend blocks(16, random(1, seed=7) | window(1)); where causal",
    "compared": "attend when((q - k) % 3 == 0 or h == 1) & causal",
    "ranges": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend causal; attend first(3); combine mean }",
    "lists of a range": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend blocks(16, random(1, seed=7)) }",
    "counted twice": "attend window(40, 0); attend window(40, 0); attend first(20); combine lse; where causal",
    "covers little": "attend segment(30, dilation=4, offset=head) & causal",
}
QUICK = frozenset({"dilated by head", "both ways", "scored", "lists", "ranges", "counted twice"})
HEADS = frozenset({"dilated by head block", "ranges", "lists of a range"})  # where a call of the first heads tells more
# batch, heads, kv_heads, head_dim, queries, keys, q_offset, k_offset, seq_len
SHAPES = (
    Shape("a step", 2, 4, 2, HeadDims.equal(16), 1, 72, 71, 0, 72),
    Shape("a few rows of some heads", 1, 6, 2, HeadDims.equal(16), 3, 67, 61, 3, 70, head_offset=2, num_heads=9),
    Shape("many heads to a key head", 1, 40, 2, HeadDims.equal(16), 1, 40, 39, 0, 40),
)


def split(monkeypatch: pytest.MonkeyPatch, module: ModuleType, splits: int) -> None:
    monkeypatch.setattr(module, "_splits", lambda *_: splits)


def telling() -> Iterator[ParameterSet]:
    """Every pattern with every shape; all but a few are slow, and of these all but one are long."""
    for name, shape in product(PATTERNS, SHAPES):
        quick = (name in QUICK and shape is SHAPES[1]) or (name in HEADS and shape is SHAPES[0])
        marks = (pytest.mark.slow,) if not quick else () if name == "both ways" else (pytest.mark.long,)
        yield pytest.param(name, shape, id=f"{name}, {shape.name}", marks=marks)


@pytest.mark.long
@pytest.mark.parametrize(("name", "shape"), tuple(telling()))
def test_meaning(name: str, shape: Shape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = build(f"pattern made {{ {PATTERNS[name]} }}", tmp_path, "triton")
    for splits in (1, 3):
        split(monkeypatch, module, splits)
        hold(module, pattern, shape)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_halves(dtype: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = build("pattern made { attend first(4) | window(33, 0); where causal }", tmp_path, "triton")
    split(monkeypatch, module, 3)
    hold(module, pattern, SHAPES[0], dtype)


def test_launches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two launches whatever the branches, on as many programs as `_splits` asks for; the same to the bit again."""
    text = "pattern made { segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal }"
    module, _ = build(text, tmp_path, "triton")
    small(module)
    split(monkeypatch, module, 3)
    grids = record(monkeypatch, module)
    query, key, value = (torch.randn(2, heads, n, 16) for heads, n in ((4, 2), (2, 70), (2, 70)))
    first = module.attention(query, key, value, q_offset=68, return_lse=True)
    assert grids == [("_forward_split", (6, 2, 2)), ("_forward_merged", (1, 4, 2))]
    assert all(map(torch.equal, first, module.attention(query, key, value, q_offset=68, return_lse=True)))


def test_no_tuple_that_kernels_take_holds_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton 3.6 compiles no kernel that compares such a one: those that say where positions are, and pages."""
    module, _ = build("pattern made { attend window(20, 0) }", tmp_path, "triton")
    taken: list[object] = []
    for name, kernel in [(name, one) for name, one in vars(module).items() if name.startswith(("_forward_", "_grad_"))]:

        def launched(grid: Any, kernel: Any = kernel) -> Any:
            def call(*given: object, **named: object) -> Any:
                taken.extend((*given, *named.values()))
                return kernel[grid](*given, **named)

            return call

        monkeypatch.setattr(module, name, type("Kernel", (), {"__getitem__": staticmethod(launched)})())
    query, key, value = (torch.randn(2, 2, n, 16) for n in (40, 70, 70))
    module.attention(query.requires_grad_(), key, value, q_offset=30, seq_len=70).sum().backward()
    positions = torch.tensor([3, 30], dtype=torch.int32)
    for rows in (40, 2):
        module.attention(query.detach()[:, :, :rows], key, value, q_offset=positions, seq_len=70)
    pages, lengths = torch.randn(2, 9, 16, 2, 16), torch.tensor([40, 60], dtype=torch.int32)
    table = torch.arange(8, dtype=torch.int32).view(2, 4)
    module.attention_with_kvcache(
        query.detach()[:, :, :3].transpose(1, 2), *pages, cache_seqlens=lengths, block_table=table
    )
    several = [part for one in taken if isinstance(one, tuple) for part in (one, *one) if isinstance(part, tuple)]
    starts = [one for one in several if isinstance(one[0], torch.Tensor) and one[0].dtype == torch.int32]
    assert {len(one) for one in starts} == {2, 4}
    assert not [one for one in starts if any(part is None for part in one)]


def record(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> list[tuple[str, Any]]:
    """The names and grids of the launches of a module, as they run."""
    found: list[tuple[str, Any]] = []
    for name, kernel in [(name, one) for name, one in vars(module).items() if name.startswith("_forward_")]:

        def launched(grid: Any, kernel: Any = kernel, name: str = name) -> Any:
            found.append((name, tuple(grid)))
            return kernel[grid]

        monkeypatch.setattr(module, name, type("Kernel", (), {"__getitem__": staticmethod(launched)})())
    return found


def test_the_rule(tmp_path: Path) -> None:
    """How many splits: by shapes and device alone."""
    module, _ = build("pattern made { attend causal }", tmp_path, "triton")
    device = torch.device("meta")  # counts as 132 multiprocessors

    def splits(batch: int, heads: int, kv_heads: int, queries: int, keys: int) -> int:
        query = SimpleNamespace(shape=(batch, heads, queries, 64), device=device)
        found: int = module._splits(query, batch, queries, kv_heads, keys)
        return found

    assert splits(1, 8, 8, 1, 131072) == 33
    assert splits(1, 8, 2, 1, 131072) == 132
    assert splits(4, 8, 2, 1, 1024) == 4
    assert splits(64, 32, 8, 1, 32768) == 1
    assert splits(64, 32, 8, 5, 32768) == 0  # five rows of four heads to a key head: tiles of rows fill the device
    assert splits(1, 8, 8, 16, 131072) == 3
    assert splits(1, 8, 8, 17, 131072) == 0
