"""Defects that made patterns and odd calls have shown, each by the smallest pattern that did."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from built import load
from torch import Tensor

from patternc.driver import analyse, backend_named, compile_text
from patternc.mask_ir import Pattern
from patternc.shapes import Shape
from patternc.source import Source
from patternc.targets import TARGETS
from patternc.verify import answer_of, chosen, compare, draw, oracle

CALL = Shape("whole", 2, 3, 3, 16, 40, 40, 0, 0, 40)


def made(body: str, folder: Path) -> tuple[ModuleType, Pattern]:
    """A module of these statements; its tables of blocks lie in the folder."""
    source = source_of(body, folder)
    (file,) = compile_text(source, backend_named("torch"), TARGETS[0], {})
    path = folder / file.name
    path.write_text(file.text)
    (pattern,) = analyse(source, {}).meanings
    return load(path), pattern


def source_of(body: str, folder: Path) -> Source:
    text = "pattern made {\n    " + body.replace("; ", "\n    ") + "\n}\n"
    return Source(str(folder / "made.pat"), text, beside=lambda name: (folder / name).read_bytes())


def hold(body: str, shape: Shape, folder: Path) -> None:
    module, pattern = made(body, folder)
    inputs = chosen(module, pattern, shape, draw(shape, "float32", "cpu", 3, pattern))
    errors = compare(
        answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, "float32", pattern
    )
    assert errors.passed, errors


@pytest.mark.parametrize(
    "body",
    [
        'attend blocks(5, !table("heads.npy") | table("one.npy"))',
        'attend blocks(5, table("one.npy") & table("heads.npy"))',
        'attend blocks(5, table("one.npy") & (full - random(2, seed=1)))',
        'attend blocks(5, table("one.npy")) & stride(3, offset=head)',
        'attend blocks(8, table("one.npy") - random(1))',
    ],
)
def test_one_table_for_all_heads_beside_what_differs_by_head(body: str, tmp_path: Path) -> None:
    """The table's list held the first head only."""
    random = np.random.default_rng(1)
    np.save(tmp_path / "one.npy", random.random((20, 20)) < 0.5)
    np.save(tmp_path / "heads.npy", random.random((3, 20, 20)) < 0.5)
    hold(body, CALL, tmp_path)


def test_a_list_beside_a_class_of_the_official_offset(tmp_path: Path) -> None:
    """No block's bounds tell that class, so nothing in the list's function had counted the heads apart."""
    body = "attend (causal - blocks(4, stride(2, offset=head_block))) | blocks(16, window(3) - random(1, seed=7))"
    hold(body, CALL, tmp_path)


@pytest.mark.parametrize("mask", ["document(@docs)", "document(@docs) & causal", "prefix(@front) & window(3)"])
def test_waste_is_counted_under_run_time_bounds_of_any_depth(mask: str, tmp_path: Path) -> None:
    """Less an earlier clause, a clause holds a union; the bounds in it had no inputs to be counted with."""
    body = f"input docs: offsets; input front: lengths; attend {mask} | when((q * k) % 7 == 2)"
    assert len(analyse(source_of(body, tmp_path), {}).meanings) == 1
