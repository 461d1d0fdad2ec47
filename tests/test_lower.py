"""From text to meaning: whole patterns against the table in `docs/language.md`, written here in plain Python."""

# ruff: noqa: ARG005 - a rule names h, q and k, used or not

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from patternc.check import check
from patternc.lower import lower
from patternc.mask_ir import Combine, HeadRange, HeadShare, Pattern, Uncovered
from patternc.parser import parse
from patternc.semantics import multiplicities
from patternc.source import Source

Rule = Callable[[int, int, int], bool]


def lowered(text: str, **overrides: str) -> Pattern:
    source = Source("p.pat", text)
    (pattern,) = lower(check(parse(source), source, overrides))
    return pattern


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
    pattern = lowered(f"pattern p {{ attend causal; attend full; combine {rule.value} }}")
    (group,) = pattern.groups
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
