"""Patterns as FlexAttention's functions of pairs and block masks or as endpoints, and the pattern of a `mask_mod`.

flex_attention(query, key, value, block_mask=block_mask("local.pat", n))
print(pattern_of(mask_mod).text)
print(compare("local.pat", mask_mod, 256))  # () if they admit the same pairs
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_mask

from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.key_intervals import TooManyIntervalsError, key_endpoints
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.integrations.mask_differences import MaskDifference, mask_difference
from patternc.integrations.pair_functions import MaskMod, pair_function
from patternc.integrations.pair_patterns import Inputs, file_of_pairs, given_inputs, masks_of_heads
from patternc.integrations.pattern_files import Path
from patternc.integrations.translation.translated_masks import TranslatedMask, pattern_of, whole_pair
from patternc.ir.mask import Mask

__all__ = ["HeadDifference", "Inputs", "TranslatedMask", "block_mask", "compare", "endpoints", "mask_mod", "pattern_of"]


class HeadDifference(NamedTuple):
    """Where a pattern differs from a `mask_mod` in one head of one batch entry."""

    entry: int
    head: int
    difference: MaskDifference

    def __str__(self) -> str:
        return f"batch entry {self.entry}, head {self.head}: {self.difference.text('the mask_mod')}"


def mask_mod(
    pattern: Path,
    n: int,
    *,
    heads: int = 1,
    inputs: Inputs | None = None,
    device: torch.device | str = "cpu",
    **parameters: object,
) -> MaskMod:
    """The pattern's mask as a function of pairs, without its score modifiers.

    Args:
        pattern: a file with one pattern.
        n: the length of the sequence.
        heads: the heads of the model.
        inputs: the pattern's inputs; tables of scores are not needed.
        device: where the tensors are that the function reads.
        parameters: values of the pattern's parameters.

    Raises:
        Rejected: the file has errors.
        NotImplementedError: one function of pairs can't say what the pattern means.
        ValueError: an input is missing, or the pattern takes no such length or heads.
    """
    file = file_of_pairs(pattern, parameters, n, heads)
    return pair_function(file.meaning, n, heads, given_inputs(file, inputs), device)


def block_mask(
    pattern: Path,
    n: int,
    *,
    heads: int = 1,
    inputs: Inputs | None = None,
    device: torch.device | str = "cpu",
    block: int | tuple[int, int] = 128,
    **parameters: object,
) -> BlockMask:
    """The pattern as a block mask for `flex_attention`, without its score modifiers.

    `create_block_mask` evaluates all n * n pairs. Here interval arithmetic decides blocks that are empty or full, with
    memory for a few numbers of each block. No block is called empty or full that is not, and few are called partial
    that are not.

    Args:
        pattern: a file with one pattern.
        n: the length of the sequence.
        heads: the heads of the model.
        inputs: the pattern's inputs, but tables of scores.
        device: the device of queries and keys.
        block: the queries and the keys of a block, or one number for both, as `BLOCK_SIZE` of `create_block_mask`.
        parameters: values of the pattern's parameters.

    Raises:
        Rejected: the file has errors.
        NotImplementedError: one function of pairs can't say what the pattern means.
        TypeError: `block` is neither a whole number nor a pair of them.
        ValueError: an input is missing, `block` is not positive, or the pattern takes no such length or heads.
    """
    file = file_of_pairs(pattern, parameters, n, heads)
    sides = whole_pair("block", block, "queries and keys of a block")
    given = given_inputs(file, inputs)
    blocks = [[_block_states(*one, sides) for one in entry] for entry in masks_of_heads(file, n, heads, given)]
    partial, full = (torch.stack([torch.stack([one[i] for one in row]) for row in blocks]).to(device) for i in (0, 1))
    return BlockMask.from_kv_blocks(
        *_listed(partial), *_listed(full), sides, pair_function(file.meaning, n, heads, given, device), (n, n)
    )


def endpoints(
    pattern: Path,
    n: int,
    *,
    heads: int = 1,
    inputs: Inputs | None = None,
    device: torch.device | str = "cpu",
    most: int = 16,
    **parameters: object,
) -> Tensor:
    """The keys of each query as intervals, as `cudnn.flex_attention` takes them, without the score modifiers.

    They are found by halving, with interval arithmetic: exact, in O(n log n) where rows have few intervals.

    Args:
        pattern: a file with one pattern.
        n: the length of the sequence.
        heads: the heads of the model.
        inputs: the pattern's inputs, but tables of scores.
        device: where the result is.
        most: the most intervals of a query, besides one that begins at the first key.
        parameters: values of the pattern's parameters.

    Returns:
        int32 [1 or heads, E, B * n] for the B batch entries of the inputs, 1 without any, where E is odd. A query's
        endpoints e never fall; its keys are [0, e[0]), [e[1], e[2]), ...

    Raises:
        Rejected: the file has errors.
        NotImplementedError: one function of pairs can't say what the pattern means.
        ValueError: an input is missing, a query has more intervals, as those of dilated patterns do, or the pattern
            takes no such length or heads.
    """
    file = file_of_pairs(pattern, parameters, n, heads, "a list of intervals")
    found = []
    for entry in masks_of_heads(file, n, heads, given_inputs(file, inputs)):
        try:
            found.append(np.stack([key_endpoints(mask, call, most) for mask, call in entry]))
        except TooManyIntervalsError as many:
            raise ValueError(
                f"{file.path}: the keys of query {many.row} are {many.count} intervals or more, more than most={most}: "
                "build a module, or pass a larger `most`"
            ) from None
    every = np.concatenate(found, axis=1)  # [heads, B * n, E]
    used = int((every[:, :, 1::2] < n).any(axis=(0, 1)).sum())  # of intervals that begin behind the first key
    return torch.from_numpy(every[:, :, : 2 * used + 1]).mT.to(device, torch.int32).contiguous()


def compare(
    pattern: Path,
    mask_mod: MaskMod,
    n: int,
    *,
    heads: int = 1,
    batch: int = 1,
    inputs: Inputs | None = None,
    device: torch.device | str = "cpu",
    **parameters: object,
) -> tuple[HeadDifference, ...]:
    """Compare a pattern with a `mask_mod` on all pairs of a sequence of n positions.

    Args:
        pattern: a file with one pattern.
        mask_mod: the function, as `create_block_mask` takes it.
        n: the length of the sequence; memory is n * n bytes for each head.
        heads: the heads of the model, all of which are compared.
        batch: the batch entries that are compared.
        inputs: the pattern's inputs, but tables of scores.
        device: where the tensors are that `mask_mod` reads.
        parameters: values of the pattern's parameters.

    Returns:
        A difference for each head and batch entry in which there is one; nothing if all pairs agree.

    Raises:
        Rejected: the file has errors.
        NotImplementedError: one function of pairs can't say what the pattern means.
        ValueError: an input is missing, or the pattern takes no such length or heads.
    """
    file = file_of_pairs(pattern, parameters, n, heads)
    own = pair_function(file.meaning, n, heads, given_inputs(file, inputs), device)
    found = []
    for entry in range(batch):
        for head in range(heads):
            masks = [_one_head(mod, entry, head, n, device) for mod in (own, mask_mod)]
            difference = mask_difference(masks[0], masks[1], "the mask_mod")
            found += [] if difference is None else [HeadDifference(entry, head, difference)]
    return tuple(found)


def _one_head(mod: MaskMod, entry: int, head: int, n: int, device: torch.device | str) -> Tensor:
    """[n, n]: the pairs that a function admits in a head of a batch entry."""

    def moved(_entry: Tensor, _head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        return mod(torch.full_like(_entry, entry), torch.full_like(_head, head), query, key)

    return create_mask(moved, 1, 1, n, n, str(device))[0, 0].cpu()


def _block_states(mask: Mask, call: HeadOfCall, sides: tuple[int, int]) -> tuple[Tensor, Tensor]:
    """[row blocks, column blocks] bool: which blocks are partial, and which full, for a head of a batch entry."""
    n = call.n
    firsts = np.meshgrid(*(np.arange(0, n, side) for side in sides), indexing="ij")
    rows, columns = (one.ravel() for one in firsts)
    row_lasts, column_lasts = (np.minimum(one + side, n) - 1 for one, side in zip((rows, columns), sides, strict=True))
    possible, certain = pair_bounds(mask, Rectangles((rows, row_lasts), (columns, column_lasts)), call)
    certain &= (row_lasts - rows == sides[0] - 1) & (column_lasts - columns == sides[1] - 1)  # a block has no padding
    shape = firsts[0].shape
    return torch.from_numpy((possible & ~certain).reshape(shape)), torch.from_numpy(certain.reshape(shape))


def _listed(blocks: Tensor) -> tuple[Tensor, Tensor]:
    """For [B, H, rows, columns] bool: the number of blocks of each row, and their columns first, int32."""
    order = blocks.int().argsort(dim=-1, descending=True, stable=True)
    return blocks.sum(-1).int(), order.int()
