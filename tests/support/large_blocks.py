"""Modules that compute large blocks at sizes of tests."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

SIZES = (
    ("LARGE_ROWS", 24),
    ("LARGE_COLUMNS", 1),
    ("LARGE_LISTED", 1),
    ("LARGE_SCORES", 960),
    ("LARGE_SLAB_ROWS", (20, 10)),
    ("SLAB_ROWS", 5),
    ("FUSED_SLAB_ROWS", 5),
    ("BATCH_ROWS", 128),
)


def in_large_blocks(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ask a module for large blocks of these sizes; the list grows by each call of a function that computes one."""
    for name, size in SIZES:
        monkeypatch.setattr(module, name, size, raising=False)
    monkeypatch.setattr(module, "_has_large_products", lambda _: True, raising=False)
    called: list[str] = []

    def noted(name: str, plain: Callable[..., object]) -> Callable[..., object]:
        def call(*inputs: object) -> object:
            called.append(name)
            return plain(*inputs)

        return call

    for name in ("_attend_large", "_attend_large_backward"):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, noted(name, getattr(module, name)))
    return called
