"""Rings inside of what training runs: DDP, tensor parallelism, and the example with FSDP2 under `torchrun`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from built import build
from conftest import ROOT
from processes import Workers
from ring_training import PATTERN, RANKS, data_parallel, tensor_parallel


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(RANKS) as started:
        yield started


def made(ranks: int, folder: Path) -> Path:
    return Path(str(build(PATTERN.format(ranks), folder)[0].__file__))


def test_gradients_under_ddp_are_those_of_one_process(workers: Workers, tmp_path: Path) -> None:
    found = workers.run(data_parallel, made(RANKS, tmp_path))
    assert all(len(errors) == 6 and max(errors) < 5e-6 for errors in found), found


def test_ranks_may_hold_some_of_the_heads(workers: Workers, tmp_path: Path) -> None:
    found = workers.run(tensor_parallel, made(2, tmp_path))
    assert all(len(errors) == 6 and max(errors) < 5e-6 for errors in found), found


@pytest.mark.slow
def test_a_model_trains_as_in_one_process() -> None:
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "4"]
    command = [*launcher, str(ROOT / "examples" / "train_ring.py"), "--steps", "3"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    found = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.count("  in one process ") == 3 * 22
