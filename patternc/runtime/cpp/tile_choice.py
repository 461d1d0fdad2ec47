"""The tile of a launch, and where a call may run."""

from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor

from ..tiles.grids import _cdiv


class _Tile(NamedTuple):
    """The tiling of a program: rows and columns of a tile; numbers of a row of key and of value; its lattice."""

    rows: int
    columns: int
    key_dim: int
    value_dim: int
    segment: int = 0
    dilation: int = 1
    offset: int = 0


def _tile(
    query: Tensor, value: Tensor, held: int, most: int | None = None, *, few: bool = False, **lattice: int
) -> _Tile:
    """The tile of programs whose runs have `held` rows, of which a tile takes at most `most`.

    Programs are compiled for tiles of 16 and of 64 rows; those of calls of few queries, also of 1, 4 and 8.
    """
    rows = 16 if min(held, 64 if most is None else most) < 48 else 64
    if few:
        rows = next((size for size in (1, 4, 8) if held <= size), rows)
    return _Tile(rows, 64, query.shape[3], value.shape[3], **lattice)


def _splits(query: Tensor, batch: int, queries: int, heads: int, columns: int) -> int:
    """Into how many parts programs of single rows split keys; 0 where tiles of rows are better.

    By shapes alone, so that results are the same to the bit for any number of threads. Parts have 512 columns or more;
    those that several rows read, one after the other, at most about 1024, which caches hold. Where heads share keys,
    they are rows of one tile; else rows of several positions are, if these tiles are enough for many threads. Positions
    are at most as many as take less time so: fewer where a tile has more rows than heads, more in 16 bits, as tiles of
    many rows widen columns into memory.

    Args:
        query: [.., H, .., D].
        batch: sequences.
        queries: the most of a sequence.
        heads: that programs tell apart: those of key, where all that share one are rows of one tile.
        columns: the most that a row visits.
    """
    all_heads = query.shape[1]
    most, group = 8, all_heads // heads
    if batch * all_heads >= 8:
        few = 3 if query.element_size() == 2 else 1
        most = few if group == 1 else 8 * group // (_cdiv(group, 4) * 4)
    if queries > most:
        return 0
    parts = _cdiv(128, batch * heads)
    return max(1, min(parts if queries == 1 else max(parts, columns // 1024), columns // 512))


def _launched(pattern: str, target: str, function: Callable[..., object], query: Tensor, *inputs: object) -> object:
    """Call a function that runs the programs of a pattern on a CPU, as `target` says."""
    if query.device.type != "cpu":
        raise ValueError(
            f"query is on {query.device}, must be on a CPU: the programs of {pattern} are compiled for {target};"
            " for other devices build with `--backend torch` or `--backend triton`"
        )
    return function(query, *inputs)
