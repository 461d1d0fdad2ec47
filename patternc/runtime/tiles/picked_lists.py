"""Lists of blocks for programs of one query, made of the picks of a call."""

from importlib.util import find_spec

import torch
from torch import Tensor

from ..kept_tables import _Kept
from .lists import _check_counts, _List

_LISTS: _Kept[_List] = _Kept()
_HAS_NUMPY = find_spec("numpy") is not None


def _picked_list(picks: Tensor, total: int, heads: range, keys: range, block: int, width: int, tested: bool) -> _List:
    """The blocks that each line of picks holds, sorted, each once; entries of heads that share picks are the same.

    Every head has a table of where its lines start and end. The list is kept for as long as `picks`, which nobody
    writes to.

    Args:
        picks: int32 [B, owners, lines, K]; numbers of blocks outside of `keys` are none.
        total: the heads of the call.
        heads: those that are listed, of the call.
        keys: the call's; blocks that lie in part outside of them are tested.
        block: rows of a line.
        width: columns of a block.
        tested: whether programs test every pair.
    """
    key = total, heads, keys, block, width, tested
    found = _LISTS.get(picks, key)
    return _LISTS.put(picks, key, _lines_of_picks(picks, *key)) if found is None else found


def _lines_of_picks(
    picks: Tensor, total: int, heads: range, keys: range, block: int, width: int, tested: bool
) -> _List:
    batch, owners, lines, _ = picks.shape
    ordered = _sorted_picks(picks)
    kept = _each_once(ordered, keys.start // width, -(-keys.stop // width))
    counts = kept.sum(-1).flatten()
    starts = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
    entries = ordered.flatten() if kept.all() else ordered.masked_select(kept)
    listed = len(heads) if owners > 1 else 1
    _check_counts(len(entries), batch * listed * (lines + 1))
    fulls = starts[:-1]
    if not tested and keys.start % width == 0:
        cut = keys.stop // width if keys.stop % width else None  # the last block lies there in part
        fulls = starts[1:] if cut is None else starts[1:] - ((ordered == cut) & kept).sum(-1).flatten()
    # The end of a head's last line is where the next head's first line starts only if their entries differ.
    starts = torch.cat([starts[:-1].view(batch, owners, lines), starts[lines::lines].view(batch, owners, 1)], 2)
    fulls = torch.nn.functional.pad(fulls.view(batch, owners, lines), (0, 1))
    tables = tuple(_of_listed(table, total, heads).flatten().int() for table in (starts, fulls))
    head = lines + 1 if owners > 1 else 0
    return _List((*tables, entries, entries), listed * (lines + 1) if batch > 1 else 0, head, block)


def _of_listed(table: Tensor, total: int, heads: range) -> Tensor:
    """The lines of owners [B, owners, lines + 1] as those of the heads that are listed; one owner's are of all."""
    owners = table.shape[1]
    return table if owners == 1 else table.repeat_interleave(total // owners, 1)[:, heads.start : heads.stop]


def _sorted_picks(picks: Tensor) -> Tensor:
    """Picks, each line sorted: by NumPy on a CPU where torch has it, which keeps no places and takes less time."""
    if picks.is_cpu and _HAS_NUMPY:
        ordered = picks.clone(memory_format=torch.contiguous_format)
        ordered.numpy().sort(-1)
        return ordered
    return picks.sort(-1).values


def _each_once(ordered: Tensor, first: int, stop: int) -> Tensor:
    """Where numbers stand that lie in a range, the first of those that are equal."""
    kept = (ordered >= first) & (ordered < stop)
    kept[..., 1:] &= ordered[..., 1:] != ordered[..., :-1]
    return kept
