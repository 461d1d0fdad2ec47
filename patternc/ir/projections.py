"""What a `module` block says: the projections around the attention of a pattern."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from patternc.source import NOWHERE, Span


class Norm(Enum):
    """Which norm stands inside the layer, besides any that the caller puts around it."""

    NONE = "none"
    QK = "qk"  # RMS norm of every query and key over head_dim (arXiv 2010.04245, 2302.05442)
    SUB = "sub"  # layer norm of all heads' outputs before the output projection (Magneto, arXiv 2210.06423)


@dataclass(frozen=True, slots=True)
class ModuleSpec:
    """A checked `module`: every default filled in. `dropout`: the share of attention weights dropped in training."""

    name: str
    pattern: str
    embed: int
    heads: int
    kv_heads: int
    head_dim: int
    bias: bool = False
    norm: Norm = Norm.NONE
    dropout: float = 0.0
    span: Span = field(default=NOWHERE, compare=False, repr=False)
