"""Mask IR as readable text: whole patterns, and masks, whose parentheses and names a parser of tests reads back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import assert_never

from patternc.ir.mask import (
    Alibi,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bias,
    Bound,
    BoundAt,
    Box,
    Branch,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    InDocument,
    InEntries,
    Input,
    KeySource,
    KnownBound,
    Label,
    Layout,
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
    PairBias,
    Pattern,
    Picked,
    Random,
    RelativePosition,
    Residue,
    Ring,
    SameResidue,
    Score,
    Selection,
    Side,
    Sink,
    Softcap,
    Table,
    TileOrder,
    TopK,
)
from patternc.source import escaped

OR, AND, NOT, ATOM = range(4)
"""The precedence of a mask's text: an `or` inside an `and` is parenthesized, and a `not` applies to one atom."""


def dump_pattern(pattern: Pattern) -> str:
    """The text of a pattern, with one line per clause of its branches."""
    lines = [f"pattern {pattern.name}"]
    for group in pattern.groups:
        lines += indented(_group(group))
    lines += [f"  score {dump_score(score)}" for score in pattern.scores]
    lines += [f"  scale {pattern.scale}"] if pattern.scale is not None else []
    lines += [f"  require {requirement.expression}" for requirement in pattern.requirements]
    lines += [f"  {source_text(pattern.source)}"] if pattern.source is not None else []
    lines += [f"  {declaration(one)}" for one in pattern.inputs]
    lines += [f"  gates {', '.join(pattern.gates)}"] if pattern.gates else []
    if pattern.grid:
        lines += [f"  grid {' x '.join(map(str, pattern.grid))}", f"  layout {dump_layout(pattern.layout)}"]
    lines += ["  dropout"] if pattern.dropout else []
    lines += [f"  uncovered {pattern.uncovered.value}"]
    lines += [f"  {dump_ring(pattern.ring)}"] if pattern.ring is not None else []
    return "\n".join(lines) + "\n"


def declaration(given: Input) -> str:
    """An input as written in its declaration."""
    shape = ", ".join("heads" if size is None else str(size) for size in given.shape)
    return f"input {given.name}: {given.kind.value}{f'({shape})' if shape else ''}"


def source_text(source: KeySource | TileOrder) -> str:
    """A source as written in its declaration, or an order of tiles."""
    if isinstance(source, TileOrder):
        sizes, grid = (" x ".join(map(str, numbers)) for numbers in (source.sizes, source.grid))
        return f"# cells in tiles of {sizes}, of a grid of {grid}"
    where = f"ratio={source.ratio}" if source.ratio else f"at=@{source.at}" if source.at else ""
    return f"source {source.name}{f'({where})' if where else ''}"


def dump_layout(layout: Layout) -> str:
    """A layout as written in the language, which has no steps."""
    if not layout.sizes:
        return layout.curve.value
    steps = (f"steps=[{', '.join(map(str, layout.steps))}]",) if layout.steps else ()
    return f"{layout.curve.value}({', '.join((*map(str, layout.sizes), *steps))})"


def dump_ring(ring: Ring) -> str:
    """A ring as written in the language, with every argument."""
    arguments = f"ranks={ring.ranks}, layout={ring.layout.value}, transport={ring.transport.value}, nodes={ring.nodes}"
    return f"ring({arguments})"


def _group(group: HeadGroup) -> list[str]:
    lines = [f"heads {heads(group.heads)}: combine {group.combine.value}, divisor {group.divisor}"]
    for index, branch in enumerate(group.branches):
        lines += indented(_branch(index, branch))
    return lines


def _branch(index: int, branch: Branch) -> list[str]:
    times = f", {branch.multiplicity} times" if branch.multiplicity != 1 else ""
    clauses = branch.mask.masks if isinstance(branch.mask, And) and branch.mask.masks else (branch.mask,)
    return [f"branch {index}{times}", *(f"  {dump_mask(clause, AND)}" for clause in clauses)]


def heads(which: Heads) -> str:
    """The heads of a group as text."""
    match which:
        case HeadRange(start, stop):
            return f"{start}..{'' if stop is None else stop}"
        case HeadShare(index, count, extra_first):
            return f"share {index} of {count}, extra {'first' if extra_first else 'last'}"
        case _:
            assert_never(which)


def dump_score(score: Score) -> str:
    """A score modifier with its numbers."""
    match score:
        case Softcap(cap):
            return f"softcap({cap})"
        case Alibi(name):
            return f"alibi({name}[h])" if name else "alibi"
        case Bias(name, radius, ()):
            return f"bias({name}[h, clamp(k - q, {radius}) + {radius}])"
        case Bias(name):
            cells, reach = (" x ".join(map(str, sizes)) for sizes in (score.grid, score.radii))
            return f"bias({name} of cells of {cells}, up to {reach} apart)"
        case PairBias(name):
            return f"bias({name}[b, h, q, k])"
        case Sink(name):
            return f"sink({name}[h])"
        case _:
            assert_never(score)


def indented(lines: Iterable[str]) -> list[str]:
    """The lines, indented by one more level."""
    return [f"  {line}" for line in lines]


def dump_mask(mask: Mask, place: int = OR) -> str:
    """A mask on one line, in parentheses if its precedence is lower than `place`."""
    match mask:
        case AtLeast(side, bound):
            level, text = ATOM, f"{side.value} >= {dump_bound(bound, side.other)}"
        case Below(side, bound):
            level, text = ATOM, f"{side.value} < {dump_bound(bound, side.other)}"
        case Residue(side, dilation, offset, segment, block):
            level, text = ATOM, f"{_class(side, dilation, segment, block)} == {offset_words(offset, dilation)}"
        case SameResidue(dilation, segment, block):
            query, key = (_class(side, dilation, segment, block) for side in Side)
            level, text = ATOM, f"{query} == {key}"
        case Random() | Table() | TopK() | Picked():
            level, text = ATOM, _selection(mask)
        case Box(grid, extents, dilations, steps, before):
            more = f", step={list(steps)}, before={list(before)}" if steps else ""
            level, text = ATOM, f"box({list(extents)}, dilation={list(dilations)}{more}, grid={list(grid)})"
        case Compare(operator, left, right):
            level, text = ATOM, f"{dump_expression(left)} {operator} {dump_expression(right)}"
        case Not(inner):
            level, text = NOT, f"not {dump_mask(inner, ATOM)}" if _is_joint(inner) else f"not ({dump_mask(inner, OR)})"
        case And(()):
            level, text = ATOM, "true"
        case Or(()):
            level, text = ATOM, "false"
        case And((only,)) | Or((only,)):
            return dump_mask(only, place)
        case And(masks):
            level, text = AND, " and ".join(dump_mask(one, NOT) for one in masks)
        case Or(masks):
            level, text = OR, " or ".join(dump_mask(one, AND) for one in masks)
        case _:
            assert_never(mask)
    return text if level >= place else f"({text})"


def _is_joint(mask: Mask) -> bool:
    """Whether the text of a mask already has parentheses."""
    return isinstance(mask, (And, Or)) and len(mask.masks) > 1


def _selection(selection: Selection) -> str:
    """A selection of blocks (q // block, k // block)."""
    match selection:
        case Random(block, seed, count, None):
            return f"random({count}, seed={seed}, block={block})"
        case Random(block, seed, _, threshold):
            return f"random(threshold={threshold}, seed={seed}, block={block})"
        case Table(block, file):
            return f'table("{escaped(file)}", block={block})'
        case TopK(block, count):
            return f"topk({count}, block={block})"
        case Picked(name, owner, block, columns):
            return f"selected(@{name} by {owner.value}, block={block if block == columns else f'{block} x {columns}'})"
        case _:
            assert_never(selection)


_SUM, _PRODUCT, _FACTOR = range(3)  # the precedence of an expression's text


def dump_expression(expression: Expression, names: Mapping[str, str] = MappingProxyType({}), place: int = _SUM) -> str:
    """An integer expression, in parentheses if its precedence is lower than `place`.

    `names`: other names for `q`, `k` and `h`.
    """
    match expression:
        case Number(value):
            return str(value) if value >= 0 or place == _SUM else f"({value})"
        case Name(id_):
            return names.get(id_, id_)
        case Arithmetic(operator, left, right):
            level = _SUM if operator in "+-" else _PRODUCT
            first, second = dump_expression(left, names, level), dump_expression(right, names, level + 1)
            return f"{first} {operator} {second}" if level >= place else f"({first} {operator} {second})"
        case Label(name, side, block):
            position = names.get(side.value, side.value)
            return f"{name}[{position if block == 1 else f'{position} // {block}'}]"
        case BoundAt(bound, side):
            return dump_bound(bound, side)
        case _:
            assert_never(expression)


def dump_bound(bound: Bound, other: Side) -> str:
    """A bound as an expression of the other side's position."""
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
        case InDocument(name, known):
            return f"within({name}, {other.value}, {_coordinate(known, *_document(name, other))})"
        case OfEach(name, _, end, block):
            place = other.value if block == 1 else f"{other.value} // {block}"
            return f"{'high' if end else 'low'}({name}, {place}){_times(block)}"
        case RelativePosition(offset, shift, 1):
            return f"{other.value}{_signed(shift + offset)}"
        case RelativePosition(offset, shift, period):
            inner = f"({other.value}{_signed(shift)})" if shift else other.value
            return f"{inner} // {period} * {period}{_signed(offset)}"
        case InEntries(known, ratio):
            return f"entries({ratio}, {dump_bound(known, other)})"
        case OfEntry(known, ratio):
            return f"at_entry({ratio}, {dump_bound(known, other)})"
        case _:
            assert_never(bound)


def _document(name: str, side: Side) -> tuple[str, str, str]:
    """A side's position, and where its document starts and ends."""
    return side.value, f"start({name}, {side.value})", f"end({name}, {side.value})"


def _coordinate(bound: KnownBound, position: str, start: str, end: str) -> str:
    """A bound that counts from the start of a document."""
    match bound:
        case Constant(value):
            return f"{start}{_signed(value)}"
        case FromEnd(value, 1):
            return f"{end}{_signed(value)}"
        case FromEnd(value, period):
            return f"{start} + cdiv({end} - {start}, {period}) * {period}{_signed(value)}"
        case RelativePosition(offset, shift, period):
            return f"{start} + ({position} - {start}{_signed(shift)}) // {period} * {period}{_signed(offset)}"
        case _:
            assert_never(bound)


def _class(side: Side, dilation: int, segment: int | None, block: int) -> str:
    position = side.value if block == 1 else f"({side.value} // {block})"
    position = position if segment is None else f"({position} % {segment})"
    return f"{position} % {dilation}"


def offset_words(offset: Offset, dilation: int) -> str:
    """The residue of an offset rule as text."""
    match offset:
        case Fixed(value):
            return str(value)
        case ByHead():
            return f"h % {dilation}"
        case ByHeadBlock():
            return f"h // cdiv(H, {dilation})"
        case _:
            assert_never(offset)


def _signed(value: int) -> str:
    return "" if value == 0 else f" + {value}" if value > 0 else f" - {-value}"


def _times(factor: int) -> str:
    return "" if factor == 1 else f" * {factor}"
