"""Sweeps as programs, one for each direction. Equal programs are one kernel, whatever their segments and dilations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from patternc.codegen.tiles import head_tiles
from patternc.codegen.tiles.bodies import forward, grad_key_value, grad_pairs, grad_query
from patternc.codegen.tiles.inputs import input_numbers, input_tensors
from patternc.codegen.tiles.list_visits import list_names
from patternc.codegen.tiles.rows import covers, every_class, is_contiguous, lattice_constants, within_cache
from patternc.codegen.tiles.short_calls import forward_split, merged_splits
from patternc.codegen.tiles.sweeping import Sweeping
from patternc.ir.addresses import EXTENTS
from patternc.ir.index import Expr
from patternc.ir.interface import given_name, gradient_name, strides_name
from patternc.ir.liveness import live, read_in, substituted
from patternc.ir.loops import looped
from patternc.ir.mask import Side
from patternc.ir.tile import (
    BLOCK_M,
    BLOCK_N,
    TURNS,
    Clause,
    Direction,
    EachHead,
    Let,
    Program,
    Rows,
    Statement,
)

TENSORS = {
    Direction.FORWARD: ("query", "key", "value", "strides", "scale", "query_starts", "out", "lse"),
    Direction.GRAD_QUERY: (
        "query",
        "key",
        "value",
        "grad_out",
        "strides",
        "scale",
        "lse",
        "delta",
        "grad_query",
        "slope_rows",
    ),
    Direction.GRAD_KEY_VALUE: (
        *("query", "key", "value", "grad_out", "strides", "scale"),
        *("lse", "delta", "grad_key", "grad_value"),
    ),
    Direction.GRAD_PAIRS: ("query", "key", "value", "grad_out", "strides", "scale", "lse", "delta"),
}
"""The tensors of every pattern that a direction's programs may take, in the order of their arguments."""

NUMBERS = (
    *("q_offset", "q_stop", "k_offset", "k_stop", "seq_len", "tokens", "heads", "group", "head_start", "head_stop"),
    *("runs", "splits", "portions", *TURNS),
)
"""Integers that change from call to call: no kernel is compiled anew for them."""
_RESULTS = {
    Direction.FORWARD: "The softmax",
    Direction.GRAD_QUERY: "The gradient",
    Direction.GRAD_KEY_VALUE: "The gradients",
    Direction.GRAD_PAIRS: "The gradient of numbers of pairs",
}
_ONE, _SEVERAL = {Side.QUERY: "query", Side.KEY: "key"}, {Side.QUERY: "queries", Side.KEY: "keys"}
_ROWS = {
    Rows.MERGED: "every %s, from the partials of the sweeps before",
    Rows.DENSE: "every %s",
    Rows.ORDERED: "every %s; a tile holds cells along the order",
    Rows.SEGMENTS: "every %s; a tile lies in one segment",
    Rows.CLASSES: "every %s; a tile holds one residue class",
    Rows.SPLIT: "one %s, over a split of its keys",
    Rows.HEADS: "every %s; a tile holds its heads that share a key head",
    Rows.HEAD: "every %s; a tile holds one of its heads",
    Rows.PACKED: "the %s `offset + DILATION * t`",
    Rows.FOLDED: "the %s `offset + dilation * t`",
}


def program(sweeping: Sweeping, direction: Direction) -> Program:
    """The program of a sweep in a direction."""
    if sweeping.part.by_query:
        body = head_tiles.forward(sweeping) if direction is Direction.FORWARD else head_tiles.grad_query(sweeping)
        return _program(body, (sweeping,), direction, head_tiles.layout(sweeping), partial=sweeping.partial)
    match direction:
        case Direction.FORWARD:
            body = _cached(forward(sweeping), sweeping)
        case Direction.GRAD_QUERY:
            body = grad_query(sweeping)
        case Direction.GRAD_KEY_VALUE:
            body = grad_key_value(sweeping)
        case Direction.GRAD_PAIRS:
            body = grad_pairs(sweeping)
    return _program(body, (sweeping,), direction, _kind(sweeping), partial=sweeping.partial)


def title(program: Program) -> str:
    """A sentence that says what a kernel computes."""
    side = program.direction.side
    rows = _ROWS[program.rows] % (_SEVERAL if program.rows in (Rows.PACKED, Rows.FOLDED) else _ONE)[side]
    segments = " of each segment" if program.segmented else ""
    sweeps = ", sweep after sweep" if program.rows is Rows.FOLDED else ""
    partial = ", as a compact partial" if program.partial else ""
    return f"{_RESULTS[program.direction]} of {rows}{segments}{sweeps}{partial}."


def sweeps_program(let: Let, several: Sequence[Sweeping], direction: Direction, own: Mapping[str, Expr]) -> Program:
    """The program of sweeps whose programs differ in numbers alone.

    Args:
        let: names those numbers, by the place on the grid; an underscore begins what is not read.
        several: the sweeps.
        direction: of the program.
        own: the expressions that it reads in place of the arguments of a single sweep's program.
    """
    body = substituted(reduce(with_words, (program(one, direction).body for one in several)), own)
    names = tuple(name if name in read_in(body) else f"_{name}" for name in let.names)
    return _program((replace(let, names=names), *body), several, direction, Rows.FOLDED, partial=True)


def split_program(several: Sequence[Sweeping]) -> Program:
    """The program of a call of few queries that visits a split of the keys, in the sweeps of one softmax."""
    body = _cached(forward_split(several), several[0])
    return _program(body, several, Direction.FORWARD, Rows.SPLIT, partial=True)


def merging_program(several: Sequence[Sweeping]) -> Program:
    """The program that merges what that one stores."""
    return _program(merged_splits(several), several, Direction.FORWARD, Rows.MERGED, partial=False)


def _cached(body: Iterator[Statement], sweeping: Sweeping) -> Iterator[Statement]:
    """The statements of a forward program, whose sequence may be one of its own in a cache."""
    return iter(within_cache(body)) if sweeping.setting.cached else body


def _program(
    body: Iterable[Statement], several: Sequence[Sweeping], direction: Direction, rows: Rows, *, partial: bool
) -> Program:
    statements = live(looped(tuple(body)))
    read = read_in(statements)
    pieces = [one for sweeping in several for one in sweeping.pieces]
    lists = [list_names(one.listed.index) for one in pieces if one.listed is not None]
    interface = several[0].setting.interface
    tensors = (
        *TENSORS[direction],
        "partials",
        *input_tensors(interface),
        *(gradient_name(one.name) for one in interface.scores.tables),
        *_of_pairs(interface.scores.of_pairs),
        *(one.tables for one in lists),
        "cells",
        "order",
    )
    numbers = (*NUMBERS, *input_numbers(interface), *(name for one in lists for name in (one.batch, one.head)))
    lattice = [name for sweeping in several for name, _ in lattice_constants(sweeping.rows)]
    constants = (*lattice, *(one.rows for one in lists), "DROPS")
    return Program(
        direction=direction,
        rows=rows,
        segmented="SEGMENT" in lattice and rows in (Rows.PACKED, Rows.FOLDED),
        partial=partial,
        tensors=tuple(name for name in dict.fromkeys(tensors) if name in read),
        numbers=tuple(name for name in dict.fromkeys(numbers) if name in read),
        constants=(
            *(name for name in dict.fromkeys(constants) if name in read),
            *(name for name in (*EXTENTS, BLOCK_M.name, BLOCK_N.name) if name in read),
        ),
        body=statements,
    )


def _of_pairs(name: str) -> tuple[str, ...]:
    """The gradient of numbers of pairs, if there are such, and the strides of these and of it."""
    gradient = gradient_name(name)
    return (strides_name(given_name(name)), gradient, strides_name(gradient)) if name else ()


def with_words(body: Sequence[Statement], other: Sequence[Statement]) -> tuple[Statement, ...]:
    """Statements that differ in the words of clauses alone, with those of both."""
    return tuple(_joined(a, b) for a, b in zip(body, other, strict=True))


def _joined(a: Statement, b: Statement) -> Statement:
    if isinstance(a, EachHead) and isinstance(b, EachHead):
        return replace(a, body=with_words(a.body, b.body))
    if isinstance(a, Clause) and isinstance(b, Clause):
        return replace(a, words=tuple(dict.fromkeys((*a.words, *b.words))))
    return a


def _kind(sweeping: Sweeping) -> Rows:
    if not sweeping.pieces:
        return Rows.MERGED
    if sweeping.part.sweep.order is not None:
        return Rows.ORDERED
    if is_contiguous(sweeping.rows):
        return Rows.DENSE
    if every_class(sweeping.rows):
        return Rows.CLASSES
    return Rows.SEGMENTS if covers(sweeping.rows) else Rows.PACKED
