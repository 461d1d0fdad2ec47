"""Values of tensors that plans read: the blocks that lists hold for ranges of queries and keys, and inputs of masks."""

import functools

import torch
from torch import Tensor

from ..lists import Pairs
from ..ring_plan.bounds import ListedBlocks
from ..ring_plan.shape import Entries, Known


class ChosenBlocks(ListedBlocks):
    """The blocks that a function of a generated module lists; each list is made once for all ranges."""

    def columns(self, queries: range) -> tuple[list[int], list[int]]:
        """The starts and ends of runs of the blocks that some of the queries have."""
        return _chosen_columns(self, queries)


@functools.lru_cache(maxsize=1 << 12)
def _chosen_columns(listed: ChosenBlocks, queries: range) -> tuple[list[int], list[int]]:
    rows, columns = _chosen_pairs_of_all(listed)
    part = rows.new_tensor([queries.start // listed.block, -(-queries.stop // listed.block)])
    begin, end = torch.searchsorted(rows, part).tolist()
    column = columns[begin:end].unique()
    ends = torch.nonzero(column.diff() > 1).flatten()
    starts, stops = torch.cat([column[:1], column[ends + 1]]), torch.cat([column[ends], column[-1:]])
    return starts.tolist(), (stops + 1).tolist()


@functools.lru_cache(maxsize=1 << 7)
def _chosen_pairs_of_all(listed: ChosenBlocks) -> tuple[Tensor, Tensor]:
    """The (row, column) of all pairs in order, int32: all ranges of queries and keys are parts of one list."""
    every, device, found = range(listed.n), torch.device("cpu"), []
    for head in (listed.head, *listed.others):
        pairs = listed.pairs(range(head, head + 1), listed.num_heads, every, every, listed.n, device)
        assert isinstance(pairs, Pairs)
        found.append((pairs.row.int(), pairs.column.int()))
    rows, columns = (torch.cat(some) for some in zip(*found, strict=True))
    order = rows.argsort(stable=True)
    return rows[order], columns[order]


def _entries_of(*inputs: tuple[Tensor, int]) -> Entries:
    """The inputs that masks read as integers, for each batch entry; once where all entries share them.

    Each with how many numbers an entry has.
    """
    rows = [tensor.reshape(-1, numbers).tolist() for tensor, numbers in inputs]
    batch = max(map(len, rows))
    return Known(zip(*([tuple(row) for row in (some * batch)[:batch]] for some in rows), strict=True))
