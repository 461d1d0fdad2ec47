"""Forecasts of rings whose values have another size than keys, counted anew from the tensors that ranks hold and send.

Modules send the same rows with keys and values of one size: other tests compare forecasts with their transfers.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from patternc.cli import run
from patternc.driver import analyse, decode
from patternc.ir.addresses import HeadDims
from patternc.ring.forecast import share
from patternc.ring.settings import NETWORKS, NVLINK, Setting, Sizes, ring_setting
from patternc.ring.times import dense_times, seconds_of, seconds_with
from patternc.ring.traffic import RankTraffic, traffic
from patternc.ring.transports import resolved_transport
from patternc.targets import target_named

N, HEADS, KV_HEADS, BATCH, ELEMENT = 96, 8, 4, 3, 2
DIMS = (HeadDims(24, 16), HeadDims(8, 40))
WINDOW, CHOSEN = "attend window(20, 5)", "attend blocks(8, topk(3) | window(1))"
SUNK = "input logits: table(heads)\nattend window(20, 5)\nscore sink(@logits)"
SIDES = {"query": "key", "key": "key", "value": "value", "out": "value"}
"""The tensors of a rank, and whether their rows are as long as those of keys or of values."""


def setting_of(body: str, ring: str, dims: HeadDims) -> Setting:
    text = f"pattern made {{\n{body}\n{ring}\n}}\n"
    (normal,) = analyse(decode("made.pat", text.encode()), {}, targets=()).normals
    assert normal.ring is not None
    return ring_setting(normal, normal.ring, Sizes(N, HEADS, KV_HEADS, dims, ELEMENT, BATCH))


def ranks_of(setting: Setting) -> Iterable[RankTraffic]:
    transport = resolved_transport(setting)
    return (traffic(setting, rank, transport) for rank in range(setting.ring.ranks))


class Meter:
    """The bytes of rows of named tensors, of all batch entries."""

    def __init__(self, dims: HeadDims) -> None:
        self.dims, self.bytes = dims, 0

    def add(self, rows: int, *names: str) -> None:
        """So many rows of a head of each tensor; gradients of query, key and value are in fp32."""
        for name in names:
            side = SIDES[name.removeprefix("grad_")]
            exact = name in ("grad_query", "grad_key", "grad_value")
            self.bytes += BATCH * rows * getattr(self.dims, side) * (4 if exact else ELEMENT)


@pytest.mark.parametrize("dims", DIMS)
@pytest.mark.parametrize("transport", ["p2p", "alltoall", "allgather"])
def test_rows_of_keys_and_values_travel_and_their_gradients_return(transport: str, dims: HeadDims) -> None:
    setting = setting_of(WINDOW, f"ring(ranks=3, transport={transport})", dims)
    for one in ranks_of(setting):
        forward, backward, given = Meter(dims), Meter(dims), Meter(dims)
        forward.add(one.received, "key", "value")
        backward.add(one.received, "key", "value")
        backward.add(one.sent, "grad_key", "grad_value")
        given.add(one.sent, "key", "value")
        given.add(one.received, "grad_key", "grad_value")
        assert one.received
        assert (one.forward.received, one.backward.received) == (forward.bytes, backward.bytes)
        assert one.backward.sent == given.bytes
        whole = Meter(dims)
        whole.add((N - N // 3) * KV_HEADS, "key", "value")
        assert share(setting, one) == forward.bytes / whole.bytes


@pytest.mark.parametrize("dims", DIMS)
@pytest.mark.parametrize(("body", "lse", "flow"), [(WINDOW, 4, 0), (SUNK, 8, 4)], ids=["plain", "sink"])
def test_ranks_exchange_heads_of_every_tensor(body: str, lse: int, flow: int, dims: HeadDims) -> None:
    setting = setting_of(body, "ring(ranks=4, transport=ulysses)", dims)
    own, others = N // 4, 3 * N // 4
    for one in ranks_of(setting):
        forward, backward = Meter(dims), Meter(dims)
        forward.add(others * HEADS // 4, "query")
        forward.add(others * KV_HEADS // 4, "key", "value")
        forward.add(own * HEADS * 3 // 4, "out")
        backward.add(others * HEADS // 4, "grad_out")
        backward.add(own * HEADS * 3 // 4, "grad_query")
        backward.add(own * KV_HEADS * 3 // 4, "grad_key", "grad_value")
        row = BATCH * own * HEADS * 3 // 4
        assert one.forward.received == one.forward.sent == forward.bytes + row * lse
        assert one.backward.received == one.backward.sent == backward.bytes + row * flow


@pytest.mark.parametrize("dims", DIMS)
def test_striped_rows_are_exchanged_in_every_tensor(dims: HeadDims) -> None:
    striped = setting_of(WINDOW, "ring(ranks=3, transport=allgather, layout=striped)", dims)
    plain = setting_of(WINDOW, "ring(ranks=3, transport=allgather)", dims)
    for rank, (one, other) in enumerate(zip(ranks_of(striped), ranks_of(plain), strict=True)):
        held, worked = set(range(rank, N, 3)), set(range(rank * N // 3, (rank + 1) * N // 3))
        coming, leaving = len(worked - held), len(held - worked)
        forward, backward = Meter(dims), Meter(dims)
        forward.add(coming * HEADS, "query")
        forward.add(coming * KV_HEADS, "key", "value")
        forward.add(leaving * HEADS, "out")
        backward.add(coming * HEADS, "grad_out")
        backward.add(leaving * HEADS, "grad_query")
        backward.add(leaving * KV_HEADS, "grad_key", "grad_value")
        assert one.forward.received - other.forward.received == forward.bytes + BATCH * leaving * HEADS * 4
        assert one.backward.received - other.backward.received == backward.bytes


@pytest.mark.parametrize("dims", DIMS)
def test_blocks_are_chosen_by_means_of_keys(dims: HeadDims) -> None:
    """Each rank gathers the means of the others' blocks in fp32, which are as long as keys."""
    setting = setting_of(CHOSEN, "ring(ranks=3, transport=allgather)", dims)
    for one in ranks_of(setting):
        rows = Meter(dims)
        rows.add(one.received, "key", "value")
        means = BATCH * KV_HEADS * (N - N // 3) // 8 * dims.key * 4
        assert one.forward.received == rows.bytes + means
        buffers = Meter(dims)
        buffers.add(one.received + one.sent, "key", "value", "grad_key", "grad_value")
        assert one.memory.buffers == buffers.bytes + BATCH * KV_HEADS * N // 8 * dims.key * 4


@pytest.mark.parametrize("dims", DIMS)
def test_memory_is_that_of_the_tensors_that_a_rank_holds(dims: HeadDims) -> None:
    held, gradients, shared = Meter(dims), Meter(dims), Meter(dims)
    held.add(N // 4 * HEADS, "query", "out")
    held.add(N // 4 * KV_HEADS, "key", "value")
    lse = BATCH * N // 4 * HEADS * 8
    gradients.add(N // 4 * HEADS, "grad_out", "grad_query")
    gradients.add(N // 4 * KV_HEADS, "grad_key", "grad_value")
    shared.add(N * HEADS // 4, "query", "out", "grad_out", "grad_query")
    shared.add(N * KV_HEADS // 4, "key", "value", "grad_key", "grad_value")
    for one in ranks_of(setting_of(WINDOW, "ring(ranks=4, transport=ulysses)", dims)):
        assert (one.memory.held, one.memory.gradients) == (held.bytes + lse, gradients.bytes)
        assert one.memory.buffers == shared.bytes + lse
    for one in ranks_of(setting_of(WINDOW, "ring(ranks=4, transport=alltoall)", dims)):
        moved = Meter(dims)
        moved.add(one.received + one.sent, "key", "value", "grad_key", "grad_value")
        assert (one.memory.held, one.memory.gradients) == (held.bytes + lse, gradients.bytes)
        assert one.memory.buffers == moved.bytes


@pytest.mark.parametrize("dims", DIMS)
def test_seconds_are_those_of_the_products_and_bytes(dims: HeadDims) -> None:
    setting = setting_of("attend full", "ring(ranks=4)", dims)
    device = target_named("sm_90")
    assert device is not None
    forward, backward = 2 * (dims.key + dims.value), 2 * (3 * dims.key + 2 * dims.value)  # S, O; S, dQ, dK, dP, dV
    assert seconds_of(setting.sizes, 10) == pytest.approx((forward + backward) * BATCH * 10 / device.flops)
    moved = Meter(dims)
    for _ in ("forward", "backward"):
        moved.add((N - N // 4) * KV_HEADS, "key", "value")
    moved.add((N - N // 4) * KV_HEADS, "grad_key", "grad_value")
    found = dense_times(setting)
    assert found.kernels == pytest.approx(seconds_of(setting.sizes, HEADS * N * N // 4))
    for (_, seconds), link in zip(found.networks, NETWORKS, strict=True):
        wanted = max(found.kernels, moved.bytes / NVLINK.bandwidth) + 6 * link.latency
        assert seconds == pytest.approx(wanted)


@pytest.mark.parametrize("dims", DIMS)
def test_a_rank_waits_for_rows_of_both_sizes(dims: HeadDims) -> None:
    """Where work takes no time: for keys and values in both passes, and for their gradients."""
    setting, moved = setting_of("attend full", "ring(ranks=2, transport=p2p)", dims), Meter(dims)
    for names in (("key", "value"), ("key", "value"), ("grad_key", "grad_value")):
        moved.add(N // 2 * KV_HEADS, *names)
    wanted = moved.bytes / NVLINK.bandwidth + 2 * NVLINK.latency
    for one in ranks_of(setting):
        assert seconds_with(setting, one, 0.0) == pytest.approx([wanted] * len(NETWORKS))


def test_the_command_names_both_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "w.pat"
    file.write_text(f"pattern w {{ {WINDOW} }}\n")
    words = ["explain", str(file), "-n", "96", "--ranks", "3", "--rank", "1", "--head-dim", "24", "--value-dim", "16"]
    assert run(words) == 0
    shown = capsys.readouterr().out
    assert "96 positions, 8 heads of 24 (values of 16), 16 bits" in shown
    assert "0   160  12.8 kB" in shown, "20 rows of each of 8 heads, of 40 numbers"
    assert run(["explain", str(file), "--value-dim", "16"]) == 2
    assert "--kv-heads, --head-dim and --value-dim need --ranks" in capsys.readouterr().err
