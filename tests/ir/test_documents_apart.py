"""Programs for GPUs load nothing of another document or segment than that of their rows, and no keys behind lengths.

Products of tiles take 0 * NaN to all rows of a tile, so what is not finite in one document would reach another. Lse and
delta of columns are subtracted of all pairs of a tile, also of those that are masked.
"""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from evaluated import Case, check
from oracles.evaluate_programs import Counting, Counts, Positions, Tensor

from patternc.codegen.triton import TRITON
from patternc.driver import analyse
from patternc.ir.addresses import Address, Head, Statistics
from patternc.ir.index import Var
from patternc.ir.launch_settings import Extents
from patternc.ir.mask import Side
from patternc.schedule import schedule
from patternc.source import Source
from patternc.targets import target_named

N, CUTS = 190, (0, 3, 3, 61, 128, 131, 190)
DOCUMENTS, LENGTHS = "input docs: offsets; ", "input lengths: lengths; "
BODIES = {
    "documents": f"{DOCUMENTS}attend document(@docs)",
    "causal": f"{DOCUMENTS}attend causal & document(@docs)",
    "heads": f"{DOCUMENTS}heads 0..1 {{ attend causal }} heads 1.. {{ attend window(9, 0) }} where document(@docs)",
    "branches": f"{DOCUMENTS}segments [40, 80]; dilations [1, 2]; offset head; combine lse; where document(@docs)",
    "folded": f"{DOCUMENTS}segments [20, 40, 80]; dilations [1, 2, 4]; offset head; combine lse; where document(@docs)",
    "classes": f"{DOCUMENTS}attend stride(3) & document(@docs)",
    "lists": f"{DOCUMENTS}attend blocks(16, random(2, seed=1) | window(0)) & document(@docs)",
    "long lists": f"{DOCUMENTS}attend blocks(64, random(1, seed=1) | window(0)) & causal & document(@docs)",
}
PADDED = {
    "padding": f"{LENGTHS}attend causal & padding(@lengths)",
    "lists": f"{LENGTHS}attend blocks(16, random(2, seed=1)) & padding(@lengths)",
    "classes": f"{LENGTHS}attend stride(3); attend window(9); combine lse; where padding(@lengths)",
}
LENGTH = 101
SEGMENTS = {
    "segments": ("attend segment(76)", 76),
    "causal segments": ("attend segment(100) & causal", 100),
    "aligned segments": ("attend segment(128)", 128),
}
EXTENTS = (Extents(N, 0, N, 0, N, 2, 1), Extents(N, 70, 90, 0, N, 2, 2), Extents(N, 140, 3, 20, 150, 2, 1))


def run_programs(body: str, inputs: dict[str, list[int] | int]) -> None:
    """All programs of a pattern, in calls of all positions and of some."""
    analysis = analyse(Source("made.pat", f"pattern made {{ {body} }}"), {}, targets=())
    target = target_named(TRITON.targets[0])
    assert target is not None
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel = schedule(meaning, normal, target, TRITON.lowerings)
    for extents in EXTENTS:
        check(Case(kernel, extents, inputs))


def hold(body: str, apart: list[int], inputs: dict[str, list[int] | int], monkeypatch: pytest.MonkeyPatch) -> None:
    """`apart`: the number of the document or segment of each position."""
    multiply, load, several, by_numbers = Counting.multiply, Counting.load, 0, 0

    def multiplied(program: Counting, rows: Positions, columns: Positions) -> Counts:
        nonlocal several
        mine = range(0) if "lane" in program.names else rows.rows[rows.valid]  # rows of a split are heads
        several += len({apart[row] for row in (*mine, *columns.rows[columns.valid])}) > 1
        return multiply(program, rows, columns)

    def loaded(program: Counting, address: Address, rows: np.ndarray, valid: np.ndarray) -> Positions | np.ndarray:
        nonlocal by_numbers
        match address.source:
            case Statistics(Var("lse" | "delta")):
                own = program.vector(Var("rows"))[program.vector(Var("valid"))]
                numbers = rows[valid] - program.number(Var("line"))
                by_numbers += len({apart[row] for row in (*own, *numbers)}) > 1
        return load(program, address, rows, valid)

    monkeypatch.setattr(Counting, "multiply", multiplied)
    monkeypatch.setattr(Counting, "load", loaded)
    run_programs(body, inputs)
    assert not several, f"{several} tiles hold several"
    assert not by_numbers, f"{by_numbers} tiles take lse or delta of others"


@pytest.mark.parametrize("name", BODIES)
def test_no_tile_holds_several_documents(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    apart = [sum(cut <= position for cut in CUTS[1:]) for position in range(N)]
    hold(BODIES[name], apart, {"docs": list(CUTS)}, monkeypatch)


@pytest.mark.parametrize("name", SEGMENTS)
def test_no_tile_holds_several_segments(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body, length = SEGMENTS[name]
    hold(body, [position // length for position in range(N)], {}, monkeypatch)


@pytest.mark.parametrize("name", PADDED)
def test_nothing_behind_a_length_is_loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    load, behind = Counting.load, 0

    def loaded(program: Counting, address: Address, rows: np.ndarray, valid: np.ndarray) -> Positions | np.ndarray:
        nonlocal behind
        match address.source:
            case Head(start) if cast("Tensor", program.value(start)).side is Side.KEY:
                behind += int((rows[valid] >= LENGTH).sum())
        return load(program, address, rows, valid)

    monkeypatch.setattr(Counting, "load", loaded)
    run_programs(PADDED[name], {"lengths": LENGTH})
    assert not behind, f"{behind} rows of keys or values behind the length are loaded"


def test_keys_behind_a_length_are_loaded_where_a_branch_has_none() -> None:
    run_programs(f"{LENGTHS}attend window(9); attend causal & padding(@lengths); combine lse", {"lengths": LENGTH})
