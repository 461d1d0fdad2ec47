"""The order of messages between GPUs: recorded for every transport, and proved free of deadlock on one stream a rank.

On a GPU a batch of sends and receives runs side by side, batches of a rank one after the other, and a message needs
both ranks at once. `_stuck` goes through all orders in which batches of two to four ranks can end.
"""

from __future__ import annotations

import contextlib
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from planted_faults import planted
from recorded_batches import Batch, Message, Program, recorded, without_kernels
from rings import BODIES, made
from simulated_ranks import on_all_ranks
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensorMode

N, HEADS, KV_HEADS = 104, 4, 4


def _partners(programs: list[Program]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """By (rank, place) of a batch the batches of others that it needs: messages between two ranks match in order."""
    ends: dict[tuple[int, int, bool], list[tuple[int, int]]] = defaultdict(list)
    found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    together = [[place for place, batch in enumerate(program) if not batch] for program in programs]
    for places in itertools.zip_longest(*together, fillvalue=10**9):  # where a rank never comes
        for rank, other in itertools.permutations(range(len(programs)), 2):
            found[rank, places[rank]].append((other, places[other]))
    for rank, program in enumerate(programs):
        for place, batch in enumerate(program):
            for one in batch:
                pair = (rank, one.peer) if one.sends else (one.peer, rank)
                ends[*pair, one.sends].append((place, one.size))
    for source, target in itertools.permutations(range(len(programs)), 2):
        sent, received = ends[source, target, True], ends[source, target, False]
        assert [size for _, size in sent] == [size for _, size in received], (source, target)
        for (place, _), (other, _) in zip(sent, received, strict=True):
            found[source, place].append((target, other))
            found[target, other].append((source, place))
    return found


def _stuck(programs: list[Program]) -> tuple[int, ...] | None:
    """How far ranks are where none goes on, by all orders in which batches end; None: everything always ends."""
    partners, last = _partners(programs), tuple(map(len, programs))
    seen, waiting = {(0,) * len(programs)}, [(0,) * len(programs)]
    while waiting:
        state = waiting.pop()
        after = [
            (*state[:rank], place + 1, *state[rank + 1 :])
            for rank, place in enumerate(state)
            if place < last[rank] and all(state[other] >= at for other, at in partners[rank, place])
        ]
        if not after and state != last:
            return state
        waiting += [one for one in after if one not in seen]
        seen.update(after)
    return None


def programs_of(module: ModuleType, monkeypatch: pytest.MonkeyPatch, *, decodes: bool = True) -> list[Program]:
    """What each rank does in a forward and a backward, and maybe a step of decoding."""
    without_kernels(module, monkeypatch)
    found: list[Program] = []
    for rank in range(module.RANKS):
        found.append([])
        with recorded(module.RANKS, rank, "meta", found[-1], monkeypatch) as group:
            ranks = module.Ranks(group, agree="never")
            whole = [torch.empty(1, heads, N, 16, device="meta") for heads in (HEADS, KV_HEADS, KV_HEADS)]
            own = [module.shard(x, ranks).requires_grad_() for x in whole]
            module.ring_attention(*own, ranks, seq_len=N).sum().backward()
            if decodes:
                module.ring_decode(whole[0][:, :, :1], *own[1:], ranks, q_offset=N - 1)
    return found


GAPS = "attend window(20, 5) | when(q >= 78 and 26 <= k and k < 52)"
"""Over four ranks, of which only ranks 1 and 3 have something to do in the second hop."""
RINGS = (
    "ring(ranks=2, transport=p2p)",
    "ring(ranks=4, transport=p2p)",
    "ring(ranks=3, transport=p2p, layout=zigzag)",
    "ring(ranks=4, transport=p2p, layout=striped)",
    "ring(ranks=4, transport=alltoall)",
    "ring(ranks=3, transport=allgather, layout=zigzag)",
    "ring(ranks=4, transport=ulysses)",
    "ring(ranks=2, transport=ulysses, layout=striped)",
    "ring(ranks=4, transport=ulysses, nodes=2, layout=zigzag)",
    "ring(ranks=4, transport=p2p, nodes=2)",
    "ring(ranks=4, transport=p2p, nodes=2, layout=zigzag)",
    "ring(ranks=4, transport=alltoall, nodes=2)",
)
MASKS = {
    "full": "attend full",
    "causal": BODIES["causal"],
    "window": BODIES["window"],
    "longnet": BODIES["longnet"],
    "gaps": GAPS,
    "first half": "attend when(q < 52) & segment(52) | segment(26)",  # some ranks have nothing to exchange
}
CASES = [(name, ring) for place, ring in enumerate(RINGS) for name in ("full", list(MASKS)[1 + place % 5])]
CASES += [("gaps", "ring(ranks=4, transport=p2p)")]


@pytest.mark.parametrize(("name", "ring"), CASES)
def test_no_order_of_batches_blocks_ranks(
    name: str, ring: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = programs_of(made(MASKS[name], ring, tmp_path), monkeypatch)
    assert all(program[0] == () for program in programs)  # NCCL connects the ranks of a group in one collective of all
    assert all(any(program) for program in programs)
    assert _stuck(programs) is None


@pytest.mark.parametrize("ring", ["ring(ranks=3, transport=p2p)", "ring(ranks=4, transport=p2p, nodes=2)"])
def test_no_order_blocks_ranks_that_choose_blocks(ring: str, tmp_path: Path) -> None:
    """What is exchanged depends on numbers: the exchanges of a real call, each a batch."""
    module = made("attend blocks(8, topk(2) | window(1))", ring, tmp_path)
    tensors = [torch.randn(1, heads, 96, 16) for heads in (4, 2, 2)]

    def work(ranks: Any) -> Program:
        program: Program = []
        exchange: Callable[..., Callable[[], None]] = ranks.exchange

        def noted(words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            if not words.startswith("agreement"):
                batch = [Message(rank, True, x.nbytes) for rank, x in sends.items()]
                batch += [Message(rank, False, x.nbytes) for rank, x in receives.items()]
                program.extend([tuple(batch)] if batch else [])
            return exchange(words, sends, receives)

        ranks.exchange = noted
        own = [module.shard(x, ranks).requires_grad_() for x in tensors]
        module.ring_attention(*own, ranks).sum().backward()
        return program

    programs = on_all_ranks(module, work)
    assert all(programs)
    assert _stuck(programs) is None


ONE_BY_ONE = "        for batch in [[call[1:]] for call in calls]:\n"
AS_THEY_COME = "        for batch in [[call[1:] for call in calls[at : at + 4]] for at in range(0, len(calls), 4)]:\n"
CUT = """        for first in range(1, self.size, MOST_OPERATIONS // 2):
            batch = [call[1:] for call in calls if first <= call[0] < first + MOST_OPERATIONS // 2]
"""
FAULTS = {
    "a send stands before the receive": (CUT, ONE_BY_ONE),
    "batches are cut as operations come": (CUT, AS_THEY_COME),
    "ranks connect where they first exchange": (
        "        works, to_global = [], functools",
        "        self.connect_late([*sends.values(), *receives.values()][0])\n        works, to_global = [], functools",
    ),
}


def test_keys_asked_for_before_gradients_of_a_hop_between_would_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hops in which a rank has nothing to do are passed over; on other ranks gradients of such a hop come first."""
    module = made(GAPS, "ring(ranks=4, transport=p2p)", tmp_path)
    assert _stuck(programs_of(module, monkeypatch, decodes=False)) is None
    module = planted(module, ' if words == "forward" or after.place == one.place + 1', "")
    with pytest.raises(AssertionError):  # ranks block, or take gradients for keys
        assert _stuck(programs_of(module, monkeypatch, decodes=False)) is None


def exchanges_of(module: ModuleType, rank: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a rank of 16 rows exchanges in both passes, and "kernel" where it attends."""
    found = []
    without_kernels(module, monkeypatch)
    exchange, kernels = module.Ranks.exchange, module._KERNELS

    def noted(self: Any, words: str, *moved: dict[int, Tensor]) -> Callable[[], None]:
        found.append(words)
        waits: Callable[[], None] = exchange(self, words, *moved)
        return waits

    def forward(*given: Any) -> Any:
        found.append("kernel")
        return kernels.forward(*given)

    monkeypatch.setattr(module.Ranks, "exchange", noted)
    monkeypatch.setattr(module, "_KERNELS", kernels._replace(forward=forward))
    with recorded(module.RANKS, rank, "meta", [], monkeypatch) as group:
        own = [torch.empty(1, 2, 16, 16, device="meta").requires_grad_() for _ in range(3)]
        ranks = module.Ranks(group, agree="never")
        module.ring_attention(*own, ranks, seq_len=16 * module.RANKS).sum().backward()
    return found


@pytest.mark.parametrize("transport", ["p2p", "alltoall"])
def test_a_rank_exchanges_where_it_has_something_to_send_or_to_receive(
    transport: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ranks there are."""
    module = made("attend window(60, 0)", f"ring(ranks=256, transport={transport})", tmp_path)
    every = exchanges_of(module, 100, monkeypatch)
    hops = 4 if transport == "p2p" else 1  # the window is of the rows of four ranks
    assert [sum(words.startswith(one) for words in every) for one in ("keys", "gradients")] == [2 * hops, hops]


def test_all_stages_begin_before_a_rank_attends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = exchanges_of(made("attend full", "ring(ranks=8, transport=alltoall)", tmp_path), 5, monkeypatch)
    assert every.index("kernel") == 4


def test_gradients_of_a_node_cross_before_those_of_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on a rank that nothing crosses to from the next node, whose other rank has something for it."""
    module = made("attend window(40, 0)", "ring(ranks=6, transport=p2p, nodes=3)", tmp_path)
    every = exchanges_of(module, 4, monkeypatch)
    hops = [words.split(", hop ")[1][0] for words in every if words.startswith("gradients of keys")]
    assert hops == ["1", "3", "2", "5", "4"]


@pytest.mark.parametrize("words", FAULTS)
def test_an_order_that_blocks_is_found(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mask = "attend when(q < 52) & segment(52) | segment(26)" if "connect" in words else "attend full"
    module = made(mask, "ring(ranks=4, transport=alltoall)", tmp_path)
    few = {"MOST_OPERATIONS": 4, "STAGES": 1}  # a stage of more operations than are taken at once
    vars(module).update(few)
    assert _stuck(programs_of(module, monkeypatch, decodes=False)) is None
    module = planted(module, *FAULTS[words])
    vars(module).update(few)
    if "connect" in words:
        monkeypatch.setattr(module.Ranks, "connect_late", module.Ranks.connect, raising=False)
        monkeypatch.setattr(module.Ranks, "connect", lambda *_: None)
    assert _stuck(programs_of(module, monkeypatch, decodes=False)) is not None


def test_many_ranks_take_few_operations_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same batch on both sides: cut by the distance of ranks."""
    module = made("attend full", "ring(ranks=200, transport=alltoall)", tmp_path)
    assert module.MOST_OPERATIONS == 256
    cuts = []
    for rank in (0, 8, 199):
        program: Program = []
        with recorded(200, rank, "meta", program, monkeypatch) as group:
            others = {other: torch.empty(4, device="meta") for other in range(200) if other != rank}
            module.Ranks(group).exchange("rows", others, dict(others))()
        assert [len(batch) for batch in program] == [256, 142]
        cuts.append(
            {((one.peer - rank) % 200, one.sends): place for place, batch in enumerate(program) for one in batch}
        )
    for cut in cuts:
        assert cut == cuts[0]
        assert all(place == cut[-distance % 200, not sends] for (distance, sends), place in cut.items())


def test_the_device_of_the_query_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the current one: a collective begins on the current device, and so does a batch."""
    module = made("attend full", "ring(ranks=2)", tmp_path)
    current: list[torch.device | None] = [None]

    @contextlib.contextmanager
    def device_of(tensor: Tensor) -> Iterator[None]:
        current.append(tensor.device)
        yield
        current.pop()

    class Noted(Program):
        def append(self, batch: Batch) -> None:
            assert current[-1] == torch.device("cuda", 1)
            super().append(batch)

    monkeypatch.setattr(torch.cuda, "device_of", device_of)
    with recorded(2, 0, "cuda", program := Noted(), monkeypatch) as group, FakeTensorMode(), torch.no_grad():
        rows = torch.empty(1, 2, 52, 16, device="cuda:1")
        ranks = module.Ranks(group, agree="never")
        ranks.connect(rows)
        ranks.connect(rows)
        ranks.exchange("rows", {1: rows}, {1: rows})()
    assert [len(batch) for batch in program] == [0, 2]


def test_tensors_that_a_group_cannot_send_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = made("attend full", "ring(ranks=1)", tmp_path)
    with recorded(1, 0, "meta", [], monkeypatch) as group, FakeTensorMode():
        ranks = module.Ranks(group)
        ranks.check_device(torch.empty(1))
        words = "query is on cuda, and the group sends tensors on cpu and meta: make a group for it"
        with pytest.raises(ValueError, match=words):
            ranks.check_device(torch.empty(1, device="cuda"))
