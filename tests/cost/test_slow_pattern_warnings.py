"""Warnings about patterns far slower than dense attention: their numbers are those of `cost`; they are rare."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, assume, given, settings
from pattern_texts import files

from patternc.cli import run
from patternc.cost import slow_candidates
from patternc.cost.device_time import Call
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.slow_candidates import may_be_slow
from patternc.cost.slow_patterns import slower_than_dense
from patternc.cost.target_cost import TargetCost, cost_on_target, plan_for
from patternc.cost_constants import LENGTH, SLOWER
from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import WARNED, Analysis, analyse, quoting, read
from patternc.ir.addresses import HeadDims
from patternc.source import Source
from patternc.targets import TARGETS, Target, target_named

FOLDERS = ("tests/patterns", "patternc/presets", "benchmarks/patterns", "examples")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.pat"))
SLOW = {"counted"}
"""What is in use for its test alone: branches that all hold nearly everything."""
AVERAGED = "pattern p {{\n    for i in range({}) {{ attend causal - keys(every=16, offset=i) }}\n    combine {}\n}}\n"


def test_inputs_that_no_row_needs_are_assumed_too() -> None:
    """Passes drop what full attention makes superfluous, while generated modules still take the inputs."""
    branches = "attend full; attend full | padding(@lens); attend full | document(@docs); combine lse"
    text = f"pattern made {{ input lens: lengths; input docs: offsets; {branches} }}"
    analysis = analyse(Source("made.pat", text), {})
    assert {warning.code for warning in analysis.warnings} == {"P027"}


def analysed(text: str) -> Analysis:
    return analyse(Source("p.pat", text), {})


def warned(text: str, *targets: str) -> list[Diagnostic]:
    found = analyse(Source("p.pat", text), {}, targets=targets or WARNED).warnings
    return [one for one in found if one.code == "P046"]


def costs(analysis: Analysis, target: str, n: int, heads: int = 8) -> TargetCost:
    """What `patternc cost` counts."""
    chosen = target_named(target)
    assert chosen is not None
    meaning, normal = analysis.meanings[0], analysis.normals[0]
    plan = plan_for((meaning, normal), quoting(analysis.source, meaning), chosen)
    return cost_on_target(plan, Call(n, heads, heads), sample_inputs(meaning, n, heads, TYPICAL), 1.0)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_patterns_that_are_in_use_are_not_warned_of(path: Path) -> None:
    """On no target, at the length of their grid, or one of 32768 positions."""
    every = tuple(target.name for target in TARGETS)
    analysis = analyse(read(path), {}, targets=every)
    found = [one for one in analysis.warnings if one.code == "P046"]
    assert len(found) == int(path.stem in SLOW)


@pytest.mark.parametrize("target", ["cpu", "sm_61", "sm_80", "sm_90"])
@pytest.mark.parametrize("combine", ["mean", "lse(detach)", "lse"])
@pytest.mark.parametrize("branches", [1, 2, 4])
def test_the_number_is_that_of_the_cost(branches: int, combine: str, target: str) -> None:
    text = AVERAGED.format(branches, combine)
    made = costs(analysed(text), target, LENGTH)
    found = warned(text, target)
    assert len(found) == int(round(made.seconds / made.dense, 1) > SLOWER)
    for one in found:
        wanted = f"{made.seconds / made.dense:.1f} times as long as dense causal attention, in a sequence of {LENGTH}"
        assert one.message == f"on {target}, the pattern is predicted to take {wanted}"


@pytest.mark.long
def test_the_number_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(AVERAGED.format(4, "mean"))
    assert run(["cost", str(path), "-n", str(LENGTH), "--target", "sm_90", "--json"]) == 0
    (target,) = json.loads(capsys.readouterr().out)["patterns"][0]["targets"]
    own, dense = (sum(target[side][key] for side in ("forward", "backward")) for key in ("seconds", "dense_seconds"))
    (one,) = warned(path.read_text(), "sm_90")
    assert f"predicted to take {own / dense:.1f} times" in one.message


def test_the_comparison_is_with_causal_attention_where_the_pattern_is_causal() -> None:
    """Two branches of nearly everything: if both are causal or neither, they take as many times as long."""
    text = "pattern p { attend MASK - keys(every=16); attend MASK - keys(every=17); combine mean }"
    (whole,), (causal,) = (warned(text.replace("MASK", mask), "sm_90") for mask in ("full", "causal"))
    assert "as long as dense attention" in whole.message
    assert "as long as dense causal attention" in causal.message
    made = costs(analysed(text.replace("MASK", "causal")), "sm_90", LENGTH)
    assert f"{made.seconds / made.dense:.1f} times" in causal.message


@pytest.mark.parametrize(
    ("mask", "length"),
    [
        ("blocks(1, random(800, seed=1))", None),
        ("blocks(1, random(400, seed=1))", None),
        ("blocks(1, topk(200))", 32768),
        ("blocks(2, topk(100))", 16384),
        ("blocks(16, topk(100))", None),
        ("blocks(1, random(density=0.02, seed=1))", None),
    ],
)
def test_a_count_of_small_blocks_is_warned_of_with_a_length(mask: str, length: int | None) -> None:
    """A count of listed blocks is a larger part of them in a shorter sequence; what is tested costs the same in all."""
    found = warned(f"pattern p {{ attend {mask} }}", "cpu")
    assert [f"in a sequence of {length}, and more in shorter ones" in one.message for one in found] == (
        [] if length is None else [True]
    )


def test_what_is_tested_pair_by_pair_is_not_warned_of_twice() -> None:
    """A test alone takes half as long again as no test, which P035 says where it admits little."""
    assert not warned("pattern p { attend when(q * k % 7 < 2) }")


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        (
            "attend blocks(1, random(12000, seed=1))",
            "use blocks of 64 in place of 1, and fewer of them: 0.016 -> 1 of the 64 rows of a tile share a list",
        ),
        ("attend full - keys(every=9); attend full; combine mean", "use dense attention with this mask"),
        (
            "attend causal; attend causal; combine mean",
            "use `combine lse` in place of `combine mean` (another output): 2 -> 1 softmaxes",
        ),
        ("for r in range(2, 42) { attend stride(r, offset=all) }; combine lse", "use dense attention with this mask"),
    ],
)
def test_the_help_names_what_is_less_work(text: str, helps: str) -> None:
    (one,) = warned(f"pattern p {{ {text} }}", "cpu")
    assert str(one.help).startswith(helps)


def test_a_grid_is_warned_of_at_its_own_length() -> None:
    """Three boxes near the size of the grid; one alone is not slower."""
    text = "pattern p {{ grid 64 x 64; {} combine sum }}"
    boxes = "attend box(63, 63); attend box(61, 63); attend box(63, 61);"
    (one,) = warned(text.format(boxes), "sm_90")
    made = costs(analysed(text.format(boxes)), "sm_90", 64 * 64)
    assert f"{made.seconds / made.dense:.1f} times as long as dense attention, in a sequence of 4096" in one.message
    assert not warned(text.format("attend box(63, 63);"), "sm_90")


def test_lengths_are_those_that_a_pattern_takes() -> None:
    text = AVERAGED.format(4, "mean").replace("combine", "require n % 3000 == 0\n    combine")
    assert "in a sequence of 33000" in warned(text)[0].message


def test_a_module_has_its_own_heads() -> None:
    text = AVERAGED.format(4, "mean") + "module Layer { pattern p; embed 256; heads 2; head_dim 128 }\n"
    analysis = analysed(text)
    chosen = target_named("sm_90")
    assert chosen is not None
    subject = analysis.meanings[0], analysis.normals[0]
    made = cost_on_target(
        plan_for(subject, quoting(analysis.source, subject[0]), chosen),
        Call(LENGTH, 2, 2, HeadDims.equal(128)),
        {},
        1.0,
    )
    assert f"{made.seconds / made.dense:.1f} times" in warned(text, "sm_90")[0].message


@pytest.mark.parametrize("target", ["cpu", "sm_90"])
def test_every_group_of_heads_is_counted(target: str) -> None:
    """One that begins behind the eighth head too."""
    wide = "; ".join(f"attend window({left}, {left})" for left in (20000, 21000, 22000))
    assert warned(
        f"pattern p {{ heads 0..8 {{ attend window(511, 0) }}; heads 8..64 {{ {wide}; combine sum }} }}", target
    )


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)
@given(files())
def test_nothing_slow_goes_unseen(text: str) -> None:
    """The cheap look at a plan, which decides whether tiles are counted, misses no pattern that counting warns of."""
    try:
        analysis = analyse(Source("made.pat", text), {}, targets=())
    except Rejected:
        assume(False)
        raise
    source = quoting(analysis.source, analysis.meanings[0])
    subject = analysis.meanings[0], analysis.normals[0]
    unseen = () if may_be_slow(*subject) else _both()
    assert not slower_than_dense(*subject, source, unseen)


@pytest.mark.parametrize(
    "mask", ["full", "causal", "window(9000)", "window(0, 300) - window(0, 7)", "document(@docs) & causal"]
)
def test_one_window_is_never_slow(mask: str) -> None:
    """What is not even planned: counting warns of none, whatever its modifiers."""
    analysis = analysed(f"pattern p {{ input docs: offsets; attend {mask}; score alibi; score softcap(3) }}")
    subject = analysis.meanings[0], analysis.normals[0]
    assert not may_be_slow(*subject)
    assert not slower_than_dense(*subject, quoting(analysis.source, subject[0]), TARGETS)


def _both() -> tuple[Target, ...]:
    return tuple(target for target in TARGETS if target.name in WARNED)


def test_a_cheap_look_that_sees_too_little_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_candidates, "COUNTED_SHARE", 100)
    assert not warned(AVERAGED.format(8, "mean"))


@pytest.mark.parametrize(
    "words", [["check"], ["build"], ["build", "--backend", "all"], ["explain"], ["explain", "--query", "0,3"], ["show"]]
)
def test_every_command_says_it_once(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(AVERAGED.format(8, "mean"))
    more = ["-o", str(tmp_path)] if words[0] == "build" else ["-n", "64"] if words[-1] in ("show", "0,3") else []
    assert run([*words, str(path), *more]) == 0
    assert capsys.readouterr().err.count("warning[P046]") == 1


def test_a_build_is_warned_for_its_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(AVERAGED.format(8, "mean"))
    for words, target in (([], "cpu"), (["--backend", "triton", "--target", "sm_86"], "sm_86")):
        assert run(["build", str(path), "-o", str(tmp_path), *words]) == 0
        said = capsys.readouterr().err
        assert said.count(f"on {target}, the pattern is predicted to take") == 1
        assert "note" not in said


def test_sample_inputs_fit_any_length() -> None:
    """Documents are of about the same length, and end with the sequence."""
    text = "pattern p { input d: offsets; input l: lengths; attend blocks(16, document(@d)) & padding(@l) | window(3) }"
    pattern = analysed(text).meanings[0]
    for n in (1, 100, 5000):
        found = sample_inputs(pattern, n, 2, TYPICAL)
        assert found["l"] == n
        starts = found["d"]
        sizes = [stop - start for start, stop in pairwise(starts)]
        assert (starts[0], starts[-1]) == (0, -(-n // 16))
        assert 128 >= max(sizes) <= min(sizes) + 1


def test_a_pattern_without_pairs_is_not_slow() -> None:
    """Its clauses were to share nothing."""
    text = "pattern p { grid 8; heads 0..1 { attend box(3) - first(8) }; heads 1.. { attend box(5) - first(8) } }"
    assert not warned(text)
