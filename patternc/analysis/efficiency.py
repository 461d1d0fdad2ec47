"""Warnings about avoidable work, with numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patternc.analysis.cyclic_shifts import in_words, unwrapped, windows_without_wrap
from patternc.analysis.tile_fill import TILE, padded
from patternc.cost_constants import TESTED_PER_ADMITTED
from patternc.diagnostics import Diagnostic
from patternc.ir.facts import Form, atom_facts, bound_facts, form, keyword_of
from patternc.ir.inputs import whole_inputs
from patternc.ir.mask import And, Branch, ByHead, ByHeadBlock, Label, Mask, Not, Or, Pattern, Side
from patternc.ir.semantics import admits
from patternc.ir.traversal import atoms, bounds_in, comparisons, inputs_in, limits, residues
from patternc.transforms import Clause, clauses_of, is_selection, is_test, literals_of


def inefficiencies(normal: Pattern) -> tuple[Diagnostic, ...]:
    """The warnings about avoidable work of a pattern in the normal form of the passes."""
    diagnostics = [
        finding
        for group in normal.groups
        for branch in group.branches
        for finding in (*_padding(branch), *_tests(branch), *_documents(branch), *_shared_keys(branch, normal))
    ]
    first = {(one.span, one.help): one for one in reversed(diagnostics)}  # iterations of a loop differ only in numbers
    return tuple(one for one in dict.fromkeys(diagnostics) if first[one.span, one.help] == one)


def _warning(branch: Branch, message: str, label: str, advice: str) -> Diagnostic:
    return Diagnostic(code="P035", severity="warning", message=message, span=branch.span, label=label, help=advice)


# ---- blocks that tiles do not divide ---------------------------------------------------------------------------------
def _padding(branch: Branch) -> list[Diagnostic]:
    blocks = sorted({block for clause in clauses_of(branch.mask) for literal in clause for block in _blocks(literal)})
    return [
        _warning(
            branch,
            f"blocks of {block} don't fill whole tiles: {padded(block) - block} of every {padded(block)} columns "
            f"computed are padding ({(padded(block) - block) / padded(block):.0%})",
            f"blocks of {block}",
            f"blocks of {_next_smaller(block)} or {padded(block)} need no padding",
        )
        for block in blocks
        if block >= 16 and padded(block) > block
    ]


def _next_smaller(block: int) -> int:
    """The largest block size below `block` that needs no padding."""
    return padded(block) // 2 if padded(block) <= TILE else padded(block) - TILE


def _blocks(literal: Mask) -> tuple[int, ...]:
    """The block sizes in which kernels visit the keys of a literal."""
    if form(literal) not in (Form.CLASSES, Form.SELECTION):
        return ()
    return tuple(atom_facts(atom).block for atom in atoms(literal))


# ---- conditions tested pair by pair ----------------------------------------------------------------------------------
def _tests(branch: Branch) -> list[Diagnostic]:
    findings = []
    for clause in clauses_of(branch.mask):
        tested = [literal for literal in clause if _is_tested(literal)]
        if not tested or _narrow(clause):
            continue
        n = _length(clause)
        ratio = visited_for_each_admitted(clause, n)
        if ratio >= TESTED_PER_ADMITTED:
            findings.append(
                _warning(
                    branch,
                    f"a condition without a closed form is tested on every pair that the rest of its clause admits: "
                    f"{ratio:.1f} pairs for each admitted one, in a sequence of {n}",
                    f"{ratio:.1f} times the work",
                    _narrower(clause),
                )
            )
    return findings


def _narrower(clause: Clause) -> str:
    """A suggestion by which fewer pairs are tested."""
    windows = windows_without_wrap(And(clause))
    if windows and _narrow(clause_without_wrap(clause)):
        return f"use {in_words(windows)}: a row visits a bounded number of keys at any length"
    return (
        "intersect it with a `window` or `segment` that contains the admitted pairs, or use `stride`, "
        "`queries(every=)`, `keys(every=)` or `blocks`, which visit only admitted pairs"
    )


def clause_without_wrap(clause: Clause) -> Clause:
    """The clause with windows that end where the sequence or image ends."""
    return tuple(one for literal in clause for one in literals_of(unwrapped(literal)))


def _is_tested(literal: Mask) -> bool:
    """Whether a literal has neither a closed form nor a block list."""
    return is_test(literal) and any(form(atom) is Form.TEST for atom in atoms(literal))


def _narrow(clause: Clause) -> bool:
    """Whether the number of keys that a row visits is bounded at any length; such a clause gets no warning."""
    lows, highs = (tuple(map(bound_facts, bounds)) for bounds in limits(clause, Side.KEY))
    near = all(any(facts.by_position for facts in side) for side in (lows, highs))
    ends = any(not facts.by_position and "n" not in facts.reads for facts in highs)
    return near or ends or any(is_selection(literal) for literal in clause)


def _length(clause: Clause) -> int:
    """The sequence length at which the pairs of a clause are counted: 256, or eight of its blocks up to 1024."""
    return min(1024, max([256, *(8 * size for literal in clause for size in _sizes(literal))]))


def visited_for_each_admitted(clause: Clause, n: int) -> float:
    """Visited pairs per admitted pair of a clause at sequence length n."""
    import numpy as np  # here: most files have no such condition, and it takes a third of the start-up time

    inputs = whole_inputs(inputs_in(And(clause)), n)
    # The most evaluations of an atom on a pair; if a clause needs more, only some rows are evaluated.
    rows = max(8, min(n, (1 << 24) // n // sum(len(atoms(literal)) for literal in clause)))
    q, k = np.arange(rows)[:, None] * n // rows, np.arange(n)[None, :]
    visited = admitted = np.ones((rows, n), bool)
    for literal in (literal for literal in clause if not is_selection(literal)):
        held = admits(literal, 0, q, k, n, 1, inputs)
        admitted = admitted & held
        visited = visited if _is_tested(literal) else visited & held
    return float(visited.sum() / admitted.sum()) if admitted.any() else 1.0


def _sizes(literal: Mask) -> tuple[int, ...]:
    if form(literal) is not Form.RANGE:
        return _blocks(literal)
    return tuple(max(map(abs, bound_facts(bound).numbers), default=1) for bound in bounds_in(literal))


# ---- documents that are compared by their ids ------------------------------------------------------------------------
_DOCUMENTS = re.compile(r"(^|_)(doc|document|pack|sample|segment|seq|sequence)s?(_?ids?)?$")
"""Names of labels that say that positions are those of documents."""


def _documents(branch: Branch) -> list[Diagnostic]:
    """Warn about labels that are called documents and compared for equality, as offsets would say where they end."""
    found = {
        keyword_of(left.input)
        for clause in clauses_of(branch.mask)
        for literal in comparisons(_required(And(clause)))
        for left, right in ((literal.left, literal.right), (literal.right, literal.left))
        if literal.operator == "==" and isinstance(left, Label) and isinstance(right, Label)
        if left.side is Side.QUERY and right.side is Side.KEY and keyword_of(left.input) == keyword_of(right.input)
    }
    return [
        _warning(
            branch,
            f"`@{name}[q] == @{name}[k]` is tested on every pair that the rest of its clause admits",
            "documents by their ids",
            "where the positions of each document are beside each other, write `document(@offsets)`, which visits no "
            "other document: `patternc.of_documents` makes offsets of ids",
        )
        for name in sorted(found)
        if _DOCUMENTS.search(name)
    ]


def _required(mask: Mask) -> Iterator[Mask]:
    """The atoms of a mask in normal form that are not negated."""
    if isinstance(mask, And | Or):
        yield from (one for inner in mask.masks for one in _required(inner))
    elif not isinstance(mask, Not):
        yield mask


# ---- heads that share a key head -------------------------------------------------------------------------------------
def _shared_keys(branch: Branch, normal: Pattern) -> list[Diagnostic]:
    """Warn about residue classes of keys that depend on the head in a module whose heads share key heads."""
    classes = {
        (literal.dilation, literal.offset)
        for clause in clauses_of(branch.mask)
        for literal in residues(clause, Side.KEY)
        if isinstance(literal.offset, ByHead | ByHeadBlock)
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
                        f"residue classes mod {dilation} of its keys, which are loaded separately",
                        f"{held} classes per key head",
                        "`offset=head_block` gives neighbouring heads one class, `offset=0` or `offset=all` all heads",
                    )
                )
    return findings


def _classes(offset: ByHead | ByHeadBlock, dilation: int, heads: int, first: int, shared: int) -> int:
    """The number of residue classes of keys that the query heads of one key head attend to."""
    members = range(first, first + shared)
    return len({h % dilation if isinstance(offset, ByHead) else h // -(-heads // dilation) for h in members})
