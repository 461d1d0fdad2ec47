"""Errors of whole patterns: bounds beyond 64 bits, branches that admit nothing, rows that no branch covers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from patternc.analysis.calls import longest, table_heads
from patternc.analysis.equal_heads import head_signature, local_heads
from patternc.diagnostics import Diagnostic
from patternc.ir.bounds import at_most
from patternc.ir.facts import atom_facts
from patternc.ir.inputs import input_facts, whole_inputs
from patternc.ir.mask import (
    FALSE,
    AtLeast,
    Below,
    Branch,
    Constant,
    Fixed,
    HeadGroup,
    HeadShare,
    Mask,
    Or,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Uncovered,
)
from patternc.ir.semantics import multiplicities
from patternc.ir.traversal import atoms, boxes_in, pattern_inputs, selections_in, topk_in, topk_of
from patternc.source import NOWHERE
from patternc.transforms import (
    OUTCOMES,
    RUNS,
    Clause,
    beside_topk,
    clauses_of,
    hides_selection,
    literals_of,
    runs_of,
    simplified,
)


def pattern_errors(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    """The errors of a pattern, from its meaning as written and its normal form after the passes."""
    diagnostics = [*_far_bounds(meaning, normal), *_empty_branches(normal), *exceeded_limits(meaning, normal)]
    if meaning.uncovered is Uncovered.ERROR and not diagnostics:
        diagnostics += _uncovered_rows(meaning, normal)
    return tuple(dict.fromkeys(diagnostics))  # iterations of a loop repeat the same error


def _far_bounds(meaning: Pattern, normal: Pattern) -> list[Diagnostic]:
    """Report bounds so large that their sum with a position would overflow 64 bits."""
    branches = [branch for pattern in (meaning, normal) for group in pattern.groups for branch in group.branches]
    limit = 1 << 60  # the largest constant of a bound: its sum with a position up to 2**62 fits into 64 bits
    far = {branch.span: farthest for branch in branches if (farthest := _farthest(branch.mask)) > limit}
    return [
        Diagnostic(
            code="P013",
            severity="error",
            message=f"a bound of this branch is {farthest} positions away; the limit is 2**60 = {limit}",
            span=span,
            label="too large",
            help="use smaller constants in its `when`, or smaller blocks around it",
        )
        for span, farthest in far.items()
    ]


def _farthest(mask: Mask) -> int:
    """The largest constant in a mask's bounds and residue classes, in positions."""
    return max((abs(number) for atom in atoms(mask) for number in atom_facts(atom).numbers), default=0)


def _empty_branches(normal: Pattern) -> list[Diagnostic]:
    return [
        Diagnostic(
            code="P019",
            severity="error",
            message="this branch admits no key for any query, at any length",
            span=branch.span,
            label="contradicts itself",
            help="remove the branch, or the clause of its mask (or of `where`) that excludes the rest",
        )
        for group in normal.groups
        for branch in group.branches
        if branch.mask == FALSE and not (normal.whole and branch.span == NOWHERE)  # heads without a key of a part
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """Query `query` of head `head` in a call of n positions and `heads` heads."""

    head: int
    heads: int
    query: int
    n: int


def _uncovered_rows(meaning: Pattern, normal: Pattern) -> list[Diagnostic]:
    open_groups = [group for group in normal.groups if not _covers_every_row(group)]
    if not open_groups:
        return []
    row = uncovered_row(meaning)
    if row is None:
        message = "`uncovered error`: it can't be proven that every row of this pattern has a key"
        advice = (
            "add a branch that admits every row's own position, such as `attend window(0)`, or write `uncovered zero`"
        )
    else:
        message = f"`uncovered error`: head {row.head} of {row.heads} has no key for row {row.query} (n = {row.n})"
        advice = "add a branch that covers the row, or write `uncovered zero` to make its output 0"
    span = open_groups[0].span
    return [Diagnostic(code="P026", severity="error", message=message, span=span, label="not covered", help=advice)]


def uncovered_row(meaning: Pattern) -> Row | None:
    """A row without a key, found by trying short sequences; None if none of them has such a row.

    The runtime inputs of the trials are one document and lengths of the whole sequence. Patterns with `topk`, labels
    or lists are not tried.
    """
    import numpy as np  # here: most files don't need it, and it takes a third of the start-up time

    if topk_of(meaning) is not None or any(input_facts(one.kind).unknown for one in pattern_inputs(meaning)):
        return None
    counts = [group.heads.count for group in meaning.groups if isinstance(group.heads, HeadShare)]
    tables = table_heads(meaning)
    tried: set[tuple[int, ...]] = set()
    # Numbers of heads of the calls that are searched for uncovered rows, as small models have them.
    for heads in sorted(tables or {max([heads, *counts]) for heads in (1, 2, 3, 4, 8, 12)}):
        named = _untried(meaning, heads, tried)
        for n in _lengths(meaning) if named else ():
            q, k = np.arange(n)[:, None], np.arange(n)[None, :]
            for h in named:
                inputs = whole_inputs(pattern_inputs(meaning), n)
                times = sum(1 * m for m in multiplicities(meaning, h, q, k, n, heads, inputs))
                empty = np.flatnonzero(np.broadcast_to(times, (n, n)).sum(axis=1) == 0)
                if empty.size:
                    return Row(h, heads, int(empty[0]), n)
    return None


def _untried(meaning: Pattern, heads: int, tried: set[tuple[int, ...]]) -> list[int]:
    """One of each set of equal heads in a call of `heads` heads, without those in `tried`, to which they are added."""
    found: list[int] = []
    for index, group in enumerate(meaning.groups):
        for h in local_heads(group.heads, heads):
            seen = (index, *head_signature(group, h, heads))
            if seen not in tried:
                tried.add(seen)
                found.append(h)
    return sorted(found)


def _lengths(meaning: Pattern) -> tuple[int, ...]:
    """The lengths, short ones, that the tables allow, or the length of the grid."""
    most = longest(meaning)
    # Positions of the sequences that are searched for uncovered rows: short ones of several parities.
    lengths = (prod(meaning.grid),) if meaning.grid else (1, 2, 3, 5, 8, 13, 34, 89, 200)
    # The most cells of a grid that is searched for uncovered rows.
    return tuple(n for n in lengths if n <= 1024 and (most is None or n <= most))


def _covers_every_row(group: HeadGroup) -> bool:
    """Whether it is proven that for every row some clause admits the row's own position, or position 0."""
    classes: dict[tuple[int, int | None, int], set[int]] = {}
    for branch in group.branches:
        for clause in clauses_of(branch.mask):
            conditions = [found for own in (True, False) if (found := _classes_at(clause, own)) is not None]
            for residues in conditions:
                if not residues:
                    return True
                if len(residues) == 1:
                    (only,) = residues
                    if isinstance(only.offset, Fixed):
                        lattice = (only.dilation, only.segment, only.block)
                        classes.setdefault(lattice, set()).add(only.offset.value)
    return any(len(offsets) == dilation for (dilation, _, _), offsets in classes.items())


def _classes_at(clause: Clause, own: bool) -> frozenset[Residue] | None:
    """The residue classes of q for which the clause admits a key; None if it needs other conditions on q.

    `own`: the key is q's own position, which is in the same class and neighbourhood; else it is position 0.
    """
    key, after = (RelativePosition(0), RelativePosition(1)) if own else (Constant(0), Constant(1))
    residues: set[Residue] = set()
    for literal in clause:
        match literal:
            case AtLeast(Side.KEY, bound) if at_most(bound, key):
                pass
            case Below(Side.KEY, bound) if at_most(after, bound):
                pass
            case SameResidue() if own:
                pass
            case _ if own and boxes_in([literal]):
                pass
            case Residue(side) if own or side is Side.QUERY:
                residues.add(replace(literal, side=Side.QUERY))
            case Residue(offset=Fixed(0)):
                pass
            case Or(masks) if any(_classes_at(literals_of(mask), own) == frozenset() for mask in masks):
                pass
            case _:
                return None
    return frozenset(residues)


# ---- limits ----------------------------------------------------------------------------------------------------------
# Limits on what kernels contain: branches, outcomes of block selections, and key ranges intersected with a `topk`.


def exceeded_limits(meaning: Pattern, normal: Pattern) -> list[Diagnostic]:
    """The limits that a pattern exceeds, from its meaning as written and its normal form after the passes."""
    chosen = [branch for group in meaning.groups for branch in group.branches if topk_in(atoms(branch.mask))]
    whole = [branch for group in normal.groups for branch in group.branches if _is_undecided(branch.mask)]
    return [
        *_too_many_branches(normal),
        *map(_outcomes, whole),
        *(diagnostic for one in chosen for diagnostic in _runs(one)),
    ]


def _too_many_branches(normal: Pattern) -> list[Diagnostic]:
    branch_limit = 256  # the most branches of one head; more are most likely a mistake in a loop
    return [
        Diagnostic(
            code="P028",
            severity="error",
            message=f"a head runs {len(group.branches)} different branches; the limit is {branch_limit}",
            span=group.branches[branch_limit].span,
            label=f"branch {branch_limit + 1}",
            help="join masks with `|` if a key should count once, or give heads different branches",
        )
        for group in normal.groups
        if len(group.branches) > branch_limit
    ]


def _is_undecided(mask: Mask) -> bool:
    """Whether the passes kept a mask as it was because its selections have too many outcomes."""
    return any(hides_selection(literal) for clause in clauses_of(mask) for literal in clause)


def _outcomes(branch: Branch) -> Diagnostic:
    count = len({*selections_in(atoms(branch.mask))})
    return Diagnostic(
        code="P044",
        severity="error",
        message=f"this branch depends on {count} different selections of blocks, whose outcomes need more than "
        f"{OUTCOMES} clauses, the limit",
        span=branch.span,
        label=f"{count} selections of blocks",
        help="use fewer `random`, `table` and `topk` in one branch, reuse the same one where possible, or "
        "merge those of a union into one `table`",
    )


def _runs(branch: Branch) -> list[Diagnostic]:
    if runs_of(simplified(beside_topk(branch.mask))) is not None:
        return []
    return [
        Diagnostic(
            code="P044",
            severity="error",
            message=f"the masks intersected with `topk` have more than {RUNS} contiguous key ranges per row, the limit",
            span=branch.span,
            label="too many key ranges",
            help="intersect `topk` with fewer unions: every `|` doubles the number of key ranges",
        )
    ]
