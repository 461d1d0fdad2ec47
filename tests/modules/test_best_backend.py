"""What `auto` means: the backend by the devices that torch finds, the CPU and the compiler, and the reason."""

from __future__ import annotations

import platform
import re
import sys
import types
from pathlib import Path

import pytest
import torch
from cpp_probe import needs_compiler

import patternc
from patternc import best_backend
from patternc.best_backend import best_here


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_patternc_said", set(), raising=False)


@pytest.fixture
def pattern(tmp_path: Path) -> Path:
    path = tmp_path / "near.pat"
    path.write_text("pattern near { attend window(3, 0) }\n")
    return path


def _gpu(monkeypatch: pytest.MonkeyPatch, *capability: int, hip: str | None = None) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda: capability)
    monkeypatch.setattr(torch.version, "hip", hip)


@pytest.mark.parametrize(
    ("capability", "backend", "target"),
    [
        ((12, 0), "triton", "sm_120"),
        ((9, 0), "triton", "sm_90"),
        ((8, 9), "triton", "sm_86"),
        ((7, 5), "cuda", "sm_75"),
        ((6, 1), "cuda", "sm_61"),
        ((5, 2), "torch", None),
    ],
)
def test_a_gpu_decides(
    capability: tuple[int, int], backend: str, target: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _gpu(monkeypatch, *capability)
    best = best_here()
    assert (best.backend.name, best.target and best.target.name, best.slower) == (backend, target, "")
    assert f"sm_{capability[0]}{capability[1]}" in best.why


def test_a_gpu_of_amd_decides_by_its_architecture(monkeypatch: pytest.MonkeyPatch) -> None:
    _gpu(monkeypatch, hip="6.2")
    for name, backend in (("gfx942:sramecc+:xnack-", "triton"), ("gfx900", "torch")):
        device = types.SimpleNamespace(gcnArchName=name)
        monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _, device=device: device)
        assert best_here().backend.name == backend


def test_other_devices_run_torch_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.accelerator, "is_available", lambda: True)
    monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda: torch.device("mps"))
    best = best_here()
    assert best.backend.name == "torch"
    assert "mps" in best.why


@pytest.mark.skipif(sys.platform != "linux", reason="drivers of Linux")
@pytest.mark.parametrize(
    ("built", "driver", "found"),
    [
        ("cuda = None", True, False),
        ("cuda: str | None = '12.8'", True, True),
        ("cuda = '12.8'", False, False),
        ("cuda = None\nhip = '6.2'", False, True),
        ("cuda = None\nxpu = '20250'", False, True),
    ],
)
def test_torch_is_asked_only_where_it_may_find_a_device(
    built: str, driver: bool, found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what it was built for, and the driver that it needs; other torch packages may bring devices of their own."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise SystemExit('imported')")
    (tmp_path / "torch" / "version.py").write_text(built)
    assert best_backend.may_find_devices()  # as it has been imported
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr(best_backend, "_loads", lambda name: name == "libcuda.so.1" and driver)
    monkeypatch.setattr(best_backend, "entry_points", lambda **_: ())
    monkeypatch.setattr(Path, "exists", lambda path: str(path) == "/dev/kfd")
    assert best_backend.may_find_devices() is found
    monkeypatch.setattr(best_backend, "entry_points", lambda **_: ("npu",))
    assert best_backend.may_find_devices()


def test_a_driver_is_found_by_loading_it() -> None:
    assert best_backend._loads("libc.so.6") is (sys.platform == "linux")
    assert not best_backend._loads("libnone.so.1")


@needs_compiler
@pytest.mark.skipif(platform.machine() != "x86_64", reason="C++ modules are chosen on x86-64 alone")
def test_a_cpu_with_a_compiler_runs_cpp_modules(pattern: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = patternc.load(pattern)
    assert module.__patternc_backend__ == "cpp"
    assert "slower" not in capsys.readouterr().err
    query, key, value = torch.randn(3, 1, 2, 9, 16).unbind()
    found = module.attention(query, key, value)
    expected = patternc.load(pattern, backend="reference").reference(query, key, value)
    assert torch.allclose(found.double(), expected, atol=1e-5)


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        ("compiler", r"no C\+\+ compiler is found \(CXX is no-compiler\): install g\+\+ 10"),
        ("cpu", "C.. modules have never run on riscv64: try them by name"),
        ("system", "C.. modules need Linux or macOS"),
    ],
)
def test_what_is_missing_is_said_once(
    lacking: str, said: str, pattern: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as here:
        match lacking:
            case "compiler":
                here.setenv("CXX", "no-compiler")
                here.setattr(platform, "machine", lambda: "x86_64")
            case "cpu":
                here.setattr(platform, "machine", lambda: "riscv64")
            case _:
                here.setattr("patternc.codegen.cpp.shipping.sys.platform", "win32")
        assert best_here().backend.name == "torch"
        assert re.search(said, best_here().slower)
    monkeypatch.setenv("CXX", "no-compiler")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert patternc.load(pattern).__patternc_backend__ == "torch"
    assert patternc.load(pattern).__patternc_backend__ == "torch"
    assert capsys.readouterr().err.count("patternc: torch modules are used, which are slower on CPUs") == 1
