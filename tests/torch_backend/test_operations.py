"""What a call starts: few operations, each of which may be a parallel region; and the same results in every run."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build
from settings_cases import PATTERNS, gradients, module_of
from torch.utils._python_dispatch import TorchDispatchMode
from torch_cases import WIDE

LONGNET = "segments [64, 128, 256, 512, 1024]; dilations [1, 2, 4, 6, 12]; offset head; combine lse; where causal"


@pytest.fixture(autouse=True)
def _as_many_threads_as_before() -> Iterator[None]:
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


def made(text: str, folder: Path) -> ModuleType:
    return build(f"pattern made {{ {text} }}\n", folder)[0]


class Large(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Counts operations that torch divides among threads: those with more elements than it gives to one."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.count = 0

    def __torch_dispatch__(self, function: Any, _: Any, given: Any = (), named: Any = None) -> object:
        found = function(*given, **(named or {}))
        results = [x for x in (found if isinstance(found, tuple) else (found,)) if isinstance(x, torch.Tensor)]
        self.count += not function.is_view and any(x.numel() >= 32768 for x in results)
        return found


@pytest.mark.parametrize(
    ("text", "forward", "both"),
    [
        ("attend window(200, 0)", 36, 80),
        ("attend causal", 4, 16),
        (LONGNET, 12, 32),
        (WIDE["random"], 64, 150),
    ],
)
def test_few_operations_start_regions(text: str, forward: int, both: int, tmp_path: Path) -> None:
    """Threads meet at the end of each. A window has a block for each 128 rows."""
    module = made(text, tmp_path)
    query, key, value, grad = torch.randn(4, 1, 4, 2048, 16, generator=torch.Generator().manual_seed(1)).unbind()
    numbers = 0.25, 0, 0, 2048, *[0] * (len(module._forward.__annotations__) - 8)
    module._forward(query, key, value, *numbers)  # lists of blocks are made
    with Large() as large:
        out, lse = module._forward(query, key, value, *numbers)
        assert large.count <= forward
        module._backward(query, key, value, out, lse, grad, lse.new_empty(0), *numbers)
    assert large.count <= both


@pytest.mark.parametrize("name", PATTERNS)
def test_the_same_bits_every_time(name: str, tmp_path: Path) -> None:
    """With as many threads; and what one thread computes, to rounding, with dropout too."""
    module, given = module_of(name, tmp_path)
    torch.set_num_threads(1)
    alone = gradients(lambda *x: module.attention(*x, **given))
    for threads in (2, 3):
        torch.set_num_threads(threads)
        first, second = (gradients(lambda *x: module.attention(*x, **given)) for _ in range(2))
        assert all(map(torch.equal, first, second))
        assert all((a - b).norm() < 2e-6 * b.norm() for a, b in zip(first, alone, strict=True))


def test_callers_in_several_threads(tmp_path: Path) -> None:
    module = made("segments [64, 128]; dilations [1, 2]; combine lse", tmp_path)
    torch.set_num_threads(2)
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
