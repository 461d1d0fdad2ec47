"""How much Python a call runs on the host, as functions that it calls: times would change with what else is at work."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

import pytest
import torch

import patternc

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="programs are compiled")


def calls_of(run: Callable[[], object]) -> int:
    """The functions that a run calls, in Python and in C, once what is kept between calls has been made."""
    run()
    run()
    count = 0

    def noted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(noted)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


def test_calls_stay_short_on_the_host() -> None:
    """Checks, the operator, tiles, buffers and launches: of a whole sequence, of a step, and with gradients."""
    attention = patternc.loads("pattern window { attend window(511, 0) }", "cpp").attention
    query, key, value = torch.randn(3, 1, 4, 16, 64).unbind()
    last = query[:, :, -1:]
    assert calls_of(lambda: attention(query, key, value)) <= 205
    assert calls_of(lambda: attention(last, key, value, q_offset=15)) <= 280
    leaves = [x.requires_grad_() for x in (query, key, value)]
    assert calls_of(lambda: attention(*leaves)) <= 230
