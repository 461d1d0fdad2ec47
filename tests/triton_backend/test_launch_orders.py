"""Orders in which tiles are visited: permutations of the same tiles, curves of unit steps, results equal to the bit."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from built import build
from evaluated import Case, check
from hypothesis import given, settings
from hypothesis import strategies as st
from loading import load
from oracles.run_program import OutsideError
from stages import kernel_of

from patternc.codegen import tiles as tiles_of_kernels
from patternc.codegen.backend import Backend, Legal
from patternc.codegen.emit import Origin, render
from patternc.codegen.registry import BACKENDS
from patternc.codegen.shell import shell
from patternc.codegen.tiles import legalize
from patternc.codegen.tiles.host_functions import host
from patternc.codegen.triton import TRITON
from patternc.cost.device_time import Call
from patternc.cost.target_cost import plan_for
from patternc.cost.tile_work import tile_work
from patternc.driver import analyse, kernels, modules, quoting
from patternc.ir.kernel import Kernel
from patternc.ir.launch_orders import across_heads, launch_order_table, linear
from patternc.ir.launch_settings import Extents
from patternc.ir.mask import Schedule
from patternc.ir.tile import LaunchOrder
from patternc.pictures.program_order import program_order
from patternc.runtime.tiles.turns import _turns_along_curve
from patternc.schedule import in_order
from patternc.source import Source
from patternc.targets import TARGETS, target_named

ORDERS = tuple(one for one in Schedule if one is not Schedule.AUTO)
SIZES = st.integers(1, 70)


# ---- tables ----------------------------------------------------------------------------------------------------------
@settings(max_examples=150)
@given(places=SIZES, lines=st.integers(1, 9), width=st.integers(1, 80))
def test_every_table_is_a_permutation(places: int, lines: int, width: int) -> None:
    tables = (
        linear(places, lines),
        across_heads(places, lines),
        across_heads(places, lines, backwards=True),
        _turns_along_curve(places, lines, 0),
        _turns_along_curve(places, lines, width),
    )
    for table in tables:
        assert sorted(table) == list(range(places * lines))


def test_tables_by_hand() -> None:
    assert across_heads(3, 2) == [0, 3, 1, 4, 2, 5]
    assert across_heads(3, 2, backwards=True) == [2, 5, 1, 4, 0, 3]
    assert _turns_along_curve(2, 2, 0) == [0, 2, 3, 1]  # two heads of two places
    assert _turns_along_curve(4, 1, 2) == [0, 2, 3, 1]  # two lines of two places in one head
    assert _turns_along_curve(3, 1, 2) == [0, 2, 1]  # the last line is cut


# ---- programs of the tile IR -----------------------------------------------------------------------------------------
PATTERNS = {
    "causal": "attend causal",
    "packed": "segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal",
    "classes": "attend stride(3) & window(30)",
    "class-fused": "attend segment(20, dilation=3, offset=all); attend window(3); combine lse",
    "block classes": "attend blocks(16, window(3) & stride(2))",
    "lists": "attend blocks(16, window(1) | random(2, seed=1))",
    "large blocks": "attend blocks(64, random(1, seed=3) | window(0))",
    "two lists": "attend blocks(16, random(1, seed=7)); attend blocks(8, random(2, seed=1)); combine lse",
    "grid": "grid 8 x 10; layout tiled(4, 4); attend box(5, 3)",
    "groups": "heads 0..1 { attend blocks(8, random(1)) }; heads 1.. { attend causal; attend first(3); combine mean }",
    "documents": "input docs: offsets; attend blocks(8, random(3, seed=1)) & document(@docs)",
}


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", PATTERNS)
def test_programs_take_every_pair_once(name: str, order: Schedule) -> None:
    _, kernel = kernel_of(PATTERNS[name])
    n = 80 if "grid" in name else 101
    whole = Extents(n, 0, n, 0, n, 4, 2)
    part = Extents(n, 37, 41, 0, 78, 4, 2) if "grid" not in name else whole
    inputs = {"docs": [0, 3, 9, n]}
    for extents in (whole, part):
        check(Case(in_order(kernel, order), extents, inputs, block_m=16, block_n=16))


@pytest.mark.parametrize("fault", ["dropped", "doubled"])
def test_a_tile_that_is_dropped_or_doubled_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(order: LaunchOrder, names: dict[str, object], places: int, lines: int) -> list[int]:
        table = launch_order_table(order, names, places, lines)  # type: ignore[arg-type]
        return [*table[:-1], table[0]] if fault == "dropped" else [table[1], *table[1:]]

    _, kernel = kernel_of("attend causal")
    case = Case(in_order(kernel, Schedule.HILBERT), Extents(64, 0, 64, 0, 64, 2, 2), {}, block_m=16, block_n=16)
    check(case)
    monkeypatch.setattr("oracles.evaluate_programs.launch_order_table", faulty)
    with pytest.raises((AssertionError, OutsideError)):
        check(case)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", PATTERNS)
def test_tiles_are_counted_alike_in_every_order(name: str, order: Schedule) -> None:
    """Programs of other orders read which tile and head they take from a table; their sweeps have launches apart."""
    quoted, kernel = kernel_of(PATTERNS[name])
    n = 80 if "grid" in name else 1001
    call, inputs, target = Call(n, 4, 2), {"docs": [0, 30, 90, n]}, target_named("sm_90")
    assert target is not None
    linear_, other = (
        tile_work(legalize(one, quoted), one, target, call, inputs) for one in (kernel, in_order(kernel, order))
    )
    assert [replace(work, launches=0) for work in other] == [replace(work, launches=0) for work in linear_]
    assert all(mine.launches >= work.launches for mine, work in zip(other, linear_, strict=True))


# ---- generated files -------------------------------------------------------------------------------------------------
def module_of(body: str, order: Schedule, folder: Path) -> ModuleType:
    """The Triton module of a pattern whose tiles are visited in an order, small tiles and all."""
    source, kernel = kernel_of(body)
    target = target_named("sm_90")
    assert target is not None
    origin = Origin(source, source.text, "patternc build made.pat")
    kernel = in_order(kernel, order)
    tiles = TRITON.legalize(kernel, source, target)
    legal = Legal(kernel, tiles, host(kernel, tiles))
    (view,) = TRITON.views(legal, shell(legal, TRITON, target, origin), target, origin)
    path = folder / f"made_{order.value}_triton.py"
    path.write_text(render(view).text)
    module = load(path)
    for key in module._TILES:
        module._TILES[key] = ((256, 16, 16, 4, 1),)
    return module


def results(module: ModuleType, n: int, inputs: dict[str, torch.Tensor]) -> Iterator[torch.Tensor]:
    """Out, lse and gradients of the same random call."""
    drawn = torch.Generator().manual_seed(7)
    query = torch.randn(2, 4, n, 16, generator=drawn, requires_grad=True)
    key, value = (torch.randn(2, 2, n, 16, generator=drawn, requires_grad=True) for _ in range(2))
    out = module.attention(query, key, value, **inputs)
    out.backward(torch.randn(out.shape, generator=drawn))
    yield out
    for one in (query, key, value):
        assert one.grad is not None
        yield one.grad


@pytest.mark.parametrize("name", PATTERNS)
def test_torch_modules_are_the_same_for_every_order(name: str, tmp_path: Path) -> None:
    """But for the pattern's text and digests of it; and so are results, to the bit."""
    codes, found = set(), list[tuple[torch.Tensor, ...]]()
    for order in Schedule:
        module, _ = build(f"pattern made {{ {PATTERNS[name]}; schedule {order.value} }}", tmp_path)
        assert module.__file__ is not None
        written = Path(module.__file__).read_text()
        assert f"schedule {order.value}" in written
        codes.add(re.sub("[0-9a-f]{12}", "", written.replace(f"schedule {order.value}", "")))
        given = {"docs": torch.tensor([[0, 24, 41, 72]] * 2)} if name == "documents" else {}
        found.append(tuple(results(module, 80 if "grid" in name else 72, given)))
    assert len(codes) == 1
    assert all(torch.equal(a, b) for one in found[1:] for a, b in zip(found[0], one, strict=True))


INTERPRETED = ("packed", "block classes", "lists", "grid", "groups")


@pytest.mark.long
@pytest.mark.interpreter
def test_gradients_by_the_curve_are_equal_to_the_bit(tmp_path: Path) -> None:
    holds_bits("lists", 40, (Schedule.LINEAR, Schedule.HILBERT), tmp_path)


@pytest.mark.slow
@pytest.mark.interpreter
@pytest.mark.parametrize("name", INTERPRETED)
def test_results_are_equal_to_the_bit(name: str, tmp_path: Path) -> None:
    holds_bits(name, 80 if name == "grid" else 67, ORDERS, tmp_path)


def holds_bits(name: str, n: int, orders: Sequence[Schedule], folder: Path) -> None:
    first, *others = (tuple(results(module_of(PATTERNS[name], order, folder), n, {})) for order in orders)
    assert not any(torch.isnan(one).any() for one in first)
    for found in others:
        assert all(torch.equal(a, b) for a, b in zip(first, found, strict=True))


@pytest.mark.long
@pytest.mark.interpreter
def test_generated_tables_are_those_of_the_model(tmp_path: Path) -> None:
    """`_longest_first` and `_along_curve` of generated files, at many sizes."""
    cpu, drawn = torch.device("cpu"), np.random.default_rng(3)
    longest, curve = (module_of(PATTERNS["lists"], one, tmp_path) for one in (Schedule.LONGEST_FIRST, Schedule.HILBERT))
    for _ in range(120):
        places, lines, width = (int(x) for x in drawn.integers(1, 40, 3))
        for back in (False, True):
            made = longest._longest_first(places, lines, cpu, backwards=back).tolist()
            assert made == across_heads(places, lines, back)
        for wide in (0, width):
            assert curve._along_curve(places, lines, wide, cpu).tolist() == _turns_along_curve(places, lines, wide)


def test_the_written_order_is_kept() -> None:
    source = Source("made.pat", "pattern made { attend causal; schedule hilbert }")
    (meaning,) = analyse(source, {}, targets=()).meanings
    assert meaning.schedule is Schedule.HILBERT
    assert (
        replace(meaning, schedule=Schedule.AUTO)
        == analyse(Source("made.pat", "pattern made { attend causal; schedule auto }"), {}, targets=()).meanings[0]
    )


# ---- what is chosen --------------------------------------------------------------------------------------------------
def orders_of(body: str) -> tuple[set[str], set[str], str]:
    """The launch orders of the sweeps over queries and over keys, and the reason."""
    _, kernel = kernel_of(body)
    softmaxes = [softmax for group in kernel.groups for softmax in group.softmaxes]
    queries = {sweep.visits.value for softmax in softmaxes for sweep in softmax.queries}
    keys = {sweep.visits.value for softmax in softmaxes for sweep in softmax.keys}
    return queries, keys, kernel.reason


LONG, EQUAL = {"longest_first"}, {"linear"}


@pytest.mark.parametrize(
    ("body", "queries", "keys"),
    [
        ("attend window(256) | global(64)", LONG, LONG),
        ("attend window(255, 0) | first(4); where causal", EQUAL, LONG),  # the first keys have all later queries
        ("attend window(64) | when(q >= n - 4)", LONG, EQUAL),
        ("attend window(64) | when(q < 64)", LONG, EQUAL),
        ("attend window(64) | when(q < 64) & causal", EQUAL, EQUAL),  # short rows
        ("attend blocks(64, window(2) | global(1))", LONG, LONG),
        ("attend window(4095, 0)", EQUAL, EQUAL),
        ("attend causal", EQUAL, EQUAL),
        ("attend segment(4096, dilation=2)", EQUAL, EQUAL),
        ("attend blocks(64, random(3, seed=1))", EQUAL, EQUAL),
        ("grid 8 x 10; attend box(5, 3)", EQUAL, EQUAL),
    ],
)
def test_tiles_of_a_few_long_rows_run_first(body: str, queries: set[str], keys: set[str]) -> None:
    found = orders_of(body)
    assert found[:2] == (queries, keys)
    assert found[2].startswith("longest_first" if LONG in (queries, keys) else "linear")


@pytest.mark.parametrize("name", ["linear", "hilbert", "longest_first"])
def test_what_is_written_is_done(name: str) -> None:
    assert orders_of(f"attend window(256) | global(64); schedule {name}") == ({name}, {name}, f"{name}, as written")


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda one: one.name)
def test_backends_without_launch_orders_have_none(backend: Backend) -> None:
    source, target = Source("p.pat", "pattern p { attend window(256) | global(64); schedule hilbert }"), TARGETS[0]
    (kernel,) = kernels(analyse(source, {}), backend, target)
    assert (kernel == in_order(kernel, Schedule.LINEAR)) == bool(backend.unordered)
    assert kernel.reason == (backend.unordered or "hilbert, as written")


@pytest.mark.parametrize("body", ["causal", "window(256) | global(64)", "window(256) | when(q >= n - 64)"])
def test_the_longest_programs_come_first(body: str) -> None:
    source, target = Source("p.pat", f"pattern p {{ attend {body}; schedule longest_first }}"), target_named("sm_90")
    assert target is not None
    analysis = analyse(source, {}, targets=())
    subject = analysis.meanings[0], analysis.normals[0]
    found = program_order(plan_for(subject, quoting(source, subject[0]), target), Call(4096, 1, 1), {}, 0)
    assert found is not None
    sizes = [sum(run.count for run in program.runs) for program in found.launches[-1].programs]
    assert sizes[0] == max(sizes) > sizes[-1]
    assert max(sizes[len(sizes) // 2 :]) <= sorted(sizes)[len(sizes) // 2]


def test_a_build_legalizes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides counts of tiles, for patterns that may be slower than dense attention."""
    calls, found = list[Kernel](), tiles_of_kernels.legalize
    analysis = analyse(Source("p.pat", "pattern p { attend blocks(64, window(3) | global(1)) }"), {}, targets=())

    def recording(kernel: Kernel, *arguments: Any, **options: Any) -> Any:
        calls.append(kernel)
        return found(kernel, *arguments, **options)

    for module in [one for one in sys.modules.values() if getattr(one, "legalize", None) is found]:
        monkeypatch.setattr(module, "legalize", recording)
    target = target_named("sm_90")
    assert target is not None
    modules(analysis, TRITON, target)
    assert len(calls) == 1
