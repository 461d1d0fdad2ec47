"""Rules on where primitives may be used: inside or outside `blocks`, a single `topk`, one unit per input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from patternc.diagnostics import Findings, Related
from patternc.frontend import typed
from patternc.frontend.check.words import LIMITS
from patternc.frontend.lower import mask as lowered
from patternc.frontend.parser import snippet
from patternc.frontend.primitives import Box, Home, Primitive
from patternc.frontend.primitives.block_selections import TopK
from patternc.frontend.primitives.runtime_masks import Within
from patternc.ir.facts import Form, atom_facts, form
from patternc.ir.mask import AtLeast, Below, ByHeadBlock, Compare, Picked, Residue, SameResidue, TileOrder
from patternc.ir.traversal import atoms
from patternc.source import Span


@dataclass(frozen=True, slots=True)
class Placed:
    """A primitive and its context. `sizes`: the queries and the keys of a block; None outside `blocks`.

    `negated`: under `!` or to the right of `-`. `inside`: in `within`; `order`: in `tiles`. `beside`: the masks of the
    same blocks that are intersected with it.
    """

    primitive: Primitive
    span: Span
    sizes: tuple[int, int] | None = None
    negated: bool = False
    inside: bool = False
    order: TileOrder | None = None
    beside: tuple[typed.Mask, ...] = ()


def placed(mask: typed.Mask) -> Iterator[Placed]:
    """Every primitive of a mask."""
    match mask:
        case typed.Leaf(primitive, span):
            yield Placed(primitive, span)
        case typed.Blocks((rows, columns), inner, _, order):
            for one in placed(inner):
                own = one.sizes or (1, 1)
                yield replace(one, sizes=(rows * own[0], columns * own[1]), order=order)
        case typed.Within(documents, inner):
            yield from placed(documents)
            yield from (replace(one, inside=True) for one in placed(inner))
        case typed.Complement(inner):
            for one in placed(inner):
                yield replace(one, negated=True)
        case typed.Difference(kept, removed):
            for one in placed(kept):
                yield replace(one, beside=(*one.beside, *removed))
            for taken in removed:
                for one in placed(taken):
                    yield replace(one, negated=True)
        case typed.Intersection(masks):
            for place, part in enumerate(masks):
                for one in placed(part):
                    yield replace(one, beside=(*one.beside, *masks[:place], *masks[place + 1 :]))
        case typed.Union(masks):
            for part in masks:
                yield from placed(part)
        case _:
            assert_never(mask)


COUNTS_HEADS = (
    "reads the number of heads, which no comparison does",
    "write `offset=head`, or a `heads` block for each residue",
)
"""What is wrong with a residue by `head_block` where classes of positions become comparisons, and what to do."""


def of_branch(branch: typed.Branch) -> tuple[Placed, ...]:
    """Every primitive of a branch and of its `where`."""
    whole = typed.Intersection((branch.mask, *branch.where)) if branch.where else branch.mask
    return tuple(placed(whole))


def check_places(groups: Sequence[typed.Group], findings: Findings) -> None:
    """Report every primitive that is not allowed where it is used."""
    placeds = [one for group in groups for branch in group.branches for one in of_branch(branch)]
    for one in placeds:
        _home(one, findings)
    _choices([one for one in placeds if isinstance(one.primitive, TopK)], findings)
    _block_sizes(placeds, findings)


def _home(one: Placed, findings: Findings) -> None:
    word = one.primitive.word
    if one.primitive.home is Home.BLOCKS and one.sizes is None:
        message = f"`{word}` selects blocks and is only allowed inside `blocks`"
        text = snippet(findings.source, one.span)
        help_ = f"write blocks(64, {text})" if text.startswith(word) else f"write blocks(64, {one.primitive})"
        help_ += f"; keys of single queries: {LIMITS}"
        findings.error("P025", message, one.span, "outside `blocks`", help=help_)
    elif one.primitive.home is Home.POSITIONS and one.sizes is not None and not _of_tiles(one):
        holder = "blocks" if one.order is None or one.sizes[0] != one.order.cells else "tiles"
        message = f"`{word}` applies to cells of the grid and is not allowed inside `{holder}`"
        help_ = f"move it outside `{holder}`, joined with `&` or `|`"
        if holder == "tiles":
            help_ = "write `box` inside of `tiles(...)`: its extents then count tiles, not cells"
        findings.error("P025", message, one.span, f"inside `{holder}`", help=help_)
    elif isinstance(one.primitive, Within) and one.order is not None:
        message = "`within` counts positions of documents and is not allowed inside `tiles`"
        findings.error("P025", message, one.span, "inside `tiles`", help="write a branch for each of the two")
    elif isinstance(one.primitive, Within) and one.sizes is not None:
        message = "`within` counts positions of documents and is not allowed inside `blocks`"
        help_ = "write the blocks inside: within(@offsets, blocks(64, causal))"
        findings.error("P025", message, one.span, "inside `blocks`", help=help_)
    elif one.sizes is not None and one.sizes[0] != one.sizes[1]:
        _unlike_sizes(one, one.sizes, findings)
    if one.inside:
        _coordinates(one, findings)


def _of_tiles(one: Placed) -> bool:
    """Whether a primitive of a grid stands in tiles, and counts these."""
    whole = one.order is not None and one.sizes == (one.order.cells, one.order.cells)
    return whole and isinstance(one.primitive, Box) and one.primitive.grid == one.order.counts  # type: ignore[union-attr]


def _coordinates(one: Placed, findings: Findings) -> None:
    """Report what has no meaning in the coordinates of a document."""
    word, help_ = f"`{one.primitive}`", "write it outside, joined with `&`, `|` or `-`"
    for atom in atoms(lowered(typed.Leaf(one.primitive))):
        match atom:
            case Residue(offset=ByHeadBlock()):
                message, help_ = f"{word} {COUNTS_HEADS[0]} inside `within`", COUNTS_HEADS[1]
            case Compare() if one.sizes is not None and atom_facts(atom).inputs:
                message = f"{word} reads labels, which belong to positions, not to blocks of a document"
            case AtLeast() | Below() | Residue() | SameResidue() | Compare():
                if isinstance(atom, Compare) or not atom_facts(atom).inputs:
                    continue
                message = f"{word} counts positions of the whole sequence"
            case _:
                message = f"{word} lists blocks or cells of the whole sequence"
        findings.error("P025", message, one.span, "inside `within`", help=help_)
        return


def _unlike_sizes(one: Placed, sizes: tuple[int, int], findings: Findings) -> None:
    """Report what compares a block of queries with one of keys where the two are not of one size."""
    for atom in atoms(lowered(typed.Leaf(one.primitive))):
        facts = atom_facts(atom)
        if isinstance(atom, Picked) or (len(facts.sides) == 1) or not (facts.sides or "n" in facts.reads):
            continue
        rows, columns = sizes
        message = f"`{one.primitive}` compares blocks of {rows} queries with blocks of {columns} keys"
        help_ = f"write it outside, joined with `&`, `|` or `-`: blocks({rows} x {columns}, selected(@picks)) & causal"
        if not facts.sides:
            message = f"`{one.primitive}` reads `n`, which counts blocks of {rows} queries or of {columns} keys"
        elif facts.form is Form.SELECTION:
            message = f"`{one.primitive}` selects blocks of as many queries as keys, not {rows} x {columns}"
            help_ = "write it inside `blocks` of one size"
        findings.error("P025", message, one.span, f"in blocks of {rows} x {columns}", help=help_)
        return


# ---- topk ------------------------------------------------------------------------------------------------------------
def _choices(placeds: Sequence[Placed], findings: Findings) -> None:
    for second in placeds[1:]:
        related = (Related(placeds[0].span, "the first"),) if placeds[0].span != second.span else ()
        message = f"a pattern may use one `topk`, and this one has {len(placeds)}"
        help_ = "keep one of them; a `where` or a loop repeats it for every branch"
        findings.error("P031", message, second.span, "one too many", help=help_, related=related)
        return
    for one in placeds:
        if one.negated:
            message = "`topk` under `!` or to the right of `-` would select the blocks to exclude"
            findings.error("P031", message, one.span, "complemented", help="use `topk` for the blocks to attend to")
            continue
        for mask in one.beside:
            _candidates(mask, one, findings)


def _candidates(mask: typed.Mask, choice: Placed, findings: Findings) -> None:
    """Check that the masks intersected with a `topk`, its candidates, are contiguous key ranges."""
    for one in placed(mask):
        if any(form(atom) is not Form.RANGE for atom in atoms(lowered(typed.Leaf(one.primitive)))):
            message = (
                f"`{one.primitive}` is intersected with `topk`, whose candidates must be contiguous ranges of blocks"
            )
            related = (Related(choice.span, "the choice"),)
            help_ = "intersect it with window, segment, causal, first, last, global, document, padding or prefix"
            findings.error("P031", message, one.span, "not a contiguous key range", help=help_, related=related)


# ---- inputs ----------------------------------------------------------------------------------------------------------
def _block_sizes(placeds: Sequence[Placed], findings: Findings) -> None:
    """Report inputs used with two units: the last offset cannot be both n and a number of blocks."""
    first: dict[str, Placed] = {}
    for one in placeds:
        for name in one.primitive.inputs:
            before = first.setdefault(name, one)
            if (before.sizes or (1, 1)) != (one.sizes or (1, 1)):
                here, there = _unit(one), _unit(before)
                message = f"`@{name}` counts {there} and {here}"
                related = (Related(before.span, f"in {there}"),)
                help_ = "declare one input for each block size"
                findings.error("P033", message, one.span, f"in {here}", help=help_, related=related)


def _unit(one: Placed) -> str:
    rows, columns = one.sizes or (1, 1)
    if one.order is not None and rows == columns == one.order.cells:
        return f"tiles of {' x '.join(map(str, one.order.sizes))}"
    return "positions" if rows == columns == 1 else f"blocks of {rows if rows == columns else f'{rows} x {columns}'}"
