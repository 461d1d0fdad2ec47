"""The calls that a generated file rejects: by a `require`, by the number of heads, and by the sequence length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from textwrap import shorten

from patternc.codegen.emit import Record
from patternc.codegen.filters import braced
from patternc.ir.dump.masks import dump_expression
from patternc.ir.facts import atom_facts
from patternc.ir.interface import Interface
from patternc.ir.intervals import limit
from patternc.ir.mask import HeadRange, HeadShare, Pattern, Requirement, Table
from patternc.ir.traversal import pattern_atoms, tables_of

_NUM_HEADS = "num_heads is {} (by default head_offset + the heads of query)"


@dataclass(frozen=True, slots=True)
class NumberLimit(Record):
    """A condition on arguments: its Python text, and the message, in which `{}` stands for each of `given`."""

    given: tuple[str, ...]
    condition: str
    message: str


@dataclass(frozen=True, slots=True)
class Checks(Record):
    """The limits and requirements that every call of a pattern must keep.

    `positions`: what reads the position of the first query where it may be a tensor, "device" or "host"; else empty.
    `read`: the scale, positions and places of heads, `_` for one that no check and no kernel reads. `returned`: those
    that operators take.
    """

    positions: str
    requirements: tuple[Requirement, ...]
    calls: tuple[NumberLimit, ...]
    read: tuple[str, ...]
    returned: tuple[str, ...]


def checks(pattern: Pattern, interface: Interface, positions: str) -> Checks:
    """The checks of a pattern's calls."""
    tables = tables_of(pattern)
    fewest, most = _fewest_heads(pattern), _most_heads(pattern)
    by_head = tuple(_heads(table) for table in tables if table.heads > 1)
    asked = {name for one in pattern.requirements for name in one.names}
    read = {one.name for one in interface.heads} | ({"scale"} if interface.scale is None else set())
    read |= {"head_offset"} if most is not None else set()
    read |= {"num_heads"} if by_head or "heads" in asked or fewest is not None else set()
    names = ("scale", "q_offset", "k_offset", "seq_len", "head_offset", "num_heads")
    scale = "scale" if interface.scale is None else str(interface.scale)
    return Checks(
        positions=positions,
        requirements=pattern.requirements,
        calls=(
            *_named_heads(fewest, most)[:1],
            *_fixed(interface, positions),
            *_lengths(pattern, interface, tables),
            *by_head,
        ),
        read=tuple(name if name in read or name in names[1:4] else "_" for name in names),
        returned=(scale, *names[1:4], *(one.name for one in interface.heads), *("1" for _ in interface.asked)),
    )


def _fixed(interface: Interface, positions: str) -> Iterator[NumberLimit]:
    """Limits on what a pattern leaves no choice of: the scale, positions in tensors, and whether to return lse."""
    if interface.scale is not None:
        message = f"scale is {{!r}}, must be left out: the pattern says `score scale({interface.scale})`"
        yield NumberLimit(("scale",), "scale is None", message)
    held = {"host": ('query.device.type == "cpu" or ', "on a GPU build for the triton backend")}
    if positions != "device":
        where, reason = held.get(positions, ("", "lists, orders and dropout need positions that the host knows"))
        message = f"q_offset is a tensor, must be an int: {reason}"
        yield NumberLimit((), f"{where}not isinstance(q_offset, Tensor)", message)
    if interface.no_lse:
        message = f"return_lse is {{!r}}, must be False: {interface.no_lse} has no single softmax denominator"
        yield NumberLimit(("return_lse",), "not return_lse", message)


def _named_heads(fewest: int | None, most: int | None) -> tuple[NumberLimit, ...]:
    """The limit on a call's heads where shares or ranges have some, and that on the head or the heads of `mask`."""
    if fewest is not None:
        rule = f"must be at least {fewest}: one for each branch"
        call = NumberLimit(("num_heads",), f"num_heads >= {fewest}", f"{_NUM_HEADS}, {rule}")
        return call, NumberLimit(("heads",), f"heads >= {fewest}", f"heads is {{}}, {rule}")
    if most is not None:
        unnamed = "the pattern names no branch for"
        message = f"head_offset is {{}} and query has {{}} heads, must end by {most}: {unnamed} head {most}"
        call = NumberLimit(("head_offset", "query.shape[1]"), f"head_offset + query.shape[1] <= {most}", message)
        return call, NumberLimit(("head",), f"head < {most}", f"head is {{}}, must be below {most}: {unnamed} it")
    return ()


def mask_limits(pattern: Pattern) -> tuple[NumberLimit, ...]:
    """The limits on the head or the heads of `mask`."""
    return _named_heads(_fewest_heads(pattern), _most_heads(pattern))[1:]


def _fewest_heads(pattern: Pattern) -> int | None:
    """The least number of heads with which every share has one; None if no group of heads is a share."""
    return next((group.heads.count for group in pattern.groups if isinstance(group.heads, HeadShare)), None)


def _most_heads(pattern: Pattern) -> int | None:
    """The most heads a call may have: the first head that no range names; None if ranges name all heads."""
    if _fewest_heads(pattern) is not None:
        return None
    ranges = sorted((r.start, r.stop) for g in pattern.groups if isinstance(r := g.heads, HeadRange))
    covered: int | None = 0
    for start, stop in ranges:
        if covered is None or start > covered:
            break
        covered = stop
    return covered


def _heads(table: Table) -> NumberLimit:
    """A table with blocks of each head says how many there are."""
    message = f"{_NUM_HEADS}, must be {table.heads}: {braced(table.file)} has as many"
    return NumberLimit(("num_heads",), f"num_heads == {table.heads}", message)


def _exact_length(positions: int, reason: str) -> NumberLimit:
    return NumberLimit(
        ("seq_len",), f"seq_len == {positions}", f"seq_len is {{}}, must be {positions}: {braced(reason)}"
    )


def _most_positions(positions: int, reason: str) -> NumberLimit:
    message = f"seq_len is {{}}, must be at most {positions}: {braced(reason)}"
    return NumberLimit(("seq_len",), f"seq_len <= {positions}", message)


def _lengths(pattern: Pattern, interface: Interface, tables: tuple[Table, ...]) -> Iterator[NumberLimit]:
    """Limits on the length: of the grid, of tables of blocks, and so that positions and integers do not overflow."""
    if pattern.grid:
        yield _exact_length(prod(pattern.grid), f"the pattern's grid is {' x '.join(map(str, pattern.grid))}")
    found = limit(pattern)
    if found is not None:
        yield _most_positions(found.positions, f"`{shorten(dump_expression(found.expression), 28)}` leaves 64 bits")
    counted = [one.name for one in interface.arguments if one.facts.counts and not one.facts.free]
    most_counted = 2**30  # positions, or blocks, that 32 bits count with room for a block more
    if counted:
        verb = "count" if len(counted) > 1 else "counts"
        names = " and ".join(counted)
        width = 48  # of names in a message
        reason = f"{names if len(names) <= width else 'inputs'} {verb} in 32 bits"
        yield _most_positions(most_counted, reason)
    blocks = [facts.block for facts in map(atom_facts, pattern_atoms(pattern)) if facts.ranked]
    if blocks:
        reason = f"`random` numbers blocks of {min(blocks)} in 32 bits"
        yield _most_positions(most_counted * min(blocks), reason)
    for table in tables:
        reason = f"{table.file} holds {table.rows} x {table.columns} blocks of {table.block}"
        yield _most_positions(min(table.rows, table.columns) * table.block, reason)
