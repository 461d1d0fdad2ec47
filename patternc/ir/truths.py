"""Masks as truths about positions: mask IR to index expressions, for every language that tests pairs or blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from patternc.ir.bounds import may_leave
from patternc.ir.facts import atom_facts, document_ends
from patternc.ir.grid_axes import GridAxes
from patternc.ir.index import (
    Binary,
    CeilDiv,
    Cmp,
    Comparison,
    Expr,
    Negated,
    Num,
    Sign,
    Truth,
    Var,
    every,
    greatest,
    least,
    minus,
    over,
    plus,
    some,
    times,
)
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    BoundAt,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    InDocument,
    InEntries,
    InputBound,
    KnownBound,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfEntry,
    Offset,
    Or,
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

_SIGNS: dict[str, Sign] = {"+": "+", "-": "-", "*": "*", "//": "//", "%": "%"}
COMPARISONS: dict[str, Comparison] = {"==": "==", "<": "<"}
_Q, _K, _N, _HEAD, _HEADS = map(Var, ("q", "k", "n", "head", "heads"))


@dataclass(frozen=True, slots=True)
class Reading:
    """The values that truths of masks read.

    `query`, `key`: the least and the greatest position of each side; of two blocks a truth says whether all pairs of
    their positions fulfil the mask, and one with `swapped` ends whether any may. `n`, `head`, `heads`: the length of
    the sequence, the head and the number of heads of the model.
    """

    query: tuple[Expr, Expr] = (_Q, _Q)
    key: tuple[Expr, Expr] = (_K, _K)
    n: Expr = _N
    head: Expr = _HEAD
    heads: Expr = _HEADS

    def swapped(self) -> Reading:
        """The reading with the least and the greatest positions swapped."""
        return replace(self, query=self.query[::-1], key=self.key[::-1])

    def ends(self, side: Side) -> tuple[Expr, Expr]:
        """The least and the greatest position of a side."""
        return self.query if side is Side.QUERY else self.key

    def truth(self, mask: Mask) -> Truth:
        """Whether a mask holds of the positions."""
        query, key = self.query[0], self.key[0]
        match mask:
            case AtLeast(side, bound):
                return Cmp(">=", self.ends(side)[0], self.bound(bound, self.ends(side.other)[1]))
            case Below(side, bound):
                return Cmp("<", self.ends(side)[1], self.bound(bound, self.ends(side.other)[0]))
            case Residue(side, dilation, offset, segment, block):
                expression = self.residue(self.ends(side)[0], dilation, segment, block)
                return Cmp("==", expression, self.offset(offset, dilation))
            case SameResidue(dilation, segment, block):
                here, there = (self.residue(x, dilation, segment, block) for x in (query, key))
                return Cmp("==", here, there)
            case Random() | Table() | TopK() | Picked():
                return self.selected(mask)
            case Box():
                return self.near(atom_facts(mask).axes)
            case Compare():
                return self.compared(mask)
            case Not(inner):
                return Negated(self.swapped().truth(inner))
            case And(()) | Or(()):
                return self.constant(isinstance(mask, And))
            case And(masks):
                return every(*map(self.truth, masks))
            case Or(masks):
                return some(*map(self.truth, masks))
            case _:
                assert_never(mask)

    def constant(self, holds: bool) -> Truth:
        """A truth that holds of every pair, or of none, and has the extents of queries."""
        return Cmp("==" if holds else "!=", self.query[0], self.query[0])

    # ---- numbers -----------------------------------------------------------------------------------------------------
    def bound(self, bound: Bound, position: Expr) -> Expr:
        """The value of a bound where the other side is at a position."""
        match bound:
            case Constant(value):
                return Num(value)
            case FromEnd(value, 1):
                return plus(self.n, value)
            case FromEnd(value, period):
                return plus(times(CeilDiv(self.n, Num(period)), period), value)
            case RelativePosition(offset, shift, 1):
                return plus(position, offset + shift)
            case RelativePosition(offset, shift, period):
                return plus(times(over(plus(position, shift), period), period), offset)
            case InDocument(name, inner):
                start, end = (self.looked_up(one, position) for one in document_ends(name))
                own = replace(self, n=minus(end, start))
                return self.cut(inner, plus(start, own.bound(inner, minus(position, start))), start, end)
            case InEntries(inner, ratio):
                return over(self.bound(inner, position), ratio)
            case OfEntry(inner, ratio):
                return self.bound(inner, plus(times(position, ratio), ratio - 1))
            case _:
                return self.looked_up(bound, position)

    def cut(self, bound: KnownBound, position: Expr, start: Expr, end: Expr) -> Expr:
        """The position of a bound in a document, or the end of the document that it is beyond."""
        before, behind = may_leave(bound)
        position = greatest(position, start) if before else position
        return least(position, end) if behind else position

    def looked_up(self, bound: InputBound, position: Expr) -> Expr:
        """The position that an input gives the batch entry where the other side is at a position."""
        raise AssertionError(f"{bound} is read at {position} where there are no inputs")

    def label(self, label: Label, position: Expr) -> Expr:
        """The label that an input gives a position of its side in the batch entry."""
        raise AssertionError(f"{label} is read at {position} where there are no inputs")

    def document_end(self, end: BoundAt) -> Expr:
        """Where the document of a side's position starts, or ends."""
        return self.bound(end.bound, self.ends(end.side)[0])

    def residue(self, position: Expr, dilation: int, segment: int | None, block: int) -> Expr:
        """The residue class of a position, or of its block."""
        at = over(position, block)
        return Binary("%", at if segment is None else Binary("%", at, Num(segment)), Num(dilation))

    def offset(self, offset: Offset, dilation: int) -> Expr:
        """The residue class that a head attends to."""
        match offset:
            case Fixed(value):
                return Num(value)
            case ByHead():
                return Binary("%", self.head, Num(dilation))
            case ByHeadBlock():
                return Binary("//", self.head, CeilDiv(self.heads, Num(dilation)))
            case _:
                assert_never(offset)

    def number(self, expression: Expression) -> Expr:
        """An integer expression."""
        match expression:
            case Number(value):
                return Num(value)
            case Name(id_):
                return {"q": self.query[0], "k": self.key[0], "n": self.n, "h": self.head}[id_]
            case Arithmetic(operator, left, right):
                return Binary(_SIGNS[operator], self.number(left), self.number(right))
            case Label(_, side):
                return self.label(expression, self.ends(side)[0])
            case BoundAt():
                return self.document_end(expression)
            case _:
                assert_never(expression)

    # ---- atoms without ends ------------------------------------------------------------------------------------------
    def compared(self, mask: Compare) -> Truth:
        """A comparison; one without positions is joined to a truth that holds of every pair."""
        cmp = Cmp(COMPARISONS[mask.operator], self.number(mask.left), self.number(mask.right))
        return cmp if atom_facts(mask).sides else every(self.constant(True), cmp)

    def near(self, axes: GridAxes) -> Truth:
        """Whether a key is in the neighbourhood of a query, by comparisons.

        With i', j' counting cells within a class of L, the neighbourhood begins at min(max(i' - before, 0), L - e),
        where steps of several queries all have the i' of the first: j' is not before it if j' >= i' - before or
        j' >= L - e, and not behind if j' < i' - before + e or j' < e.
        """
        found: list[Truth] = []
        cells = axes[0].stride * axes[0].size
        for stride, size, extent, dilation, step, before in axes:
            i, j = (over(x, stride) for x in (self.query[0], self.key[0]))
            if stride * size < cells:
                i, j = (Binary("%", x, Num(size)) for x in (i, j))
            own = over(i, dilation) if step == 1 else Binary("*", over(over(i, dilation), step), Num(step))
            first, after = Binary("-", own, Num(before)), Num(extent)
            late: Expr = Num(size - extent)
            if dilation > 1:
                of_i, of_j = (Binary("%", x, Num(dilation)) for x in (i, j))
                found.append(Cmp("==", of_i, of_j))
                last = over(Binary("-", Num(size - 1), of_i), dilation)
                late = Binary("-", Binary("+", last, Num(1)), after)
            j = over(j, dilation)
            found.append(Negated(every(Cmp("<", j, first), Cmp("<", j, late))))
            found.append(some(Cmp("<", j, Binary("+", first, after)), Cmp("<", j, after)))
        return every(*found)

    def selected(self, selection: Selection) -> Truth:
        """Whether the blocks of a query and a key are selected."""
        raise AssertionError(f"{selection} is listed, never tested pair by pair")
