"""Made patterns whose branches nest, so that classes of rows can be fused."""

from __future__ import annotations

from masks import causal, one_segment
from stages import normal_of
from walks import pattern_of

from patternc.ir.mask import And, Branch, ByHead, Combine, Fixed, HeadGroup, HeadRange, Pattern, Residue, Side
from patternc.schedule.sweeps import BranchClause
from patternc.transforms import clauses_of


def longnet(is_causal: bool) -> Pattern:
    masks = [
        And(
            (
                one_segment(w),
                *((Residue(side, r, ByHead(), w) for side in Side) if r > 1 else ()),
                *((causal(),) if is_causal else ()),
            )
        )
        for w, r in ((2048, 1), (4096, 2), (8192, 4))
    ]
    group = HeadGroup(HeadRange(0, None), tuple(Branch(mask) for mask in masks), Combine.LSE, 3)
    return Pattern("longnet", (group,))


def nested(widths: tuple[int, ...], dilations: tuple[int, ...], last: int, is_causal: bool) -> Pattern:
    """Dilated segments whose offsets are `last` modulo their dilation."""
    masks = [
        And(
            (
                one_segment(w),
                *(Residue(side, r, Fixed(last % r), w) for side in Side),
                *((causal(),) if is_causal else ()),
            )
        )
        for w, r in zip(widths, dilations, strict=True)
    ]
    return pattern_of(*masks, *masks[:1])  # the first counts twice


def clauses(pattern: Pattern) -> tuple[BranchClause, ...]:
    """The clauses of the branches of a pattern with one group of heads."""
    pattern = normal_of(pattern)
    return tuple(
        BranchClause(clause, index, branch.multiplicity, branch.span)
        for index, branch in enumerate(pattern.groups[0].branches)
        for clause in clauses_of(branch.mask)
    )
