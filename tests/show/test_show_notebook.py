"""What notebooks show of a loaded module: its mask, and its page."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from conftest import ROOT

import patternc
from patternc.analysis.calls import accepts
from patternc.driver import analyse, read
from patternc.pictures.notebook import usual_call

PATTERNS = ROOT / "tests" / "patterns"


@pytest.mark.long
def test_a_loaded_module_has_a_picture_and_a_page() -> None:
    module = patternc.load(PATTERNS / "longnet.pat", backend="torch")
    picture, page = module._repr_svg_(), module._repr_html_()
    assert picture.startswith("<svg ")
    assert re.findall("longnet: head (.) of 4, 16384 positions", picture) == ["0", "1", "2"]
    inner = unescape(re.fullmatch(r'<iframe title="[^"]*" srcdoc="([^"]*)"[^>]*></iframe>\n', page)[1])  # type: ignore[index]
    assert inner.startswith("<!DOCTYPE html>")
    assert '"pattern":"longnet"' in inner
    assert "longnet_triton.py" in inner


def test_parameters_are_shown() -> None:
    module = patternc.load(ROOT / "patternc/presets/sliding-window.pat", backend="reference", left=5)
    counts = re.findall('"rows":{"low":(\\d+),"high":(\\d+)', unescape(module._repr_html_()))
    assert counts == [("1", "6")]


@pytest.mark.parametrize("path", sorted(PATTERNS.glob("*.pat")), ids=lambda path: path.stem)
def test_the_call_that_is_shown_is_one_that_the_pattern_takes(path: Path) -> None:
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    call = usual_call(pattern)
    assert accepts(pattern, call.n, call.heads, call.dims.key)
    assert call.heads % call.kv_heads == 0


def test_a_required_length_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "even.pat"
    heads = "heads 0..2 { attend causal }; heads 2..4 { attend window(9) }"
    path.write_text(f"pattern even {{ {heads}; require n % 48 == 0 }}\n")
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    call = usual_call(pattern)
    assert (call.heads, call.n) == (4, 1056)
    assert "<iframe" in patternc.load(path, backend="torch")._repr_html_()
