"""The call that options describe: completed by the pattern or the module around it, and checked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import prod

import click

from patternc.analysis.calls import USUAL, Shape, accepts, least_heads, longest, most_heads, usual_heads
from patternc.cost.device_time import Call
from patternc.counting.effort import LONGEST, LOOKED_UP
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.ir.traversal import length_in_tiles


@dataclass(frozen=True, slots=True)
class AskedCall:
    """The sizes of a call that options set; None: as the pattern has them, or the module around it."""

    length: int | None = None
    heads: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None
    value_dim: int | None = None
    batch: int = 1


def call_of(pattern: Pattern, asked: AskedCall, n: int) -> Call:
    """The call of n positions; a usage error for numbers of heads that the pattern does not take."""
    heads = number_of_heads(pattern, 0, asked.heads, "--heads")
    kv_heads = asked.kv_heads or heads
    if heads % kv_heads:
        raise click.BadParameter(f"{kv_heads}: {heads} heads can't share so many key heads", param_hint="--kv-heads")
    key_dim = asked.head_dim or USUAL.key
    return Call(n, heads, kv_heads, HeadDims(key_dim, asked.value_dim or key_dim), asked.batch)


def refuse_call(pattern: Pattern, call: Call) -> None:
    """Raise a usage error for a call that the pattern does not accept."""
    from patternc.cost.estimates import heads_without  # here: pictures need no backend

    refuse_length(pattern, call.n)
    missing = heads_without(pattern, call.heads)
    if missing:
        raise click.BadParameter(
            f"{call.heads}: no branch of {pattern.name} is of head {missing[0]}", param_hint="--heads"
        )
    if not accepts(pattern, call.n, call.heads, call.dims.key):
        required = " and ".join(one.text for one in pattern.requirements)
        shown = f"{call.n} positions, {call.heads} heads of {call.dims}"
        raise click.UsageError(f"{pattern.name} requires {required}; the call has {shown}")


def refuse_memory(call: Shape, itemsize: int) -> None:
    """Raise a usage error for a call whose query, output, key and value alone exceed the machine's memory."""
    size = itemsize * call.batch * (call.heads * call.queries + call.kv_heads * call.keys) * call.dims.both
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if size > memory:
        message = f"the tensors of the call take {size / 2**30:.0f} GB, and this machine has {memory / 2**30:.0f} GB"
        raise click.BadParameter(f"{call.seq_len}: {message}", param_hint="-n")


def refuse_long(n: int) -> None:
    """Raise a usage error for a length at which listing the keys of a row would take too long."""
    if n > LOOKED_UP:
        raise click.BadParameter(f"{n}: keys are looked up one by one, among at most {LOOKED_UP}", param_hint="-n")


def length_of(pattern: Pattern, n: int | None) -> int:
    """The requested length, or the pattern's number of grid cells; a usage error without either, or if too large.

    Of a part of tiles the grid that was written has a length too.
    """
    if n is not None:
        return length_in_tiles(pattern, n)
    if not pattern.grid:
        raise click.UsageError(f"{pattern.name} accepts any length: choose one with -n")
    cells = prod(pattern.grid)
    if cells > LONGEST:
        raise click.UsageError(f"{pattern.name} has a grid of {cells} cells: at most {LONGEST} can be shown")
    return cells


def refuse_length(pattern: Pattern, n: int) -> None:
    """Raise a usage error for a length that is not the number of grid cells, or exceeds the pattern's tables."""
    if pattern.grid and prod(pattern.grid) != n:
        cells = f"{pattern.name} has a grid of {' x '.join(map(str, pattern.grid))} = {prod(pattern.grid)} cells"
        raise click.BadParameter(f"{n}: {cells}", param_hint="-n")
    most = longest(pattern)
    if most is not None and n > most:
        raise click.BadParameter(f"{n}: the tables of {pattern.name} cover {most} positions", param_hint="-n")


def number_of_heads(pattern: Pattern, head: int, heads: int | None, option: str) -> int:
    """The requested number of heads, checked against the pattern; by default all it names, or at least 8.

    `option`: the option that named the head, for the message if the head does not exist.
    """
    least, most = least_heads(pattern), most_heads(pattern)
    total = heads or most or max(head + 1, usual_heads(pattern))
    if total < least:
        raise click.BadParameter(f"{total}: {pattern.name} needs at least {least} heads", param_hint="--heads")
    if most is not None and total > most:
        raise click.BadParameter(f"{total}: {pattern.name} takes at most {most} heads", param_hint="--heads")
    if head >= total:
        raise click.BadParameter(f"head {head}: heads are 0 to {total - 1}", param_hint=option)
    return total
