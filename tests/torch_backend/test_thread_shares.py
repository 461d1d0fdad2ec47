"""Threads that compute shares of a call: their results, few parallel regions, and unchanged settings of torch."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build
from settings_cases import PATTERNS as SETTINGS
from settings_cases import gradients, module_of
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch_cases import BOXES, PATTERNS, SHAPES, WIDE

from patternc.testing.compare import TOLERANCE, answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

LONGNET = "segments [64, 128, 256, 512, 1024]; dilations [1, 2, 4, 6, 12]; offset head; combine lse; where causal"
EVERY = {**PATTERNS, **WIDE, **BOXES}
CHOSEN = (
    *("causal", "window", "paper", "official", "partition", "ranges", "capped", "docs_blocks", "levels", "random"),
    *(
        "random_across_groups",
        "random_shares",
        "random_by_head",
        "random_twice",
        "chosen",
        "dense_ranges",
        "sunk",
        "box_biased",
    ),
    *("dense_by_head", "capped_biased", "biased_random", "counted_scored", "box_of_three", "box_causal", "box_beside"),
)
# As many threads, and entries and heads that they divide: entries, or key/value heads too; heads alone; else rows.
DIVIDED = (
    *((2, SHAPES[1]), (3, SHAPES[1]), (2, SHAPES[2]), (2, replace(SHAPES[7], batch=1))),
    (2, replace(SHAPES[1], batch=1, heads=1, kv_heads=1, head_offset=3, num_heads=9)),
    *((3, replace(SHAPES[1], batch=1)), (2, replace(SHAPES[8], queries=48, q_offset=96))),
)


@pytest.fixture(autouse=True)
def _as_many_threads_as_before() -> Iterator[None]:
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


def made(text: str, folder: Path) -> ModuleType:
    return build(f"pattern made {{ {text} }}\n", folder)[0]


def in_shares(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let calls of any size run in shares; the threads of every region from now on."""
    regions: list[int] = []
    region = module._at_once

    def counted(calls: list[Callable[[], object]], threads: int) -> object:
        regions.append(threads)
        return region(calls, threads)

    monkeypatch.setattr(module, "SHARED_ROWS", 1)
    monkeypatch.setattr(module, "SHARED_STEP", 16)
    monkeypatch.setattr(module, "_at_once", counted)
    return regions


@pytest.mark.long
@pytest.mark.parametrize("name", CHOSEN)
def test_shares_add_up_to_the_meaning(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = build(f"pattern {name} {{ {EVERY[name]} }}\n", tmp_path)
    regions = in_shares(module, monkeypatch)
    for threads, shape in DIVIDED:
        whole = shape
        if pattern.grid:
            n = prod(pattern.grid)
            whole = replace(shape, queries=n, keys=n, q_offset=0, seq_len=n)
        torch.set_num_threads(1)
        inputs = with_selection(module, pattern, whole, draw(whole, "float32", "cpu", 7, pattern))
        truth = oracle(pattern, whole, inputs)
        torch.set_num_threads(threads)
        errors = compare(answer_of(module, pattern, whole, inputs), truth, whole, "float32", pattern)
        assert errors.worst < TOLERANCE["float32"], (threads, shape.name, errors)
        assert regions == [threads] * len(regions) != []
        regions.clear()


@pytest.mark.parametrize("name", SETTINGS)
def test_the_same_bits_every_time(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever thread takes a share; and what one thread computes, to rounding, with dropout too."""
    module, given = module_of(name, tmp_path)
    alone = gradients(lambda *x: module.attention(*x, **given))
    regions = in_shares(module, monkeypatch)
    for threads in (2, 3, 4):  # three take rows
        torch.set_num_threads(threads)
        regions.clear()
        first, second = (gradients(lambda *x: module.attention(*x, **given)) for _ in range(2))
        assert len(regions) == 4
        assert all(map(torch.equal, first, second))
        assert all((a - b).norm() < 2e-6 * b.norm() for a, b in zip(first, alone, strict=True))


class Outside(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Counts operations of the thread that calls, but for those inside a region."""

    def __init__(self, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.count, self.inside = 0, False
        region = module._at_once

        def watched(*given: Any) -> object:
            self.inside = True
            found = region(*given)
            self.inside = False
            return found

        monkeypatch.setattr(module, "_at_once", watched)

    def __torch_dispatch__(self, function: Any, _: Any, given: Any = (), named: Any = None) -> object:
        self.count += not self.inside
        return function(*given, **(named or {}))


@pytest.mark.parametrize("text", [LONGNET, "attend window(20, 0)", "attend causal", WIDE["random"]])
def test_few_operations_start_regions(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each operation outside of the region of shares may start one: a few, however many branches and blocks are."""
    module = made(text, tmp_path)
    torch.set_num_threads(2)
    regions = in_shares(module, monkeypatch)
    query, key, value, grad = torch.randn(4, 1, 4, 1024, 16, generator=torch.Generator().manual_seed(1)).unbind()
    numbers = 0.25, 0, 0, 1024, *[0] * (len(module._forward.__annotations__) - 8)
    module._forward(query, key, value, *numbers)  # lists of blocks are made
    with Outside(module, monkeypatch) as outside:
        out, lse = module._forward(query, key, value, *numbers)
        forward = outside.count
        module._backward(query, key, value, out, lse, grad, lse.new_empty(0), *numbers)
    assert len(regions) == 3
    assert forward <= 32
    assert outside.count - forward <= 64


def test_operations_inside_a_region_have_one_thread(tmp_path: Path) -> None:
    module = made("attend causal", tmp_path)
    torch.set_num_threads(3)
    meeting = threading.Barrier(3)

    def call() -> tuple[int, int]:
        meeting.wait(60)  # each in a thread of its own
        return threading.get_ident(), torch.get_num_threads()

    found = module._at_once([call] * 3, 3)
    assert len({thread for thread, _ in found}) == 3
    assert {threads for _, threads in found} == {1}


def test_settings_are_left_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the thread that calls, also after an error, and of threads that start later."""
    module = made("attend window(20, 0)", tmp_path)
    torch.set_num_threads(2)
    regions = in_shares(module, monkeypatch)

    def settings() -> tuple[int, bool, bool]:
        return torch.get_num_threads(), torch.is_grad_enabled(), torch.is_inference_mode_enabled()

    def elsewhere() -> tuple[int, bool, bool]:
        found: list[tuple[int, bool, bool]] = []
        thread = threading.Thread(target=lambda: found.append(settings()))
        thread.start()
        thread.join()
        return found[0]

    before = settings(), elsewhere()
    gradients(module.attention)
    assert regions == [2, 2]
    assert (settings(), elsewhere()) == before
    monkeypatch.setattr(module, "_merge", failing)
    monkeypatch.setattr(module, "_attend", failing)
    with pytest.raises(IndexError, match="inside"):
        module.attention(*torch.zeros(3, 1, 4, 64, 16))
    assert (settings(), elsewhere()) == before
    assert regions == [2, 2, 2]


def failing(*_: object, **__: object) -> None:
    raise IndexError("inside")


@pytest.mark.parametrize("failure", [IndexError, StopIteration, KeyboardInterrupt])
def test_what_a_share_raises_is_raised(failure: type[BaseException], tmp_path: Path) -> None:
    """Also what loops end with, and whichever share raises it; the others' results are not taken for the whole."""
    module = made("attend causal", tmp_path)

    def fail() -> bool:
        raise failure("inside")

    for place in range(4):
        calls: list[Callable[[], bool]] = [lambda: True] * 4
        calls[place] = fail
        with pytest.raises(failure, match="inside"):
            module._at_once(calls, 2)
    assert module._at_once([lambda: True] * 4, 2) == [True] * 4


def test_a_share_that_nobody_took_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where an interrupt ends a thread's part of a region before it has taken any."""
    module = made("attend causal", tmp_path)

    class Ended:
        GOMP_parallel = staticmethod(lambda *_: None)

    monkeypatch.setattr(module, "_openmp", Ended)
    with pytest.raises(KeyboardInterrupt):
        module._at_once([lambda: True] * 4, 2)


def test_inference_and_compiled_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = made(LONGNET, tmp_path)
    torch.set_num_threads(2)
    regions = in_shares(module, monkeypatch)
    tensors = torch.randn(3, 2, 4, 200, 16, generator=torch.Generator().manual_seed(1)).unbind()
    expected = module.attention(*tensors)
    with torch.inference_mode():
        assert torch.equal(module.attention(*(x.clone() for x in tensors)), expected)
    compiled: Any = torch.compile(module.attention, fullgraph=True, backend="eager")
    assert torch.equal(compiled(*tensors), expected)
    mapped: Tensor = torch.func.vmap(module.attention)(*(x[:, None] for x in tensors))
    assert torch.equal(mapped[:, 0], expected)
    assert len(regions) == 4


def test_callers_in_several_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = made("segments [64, 128]; dilations [1, 2]; combine lse", tmp_path)
    torch.set_num_threads(2)
    in_shares(module, monkeypatch)
    tensors = [torch.randn(3, 1, 4, 200, 16, generator=torch.Generator().manual_seed(i)).unbind() for i in range(4)]
    expected, found = [module.attention(*x) for x in tensors], [torch.empty(0)] * 4

    def call(place: int) -> None:
        torch.set_num_threads(2)
        for _ in range(5):
            found[place] = module.attention(*tensors[place])

    threads = [threading.Thread(target=call, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(map(torch.equal, found, expected))


def test_without_an_openmp_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads then compute each operation."""
    module = made("attend window(20, 0)", tmp_path)
    torch.set_num_threads(2)
    regions = in_shares(module, monkeypatch)
    tensors: tuple[Tensor, ...] = torch.randn(3, 1, 4, 200, 16, generator=torch.Generator().manual_seed(1)).unbind()
    expected = module.attention(*tensors)
    assert regions == [2]
    monkeypatch.setattr(module, "_openmp", lambda: None)
    assert torch.allclose(module.attention(*tensors), expected, atol=1e-6)
    assert regions == [2]


def threads_seen(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Threads of torch's operations and of MKL's, wherever calls walk their blocks from now on."""
    plain, seen = module._runs, list[tuple[int, int]]()

    def noted(*given: object, **named: object) -> object:
        inside = threading.current_thread() is not threading.main_thread()  # where MKL asks if a region is active
        seen.append((torch.get_num_threads(), 1 if inside else of_mkl()))
        return plain(*given, **named)

    monkeypatch.setattr(module, "_runs", noted)
    return seen


def of_mkl() -> int:
    """Threads of MKL's operations, where torch has MKL."""
    return int(getattr(ctypes.CDLL(torch._C.__file__), "MKL_Get_Max_Threads", lambda: 1)())


@pytest.mark.parametrize("heads", [1, 4])
def test_small_calls_have_one_thread(heads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In both passes: none of their operations waits for another. Larger ones, and longer ones, are shared."""
    module = made("attend window(20, 0)", tmp_path)
    torch.set_num_threads(2)
    before = torch.get_num_threads(), of_mkl()
    seen, regions, region = threads_seen(module, monkeypatch), list[int](), module._at_once

    def counted(calls: list[Callable[[], object]], threads: int) -> object:
        regions.append(threads)
        return region(calls, threads)

    monkeypatch.setattr(module, "_at_once", counted)
    for rows, keys, shared in ((200, 200, 0), (8192 // heads - 1, 2048, 0), (8192 // heads, 64, 1), (256, 2**16, 1)):
        query, key = torch.randn(1, heads, rows, 16, requires_grad=True), torch.randn(1, heads, keys, 16)
        module.attention(query, key, key, seq_len=2**16).sum().backward()
        assert seen == [(1, 1)] * len(seen) != []
        assert len(regions) == 2 * shared, (rows, keys)
        assert (torch.get_num_threads(), of_mkl()) == before
        seen.clear()
        regions.clear()


def test_operations_outside_of_shares_have_one_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = made(LONGNET, tmp_path)
    torch.set_num_threads(2)
    in_shares(module, monkeypatch)
    seen = list[tuple[int, int]]()

    class Noted(TorchDispatchMode):  # type: ignore[no-untyped-call]
        def __torch_dispatch__(self, function: Any, _: Any, given: Any = (), named: Any = None) -> object:
            seen.append((torch.get_num_threads(), of_mkl()))
            return function(*given, **(named or {}))

    query, key, value = torch.randn(3, 1, 4, 1024, 16, generator=torch.Generator().manual_seed(1)).unbind()
    with Noted():  # type: ignore[no-untyped-call]
        module._forward(query, key, value, 0.25, 0, 0, 1024, *[0] * (len(module._forward.__annotations__) - 8))
    assert set(seen) == {(1, 1)}


@pytest.mark.parametrize(
    ("entries", "heads", "threads", "parts"),
    [
        *((1, 4, 1, 0), (1, 4, 2, 2), (1, 1, 2, 0), (1, 3, 2, 2), (2, 3, 2, 1), (3, 3, 2, 3), (1, 5, 4, 0)),
        *((1, 6, 4, 3), (1, 32, 12, 11), (4, 8, 16, 4), (1, 8, 16, 0), (1, 0, 2, 0), (64, 1, 2, 1)),
    ],
)
def test_parts(entries: int, heads: int, threads: int, parts: int, tmp_path: Path) -> None:
    """Few, as each walks the pattern by itself; 0 where threads would have nothing to do for a quarter of the time."""
    assert made("attend causal", tmp_path)._even_parts(entries, heads, threads) == parts


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
@pytest.mark.parametrize("groups", [(range(12),), (range(2), range(2, 9), range(9, 12)), (range(4, 4), range(5, 12))])
def test_each_head_is_in_one_share(
    groups: tuple[range, ...], threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And of each group those that read one key/value head, whose gradient they add to."""
    module = made("attend causal", tmp_path)
    monkeypatch.setattr(module, "SHARED_ROWS", 1)
    torch.set_num_threads(threads)
    for entries in (1, 2, 3):
        for together in (1, 3, 4):
            taken: list[tuple[int, range]] = []
            query = torch.zeros(entries, 12, 8, 1)
            module._in_shares(lambda b, heads: taken.append((b, heads)), query, together, groups, threads)  # noqa: B023
            each = sorted((b, head) for b, heads in taken for head in heads)
            assert each == sorted((b, head) for b in range(entries) for heads in groups for head in heads)
            for group in groups:
                read = [(b, {head // together for head in heads}) for b, heads in taken if set(heads) & set(group)]
                assert len({(b, key) for b, keys in read for key in keys}) == sum(len(keys) for _, keys in read)


def test_heads_that_share_a_key_stay_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the backward pass, where they add to one gradient."""
    module = made("attend window(20, 0)", tmp_path)
    asked: list[int] = []
    divided = module._in_shares

    def noted(attend: object, query: Tensor, together: int, *others: object) -> object:
        asked.append(together)
        return divided(attend, query, together, *others)

    monkeypatch.setattr(module, "_in_shares", noted)
    query, key = torch.randn(1, 6, 40, 16, requires_grad=True), torch.randn(1, 2, 40, 16)
    module.attention(query, key, key).sum().backward()
    assert asked == [1, 3]


def test_an_interpreter_ends(tmp_path: Path) -> None:
    """No thread of a region keeps it."""
    module = made("attend window(20, 0)", tmp_path)
    text = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        f"import torch, {Path(str(module.__file__)).stem} as made\n"
        "torch.set_num_threads(2)\n"
        "made.attention(*torch.randn(3, 1, 4, 4096, 16))\n"
        "print('done')\n"
    )
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    found = subprocess.run(
        [sys.executable, "-c", text], env=environment, timeout=60, capture_output=True, text=True, check=True
    )
    assert found.stdout == "done\n"
