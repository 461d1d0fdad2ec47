"""Programs for GPUs load no key or query of another document or segment than that of their rows.

Products of tiles take 0 * NaN to all rows of a tile, so what is not finite in one document would reach another.
"""

from __future__ import annotations

import pytest
from evaluated import Case, check

from patternc.codegen.triton import TRITON
from patternc.driver import analyse
from patternc.ir.evaluate_programs import Counting, Counts, Extents, Positions
from patternc.schedule import schedule
from patternc.source import Source
from patternc.targets import target_named

N, CUTS = 190, (0, 3, 3, 61, 128, 131, 190)
DOCUMENTS = "input docs: offsets; "
BODIES = {
    "documents": f"{DOCUMENTS}attend document(@docs)",
    "causal": f"{DOCUMENTS}attend causal & document(@docs)",
    "heads": f"{DOCUMENTS}heads 0..1 {{ attend causal }} heads 1.. {{ attend window(9, 0) }} where document(@docs)",
    "branches": f"{DOCUMENTS}segments [40, 80]; dilations [1, 2]; offset head; combine lse; where document(@docs)",
    "classes": f"{DOCUMENTS}attend stride(3) & document(@docs)",
    "lists": f"{DOCUMENTS}attend blocks(16, random(2, seed=1) | window(0)) & document(@docs)",
    "long lists": f"{DOCUMENTS}attend blocks(64, random(1, seed=1) | window(0)) & causal & document(@docs)",
}
SEGMENTS = {
    "segments": ("attend segment(76)", 76),
    "causal segments": ("attend segment(100) & causal", 100),
    "aligned segments": ("attend segment(128)", 128),
}
EXTENTS = (Extents(N, 0, N, 0, N, 2, 1), Extents(N, 70, 90, 0, N, 2, 2), Extents(N, 140, 3, 20, 150, 2, 1))


def hold(body: str, apart: list[int], inputs: dict[str, list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run all programs of a pattern; `apart`: the number of the document or segment of each position."""
    analysis = analyse(Source("made.pat", f"pattern made {{ {body} }}"), {})
    target = target_named(TRITON.targets[0])
    assert target is not None
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel = schedule(meaning, normal, target, TRITON.lowerings)
    multiply, several = Counting.multiply, 0

    def looked_at(program: Counting, rows: Positions, columns: Positions) -> Counts:
        nonlocal several
        own = range(0) if "lane" in program.names else rows.rows[rows.valid]  # rows of a split are heads
        met = {apart[row] for row in (*own, *columns.rows[columns.valid])}
        several += len(met) > 1
        return multiply(program, rows, columns)

    monkeypatch.setattr(Counting, "multiply", looked_at)
    for extents in EXTENTS:
        check(Case(kernel, extents, inputs))
    assert not several, f"{several} tiles hold several"


@pytest.mark.parametrize("name", BODIES)
def test_no_tile_holds_several_documents(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    apart = [sum(cut <= position for cut in CUTS[1:]) for position in range(N)]
    hold(BODIES[name], apart, {"docs": list(CUTS)}, monkeypatch)


@pytest.mark.parametrize("name", SEGMENTS)
def test_no_tile_holds_several_segments(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body, length = SEGMENTS[name]
    hold(body, [position // length for position in range(N)], {}, monkeypatch)
