"""What masks say of the keys of a source: entries, which stand at some positions of the sequence, or at none."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.diagnostics import Findings
from patternc.frontend import typed
from patternc.frontend.check.placement import COUNTS_HEADS, Placed, of_branch
from patternc.frontend.lower import mask as lowered
from patternc.frontend.primitives.block_selections import TopK
from patternc.frontend.primitives.positions import Full
from patternc.frontend.primitives.runtime_masks import Document
from patternc.ir.facts import Form, atom_facts, bound_facts
from patternc.ir.mask import (
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    ByHeadBlock,
    Compare,
    Expression,
    InputKind,
    KeySource,
    Name,
    OfBatch,
    OfEach,
    Picked,
    Residue,
    Side,
    TileOrder,
)
from patternc.ir.traversal import atoms

_PLACES = "say where entries stand: source NAME(ratio=4) or source NAME(at=@places); or compare labels"


def check_mask(branch: typed.Branch, source: KeySource, findings: Findings) -> None:
    """Report every primitive of a branch that has no meaning for the entries of its source."""
    for one in of_branch(branch):
        found = _unfit(one, source)
        if found is not None:
            reason, help_ = found
            message = f"`{one.primitive}` {reason}"
            findings.error("P025", message, one.span, f"from {source.name}", help=help_)


def check_choices(branch: typed.Branch, beside: str, findings: Findings) -> None:
    """Report a choice of blocks beside sources, or `tiles`: a call chooses among the keys of one part."""
    for one in of_branch(branch):
        if isinstance(one.primitive, TopK):
            message = f"`{one.primitive}` in a pattern with {beside}"
            help_ = "pass your own choice: selected(@picks)"
            findings.error("P025", message, one.span, f"not beside {beside}", help=help_)


def check_order(branch: typed.Branch, findings: Findings) -> None:
    """Report what a branch has beside `tiles`: masks of other cells, other tiles, or entries of a source."""
    order = next(filter(None, (one.order for one in of_branch(branch))), None)
    if order is None:
        return
    if isinstance(branch.source, KeySource):
        message, help_ = f"`tiles` from {branch.source.name}: tiles are of cells, and entries are none", "leave it out"
        findings.error("P025", message, branch.span, "no cells", help=help_)
        return
    for one in of_branch(branch):
        if one.order != order and not isinstance(one.primitive, Full):
            written = f"tiles({', '.join(map(str, order.sizes))}, ...)"
            message = f"`{one.primitive}` is outside of `{written}`, whose branch counts tiles"
            help_ = "write it inside; or in a branch of its own, where `combine` says what becomes of the two"
            findings.error("P025", message, one.span, "no mask of these tiles", help=help_)
            return


def check_documents(branch: typed.Branch, findings: Findings) -> None:
    """Report two lists of offsets in a branch of the sequence's own keys."""
    for one in of_branch(branch):
        if _of_two_lists(one):
            message = f"`{one.primitive}` has offsets of entries of a source"
            help_ = "write document(@offsets), or name a source without a place: `source text`, `attend ... from text`"
            findings.error("P025", message, one.span, "of which entries?", help=help_)


def documents_of(branch: typed.Branch) -> Iterator[tuple[str, str]]:
    """The inputs of offsets of queries and of entries, of documents that a branch holds them to."""
    for primitive in (one.primitive for one in of_branch(branch)):
        if isinstance(primitive, Document) and isinstance(primitive.entries, str):
            yield primitive.offsets, primitive.entries


def _of_two_lists(one: Placed) -> bool:
    """Whether it is `document(@offsets, @entries)`."""
    return isinstance(one.primitive, Document) and isinstance(one.primitive.entries, str)


def keys_read(one: Placed, source: KeySource | TileOrder | None) -> Iterator[tuple[str, bool]]:
    """The inputs that a primitive reads, and whether they have numbers of keys, or say how many keys there are."""
    if isinstance(one.primitive, Document) and isinstance(one.primitive.entries, str):
        yield one.primitive.offsets, False
        yield one.primitive.entries, True
        return
    nowhere = isinstance(source, KeySource) and not source.placed
    for read in (read for atom in _atoms(one) for read in atom_facts(atom).inputs):
        yield read.name, read.side is Side.KEY or (nowhere and read.kind is InputKind.LENGTHS)


def _atoms(one: Placed) -> tuple[Atom, ...]:
    return atoms(lowered(typed.Leaf(one.primitive)))


def _unfit(one: Placed, source: KeySource) -> tuple[str, str] | None:
    """Why a primitive has no meaning for entries, and what to write instead; None if it has one."""
    name = source.name
    if one.inside:
        return f"counts keys of a document, and `within` holds no entries of `{name}`", "write document(@offsets) & ..."
    if _of_two_lists(one) and source.placed:
        help_ = "write document(@offsets): entries belong to the documents where they stand"
        return f"has offsets of entries, and those of `{name}` stand at positions", help_
    if one.sizes is not None:
        fine = all(isinstance(atom, Picked) for atom in _atoms(one))
        help_ = f"write it outside, joined with `&`: blocks(64, selected(@picks)) & causal from {name}"
        return None if fine else (f"is no list of blocks of entries of `{name}`, and nothing else stands there", help_)
    reasons = (_placed(atom, name, source.at) if source.placed else _nowhere(atom, name) for atom in _atoms(one))
    return next((reason for reason in reasons if reason is not None), None)


def _placed(atom: Atom, name: str, at: str) -> tuple[str, str] | None:
    """Why an atom has no meaning for entries that stand at positions."""
    match atom:
        case AtLeast(Side.KEY, OfEach(given)) | Below(Side.KEY, OfEach(given)):
            help_ = f"declare `input {given}: labels`, and write when(k >= @{given}[q]): k is an entry's position"
            return f"bounds numbers of keys, and entries of `{name}` stand at positions", help_
        case AtLeast(Side.KEY, OfBatch()) | Below(Side.KEY, OfBatch()) if at:
            return (
                f"bounds positions of keys, and those of `{name}` are an input",
                "leave out entries behind it",
            )
        case Residue(Side.KEY, offset=ByHeadBlock()):
            return COUNTS_HEADS
        case _:
            return None


def _nowhere(atom: Atom, name: str) -> tuple[str, str] | None:
    """Why an atom has no meaning for entries without a place."""
    facts = atom_facts(atom)
    match atom:
        case AtLeast(bound=OfEach()) | Below(bound=OfEach()):
            compares = False
        case AtLeast(bound=bound) | Below(bound=bound):
            compares = bound_facts(bound).by_position
        case Compare(_, left, right):
            compares = {"q", "k"} <= _names(left) | _names(right)
        case _:
            compares = len(facts.sides) > 1 and facts.form is not Form.SELECTION
    if compares:
        return f"compares positions, and entries of `{name}` have none", _PLACES
    if "n" in facts.reads:
        return f"counts the positions of the sequence, and entries of `{name}` have none", _PLACES
    return None


def _names(expression: Expression) -> frozenset[str]:
    """The names of an integer expression; a label reads none."""
    match expression:
        case Name(id_):
            return frozenset({id_})
        case Arithmetic(_, left, right):
            return _names(left) | _names(right)
        case _:
            return frozenset()
