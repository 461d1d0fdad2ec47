"""Patterns and calls for torch modules, held against the float64 meaning."""

from __future__ import annotations

from types import ModuleType

import torch
from built import reference_of

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.testing.compare import TOLERANCE, answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

DILATED = "segments [32, 64, 96]; dilations [1, 2, 5]; offset head"


PATTERNS = {
    "dense": "attend full",
    "causal": "attend causal",
    "window": "attend window(20, 3)",
    "paper": f"{DILATED}; combine lse; where causal",
    "both_ways": f"{DILATED}; combine lse",
    "official": "segments [32, 64]; dilations [1, 3]; offset head_block; combine lse(detach); where causal",
    "mean": f"{DILATED}; combine mean",
    "partition": "segments [32, 64]; dilations [1, 2]; offset branch; heads partition(extra=last); combine mean",
    "partition_of_three": "segments [32, 64, 16]; dilations [1, 2, 1]; heads partition(extra=first); combine sum",
    "partition_last": "segments [32, 64, 16]; dilations [1, 2, 1]; heads partition(extra=last); combine mean",
    "summed": "attend segment(40, dilation=3, offset=all); attend first(5); combine sum; where causal",
    "rectangles": "attend segment(48, dilation=4, offset=1, queries=dense)",
    "uneven": "attend segment(50, dilation=4, offset=head_block); attend segment(30); combine lse",
    "twice": "attend segment(64); attend segment(64); combine lse; where causal",
    "classes": "attend stride(3) & window(30)",
    "classes_by_head": "attend stride(4) & keys(every=2, offset=1) | window(2) & stride(3, offset=head)",
    "sinks": "attend first(4) | window(17, 0); where causal",
    "both_ends": "attend last(7) | global(3)",
    "queries_only": "attend queries(every=7, offset=3) & causal",
    "capped": "attend segment(64); attend window(9, 0); combine lse; score softcap(1.5); score alibi; where causal",
    "scaled": "attend segment(64, dilation=2, offset=head); score scale(0.3); score alibi; score softcap(2.0)",
    "ranges": "heads 0..2 { attend window(9, 0) }; heads 2.. { attend causal; attend first(3); combine lse(detach) }",
    "ranges_mean": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend causal; attend first(3); combine mean }",
    "odd_holes": "attend causal - window(6, 0) & !keys(every=3)",
    "left_out_shares": "attend window(20) - stride(3, offset=head_block)",
}


# Blocks, selections, boxes, comparisons, and what is given at run time.
WIDE = {
    "docs": "input offsets: offsets; attend document(@offsets); where causal",
    "docs_full": "input offsets: offsets; attend document(@offsets)",
    "docs_window": "input o: offsets; attend document(@o) & window(9) | first(3)",
    "docs_dilated": "input o: offsets; attend document(@o) & keys(every=3); where causal",
    "docs_blocks": "input o: offsets; attend blocks(8, document(@o)) & causal",
    "padded": "input run: lengths; attend causal; where padding(@run)",
    "padded_segments": "input group: lengths; attend segment(32, dilation=2, offset=head); where padding(@group)",
    "prefixed": "input p: lengths; attend causal | prefix(@p)",
    "prefix_blocks": "input p: lengths; attend blocks(4, window(1)) | prefix(@p)",
    "levels": "attend blocks(16, window(1) | queries(every=4) & window(3) | queries(every=8))",
    "block_classes": "attend blocks(16, stride(3)) & causal",
    "block_segments": "attend blocks(16, segment(4, dilation=2, offset=head))",
    "block_keys": "attend blocks(16, keys(every=3)) & causal | window(5, 0)",
    "small_blocks": "attend blocks(5, segment(4, dilation=2, offset=head)) & causal",
    "random": "attend blocks(16, random(2, seed=3) | window(1))",
    "random_dense": "attend blocks(16, random(density=0.3, seed=3))",
    "random_causal": "attend blocks(8, random(density=0.3, seed=3)); where causal",
    "random_pairs": "attend blocks(1, random(5, seed=3)); where causal",
    "random_odd": "attend blocks(7, random(3, seed=3)) | window(3)",
    "random_beside": "attend blocks(16, random(2, seed=1)); attend window(5, 0); combine lse",
    "random_mean": "attend blocks(16, random(2, seed=1)); attend window(5, 0); combine mean",
    "random_twice": "attend blocks(16, random(2, seed=1)); attend blocks(16, random(2, seed=1)); combine lse",
    "random_across_groups": "heads 0..1 { attend full }; heads 1..3 { attend blocks(8, random(3, seed=46)) };"
    " heads 3.. { attend full }",
    "random_shares": "attend causal; attend blocks(8, random(3, seed=1)); attend blocks(8, topk(2));"
    " heads partition(extra=last); combine sum",
    "random_scored": "attend blocks(16, random(2, seed=1) | window(0)); score alibi; score softcap(2.0)",
    "random_left_out": "attend causal - blocks(16, random(2, seed=1))",
    "dense_pairs": "attend blocks(1, random(density=0.5, seed=3)); where causal",
    "dense_scored": "attend blocks(3, random(density=0.5, seed=1)); score alibi; score softcap(2.0)",
    "dense_by_head": "attend blocks(2, random(density=0.4, seed=1)) & stride(3, offset=head)",
    "dense_beside": "attend blocks(2, random(density=0.5, seed=1)); attend blocks(16, random(2, seed=1)); combine lse",
    "dense_looked_up": "attend full - blocks(3, random(9, seed=3)); where causal",
    "dense_docs": "input o: offsets; attend blocks(2, random(density=0.5, seed=1)) & document(@o)",
    "dense_ranges": "heads 1..3 { attend blocks(2, random(density=0.4, seed=1)) }; heads 0..1 { attend causal };"
    " heads 3.. { attend first(4) }",
    "dense_chosen": "attend blocks(16, topk(2)); attend blocks(2, random(density=0.5, seed=1)); combine mean",
    "counted": "for i in range(5) { attend causal - keys(every=7, offset=i) }; combine lse",
    "counted_twice": "for i in range(300) { attend window(40 + i // 100) }; attend stride(2, offset=head); combine lse",
    "counted_scored": "input t: table(heads, 17); for r in range(2, 9) { attend stride(r, offset=all) }; combine lse;"
    " score bias(@t); score softcap(2.0)",
    "counted_lists": "attend blocks(4, random(density=0.9, seed=1)); attend blocks(4, random(density=0.8, seed=2));"
    " attend full; combine lse",
    "counted_looked_up": "attend causal - blocks(3, random(9, seed=3)); attend causal - blocks(4, random(5, seed=2));"
    " attend causal & blocks(4, topk(2)); combine lse",
    "counted_docs": "input o: offsets; for i in range(4) { attend document(@o) - keys(every=9, offset=i) };"
    " combine lse",
    "random_by_head": "attend blocks(16, random(density=0.4, seed=1)) & stride(3, offset=head)",
    "random_docs": "input o: offsets; attend blocks(16, random(density=0.5, seed=1)) & document(@o)",
    "chosen": "attend blocks(16, topk(2) | window(0)); where causal",
    "chosen_alone": "attend blocks(8, topk(3))",
    "compared": "attend when((q * 3 + k) % 5 < 2 or h == 1) & causal",
    "biased": "input t: table(heads, 41); attend causal; score bias(@t)",
    "biased_capped": "input t: table(heads, 17); attend window(12); score bias(@t); score softcap(2.0)",
    "capped_biased": "input t: table(heads, 17); attend segment(32, dilation=2, offset=head); score softcap(2.0);"
    " score bias(@t); score alibi",
    "biased_random": "input t: table(heads, 17); attend blocks(16, random(2, seed=1) | window(0)); score bias(@t)",
    "biased_levels": "input t: table(heads, 31); attend blocks(16, window(1) | queries(every=4)); score bias(@t)",
    "sunk": "input s: table(heads); attend window(9, 0); attend blocks(16, random(2, seed=1)); combine lse;"
    " score sink(@s)",
}


BOXES = {
    "box": "grid 12 x 11; attend box(5, 3)",
    "box_dilated": "grid 12 x 11; layout natural; attend box(3, 3, dilation=2)",
    "box_of_three": "grid 4 x 6 x 6; layout morton; attend box(3, 3, 3)",
    "box_beside": "grid 13 x 10; layout hilbert; attend box(5, 5) | first(4)",
    "box_causal": "grid 12 x 11; layout tiled(8, 8); attend box(5, 5) & causal & stride(2, offset=head)",
    "box_causal_lines": "grid 12 x 11; attend box(5, 6, causal=[true, false])",
    "box_shared": "grid 4 x 6 x 7; attend box(3, 4, 3, stride=[2, 4, 1], causal=[true, false, true])",
    "box_shared_dilated": "grid 12 x 11; layout hilbert; attend box(4, 3, dilation=[2, 3], stride=[3, 2]) | first(3)",
    "box_dense": "grid 12 x 11; attend box(11, 11) & causal",
    "boxes_counted": "grid 12 x 11; attend box(11, 9); attend box(9, 11); attend box(11, 11); combine lse",
    "box_biased": "grid 12 x 11; input t: table(heads, 17); attend box(5, 5); score bias(@t)",
}


# name: batch, heads, kv_heads, head_dim, queries, keys, q_offset, k_offset, seq_len
SHAPES = (
    Shape("eight heads", 1, 8, 4, HeadDims.equal(16), 101, 101, 0, 0, 101),
    Shape("whole, odd", 2, 4, 4, HeadDims.equal(16), 201, 201, 0, 0, 201),
    Shape("grouped heads", 1, 6, 2, HeadDims(24, 16), 131, 131, 0, 0, 131),
    Shape("prefill chunk", 1, 4, 2, HeadDims.equal(16), 45, 190, 100, 0, 190),
    Shape("decode", 2, 4, 1, HeadDims(16, 40), 1, 150, 149, 0, 150),
    Shape("middle of a ring", 1, 4, 4, HeadDims(16, 24), 70, 60, 50, 90, 300),
    Shape("keys all behind", 1, 4, 4, HeadDims.equal(16), 40, 30, 200, 20, 260),
    Shape("some heads", 2, 4, 2, HeadDims.equal(16), 101, 101, 0, 0, 101, head_offset=3, num_heads=9),
    Shape("some heads of a chunk", 1, 3, 1, HeadDims(40, 16), 45, 190, 100, 0, 190, head_offset=1, num_heads=4),
    Shape("a step of shared heads", 2, 12, 3, HeadDims.equal(16), 1, 130, 121, 0, 150),
    Shape("few rows of shared heads", 3, 8, 2, HeadDims.equal(24), 13, 150, 137, 0, 150),
    Shape("few rows of a ring", 2, 6, 3, HeadDims.equal(16), 7, 60, 93, 64, 300, head_offset=2, num_heads=9),
)


# Many blocks at the sizes that tests set, where each block of each head takes some calls.
SMALL = Shape("odd, in small parts", 2, 6, 2, HeadDims(16, 24), 107, 107, 0, 0, 107)


def hold(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str) -> None:
    inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", 7, pattern))
    errors = compare(answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, dtype, pattern)
    assert errors.worst < TOLERANCE[dtype], errors


def hold_gradients(module: ModuleType, shape: Shape, dtype: str) -> None:
    inputs = draw(shape, dtype, "cpu", seed=3)
    offsets = {"q_offset": shape.q_offset, "k_offset": shape.k_offset, "seq_len": shape.seq_len}
    grads = []
    for function in (module.attention, reference_of(module).reference):
        leaves = [x.detach().clone().requires_grad_() for x in (inputs.query, inputs.key, inputs.value)]
        out = function(*leaves, **offsets)
        grads.append(torch.autograd.grad(out, leaves, inputs.grad_out.to(out.dtype)))
    for ours, truth in zip(*grads, strict=True):
        assert (ours.double() - truth.double()).norm() <= TOLERANCE[dtype] * truth.double().norm()


SIZES_OF_PARTS = (("BLOCK_ROWS", 8), ("BLOCK_SCORES", 128), ("BLOCK_RESULTS", 4096), ("UNSEEN_PAIRS", 2))


# A selection is of whole blocks; a call that cuts one is refused.
WHOLE = (
    SHAPES[0],
    Shape("blocks of keys", 2, 4, 2, HeadDims(24, 16), 48, 192, 96, 0, 192, head_offset=1, num_heads=6),
)


ALIGNED = Shape("whole blocks", 1, 4, 2, HeadDims.equal(16), 128, 128, 0, 0, 128)
