"""Groups of heads that share a call."""

from collections.abc import Iterator


def _sharing(heads: range, group: int) -> Iterator[tuple[range, range]]:
    """Heads and the key/value heads that they read: all at once where each has its own, else those of one."""
    if group == 1:
        yield from [(heads, heads)] if heads else ()
        return
    for key in dict.fromkeys(head // group for head in heads):
        own = [head for head in heads if head // group == key]
        yield range(own[0], own[-1] + 1, heads.step), range(key, key + 1)


def _by_residue(dilation: int, heads: range, head_offset: int) -> Iterator[tuple[int, range]]:
    """For each residue, the heads h with (head_offset + h) % dilation equal to it."""
    for residue in range(dilation):
        yield residue, heads[(residue - head_offset - heads.start) % dilation :: dilation]


def _by_block(dilation: int, heads: range, head_offset: int, num_heads: int) -> Iterator[tuple[int, range]]:
    """For each residue, the heads h with (head_offset + h) // ceil(num_heads / dilation) equal to it."""
    size = -(-num_heads // dilation)
    for residue in range(dilation):
        first = residue * size - head_offset
        yield residue, range(max(heads.start, first), min(heads.stop, first + size))
