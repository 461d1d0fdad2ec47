"""What differs between C++ for CPUs and CUDA C++ in a generated file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect of C++.

    `backend`: its name. `suffix`: of its files. `header`: of its library. `function`: what begins the declaration of a
    program. `entry`: the macro that makes a kernel of a launch callable; `before_entries`, `after_entries`: the lines
    around them. `ordered`: programs that add to the same numbers run one after the other, by entries of their own.
    `tabled`: the kind of a launch decides its tile too. `keeps`: tables are kept on a GPU after the call that makes
    them.
    """

    backend: str
    suffix: str
    header: str
    function: str
    entry: str
    ordered: bool
    tabled: bool
    keeps: bool
    before_entries: tuple[str, ...] = ()
    after_entries: tuple[str, ...] = ()


CPU = Dialect("cpp", "cpp", "attention.h", "", "PATTERNC_KERNEL", ordered=True, tabled=False, keeps=False)
