"""The examples run, smaller; each asserts itself what it shows."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT


def shown(name: str, *arguments: str) -> str:
    """What an example prints."""
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.slow
def test_a_language_model_decodes_from_a_cache() -> None:
    text = shown("train_longnet.py", "--steps", "12", "--batch", "2")
    assert "decoding from the cache against the full forward" in text


@pytest.mark.slow
def test_packed_documents_cost_what_they_cost_apart() -> None:
    text = shown("packed_documents.py", "--steps", "12", "--batch", "2")
    assert "largest difference at one position" in text


@pytest.mark.slow
def test_a_vision_model_tells_shapes_apart() -> None:
    text = shown("vision_box.py", "--steps", "60", "--batch", "16", "--least", "0.25")
    assert "accuracy on 512 new pictures" in text
