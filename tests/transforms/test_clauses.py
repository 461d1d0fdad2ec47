"""Which masks become several clauses and which stay one tested clause; and the work of it, never timed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import causal, comparisons, crowded, window

from patternc.api import backend_named
from patternc.cost_constants import SAMPLED_ROWS
from patternc.diagnostics import Rejected
from patternc.driver import analyse, modules
from patternc.ir.mask import (
    FALSE,
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    Constant,
    FromEnd,
    Mask,
    Not,
    Or,
    Random,
    RelativePosition,
    Side,
    Table,
)
from patternc.ir.semantics import admits
from patternc.ir.traversal import atoms
from patternc.source import Source
from patternc.targets import target_named
from patternc.transforms import (
    Clause,
    bounding_clauses,
    clauses,
    clauses_of,
    disjoint_clauses,
    implied,
    is_test,
    key_ranges,
    listed,
    satisfiability,
)
from patternc.transforms.disjoint_clauses import fused
from patternc.transforms.normalize import simplified
from patternc.transforms.visit_model import columns, mean_width, work

TERMS = (
    "(q * k) % 7 < 3 or (q + 2 * k) % 5 < 2",
    "(q * k) % 11 < 6 or (q + 3 * k) % 7 < 3",
    "(q * k) % 13 < 6 or (q + 2 * k) % 9 < 4",
    "(q * k) % 17 < 9 or (q + 5 * k) % 11 < 6",
)


def pattern(mask: str, *before: str) -> str:
    return "pattern made {\n" + "".join(f"    {line}\n" for line in (*before, f"attend {mask}")) + "}\n"


def clauses_in(mask: str) -> tuple[Clause, ...]:
    (normal,) = analyse(Source("made.pat", pattern(mask)), {}, targets=()).normals
    return clauses_of(normal.groups[0].branches[0].mask)


@pytest.mark.parametrize("count", range(5))
def test_alternatives_without_a_bound_are_tested_in_one_visit(count: int) -> None:
    (clause,) = clauses_in(" & ".join(["causal", *(f"when({term})" for term in TERMS[:count])]))
    assert columns(clause) == columns((causal(),))
    assert sum(map(is_test, clause)) == count


def test_a_tile_spelled_by_alternatives_is_one_clause() -> None:
    rows = " or ".join(f"q // 512 + {d} == k // 512 + 1" for d in range(3))
    cells = " or ".join(f"q % 64 // 8 + {d} == k % 64 // 8 + 1" for d in range(3))
    (clause,) = clauses_in(f"when(({rows}) and ({cells}))")
    assert columns(clause) <= 4 * 512


def test_what_an_unbounded_test_visits_anyway_is_no_clause_of_its_own() -> None:
    """Each of these was a run of keys beside the comparison, which is tried on every pair."""
    for beside in ("stride(2)", "window(9) & keys(every=3) | window(5)", "window(5) & when(q * k % 3 == 1)"):
        (clause,) = clauses_in(f"{beside} | when((q * k) % 7 < 3)")
        assert columns(clause) == columns(())


def test_runs_that_narrow_what_is_visited_stay_apart() -> None:
    found = clauses_in("first(4) & when(q * k % 3 == 1) | window(16) & when(q * k % 5 == 1)")
    assert len(found) == 2
    assert work(found) < columns(()) / 50
    near, far = clauses_in("window(4096, 0) | causal & when((q * k) % 7 < 3)")
    assert not any(map(is_test, near))
    assert columns(near) + columns(far) <= 1.01 * columns((causal(),))


@settings(max_examples=60)
@given(
    before=st.integers(0, 40),
    ahead=st.integers(0, 9),
    period=st.sampled_from((1, 4, 8, 24)),
    last=st.sampled_from((Constant(200), FromEnd(0), FromEnd(-300))),
    segment=st.sampled_from((None, 16, 20)),
)
def test_the_model_visits_what_rows_of_tiles_admit(
    before: int, ahead: int, period: int, last: Bound, segment: int | None
) -> None:
    """All columns from the first to the last that a row of the tile admits; none where the tile has no row."""
    span = 8
    n = SAMPLED_ROWS * span
    bounds = (
        AtLeast(Side.KEY, RelativePosition(-before, 0, period)),
        Below(Side.KEY, RelativePosition(ahead + period, 0, period)),
        Below(Side.QUERY, last),
    )
    every = np.arange(n)
    keys = np.broadcast_to(admits(And(bounds[:2]), 0, every[:, None], every, n, 1), (n, n))
    rows = np.broadcast_to(admits(bounds[2], 0, every, every, n, 1), n)
    tiles = every // span if segment is None else every // segment * n + every % segment // span
    own = [tiles == tiles[at] for at in range(0, n, span)]
    assert mean_width(bounds, span, segment, n) == np.mean([keys[tile].any(0).sum() * rows[tile].any() for tile in own])


@settings(max_examples=200, deadline=None)
@given(crowded())
def test_no_normal_form_visits_more_than_the_whole_mask(mask: Mask) -> None:
    normal = simplified(mask)
    kept, found = bounding_clauses.whole(normal), clauses_of(fused(normal))
    boxed = any(isinstance(atom, Box | Random | Table) for atom in atoms(normal))
    if kept is not None and not boxed and any(is_test(literal) for clause in found for literal in clause):
        assert work(found) <= 1.002 * work((kept,))


@settings(max_examples=100, deadline=None)
@given(comparisons, comparisons)
def test_what_contradicts_itself_is_found_empty(one: Mask, other: Mask) -> None:
    either = Or((one, And((other, causal()))))
    assert fused(simplified(And((either, Not(one), Not(other))))) == FALSE
    assert fused(simplified(And((either, Not(one), Not(causal()))))) == FALSE


def test_a_merged_union_still_covers_every_row() -> None:
    for mask in ("window(8) | when((q * k) % 7 < 3)", "first(1) & full | when((q * k) % 7 < 3) & full"):
        analyse(Source("made.pat", pattern(mask, "uncovered error")), {})
    with pytest.raises(Rejected):
        analyse(
            Source("made.pat", pattern("window(8) & when(q % 2 + k > 2) | when(q * k % 7 == 1)", "uncovered error")), {}
        )


# ---- how much work it is ---------------------------------------------------------------------------------------------
@pytest.fixture
def conjunctions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The literals of every conjunction that a compilation looks at."""
    counted: list[int] = []
    original = clauses.conjoin

    def conjoin(literals: Iterable[Mask]) -> Clause | None:
        given_ = tuple(literals)
        counted.append(len(given_))
        return original(given_)

    for module in (clauses, disjoint_clauses, satisfiability, bounding_clauses, key_ranges):
        monkeypatch.setattr(module, "conjoin", conjoin)
    return counted


def compiled(text: str) -> None:
    target = target_named("cpu")
    assert target is not None
    modules(analyse(Source("made.pat", text), {}, targets=()), backend_named("torch"), target)


FACTORS = (
    "when((q * k) % {a} < 2) | when((q + 2 * k) % {a} == 1)",
    "window({a}) | when((q * k) % {a} < 2)",
    "window({a}, 2) | first({a}) | last({a})",
    "segment({b}, dilation=2) | segment({c}, dilation=3, offset=1)",
    "stride({a}) | window({a})",
    "keys(every={a}) | queries(every={b})",
    "blocks(4, random(2, seed=1)) | window({a})",
    "window({a}) & when((q * k) % {a} < 2) | keys(every={a}) & when((q * k) % {b} < 2)",
)


@pytest.mark.parametrize("factor", FACTORS)
def test_intersections_of_unions_take_work_that_grows_with_their_number(factor: str, conjunctions: list[int]) -> None:
    work = []
    for count in (6, 12):
        conjunctions.clear()
        unions = (factor.format(a=3 + i, b=8 + i, c=12 + i) for i in range(count))
        compiled(pattern(" & ".join(f"({union})" for union in unions)))
        work.append(len(conjunctions))
    assert max(work) < 6000, work


@pytest.mark.parametrize(
    "term",
    [
        "when((q * k) % {i} == 1)",
        "window({i})",
        "window(9) & when((q * k) % {i} == 1)",
        "when(k == 3 * {i})",
        "stride({i})",
    ],
)
def test_unions_of_many_terms_take_work_in_proportion(term: str, conjunctions: list[int]) -> None:
    work = []
    for count in (100, 400):
        conjunctions.clear()
        analyse(Source("made.pat", pattern(" | ".join(term.format(i=i + 2) for i in range(count)))), {})
        work.append(sum(conjunctions))
    assert work[1] <= 6 * work[0] + 400, work


def test_bounds_that_a_large_union_implies_are_found_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Mask] = []

    def counted(literal: Mask, clause: Iterable[Mask]) -> bool:
        asked.append(literal)
        return implied(literal, clause)

    monkeypatch.setattr(bounding_clauses, "implied", counted)
    operands = tuple(window(size, size) for size in range(300))
    kept = bounding_clauses.whole(Or(operands))
    assert kept is not None
    assert set(kept) == {AtLeast(Side.KEY, RelativePosition(-299)), Below(Side.KEY, RelativePosition(300))}
    assert len(asked) < 10 * len(operands)


@pytest.mark.parametrize(
    "around",
    [
        "({mask} | first({a}) & when((q * k) % {b} == 1)) & (window({c}) | keys(every={a}))",
        "({mask} & when((q * k) % {b} == 1) | first({a}) & when((q * k) % {c} == 1))",
    ],
)
def test_unions_within_intersections_within_unions_do_not_double(around: str, conjunctions: list[int]) -> None:
    mask = "window(2) & when(q * k % 3 == 1)"
    for depth in range(12):
        mask = around.format(mask=mask, a=depth + 2, b=depth + 3, c=3 * depth + 2)
    compiled(pattern(mask))
    assert len(conjunctions) < 6000
    (branch,) = analyse(Source("made.pat", pattern(mask)), {}, targets=()).normals[0].groups[0].branches
    assert len(atoms(branch.mask)) < 2000


@pytest.mark.long
@pytest.mark.parametrize(
    ("count", "expected"), [(5, None), (8, "8 different selections"), (12, "12 different selections")]
)
def test_choices_whose_outcomes_are_too_many_are_refused(
    count: int, expected: str | None, conjunctions: list[int]
) -> None:
    mask = " & ".join(f"(blocks(16, random(2, seed={i})) | keys(every={3 + i}))" for i in range(count))
    if expected is None:
        compiled(pattern(mask))
        return
    with pytest.raises(Rejected) as caught:
        compiled(pattern(mask))
    (finding,) = caught.value.diagnostics
    assert finding.code == "P044"
    assert expected in finding.message
    assert str(bounding_clauses.OUTCOMES) in finding.message
    assert finding.help
    assert len(conjunctions) < 2000


def test_unions_beside_a_topk_that_take_too_many_runs_are_refused(conjunctions: list[int]) -> None:
    unions = [f"(document(@a{i}) | segment({9 + i}))" for i in range(11)]
    inputs = [f"input a{i}: offsets" for i in range(11)]
    text = pattern(" & ".join(["blocks(16, topk(4))", *unions]), *inputs)
    with pytest.raises(Rejected) as caught:
        compiled(text)
    (finding,) = (one for one in caught.value.diagnostics if one.severity == "error")
    assert finding.code == "P044"
    assert f"more than {key_ranges.RUNS} contiguous key ranges" in finding.message
    assert len(conjunctions) < 6000
    compiled(pattern(" & ".join(["blocks(16, topk(4))", *unions[:5]]), *inputs[:5]))


def test_bounds_of_a_union_are_those_that_all_its_operands_imply() -> None:
    operands = [And((window(size, 0), Below(Side.KEY, Constant(99 - size)))) for size in (3, 9, 5, 30, 7)]
    kept = bounding_clauses.whole(Or(tuple(operands)))
    assert kept is not None
    assert set(kept[:-1]) == {
        AtLeast(Side.KEY, RelativePosition(-30)),
        Below(Side.KEY, RelativePosition(1)),
        Below(Side.KEY, Constant(96)),
    }


def test_the_smallest_box_is_listed() -> None:
    """Its pairs are found from its cells, and the other boxes test them."""
    small, large, flat = (Box((8, 8), extents, (1, 1)) for extents in ((3, 2), (3, 3), (1, 7)))
    assert listed((large, small, flat)) == (small,)
    assert listed((Not(small), large)) == (large,)
