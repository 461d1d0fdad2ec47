"""Lists of keys in the language: what can be declared, where `selected` stands, and blocks of two sizes."""

from __future__ import annotations

import pytest

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse
from patternc.frontend.formatter import format_text
from patternc.ir.mask import And, AtLeast, Below, Constant, FromEnd, Not, Or, Owner, Pattern, Picked, Side
from patternc.source import Source


def meaning(body: str) -> Pattern:
    (found,) = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).meanings
    return found


def errors(body: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Rejected) as caught:
        meaning(body)
    return tuple(one for one in caught.value.diagnostics if one.severity == "error")


@pytest.mark.parametrize("owner", Owner)
def test_lists_are_of_some_heads(owner: Owner) -> None:
    found = meaning(f"input picks: selection({owner.value}); attend selected(@picks)")
    assert found.groups[0].branches[0].mask == Picked("picks", owner)
    assert found.inputs[0].owner is owner


def test_blocks_of_two_sizes_multiply() -> None:
    """What reads one side alone counts the blocks of that side."""
    inner = "selected(@picks) - first(5) | queries(3) & last(1)"
    found = meaning(f"input picks: selection(shared); attend blocks(2, blocks(3 x 4, {inner}))")
    (mask,) = [branch.mask for branch in found.groups[0].branches]
    assert isinstance(mask, Or)
    kept, last = mask.masks
    assert kept == And((Picked("picks", Owner.SHARED, 6, 8), Not(Below(Side.KEY, Constant(40)))))
    assert isinstance(last, And)
    assert last.masks[0].block == 6  # type: ignore[union-attr]
    assert last.masks[1] == AtLeast(Side.KEY, FromEnd(-8, 8))


def test_sizes_may_be_names() -> None:
    found = meaning("let r = 4; input picks: selection(shared); attend blocks(r x 2 * r, selected(@picks))")
    assert found.groups[0].branches[0].mask == Picked("picks", Owner.SHARED, 4, 8)


def test_the_formatter_keeps_sizes() -> None:
    text = (
        "pattern p {\n    input picks: selection(kv_heads)\n    attend blocks(1 x 128, selected(@picks)) & causal\n}\n"
    )
    assert format_text(Source("p.pat", text.replace("1 x 128", "1   x  128"))) == text


DECLARED = "input picks: selection(shared); "
REFUSED = {
    "no heads": ("input picks: selection; attend selected(@picks)", "P014", "selection(kv_heads)"),
    "other heads": ("input picks: selection(key_heads); attend selected(@picks)", "P014", "selection(kv_heads)"),
    "another kind": ("input picks: offsets; attend selected(@picks)", "P011", "selection"),
    "a document of lists": (DECLARED + "attend document(@picks)", "P011", "offsets"),
    "a number": ("attend selected(4)", "P011", "selection"),
    "unknown": ("attend selected(@picks)", "P010", "input picks: selection"),
    "two block sizes": (
        DECLARED + "attend selected(@picks) | blocks(4, selected(@picks))",
        "P033",
        "one input for each",
    ),
    "two shapes of blocks": (
        DECLARED + "attend blocks(2 x 4, selected(@picks)) | blocks(4 x 2, selected(@picks))",
        "P033",
        "one input for each",
    ),
    **{
        word: (DECLARED + f"attend blocks(1 x 8, selected(@picks) & {mask})", "P025", "outside")
        for word, mask in {
            "causal": "causal",
            "window": "window(3)",
            "segment": "segment(4)",
            "stride": "stride(2)",
            "when": "when(q - k > 3)",
        }.items()
    },
    "n": (DECLARED + "attend blocks(1 x 8, selected(@picks) & when(n > 5 or h == 1))", "P025", "outside"),
    "random": ("attend blocks(1 x 8, random(3))", "P025", "of one size"),
    "another mark": (DECLARED + "attend blocks(1 by 8, selected(@picks))", "P001", "1 x 128"),
    "sizes elsewhere": (DECLARED + "attend window(1 x 8) & selected(@picks)", "P011", "blocks(1 x 128"),
    "too small": (DECLARED + "attend blocks(0 x 8, selected(@picks))", "P013", "1 or more"),
    "a striped ring": (
        DECLARED + "ring(ranks=2, layout=striped); attend blocks(4 x 1, selected(@picks)) & causal",
        "P025",
        "layout=zigzag",
    ),
    "in a condition": (DECLARED + "attend when(@picks[q] == 3)", "P011", "selected(@picks)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_errors_teach(name: str) -> None:
    body, code, words = REFUSED[name]
    found = errors(body)
    assert [one.code for one in found] == [code]
    assert words in found[0].help, found[0]
