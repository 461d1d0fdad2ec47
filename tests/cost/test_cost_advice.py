"""The advice of `patternc cost`: its numbers are those of the changed pattern, written by hand."""

from __future__ import annotations

from math import lcm
from pathlib import Path

import numpy as np
import pytest

from patternc.analysis.tile_fill import TILE, reach_of
from patternc.cost.advice import advise
from patternc.cost.device_time import Call
from patternc.cost.estimates import Estimate, estimate
from patternc.driver import analyse, quoting, read
from patternc.ir import semantics
from patternc.ir.facts import Form, bound_facts, form
from patternc.ir.mask import And, Mask, Pattern
from patternc.ir.traversal import atoms, bounds_in, classes_in, relative
from patternc.source import Source
from patternc.targets import target_named
from patternc.transforms import Clause, clauses_of

N = 8192
SIDES = ("{} // 56", "{} % 56")
"""A row and a column of an image."""


def pattern_of(body: str) -> tuple[Source, Pattern, Pattern]:
    analysis = analyse(Source("p.pat", f"pattern p {{\n{body}\n}}\n"), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    return quoting(analysis.source, meaning), meaning, normal


def cost(body: str, heads: int = 4, kv_heads: int = 4, n: int = N) -> Estimate:
    source, meaning, normal = pattern_of(body)
    target = target_named("sm_90")
    assert target is not None
    return estimate((meaning, normal), source, Call(n, heads, kv_heads), {}, lambda _: {}, (target,))


def occupancy(made: Estimate) -> float:
    return made.targets[0].forward.occupancy


CHANGES = (
    ("attend segment(50) & causal", "attend segment(64) & causal", "segments of 64 in place of 50"),
    ("attend segment(300)", "attend segment(320)", "segments of 320 in place of 300"),
    (
        "attend segment(600, dilation=4, offset=3)",
        "attend segment(512, dilation=4, offset=3)",
        "segments of 512 in place of 600",
    ),
    (
        "attend segment(900, dilation=8, offset=all) & causal",
        "attend segment(1024, dilation=8, offset=all) & causal",
        "segments of 1024 in place of 900",
    ),
    (
        "attend blocks(16, random(8, seed=1))",
        "attend blocks(64, random(2, seed=1))",
        "blocks of 64 in place of 16, and fewer of them",
    ),
    ("attend window(130, 0)", "attend window(128, 0)", "a window of 128 positions in place of 130"),
    ("attend window(200, 0)", "attend window(192, 0)", "a window of 192 positions in place of 200"),
)


@pytest.mark.parametrize(("before", "after", "words"), CHANGES)
def test_a_change_has_the_numbers_of_the_changed_pattern(before: str, after: str, words: str) -> None:
    """Those that are counted from the tile IR of both; tiles of fewer rows than 64 reach into fewer segments."""
    made, changed = cost(before, n=57600), cost(after)
    (advice,) = (one for one in made.advice if words in one.text)
    assert advice.before <= occupancy(made) + 0.005
    assert "segments" in words or advice.before == pytest.approx(occupancy(made), rel=0.01)
    assert advice.after == pytest.approx(occupancy(changed), rel=0.01)
    assert occupancy(changed) > occupancy(made) + 0.05
    form = ".2g" if "blocks" in words else ".2f"
    assert f"{advice.before:{form}} -> {advice.after:{form}} of the " in advice.text
    assert not [one for one in changed.advice if " in place of " in one.text]


@pytest.mark.parametrize(
    "body",
    [
        "attend segment(100)",
        "attend segment(1) & causal",
        "attend segment(960, dilation=6, offset=all) & causal",
        "attend segment(200) & window(90, 10)",
        "input ends: offsets; attend document(@ends) & window(99, 0)",
        "attend window(63, 64)",
    ],
)
def test_the_fill_of_tiles_is_that_of_the_kernel(body: str) -> None:
    _, _, normal = pattern_of(body)
    (clause,) = clauses_of(normal.groups[0].branches[0].mask)
    reach = reach_of(clause)
    assert reach is not None
    assert reach.fill == pytest.approx(_counted(clause), abs=1e-12)


def _counted(clause: Clause) -> float:
    """The share of admitted pairs in tiles that begin at the first key of their rows, pair by pair, by the oracle."""
    atoms_ = [one for literal in clause for one in atoms(literal)]
    dilation = max((one.dilation for one in classes_in(atoms_)), default=1)
    size = next((one.period for one in relative(bounds_in(And(clause))) if one.period > 1), TILE)
    period = size // dilation if dilation > 1 else lcm(size, TILE)
    far = 4 * period * size // dilation
    rows, keys = (np.arange(period) + far) * dilation, np.arange(far - 300, far + period + 300) * dilation
    tested = tuple(one for one in clause if form(one) is not Form.CLASSES and not _reads_input(one))
    held = semantics.admits(And(tested), 0, rows[:, None], keys[None, :], int(keys[-1]) + 1, 1, {})
    visited = 0
    for first in range(0, period, TILE):
        found = np.flatnonzero(held[first : first + TILE].any(0))
        visited += TILE * TILE * -(-(found[-1] - found[0] + 1) // TILE)
    return float(held.sum() / visited)


def _reads_input(literal: Mask) -> bool:
    return any(bound_facts(one).input for one in bounds_in(literal))


@pytest.mark.parametrize(
    "mask",
    [
        "window(130, 0) - keys(every=3)",
        "window(130, 0) & keys(every=3)",
        "first(130)",
        "window(130, 0) & when(q * k % 7 < 2)",
        "blocks(16, window(2))",
        "blocks(16, random(3, seed=1)) & window(130)",
        "causal",
        "segment(50) & segment(30)",
    ],
)
def test_masks_whose_tiles_hold_more_than_a_segment_or_window_have_no_fill(mask: str) -> None:
    _, _, normal = pattern_of(f"attend {mask}")
    clauses = clauses_of(normal.groups[0].branches[0].mask)
    assert [reach_of(clause) for clause in clauses] == [None] * len(clauses)


def test_blocks_of_a_table_stay(tmp_path: Path) -> None:
    np.save(tmp_path / "t.npy", np.ones((8, 8), bool))
    text = 'pattern p { attend blocks(16, table("t.npy")) }'
    (tmp_path / "p.pat").write_text(text)
    analysis = analyse(read(tmp_path / "p.pat"), {}, targets=())
    assert advise(analysis.meanings[0], analysis.normals[0], Call(128, 4, 4)) == ()


def test_one_softmax_is_recommended() -> None:
    body = "segments [256, 512]; dilations [1, 2]; offset head; combine {}; where causal"
    made, changed = cost(body.format("lse(detach)")), cost(body.format("lse"))
    (advice,) = (one for one in made.advice if "combine lse" in one.text)
    softmaxes = [len(one.plan.kernel.groups[0].softmaxes) for one in (made, changed)]
    assert [advice.before, advice.after] == softmaxes == [2, 1]
    assert changed.targets[0].seconds < 0.95 * made.targets[0].seconds
    assert "the same output, other gradients" in advice.text


def test_heads_of_a_key_head_share_keys() -> None:
    body = "attend segment(512, dilation=4, offset=head)"
    (advice,) = (one for one in cost(body, 8, 2).advice if "head_block" in one.text)
    assert (advice.before, advice.after) == (4, 2)
    assert not [one for one in cost(body, 8, 8).advice if "head_block" in one.text]
    assert not [one for one in cost(body.replace("head", "head_block"), 8, 2).advice if "head_block" in one.text]


def test_a_layout_of_tiles_is_recommended() -> None:
    made = cost("grid 64 x 64; layout natural; attend box(16, 16)", n=4096)
    (advice,) = made.advice
    assert "`layout auto` in place of `layout natural`" in advice.text
    changed = cost("grid 64 x 64; attend box(16, 16)", n=4096)
    assert advice.after / advice.before == pytest.approx(occupancy(made) / occupancy(changed), rel=0.05)
    assert changed.advice == ()


@pytest.mark.parametrize("body", ["attend causal", "attend segment(512) & causal", "attend window(1023, 0)"])
def test_nothing_to_change(body: str) -> None:
    assert cost(body).advice == ()


def test_windows_that_do_not_wrap_are_recommended() -> None:
    """The pairs that are visited are those that the rest of each clause admits."""
    wrapped = " and ".join(f"({x.format('q')} + 4) % 56 // 7 == ({x.format('k')} + 4) % 56 // 7" for x in SIDES)
    made = cost(f"grid 56 x 56; attend when({wrapped})", n=56 * 56)
    changed = cost(f"grid 56 x 56; attend when({wrapped.replace(' % 56 //', ' //')})", n=56 * 56)
    (advice,) = (one for one in made.advice if "without the wrap" in one.text)
    assert advice.before / advice.after > 5
    assert occupancy(changed) > 3 * occupancy(made)
    assert changed.advice == ()
