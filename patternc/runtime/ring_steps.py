"""Steps of a ring: which positions each rank has, and in which order ranks exchange keys."""

import functools
import itertools
from typing import NamedTuple

Shards = tuple[tuple[range, ...], ...]  # the positions of each rank, in the order of its rows


class Step(NamedTuple):
    """A transfer of a rank: `source` sends it keys of the rank `arriving`, and it sends `target` those of `leaving`."""

    source: int
    target: int
    arriving: int
    leaving: int


@functools.lru_cache(maxsize=1 << 6)
def _steps(rank: int, ranks: int, nodes: int, relays: bool) -> tuple[Step, ...]:
    """Every step a permutation of the ranks: those of a node first, then node after node.

    Where keys are relayed, those that come to a node go on within it in the steps after.
    """
    size = ranks // nodes
    node, place = divmod(rank, size)
    found = []
    for o, s in itertools.product(range(nodes), range(size)):
        before, after = (node - o) % nodes * size, (node + o) % nodes * size
        source, target = (place - s) % size, (place + s) % size
        if relays and o and s:
            near = node * size
            found.append(Step(near + source, near + target, before + source, before + place))
        elif o or s:
            found.append(Step(before + source, after + target, before + source, rank))
    return tuple(found)


def _ranks_of_node(rank: int, ranks: int, nodes: int) -> range:
    """The ranks of the node of a rank."""
    size = ranks // nodes
    return range(rank // size * size, (rank // size + 1) * size)


def _shards_of(n: int, ranks: int, layout: str, block: int) -> Shards:
    """How ranks share n positions: contiguous, zigzag or striped, of the first two whole blocks."""
    match layout if ranks > 1 else "contiguous":
        case "striped":
            return tuple((range(min(rank, n), n, ranks),) for rank in range(ranks))
        case "zigzag":  # the first and the last of 2 * ranks chunks, so that causal work is even
            chunks = _stretches(_even_ends(n, 2 * ranks, block))
            return tuple((chunks[rank], chunks[-1 - rank]) for rank in range(ranks))
    return tuple((part,) for part in _stretches(_even_ends(n, ranks, block)))


def _even_ends(n: int, parts: int, block: int) -> list[int]:
    """Where parts of n positions begin, and the last one ends: whole blocks, whose means one rank has."""
    return [min(n, -(-n // block) * place // parts * block) for place in range(parts + 1)]


def _stretches(ends: list[int]) -> tuple[range, ...]:
    """The positions from each end to the next."""
    return tuple(itertools.starmap(range, itertools.pairwise(ends)))


def _shared(one: range, other: range) -> range:
    """The positions of two ranges of which one is of consecutive positions."""
    if one.step < other.step:
        one, other = other, one
    start = max(one.start, other.start)
    return range(start + (one.start - start) % one.step, min(one.stop, other.stop), one.step)


def _outside(parts: tuple[range, ...], n: int) -> list[range]:
    """The positions below n that are in none of some stretches."""
    ends = [0, *(end for part in sorted(parts, key=lambda part: part.start) for end in (part.start, part.stop)), n]
    return [range(*pair) for pair in zip(ends[::2], ends[1::2], strict=True) if pair[0] < pair[1]]


def _cheapest(received: int, own: int, split: int) -> str:
    """The transport that `auto` takes, of rows of keys: the most that a rank receives, those that it has, and what
    `ulysses` moves, 0 where it can't.
    """
    if split and received > split:
        return "ulysses"
    return "alltoall" if received <= own else "p2p"
