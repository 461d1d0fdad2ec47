"""Statements of functions that list pairs of blocks: macros for all, and what they are said to read is what is read."""

from __future__ import annotations

import ast
from typing import get_args

from hypothesis import example, given
from hypothesis import strategies as st
from masks import masks

from patternc.codegen.block_lists.block_tests import some_of, whole_of
from patternc.codegen.block_lists.list_liveness import ends_in
from patternc.codegen.block_lists.nodes import ListStatement
from patternc.codegen.emit import _environment
from patternc.codegen.python_text import BLOCKS, ENTRY, Spelling, truth_text
from patternc.ir.mask import (
    AtLeast,
    Below,
    Box,
    Compare,
    Constant,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Random,
    Side,
    TopK,
)


def read_in(mask: Mask, spelled: Spelling) -> set[str]:
    """The names of positions, and `batch`, that the text of a mask reads."""
    tree = ast.parse(truth_text(mask, spelled), mode="eval")
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found & {"q", "k", "q0", "q1", "k0", "k1", "batch"}


DOCUMENT = OfDocument("offsets", False), OfDocument("offsets", True, 4)
GIVEN: tuple[Mask, ...] = (
    AtLeast(Side.KEY, DOCUMENT[0]),
    Below(Side.QUERY, DOCUMENT[1]),
    Not(Below(Side.KEY, OfBatch("lengths"))),
    Or((Below(Side.QUERY, OfBatch("lengths")), AtLeast(Side.KEY, Constant(3)))),
    Compare("<", Name("h"), Number(2)),
    Compare("<", Name("k"), Name("n")),
    Not(Compare("==", Name("q"), Name("h"))),
    Not(Random(4, 1, count=2)),
    Random(4, 1, threshold=9),
    TopK(4, 2),
    Not(Box((4, 4), (3, 3), (1, 1))),
)


@given(st.one_of(masks, st.sampled_from(GIVEN)))
@example(GIVEN[0])
@example(GIVEN[1])
def test_ends_are_those_that_the_text_reads(mask: Mask) -> None:
    for spelled in (ENTRY, BLOCKS, BLOCKS.swapped):
        assert ends_in(mask, spelled) - {"batch"} == read_in(mask, spelled) - {"batch"}
    assert ends_in(mask, BLOCKS) == read_in(mask, BLOCKS)


@given(st.one_of(masks, st.sampled_from(GIVEN)))
def test_ends_of_what_blocks_tell(mask: Mask) -> None:
    for block in (0, 4):
        assert ends_in(whole_of((mask,), block), BLOCKS) == read_in(whole_of((mask,), block), BLOCKS)
        some = some_of((mask,), block)
        assert ends_in(some, BLOCKS.swapped) == read_in(some, BLOCKS.swapped)


def test_every_statement_has_a_macro() -> None:
    macros = _environment().get_template("shared/list_statements.py.j2").module
    own = {name for name in dir(macros) if name[:1].isupper()}
    assert own == {kind.__name__ for kind in get_args(ListStatement)}
