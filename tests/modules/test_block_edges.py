"""Masks of blocks, compared with rules in plain Python at every length from 1 to 45, divisible by the block or not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from masks import MOST

from patternc.driver import analyse
from patternc.ir.semantics import Inputs, multiplicities
from patternc.source import Source

HEADS = 3

RULES: Mapping[str, tuple[int, str]] = {
    "blocks(4, last(1))": (4, "k == n - 1"),
    "blocks(5, last(2))": (5, "k >= n - 2"),
    "blocks(4, first(2))": (4, "k < 2"),
    "blocks(4, global(1))": (4, "k == 0 or q == 0"),
    "blocks(4, causal)": (4, "k <= q"),
    "blocks(3, window(2, 1))": (3, "q - 2 <= k <= q + 1"),
    "blocks(3, segment(2))": (3, "k // 2 == q // 2"),
    "blocks(4, segment(3, dilation=2, offset=1))": (4, "k // 3 == q // 3 and k % 3 % 2 == 1 and (q % 3 % 2 == 1)"),
    "blocks(4, segment(5, dilation=2, offset=head))": (4, "k // 5 == q // 5 and k % 5 % 2 == h % 2 == q % 5 % 2"),
    "blocks(4, stride(3))": (4, "k % 3 == q % 3"),
    "blocks(16, stride(3))": (16, "k % 3 == q % 3"),
    "blocks(2, stride(3, offset=head_block))": (2, "k % 3 == q % 3 == h"),
    "blocks(4, queries(every=3, offset=1))": (4, "q % 3 == 1"),
    "blocks(4, keys(every=2))": (4, "k % 2 == 0"),
    "blocks(4, when(k < n - 1))": (4, "k < n - 1"),
    "blocks(4, when(n - 1 == q))": (4, "n - 1 == q"),
    "blocks(4, when(q + k == n))": (4, "q + k == n"),
    "blocks(4, when(q + k >= n - 1))": (4, "q + k >= n - 1"),
    "blocks(4, when(n % 3 == 1 and q * k < n))": (4, "n % 3 == 1 and q * k < n"),
    "blocks(4, when((q - k) % 3 == h))": (4, "(q - k) % 3 == h"),
    "blocks(4, when(k < (q + 1) // 2 * 2))": (4, "k < (q + 1) // 2 * 2"),
    "blocks(4, !causal - last(1))": (4, "k > q and k < n - 1"),
    "blocks(4, document(@docs))": (4, "document(n, q) == document(n, k)"),
    "blocks(4, prefix(@front))": (4, "k < (n + 1) // 2"),
    "segment(12) & blocks(4, window(1)) | last(2)": (
        1,
        "k >= n - 2 or (k // 12 == q // 12 and abs(k // 4 - q // 4) <= 1)",
    ),
    "blocks(2, last(1)) | blocks(3, last(1))": (1, "k // 2 == (n - 1) // 2 or k // 3 == (n - 1) // 3"),
}
"""The size of blocks, and a rule in Python over q, k and n counted in blocks of that size."""


def documents(blocks: int) -> Sequence[int]:
    return [0, blocks // 3, blocks // 3, blocks]


def document(blocks: int, block: int) -> int:
    return bisect_right(documents(blocks), block)


@pytest.mark.parametrize("mask", RULES)
def test_a_mask_of_blocks_is_its_rule(mask: str) -> None:
    declared = "".join(
        f"input {name}: {kind}; " for name, kind in (("docs", "offsets"), ("front", "lengths")) if f"@{name}" in mask
    )
    analysis = analyse(Source("p.pat", f"pattern p {{ {declared}attend {mask} }}"), {}, targets=())
    block, text = RULES[mask]
    rule = compile(text, mask, "eval")
    for n in range(1, MOST + 1):
        blocks, at = (n + 3) // 4, [x // block for x in range(n)]
        inputs: Inputs = {"docs": documents(blocks), "front": (blocks + 1) // 2}
        q, k = np.arange(n)[:, None], np.arange(n)[None, :]
        for h in range(HEADS):
            names = {"h": h, "n": (n + block - 1) // block, "document": document}
            truth = np.array([[eval(rule, {**names, "q": i, "k": j}) for j in at] for i in at])
            for pattern in (*analysis.meanings, *analysis.normals):
                (found,) = multiplicities(pattern, h, q, k, n, HEADS, inputs)
                assert (np.broadcast_to(found, (n, n)) == truth).all(), (n, h)
