"""Which names the statements of a list function read."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from patternc.codegen.block_lists.nodes import (
    AllWhole,
    BlockEnds,
    BlockRanges,
    ExpandDocuments,
    Find,
    FindBetween,
    FindChosen,
    FindHashed,
    FindInBox,
    FindInTable,
    FindLowest,
    HeadOfModel,
    HeadsOfModel,
    Keep,
    KeepChosen,
    KeepHashed,
    KeepInRanges,
    KeepInTable,
    KeepLowest,
    KeepSeen,
    KeepSeenInBox,
    ListStatement,
    NumberedEnd,
    Refine,
    RepeatByEntry,
    RepeatByHead,
    ReturnPairs,
    TestEnds,
    Unpack,
)
from patternc.codegen.python_text import Spelling
from patternc.ir.facts import names_in_number
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    Compare,
    Constant,
    FromEnd,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Or,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.traversal import names_in

Names: TypeAlias = frozenset[str]

_EXTENTS = frozenset({"queries", "keys"})
_BLOCKS = frozenset({"row", "column"})


def read_by(statements: tuple[ListStatement, ...]) -> Names:
    """The names that statements read."""
    return frozenset().union(*map(_reads, statements))


def _reads(statement: ListStatement) -> Names:
    match statement:
        case BlockRanges():
            return _EXTENTS
        case FindBetween() | FindLowest() | FindHashed() | FindInTable() | FindChosen() | FindInBox():
            return _read_to_find(statement)
        case RepeatByEntry(batches):
            return frozenset(batches)
        case RepeatByHead(batches, by_head):
            return frozenset(batches) | _heads(by_head)
        case ExpandDocuments(documents, batches):
            return frozenset((*documents, *batches))
        case KeepLowest() | KeepHashed() | KeepInTable() | KeepChosen():
            return _read_to_keep(statement)
        case HeadOfModel():
            return frozenset({"head", "heads"})
        case HeadsOfModel():
            return frozenset({"heads", "total"})
        case BlockEnds(_, blocks, _, last):
            return frozenset({blocks, "n"} if last else {blocks})
        case NumberedEnd(_, _, blocks):
            return frozenset({blocks})
        case TestEnds(_, mask, _):
            return names_in(mask) | ends_in(mask, statement.spelled)
        case ReturnPairs(batches, by_head, renamed):
            return frozenset(batches) | _heads(by_head and not renamed)
        case Refine() | KeepInRanges() | Unpack() | AllWhole() | KeepSeen() | KeepSeenInBox():
            return frozenset()
        case _:
            assert_never(statement)


def _read_to_find(find: Find) -> Names:
    match find:
        case FindBetween(by_head=by_head):
            return _heads(by_head) | {"n", "device"}
        case FindLowest(by_head=by_head):
            return _heads(by_head) | {"queries", "n", "device"}
        case FindHashed(by_head=by_head) | FindInTable(by_head=by_head):
            return _heads(by_head) | _EXTENTS | {"device"}
        case FindChosen():
            return frozenset({"selection", "queries"})
        case FindInBox():
            return _EXTENTS | {"device"}
        case _:
            assert_never(find)


def _read_to_keep(keep: Keep) -> Names:
    match keep:
        case KeepLowest():
            return _BLOCKS | {"head", "heads", "queries", "n", "device"}
        case KeepHashed():
            return _BLOCKS | {"head", "heads"}
        case KeepInTable(by_head=by_head):
            return _BLOCKS | {"device"} | ({"head", "heads"} if by_head else set())
        case KeepChosen():
            return _BLOCKS | {"batch", "head", "selection", "queries"}
        case _:
            assert_never(keep)


def _heads(by_head: bool) -> Names:
    return frozenset({"heads"} if by_head else ())


def ends_in(mask: Mask, spelled: Spelling) -> Names:
    """Which ends of two blocks the printed mask reads, and whether it reads `batch`, the number of the batch entry."""
    match mask:
        case AtLeast(side, bound):
            return frozenset({spelled.ends(side)[0]}) | _in_bound(bound, spelled.ends(side.other)[1])
        case Below(side, bound):
            return frozenset({spelled.ends(side)[1]}) | _in_bound(bound, spelled.ends(side.other)[0])
        case Residue(side):
            return frozenset({spelled.ends(side)[0]})
        case Not(inner):
            return ends_in(inner, spelled.swapped)
        case And(()) | Or(()):
            return frozenset({spelled.query[0]})
        case And(masks) | Or(masks):
            return frozenset().union(*(ends_in(inner, spelled) for inner in masks))
        case Compare(_, left, right):
            read = (names_in_number(left) | names_in_number(right)) & {"q", "k"} or {"q"}
            return frozenset(spelled.ends(Side(name))[0] for name in read)
        case SameResidue() | Box() | Random() | Table() | TopK():
            return frozenset(spelled.ends(side)[0] for side in Side)
        case _:
            assert_never(mask)


def _in_bound(bound: Bound, position: str) -> Names:
    match bound:
        case Constant() | FromEnd():
            return frozenset()
        case OfBatch():
            return frozenset({"batch"})
        case RelativePosition():
            return frozenset({position})
        case OfDocument():
            return frozenset({position, "batch"})
        case _:
            assert_never(bound)
