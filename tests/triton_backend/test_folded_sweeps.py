"""Packed sweeps that share a grid: the number of launches, and that every pair counts as often as the pattern says."""

from __future__ import annotations

import pytest
from evaluated import hold_programs
from stages import made

from patternc.analysis.calls import Shape
from patternc.codegen.tiles import legalize
from patternc.codegen.triton import TRITON
from patternc.driver import analyse, quoting
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Schedule
from patternc.ir.tile import Group, Launch, Rows, Tiles
from patternc.schedule import in_order, schedule
from patternc.source import Source
from patternc.targets import target_named

LONGNET = "segments [2K, 4K, 8K, 16K, 32K]; dilations [1, 2, 4, 6, 12]; offset head; combine lse; where causal"
FOLDED = (
    "segments [16, 32, 64]; dilations [1, 2, 4]; offset head; combine lse; where causal",
    "segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal",
    "segments [16, 32, 48, 20]; dilations [1, 2, 5, 3]; offset head_block; combine lse",
    "segments [32, 48]; dilations [2, 5]; offset head; combine lse; where causal",
    "attend segment(32, dilation=2, offset=1); attend segment(64, dilation=4, offset=1); attend window(3); combine lse",
    "attend segment(32, dilation=2, offset=1); attend segment(64, dilation=4, offset=0); attend window(3); combine lse",
)
SHAPES = (
    Shape("whole", 1, 4, 4, HeadDims.equal(16), 100, 100, 0, 0, 100),
    Shape("a chunk, grouped", 1, 4, 2, HeadDims.equal(16), 37, 70, 41, 8, 100),
    Shape("some heads of a model", 1, 3, 1, HeadDims.equal(16), 60, 60, 0, 0, 60, 2, 7),
)


def launches(group: Group) -> tuple[Launch, ...]:
    return tuple(one for made in (*group.forward, group.grad_query, group.grad_key_value) for one in made.launches)


def folded(tiles: Tiles) -> list[str]:
    """The names of the programs that run several sweeps."""
    return [named.name for named in tiles.programs if named.program.rows is Rows.FOLDED]


def test_five_branches_take_two_launches_a_direction() -> None:
    (group,) = made(LONGNET).groups
    assert [one.program for one in launches(group)] == [
        *("_forward_folded", "_forward_dense"),
        *("_grad_query_folded", "_grad_query_dense"),
        *("_grad_key_value_folded", "_grad_key_value_dense"),
    ]
    assert all(len(one.runs) == 1 for one in launches(group))


@pytest.mark.parametrize("text", FOLDED)
def test_every_pair_is_counted(text: str) -> None:
    body = text.replace("; ", "\n")
    assert folded(made(body)) or "offset=0" in text
    hold_programs(f"pattern made {{\n{body}\n}}", *SHAPES)


@pytest.mark.parametrize(
    "text",
    [
        "segments [16, 32]; dilations [1, 2]; offset head; combine lse; where causal",
        "segments [16, 32, 64]; dilations [1, 2, 4]; offset head; combine mean; where causal",
        "segments [16, 32, 64]; dilations [1, 2, 4]; offset head; combine lse(detach); where causal",
        "segments [32, 64]; dilations [2, 4]; offset all; combine lse; where causal",
    ],
)
def test_what_stays_apart(text: str) -> None:
    """One packed sweep, a softmax for each branch, whose rows its gradients read, rows of every residue class."""
    assert not folded(made(text))
    hold_programs(f"pattern made {{\n{text.replace('; ', chr(10))}\n}}", *SHAPES)


def test_sweeps_in_another_order_stay_apart() -> None:
    """A table of turns is of the places of one sweep."""
    source, target = Source("made.pat", f"pattern made {{ {LONGNET} }}"), target_named("sm_90")
    assert target is not None
    analysis = analyse(source, {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel = schedule(meaning, normal, target, TRITON.lowerings, TRITON.columns)
    assert not folded(legalize(in_order(kernel, Schedule.LONGEST_FIRST), quoting(source, meaning)))
