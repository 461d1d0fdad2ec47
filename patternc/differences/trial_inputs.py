"""Runtime inputs of trial calls: random documents (some of them empty), lengths, and selections of blocks.

Both patterns get the same documents and lengths in positions, converted to the units of each. Selections are made from
the same random scores, among the blocks from which each pattern's `topk` may choose.
"""

from __future__ import annotations

from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.facts import InputRead, keyword_of
from patternc.ir.inputs import Draw, drawn, drawn_lists, input_facts, value_of
from patternc.ir.interface import interface
from patternc.ir.kernel import Choice
from patternc.ir.mask import InputKind, Owner, Pattern
from patternc.ir.semantics import Inputs, admits, head_range
from patternc.ir.traversal import pattern_inputs
from patternc.schedule.listing import topk_choice


def inputs_of_both(before: Pattern, after: Pattern, n: int, heads: int, seed: int) -> tuple[Inputs, Inputs]:
    """The runtime inputs of one batch entry, as `semantics` takes them; the same for the same seed."""
    draws = np.random.default_rng([seed, n])
    units: dict[_Key, set[int]] = {}
    for read in (one for one in pattern_inputs(before, after) if not input_facts(one.kind).listed):
        units.setdefault(_key(read), set()).add(read.unit)
    ordered = sorted(units.items())
    places = {
        key: _places(InputKind(key[1]), n, lcm(*found), lambda most: int(draws.integers(most + 1)))
        for key, found in ordered
    }
    # The head size of the random queries and keys by which selections are scored.
    vectors = draws.standard_normal((2, heads, n, 3)) if any(map(topk_choice, (before, after))) else None
    old, new = (_inputs(pattern, places, n, heads, vectors) for pattern in (before, after))
    return {**old, **_lists(before, n, heads, seed)}, {**new, **_lists(after, n, heads, seed)}


_Key: TypeAlias = tuple[str, str, str]
"""The keyword, the kind and the side of an input, which two patterns may call by other names."""


def _key(read: InputRead) -> _Key:
    return keyword_of(read.name), read.kind.value, "" if read.side is None else read.side.value


def _places(kind: InputKind, n: int, unit: int, draw: Draw) -> tuple[int, ...]:
    """Random multiples of the unit; one for each position where a kind has some for each block."""
    facts = input_facts(kind)
    found = tuple(number * (1 if facts.free else unit) for number in drawn(kind, -(-n // unit), draw))
    return tuple(found[at // unit] for at in range(n)) if facts.each else found


def _inputs(
    pattern: Pattern,
    places: dict[_Key, tuple[int, ...]],
    n: int,
    heads: int,
    vectors: npt.NDArray[np.float64] | None,
) -> Inputs:
    found: dict[str, object] = {}
    for read in (one for one in pattern_inputs(pattern) if not input_facts(one.kind).listed):
        end = -(-n // read.unit)
        known = places[_key(read)]
        own = known if read.side is None else known[:: read.unit]
        units = own if input_facts(read.kind).free else [min(place // read.unit, end) for place in own]
        found[read.name] = value_of(read.kind, units, end)
    choice = topk_choice(pattern)
    if choice is not None and vectors is not None:
        found["selection"] = _selection(choice, found, n, heads, vectors)
    return found


def _lists(pattern: Pattern, n: int, heads: int, seed: int) -> dict[str, npt.NDArray[np.int64]]:
    """Lists [1 or heads, rows, K] of each input that has some: equal where name, owner and block sizes are."""
    found = {}
    for one in interface(pattern).lists:
        draws = np.random.default_rng([seed, n, *one.name.encode()])
        few = {Owner.SHARED: 1, Owner.KV_HEADS: -(-heads // 2)}.get(one.owner, heads)
        count = one.count(n)
        sizes = few, -(-n // one.rows), min(count + 1, 5)
        lists = drawn_lists(sizes, count, lambda most, draws=draws: int(draws.integers(most + 1)))  # type: ignore[misc]
        every = np.array(lists, np.int64).reshape(sizes)
        found[one.name] = every if one.owner is not Owner.KV_HEADS else every.repeat(2, 0)[:heads]
    return found


def _selection(
    choice: Choice, inputs: Inputs, n: int, heads: int, vectors: npt.NDArray[np.float64]
) -> npt.NDArray[np.int64]:
    """A selection [heads, rows of blocks, count]: the eligible blocks with the highest mean scores, padded with -1."""
    block, count = choice.topk.block, choice.topk.count
    starts = np.arange(0, n, block)
    sizes = np.diff(np.append(starts, n))[:, None]
    chosen = np.full((heads, starts.size, count), -1, np.int64)
    for head in head_range(choice.heads, heads):
        if head >= heads:
            break
        queries, keys = (np.add.reduceat(side[head], starts, axis=0) / sizes for side in vectors)
        scores = np.where(_choosable(choice, head, heads, n, inputs, starts), queries @ keys.T, -np.inf)
        order = np.argsort(-scores, axis=1, kind="stable")[:, :count]
        kept = np.where(np.isfinite(np.take_along_axis(scores, order, axis=1)), order, -1)
        chosen[head, :, : kept.shape[1]] = kept
    return chosen


def _choosable(
    choice: Choice, head: int, heads: int, n: int, inputs: Inputs, starts: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """The eligible blocks [rows, columns]: those with a pair that the masks intersected with the `topk` admit."""
    at = np.arange(n)
    pairs = np.broadcast_to(admits(choice.admitted, head, at[:, None], at[None, :], n, heads, inputs), (n, n))
    rows = np.logical_or.reduceat(pairs, starts, axis=0)
    return np.asarray(np.logical_or.reduceat(rows, starts, axis=1))
