"""A small C++ source in place of a module's programs, which says what it was called with and on how many threads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

NAME = "probe_cpp.cpp"
TEXT = """\
#include <atomic>
#include <cstdint>
#include <pthread.h>
// probe.pat:2  attend window(3, 0)
namespace patternc { struct BFloat16 {}; struct Float16 {}; }
static int64_t type_of(float) { return 0; }
static int64_t type_of(patternc::BFloat16) { return 1; }
static int64_t type_of(patternc::Float16) { return 2; }
struct Value { int64_t bits, type; };
using Region = void (*)(void (*)(void*), void*, unsigned, unsigned);
#define ENTRY extern "C" __attribute__((visibility("default"))) void

// Fills its first argument, [arguments, 2]: bits and types of the others, then the grid, rows and the element's type.
ENTRY echo(const Value* given, const int64_t* grid, int32_t rows, int32_t, Region) {
    auto* out = reinterpret_cast<int64_t*>(given[0].bits);
    const int64_t count = given[1].bits;
    for (int64_t i = 0; i < count; i++) *out++ = given[i].bits, *out++ = given[i].type;
    for (int axis = 0; axis < 3; axis++) *out++ = grid[axis];
    *out++ = rows;
    *out++ = type_of(PATTERNC_ELEMENT{});
}

// Counts, in its first argument, the threads that run it at the same time: each waits for all of them. Without a region
// it starts them, as programs do.
struct Team { std::atomic<int> here; int all; };
static void* join_team(void* data) {
    auto& team = *static_cast<Team*>(data);
    for (team.here++; team.here < team.all;) {}
    return nullptr;
}
ENTRY team(const Value* given, const int64_t*, int32_t, int32_t threads, Region region) {
    Team team{{0}, threads};
    if (threads > 1 && region) region([](void* data) { join_team(data); }, &team, threads, 0);
    else {
        pthread_t own[8];
        for (int i = 0; i < threads; i++) pthread_create(own + i, nullptr, join_team, &team);
        for (int i = 0; i < threads; i++) pthread_join(own[i], nullptr);
    }
    *reinterpret_cast<int64_t*>(given[0].bits) = team.here;
}

// Waits until its second argument, which another thread of Python changes, is not 0.
ENTRY wait(const Value* given, const int64_t*, int32_t, int32_t, Region) {
    auto* out = reinterpret_cast<int64_t*>(given[0].bits);
    while (reinterpret_cast<std::atomic<int64_t>*>(given[1].bits)->load() == 0) {}
    *out = 1;
}
"""
BROKEN = TEXT.replace("team.here;\n", "team.nowhere;\n")

needs_compiler = pytest.mark.skipif(
    shutil.which((os.environ.get("CXX") or "c++").split()[0]) is None and not os.environ.get("CI"),
    reason="needs a C++ compiler: apt-get install g++",
)
"""Of tests that are skipped without one, but never in CI."""


class Tile(NamedTuple):
    rows: int
    columns: int


TILE, GRID = Tile(16, 64), (1, 1, 1)


def start(code: str, cache: Path, **environment: str) -> subprocess.Popen[str]:
    """A process that runs a text of Python, in a session of its own, with this cache folder."""
    own = {**os.environ, "PATTERNC_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    return subprocess.Popen([sys.executable, "-c", code], env=own, **pipes)  # type: ignore[call-overload,no-any-return]


COMPILE = """\
from cpp_probe import NAME, TEXT
from patternc.runtime.cpp.builds import _keep_all
print(_keep_all(TEXT, NAME, "float32"))
"""
"""A process that compiles the probe, and prints where."""
