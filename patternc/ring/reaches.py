"""The reaches of a pattern's heads for plans of rings: values of the expressions that modules have as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.listed_pairs import ListedBlocks as Listing
from patternc.counting.listed_pairs import Numbers, candidates, listed_pairs
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.ir import kernel
from patternc.ir.block_tests import some_of
from patternc.ir.facts import inputs_read
from patternc.ir.index import evaluate
from patternc.ir.interface import given_name
from patternc.ir.mask import Mask, Pattern, Ring
from patternc.ir.semantics import NOTHING, Inputs, head_range
from patternc.ir.traversal import names_in
from patternc.runtime.ring_plan import bounds
from patternc.runtime.ring_plan.reach import Reach
from patternc.schedule.ring_reaches import call_fields, ring_reaches


@dataclass(frozen=True, eq=False)
class PatternReaches:
    """The clauses of a head, called with (head, num_heads, n, *inputs) like `_reaches` of a generated module.

    `inputs`: the names of the inputs that bounds read. `lists`: the pairs of blocks of each clause that has any.
    """

    groups: tuple[kernel.Reaches, ...]
    inputs: tuple[str, ...]
    lists: dict[kernel.Reach, BlockPairs]

    def __call__(self, head: int, num_heads: int, n: int, *given: tuple[int, ...]) -> Iterator[Reach]:
        """The clauses of a head of a model, for one batch entry of a sequence of n positions."""
        values: dict[str, Any] = dict(zip(map(given_name, self.inputs), given, strict=True))
        values |= {"head": head, "num_heads": num_heads, "n": n}
        (group,) = (one for one in self.groups if head in head_range(one.heads, num_heads))
        for one in group.reaches:
            fields = {name: _plain(evaluate(field, values, _LIBRARY)) for name, field in call_fields(one).items()}
            listed = self.lists[one].of_head(head, num_heads, n) if one in self.lists else None
            yield Reach(**fields, listed=listed, chosen=one.chosen)

    def numbers(self, entry: Inputs) -> tuple[tuple[int, ...], ...]:
        """The inputs of a batch entry as they are given."""
        return tuple(tuple(np.ravel(entry[name]).tolist()) for name in self.inputs)

    def examined(self, heads: range, num_heads: int, n: int) -> int:
        """The number of pairs of blocks that are examined for the lists of some heads."""
        every = {one.of_head(head, num_heads, n) for one in self.lists.values() for head in heads}
        return sum(-(-n // one.block) * candidates(_listing(one)) for one in every)


@lru_cache(maxsize=32)
def pattern_reaches(normal: Pattern) -> PatternReaches:
    """The clauses of a pattern in the normal form of the passes, with or without a ring."""
    groups = ring_reaches(normal if normal.ring is not None else replace(normal, ring=Ring(1)))
    every = [one for group in groups for one in group.reaches]
    named = inputs_read(bound for one in every for bound in (*one.lows, *one.highs, *one.first, *one.end))
    lists = {one: BlockPairs(one.listing, one.masks) for one in every if one.listing is not None}
    return PatternReaches(groups, tuple(sorted({read.name for read in named})), lists)


@lru_cache(maxsize=32)
def bounded_reaches(normal: Pattern) -> PatternReaches:
    """The reaches without lists, so that clauses may hold keys that no query attends to."""
    every = pattern_reaches(normal)
    return PatternReaches(every.groups, every.inputs, {})


def _plain(value: Any) -> Any:
    """A field's value without NumPy's integers."""
    return value if isinstance(value, tuple) else int(value)


_LIBRARY: dict[str, Callable[..., Any]] = {
    "Follow": bounds.Follow,
    "OfDocument": bounds.OfDocument,
    "InDocument": bounds.InDocument,
    "Box": bounds.Box,
    "Lattice": bounds.Lattice,
    "Excluded": partial(bounds.Lattice, excluded=True),
}


# ---- lists -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class BlockPairs:
    """The pairs of blocks that the selections of a clause hold, of those that its masks may admit."""

    listing: kernel.Listing
    masks: tuple[Mask, ...]

    def of_head(self, head: int, heads: int, n: int) -> ListOfBlocks:
        """The list for a head; heads that neither selections nor masks tell apart have equal lists."""
        read = frozenset().union(*map(names_in, (*self.listing.literals, *self.masks)))
        place = (head, heads) if "heads" in read else (head, 1) if "head" in read else (0, 1)
        return ListOfBlocks(self, self.listing.keys, n, *place)

    def __call__(self, listed: ListOfBlocks, head: int) -> tuple[Numbers, Numbers]:
        """The rows and the columns of the pairs, ordered by row."""
        one = replace(_listing(listed), head=head)
        rows, columns = listed_pairs(one, np.arange(one.count))
        queries, keys = ((at * one.keys, np.minimum((at + 1) * one.keys, one.n) - 1) for at in (rows, columns))
        call = HeadOfCall(head, listed.num_heads, one.n, NOTHING)
        kept, _ = pair_bounds(some_of(self.masks, one.keys), Rectangles(queries, keys), call)
        return rows[kept], columns[kept]


class ListOfBlocks(bounds.ListedBlocks):
    """The blocks that a forecast lists for a clause."""

    def columns(self, queries: range) -> tuple[list[int], list[int]]:
        """The starts and ends of runs of the blocks that some of the queries have."""
        return _columns(self, queries)


@lru_cache(maxsize=1 << 12)
def _columns(listed: ListOfBlocks, queries: range) -> tuple[list[int], list[int]]:
    rows, columns = _all_pairs(listed)
    begin, end = np.searchsorted(rows, [queries.start // listed.block, -(-queries.stop // listed.block)])
    column = np.unique(columns[begin:end])
    ends = np.flatnonzero(np.diff(column) > 1)
    starts, stops = np.append(column[:1], column[ends + 1]), np.append(column[ends], column[-1:])
    return starts.tolist(), (stops + 1).tolist()


@lru_cache(maxsize=1 << 7)
def _all_pairs(listed: ListOfBlocks) -> tuple[Numbers, Numbers]:
    """The rows and the columns of the pairs of all heads that a list is for, ordered by row."""
    assert isinstance(listed.pairs, BlockPairs)
    every = [listed.pairs(listed, head) for head in (listed.head, *listed.others)]
    rows, columns = (np.concatenate(some) for some in zip(*every, strict=True))
    order = rows.argsort(kind="stable")
    return rows[order], columns[order]


def _listing(listed: ListOfBlocks) -> Listing:
    assert isinstance(listed.pairs, BlockPairs)
    return Listing(listed.pairs.listing.literals, listed.block, listed.block, listed.head, listed.n, NOTHING)
