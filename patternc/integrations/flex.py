"""Patterns as FlexAttention's functions of pairs and block masks, and the pattern of somebody's `mask_mod`.

flex_attention(query, key, value, block_mask=block_mask("local.pat", n))
print(pattern_of(mask_mod).text)
print(compare("local.pat", mask_mod, 256))  # () if they admit the same pairs
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_mask

from patternc.api import overrides_of
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.integrations.mask_differences import MaskDifference, mask_difference
from patternc.integrations.pair_functions import MaskMod, pair_function
from patternc.integrations.pattern_files import Path, PatternFile, pattern_file
from patternc.integrations.translation.translated_masks import TranslatedMask, pattern_of, whole_pair
from patternc.ir import semantics
from patternc.ir.inputs import input_facts
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern, Side
from patternc.ir.traversal import topk_of

__all__ = ["HeadDifference", "Inputs", "TranslatedMask", "block_mask", "compare", "mask_mod", "pattern_of"]

Inputs: TypeAlias = Mapping[str, Tensor | tuple[Tensor, Tensor]]
"""Runtime inputs: offsets [D + 1] or [B, D + 1], lengths [B], a number for each position [n] or [B, n].

Those that masks read of queries and of keys may be a pair (of_queries, of_keys).
"""


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
        ValueError: an input is missing.
    """
    file = _file(pattern, parameters)
    return pair_function(file.meaning, n, heads, _given(file, inputs), device)


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
        ValueError: an input is missing, or `block` is not positive.
    """
    file, sides = _file(pattern, parameters), whole_pair("block", block, "queries and keys of a block")
    given = _given(file, inputs)
    entries = max((len(one) for one in given.values()), default=1)
    blocks = [
        [
            _block_states(file.meaning, head, heads, n, sides, given, entry)
            for head in range(heads if file.reads_heads else 1)
        ]
        for entry in range(entries)
    ]
    partial, full = (torch.stack([torch.stack([one[i] for one in row]) for row in blocks]).to(device) for i in (0, 1))
    return BlockMask.from_kv_blocks(
        *_listed(partial), *_listed(full), sides, pair_function(file.meaning, n, heads, given, device), (n, n)
    )


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
        ValueError: an input is missing.
    """
    file = _file(pattern, parameters)
    own = pair_function(file.meaning, n, heads, _given(file, inputs), device)
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


def _file(path: Path, parameters: Mapping[str, object]) -> PatternFile:
    """The file, if its pattern is one function of pairs."""
    file = pattern_file(path, overrides_of(parameters))
    if topk_of(file.meaning) is not None:
        raise NotImplementedError(
            f"{file.path}: `topk` selects blocks by their content, which a mask_mod does not have"
        )
    listed = next((one.name for one in file.meaning.inputs if input_facts(one.kind).listed), None)
    if listed is not None:
        raise NotImplementedError(
            f"{file.path}: `selected(@{listed})` lists keys for each query, which a mask_mod would look up for every "
            "pair: build a module, or write a block mask of your own"
        )
    if any(len(group.branches) > 1 or group.branches[0].multiplicity > 1 for group in file.meaning.groups):
        raise NotImplementedError(
            f"{file.path}: a head has several branches, in which keys may count several times, and a mask_mod counts "
            "each once: write one branch, with `|` between the masks"
        )
    return file


def _given(file: PatternFile, inputs: Inputs | None) -> dict[str, list[Any]]:
    """The inputs that masks read, for each batch entry, or for all."""
    found: dict[str, list[Any]] = {}
    for one in interface(file.analysis.meanings[0]).entries:
        if inputs is None or one.keyword not in inputs:
            raise ValueError(f"inputs: {file.path} has the input `{one.keyword}`, which is missing")
        given = inputs[one.keyword]
        value = given[one.side is Side.KEY] if isinstance(given, tuple) else given
        found[one.name] = (value if value.dim() == len(one.extents) else value[None]).tolist()
    return found


def _block_states(
    pattern: Pattern, head: int, heads: int, n: int, sides: tuple[int, int], given: Mapping[str, list[Any]], entry: int
) -> tuple[Tensor, Tensor]:
    """[row blocks, column blocks] bool: which blocks are partial, and which full, for a head of a batch entry."""
    inputs = {name: one[entry if len(one) > 1 else 0] for name, one in given.items()}
    firsts = np.meshgrid(*(np.arange(0, n, side) for side in sides), indexing="ij")
    rows, columns = (one.ravel() for one in firsts)
    row_lasts, column_lasts = (np.minimum(one + side, n) - 1 for one, side in zip((rows, columns), sides, strict=True))
    (branch,) = semantics.group_of(pattern, head, heads).branches
    parts = Rectangles((rows, row_lasts), (columns, column_lasts))
    possible, certain = pair_bounds(branch.mask, parts, HeadOfCall(head, heads, n, inputs))
    certain &= (row_lasts - rows == sides[0] - 1) & (column_lasts - columns == sides[1] - 1)  # a block has no padding
    shape = firsts[0].shape
    return torch.from_numpy((possible & ~certain).reshape(shape)), torch.from_numpy(certain.reshape(shape))


def _listed(blocks: Tensor) -> tuple[Tensor, Tensor]:
    """For [B, H, rows, columns] bool: the number of blocks of each row, and their columns first, int32."""
    order = blocks.int().argsort(dim=-1, descending=True, stable=True)
    return blocks.sum(-1).int(), order.int()
