"""The cost of a decoding step: what it reads of a cache of keys and values, and what later steps may still read."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.analysis.distances import is_causal
from patternc.cost.device_time import Call, PassWork, seconds_of
from patternc.cost_constants import FORWARD_PRODUCTS
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern, Ring
from patternc.ir.semantics import Inputs
from patternc.ring.hops import rows_needed
from patternc.ring.settings import Parts, Sizes, ring_setting
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Decoding:
    """The last position of a call as a decoding step, for one batch entry.

    `pairs`: keys of the row, over all heads. `read`: rows of keys that it reads, over all key heads; `held`: those of
    the whole cache. `kept`: those that a position after it, up to twice the length, may read; None where inputs of the
    call say which.
    """

    pairs: int
    read: int
    held: int
    kept: int | None


def decoding(subject: tuple[Pattern, Pattern], call: Call, inputs: Inputs) -> Decoding | None:
    """The decoding step at the end of a call.

    None for patterns that are not causal, have a grid, or select blocks; and for entries of a source, which are no
    cache of the sequence's keys.
    """
    meaning, normal = subject
    if not (is_causal(meaning) or is_causal(normal)) or normal.grid or interface(meaning).lists or meaning.source:
        return None
    n, last = call.n, (range(call.n - 1, call.n),)

    def rows(kv_heads: int, positions: int, queries: Parts, entry: Inputs) -> int | None:
        sizes = Sizes(positions, call.heads, kv_heads, entries=(entry,))
        setting = ring_setting(normal, Ring(1), sizes)
        return rows_needed(setting.plan(0), queries, (range(n),)) if setting.is_exact else None

    pairs, read = rows(call.heads, n, last, inputs), rows(call.kv_heads, n, last, inputs)
    if pairs is None or read is None:
        return None
    kept = None if inputs else rows(call.kv_heads, 2 * n, (range(n, 2 * n),), inputs)
    return Decoding(pairs, read, n * call.kv_heads, kept)


def step_seconds(one: Decoding, call: Call, itemsize: int, target: Target) -> float:
    """Predicted seconds of a step on a target: it reads keys and values once."""
    # Two launches: parts of the keys, and their merge.
    flops = call.flops(FORWARD_PRODUCTS, call.batch * one.pairs)
    work = PassWork(flops, cache_bytes(one.read, call, itemsize), 2)
    return seconds_of(work, target)


def cache_bytes(rows: int, call: Call, itemsize: int) -> int:
    """Bytes of so many rows of keys and values, for all batch entries."""
    return call.dims.both * itemsize * call.batch * rows
