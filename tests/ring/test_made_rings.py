"""Patterns and rings nobody thought of: simulated ranks, forward and backward, held against the meaning."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from conftest import ROOT
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made_modules import MADE, accepted, module_of, with_heavy_sinks, worst_of
from pattern_texts import calls, files
from pattern_texts_whole import adaptive, grids, holds_blocks, ring_files
from ring_cases import with_ring
from simulated_ranks import on_all_ranks

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.codegen.library import library
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import Answer, Inputs, oracle

EXAMPLES, QUICK, INTERPRETED = 100, 6, 4
CHOSEN = adaptive().filter(lambda made: "@pairs" not in made[0])  # of which no rank has all


@st.composite
def rings(draw: st.DrawFn) -> str:
    """Any ring of 2 to 5 ranks; `ulysses` for heads of any number has a test of its own."""
    ranks = draw(st.integers(2, 5))
    layout = draw(st.sampled_from(["contiguous", "zigzag", "striped"]))
    transport = draw(st.sampled_from(["auto", "p2p", "alltoall", "allgather"]))
    nodes = draw(st.sampled_from([nodes for nodes in range(1, ranks + 1) if ranks % nodes == 0]))
    return f"ring(ranks={ranks}, layout={layout}, transport={transport}, nodes={nodes})"


@st.composite
def relaying(draw: st.DrawFn) -> str:
    """Any ring whose keys come to a node once."""
    ranks, nodes = draw(st.sampled_from([(4, 2), (6, 2), (6, 3), (8, 4)]))
    layout = draw(st.sampled_from(["contiguous", "zigzag", "striped"]))
    return f"ring(ranks={ranks}, layout={layout}, transport=p2p, nodes={nodes})"


def hold(text: str, ring: str, shape: Shape, backend: str, folder: Path) -> None:
    """Compare the answer that ranks give together with the meaning."""
    assume(not (holds_blocks(text) and "layout=striped" in ring))
    text, n = with_ring(text, ring), shape.seq_len
    shape = replace(shape, name="whole", queries=n, keys=n, q_offset=0, k_offset=0)
    (pattern,) = accepted(text).meanings
    module = module_of(text, backend_named(backend), folder)
    inputs = with_heavy_sinks(pattern, shape, draw(shape, "float32", "cpu", n, pattern))
    truth = oracle(pattern, shape, with_selection(module, pattern, shape, inputs))
    for answer in on_all_ranks(module, lambda ranks: answer_over(ranks, module, pattern, shape, inputs)):
        errors = compare(answer, truth, shape, "float32", pattern)
        assert worst_of(errors, answer, truth, pattern) < errors.tolerance, f"{errors}\n{text}"


def answer_over(ranks: Any, module: ModuleType, pattern: Pattern, shape: Shape, inputs: Inputs) -> Answer:
    """The answer for the whole sequence, as one of the ranks puts it together."""

    def attention(*leaves: torch.Tensor, **rest: Any) -> Any:
        given = {name: value for name, value in rest.items() if name not in ("q_offset", "k_offset", "seq_len")}
        for name in {one.keyword for one in interface(pattern).entries if one.side}:
            numbers = given[name]
            pair = [module.shard(x, ranks, -1) for x in (numbers if isinstance(numbers, tuple) else (numbers,))]
            given[name] = tuple(pair) if isinstance(numbers, tuple) else pair[0]
        held = module.positions(shape.seq_len, ranks)
        for one in interface(pattern).lists:
            given[one.name] = given[one.name][:, :, held[:: one.rows] // one.rows]
        return module.ring_attention(*leaves, ranks, **given)

    names = ("query", "key", "value", "grad_out", "grad_lse")
    own = replace(inputs, **{name: module.shard(getattr(inputs, name), ranks) for name in names})
    found = answer_of(SimpleNamespace(attention=attention), pattern, shape, own)  # type: ignore[arg-type]
    out, dq, dk, dv = (module.unshard(x, ranks) for x in (found.out, found.dq, found.dk, found.dv))
    return Answer(out, None if found.lse is None else module.unshard(found.lse, ranks), dq, dk, dv, found.tables)


@settings(MADE, max_examples=QUICK)
@given(text=files(), ring=rings(), shape=calls(60))
def test_closed_forms(text: str, ring: str, shape: Shape, folder: Path) -> None:
    hold(text, ring, shape, "torch", folder)


@pytest.mark.long
@settings(MADE, max_examples=QUICK)
@given(text=ring_files(), ring=rings(), shape=calls(60))
def test_whole_language(text: str, ring: str, shape: Shape, folder: Path) -> None:
    hold(text, ring, shape, "torch", folder)


@pytest.mark.long
@settings(MADE, max_examples=QUICK)
@given(made=CHOSEN, ring=rings())
def test_chosen_blocks(made: tuple[str, Shape], ring: str, folder: Path) -> None:
    hold(made[0], ring, made[1], "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES)
@given(made=CHOSEN, ring=rings())
def test_chosen_blocks_at_length(made: tuple[str, Shape], ring: str, folder: Path) -> None:
    hold(made[0], ring, made[1], "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES)
@given(text=files(), ring=rings(), shape=calls(90))
def test_closed_forms_at_length(text: str, ring: str, shape: Shape, folder: Path) -> None:
    hold(text, ring, shape, "torch", folder)


@pytest.mark.timeout(1800)
@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES)
@given(text=ring_files(), ring=rings(), shape=calls(90))
def test_whole_language_at_length(text: str, ring: str, shape: Shape, folder: Path) -> None:
    hold(text, ring, shape, "torch", folder)


@pytest.mark.long
@settings(MADE, max_examples=QUICK)
@given(text=ring_files(), ring=relaying(), shape=calls(60))
def test_relayed(text: str, ring: str, shape: Shape, folder: Path) -> None:
    hold(text, ring, shape, "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES // 2)
@given(text=ring_files(), ring=relaying(), shape=calls(90))
def test_relayed_at_length(text: str, ring: str, shape: Shape, folder: Path) -> None:
    hold(text, ring, shape, "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES // 4)
@given(made=CHOSEN, ring=relaying())
def test_relayed_choices(made: tuple[str, Shape], ring: str, folder: Path) -> None:
    hold(made[0], ring, made[1], "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES // 4)
@given(made=grids(), ring=rings())
def test_grids(made: tuple[str, Shape], ring: str, folder: Path) -> None:
    hold(made[0], ring, made[1], "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=EXAMPLES // 4)
@given(text=ring_files(), shape=calls(90), layout=st.sampled_from(["contiguous", "zigzag", "striped"]))
def test_heads(text: str, shape: Shape, layout: str, folder: Path) -> None:
    hold(text, f"ring(ranks={shape.kv_heads}, layout={layout}, transport=ulysses)", shape, "torch", folder)


@pytest.mark.timeout(1800)
@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=INTERPRETED)
@given(text=ring_files().filter(lambda text: len(text) < 240), ring=rings(), shape=calls(40))
def test_interpreted(text: str, ring: str, shape: Shape, folder: Path) -> None:
    """Short ones: those of dozens of pieces take many minutes in the interpreter, and backends share their plans."""
    hold(text, ring, shape, "triton", folder)


def test_ring_functions_have_names_of_their_own() -> None:
    defined = re.compile(r"(?m)^(?:def|class) (\w+)")
    names = {
        room.name: {name for path in room.glob("*.j2") for name in defined.findall(path.read_text())}
        for room in (ROOT / "templates").iterdir()
    }
    names["library"] = {
        name for kind in ("torch", "triton") for part in library(kind) for one in part.definitions for name in one.names
    }
    assert "_choose_blocks" in names["ring"]
    assert "_attend_runs" in names["library"]
    for room in names.keys() - {"ring", "reference", "joins"}:  # references and joins are files of their own
        assert not names["ring"] & names[room], room


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made_rings")
