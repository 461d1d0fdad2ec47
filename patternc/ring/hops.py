"""The steps of a rank of a ring: how many rows of keys it receives from and sends to which rank, as its plan says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from patternc.ring.settings import Parts, ResolvedTransport, Setting
from patternc.runtime.ring_plan.exchange import Exchange, Rows
from patternc.runtime.ring_plan.needed import _keys_needed
from patternc.runtime.ring_plan.shape import _clauses


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a rank: it receives `received` rows of keys from `source`, and sends `sent` rows to `target`.

    Rows are counted over all key/value heads; as many rows of values travel with them. The received rows belong to the
    rank `arriving` and the sent rows to the rank `leaving`, which differ from source and self if ranks relay rows.
    """

    source: int
    target: int
    received: int
    sent: int
    arriving: int
    leaving: int


def hops(setting: Setting, rank: int, transport: ResolvedTransport) -> tuple[Hop, ...]:
    """The steps in which a rank receives or sends rows."""
    plan = setting.plan(rank, transport)
    several = setting.ring.ranks // plan.ranks  # ranks that share out heads under ulysses
    place = rank % several
    found = []
    for _, step, incoming, outgoing in plan.live:
        received, sent = _rows(incoming), _rows(outgoing)
        if received or sent:
            source, target, arriving, leaving = (several * one + place for one in step)
            found.append(Hop(source, target, received, sent, arriving, leaving))
    return tuple(found)


def _rows(several: Iterable[Rows]) -> int:
    return sum(rows.size for rows in several)


def rows_needed(plan: Exchange, queries: Parts, keys: Parts) -> int:
    """The number of keys that some of the queries attend to, over all key/value heads."""
    found = (_keys_needed(queries, part, _clauses(plan.shape)) for part in keys)
    return sum(run.size for heads in found for runs in heads for run in runs)
