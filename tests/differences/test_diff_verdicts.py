"""Verdicts of `patternc diff`: rewritten patterns are the same, and changed ones differ exactly where results do.

What rows give is computed here from scores and values, with nothing of the compared forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import prod

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from masks import RULES, causal, patterns, wide_patterns, window

from patternc.analysis.calls import longest
from patternc.differences import proofs, row_results, trials
from patternc.differences.proofs import proven_equal, sorted_mask
from patternc.differences.trial_inputs import inputs_of_both
from patternc.differences.verdicts import Basis, Subject, Verdict, verdict
from patternc.driver import analyse
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Branch,
    Combine,
    Constant,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    Mask,
    Not,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    TopK,
)
from patternc.ir.semantics import Inputs, group_of, multiplicities
from patternc.ir.traversal import tables_of, topk_of
from patternc.source import Source
from patternc.testing.oracle import has_lse
from patternc.transforms import PASSES

EXAMPLES = settings(max_examples=80, suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 12, 17, 24, 31, 40, 53, 64)
Floats = npt.NDArray[np.float64]


def subject(pattern: Pattern) -> Subject:
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    return pattern, normal


def of_text(body: str) -> Subject:
    found = analyse(Source("made.pat", f"pattern made {{ {body} }}"), {}, targets=())
    return found.meanings[0], found.normals[0]


def compared(before: str, after: str) -> Verdict:
    return verdict(of_text(before), of_text(after))


# ---- what rows give --------------------------------------------------------------------------------------------------
def rows_of(
    pattern: Pattern, head: int, heads: int, n: int, inputs: Inputs, queries: npt.NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Outputs, their derivatives, and log-sum-exps [rows, 2]; and the same without log-sum-exps."""
    draws = np.random.default_rng(n)
    scores, moved, values = draws.standard_normal((3, n, n))
    found = multiplicities(pattern, head, queries[:, None], np.arange(n)[None, :], n, heads, inputs)
    weights = [np.broadcast_to(one, (queries.size, n)) * np.exp(scores[queries]) for one in found]
    parts = [_softmax(one, moved[queries], values[0]) for one in weights]
    whole, total = _softmax(sum(weights), moved[queries], values[0]), np.sum(weights, axis=(0, 2))
    group = group_of(pattern, head, heads)
    match group.combine:
        case Combine.LSE:
            made = whole
        case Combine.LSE_DETACH:
            shares = np.array([one.sum(axis=1) for one in weights]) / np.where(total, total, 1)
            made = np.stack(
                [whole[:, 0], sum(share * part[:, 1] for share, part in zip(shares, parts, strict=True))], 1
            )
        case Combine.MEAN:
            made = np.sum(parts, axis=0) / group.divisor
        case Combine.SUM:
            made = np.sum(parts, axis=0)
    with np.errstate(divide="ignore"):
        return np.column_stack([made, np.log(total)]), made


def _softmax(weights: Floats, moved: Floats, values: Floats) -> Floats:
    """Outputs and their derivatives along `moved` [rows, 2]; 0 for rows without keys."""
    total = weights.sum(axis=1, keepdims=True)
    shares = weights / np.where(total, total, 1)
    out = shares @ values
    return np.stack([out, ((moved * shares) * (values - out[:, None])).sum(axis=1)], axis=1)


def differ(before: Pattern, after: Pattern, head: int, heads: int, n: int, seed: int, query: int | None) -> bool:
    queries = np.arange(n) if query is None else np.array([query])
    given_inputs = inputs_of_both(before, after, n, heads, seed)
    sides = zip((before, after), given_inputs, strict=True)
    old, new = (rows_of(one, head, heads, n, inputs, queries) for one, inputs in sides)
    place = 0 if has_lse(before) and has_lse(after) else 1
    return not np.allclose(old[place], new[place], rtol=1e-9, atol=1e-9)


def calls_of(before: Pattern, after: Pattern) -> Iterator[tuple[int, int]]:
    """Lengths and numbers of heads."""
    most = min((one for one in map(longest, (before, after)) if one is not None), default=max(LENGTHS))
    lengths = [prod(before.grid)] if before.grid else [n for n in LENGTHS if n <= most]
    tables = {table.heads for pattern in (before, after) for table in tables_of(pattern)} - {1}
    yield from ((n, heads) for n in lengths for heads in (1, 3, 4) if tables <= {heads})


def hold(before: Pattern, after: Pattern) -> Verdict:
    """The verdict, held against what rows give in calls of up to 64 positions, and at the row that it names."""
    found = verdict(subject(before), subject(after))
    shown = any(
        differ(before, after, head, heads, n, n, None) for n, heads in calls_of(before, after) for head in range(heads)
    )
    assert not (shown and found.keys not in (Basis.SHOWN, Basis.CONSTANTS)), found  # the second may be rare
    if found.difference is not None:
        trial = found.difference.trial
        assert differ(before, after, found.difference.head, trial.heads, trial.n, trial.seed, found.difference.query)
    return found


# ---- the same, rewritten ---------------------------------------------------------------------------------------------
@EXAMPLES
@given(patterns())
@pytest.mark.parametrize("stage", PASSES, ids=lambda stage: stage.name)
def test_a_pattern_is_the_same_after_each_transform(stage: object, pattern: Pattern) -> None:
    after = stage.run(subject(pattern)[0] if stage is PASSES[0] else before_stage(stage, pattern))  # type: ignore[attr-defined]
    found = verdict(subject(pattern), subject(after))
    assert found.same
    assert found.difference is None


def before_stage(stage: object, pattern: Pattern) -> Pattern:
    """A transform reads what the ones before it ensure."""
    for one in PASSES:
        if one is stage:
            return pattern
        pattern = one.run(pattern)
    raise AssertionError(stage)


@EXAMPLES
@given(wide_patterns())
def test_a_pattern_of_any_atoms_is_the_same_in_normal_form(pattern: Pattern) -> None:
    """But for `topk`, which chooses among what is written beside it."""
    assume(topk_of(pattern) is None)
    assert verdict(subject(pattern), subject(subject(pattern)[1])).same


TWO_RANGES = (HeadRange(0, 3), HeadRange(3, None))
REWRITES: tuple[Callable[[Pattern], Pattern], ...] = (
    lambda pattern: mapped(pattern, sorted_mask),
    lambda pattern: mapped(pattern, lambda mask: Not(Not(mask))),
    lambda pattern: mapped(pattern, lambda mask: And((mask, Or((mask, causal()))))),
    lambda pattern: mapped(pattern, lambda mask: Or((And((mask, causal())), And((mask, Not(causal())))))),
    lambda pattern: replace(
        pattern, groups=tuple(replace(group, branches=group.branches[::-1]) for group in pattern.groups)
    ),
    lambda pattern: replace(
        pattern, groups=(*(replace(group, heads=one) for group in pattern.groups for one in TWO_RANGES),)
    ),
)


def mapped(pattern: Pattern, change: Callable[[Mask], Mask]) -> Pattern:
    return replace(
        pattern,
        groups=tuple(
            replace(group, branches=tuple(replace(one, mask=change(one.mask)) for one in group.branches))
            for group in pattern.groups
        ),
    )


@pytest.mark.long
@EXAMPLES
@given(patterns(), st.sampled_from(REWRITES))
def test_rewritten_patterns_are_the_same(pattern: Pattern, rewrite: Callable[[Pattern], Pattern]) -> None:
    assert hold(pattern, rewrite(pattern)).same


# ---- changed ---------------------------------------------------------------------------------------------------------
@st.composite
def changed(draw: st.DrawFn, pattern: Pattern) -> Pattern:
    """The pattern with one atom, one branch, one operator or the rule of mixing changed."""
    (group,) = pattern.groups
    kind = draw(st.sampled_from(["atom", "atom", "atom", "negated", "dropped", "repeated", "combine", "operator"]))
    place = draw(st.integers(0, len(group.branches) - 1))
    branches = list(group.branches)
    if kind == "combine":
        return replace(pattern, groups=(replace(group, combine=draw(st.sampled_from(RULES))),))
    if kind == "dropped":
        assume(len(branches) > 1)
        del branches[place]
    elif kind == "repeated":
        branches.append(branches[place])
    elif kind == "operator":
        branches[place] = replace(branches[place], mask=swapped(branches[place].mask))
    else:
        number = draw(st.integers(0, 5))
        step = draw(st.sampled_from([-1, 1, 2]))
        change = negated if kind == "negated" else (lambda atom: moved(atom, step))
        branches[place] = replace(branches[place], mask=with_atom(branches[place].mask, number, change))
    return replace(pattern, groups=(replace(group, branches=tuple(branches)),))


def negated(atom: Mask) -> Mask:
    """The language negates no `topk`."""
    return replace(atom, count=atom.count + 1) if isinstance(atom, TopK) else Not(atom)


def swapped(mask: Mask) -> Mask:
    match mask:
        case And(masks):
            return Or(masks)
        case Or(masks):
            return And(masks)
        case _:
            return mask


def with_atom(mask: Mask, number: int, change: Callable[[Mask], Mask]) -> Mask:
    """The mask with the number-th of its atoms changed, if there are so many."""
    left = [number]

    def walk(one: Mask) -> Mask:
        match one:
            case Not(inner):
                return Not(walk(inner))
            case And(masks):
                return And(tuple(map(walk, masks)))
            case Or(masks):
                return Or(tuple(map(walk, masks)))
            case atom:
                left[0] -= 1
                return change(atom) if left[0] == -1 else atom

    return walk(mask)


def moved(atom: Mask, step: int) -> Mask:
    match atom:
        case AtLeast(_, Constant(value)) | Below(_, Constant(value)):
            return replace(atom, bound=Constant(value + step))
        case AtLeast(_, FromEnd(value, period)) | Below(_, FromEnd(value, period)):
            return replace(atom, bound=FromEnd(value + step, period))
        case AtLeast(_, RelativePosition(offset, shift, period)) | Below(_, RelativePosition(offset, shift, period)):
            return replace(atom, bound=RelativePosition(offset + step, shift, period))
        case Residue(dilation=dilation, offset=Fixed(value)):
            return replace(atom, offset=Fixed((value + step) % dilation))
        case Residue(dilation=dilation) | SameResidue(dilation=dilation):
            return replace(atom, dilation=max(1, dilation + step))
        case Random(seed=seed):
            return replace(atom, seed=seed + abs(step))
        case _:
            return negated(atom)


@pytest.mark.long
@settings(EXAMPLES, max_examples=200)
@given(st.data())
def test_changed_patterns_differ_exactly_where_results_do(data: st.DataObject) -> None:
    pattern = data.draw(patterns())
    after = data.draw(changed(pattern))
    found = hold(pattern, after)
    assert found.same or found.difference is not None or found.changes or found.keys is Basis.CONSTANTS


@pytest.mark.long
@settings(EXAMPLES, max_examples=120)
@given(st.data())
def test_changed_patterns_of_any_atoms_differ_exactly_where_results_do(data: st.DataObject) -> None:
    pattern = data.draw(wide_patterns())
    hold(pattern, data.draw(changed(pattern)))


def test_most_of_what_is_the_same_is_proven() -> None:
    """Else a proof that never succeeds would show nowhere."""
    basis = []

    @EXAMPLES
    @given(patterns(), st.sampled_from(REWRITES[:5]))
    def count(pattern: Pattern, rewrite: Callable[[Pattern], Pattern]) -> None:
        basis.append(verdict(subject(pattern), subject(rewrite(pattern))).basis)

    count()
    assert basis.count(Basis.PROVEN) > 0.9 * len(basis)


# ---- single cases ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("before", "after", "basis"),
    [
        ("attend window(5) & causal", "attend window(5, 0)", Basis.PROVEN),
        ("attend when((q - k) % 3 == 0) & causal", "attend stride(3) & causal", Basis.PROVEN),
        ("attend window(5) - first(3); attend first(3); combine lse", "attend window(5) | first(3)", Basis.PROVEN),
        ("attend window(3); combine lse(detach)", "attend window(3)", Basis.PROVEN),
        ("heads 0..2 { attend causal }; heads 2.. { attend causal }", "attend causal", Basis.PROVEN),
        ("attend blocks(4, topk(2) | window(1))", "attend blocks(4, window(1) | topk(2))", Basis.PROVEN),
        ("attend blocks(4, topk(3) & window(2) | window(2))", "attend blocks(4, window(2))", Basis.PROVEN),
        ("attend window(3); score alibi; input b: table(heads, 3); score bias(@b)",
         "attend window(3); input b: table(heads, 3); score bias(@b); score alibi", Basis.PROVEN),
        ("attend when(q * k % 7 < 2)", "attend when(k * q % 7 < 2)", Basis.TESTED),
        ("attend window(3); require n % 9 == 0", "attend window(3); require n % 3 == 0 and n % 9 == 0", Basis.TESTED),
        ("heads partition(extra=first); attend causal; attend causal; combine sum",
         "heads partition(extra=last); attend causal; attend causal; combine sum", Basis.TESTED),
        ("grid 8 x 8; attend box(3, 3)", "grid 8 x 8; attend box(3, 3) & window(19)", Basis.TESTED),
        ("grid 8 x 8; layout hilbert; attend box(3, 3)", "grid 8 x 8; attend box(3, 3)", Basis.PROVEN),
        ("attend causal; uncovered error", "attend causal", Basis.PROVEN),
        ("attend causal; ring(ranks=4)", "attend causal", Basis.PROVEN),
    ],
)  # fmt: skip
def test_the_same(before: str, after: str, basis: Basis) -> None:
    found = compared(before, after)
    assert found.same
    assert found.basis is basis


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("attend window(512, 0)", "attend window(511, 0)", "rows"),
        ("attend causal", "attend causal - (queries(every=509, offset=250) & keys(every=503, offset=250))", "rows"),
        ("attend causal", "attend causal - when(q == 901 and k == 517)", "rows"),
        ("attend causal", "attend causal - when(q - k == 333)", "rows"),
        ("attend causal", "attend causal - when(q == 1500000 and k == 1400000)", "rows"),
        ("attend causal", "attend causal - when(n == 777)", "rows"),
        ("attend causal", "attend causal - when(n == 90000)", "rows"),
        ("attend causal", "attend causal - when(n == 30)", "rows"),
        ("attend causal", "attend causal - when(h == 37)", "rows"),
        ("attend causal", "attend causal - when(h == 701 and q > 5)", "rows"),
        ("attend window(1048575, 0)", "attend window(1048576, 0)", "rows"),
        ("attend window(200000000, 0)", "attend window(200000001, 0)", "rows"),
        ("attend segment(300000000)", "attend segment(300000001)", "rows"),
        ("attend segment(4096)", "attend segment(8192)", "rows"),
        ("attend window(3000, 0) | last(2)", "attend window(3000, 0) | last(3)", "rows"),
        ("attend segment(64, dilation=4, offset=head)", "attend segment(64, dilation=4, offset=head_block)", "rows"),
        ("attend segment(96, dilation=48, offset=head)", "attend segment(96, dilation=48, offset=head_block)", "rows"),
        ("attend window(3); attend first(2); combine lse", "attend window(3) | first(2)", "rows"),
        ("attend window(3); attend first(2); combine lse", "attend window(3); attend first(2); combine lse(detach)",
         "rows"),
        ("attend window(3); attend first(2); combine mean", "attend window(3); attend first(2); combine sum", "rows"),
        ("attend blocks(16, random(3, seed=1))", "attend blocks(16, random(3, seed=2))", "rows"),
        ("attend blocks(4, topk(2) & window(3))", "attend blocks(4, topk(2)) & window(15)", "rows"),
        ("attend blocks(4, topk(3))", "attend blocks(4, topk(4))", "rows"),
        ("attend blocks(4, topk(2) | window(1))", "attend blocks(4, (topk(2) - window(1)) | window(1))", "rows"),
        ("heads 0..2 { attend blocks(4, topk(2)) }; heads 2.. { attend causal }",
         "heads 0..3 { attend blocks(4, topk(2)) }; heads 3.. { attend causal }", "rows"),
        ("input d: offsets; attend document(@d)", "input d: offsets; attend document(@d) & causal", "rows"),
        ("input d: lengths; attend padding(@d)", "input d: lengths; attend prefix(@d) & causal", "rows"),
        ("grid 128 x 128; attend box(3, 3)", "grid 128 x 128; attend box(3, 5)", "rows"),
        ("attend window(3); combine sum", "attend window(3)", "combine"),
        ("attend causal; score alibi; score softcap(3)", "attend causal; score softcap(3); score alibi", "scores"),
        ("attend window(3); score scale(0.125)", "attend window(3)", "scale"),
        ("input s: table(heads); attend causal; score sink(@s)", "attend causal", "sinks"),
        ("input s: offsets; attend document(@s)", "input t: offsets; attend document(@t)", "input s"),
        ("input s: positions; attend rows(0, @s)", "input s: positions; attend rows(0, @s) | columns(@s, n)",
         "input s"),
        ("attend causal; require n % 4 == 0", "attend causal", "require"),
        ("heads 0..4 { attend causal }", "attend causal", "numbers of heads"),
        ("heads 0..40 { attend window(5) & causal }", "heads 0..64 { attend window(5, 0) }", "numbers of heads"),
        ("attend causal; require heads <= 40", "attend causal; require heads <= 64", "require"),
        ("attend causal; require n <= 5000", "attend causal; require n <= 5001", "require"),
        ("attend causal; require n + 1 < 5000", "attend causal; require n + 1 <= 5000", "require"),
        ("attend causal; require head_dim <= 70", "attend causal; require head_dim <= 71", "require"),
        ("grid 4 x 16; attend box(3, 3)", "grid 8 x 8; attend box(3, 3)", "grid"),
    ],
)  # fmt: skip
def test_not_the_same(before: str, after: str, what: str) -> None:
    for found in (compared(before, after), compared(after, before)):
        assert not found.same
        assert found.basis is Basis.SHOWN
        reasons = [one.what for one in found.changes if one.matters] + ["rows"] * (found.difference is not None)
        assert what in reasons


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("attend blocks(16, random(density=0.1))", "attend blocks(16, random(density=0.10001))"),
        ("attend segment(2**36)", "attend segment(2**36 - 1)"),
        ("attend causal & when((q + k) % (10**9 + 7) < 10**9)", "attend causal & when((q + k) % (10**9 + 9) < 10**9)"),
        ("attend causal - keys(every=10**10, offset=10**9)", "attend causal - keys(every=10**10, offset=10**9 + 1)"),
    ],
)  # fmt: skip
def test_numbers_that_no_call_tells_apart_are_a_difference(before: str, after: str) -> None:
    found = compared(before, after)
    assert (found.same, found.keys, found.basis) == (False, Basis.CONSTANTS, Basis.CONSTANTS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("attend window(5) & window(2**40 // 4096, 0)", "attend window(5) & window(2**40 // 8192, 0)"),
        ("attend window(2**28) & window(3)", "attend window(2**28 - 1) & window(3)"),
        ("attend first(9) & first(2**20)", "attend first(9) & first(2**21)"),
    ],
)
def test_numbers_that_are_proven_harmless_are_none(before: str, after: str) -> None:
    assert compared(before, after).basis is Basis.PROVEN


@pytest.mark.parametrize(
    ("before", "after", "proven"),
    [
        ("heads 0..4 { attend causal }", "heads 0..8 { attend causal }", False),
        ("heads 0..4 { attend causal }; heads 4.. { attend full }",
         "heads 0..4 { attend causal }; heads 4..8 { attend full }", False),
        ("heads 0..4 { attend causal }; heads 4..8 { attend full }",
         "heads 0..3 { attend causal }; heads 3..8 { attend full }", False),
        ("heads 0..4 { attend causal }; heads 4..8 { attend causal }", "heads 0..8 { attend causal }", True),
        ("heads 0..5 { attend full }; heads 5.. { attend causal }",
         "heads 0..3 { attend full }; heads 3..5 { attend full }; heads 5.. { attend causal }", True),
    ],
)  # fmt: skip
def test_ranges_of_heads_are_compared_to_their_ends(before: str, after: str, proven: bool) -> None:
    for found in (compared(before, after), compared(after, before)):
        assert (found.keys is Basis.PROVEN) is proven
        assert found.same is proven


def test_modules_are_compared() -> None:
    text = "pattern p {{ attend causal }} module Layer {{ pattern p; embed 64; heads {} }}"
    found = [analyse(Source("p.pat", text.format(heads)), {}) for heads in (2, 4)]
    (old, new) = [(one.meanings[0], one.normals[0]) for one in found]
    matter = [one.what for one in verdict(old, new).changes if one.matters]
    assert matter == [f"module Layer: {name}" for name in ("heads", "kv_heads", "head_dim", "value_dim")]


def test_what_was_tried_is_said() -> None:
    tried = compared("attend when(q * k % 7 < 2)", "attend when(k * q % 7 < 2)").tried
    assert tried is not None
    assert (tried.short, tried.whole, tried.longer, tried.seeds) == (trials.SHORT, (97, 1000), (), ())
    assert tried.calls == 3 * trials.SHORT + 2 * 2


def test_a_grid_too_large_to_try_is_not_called_the_same() -> None:
    text = "grid 8192 x 8192; attend box(3, 3){}"
    found = compared(text.format(""), text.format(" & window(16000)"))
    assert (found.same, found.keys, found.basis) == (False, Basis.UNTRIED, Basis.UNTRIED)


# ---- faults of its own -----------------------------------------------------------------------------------------------
def test_a_prover_that_believes_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "is_empty", lambda _: True)
    assert proven_equal(subject(one_of(window(3, 0))), subject(one_of(window(4, 0))))
    with pytest.raises(AssertionError):
        hold(one_of(window(3, 0)), one_of(window(4, 0)))


def test_without_longer_calls_long_windows_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "longer_lengths", lambda *_: ())
    assert compared("attend window(512, 0)", "attend window(512, 0) - when(q - k == 333)").same


def test_without_a_look_at_the_gradient_detached_weights_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_results, "differing", lambda a, b, _: (a.total != b.total).any(axis=1))
    before, after = (
        "attend window(3); attend first(2); combine lse",
        "combine lse(detach); attend window(3); attend first(2)",
    )
    assert compared(before, after).same


def one_of(mask: Mask) -> Pattern:
    return Pattern("made", (HeadGroup(HeadRange(0, None), (Branch(mask),), Combine.LSE),))
