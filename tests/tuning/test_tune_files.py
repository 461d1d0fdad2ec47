"""Tile files: what they hold, which are refused, and what a build makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from patternc.cli import run
from patternc.ir.addresses import HeadDims
from patternc.schedule.compiled_tiles import COMMON, NARROW, OWN, sizes_of
from patternc.schedule.tile_sizes import KINDS, Tile, tile_of, tile_table
from patternc.targets import target_named
from patternc.tuning.tile_files import Entry, TileFile, TileFileError, Times, merged, parse_tiles, source_of, text_of

LONGNET = ROOT / "tests" / "patterns" / "longnet.pat"
VERSIONS = (("torch", "2.9"), ("triton", "3.7.1"), ("driver", "580.1"))
FORWARD = Entry(
    kernel="forward_merging",
    dtype="bfloat16",
    head_dim=64,
    block_m=64,
    block_n=128,
    warps=4,
    stages=3,
    most_registers=0,
    descriptors=False,
    patterns=("longnet",),
    call="n=16384, 8 heads, batch 1",
    registers=120,
    shared=65536,
    times=Times(2e-3, 1.9e-3, 2.1e-3, 20),
)
WIDER = replace(FORWARD, kernel="grad_query", head_dim=96, most_registers=128, descriptors=True)
MADE = TileFile("triton", "sm_90", "NVIDIA H200", 90, VERSIONS, (FORWARD, WIDER))


def test_text_and_back() -> None:
    assert parse_tiles(text_of(MADE), "h200.json") == MADE
    backwards = replace(MADE, entries=MADE.entries[::-1])
    assert text_of(backwards) == text_of(MADE)


Change = Callable[[dict[str, Any]], object]
REFUSED: dict[str, tuple[Change, str]] = {
    "schema": (lambda body: body.update(schema=1), "has schema 1, expected 4"),
    "no schema": (lambda body: body.pop("schema"), "it has no `schema`"),
    "target": (lambda body: body.update(target="sm_95"), "the target 'sm_95', expected one of sm_90,"),
    "cpu": (lambda body: body.update(target="cpu"), "the target 'cpu', expected one of sm_90,"),
    "backend": (lambda body: body.update(backend="cpp"), "the backend 'cpp', expected one of triton, cuda"),
    "capability": (lambda body: body.update(capability=80), "capability is 80, expected 90 for sm_90"),
    "kernel": (
        lambda body: body["entries"][0].update(kernel="backward"),
        "no kernel 'backward', expected one of",
    ),
    "dtype": (lambda body: body["entries"][0].update(dtype="int8"), "dtype is 'int8', expected one of bfloat16,"),
    "no power": (lambda body: body["entries"][0].update(block_m=96), "is 96, expected a power of two from 16 to 128"),
    "too tall": (lambda body: body["entries"][0].update(block_m=256), "is 256, expected a power of two from 16 to 128"),
    "stages": (
        lambda body: body["entries"][0].update(stages=0),
        "stages of forward_merging is 0, expected from 1 to 8",
    ),
    "a truth": (lambda body: body["entries"][0].update(warps=True), "warps is True, expected int"),
    "a text": (
        lambda body: body["entries"][0].update(patterns="longnet"),
        "is 'longnet', expected a list of strings",
    ),
    "unknown": (lambda body: body["entries"][0].update(warp=4), "missing or unknown fields warp;"),
    "missing": (lambda body: body["entries"][0].pop("warps"), "missing or unknown fields warps;"),
    "a list": (lambda body: body.update(entries={}), "`entries` must be a list"),
    "an entry": (lambda body: body.update(entries=[3]), "an entry must be an object"),
    "times": (lambda body: body["entries"][0].update(times=3), "times must be an object"),
    "versions": (lambda body: body.update(versions=["2.9"]), "`versions` must be an object of strings"),
    "twice": (lambda body: body["entries"].append({**body["entries"][0], "dtype": "float16"}), "has two entries"),
    "two lines": (lambda body: body.update(device="x\nimport os"), "device is 'x\\nimport os', expected the name"),
    "no descriptors": (
        lambda body: body.update(target="sm_80", capability=80),
        "descriptors of grad_query is True, expected False: sm_80 has none",
    ),
    "timed nowhere": (lambda body: body.update(device=""), "device is '', expected the name"),
    "ranked by a model": (
        lambda body: body.update(schema=3, timed=False, device=""),
        "has schema 3, expected 4: run `patternc tune` again",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change, message = REFUSED[name]
    body = json.loads(text_of(MADE))
    change(body)
    with pytest.raises(TileFileError) as raised:
        parse_tiles(json.dumps(body), "h200.json")
    assert message in str(raised.value)
    (path := tmp_path / "h200.json").write_text(json.dumps(body))
    assert run(["build", str(LONGNET), "-o", str(tmp_path), "--backend", "triton", "--tiles", str(path)]) == 2
    assert message in capsys.readouterr().err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("data", "message"), [(b"{", "h200.json is not JSON"), (b"\xff", "h200.json is not UTF-8 text")]
)
def test_no_tile_file(data: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (path := tmp_path / "h200.json").write_bytes(data)
    assert run(["build", str(LONGNET), "-o", str(tmp_path), "--backend", "triton", "--tiles", str(path)]) == 2
    assert message in capsys.readouterr().err


def test_entries_take_the_place_of_those_of_the_table() -> None:
    own = target_named("sm_90")
    assert own is not None
    tuned = replace(own, tuned=source_of(MADE, text_of(MADE), "h200.json", own))
    before, after = ({(row.direction, row.itemsize): row.tiles for row in tile_table(one)} for one in (own, tuned))
    assert after["forward_merging", 2] == (Tile(64, 64, 128, 4, 3), *before["forward_merging", 2][1:])
    small, *larger = before["grad_query", 2]
    assert after["grad_query", 2] == (small, Tile(96, 64, 128, 4, 3, 128, True), *larger)
    assert {key for key in before if before[key] != after[key]} == {("forward_merging", 2), ("grad_query", 2)}
    assert tile_of(tuned, "forward_merging", 2, HeadDims.equal(64), 4000, None, described=True) == (64, 128)


def test_merged_with_an_older_file() -> None:
    newer = replace(MADE, entries=(replace(FORWARD, dtype="float16", warps=8),))
    found = merged(MADE, newer, "h200.json")
    assert {(one.kernel, one.dtype, one.warps) for one in found.entries} == {
        ("forward_merging", "float16", 8),  # in place of bfloat16: both are two bytes
        ("grad_query", "bfloat16", 4),
    }
    other = replace(newer, versions=(("torch", "2.10"), *VERSIONS[1:]))
    with pytest.raises(TileFileError, match=r"has versions torch 2\.9, .*expected torch 2\.10, "):
        merged(MADE, other, "h200.json")
    with pytest.raises(TileFileError, match="has target 'sm_90', expected 'sm_80'"):
        merged(MADE, replace(newer, target="sm_80"), "h200.json")


def test_a_build_with_tiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (path := tmp_path / "h200.json").write_text(text_of(MADE))
    words = ["build", str(LONGNET), "-o", str(tmp_path / "out"), "--backend", "all", "--tiles", str(path)]
    assert run(words) == 0
    text = (tmp_path / "out" / "longnet_triton.py").read_text()
    assert text.splitlines()[1] == "# Regenerate: patternc build longnet.pat --backend triton --tiles h200.json"
    assert '    ("forward_merging", 2): ((64, 64, 128, 4, 3), ' in text
    assert "\n        (96, 64, 128, 4, 3, 128, 1),\n" in text
    assert "# A sixth number is the most registers of a thread" in text
    assert "# Those of the tile file h200.json (sha256 " in text
    assert "# timed on NVIDIA H200.\n" in text
    assert "tiles" not in (tmp_path / "out" / "longnet_torch.py").read_text()
    assert run([*words, "--check"]) == 0
    path.write_text(text_of(replace(MADE, entries=MADE.entries[1:])))
    capsys.readouterr()
    assert run([*words, "--check"]) == 1
    assert "longnet_triton.py is stale" in capsys.readouterr().err


def test_the_target_is_that_of_the_tiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = replace(MADE, target="sm_80", capability=80, device="NVIDIA A100", entries=(FORWARD,))
    (path := tmp_path / "a100.json").write_text(text_of(other))
    words = ["build", str(LONGNET), "-o", str(tmp_path / "out"), "--tiles", str(path)]
    assert run([*words, "--backend", "triton"]) == 0
    text = (tmp_path / "out" / "longnet_triton.py").read_text()
    command = "patternc build longnet.pat --backend triton --target sm_80 --tiles a100.json"
    assert text.splitlines()[1] == f"# Regenerate: {command}"
    assert "# timed on NVIDIA A100.\n" in text
    assert run([*words, "--backend", "triton", "--target", "sm_90"]) == 2
    assert "a100.json holds tiles for sm_80, expected sm_90" in capsys.readouterr().err.replace("\n", " ")
    assert run(words) == 2
    assert "a100.json holds tiles of triton modules: add --backend triton" in capsys.readouterr().err


def test_a_row_that_a_target_does_not_state_is_that_of_most_targets() -> None:
    for target, own in OWN.items():
        for itemsize, common in COMMON.items():
            stated = " ".join(own.get(itemsize, {})).split()
            usual = {name: tiles for names, tiles in common.items() for name in names.split()}
            found = {name: sizes_of(target, name, itemsize) for name in KINDS}
            if itemsize in NARROW.get(target, {}):  # which has no tile for the largest heads
                found = {name: (*tiles, *usual[name][len(tiles) :]) for name, tiles in found.items()}
            assert {name for name in KINDS if found[name] != usual[name]} == set(stated)


def test_the_tile_table_states_every_tile_once() -> None:
    for itemsize, common in COMMON.items():
        assert set(" ".join(common).split()) == set(KINDS)
        for rows in (common, *(own[itemsize] for own in OWN.values() if itemsize in own)):
            names = " ".join(rows).split()
            assert len(set(names)) == len(names)
            assert set(names) <= set(KINDS)
            assert len(set(rows.values())) == len(rows)
    for target, own in OWN.items():
        assert target_named(target) is not None
        for itemsize, rows in own.items():
            usual = {name: tiles for names, tiles in COMMON[itemsize].items() for name in names.split()}
            assert all(
                tile not in usual[name] for names, tiles in rows.items() for name in names.split() for tile in tiles
            )
