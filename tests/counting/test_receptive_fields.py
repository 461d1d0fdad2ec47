"""Receptive fields are those of the meaning: positions reached by following keys, layer by layer, pair by pair."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from masks import GRID, inputs_for, patterns, wide_patterns
from pattern_texts import files
from stages import normal_of

from patternc.analysis.calls import shapes
from patternc.analysis.distances import is_causal
from patternc.analysis.equal_heads import distinct_heads
from patternc.cli.inputs import inputs_of
from patternc.counting import receptive_fields as counting
from patternc.counting.receptive_fields import ReceptiveField, receptive_fields
from patternc.diagnostics import Rejected
from patternc.driver import analyse, read
from patternc.ir.mask import Pattern
from patternc.ir.semantics import NOTHING, Inputs, multiplicities
from patternc.source import Source

LAYERS = 4


HEADS = 3


def meant(pattern: Pattern, row: int, heads: int, n: int, inputs: Inputs) -> list[ReceptiveField]:
    """The same, from the matrix of all pairs."""
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    pairs = np.zeros((n, n), bool)
    for head in range(heads):
        for one in multiplicities(pattern, head, q, k, n, heads, inputs):
            pairs |= np.broadcast_to(one, (n, n)) > 0
    held, found = np.arange(n) == row, []
    for layer in range(1, LAYERS + 1):
        held = held | pairs[held].any(axis=0)
        places = np.flatnonzero(held)
        found.append(ReceptiveField(layer, places.size, int(max(row - places[0], places[-1] - row))))
    return found


def hold(pattern: Pattern, normal: Pattern, heads: tuple[int, ...], total: int, n: int, inputs: Inputs) -> None:
    row = n - 1 if is_causal(normal) else n // 2
    found = receptive_fields(normal, heads, total, n, inputs, LAYERS, row)
    wanted = meant(pattern, row, total, n, inputs)
    assert list(found) == wanted[: len(found)]
    assert found
    assert all(
        (one.positions, one.farthest) == (found[-1].positions, found[-1].farthest) for one in wanted[len(found) :]
    )


@settings(max_examples=100)
@given(pattern=patterns(), n=st.integers(1, 80))
def test_closed_forms(pattern: Pattern, n: int) -> None:
    normal = normal_of(pattern)
    hold(pattern, normal, tuple(head for head, _ in distinct_heads(normal, HEADS)), HEADS, n, NOTHING)


@settings(max_examples=80)
@given(pattern=wide_patterns(), data=st.data())
def test_any_mask(pattern: Pattern, data: st.DataObject) -> None:
    n = prod(GRID)
    hold(pattern, normal_of(pattern), tuple(range(HEADS)), HEADS, n, data.draw(inputs_for(n, HEADS)))


@pytest.mark.long
@settings(max_examples=60)
@given(text=files(), n=st.integers(1, 80))
def test_files(text: str, n: int) -> None:
    try:
        analysis = analyse(Source("made.pat", text), {}, targets=())
    except Rejected:
        assume(False)
        raise
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    heads = shapes(meaning, 32)[0].heads
    hold(meaning, normal, tuple(head for head, _ in distinct_heads(normal, heads)), heads, n, NOTHING)


@pytest.mark.parametrize("name", ["bigbird", "longnet", "sparse-transformer", "packed-documents", "natten-dilated"])
def test_presets(name: str) -> None:
    analysis = analyse(read(ROOT / "patternc" / "presets" / f"{name}.pat"), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    n, heads = (prod(meaning.grid), 1) if meaning.grid else (1500, 4)
    inputs = inputs_of(meaning, {}, n, heads)
    hold(meaning, normal, tuple(head for head, _ in distinct_heads(normal, heads)), heads, n, inputs)


def test_a_layer_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (normal,) = analyse(Source("p.pat", "pattern p { attend when((q * k) % 7 == 3) }"), {}).normals
    every = receptive_fields(normal, (0,), 1, 300, NOTHING, LAYERS, 150)
    monkeypatch.setattr(counting, "MOST", 300 * 40)
    some = receptive_fields(normal, (0,), 1, 300, NOTHING, LAYERS, 150)
    assert some == every[: len(some)]
    assert len(some) < len(every)
