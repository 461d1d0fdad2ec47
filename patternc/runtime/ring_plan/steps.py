"""Steps of a ring: which positions each rank has, and in which order ranks exchange keys and heads."""

import functools
import itertools
from typing import NamedTuple

Shards = tuple[tuple[range, ...], ...]  # the positions of each rank, in the order of its rows
STAGES = 4  # in which what travels at once comes, so that the work on one hides the transfer of the next


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
    """The shards of n positions: contiguous, zigzag (both of whole blocks) or striped."""
    match layout if ranks > 1 else "contiguous":
        case "striped":
            return tuple((range(min(rank, n), n, ranks),) for rank in range(ranks))
        case "zigzag":  # the first and the last of 2 * ranks chunks, so that causal work is even
            chunks = _stretches(_even_ends(n, 2 * ranks, block))
            return tuple((chunks[rank], chunks[-1 - rank]) for rank in range(ranks))
    return tuple((part,) for part in _stretches(_even_ends(n, ranks, block)))


def _even_ends(n: int, parts: int, block: int) -> list[int]:
    """The starts of parts of n positions, and the end of the last one: whole blocks, whose means one rank has."""
    return [min(n, -(-n // block) * place // parts * block) for place in range(parts + 1)]


def _stretches(ends: list[int]) -> tuple[range, ...]:
    """The ranges from each end to the next."""
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


class HeadStage(NamedTuple):
    """Heads of a rank's share that travel and are attended together, of a share in which they count from 0.

    `comes`, `goes`: whether the keys come before this stage, and their gradients go after it.
    """

    heads: range
    kv_heads: range
    comes: bool = True
    goes: bool = True


def _head_stages(heads: int, kv_heads: int, alone: bool) -> tuple[HeadStage, ...]:
    """The stages of a share of heads; of a single key head the queries, if its keys come from no further ranks."""
    if kv_heads == 1 and alone:
        several = _stretches(_even_ends(heads, min(STAGES, heads), 1))
        return tuple(HeadStage(one, range(1), one.start == 0, one.stop == heads) for one in several)
    group, several = heads // kv_heads, _stretches(_even_ends(kv_heads, min(STAGES, kv_heads), 1))
    return tuple(HeadStage(range(one.start * group, one.stop * group), one) for one in several)


def _stage_size(steps: int) -> int:
    """The number of steps of a stage."""
    return max(1, -(-steps // STAGES))
