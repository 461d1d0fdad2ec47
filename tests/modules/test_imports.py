"""Importing a generated module imports little besides torch, and nothing of torch's compiler."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from built_modules import module_path
from conftest import ROOT

from patternc.api import compile as compile_file

LOADED = """
import sys, torch
{first}
before = set(sys.modules)
sys.path.insert(0, {folder!r})
import {name}
print(*sorted(set(sys.modules) - before), sep="\\n")
"""
MODULES = {
    "a pattern": "longnet",
    "a module block": "projected",
    "a ring": "ring_longnet",
    "lists of blocks": "hierarchical",
    "a selection": "adaptive",
}


def loaded(name: str, first: str, folder: Path) -> list[str]:
    """The modules that a new process loads, besides torch and those of `first`."""
    text = LOADED.format(first=first, folder=str(folder), name=name)
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return found.stdout.split()


FORMS = [(kind, False) for kind in MODULES] + [("a pattern", True), ("a ring", True)]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "alone"), FORMS)
@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_an_import_loads_little(kind: str, alone: bool, backend: str, tmp_path: Path) -> None:
    """Of a torch module that is Triton, which torch's FLOP counter imports; of the library what the module needs."""
    first = "import triton, triton.language" if backend == "triton" else ""
    folder = module_path("tests", MODULES[kind], backend).parent
    if alone:
        file, _ = compile_file(ROOT / "tests" / "patterns" / f"{MODULES[kind]}.pat", backend)
        folder = tmp_path
        (folder / file.name).write_text(file.text)
    found = loaded(f"{MODULES[kind]}_{backend}", first, folder)
    library = [one for one in found if one.startswith("patternc_modules.patternc_runtime")]
    assert len(found) - len(library) < (20 if backend == "triton" else 120), found
    assert len(found) < 125
    assert len(library) == 0 if alone else 10 < len(library) < 50
    heavy = [one for one in found if one.startswith(("torch._dynamo", "torch._inductor", "torch.distributed", "sympy"))]
    assert not heavy
    other = {"torch": "triton", "triton": "torch"}[backend]
    assert not [one for one in library if one.startswith(f"patternc_modules.patternc_runtime.{other}")]
    assert kind == "a ring" or not [one for one in library if ".ring_" in one]
