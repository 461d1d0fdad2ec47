"""Sweeps as programs, one for each direction. Equal programs are one kernel, whatever their segments and dilations."""

from __future__ import annotations

from patternc.codegen.input_names import short_name
from patternc.codegen.triton.legalize.bodies import forward, grad_key_value, grad_query
from patternc.codegen.triton.legalize.list_visits import list_names
from patternc.codegen.triton.legalize.row_lattices import covers, every_class, is_contiguous, lattice_constants
from patternc.codegen.triton.legalize.sweeping import Sweeping
from patternc.ir.liveness import live, read_in
from patternc.ir.loops import looped
from patternc.ir.tile import (
    CHUNKS,
    Direction,
    Program,
    Rows,
)

TENSORS = {
    Direction.FORWARD: ("query", "key", "value", "strides", "scale", "out", "lse"),
    Direction.GRAD_QUERY: ("query", "key", "value", "grad_out", "strides", "scale", "lse", "delta", "grad_query"),
    Direction.GRAD_KEY_VALUE: (
        *("query", "key", "value", "grad_out", "strides", "scale"),
        *("lse", "delta", "grad_key", "grad_value"),
    ),
}
"""The tensors of every pattern that a direction's programs may take, in the order of their arguments."""

NUMBERS = ("q_offset", "q_stop", "k_offset", "k_stop", "seq_len", "heads", "group", "head_start", "head_stop", "runs")
"""Integers that change from call to call: no kernel is compiled anew for them."""


def program(sweeping: Sweeping, direction: Direction) -> Program:
    """The program of a sweep in a direction."""
    match direction:
        case Direction.FORWARD:
            body = forward(sweeping)
        case Direction.GRAD_QUERY:
            body = grad_query(sweeping)
        case Direction.GRAD_KEY_VALUE:
            body = grad_key_value(sweeping)
    statements = live(looped(tuple(body)))
    read = read_in(statements)
    lists = [list_names(one.listed.index) for one in sweeping.pieces if one.listed is not None]
    inputs, tables = sweeping.setting.inputs, sweeping.setting.scores.tables
    tensors = (*TENSORS[direction], "partials", *inputs.tensors)
    tensors = (
        *tensors,
        *(f"grad_of_{short_name(table.name)}" for table in tables),
        *(one.tables for one in lists),
        "cells",
        "order",
    )
    numbers = (*NUMBERS, *inputs.scalars, *(name for one in lists for name in (one.batch, one.head)))
    constants = (*(name for name, _ in lattice_constants(sweeping.rows)), *(one.rows for one in lists), "DROPS")
    return Program(
        direction=direction,
        rows=_kind(sweeping),
        segmented="SEGMENT" in constants,
        partial=sweeping.partial,
        tensors=tuple(name for name in dict.fromkeys(tensors) if name in read),
        numbers=tuple(name for name in dict.fromkeys(numbers) if name in read),
        constants=(
            *(name for name in dict.fromkeys(constants) if name in read),
            *CHUNKS,
            "BLOCK_M",
            *(("BLOCK_N",) if "BLOCK_N" in read else ()),
        ),
        body=statements,
    )


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
