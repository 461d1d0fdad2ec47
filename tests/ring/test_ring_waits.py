"""What work hides of transfers: measured on a clock that counts, and by the model that `auto` chooses by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from recorded_batches import recorded, without_kernels
from rings import made
from torch import Tensor

from patternc.cost_constants import BACKWARD_PRODUCTS, FORWARD_PRODUCTS
from patternc.ring.settings import NETWORKS, NVLINK
from patternc.ring.times import DEVICE
from patternc.runtime.ring_plan.steps import HeadStage, _head_stages
from patternc.runtime.ring_plan.transport import FAR, PAIRS, RankLoad, _cheapest, _sampled, _wait_of, _wait_of_shares
from patternc.targets import target_named

RANKS, N, HEADS, HEAD_DIM = 8, 1024, 32, 16


class Clock:
    """A time that kernels and transfers take, in pairs of a query and a key of a head."""

    def __init__(self, bandwidth: float) -> None:
        self.bandwidth, self.now, self.link, self.work = bandwidth, 0.0, 0.0, 0.0

    def attend(self, pairs: float) -> None:
        self.now += pairs
        self.work += pairs

    def exchange(self, _: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
        """A transfer of a link that does one after the other, and how to wait for it."""
        size = max(sum(x.nbytes for x in some.values()) for some in (sends, receives))
        self.link = arrival = max(self.link, self.now) + size / self.bandwidth

        def wait() -> None:
            self.now = max(self.now, arrival)

        return wait


def waited(
    module: ModuleType, rank: int, kv_heads: int, bandwidth: float, monkeypatch: pytest.MonkeyPatch
) -> dict[str, float]:
    """How long a rank waits in each pass, as a share of its work: where kernels take as long as they have pairs."""
    clock, found = Clock(bandwidth), {}
    without_kernels(module, monkeypatch)
    kernels = module._KERNELS

    def timed(name: str, times: float) -> Callable[..., Any]:
        def call(dtype: torch.dtype, query: Tensor, key: Tensor, *rest: Any) -> Any:
            clock.attend(times * query.shape[1] * query.shape[2] * key.shape[2])
            return getattr(kernels, name)(dtype, query, key, *rest)

        return call

    monkeypatch.setattr(
        module, "_KERNELS", kernels._replace(forward=timed("forward", 1), backward=timed("backward", 2.5))
    )
    with recorded(RANKS, rank, "meta", [], monkeypatch) as group:
        ranks = module.Ranks(group, agree="never")
        ranks.exchange = clock.exchange
        whole = [torch.empty(1, heads, N, HEAD_DIM, device="meta") for heads in (HEADS, kv_heads, kv_heads)]
        own = [module.shard(x, ranks).requires_grad_() for x in whole]
        out = module.ring_attention(*own, ranks, seq_len=N)
        found["forward"], before = (clock.now - clock.work) / clock.work, (clock.now, clock.work)
        out.sum().backward()
    found["backward"] = (clock.now - before[0]) / (clock.work - before[1]) - 1
    return found


def bandwidth_for(rows: float, work: float, share: float) -> float:
    """Bytes in a time with which rows of keys and values of a head take a share of the work."""
    return rows * 2 * HEAD_DIM * 4 / (share * work)


DENSE = N * N // RANKS * HEADS
"""The pairs of a rank whose queries attend to all keys."""


@pytest.mark.parametrize(
    ("transport", "kv_heads", "most"),
    [
        ("p2p", 8, 0.03),  # hop by hop, each behind the work on the last one, but for the last gradients
        ("alltoall", 8, 0.03),  # in four stages, of which the own shard hides the first
        ("ulysses", 32, 0.12),  # four stages of key heads: the first comes, and the last goes, before or after all work
        ("ulysses", 8, 0.2),  # one key head on each rank: four stages of queries
    ],
)
def test_work_hides_transfers(
    transport: str, kv_heads: int, most: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of transfers that take half as long as the work, most."""
    module = made("attend full", f"ring(ranks={RANKS}, transport={transport})", tmp_path)
    rows = N * kv_heads if transport != "ulysses" else N // RANKS * (HEADS + kv_heads)
    found = waited(module, 5, kv_heads, bandwidth_for(rows, DENSE, 0.5), monkeypatch)
    assert found["forward"] < most
    assert found["backward"] < most


def test_keys_that_come_within_the_work_on_the_last_ones_are_waited_for_by_none() -> None:
    load = RankLoad(10 * PAIRS * 8, 8, ((8, False),) * 7)
    assert _wait_of(load, at_once=False) == 0.0
    assert _wait_of(load, at_once=True) == pytest.approx(2 * 8 - 10)  # two hops come in the first of four stages


def test_steps_without_rows_take_no_time_and_others_come_ahead_of_them() -> None:
    assert _wait_of(RankLoad(30 * PAIRS, 10, ((10, False), (0, False), (10, False))), at_once=False) == 0.0
    assert _wait_of(RankLoad(30 * PAIRS, 10, ((20, False), (0, False), (0, False))), at_once=False) == 20 - 10


def test_rows_of_other_nodes_take_longer() -> None:
    for at_once in (False, True):
        near, far = (_wait_of(RankLoad(10.0, 1, ((5, away),)), at_once) for away in (False, True))
        assert far - near == pytest.approx(5 * (FAR - 1))


def test_stages_hide_heads_that_come_and_go() -> None:
    load = RankLoad(100 * PAIRS, 1, ())
    alone = _wait_of_shares(load, (HeadStage(range(4), range(4)),), 2, 10, 10)
    staged = _wait_of_shares(load, _head_stages(4, 4, alone=True), 2, 10, 10)
    assert alone == pytest.approx(10 * (4 + 4) / 4 + 10 * (3 * 4 + 4 * 4) / 8)
    assert staged == pytest.approx(alone / 4)


@pytest.mark.parametrize("heads", range(1, 10))
@pytest.mark.parametrize("group", [1, 3])
@pytest.mark.parametrize("alone", [True, False])
def test_stages_have_each_head_once(heads: int, group: int, alone: bool) -> None:
    stages = _head_stages(heads * group, heads, alone)
    assert len(stages) <= 4
    assert [head for one in stages for head in one.heads] == list(range(heads * group))
    for one in stages:
        assert {head // group for head in one.heads} == set(one.kv_heads)
    assert [head for one in stages if one.comes for head in one.kv_heads] == list(range(heads))
    assert [head for one in stages if one.goes for head in one.kv_heads] == list(range(heads))


def test_a_transport_that_takes_more_memory_must_save_a_part_of_the_work() -> None:
    assert _cheapest({"p2p": 1.0, "alltoall": 0.5}, work=100.0) == "p2p"
    assert _cheapest({"p2p": 1.0, "alltoall": 0.5}, work=10.0) == "alltoall"
    assert _cheapest({"p2p": 0.0, "alltoall": 0.0, "ulysses": 0.0}, work=0.0) == "p2p"


def test_sampled_queries_are_of_all_ranges_and_of_different_classes() -> None:
    found = _sampled((range(64), range(100, 164)))
    assert len(found) == 8
    assert sum(place >= 100 for place in found) == 4
    assert len({place % 8 for place in _sampled((range(128),))}) == 8
    assert _sampled((range(3), range(0))) == [0, 1, 2]
    assert _sampled(()) == []


def test_the_model_has_the_rates_of_forecasts() -> None:
    """In both passes an element of a key and of a value takes 16 bytes: as both come twice, and their gradients go."""
    device = target_named(DEVICE)
    assert device is not None
    row, pair = 16 / NVLINK.bandwidth, 2 * sum(FORWARD_PRODUCTS + BACKWARD_PRODUCTS) / device.flops
    assert pytest.approx(row / pair, rel=0.05) == PAIRS
    assert pytest.approx(NVLINK.bandwidth / NETWORKS[1].bandwidth) == FAR
