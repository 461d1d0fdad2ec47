"""Settings of torch outside of a call: a default dtype has no effect, and hooks see each saved tensor once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from settings_cases import PATTERNS, gradients, module_of
from torch import Tensor
from torch.utils.checkpoint import checkpoint


@contextmanager
def default_dtype(dtype: torch.dtype) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_default_dtype_changes_nothing(name: str, tmp_path: Path) -> None:
    module, given = module_of(name, tmp_path)
    plain = gradients(lambda *x: module.attention(*x, **given))
    for dtype in (torch.float64, torch.bfloat16):
        with default_dtype(dtype):
            found = gradients(lambda *x: module.attention(*x, **given))
        assert all(map(torch.equal, plain, found))


@pytest.mark.parametrize("name", PATTERNS)
def test_checkpoints(name: str, tmp_path: Path) -> None:
    """Each hook unpacks a saved tensor once: a checkpoint refuses to a second time."""
    module, given = module_of(name, tmp_path)

    def attend(*leaves: Tensor) -> Tensor:
        out: Tensor = module.attention(*leaves, **given)
        return out

    def again(*leaves: Tensor) -> Tensor:
        out = checkpoint(attend, *leaves, use_reentrant=False)
        assert isinstance(out, Tensor)
        return out

    assert all(map(torch.equal, gradients(attend), gradients(again)))
