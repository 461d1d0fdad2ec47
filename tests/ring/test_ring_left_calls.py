"""A rank that leaves a call in the middle, and goes on: no rank takes a message of one call for one of another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from left_calls import CULPRIT, ERRORS, RANKS, Outcome, Point, built_ring, left, points
from processes import Workers
from ring_work import module_of

TIMEOUT = 1.0
"""Of the group of a call, in seconds: so long the other ranks wait for the one that has left it."""
QUICK = {
    Point("p2p", "training", "forward kernel", 2): "MemoryError",
    Point("alltoall", "training", "gradients of keys and values", 1, "after"): "SIGINT",
    Point("p2p", "gathering", "rows", 1, "after"): "ValueError",  # which is also raised of what all ranks have heard
    Point("p2p", "decoding", "what is added to the agreement", 1, "after"): "another thread",  # the last exchange
}
"""What is tried in every run."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rings")


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(RANKS) as started:
        yield started


@pytest.mark.parametrize(
    ("point", "error"),
    [
        *QUICK.items(),
        *(
            pytest.param(point, [*ERRORS][place % len(ERRORS)], marks=pytest.mark.long)
            for place, point in enumerate(points())
            if point not in QUICK
        ),
    ],
    ids=str,
)
def test_a_left_call_is_never_a_wrong_answer(point: Point, error: str, workers: Workers, folder: Path) -> None:
    words = "began " if error == "another thread" else "left "
    for rank, (first, second) in enumerate(workers.run(left, built_ring(folder, point.ring), point, error, TIMEOUT)):
        raised = {"KeyboardInterrupt" if error == "SIGINT" else error} if rank == CULPRIT else set()
        check(first, raised | {"RingError"})
        assert rank != CULPRIT or first.raised is not None
        assert second.raised is not None
        check(second, {"RingError"})
        if rank == CULPRIT:
            assert f"rank {CULPRIT} {words}" in second.raised.words


def check(found: Outcome, kinds: set[str]) -> None:
    """A right answer, or an error of such kinds."""
    if found.raised is None:
        assert found.error is not None
        assert found.error < 1e-5
    else:
        assert found.raised.kind in kinds, found.raised


def test_messages_of_other_calls_and_kinds_have_other_tags(folder: Path) -> None:
    module = module_of(built_ring(folder, "p2p"))
    tag = module.Ranks.exchange.__globals__["_tag"]
    words = (
        "agreement on ring_attention",
        "keys and values, hop 1 of 3 forward",
        "keys and values, hop 2 of 3 forward",
    )
    tags = [tag(call, one) for call in range(1000) for one in words]
    assert len(set(tags)) == len(tags)
    assert all(1 << 30 <= one < 1 << 31 for one in tags)
    assert tag(7, "agreement on unshard") == tag(7, words[0])
