"""`tiles`: what counts tiles, and what cannot, in files."""

from __future__ import annotations

import pytest

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import Analysis, analyse
from patternc.frontend.formatter import format_text
from patternc.pictures.expectations import unmet
from patternc.pictures.resolved_pattern import resolved
from patternc.source import Source

INPUTS = "input picks: selection(shared); input id: labels; "
ERRORS = {
    "attend tiles(2, 2, full)": ("P025", "`tiles` without a grid"),
    "grid 8 x 8; attend tiles(2, full)": ("P032", "takes 2 sizes and a mask"),
    "grid 8 x 8; attend tiles(2, 2, 2, full)": ("P032", "takes 2 sizes and a mask"),
    "grid 8 x 8; attend tiles(2, 9, full)": ("P013", "size 2 is 9; it must be at most 8"),
    "grid 8 x 8; attend tiles(2, 0, full)": ("P013", "it must be at least 1"),
    "grid 8 x 8; attend tiles(2, 2, 7)": ("P011", "needs a mask of tiles"),
    "grid 8 x 8; attend blocks(4, tiles(2, 2, full))": ("P025", "not allowed inside `blocks`"),
    "grid 8 x 8; attend tiles(2, 2, tiles(2, 2, full))": ("P025", "not allowed inside `tiles`"),
    "grid 8 x 8; input docs: offsets; attend within(@docs, tiles(2, 2, full))": ("P025", "not allowed inside `within`"),
    "grid 8 x 8; let near = box(3, 3); attend tiles(2, 2, near)": ("P025", "not allowed inside `tiles`"),
    "grid 8 x 8; attend tiles(2, 2, blocks(2, box(3, 3)))": ("P025", "not allowed inside `blocks`"),
    "grid 8 x 8; attend tiles(2, 2, box(5, 1))": ("P032", "does not fit into a dimension of 4"),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)) & causal": ("P025", "`causal` is outside of `tiles(2, 2, ...)`"),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)) | box(3, 3)": ("P025", "`box(3, 3)` is outside"),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)); where causal": ("P025", "`causal` is outside"),
    "grid 8 x 8; attend box(3, 3); where tiles(2, 2, box(1, 1))": ("P025", "`box(3, 3)` is outside"),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)) | tiles(4, 4, box(1, 1))": ("P025", "`box(1, 1)` is outside"),
    "grid 7 x 8; input cells_of_tiles: labels; attend tiles(2, 2, keys(@cells_of_tiles))": ("P015", "cells of tiles"),
    "grid 8 x 8; input docs: offsets; attend tiles(2, 2, within(@docs, causal))": (
        "P025",
        "`within` counts positions of documents and is not allowed inside `tiles`",
    ),
    "grid 8 x 8; input r: labels; attend tiles(2, 2, queries(@r)); attend tiles(2, 4, queries(@r)); combine lse": (
        "P033",
        "`@r` counts tiles of 2 x 2 and tiles of 2 x 4",
    ),
    "grid 8 x 8; attend full; where tiles(2, 2, box(1, 1)); ring(ranks=2)": ("P025", "`ring` in a pattern with tiles"),
    "grid 8 x 8; attend tiles(2, 2, topk(2))": ("P025", "in a pattern with tiles"),
    "grid 8 x 8; attend tiles(2, 2, selected(@picks)); attend blocks(4, selected(@picks)); combine lse": (
        "P033",
        "`@picks` has numbers for keys",
    ),
    "grid 8 x 8; attend tiles(2, 2, queries(@id)); attend blocks(4, queries(@id)); combine lse": (
        "P033",
        "numbers for keys of tiles of 2 x 2 and of the sequence",
    ),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)); ring(ranks=2)": ("P025", "`ring` in a pattern with tiles"),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)); score alibi": ("P025", "`alibi` in a pattern with tiles"),
    "grid 8 x 8; input t: table(heads, 5, 5); attend tiles(2, 2, full); score bias(@t)": (
        "P025",
        "`bias` in a pattern with tiles",
    ),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)); uncovered error": ("P025", "`uncovered error`"),
    "grid 7 x 8; attend tiles(2, 2, box(1, 1)); require n % 4 == 0": ("P025", "`require` reads `n`, which is 56"),
    "grid 8 x 8; attend tiles(2, 2, full); attend box(3, 3); combine lse(detach)": ("P025", "`combine lse(detach)`"),
    "grid 8 x 8; source t; attend tiles(2, 2, full); attend full from t; combine lse": ("P025", "`grid`"),
    "grid 8 x 8; attend tiles(2, 2, box(1, 1)); attend tiles(4, 4, box(1, 1)); combine mean; "
    "heads partition(extra=last)": ("P025", "`heads partition`"),
}


def analysed(body: str) -> Analysis:
    return analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=())


def errors_of(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Rejected) as raised:
        analyse(Source("p.pat", text), {}, targets=())
    return tuple(one for one in raised.value.diagnostics if one.severity == "error")


@pytest.mark.parametrize("body", ERRORS)
def test_what_tiles_cannot_have_is_an_error_that_says_why(body: str) -> None:
    code, words = ERRORS[body]
    (error,) = errors_of(f"pattern p {{ {INPUTS}{body} }}")
    assert error.code == code
    assert words in error.message
    assert error.help or code == "P013"


def test_other_errors_with_tiles() -> None:
    whole = "pattern p { grid 8 x 8; attend tiles(2, 2, box(1, 1)) }"
    (error,) = errors_of(f"edition 1; {whole}")
    assert error.code == "P007"
    assert "`tiles(...)` is of edition 2" in error.message
    (error,) = errors_of(f"{whole} module Layer {{ pattern p; embed 32; heads 2 }}")
    assert "`p` has tiles" in error.message
    (error,) = errors_of(f"{whole} pattern p_tiles_2x2 {{ attend causal }}")
    assert "`p_tiles_2x2` is the part of `p` for its tiles of 2 x 2" in error.message


def test_parts_are_those_of_each_size() -> None:
    found = analysed(
        "grid 7 x 8; attend tiles(2, 4, box(2, 1)); attend box(3, 3); attend tiles(7, 2, full); "
        "attend tiles(2, 4, first(1)) - tiles(2, 4, box(1, 1)); combine sum"
    )
    (join,) = found.joins
    assert join.parts == ("p_own", "p_tiles_2x4", "p_tiles_7x2")
    assert [one.grid for one in found.meanings] == [(7, 8), (4, 2, 8), (1, 4, 14)]
    assert [[one.name for one in part.inputs] for part in found.meanings] == [[], ["cells_of_tiles"], []]
    assert [len(part.groups[0].branches) for part in found.meanings] == [1, 2, 1]


def test_tiles_are_printed_and_formatted() -> None:
    source = Source("p.pat", "pattern p {\n    grid 8 x 8\n    attend tiles(2, 4, box(3, 1) - box(1, 1))\n}\n")
    assert format_text(source) == source.text
    (shown,) = resolved(source, {})
    assert "attend tiles(2, 4, box(3, 1) - box(1, 1))" in shown
    assert "# cells in tiles of 2 x 4, of a grid of 8 x 8" in shown


def test_files_expect_masks_of_their_own_grid() -> None:
    text = (
        "# patternc: expect keys(0, n=35) == 0..10, 12..14\npattern p { grid 5 x 7; attend tiles(2, 4, box(1, 2)) }\n"
    )
    assert unmet(Source("p.pat", text)) == ()


def test_a_name_may_be_tiles() -> None:
    assert analysed("let tiles = 3; attend window(tiles)").joins == ()
