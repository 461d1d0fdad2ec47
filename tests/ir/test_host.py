"""The host half of modules with programs over tiles: how it reads, what its verifier finds, and what it is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, Goldens
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pattern_texts_whole import whole_files

from patternc.codegen.backend import Legal
from patternc.codegen.triton import TRITON
from patternc.diagnostics import Rejected
from patternc.driver import analyse, legalized, read
from patternc.ir.dump.hosts import dump_host
from patternc.ir.host import Buffer, ChooseTile, Function, Grid, Host, KeepPartial, Launch, Return, Step, Tensor
from patternc.ir.index import Num, Var
from patternc.ir.tile import Tiles
from patternc.ir.verify_host import faults
from patternc.source import Source
from patternc.targets import target_named

FOLDER = Path(__file__).resolve().parent / "host"
FIXTURES = sorted(FOLDER.glob("*.txt"))
PRESETS = sorted((ROOT / "patternc" / "presets").glob("*.pat"))


def legal_of(source: Source) -> list[Legal]:
    target = target_named("sm_90")
    assert target is not None
    return list(legalized(analyse(source, {}, targets=()), TRITON, target))


@cache
def fixture(path: Path) -> tuple[Host, Tiles]:
    """The functions and the programs of a fixture."""
    (legal,) = legal_of(Source("made.pat", text_of(path)))
    return parts_of(legal)


def parts_of(legal: Legal) -> tuple[Host, Tiles]:
    assert isinstance(legal.device, Tiles)
    assert legal.host is not None
    return legal.host, legal.device


def text_of(path: Path) -> str:
    """The pattern of a fixture."""
    return path.read_text(encoding="utf-8").split("-- pattern\n")[1].split("-- host\n")[0]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_functions_print(path: Path, golden: Goldens) -> None:
    about, text = path.read_text(encoding="utf-8").split("-- pattern\n")[0], text_of(path)
    host, tiles = fixture(path)
    assert faults(host, tiles) == ()
    golden(path, f"{about}-- pattern\n{text}-- host\n{dump_host('made', host)}")


@pytest.mark.long
@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_presets_are_valid(path: Path) -> None:
    for legal in legal_of(read(path)):
        assert faults(*parts_of(legal)) == ()


@settings(max_examples=12)
@given(text=whole_files())
def test_made_patterns_are_valid(text: str) -> None:
    try:
        made = legal_of(Source("made.pat", text))
    except Rejected:
        assume(False)
        raise
    for legal in made:
        assert faults(*parts_of(legal)) == ()


@given(data=st.data())
def test_a_step_that_is_left_out_is_a_fault(data: st.DataObject) -> None:
    """Every step defines, writes or returns something that a later one reads, so none can be missed silently."""
    path = data.draw(st.sampled_from(FIXTURES))
    host, tiles = fixture(path)
    name, function = data.draw(st.sampled_from(host.functions))
    body = function.body
    place = data.draw(st.sampled_from([at for at, step in enumerate(body) if _needed(step)]))
    cut = Function(function.parameters, (*body[:place], *body[place + 1 :]))
    assert faults(replace(host, **{name: cut}), tiles) != (), body[place]


def _needed(step: Step) -> bool:
    """Not those that name again what is known: another scale or tile, the alignment of one direction alone."""
    return isinstance(step, Buffer | KeepPartial | Launch | Return)


# ---- faults that are planted -----------------------------------------------------------------------------------------
def changed(name: str, change: Callable[[Step], Step]) -> tuple[str, ...]:
    """The faults of a fixture after a change of every step."""
    host, tiles = fixture(FOLDER / f"{name}.txt")

    def of(function: Function) -> Function:
        return replace(function, body=tuple(map(change, function.body)))

    return faults(Host(of(host.forward), of(host.backward)), tiles)


def test_launches_fit_their_programs() -> None:
    def fewer(step: Step) -> Step:
        return replace(step, arguments=step.arguments[1:]) if isinstance(step, Launch) else step

    def renamed(step: Step) -> Step:
        return replace(step, program="_nothing") if isinstance(step, Launch) else step

    def swapped(step: Step) -> Step:
        if not isinstance(step, Launch):
            return step
        other = {"lse": Tensor("delta")}
        return replace(step, arguments=tuple((name, other.get(name, value)) for name, value in step.arguments))

    assert any("takes query, key" in fault for fault in changed("one_window", fewer))
    assert "forward: _nothing: is launched but does not exist" in changed("one_window", renamed)
    assert any("is never launched" in fault for fault in changed("one_window", renamed))
    assert "forward: delta is read before it is defined" in changed("one_window", swapped)


def test_tensors_have_the_shapes_that_programs_expect() -> None:
    def flat(step: Step) -> Step:
        return replace(step, shape=(Var("batch"), *step.shape[-1:])) if isinstance(step, Buffer) else step

    found = changed("one_window", flat)
    assert "forward: _forward_dense: out has another shape than out" in found
    assert "backward: _grad_key_value_dense: grad_key has another shape than grad_key" in found


def test_inputs_have_the_extents_by_which_programs_look_them_up() -> None:
    host, tiles = parts_of(*legal_of(read(ROOT / "tests" / "patterns" / "prefix_bias_sink.pat")))

    def of_one(function: Function) -> Function:
        inputs = (one.name.startswith("given_") and one.shape is not None for one in function.parameters)
        made = (
            replace(one, shape=(*(one.shape or ())[:-1], Num(1))) if is_input else one
            for one, is_input in zip(function.parameters, inputs, strict=True)
        )
        return replace(function, parameters=tuple(made))

    found = faults(replace(host, forward=of_one(host.forward)), tiles)
    wanted = {"given_lengths", "given_prompt", "given_distance"}
    assert {fault.split(": ")[-1] for fault in found} == {
        f"{name} has other extents than those by which it is looked up" for name in wanted
    }


def test_partials_are_those_that_are_merged() -> None:
    def twice(step: Step) -> Step:
        return replace(step, buffers=("out",)) if isinstance(step, KeepPartial) else step

    assert any("out is kept before it is written" in fault for fault in changed("partials", twice))


def test_tiles_give_the_lattice_that_programs_take() -> None:
    def bare(step: Step) -> Step:
        return replace(step, lattice=()) if isinstance(step, ChooseTile) else step

    assert "forward: _forward_packed: the tile does not give DILATION" in changed("rows_left_out", bare)


def test_what_is_added_to_starts_as_something() -> None:
    def unwritten(step: Step) -> Step:
        return replace(step, first=None) if isinstance(step, Buffer) else step

    found = changed("groups_of_heads", unwritten)
    assert any("grad_key is read before grad_key is written" in fault for fault in found)
    assert any("grad_of_distance is read before" in fault for fault in changed("a_table", unwritten))


def test_grids_are_of_named_numbers() -> None:
    def nameless(step: Step) -> Step:
        return Grid(Var("places"), Num(1)) if isinstance(step, Grid) else step

    assert "forward: places is read before it is defined" in changed("one_window", nameless)
