"""From text to meaning: whole patterns against the table in `docs/language.md`, written here in plain Python."""

# ruff: noqa: ARG005 - a rule names h, q and k, used or not

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stages import lowered

from patternc.frontend.check import check
from patternc.frontend.lower import lower
from patternc.frontend.parser import parse
from patternc.frontend.primitives.closed_forms import closed
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bias,
    ByHead,
    Combine,
    Compare,
    Constant,
    Curve,
    Expression,
    Fixed,
    FromEnd,
    HeadRange,
    HeadShare,
    Input,
    InputKind,
    Layout,
    Mask,
    Name,
    Not,
    Number,
    OfDocument,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Sink,
    Softcap,
    TopK,
    Uncovered,
)
from patternc.ir.semantics import admits, multiplicities
from patternc.ir.traversal import atoms
from patternc.source import Source

Rule = Callable[[int, int, int], bool]


def hold(pattern: Pattern, rules: Sequence[Rule], n: int = 20, heads: Sequence[int] = (0, 1, 2, 3)) -> None:
    """The branches of these heads (of 4) are these rules."""
    for h in heads:
        for q in range(n):
            for k in range(n):
                expected = tuple(int(rule(h, q, k)) for rule in rules)
                assert multiplicities(pattern, h, q, k, n, 4) == expected, (h, q, k)


def test_longnet_in_both_forms() -> None:
    long = """pattern p {
        attend segment(4)
        attend segment(8, dilation=2, offset=head)
        attend segment(16, dilation=4, offset=head)
        combine lse
        where causal
    }"""
    short = "pattern p { segments [4, 8, 16]; dilations [1, 2, 4]; offset head; combine lse; where causal }"
    loop = """pattern p(w=[4, 8, 16]) {
        for i in range(len(w)) { attend segment(w[i], dilation=2 ** i, offset=head) }
        combine lse
        where causal
    }"""
    assert lowered(long) == lowered(short) == lowered(loop)

    def rule(w: int, r: int) -> Rule:
        return lambda h, q, k: q // w == k // w and (q % w) % r == h % r and (k % w) % r == h % r and k <= q

    hold(lowered(long), [rule(4, 1), rule(8, 2), rule(16, 4)], n=33)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("full", lambda h, q, k: True),
        ("!causal", lambda h, q, k: k > q),
        ("causal - first(3)", lambda h, q, k: k <= q and k >= 3),
        ("first(3) | last(2)", lambda h, q, k: k < 3 or k >= 18),
        ("first(3) | last(2) & causal", lambda h, q, k: k < 3 or (k >= 18 and k <= q)),
        ("(first(3) | last(2)) & causal", lambda h, q, k: (k < 3 or k >= 18) and k <= q),
        ("full - first(3) - last(2)", lambda h, q, k: 3 <= k < 18),
        ("full - (causal - first(3))", lambda h, q, k: not (k <= q and k >= 3)),
        ("!first(3) - last(2)", lambda h, q, k: 3 <= k < 18),
        ("!!!causal", lambda h, q, k: k > q),
        ("global(2) & window(5, 1)", lambda h, q, k: (k < 2 or q < 2) and q - 5 <= k <= q + 1),
        ("queries(every=4, offset=1) & keys(every=3)", lambda h, q, k: q % 4 == 1 and k % 3 == 0),
        ("stride(4, offset=head)", lambda h, q, k: q % 4 == k % 4 == h % 4),
    ],
)
def test_masks(text: str, rule: Rule) -> None:
    hold(lowered(f"pattern p {{ attend {text} }}"), [rule])
    hold(lowered(f"pattern p {{ let m = {text}; attend m }}"), [rule])
    hold(lowered(f"pattern p {{ attend full; where {text} }}"), [rule])


def test_where_holds_for_every_branch_and_block() -> None:
    pattern = lowered(
        "pattern p { where causal; heads 0..2 { attend full; where first(3) } heads 2.. { attend last(2) } }"
    )
    hold(pattern, [lambda h, q, k: k <= q and k < 3], heads=(0, 1))
    hold(pattern, [lambda h, q, k: k <= q and k >= 18], heads=(2, 3))


def test_branch_offsets_count_in_their_own_list() -> None:
    pattern = lowered("""pattern p {
        heads 0..1 { attend full; attend stride(4, offset=branch); attend stride(2, offset=branch); combine lse }
        heads 1.. { attend stride(4, offset=branch); attend stride(4, offset=branch); combine sum }
    }""")
    one = [lambda h, q, k: True, lambda h, q, k: q % 4 == k % 4 == 1, lambda h, q, k: q % 2 == k % 2 == 0]
    hold(pattern, one, heads=(0,))
    two = [lambda h, q, k: q % 4 == k % 4 == 0, lambda h, q, k: q % 4 == k % 4 == 1]
    hold(pattern, two, heads=(1, 2, 3))


def test_a_named_mask_takes_the_place_it_is_used_in() -> None:
    pattern = lowered(
        "pattern p { let m = stride(4, offset=branch); attend m; attend m; combine lse; where m | first(1) }"
    )
    rules = [lambda h, q, k, i=i: q % 4 == k % 4 == i for i in range(2)]
    hold(pattern, rules)


def test_sugar_stands_where_segments_stands() -> None:
    pattern = lowered("pattern p { attend first(1); segments [4, 8]; attend last(1); combine lse }")
    segment = [lambda h, q, k, w=w: q // w == k // w for w in (4, 8)]
    hold(pattern, [lambda h, q, k: k < 1, *segment, lambda h, q, k: k >= 19])


def test_partition() -> None:
    pattern = lowered(
        "pattern p { attend causal; attend full; attend first(1); heads partition(extra=last); combine mean }"
    )
    assert [group.heads for group in pattern.groups] == [HeadShare(i, 3, False) for i in range(3)]
    assert [group.divisor for group in pattern.groups] == [3, 3, 3]
    assert {group.combine for group in pattern.groups} == {Combine.MEAN}
    assert [len(group.branches) for group in pattern.groups] == [1, 1, 1]
    # 4 heads for 3 branches: the last branch has two
    for h, branch in enumerate([0, 1, 2, 2]):
        allowed = [lambda h, q, k: k <= q, lambda h, q, k: True, lambda h, q, k: k < 1][branch]
        hold(pattern, [allowed], heads=(h,))


@pytest.mark.parametrize("rule", list(Combine))
def test_combine(rule: Combine) -> None:
    inputs, given = ("input a: gate; input b: gate; ", "(@b, @a)") if rule is Combine.GATE else ("", "")
    pattern = lowered(f"pattern p {{ {inputs}attend causal; attend full; combine {rule.value}{given} }}")
    (group,) = pattern.groups
    assert pattern.gates == (("b", "a") if rule is Combine.GATE else ())
    assert (group.combine, group.divisor, group.heads) == (rule, 2, HeadRange(0, None))


def test_a_single_branch_needs_no_combine() -> None:
    (group,) = lowered("pattern p { attend causal }").groups
    assert (group.combine, group.divisor) == (Combine.LSE, 1)


def test_blocks_inherit_the_combine_of_the_pattern() -> None:
    pattern = lowered(
        "pattern p { heads 0..2 { attend full; attend causal } heads 2.. { attend full; combine sum } combine mean }"
    )
    assert [group.combine for group in pattern.groups] == [Combine.MEAN, Combine.SUM]


def test_scores_keep_their_order() -> None:
    pattern = lowered("pattern p { attend full; score alibi; score softcap(30); score scale(0.5) }")
    assert [type(score).__name__ for score in pattern.scores] == ["Alibi", "Softcap"]
    assert pattern.scale == 0.5
    assert lowered("pattern p { attend full }").scale is None


def test_defaults() -> None:
    pattern = lowered("pattern p { attend full }")
    assert (pattern.name, pattern.scores, pattern.requirements) == ("p", (), ())
    assert pattern.uncovered is Uncovered.ZERO
    assert lowered("pattern p { attend full; uncovered error }").uncovered is Uncovered.ERROR


def test_spans_show_the_statement() -> None:
    text = "pattern p {\n  attend causal & first(3)\n  segments [4]\n  combine lse\n}"
    pattern = lowered(text)
    shown = [text[branch.span.start : branch.span.stop] for branch in pattern.groups[0].branches]
    assert shown == ["attend causal & first(3)", "segments [4]"]
    assert text[pattern.span.start : pattern.span.stop] == text


def test_several_patterns_in_one_file() -> None:
    source = Source("p.pat", "pattern a { attend causal }\npattern b(w=4) { attend window(w) }")
    assert [one.name for one in lower(check(parse(source), source, {"w": "7"}))] == ["a", "b"]


# ---- blocks ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("window(1)", lambda h, q, k: abs(q - k) <= 1),
        ("causal - first(2) | last(1)", lambda h, q, k: 2 <= k <= q or k == 6),
        ("global(1) & !window(2, 0)", lambda h, q, k: (k < 1 or q < 1) and not q - 2 <= k <= q),
        ("segment(4, dilation=2, offset=head)", lambda h, q, k: q // 4 == k // 4 and q % 4 % 2 == k % 4 % 2 == h % 2),
        ("stride(3) & queries(every=2)", lambda h, q, k: q % 3 == k % 3 and q % 2 == 0),
        ("when(q * k < 9 or k == n - 2)", lambda h, q, k: q * k < 9 or k == 5),
        ("blocks(2, window(1, 0))", lambda h, q, k: 0 <= q // 2 - k // 2 <= 1),
    ],
)
def test_a_mask_of_blocks_speaks_of_block_indices(text: str, rule: Rule) -> None:
    """20 positions are 7 blocks of 3."""
    pattern = lowered(f"pattern p {{ attend blocks(3, {text}) }}")
    hold(pattern, [lambda h, q, k: rule(h, q // 3, k // 3)])
    hold(
        lowered(f"pattern p {{ let m = {text}; attend full; where blocks(3, m) & causal }}"),
        [lambda h, q, k: rule(h, q // 3, k // 3) and k <= q],
    )


@pytest.mark.parametrize("block", [1, 4, 64])
def test_selections_and_inputs_in_blocks(block: int) -> None:
    few = "random(3, seed=7) | random(density=0.25) | topk(2)"
    body = f"input ends: offsets; attend blocks({block}, {few}) | blocks({block}, document(@ends) & first(2))"
    (branch,) = lowered(f"pattern p {{ {body} }}").groups[0].branches
    start, end = (OfDocument("ends", last, block) for last in (False, True))
    assert branch.mask == Or(
        (
            Or((Random(block, 7, count=3), Random(block, 0, threshold=1 << 30), TopK(block, 2))),
            And((And((AtLeast(Side.KEY, start), Below(Side.KEY, end))), Below(Side.KEY, Constant(2 * block)))),
        )
    )


def test_a_box_speaks_of_the_grid() -> None:
    pattern = lowered("pattern p(w=6) { grid 4 x w - 1; layout tiled(2, 5); attend box(3, grid[1], dilation=[1, 1]) }")
    assert pattern.grid == (4, 5)
    assert pattern.layout == Layout(Curve.TILED, (2, 5))
    hold(pattern, [lambda h, q, k: abs(min(max(q // 5, 1), 2) - k // 5) <= 1])


def test_inputs_and_the_scores_that_read_them() -> None:
    body = "input t: table(heads, 2 * r + 1); input s: table(heads); attend causal; score softcap(2); score bias(@t)"
    pattern = lowered(f"pattern p(r=8) {{ {body}; score sink(@s) }}")
    assert pattern.inputs == (Input("t", InputKind.TABLE, (None, 17)), Input("s", InputKind.TABLE, (None,)))
    assert pattern.scores == (Softcap(2.0), Bias("t", 8), Sink("s"))


# ---- conditions ------------------------------------------------------------------------------------------------------
def residues(dilation: int, query: int, key: int, segment: int | None = None, block: int = 1) -> Mask:
    sides = zip(Side, (query, key), strict=True)
    return And(tuple(Residue(side, dilation, Fixed(value), segment, block) for side, value in sides))


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("k <= q", Below(Side.KEY, RelativePosition(1))),
        ("not k <= q", AtLeast(Side.KEY, RelativePosition(1))),
        ("q - k < 64", AtLeast(Side.KEY, RelativePosition(-63))),
        ("2 * k < 7", Below(Side.KEY, Constant(4))),
        ("k < n - 3", Below(Side.KEY, FromEnd(-3))),
        ("k // 64 < 4", Below(Side.KEY, Constant(256))),
        (
            "k // 8 == q // 8",
            And((AtLeast(Side.KEY, RelativePosition(0, 0, 8)), Below(Side.KEY, RelativePosition(8, 0, 8)))),
        ),
        ("k != 3", Not(And((AtLeast(Side.KEY, Constant(3)), Below(Side.KEY, Constant(4)))))),
        ("k < q // 8 * 8", Below(Side.KEY, RelativePosition(0, 0, 8))),
        ("(k + 2) // 8 < (q + 3) // 8", Below(Side.KEY, RelativePosition(-2, 3, 8))),
        ("k // 4 // 2 < 3", Below(Side.KEY, Constant(24))),
        ("(q - k) % 3 == 0", SameResidue(3)),
        ("q % 3 == k % 3", SameResidue(3)),
        ("q % 8 % 2 == k % 8 % 2", SameResidue(2, 8)),
        ("(q // 4 - k // 4) % 3 == 0", SameResidue(3, None, 4)),
        ("q % 3 == 1 and k % 3 == 2", residues(3, 1, 2)),
        ("(q // 4 + 5) % 3 == 0 and k // 4 % 3 == 2", residues(3, 1, 2, None, 4)),
        ("k % 4 == h % 4", Residue(Side.KEY, 4, ByHead())),
        ("k % 64 < 4", Residue(Side.KEY, 16, Fixed(0), None, 4)),
        ("k % 64 >= 60", Residue(Side.KEY, 16, Fixed(15), None, 4)),
        ("k % 9 >= 7", Or((Residue(Side.KEY, 9, Fixed(7)), Residue(Side.KEY, 9, Fixed(8))))),
        (
            "(k + 6) % 64 < 4",
            Or((Residue(Side.KEY, 32, Fixed(29), None, 2), Residue(Side.KEY, 32, Fixed(30), None, 2))),
        ),
        ("q // 2 % 3 > 1", Residue(Side.QUERY, 3, Fixed(2), None, 2)),
        ("q % 8 < 0", FALSE),
        ("q % 8 <= 7", TRUE),
        ("h < 2", Compare("<", Name("h"), Number(2))),
        ("q * k < 9", Compare("<", Arithmetic("*", Name("q"), Name("k")), Number(9))),
        ("1 < 2 and 3 % 2 == 1", And((TRUE, TRUE))),
        ("2 * k == 7", FALSE),
        ("k % 3 == 3", FALSE),
    ],
)
def test_a_condition_becomes_bounds_and_classes_where_it_can(text: str, mask: Mask) -> None:
    (branch,) = lowered(f"pattern p {{ attend when({text}) }}").groups[0].branches
    assert branch.mask == mask


expressions: st.SearchStrategy[Expression] = st.recursive(
    st.one_of(st.sampled_from([Name(id_) for id_ in "qkqknh"]), st.integers(-5, 9).map(Number)),
    lambda inner: st.one_of(
        st.builds(Arithmetic, st.sampled_from("+-*"), inner, inner),
        st.builds(Arithmetic, st.sampled_from(["//", "%"]), inner, st.integers(1, 6).map(Number)),
    ),
    max_leaves=6,
)


@settings(max_examples=500)
@given(compare=st.builds(Compare, st.sampled_from(["<", "=="]), expressions, expressions), n=st.integers(1, 23))
def test_a_closed_condition_holds_where_the_written_one_does(compare: Compare, n: int) -> None:
    q, k = np.arange(n)[:, None], np.arange(n)
    for condition in (compare, Not(compare)):
        mask = closed(condition)
        for h in (0, 1, 5):
            expected = np.broadcast_to(admits(condition, h, q, k, n, 6), (n, n))
            assert (np.broadcast_to(admits(mask, h, q, k, n, 6), (n, n)) == expected).all(), (mask, h)


@pytest.mark.parametrize("seed", range(8))
def test_remainders_in_a_range_keep_their_meaning(seed: int) -> None:
    draws = random.Random(seed)
    few = 0
    for _ in range(40):
        by, shift, block = draws.randint(2, 24), draws.randint(-30, 30), draws.choice([1, 1, 2, 4])
        x = Arithmetic("//", Name(draws.choice("qk")), Number(block))
        held = Arithmetic("%", Arithmetic("+", x, Number(shift)), Number(by))
        number = Number(draws.randint(-2, by + 2))
        compare = Compare("<", held, number) if draws.random() < 0.5 else Compare("<", number, held)
        condition: Mask = compare if draws.random() < 0.5 else Not(compare)
        q, k = np.arange(90)[:, None], np.arange(90)
        truth, found = (
            np.broadcast_to(admits(mask, 0, q, k, 90, 1), (90, 90)) for mask in (condition, closed(condition))
        )
        assert (truth == found).all(), condition
        few += not any(isinstance(atom, Compare) for atom in atoms(closed(condition)))
    assert few > 8
