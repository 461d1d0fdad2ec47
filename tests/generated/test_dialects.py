"""CUDA's programs are C++ up to the dialect: what only CUDA's text could get wrong is what a dialect names."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from built_modules import SUITES, names

from patternc.codegen.backend import Backend
from patternc.codegen.cpp import CPP
from patternc.codegen.cuda import CUDA
from patternc.codegen.emit import Runtime
from patternc.driver import analyse, modules, read
from patternc.targets import target_named

AS_CPP = replace(CUDA, views=CPP.views)
"""CUDA's schedule and programs, printed as C++."""


def programs(name: str, backend: Backend) -> list[str]:
    """The lines of the programs of a pattern, for the first target of CUDA."""
    target = target_named(CUDA.targets[0])
    assert target is not None
    (file,) = modules(
        analyse(read(SUITES["tests"] / f"{name}.pat"), {}, targets=()), backend, target, runtime=Runtime.VENDORED
    )
    (source,) = file.beside
    return source.text.splitlines()


def test_a_dialect_names_few_words() -> None:
    cuda, cpp = programs("longnet", CUDA), programs("longnet", AS_CPP)
    assert [line for line in cuda if line not in cpp] == [
        '#include "attention.cuh"',
        *(f"PATTERNC_PROGRAM {line}" for line in cpp if line.startswith("void ")),
        "#ifdef PATTERNC_ONLY  // one kernel, as each is compiled when it is launched first",
        "PATTERNC_ENTRY(PATTERNC_ONLY)",
        "#else",
        *(f"PATTERNC_ENTRY({entered})" for entered in ("forward_split", "forward_merged", "row_delta")),
        "#endif",
    ]


@pytest.mark.parametrize("name", names("tests"))
def test_cuda_is_cpp_up_to_the_dialect(name: str) -> None:
    """Line by line, without the five that begin and end the entries in CUDA."""
    found = [undone(line) for line in programs(name, CUDA)]
    first = next(place for place, line in enumerate(found) if line.startswith("#ifdef"))
    del found[first : first + 3]
    assert found.pop() == "#endif"
    assert found == [undone(line) for line in programs(name, AS_CPP)]


def undone(line: str) -> str:
    """A line without what names its dialect: the header, how programs are declared and entered."""
    line = line.removeprefix("PATTERNC_PROGRAM ").replace("attention.cuh", "attention.h")
    return re.sub(r"^PATTERNC_(KERNEL|ENTRY\w*)\(", "ENTRY(", line)
