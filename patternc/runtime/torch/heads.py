"""Groups of heads that share a call."""

import functools
import itertools
from collections.abc import Iterable, Iterator


@functools.lru_cache(maxsize=256)
def _alike(heads: range, group: int) -> tuple[tuple[range, range], ...]:
    """The heads and the key/value heads they read: all at once if as many read each of these, else those of one."""
    read = [head // group for head in heads]
    parts = tuple((heads[read.index(key) :][: read.count(key)], range(key, key + 1)) for key in dict.fromkeys(read))
    sizes = {len(own) for own, _ in parts}
    steps = {after - before for before, after in itertools.pairwise(dict.fromkeys(read))}
    if len(sizes) == len(steps) == 1:
        return ((heads, range(read[0], read[-1] + 1, *steps)),)
    return parts


def _apart(parts: Iterable[tuple[range, range]]) -> Iterator[tuple[range, range]]:
    """The heads one by one, where several heads read a key/value head."""
    for heads, kv_heads in parts:
        several = len(heads) // len(kv_heads)
        if several == 1:
            yield heads, kv_heads
        else:
            for i, key in enumerate(kv_heads):
                yield heads[i * several : (i + 1) * several], range(key, key + 1)


def _by_residue(dilation: int, heads: range, head_offset: int, group: int) -> Iterator[tuple[int, range, range]]:
    """For each residue, the heads h with (head_offset + h) % dilation equal to it, and their key/value heads."""
    for residue in range(dilation):
        for own, shared in _alike(heads[(residue - head_offset - heads.start) % dilation :: dilation], group):
            yield residue, own, shared


def _by_block(
    dilation: int, heads: range, head_offset: int, num_heads: int, group: int
) -> Iterator[tuple[int, range, range]]:
    """For each residue, the heads h with (head_offset + h) // ceil(num_heads / dilation) equal to it.

    With each their key/value heads.
    """
    size = -(-num_heads // dilation)
    for residue in range(dilation):
        first = residue * size - head_offset
        for own, shared in _alike(range(max(heads.start, first), min(heads.stop, first + size)), group):
            yield residue, own, shared
