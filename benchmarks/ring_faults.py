"""What goes wrong on one rank of a ring, what every rank raises, and after how long: processes with gloo.

    python benchmarks/ring_faults.py

The faults are those of `tests/support/failures.py`, with a timeout of 4 seconds, and those of
`tests/support/left_calls.py`, with a timeout of one second: a rank raises somewhere in a call, or another thread of it
calls, and it calls again.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from failures import (  # noqa: E402
    CHANGES,
    CULPRIT,
    DECODES,
    OTHER_CALLS,
    RANKS,
    STOPS,
    Answered,
    Stop,
    built_patterns,
    changed,
    decoded,
    longer,
    other_call,
    other_mesh,
    other_pattern,
    own_message,
    raising,
    stopped,
    two_threads,
    undivided,
)
from left_calls import ERRORS, Outcome, built_ring, left, points  # noqa: E402
from processes import Workers  # noqa: E402

TIMEOUT, TIMEOUT_OF_LEFT = 4.0, 1.0
"""Seconds."""


def main() -> int:
    with TemporaryDirectory() as folder:
        paths = built_patterns(Path(folder))
        print("| fault | rank | raised | after | says | a right call afterwards |\n|---|--:|---|--:|---|---|")
        for fault, found in (*before_transfers(paths), *in_the_middle(paths)):
            for rank in range(RANKS):
                print(row(fault, rank, found.get(rank)), flush=True)
        left_calls(Path(folder) / "rings")
    return 0


def before_transfers(paths: Mapping[str, Path]) -> Iterator[tuple[str, dict[int, Any]]]:
    """Faults that ranks find when they compare their arguments, in one group of processes."""
    right = paths["right"]
    with Workers(RANKS, timeout=TIMEOUT, groups=[RANKS - 1]) as workers:
        for name in CHANGES:
            yield f"another {name}", dict(enumerate(workers.run(changed, right, name)))
        for name in OTHER_CALLS:
            yield f"another call: {name}", dict(enumerate(workers.run(other_call, right, name)))
        for name in ("pattern", "layout", "transport"):
            yield f"another {name}", dict(enumerate(workers.run(other_pattern, right, paths[name])))
        for name in DECODES:
            yield f"decoding: {name}", dict(enumerate(workers.run(decoded, right, name)))
        yield "rows of a longer sequence", dict(enumerate(workers.run(longer, right)))
        for thread, found in enumerate(zip(*workers.run(two_threads, right), strict=True)):
            yield ("one thread", "another thread", "the next call")[thread], dict(enumerate(found))
        yield "a message of the caller's own", dict(enumerate(workers.run(own_message, right)))
        yield "heads that ulysses cannot split", dict(enumerate(workers.run(undivided, paths["ulysses"], right)))
        yield "a mesh of three ranks", dict(enumerate(workers.run(other_mesh, right)))


def in_the_middle(paths: Mapping[str, Path]) -> Iterator[tuple[str, dict[int, Any]]]:
    """Faults after which a group is of no use, each in a group of its own."""
    for stop in STOPS:
        with Workers(RANKS, timeout=TIMEOUT) as workers:
            arguments = dict.fromkeys(range(RANKS), (paths["right"], stop))
            yield words_of(stop), workers.run_each(stopped, arguments, stuck=[CULPRIT])
    with Workers(RANKS, timeout=TIMEOUT) as workers:
        yield "an error between forward and backward", dict(enumerate(workers.run(raising, paths["right"])))


def left_calls(folder: Path) -> None:
    """Print what ranks have of a call that one rank leaves, and of their next call."""
    folder.mkdir()
    print(
        "\n| ring, call: point | error | rank 1 in that call | other ranks in that call | rank 1 in its next call "
        "| other ranks in their next call |\n|---|---|---|---|---|---|"
    )
    with Workers(RANKS) as workers:
        for point in points():
            rows = defaultdict(list)
            for error in ERRORS:
                found = workers.run(left, built_ring(folder, point.ring), point, error, TIMEOUT_OF_LEFT)
                rows[_of_left(found)].append(error)
            for cells, errors in rows.items():
                print(f"| {point} | {', '.join(errors)} | {' | '.join(cells)} |", flush=True)


def _of_left(found: list[tuple[Outcome, Outcome]]) -> tuple[str, ...]:
    """What the culprit has of both calls, and the others."""
    calls = []
    for place in range(2):
        every = [one[place] for one in found]
        calls += [_words([every[CULPRIT]]), _words(one for rank, one in enumerate(every) if rank != CULPRIT)]
    return tuple(calls)


def _words(outcomes: Iterable[Outcome]) -> str:
    several = Counter(map(_word, outcomes))
    return ", ".join(word if several.total() == 1 else f"{count} {word}" for word, count in sorted(several.items()))


def _word(one: Outcome) -> str:
    """A right answer, or an error."""
    if one.raised is None:
        assert one.error is not None
        return "right" if one.error < 1e-5 else f"wrong by {one.error:.0e}"
    if one.raised.kind != "RingError":
        return "its error"
    own = f"rank {CULPRIT} began ", *(f"rank {rank} left " for rank in range(RANKS))
    return f"RingError {'at once' if one.raised.words.startswith(own) else 'at the timeout'}"


def words_of(stop: Stop) -> str:
    """A fault in words."""
    return f"{stop.signal.name} at {stop.words}, {stop.turn}. time"


def row(fault: str, rank: int, answer: Answered | None) -> str:
    """What one rank did."""
    if answer is None:
        return f"| {fault} | {rank} | stopped | | | |"
    afterwards = "" if answer.afterwards is None else f"error {answer.afterwards:.0e}"
    if answer.raised is None:
        return f"| {fault} | {rank} | nothing | | | {afterwards} |"
    causes = [line.strip() for line in answer.raised.words.splitlines()]
    said = " ".join(causes if len(causes) == 1 else causes[:-1])  # the last is gloo's own text
    return f"| {fault} | {rank} | {answer.raised.kind} | {answer.raised.seconds:.1f} s | {said} | {afterwards} |"


if __name__ == "__main__":
    sys.exit(main())
