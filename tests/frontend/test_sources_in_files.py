"""`source` and `from`: masks of entries are those of the positions where these stand, and the rest is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from patternc.counting.row_counts import row_counts
from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import Analysis, analyse
from patternc.frontend.formatter import format_text
from patternc.ir.bounds import at_most, transposed
from patternc.ir.facts import bound_facts
from patternc.ir.mask import (
    AtLeast,
    Below,
    Combine,
    Constant,
    FromEnd,
    InEntries,
    InputBound,
    KnownBound,
    OfDocument,
    OfEntry,
    Pattern,
    RelativePosition,
    Side,
)
from patternc.ir.semantics import admits, position
from patternc.pictures.resolved_pattern import resolved
from patternc.source import Source

INPUTS = (
    "input docs: offsets; input lengths: lengths; input places: positions; input id: labels; "
    "input picks: selection(shared); "
)
MASKS = (
    "full",
    "causal",
    "window(20, 3)",
    "segment(24)",
    "segment(35) & causal",
    "window(100, 0) & segment(64)",
    "first(50) | window(9)",
    "last(30)",
    "global(7) & causal",
    "window(40, n) & document(@docs)",
    "prefix(@lengths) & causal | padding(@lengths) & document(@docs)",
    "stride(3) & causal",
    "segment(14, dilation=2, offset=head)",
    "window(30) - window(5)",
    "!segment(40) & causal",
    "keys(every=3) | queries(every=5) & causal",
    "when((q + 2 * k) % 5 == n % 3)",
    "when(k >= (q + 1) // 4 * 4 and k < n // 2) & causal",
)
RATIOS = (1, 2, 3, 4, 7, 16, 128)


def analysed(body: str) -> Analysis:
    return analyse(Source("p.pat", f"pattern p {{ {INPUTS}{body} }}"), {}, targets=())


def part(body: str) -> tuple[Pattern, Pattern]:
    """The only part of a pattern, as it is written and in normal form."""
    found = analysed(body)
    (meaning,), (normal,) = found.meanings, found.normals
    return meaning, normal


def pairs(pattern: Pattern, n: int, keys: int, head: int, inputs: dict[str, Any]) -> np.ndarray:
    """Which of some keys each of n queries attends to, [n, keys]."""
    (branch,) = pattern.groups[0].branches
    q, k = np.arange(n)[:, None], np.arange(keys)[None, :]
    return np.broadcast_to(np.asarray(admits(branch.mask, head, q, k, n, 4, inputs)), (n, keys))


def drawn(n: int) -> dict[str, Any]:
    draw = np.random.default_rng(n)
    return {"docs": [0, *sorted(draw.integers(0, n + 1, 3).tolist()), n], "lengths": int(draw.integers(n + 1))}


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("n", [1, 3, 64, 131])
def test_an_entry_is_seen_by_the_queries_that_see_its_last_position(mask: str, n: int) -> None:
    """Entry i of a ratio r stands at r * i + r - 1; no row sees one whose positions the sequence has not all."""
    whole, _ = part(f"attend {mask}")
    inputs = drawn(n)
    for ratio in RATIOS:
        meaning, normal = part(f"source c(ratio={ratio}); attend {mask} from c")
        for head in (0, 3):
            seen = pairs(whole, n, n, head, inputs)[:, ratio - 1 :: ratio]
            found = pairs(meaning, n, n, head, inputs)
            assert (found[:, : n // ratio] == seen[:, : n // ratio]).all()
            assert not found[:, n // ratio :].any()
            assert (pairs(normal, n, n, head, inputs) == found).all()


@pytest.mark.parametrize("mask", [mask for mask in MASKS if "lengths" not in mask])
def test_an_entry_at_a_place_is_seen_by_the_queries_that_see_this_place(mask: str) -> None:
    """Places may be in any order, and several entries may stand at one."""
    n = 61
    whole, _ = part(f"attend {mask}")
    meaning, normal = part(f"source media(at=@places); attend {mask} from media")
    places = np.random.default_rng(5).integers(0, n, 40)
    inputs = {**drawn(n), "places": places.tolist()}
    for head in (0, 3):
        seen = pairs(whole, n, n, head, inputs)[:, places]
        assert (pairs(meaning, n, 40, head, inputs) == seen).all()
        assert (pairs(normal, n, 40, head, inputs) == seen).all()


def test_picks_labels_and_bounds_of_keys_are_of_entries() -> None:
    n, entries = 20, 5
    id_ = list(range(entries))
    meaning, _ = part("source c(ratio=4); attend keys(@id) & when(@id[k] < 3) from c")
    assert (pairs(meaning, n, entries, 0, {"id": id_}) == [False, True, True, False, False]).all()
    meaning, _ = part("source c(ratio=4); attend selected(@picks) from c")
    lists = np.full((1, n, 2), -1)
    lists[0, :, 0] = 3
    assert (pairs(meaning, n, entries, 0, {"picks": lists}) == [False, False, False, True, False]).all()
    meaning, _ = part("source c(ratio=4); attend blocks(2, selected(@picks)) & causal from c")
    lists = np.full((1, n // 2, 1), 1)  # entries 2 and 3, which stand at positions 11 and 15
    seen = pairs(meaning, n, entries, 0, {"picks": lists})
    assert [int(row.sum()) for row in seen] == [0] * 11 + [1] * 4 + [2] * 5
    meaning, _ = part("source text; attend columns(0, @places) | first(1) from text")
    seen = pairs(meaning, n, entries, 0, {"places": [0, 3, 20, 1, 0]})
    assert [int(one) for one in seen.sum(0)] == [n, 3, 20, 1, 0]


def test_the_entries_that_a_row_sees_are_those_of_deepseeks_formula() -> None:
    """Of m tokens each: i < (q + 1) // m."""
    for m in (4, 128):
        meaning, _ = part(f"source c(ratio={m}); attend causal from c")
        n = 3 * m + 1
        seen = pairs(meaning, n, n, 0, {}).sum(1)
        assert [int(seen[q]) for q in (0, m - 2, m - 1, m, 2 * m - 2, 2 * m - 1)] == [0, 0, 1, 1, 1, 2]
        assert (seen == (np.arange(n) + 1) // m).all()


@pytest.mark.parametrize("mask", [mask for mask in MASKS if "when" not in mask])
@pytest.mark.parametrize("n", [5, 97, 400, 1501])
def test_entries_of_rows_are_counted_without_looking_at_pairs(mask: str, n: int) -> None:
    for ratio in (1, 3, 4, 16, 100):
        meaning, normal = part(f"source c(ratio={ratio}); attend {mask} from c")
        inputs = drawn(n)
        runs = row_counts(normal, 1, 4, n, inputs).runs
        counted = int((runs.first * runs.length + runs.step * (runs.length * (runs.length - 1) // 2)).sum())
        assert int(runs.length.sum()) == n
        assert counted == pairs(meaning, n, n, 1, inputs).sum()


def test_bounds_of_entries_have_mirrors_and_simple_limits() -> None:
    """For every x, length and document: a bound is where its facts say, and its mirror says the same of pairs."""
    documents = [0, 3, 3, 17, 41]
    known: list[KnownBound | InputBound] = [
        *(RelativePosition(offset, shift, period) for offset in (-9, 0, 1, 6) for shift in (0, 2) for period in (1, 5)),
        *(FromEnd(value, period) for value in (-7, 0, 3) for period in (1, 4)),
        *(OfDocument("docs", end) for end in (False, True)),
    ]
    n, inputs = 41, {"docs": documents}
    for ratio in (1, 2, 5, 8):
        entries = n // ratio
        for bound in [kind(one, ratio) for one in known for kind in (InEntries, OfEntry)]:
            facts = bound_facts(bound)
            places = range(n if isinstance(bound, InEntries) else entries)
            for x in places:
                value = position(bound, x, n, inputs)
                assert position(facts.least, x, n, inputs) <= value, bound
                assert facts.most == bound or value <= position(facts.most, x, n, inputs), bound
            if facts.mirror is None:
                continue
            side = Side.KEY if isinstance(bound, InEntries) else Side.QUERY
            for atom in (AtLeast(side, bound), Below(side, bound)):
                for q in range(n):
                    for k in range(entries):
                        same = admits(transposed(atom), 0, q, k, n, 1, inputs)
                        assert bool(admits(atom, 0, q, k, n, 1, inputs)) == bool(same), atom
    assert at_most(InEntries(RelativePosition(1), 4), InEntries(FromEnd(0), 4))
    assert not at_most(InEntries(RelativePosition(2), 4), InEntries(FromEnd(0), 4))
    assert not at_most(InEntries(RelativePosition(1), 4), InEntries(RelativePosition(1), 8))
    assert at_most(Constant(0), InEntries(RelativePosition(1), 4))


# ---- parts -----------------------------------------------------------------------------------------------------------
def test_a_pattern_with_sources_has_a_part_for_each_and_one_for_the_sequence() -> None:
    found = analysed(
        "source c(ratio=4); input sink: table(heads); attend causal from c; attend window(4); "
        "attend first(20) & selected(@picks) from c; combine lse; score softcap(5); score sink(@sink)"
    )
    assert [one.name for one in found.meanings] == ["p_own", "p_c"]
    assert [[one.name for one in pattern.inputs] for pattern in found.meanings] == [[], ["picks"]]
    assert [len(pattern.groups[0].branches) for pattern in found.meanings] == [1, 2]
    assert all(len(pattern.scores) == 1 for pattern in found.meanings)
    (join,) = found.joins
    assert (join.name, join.combine, [one.name for one in join.sinks]) == ("p", Combine.LSE, ["sink"])
    assert join.parts == tuple(one.name for one in found.meanings)
    assert found.parts(join) == found.meanings
    assert found.names == ("p",)
    assert found.alone(1).joins == ()


def test_heads_without_a_branch_of_a_source_have_none_of_its_keys() -> None:
    found = analysed("source c(ratio=4); heads 0..2 { attend causal from c } heads 2.. { attend window(9) }")
    own, of_c = found.meanings
    q, k = np.arange(40)[:, None], np.arange(10)
    for pattern, first in ((own, 2), (of_c, 0)):
        for group in pattern.groups:
            (branch,) = group.branches
            seen = np.asarray(admits(branch.mask, 0, q, k, 40, 4)).any()
            assert seen == ((group.heads.start == 0) == (first == 0))  # type: ignore[union-attr]


def test_words_of_sources_stay_names_elsewhere() -> None:
    text = "pattern source(from=4, ratio=2) { let at = from; let same = 1; attend window(from, ratio + at * same) }"
    (meaning,) = analyse(Source("p.pat", text), {}, targets=()).meanings
    assert meaning.name == "source"
    text = "pattern p {\n    source c(ratio=4)\n    attend causal from c\n}\n"
    assert format_text(Source("p.pat", text.replace(" = ", "=").replace(" from", "   from"))) == text


def test_a_part_says_what_it_is_of() -> None:
    texts = resolved(
        Source(
            "p.pat",
            "pattern p { source c(ratio=4); source text; attend causal from c; attend full from text; combine sum }",
        ),
        {},
    )
    assert "    source c(ratio=4)\n" in texts[0]
    assert "attend causal from c  #" in texts[0]
    assert "    source text\n" in texts[1]


ERRORS = {
    "source c(ratio=4, at=@places)": ("P014", "has both `ratio` and `at`"),
    "source c(4)": ("P014", "every argument is named"),
    "source c(ratio=0)": ("P013", "it must be at least 1"),
    "source c(ratio=4); source c": ("P015", "two sources are called `c`"),
    "source own": ("P015", "cannot be called `own`"),
    "input c_key: labels; source c": ("P015", "calls take `c_key`"),
    "source c; input c_key: labels; attend keys(@c_key) from c": ("P015", "`c_key` is what a module calls keys"),
    "source c(at=@docs)": ("P011", "needs an input of positions"),
    "source c(ratio=4); attend causal from d": ("P010", "`d` is not a source"),
    "source c(ratio=4); attend causal from": ("P001", "`from` is unexpected here"),
    "source c(ratio=4); attend rows(0, @places) from c": ("P025", "bounds numbers of keys"),
    "source c(at=@places); attend padding(@lengths) from c": ("P025", "bounds positions of keys"),
    "source c(at=@places); attend rows(0, @places); attend causal from c; combine lse": ("P033", "says where"),
    "source t; attend causal from t": ("P025", "compares positions"),
    "source t; attend last(3) from t": ("P025", "counts the positions of the sequence"),
    "source t; attend when(k < n) from t": ("P025", "counts the positions of the sequence"),
    "source t; attend when(q < k) from t": ("P025", "compares positions"),
    "source t; attend stride(2) from t": ("P025", "compares positions"),
    "source t; attend document(@docs) from t": ("P025", "compares positions"),
    "input b: offsets; attend document(@docs, @b)": ("P025", "has offsets of entries of a source"),
    "input b: offsets; source c(ratio=4); attend document(@docs, @b) from c": ("P025", "stand at positions"),
    "input b: offsets; source t; attend document(@docs, @b) from t; attend document(@b); combine lse": (
        "P033",
        "`@b` has numbers for keys of `t`",
    ),
    "source t; attend full from t; require n % 4 == 0": ("P025", "`require` reads `n`"),
    "source c(ratio=4); attend stride(3, offset=head_block) & causal from c": ("P025", "reads the number of heads"),
    "source c(ratio=4); attend within(@docs, causal) from c": ("P025", "counts keys of a document"),
    "source c(ratio=4); attend blocks(16, topk(2)); attend causal from c; combine lse": (
        "P025",
        "`topk(2, score=mean)`",
    ),
    "source c(ratio=4); attend blocks(16, first(1)) from c": ("P025", "is no list of blocks of entries of `c`"),
    "source c; attend blocks(16, random(2)) from c": ("P025", "is no list of blocks of entries of `c`"),
    "source c(ratio=4); attend causal & when(@id[q] < 3); attend causal & when(@id[k] < 2); "
    "attend causal & when(@id[q] < 2) from c; combine lse": ("P033", "`@id` has numbers for keys of the sequence"),
    "input docs_ends_in_b: labels; input b: offsets; source t; "
    "attend document(@docs, @b) & keys(@docs_ends_in_b) from t": (
        "P015",
        "is what a module calls documents of entries",
    ),
    "source c(ratio=4); attend blocks(16, causal) from c": (
        "P025",
        "is no list of blocks of entries of `c`",
    ),
    "source c(ratio=4); attend causal from c; ring(ranks=2)": ("P025", "all keys of this pattern are of sources"),
    "source c(ratio=4); attend causal; attend causal from c; combine lse; ring(ranks=2, layout=striped)": (
        "P045",
        "`layout=striped` in a pattern with sources",
    ),
    "input p: selection(shared); source c(ratio=4); attend causal; attend blocks(16 x 8, selected(@p)) from c; "
    "combine lse; ring(ranks=2)": (
        "P025",
        "lists are for blocks of 16 queries",
    ),
    "source c(ratio=4); attend causal from c; attend causal; combine lse(detach)": ("P025", "`combine lse(detach)`"),
    "source c(ratio=4); attend causal from c; score alibi": ("P025", "`alibi` in a pattern with sources"),
    "source c(ratio=4); attend causal from c; uncovered error": ("P025", "`uncovered error`"),
    "source c(ratio=4); attend causal from c; heads partition(extra=last)": ("P025", "`heads partition`"),
    "source c(ratio=4); attend keys(@id) from c; attend keys(@id); combine lse": ("P033", "`@id` has numbers for keys"),
    "source t; attend padding(@lengths) from t; attend padding(@lengths); combine lse": ("P033", "for keys of `t`"),
    "source c(ratio=4); heads 0..1 { attend causal from c; attend full; combine lse } "
    "heads 1.. { attend causal from c; attend full; combine sum }": ("P025", "have one softmax, and others a sum"),
    "input a: gate; input b: gate; source c(ratio=4); heads 0..1 { attend causal from c; attend full } "
    "heads 1.. { attend full; attend causal from c } combine gate(@a, @b)": ("P025", "other sources in other heads"),
}


def errors_of(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Rejected) as raised:
        analyse(Source("p.pat", text), {}, targets=())
    return tuple(one for one in raised.value.diagnostics if one.severity == "error")


@pytest.mark.parametrize("body", ERRORS)
def test_what_sources_cannot_have_is_an_error_that_says_why(body: str) -> None:
    code, words = ERRORS[body]
    (error,) = errors_of(f"pattern p {{ {INPUTS}{body} }}")
    assert error.code == code
    assert words in error.message
    assert error.help


def test_other_errors_with_sources() -> None:
    (error,) = errors_of("pattern p { source c(ratio=4); attend causal from c } pattern p_c { attend causal }")
    assert error.code == "P015"
    assert "`p_c` is the part of `p` for its source `c`" in error.message
    twice = "pattern p { source c_own(ratio=4); attend causal from c_own } "
    (error,) = errors_of(twice + "pattern p_c { source d; attend causal; attend full from d; combine sum }")
    assert error.code == "P015"
    assert "`p_c_own` is the part of `p_c` for its own keys" in error.message
    (error,) = errors_of("edition 1; pattern p { source c(ratio=4); attend causal from c }")
    assert error.code == "P007"
    text = "pattern p { source c(ratio=4); attend causal from c } module Layer { pattern p; embed 32; heads 2 }"
    (error,) = errors_of(text)
    assert "`p` has sources" in error.message


def test_a_source_that_no_branch_names_is_a_warning() -> None:
    found = analysed("source c(ratio=4); attend causal")
    assert [one.name for one in found.meanings] == ["p"]
    assert found.joins == ()
    assert any("the source `c` is never used" in one.message for one in found.warnings)
