"""Runtime inputs that are assumed where a call is priced that nobody made: documents of one length, whole sequences."""

from __future__ import annotations

import numpy as np

from patternc.ir.mask import OfBatch, OfDocument, Pattern
from patternc.ir.semantics import Inputs
from patternc.ir.traversal import pattern_bounds, topk_of
from patternc.prices import DOCUMENT


def assumed_inputs(pattern: Pattern, n: int, heads: int) -> Inputs:
    """The runtime inputs of one batch entry; a selection has the block of every row and those before it."""
    found: dict[str, object] = {}
    for bound in pattern_bounds(pattern):
        match bound:
            case OfDocument(name, _, block):
                end = -(-n // block)
                found[name] = [*range(0, end, max(1, DOCUMENT // block)), end]
            case OfBatch(name, scale):
                found[name] = -(-n // scale)
            case _:
                pass
    topk = topk_of(pattern)
    if topk is not None:
        near = np.arange(-(-n // topk.block))[:, None] - np.arange(topk.count)
        found["selection"] = np.broadcast_to(np.maximum(near, -1), (heads, *near.shape))
    return found
