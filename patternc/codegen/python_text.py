"""Masks as Python text: predicates over positions, which may be integers or broadcasting integer tensors.

A predicate over tensors is a boolean tensor. Selections and boxes call functions that stand beside `_counts` in the
generated file. A long predicate is broken into several statements: generated files stand in the form of `ruff format`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from patternc.codegen.emit import Record
from patternc.ir import index as ix
from patternc.ir.index import Apply, CeilDiv, Cmp, Expr, Holds, Lookup, Num, Pack, Truth, Var, minus, over, times
from patternc.ir.index_text import ATOM, COMPARISON, Printer
from patternc.ir.lines import LINE_LENGTH, Line, flat
from patternc.ir.mask import Bound, Expression, Mask, Offset, Random, Selection, Table, TopK
from patternc.ir.truths import Reading


# ---- what predicates read --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TensorReading(Reading):
    """The reading of predicates over tensors.

    `entry`: the batch entry that inputs are read of, as kernels get them: the positions of both ends of each position's
    document in a table; None: inputs are those of one entry, as the caller gives them. `integers`: a length is read as
    a number. `held`: the selections that objects `held_1`, `held_2`, ... hold; `hashed`: the function of a `Random`
    with a threshold; others call functions that stand beside `_counts`.
    """

    entry: Expr | None = None
    integers: bool = False
    held: tuple[Selection, ...] = ()
    hashed: str = ""

    def length(self, name: str) -> Expr:
        if self.entry is None:
            return Var(name)
        found = Lookup(name, self.entry)
        return Apply("int", (found,)) if self.integers else found

    def document(self, name: str, end: bool, position: Expr, block: int) -> Expr:
        if self.entry is not None:
            return Lookup(name, Pack((self.entry, Num(int(end)), position)))
        place = Apply("searched", (Var(name), over(position, block)))
        return times(Lookup(name, place if end else minus(place, 1)), block)

    def selected(self, selection: Selection) -> Truth:
        """The selection is [H, rows, count] for all rows of the sequence."""
        query, key, block = self.query[0], self.key[0], selection.block
        row, column = (over(x, block) for x in (query, key))
        match selection:
            case Random(_, seed, None, int(threshold)) if self.hashed:
                return Holds(Apply(self.hashed, (query, key, Num(block), Num(seed), Num(threshold), self.head)))
            case _ if selection in self.held:
                return Holds(Apply("held_at", (Var(f"held_{self.held.index(selection) + 1}"), query, key)))
            case Random(_, seed, count, threshold) if threshold is None:
                numbers = Num(seed), self.head, CeilDiv(self.n, Num(block)), Num(count or 0)
                return entry_of(Apply("lowest", (*numbers, Apply("device", (query,)))), row, column)
            case Random(_, seed, _, threshold):
                return Cmp("<", Apply("hashed", (Num(seed), self.head, row, column)), Num(threshold or 0))
            case Table(heads=count):
                head = Num(0) if count == 1 else self.head
                return entry_of(table_of(selection, Apply("device", (query,))), head, row, column)
            case TopK():
                return among(Lookup("given_selection", Pack((self.head, row))), column)


ENTRY = TensorReading()
"""Inputs of one batch entry, as the caller gives them."""

TABLES = TensorReading(entry=Var("batch"))
"""Inputs of all batch entries."""

BLOCKS = replace(TABLES, query=(Var("q0"), Var("q1")), key=(Var("k0"), Var("k1")))
"""The same for blocks of positions q0 to q1 and k0 to k1."""


def table_name(table: Table) -> str:
    """The name of the function that returns a table's entries."""
    return f"_table_{sha256(repr(table).encode()).hexdigest()[:8]}"


def table_of(table: Table, device: Expr) -> Expr:
    """The entries of a table."""
    return Apply(table_name(table).removeprefix("_"), (device,))


def entry_of(table: Expr, *places: Expr) -> Truth:
    """An entry of a table of truths."""
    return Holds(Apply("entry", (table, Pack(places))))


def among(chosen: Expr, column: Expr) -> Truth:
    """Whether a column is among those that a selection has for a row."""
    return Holds(Apply("among_chosen", (chosen, column)))


# ---- how they are written --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TensorPrinter(Printer):
    """The spelling of expressions over tensors: `&`, `|` and `~` bind more tightly than comparisons."""

    def line(self, index: ix.Index) -> Line:
        match index:
            case ix.Negated(inner):
                return ("~", *self.enclosed(inner, ATOM))
            case _:
                return Printer.line(self, index)

    def strength(self, index: ix.Index) -> int:
        match index:
            case ix.Negated():
                return ATOM
            case Holds(Apply()):
                return COMPARISON
            case _:
                return Printer.strength(self, index)


TENSORS = TensorPrinter(
    both=" & ",
    either=" | ",
    within=ATOM,
    prefix="_",
    spelled={
        "int": "int({0})",
        "device": "{0}.device",
        "searched": "torch.searchsorted({0}, {1}, right=True)",
        "held_at": "{0}.at({1}, {2})",
        "entry": "{0}[{1}]",
        "among_chosen": "({0} == ({1}).unsqueeze(-1)).any(-1)",
        "start": "{0}.start",
        "stop": "{0}.stop",
        "range": "range({0})",
        "len": "len({0})",
        "entries": "{0}.shape[0]",
        "counted": "torch.arange({0}, {1}, device={2})",
        "full_like": "torch.full_like({0}, {1})",
        "maximum": "torch.maximum({0}, {1})",
        "minimum": "torch.minimum({0}, {1})",
        "at_most": "({0}).clamp_max({1})",
        "expanded": "{0}.expand({1}, -1, -1)",
        "repeated": "{0}.repeat({1})",
        "stacked": "torch.stack([{0}, {1}, {2}, {3}])",
        "columns_of": "{0}[:, {1}]",
        "picked_of": "({0})[{1}]",
    },
)


def position_text(bound: Bound, x: str, reading: Reading = ENTRY) -> str:
    """A bound as text, given the name of the other side's position.

    >>> position_text(RelativePosition(1), "q"), position_text(RelativePosition(8, 0, 8), "q")
    ('q + 1', 'q // 8 * 8 + 8')
    """
    return TENSORS.text(reading.bound(bound, Var(x)))


def offset_text(offset: Offset, dilation: int, heads: str = "heads") -> str:
    """The residue a head attends to, over the names `head` and that of the number of heads."""
    return TENSORS.text(replace(ENTRY, heads=Var(heads)).offset(offset, dilation))


def truth_text(mask: Mask, reading: Reading = ENTRY) -> str:
    """A predicate on one line.

    >>> truth_text(And((Below(Side.KEY, RelativePosition(1)), Not(Residue(Side.KEY, 2, ByHead())))))
    '(k < q + 1) & ~(k % 2 == head % 2)'
    """
    return TENSORS.text(reading.truth(mask))


def number_text(expression: Expression) -> str:
    """An integer expression over `q`, `k`, `n` and `head`.

    >>> number_text(Arithmetic("*", Arithmetic("-", Name("q"), Name("k")), Number(2)))
    '(q - k) * 2'
    """
    return TENSORS.text(ENTRY.number(expression))


# ---- predicates in several statements --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Assignment(Record):
    """`target = value`."""

    target: str
    value: str

    @property
    def line(self) -> str:
        """The statement on one line."""
        return f"{self.target} = {self.value}"


def assignments(truth: Truth, indent: int, target: str) -> tuple[Assignment, ...]:
    """Assignments that give `target` a predicate, none longer than a line at an indentation.

    A longer predicate takes its operands one after the other, those that do not fit under names of their own:
    `ruff format` leaves such lines as they are, whatever they hold.
    """
    found = TENSORS.named(target, truth, LINE_LENGTH - indent)
    return tuple(Assignment(one.target, flat(one.value)) for one in found)
