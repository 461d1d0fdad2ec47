"""`combine gate` in the language: where it stands, what it names, and how it is printed and compared."""

from __future__ import annotations

import pytest

from patternc.diagnostics import Diagnostic, Rejected
from patternc.differences.verdicts import Verdict, verdict
from patternc.driver import analyse
from patternc.ir.digest import digest
from patternc.ir.dump.masks import dump_pattern
from patternc.ir.mask import Combine, Pattern
from patternc.pictures.resolved_pattern import resolved
from patternc.source import Source

GATES = "input a: gate; input b: gate"
TWO = "attend causal; attend window(3)"


def source(body: str) -> Source:
    return Source("p.pat", f"pattern p {{ {body} }}")


def meaning(body: str) -> Pattern:
    (found,) = analyse(source(body), {}, targets=()).meanings
    return found


def errors(body: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Rejected) as caught:
        meaning(body)
    return tuple(one for one in caught.value.diagnostics if one.severity == "error")


def test_gates_are_in_the_order_of_branches() -> None:
    found = meaning(f"{GATES}; {TWO}; combine gate(@b, @a)")
    assert found.gates == ("b", "a")
    assert [one.name for one in found.inputs] == ["a", "b"]
    assert [group.combine for group in found.groups] == [Combine.GATE]
    assert "\n  gates b, a\n" in dump_pattern(found)


def test_digests_tell_orders_of_gates_apart() -> None:
    one, other = (meaning(f"{GATES}; {TWO}; combine gate({order})") for order in ("@a, @b", "@b, @a"))
    assert digest(one) != digest(other)


def test_heads_with_branches_of_their_own_have_the_same_gates() -> None:
    found = meaning(
        f"{GATES}; heads 0..2 {{ {TWO} }}; heads 2.. {{ attend full; attend first(3) }}; combine gate(@a, @b)"
    )
    assert {group.combine for group in found.groups} == {Combine.GATE}


@pytest.mark.parametrize(
    "body",
    [
        f"{GATES}; {TWO}; combine gate(@b, @a)",
        f"{GATES}; heads 0..2 {{ {TWO} }}; heads 2.. {{ {TWO} }}; combine gate(@b, @a)",
        "input a: gate; segments [8, 16]; dilations [1, 2]; combine gate(@a, @a)",
    ],
)
def test_printed_with_every_default(body: str) -> None:
    body = f"{body}; score scale(0.5)"  # the default has no spelling
    (shown,) = resolved(source(body), {})
    (again,) = analyse(Source("p.pat", shown), {}, targets=()).meanings
    assert again == meaning(body)


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        (f"{GATES}; {TWO}; combine gate", "P014", "`gate` needs an input for each branch"),
        (f"{GATES}; {TWO}; combine gate()", "P014", "`gate()` is not a combine rule"),
        (f"{GATES}; {TWO}; combine gate(@a)", "P014", "1 gate for 2 branches"),
        (f"{GATES}; attend causal; combine gate(@a, @b)", "P014", "2 gates for 1 branch"),
        (f"{GATES}; {TWO}; combine gate(a=@a, b=@b)", "P014", "`gate` has no named arguments"),
        (f"{GATES}; {TWO}; combine gate(@a, @c)", "P010", "`@c` is not an input of this pattern"),
        (f"{GATES}; {TWO}; combine gate(@a, 3)", "P011", "this is the integer 3"),
        ("input t: table(heads); attend causal; combine gate(@t)", "P011", "`@t` is table(heads)"),
        (f"{GATES}; {TWO}; combine gate(@a, @b); score bias(@a)", "P011", "`bias` needs an input of kind table"),
        (f"input s: table(heads); {GATES}; {TWO}; combine gate(@a, @b); score sink(@s)", "P025", "`score sink` under"),
        (f"{GATES}; heads partition(extra=first); {TWO}; combine gate(@a, @b)", "P025", "under `heads partition`"),
        (f"{GATES}; heads 0.. {{ {TWO}; combine gate(@a, @b) }}", "P025", "gate` is of all heads"),
        (
            f"{GATES}; heads 0.. {{ {TWO}; combine lse }}; combine gate(@a, @b)",
            "P025",
            "`combine gate` is of all heads",
        ),
    ],
)
def test_what_is_refused(body: str, code: str, words: str) -> None:
    found = errors(body)
    assert found[0].code == code
    assert words in found[0].message


def test_the_word_is_free_in_older_files() -> None:
    """A parameter may be called so."""
    text = "edition 1\npattern p(gate=3) { attend window(gate) }\n"
    (found,) = analyse(Source("p.pat", text), {}, targets=()).meanings
    assert not found.gates
    with pytest.raises(Rejected, match="an input of kind `gate` is of edition 2"):
        analyse(Source("p.pat", "edition 1\npattern p { input a: gate; attend causal; combine gate(@a) }\n"), {})


# ---- comparisons -----------------------------------------------------------------------------------------------------
def compared(before: str, after: str) -> Verdict:
    found = [analyse(source(body), {}, targets=()) for body in (before, after)]
    return verdict(*((one.meanings[0], one.normals[0]) for one in found))


def test_files_that_mean_the_same() -> None:
    gated = f"{GATES}; {TWO}; combine gate(@a, @b)"
    assert compared(gated, f"{GATES}; attend when(k <= q); attend window(3, 3); combine gate(@a, @b)").same


@pytest.mark.parametrize(
    "after",
    [
        f"{GATES}; {TWO}; combine gate(@b, @a)",
        f"{GATES}; attend window(3); attend causal; combine gate(@a, @b)",
        f"{GATES}; attend causal; attend window(4); combine gate(@a, @b)",
        f"{TWO}; combine sum",
    ],
)
def test_files_that_differ(after: str) -> None:
    assert not compared(f"{GATES}; {TWO}; combine gate(@a, @b)", after).same
