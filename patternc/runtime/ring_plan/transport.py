"""The transport of a plan: how long ranks wait under each, which `auto` takes, and how `ulysses` shares out heads."""

import bisect
import collections
import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .exchange import Exchange
from .needed import _keys_needed
from .runs import Run
from .shape import _clauses
from .steps import HeadStage, _head_stages, _ranks_of_node, _stage_size, _steps

PAIRS = 1000  # of a query and a key, attended in both passes while a row of a key and a value comes within a node
FAR = 9  # times as long a row takes that comes from another node
SAMPLES = 8  # queries of a rank, whose keys are counted
MARGIN = 0.01  # of the work, which a wait must save for a transport that takes more memory


class RankLoad(NamedTuple):
    """The load of a rank: pairs of queries and keys to attend, and rows of keys of all key/value heads to receive.

    `own`: the rank's own keys that its queries attend to. `coming`: the rows of each step, and whether they come from
    another node.
    """

    pairs: float
    own: int
    coming: tuple[tuple[int, bool], ...]

    @property
    def work(self) -> float:
        """The time that it takes, as that of rows within a node."""
        return self.pairs / PAIRS


def _sampled(parts: tuple[range, ...]) -> list[int]:
    """Draw some positions of a rank, nearly evenly apart and of different residue classes."""
    count = sum(map(len, parts))
    places = (
        {min((2 * one + 1) * count // (2 * SAMPLES) + one, count - 1) for one in range(SAMPLES)} if count else set()
    )
    ends = itertools.accumulate(map(len, parts), initial=0)
    every = [(part, place - end) for part, end in zip(parts, ends) for place in sorted(places)]  # noqa: B905
    return [part[place] for part, place in every if 0 <= place < len(part)]


def _wait_of(load: RankLoad, at_once: bool, far: float = FAR) -> float:
    """The time that a rank waits for keys that come step by step, or in stages which are all begun `at_once`."""
    live = [(place, rows, far if is_far else 1) for place, (rows, is_far) in enumerate(load.coming) if rows]
    size, whole = _stage_size(len(load.coming)) if at_once else 1, load.own + sum(rows for _, rows, _ in live)
    stages = [list(some) for _, some in itertools.groupby(live, lambda one: one[0] // size)]
    share = load.work / whole if whole else 0.0
    works = [share * load.own, *(share * sum(rows for _, rows, _ in some) for some in stages)]
    transfers = [sum(rows * times for _, rows, times in some) for some in stages]
    return _wait(transfers, works, len(stages) if at_once else 1)


def _wait(transfers: Sequence[float], works: Sequence[float], ahead: int) -> float:
    """The time that a rank waits for transfers, of which so many are begun ahead; the first work needs none of them."""
    clock, link, begun = works[0], 0.0, [0.0] * ahead
    for transfer, work in zip(transfers, works[1:], strict=True):
        link = max(link, begun.pop(0)) + transfer
        clock = max(clock, link)
        begun.append(clock)
        clock += work
    return clock - sum(works)


def _wait_of_shares(
    load: RankLoad, stages: tuple[HeadStage, ...], size: int, own: float, others: float, far: float = FAR
) -> float:
    """The wait under `ulysses`: `size` ranks share out heads, which come before a stage and go after it.

    `load`: of all stages, and what comes from further ranks; `own`, `others`: rows of the rank, and of those it shares
    with. Of the 16 bytes that an element of a key and a value takes in both passes, an element of query or out takes 2
    in each direction and pass, one of a key or a value 2 as it comes, and one of a gradient 4.
    """
    coming = [others * (len(one.heads) + one.comes * len(one.kv_heads)) / 4 for one in stages]
    going = [own * (size - 1) * (3 * len(one.heads) + 4 * one.goes * len(one.kv_heads)) / 8 for one in stages]
    inner, queries = _wait_of(load, at_once=False, far=far), sum(len(one.heads) for one in stages)
    clock = link = coming[0]
    for turn, one in enumerate(stages):
        arrival = link = max(link, clock) + sum(coming[turn + 1 : turn + 2])
        clock += (load.work + inner) * len(one.heads) / queries
        link = max(link, clock) + going[turn]
        clock = max(clock, arrival)
    return link - load.work


def _cheapest(waits: dict[str, float], work: float) -> str:
    """The transport that `auto` takes: the first that does not wait longer than another by a part of the work."""
    least = min(waits.values())
    return next(name for name, wait in waits.items() if wait <= least + MARGIN * work)


class Choice(NamedTuple):
    """A transport, and what `auto` chooses by, in rows of keys of all key/value heads; as many of values go with them.

    `received`: the most of the first, middle and last rank; `own`: what a rank holds; `waits`: how long one of these
    waits at most under each transport, as the time of rows within a node.
    """

    transport: str
    received: int = 0
    own: int = 0
    waits: tuple[tuple[str, float], ...] = ()


def _chosen(plan: Exchange) -> Choice:
    """The transport of keys, the same on every rank and in every call of the shape."""
    return _chosen_of(plan._replace(rank=0, relays=False, fetched=None))


@functools.lru_cache(maxsize=1 << 6)
def _chosen_of(plan: Exchange) -> Choice:
    """The transport of keys: `p2p` step by step, `alltoall` in stages that are begun at once, `ulysses` by heads.

    Under `ulysses` some ranks of a node exchange heads, and those with the same heads keys.
    """
    shape, ring = plan.shape, plan.shape.ring
    if ring.transport != "auto":
        return Choice("alltoall" if ring.transport == "allgather" else ring.transport)
    ranks = sorted({0, plan.ranks // 2, plan.ranks - 1})
    loads, own = [_load_of_rank(plan, rank) for rank in ranks], shape.kv_heads * -(-shape.n // ring.ranks)
    received = max(sum(count for count, _ in one.coming) for one in loads)
    waits = {"p2p": max(_wait_of(one, at_once=False) for one in loads)}
    if received <= own:
        waits["alltoall"] = max(_wait_of(one, at_once=True) for one in loads)
    if shape.sharing > 1:
        waits["ulysses"] = max(_wait_of_heads(plan, rank) for rank in ranks)
    return Choice(_cheapest(waits, max(one.work for one in loads)), received, own, tuple(waits.items()))


def _can_split(plan: Exchange) -> bool:
    """Whether the ranks of a node can share out the heads, or each is a node."""
    return plan.shape.sharing > 1 or plan.shape.ring.node_size == 1


def _load_of_rank(plan: Exchange, rank: int) -> RankLoad:
    """The load of a rank: pairs to attend, from the keys of some of its queries, and the rows of each step."""
    shape, own, found = plan.shape, plan.shards[rank], _rows_by_owner(plan, [(plan.shards[rank], range(plan.shape.n))])
    clauses, some, steps = _clauses(shape), _sampled(own), _steps(rank, plan.ranks, plan.nodes, relays=False)
    of_queries = (_keys_needed((range(one, one + 1),), range(shape.n), clauses) for one in some)
    keys = sum(times * sum(run.size for run in runs) for heads in of_queries for runs, times in _distinct(heads))
    pairs = shape.heads // shape.kv_heads * keys * sum(map(len, own)) / max(1, len(some))
    node = _ranks_of_node(rank, plan.ranks, plan.nodes)
    return RankLoad(pairs, found[rank], tuple((found[step.source], step.source not in node) for step in steps))


def _rows_by_owner(plan: Exchange, wanted: Iterable[tuple[Sequence[range], range]]) -> list[int]:
    """The rows of each rank, of some keys, that some queries attend to each; of a rank alone no more than all."""
    if plan.ranks == 1:
        return [plan.shape.n]
    parts = sorted((part.start, owner) for owner, some in enumerate(plan.shards) for part in some if part)
    starts, owners, found = [part[0] for part in parts], [part[1] for part in parts], [0] * plan.ranks
    heads = (one for each in wanted for one in _distinct(_keys_needed(*each, _clauses(plan.shape))))
    for run, times in ((run, times) for runs, times in heads for run in runs):
        first, last = bisect.bisect_right(starts, run.start), bisect.bisect_left(starts, run.stop)
        below = run.below((run.start, *starts[first:last], run.stop))
        for owner, rows, more in zip(owners[first - 1 : last], below, below[1:]):  # noqa: B905
            found[owner] += times * (more - rows)
    return found


def _distinct(heads: tuple[tuple[Run, ...], ...]) -> Iterator[tuple[tuple[Run, ...], int]]:
    """The keys of heads, those that are one tuple once, with the number of their heads."""
    counts = collections.Counter(map(id, heads))
    return ((runs, counts[one]) for one, runs in {id(runs): runs for runs in heads}.items())


def _wait_of_heads(plan: Exchange, rank: int) -> float:
    """The wait of a rank under `ulysses`: for heads of the ranks that share them out, and for keys of others."""
    size, plan = plan.shape.sharing, plan._replace(rank=rank)
    load = _load_of_rank(_of_heads(plan, rank), rank // size)
    return _wait_of_shares(load, _stages_of(plan), size, plan.own_rows, plan.group_rows - plan.own_rows)


def _of_heads(plan: Exchange, rank: int, stage: HeadStage | None = None) -> Exchange:
    """The plan between ranks that have the same heads, each of all rows of the ranks that share heads out with it.

    `stage`: the heads of the share; None: all of it.
    """
    shape, size = plan.shape, plan.shape.sharing
    group, place = divmod(rank, size)
    heads, kv_heads = range(shape.heads // size), range(shape.kv_heads // size)
    offset = shape.head_offset + place * len(heads)
    if stage is not None:
        heads, kv_heads = stage.heads, stage.kv_heads
    ring = shape.ring._replace(ranks=shape.ring.ranks // size)
    shape = shape._replace(ring=ring, heads=len(heads), kv_heads=len(kv_heads), head_offset=offset + heads.start)
    return plan._replace(rank=group, shape=shape, relays=1 < ring.nodes < ring.ranks, fetched=None)


def _stages_of(plan: Exchange) -> tuple[HeadStage, ...]:
    """The stages of a rank's share of heads under `ulysses`."""
    shape, size = plan.shape, plan.shape.sharing
    return _head_stages(shape.heads // size, shape.kv_heads // size, size == shape.ring.ranks)
