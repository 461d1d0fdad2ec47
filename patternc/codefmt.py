"""Mask IR to Python text: positions, residues and predicates over the names `q`, `k`, `n`, `head` and `heads`.

The text uses operators only, so the names may hold integers or broadcasting integer tensors; a predicate over tensors
is a boolean tensor. Where a line breaks is decided here too: generated files stand in the form of `ruff format`.
"""

from __future__ import annotations

from typing import assert_never

from patternc.mask_ir import (
    And,
    AtLeast,
    Below,
    Bound,
    ByHead,
    ByHeadBlock,
    Constant,
    Fixed,
    Follow,
    FromEnd,
    Mask,
    Not,
    Offset,
    Or,
    Residue,
    SameResidue,
    Side,
)

LINE_LENGTH = 120


def position_text(bound: Bound, x: str, n: str = "n") -> str:
    """The position a bound stands for, given the text of the other side's position.

    >>> position_text(Follow(1), "q"), position_text(Follow(8, 0, 8), "q")
    ('q + 1', 'q // 8 * 8 + 8')
    """
    match bound:
        case Constant(value):
            return str(value)
        case FromEnd(value):
            return _plus(n, value)
        case Follow(offset, shift, 1):
            return _plus(x, offset + shift)
        case Follow(offset, shift, period):
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


def truth_text(mask: Mask) -> str:
    """A predicate on one line.

    >>> truth_text(And((Below(Side.KEY, Follow(1)), Not(Residue(Side.KEY, 2, ByHead())))))
    '(k < q + 1) & ~(k % 2 == head % 2)'
    """
    match mask:
        case AtLeast(side, bound):
            return f"{side.value} >= {position_text(bound, side.other.value)}"
        case Below(side, bound):
            return f"{side.value} < {position_text(bound, side.other.value)}"
        case Residue(side, dilation, offset, segment):
            return f"{_residue(side, dilation, segment)} == {offset_text(offset, dilation)}"
        case SameResidue(dilation, segment):
            return f"{_residue(Side.QUERY, dilation, segment)} == {_residue(Side.KEY, dilation, segment)}"
        case Not(inner):
            return f"~({truth_text(inner)})"
        case And(()):
            return "q == q"
        case Or(()):
            return "q != q"
        case And() | Or():
            operands, sign = _operands(mask)
            return truth_text(operands[0]) if len(operands) == 1 else f" {sign} ".join(map(_enclosed, operands))
        case _:
            assert_never(mask)


def truth_lines(mask: Mask, indent: int, target: str) -> tuple[str, ...]:
    """Assignments at an indentation that give `target` a predicate; one line where it fits.

    A longer predicate takes its operands one after the other, those that do not fit under names of their own:
    `ruff format` leaves such lines as they are, whatever they hold.
    """
    blank = " " * indent
    flat = f"{blank}{target} = {truth_text(mask)}"
    if len(flat) <= LINE_LENGTH or not isinstance(mask, And | Or | Not):
        return (flat,)
    if isinstance(mask, Not):
        return (*truth_lines(mask.mask, indent, target), f"{blank}{target} = ~{target}")
    operands, sign = _operands(mask)
    lines = list(truth_lines(operands[0], indent, target))
    for number, operand in enumerate(operands[1:], 2):
        joined = f"{blank}{target} = {target} {sign} {_enclosed(operand)}"
        if len(joined) <= LINE_LENGTH:
            lines.append(joined)
        else:
            name = f"{target}_{number}"
            lines += [*truth_lines(operand, indent, name), f"{blank}{target} = {target} {sign} {name}"]
    return tuple(lines)


def names_in(mask: Mask) -> frozenset[str]:
    """Which of `head`, `heads` and `n` the text of a predicate reads."""
    match mask:
        case AtLeast(_, bound) | Below(_, bound):
            return frozenset({"n"} if isinstance(bound, FromEnd) else ())
        case Residue(_, _, ByHead(), _):
            return frozenset({"head"})
        case Residue(_, _, ByHeadBlock(), _):
            return frozenset({"head", "heads"})
        case Residue() | SameResidue():
            return frozenset()
        case Not(inner):
            return names_in(inner)
        case And(masks) | Or(masks):
            return frozenset().union(*(names_in(inner) for inner in masks))
        case _:
            assert_never(mask)


def _operands(mask: And | Or) -> tuple[tuple[Mask, ...], str]:
    """The operands with equal operators flattened, and the operator."""
    operands: list[Mask] = []
    for inner in mask.masks:
        if isinstance(inner, And | Or) and isinstance(inner, type(mask)) and inner.masks:
            operands += _operands(inner)[0]
        else:
            operands.append(inner)
    return tuple(operands), "&" if isinstance(mask, And) else "|"


def _enclosed(mask: Mask) -> str:
    """The text as an operand of `&` or `|`, which bind tighter than comparisons."""
    return truth_text(mask) if isinstance(mask, Not) else f"({truth_text(mask)})"


def _residue(side: Side, dilation: int, segment: int | None) -> str:
    return f"{side.value} % {dilation}" if segment is None else f"{side.value} % {segment} % {dilation}"


def _plus(text: str, number: int) -> str:
    return text if number == 0 else f"{text} {'+' if number > 0 else '-'} {abs(number)}"
