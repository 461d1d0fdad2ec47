"""Comparison of a module's `topk` selection with float64 scores. Torch is imported on first use."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from patternc.ir import semantics
from patternc.ir.mask import And, Mask, Or, Pattern, TopK
from patternc.ir.traversal import topk_of
from patternc.testing.calls import Shape
from patternc.testing.random_inputs import RuntimeInputs, inputs_of_entry

if TYPE_CHECKING:
    from torch import Tensor


class WrongSelectionError(Exception):
    """A module selected blocks other than those with the highest scores."""


def check_selection(
    pattern: Pattern, shape: Shape, query: Tensor, key: Tensor, arguments: RuntimeInputs, selection: Tensor
) -> None:
    """Compare a selection with the scores of blocks.

    Raises:
        WrongSelectionError: a block was chosen that the masks beside the choice do not admit, or one below a score that
            was not, by more than rounding to float32 explains; or too few.
    """
    topk = topk_of(pattern)
    assert topk is not None
    scale = shape.head_dim**-0.5 if pattern.scale is None else pattern.scale
    queries, keys = (_means(x.double().cpu(), topk.block) for x in (query, key))
    first = shape.k_offset // topk.block
    for b, h in product(range(shape.batch), range(shape.heads)):
        scores = scale * queries[b, h] @ keys[b, h * shape.kv_heads // shape.heads].T
        allowed = _choosable(pattern, shape, h, inputs_of_entry(pattern, shape, arguments, b), topk)
        near = 2.0**-20 * float(scores.abs().max())
        for row, picks in enumerate(selection[b, h].tolist()):
            taken = [column - first for column in picks if column >= 0]
            others = [column for column in range(scores.shape[1]) if allowed[row, column] and column not in taken]
            least = min((float(scores[row, column]) for column in taken), default=0.0)
            most = max((float(scores[row, column]) for column in others), default=-np.inf)
            wanted = min(topk.count, int(allowed[row].sum()))
            if len(set(taken)) != wanted or not all(allowed[row, taken]) or (taken and most > least + near):
                raise WrongSelectionError(f"{shape.name}: batch {b}, head {h}, row {row} of blocks: {picks}")


def _means(x: Tensor, block: int) -> Tensor:
    import torch

    parts = torch.split(x, block, 2)
    return torch.stack([part.mean(2) for part in parts], 2)


def _choosable(pattern: Pattern, shape: Shape, h: int, entry: dict[str, object], topk: TopK) -> Any:
    """The blocks [rows, columns] with a pair that all masks intersected with the `topk` admit."""
    q = np.arange(shape.queries)[:, None] + shape.q_offset
    k = np.arange(shape.keys)[None, :] + shape.k_offset
    h += shape.head_offset
    group = semantics.group_of(pattern, h, shape.model_heads)
    seen = np.zeros((shape.queries, shape.keys), bool)
    for branch in group.branches:
        for mask in _beside(branch.mask):
            seen |= semantics.admits(mask, h, q, k, shape.seq_len, shape.model_heads, entry)
    rows, columns = (range(0, extent, topk.block) for extent in seen.shape)
    return np.logical_or.reduceat(np.logical_or.reduceat(seen, list(rows), 0), list(columns), 1)


def _beside(mask: Mask) -> tuple[Mask, ...]:
    """The masks intersected with each `topk` in the mask."""
    match mask:
        case TopK():
            return (And(()),)
        case And(masks):
            return tuple(
                And((found, *masks[:place], *masks[place + 1 :]))
                for place, inner in enumerate(masks)
                for found in _beside(inner)
            )
        case Or(masks):
            return tuple(found for inner in masks for found in _beside(inner))
        case _:
            return ()
