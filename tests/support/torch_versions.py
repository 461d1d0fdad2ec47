"""Marks of tests that torch 2.7 fails for reasons of its own; `make test-oldest` runs the others."""

from __future__ import annotations

import pytest
import torch

IS_OLDEST = torch.__version__.startswith("2.7.")


def not_in_torch_2_7(why: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(IS_OLDEST, reason=f"torch 2.7 {why}")
