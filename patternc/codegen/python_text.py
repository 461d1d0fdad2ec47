"""Masks as Python text: predicates over positions, which may be integers or broadcasting integer tensors.

A predicate over tensors is a boolean tensor. A long predicate is broken into several statements: generated files stand
in the form of `ruff format`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from patternc.codegen.emit import Record
from patternc.ir import index as ix
from patternc.ir.bounds import may_leave
from patternc.ir.facts import bound_facts
from patternc.ir.index import ZERO, Apply, Expr, Holds, Lookup, Num, Pack, Truth, Var, times
from patternc.ir.index_text import ATOM, COMPARISON, Printer
from patternc.ir.inputs import input_facts
from patternc.ir.interface import given_name
from patternc.ir.lines import LINE_LENGTH, Line, flat
from patternc.ir.mask import (
    Bound,
    BoundAt,
    InputBound,
    KnownBound,
    Label,
    Mask,
    Offset,
    Random,
    Selection,
    Table,
)
from patternc.ir.truths import Reading


# ---- what predicates read --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TensorReading(Reading):
    """The reading of predicates over tensors.

    `entry`: the batch entry that inputs are read of, as kernels get them: the positions of both ends of each position's
    document in a table. `integers`: a length is read as a number. `held`: the selections that objects `held_1`,
    `held_2`, ... hold.
    """

    entry: Expr = ZERO
    integers: bool = False
    held: tuple[Selection, ...] = ()

    def cut(self, bound: KnownBound, position: Expr, start: Expr, end: Expr) -> Expr:
        match may_leave(bound):
            case (True, True):
                return Apply("cut_to", (position, start, end))
            case (True, False):
                return Apply("at_least", (position, start))
            case (False, True):
                return Apply("at_most", (position, end))
            case _:
                return position

    def document_end(self, end: BoundAt) -> Expr:
        return Apply("long", (Reading.document_end(self, end),))

    def looked_up(self, bound: InputBound, position: Expr) -> Expr:
        facts = bound_facts(bound)
        assert facts.input is not None
        name = given_name(facts.input.name)
        if facts.by_position:
            lines = (Num(facts.line),) if input_facts(facts.input.kind).cuts else ()
            return Lookup(name, Pack((self.entry, *lines, position)))
        lookup = Lookup(name, self.entry)
        return times(Apply("int", (lookup,)) if self.integers else lookup, facts.input.unit)

    def label(self, label: Label, position: Expr) -> Expr:
        return Lookup(given_name(label.input), Pack((self.entry, position)))

    def selected(self, selection: Selection) -> Truth:
        query, key = self.query[0], self.key[0]
        match selection:
            case Random(block, seed, None, threshold):
                numbers = Num(block), Num(seed), Num(threshold or 0)
                return Holds(Apply("picked", (query, key, *numbers, self.head)))
            case _:
                return Holds(Apply("held_at", (Var(f"held_{self.held.index(selection) + 1}"), query, key)))


PLAIN = Reading()
"""Bounds and truths that read no inputs."""

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
        "at_least": "({0}).clamp_min({1})",
        "at_most": "({0}).clamp_max({1})",
        "cut_to": "({0}).clamp({1}, {2})",
        "long": "{0}.long()",
        "cut": "{0}.long().clamp(0, 2**40)",
        "expanded": "{0}.expand({1}, -1, -1)",
        "repeated": "{0}.repeat({1})",
        "stacked": "torch.stack([{0}, {1}, {2}, {3}])",
        "columns_of": "{0}[:, {1}]",
        "picked_of": "({0})[{1}]",
    },
)


def position_text(bound: Bound, x: str, reading: Reading = PLAIN) -> str:
    """A bound as text, given the name of the other side's position.

    >>> position_text(RelativePosition(1), "q"), position_text(RelativePosition(8, 0, 8), "q")
    ('q + 1', 'q // 8 * 8 + 8')
    """
    return TENSORS.text(reading.bound(bound, Var(x)))


def offset_text(offset: Offset, dilation: int, heads: str = "heads") -> str:
    """The residue a head attends to, over the names `head` and that of the number of heads."""
    return TENSORS.text(Reading(heads=Var(heads)).offset(offset, dilation))


def truth_text(mask: Mask, reading: Reading = PLAIN) -> str:
    """A predicate on one line.

    >>> truth_text(And((Below(Side.KEY, RelativePosition(1)), Not(Residue(Side.KEY, 2, ByHead())))))
    '(k < q + 1) & ~(k % 2 == head % 2)'
    """
    return TENSORS.text(reading.truth(mask))


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
    assigneds = TENSORS.named(target, truth, LINE_LENGTH - indent)
    return tuple(Assignment(one.target, flat(one.value)) for one in assigneds)
