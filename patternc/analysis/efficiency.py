"""Work that another spelling saves, in numbers."""

from __future__ import annotations

from patternc.diagnostics import Diagnostic
from patternc.ir.mask import (
    AtLeast,
    Below,
    Bound,
    Branch,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Follow,
    FromEnd,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Pattern,
    Random,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.semantics import Inputs, admits
from patternc.ir.traversal import atoms, bounds_in
from patternc.transforms import Clause, clauses_of, is_selection, is_test

TILE = 64
"""Columns of a tile of the kernels; narrower blocks are padded to a power of two."""
LENGTH, LONGEST = 256, 1024
"""Positions of the sequences that pairs are counted in: enough for eight of the pattern's blocks, up to the longest."""
EFFORT = 1 << 24
"""Pairs that atoms are tried on: of a clause of many, some rows only."""
LEAST = 1.5
"""Below this many tested pairs for each admitted one, another spelling is not worth a word."""


def inefficiencies(normal: Pattern) -> tuple[Diagnostic, ...]:
    """Warnings about a pattern in normal form."""
    found = [
        finding
        for group in normal.groups
        for branch in group.branches
        for finding in (*_padding(branch), *_tests(branch), *_shared_keys(branch, normal))
    ]
    first = {(one.span, one.help): one for one in reversed(found)}  # the turns of a loop differ in numbers only
    return tuple(one for one in dict.fromkeys(found) if first[one.span, one.help] == one)


def _warning(branch: Branch, message: str, label: str, advice: str) -> Diagnostic:
    return Diagnostic(code="P035", severity="warning", message=message, span=branch.span, label=label, help=advice)


# ---- blocks that tiles do not divide ---------------------------------------------------------------------------------
def _padding(branch: Branch) -> list[Diagnostic]:
    blocks = sorted({block for clause in clauses_of(branch.mask) for literal in clause for block in _blocks(literal)})
    return [
        _warning(
            branch,
            f"blocks of {block} are no whole number of tiles: {padded(block) - block} of every {padded(block)} columns "
            f"computed are padding ({(padded(block) - block) / padded(block):.0%})",
            f"blocks of {block}",
            f"blocks of {_next_smaller(block)} or {padded(block)} waste none",
        )
        for block in blocks
        if block >= 16 and padded(block) > block
    ]


def padded(block: int) -> int:
    """The columns that tiles of a block hold."""
    return 1 << (block - 1).bit_length() if block <= TILE else -(-block // TILE) * TILE


def _next_smaller(block: int) -> int:
    """The largest block below that tiles divide."""
    return padded(block) // 2 if padded(block) <= TILE else padded(block) - TILE


def _blocks(literal: Mask) -> tuple[int, ...]:
    """The block sizes that a literal makes kernels walk by."""
    atom = literal.mask if isinstance(literal, Not) else literal
    match atom:
        case Residue(block=block) | SameResidue(block=block) | Random(block=block):
            return (block,)
        case Table(block=block) | TopK(block=block):
            return (block,)
        case _:
            return ()


# ---- conditions tested pair by pair ----------------------------------------------------------------------------------
def _tests(branch: Branch) -> list[Diagnostic]:
    findings = []
    for clause in clauses_of(branch.mask):
        tested = [literal for literal in clause if _is_tested(literal)]
        if not tested or _narrow(clause):
            continue
        n = _length(clause)
        ratio = _visited_for_each_admitted(clause, n)
        if ratio >= LEAST:
            findings.append(
                _warning(
                    branch,
                    f"a condition without a closed form is tested on every pair that the rest of its clause leaves: "
                    f"{ratio:.1f} pairs for each that is admitted, in a sequence of {n}",
                    f"{ratio:.1f} times the work",
                    "intersect it with a `window` or `segment` that holds what it admits, or spell it with strides, "
                    "`queries(every=)`, `keys(every=)` or `blocks`, which visit what they admit",
                )
            )
    return findings


def _is_tested(literal: Mask) -> bool:
    """Whether it has no closed form, nor a list of blocks."""
    return is_test(literal) and any(isinstance(atom, Compare) for atom in atoms(literal))


def _narrow(clause: Clause) -> bool:
    """Whether a row visits a bounded number of keys, at any length: no more can be asked of such a condition."""
    bounds = [literal for literal in clause if isinstance(literal, AtLeast | Below) and literal.side is Side.KEY]
    near = {type(literal) for literal in bounds if isinstance(literal.bound, Follow | OfDocument)}
    ends = {type(literal) for literal in bounds if isinstance(literal.bound, Constant | OfBatch)}
    return len(near) == 2 or Below in ends or any(is_selection(literal) for literal in clause)


def _length(clause: Clause) -> int:
    """Of the sequence that pairs are counted in."""
    return min(LONGEST, max([LENGTH, *(8 * size for literal in clause for size in _sizes(literal))]))


def _visited_for_each_admitted(clause: Clause, n: int) -> float:
    """Pairs that kernels visit for each that the clause admits, in a sequence of n."""
    import numpy as np  # here: most files have no such condition, and it is a third of the start-up time

    inputs = _whole_sequence(clause, n)
    rows = max(8, min(n, EFFORT // n // sum(len(atoms(literal)) for literal in clause)))
    q, k = np.arange(rows)[:, None] * n // rows, np.arange(n)[None, :]
    visited = admitted = np.ones((rows, n), bool)
    for literal in (literal for literal in clause if not is_selection(literal)):
        held = admits(literal, 0, q, k, n, 1, inputs)
        admitted = admitted & held
        visited = visited if _is_tested(literal) else visited & held
    return float(visited.sum() / admitted.sum()) if admitted.any() else 1.0


def _sizes(literal: Mask) -> tuple[int, ...]:
    match literal:
        case AtLeast(_, bound) | Below(_, bound):
            return (_size(bound),)
        case _:
            return _blocks(literal)


def _size(bound: Bound) -> int:
    match bound:
        case Constant(value) | FromEnd(value):
            return abs(value)
        case Follow(offset, shift, period):
            return max(abs(offset), abs(shift), period)
        case OfBatch() | OfDocument():
            return 1


def _whole_sequence(clause: Clause, n: int) -> Inputs:
    """Inputs under which one document is the sequence, and no position is padding."""
    bounds = [bound for literal in clause for bound in bounds_in(literal)]
    documents = {bound.input: [0, -(-n // bound.block)] for bound in bounds if isinstance(bound, OfDocument)}
    return {**documents, **{bound.input: n for bound in bounds if isinstance(bound, OfBatch)}}


# ---- heads that share a key head -------------------------------------------------------------------------------------
def _shared_keys(branch: Branch, normal: Pattern) -> list[Diagnostic]:
    """Head-dependent classes of keys under the grouped heads of a module."""
    classes = {
        (literal.dilation, literal.offset)
        for clause in clauses_of(branch.mask)
        for literal in clause
        if isinstance(literal, Residue)
        and literal.side is Side.KEY
        and isinstance(literal.offset, ByHead | ByHeadBlock)
    }
    findings = []
    for module in normal.modules:
        for dilation, offset in sorted(classes, key=repr):
            shared = module.heads // module.kv_heads
            held = max(
                _classes(offset, dilation, module.heads, first, shared) for first in range(0, module.heads, shared)
            )
            if held > 1:
                findings.append(
                    _warning(
                        branch,
                        f"in module {module.name}, {shared} heads share a key head, but attend to {held} different "
                        f"residue classes mod {dilation} of its keys: each class is loaded apart",
                        f"{held} classes a key head",
                        "`offset=head_block` gives neighbouring heads one class, `offset=0` or `offset=all` all heads",
                    )
                )
    return findings


def _classes(offset: ByHead | ByHeadBlock, dilation: int, heads: int, first: int, shared: int) -> int:
    """How many residue classes the heads of one key head attend to."""
    members = range(first, first + shared)
    return len({h % dilation if isinstance(offset, ByHead) else h // -(-heads // dilation) for h in members})
