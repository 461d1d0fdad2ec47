"""Keys of a row as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def runs(keys: Sequence[int]) -> Iterator[str]:
    """Ascending integers as `a..b` and `a..b step s`, including both ends."""
    start = 0
    while start < len(keys):
        stop = start + 1
        step = keys[stop] - keys[start] if stop < len(keys) else 1
        while stop < len(keys) and keys[stop] - keys[stop - 1] == step:
            stop += 1
        if stop - start == 2 and step > 1:
            stop -= 1
        first, last = keys[start], keys[stop - 1]
        yield str(first) if first == last else f"{first}..{last}" + (f" step {step}" if step > 1 else "")
        start = stop
