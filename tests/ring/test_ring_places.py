"""The places of a ring's rows in tensors: slices compared with positions, and the bytes kept between calls."""

from __future__ import annotations

import gc
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build
from hypothesis import given, settings
from hypothesis import strategies as st
from ring_cases import MADE
from ring_proof import places_of
from simulated_ranks import on_all_ranks
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

DIM = 16
SHORT = 200  # positions that runs are drawn within
BODIES = {
    "causal": "attend causal",
    "longnet": "attend segment(16, dilation=2, offset=head)\n    attend segment(64, dilation=4, offset=head)\n"
    "    combine lse\n    where causal",
    "dense": "attend keys(every=7) | keys(every=13)",  # 19 residues of 91
}


def module_of(body: str, ring: str, folder: Path) -> ModuleType:
    return build(f"pattern made {{\n    {body}\n    ring({ring})\n}}\n", folder)[0]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return module_of("attend causal", "ranks=4", tmp_path_factory.mktemp("places"))


@st.composite
def runs(draw: st.DrawFn) -> list[tuple[int, int, int, int]]:
    """Disjoint runs, in order."""
    ends = sorted(draw(st.sets(st.integers(0, SHORT), min_size=2, max_size=12)))
    found = []
    for start, stop in zip(ends[::2], ends[1::2], strict=False):
        period = draw(st.integers(1, 12))
        found.append((start, stop, period, draw(st.integers(1, (1 << period) - 1))))
    return found


def kept(module: ModuleType, of_heads: list[list[tuple[int, int, int, int]]]) -> Any:
    """Rows of those runs that hold positions."""
    made = [[module.Run(*run) for run in some] for some in of_heads]
    return module.Rows(range(SHORT), tuple(tuple(run for run in some if run.size) for some in made))


def positions(rows: Any) -> list[tuple[int, int]]:
    """The (head, position) of each packed row."""
    return [(head, place) for head, some in enumerate(rows.runs) for run in some for place in places_of(run)]


@pytest.mark.parametrize("slices", [0, 16])
@settings(MADE, max_examples=60)
@given(of_heads=st.lists(runs(), min_size=1, max_size=3), twice=st.booleans())
def test_packed_rows_are_those_of_their_positions(
    slices: int, module: ModuleType, of_heads: list[Any], twice: bool
) -> None:
    vars(module)["SLICES"] = slices
    rows, shift = kept(module, [one for one in of_heads for _ in range(1 + twice)]), 3
    wanted = positions(rows)
    tensor = torch.arange(2.0 * len(rows.runs) * (SHORT + shift)).view(1, 2, len(rows.runs), SHORT + shift, 1)[0]
    tensor = torch.stack([tensor, -tensor])
    packed = tensor.new_full((2, 2, len(wanted), 1), torch.nan)
    back, added = torch.zeros_like(tensor), tensor[0].clone()
    for piece in module._pieces([(rows, shift)], torch.device("cpu")):
        piece.of_packed(packed).copy_(tensor[:, :, piece.heads, piece.place])
        back[:, :, piece.heads, piece.place] = piece.of_packed(packed)
        piece.add(added, piece.of_packed(packed)[0])
    for place, (head, position) in enumerate(wanted):
        assert torch.equal(packed[:, :, place], tensor[:, :, head, position + shift])
        assert torch.equal(back[:, :, head, position + shift], packed[:, :, place])
        assert torch.equal(added[:, head, position + shift], 2 * packed[0, :, place])
    assert int((back != 0).sum()) == int((packed != 0).sum())


@pytest.mark.parametrize("slices", [0, 16])
@settings(MADE, max_examples=60)
@given(first=runs(), second=runs(), others=runs())
def test_a_part_of_packed_rows_is_found(
    slices: int, module: ModuleType, first: list[Any], second: list[Any], others: list[Any]
) -> None:
    vars(module)["SLICES"] = slices
    part = kept(module, [first, others])
    union = [module._union(module.Run(*run) for run in (*first, *second)), module._union(part.runs[1])]
    whole = module.Rows(range(SHORT), tuple(union))
    every, some = positions(whole), positions(part)
    packed = torch.arange(2.0 * 2 * len(every)).view(2, 2, len(every), 1)
    found = module._part_of(packed, (whole,), (part,))
    assert torch.equal(found, packed[:, :, [every.index(one) for one in some]])
    total = packed.clone()
    module._add_part(total, (whole,), (part,), found)
    assert torch.equal(total - packed, torch.where(torch.tensor([one in some for one in every])[:, None], packed, 0.0))


@settings(MADE, max_examples=60)
@given(n=st.integers(0, 90), ranks=st.integers(1, 9), odd=st.booleans())
def test_shared_rows_of_shards_are_those_of_their_positions(n: int, ranks: int, odd: bool, module: ModuleType) -> None:
    layouts = ["striped", "zigzag" if odd else "contiguous"]
    for old, new in (layouts, layouts[::-1]):
        for held in module._shards_of(n, ranks, old, 1):
            for wanted in module._shards_of(n, ranks, new, 1):
                pairs = module._moves(held, wanted)
                here, there = ([row for pair in pairs for row in pair[side]] for side in (0, 1))
                positions, others = ([place for part in parts for place in part] for parts in (held, wanted))
                assert [positions[row] for row in here] == [others[row] for row in there]
                assert sorted(positions[row] for row in here) == sorted({*positions} & {*others})


class Largest(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """The largest tensor of integers that an operation returns."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.numel = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        found = func(*args, **(kwargs or {}))
        for one in found if isinstance(found, tuple | list) else (found,):
            if isinstance(one, Tensor) and one.dtype == torch.int64:
                self.numel = max(self.numel, one.numel())
        return found


def attended(module: ModuleType, n: int, heads: int = 4) -> int:
    """A forward and a backward on all ranks, with no kernels: what is held after them is the ring's own.

    Returns the numbers of the largest tensor of integers that is made.
    """

    def nothing(_: object, query: Tensor, _key: Tensor, value: Tensor, *__: object) -> tuple[Tensor, ...]:
        return tuple(module._no_keys(module._KERNELS, query, value))

    def no_gradients(_: object, *tensors: Tensor) -> tuple[Tensor, ...]:
        return tuple(torch.zeros(x.shape) for x in tensors[:3])

    vars(module)["_KERNELS"] = module._KERNELS._replace(forward=nothing, backward=no_gradients)

    def work(ranks: Any) -> int:
        with Largest() as largest:
            own = [module.shard(torch.zeros(1, heads, n, DIM), ranks).requires_grad_() for _ in range(3)]
            module.ring_attention(*own, ranks).sum().backward()
        found: int = largest.numel
        return found

    return max(on_all_ranks(module, work))


@pytest.fixture
def few_objects() -> None:
    """Only what a test makes is looked through: what other tests left is set apart for good."""
    gc.collect()
    gc.freeze()


def held() -> int:
    """The bytes of all tensors that the test has made."""
    gc.collect()
    storages = [one.untyped_storage() for one in gc.get_objects() if type(one) is Tensor]
    return sum({one.data_ptr(): one.nbytes() for one in storages}.values())


RINGS = [
    *(
        f"ranks=4, layout={layout}, transport={transport}"
        for layout in ("contiguous", "zigzag", "striped")
        for transport in ("p2p", "alltoall", "allgather", "ulysses")
    ),
    "ranks=4, layout=zigzag, transport=p2p, nodes=2",
]


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("name", ["causal", "longnet"])
@pytest.mark.usefixtures("few_objects")
def test_whole_runs_take_no_index(name: str, ring: str, tmp_path: Path) -> None:
    module = module_of(BODIES[name], ring, tmp_path)
    attended(module, 1000)
    before = held()
    for n in (1024, 1040):
        assert attended(module, n) < 200  # a rank has 256 rows
        assert held() == before


@pytest.mark.usefixtures("few_objects")
def test_indices_of_every_length_take_no_more_than_their_bound(tmp_path: Path) -> None:
    module = module_of(BODIES["dense"], "ranks=4, transport=p2p", tmp_path)
    vars(module)["INDEX_BYTES"] = 0
    attended(module, 1000)
    assert module._INDICES.bytes == 0
    before, vars(module)["INDEX_BYTES"] = held(), 1 << 12
    for n in range(1024, 1280, 32):
        attended(module, n)
        assert held() - before == module._INDICES.bytes <= 1 << 12
    assert module._INDICES.bytes > 1 << 11
