"""Calls far from position 0, up to the largest a module admits: their answer is exact, or the call is refused."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made_modules import MADE, accepted, hold, module_of
from pattern_texts import calls, files, masks

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.ir import semantics
from patternc.ir.mask import Pattern
from patternc.testing.compare import draw
from patternc.testing.oracle import Inputs

BASES = (2**20 + 3, 2**29 - 17, 2**30 + 1, 2**31 - 17, 2**32 - 5, 2**33 + 7, 3 * 2**43 + 11, 2**61 + 1)


@st.composite
def comparisons(draw: st.DrawFn) -> str:
    """A `when` whose terms grow with the positions, in one place linearly and in another as a product."""
    left, right = draw(st.tuples(*[st.sampled_from(["q", "k", "3 * q - k", "q + k", "q * k", "q - 2 * k"])] * 2))
    step, size = draw(st.integers(2, 9)), draw(st.integers(1, 20))
    forms = (
        f"({left}) % {step} < {step // 2}",
        f"({left}) // {size} < ({right}) // {size}",
        f"({left}) % {step} == ({right}) % {step}",
        f"q - k < {size} and ({left}) % {step} != 0",
        f"({left}) * {size} // {step} % {step} == 1 or k % {size} == 0",
        f"n - q > {size} and ({left}) % {step} == n % {step}",
    )
    return f"when({draw(st.sampled_from(forms))})"


@st.composite
def compared(draw: st.DrawFn) -> str:
    mask = f"{draw(comparisons())} {draw(st.sampled_from(['&', '|', '-']))} ({draw(masks)})"
    return f"pattern made {{\n    attend {mask}\n}}\n"


@st.composite
def far_calls(draw: st.DrawFn) -> Shape:
    """A call of up to 90 positions at one of `BASES`."""
    shape, base = draw(calls(90)), draw(st.sampled_from(BASES))
    return replace(shape, q_offset=shape.q_offset + base, k_offset=shape.k_offset + base, seq_len=shape.seq_len + base)


def counts(pattern: Pattern, shape: Shape, kind: type) -> list[Any]:
    """How often each branch counts each pair, by head, computed in integers of a kind; `object` are Python's own."""
    q: Any = np.array(range(shape.q_offset, shape.q_offset + shape.queries), dtype=kind)[:, None]
    k: Any = np.array(range(shape.k_offset, shape.k_offset + shape.keys), dtype=kind)[None, :]
    size = (shape.queries, shape.keys)
    with np.errstate(over="ignore"):
        return [
            np.stack([np.broadcast_to(np.asarray(one, np.int64), size) for one in found])
            for found in (
                semantics.multiplicities(pattern, h, q, k, shape.seq_len, shape.heads) for h in range(shape.heads)
            )
        ]


def admitted(module: ModuleType, inputs: Inputs, offsets: Mapping[str, int]) -> bool:
    """Whether a call is answered; one that is not says that its `seq_len` is too large."""
    with contextlib.suppress(ValueError):
        module.attention(inputs.query, inputs.key, inputs.value, **offsets)
        return True
    with pytest.raises(ValueError, match=r"seq_len is .*, must be at most"):
        module.attention(inputs.query, inputs.key, inputs.value, **offsets)
    return False


def exact_or_refused(text: str, shape: Shape, folder: Path) -> None:
    (pattern,) = accepted(text).meanings
    pairs = zip(counts(pattern, shape, np.int64), counts(pattern, shape, object), strict=True)
    fits = all(np.array_equal(narrow, wide) for narrow, wide in pairs)
    module = module_of(text, backend_named("torch"), folder)
    inputs = draw(shape, "float32", "cpu", shape.queries, pattern)
    offsets = {"q_offset": shape.q_offset, "k_offset": shape.k_offset, "seq_len": shape.seq_len}
    if not admitted(module, inputs, offsets):
        assume(False)
    assert fits, f"64 bits are not enough for this call, and it was admitted\n{shape}\n{text}"
    hold(text, shape, backend_named("torch"), folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("far")


@pytest.mark.long
@settings(MADE, max_examples=30)
@given(text=files().filter(lambda text: "alibi" not in text), shape=far_calls())
def test_closed_forms(text: str, shape: Shape, folder: Path) -> None:
    exact_or_refused(text, shape, folder)


@pytest.mark.long
@settings(MADE, max_examples=30)
@given(text=compared(), shape=far_calls())
def test_comparisons(text: str, shape: Shape, folder: Path) -> None:
    exact_or_refused(text, shape, folder)
