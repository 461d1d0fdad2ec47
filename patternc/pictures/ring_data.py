"""A ring as JSON: the positions and traffic of each rank, and how evenly work is distributed."""

from __future__ import annotations

from collections.abc import Sequence

from patternc.pictures.predicates import Json
from patternc.ring.forecast import Forecast, forecast
from patternc.ring.hops import ResolvedTransport
from patternc.ring.settings import Setting
from patternc.ring.traffic import RankTraffic, resolved_transport


def ring_data(setting: Setting) -> Json:
    """The ring of a call, with the ranks whose traffic is counted."""
    found = forecast(setting, resolved_transport(setting))
    sources = {hop.source for one in found.ranks for hop in one.hops if hop.received}
    every: list[Json] = [*sorted({one.rank for one in found.ranks} | sources)]
    return {
        "text": _text(found),
        "every": every,
        "ranks": [_rank(setting, found, one) for one in found.ranks],
    }


def _text(found: Forecast) -> str:
    ring = found.ring
    text = f"{ring.ranks} ranks, {ring.layout.value}, {found.transport.value}."
    if found.transport is ResolvedTransport.ULYSSES:
        text += " The ranks of a node share out the heads: the table has what travels besides."
    if found.is_bound:
        text += " Only blocks that `topk` chooses are fetched: rows and bytes are the most that may be."
    text += f" The rank that receives most gets {found.share:.1%} of what a dense ring sends it in the forward pass."
    return text if found.work is None else f"{text} The most work of a rank is {found.work.imbalance:.3f} of the mean."


def _rank(setting: Setting, found: Forecast, one: RankTraffic) -> Json:
    return {
        "rank": one.rank,
        "holds": " and ".join(_positions(setting.held[one.rank])),
        "hops": [{"source": hop.source, "rows": hop.received} for hop in one.hops],
        "received": one.forward.received + one.backward.received,
        "pairs": None if found.work is None else found.work.pairs[one.rank],
    }


def _positions(shard: Sequence[range]) -> list[str]:
    return [f"{part[0]}–{part[-1]}{f' step {part.step}' if part.step > 1 else ''}" for part in shard if part]
