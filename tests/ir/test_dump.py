"""The text forms of the IRs are correct: the text of a mask is an expression that evaluates to the mask."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st
from masks import masks

from patternc.frontend.check import check
from patternc.frontend.lower import lower
from patternc.frontend.parser import parse
from patternc.ir.dump.kernels import dump_kernel
from patternc.ir.dump.masks import dump_mask, dump_pattern
from patternc.ir.interface import interface
from patternc.ir.kernel import (
    DENSE,
    Choice,
    ClassActive,
    EveryClass,
    Kernel,
    KernelGroup,
    Lattice,
    Listing,
    Lowering,
    Piece,
    Softmax,
    Sweep,
)
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    AtLeast,
    Below,
    Box,
    ByHead,
    Combine,
    Constant,
    Curve,
    Fixed,
    FromEnd,
    HeadRange,
    HeadShare,
    Layout,
    Mask,
    Not,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Side,
    TopK,
)
from patternc.ir.semantics import admits
from patternc.source import Source

FIRST, CAUSAL = Below(Side.KEY, Constant(3)), Below(Side.KEY, RelativePosition(1))


def cdiv(left: int, right: int) -> int:
    return -(-left // right)


@given(mask=masks, n=st.integers(1, 12), heads=st.integers(1, 4))
def test_the_text_of_a_mask_means_the_mask(mask: Mask, n: int, heads: int) -> None:
    code = compile(dump_mask(mask), "mask", "eval")
    for h, q, k in itertools.product(range(heads), range(n), range(n)):
        names = {"h": h, "q": q, "k": k, "n": n, "H": heads, "cdiv": cdiv, "true": True, "false": False}
        assert bool(eval(code, names)) == bool(admits(mask, h, q, k, n, heads)), (h, q, k)


def test_masks() -> None:
    assert dump_mask(TRUE) == "true"
    assert dump_mask(FALSE) == "false"
    assert dump_mask(Or((FIRST, And((CAUSAL, Not(FIRST)))))) == "k < 3 or k < q + 1 and not (k < 3)"
    assert dump_mask(And((CAUSAL, Or((FIRST, CAUSAL))))) == "k < q + 1 and (k < 3 or k < q + 1)"
    assert dump_mask(Not(Or((FIRST, CAUSAL)))) == "not (k < 3 or k < q + 1)"
    assert dump_mask(Below(Side.QUERY, FromEnd(-4))) == "q < n - 4"


def test_a_pattern() -> None:
    text = """pattern p {
        attend segment(8, dilation=2, offset=head)
        attend first(4) | last(2)
        where causal
        combine mean
        score softcap(2)
        score scale(0.5)
        require n % 4 == 0
    }"""
    source = Source("p.pat", text)
    (pattern,) = lower(check(parse(source), source, {}))
    assert dump_pattern(pattern) == (
        "pattern p\n"
        "  heads 0..: combine mean, divisor 2\n"
        "    branch 0\n"
        "      k >= q // 8 * 8 and k < q // 8 * 8 + 8 and (k % 8) % 2 == h % 2 and (q % 8) % 2 == h % 2\n"
        "      k < q + 1\n"
        "    branch 1\n"
        "      (k < 4 or k >= n - 2)\n"
        "      k < q + 1\n"
        "  score softcap(2.0)\n"
        "  scale 0.5\n"
        "  require n % 4 == 0\n"
        "  uncovered zero\n"
    )


def test_the_rest_of_the_language() -> None:
    text = """pattern p {
        input ends: offsets
        input lens: lengths
        input t: table(heads, 9)
        input s: table(heads)
        grid 4 x 6
        layout tiled(2, 3)
        attend blocks(8, random(3, seed=7) | random(density=0.25) | topk(2) | stride(3) | first(1))
        attend box(3, 3, dilation=[1, 2]) & blocks(4, document(@ends) & padding(@lens) & segment(6, dilation=2))
        attend when(h < 2 and q * (k - 1) % 3 < -4 + n) & blocks(4, last(1))
        combine lse
        score bias(@t)
        score sink(@s)
    }"""
    source = Source("p.pat", text)
    (pattern,) = lower(check(parse(source), source, {}))
    assert dump_pattern(pattern) == (
        "pattern p\n"
        "  heads 0..: combine lse, divisor 3\n"
        "    branch 0\n"
        "      (random(3, seed=7, block=8) or random(threshold=1073741824, seed=0, block=8) or topk(2, block=8)"
        " or (q // 8) % 3 == (k // 8) % 3 or k < 8)\n"
        "    branch 1\n"
        "      box([3, 3], dilation=[1, 2], grid=[4, 6])\n"
        "      (k >= start(ends, q // 4) * 4 and k < end(ends, q // 4) * 4) and k < lens[batch] * 4"
        " and (k >= q // 24 * 24 and k < q // 24 * 24 + 24 and ((k // 4) % 6) % 2 == 0 and ((q // 4) % 6) % 2 == 0)\n"
        "    branch 2\n"
        "      h < 2 and q * (k - 1) % 3 < -4 + n\n"
        "      k >= cdiv(n, 4) * 4 - 4\n"
        "  score bias(t[h, clamp(k - q, 4) + 4])\n"
        "  score sink(s[h])\n"
        "  input ends: offsets\n"
        "  input lens: lengths\n"
        "  input t: table(heads, 9)\n"
        "  input s: table(heads)\n"
        "  grid 4 x 6\n"
        "  layout tiled(2, 3)\n"
        "  uncovered zero\n"
    )


def test_a_listed_kernel() -> None:
    listing = Listing(64, 64, (Random(64, 7, count=3), Not(TopK(64, 2))))
    piece = Piece(DENSE, highs=(RelativePosition(1),), listing=listing)
    packed = Piece(Lattice(None, 4, Fixed(1), 64), active=(ClassActive(4, Fixed(1), 16, 64),))
    sweeps = (Sweep(Side.QUERY, Lattice(64), (piece, packed)),)
    cells = Piece(DENSE, residual=(FIRST,), listing=Listing(64, 64, (Box((4, 6), (3, 3), (1, 1)),)))
    ordered = (Sweep(Side.QUERY, DENSE, (cells,), Layout(Curve.TILED, (2, 3))),)
    group = KernelGroup(HeadRange(0, None), Combine.LSE, 1, (Softmax((0,), sweeps, ordered),), Lowering.SINGLE)
    assert dump_kernel(Kernel(Pattern("p", ()), (group,), interface(Pattern("p", ())))) == (
        "kernel p\n"
        "  heads 0..: single, lse, divisor 1\n"
        "    softmax of branches 0\n"
        "      queries of segments of 64\n"
        "        branch 0: columns all positions\n"
        "          k < q + 1\n"
        "          listed by blocks of 64: random(3, seed=7, block=64) and not (topk(2, block=64))\n"
        "        branch 0: columns the sequence in blocks of 64, 1 mod 4\n"
        "          if (row class // 64 % 16) % 4 == 1\n"
        "      queries of all positions, cells in tiled(2, 3) order\n"
        "        branch 0: columns all positions\n"
        "          listed by blocks of 64: box([3, 3], dilation=[1, 1], grid=[4, 6])\n"
        "          test k < 3\n"
    )


def test_a_kernel() -> None:
    rows = Lattice(8, 2, ByHead())
    piece = Piece(
        columns=rows,
        lows=(RelativePosition(0, 0, 8),),
        highs=(RelativePosition(1), FromEnd(-2)),
        row_lows=(Constant(4),),
        residual=(Not(FIRST),),
        active=(ClassActive(4, Fixed(3)),),
        multiplicity=2,
    )
    sweeps = Sweep(Side.QUERY, rows, (piece,)), Sweep(Side.KEY, DENSE, (Piece(Lattice(None, 3, EveryClass())),))
    softmax = Softmax((0,), sweeps[:1], sweeps[1:])
    group = KernelGroup(HeadShare(1, 3, True), Combine.MEAN, 3, (softmax,), Lowering.SINGLE)
    assert dump_kernel(Kernel(Pattern("p", ()), (group,), interface(Pattern("p", ())))) == (
        "kernel p\n"
        "  heads share 1 of 3, extra first: single, mean, divisor 3\n"
        "    softmax of branches 0\n"
        "      queries of segments of 8, h % 2 mod 2\n"
        "        branch 0, 2 times: columns segments of 8, h % 2 mod 2\n"
        "          k >= q // 8 * 8\n"
        "          k < q + 1\n"
        "          k < n - 2\n"
        "          rows q >= 4\n"
        "          if row class % 4 == 3\n"
        "          test not (k < 3)\n"
        "      keys of all positions\n"
        "        branch 0: columns the sequence, every class mod 3\n"
    )


def test_a_choice_of_blocks() -> None:
    runs = ((AtLeast(Side.KEY, RelativePosition(-9)), Below(Side.KEY, RelativePosition(1))), ())
    choice = Choice(TopK(16, 3), HeadRange(2, None), TRUE, runs)
    assert dump_kernel(Kernel(Pattern("p", ()), (), interface(Pattern("p", ())), choice)) == (
        "kernel p\n  topk(3, block=16) of heads 2.. chooses among\n    k >= q - 9 and k < q + 1\n    every key\n"
    )
