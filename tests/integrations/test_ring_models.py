"""Models of transformers whose sequences two processes share: loss and gradients are those of one process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import Raised, Workers
from ring_models import alone, in_context, misplaced, shared


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2, timeout=60.0) as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("rings")
    (found / "local.pat").write_text("pattern local {\n    attend window(5, 0)\n}\n")
    (found / "global.pat").write_text("pattern everything {\n    attend causal\n}\n")
    (found / "contiguous.pat").write_text(
        "pattern everything {\n    attend causal\n    ring(ranks=2, layout=contiguous)\n}\n"
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Gemma3", "GptOss"])
def test_loss_and_gradients_are_those_of_one_process(name: str, workers: Workers, folder: Path) -> None:
    """The mean over ranks, as DDP and FSDP take it, over 19 positions that two ranks share unevenly."""
    loss, wanted = alone(name)
    for found in workers.run(shared, name, folder):
        assert not isinstance(found, Raised), found
        assert abs(found[0] - loss) < 1e-6 * loss
        assert found[1].keys() == wanted.keys()
        for one, grad in wanted.items():
            assert (found[1][one] - grad).norm() < 1e-4 * grad.norm() + 1e-7, one


@pytest.mark.slow
def test_in_the_context_of_accelerate(workers: Workers, folder: Path) -> None:
    """The context that accelerate's `maybe_context_parallel` enters: balanced and not, and without a mesh."""
    for found in workers.run(in_context, folder):
        assert not isinstance(found, Raised), found
        balanced, contiguous, refused = found
        assert balanced < 1e-5
        assert contiguous < 1e-5
        assert refused == "NotImplementedError: torch's context_parallel shares this sequence among ranks"


@pytest.mark.slow
def test_rows_of_other_ranks_are_refused_on_all(workers: Workers, folder: Path) -> None:
    first, second = workers.run(misplaced, folder)
    assert first.kind == second.kind == "ValueError"
    assert "must be those of this rank's rows, 0..3 and 14..18 of 19 positions in the layout zigzag" in first.words
    assert "ring(ranks=2, layout=contiguous)" in second.words
