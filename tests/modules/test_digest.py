"""The digest in an operator's name: it differs exactly if the operator's behaviour does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.ir.digest import _text, digest
from patternc.ir.interface import interface
from patternc.ir.kernel import Kernel
from patternc.ir.mask import And, Branch, Combine, HeadGroup, HeadRange, Pattern, Table
from patternc.source import Span

TABLE = Table(block=16, file="t.npy", heads=1, rows=2, columns=2, bits=b"\x90")
PATTERN = Pattern("p", (HeadGroup(HeadRange(0, None), (Branch(And((TABLE,))),), Combine.LSE),))


def _kernel(table: Table, branch: Branch | None = None) -> Kernel:
    branches = (branch or Branch(And((table,))),)
    return _of(replace(PATTERN, groups=(HeadGroup(HeadRange(0, None), branches, Combine.LSE),)))


def _of(pattern: Pattern) -> Kernel:
    return Kernel(pattern, (), interface(pattern))


def test_kernels_that_differ_have_digests_that_differ() -> None:
    kernels = [
        _kernel(TABLE),
        _kernel(replace(TABLE, bits=b"\x60")),
        _kernel(TABLE, Branch(TABLE)),
        _kernel(TABLE, Branch(And((TABLE,)), multiplicity=2)),
        _of(replace(PATTERN, scale=0.5)),
        _of(replace(PATTERN, dropout=True)),
    ]
    assert len({digest(kernel) for kernel in kernels}) == len(kernels)


def test_where_a_pattern_stands_is_no_part_of_it() -> None:
    span = Span(3, 9)
    assert digest(_kernel(TABLE, Branch(And((TABLE,)), span=span))) == digest(_kernel(TABLE))


def test_a_new_field_with_a_default_changes_no_text() -> None:
    @dataclass(frozen=True)
    class Softcap:
        cap: float

    @dataclass(frozen=True)
    class Wider:
        cap: float
        floor: float = 0.0

    Wider.__name__ = "Softcap"
    assert _text(Wider(2.0)) == _text(Softcap(2.0)) == "Softcap(cap=2.0)"
    assert _text(Wider(2.0, 1.0)) == "Softcap(cap=2.0, floor=1.0)"
