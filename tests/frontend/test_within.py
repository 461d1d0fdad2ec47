"""`within`: the mask of packed documents is that of each document alone, and what has no coordinates is an error."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse
from patternc.frontend.formatter import format_text
from patternc.ir.mask import AtLeast, BoundAt, Compare, InDocument, Pattern, SameResidue, Side
from patternc.ir.semantics import Inputs, admits
from patternc.ir.traversal import atoms
from patternc.pictures.resolved_pattern import resolved
from patternc.source import Source

HEADS = 3
MASKS = (
    "full",
    "causal",
    "window(3, 1)",
    "first(2)",
    "last(3)",
    "global(2)",
    "segment(4)",
    "segment(6, dilation=2, offset=head)",
    "segment(7, dilation=3, offset=1, queries=dense)",
    "stride(3)",
    "stride(3, offset=1)",
    "queries(every=4, offset=1) | keys(every=3)",
    "blocks(4, window(1, 0))",
    "blocks(3, last(1) | first(1)) - stride(2)",
    "blocks(2, stride(2, offset=1) | when(q + k < n // 2))",
    "blocks(2 x 4, first(1) | queries(every=2))",
    "when((q + 2 * k) % 5 == n % 3)",
    "when(q < n // 2 and k >= n // 2) | segment(5) & causal",
    "!(first(3) | window(2))",
    "(segment(4) | first(1)) & causal - last(2)",
    "segment(2**40) & first(2**40) & window(2**40) - blocks(2**20, last(1) & window(1)) | global(2**35)",
    "blocks(2**20, causal) & segment(2**31) - first(1) - stride(2**33)",
)


def meaning(body: str) -> Pattern:
    (found,) = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).meanings
    return found


def pairs(pattern: Pattern, n: int, head: int, inputs: Inputs) -> np.ndarray:
    """Which keys each query attends to, [n, n]."""
    (branch,) = pattern.groups[0].branches
    places = np.arange(n)
    found = admits(branch.mask, head, places[:, None], places[None, :], n, HEADS, inputs)
    return np.broadcast_to(np.asarray(found), (n, n))


@pytest.mark.parametrize("mask", MASKS)
def test_packed_documents_have_the_mask_of_each_alone(mask: str) -> None:
    """The oracle is the mask itself, in a sequence as long as the document."""
    alone, packed = meaning(f"attend {mask}"), meaning(f"input docs: offsets; attend within(@docs, {mask})")
    draws = random.Random(mask)
    for head in range(HEADS):
        n = draws.randint(20, 60)
        offsets = sorted([0, n, n, *(draws.randint(0, n) for _ in range(4))])
        wanted = np.zeros((n, n), bool)
        for start, end in pairwise(offsets):
            wanted[start:end, start:end] = pairs(alone, end - start, head, {}) if end > start else False
        assert (pairs(packed, n, head, {"docs": offsets}) == wanted).all()


@settings(max_examples=60)
@given(st.sampled_from(MASKS), st.sampled_from(MASKS), st.sampled_from("&|-"), st.data())
def test_within_is_a_mask_like_others(one: str, other: str, sign: str, data: st.DataObject) -> None:
    """Its normal form, joined with others and complemented, admits the pairs that its meaning admits."""
    body = f"input docs: offsets; attend !within(@docs, {one}) {sign} (within(@docs, {other}) | window(2, 0))"
    try:
        analysis = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=())
    except Rejected:  # a mask that admits nothing
        return
    n = data.draw(st.integers(1, 40))
    offsets = sorted([0, n, *data.draw(st.lists(st.integers(0, n), max_size=4))])
    before, after = (pairs(found[0], n, 1, {"docs": offsets}) for found in (analysis.meanings, analysis.normals))
    assert (before == after).all()


def test_what_both_positions_share_stays_closed() -> None:
    """Distances and shared classes are the same in every coordinate; other classes compare coordinates."""
    body = "input docs: offsets; attend within(@docs, window(3) & stride(2) & segment(8) & stride(4, offset=1))"
    found = atoms(meaning(body).groups[0].branches[0].mask)
    assert SameResidue(2) in found
    assert any(isinstance(one, AtLeast) and isinstance(one.bound, InDocument) for one in found)
    (compared, *_) = [one for one in found if isinstance(one, Compare)]
    assert "BoundAt" in repr(compared)
    assert BoundAt.__name__ not in repr([one for one in found if not isinstance(one, Compare)])
    assert {one.side for one in found if isinstance(one, AtLeast)} == {Side.KEY}


DECLARED = "input docs: offsets; input lens: lengths; input ids: labels; input picks: selection(shared); "
REFUSED = {
    "document": ("input others: offsets; attend within(@docs, document(@others))", "P025", "write it outside"),
    "padding": ("attend within(@docs, padding(@lens))", "P025", "write it outside"),
    "rows": ("input a: positions; attend within(@docs, rows(0, @a))", "P025", "write it outside"),
    "selected": ("attend within(@docs, selected(@picks))", "P025", "write it outside"),
    "random": ("attend within(@docs, blocks(4, random(2)))", "P025", "write it outside"),
    "topk": ("attend within(@docs, blocks(4, topk(2)))", "P025", "write it outside"),
    "within": ("attend within(@docs, within(@docs, causal))", "P025", "write it outside"),
    "labels of blocks": ("attend within(@docs, blocks(4, keys(@ids)))", "P025", "write it outside"),
    "head_block": ("attend within(@docs, stride(4, offset=head_block))", "P025", "offset=head"),
    "blocks": ("attend blocks(4, within(@docs, causal))", "P025", "within(@offsets, blocks(64, causal))"),
    "two units": ("attend blocks(4, document(@docs)) & within(@docs, causal)", "P033", "one input for each"),
    "no mask": ("attend within(@docs, 4)", "P011", "the offsets first, then the mask"),
    "no offsets": ("attend within(@lens, causal)", "P011", "declare `input offsets: offsets`"),
    "swapped": ("attend within(causal, @docs)", "P011", "the offsets first, then the mask"),
    "one argument": ("attend within(@docs)", "P014", "within(@offsets, causal)"),
    "no arguments": ("attend within", "P014", "within(@offsets, causal)"),
    "unknown": ("attend within(@others, causal)", "P010", "@docs"),
}


def errors(body: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Rejected) as caught:
        meaning(body)
    return tuple(one for one in caught.value.diagnostics if one.severity == "error")


@pytest.mark.parametrize("name", REFUSED)
def test_errors_teach(name: str) -> None:
    body, code, words = REFUSED[name]
    found = errors(DECLARED + body)
    assert code in {one.code for one in found}, found
    assert words in " ".join(one.help for one in found), found


def test_a_name_of_a_file_may_be_within() -> None:
    """A word of the second edition is one where it is called."""
    assert meaning("let within = 3; attend window(within)").name == "p"


def test_the_first_edition_has_no_coordinates() -> None:
    text = "edition 1\npattern p { input docs: offsets; attend within(@docs, causal) }"
    with pytest.raises(Rejected) as caught:
        analyse(Source("p.pat", text), {}, targets=())
    assert [one.code for one in caught.value.diagnostics] == ["P007"]


def test_texts() -> None:
    text = "pattern p {\n    input docs: offsets\n    attend within(@docs, segment(8) | first(1)) & causal\n}\n"
    assert format_text(Source("p.pat", text.replace(", segment", ",segment"))) == text
    assert "within(@docs, segment(8" in "\n".join(resolved(Source("p.pat", text), {}))


def test_a_part_of_no_use_is_named() -> None:
    """Within a document, too, causal attention in a segment adds nothing to the segment."""
    body = "input docs: offsets; attend within(@docs, segment(4) | segment(4) & causal)"
    found = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).warnings
    assert [one.code for one in found] == ["P027"]
