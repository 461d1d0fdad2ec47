"""The advice of `patternc cost`: its numbers are those of the changed pattern, written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from patternc.cli.cost_text import lines
from patternc.cost.advice import Advice
from patternc.cost.estimates import Estimate, estimate
from patternc.cost.pattern_edits import edits
from patternc.cost.target_cost import Plan, plan_for
from patternc.cost.tile_work import Call
from patternc.driver import analyse, quoting
from patternc.ir.mask import Pattern
from patternc.source import Source
from patternc.targets import TARGETS, target_named
from patternc.transforms import PASSES

N = 8192


def pattern_of(body: str) -> tuple[Source, Pattern, Pattern]:
    analysis = analyse(Source("p.pat", f"pattern p {{\n{body}\n}}\n"), {})
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    return quoting(analysis.source, meaning), meaning, normal


def cost(body: str, heads: int = 4, kv_heads: int = 4, n: int = N) -> Estimate:
    source, meaning, normal = pattern_of(body)
    target = target_named("sm_90")
    assert target is not None
    return estimate((meaning, normal), source, Call(n, heads, kv_heads, 64), {}, lambda _: {}, (target,))


def occupancy(made: Estimate) -> float:
    return made.targets[0].forward.occupancy


CHANGES = (
    ("attend segment(50) & causal", "attend segment(64) & causal", "segments of 64 in place of 50"),
    (
        "attend segment(1000, dilation=8, offset=3)",
        "attend segment(1024, dilation=8, offset=3)",
        "segments of 1024 in place of 1000",
    ),
    (
        "attend blocks(16, random(8, seed=1) | window(2))",
        "attend blocks(64, random(2, seed=1) | window(1))",
        "blocks of 64 in place of 16, and fewer of them",
    ),
    ("attend window(130, 0)", "attend window(128, 0)", "a window of 128 positions in place of 130"),
)


@pytest.mark.parametrize(("before", "after", "words"), CHANGES)
def test_a_change_has_the_numbers_of_the_changed_pattern(before: str, after: str, words: str) -> None:
    made, changed = cost(before), cost(after)
    (advice,) = (one for one in made.advice if words in one.text)
    assert advice.before == occupancy(made)
    assert advice.after == occupancy(changed) >= advice.before + 0.05
    assert f"{advice.before:.2f} -> {advice.after:.2f} on sm_90" in advice.text


@pytest.mark.parametrize(("before", "after", "words"), CHANGES)
def test_a_changed_pattern_is_the_one_written(before: str, after: str, words: str) -> None:
    _, meaning, _ = pattern_of(before)
    _, _, wanted = pattern_of(after)
    (found,) = (edit.pattern for edit in edits(meaning) if words in edit.words)
    for stage in PASSES:
        found = stage.run(found)
    assert found.groups == wanted.groups


def test_one_softmax_saves_launches_and_partials() -> None:
    body = "segments [256, 512]; dilations [1, 2]; offset head; combine {}; where causal"
    made, changed = cost(body.format("lse(detach)")), cost(body.format("lse"))
    (advice,) = (one for one in made.advice if "combine lse" in one.text)
    assert (advice.before, advice.after) == (made.targets[0].seconds, changed.targets[0].seconds)
    assert "the same output, other gradients" in advice.text


def test_heads_of_a_key_head_share_keys() -> None:
    body = "attend segment(512, dilation=4, offset=head)"
    (advice,) = (one for one in cost(body, 8, 2).advice if "head_block" in one.text)
    assert (advice.before, advice.after) == (4, 2)
    assert not [one for one in cost(body, 8, 8).advice if "head_block" in one.text]
    assert not [one for one in cost(body.replace("head", "head_block"), 8, 2).advice if "head_block" in one.text]


def test_a_layout_of_tiles_is_recommended() -> None:
    (advice,) = cost("grid 64 x 64; layout natural; attend box(16, 16)", n=4096).advice
    assert "`layout auto` in place of `layout natural`" in advice.text
    changed = cost("grid 64 x 64; attend box(16, 16)", n=4096)
    assert advice.after == occupancy(changed)
    assert changed.advice == ()


@pytest.mark.parametrize("body", ["attend causal", "attend segment(512) & causal", "attend window(1023, 0)"])
def test_nothing_to_change(body: str) -> None:
    assert cost(body).advice == ()


def test_changes_are_tried_for_kernels_that_are_counted() -> None:
    source, meaning, normal = pattern_of("attend segment(50) & causal")
    every = estimate((meaning, normal), source, Call(N, 4, 4, 64), {}, lambda _: {}, TARGETS)
    assert every.advice == cost("attend segment(50) & causal").advice
    cpu = estimate((meaning, normal), source, Call(N, 4, 4, 64), {}, lambda _: {}, TARGETS[:1])
    (one,) = cpu.advice
    assert one.text == "use segments of 64 in place of 50: occupancy 0.29 -> 0.51 on cpu"
    assert isinstance(every.advice[0], Advice)


def test_many_clauses_share_what_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many changes a long pattern has, those that are counted have at most so many clauses together."""
    made = list[int]()

    def counting(subject: tuple[Pattern, Pattern], *rest: Any) -> Plan:
        made.append(sum(len(group.branches) for group in subject[1].groups))
        return plan_for(subject, *rest)

    monkeypatch.setattr("patternc.cost.advice.plan_for", counting)
    monkeypatch.setattr("patternc.cost.advice.ADVISED_CLAUSES", 40)
    branches = "; ".join(f"attend window({left}, 0)" for left in range(100, 112))
    found = cost(f"{branches}; combine lse", n=512)
    changes = len(list(edits(pattern_of(f"{branches}; combine lse")[1])))
    assert 0 < sum(made) <= 40
    assert found.untried == changes - len(made) > 0
    assert f"({found.untried} further changes were not tried, because the pattern has many clauses)" in " ".join(
        lines(found)
    )
    assert cost("attend segment(500) & causal", n=512).untried == 0
