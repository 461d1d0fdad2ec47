"""The size of a launch's grid."""

_LONGEST, _MOST_LINES = 1 << 29, 65535
"""Positions are counted in 32 bits; programs along the second and the third axis of a grid in 16."""


def _cdiv(total: int, size: int) -> int:
    """The number of pieces of a size that make up the total."""
    return -(-total // size)


def _grid(tiles: int, heads: int, batch: int) -> tuple[int, int, int]:
    """The grid of a launch; of more programs than 32 bits count, Triton would launch none and not say so."""
    if tiles * heads * batch >= 2**31:
        raise ValueError(
            f"query and key ask for a launch of {tiles * heads * batch} programs ({tiles} tiles, {heads} heads, {batch}"
            f" batch entries), must be at most {2**31 - 1}: call with parts of the batch, of the heads or of the rows"
        )
    return tiles, heads, batch


def _check_lines(batch: int, heads: int) -> None:
    """Check that batch entries and heads fit along the second and the third axis of a grid."""
    if max(batch, heads) > _MOST_LINES:
        raise ValueError(
            f"query has {batch} batch entries and {heads} heads, must have at most {_MOST_LINES} of each, which is what"
            f" the grid of a launch takes: call with parts of the {'batch' if batch > _MOST_LINES else 'heads'}"
        )


def _check_length(seq_len: int) -> None:
    if seq_len > _LONGEST:
        raise ValueError(f"seq_len is {seq_len}, must be at most {_LONGEST}: kernels count positions in 32 bits")
