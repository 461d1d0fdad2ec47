"""A fault on one rank is an error on every other, which names the rank; nothing hangs, and no process stays behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL, SIGSTOP
from typing import Any

import pytest
from failures import (
    CHANGES,
    CULPRIT,
    DECODES,
    OF_CHOICES,
    OF_RELAYS,
    OTHER_CALLS,
    RANKS,
    STOPS,
    Answered,
    Compared,
    Stop,
    built_patterns,
    changed,
    decoded,
    longer,
    on_gpus,
    other_call,
    other_mesh,
    other_pattern,
    own_message,
    raising,
    stopped,
    two_threads,
    undivided,
)
from processes import Raised, Workers
from torch_versions import not_in_torch_2_7

TIMEOUT = 4.0
"""Of a group, in seconds."""
QUICK = (Stop("keys and values", SIGKILL, 2), Stop("gradients of tables", SIGKILL), Stop("keys and values", SIGSTOP, 2))
OTHERS = [rank for rank in range(RANKS) if rank != CULPRIT]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return built_patterns(tmp_path_factory.mktemp("patterns"))


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(RANKS, groups=[RANKS - 1]) as started:
        yield started


def raised_by(found: Any) -> Raised:
    assert isinstance(found, Answered), found
    assert found.raised is not None
    return found.raised


def check_afterwards(found: list[Any]) -> None:
    """A right call gives the right answer after an error that came before any transfer."""
    for one in found:
        assert one.afterwards is not None
        assert one.afterwards < 1e-6


@pytest.mark.parametrize("name", CHANGES)
def test_other_arguments_on_one_rank_are_an_error_on_all(name: str, workers: Workers, paths: dict[str, Path]) -> None:
    found = workers.run(changed, paths["right"], name)
    for rank, one in enumerate(found):
        raised = raised_by(one)
        assert raised.kind in ("RingError", "ValueError", "TypeError")
        if name == "shard length":  # any rank may be the wrong one
            assert "ranks have [22, 21, 22, 23] rows, must have [22, 22, 22, 22]" in raised.words
        elif rank != CULPRIT:
            assert f"rank {CULPRIT}" in raised.words
    check_afterwards(found)


@pytest.mark.parametrize("name", OTHER_CALLS)
def test_another_call_on_one_rank_is_an_error_on_all(name: str, workers: Workers, paths: dict[str, Path]) -> None:
    for one in workers.run(other_call, paths["right"], name):
        assert raised_by(one).kind == "RingError"
        assert f"rank {CULPRIT}" in raised_by(one).words
        assert "must be" in raised_by(one).words
        assert one.afterwards is not None
        assert one.afterwards < 1e-6


@pytest.mark.parametrize("name", ["pattern", "layout", "transport"])
def test_another_module_on_one_rank_is_an_error_on_all(name: str, workers: Workers, paths: dict[str, Path]) -> None:
    found = workers.run(other_pattern, paths["right"], paths[name])
    for one in (found[rank] for rank in OTHERS):
        assert raised_by(one).kind == "RingError"
        assert f"rank {CULPRIT}" in raised_by(one).words
    assert raised_by(found[CULPRIT]).kind == ("ValueError" if name == "layout" else "RingError")
    check_afterwards(found)


def test_heads_that_cannot_be_split_are_an_error_on_all(workers: Workers, paths: dict[str, Path]) -> None:
    found = workers.run(undivided, paths["ulysses"], paths["right"])
    words = "must have a divisor above 1 in common with the 4 ranks of a node under transport=ulysses"
    said = f"key has 1 heads, {words}"
    assert [(raised_by(one).kind, raised_by(one).words) for one in found] == [("ValueError", said)] * RANKS
    check_afterwards(found)


def test_a_mesh_of_another_size_is_an_error_on_its_ranks(workers: Workers, paths: dict[str, Path]) -> None:
    found = workers.run(other_mesh, paths["right"])
    assert found[0].raised is None
    said = f"mesh has {RANKS - 1} ranks, must have {RANKS} as `ring` says in the pattern"
    assert [(raised_by(one).kind, raised_by(one).words) for one in found[1:]] == [("ValueError", said)] * (RANKS - 1)
    check_afterwards(found)


@pytest.mark.parametrize("name", DECODES)
def test_other_arguments_of_decoding_are_an_error_on_all(name: str, workers: Workers, paths: dict[str, Path]) -> None:
    found = workers.run(decoded, paths["right"], name)
    for rank, one in enumerate(found):
        if rank != CULPRIT or name != "runs":  # that rank has a ValueError of its own
            assert raised_by(one).kind == "RingError"
            assert raised_by(one).words.startswith(DECODES[name][1])
    check_afterwards(found)


def test_rows_of_another_sequence_are_an_error_on_all(workers: Workers, paths: dict[str, Path]) -> None:
    """Though there are as many of them."""
    found = workers.run(longer, paths["right"])
    said = f"rows of rank {CULPRIT} are of a sequence of 91 positions, must be of 90 as those of all ranks"
    for one in found:
        assert raised_by(one).words.startswith(said)
    check_afterwards(found)


def test_calls_of_two_threads_are_errors_of_both(workers: Workers, paths: dict[str, Path]) -> None:
    """On every rank, for which of the two the other ranks are in is open; the group is of no use afterwards."""
    for rank, every in enumerate(workers.run(two_threads, paths["right"])):
        said = f"rank {rank} began ring_attention and ring_attention in different threads, each of which needs a group"
        for one in every:
            assert raised_by(one).kind == "RingError"
            assert raised_by(one).words.startswith(said)


def test_messages_of_the_caller_are_left_alone(workers: Workers, paths: dict[str, Path]) -> None:
    check_afterwards(workers.run(own_message, paths["right"]))


@not_in_torch_2_7("has no name for its fake backend")
@pytest.mark.parametrize("backend", ["cpu:gloo,meta:fake", "meta:fake"])
def test_ranks_with_gpus_compare_over_the_cpu(backend: str, workers: Workers, paths: dict[str, Path]) -> None:
    """Once for each set of arguments; over gloo beside the group where this has GPUs alone."""
    for rounds, agree in (((1, 0, 1, 1), None), ((1, 1, 2, 1), "always"), ((0, 0, 1, 0), "never")):
        for one in workers.run(on_gpus, paths["plain"], backend, agree):
            assert isinstance(one, Compared), one
            assert one.rounds == rounds
            if agree == "never":
                assert one.raised is None
            else:
                assert one.raised is not None
                said = f"dtype is torch.float16 on rank {CULPRIT} and torch.bfloat16 on rank 0, must be the same"
                assert (one.raised.kind, one.raised.words) == ("RingError", said)


@pytest.mark.long
@pytest.mark.parametrize(
    "stop", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in STOPS], ids=str
)
def test_a_rank_that_is_gone_or_frozen_is_named_by_all_others(stop: Stop, paths: dict[str, Path]) -> None:
    with Workers(RANKS, timeout=TIMEOUT) as workers:
        arguments = dict.fromkeys(range(RANKS), (paths["right"], stop))
        found = workers.run_each(stopped, arguments, stuck=[CULPRIT])
    for rank in OTHERS:
        check_names_the_culprit(raised_by(found[rank]))


@pytest.mark.long
@pytest.mark.parametrize("stop", OF_CHOICES, ids=str)
def test_a_rank_that_chooses_no_more_is_named_by_all_others(stop: Stop, paths: dict[str, Path]) -> None:
    with Workers(RANKS, timeout=TIMEOUT) as workers:
        arguments = dict.fromkeys(range(RANKS), (paths["chosen"], stop))
        found = workers.run_each(stopped, arguments, stuck=[CULPRIT])
    for rank in OTHERS:
        check_names_the_culprit(raised_by(found[rank]))


@pytest.mark.long
@pytest.mark.parametrize("stop", OF_RELAYS, ids=str)
def test_a_rank_that_passes_nothing_on_is_named_by_all_others(stop: Stop, paths: dict[str, Path]) -> None:
    with Workers(RANKS, timeout=TIMEOUT) as workers:
        arguments = dict.fromkeys(range(RANKS), (paths["nodes"], stop))
        found = workers.run_each(stopped, arguments, stuck=[CULPRIT])
    for rank in OTHERS:
        check_names_the_culprit(raised_by(found[rank]))


def check_names_the_culprit(raised: Raised) -> None:
    """The innermost cause that ranks tell is the rank with the fault, and what was exchanged with it."""
    assert raised.kind == "RingError"
    *causes, _ = raised.words.splitlines()
    assert f"rank {CULPRIT} failed or did not answer" in causes[-1]
    hop = r"(gradients of )?keys and values, hop \d of 3 (forward|backward)"
    assert re.search(f"{hop}|agreement|gradients of tables|means of blocks|chosen blocks", causes[-1])


@pytest.mark.slow
def test_an_error_between_the_passes_is_named_by_all_others(paths: dict[str, Path]) -> None:
    with Workers(RANKS, timeout=TIMEOUT) as workers:
        found = workers.run(raising, paths["right"])
    assert raised_by(found[CULPRIT]).kind == "KeyError"
    for rank in OTHERS:
        check_names_the_culprit(raised_by(found[rank]))


@pytest.mark.parametrize("number", [SIGKILL, SIGSTOP])
def test_workers_leave_no_process_behind(number: Any) -> None:
    workers = Workers(2)
    pids = workers.pids
    workers.signal(1, number)
    workers.close()
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
