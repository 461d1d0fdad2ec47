"""Hypothesis strategies: masks and patterns as a `.pat` file can spell them, sized for small sequences.

`patterns()` have closed forms; `wide_patterns()` hold any atom of the mask IR besides, and come with the inputs of one
batch entry from `inputs_for`.
"""

from __future__ import annotations

from math import prod

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from patternc.ir.coordinates import in_documents
from patternc.ir.facts import InputRead
from patternc.ir.inputs import drawn, value_of
from patternc.ir.mask import (
    TRUE,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Box,
    Branch,
    ByHead,
    ByHeadBlock,
    Combine,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    InputKind,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    OfEach,
    Offset,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.semantics import Inputs
from patternc.ir.traversal import atoms, pattern_atoms
from patternc.transforms import beside_topk, runs_of, simplified

small = st.integers(0, 12)


def causal() -> Mask:
    return Below(Side.KEY, RelativePosition(1))


def window(left: int, right: int) -> Mask:
    return And((AtLeast(Side.KEY, RelativePosition(-left)), Below(Side.KEY, RelativePosition(right + 1))))


def one_segment(width: int) -> Mask:
    return And((AtLeast(Side.KEY, RelativePosition(0, 0, width)), Below(Side.KEY, RelativePosition(width, 0, width))))


@st.composite
def residue_masks(draw: st.DrawFn) -> Mask:
    """`segment` and `stride` under every offset rule, dense queries or not."""
    dilation = draw(st.integers(1, 5))
    width = draw(st.one_of(st.none(), st.integers(max(2, dilation), 40)))
    inside = TRUE if width is None else one_segment(width)
    rule = draw(st.sampled_from(["fixed", "head", "block", "all"]))
    if rule == "all":
        return And((inside, SameResidue(dilation, width)))
    fixed = Fixed(draw(st.integers(0, dilation - 1)))
    rules: dict[str, Offset] = {"fixed": fixed, "head": ByHead(), "block": ByHeadBlock()}
    offset = rules[rule]
    keys = Residue(Side.KEY, dilation, offset, width)
    queries = TRUE if draw(st.booleans()) else Residue(Side.QUERY, dilation, offset, width)
    return And((inside, keys, queries))


primitives: st.SearchStrategy[Mask] = st.one_of(
    st.just(TRUE),
    st.just(causal()),
    st.builds(window, small, small),
    residue_masks(),
    st.builds(lambda c: Below(Side.KEY, Constant(c)), small),
    st.builds(lambda c: AtLeast(Side.KEY, FromEnd(-c)), small),
    st.builds(lambda c: Or((Below(Side.KEY, Constant(c)), Below(Side.QUERY, Constant(c)))), small),
    st.builds(lambda side, s, o: Residue(side, s, Fixed(o % s)), st.sampled_from(Side), st.integers(1, 5), small),
)

masks: st.SearchStrategy[Mask] = st.recursive(
    primitives,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
    ),
    max_leaves=5,
)


RULES = tuple(one for one in Combine if one is not Combine.GATE)
"""Rules that need nothing of a pattern besides its branches."""


@st.composite
def patterns(draw: st.DrawFn) -> Pattern:
    """One head group of one to three branches (sometimes the same twice)."""
    branches = draw(st.lists(masks, min_size=1, max_size=3))
    if draw(st.booleans()):
        branches.append(branches[0])
    combine = draw(st.sampled_from(RULES))
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in branches), combine, len(branches))
    return Pattern("made", (group,))


# ---- the rest of the mask IR -----------------------------------------------------------------------------------------
GRID = (5, 8)
BLOCKS = (1, 2, 3, 4, 16)
DOCUMENT_BLOCK, TOP = 2, 4
MOST = 45
"""Positions of the longest sequence that `inputs_for` and the tables below speak of."""


def document(block: int = 1) -> Mask:
    bounds = [OfDocument("offsets" if block == 1 else "blocks", end, block) for end in (False, True)]
    return And((AtLeast(Side.KEY, bounds[0]), Below(Side.KEY, bounds[1])))


def table(block: int, seed: int) -> Mask:
    rows = -(-MOST // block)
    heads = 3 if seed % 2 else 1
    bits = np.random.default_rng(seed).random((heads, rows, rows)) < 0.3
    return Table(block, "made.npy", heads, rows, rows, np.packbits(bits).tobytes())


def by_blocks(block: int, left: int, right: int) -> Mask:
    """`blocks(block, window(left, right))`."""
    low, high = RelativePosition(-left * block, 0, block), RelativePosition((right + 1) * block, 0, block)
    return And((AtLeast(Side.KEY, low), Below(Side.KEY, high)))


expressions: st.SearchStrategy[Expression] = st.recursive(
    st.one_of(st.builds(Number, st.integers(-3, 20)), st.builds(Name, st.sampled_from("qkhn"))),
    lambda inner: st.one_of(
        st.builds(Arithmetic, st.sampled_from("+-*"), inner, inner),
        st.builds(Arithmetic, st.sampled_from(["//", "%"]), inner, st.builds(Number, st.integers(1, 5))),
    ),
    max_leaves=4,
)
blocks = st.sampled_from(BLOCKS)
selections: st.SearchStrategy[Mask] = st.one_of(
    st.builds(lambda b, s, c: Random(b, s, count=c), blocks, small, st.integers(1, 4)),
    st.builds(lambda b, s, p: Random(b, s, threshold=int(p * 2**32)), blocks, small, st.floats(0.05, 1)),
    st.builds(table, st.sampled_from(BLOCKS[1:]), small),
)
BOXES = (
    *(Box(GRID, b[:2], b[2:]) for b in [(3, 3, 1, 1), (2, 5, 1, 1), (2, 3, 2, 2), (5, 1, 1, 3)]),
    *(Box(GRID, b[:2], b[2:4], b[4:6], b[6:]) for b in [(3, 5, 1, 1, 2, 3, 0, 1), (2, 3, 2, 2, 1, 2, 1, 1)]),
)
boxes: st.SearchStrategy[Mask] = st.sampled_from(BOXES)
labels: st.SearchStrategy[Expression] = st.builds(
    lambda side, block: Label(f"ids_{side.value}_{block}", side, block),
    st.sampled_from(Side),
    st.sampled_from([1, DOCUMENT_BLOCK]),
)
labelled: st.SearchStrategy[Expression] = st.one_of(
    labels, expressions, st.builds(lambda label, by: Arithmetic("%", label, Number(by)), labels, st.integers(1, 5))
)
comparisons: st.SearchStrategy[Mask] = st.one_of(
    st.builds(Compare, st.sampled_from(["==", "<"]), expressions, expressions),
    st.builds(Compare, st.sampled_from(["==", "<"]), labels, labelled),
)


def of_each(side: Side, block: int) -> Mask:
    """What lies between numbers of each position of the other side, or of each of its blocks."""
    low, high = (OfEach(f"{name}_{side.other.value}_{block}", side.other, name == "hi", block) for name in ("lo", "hi"))
    return And((AtLeast(side, low), Below(side, high)))


def by_head_block(mask: Mask) -> bool:
    return any(isinstance(one, Residue) and isinstance(one.offset, ByHeadBlock) for one in atoms(mask))


in_coordinates: st.SearchStrategy[Mask] = st.one_of(
    primitives.filter(lambda mask: not by_head_block(mask)),
    st.builds(by_blocks, blocks, st.integers(0, 3), st.integers(0, 3)),
    st.builds(lambda b, c: AtLeast(Side.KEY, FromEnd(-c * b, b)), blocks, st.integers(0, 3)),
    st.builds(Compare, st.sampled_from(["==", "<"]), expressions, expressions),
).map(lambda mask: in_documents(mask, "offsets"))

testable: st.SearchStrategy[Mask] = st.one_of(
    primitives,
    in_coordinates,
    st.builds(lambda mask: And((document(), mask)), in_coordinates),
    boxes,
    st.sampled_from([document(), document(DOCUMENT_BLOCK)]),
    st.builds(lambda s: Below(Side.KEY, OfBatch("lengths", s)), st.integers(1, 2)),
    st.builds(of_each, st.sampled_from(list(Side)), st.sampled_from([1, DOCUMENT_BLOCK])),
    st.builds(by_blocks, blocks, st.integers(0, 3), st.integers(0, 3)),
    st.builds(lambda b, c: AtLeast(Side.KEY, FromEnd(-c * b, b)), blocks, st.integers(0, 3)),
    st.builds(
        lambda side, r, w, b: Residue(side, r, Fixed(r - 1), w, b),
        st.sampled_from(Side),
        st.integers(1, 3),
        st.sampled_from([None, 4, 5]),
        blocks,
    ),
    st.builds(SameResidue, st.integers(1, 3), st.sampled_from([None, 4]), blocks),
    comparisons,
)
wide_primitives: st.SearchStrategy[Mask] = st.one_of(testable, testable, testable, selections)
wide_masks: st.SearchStrategy[Mask] = st.recursive(
    wide_primitives,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
    ),
    max_leaves=4,
)


@st.composite
def crowded(draw: st.DrawFn) -> Mask:
    """What is split into many clauses, or is kept whole: intersections of unions, and unions of many similar terms."""
    if draw(st.booleans()):
        term = draw(st.sampled_from([testable, comparisons, st.builds(window, small, small), residue_masks()]))
        return Or(tuple(draw(st.lists(term, min_size=4, max_size=30))))
    terms = draw(st.sampled_from([testable, primitives, comparisons, st.one_of(comparisons, primitives)]))
    unions: list[Mask] = [
        Or(tuple(some)) for some in draw(st.lists(st.lists(terms, min_size=2, max_size=3), max_size=6))
    ]
    return And((*unions, draw(st.one_of(st.just(causal()), wide_primitives, st.builds(Not, terms)))))


@st.composite
def wide_patterns(draw: st.DrawFn) -> Pattern:
    """One head group of one or two branches of any masks, at most one `TopK` among them."""
    branches = draw(st.lists(st.one_of(wide_masks, wide_masks, crowded()), min_size=1, max_size=2))
    if draw(st.booleans()):
        top: Mask = TopK(TOP, 2)
        either: list[Mask] = [Or((top, branches[0])), And((branches[0], top))]
        branches[0] = draw(st.sampled_from(either))
        assume(runs_of(simplified(beside_topk(branches[0]))) is not None)  # the language refuses others
    combine = draw(st.sampled_from([Combine.LSE, Combine.MEAN]))
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in branches), combine, len(branches))
    return Pattern("wide", (group,), grid=GRID)


def lengths(pattern: Pattern) -> st.SearchStrategy[int]:
    """The lengths a pattern may be asked about: the cells of its grid where it names a box."""
    boxed = any(isinstance(atom, Box) for atom in pattern_atoms(pattern))
    return st.just(prod(GRID)) if boxed else st.integers(1, MOST)


INPUTS = (
    InputRead("offsets", InputKind.OFFSETS, 1),
    InputRead("blocks", InputKind.OFFSETS, DOCUMENT_BLOCK),
    InputRead("lengths", InputKind.LENGTHS, 1),
    *(
        InputRead(f"{name}_{side.value}_{unit}", InputKind.POSITIONS, unit, side)
        for name in ("lo", "hi")
        for side in Side
        for unit in (1, DOCUMENT_BLOCK)
    ),
    *(
        InputRead(f"ids_{side.value}_{unit}", InputKind.LABELS, unit, side)
        for side in Side
        for unit in (1, DOCUMENT_BLOCK)
    ),
)
"""The inputs that masks read."""


@st.composite
def inputs_for(draw: st.DrawFn, n: int, heads: int) -> Inputs:
    """Offsets (some documents empty), a length and a selection of the blocks of n positions."""
    rows = -(-n // TOP)
    generator = np.random.default_rng(draw(st.integers(0, 99)))
    picked = np.array([[generator.permutation(max(rows, 2))[:2] for _ in range(rows)] for _ in range(heads)])
    given: dict[str, object] = {"selection": np.where(picked < rows, picked, -1)}
    for read in INPUTS:
        count = -(-n // read.unit)
        numbers = drawn(read.kind, count, lambda most: draw(st.integers(0, most)))
        given[read.name] = value_of(read.kind, numbers, count)
    return given
