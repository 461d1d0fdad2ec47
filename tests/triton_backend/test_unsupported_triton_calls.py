"""Calls of Triton modules that no GPU, or not this one, can run are rejected with a hint."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import torch
import triton
from built import build

PLAIN, LISTED = "attend window(5, 0)", "attend blocks(16, random(2, seed=3))"
ORDERED, CHOSEN = "attend causal; schedule longest_first", "attend segment(16, 2)"


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(f"pattern made {{ {PLAIN} }}", tmp_path_factory.mktemp("misfits"), "triton")[0]


def on_gpu(entries: int = 1, heads: int = 2) -> SimpleNamespace:
    return SimpleNamespace(device=torch.device("cuda", 0), shape=torch.Size((entries, heads, 24, 16)))


@pytest.mark.parametrize(("target", "hip"), [("gfx942", None), ("sm_90", "7.0")])
def test_a_device_of_the_other_vendor_is_refused(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch, target: str, hip: str | None
) -> None:
    monkeypatch.setattr(torch.version, "hip", hip)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "that device")
    with pytest.raises(ValueError, match=f"kernels are for {target}, and do not fit that device: build for it"):
        module._check_device(on_gpu(), target)
    module._check_device(on_gpu(), "sm_90" if hip is None else "gfx942")


def test_a_batch_or_heads_that_no_grid_takes_is_refused(module: ModuleType) -> None:
    module._check_device(on_gpu(65535), "sm_90")
    with pytest.raises(ValueError, match="query has 65536 batch entries and 2 heads, must have at most 65535 of each"):
        module._check_device(on_gpu(65536), "sm_90")
    with pytest.raises(
        ValueError, match=r"and 65536 heads, must have at most 65535 of each.*: call with parts of the h"
    ):
        module._check_device(on_gpu(heads=65536), "sm_90")
    query = torch.zeros(65536, 1, 1, 16)
    with pytest.raises(ValueError, match="call with parts of the batch"):
        module.attention(query, query, query)
    with pytest.raises(ValueError, match="query has 65536 batch entries"):
        torch.func.vmap(module.attention)(*(query[:, None],) * 3)


def test_tiles_that_a_device_does_not_hold_are_named(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def launched(*_: object) -> None:
        raise triton.OutOfResources(231424, 101376, "shared memory")

    monkeypatch.setattr(module, "_check_length", launched)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "that device")
    query = torch.zeros(1, 1, 24, 16)
    with pytest.raises(RuntimeError, match="made: kernels are for cpu, and do not fit that device") as found:
        module.attention(query, query, query)
    assert isinstance(found.value.__cause__, triton.OutOfResources)


@pytest.mark.parametrize(("text", "tagged"), [(PLAIN, False), (CHOSEN, False), (LISTED, True), (ORDERED, True)])
def test_torch_compile_makes_no_graph_of_calls_that_keep_tables(tmp_path: Path, text: str, tagged: bool) -> None:
    """Their memory would be that of the graph, which takes it for its own."""
    module, _ = build(f"pattern made {{ {text} }}", tmp_path, "triton")
    for one in (module._operator, module._operator_backward):
        assert (torch.Tag.cudagraph_unsafe in one._opoverload.tags) is tagged
