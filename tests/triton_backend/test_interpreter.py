"""What tests change in Triton's interpreter leaves what it computes as it is."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
import torch
from built import build
from triton import language
from triton.runtime import interpreter

pytestmark = pytest.mark.interpreter


@pytest.mark.parametrize("owner", [language, language.core, language.math, language.core.tensor])
def test_all_builtins_are_found(owner: object, tmp_path: Path) -> None:
    """Also after a launch, during which functions that are called by a kernel ask for them again."""
    module, _ = build("pattern made { attend window(3, 0) }", tmp_path, "triton")
    module.attention(*torch.randn(3, 1, 1, 5, 8))
    found = {name for name, _ in interpreter.inspect.getmembers(owner)}
    builtins = {name for name, member in inspect.getmembers(owner) if language.core.is_builtin(member)}
    assert found - OF_LAUNCHES == builtins - OF_LAUNCHES
    assert found or owner is language.core, "only functions of the language itself replace members there, for good"


OF_LAUNCHES = {"associative_scan", "reduce"}
"""What every launch replaces in `language.core` too, and restores."""
