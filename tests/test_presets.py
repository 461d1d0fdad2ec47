"""Presets compile, format, say where they come from, and mean what their papers say."""

from __future__ import annotations

import re

import pytest

from patternc import semantics
from patternc.backends import BACKENDS
from patternc.cli.presets import Preset, presets
from patternc.driver import analyse, compile_text
from patternc.formatter import format_text
from patternc.mask_ir import Combine, HeadShare, Pattern
from patternc.source import Source
from patternc.targets import TARGETS

PRESETS = presets()


def meaning(preset: Preset, **overrides: str) -> Pattern:
    (found,) = analyse(Source(f"{preset.name}.pat", preset.text), overrides).meanings
    return found


def named(name: str) -> Preset:
    return next(preset for preset in PRESETS if preset.name == name)


def keys(pattern: Pattern, q: int, n: int, h: int = 0, heads: int = 4) -> list[list[int]]:
    """The keys of each branch of a row."""
    rows = [semantics.multiplicities(pattern, h, q, k, n, heads) for k in range(n)]
    return [[k for k in range(n) if rows[k][b]] for b in range(len(rows[0]))]


def test_there_are_the_promised_ones() -> None:
    promised = "longnet longnet-official dilated sliding-window dilated-window streaming longformer sparse-transformer"
    assert {preset.name for preset in PRESETS} == set(promised.split())


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_preset_builds_without_a_warning_and_is_formatted(preset: Preset) -> None:
    source = Source(f"{preset.name}.pat", preset.text)
    assert analyse(source, {}).warnings == ()
    assert format_text(source) == preset.text
    for backend in BACKENDS:
        target = next(target for target in TARGETS if target.name == backend.targets[0])
        assert compile_text(source, backend, target, {})


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_preset_names_its_paper(preset: Preset) -> None:
    assert re.search(r"arXiv \d{4}\.\d{5}", preset.text)
    assert preset.about.endswith(".")


def test_longnet_is_the_papers() -> None:
    pattern = meaning(named("longnet"), w="[4, 8, 16]", r="[1, 2, 4]")
    assert keys(pattern, 14, 20, h=2) == [[12, 13, 14], [8, 10, 12, 14], [2, 6, 10, 14]]
    assert keys(pattern, 13, 20, h=2) == [[12, 13], [], []]
    assert pattern.groups[0].combine is Combine.LSE


def test_official_longnet_takes_offsets_by_blocks_of_heads() -> None:
    pattern = meaning(named("longnet-official"), w="[4, 8]", r="[1, 2]")
    assert keys(pattern, 7, 8, h=3) == [[4, 5, 6, 7], [1, 3, 5, 7]]
    assert keys(pattern, 6, 8, h=1) == [[4, 5, 6], [0, 2, 4, 6]]
    assert pattern.groups[0].combine is Combine.LSE_DETACH


def test_dilated_gives_each_head_one_branch() -> None:
    pattern = meaning(named("dilated"), w="[4, 8]", r="[1, 2]")
    assert [group.heads for group in pattern.groups] == [HeadShare(0, 2, True), HeadShare(1, 2, True)]
    assert all(group.divisor == 2 for group in pattern.groups)
    assert keys(pattern, 2, 8, h=0) == [[0, 1, 2, 3]]
    assert keys(pattern, 3, 8, h=3) == [[1, 3, 5, 7]]


def test_windows() -> None:
    assert keys(meaning(named("sliding-window"), left="3"), 9, 12) == [[6, 7, 8, 9]]
    assert keys(meaning(named("dilated-window"), reach="5", dilation="2"), 6, 14) == [[2, 4, 6, 8, 10]]
    assert keys(meaning(named("streaming"), sinks="2", left="3"), 9, 12) == [[0, 1, 6, 7, 8, 9]]
    assert keys(meaning(named("longformer"), reach="2", tokens="1"), 6, 9) == [[0, 4, 5, 6, 7, 8]]
    assert keys(meaning(named("longformer"), reach="2", tokens="1"), 0, 9) == [list(range(9))]
    assert keys(meaning(named("sparse-transformer"), l="4"), 13, 16) == [[1, 5, 9, 10, 11, 12, 13]]
