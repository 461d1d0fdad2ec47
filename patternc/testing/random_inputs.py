"""Random runtime inputs for verification: documents, lengths and tables.

Torch is imported on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, assert_never

import numpy as np

from patternc.analysis.calls import Shape
from patternc.ir.facts import inputs_read
from patternc.ir.mask import Bias, Input, InputKind, Pattern, Sink
from patternc.ir.traversal import pattern_bounds, topk_of, unit_of

if TYPE_CHECKING:
    from torch import Generator, Tensor

RuntimeInputs: TypeAlias = "Mapping[str, Tensor | float | int]"
"""Keyword arguments of `attention`."""


def draw_inputs(pattern: Pattern, shape: Shape, device: str, seed: int) -> RuntimeInputs:
    """Random values of every input that the pattern reads, and dropout arguments if it has dropout; no selection."""
    import torch

    generator = torch.Generator().manual_seed(seed + 1000)
    read = {one.name for one in inputs_read(pattern_bounds(pattern))}
    read |= {score.input for score in pattern.scores if isinstance(score, Bias | Sink)}
    found: dict[str, Tensor | float | int] = {
        one.name: _drawn(one, pattern, shape, generator).to(device) for one in pattern.inputs if one.name in read
    }
    return {**found, "dropout": 0.25, "seed": seed + 5} if pattern.dropout else found


def inputs_of_entry(pattern: Pattern, shape: Shape, arguments: RuntimeInputs, entry: int) -> dict[str, object]:
    """The runtime inputs of one batch entry, in the form that `semantics` takes.

    The rows of a selection then start at position 0, and its heads at the first head of the model.
    """
    found: dict[str, object] = {}
    for name, value in arguments.items():
        kind = next((one.kind for one in pattern.inputs if one.name == name), None)
        if name == "selection":
            topk = topk_of(pattern)
            before = 0 if topk is None else shape.q_offset // topk.block
            rows = np.asarray(value[entry].cpu())  # type: ignore[index]
            heads = shape.head_offset, shape.model_heads - shape.head_offset - shape.heads
            found[name] = np.pad(rows, (heads, (before, 0), (0, 0)), constant_values=-1)
        elif kind is InputKind.OFFSETS:
            found[name] = (value[entry] if value.dim() == 2 else value).tolist()  # type: ignore[index, union-attr]
        elif kind is InputKind.LENGTHS:
            found[name] = int(value[entry])  # type: ignore[index]
    return found


def differs_by_entry(pattern: Pattern) -> bool:
    """Whether batch entries attend to different keys."""
    return bool(inputs_read(pattern_bounds(pattern))) or topk_of(pattern) is not None


def _drawn(one: Input, pattern: Pattern, shape: Shape, generator: Generator) -> Tensor:
    import torch

    match one.kind:
        case InputKind.OFFSETS:
            end = -(-shape.seq_len // unit_of(pattern, one.name))
            cuts = torch.randint(0, end + 1, (shape.batch, 5), generator=generator)
            cuts = torch.cat(
                [cuts, cuts[:, :1], (cuts[:, 1:2] + 1).clamp_max(end)], 1
            )  # an empty document, and one of length 1
            ends = torch.zeros(shape.batch, 1, dtype=torch.long), torch.full((shape.batch, 1), end)
            offsets = torch.cat([ends[0], cuts.sort(1).values, ends[1]], 1)
            shared = shape.batch == 1 or (shape.one_list and one == _first_offsets(pattern))
            return offsets[0].int() if shared else offsets
        case InputKind.LENGTHS:
            end = -(-shape.seq_len // unit_of(pattern, one.name))
            lengths = torch.randint(end // 2, end + 1, (shape.batch,), generator=generator)
            if shape.batch > 1:
                lengths[-1] = (end, 0)[int(torch.randint(2, (), generator=generator))]
            return lengths
        case InputKind.TABLE:
            extents = [shape.heads if extent is None else extent for extent in one.shape]
            return torch.randn(extents, generator=generator)
        case InputKind.SELECTION | InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            raise AssertionError("files do not declare such inputs")
        case _:
            assert_never(one.kind)


def _first_offsets(pattern: Pattern) -> Input | None:
    return next((one for one in pattern.inputs if one.kind is InputKind.OFFSETS), None)
