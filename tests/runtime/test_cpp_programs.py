"""Launches of C++ programs: what entry points are given, on which threads they run, in which processes."""

from __future__ import annotations

import concurrent.futures.thread
import copy
import os
import signal
import struct
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import torch
from cpp_probe import GRID, NAME, TEXT, TILE, needs_compiler, start

from patternc.codegen.cpp.shipping import with_headers
from patternc.resources import headers
from patternc.runtime.cpp.compiler import _compiler
from patternc.runtime.cpp.includes import _header, _located, _with_headers
from patternc.runtime.cpp.programs import _Library
from patternc.runtime.cpp.sources import _Programs

QUERY = torch.zeros(1)


@pytest.fixture(scope="module")
def programs() -> Any:
    return _Programs(_Library, "probe_cpp.py", NAME, text=TEXT)


@pytest.fixture
def two_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def echo(programs: Any, *arguments: object, query: torch.Tensor = QUERY, tile: Any = TILE) -> list[tuple[int, int]]:
    """Bits and types of arguments, as a program finds them; at last those of the grid, rows and element."""
    count = 2 + sum(len(x) if isinstance(x, tuple) else 1 for x in arguments)
    out = torch.zeros(count * 2 + 5, dtype=torch.int64)
    programs(query).echo((3, 2, 5), tile, out, count, *arguments)
    assert out[-5:].tolist() == [3, 2, 5, tile.rows, (torch.float32, torch.bfloat16, torch.float16).index(query.dtype)]
    return [(int(bits), int(kind)) for bits, kind in out[4:-5].view(-1, 2)]


def team(programs: Any) -> int:
    """How many threads a program runs on."""
    out = torch.zeros(1, dtype=torch.int64)
    programs(QUERY).team(GRID, TILE, out)
    return int(out)


# ---- arguments -------------------------------------------------------------------------------------------------------
@needs_compiler
def test_arguments_of_every_kind(programs: Any) -> None:
    dtypes = (
        torch.float32,
        torch.bfloat16,
        torch.float16,
        torch.float64,
        torch.int32,
        torch.int64,
        torch.bool,
        torch.uint8,
    )
    tensors = [torch.zeros(3, dtype=dtype) for dtype in dtypes]
    assert echo(programs, *tensors) == [(x.data_ptr(), kind) for kind, x in enumerate(tensors)]
    part = torch.zeros(6, 4)[2:, ::2]
    assert echo(programs, part, torch.nn.Parameter(part)) == [(part.data_ptr(), 0)] * 2
    assert echo(programs, -(2**63), 2**63 - 1, True, False) == [(-(2**63), 16), (2**63 - 1, 16), (1, 16), (0, 16)]
    (bits,) = struct.unpack("q", struct.pack("d", 0.1))
    assert echo(programs, 0.1, None, (1, (2, None), ()), 4)[:2] == [(bits, 17), (0, 18)]
    assert echo(programs, (7, 8, 9), 10) == [(7, 16), (8, 16), (9, 16), (10, 16)]
    assert echo(programs, (1, 2, (3,))) == [(1, 16), (2, 16), (3, 16)]


@needs_compiler
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_each_type_of_elements_has_programs(dtype: torch.dtype, programs: Any) -> None:
    assert echo(programs, 1, query=torch.zeros(1, dtype=dtype)) == [(1, 16)]
    assert programs(torch.zeros(1, dtype=dtype)) is programs(torch.ones(2, dtype=dtype)) is not programs(QUERY)


@needs_compiler
def test_wrong_arguments(programs: Any) -> None:
    with pytest.raises(ValueError, match="a tensor is on meta, must be on cpu"):
        echo(programs, torch.zeros(1, device="meta"))
    with pytest.raises(TypeError, match=r"a tensor is torch.complex64, must be torch.float32 or "):
        echo(programs, torch.zeros(1, dtype=torch.complex64))
    with pytest.raises(TypeError, match="an argument is a str, must be a tensor, a number"):
        echo(programs, "x")
    with pytest.raises(AttributeError, match="missing"):
        programs(QUERY).missing(GRID, TILE)


# ---- threads ---------------------------------------------------------------------------------------------------------
@needs_compiler
@pytest.mark.usefixtures("two_threads")
def test_programs_have_as_many_threads_as_torch(programs: Any) -> None:
    assert team(programs) == 2
    torch.set_num_threads(1)
    assert team(programs) == 1
    torch.set_num_threads(3)
    assert team(programs) == 3


@needs_compiler
@pytest.mark.usefixtures("two_threads")
def test_programs_run_on_the_threads_of_torch(programs: Any) -> None:
    """No thread is started for them, and no second OpenMP is loaded."""
    found = []

    def run() -> None:
        torch.zeros(1 << 20).add_(1.0)
        before = set(Path("/proc/self/task").iterdir())
        found.append(team(programs))
        found.append(len(set(Path("/proc/self/task").iterdir()) - before))

    own = threading.Thread(target=run)  # which has threads of OpenMP of its own, whatever ran before
    own.start()
    own.join()
    assert found == [2, 0]
    maps = Path("/proc/self/maps").read_text().split()
    openmp = {name for name in maps if "libgomp" in name or "libomp" in name or "libiomp" in name}
    assert len(openmp) == 1, openmp


@needs_compiler
def test_other_threads_of_python_run_meanwhile(programs: Any) -> None:
    out, flag = torch.zeros(2, 1, dtype=torch.int64)
    launched = threading.Thread(target=lambda: programs(QUERY).wait(GRID, TILE, out, flag))
    launched.start()
    flag.fill_(1)
    launched.join()
    assert out.item() == 1


@needs_compiler
def test_threads_get_the_same_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which one of them compiles, while the others wait."""
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path))
    cold, found = _Programs(_Library, "probe_cpp.py", NAME, text=TEXT), []
    threads = [threading.Thread(target=lambda: found.append((cold(QUERY), *echo(cold, 5)))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [(cold(QUERY), (5, 16))] * 4
    assert len(list(tmp_path.glob("*.so"))) == 1


@needs_compiler
def test_each_height_of_tiles_has_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path))
    own = _Programs(_Library, "probe_cpp.py", NAME, text=TEXT)
    for rows, objects in ((16, 1), (64, 2), (16, 2)):
        assert echo(own, 5, tile=TILE._replace(rows=rows)) == [(5, 16)]
        assert len(list(tmp_path.glob("*.so"))) == objects


@needs_compiler
@pytest.mark.usefixtures("two_threads")
def test_a_backward_pass_runs_programs(programs: Any) -> None:
    found = []

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(_: Any, x: torch.Tensor) -> torch.Tensor:
            return x.clone()

        @staticmethod
        def backward(_: Any, *grads: torch.Tensor) -> Any:
            found.append(team(programs))
            return grads[0]

    leaf = torch.zeros(3, requires_grad=True)
    applied: Any = Function.apply
    applied(leaf).sum().backward()
    several = threading.Thread(target=lambda: applied(leaf).sum().backward())
    several.start()
    several.join()
    assert found == [2, 2]


FORKED = """
import os, signal, torch
from cpp_probe import GRID, NAME, TEXT, TILE
from patternc.runtime.cpp.programs import _Library
from patternc.runtime.cpp.sources import _Programs

programs = _Programs(_Library, "probe_cpp.py", NAME, text=TEXT)
torch.set_num_threads(2)

def team():
    out = torch.zeros(1, dtype=torch.int64)
    programs(out.float()).team(GRID, TILE, out)
    return int(out)

def in_child(work):
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        os._exit(work())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

class Teams(torch.utils.data.Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, _):
        return team()

def one_thread():
    torch.set_num_threads(1)
    return team()

print(team(), in_child(team), in_child(lambda: 10 * in_child(team) + team()), in_child(one_thread), team())
print([int(x) for x in torch.utils.data.DataLoader(Teams(), num_workers=1, multiprocessing_context="fork")])
"""


@needs_compiler
@pytest.mark.long
def test_forked_processes_run_programs(tmp_path: Path) -> None:
    """Those of OpenMP's threads that the process before used are gone in them; loaders of data have one thread."""
    process = start(FORKED, tmp_path, OMP_NUM_THREADS="2")
    out, said = process.communicate()
    assert out.splitlines() == ["2 2 22 1 2", "[1, 1]"], said


@needs_compiler
@pytest.mark.usefixtures("two_threads")
def test_a_forked_process_that_ends_runs_programs(programs: Any) -> None:
    """As in what `atexit` calls there: no pool of Python's takes work any more, and programs need none."""
    assert team(programs) == 2
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(5)
        concurrent.futures.thread._python_exit()
        try:
            os._exit(team(programs))
        finally:
            os._exit(99)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2


COUNTS = """
#include <dlfcn.h>
int count;
extern "C" int regions() { return count; }
extern "C" void GOMP_parallel(void (*work)(void*), void* data, unsigned threads, unsigned flags) {
    count++;
    auto next = (void (*)(void (*)(void*), void*, unsigned, unsigned))dlsym(RTLD_NEXT, "GOMP_parallel");
    next(work, data, threads, flags);
}
"""
PRELOADED = """
import ctypes, torch
from patternc.runtime.cpp.regions import _region
torch.set_num_threads(2)
regions = ctypes.CDLL(None).regions
torch.zeros(1 << 20).add_(1.0)
print(regions() > 0, ctypes.cast(ctypes.CDLL(None).GOMP_parallel, ctypes.c_void_p).value == _region())
"""


@needs_compiler
@pytest.mark.long
def test_programs_take_the_threads_of_what_is_preloaded(tmp_path: Path) -> None:
    """`LD_PRELOAD` gives torch another OpenMP, such as Intel's: a pool beside it would take its cores."""
    library = tmp_path / "counts.so"
    compiler = _compiler().command[0]
    command = [compiler, "-shared", "-fPIC", "-x", "c++", "-", "-o", str(library), "-ldl"]
    subprocess.run(command, input=COUNTS, text=True, check=True)
    out, said = start(PRELOADED, tmp_path, LD_PRELOAD=str(library), OMP_NUM_THREADS="2").communicate()
    assert out.split() == ["True", "True"], said


def test_names_with_underscores_are_no_programs() -> None:
    """So that `copy`, which asks for some, has nothing compiled."""
    own: Any = _Programs(_Library, "probe_cpp.py", NAME, text="does not compile")
    copied = copy.deepcopy(own(QUERY))
    assert not hasattr(copied, "_missing")


# ---- sources ---------------------------------------------------------------------------------------------------------
@needs_compiler
def test_a_source_beside_the_module(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(TEXT)
    digest = sha256(TEXT.encode()).hexdigest()[:12]
    assert echo(_Programs(_Library, str(tmp_path / "probe_cpp.py"), NAME, digest=digest), 5) == [(5, 16)]
    other = _Programs(_Library, str(tmp_path / "probe_cpp.py"), NAME, digest="0123456789ab")
    with pytest.raises(RuntimeError) as caught:
        other(QUERY)
    own = tmp_path / "probe_cpp"
    assert str(caught.value) == (
        f"{own}.cpp is of another build ({digest}) than {own}.py (0123456789ab): run `patternc build`"
    )


@needs_compiler
def test_a_source_in_an_archive(tmp_path: Path) -> None:
    """Beside a module that Python imports from it, and below a folder of the archive; headers are found there too."""
    archive = tmp_path / "modules.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"inner/{NAME}", TEXT)
        file.writestr("inner/patternc_runtime/cpp/probe.h", "int probe;\n")
    digest = sha256(TEXT.encode()).hexdigest()[:12]
    assert echo(_Programs(_Library, str(archive / "inner" / "probe_cpp.py"), NAME, digest=digest), 5) == [(5, 16)]
    assert _header(_located(archive / "inner" / "patternc_runtime"), "probe.h") == "int probe;\n"


def test_a_header_is_included_once() -> None:
    texts = {"a.h": '#pragma once\n#include "b.h"\nint a;\n', "b.h": "#pragma once\nint b;\n"}
    text = '#include <vector>\n#include "a.h"\n  #  include "b.h"\nint own;'
    header = '#line 1 "a.h"\n\n#line 1 "b.h"\n\nint b;\n#line 3 "a.h"\nint a;\n'
    whole = f'#include <vector>\n{header}#line 3 "x.cpp"\n\nint own;\n'
    assert _with_headers(text, "x.cpp", texts.__getitem__) == whole


def test_a_text_with_headers_needs_no_other() -> None:
    text = with_headers('#include "attention.h"\n', "x_cpp.cpp")
    assert '#include "' not in text
    assert all(text.count(f'#line 1 "{name}"\n') == 1 for name in headers("cpp") | headers("tiles"))
    assert "once" not in {line.split()[-1] for line in text.splitlines() if line.startswith("#pragma")}


@needs_compiler
@pytest.mark.long
def test_headers_of_the_library_compile_beside_a_module(tmp_path: Path) -> None:
    """They are found in the library's folder."""
    text = '#include "attention.h"\nPATTERNC_KERNEL(row_delta)\n'
    (tmp_path / NAME).write_text(text)
    own: Any = _Programs(_Library, str(tmp_path / "probe_cpp.py"), NAME, digest=sha256(text.encode()).hexdigest()[:12])
    assert own(QUERY)._entry("row_delta", 16)


def test_what_compiles_needs_no_torch() -> None:
    """So that a build for other machines does without."""
    code = "import sys; import patternc.runtime.cpp.builds; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
