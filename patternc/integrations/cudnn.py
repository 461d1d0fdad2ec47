"""Patterns in cuDNN's flex attention: opt-in, for Hopper and Blackwell, with nvidia-cudnn-frontend 1.32 or later.

attention = cudnn_attention("local.pat", n)
out = attention(query, key, value)

Written against what `cudnn.flex_attention` documents, and tested with a stub of it: no GPU has run it.
"""

from __future__ import annotations

from typing import Any

import torch
from cudnn.flex_attention import create_mask_plan, flex_attn_func
from torch import Tensor

from patternc.integrations.flex import endpoints
from patternc.integrations.pair_patterns import Inputs, file_of_pairs
from patternc.integrations.pattern_files import Path


class CudnnAttention:
    """`attention` of a pattern by cuDNN, for sequences of one length: see `cudnn_attention`.

    A plan of the mask is made for the first call of a form (its batch, heads, sizes, dtype and device), and kept.
    """

    def __init__(self, endpoints: Tensor, n: int, heads: int | None, scale: float | None) -> None:
        """`endpoints`: those of sequences of `n` positions; `heads`: those they are of, None where all are alike."""
        self.endpoints, self.n, self.heads, self.scale = endpoints, n, heads, scale
        self._plans: dict[tuple[object, ...], Any] = {}

    def __call__(
        self, query: Tensor, key: Tensor, value: Tensor, *, scale: float | None = None, return_lse: bool = False
    ) -> Tensor | tuple[Tensor, Tensor]:
        """Attend from all positions to all.

        Args:
            query: [B, H, n, D], float16 or bfloat16 on a GPU.
            key: [B, Hkv, n, D].
            value: [B, Hkv, n, Dv].
            scale: factor of the scores; None: the pattern's, else 1 / sqrt(D).
            return_lse: return the logsumexp of each query's scores as well.

        Returns:
            [B, H, n, Dv], and with `return_lse` float32 [B, H, n]; gradients of both reach all three tensors, the
            same in every run.

        Raises:
            ValueError: the tensors have another length, batch or number of heads than the pattern was given for.
        """
        entries, rows = query.shape[0], self.endpoints.shape[2]
        for name, x in (("query", query), ("key", key)):
            if x.shape[2] != self.n:
                raise ValueError(f"{name} has {x.shape[2]} positions, must have {self.n}, as `n` says")
        if rows not in (self.n, entries * self.n):
            raise ValueError(f"query has {entries} batch entries, must have {rows // self.n}, as the inputs have")
        if self.heads not in (None, query.shape[1]):
            raise ValueError(f"query has {query.shape[1]} heads, must have {self.heads}, as `heads` says")
        tensors = [x.transpose(1, 2) for x in (query, key, value)]
        gradient = torch.is_grad_enabled() and any(x.requires_grad for x in tensors)
        form = *(x.shape for x in tensors), query.dtype, query.device, gradient
        if form not in self._plans:
            given = self.endpoints.to(query.device)
            given = given if rows == entries * self.n else given.repeat(1, 1, entries)
            self._plans[form] = create_mask_plan(given.contiguous(), *tensors, build_backward=gradient)
        scale = self.scale if scale is None else scale
        found = flex_attn_func(
            *tensors, mask_plan=self._plans[form], softmax_scale=scale, deterministic=True, return_lse=return_lse
        )
        return (found[0].transpose(1, 2), found[1]) if return_lse else found.transpose(1, 2)


def cudnn_attention(
    pattern: Path,
    n: int,
    *,
    heads: int = 1,
    inputs: Inputs | None = None,
    most: int = 16,
    **parameters: object,
) -> CudnnAttention:
    """The attention of a pattern by cuDNN's kernels, for whole sequences of n positions.

    Args:
        pattern: a file with one pattern, of which each head has one branch and no score but a scale.
        n: the length of the sequence.
        heads: the heads of the model.
        inputs: the pattern's inputs, which masks read.
        most: the most intervals of a query's keys, besides one that begins at the first key.
        parameters: values of the pattern's parameters.

    Raises:
        Rejected: the file has errors.
        NotImplementedError: the pattern is more than a mask of intervals; the message says what.
        ValueError: an input is missing, or a query has more intervals.
    """
    file = file_of_pairs(pattern, parameters, n, heads, "a plan of cuDNN")
    if file.meaning.scores or file.meaning.gates:
        raise NotImplementedError(
            f"{file.path}: has `score` or `combine gate`, and cuDNN's flex attention a mask and a scale: build a module"
        )
    if n == 0:
        raise ValueError("n: 0, must be at least 1")
    found = endpoints(pattern, n, heads=heads, inputs=inputs, device="cpu", most=most, **parameters)
    return CudnnAttention(found, n, heads if file.reads_heads else None, file.scale)
