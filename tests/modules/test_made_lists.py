"""Lists of single keys that a call gives: of what entries they are made, for whom, and how often."""

from __future__ import annotations

import gc
import shutil
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest
import torch
from built import build
from torch import Tensor

from patternc.runtime.input_tensors import _PICKS, _known_picks
from patternc.runtime.kept_tables import _MOST_KEPT, _Kept
from patternc.runtime.tiles.lists import _List
from patternc.runtime.tiles.picked_lists import _LISTS, _picked_list

TOTAL, N = 4, 23
needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="the C++ backend needs a compiler")


def picks_of(owners: int, lines: int, count: int, blocks: int, batch: int = 2) -> Tensor:
    """Picks with holes, repeats, and a line of none, in any order."""
    found = torch.randint(-1, blocks, (batch, owners, lines, count), dtype=torch.int32)
    found[..., 1:2] = found[..., :1]
    found[:, :, 2] = -1
    return found


def line_of(made: _List, batch: int, head: int, line: int) -> tuple[list[int], list[int]]:
    """The entries of a line that programs do not test, and those that they do."""
    starts, fulls, entries, _ = (table.tolist() for table in made.tensors)
    at = line + batch * made.batch + head * made.head
    return entries[starts[at] : fulls[at]], entries[fulls[at] : starts[at + 1]]


# ---- what lines hold -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", [1, 9, N + 5])
@pytest.mark.parametrize("width", [1, 4])
@pytest.mark.parametrize("owners", [1, 2, TOTAL])
def test_lines_hold_the_picks_of_their_owner(owners: int, width: int, count: int) -> None:
    torch.manual_seed(owners * count)
    for heads in (range(TOTAL), range(1, 3), range(3, 4)):
        for keys in (range(N), range(8, 21), range(5, 23)):
            picks = picks_of(owners, 6, count, -(-N // width))
            made = _picked_list(picks, TOTAL, heads, keys, 1, width, tested=False)
            for batch in range(2):
                for place, head in enumerate(heads):
                    for line in range(6):
                        own = set(picks[batch, head * owners // TOTAL, line].tolist())
                        met = {one for one in own if set(range(one * width, one * width + width)) & set(keys)}
                        whole, rest = line_of(made, batch, place, line)
                        assert whole + rest == sorted(met - {-1})
                        inside = [one for one in whole if one * width in keys and one * width + width - 1 in keys]
                        assert whole == inside
                        assert width > 1 or not rest


@pytest.mark.parametrize("owners", [1, 2, TOTAL])
def test_entries_of_heads_that_share_picks_are_not_repeated(owners: int) -> None:
    torch.manual_seed(1)
    picks = picks_of(owners, 6, 9, N)
    made = _picked_list(picks, TOTAL, range(TOTAL), range(N), 1, 1, tested=False)
    each = [set(line.tolist()) - {-1} for line in picks.flatten(0, 2)]
    assert len(made.tensors[2]) == sum(map(len, each))
    assert all(table.dtype == torch.int32 for table in made.tensors)


def test_every_entry_is_tested_where_masks_are() -> None:
    made = _picked_list(picks_of(2, 6, 9, N), TOTAL, range(TOTAL), range(N), 1, 1, tested=True)
    assert not any(line_of(made, 1, head, line)[0] for head in range(TOTAL) for line in range(6))


def test_lists_without_picks_are_empty() -> None:
    made = _picked_list(picks_of(2, 6, 9, N)[..., :0].contiguous(), TOTAL, range(TOTAL), range(N), 1, 1, tested=False)
    assert made.tensors[2].numel() == 0
    assert line_of(made, 1, 3, 5) == ([], [])


# ---- what is kept ----------------------------------------------------------------------------------------------------
def test_lists_are_kept_for_as_long_as_their_tensor() -> None:
    gc.collect()
    picks, before = picks_of(2, 6, 9, N), len(_LISTS)
    made = _picked_list(picks, TOTAL, range(TOTAL), range(N), 1, 1, tested=False)
    assert _picked_list(picks, TOTAL, range(TOTAL), range(N), 1, 1, tested=False) is made
    for heads, keys, tested in (
        (range(2), range(N), False),
        (range(TOTAL), range(9), False),
        (range(4), range(N), True),
    ):
        assert _picked_list(picks, TOTAL, heads, keys, 1, 1, tested) is not made
    assert len(_LISTS) <= before + 1
    del picks
    gc.collect()
    assert len(_LISTS) <= before


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_picks_that_change_in_place_are_read_anew(dtype: torch.dtype) -> None:
    picks = picks_of(2, 6, 9, N).to(dtype)
    known = _known_picks(picks, N, 1)
    assert known.data_ptr() != picks.data_ptr()
    assert _known_picks(picks, N, 1) is known
    assert _known_picks(picks, N - 1, 1) is not known
    picks[0, 0, 3, 4] = 21 - picks[0, 0, 3, 4].clamp_min(0)
    changed = _known_picks(picks, N, 1)
    assert torch.equal(changed, picks.int())
    picks.numpy()[0, 0, 3, 4] += 1  # which no version counts
    assert torch.equal(_known_picks(picks, N, 1), picks.int())
    assert not torch.equal(changed, picks.int())


def test_picks_go_with_their_tensor() -> None:
    gc.collect()
    picks, before = picks_of(2, 6, 9, N), len(_PICKS)
    _known_picks(picks, N, 1)
    del picks
    gc.collect()
    assert len(_PICKS) <= before


def test_few_tensors_are_kept_and_none_of_a_transform() -> None:
    kept: _Kept[Tensor] = _Kept()
    every = [torch.zeros(2) for _ in range(_MOST_KEPT + 3)]
    for one in every:
        kept.put(one, (), one + 1)
    assert len(kept) == _MOST_KEPT
    assert kept.get(every[0], ()) is None
    assert kept.get(every[-1], ()) is not None
    own: _Kept[Tensor] = _Kept()
    torch.func.vmap(lambda x: own.put(x, (), x + 1))(torch.zeros(3, 2))
    assert len(own) == 0


def test_threads_share_lists() -> None:
    picks = picks_of(2, 6, 9, N)

    def made(_: int) -> list[list[int]]:
        known = _known_picks(picks, N, 1)
        return [table.tolist() for table in _picked_list(known, TOTAL, range(4), range(N), 1, 1, False).tensors]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(made, range(24))
    assert all(one == first for one in others)


# ---- modules ---------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    text = "pattern made { input picks: selection(kv_heads); attend causal & selected(@picks) }"
    return build(text, tmp_path_factory.mktemp("made"), "cpp")[0]


def call_of(rows: int = 40) -> tuple[list[Tensor], Tensor]:
    """A query, key and value of two key heads, and picks of each."""
    torch.manual_seed(2)
    tensors = [torch.randn(2, heads, rows, 16) for heads in (TOTAL, 2, 2)]
    return tensors, picks_of(2, rows, 7, rows)


def meant(tensors: list[Tensor], picks: Tensor) -> Tensor:
    """Dense attention in float64, to keys that are listed and not ahead."""
    query, key, value = (x.double() for x in tensors)
    key, value = (x.repeat_interleave(TOTAL // 2, 1) for x in (key, value))
    rows, columns = query.shape[2], torch.arange(key.shape[2])
    listed = (picks.unsqueeze(-1) == columns).any(-2).repeat_interleave(TOTAL // 2, 1)
    seen = listed & (columns <= torch.arange(rows).unsqueeze(1))
    scores = (query @ key.mT * query.shape[3] ** -0.5).masked_fill(~seen, -torch.inf)
    out: Tensor = scores.softmax(-1).nan_to_num(0) @ value
    return out


@needs_compiler
def test_calls_with_one_tensor_make_its_lists_once(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Tensor] = []
    of_picks = module._lines_of_picks

    def counting(picks: Tensor, *rest: object) -> object:
        counted.append(picks)
        return of_picks(picks, *rest)

    monkeypatch.setattr(module, "_lines_of_picks", counting)
    tensors, picks = call_of(1100)  # enough for one pass of all gradients
    for tensor in tensors:
        tensor.requires_grad_()
    for _ in range(8):  # layers
        module.attention(*tensors, picks=picks).sum().backward()
    assert len(counted) == 1
    assert len(counted[0]) == 2
    picks[0, 0, 9, 0] = (picks[0, 0, 9, 0] + 1) % 9
    module.attention(*tensors, picks=picks)
    assert len(counted) == 2


@needs_compiler
def test_a_call_after_a_change_in_place(module: ModuleType) -> None:
    tensors, picks = call_of()
    for _ in range(3):
        torch.testing.assert_close(
            module.attention(*tensors, picks=picks).double(), meant(tensors, picks), rtol=1e-5, atol=1e-5
        )
        picks.random_(0, 40)


@needs_compiler
def test_parts_of_a_call_and_nan_that_no_row_sees(module: ModuleType) -> None:
    (query, key, value), picks = call_of()
    whole = meant([query, key, value], picks)
    key[:, :, 30:], value[:, :, 30:] = torch.nan, torch.nan  # picked by rows before, but ahead of them
    for first, stop in ((0, 30), (11, 25), (29, 30)):
        part = module.attention(query[:, :, first:stop], key, value, picks=picks[:, :, first:stop], q_offset=first)
        torch.testing.assert_close(part.double(), whole[:, :, first:stop], rtol=1e-5, atol=1e-5)
