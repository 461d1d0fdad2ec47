"""Mask IR and kernel IR as readable text: one clause a line, for people and for stage goldens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from patternc.kernel_ir import DENSE, ClassActive, EveryClass, Kernel, KernelGroup, Lattice, LatticeOffset, Piece, Sweep
from patternc.mask_ir import (
    Alibi,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bias,
    Bound,
    Box,
    Branch,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    Follow,
    FromEnd,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    Input,
    Layout,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Pattern,
    Random,
    Residue,
    SameResidue,
    Score,
    Selection,
    Side,
    Sink,
    Softcap,
    Table,
    TopK,
)

# How tightly a mask's text binds: an `or` inside an `and` stands in parentheses, a `not` takes one atom.
_OR, _AND, _NOT, _ATOM = range(4)


# ---- mask IR -------------------------------------------------------------------------------------------------------
def dump_pattern(pattern: Pattern) -> str:
    """A pattern, one line for each clause that its branches join."""
    lines = [f"pattern {pattern.name}"]
    for group in pattern.groups:
        lines += _indented(_group(group))
    lines += [f"  score {_score(score)}" for score in pattern.scores]
    lines += [f"  scale {pattern.scale}"] if pattern.scale is not None else []
    lines += [f"  require {requirement.expression}" for requirement in pattern.requirements]
    lines += [f"  {declaration(one)}" for one in pattern.inputs]
    if pattern.grid:
        lines += [f"  grid {' x '.join(map(str, pattern.grid))}", f"  layout {dump_layout(pattern.layout)}"]
    lines += ["  dropout"] if pattern.dropout else []
    lines += [f"  uncovered {pattern.uncovered.value}"]
    return "\n".join(lines) + "\n"


def dump_mask(mask: Mask) -> str:
    """A mask on one line, over q, k, h, n and H (the number of heads)."""
    return _mask(mask, _OR)


def declaration(given: Input) -> str:
    """An input, as it is declared."""
    shape = ", ".join("heads" if size is None else str(size) for size in given.shape)
    return f"input {given.name}: {given.kind.value}{f'({shape})' if shape else ''}"


def dump_layout(layout: Layout) -> str:
    """A layout, as it is written."""
    return f"{layout.curve.value}({', '.join(map(str, layout.sizes))})" if layout.sizes else layout.curve.value


def _group(group: HeadGroup) -> list[str]:
    lines = [f"heads {heads(group.heads)}: combine {group.combine.value}, divisor {group.divisor}"]
    for index, branch in enumerate(group.branches):
        lines += _indented(_branch(index, branch))
    return lines


def _branch(index: int, branch: Branch) -> list[str]:
    times = f", {branch.multiplicity} times" if branch.multiplicity != 1 else ""
    clauses = branch.mask.masks if isinstance(branch.mask, And) and branch.mask.masks else (branch.mask,)
    return [f"branch {index}{times}", *(f"  {_mask(clause, _AND)}" for clause in clauses)]


def heads(which: Heads) -> str:
    """The heads a group runs."""
    match which:
        case HeadRange(start, stop):
            return f"{start}..{'' if stop is None else stop}"
        case HeadShare(index, count, extra_first):
            return f"share {index} of {count}, extra {'first' if extra_first else 'last'}"
        case _:
            assert_never(which)


def _score(score: Score) -> str:
    match score:
        case Softcap(cap):
            return f"softcap({cap})"
        case Alibi():
            return "alibi"
        case Bias(name, radius):
            return f"bias({name}[h, clamp(k - q, {radius}) + {radius}])"
        case Sink(name):
            return f"sink({name}[h])"
        case _:
            assert_never(score)


def _mask(mask: Mask, place: int) -> str:
    """The mask's text, in parentheses when it binds less tightly than its `place` asks for."""
    match mask:
        case AtLeast(side, bound):
            level, text = _ATOM, f"{side.value} >= {dump_bound(bound, side.other)}"
        case Below(side, bound):
            level, text = _ATOM, f"{side.value} < {dump_bound(bound, side.other)}"
        case Residue(side, dilation, offset, segment, block):
            level, text = _ATOM, f"{_class(side, dilation, segment, block)} == {_offset(offset, dilation)}"
        case SameResidue(dilation, segment, block):
            query, key = (_class(side, dilation, segment, block) for side in Side)
            level, text = _ATOM, f"{query} == {key}"
        case Random() | Table() | TopK():
            level, text = _ATOM, _selection(mask)
        case Box(grid, extents, dilations):
            level, text = _ATOM, f"box({list(extents)}, dilation={list(dilations)}, grid={list(grid)})"
        case Compare(operator, left, right):
            level, text = _ATOM, f"{dump_expression(left)} {operator} {dump_expression(right)}"
        case Not(inner):
            level, text = _NOT, f"not {_mask(inner, _ATOM)}" if _is_joint(inner) else f"not ({_mask(inner, _OR)})"
        case And(()):
            level, text = _ATOM, "true"
        case Or(()):
            level, text = _ATOM, "false"
        case And((only,)) | Or((only,)):
            return _mask(only, place)
        case And(masks):
            level, text = _AND, " and ".join(_mask(one, _NOT) for one in masks)
        case Or(masks):
            level, text = _OR, " or ".join(_mask(one, _AND) for one in masks)
        case _:
            assert_never(mask)
    return text if level >= place else f"({text})"


def _selection(selection: Selection) -> str:
    """A choice among the blocks (q // block, k // block)."""
    match selection:
        case Random(block, seed, count, None):
            return f"random({count}, seed={seed}, block={block})"
        case Random(block, seed, _, threshold):
            return f"random(threshold={threshold}, seed={seed}, block={block})"
        case Table(block, file):
            return f'table("{file}", block={block})'
        case TopK(block, count):
            return f"topk({count}, block={block})"
        case _:
            assert_never(selection)


_SUM, _PRODUCT, _FACTOR = range(3)  # how tightly an expression's text binds


def dump_expression(expression: Expression, place: int = _SUM) -> str:
    """An integer expression, in parentheses when it binds less tightly than its place asks for."""
    match expression:
        case Number(value):
            return str(value) if value >= 0 or place == _SUM else f"({value})"
        case Name(id_):
            return id_
        case Arithmetic(operator, left, right):
            level = _SUM if operator in "+-" else _PRODUCT
            text = f"{dump_expression(left, level)} {operator} {dump_expression(right, level + 1)}"
            return text if level >= place else f"({text})"
        case _:
            assert_never(expression)


def _is_joint(mask: Mask) -> bool:
    """Whether the mask's text gets its parentheses anyway."""
    return isinstance(mask, (And, Or)) and len(mask.masks) > 1


def dump_bound(bound: Bound, other: Side) -> str:
    """A bound, as a function of the other side's position."""
    match bound:
        case Constant(value):
            return str(value)
        case FromEnd(value, 1):
            return f"n{_signed(value)}"
        case FromEnd(value, period):
            return f"cdiv(n, {period}) * {period}{_signed(value)}"
        case OfBatch(name, scale):
            return f"{name}[batch]{_times(scale)}"
        case OfDocument(name, end, block):
            place = other.value if block == 1 else f"{other.value} // {block}"
            return f"{'end' if end else 'start'}({name}, {place}){_times(block)}"
        case Follow(offset, shift, 1):
            return f"{other.value}{_signed(shift + offset)}"
        case Follow(offset, shift, period):
            inner = f"({other.value}{_signed(shift)})" if shift else other.value
            return f"{inner} // {period} * {period}{_signed(offset)}"
        case _:
            assert_never(bound)


def _signed(value: int) -> str:
    return "" if value == 0 else f" + {value}" if value > 0 else f" - {-value}"


def _times(factor: int) -> str:
    return "" if factor == 1 else f" * {factor}"


def _class(side: Side, dilation: int, segment: int | None, block: int) -> str:
    position = side.value if block == 1 else f"({side.value} // {block})"
    position = position if segment is None else f"({position} % {segment})"
    return f"{position} % {dilation}"


def _offset(offset: LatticeOffset, dilation: int) -> str:
    match offset:
        case Fixed(value):
            return str(value)
        case ByHead():
            return f"h % {dilation}"
        case ByHeadBlock():
            return f"h // cdiv(H, {dilation})"
        case EveryClass():
            return "every class"
        case _:
            assert_never(offset)


# ---- kernel IR -----------------------------------------------------------------------------------------------------
def dump_kernel(kernel: Kernel) -> str:
    """A scheduled pattern: groups, softmaxes, sweeps, pieces."""
    lines = [f"kernel {kernel.pattern.name}"]
    for group in kernel.groups:
        lines += _indented(_kernel_group(group))
    return "\n".join(lines) + "\n"


def _kernel_group(group: KernelGroup) -> list[str]:
    lines = [f"heads {heads(group.heads)}: {group.lowering.value}, {group.combine.value}, divisor {group.divisor}"]
    for softmax in group.softmaxes:
        lines.append(f"  softmax of branches {', '.join(str(branch) for branch in softmax.branches)}")
        for sweep in (*softmax.queries, *softmax.keys):
            lines += _indented(_indented(_sweep(sweep)))
    return lines


def _sweep(sweep: Sweep) -> list[str]:
    side = "queries" if sweep.side is Side.QUERY else "keys"
    order = "" if sweep.order is None else f", cells in {dump_layout(sweep.order)} order"
    lines = [f"{side} of {_lattice(sweep.rows)}{order}"]
    for piece in sweep.pieces:
        lines += _indented(_piece(piece, sweep.side))
    return lines


def _piece(piece: Piece, side: Side) -> list[str]:
    times = f", {piece.multiplicity} times" if piece.multiplicity != 1 else ""
    column, row = side.other.value, side.value
    lines = [f"branch {piece.branch}{times}: columns {_lattice(piece.columns)}"]
    lines += [f"  {column} >= {dump_bound(bound, side)}" for bound in piece.lows]
    lines += [f"  {column} < {dump_bound(bound, side)}" for bound in piece.highs]
    lines += [f"  rows {row} >= {dump_bound(bound, side.other)}" for bound in piece.row_lows]
    lines += [f"  rows {row} < {dump_bound(bound, side.other)}" for bound in piece.row_highs]
    lines += [f"  if {_active(active)}" for active in piece.active]
    if piece.listing is not None:
        literals = " and ".join(_mask(mask, _NOT) for mask in piece.listing.literals)
        lines.append(f"  listed by blocks of {piece.listing.block}: {literals or 'true'}")
    lines += [f"  test {_mask(mask, _OR)}" for mask in piece.residual]
    return lines


def _active(active: ClassActive) -> str:
    block = "row class" if active.block == 1 else f"row class // {active.block}"
    place = block if active.segment is None else f"({block} % {active.segment})"
    return f"{place} % {active.dilation} == {_offset(active.offset, active.dilation)}"


def _lattice(lattice: Lattice) -> str:
    if lattice == DENSE:
        return "all positions"
    unit = "" if lattice.block == 1 else f" blocks of {lattice.block}"
    where = "the sequence" if lattice.segment is None else f"segments of {lattice.segment}"
    where += f" in{unit}" if unit else ""
    if lattice.dilation == 1 and lattice.offset == Fixed(0):
        return where
    return f"{where}, {_offset(lattice.offset, lattice.dilation)} mod {lattice.dilation}"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]
