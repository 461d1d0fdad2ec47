"""Positions far from 0: every integer of a call is exact, or the call is rejected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from built import build, reference_of
from torch import Tensor

from patternc.codegen.tiles.bounds import bound_at, uniform
from patternc.codegen.triton.printer.expressions import KERNEL
from patternc.diagnostics import Rejected
from patternc.driver import analyse
from patternc.frontend.check import check
from patternc.frontend.parser import parse
from patternc.ir import semantics
from patternc.ir.hashes import hashed
from patternc.ir.index import Var, names
from patternc.ir.intervals import LONGEST, limit
from patternc.ir.kernel import Lattice
from patternc.ir.mask import Constant, FromEnd, RelativePosition
from patternc.ir.tile import LIMIT
from patternc.source import Source

PLACES = (2**31 - 17, 2**32 - 5, 2**32 + 3, 2**40 + 7, 2**61)


def kept(seed: int, block: int, density: float) -> Callable[[int, int, int], bool]:
    return lambda h, q, k: bool(hashed(seed, h, q // block, k // block) < round(density * 2**32))


# mask, meaning of (h, q, k) in Python's integers, and the longest sequence there may be
MASKS: dict[str, tuple[str, Callable[[int, int, int], bool], int]] = {
    "product": ("when((q * k) % 5 == 0)", lambda _, q, k: q * k % 5 == 0, 3037000500),
    "square": ("when(q * q % 7 < 4 and k <= q)", lambda _, q, k: q * q % 7 < 4 and k <= q, 3037000500),
    "sum": ("when((2 * q + k) % 5 < 2)", lambda _, q, k: (2 * q + k) % 5 < 2, 3074457345618258603),
    "far": ("when((q + k + 2**40) % 7 < 3)", lambda _, q, k: (q + k + 2**40) % 7 < 3, 4611685468671574016),
    "blocks": (
        "blocks(16, when((q * k) % 5 < 2))",
        lambda _, q, k: (q // 16) * (k // 16) % 5 < 2,
        48592008000,
    ),
    "head": ("when((q - k + h) % 3 == 0)", lambda h, q, k: (q - k + h) % 3 == 0, LONGEST),
    "follow": ("when(k > q - 2**40) - causal", lambda _, q, k: k > q, LONGEST),
    "shift": ("when((q + 5) // 8 == (k + 2) // 8)", lambda _, q, k: (q + 5) // 8 == (k + 2) // 8, LONGEST),
    "segment": (
        "segment(24, dilation=3)",
        lambda _, q, k: q // 24 == k // 24 and q % 24 % 3 == k % 24 % 3 == 0,
        LONGEST,
    ),
    "huge block": (
        "blocks(2**20, window(0)) & stride(3)",
        lambda _, q, k: q >> 20 == k >> 20 and q % 3 == k % 3,
        LONGEST,
    ),
    "random": ("blocks(4, random(density=0.4, seed=3))", kept(3, 4, 0.4), LONGEST),
}


@pytest.mark.parametrize("name", MASKS)
def test_far_positions_are_exact_or_refused(name: str, tmp_path: Path) -> None:
    mask, holds, longest = MASKS[name]
    module, pattern = build(f"pattern p {{ attend {mask} }}", tmp_path)
    found = limit(pattern)
    assert (LONGEST if found is None else found.positions) == longest
    generator = torch.Generator().manual_seed(1)
    query, key, value_ = (torch.randn(1, 2, 37, 16, generator=generator) for _ in range(3))
    for start in (*(place for place in PLACES if place + 60 < longest), longest - 60):
        call = {"q_offset": start + 3, "k_offset": start, "seq_len": start + 60}
        truth = dense(query, key, value_, start + 3, start, holds)
        for function in (module.attention, reference_of(module).reference):
            assert (function(query, key, value_, **call) - truth).norm() <= 2e-6 * truth.norm()
    for function in (module.attention, reference_of(module).reference):
        with pytest.raises(ValueError, match=r"seq_len is \d+, must be (at most|0 to) 2?\*?\*?\d+"):
            function(query, key, value_, seq_len=longest + 1)


def dense(
    query: Tensor, key: Tensor, value_: Tensor, first: int, start: int, holds: Callable[[int, int, int], bool]
) -> Tensor:
    heads, rows, columns = (range(size) for size in (query.shape[1], query.shape[2], key.shape[2]))
    seen = torch.tensor([[[holds(h, first + i, start + j) for j in columns] for i in rows] for h in heads])
    scores = (query.double() @ key.double().transpose(2, 3)) / 4
    weights = torch.softmax(scores.masked_fill(~seen, -torch.inf), 3).nan_to_num()
    return (weights @ value_.double()).float()


def test_no_length_is_the_limit_of_what_stays_small() -> None:
    source = Source("p.pat", "pattern p { attend when(q % 1000 * (k % 1000) % 7 == 3 and h // 2 * n % 5 < 3) }")
    (pattern,) = analyse(source, {}, targets=()).meanings
    found = limit(pattern)
    assert found is not None
    assert 2**46 < found.positions < 2**48


@pytest.mark.parametrize(
    "mask",
    [
        "when(q * q * q < 3)",
        "when(k < (q + 2**40) * 2**40)",
        "blocks(2**20, when((q + 2**40) * 2**20 - 2**20 * q < k))",
    ],
)
def test_constants_near_the_end_of_64_bits_are_refused(mask: str) -> None:
    with pytest.raises(Rejected) as caught:
        analyse(Source("p.pat", f"pattern p {{ attend {mask} }}"), {})
    assert [one.code for one in caught.value.diagnostics] == ["P013"]


def test_a_grid_has_no_more_cells_than_32_bits_number() -> None:
    source = Source("p.pat", "pattern p { grid 2**16 x 2**15; attend box(3, 3) }")
    with pytest.raises(Rejected) as caught:
        check(parse(source), source, {})
    assert [one.code for one in caught.value.diagnostics] == ["P013"]


NUMBERS = (0, 1, 5, LIMIT // 2, LIMIT - 1, LIMIT, LIMIT + 1, 2 * LIMIT, 2**31 - 1, 2**31, 2**40, 2**59)
SIGNED = (*NUMBERS, *(-number for number in NUMBERS))
POSITIONS = (0, 1, 7, LIMIT // 2, LIMIT - 3, LIMIT - 1)


def computed(text: str, position: int, n: int) -> int:
    """What a kernel makes of it in 32 bits; nothing on the way may leave them."""

    class Word(int):
        def _checked(self, result: int) -> Word:
            assert -(2**31) <= result < 2**31, (text, position, n)
            return Word(result)

        def __add__(self, other: int) -> Word:
            return self._checked(int(self) + int(other))

        def __sub__(self, other: int) -> Word:
            return self._checked(int(self) - int(other))

        def __mul__(self, other: int) -> Word:
            return self._checked(int(self) * int(other))

        def __floordiv__(self, other: int) -> Word:
            assert self >= 0, (text, position)  # where kernels divide as Python does
            return self._checked(int(self) // int(other))

        def __ge__(self, other: int) -> bool:
            return int(self) >= int(other)

    class Language:
        @staticmethod
        def cdiv(a: int, b: int) -> Word:
            assert int(a) + b - 1 < 2**31, (text, n)
            return Word(-(-int(a) // b))

        @staticmethod
        def where(condition: bool, a: int, b: int) -> Word:
            return Word(a if condition else b)

    return int(eval(text, {"tl": Language, "x": Word(position), "seq_len": Word(n)}))


@pytest.mark.parametrize("first", SIGNED)
def test_bounds_of_kernels_mean_the_same_whatever_their_constants(first: int) -> None:
    bounds: list[Constant | FromEnd | RelativePosition] = [Constant(first)]
    for second in SIGNED:
        bounds += [FromEnd(first, max(1, abs(second))), RelativePosition(first, second)]
        bounds += [RelativePosition(first, second, period) for period in (3, *NUMBERS[3:])]
    for bound in bounds:
        made = bound_at(bound, Var("x"), Lattice())
        assert uniform(bound, Lattice()) == ("x" not in names(made)), bound
        text = KERNEL.text(made)
        for n in (1, 999_999, LIMIT - 5, LIMIT):
            for position in (at for at in POSITIONS if at < n):
                found = computed(text, position, n)
                exact = semantics.position(bound, position, n)
                assert found == exact or (min(found, exact) >= n or max(found, exact) <= 0), (bound, position, n)
