"""The system's C++ compiler."""

import errno
import functools
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from .instruction_sets import _instruction_sets

_FLAGS = (
    *("-O3", "-march=native", "-std=c++20", "-shared", "-fPIC", "-fvisibility=hidden", "-pipe"),
    *("-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math"),  # infinities and NaNs keep their meaning
    *(("-mprefer-vector-width=512",) if platform.machine() == "x86_64" else ()),
)
_INSTALL = "install g++ 10 or later (Debian: apt-get install g++), or set CXX to such a compiler or to clang++"


class _Compiler(NamedTuple):
    """A compiler: how it is called, what it says of its version, and the macros that it defines, one a line."""

    command: tuple[str, ...]
    version: str
    macros: str

    @property
    def sets(self) -> list[str]:
        """The kind of CPU and the instruction sets that it compiles for."""
        return _instruction_sets(line.split()[1] for line in self.macros.splitlines())


def _compiler() -> _Compiler:
    """The compiler with flags for this CPU and those of `PATTERNC_CXXFLAGS`.

    Raises:
        RuntimeError: there is none, or it doesn't know C++20.
    """
    return _found_compiler(_compiler_name(), os.environ.get("PATTERNC_CXXFLAGS", ""))


def _compiler_name() -> str:
    """`CXX`, else the first of the usual names that is installed, and the first of these where none is."""
    return os.environ.get("CXX") or next(filter(shutil.which, _USUAL), _USUAL[0])


_USUAL = ("c++", "g++", "clang++")


@functools.cache
def _found_compiler(name: str, flags: str) -> _Compiler:
    given = f"CXX is {name}" if os.environ.get("CXX") else f"there is no {', '.join(_USUAL[:-1])} or {_USUAL[-1]}"
    own = shlex.split(name)
    if not own or shutil.which(own[0]) is None:
        raise RuntimeError(f"no C++ compiler is found ({given}): {_INSTALL}")
    command = (*own, *_FLAGS, *shlex.split(flags))
    version = _run([*own, "--version"], "").stdout.partition("\n")[0]
    done = _run([*command, "-dM", "-E", "-x", "c++", "-"], "")
    macros = dict(line.split(" ", 2)[1:] for line in done.stdout.splitlines() if line.count(" ") > 1)
    if done.returncode:
        said = done.stderr.strip().partition("\n")[0]
        raise RuntimeError(f"{name} ({version}) can't compile for this CPU: {said or 'no message'}: {_INSTALL}")
    old = "__clang__" not in macros and int(macros.get("__GNUC__", "0")) < _OLDEST_GCC
    if old or int(macros.get("__cplusplus", "0L").rstrip("L")) <= _CPP17:
        raise RuntimeError(f"{name} ({version}) is too old: {_INSTALL}")
    return _Compiler(command, version, done.stdout)


_OLDEST_GCC, _CPP17 = 10, 201703  # a major version, and `__cplusplus` of C++17


def _compile(compiler: _Compiler, text: str, name: str, defined: str, path: Path) -> None:
    """Compile a text into a shared object at a path. `name`: what messages call it; `defined`: a macro with its value.

    Raises:
        RuntimeError: what the compiler says first, and the line of the pattern that it speaks of.
        OSError: there is no room for what it writes.
    """
    linked = _cpp_library(compiler.command)
    command = [*compiler.command, f"-D{defined}", "-x", "c++", "-", "-o", os.fspath(path), *linked]
    done = _run(command, f'#line 1 "{name}"\n{text}')
    if done.returncode < 0:
        ended = f"was ended by signal {-done.returncode}, as where memory runs out"
        raise RuntimeError(f"{compiler.command[0]} {ended}, while it compiled {name}: run this again")
    if done.returncode and os.strerror(errno.ENOSPC) in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), os.fspath(path))
    if done.returncode or path.stat().st_size == 0:
        lines = done.stderr.splitlines()
        errors = [line for line in lines if re.search(r": (fatal )?error:|\bld(\.\w+)?: ", line)] or lines[-_SHOWN:]
        said = "\n".join(["", *errors[:_SHOWN], f"The compiler: {shlex.join(compiler.command)} ({compiler.version})"])
        raise RuntimeError(f"{name} does not compile{_of_pattern(text, name, done.stderr)}:{said}")


_SHOWN = 5
"""Lines of a compiler's messages in an error."""


def _cpp_library(command: tuple[str, ...]) -> tuple[str, ...]:
    """The option that links the C++ library, for compilers that need it, such as `gcc` and `clang`."""
    said = _run([*command, "-###", "-x", "c++", os.devnull], "").stderr
    if re.search(r"-lstdc\+\+|-lc\+\+", said):
        return ()
    return ("-lc++" if sys.platform == "darwin" else "-lstdc++",)


def _run(command: list[str], text: str) -> "subprocess.CompletedProcess[str]":
    """Run a compiler, which reads UTF-8 in every locale."""
    plain = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False, env=plain)
    said = (stream.decode(errors="replace") for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(command, done.returncode, *said)


def _of_pattern(text: str, name: str, log: str) -> str:
    """The pattern's line from which the first line in a compiler's log is printed: the last comment before it."""
    named = re.search(rf"^\W*{re.escape(name)}:(\d+)", log, re.MULTILINE)
    found, file, number = "", name, 0
    for line in text.splitlines() if named else ():
        if directive := re.match(r'#line (\d+) "(.*)"', line):
            file, number = directive[2], int(directive[1]) - 1
            continue
        number += 1
        if file == name and (comment := re.match(r"\s*// (\S+\.pat:\d+)", line)):
            found = f" ({comment[1]})"
        if named and file == name and number >= int(named[1]):
            return found
    return ""
