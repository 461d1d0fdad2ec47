"""Hypothesis strategies: masks and patterns as a `.pat` file can spell them, sized for small sequences."""

from __future__ import annotations

from hypothesis import strategies as st

from patternc.mask_ir import (
    TRUE,
    And,
    AtLeast,
    Below,
    Branch,
    ByHead,
    ByHeadBlock,
    Combine,
    Constant,
    Fixed,
    Follow,
    FromEnd,
    HeadGroup,
    HeadRange,
    Mask,
    Not,
    Offset,
    Or,
    Pattern,
    Residue,
    SameResidue,
    Side,
)

small = st.integers(0, 12)


def causal() -> Mask:
    return Below(Side.KEY, Follow(1))


def window(left: int, right: int) -> Mask:
    return And((AtLeast(Side.KEY, Follow(-left)), Below(Side.KEY, Follow(right + 1))))


def one_segment(width: int) -> Mask:
    return And((AtLeast(Side.KEY, Follow(0, 0, width)), Below(Side.KEY, Follow(width, 0, width))))


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


@st.composite
def patterns(draw: st.DrawFn) -> Pattern:
    """One head group of one to three branches (sometimes the same twice)."""
    branches = draw(st.lists(masks, min_size=1, max_size=3))
    if draw(st.booleans()):
        branches.append(branches[0])
    combine = draw(st.sampled_from(Combine))
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in branches), combine, len(branches))
    return Pattern("made", (group,))
