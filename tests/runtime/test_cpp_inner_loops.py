"""The assembly of the C++ library's inner loops: sums stay in registers, and work on vectors alone."""

from __future__ import annotations

import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from cpp_library import COMPILER, SOURCES, compiled

ARM_COMPILER = shutil.which("aarch64-linux-gnu-g++")
on_x86 = (
    pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="of x86 CPUs"),
)
pytestmark = pytest.mark.long

WIDEST = {"cooperlake": "zmm", "haswell": "ymm"}
"""The widest registers of x86 CPUs."""
CPUS = [pytest.param(cpu, marks=on_x86) for cpu in WIDEST]
ARM = "armv8.2-a"


@dataclass(frozen=True, slots=True)
class Loop:
    """An innermost loop, and the function that it is in."""

    function: str
    instructions: tuple[str, ...]

    def count(self, pattern: str) -> int:
        return sum(re.search(pattern, one) is not None for one in self.instructions)


@cache
def loops(cpu: str) -> tuple[Loop, ...]:
    """Every innermost loop that multiplies and adds, or compares, in `inner_loops.cpp`."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = ("-DPATTERNC_PAIRS=1",) if cpu == "cooperlake" else ()
        flags = ("-O3", f"-march={cpu}", *(() if cpu == ARM else ("-mprefer-vector-width=512",)), *pairs, "-S")
        compiler = ARM_COMPILER if cpu == ARM else COMPILER
        made = compiled(SOURCES / "inner_loops.cpp", Path(folder) / "inner_loops.s", *flags, compiler=compiler)
        return tuple(_loops(made.read_text()))


def _loops(text: str) -> Iterator[Loop]:
    function, body, labels = "", list[str](), dict[str, int]()
    for line in text.splitlines():
        if label := re.match(r"([.\w]+):", line):
            if not label[1].startswith(".L"):
                function, body, labels = label[1], [], {}
            labels[label[1]] = len(body)
        elif line.startswith("\t") and not line.startswith("\t."):
            body.append(line.strip())
            back = re.match(r"(?:j\w+|b\.?\w*|cbn?z\s+\w+,|tbn?z\s.*,)\s+(\.L\w+)", body[-1])
            if back and back[1] in labels:
                start = labels[back[1]]
                if max(labels.values()) <= start:  # no label within: it holds no other loop
                    yield Loop(function, tuple(body[start:]))


def widest(cpu: str, function: str, argument: str = "") -> Loop:
    """The loop of a function with the most multiplications. `argument`: the type of one."""
    found = [one for one in loops(cpu) if function in one.function and argument in one.function]
    assert found, function
    return max(found, key=lambda one: one.count("vfn?m(add|sub)|fml[as]|vdpbf16ps"))


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize(
    ("function", "sums"),
    [
        ("8multiplyILi64E", {"zmm": (6, 4), "ymm": (6, 2)}),
        ("8multiplyILi16E", {"zmm": (8, 1), "ymm": (6, 2)}),
        ("10accumulateILi64E", {"zmm": (6, 4), "ymm": (6, 2)}),
        ("10accumulateILi16E", {"zmm": (8, 1), "ymm": (6, 2)}),
        ("8add_band", {"zmm": (6, 4), "ymm": (6, 2)}),
    ],
)
def test_products_keep_their_sums_in_registers(cpu: str, function: str, sums: dict[str, tuple[int, int]]) -> None:
    register = WIDEST[cpu]
    rows, across = sums[register]
    loop = widest(cpu, function, "" if "add_band" in function else "7Columns")
    assert loop.count(rf"vfmadd\w+ps\s.*{register}") == rows * across, loop
    assert loop.count(r"\(%[er](sp|bp)\)") == 0, loop
    # Besides: a load of each register of B, one broadcast for each row, an end of the loop.
    assert len(loop.instructions) <= rows * across + across + rows + 4, loop


@pytest.mark.skipif(COMPILER is None or platform.machine() != "x86_64", reason="of compilers for x86 CPUs")
@pytest.mark.parametrize(
    ("flags", "pairs"), [(("-march=cooperlake",), 0), (("-march=znver3", "-mavx512f", "-mavx512bf16"), 1)]
)
def test_pairs_are_multiplied_where_that_is_faster(flags: tuple[str, ...], pairs: int, tmp_path: Path) -> None:
    made = compiled(SOURCES / "inner_loops.cpp", tmp_path / "macros", "-dM", "-E", *flags)
    assert f"#define PATTERNC_PAIRS {pairs}\n" in made.read_text()


@pytest.mark.parametrize("cpu", [pytest.param("cooperlake", marks=on_x86)])
@pytest.mark.parametrize("function", ["8multiplyILi64E", "10accumulateILi64E"])
def test_products_of_pairs_keep_their_sums_in_registers(cpu: str, function: str) -> None:
    rows, across = 6, 4
    loop = widest(cpu, function, "PairedColumns")
    assert loop.count(r"vdpbf16ps\s.*zmm") == rows * across, loop
    assert loop.count(r"\(%[er](sp|bp)\)") == 0, loop
    assert len(loop.instructions) <= rows * across + across + rows + 4, loop


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("rows", [1, 4])
@pytest.mark.parametrize(("element", "widening"), [("f", 0), ("NS_8BFloat16E", 1)])
def test_products_of_few_rows_keep_their_sums_in_registers(cpu: str, rows: int, element: str, widening: int) -> None:
    register, width = WIDEST[cpu], {"ymm": 8, "zmm": 16}[WIDEST[cpu]]
    multiply, accumulate = (widest(cpu, f"{one}ILi{rows}E{element}E") for one in ("8multiply", "10accumulate"))
    columns, across = width // rows, width // 4
    for loop, sums in (multiply, width), (accumulate, rows * across):
        assert loop.count(rf"vfmadd\w+ps\s.*{register}") == sums, loop
        assert loop.count(rf"{register}.*\(%[er](sp|bp)|\(%[er](sp|bp).*{register}") == 0, loop
    # Besides: a load of each row and column, or two instructions where it is widened, and the columns' addresses where
    # they are too many for registers; a load of each register of a column, a broadcast for each row, and the addresses
    # of further rows where widening leaves no registers for them. GCC 12 computes these in a decoding step, which took
    # no longer.
    assert multiply.count(r"\(%r") <= width + columns, multiply  # no column is read more than once
    assert len(multiply.instructions) <= width + rows + columns * (1 + 2 * widening) + 4, multiply
    assert len(accumulate.instructions) <= rows * across + rows + across * (1 + widening) + (rows - 1) * widening + 4, (
        accumulate
    )


@pytest.mark.parametrize("cpu", CPUS)
def test_powers_and_tests_of_pairs_are_computed_by_registers(cpu: str) -> None:
    register = WIDEST[cpu]
    powers, tested = widest(cpu, "take_in"), widest(cpu, "exclude_past_diagonal")
    assert powers.count("vfmadd") >= 6
    assert powers.count(r"\(%[er](sp|bp)\)") == 0, powers
    single = r"^v(add|sub|mul|div|mov|cmp\w*|max|min|ucomi|fn?m\w+)s[sd]\s"
    for loop in (powers, tested):
        assert loop.count(register) > 3, loop
        assert loop.count(single) == 0, loop
        assert loop.count("^j") == 1, loop


@pytest.mark.skipif(ARM_COMPILER is None, reason="there is no aarch64-linux-gnu-g++")
@pytest.mark.parametrize("function", ["8multiplyILi64E", "8multiplyILi16E", "10accumulateILi64E", "8add_bandILi4E"])
def test_products_on_arm_keep_their_sums_in_registers(function: str) -> None:
    rows, across = 5, 4
    loop = widest(ARM, function)
    assert loop.count(r"fmla\s+v\d+\.4s") == rows * across, loop
    assert loop.count(r"\[sp") == 0, loop
    assert len(loop.instructions) <= rows * across + across + rows + 4, loop


@pytest.mark.skipif(ARM_COMPILER is None, reason="there is no aarch64-linux-gnu-g++")
@pytest.mark.parametrize("rows", [1, 4])
def test_products_of_few_rows_on_arm_keep_their_sums_in_registers(rows: int) -> None:
    for function, sums in ("8multiply", 4), ("10accumulate", rows * 4):
        loop = widest(ARM, f"{function}ILi{rows}EfE")
        assert loop.count(r"fmla\s+v\d+\.4s") == sums, loop
        assert loop.count(r"q\d.*\[sp|\[sp.*q\d") == 0, loop


@pytest.mark.skipif(ARM_COMPILER is None, reason="there is no aarch64-linux-gnu-g++")
def test_powers_on_arm_are_computed_by_registers() -> None:
    loop = widest(ARM, "take_in")
    assert loop.count(r"fml[as]\s+v\d+\.4s") >= 6, loop
    assert loop.count(r"\[sp") == 0, loop
    assert loop.count(r"^f\w+\s+s\d") == 0, loop
