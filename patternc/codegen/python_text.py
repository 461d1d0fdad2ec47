"""Mask IR to Python text: positions, residues and predicates over the names `q`, `k`, `n`, `head` and `heads`.

The text uses operators only, so the names may hold integers or broadcasting integer tensors; a predicate over tensors
is a boolean tensor. Selections and boxes call functions that stand beside `_counts` in the generated file. Where a line
breaks is decided here too: generated files stand in the form of `ruff format`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import assert_never

from patternc.codegen.emit import Record
from patternc.codegen.filters import LINE_LENGTH as LINE_LENGTH
from patternc.ir.dump.masks import dump_expression
from patternc.ir.facts import names_in_number
from patternc.ir.interface import given_name
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Offset,
    Or,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Selection,
    Side,
    Table,
    TopK,
)


@dataclass(frozen=True, slots=True)
class Spelling:
    """The names of positions and inputs in printed expressions.

    `query`, `key`: the least and the greatest position a predicate is asked for; of two blocks it then says whether
    all pairs of positions hold it, and `swapped` whether any may. `batch`: the number an `{input}` gives a batch entry.
    `start`, `end`: where the document of position `{x}` begins and ends, of offsets `{input}` that count `{block}`s.
    `held`: the selections that objects `held_1`, `held_2`, ... hold; others call functions that stand beside `_counts`,
    but for `hashed`, the call for a `Random` with a threshold, where it is given.
    """

    query: tuple[str, str]
    key: tuple[str, str]
    batch: str
    start: str
    end: str
    held: tuple[Selection, ...] = ()
    hashed: str = ""

    @property
    def swapped(self) -> Spelling:
        """The same ends with the first and the last position swapped."""
        return replace(self, query=self.query[::-1], key=self.key[::-1])

    def ends(self, side: Side) -> tuple[str, str]:
        """The names of the first and the last position of a side."""
        return self.query if side is Side.QUERY else self.key


_FOUND = "torch.searchsorted({input}, {x}{blocks}, right=True)"

ENTRY = Spelling(
    ("q", "q"), ("k", "k"), "{input}", f"{{input}}[{_FOUND} - 1]{{times}}", f"{{input}}[{_FOUND}]{{times}}"
)
"""Inputs of one batch entry, as the caller gives them."""

TABLES = Spelling(("q", "q"), ("k", "k"), "{input}[batch]", "{input}[batch, 0, {x}]", "{input}[batch, 1, {x}]")
"""Inputs as kernels get them, the positions of both ends of each position's document in a table."""

BLOCKS = replace(TABLES, query=("q0", "q1"), key=("k0", "k1"))
"""The same for blocks of positions q0 to q1 and k0 to k1."""


def position_text(bound: Bound, x: str, n: str = "n", spelled: Spelling = ENTRY) -> str:
    """A bound as text, given the text of the other side's position.

    >>> position_text(RelativePosition(1), "q"), position_text(RelativePosition(8, 0, 8), "q")
    ('q + 1', 'q // 8 * 8 + 8')
    """
    match bound:
        case Constant(value):
            return str(value)
        case FromEnd(value, 1):
            return _plus(n, value)
        case FromEnd(value, period):
            return _plus(f"-(-{n} // {period}) * {period}", value)
        case OfBatch(name, scale):
            return spelled.batch.format(input=given_name(name)) + _times(scale)
        case OfDocument(name, end, block):
            words = spelled.end if end else spelled.start
            blocks = "" if block == 1 else f" // {block}"
            return words.format(input=given_name(name), x=x, block=block, blocks=blocks, times=_times(block))
        case RelativePosition(offset, shift, 1):
            return _plus(x, offset + shift)
        case RelativePosition(offset, shift, period):
            start = x if shift == 0 else f"({_plus(x, shift)})"
            return _plus(f"{start} // {period} * {period}", offset)
        case _:
            assert_never(bound)


def offset_text(offset: Offset, dilation: int, heads: str = "heads") -> str:
    """The residue a head attends to, over the names `head` and that of the number of heads."""
    match offset:
        case Fixed(value):
            return str(value)
        case ByHead():
            return f"head % {dilation}"
        case ByHeadBlock():
            return f"head // -(-{heads} // {dilation})"
        case _:
            assert_never(offset)


def truth_text(mask: Mask, spelled: Spelling = ENTRY) -> str:
    """A predicate on one line.

    >>> truth_text(And((Below(Side.KEY, RelativePosition(1)), Not(Residue(Side.KEY, 2, ByHead())))))
    '(k < q + 1) & ~(k % 2 == head % 2)'
    """
    match mask:
        case AtLeast(side, bound):
            own, other = spelled.ends(side)[0], spelled.ends(side.other)[1]
            return f"{own} >= {position_text(bound, other, spelled=spelled)}"
        case Below(side, bound):
            own, other = spelled.ends(side)[1], spelled.ends(side.other)[0]
            return f"{own} < {position_text(bound, other, spelled=spelled)}"
        case Residue(side, dilation, offset, segment, block):
            own = _residue(spelled.ends(side)[0], dilation, segment, block)
            return f"{own} == {offset_text(offset, dilation)}"
        case SameResidue(dilation, segment, block):
            query, key = (_residue(spelled.ends(side)[0], dilation, segment, block) for side in Side)
            return f"{query} == {key}"
        case Random() | Table() | TopK():
            return _selected(mask, spelled)
        case Box(grid, extents, dilations):
            return f"_boxed({spelled.query[0]}, {spelled.key[0]}, {grid}, {extents}, {dilations})"
        case Compare():
            return _compared(mask, spelled.query[0], spelled.key[0])
        case Not(inner):
            return f"~({truth_text(inner, spelled.swapped)})"
        case And() | Or():
            return _joined(mask, spelled)
        case _:
            assert_never(mask)


def _joined(mask: And | Or, spelled: Spelling) -> str:
    """Predicates joined by an operator; without any, a tensor that is true or false for every pair."""
    operands, sign = _operands(mask)
    if not operands:
        return f"{spelled.query[0]} {'==' if isinstance(mask, And) else '!='} {spelled.query[0]}"
    if len(operands) == 1:
        return truth_text(operands[0], spelled)
    return f" {sign} ".join(_enclosed(operand, spelled) for operand in operands)


@dataclass(frozen=True, slots=True)
class Assignment(Record):
    """`target = value`."""

    target: str
    value: str

    @property
    def line(self) -> str:
        """The statement on one line."""
        return f"{self.target} = {self.value}"


def assignments(mask: Mask, indent: int, target: str, spelled: Spelling = ENTRY) -> tuple[Assignment, ...]:
    """Assignments that give `target` a predicate, none longer than a line at an indentation.

    A longer predicate takes its operands one after the other, those that do not fit under names of their own:
    `ruff format` leaves such lines as they are, whatever they hold.
    """
    flat = Assignment(target, truth_text(mask, spelled))
    if indent + len(flat.line) <= LINE_LENGTH or not isinstance(mask, And | Or | Not):
        return (flat,)
    if isinstance(mask, Not):
        return (*assignments(mask.mask, indent, target, spelled.swapped), Assignment(target, f"~{target}"))
    operands, sign = _operands(mask)
    found = list(assignments(operands[0], indent, target, spelled))
    for number, operand in enumerate(operands[1:], 2):
        joined = Assignment(target, f"{target} {sign} {_enclosed(operand, spelled)}")
        if indent + len(joined.line) <= LINE_LENGTH:
            found.append(joined)
        else:
            name = f"{target}_{number}"
            found += [*assignments(operand, indent, name, spelled), Assignment(target, f"{target} {sign} {name}")]
    return tuple(found)


def number_text(expression: Expression, query: str = "q", key: str = "k") -> str:
    """An integer expression over `q`, `k`, `n` and `head`.

    >>> number_text(Arithmetic("*", Arithmetic("-", Name("q"), Name("k")), Number(2)))
    '(q - k) * 2'
    """
    return dump_expression(expression, {"q": query, "k": key, "h": "head"})


def table_name(table: Table) -> str:
    """The name of the function that returns a table's entries."""
    return f"_table_{sha256(repr(table).encode()).hexdigest()[:8]}"


def _selected(selection: Selection, spelled: Spelling) -> str:
    """Over functions that stand beside `_counts`; the selection is [H, rows, count] for all rows of the sequence."""
    query, key = spelled.query[0], spelled.key[0]
    row, column = f"{query} // {selection.block}", f"{key} // {selection.block}"
    match selection:
        case Random(block, seed, None, int(threshold)) if spelled.hashed:
            return spelled.hashed.format(query=query, key=key, block=block, seed=seed, threshold=threshold)
        case _ if selection in spelled.held:
            return f"held_{spelled.held.index(selection) + 1}.at({query}, {key})"
        case Random(block, seed, count, None):
            return f"_lowest({seed}, head, -(-n // {block}), {count}, {query}.device)[{row}, {column}]"
        case Random(_, seed, _, threshold):
            return f"_hashed({seed}, head, {row}, {column}) < {threshold}"
        case Table(heads=1):
            return f"{table_name(selection)}({query}.device)[0, {row}, {column}]"
        case Table():
            return f"{table_name(selection)}({query}.device)[head, {row}, {column}]"
        case TopK():
            return f"(given_selection[head, {row}] == ({column}).unsqueeze(-1)).any(-1)"
        case _:
            assert_never(selection)


def _compared(mask: Compare, query: str, key: str) -> str:
    """A comparison as text; one without positions is joined with a position test that always holds, to be a tensor."""
    text = f"{number_text(mask.left, query, key)} {mask.operator} {number_text(mask.right, query, key)}"
    alone = not (names_in_number(mask.left) | names_in_number(mask.right)) & {"q", "k"}
    return f"({query} == {query}) & ({text})" if alone else text


def _operands(mask: And | Or) -> tuple[tuple[Mask, ...], str]:
    """The operands with equal operators flattened, and the operator."""
    operands: list[Mask] = []
    for inner in mask.masks:
        if isinstance(inner, And | Or) and isinstance(inner, type(mask)) and inner.masks:
            operands += _operands(inner)[0]
        else:
            operands.append(inner)
    return tuple(operands), "&" if isinstance(mask, And) else "|"


def _enclosed(mask: Mask, spelled: Spelling) -> str:
    """The text as an operand of `&` or `|`, which bind tighter than comparisons."""
    return truth_text(mask, spelled) if isinstance(mask, Not) else f"({truth_text(mask, spelled)})"


def _residue(x: str, dilation: int, segment: int | None, block: int) -> str:
    x = x if block == 1 else f"{x} // {block}"
    return f"{x} % {dilation}" if segment is None else f"{x} % {segment} % {dilation}"


def _times(factor: int) -> str:
    return "" if factor == 1 else f" * {factor}"


def _plus(text: str, number: int) -> str:
    return text if number == 0 else f"{text} {'+' if number > 0 else '-'} {abs(number)}"
