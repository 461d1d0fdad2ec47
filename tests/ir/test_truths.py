"""Masks as truths: their values are the meaning of masks, and their names those that the text reads."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from masks import masks

from patternc.codegen.python_text import BLOCKS, TENSORS
from patternc.codegen.reference_masks import admitted
from patternc.codegen.tiles.pairs import holds
from patternc.ir.block_tests import some_of, whole_of
from patternc.ir.dump.masks import dump_mask
from patternc.ir.index import Truth, Var, evaluate, names
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Fixed,
    FromEnd,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    TopK,
)
from patternc.ir.semantics import admits, boxed
from patternc.ir.tile_functions import LIBRARY
from patternc.ir.traversal import atoms, selections_in
from patternc.ir.truths import Reading

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
N, HEADS = 20, 4


ATOMS: tuple[Mask, ...] = (
    AtLeast(Side.KEY, RelativePosition(-3, 2, 7)),
    Below(Side.QUERY, RelativePosition(5, 3, 4)),
    AtLeast(Side.QUERY, Constant(4)),
    Below(Side.KEY, FromEnd(-2)),
    Below(Side.KEY, FromEnd(-2, 8)),
    Residue(Side.KEY, 3, ByHead(), 10),
    Residue(Side.QUERY, 2, ByHeadBlock(), None, 4),
    Residue(Side.KEY, 2, Fixed(1)),
    SameResidue(2, 9),
    SameResidue(3, None, 2),
    Box((4, 5), (3, 3), (1, 1)),
    Box((4, 5), (3, 2), (1, 2), (2, 1), (0, 1)),
    Compare("==", Arithmetic("%", Arithmetic("-", Name("q"), Name("k")), Number(3)), Name("h")),
    And(()),
    Not(Or(())),
)


@pytest.mark.parametrize("mask", ATOMS, ids=dump_mask)
def test_truths_of_atoms_are_the_meaning(mask: Mask) -> None:
    for head in range(HEADS):
        hold(mask, head)


@given(masks, st.integers(0, HEADS - 1))
def test_truths_are_the_meaning(mask: Mask, head: int) -> None:
    hold(mask, head)


def hold(mask: Mask, head: int) -> None:
    """The truths of tensors, those of references, and those of tiles, which count heads from the first of a call."""
    q, k = np.arange(N)[:, None], np.arange(N)[None, :]
    wanted = np.broadcast_to(np.asarray(admits(mask, head, q, k, N, HEADS)), (N, N))
    values: dict[str, Any] = {"q": q, "k": k, "n": N, "head": head, "heads": HEADS}
    for truth in (Reading().truth(mask), admitted(mask)):
        found = evaluate(truth, values, {"boxed": boxed_pairs})
        assert np.array_equal(np.broadcast_to(np.asarray(found), (N, N)), wanted)
    of_call: dict[str, Any] = {"q": q, "k": k, "seq_len": N, "head": head - 1, "head_offset": 1, "num_heads": HEADS}
    found = evaluate(holds(mask, Var("q"), Var("k")), of_call, LIBRARY)
    assert np.array_equal(np.broadcast_to(np.asarray(found), (N, N)), wanted)


def boxed_pairs(query: Any, key: Any, *sizes: tuple[int, ...]) -> Any:
    return boxed(Box(*sizes), query, key)


def read_in(truth: Truth) -> set[str]:
    """The names that the text of a truth reads, but for those of functions."""
    tree = ast.parse(TENSORS.text(truth), mode="eval")
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in called} - {"torch"}


@given(st.one_of(masks, st.sampled_from(GIVEN)))
@example(GIVEN[0])
@example(GIVEN[1])
def test_names_are_those_that_the_text_reads(mask: Mask) -> None:
    truths = [admitted(mask)]
    if not selections_in(atoms(mask)):
        truths += [reading.truth(mask) for reading in (BLOCKS, BLOCKS.swapped())]
    for truth in truths:
        assert names(truth) == read_in(truth)


@given(masks)
def test_ends_of_blocks_tell_of_all_their_pairs(mask: Mask) -> None:
    """Whether all pairs of two blocks fulfil a mask is never said wrongly, nor whether none does."""
    block = 4
    q, k = np.arange(N)[:, None], np.arange(N)[None, :]
    wanted = np.broadcast_to(np.asarray(admits(mask, 1, q, k, N, HEADS)), (N, N))
    first = np.arange(0, N, block)
    values: dict[str, Any] = {"n": N, "head": 1, "heads": HEADS}
    values |= {"q0": first[:, None], "q1": first[:, None] + block - 1}
    values |= {"k0": first[None, :], "k1": first[None, :] + block - 1}
    shape = len(first), len(first)
    whole = np.broadcast_to(evaluate(BLOCKS.truth(whole_of((mask,), block)), values, LIBRARY), shape)
    some = np.broadcast_to(evaluate(BLOCKS.swapped().truth(some_of((mask,), block)), values, LIBRARY), shape)
    for row, column in np.ndindex(*shape):
        pairs = wanted[row * block : (row + 1) * block, column * block : (column + 1) * block]
        assert pairs.all() or not whole[row, column]
        assert some[row, column] or not pairs.any()
