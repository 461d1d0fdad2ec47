"""`patternc precompile`: what calls would compile is in the cache folder, under the names that calls look up."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from cpp_probe import NAME, TEXT, needs_compiler

import patternc
from patternc.analysis.calls import shapes
from patternc.api import backend_named
from patternc.cli import run
from patternc.codegen.cuda.tiling import TILING
from patternc.driver import analyse, modules
from patternc.loaded import imported
from patternc.runtime.cpp import builds
from patternc.runtime.cpp.builds import _code_of
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.compare import answer_of, draw


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


# ---- C++ -------------------------------------------------------------------------------------------------------------
@needs_compiler
def test_all_programs_are_compiled_once_for_each_type(
    good: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builds._build(TEXT, NAME, "float32", tmp_path / "probe.so")
    compiled: list[tuple[str, str]] = []

    def build(text: str, name: str, element: str, path: Path) -> None:
        compiled.append((name, element))
        assert {"forward_dense", "forward_split", "gradients_dense", "row_delta"} <= set(
            re.findall(r"\((\w+)\)$", text, re.M)
        )
        shutil.copy(tmp_path / "probe.so", path)

    monkeypatch.setattr(builds, "_build", build)
    words = ["precompile", str(good), "--backend", "cpp", "--dtype", "float32", "--dtype", "float16"]
    assert run(words) == 0
    first = capsys.readouterr().out
    kept = sorted(path.name for path in cache.glob("*.so"))
    assert sorted(compiled) == [("two_cpp.cpp", "float16"), ("two_cpp.cpp", "float32")]
    assert sorted(re.findall(r"^two_cpp\.cpp, (?:float32|float16): \S+/(\S+\.so): \d+ KiB$", first, re.M)) == kept
    assert len([*cache.glob("two_cpp_*.py")]) == 1  # what `patternc.load` imports
    assert run(words) == 0
    assert capsys.readouterr().out == first
    assert len(compiled) == 2


@needs_compiler
@pytest.mark.long
def test_calls_compile_nothing_after_it(
    good: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls of every kind, of a module that stands alone and of one beside the library."""
    monkeypatch.setenv("PATTERNC_CXXFLAGS", "-O0")
    assert run(["precompile", str(good), "--backend", "cpp", "--dtype", "float32"]) == 0
    assert run(["build", str(good), "--backend", "cpp", "-o", str(tmp_path / "out")]) == 0
    monkeypatch.syspath_prepend(str(tmp_path / "out"))
    (kept,) = cache.glob("*.so")
    reference = patternc.load(good, "reference").reference
    for module in (patternc.load(good, "cpp"), importlib.import_module("two_cpp")):
        for rows in (70, 20, 1):
            query, key, value = (torch.randn(1, 4, n, 16, requires_grad=True) for n in (rows, 70, 70))
            out = module.attention(query, key, value, q_offset=70 - rows)
            out.sum().backward()
            assert torch.allclose(out.double(), reference(query, key, value, q_offset=70 - rows), atol=1e-5)
    assert [*cache.glob("*.so")] == [kept]


def test_modules_that_stand_alone_and_those_beside_the_library_have_the_same_code(
    good: Path, tmp_path: Path, cache: Path
) -> None:
    """Their titles and the lines that they stand at differ; a comment of the pattern changes nothing."""
    assert cache
    found = []
    for text, name in ((good.read_text(), "plain"), ("# a comment\n\n" + good.read_text(), "commented")):
        good.write_text(text)
        assert run(["build", str(good), "--backend", "cpp", "-o", str(tmp_path / name)]) == 0
        own = _module_at(tmp_path / name / "two_cpp.py", f"{name}_two")
        found += [own._programs._source(), patternc.load(good, "cpp")._programs._source()]
    assert len(set(found)) == 4
    assert len({_code_of(text) for text in found}) == 1
    assert "attend" not in _code_of(found[0])


def _module_at(path: Path, name: str) -> Any:
    package = ModuleType(name)
    package.__path__ = [str(path.parent)]
    sys.modules[name] = package
    return importlib.import_module(f"{name}.{path.stem}")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('// a comment\n\n  // another\n#line 3 "x.h"\nint a;  // kept\n', "int a;  // kept\n"),
        ("#define A 1 + \\\n\nint a;\n", "#define A 1 + \\\n\nint a;\n"),
        ("#define A(x) \\\n// kept\nint a;\n", "#define A(x) \\\n// kept\nint a;\n"),
        ("// goes on \\\nint a;\nint b;\n", "// goes on \\\nint a;\nint b;\n"),
        ("/*\n// */ int a;\n// */\n", "/*\n// */ int a;\n// */\n"),
        ('auto a = R"(\n// text\n)";\n', 'auto a = R"(\n// text\n)";\n'),
        ("// goes on \\ \nint a;\n// b\n", "// goes on \\ \nint a;\n// b\n"),
    ],
)
def test_what_a_compiler_reads_of_a_source(text: str, code: str) -> None:
    assert _code_of(text) == code


# ---- CUDA ------------------------------------------------------------------------------------------------------------
def test_kernels_are_kept_under_the_names_that_launches_look_up(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a GPU, and with an NVRTC that compiles nothing: a launch on a device finds what was compiled."""
    analysis = analyse(Source("near.pat", "pattern near { attend window(19, 0) }"), {}, targets=())
    target = target_named("sm_75")
    assert target is not None
    module: Any = imported(modules(analysis, backend_named("cuda"), target)[0])
    compiled: list[tuple[str, ...]] = []

    def cubin(
        _compiler: object, _text: str, _name: str, macros: tuple[str, ...], architecture: int
    ) -> tuple[bytes, str]:
        compiled.append((*macros, str(architecture)))
        return b"kernel", ""

    monkeypatch.setitem(vars(module), "_cubin", cubin)
    monkeypatch.setitem(vars(module), "_nvrtcs", lambda: (module._Nvrtc(None, "12.9", (75,)),))
    (meaning,), kept = analysis.meanings, TILING.kept
    assert kept is not None
    names = set[str]()
    for shape in shapes(meaning, 64, 32):
        inputs = draw(shape, "float16", "cpu", 0, meaning)
        names |= {*kept(module, 75, "float16", lambda s=shape, i=inputs: answer_of(module, meaning, s, i))}  # type: ignore[misc]
    assert {"forward_dense", "forward_split", "grad_query_dense", "row_delta"} <= names
    assert len(compiled) == len(set(compiled)) == len([*cache.glob("*.cubin")])
    monkeypatch.setitem(vars(module), "_capability", lambda _: 75)
    tile = module._tile("forward", *[torch.zeros(1, 1, 64, 32, dtype=torch.float16)] * 2, 64)
    monkeypatch.setitem(vars(module), "_require_done", lambda _: None)
    monkeypatch.setitem(
        vars(module), "_driver", lambda: SimpleNamespace(cuModuleLoadData=print, cuModuleGetFunction=print)
    )
    text, macros = module._programs._source(), module._macros(torch.float16, tile)
    launched = module._DeviceKernels(text, "near_cuda.cu", macros, torch.device("cuda"), tile.threads)
    before = len(compiled)
    launched._loaded("forward_dense")
    assert len(compiled) == before


# ---- what is refused -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--backend", "triton"],
            "triton: Triton compiles a kernel for the sizes and the alignment of a call's tensors, on",
        ),
        (["--backend", "torch"], "torch: these modules have nothing to compile"),
        (["--backend", "cpp,torch"], "torch: these modules have nothing to compile"),
        (["--backend", "cp"], "'cp'; did you mean `cpp`?"),
        (["--backend", "cpp", "--target", "sm_75"], "no CUDA kernels are compiled: leave out --target"),
        (["--backend", "cpp", "--head-dim", "64"], "no CUDA kernels are compiled: leave out --head-dim"),
        (["--backend", "cuda", "--target", "gfx942"], "cuda builds for sm_75, sm_61"),
    ],
)
def test_what_is_not_compiled_before_a_call(
    words: list[str], message: str, good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["precompile", str(good), *words]) == 2
    assert message in capsys.readouterr().err


def test_what_is_missing_is_named(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.accelerator, "is_available", lambda: False)
    assert run(["precompile", str(good), "--backend", "cuda"]) == 2
    assert "there is no GPU to compile CUDA kernels for: name one by --target, such as sm_75" in capsys.readouterr().err
    monkeypatch.setenv("CXX", "no-such-c++")
    assert run(["precompile", str(good)]) == 2
    said = capsys.readouterr().err
    assert "torch modules run here: these modules have nothing to compile: " in said
    assert "(CXX is no-such-c++)" in said or "never run on" in said
    assert run(["precompile", str(good), "--backend", "cpp"]) == 1
    assert "Error: no C++ compiler is found (CXX is no-such-c++): install g++ 10 or later" in capsys.readouterr().err


def test_files_of_the_configuration_are_compiled(
    good: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, str]] = []

    def keep_all(_: str, name: str, element: str) -> Path:
        asked.append((name, element))
        return good

    monkeypatch.setattr(builds, "_keep_all", keep_all)
    (good.parent / "pyproject.toml").write_text('[tool.patternc]\nfiles = ["*.pat"]\n')
    (good.parent / "bad.pat").write_text("pattern bad { attend windw(3) }\n")
    monkeypatch.chdir(good.parent)
    assert cache
    assert run(["precompile", "--backend", "cpp", "--dtype", "bfloat16"]) == 1
    assert asked == [("two_cpp.cpp", "bfloat16")]
    assert "error[P010]" in capsys.readouterr().err
