"""Costs on a CPU: those of C++ modules, whose programs and tiles are counted, beside what their lists take."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path

import numpy as np
import pytest
import torch
from built import build

from patternc.cli import run
from patternc.cost import cpu_work
from patternc.cost.device_time import Call
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.target_cost import Plan, TargetCost, cost_on_target, plan_for
from patternc.cost.tile_work import Work, tile_work
from patternc.cost_constants import CHOSEN_FROM, LAUNCH, LIST_MADE, LISTED_PAIR
from patternc.driver import analyse, quoting
from patternc.ir.addresses import HeadDims
from patternc.ir.semantics import multiplicities
from patternc.runtime.cpp.tile_choice import _tile
from patternc.schedule.tile_sizes import tile_of
from patternc.source import Source
from patternc.targets import target_named

CAUSAL = "attend causal"


def plan_of(body: str) -> Plan:
    target = target_named("cpu")
    assert target is not None
    analysis = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=())
    meaning = analysis.meanings[0]
    return plan_for((meaning, analysis.normals[0]), quoting(analysis.source, meaning), target)


def cost(body: str, n: int, head_dim: int = 64, heads: int = 4) -> TargetCost:
    plan = plan_of(body)
    inputs = sample_inputs(plan.kernel.pattern, n, heads, TYPICAL)
    return cost_on_target(plan, Call(n, heads, heads, HeadDims.equal(head_dim)), inputs, 1.0)


def work_of(body: str, n: int, heads: int = 4) -> tuple[Work, ...]:
    plan = plan_of(body)
    inputs = sample_inputs(plan.kernel.pattern, n, heads, TYPICAL)
    return tile_work(
        plan.tiles, plan.kernel, plan.target, Call(n, heads, heads, HeadDims.equal(64), itemsize=4), inputs
    )


@pytest.mark.parametrize(
    ("body", "forward", "both"),
    [  # milliseconds of one thread at 4096 positions over those of causal attention (docs/cost.md)
        ("attend window(31, 0)", 0.066, 0.067),
        ("attend stride(64); where causal", 0.047, 0.065),
        ("attend window(255, 0) | keys(every=16) & causal", 0.24, 0.24),
        ("attend when(q * k % 7 < 2) & causal", 1.8, 1.5),
        ("attend blocks(64, random(4, seed=1)) & causal", 0.081, 0.094),
        ("attend blocks(16, random(4, seed=1)) & causal", 0.125, 0.122),
        ("attend blocks(4, random(16, seed=1)) & causal", 0.17, 0.23),
        ("attend blocks(1, random(64, seed=1)) & causal", 0.31, 0.32),
        ("attend blocks(16, topk(8)) & causal", 0.54, 0.41),
        ("attend blocks(4, topk(16)) & causal", 2.5, 1.0),
        ("attend blocks(1, topk(16)) & causal", 44, 10.5),
        ("attend blocks(1, topk(64)) & causal", 36, 10),
    ],
)
def test_ratios_to_causal_attention_are_within_twice_of_those_measured(body: str, forward: float, both: float) -> None:
    dense, made = cost(CAUSAL, 4096), cost(body, 4096)
    assert made.forward.seconds / dense.forward.seconds == pytest.approx(forward, rel=0.5, abs=0)
    assert made.seconds / dense.seconds == pytest.approx(both, rel=0.5, abs=0)


def test_what_a_choice_takes_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { attend blocks(1, topk(64)) & causal }")
    assert run(["cost", str(path), "-n", "2048", "--target", "cpu", "--json"]) == 0
    out = capsys.readouterr()
    (found,) = json.loads(out.out)["patterns"][0]["targets"]
    assert (found["backend"], found["forward"]["bound"], found["backward"]["bound"]) == ("cpp", "lists", "lists")
    assert [one["direction"] for one in found["tiles"]] == ["forward", "gradients"]
    assert found["forward"]["seconds"] > 30 * found["forward"]["dense_seconds"]
    assert "warning[P046]: on cpu, the pattern is predicted to take 9." in out.err


# ---- what is counted is what runs ------------------------------------------------------------------------------------
def test_tiles_are_those_of_the_library() -> None:
    target = target_named("cpu")
    assert target is not None
    query = torch.empty(1, 1, 1, 64)
    for held, most, row in product(
        (1, 16, 17, 47, 48, 64, 500), (None, 16, 32, 64, 128), ("forward", "grad_query_many")
    ):
        tile = _tile(query, query, held, most)
        assert tile_of(target, row, 4, HeadDims.equal(64), held, most, described=False) == (tile.rows, tile.columns)


@pytest.mark.parametrize("heads", [2, 4])
@pytest.mark.parametrize(
    "body",
    [
        CAUSAL,
        "attend blocks(1, random(9, seed=1)) & causal",
        "attend segment(40) & causal",
        "heads 0..1 { attend window(9) } heads 1.. { attend stride(3); attend window(50); combine lse }",
        "attend segment(64, dilation=2); attend window(70); combine sum",
    ],
)
def test_programs_are_those_that_a_module_launches(
    body: str, heads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many, in tiles of as many rows; none of them runs."""
    module, _ = build(f"pattern p {{ {body} }}", tmp_path, "cpp")
    launched = list[tuple[str, int, int]]()

    class Recorder:
        def __getattr__(self, name: str) -> object:
            return lambda grid, tile, *_, **_numbers: launched.append((name, prod(grid[:3]), tile.rows))

    monkeypatch.setattr(module, "_programs", lambda _: Recorder())
    query, key, value = (torch.zeros(1, heads, 200, 64, requires_grad=True) for _ in range(3))
    module.attention(query, key, value).sum().backward()
    found = work_of(body, 200, heads)
    assert [one.name for one in found] == (
        ["forward", "gradients"] if heads == 4 else ["forward", "grad_query", "grad_key_value"]
    )
    for work in found:
        own = [one for one in launched if one[0].startswith(f"{work.name}_")]
        assert work.programs == sum(programs for _, programs, _ in own)
        assert work.launches == len(own)
        assert work.block_m in {rows for _, _, rows in own}


def test_programs_of_one_query_read_the_columns_that_it_selects() -> None:
    """Blocks of one position: a program for each query and head reads each of its columns once, and no other."""
    body, n, heads = "attend blocks(1, random(9, seed=1))", 200, 4
    meaning = plan_of(body).kernel.pattern
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    columns = 0
    for head in range(heads):
        (admitted,) = multiplicities(meaning, head, q, k, n, heads)
        columns += int(admitted.sum())
    forward, gradients = work_of(body, n, heads)
    counts = heads * n, columns, columns  # programs, tested pairs, columns
    assert (forward.block_m, forward.programs, forward.executed) == (1, heads * n, columns)
    assert forward.beside == cpu_work.of_programs(*counts, gradients=False, by_query=True)
    assert gradients.beside == cpu_work.of_programs(*counts, gradients=True, by_query=True)


@pytest.mark.parametrize(
    ("body", "copied"),
    [
        ("attend blocks(64, random(2, seed=1))", False),
        ("attend blocks(16, random(2, seed=1))", True),
        ("attend stride(3)", False),
        ("grid 16 x 16; layout natural; attend box(5, 5)", False),
        ("grid 16 x 16; layout tiled(4, 4); attend box(5, 5)", True),
    ],
)
def test_columns_that_are_equally_spaced_are_not_copied(
    body: str, copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpu_work, "PROGRAM", 0)
    monkeypatch.setattr(cpu_work, "PAIR_TESTED", 0)
    assert (work_of(body, 256)[0].beside > 0) == copied


def test_the_last_tile_of_a_loop_ends_with_it() -> None:
    """Four tiles of 64 rows: the first visits its own keys, the others also the ten before them."""
    forward, _ = work_of("attend window(10, 0)", 256, 4)
    assert forward.executed == 4 * 64 * (64 + 3 * 74)
    assert forward.visited == 4 * (1 + 3 * 2)


# ---- lists -----------------------------------------------------------------------------------------------------------
def test_only_lists_that_runtime_inputs_move_are_made_in_each_call() -> None:
    call = Call(1024, 4, 4)
    kernels = [plan_of(f"attend blocks(16, {one}(3))").kernel for one in ("random", "topk")]
    (kept, moved) = (cpu_work.of_lists(kernel, call, once=True) for kernel in kernels)
    assert kept == (0, 0)
    listed = LIST_MADE + LISTED_PAIR * 4 * 64 * 3
    assert moved == (listed + CHOSEN_FROM * 4 * 64**2, listed)
    assert cpu_work.of_lists(kernels[1], call, once=False)[1] == 2 * listed, "lists of keys too"
    assert cpu_work.of_lists(kernels[1], replace(call, batch=3), once=True) == tuple(3 * one for one in moved)


def test_lists_of_neighbourhoods_that_lengths_move_are_made_too() -> None:
    kernel = plan_of("input lens: lengths; grid 16 x 16; attend box(5, 5) & padding(@lens)").kernel
    forward, backward = cpu_work.of_lists(kernel, Call(256, 4, 4), once=True)
    assert forward == backward > LIST_MADE


def test_dense_attention_starts_programs_too() -> None:
    """At 64 positions, one program of each takes a fifth of the time of dense attention."""
    made = cost("grid 8 x 8; attend box(3, 3)", 64)
    own, dense = (seconds - LAUNCH for seconds in (made.forward.seconds, made.forward.dense))
    assert own / dense == pytest.approx((4096 * 1.3 + 1000) / (4096 + 1000))


def test_lists_take_no_longer_for_longer_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    """But copies of keys and values do."""
    small, large = (cost("attend blocks(1, topk(4))", 256, head_dim).forward.load.beside for head_dim in (16, 64))
    assert small < large
    for name in ("PROGRAM_OF_QUERY", "PAIR_TESTED", "GATHERED_IN_PLACE"):
        monkeypatch.setattr(cpu_work, name, 0)
    small, large = (cost("attend blocks(1, topk(4))", 256, head_dim).forward.load.beside for head_dim in (16, 64))
    assert small == large
