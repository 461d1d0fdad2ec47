"""Loads by tensor descriptors, in programs whose tiles ask for them; in others, loads by pointers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import gcd

from patternc.codegen.tiles import legalize
from patternc.ir.addresses import Address, Described
from patternc.ir.kernel import Kernel
from patternc.ir.tile import (
    Clause,
    Describe,
    EachHead,
    For,
    Load,
    Named,
    Program,
    Skip,
    Statement,
    Tiles,
    walk,
)
from patternc.schedule.tile_sizes import TileRow, by_pointers, tile_table
from patternc.source import Source
from patternc.targets import Target


def tiles_for(kernel: Kernel, source: Source, target: Target) -> Tiles:
    """The tile IR that is printed for a target: what `legalize` describes is described where tiles ask for it."""
    tiles = legalize(kernel, source)
    rows = {row.direction for row in tile_table(target) if any(tile.descriptors for tile in row.tiles)}
    launches = [(group, launch) for group in tiles.groups for one in group.passes for launch in one.launches]
    # Rows from one of a lattice to the next, at most: a descriptor counts fewer than 2**40 bytes between its rows, and
    # `_aligned` lets the rows of a tensor be less than 2**18 bytes apart.
    asked = {one.program for _, one in launches if one.tile in rows} if _dilation(kernel) < 1 << 22 else set()
    return replace(tiles, programs=tuple(one if one.name in asked else _plain(one) for one in tiles.programs))


def pointed_tiles(kernel: Kernel, source: Source, *, by_document: bool = True) -> Tiles:
    """The tile IR for backends that load only by pointers. `by_document`: as of `legalize`."""
    tiles = legalize(kernel, source, by_document=by_document)
    return replace(tiles, programs=tuple(map(_plain, tiles.programs)))


def has_descriptors(target: Target) -> bool:
    """Whether devices of a target load by tensor descriptors; others get pointers from the compiler."""
    return (target.capability or 0) >= 90


def with_pointers(table: Sequence[TileRow]) -> tuple[TileRow, ...]:
    """The tiles for programs none of which loads by descriptors."""
    return tuple(replace(row, tiles=tuple(by_pointers(tile, row.direction) for tile in row.tiles)) for row in table)


def describes(program: Program) -> bool:
    """Whether a program loads by descriptors."""
    return any(isinstance(one, Describe) for one in walk(program.body))


def described_blocks(program: Program) -> int:
    """Tiles of columns that a program loads by descriptors may not be wider than this divides; 0: any may."""
    return gcd(*(one.block for one in walk(program.body) if isinstance(one, Describe)))


def _dilation(kernel: Kernel) -> int:
    """The greatest, of rows and columns."""
    sweeps = [sweep for group in kernel.groups for one in group.softmaxes for sweep in (*one.queries, *one.keys)]
    columns = [piece.columns.dilation for sweep in sweeps for piece in sweep.pieces]
    return max([1, *columns, *(sweep.rows.dilation for sweep in sweeps)])


def _plain(named: Named) -> Named:
    return replace(named, program=replace(named.program, body=_without(named.program.body)))


def _without(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(_plainly(one) for one in body if not isinstance(one, Describe))


def _plainly(statement: Statement) -> Statement:
    match statement:
        case Load(address=Address(source=Described(head=head)) as address):
            return replace(statement, address=replace(address, source=head))
        case For(body=body) | Skip(body=body) | Clause(body=body) | EachHead(body=body):
            return replace(statement, body=_without(body))
        case _:
            return statement
