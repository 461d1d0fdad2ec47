"""Programs of the tile IR, run on index sets: every loop, edge, merge and transposed sweep, in milliseconds."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest
from conftest import ROOT
from evaluated import Case, check
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from masks import inputs_for, lengths, patterns, wide_patterns
from pattern_texts import files
from pattern_texts_whole import whole_files
from program_cases import LOWERINGS, TILES, calls, target
from walks import fused, lower

from patternc.analysis.calls import most_heads, shapes
from patternc.cli.inputs import inputs_of
from patternc.diagnostics import Rejected
from patternc.driver import analyse, read
from patternc.ir.launch_settings import Extents
from patternc.ir.mask import Pattern
from patternc.schedule import schedule
from patternc.source import Source


def fitting_heads(pattern: Pattern) -> int:
    return shapes(pattern, 64)[0].heads


def hold(pattern: Pattern, data: st.DataObject) -> None:
    n = data.draw(lengths(pattern))
    extents, head_offset, num_heads = data.draw(calls(n))
    assume(num_heads <= (most_heads(pattern) or num_heads))
    kernel = lower(pattern, data.draw(st.sampled_from(LOWERINGS)))
    inputs = data.draw(inputs_for(n, num_heads))
    check(Case(kernel, extents, inputs, head_offset, num_heads, *data.draw(st.sampled_from(TILES))))


@settings(max_examples=50)
@given(pattern=patterns(), data=st.data())
def test_made(pattern: Pattern, data: st.DataObject) -> None:
    hold(pattern, data)


@pytest.mark.long
@settings(max_examples=60)
@given(pattern=wide_patterns(), data=st.data())
def test_wide(pattern: Pattern, data: st.DataObject) -> None:
    hold(pattern, data)


@pytest.mark.long
@settings(max_examples=60)
@given(text=files(), data=st.data())
def test_files(text: str, data: st.DataObject) -> None:
    """Groups of heads, scores, `require` and every combine rule."""
    hold_file(Source("made.pat", text), data)


@settings(max_examples=15)
@given(text=whole_files(), data=st.data())
def test_whole_language(text: str, data: st.DataObject) -> None:
    hold_file(Source("made.pat", text), data)


def hold_file(source: Source, data: st.DataObject) -> None:
    try:
        analysis = analyse(source, {}, targets=())
    except Rejected:  # a file that contradicts itself
        assume(False)
        raise
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        n = prod(meaning.grid) if meaning.grid else data.draw(st.integers(1, 60))
        extents, head_offset, num_heads = data.draw(calls(n))
        kernel = schedule(meaning, normal, target(), data.draw(st.sampled_from(LOWERINGS)))
        inputs = inputs_of(meaning, {}, n, num_heads)
        check(Case(kernel, extents, inputs, head_offset, num_heads, *data.draw(st.sampled_from(TILES))))


def test_a_softmax_of_packed_rows_alone_is_its_own() -> None:
    """Its partials are merged by a program without pieces, which stores where the others of its softmax would."""
    text = "attend window(3, 3)\n    attend segment(32, dilation=4, offset=1) | segment(24, dilation=3, offset=2)\n"
    for rule in ("mean", "sum", "lse(detach)"):
        (normal,) = analyse(
            source := Source("m.pat", f"pattern m {{\n    {text}    combine {rule}\n}}\n"), {}, targets=()
        ).normals
        (meaning,) = analyse(source, {}, targets=()).meanings
        kernel = schedule(meaning, normal, target(), LOWERINGS[2])
        check(Case(kernel, Extents(80, 3, 70, 0, 80, 2, 1), {}))


def test_documents_of_positions_past_the_end_are_not_looked_up() -> None:
    """Neither in the last tile of rows nor in that of columns, which the sequence does not fill."""
    text = "pattern m { input offsets: offsets; attend document(@offsets); where causal }"
    ((meaning,), (normal,)) = (analysis := analyse(Source("m.pat", text), {})).meanings, analysis.normals
    kernel = schedule(meaning, normal, target(), LOWERINGS[0])
    check(Case(kernel, Extents(37, 0, 37, 0, 37, 1, 1), {"offsets": [0, 10, 37]}))


def test_lengths_that_count_blocks_are_read_in_positions() -> None:
    text = "pattern m { input lengths: lengths; attend blocks(8, prefix(@lengths)) & causal | window(2); }"
    ((meaning,), (normal,)) = (analysis := analyse(Source("m.pat", text), {})).meanings, analysis.normals
    kernel = schedule(meaning, normal, target(), LOWERINGS[0])
    check(Case(kernel, Extents(70, 5, 60, 0, 70, 2, 1), {"lengths": 3}))


@pytest.mark.parametrize("test", ["@id[k] == 0", "not @id[k] == 0", "0 == @id[q] or @id[k] == 1", "not 1 < @id[q]"])
def test_extremes_of_labels_beside_a_number(test: str) -> None:
    """Some tiles have one label, which decides them, and others several around the number."""
    text = f"pattern m {{ input id: labels; attend when({test}) & causal; }}"
    ((meaning,), (normal,)) = (analysis := analyse(Source("m.pat", text), {})).meanings, analysis.normals
    kernel = schedule(meaning, normal, target(), LOWERINGS[0])
    ids = [0] * 20 + [-1, 0, 2, 0, 1] * 8 + [1] * 20 + [2, -3] * 8
    inputs = {one.name: ids for one in meaning.inputs}
    for block in (4, 16):
        check(Case(kernel, Extents(96, 3, 90, 0, 96, 2, 1), inputs, block_m=block, block_n=block))


FUSABLE = (
    "segments [16, 32]; dilations [1, 2]; offset head; combine lse; where causal",
    "segments [24, 48, 96]; dilations [1, 2, 4]; offset head; combine lse; where causal",
    "attend segment(32); attend stride(4, offset=head_block); attend stride(2, offset=all); combine lse",
    "attend window(9, 0); attend stride(4, offset=2) & causal; combine lse",
)


@pytest.mark.long
@pytest.mark.parametrize("body", FUSABLE)
def test_fused_classes(body: str) -> None:
    """The lowering that the cost model seldom picks for short sequences, picked."""
    analysis = analyse(Source("made.pat", f"pattern made {{ {body} }}"), {}, targets=())
    kernel = fused(*analysis.meanings, *analysis.normals)
    for block_m, block_n in TILES:
        for extents in (Extents(70, 0, 70, 0, 70, 4, 2), Extents(70, 17, 40, 5, 60, 3, 3)):
            check(Case(kernel, extents, {}, 1, 6, block_m, block_n))


PATTERNS = sorted([*(ROOT / "tests" / "patterns").glob("*.pat"), *(ROOT / "patternc" / "presets").glob("*.pat")])


@pytest.mark.long
@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_goldens_and_presets(path: Path) -> None:
    analysis = analyse(read(path), {}, targets=())
    for meaning, normal in zip(analysis.meanings, analysis.normals, strict=True):
        heads = fitting_heads(meaning)
        n = prod(meaning.grid) if meaning.grid else 120
        if n > 2000:
            continue  # a large grid: others are smaller
        extents = Extents(n, 0, n, 0, n, heads, heads // 2 if heads % 2 == 0 else heads)
        kernel = schedule(meaning, normal, target(), LOWERINGS[2])
        check(Case(kernel, extents, inputs_of(meaning, {}, n, heads), block_m=32, block_n=32))
        if not meaning.grid:
            part = Extents(n, 37, 61, 20, 90, heads, heads)
            check(Case(kernel, part, inputs_of(meaning, {}, n, heads)))
