"""The command-line options of rings, and the ring that they describe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import click

from patternc.analysis.calls import accepts
from patternc.cli import inputs, options
from patternc.frontend.check.rings import MOST_RANKS
from patternc.ir.mask import Pattern, Ring, RingLayout, Transport
from patternc.ring.forecast import has_documents
from patternc.ring.settings import Setting, Sizes, ring_setting
from patternc.ring.transports import can_split

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Asked:
    """The values of the ring options; None: as in the pattern."""

    ranks: int | None = None
    layout: str | None = None
    transport: str | None = None
    nodes: int | None = None

    @property
    def something(self) -> bool:
        """Whether any ring option is given."""
        return self != Asked()


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


def ring_of(pattern: Pattern, asked: Asked) -> Ring:
    """The pattern's ring, changed by options; a usage error if there is no ring, or the options don't fit it."""
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
    return ring


def setting_of(meaning: Pattern, normal: Pattern, asked: Asked, sizes: Sizes, given: Mapping[str, str]) -> Setting:
    """The setting of a pattern on the ring that options set; a usage error for a call that it does not accept."""
    ring = ring_of(normal, asked)
    if not accepts(meaning, sizes.n, sizes.heads, sizes.head_dim):
        required = " and ".join(one.text for one in meaning.requirements)
        shown = f"{sizes.n} positions, {sizes.heads} heads of {sizes.head_dim}"
        raise click.UsageError(f"{meaning.name} requires {required}; the call has {shown}")
    values = inputs.inputs_of(meaning, given, sizes.n, sizes.heads)
    made = ring_setting(normal, ring, replace(sizes, entries=(values,)))
    if ring.transport is Transport.ULYSSES and not can_split(made):
        node = ring.ranks // ring.nodes
        message = (
            f"ulysses: {sizes.kv_heads} key heads and the {node} ranks of a node must have a common divisor above 1"
        )
        raise click.BadParameter(message, param_hint="--transport")
    return made


def sizes_of(
    pattern: Pattern, length: int | None, heads: int | None, kv_heads: int | None, head_dim: int | None
) -> Sizes:
    """The call that options set; a usage error if the pattern does not accept it."""
    n = options.length_of(pattern, length)
    options.refuse_length(pattern, n)
    several = options.number_of_heads(pattern, 0, heads, "--heads")
    shared = kv_heads or several
    if several % shared:
        raise click.BadParameter(f"{shared}: {several} heads can't share so many key heads", param_hint="--kv-heads")
    return Sizes(n, several, shared, head_dim or 64)
