"""Masks whose clauses meet at an edge: the passes and the sweeps keep every pair, at every length from 1 to 45."""

from __future__ import annotations

import numpy as np
import pytest
from masks import MOST
from walks import HEADS, check, lower

from patternc.driver import analyse
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs, multiplicities
from patternc.source import Source

MASKS = {
    "bounds of a union": "blocks(4, random(2, seed=1)) & (segment(8) & causal | segment(8) & last(30))",
    "other bounds of a union": "blocks(4, random(2, seed=1)) & (segment(6) & window(3) | segment(12) & window(4, 1))",
    "bounds of shifted blocks": "blocks(4, random(2, seed=1)) & (when(k < (q + 3) // 5 * 5 + 2) | when(k < q - 1))",
    "three clauses of one list": "blocks(4, random(2, seed=1)) & (causal & first(5) | causal & last(3) | window(0, 9))",
    "two clauses of one list": "blocks(4, random(2, seed=1)) & (window(6, 0) & first(9) | last(4))",
    "one list, other classes": "blocks(4, random(2, seed=1)) & (keys(every=2) | queries(every=3) & causal | stride(4))",
    "ends of blocks": "blocks(2, last(1)) | blocks(3, last(1))",
    "ends of nested blocks": "blocks(2, last(2)) | blocks(4, last(1)) | last(3)",
    "ends of blocks that divide neither": "blocks(4, last(2)) & blocks(6, last(1)) | blocks(9, last(1)) & !last(4)",
    "rows of a list": "blocks(8, random(2, seed=1)) & when(q < 21)",
    "rows of a list from a row on": "blocks(8, random(2, seed=1)) & when(q >= 21)",
    "rows of a list by its end": "blocks(8, random(2, seed=1)) & when(q < n - 5) & !when(q < 3)",
    "segments of blocks of another size": "segment(16) & blocks(6, window(1))",
    "neighbouring runs": "when(k < q - 3) | window(3, 0) | when(k > q and k < q + 7)",
    "runs that meet at blocks": "blocks(4, window(1, 0)) | blocks(8, window(0)) & !causal | first(3)",
    "holes": "causal - window(4, 0) - first(2) | blocks(3, window(0))",
    "nested classes": "stride(6, offset=4) | stride(2, offset=0) & window(5) | stride(3, offset=1)",
    "classes of segments": "segment(10, dilation=4, offset=head) | segment(7, dilation=3, offset=all) & causal",
    "a shared class of segments that pairs leave": "when(k % 7 % 3 == q % 7 % 3 and k % 3 == 1) | first(1)",
    "a class of segments under rows of another": "segment(10, dilation=3, offset=1, queries=dense) & queries(every=4)",
    "keys of a class of segments": "when(k % 7 % 3 == 1) & causal | when(q % 8 % 3 == 2) & window(4)",
    "a shared class beside one of a segment": "segment(8, dilation=3, offset=1) & stride(3) | window(0)",
    "classes without a shared position": "keys(every=4, offset=1) & causal | keys(every=2) | keys(every=6, offset=5)",
    "classes of two": "!queries(every=2) & causal | !keys(every=2, offset=1) & window(7)",
    "heads of classes": "stride(4, offset=head) | stride(2, offset=head) & causal | stride(3, offset=head_block)",
    "blocks of classes": "blocks(3, stride(2) & window(2)) | blocks(3, queries(every=4)) & causal",
    "wide blocks of classes": "blocks(16, stride(2)) | blocks(16, keys(every=2, offset=1)) & causal",
    "wide blocks of classes, alone": "blocks(16, stride(3))",
    "a class of blocks by head": "blocks(16, segment(2, dilation=2, offset=head)) | window(1)",
    "a class of wide blocks that segments of rows cut": (
        "segment(20, dilation=3, offset=1, queries=dense) & blocks(22, queries(every=2, offset=1))"
    ),
    "two lists": "blocks(4, random(2, seed=1)) | blocks(8, random(1, seed=2)) & causal | window(1)",
    "a list less another": "blocks(4, random(3, seed=1) - random(3, seed=2)) | first(2)",
    "lists of a density": "causal & blocks(5, random(density=0.3)) | !causal & blocks(5, random(density=0.6, seed=5))",
    "a comparison beside a list": "blocks(6, random(1, seed=3)) | when((q * k) % 5 == 1) | window(0)",
    "comparisons of the head": "when(h == 1) & causal | when(h != 1) & window(2)",
    "documents and a window": "document(@docs) & window(5, 0) | first(2)",
    "documents of blocks": "blocks(4, document(@blocks)) | window(2)",
    "a prefix that grows": "causal | prefix(@front) | window(0, 2)",
    "a padded class": "stride(3) & padding(@front) | last(2)",
    "all but a document": "!document(@docs) & causal | queries(every=5)",
}


INPUTS = {"docs": "offsets", "blocks": "offsets", "front": "lengths"}


def analysed(mask: str) -> tuple[Pattern, Pattern]:
    """The pattern as written, and after the passes."""
    declared = "".join(f"input {name}: {kind}; " for name, kind in INPUTS.items() if f"@{name}" in mask)
    analysis = analyse(Source("p.pat", f"pattern p {{ {declared}attend {mask} }}"), {}, targets=())
    return analysis.meanings[0], analysis.normals[0]


def inputs_of(n: int) -> Inputs:
    """Documents of which one is empty and one begins within a block; a prefix of a third."""
    blocks = -(-n // 4)
    return {"docs": [0, n // 3, n // 3, n // 2, n], "blocks": [0, blocks // 2, blocks], "front": n // 3}


def total(pattern: Pattern, h: int, n: int) -> np.ndarray:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    counts = multiplicities(pattern, h, q, k, n, HEADS, inputs_of(n))
    return sum((1 * count for count in counts), np.zeros((n, n), int))


@pytest.mark.parametrize("name", MASKS)
def test_passes_keep_every_pair(name: str) -> None:
    written, normal = analysed(MASKS[name])
    for n in range(1, MOST + 1):
        for h in range(HEADS):
            assert (total(written, h, n) == total(normal, h, n)).all(), n


@pytest.mark.parametrize("name", MASKS)
def test_sweeps_visit_every_pair(name: str) -> None:
    written, _ = analysed(MASKS[name])
    for group in lower(written).groups:
        for softmax in group.softmaxes:
            for n in range(1, MOST + 1, 7):
                check(written, softmax, (0,), n, inputs_of(n))
