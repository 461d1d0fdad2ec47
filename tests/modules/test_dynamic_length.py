"""`torch.export` and torch.compile with a dynamic length, for listed, selected and given blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build
from torch import Tensor
from torch._dynamo.exc import UserError

PATTERNS = {
    "topk": "attend blocks(8, topk(2) | window(0)); where causal",
    "random": "attend blocks(8, random(2, seed=7) | window(0)); where causal",
    "documents": "input offsets: offsets; attend document(@offsets) & causal",
    "lengths": "input lengths: lengths; attend window(9) & padding(@lengths)",
}


def call(name: str, n: int) -> tuple[tuple[Tensor, ...], dict[str, Tensor]]:
    """Query, key and value, and what the pattern is given."""
    given = {"documents": {"offsets": torch.tensor([0, n // 2, n])}, "lengths": {"lengths": torch.tensor([n, n // 2])}}
    return torch.randn(3, 2, 4, n, 16).unbind(), given.get(name, {})


def test_a_choice_of_one_block_or_several_is_named_by_its_length(tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {PATTERNS['topk']} }}\n", tmp_path)
    length = torch.export.Dim("n", max=4096)
    shapes = {one: {2: length} for one in ("query", "key", "value")}
    with pytest.raises(UserError, match=r"n = Dim\('n', min=9, max=4096\)"):
        torch.export.export(module.Made(), call("topk", 48)[0], {}, dynamic_shapes=shapes)


@pytest.mark.parametrize("name", PATTERNS)
def test_one_program_for_every_length(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}\n", tmp_path)
    leaves, given = call(name, 48)
    length = torch.export.Dim("n", min=9 if name == "topk" else 1, max=4096)
    shapes = {**{one: {2: length} for one in ("query", "key", "value")}, **dict.fromkeys(given)}
    program: Any = torch.export.export(module.Made(), leaves, given, dynamic_shapes=shapes).module()
    for n in (9, 41, 80) if name == "topk" else (1, 2, 8, 9, 41, 80):
        leaves, given = call(name, n)
        assert torch.equal(program(*leaves, **given), module.attention(*leaves, **given))


@pytest.mark.parametrize("name", PATTERNS)
def test_compiles_whole_for_every_length(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}\n", tmp_path)
    compiled: Any = torch.compile(module.Made(), fullgraph=True, dynamic=True, backend="aot_eager")
    for n in (41, 80, 97):
        leaves, given = call(name, n)
        assert torch.equal(compiled(*leaves, **given), module.attention(*leaves, **given))
