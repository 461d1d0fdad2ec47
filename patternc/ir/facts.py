"""Facts of bounds and atoms, as data: what each reads, with what it varies, and which numbers it names.

Whoever has a question about a bound or an atom asks this page, so that a new kind is one entry here beside its meaning,
its lowering and its printing. `semantics` and the oracle share nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import assert_never

from patternc.cost_constants import DOCUMENT
from patternc.ir.grid_axes import GridAxes, grid_axes
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Bound,
    BoundAt,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    EntryBound,
    Expression,
    Fixed,
    FromEnd,
    InDocument,
    InEntries,
    InputKind,
    KnownBound,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    OfEach,
    OfEntry,
    Offset,
    Or,
    Owner,
    Picked,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Selection,
    Side,
    Table,
    TopK,
)


# ---- bounds ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class InputRead:
    """A runtime input that an atom reads: its name and kind, and the positions to a unit of its numbers.

    `side`: the side that has a number for each position; None: numbers are of a batch entry. `high`: it is read as a
    bound from above.
    """

    name: str
    kind: InputKind
    unit: int
    side: Side | None = None
    high: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundFacts:
    """The facts of a bound, x being the position of the other side.

    `least`, `most`: simpler bounds, or itself, that it is never below and never above. `typical`: a known bound of
    similar size. `rises`: it never falls as x grows, so the ends of a range of x give its least and its greatest value;
    otherwise its pairs are tested one by one. `mirror`: the bound on x that says the same: y < bound(x) where x >=
    mirror(y). `reads`: `n`, or the runtime input that it reads. `numbers`: the constants that it names, in positions.
    `step`: the size of the blocks of x, from 0 on, in which it is the same; 0: it is the same for every x. `period`: a
    number of positions after which its steps repeat. `by_distance`: where x and documents move, it moves with them.
    `input`: the runtime input, which differs between batch entries; `line`: which of its tables by position.
    `of_document`: it is the same for all x of a document. `coordinate`: what it is in the coordinates of a document.
    """

    least: Bound
    most: Bound
    typical: KnownBound | EntryBound
    rises: bool = False
    mirror: Bound | None = None
    reads: frozenset[str] = frozenset()
    numbers: tuple[int, ...] = ()
    step: int = 0
    period: int = 1
    by_distance: bool = False
    input: InputRead | None = None
    line: int = 0
    of_document: bool = False
    coordinate: KnownBound | None = None

    @property
    def by_position(self) -> bool:
        """Whether it differs with the position of the other side."""
        return self.step > 0


@lru_cache(maxsize=1 << 12)
def bound_facts(bound: Bound) -> BoundFacts:
    """The facts of a bound."""
    match bound:
        case Constant(value):
            return BoundFacts(least=bound, most=bound, typical=bound, rises=True, numbers=(value,))
        case FromEnd(value, period):
            facts = BoundFacts(least=FromEnd(value), most=FromEnd(value + period - 1), typical=bound, rises=True)
            return replace(facts, reads=frozenset({"n"}), numbers=(value, period), period=period)
        case RelativePosition(offset, shift, period):
            return BoundFacts(
                least=RelativePosition(shift + offset - period + 1),
                most=RelativePosition(shift + offset),
                typical=bound,
                rises=True,
                mirror=RelativePosition(period - shift, -offset, period),
                numbers=(offset, shift, period),
                step=1 if shift % period else period,
                period=period,
                by_distance=period == 1,
            )
        case OfBatch(name, scale):
            most = FromEnd(0) if scale == 1 else bound
            facts = BoundFacts(least=Constant(0), most=most, typical=FromEnd(0), rises=True)
            return _reading(InputRead(name, InputKind.LENGTHS, scale), facts)
        case OfDocument(name, end, block):
            facts = BoundFacts(
                least=RelativePosition(block, 0, block) if end else Constant(0),  # it does not end within x's block
                most=FromEnd(0, block) if end else RelativePosition(0, 0, block),  # it begins no later than x's block
                typical=RelativePosition(DOCUMENT if end else 0, 0, DOCUMENT),
                rises=True,
                mirror=OfDocument(name, not end, block),
                step=block,
                by_distance=block == 1,
                line=int(end),
                of_document=True,
            )
            return _reading(InputRead(name, InputKind.OFFSETS, block), facts)
        case InDocument(name, inner):
            return _reading(
                InputRead(name, InputKind.OFFSETS, 1), replace(_of_coordinates(name, inner), coordinate=inner)
            )
        case OfEach(name, of, end, block):
            most = FromEnd(0, block)
            typical = most if end else Constant(0)
            facts = BoundFacts(least=Constant(0), most=most, typical=typical, step=block)
            return _reading(InputRead(name, InputKind.POSITIONS, block, of, end), facts)
        case InEntries() | OfEntry():
            return _of_source(bound)
        case _:
            assert_never(bound)


def looked_up_for(bound: Bound) -> tuple[Bound, ...]:
    """The bounds that are looked up to find one that reads an input."""
    inner = bound.bound if isinstance(bound, InEntries | OfEntry) else bound
    return document_ends(inner.input) if isinstance(inner, InDocument) else (inner,)


def _of_source(bound: EntryBound) -> BoundFacts:
    """The facts of a bound of entries, from those of the bound of positions."""
    own, ratio = bound_facts(bound.bound), bound.ratio
    least, most = (_at_source(bound, one, end) for end, one in enumerate((own.least, own.most)))
    assert not isinstance(own.typical, InEntries | OfEntry)
    other = OfEntry if isinstance(bound, InEntries) else InEntries
    mirror = own.mirror
    assert not isinstance(mirror, InEntries | OfEntry)
    return replace(
        own,
        least=least,
        most=most,
        typical=type(bound)(own.typical, ratio),
        mirror=None if mirror is None else other(mirror, ratio),
        numbers=(*own.numbers, ratio),
        step=min(own.step, 1),
        period=own.period * ratio,
        by_distance=False,
        of_document=own.of_document and isinstance(bound, InEntries),
        coordinate=None,
    )


def _at_source(bound: EntryBound, limit: Bound, high: int) -> Bound:
    """A simple bound that one of entries is never below, or unless `high` is 0 never above; itself if none is known.

    `limit`: such a bound of its positions.
    """
    entries = isinstance(bound, InEntries)
    match limit:
        case Constant(value):
            return Constant(value // bound.ratio if entries else value)
        case FromEnd(value, 1) if entries:
            return FromEnd(max(value, 0)) if high else Constant(value // bound.ratio)
        case FromEnd():
            return limit if not entries else bound
        case RelativePosition(offset, shift, 1) if entries:
            ahead = offset + shift
            return RelativePosition(max(ahead, 0)) if high else Constant(ahead // bound.ratio)
        case RelativePosition(offset, shift, 1) if not high:
            return RelativePosition(offset + shift + bound.ratio - 1)
        case _:
            return bound


def _of_coordinates(name: str, inner: KnownBound) -> BoundFacts:
    """The facts of a bound in the coordinates of a document. What counts from a document's end is no range of x."""
    longest = InDocument.LONGEST
    match inner:
        case Constant(value):
            return BoundFacts(
                least=Constant(0),
                most=RelativePosition(max(value, 0)),
                typical=RelativePosition(min(value, DOCUMENT), 0, DOCUMENT),
                rises=True,
                mirror=InDocument(name, RelativePosition(0, longest - value, longest)),  # from there on the end
                numbers=(value,),
                step=1,
                of_document=True,
            )
        case FromEnd(value, period):
            typical = RelativePosition(DOCUMENT + value, 0, DOCUMENT)
            return BoundFacts(least=Constant(0), most=FromEnd(0), typical=typical, numbers=(value, period), step=1)
        case RelativePosition(offset, shift, period):
            facts = BoundFacts(
                least=RelativePosition(min(shift + offset - period + 1, 1)),  # a document ends after x
                most=RelativePosition(max(shift + offset, 0)),
                typical=inner,
                rises=True,
                mirror=InDocument(name, RelativePosition(period - shift, -offset, period)),
                numbers=(offset, shift, period),
                step=1,
            )
            if (offset, period) != (0, longest):
                return facts
            typical = RelativePosition(0, 0, DOCUMENT)
            return replace(facts, typical=typical, mirror=InDocument(name, Constant(period - shift)), numbers=())
        case _:
            assert_never(inner)


def _reading(read: InputRead, facts: BoundFacts) -> BoundFacts:
    return replace(facts, reads=frozenset({read.name}), input=read)


def inputs_read(bounds: Iterable[Bound], kind: InputKind | None = None) -> tuple[InputRead, ...]:
    """The runtime inputs that some bounds read, each once. `kind`: only those of a kind."""
    found = dict.fromkeys(facts.input for facts in map(bound_facts, bounds))
    return tuple(read for read in found if read is not None and kind in (None, read.kind))


_OF_KEYS = "_of_keys"


def of_keys(name: str) -> str:
    """The name of the numbers of keys of an input that has some for queries too; no pattern declares such a name."""
    return f"{name}{_OF_KEYS}"


def keyword_of(name: str) -> str:
    """The name by which callers pass an input."""
    return name.removesuffix(_OF_KEYS)


def scaled(bound: Bound, block: int) -> Bound:
    """A bound on block indices as a bound on positions."""
    match bound:
        case Constant(value):
            return Constant(value * block)
        case FromEnd(value, period):
            return FromEnd(value * block, period * block)
        case RelativePosition(offset, shift, period):
            return RelativePosition(offset * block, shift * block, period * block)
        case OfBatch(name, scale):
            return OfBatch(name, scale * block)
        case OfDocument(name, end, unit):
            return OfDocument(name, end, unit * block)
        case OfEach(_, _, _, unit):
            return replace(bound, block=unit * block)
        case InDocument() | InEntries() | OfEntry():
            raise ValueError("bound: documents and entries of sources count positions, not blocks")
        case _:
            assert_never(bound)


def in_entries(bound: Bound, ratio: int) -> Bound:
    """A bound on positions as one on the entries of a source, whose i-th stands at i * ratio + ratio - 1."""
    match bound:
        case Constant(value):
            return Constant(value // ratio)
        case InEntries() | OfEntry():
            raise ValueError("bound: it is of entries already")
        case _:
            return InEntries(bound, ratio)


def in_document(name: str, bound: KnownBound) -> Bound:
    """A bound in the coordinates of x's document, where pairs are of one document, by numbers of 31 bits.

    What lies beyond all documents is cut to an end of x's.
    """
    start, end = document_ends(name)
    longest = InDocument.LONGEST
    match bound:
        case Constant(value):
            return start if value <= 0 else end if value >= longest else InDocument(name, bound)
        case FromEnd(value, period) if period >= longest:
            return in_document(name, Constant(value + period))
        case FromEnd(value, period) if value <= -longest - period:
            return start
        case FromEnd(0, 1):
            return end
        case RelativePosition(_, _, 1):
            return bound  # both positions move by as much
        case RelativePosition(offset, 0, period) if period >= longest:
            return in_document(name, Constant(offset))
        case RelativePosition(offset, shift, period) if offset + shift <= -longest:
            return start
        case RelativePosition(offset, shift, period) if offset + shift - period >= longest:
            return end
        case _:
            return InDocument(name, bound)


def document_ends(name: str, block: int = 1) -> tuple[OfDocument, OfDocument]:
    """The first position of x's document, and the position after its last, from an input of offsets."""
    return OfDocument(name, False, block), OfDocument(name, True, block)


def entries_of_documents(offsets: str, entries: str) -> tuple[str, str]:
    """The inputs that hold, for each query, the first entry of its document and the one after the last.

    They are found from the offsets of documents in the sequence, and in the entries.
    """
    return f"{offsets}_starts_in_{entries}", f"{offsets}_ends_in_{entries}"


# ---- atoms -----------------------------------------------------------------------------------------------------------
class Form(Enum):
    """The way to find the pairs that an atom admits."""

    RANGE = "range"  # a bound that never falls: the positions of one side from it on, or before it
    CLASSES = "classes"  # residue classes of one side or of both
    SELECTION = "selection"  # blocks that are listed
    BOX = "box"  # cells of a grid that are near one another
    TEST = "test"  # pairs that are tested one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomFacts:
    """The facts of an atom.

    `sides`: the positions that it reads. `reads`: which of `head`, `heads`, `n`, the inputs and `selection` it reads.
    `numbers`: the constants of a bound, and the sizes in which residue classes repeat, in positions. `block`: the size
    of the blocks in which it treats positions, or queries, alike. `period`: a number of positions after which it
    repeats, where one is known without the input. `by_distance`: it depends on k - q and on documents alone.
    `hashed`: arithmetic on two positions decides whether their blocks are selected. `count`: the blocks to
    a row that a selection has. `given`: an input says which blocks are selected, of heads that count from the call's
    first. `inputs`: the runtime inputs, which differ between batch entries. `axes`: the dimensions
    of the grid on which it is a neighbourhood.
    """

    form: Form
    sides: frozenset[Side]
    reads: frozenset[str] = frozenset()
    numbers: tuple[int, ...] = ()
    block: int = 1
    period: int = 1
    by_distance: bool = False
    hashed: bool = False
    given: bool = False
    count: int | None = None
    inputs: tuple[InputRead, ...] = ()
    axes: GridAxes = ()

    @property
    def ranked(self) -> bool:
        """Whether the ranks of all blocks of a row decide which are selected."""
        return self.count is not None and not self.given


_BOTH = frozenset(Side)
_POSITIONS = frozenset(side.value for side in Side)


@lru_cache(maxsize=1 << 12)
def atom_facts(atom: Atom) -> AtomFacts:
    """The facts of an atom."""
    match atom:
        case AtLeast(side, bound) | Below(side, bound):
            known = bound_facts(bound)
            sides = _BOTH if known.by_position else frozenset({side})
            return AtomFacts(
                form=Form.RANGE if known.rises else Form.TEST,
                sides=sides,
                reads=known.reads,
                numbers=known.numbers,
                period=known.period,
                by_distance=known.by_distance,
                inputs=() if known.input is None else (known.input,),
            )
        case Residue(side, dilation, offset, segment, block):
            return _of_classes(frozenset({side}), dilation, segment, block, _names_of_offset(offset))
        case SameResidue(dilation, segment, block):
            return _of_classes(_BOTH, dilation, segment, block)
        case Random(block, count=count):
            facts = _of_blocks(block, {"head"} if count is None else {"head", "n"})
            return replace(facts, hashed=count is None, count=count)
        case Table(block, heads=count):
            return _of_blocks(block, {"head"} if count > 1 else set())
        case TopK(block, count):
            return replace(_of_blocks(block, {"head", "selection"}), given=True, count=count)
        case Picked(name, owner, block, columns):
            facts = _of_blocks(block, {name} if owner is Owner.SHARED else {name, "head"})
            return replace(facts, given=True, inputs=(InputRead(name, InputKind.PICKS, columns),))
        case Box(grid, extents, dilations, steps, before):
            return AtomFacts(form=Form.BOX, sides=_BOTH, axes=grid_axes(grid, extents, dilations, steps, before))
        case Compare(_, left, right):
            names = names_in_number(left) | names_in_number(right)
            reads = frozenset({"h": "head"}.get(name, name) for name in names - _POSITIONS)
            labels = map(_labels_read, (*labels_in(left), *labels_in(right)))
            ends = (bound_facts(one.bound).input for one in (*ends_in(left), *ends_in(right)))
            inputs = tuple(dict.fromkeys((*labels, *(one for one in ends if one is not None))))
            return AtomFacts(
                form=Form.TEST,
                sides=frozenset(Side(name) for name in names & _POSITIONS),
                reads=reads | {one.name for one in inputs},
                inputs=inputs,
            )
        case _:
            assert_never(atom)


def _labels_read(label: Label) -> InputRead:
    return InputRead(label.input, InputKind.LABELS, label.block, label.side)


def _of_classes(
    sides: frozenset[Side], dilation: int, segment: int | None, block: int, reads: frozenset[str] = frozenset()
) -> AtomFacts:
    period = (dilation if segment is None or segment % dilation == 0 else segment) * block
    numbers = dilation * block, (segment or 1) * block
    by_distance = sides == _BOTH and segment is None and block == 1
    facts = AtomFacts(form=Form.CLASSES, sides=sides, reads=reads, numbers=numbers)
    return replace(facts, block=block, period=period, by_distance=by_distance)


def _of_blocks(block: int, reads: set[str]) -> AtomFacts:
    return AtomFacts(form=Form.SELECTION, sides=_BOTH, reads=frozenset(reads), block=block)


def block_sizes(selection: Selection) -> tuple[int, int]:
    """The queries and the keys of a selection's blocks."""
    return selection.block, selection.columns if isinstance(selection, Picked) else selection.block


def _names_of_offset(offset: Offset) -> frozenset[str]:
    match offset:
        case Fixed():
            return frozenset()
        case ByHead():
            return frozenset({"head"})
        case ByHeadBlock():
            return frozenset({"head", "heads"})
        case _:
            assert_never(offset)


def atom_of(literal: Mask) -> Mask:
    """A literal without its negation."""
    return literal.mask if isinstance(literal, Not) else literal


def form(literal: Mask) -> Form:
    """The form of a literal's atom; a union or an intersection within a clause is tested pair by pair."""
    atom = atom_of(literal)
    return Form.TEST if isinstance(atom, And | Or | Not) else atom_facts(atom).form


def names_in_number(expression: Expression) -> frozenset[str]:
    """Which of `q`, `k`, `n` and `h` an integer expression reads; a label reads the position of its side."""
    match expression:
        case Number():
            return frozenset()
        case Name(id_):
            return frozenset({id_})
        case Arithmetic(_, left, right):
            return names_in_number(left) | names_in_number(right)
        case Label(_, side) | BoundAt(_, side):
            return frozenset({side.value})
        case _:
            assert_never(expression)


def labels_in(expression: Expression) -> tuple[Label, ...]:
    """The labels that an integer expression reads."""
    return tuple(one for one in _leaves(expression) if isinstance(one, Label))


def ends_in(expression: Expression) -> tuple[BoundAt, ...]:
    """The ends of documents that an integer expression reads."""
    return tuple(one for one in _leaves(expression) if isinstance(one, BoundAt))


def _leaves(expression: Expression) -> Iterator[Expression]:
    match expression:
        case Arithmetic(_, left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case _:
            yield expression
