"""The example trains and decodes; it asserts itself that decoding equals the full forward."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT


@pytest.mark.slow
def test_training_example() -> None:
    command = [sys.executable, str(ROOT / "examples" / "train_longnet.py"), "--steps", "12", "--batch", "2"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "decoding from the cache against the full forward" in found.stdout
