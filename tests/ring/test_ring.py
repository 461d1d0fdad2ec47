"""A sequence over several ranks gives what one device gives, whatever the ranks, their layout and the transport."""

from __future__ import annotations

import itertools
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from rings import BATCH, BODIES, HEAD_DIM, HEADS, KV_HEADS, TWO_NODES, N, answers, error, given, made, numbers
from simulated_ranks import Network, on_all_ranks
from torch import Tensor

RINGS = (
    "ring(ranks=3)",
    "ring(ranks=4, layout=zigzag, transport=p2p)",
    "ring(ranks=2, layout=striped, transport=ulysses)",
    "ring(ranks=5, transport=allgather)",
    "ring(ranks=4, transport=alltoall, nodes=2)",
    "ring(ranks=4, transport=ulysses, nodes=2, layout=zigzag)",
    "ring(ranks=6, transport=p2p, nodes=3, layout=zigzag)",
    "ring(ranks=4, transport=ulysses)",  # of two key heads, each goes to two ranks, of which each has half of the rows
    "ring(ranks=8, transport=ulysses, nodes=2, layout=zigzag)",
)
MANY_NODES = ("ring(ranks=8, transport=p2p, nodes=2, layout=striped)", "ring(ranks=8, transport=p2p, nodes=4)")


PAIRS = [(name, ring) for name in BODIES for ring in RINGS]
RELAYED = [(name, TWO_NODES) for name in BODIES] + [
    (name, ring) for name in ("longnet", "scores") for ring in MANY_NODES
]


@pytest.mark.parametrize(
    ("name", "ring"),
    [pytest.param(*pair, marks=[pytest.mark.slow] if place % 5 > 1 else []) for place, pair in enumerate(PAIRS)],
)
def test_ranks_give_the_answer_of_one_device(name: str, ring: str, tmp_path: Path) -> None:
    check(BODIES[name], ring, tmp_path)


def test_classes_of_documents_are_those_of_one_device(tmp_path: Path) -> None:
    """What a plan does not know: rows may be sent that no query attends to."""
    mask = "within(@documents, blocks(8, last(1)) & causal | stride(5, offset=2) | when(q < n // 2 and k % 3 == 1))"
    check(f"input documents: offsets\n    attend {mask}", "ring(ranks=3, layout=zigzag)", tmp_path)


@pytest.mark.parametrize(("name", "ring"), RELAYED)
def test_keys_that_are_relayed_to_nodes_give_the_same_answer(name: str, ring: str, tmp_path: Path) -> None:
    check(BODIES[name], ring, tmp_path)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("c++") is None, reason="the C++ backend needs a compiler")
@pytest.mark.parametrize("ring", ["ring(ranks=3, layout=striped)", "ring(ranks=2, transport=ulysses)"])
@pytest.mark.parametrize("name", ["longnet", "scores"])
def test_ranks_run_programs_in_cpp(name: str, ring: str, tmp_path: Path) -> None:
    check(BODIES[name], ring, tmp_path, "cpp")


@pytest.mark.parametrize(("name", "ring"), [("longnet", RINGS[1]), ("window", RINGS[2]), ("scores", TWO_NODES)])
def test_heads_of_fewer_numbers_than_products_take(name: str, ring: str, tmp_path: Path) -> None:
    check(BODIES[name], ring, tmp_path, head_dim=11)


def check(body: str, ring: str, folder: Path, backend: str = "torch", head_dim: int = HEAD_DIM) -> None:
    """Compare the answers and the traffic of all ranks with the reference and the plan."""
    module = made(body, ring, folder, backend)
    tables = given(module)
    tensors = [numbers(BATCH, heads, N, head_dim) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    flows = numbers(BATCH, HEADS, N, head_dim), numbers(BATCH, HEADS, N)
    has_lse = not ("mean" in body or "sum" in body)

    def called(function: Any, *before: Any) -> Any:
        def call(*leaves: Tensor, **inputs: Tensor) -> tuple[Tensor, Tensor]:
            found = function(*leaves, *before, **inputs, scale=0.6, return_lse=has_lse)
            return found if has_lse else (found, torch.zeros(found.shape[:3]))

        return call

    network = Network()

    def work(ranks: Any) -> list[Tensor]:
        own, here = ([module.shard(x, ranks) for x in some] for some in (tensors, flows))
        found = answers(called(module.ring_attention, ranks), own, tables, (here[0], here[1]))
        return [module.unshard(x, ranks) if x.dim() > 2 and x.shape[0] == BATCH else x for x in found]

    wanted = answers(called(reference_of(module).reference), tensors, tables, flows)
    for found in on_all_ranks(module, work, network):
        assert max(map(error, found, wanted)) < 2e-6, list(map(error, found, wanted))
    masks = {one: x for one, x in tables.items() if not x.is_floating_point()}
    for rank in range(module.RANKS):
        plan = module.plan(N, rank, heads=HEADS, kv_heads=KV_HEADS, **masks)
        by_heads = module._transport(plan) == "ulysses"
        rows = module._of_heads(plan, rank).received if by_heads else plan.received
        both_passes = 2 * 2 * rows * BATCH * head_dim * 4
        assert network.received[rank, "keys and values"] == both_passes


@pytest.mark.parametrize("place", ["last", "within"])
@pytest.mark.parametrize("name", ["window", "longnet", "mean", "scores"])
def test_a_cache_that_ranks_share_is_attended_like_one(name: str, place: str, tmp_path: Path) -> None:
    module = made(BODIES[name], "ring(ranks=3)", tmp_path)
    tables = given(module)
    key, value = numbers(BATCH, KV_HEADS, N, HEAD_DIM), numbers(BATCH, KV_HEADS, N, HEAD_DIM)
    query = numbers(BATCH, HEADS, 1, HEAD_DIM)
    where = {"q_offset": N - 1 if place == "last" else N // 2, "seq_len": None if place == "last" else N}
    here: dict[str, Any] = {**where, "scale": 0.6}
    wanted = reference_of(module).reference(query, key, value, **here, **tables)
    parts = [(0, 30), (30, 30), (30, N)]  # one rank has nothing

    def work(ranks: Any) -> Tensor:
        first, end = parts[ranks.rank]
        own = (x[:, :, first:end] for x in (key, value))
        found: Tensor = module.ring_decode(query, *own, ranks, **here, k_offset=first, **tables)
        return found

    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


def test_documents_of_unequal_work_are_balanced(tmp_path: Path) -> None:
    module = made(BODIES["documents"], "ring(ranks=4, layout=balanced)", tmp_path)
    documents = torch.tensor([0, 60, 70, 80, 90, N])
    starts = documents[torch.searchsorted(documents, torch.arange(N), right=True) - 1]
    keys = torch.arange(N) - starts + 1

    def work(ranks: Any) -> int:
        return int(keys[module.positions(N, ranks, documents=documents)].sum())

    found = on_all_ranks(module, work)
    assert sum(found) == int(keys.sum())
    assert max(found) < 1.1 * sum(found) / 4


def test_arguments_that_differ_are_an_error_on_every_rank(tmp_path: Path) -> None:
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        dtype = torch.float16 if ranks.rank == 1 else torch.float32
        rows = module.shard(numbers(1, 2, N, 16).to(dtype), ranks)
        with pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks)
        return str(caught.value)

    said = "dtype is torch.float16 on rank 1 and torch.float32 on rank 0, must be the same"
    assert on_all_ranks(module, work) == [said] * 3


def test_arguments_refused_on_one_rank_are_an_error_on_every_rank(tmp_path: Path) -> None:
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        rows = module.shard(numbers(1, 2, N, 16), ranks)
        with pytest.raises((ValueError, module.RingError)) as caught:
            module.ring_attention(rows, rows, rows, ranks, scale=float("inf") if ranks.rank == 2 else None)
        return str(caught.value)

    said = on_all_ranks(module, work)
    assert said[0] == said[1] == "rank 2 refused its arguments: ValueError: scale is inf, must be finite in float32"
    assert said[2] == "scale is inf, must be finite in float32"


@pytest.mark.parametrize("n", [N - 1, N + 1])
@pytest.mark.parametrize("given", [{}, {"seq_len": N}])
def test_rows_of_another_sequence_on_one_rank_are_an_error_on_every_rank(
    n: int, given: dict[str, int], tmp_path: Path
) -> None:
    """Of which that rank has as many."""
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        rows = module.shard(numbers(1, 2, n if ranks.rank == 2 else N, 16), ranks)
        with pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks, **given)
        module.unshard(module.shard(numbers(1, 2, N, 16), ranks), ranks)  # the group can still be used
        return str(caught.value)

    said = f"rows of rank 2 are of a sequence of {n} positions, must be of {N} as those of all ranks"
    assert on_all_ranks(module, work) == [said] * 3


def test_an_error_of_a_kernel_is_not_taken_for_one_of_all_ranks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it is of the kind of a refused argument: the other ranks know nothing of it."""
    module = made(BODIES["window"], "ring(ranks=1)", tmp_path)

    def broken(*_: Any) -> Any:
        raise ValueError("a flaw of a kernel")

    def work(ranks: Any) -> str:
        rows = numbers(1, 2, N, 16)
        with monkeypatch.context() as patch:
            patch.setattr(module, "_KERNELS", module._KERNELS._replace(forward=broken))
            with pytest.raises(ValueError, match="a flaw"):
                module.ring_attention(rows, rows, rows, ranks)
        with pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks)
        return str(caught.value).splitlines()[0]

    assert on_all_ranks(module, work) == ["rank 0 left ring_attention in the middle: ValueError: a flaw of a kernel"]


BIASED = "input distances: table(heads, 17)\n    attend causal\n    score bias(@distances)"


def test_a_table_that_begins_to_need_gradients_on_one_rank_is_an_error_on_every_rank(tmp_path: Path) -> None:
    """In the second of two calls that are the same otherwise: that rank alone would go back through it."""
    module = made(BIASED, "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        rows = module.shard(numbers(1, 2, N, 16), ranks)
        table = torch.zeros(2, 17)
        module.ring_attention(rows, rows, rows, ranks, distances=table)
        with pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks, distances=table.requires_grad_(ranks.rank == 1))
        return str(caught.value)

    for said in on_all_ranks(module, work):
        assert re.fullmatch(r"distances is (.*) with gradient on rank 1 and \1 on rank 0, must be the same", said)


def test_a_table_that_begins_to_need_gradients_is_compared_once_more(tmp_path: Path) -> None:
    """Where ranks compare once for each set of arguments: it is another set."""
    module = made(BIASED, "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> list[int]:
        exchange, words, counts = ranks.exchange, [], []

        def noting(*given: Any) -> Any:
            words.append(given[0])
            return exchange(*given)

        ranks.agree, ranks.exchange = "once", noting
        rows = module.shard(numbers(1, 2, N, 16), ranks)
        for needs in (False, False, True, True):
            before = len(words)
            table = torch.zeros(2, 17, requires_grad=needs)
            module.ring_attention(rows, rows, rows, ranks, distances=table, seq_len=N)
            counts.append(sum(one.startswith("agreement") for one in words[before:]))
        return counts

    assert on_all_ranks(module, work) == [[1, 0, 1, 0]] * 3


CALLS = {
    "ring_attention": lambda module, rows, ranks: module.ring_attention(rows, rows, rows, ranks),
    "ring_decode": lambda module, rows, ranks: module.ring_decode(rows[:, :, :1], rows, rows, ranks, q_offset=N - 1),
    "unshard": lambda module, rows, ranks: module.unshard(rows, ranks),
}


@pytest.mark.parametrize("pair", list(itertools.permutations(CALLS, 2)), ids="-".join)
def test_other_calls_on_one_rank_are_an_error_on_every_rank(pair: tuple[str, str], tmp_path: Path) -> None:
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        rows = module.shard(numbers(1, 2, N, 16), ranks)
        with pytest.raises(module.RingError) as caught:
            CALLS[pair[ranks.rank == 2]](module, rows, ranks)
        return str(caught.value)

    said = f"rank 2 is in {pair[1]} and rank 0 in {pair[0]}, must be in the same call"
    assert on_all_ranks(module, work) == [said] * 3


def test_a_backward_beside_a_forward_is_an_error_on_every_rank(tmp_path: Path) -> None:
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        rows = module.shard(numbers(1, 2, N, 16), ranks).requires_grad_()
        out = module.ring_attention(rows, rows, rows, ranks)
        with pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks) if ranks.rank == 1 else out.sum().backward()
        return str(caught.value)

    said = "rank 1 is in ring_attention and rank 0 in the backward of ring_attention, must be in the same call"
    assert on_all_ranks(module, work) == [said] * 3


@pytest.mark.parametrize("enabled", [True, False])
def test_gradients_of_some_ranks_alone_are_an_error_on_every_rank(enabled: bool, tmp_path: Path) -> None:
    """A rank without them would not run the backward that the others wait in."""
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> str:
        rows = module.shard(numbers(1, 2, N, 16), ranks).requires_grad_(not enabled or ranks.rank != 2)
        with torch.set_grad_enabled(enabled or ranks.rank != 2), pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks)
        return str(caught.value)

    name = "gradient of query, key or value is" if enabled else "gradients enabled is"
    assert on_all_ranks(module, work) == [f"{name} False on rank 2 and True on rank 0, must be the same"] * 3


def test_rows_that_are_put_together_are_those_of_the_layout(tmp_path: Path) -> None:
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)

    def work(ranks: Any) -> list[str]:
        said = []
        for rows in (torch.zeros(1, 2, 9 if ranks.rank else 3, 16), torch.zeros(1, 2, 9, 16 + ranks.rank)):
            with pytest.raises((ValueError, module.RingError)) as caught:
                module.unshard(rows, ranks)
            said.append(str(caught.value))
        return said

    lengths = "ranks have [3, 9, 9] rows, must have [7, 7, 7] in layout contiguous"
    shapes = "shape of a row is [1, 2, 17] on rank 1 and [1, 2, 16] on rank 0, must be the same"
    assert on_all_ranks(module, work) == [[lengths, shapes]] * 3


MODULE = """pattern shared {
    input documents: offsets
    attend segment(16) & document(@documents)
    attend segment(64, dilation=4, offset=0) & document(@documents)
    combine lse
    where causal
    ring(ranks=2)
}
module Layer {
    pattern shared
    embed 64
    heads 4
    kv_heads 2
    dropout 0.25
}
"""


def test_a_module_attends_over_ranks_with_the_dropout_of_one_device(tmp_path: Path) -> None:
    module = build(MODULE, tmp_path)[0]
    layer = module.Layer()
    documents = torch.tensor([0, 30, N])
    x = numbers(1, N, 64)

    def seeded(own: Tensor, **mesh: Any) -> tuple[Tensor, Tensor]:
        own = own.detach().requires_grad_()
        out = layer(own, documents=documents, **mesh)
        (grad,) = torch.autograd.grad(out.square().sum(), own)
        return out.detach(), grad

    torch.manual_seed(5)
    wanted = seeded(x)
    torch.manual_seed(5)  # rank 0 draws the seed of all

    def work(ranks: Any) -> list[Tensor]:
        return [module.unshard(one, ranks, 1) for one in seeded(module.shard(x, ranks, 1), mesh=ranks)]

    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6


def test_seeds_are_compared_as_numbers(tmp_path: Path) -> None:
    """Whether a rank gives an int or a tensor."""
    module = build(MODULE, tmp_path)[0]

    def work(ranks: Any) -> str:
        rows, seed = module.shard(numbers(1, 4, N, 16), ranks), 7 if ranks.rank == 0 else torch.tensor(7)
        given = {"documents": torch.tensor([0, 30, N]), "dropout": 0.5}
        module.ring_attention(rows, rows, rows, ranks, seed=seed, **given)
        with pytest.raises(module.RingError) as caught:
            module.ring_attention(rows, rows, rows, ranks, seed=seed + int(ranks.rank == 1), **given)
        return str(caught.value)

    assert set(on_all_ranks(module, work)) == {"seed is 8 on rank 1 and 7 on rank 0, must be the same"}


@pytest.mark.parametrize("name", ["window", "longnet", "mean", "scores", "documents", "groups"])
def test_caches_of_several_runs_are_attended_like_one(name: str, tmp_path: Path) -> None:
    """As a prefill leaves them, and without what no query attends to."""
    module = made(BODIES[name], "ring(ranks=3, layout=zigzag)", tmp_path)
    tables = given(module)
    key, value = numbers(BATCH, KV_HEADS, N, HEAD_DIM), numbers(BATCH, KV_HEADS, N, HEAD_DIM)
    query = numbers(BATCH, HEADS, 2, HEAD_DIM)
    here = {"q_offset": N - 2, **tables}
    wanted = module.attention(query, key, value, **here)
    kept = range(70, N) if name == "window" else range(N)

    def work(ranks: Any) -> Tensor:
        shards = module.plan(N, ranks.rank, heads=HEADS, kv_heads=KV_HEADS, **masks_of(tables)).shards
        runs = [range(max(run.start, kept.start), max(run.stop, kept.start)) for run in shards[ranks.rank]]
        own = (torch.cat([x[:, :, run.start : run.stop] for run in runs], 2) for x in (key, value))
        found: Tensor = module.ring_decode(query, *own, ranks, k_offset=runs, **here)
        return found

    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


def masks_of(tables: dict[str, Tensor]) -> dict[str, Tensor]:
    """The inputs that masks read."""
    return {name: x for name, x in tables.items() if not x.is_floating_point()}


@pytest.mark.parametrize(("rows", "rounds"), [(1, [2, 1, 1]), (600, [2, 2, 2])])
def test_a_step_of_decoding_is_one_round_of_messages(rows: int, rounds: list[int], tmp_path: Path) -> None:
    """Or two in the first step of its size, and where the parts of an answer are large."""
    module = made(BODIES["longnet"], "ring(ranks=3)", tmp_path)
    query, key = numbers(BATCH, HEADS, rows, HEAD_DIM), numbers(BATCH, KV_HEADS, 600, HEAD_DIM)
    whole = module.attention(query, key, key, q_offset=600 - rows)

    def work(ranks: Any) -> tuple[list[int], float]:
        exchange, said = ranks.exchange, list[list[str]]()

        def noted(words: str, *tensors: Any) -> Any:
            said[-1].append(words)
            return exchange(words, *tensors)

        ranks.exchange, differences = noted, []
        own = key if ranks.rank == 0 else key[:, :, :0]
        for _ in rounds:
            said.append([])
            differences.append(error(module.ring_decode(query, own, own, ranks, q_offset=600 - rows), whole))
        words = ["agreement on ring_decode", "what is added to the agreement on ring_decode"]
        assert all(one == words[: len(one)] for one in said)
        return list(map(len, said)), max(differences)

    for found, difference in on_all_ranks(module, work):
        assert found == rounds
        assert difference < 2e-6


def test_room_for_messages_is_what_the_call_before_took(tmp_path: Path) -> None:
    """Ranks that took other room than one another would not read a message that is longer than theirs."""
    module = made(BODIES["longnet"], "ring(ranks=2)", tmp_path)
    query, key = numbers(BATCH, HEADS, 40, HEAD_DIM), numbers(BATCH, KV_HEADS, 600, HEAD_DIM)

    def work(ranks: Any) -> tuple[list[int], str]:
        own, rooms, message = key if ranks.rank == 0 else key[:, :, :0], [ranks.state.room], ""
        module.ring_decode(query, own, own, ranks, q_offset=560)
        rooms.append(ranks.state.room)
        try:  # one rank's message is as long as the room, the other's is not
            module.ring_decode(query, own, own, ranks, q_offset=560) if ranks.rank else module.unshard(key, ranks)
        except module.RingError as raised:
            message = str(raised)
        for _ in range(2):
            module.ring_decode(query, own, own, ranks, q_offset=560)
        module.unshard(key, ranks)
        return [*rooms, ranks.state.room], message

    for rooms, message in on_all_ranks(module, work):
        least, taken, after = rooms
        assert least == after == module.LEAST_BYTES == 512
        assert 40 * BATCH * HEADS * (HEAD_DIM + 1) * 4 < taken < 60 * BATCH * HEADS * (HEAD_DIM + 1) * 8
        assert message == "rank 1 is in ring_decode and rank 0 in unshard, must be in the same call"


def test_agreement_of_many_ranks_takes_few_bytes(tmp_path: Path) -> None:
    """Of 64 ranks that say the same: 256 KiB for each of them would be 16 MiB."""
    module = made(BODIES["longnet"], "ring(ranks=64)", tmp_path)

    class Alike(module.Ranks):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.rank, self.state, self.taken = 0, module.State(), list[int]()

        def exchange(self, _words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Any:
            self.taken.append(sum(x.nbytes for x in receives.values()))
            for rank, room in receives.items():
                room[: len(sends[rank])] = sends[rank]
            return lambda: None

    ranks, part = Alike(), torch.arange(32 * 129, dtype=torch.float32).view(torch.uint8)  # 32 heads of 128, and lse
    for added in (None, part, part, None, None):
        _, found = module._agree(ranks, "ring_decode", {}, added=added)
        assert all(torch.equal(one, part[:0] if added is None else part) for one in found)
    assert ranks.taken == [63 * size for size in (512, 512, part.numel(), 32768, 32768, 512)]


def test_ranks_compare_once(tmp_path: Path) -> None:
    """In the first call with such arguments, and never in a backward or for new positions."""
    module = made(BODIES["scores"], "ring(ranks=2)", tmp_path)
    tables, tensors = given(module), [numbers(1, heads, N, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]

    def work(ranks: Any) -> list[int]:
        exchange, rounds, ranks.agree = ranks.exchange, list[int](), "once"

        def noted(words: str, *given: Any) -> Any:
            rounds[-1] += words.startswith("agreement")
            return exchange(words, *given)

        ranks.exchange = noted
        own = [module.shard(x, ranks).requires_grad_() for x in tensors]
        calls: tuple[dict[str, Any], ...] = ({}, tables, {"scale": 0.5}, {"scale": 0.5})
        for step, changed in enumerate(calls):
            rounds.append(0)
            learned: dict[str, Any] = {name: (x + step).requires_grad_() for name, x in tables.items()}
            module.ring_attention(*own, ranks, seq_len=N, **(learned | changed)).sum().backward()
        for place in (N - 3, N - 2):
            rounds.append(0)
            first = 0 if ranks.rank == 0 else N // 2
            query = tensors[0][:, :, place : place + 1]
            module.ring_decode(query, *own[1:], ranks, q_offset=place, k_offset=first, seq_len=N, **tables)
        return rounds

    for rounds in on_all_ranks(module, work):
        assert rounds == [1, 1, 1, 0, 1, 0]  # tables with gradients and without are told apart


def test_the_length_of_the_sequence_saves_a_round_and_is_compared(tmp_path: Path) -> None:
    module = made(BODIES["window"], "ring(ranks=3)", tmp_path)
    whole = numbers(1, 2, N, 16)

    def work(ranks: Any) -> list[str]:
        rows = module.shard(whole, ranks)
        wanted = module.ring_attention(rows, rows, rows, ranks)
        assert torch.equal(module.ring_attention(rows, rows, rows, ranks, seq_len=N), wanted)
        said = []
        for rank, n in ((1, N + 1), (2, None)):
            copy = rows.clone()  # it is not known of what
            with pytest.raises((ValueError, module.RingError)) as caught:
                module.ring_attention(copy, copy, copy, ranks, seq_len=n if ranks.rank == rank else N)
            said.append(str(caught.value))
        return said

    found = on_all_ranks(module, work)
    for said in found:
        assert said[0] == "seq_len is 105 on rank 1 and 104 on rank 0, must be the same"
        assert said[1] == "seq_len is left out on rank 2 and 104 on rank 0, must be the same"
