"""Patterns and calls for Triton modules in Triton's interpreter, held against the float64 meaning."""

from __future__ import annotations

from types import ModuleType

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

DILATED = "segments [16, 32, 48]; dilations [1, 2, 5]; offset head"


PATTERNS = {
    "dense": "attend full",
    "causal": "attend causal",
    "window": "attend window(20, 3)",
    "paper": f"{DILATED}; combine lse; where causal",
    "both ways": f"{DILATED}; combine lse",
    "official": "segments [16, 32]; dilations [1, 3]; offset head_block; combine lse(detach); where causal",
    "detached, chained": "attend segment(16) | segment(32, dilation=2); attend first(3); combine lse(detach)",
    "mean": f"{DILATED}; combine mean",
    "partition": "segments [16, 32]; dilations [1, 2]; offset branch; heads partition(extra=last); combine mean",
    "sum": "attend segment(40, dilation=3, offset=all); attend first(5); combine sum; where causal",
    "keys dilated": "attend segment(24, dilation=4, offset=1, queries=dense)",
    "keys dilated by head": "attend segment(26, dilation=4, offset=head, queries=dense) & causal",
    "one packed sweep": "attend segment(30, dilation=4, offset=head)",
    "two packed sweeps": "attend segment(30, dilation=4, offset=head); attend stride(3, offset=1); combine lse",
    "uneven": "attend segment(50, dilation=4, offset=head_block); attend segment(30); combine lse",
    "twice": "attend segment(32); attend segment(32); combine lse; where causal",
    "classes": "attend stride(3) & window(30)",
    "classes of segments": "attend segment(20, dilation=3, offset=all); attend window(3); combine lse",
    "classes by head": "attend stride(4) & keys(every=2, offset=1) | window(2) & stride(3, offset=head)",
    "sinks": "attend first(4) | window(17, 0); where causal",
    "both ends": "attend last(7) | global(3)",
    "queries only": "attend queries(every=7, offset=3) & causal",
    "capped": "attend segment(32); attend window(9, 0); combine lse; score softcap(1.5); score alibi; where causal",
    "scaled": "attend segment(32, dilation=2, offset=head); score scale(0.3); score alibi; score softcap(2.0)",
    "ranges": "heads 0..2 { attend window(9, 0) }; heads 2.. { attend causal; attend first(3); combine lse(detach) }",
    "ranges by mean": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend causal; attend first(3); combine mean }",
    "odd holes": "attend causal - window(6, 0) & !keys(every=3)",
    "huge numbers": "attend segment(2000000000) & window(3000000000, 0); attend last(2147483648); combine lse",
}


PAIRS = "(q - k) % 3 == 0 or (q + 2 * k) % 5 == 1 or (q + 3 * k) % 7 == 1"


WIDER = {
    "prefix": "input p: lengths; attend causal | prefix(@p)",
    "padding": "input lens: lengths; attend window(20) & padding(@lens)",
    "documents": "input docs: offsets; attend document(@docs) & causal",
    "blocks of inputs": "input docs: offsets; input p: lengths; attend blocks(8, document(@docs) | prefix(@p))",
    "end of blocks": "attend blocks(24, last(1) | window(1, 0))",
    "tables": "input rel: table(heads, 2 * 7 + 1); attend causal; score bias(@rel); score softcap(2.0); score alibi",
    "table last": "input rel: table(heads, 2 * 3 + 1); attend window(5); score softcap(2.0); score bias(@rel)",
    "comparisons": f"attend when({PAIRS} or not (k // 8 < 4 and q // 3 == k // 5))",
    "comparisons in 64 bits": "attend when(q * k % 3 < 2 and (k - 2 * q) // 5 < 0 or h == 1)",
    "hierarchy": "attend blocks(16, window(1) | queries(every=2) & window(3) | keys(every=3))",
    "classes of blocks": "attend blocks(16, segment(4, dilation=2, offset=head) | stride(2))",
    "small blocks": "attend blocks(5, stride(2) & window(3)) & causal",
    "single positions": "attend blocks(1, random(5, seed=3)) | window(2)",
    "odd blocks": "attend blocks(24, random(1, seed=3) | window(0)); where causal",
    "large blocks": "attend blocks(64, random(1, seed=3) | window(0))",
    "density": "attend blocks(3, random(density=0.3, seed=3)) - causal",
    "left out": "attend blocks(8, window(2) - random(2, seed=3))",
    "two lists": "attend blocks(16, random(1, seed=7)); attend blocks(8, random(2, seed=1)); combine lse",
    "lists by mean": "attend blocks(16, random(1, seed=7)); attend blocks(16, random(1, seed=1)); combine mean",
    "lists of documents": "input docs: offsets; attend blocks(8, random(3, seed=1)) & document(@docs)",
    "lists by heads": "heads 0..1 { attend blocks(8, random(1)) }; heads 1.. { attend blocks(8, random(1)) & causal }",
    "packed and listed": "attend blocks(32, queries(every=2) & random(1, seed=2) | window(0))",
}


# name: batch, heads, kv_heads, head_dim, queries, keys, q_offset, k_offset, seq_len
SHAPES = (
    Shape("grouped heads, odd", 1, 4, 2, HeadDims.equal(16), 53, 53, 0, 0, 53),
    Shape("middle", 2, 3, 3, HeadDims(16, 32), 37, 41, 29, 17, 90, head_offset=2, num_heads=7),
    Shape("decode", 1, 4, 1, HeadDims(24, 16), 1, 70, 69, 0, 70),
)


def small(module: ModuleType) -> None:
    """Tiles of which a short sequence has several, as the interpreter takes time for each."""
    for key in module._TILES:
        module._TILES[key] = ((256, 32, 16, 4, 1),)


def hold(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str = "float32") -> None:
    small(module)
    inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", 7, pattern))
    errors = compare(answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, dtype, pattern)
    assert errors.passed, errors
