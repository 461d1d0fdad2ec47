"""The picture's counts: in closed form, and by trying every pair, they are the same."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from stages import normal_of

from patternc.cli.inputs import inputs_of
from patternc.counting import effort, pixels
from patternc.counting.row_keys import keys_per_row
from patternc.driver import analyse, read
from patternc.ir import semantics
from patternc.pictures import terminal
from patternc.pictures.palette import TERMINAL
from patternc.source import Source

PATTERNS = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))


@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_closed_forms_count_what_is_there(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    n = prod(pattern.grid) if pattern.grid else 1200
    inputs = inputs_of(pattern, {}, n, 8)
    for head in (0, 3, 7):
        tried = pixels.count(pattern, head, 8, n, 64, inputs)
        with monkeypatch.context() as patch:
            patch.setattr(pixels, "EFFORT", 0)
            closed = pixels.count(pattern, head, 8, n, 64, inputs)
        assert tried.rows == n
        assert tried.keys == closed.keys
        assert np.array_equal(tried.admitted, closed.admitted)
        assert np.array_equal(tried.area, closed.area)
        assert closed.area.sum() == n * n


def test_a_picture_is_as_wide_as_asked_and_has_no_blank_ends() -> None:
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "longformer.pat"), {}, targets=()).meanings
    counts = pixels.count(pattern, 0, 8, 4096, 70)
    lines = terminal.draw(counts, colour=False).splitlines()
    assert len(lines) == 32
    assert len(lines[0]) == 64
    assert lines[16].startswith("█ ")
    assert all(len(line) <= 64 and line == line.rstrip() for line in lines)


def relative_luminance(colour: tuple[int, ...]) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def of_cube(number: int) -> tuple[int, ...]:
    levels = (0, 95, 135, 175, 215, 255)
    return tuple(levels[(number - 16) // 6**place % 6] for place in (2, 1, 0))


@pytest.mark.parametrize("n", [9, 64, 4096])
def test_colours_can_be_read_on_light_and_dark_terminals(n: int) -> None:
    """Nothing is painted where nothing is admitted; elsewhere the contrast is 3 to 1 (WCAG 2.2, 1.4.11) on both."""
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "longnet.pat"), {}, targets=()).meanings
    counts = pixels.count(pattern, 1, 8, n, 64)
    coloured, plain = (terminal.draw(counts, colour=colour) for colour in (True, False))
    bare = re.sub("\033\\[[0-9;]*m", "", coloured)
    assert [[c == " " for c in line.rstrip()] for line in bare.splitlines()] == [
        [c == " " for c in line] for line in plain.splitlines()
    ]
    numbers = {int(one) for one in re.findall("[34]8;5;([0-9]+)m", coloured)}
    assert numbers
    for number in numbers:
        luminance = relative_luminance(of_cube(number))
        assert (luminance + 0.05) / 0.05 >= 3
        assert 1.05 / (luminance + 0.05) >= 3
    assert not re.search("m +\033", coloured.replace("\033[0m", "|")), "a blank is painted"
    assert all(line.endswith(("\033[0m", " ")) for line in coloured.splitlines())


def test_every_mean_of_branches_can_be_read_on_both() -> None:
    """Of up to three branches, as a pixel of equal parts has it."""
    for branches in combinations_with_replacement(TERMINAL, 3):
        mean = tuple(sum(parts) / 3 for parts in zip(*branches, strict=True))
        number = int(re.findall("38;5;([0-9]+)m", terminal.coloured("█", mean))[0])
        luminance = relative_luminance(of_cube(number))
        assert 0.1 <= luminance <= 0.3, branches


def test_two_pixels_of_a_character() -> None:
    blue, green = TERMINAL[0], TERMINAL[2]
    assert terminal.halves(None, None) == " "
    assert terminal.halves(blue, None) == "\033[38;5;32m▀\033[0m"
    assert terminal.halves(None, blue) == "\033[38;5;32m▄\033[0m"
    assert terminal.halves(blue, blue) == "\033[38;5;32m█\033[0m"
    assert terminal.halves(blue, green) == "\033[48;5;29m\033[38;5;32m▀\033[0m"


PRESETS = tuple(sorted((ROOT / "patternc" / "presets").glob("*.pat")))


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_the_keys_that_are_shown_are_there(path: Path) -> None:
    for pattern, head in product(analyse(read(path), small(path), targets=()).meanings, (0, 5)):
        n = prod(pattern.grid) if pattern.grid else 1999
        inputs = inputs_of(pattern, {}, n, 8)
        counts = pixels.count(pattern, head, 8, n, 16, inputs)
        places = np.arange(n)
        meant = semantics.multiplicities(pattern, head, places[:, None], places, n, 8, inputs)
        sums = [int(np.broadcast_to(one, (n, n)).sum()) for one in meant]
        assert [mean.value * n for mean in counts.keys] == pytest.approx(sums)
        assert counts.together.value * n == pytest.approx(sum(sums))
        assert {mean.error for mean in (*counts.keys, counts.together)} == {0.0}


def small(path: Path) -> dict[str, str]:
    """Presets' grids made small enough to try every pair."""
    return {
        "natten-3d": {"frames": "8", "height": "12", "width": "16"},
        "video-streaming": {"frames": "12", "height": "9", "width": "16"},
        "natten-1d": {"length": "1500"},
        "natten-2d": {"height": "40", "width": "48"},
        "natten-dilated": {"height": "40", "width": "48"},
        "swin": {"height": "40", "width": "48"},
    }.get(path.stem, {})


LONG = 1 << 22
SEGMENTS = "for w, r in zip([2048, 4096, 8192], [1, 2, 4]) { attend segment(w, dilation=r, offset=head) }; combine lse"
# the keys of head 1 of all rows together, by arithmetic
TOTALS = {
    "attend window(100, 0)": 101 * LONG - 5050,
    "attend segment(4096)": 4096 * LONG,
    "attend stride(64) & causal": 64 * (LONG // 64) * (LONG // 64 + 1) // 2,
    "attend blocks(64, queries(every=16))": LONG * LONG // 16,
    "attend blocks(64, keys(every=16)) & segment(4096)": LONG * 256,
    SEGMENTS: 2048 * LONG + 2048 * LONG // 2 + 2048 * LONG // 4,
    "attend when(q % 1000 == 999 and k < 7)": LONG // 1000 * 7,
}


@pytest.mark.parametrize("body", TOTALS)
def test_long_sequences_are_counted_in_closed_form(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "EFFORT", 1 << 15)
    (pattern,) = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).meanings
    counts = pixels.count(pattern, 1, 8, LONG, 8)
    assert counts.rows < LONG
    assert counts.together.error == 0.0
    assert round(counts.together.value * LONG) == TOTALS[body]


def test_what_has_no_closed_form_is_estimated_with_its_error() -> None:
    n, body = 1 << 14, "attend when((q * k) % 5 == 0) & window(500)"
    (pattern,) = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).meanings
    counts = pixels.count(pattern, 0, 1, n, 64)
    exact = keys_per_row(normal_of(pattern), 0, 1, n).mean()
    assert 0 < counts.together.error < 0.1 * exact
    assert abs(counts.together.value - exact) < 4 * counts.together.error


def test_branches_share_what_is_held_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A head of many branches takes no more memory than one of few."""
    held, found = list[int](), semantics.multiplicities

    def recording(*given: Any) -> Any:
        made = found(*given)
        held.append(sum(np.size(one) for one in made))
        return made

    monkeypatch.setattr(semantics, "multiplicities", recording)
    monkeypatch.setattr(pixels, "AT_ONCE", 1 << 14)
    for several in (2, 20):
        branches = "; ".join(f"attend window({left}, 0)" for left in range(several))
        (pattern,) = analyse(Source("p.pat", f"pattern p {{ {branches}; combine lse }}"), {}, targets=()).meanings
        pixels.count(pattern, 0, 1, 256, 256)
    assert 1 << 12 < max(held) <= 1 << 14
