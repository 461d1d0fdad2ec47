"""References read masks themselves: an error in how programs read one kind of mask is found by `selfcheck`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from built import build, reference_of

from patternc.codegen.python_text import TensorReading
from patternc.ir.index import All, Binary, Expr, Negated, Num, Truth, every, plus
from patternc.ir.truths import Reading

Fault: TypeAlias = tuple[type[Reading], str, Callable[[Any], Expr | Truth]]


def one_more(found: Expr) -> Expr:
    return plus(found, 1)


def of_next(found: Expr) -> Expr:
    """The class of the next position."""
    assert isinstance(found, Binary)
    return Binary("%", plus(found, 1), found.right)


def last_only(found: Truth) -> Truth:
    assert isinstance(found, All)
    return every(*found.items[1:])


FAULTS: dict[str, Fault] = {
    "attend window(8)": (Reading, "bound", one_more),
    "attend window(9) - (stride(3) | keys(every=5))": (Reading, "residue", of_next),
    "attend when(q * k % 7 < 3)": (Reading, "number", lambda found: plus(found, 1) if found != Num(3) else found),
    "grid 8 x 8\nattend box(3, 3)": (Reading, "near", last_only),
    "attend blocks(16, random(density=0.5)) | blocks(8, random(density=0.5))": (TensorReading, "selected", Negated),
    "input ends: offsets\nattend document(@ends)": (TensorReading, "looked_up", one_more),
    "input lens: lengths\nattend causal\nwhere padding(@lens)": (TensorReading, "looked_up", one_more),
}


@pytest.mark.parametrize("body", FAULTS)
def test_a_fault_of_programs_is_none_of_references(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, rule, fault = FAULTS[body]
    right = getattr(reading, rule)
    monkeypatch.setattr(reading, rule, lambda *given: fault(right(*given)))
    module, _ = build(f"pattern p {{\n{body}\n}}\n", tmp_path)
    with pytest.raises(AssertionError, match=r"^out has a relative error of "):
        reference_of(module).selfcheck(module.attention, device="cpu")
