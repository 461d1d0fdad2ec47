"""Walks to the text of `_runs`: one loop nest a piece, and the functions that give its bounds and residual."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.block_lists.listings import Listed, is_hashed, listed, tested
from patternc.codegen.line_breaks import bracketed
from patternc.codegen.provenance import held_heads, place
from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.torch.loops import Loops, by_cells, listed_loops, near_name, order_text, piece_loops
from patternc.codegen.torch.predicates import (
    CAUSAL,
    EVERYTHING,
    BoundsFunction,
    Names,
    ResidualFunction,
    bounds_function,
    documents_function,
    names,
    residual_function,
)
from patternc.codegen.torch.selection_tables import held, held_by, masks_of
from patternc.codegen.torch.walks import Walk, walk, words
from patternc.ir.kernel import Kernel, KernelGroup, Piece
from patternc.ir.mask import And, OfDocument, Side
from patternc.ir.traversal import names_in, names_in_bound
from patternc.source import Source


@dataclass(frozen=True, slots=True)
class Near:
    """The function that gives, for blocks of an order, the positions they see: what it calls, and its blocks' size."""

    name: str
    pairs: str
    order: str
    block: int
    sees: str
    admits: str


@dataclass(frozen=True, slots=True)
class Step:
    """The loop nest of a piece, and what `planning` asks about it."""

    lines: tuple[str, ...]
    sees: tuple[BoundsFunction, ...]
    residual: ResidualFunction | None
    fused: bool
    near: Near | None


@dataclass(frozen=True, slots=True)
class Group:
    """The pieces of a group of heads."""

    heads: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """Which fields a run of this kernel has besides its strips and bounds."""

    admits: bool
    log_count: bool
    softmax: bool
    heads: bool
    listed: bool
    tables: bool
    dropout: bool


@dataclass(frozen=True, slots=True)
class Numbered:
    """A walk, the softmax it belongs to, and its list of blocks where it has one."""

    softmax: int
    walk: Walk
    listed: Listed | None


def groups(kernel: Kernel, source: Source, fields: Fields) -> tuple[Group, ...]:
    """The loop nests of every group of heads."""
    walks = tuple((group, _walks(kernel, group)) for group in kernel.groups)
    numbered = names(tuple(one.walk for _, found in walks for one in found), held(kernel))
    return tuple(
        Group(held_heads(group.heads, "total"), tuple(_step(one, source, fields, numbered) for one in found))
        for group, found in walks
    )


def _walks(kernel: Kernel, group: KernelGroup) -> tuple[Numbered, ...]:
    return tuple(
        Numbered(
            index,
            walk(sweep.rows, piece, sweep.order),
            None if piece.listing is None else listed(kernel, softmax, Side.QUERY, sweep, piece),
        )
        for index, softmax in enumerate(group.softmaxes)
        for sweep in softmax.queries
        for piece in sweep.pieces
    )


def pieces(kernel: Kernel) -> tuple[Piece, ...]:
    """Every piece of a kernel's query sweeps."""
    return tuple(
        piece
        for group in kernel.groups
        for softmax in group.softmaxes
        for sweep in softmax.queries
        for piece in sweep.pieces
    )


def names_read(kernel: Kernel) -> frozenset[str]:
    """What the pieces depend on: `n` where it is the length of the sequence, and inputs by their names."""
    read: set[str] = set()
    for piece in pieces(kernel):
        bounds = (*piece.lows, *piece.highs, *piece.row_lows, *piece.row_highs)
        read = read.union(*map(names_in_bound, bounds), names_in(And(masks_of(piece))))
        if any(not is_hashed(one) for one in tested(piece)):
            read.add("n")
        if piece.listing is not None:
            read |= {"n"} | names_in(And(piece.listing.literals))
    return frozenset(read - {"head", "heads"})


def reads_documents(kernel: Kernel) -> bool:
    """Whether a bound is looked up, so that it is no integer."""
    return any(isinstance(bound, OfDocument) for piece in pieces(kernel) for bound in (*piece.lows, *piece.highs))


def _step(one: Numbered, source: Source, fields: Fields, numbered: Names) -> Step:
    walk = one.walk
    sees = bounds_function(walk, source, numbered)
    residual = residual_function(walk, source, numbered)
    loops = (
        piece_loops(walk, held_by(walk.piece, numbered.held)) if one.listed is None else listed_loops(walk, one.listed)
    )
    seen: tuple[BoundsFunction, ...] = (sees,)
    if walk.documents is not None:
        seen = (sees, documents_function(walk, source, numbered))
    call = sees.call if walk.documents is None else "sees"
    arguments = ["own", "shared", "rows", "columns", call, *_arguments(one, residual, fields)]
    fused = residual is None and (sees.name == EVERYTHING or (sees.name == CAUSAL and walk.in_step))
    lines = (*_comment(walk, source), *loops.lines, *_body(loops, seen, arguments))
    return Step(lines, seen, residual, fused and one.listed is None, _near(one, sees, residual))


def _near(one: Numbered, sees: BoundsFunction, residual: ResidualFunction | None) -> Near | None:
    if one.listed is None or residual is None or not by_cells(one.walk, one.listed):
        return None
    order = order_text(one.walk, one.listed)
    block = one.listed.listing.block
    return Near(near_name(one.listed), one.listed.name, order, block, sees.call, residual.call)


def _arguments(one: Numbered, residual: ResidualFunction | None, fields: Fields) -> list[str]:
    """The fields of a run that not every kernel's have."""
    arguments: list[str] = []
    if fields.admits:
        arguments.append("None" if residual is None else residual.call)
    if fields.log_count:
        count = one.walk.piece.multiplicity
        arguments.append(f"math.log({count})" if count > 1 else "0.0")
    if fields.softmax:
        arguments.append(str(one.softmax))
    if fields.heads:
        arguments += ["head_offset", "num_heads"]
    if fields.listed:
        arguments.append("None" if one.listed is None else "listed")
    if fields.tables:
        arguments.append("tables")
    if fields.dropout:
        arguments += ["dropout", "seed", "batch"]
    return arguments


def _body(loops: Loops, sees: tuple[BoundsFunction, ...], arguments: list[str]) -> list[str]:
    """The innermost lines; of several documents in one strip, a row sees its own."""
    lines = [f"{name} = {text}" for name, text in (("rows", loops.rows), ("columns", loops.columns)) if name != text]
    if len(sees) > 1:
        lines.append(f"sees = {sees[0].call} if alone else {sees[1].call}")
    run = bracketed("yield Run(", tuple(arguments), ")", len(loops.inside) + 4)
    return [loops.inside + line for line in (*lines, *run)]


def _comment(walk: Walk, source: Source) -> tuple[str, ...]:
    """Where the piece comes from and what it is: one line where it fits."""
    written, meant = place(walk.piece.span, source), words(walk)
    one = f"# {written}: {meant}"
    return (one,) if len(one) <= LINE_LENGTH - 4 else (f"# {written}:", f"# {meant}")
