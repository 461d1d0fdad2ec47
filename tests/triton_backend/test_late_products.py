"""Products with values one tile late: they are those of the pattern, wherever tiles need tests."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import evaluated
import pytest
import torch
from built import build
from evaluated import Case, check
from triton_cases import PATTERNS, WIDER

from patternc.cli.inputs import inputs_of
from patternc.codegen.tiles import legalize
from patternc.codegen.triton import TRITON
from patternc.driver import analyse
from patternc.ir.evaluate_programs import Extents, names_of
from patternc.ir.kernel import Kernel
from patternc.ir.late_products import late
from patternc.ir.mask import Pattern
from patternc.ir.tile import DESCRIBED, Direction, Mask, Named, Tiles, Whole, walk
from patternc.ir.verify import faults
from patternc.schedule import schedule
from patternc.schedule.tile_sizes import TileRow, tile_table
from patternc.source import Source
from patternc.targets import TARGETS, Target, target_named
from patternc.testing.calls import Shape
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

LATE = {
    **{
        name: PATTERNS[name]
        for name in ("dense", "causal", "window", "paper", "uneven", "capped", "scaled", "official", "sinks", "mean")
    },
    **{name: WIDER[name] for name in ("documents", "padding", "prefix", "tables", "packed and listed")},
    "rows without keys": "attend causal - window(30, 0)",
    "twice as much": "attend segment(48); attend segment(48); combine lse",
}
SHORT = frozenset({"causal", "window", "rows without keys"})
WHOLE = Shape("whole, odd", 1, 2, 1, 16, 77, 77, 0, 0, 77)
UNQUOTED = Source("made.pat", "", quotes=defaultdict(str))
CHUNK = Shape("chunk", 1, 2, 1, 16, 43, 83, 30, 8, 97)


# ---- as sets of pairs ------------------------------------------------------------------------------------------------
def _late_tiles(kernel: Kernel, source: Source) -> Tiles:
    """The programs of a pattern, all those of forward passes with products one tile late."""
    tiles = legalize(kernel, source)
    return replace(tiles, programs=tuple(map(_late, tiles.programs)))


def _late(named: Named) -> Named:
    program = named.program
    if program.direction is not Direction.FORWARD:
        return named
    body = late(program.body)
    made = any(isinstance(one, Whole) for one in walk(body))
    constants = (*program.constants, *((DESCRIBED.name,) if made else ()))
    return replace(named, program=replace(program, body=body, constants=constants))


@pytest.mark.parametrize("described", [1, 0])
@pytest.mark.parametrize("extents", [Extents(90, 0, 90, 0, 90, 2, 1), Extents(97, 30, 61, 8, 83, 4, 2)])
@pytest.mark.parametrize("name", LATE)
def test_every_pair_once(name: str, extents: Extents, described: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of both loops are those of one, in whole calls and in chunks."""

    def names(*given: object) -> object:
        return {**names_of(*given), DESCRIBED.name: described}  # type: ignore[arg-type]

    monkeypatch.setattr(evaluated, "legalize", _late_tiles)
    monkeypatch.setattr("patternc.ir.evaluate_programs.names_of", names)
    target = target_named("sm_90")
    assert target is not None
    analysis = analyse(Source("made.pat", f"pattern made {{ {LATE[name]} }}"), {})
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel = schedule(meaning, normal, target, TRITON.lowerings)
    tiles = _late_tiles(kernel, UNQUOTED)
    assert not faults(tiles)
    assert any(isinstance(one, Whole) for named in tiles.programs for one in walk(named.program.body))
    check(Case(kernel, extents, inputs_of(meaning, {}, extents.n, extents.heads), block_m=32, block_n=8))


def test_what_second_loops_hold() -> None:
    """No test; every test is in the first one, which applies it to all tiles where there is a second."""
    analysis = analyse(Source("made.pat", "pattern made { attend window(20, 3) }"), {})
    target = target_named("sm_90")
    assert target is not None
    kernel = schedule(analysis.meanings[0], analysis.normals[0], target, TRITON.lowerings)
    bodies = [named.program.body for named in _late_tiles(kernel, UNQUOTED).programs]
    (whole,) = (one for body in bodies for one in walk(body) if isinstance(one, Whole))
    assert not any(isinstance(one, Mask) for one in whole.body)


def test_counts_are_those_of_one_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles that are tested and those that are not, of all programs and of the longest."""
    extents, target = Extents(97, 30, 61, 8, 83, 2, 1), target_named("sm_90")
    assert target is not None
    analysis = analyse(Source("made.pat", f"pattern made {{ {LATE['causal']} }}"), {})
    kernel = schedule(analysis.meanings[0], analysis.normals[0], target, TRITON.lowerings)
    case = Case(kernel, extents, {}, block_m=32, block_n=8)
    plain = [tally for _, _, tally in evaluated.counted_tiles(case)]
    monkeypatch.setattr(evaluated, "legalize", _late_tiles)
    for before, (direction, work, tally) in zip(plain, evaluated.counted_tiles(case), strict=True):
        assert (tally.full, tally.partial, tally.longest) == (before.full, before.partial, before.longest)
        assert work.untested == tally.full * 32 * 8
        assert (tally.full > 0) or direction is not Direction.FORWARD


# ---- as kernels ------------------------------------------------------------------------------------------------------
@pytest.fixture
def all_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every forward kernel of a module built now takes descriptors, and products one tile late."""
    for module in ("tiles.descriptors", "triton.modules"):
        monkeypatch.setattr(f"patternc.codegen.{module}.tile_table", _with_descriptors)
    rows = tuple(f"forward{one}" for one in ("", "_many", "_merging", "_heavy", "_blocks"))
    monkeypatch.setattr("patternc.codegen.tiles.descriptors.LATE", dict.fromkeys((one.name for one in TARGETS), rows))
    monkeypatch.setattr("patternc.codegen.tiles.descriptors.LONG", 0)


def _with_descriptors(target: Target) -> tuple[TileRow, ...]:
    return tuple(
        replace(row, tiles=tuple(replace(tile, descriptors=True) for tile in row.tiles)) for row in tile_table(target)
    )


def _small_tiles(module: ModuleType) -> None:
    """Tiles of which a short sequence holds many, most of them whole."""
    for key in module._TILES:
        module._TILES[key] = ((256, 32, 16, 4, 1, 0, 1),)


def _hold(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str) -> None:
    inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", 7, pattern))
    errors = compare(answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, dtype, pattern)
    assert errors.passed, errors


@pytest.mark.interpreter
@pytest.mark.usefixtures("all_late")
@pytest.mark.parametrize("shape", [WHOLE, CHUNK], ids=["whole", "chunk"])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=(pytest.mark.long,) if name not in SHORT else ()) for name in LATE]
)
def test_kernels(name: str, shape: Shape, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {LATE[name]} }}", tmp_path, "triton")
    assert hasattr(module, "_add_pending")
    _small_tiles(module)
    _hold(module, pattern, shape, "float32")


@pytest.mark.interpreter
@pytest.mark.usefixtures("all_late")
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_weights_of_16_bits(dtype: str, tmp_path: Path) -> None:
    module, pattern = build("pattern made { attend causal }", tmp_path, "triton")
    _small_tiles(module)
    _hold(module, pattern, WHOLE, dtype)


@pytest.mark.interpreter
@pytest.mark.usefixtures("all_late")
def test_what_is_not_finite_stays_where_it_was(tmp_path: Path) -> None:
    """With the rows of the tiles that visit it: weights that are pending before the first tile meet no values."""
    module, _ = build("pattern made { attend window(60, 0) }", tmp_path, "triton")
    _small_tiles(module)
    query, key, value = torch.randn(3, 1, 1, 128, 16).unbind()
    value[:, :, 0] = float("nan")
    late = module.attention(query, key, value)
    for tile in module._TILES:
        module._TILES[tile] = ((256, 32, 16, 4, 1, 0, 0),)
    plain = module.attention(query, key, value)
    assert torch.equal(late.isnan(), plain.isnan())
    assert late[:, :, :61].isnan().all()
    assert late[:, :, 96:].isfinite().all()
