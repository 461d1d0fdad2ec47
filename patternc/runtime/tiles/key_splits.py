"""The number of programs of a GPU that share the keys of few rows."""

import functools

import torch
from torch import Tensor

from .grids import _cdiv


def _splits(query: Tensor, batch: int, queries: int, heads: int, columns: int) -> int:
    """Into how many parts programs of single rows split keys; 0 where the rows of tiles fill the device.

    By shapes and device alone, so that results are the same to the bit in every run. Rows are few: 16 or fewer, and
    either each of them has a tile of heads to itself, or the tiles of rows are fewer than the multiprocessors. Splits
    of 256 columns or more then make two programs for each of these.

    Args:
        query: [.., H, .., D].
        batch: sequences.
        queries: the most of a sequence.
        heads: that programs tell apart: those of key, where all that share one are rows of one tile.
        columns: the most that a row visits.
    """
    rows = query.shape[1]
    device = _multiprocessors(query.device)
    if queries > 16 or (queries * heads > rows and batch * rows >= device):
        return 0
    return max(1, min(_cdiv(2 * device, batch * heads * queries), columns // 256))


@functools.cache
def _multiprocessors(device: torch.device) -> int:
    """The number of multiprocessors of a GPU; that of an H100 where kernels run elsewhere."""
    return torch.cuda.get_device_properties(device).multi_processor_count if device.type == "cuda" else 132
