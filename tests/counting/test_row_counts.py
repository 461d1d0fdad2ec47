"""Keys per row without counting every row: the same numbers as the meaning's, at every length."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, prod

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from masks import GRID, inputs_for, patterns, wide_patterns
from pattern_texts import files
from pattern_texts_whole import whole_files
from stages import normal_of

from patternc.analysis.calls import shapes
from patternc.analysis.equal_heads import distinct_heads
from patternc.cli.inputs import inputs_of
from patternc.cost.estimates import heads_without
from patternc.counting import row_counts
from patternc.counting.row_counts import KeysPerRow, counts_of_heads
from patternc.counting.row_keys import keys_per_row
from patternc.diagnostics import Rejected
from patternc.driver import analyse, read
from patternc.ir.chosen_blocks import lowest
from patternc.ir.mask import Pattern
from patternc.ir.semantics import NOTHING, Inputs, multiplicities, selected
from patternc.source import Source

HEADS = 3


def meant(pattern: Pattern, heads: int, n: int, inputs: Inputs = NOTHING) -> KeysPerRow:
    """The same numbers, pair by pair."""
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    rows = []
    for head in range(heads):
        counts = multiplicities(pattern, head, q, k, n, heads, inputs)
        rows.append(sum((1 * one for one in counts), np.zeros((n, n), int)).sum(axis=1))
    return summary(np.concatenate(rows), n)


def keys_over_heads(
    normal: Pattern, heads: Sequence[tuple[int, int]], total: int, n: int, inputs: Inputs = NOTHING
) -> KeysPerRow:
    found = counts_of_heads(normal, (head for head, _ in heads), total, n, inputs)
    return row_counts.summary([(times, found[head]) for head, times in heads], n)


def summary(counts: np.ndarray, n: int) -> KeysPerRow:
    ordered = np.sort(counts)
    p95 = int(ordered[ceil(0.95 * ordered.size - 1e-9) - 1])
    mean, without = float(ordered.mean()), float((ordered == 0).mean())
    return KeysPerRow(mean, int(ordered[0]), int(ordered[-1]), p95, without, n, 0.0)


def same(found: KeysPerRow, wanted: KeysPerRow) -> None:
    assert found.mean == pytest.approx(wanted.mean, rel=1e-12)
    assert found.without == pytest.approx(wanted.without, rel=1e-12)
    names = ("least", "most", "p95", "rows", "error")
    assert [getattr(found, name) for name in names] == [getattr(wanted, name) for name in names]


@settings(max_examples=150)
@given(pattern=patterns(), n=st.integers(1, 90))
def test_closed_forms(pattern: Pattern, n: int) -> None:
    normal = normal_of(pattern)
    same(keys_over_heads(normal, distinct_heads(normal, HEADS), HEADS, n), meant(pattern, HEADS, n))


@settings(max_examples=100)
@given(pattern=wide_patterns(), data=st.data())
def test_any_mask(pattern: Pattern, data: st.DataObject) -> None:
    n = prod(GRID)
    inputs = data.draw(inputs_for(n, HEADS))
    normal = normal_of(pattern)
    heads = [(head, 1) for head in range(HEADS)]  # a `topk` may choose for each head
    same(keys_over_heads(normal, heads, HEADS, n, inputs), meant(pattern, HEADS, n, inputs))


@pytest.mark.long
@settings(max_examples=50)
@given(text=st.one_of(files(), whole_files()), n=st.integers(1, 120))
def test_made_files(text: str, n: int) -> None:
    """Groups of heads, and heads that are alike counted once."""
    try:
        analysis = analyse(Source("made.pat", text), {}, targets=())
    except Rejected:
        assume(False)
        raise
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        heads = shapes(meaning, 32)[0].heads
        assume(not heads_without(normal, heads))
        length = prod(meaning.grid) if meaning.grid else n
        inputs = inputs_of(meaning, {}, length, heads)
        same(
            keys_over_heads(normal, distinct_heads(normal, heads), heads, length, inputs),
            meant(meaning, heads, length, inputs),
        )


PRESETS = sorted((ROOT / "patternc" / "presets").glob("*.pat"))


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_presets(path: object) -> None:
    analysis = analyse(read(path), {}, targets=())  # type: ignore[arg-type]
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        n = prod(meaning.grid) if meaning.grid else 1100
        heads = 1 if n > 2048 else 8
        if n <= 4096:
            inputs = inputs_of(meaning, {}, n, heads)
            same(
                keys_over_heads(normal, distinct_heads(normal, heads), heads, n, inputs),
                meant(meaning, heads, n, inputs),
            )


REPEATING = (
    "segments [24, 48]; dilations [1, 2]; offset head; combine lse; where causal",
    "attend window(30, 7) | stride(6, offset=all) | first(500)",
    "attend window(9, 0) & keys(every=4); attend segment(32, dilation=4, queries=dense); combine sum",
    "attend (global(3) | last(700) & window(900)) - segment(16)",
    "attend blocks(5, window(2) & stride(3)); attend blocks(5, queries(every=7) & first(40)); combine lse",
    "attend !window(50) & causal & queries(every=3, offset=1)",
    "input docs: offsets\n attend document(@docs) & causal & segment(8, dilation=2, offset=1)",
    "input lens: lengths\n attend padding(@lens) & window(12) | prefix(@lens) & stride(5)",
)


@pytest.mark.parametrize("body", REPEATING)
@pytest.mark.parametrize("n", [4001, 16384])
def test_runs_stand_for_rows(body: str, n: int) -> None:
    """Few rows are counted, and all numbers are those of a count of every row."""
    analysis = analyse(Source("p.pat", f"pattern p {{\n {body}\n}}\n"), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    inputs = inputs_of(meaning, {}, n, HEADS)
    every = np.concatenate([keys_per_row(normal, head, HEADS, n, inputs) for head in range(HEADS)])
    same(keys_over_heads(normal, distinct_heads(normal, HEADS), HEADS, n, inputs), summary(every, n))
    counted = row_counts.row_counts(normal, 0, HEADS, n, inputs)
    assert counted.runs.first.size < n


def test_drawn_rows_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every pair would be looked at, rows are drawn, and the mean is within its standard error."""
    (normal,) = analyse(
        Source("p.pat", "pattern p { attend blocks(4, random(density=0.2, seed=1)) | window(3) }"), {}
    ).normals
    exact = keys_over_heads(normal, [(0, 1)], 1, 2000)
    monkeypatch.setattr(row_counts, "EFFORT", 1 << 17)
    drawn = keys_over_heads(normal, [(0, 1)], 1, 2000)
    assert exact.error == 0
    assert exact.rows == 2000
    assert 0 < drawn.rows < 2000
    assert 0 < abs(drawn.mean - exact.mean) < 4 * drawn.error


def test_a_million_rows_take_a_few_thousand() -> None:
    (normal,) = analyse(read(ROOT / "patternc" / "presets" / "longnet.pat"), {}, targets=()).normals
    found = row_counts.row_counts(normal, 0, 8, 1 << 20)
    assert found.runs.first.size < 1 << 17
    assert int(found.runs.length.sum()) == 1 << 20


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 17, 64, 100, 130])
@pytest.mark.parametrize("chosen", [1, 3, 8, 200])
def test_lowest_ranks_are_found_without_ranking(count: int, chosen: int) -> None:
    from patternc.ir.mask import Random

    rows, columns = np.arange(count)[:, None], np.arange(count)[None, :]
    wanted = selected(Random(1, 7, count=chosen), 3, rows, columns, count, NOTHING)
    found = np.zeros((count, count), bool)
    np.put_along_axis(found, lowest(7, 3, np.arange(count), count, chosen), True, axis=1)
    assert (found == wanted).all()


def test_rows_that_repeat_too_late_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    (normal,) = analyse(
        Source("p.pat", "pattern p { attend segment(100003, dilation=2) & causal }"), {}, targets=()
    ).normals
    exact = row_counts.row_counts(normal, 0, 1, 1 << 18)
    monkeypatch.setattr(row_counts, "SINGLE_ROWS", 1 << 10)
    monkeypatch.setattr(row_counts, "DRAWN", 1 << 12)
    drawn = row_counts.row_counts(normal, 0, 1, 1 << 18)
    assert exact.error == 0 < drawn.error
    assert drawn.runs.length.sum() == 1 << 12
    assert abs(drawn.mean - exact.mean) < 4 * drawn.error
