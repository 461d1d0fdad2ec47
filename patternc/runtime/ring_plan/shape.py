"""Shapes: what a plan depends on, how ranks share positions, and the clauses of the heads of a call."""

import bisect
import functools
import itertools
import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from .needed import Clauses
from .reach import Reach
from .steps import Shards, _even_ends, _shards_of, _stretches

PARTS = 1 << 12  # in which a sequence is measured to be split into equal work

Entries = tuple[tuple[tuple[int, ...], ...], ...]  # of each batch entry the inputs that masks read


class Known(tuple[tuple[tuple[int, ...], ...], ...]):
    """A tuple of inputs that computes its hash once."""

    def __hash__(self) -> int:
        """The hash of the tuple, which is kept."""
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        return super().__hash__()


class GivenLists(NamedTuple):
    """An input that lists keys for blocks of `rows` queries: of `shared`, `kv_heads` or `heads` one list each."""

    rows: int
    owner: str

    def of_heads(self, heads: int, kv_heads: int) -> int:
        """The number of lists that so many heads have for the same queries."""
        return {"shared": 1, "kv_heads": kv_heads, "heads": heads}[self.owner]


class Ring(NamedTuple):
    """The ring of a pattern: the shares of its ranks in a sequence, and the facts of its masks.

    `reaches`: the clauses of a head, of (head, num_heads, n, *inputs). `block`: the positions of a block that a `topk`
    chooses, 0 where there is none. `lse_bytes`: of a row's lse, as it goes back to the row's rank. `lists`: the inputs
    that list keys, in the order of operands. `keeps_heads`: ranks keep all heads of their queries, as these
    have numbers of pairs.
    """

    ranks: int
    nodes: int
    layout: str
    transport: str
    reaches: Callable[..., Iterable[Reach]]
    block: int = 0
    lse_bytes: int = 4
    lists: tuple[GivenLists, ...] = ()
    keeps_heads: bool = False

    @property
    def node_size(self) -> int:
        """The number of ranks of a node."""
        return self.ranks // self.nodes

    @property
    def whole(self) -> int:
        """The number of consecutive queries that one rank has: those of blocks that are chosen or have lists."""
        return math.lcm(self.block or 1, *(one.rows for one in self.lists))


class Shape(NamedTuple):
    """The numbers that a plan depends on: sequence positions, heads of a rank, inputs of masks, places in the model."""

    ring: Ring
    n: int
    heads: int
    kv_heads: int
    inputs: Entries = ((),)
    head_offset: int = 0
    num_heads: int = 0

    @property
    def sharing(self) -> int:
        """The number of a node's ranks that share out the heads under `ulysses`: no key head goes to two of them."""
        return 1 if self.ring.keeps_heads else math.gcd(self.ring.node_size, self.kv_heads)


@functools.lru_cache(maxsize=16)
def _shards(ring: Ring, n: int, given: Entries) -> Shards:
    """The shards of n positions: whole blocks where these are chosen or have lists, except for single rows."""
    if ring.layout != "balanced" or ring.ranks == 1:
        return _shards_of(n, ring.ranks, ring.layout, ring.whole)
    ends, step = _even_ends(n, ring.ranks, 1), max(1, n // PARTS)
    reaches = [reach for entry in given for reach in ring.reaches(0, 1, n, *entry)]
    pairs = (sum(max(0, one.high(q) - one.low(q)) for one in reaches) for q in range(0, n, step))
    work = list(itertools.accumulate(pairs))
    shares = [work[-1] * place / ring.ranks for place in range(1, ring.ranks)] if work else []
    ends[1:-1] = [min(n, bisect.bisect_left(work, share) * step + step) for share in shares]
    whole = ring.whole
    return tuple((part,) for part in _stretches([min(n, -(-end // whole) * whole) for end in ends]))


def _blocks_of(parts: tuple[range, ...], block: int) -> tuple[range, ...]:
    """The blocks of ranges of positions."""
    return tuple(range(part.start // block, -(-part.stop // block)) for part in parts)


@functools.lru_cache(maxsize=512)
def _clauses(shape: Shape) -> Clauses:
    """The clauses of each key/value head, over all batch entries."""
    return Clauses(_reaches_of_heads(shape))


@functools.lru_cache(maxsize=512)
def _clauses_apart(shape: Shape) -> tuple[Clauses, Clauses]:
    """The clauses without `topk`, and those with it."""
    every = _reaches_of_heads(shape)
    always, choosing = (Clauses([one for one in some if one.chosen == chosen] for some in every) for chosen in (0, 1))
    return always, choosing


def _reaches_of_heads(shape: Shape) -> list[list[Reach]]:
    """The clauses of each key/value head."""
    group, entries, reaches = shape.heads // shape.kv_heads, set(shape.inputs), shape.ring.reaches
    found = []
    for first in range(shape.head_offset, shape.head_offset + shape.heads, group):
        heads = range(first, first + group)
        every = (reaches(head, shape.num_heads, shape.n, *entry) for entry in entries for head in heads)
        found.append([*itertools.chain.from_iterable(every)])
    return found
