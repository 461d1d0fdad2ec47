"""Costs on GPUs that CUDA modules serve: the tiles that their library takes, counted."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
import torch

from patternc.cli import run
from patternc.ir.addresses import HeadDims
from patternc.runtime.cuda import tile_choice
from patternc.schedule.tile_sizes import tile_of
from patternc.targets import target_named

CAPABILITIES = {"sm_61": 61, "sm_70": 70, "sm_75": 75}
ROWS = "forward", "forward_split", "forward_blocks", "grad_query", "grad_key_value_many"


@pytest.mark.parametrize("name", CAPABILITIES)
def test_tiles_are_those_of_the_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_choice, "_capability", lambda _: CAPABILITIES[name])
    target = target_named(name)
    assert target is not None
    every = (
        *map(HeadDims.equal, (16, 64, 80, 128, 192, 256)),
        HeadDims(192, 128),
        HeadDims(64, 256),
        HeadDims(128, 32),
        HeadDims(576, 512),
    )
    for dtype, dims, row in product((torch.float32, torch.float16), every, ROWS):
        query, value = (torch.empty(1, 1, 1, extent, dtype=dtype) for extent in (dims.key, dims.value))
        for held, most in ((1, None), (17, None), (500, None), (500, 32)):
            tile = tile_choice._tile(row, query, value, held, most)
            told = tile_of(target, row, dtype.itemsize, dims, held, most, described=False)
            assert told == (tile.rows, tile.columns), (dtype, dims, row, held)


@pytest.mark.parametrize(
    ("name", "columns"), [("sm_61", (64, 64, 64)), ("sm_70", (64, 32, 32)), ("sm_75", (64, 32, 32))]
)
def test_tiles_are_counted(
    name: str, columns: tuple[int, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.pat").write_text("pattern p { attend causal }")
    assert run(["cost", str(tmp_path / "p.pat"), "-n", "4096", "--target", name, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["patterns"][0]["targets"]
    assert (found["target"], found["backend"]) == (name, "cuda")
    assert tuple(one["block_n"] for one in found["tiles"]) == columns
    for one in found["tiles"]:
        wide = one["block_n"]
        assert one["visited"] == 8 * sum(-(-64 * (i + 1) // wide) for i in range(64))
