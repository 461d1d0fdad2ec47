"""The code blocks of `docs/ring.md` are one program: two processes run it, and the page shows what the first prints."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Goldens
from doc_blocks import BLOCK, write_pattern

PAGE = "docs/ring.md"
MARK = "--- end of a block ---"


@pytest.mark.slow
def test_every_block_runs_on_two_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Goldens) -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    blocks = [(found["language"], found["code"]) for found in BLOCK.finditer(text)]
    monkeypatch.chdir(tmp_path)
    for language, code in blocks:
        if language == "pat":
            write_pattern(code)
    program = "".join(f"{code}\nprint({MARK!r})\n" for language, code in blocks if language == "python")
    Path("page.py").write_text(f"{program}\ndist.destroy_process_group()\n")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    command = [*launcher, "--local-ranks-filter", "0", "page.py"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    found = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert found.returncode == 0, found.stdout + found.stderr
    printed = found.stdout.split(f"{MARK}\n")
    assert len(printed) == sum(language == "python" for language, _ in blocks) + 1
    shown = iter(printed)
    parts = [f"```{language}\n{next(shown) if language == 'text' else code}```" for language, code in blocks]
    golden(PAGE, BLOCK.sub(lambda _: parts.pop(0), text))
