"""Lowerings, tiles and calls for programs over tiles."""

from __future__ import annotations

from hypothesis import strategies as st

from patternc.ir.kernel import Lowering
from patternc.ir.launch_settings import Extents
from patternc.targets import Target, target_named

LOWERINGS = (
    (Lowering.SINGLE, Lowering.MERGED),
    (Lowering.SINGLE, Lowering.CHAINED, Lowering.MERGED),
    (Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
)
TILES = [(16, 16), (32, 16), (4, 8), (8, 4)]
"""Rows and columns. No GPU runs the small ones: they put more edges into a short sequence."""


def target() -> Target:
    found = target_named("sm_90")
    assert found is not None
    return found


@st.composite
def calls(draw: st.DrawFn, n: int) -> tuple[Extents, int, int]:
    """Extents of a call, the place of its heads in a model, and the model's heads."""
    q_offset, k_offset = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
    queries = draw(st.integers(1, n - q_offset))
    keys = draw(st.integers(1, n - k_offset))
    if draw(st.booleans()):
        q_offset, queries, k_offset, keys = 0, n, 0, n
    heads, kv_heads = draw(st.sampled_from([(1, 1), (2, 1), (4, 2), (3, 3)]))
    before, after = draw(st.sampled_from([(0, 0), (0, 0), (1, 2)]))
    return Extents(n, q_offset, queries, k_offset, keys, heads, kv_heads), before, before + heads + after
