"""Clauses of all heads: which keys of a range the queries of other ranges attend to."""

import functools
import itertools
from collections.abc import Iterable
from typing import NamedTuple

from .bounds import Lattice, ListedBlocks
from .reach import Reach
from .runs import Run, _any_of, _common, _union


class Outline(NamedTuple):
    """The clauses with the same bounds, for each of the heads that differ."""

    bounds: Reach
    enough: int  # so many consecutive queries attend to all keys of the classes that are between their bounds
    clauses: tuple[tuple[Reach, ...], ...]


class Clauses:
    """The clauses of each key/value head: by heads that differ, and by what clauses have in common."""

    def __init__(self, heads: Iterable[Iterable[Reach]]) -> None:
        """Group key/value heads with equal clauses, and clauses with equal bounds."""
        every = [_with_lists_together(clauses) for clauses in heads]
        alike = {clauses: place for place, clauses in enumerate(dict.fromkeys(every))}
        self.heads = [alike[clauses] for clauses in every]  # which of the heads that differ each one is
        self.different = range(len(alike))
        found: dict[tuple[Reach, int], list[list[Reach]]] = {}
        for clauses, place in alike.items():
            for reach in clauses:
                found.setdefault((reach.outline, reach.enough), [[] for _ in alike])[place].append(reach)
        self.outlines = [Outline(*key, tuple(map(tuple, some))) for key, some in found.items()]


def _with_lists_together(clauses: Iterable[Reach]) -> tuple[Reach, ...]:
    """Drop repeated clauses, and merge those that differ only by the heads whose blocks they list."""
    found: dict[Reach, list[ListedBlocks]] = {}
    for reach in clauses:
        listed = found.setdefault(reach._replace(listed=reach.listed and reach.listed._replace(head=0)), [])
        listed += [reach.listed] if reach.listed else []
    return tuple(
        reach._replace(listed=listed[0].with_heads(listed) if listed else None) for reach, listed in found.items()
    )


def _keys_needed(parts: Iterable[range], keys: range, clauses: Clauses) -> tuple[tuple[Run, ...], ...]:
    """For each key/value head, the keys of `keys` that some query in `parts` attends to."""
    near = (queries for queries in parts if _overlap(_keys_around(queries, clauses), keys))
    every = [found for found in (_keys_of(queries, keys, clauses) for queries in near) if any(found)]
    if not every:
        return ((),) * len(clauses.heads)
    found = every[0]
    if any(one is not found for one in every):
        found = tuple(_union_of(frozenset(itertools.chain(*several))) for several in zip(*every, strict=True))
    return tuple(found[place] for place in clauses.heads)


def _overlap(one: range, other: range) -> bool:
    return one.start < other.stop and other.start < one.stop


@functools.lru_cache(maxsize=1 << 14)
def _keys_around(queries: range, clauses: Clauses) -> range:
    """A range that holds all keys of some queries: few ranks of many are near one another."""
    every = [
        (outline.bounds, max(queries.start, outline.bounds.first), min(queries.stop, outline.bounds.end))
        for outline in clauses.outlines
    ]
    some = [(bounds.low(first), bounds.high(end - 1)) for bounds, first, end in every if first < end]
    return range(min((low for low, _ in some), default=0), max((high for _, high in some), default=0))


@functools.lru_cache(maxsize=1 << 16)
def _keys_of(queries: range, keys: range, clauses: Clauses) -> tuple[tuple[Run, ...], ...]:
    """For each of the heads that differ, the keys among some that some queries attend to."""
    whole, partly = [], []
    for place, near, every, enough in _reaching(keys, clauses):
        if min(every.stop, queries.stop) - max(every.start, queries.start) >= enough:
            whole.append(place)
        elif near.start < queries.stop and queries.start < near.stop:
            partly.append((place, range(max(near.start, queries.start), min(near.stop, queries.stop))))
    found = _keys_of_classes(keys, tuple(whole), clauses)
    if not partly:
        return found
    several = [set(runs) for runs in found]
    for place, part in partly:
        for runs, reaches in zip(several, clauses.outlines[place].clauses, strict=True):
            runs.update(run for reach in reaches for run in reach.runs(part, keys, queries))
    return tuple(_union_of(frozenset(runs)) for runs in several)


@functools.lru_cache(maxsize=1 << 14)
def _reaching(keys: range, clauses: Clauses) -> list[tuple[int, range, range, int]]:
    """The outlines that reach some of the keys, with the queries that do, and consecutive ones that reach all."""
    found = []
    for place, (bounds, enough, _) in enumerate(clauses.outlines):
        near = bounds.near(keys)
        if near:
            found.append((place, near, bounds.whole(keys), enough))
    return found


@functools.lru_cache(maxsize=1 << 14)
def _keys_of_classes(keys: range, places: tuple[int, ...], clauses: Clauses) -> tuple[tuple[Run, ...], ...]:
    """For each of the heads that differ, the keys among some that are of the classes of some outlines."""
    turns = _restarting(places, clauses)
    if all(keys.start // one.turn == (keys.stop - 1) // one.turn for one in turns):
        sets = _sets_of_classes(places, tuple(one.of_turn(keys.start).residue for one in turns), clauses)
        runs = (Run(keys.start, keys.stop, *some) for some in sets)
        return tuple((run,) if run.bits and (len(keys) >= run.period or run.size) else () for run in runs)
    heads = zip(*(clauses.outlines[place].clauses for place in places), strict=True)
    found = ((_common_of_all(keys, one.keys) for one in itertools.chain(*some)) for some in heads)
    return tuple(_union(itertools.chain(*runs)) for runs in found)


@functools.lru_cache(maxsize=1 << 12)
def _restarting(places: tuple[int, ...], clauses: Clauses) -> tuple[Lattice, ...]:
    """The classes of keys of some outlines that are others in each segment, without their residues."""
    every = itertools.chain.from_iterable(reaches for place in places for reaches in clauses.outlines[place].clauses)
    found = (one._replace(residue=0, excluded=False) for reach in every for one in reach.keys if one.segment)
    return tuple(dict.fromkeys(found))


@functools.lru_cache(maxsize=1 << 12)
def _sets_of_classes(places: tuple[int, ...], shifts: tuple[int, ...], clauses: Clauses) -> list[tuple[int, int]]:
    """The (period, bits) of the keys of each of the heads that differ, where segments shift residues by so much."""
    shift_of = dict(zip(_restarting(places, clauses), shifts, strict=True))

    def keys_of(reach: Reach) -> tuple[int, int]:
        found = Run(0, 2**62)
        for lattice in reach.keys:
            shift = shift_of[lattice._replace(residue=0, excluded=False)] if lattice.segment else 0
            residue = (lattice.residue + shift) % lattice.dilation
            (run,) = lattice._replace(residue=residue, segment=0).runs(0, 2**62)
            found = found.within(run)
        return found[2:]

    some = [clauses.outlines[place].clauses for place in places]
    sets = (frozenset(keys_of(reach) for one in some for reach in one[head]) for head in clauses.different)
    return [_any_of(several) if several else (1, 0) for several in sets]


def _common_of_all(keys: range, lattices: tuple[Lattice, ...]) -> tuple[Run, ...]:
    """The keys among some that are of all classes."""
    found: Iterable[Run] = [Run(keys.start, keys.stop)]
    for lattice in lattices:
        found = _common(found, lattice.runs(keys.start, keys.stop))
    return tuple(found)


@functools.lru_cache(maxsize=1 << 12)
def _union_of(runs: frozenset[Run]) -> tuple[Run, ...]:
    return _union(runs)
