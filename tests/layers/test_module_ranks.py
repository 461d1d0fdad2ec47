"""Layers of `module` blocks under FSDP2 and `parallelize_module`, on two ranks: the results of one process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from built import build
from module_ranks import PATTERN, RANKS, sharded, split_as_distributed, split_only, tensor_parallel
from processes import Workers
from torch_versions import not_in_torch_2_7

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(RANKS) as started:
        yield started


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(str(build(PATTERN, tmp_path_factory.mktemp("made"))[0].__file__))


def near(errors: dict[str, float]) -> bool:
    return len(errors) == 13 and max(errors.values()) < 2e-6


@not_in_torch_2_7("doubles gradients that FSDP2 reduces by gloo")
@pytest.mark.parametrize("whole", [False, True], ids=["layers", "module"])
def test_fully_sharded(workers: Workers, made: Path, whole: bool) -> None:
    found = workers.run(sharded, made, whole)
    assert all(isinstance(errors, dict) and near(errors) for errors in found), found


def test_heads_split_by_parallelize_module(workers: Workers, made: Path) -> None:
    found = workers.run(tensor_parallel, made)
    assert all(isinstance(errors, dict) and near(errors) for errors in found), found


def test_a_split_that_the_module_does_not_know(workers: Workers, made: Path) -> None:
    wanted = "ValueError: query(x) has shape (2, 45, 32), must be (2, 45, 64): call hold(head_offset=..., heads=...)"
    assert all(found.startswith(wanted) for found in workers.run(split_only, made))


def test_results_that_stay_distributed(workers: Workers, made: Path) -> None:
    found = workers.run(split_as_distributed, made)
    assert all(one.startswith("TypeError: query(x) is a DTensor, must be a local tensor") for one in found), found
