"""Pictures of masks are what the meaning says: regions, SVG and PNG, and the gallery of presets."""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from conftest import ROOT, Goldens

from patternc.cli import run
from patternc.counting import effort, pixels
from patternc.counting.pixels import Counts, Region, count
from patternc.driver import analyse, read
from patternc.ir.mask import Pattern
from patternc.ir.semantics import multiplicities
from patternc.pictures.palette import COLOURS, FRAME, GRID, grid, painted
from patternc.pictures.png import png
from patternc.pictures.svg import STEP, Panel, svg

sys.path.insert(0, str(ROOT / "docs"))

from draw_gallery import SIZES, gallery

from patternc.cli.presets import presets

PATTERNS = ROOT / "tests" / "patterns"
REGION = Region(range(37, 117), range(90, 131))


def pattern_of(name: str) -> Pattern:
    (pattern,) = analyse(read(PATTERNS / f"{name}.pat"), {}, targets=()).meanings
    return pattern


@pytest.mark.parametrize("name", ["longnet", "longformer", "streaming", "sparse_strided"])
@pytest.mark.parametrize("size", [200, 32])
def test_a_region_counts_its_pairs(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By trying every pair and in closed form, at one pixel a pair and with fewer."""
    pattern, n = pattern_of(name), 300
    q, k = np.array(REGION.rows)[:, None], np.array(REGION.columns)[None, :]
    wanted = np.stack([np.broadcast_to(one, (80, 41)) for one in multiplicities(pattern, 1, q, k, n, 8)])
    rows, columns = (edges[:-1] - edges[0] for edges in REGION.edges(size))
    sums = np.add.reduceat(np.add.reduceat(wanted.astype(np.int64), rows, axis=1), columns, axis=2)
    for tried in (effort.EFFORT, 0):
        monkeypatch.setattr(pixels, "EFFORT", tried)
        counts = count(pattern, 1, 8, n, size, region=REGION)
        assert np.array_equal(counts.admitted, sums)
        assert counts.exact is (size == 200)
        assert counts.area.sum() == 80 * 41
        assert [one.value for one in counts.keys] == pytest.approx([one.sum() / 80 for one in wanted])


def test_keys_of_drawn_rows_are_those_of_the_region(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, n = pattern_of("longnet"), 1 << 16
    monkeypatch.setattr(effort, "EFFORT", 1 << 8)
    region = Region(range(5000, 25000), range(100, 30000))
    counts = count(pattern, 1, 8, n, 64, region=region)
    assert counts.rows < len(region.rows)
    monkeypatch.undo()
    assert count(pattern, 1, 8, n, 64, region=region).together == counts.together


# ---- the command -----------------------------------------------------------------------------------------------------
def test_show_zooms(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows 10 to 13 of streaming's window and sinks, by hand: keys 9 to 13 of a causal mask."""
    words = ["show", str(PATTERNS / "streaming.pat"), "-n", "64", "--no-color", "--rows", "10:14", "--cols", "9:14"]
    assert run(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[0] == "streaming: head 0 of 8, rows 10:14, columns 9:14 of 64 positions, 3.5 keys per row, density 0.7000"
    )
    assert lines[1:5] == ["┌─────┐", "│██▄  │", "│████▄│", "└─────┘"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rows", "5"], "is not A:B"),
        (["--rows", "9:4"], "is no part of 0:64"),
        (["--cols", "60:65"], "60:65 is no part of 0:64"),
        (["--pattern", "streamin"], "did you mean `streaming`?"),
    ],
)
def test_parts_that_do_not_exist_are_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(PATTERNS / "streaming.pat"), "-n", "64", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_file_takes_one_pattern(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.pat"
    path.write_text("pattern one { attend causal }\npattern two { attend window(2) }\n")
    assert run(["show", str(path), "-n", "8", "--svg", str(tmp_path / "a.svg")]) == 2
    assert "holds one, two: choose one with --pattern" in capsys.readouterr().err
    assert not (tmp_path / "a.svg").exists()
    assert run(["show", str(path), "-n", "8", "--svg", str(tmp_path / "a.svg"), "--pattern", "two"]) == 0
    assert "two: head 0 of 8, 8 positions" in (tmp_path / "a.svg").read_text()


def test_pictures_go_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["show", str(PATTERNS / "streaming.pat"), "-n", "16", "--png", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"\x89PNG\r\n\x1a\n")


# ---- files -----------------------------------------------------------------------------------------------------------
def small() -> Counts:
    return count(pattern_of("longnet"), 1, 8, 3000, 64, region=Region(range(2040, 2090), range(2000, 2060)))


def test_png_holds_the_pixels() -> None:
    counts = small()
    data = png(counts)
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    start = data.index(b"IDAT") + 4
    size = int.from_bytes(data[start - 8 : start - 4], "big")
    lines = np.frombuffer(zlib.decompress(data[start : start + size]), np.uint8).reshape(height, 1 + 3 * width)
    assert not lines[:, 0].any()
    times, pixels = 1024 // 60, lines[:, 1:].reshape(height, width, 3)
    assert (height, width) == (50 * times + 12 + 2, 60 * times + 14 + 2)  # a line before every fourth, and the frame
    edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert (edges == FRAME).all()
    inner = pixels[1:-1, 1:-1]
    rows, columns = (np.arange(4 * times, size, 4 * times + 1) for size in inner.shape[:2])
    assert (rows.size, columns.size) == (12, 14)
    assert (inner[rows] == GRID).all()
    assert (inner[:, columns] == GRID).all()
    squares = np.delete(np.delete(inner, rows, axis=0), columns, axis=1)
    assert np.array_equal(squares, painted(counts.density, 255).repeat(times, axis=0).repeat(times, axis=1))


@pytest.mark.parametrize(
    ("squares", "longest", "lines"), [(1, 1, 0), (16, 16, 15), (17, 17, 8), (256, 256, 15), (3, 64, 0)]
)
def test_a_grid_has_few_lines(squares: int, longest: int, lines: int) -> None:
    assert len(grid(squares, longest)) == lines


def test_svg_holds_the_pixels() -> None:
    counts = small()
    text = svg((Panel(counts, "a < b", ("attend window(1, 0) & causal",) * 3),), "label")
    assert "a &lt; b" in text
    assert text.count("attend window(1, 0) &amp; causal") == 3
    found = np.full((50, 60, 3), 255)
    for colour, path in re.findall(r'<path fill="#(\w{6})" d="([^"]*)"', text):
        for x, y, w, h in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path):
            area = found[int(y) : int(y) + int(h), int(x) : int(x) + int(w)]
            assert (area == 255).all(), "rectangles overlap"
            area[:] = [int(colour[i : i + 2], 16) for i in (0, 2, 4)]
    assert np.abs(found - painted(counts.density, 255)).max() <= STEP // 2 + 1
    assert [int(y) for y in re.findall(r"M0 (\d+)h60(?!v)", text)] == list(range(4, 50, 4))
    assert [int(x) for x in re.findall(r"M(\d+) 0v50", text)] == list(range(4, 60, 4))


def test_a_colour_is_the_mean_of_its_branches() -> None:
    density: npt.NDArray[np.float64] = np.array([[[1.0, 0.25, 0.5, 0.0]], [[0.0, 0.0, 0.5, 0.0]]])
    full, quarter, both, none = painted(density, background=255)[0].tolist()
    assert tuple(full) == COLOURS[0]
    assert quarter == [(255 + a) // 2 for a in COLOURS[0]]
    assert both == [(a + b) // 2 for a, b in zip(*COLOURS[:2], strict=True)]
    assert none == [255, 255, 255]


# ---- the gallery -----------------------------------------------------------------------------------------------------
def test_gallery(golden: Goldens) -> None:
    found = dict(gallery())
    assert SIZES.keys() == {preset.name for preset in presets()}
    golden("docs/gallery.md", found.pop("gallery.md"))
    golden.tree("docs/gallery", {name.removeprefix("gallery/"): text for name, text in found.items()})
