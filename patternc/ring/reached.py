"""What the queries of a head attend to, clause by clause, with the head and the inputs of a call filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import lcm

import numpy as np

from patternc.ir.facts import Form, atom_facts, atom_of, form
from patternc.ir.mask import Bound, Mask, Not, Pattern, RelativePosition, SameResidue, Side
from patternc.ir.semantics import Inputs, admits, group_of, position, residue
from patternc.ir.traversal import key_limits, limits, relative, residues, shared_residues, topk_in
from patternc.ring.combs import EVERY, LONGEST, Comb, Numbers, Truths, comb, common
from patternc.schedule.ring_reaches import shared_classes
from patternc.transforms import Clause, clauses_of

CLASSES = 512
"""The most residue classes of all literals by which queries and keys share one, as in generated modules: of more, some
literals are left out, and more keys are sent."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Keys k with max(lows(q)) <= k < min(highs(q)), for the queries from `first` to `end`, that are in all combs.

    `entry`: the batch entry whose inputs the bounds read. `shared`: literals by which queries and keys share a residue
    class, or do not. `listed`: literals that hold cell by cell or block by block, for head `head`; they are empty where
    they are not looked at, and the clause then reaches more keys. `apart`: what the distances of keys are multiples of;
    if it is not 1, there are no combs of queries, and no bound has a period.
    """

    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    first: int
    end: int
    queries: frozenset[Comb]
    keys: frozenset[Comb]
    entry: int
    shared: tuple[Mask, ...] = ()
    listed: tuple[Mask, ...] = ()
    head: int = 0
    apart: int = 1

    def classes(self) -> tuple[tuple[Comb, Comb], ...]:
        """The queries and the keys of each of the residue classes that they share."""
        return _pairs_of_classes(self.queries, self.keys, _looked_at(self.shared))


def reached(
    normal: Pattern, head: int, heads: int, n: int, entries: tuple[Inputs, ...], exact: bool
) -> tuple[Reached, ...]:
    """The clauses of a head in all batch entries, each once; `exact`: with what is listed."""
    branches = group_of(normal, head, heads).branches
    clauses = dict.fromkeys(clause for branch in branches for clause in clauses_of(branch.mask))
    every = (
        _of_clause(clause, head, heads, n, entry, inputs, exact)
        for clause in clauses
        for entry, inputs in enumerate(entries)
    )
    return tuple(dict.fromkeys(every))


def _of_clause(clause: Clause, head: int, heads: int, n: int, entry: int, inputs: Inputs, exact: bool) -> Reached:
    lows, highs = key_limits(clause)
    first, end = ([int(position(one, 0, n, inputs)) for one in some] for some in limits(clause, Side.QUERY))
    queries, keys = (frozenset(_classes(clause, side, head, heads)) for side in (Side.QUERY, Side.KEY))
    moves = all(one.period == 1 for one in relative((*lows, *highs)))
    apart = _apart(clause) if moves and not queries else 1
    blocks = (one for one in clause if form(one) in (Form.BOX, Form.SELECTION) and not topk_in([atom_of(one)]))
    listed = tuple(blocks) if exact else ()
    return Reached(
        lows,
        highs,
        max(0, *first) if first else 0,
        min(n, *end) if end else n,
        queries,
        keys,
        entry,
        shared=() if apart > 1 else tuple(one for one in clause if shared_residues([atom_of(one)])),
        listed=listed,
        head=head if any(form(one) is Form.SELECTION for one in listed) else 0,
        apart=apart,
    )


@lru_cache(maxsize=16)
def _pairs_of_classes(
    queries: frozenset[Comb], keys: frozenset[Comb], shared: tuple[Mask, ...]
) -> tuple[tuple[Comb, Comb], ...]:
    """The same for all heads, layouts and ranks."""
    every = (zip(*classes, strict=True) if classes else ((), ()) for classes in product(*map(_shared, shared)))
    return tuple((common(queries | {*own}), common(keys | {*others})) for own, others in every)


def _looked_at(shared: tuple[Mask, ...]) -> tuple[Mask, ...]:
    """The literals whose classes are looked at one by one."""
    several, some = 1, list[Mask]()
    for literal in sorted(shared, key=lambda one: _modulus(one).dilation):
        atom = _modulus(literal)
        if several * atom.dilation <= CLASSES and atom_facts(atom).period <= LONGEST:
            several *= atom.dilation
            some.append(literal)
    return tuple(some)


def _modulus(literal: Mask) -> SameResidue:
    (atom,) = shared_residues([atom_of(literal)])
    return atom


def _apart(clause: Clause) -> int:
    """What the distances of keys are multiples of, if that is all that a clause says of shared classes; else 1."""
    match shared_classes(clause):
        case (SameResidue(modulus, None, 1),) if modulus <= LONGEST:
            return modulus
    return 1


def _classes(clause: Clause, side: Side, head: int, heads: int) -> Iterator[Comb]:
    """The residue classes of one side."""
    for literal in clause:
        for facts in map(atom_facts, residues([atom_of(literal)], side)):
            if facts.period <= LONGEST:
                yield _class(literal, facts.period, *((head, heads) if "head" in facts.reads else (0, 1)))


@lru_cache(maxsize=64)
def _class(literal: Mask, period: int, head: int, heads: int) -> Comb:
    """The positions of a literal on one side: the same for all ranks, and for all heads that it does not tell apart."""
    x = np.arange(period)
    return comb(np.asarray(admits(literal, head, x, x, period, heads)))


def _shared(literal: Mask) -> Iterator[tuple[Comb, Comb]]:
    """(queries, keys) of each class that both share; under `not`, keys of other classes."""
    atom = _modulus(literal)
    own = residue(np.arange(atom_facts(atom).period) // atom.block, atom.dilation, atom.segment)
    for one in range(atom.dilation):
        held = np.asarray(own == one)
        yield comb(held), comb(~held if isinstance(literal, Not) else held)


@lru_cache(maxsize=1 << 13)  # one of each pair of classes: thousands
def cycle(lows: tuple[RelativePosition, ...], highs: tuple[RelativePosition, ...], queries: Comb) -> tuple[Comb, Comb]:
    """The queries between whose bounds there is a key, and the keys that are not between those of any query.

    Bounds that would make the period longer than `LONGEST` are left out, so that some more are found.
    """
    period = queries.period
    for bound in sorted({*lows, *highs}, key=lambda bound: (bound.period, bound.offset, bound.shift)):
        if lcm(period, bound.period) <= LONGEST:
            period = lcm(period, bound.period)
    q = np.arange(period, dtype=np.int64)
    live = np.tile(queries.table, period // queries.period)
    low, high = ([position(bound, q, 0) for bound in some if period % bound.period == 0] for some in (lows, highs))
    if not low or not high:
        return comb(live), EVERY
    first, last = np.max(low, axis=0), np.min(high, axis=0)
    live &= first < last
    return comb(live), comb(_covered(first[live], last[live], period))


def _covered(first: Numbers, last: Numbers, period: int) -> Truths:
    """Which residues are in some of the ranges of a period, which never fall."""
    covered = np.ones(period, bool)
    if first.size:
        after = np.append(first[1:], first[0] + period)
        for gap in np.flatnonzero(last < after):
            covered[np.arange(last[gap], after[gap]) % period] = False
    return covered
