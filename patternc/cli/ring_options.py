"""The command-line options of rings, and the ring that they describe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import click

from patternc.cli import inputs
from patternc.cli.calls import refuse_call
from patternc.cost.device_time import Call
from patternc.frontend.check.rings import MOST_RANKS, moves_queries
from patternc.ir.inputs import input_facts
from patternc.ir.mask import Pattern, Ring, RingLayout, Transport
from patternc.ring.forecast import can_stripe, has_documents
from patternc.ring.settings import Setting, Sizes, ring_setting
from patternc.ring.transports import can_split

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class AskedRing:
    """The values of the ring options; None: as in the pattern."""

    ranks: int | None = None
    layout: str | None = None
    transport: str | None = None
    nodes: int | None = None

    @property
    def something(self) -> bool:
        """Whether any ring option is given."""
        return self != AskedRing()


def ring_options(command: F) -> F:
    """`--ranks`, `--layout`, `--transport` and `--nodes`."""
    several = (
        click.option(
            "--ranks", type=click.IntRange(1, MOST_RANKS), help="Number of ranks of the ring.  [default: the pattern's]"
        ),
        click.option("--layout", type=_words(RingLayout), help="Layout of the ring.  [default: the pattern's]"),
        click.option("--transport", type=_words(Transport), help="Transport of the ring.  [default: the pattern's]"),
        click.option(
            "--nodes", type=click.IntRange(min=1), help="Number of nodes of the ring.  [default: the pattern's]"
        ),
    )
    for option in reversed(several):
        command = option(command)
    return command


def _words(kind: type[RingLayout] | type[Transport]) -> click.Choice[str]:
    return click.Choice([one.value for one in kind])


def ring_of(pattern: Pattern, asked: AskedRing) -> Ring:
    """The pattern's ring, changed by options; a usage error if it can have none, or the options don't fit it."""
    if pattern.whole and pattern.grid:
        raise click.UsageError(f"{pattern.name} is a part of {pattern.whole}, whose tiles no ring holds")
    if pattern.ring is None and asked.ranks is None:
        raise click.UsageError(f"{pattern.name} has no ring: choose the number of ranks with --ranks")
    ring = pattern.ring or Ring(1)
    ranks = asked.ranks or ring.ranks
    kept = ring.nodes if ranks % ring.nodes == 0 else 1  # the pattern's nodes may not divide other ranks
    ring = Ring(
        ranks,
        RingLayout(asked.layout) if asked.layout else ring.layout,
        Transport(asked.transport) if asked.transport else ring.transport,
        asked.nodes or kept,
    )
    if ranks % ring.nodes:
        message = f"{ring.nodes}: {ranks} ranks cannot be split over {ring.nodes} nodes evenly"
        raise click.BadParameter(message, param_hint="--nodes")
    if ring.layout is RingLayout.BALANCED and not has_documents(pattern):
        message = f"balanced: it splits documents by their work, and {pattern.name} has no documents"
        raise click.BadParameter(message, param_hint="--layout")
    if (unfit := moves_queries(ring)) and any(input_facts(one.kind).of_pairs for one in pattern.inputs):
        message = f"{unfit} moves queries to other ranks, and {pattern.name} has numbers of pairs, which stay"
        raise click.UsageError(message)
    if pattern.whole and ring.layout in (RingLayout.BALANCED, RingLayout.STRIPED):
        message = f"{ring.layout.value}: {pattern.whole} has sources, whose entries ranks share as they share positions"
        raise click.BadParameter(message, param_hint="--layout")
    if ring.layout is RingLayout.STRIPED and not can_stripe(pattern):
        message = f"striped: ranks hold single positions, and {pattern.name} has lists of keys for blocks of queries"
        raise click.BadParameter(message, param_hint="--layout")
    return ring


def setting_of(meaning: Pattern, normal: Pattern, asked: AskedRing, call: Call, given: Mapping[str, str]) -> Setting:
    """The setting of a pattern on the ring that options set; a usage error for a call that it does not accept."""
    ring = ring_of(normal, asked)
    refuse_call(meaning, call)
    values = inputs.inputs_of(meaning, given, call.n, call.heads)
    sizes = Sizes(call.n, call.heads, call.kv_heads, call.dims, batch=call.batch, entries=(values,))
    made = ring_setting(normal, ring, sizes)
    if ring.transport is Transport.ULYSSES and not can_split(made):
        node = ring.ranks // ring.nodes
        message = (
            f"ulysses: {call.kv_heads} key heads and the {node} ranks of a node must have a common divisor above 1"
        )
        raise click.BadParameter(message, param_hint="--transport")
    return made
