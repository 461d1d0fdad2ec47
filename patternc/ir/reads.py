"""Which names a mask reads besides its positions `q` and `k`: the head, extents of the call, inputs."""

from __future__ import annotations

from typing import assert_never

from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Follow,
    FromEnd,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Random,
    Residue,
    SameResidue,
    Table,
    TopK,
)


def names_in(mask: Mask) -> frozenset[str]:
    """Which of `head`, `heads` and `n` the text of a predicate reads, which inputs, and whether `selection`."""
    match mask:
        case AtLeast(_, bound) | Below(_, bound):
            return names_in_bound(bound)
        case Residue(offset=ByHead()):
            return frozenset({"head"})
        case Residue(offset=ByHeadBlock()):
            return frozenset({"head", "heads"})
        case Random(threshold=None):
            return frozenset({"head", "n"})
        case Random():
            return frozenset({"head"})
        case Table(heads=count):
            return frozenset({"head"} if count > 1 else ())
        case TopK():
            return frozenset({"head", "selection"})
        case Compare(_, left, right):
            return frozenset(
                {"h": "head"}.get(name, name) for name in names_in_number(left) | names_in_number(right)
            ) - {"q", "k"}
        case Residue() | SameResidue() | Box():
            return frozenset()
        case Not(inner):
            return names_in(inner)
        case And(masks) | Or(masks):
            return frozenset().union(*(names_in(inner) for inner in masks))
        case _:
            assert_never(mask)


def names_in_bound(bound: Bound) -> frozenset[str]:
    """Whether the text of a bound reads `n`, or which input."""
    match bound:
        case FromEnd():
            return frozenset({"n"})
        case OfBatch(name, _) | OfDocument(name, _, _):
            return frozenset({name})
        case Constant() | Follow():
            return frozenset()
        case _:
            assert_never(bound)


def names_in_number(expression: Expression) -> frozenset[str]:
    """Which of `q`, `k`, `n` and `h` an integer expression reads."""
    match expression:
        case Number():
            return frozenset()
        case Name(id_):
            return frozenset({id_})
        case Arithmetic(_, left, right):
            return names_in_number(left) | names_in_number(right)
        case _:
            assert_never(expression)
