"""The content of a `module` block: the projections around the attention of a pattern."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from patternc.source import NOWHERE, Span


class Norm(Enum):
    """The norm inside the layer; callers may add others around it."""

    NONE = "none"
    QK = "qk"  # RMS norm of every query and key over head_dim (arXiv 2010.04245, 2302.05442)
    SUB = "sub"  # layer norm of all heads' outputs before the output projection (Magneto, arXiv 2210.06423)


@dataclass(frozen=True, slots=True)
class ModuleSpec:
    """A checked `module` with every default filled in. `dropout`: the probability of dropping a weight in training."""

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
