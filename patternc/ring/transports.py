"""The transport of a ring, as generated modules choose it."""

from __future__ import annotations

from patternc.ir.mask import Transport
from patternc.ring.settings import ResolvedTransport, Setting
from patternc.runtime.ring_plan.transport import Choice, _can_split, _chosen


def transport_choice(setting: Setting) -> Choice:
    """The transport that `transport=auto` chooses, by the first, the middle and the last rank."""
    return _chosen(setting.plan(0))


def is_local(setting: Setting) -> bool:
    """Whether no rank needs a row of another rank, so that `transport=auto` sends nothing."""
    return not transport_choice(setting).received


def can_split(setting: Setting) -> bool:
    """Whether the ranks of a node can share out the heads, or each is a node."""
    return _can_split(setting.plan(0))


def resolved_transport(setting: Setting) -> ResolvedTransport:
    """The transport that the ring states, or the one that `auto` chooses."""
    if setting.ring.transport is not Transport.AUTO:
        return ResolvedTransport(setting.ring.transport.value)
    chosen = transport_choice(setting)
    return ResolvedTransport(chosen.transport) if chosen.received else ResolvedTransport.LOCAL
