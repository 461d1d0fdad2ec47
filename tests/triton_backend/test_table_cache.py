"""Tables on a GPU that kernels read: made once per shape, and kept where CUDA graphs read them at every replay."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from built import build

CPU = torch.device("cpu")
PATTERNS = {"order": "attend causal; schedule longest_first", "list": "attend blocks(16, random(2, seed=3))"}


@pytest.fixture(params=PATTERNS)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[ModuleType, Callable[[int], Any]]]:
    """A module, and what makes a table for a size."""
    module, _ = build(f"pattern p {{ {PATTERNS[request.param]} }}\n", tmp_path, "triton")
    if request.param == "order":
        yield module, lambda size: module._longest_first(size, 2, CPU)
    else:
        row, none = torch.arange(3), torch.zeros(3, dtype=torch.int64)
        pairs = module.Pairs(none, none, row, row, torch.ones(3, dtype=torch.bool), 1, 1)
        some = range(48)
        yield module, lambda size: module._static_list("q", pairs, some, range(48 * size), 16, 16, 16).tensors[0]


@pytest.fixture
def capture(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Say that a CUDA graph is being captured, or none."""
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: SimpleNamespace(synchronize=lambda: None))
    return lambda yes: monkeypatch.setattr(torch.cuda, "is_current_stream_capturing", lambda: yes)


def test_what_a_graph_reads_outlives_the_cache(
    made: tuple[ModuleType, Callable[[int], Any]], capture: Callable[[bool], None]
) -> None:
    _, table = made
    capture(False)
    first, second = (weakref.finalize(table(size), lambda: None) for size in (4, 5))
    capture(True)
    table(4)
    capture(False)
    for size in range(6, 60):
        table(size)
    assert first.alive
    assert not second.alive


def test_a_graph_captures_no_first_call(
    made: tuple[ModuleType, Callable[[int], Any]], capture: Callable[[bool], None]
) -> None:
    """Its tables would hold nothing before the first replay."""
    _, table = made
    capture(True)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="call once before"):
            table(4)
    capture(False)
    table(4)
    capture(True)
    table(4)


def test_a_table_is_written_before_another_stream_reads_it(
    made: tuple[ModuleType, Callable[[int], Any]],
    capture: Callable[[bool], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The call that makes it waits; later ones do not."""
    _, table = made
    waits: list[int] = []
    capture(False)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: SimpleNamespace(synchronize=lambda: waits.append(1)))
    table(4)
    table(4)
    assert waits == [1]
    table(5)
    assert waits == [1, 1]


@pytest.mark.parametrize("body", PATTERNS.values(), ids=PATTERNS)
def test_without_a_driver_nothing_is_asked_of_cuda(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A CUDA build of torch raises where it finds no driver, also where tensors are on a CPU."""

    def missing() -> bool:
        raise RuntimeError("Found no NVIDIA driver on your system")

    module, _ = build(f"pattern p {{ {body} }}\n", tmp_path, "triton")
    monkeypatch.setattr(torch.backends.cuda, "is_built", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_current_stream_capturing", missing)
    monkeypatch.setattr(torch.cuda, "current_stream", missing)
    leaves = tuple(x.requires_grad_() for x in torch.randn(3, 1, 1, 20, 16).unbind())
    torch.autograd.grad(module.attention(*leaves).sum(), leaves)
