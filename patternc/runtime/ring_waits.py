"""How long ranks wait for what their work does not hide: the model by which `auto` takes a transport."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from .ring_steps import HeadStage, _stage_size

PAIRS = 1000  # of a query and a key, attended in both passes while a row of a key and a value comes within a node
FAR = 9  # times as long a row takes that comes from another node
SAMPLES = 8  # queries of a rank, whose keys are counted
MARGIN = 0.01  # of the work, which a wait must save for a transport that takes more memory


class RankLoad(NamedTuple):
    """What a rank has to attend and to receive: pairs of queries and keys, and rows of keys of all key/value heads.

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
    """Some positions of a rank, nearly evenly apart: of different residue classes."""
    count = sum(map(len, parts))
    places = (
        {min((2 * one + 1) * count // (2 * SAMPLES) + one, count - 1) for one in range(SAMPLES)} if count else set()
    )
    ends = itertools.accumulate(map(len, parts), initial=0)
    every = [(part, place - end) for part, end in zip(parts, ends) for place in sorted(places)]  # noqa: B905
    return [part[place] for part, place in every if 0 <= place < len(part)]


def _wait_of(load: RankLoad, at_once: bool, far: float = FAR) -> float:
    """How long a rank waits for keys that come step by step, or in stages which are all begun `at_once`."""
    live = [(place, rows, far if is_far else 1) for place, (rows, is_far) in enumerate(load.coming) if rows]
    size, whole = _stage_size(len(load.coming)) if at_once else 1, load.own + sum(rows for _, rows, _ in live)
    stages = [list(some) for _, some in itertools.groupby(live, lambda one: one[0] // size)]
    share = load.work / whole if whole else 0.0
    works = [share * load.own, *(share * sum(rows for _, rows, _ in some) for some in stages)]
    transfers = [sum(rows * times for _, rows, times in some) for some in stages]
    return _wait(transfers, works, len(stages) if at_once else 1)


def _wait(transfers: Sequence[float], works: Sequence[float], ahead: int) -> float:
    """How long one waits for transfers, of which so many are begun ahead; the first work needs none of them."""
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
    """How long one waits under `ulysses`: `size` ranks share out heads, which come before a stage and go after it.

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
