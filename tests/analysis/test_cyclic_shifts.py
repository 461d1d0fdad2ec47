"""Windows that wrap around the border of an image: the form that warnings suggest, and the pairs that it excludes.

The meaning is compared with Swin as torchvision and timm write it: a roll, windows of reshaped cells, and the mask that
keeps the nine parts of the rolled image apart.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from patternc.analysis.cyclic_shifts import unwrapped, windows_without_wrap
from patternc.driver import analyse
from patternc.ir import semantics
from patternc.ir.mask import Pattern
from patternc.source import Source

SUM = "({x} + {late}) % {extent} // {size}"
WINDOWS = {
    SUM: "(q // 56 + 4) // 7",
    "({x} - {shift}) % {extent} // {size}": "(q // 56 - 3) // 7",
    "({extent} - {shift} + {x}) % {extent} // {size}": "(56 - 3 + q // 56) // 7",
    "({x} - {shift}) // {size} % ({extent} // {size})": "(q // 56 - 3) // 7",
}
"""A window of a row or column x of the rolled image, and the form of it that is named, for rows."""
WRAPS = (" % {extent}", " % ({extent} // {size})")
PLACES = ("{side} // {width}", "{side} % {width}")
MASKED = "; where when({})".format(
    " and ".join(
        f"(({q} < 3 and {k} < 3) or ({q} >= 3 and {k} >= 3))"
        for q, k in [tuple(place.format(side=side, width=56) for side in "qk") for place in PLACES]
    )
)


def swin(window: str, image: tuple[int, int] = (56, 56), size: int = 7, shift: int = 3) -> str:
    """The pattern of a window in both dimensions of an image."""
    height, width = image
    conditions = [
        " == ".join(
            window.format(
                x=place.format(side=side, width=width), extent=extent, size=size, shift=shift, late=size - shift
            )
            for side in "qk"
        )
        for place, extent in zip(PLACES, image, strict=True)
    ]
    return f"pattern swin {{ grid {height} x {width}; attend when({' and '.join(conditions)}) }}\n"


def analysed(text: str) -> tuple[Pattern, dict[str, str | None]]:
    found = analyse(Source("p.pat", text), {}, targets=("cpu",))
    return found.meanings[0], {one.code: one.help for one in found.warnings}


@pytest.mark.parametrize(("window", "form"), WINDOWS.items())
@pytest.mark.parametrize("also", ["", MASKED])
def test_the_warning_names_the_form(window: str, form: str, also: str) -> None:
    _, helps = analysed(swin(window).replace(" }", f"{also} }}"))
    wanted = f"use `{form}` and `{form.replace('//', '%', 1)}`, each compared for q and k without the wrap (leaves out "
    wanted += "the keys that only the wrap brings in"
    assert {code for code, text in helps.items() if text and text.startswith(wanted)} == {"P035"}


def test_the_form_is_named_without_a_grid() -> None:
    _, helps = analysed(swin(SUM).replace("grid 56 x 56; ", ""))
    assert str(helps["P035"]).endswith("a row visits a bounded number of keys at any length")


def numbered(image: tuple[int, int], size: int, shift: int, columns: int) -> str:
    """A window's number in the rolled image, as reshapes count them."""
    (height, width), late = image, size - shift
    sides = " == ".join(
        f"({side} // {width} + {late}) % {height} // {size} * {columns}"
        f" + ({side} % {width} + {late}) % {width} // {size}"
        for side in "qk"
    )
    return f"pattern swin {{ grid {height} x {width}; attend when({sides}) }}\n"


def test_numbers_of_windows_are_compared_one_by_one() -> None:
    """Without wraps there is one more column of windows, which a sum would confuse with the next row's first."""
    _, helps = analysed(numbered((56, 56), 7, 3, 8))
    wanted = "use `(q // 56 + 4) // 7` and `(q % 56 + 4) // 7`, each compared for q and k without the wrap (leaves out"
    assert {code for code, text in helps.items() if text and text.startswith(wanted)} == {"P035"}
    image, size, shift = (10, 15), 5, 2
    meaning, _ = analysed(numbered(image, size, shift, 3))
    changed = without_wrap(meaning)
    shared, admitted = rolled(*image, size, shift)
    np.testing.assert_array_equal(counted(meaning, len(shared)), shared)
    np.testing.assert_array_equal(counted(changed, len(shared)), admitted)
    overlapping, _ = analysed(numbered(image, size, shift, 2))  # two windows have one number
    assert without_wrap(overlapping) == overlapping


@pytest.mark.parametrize("window", WINDOWS)
def test_the_form_has_no_warning(window: str) -> None:
    for wrap in WRAPS:
        window = window.replace(wrap, "")
    assert not analysed(swin(window))[1]


def rolled(
    height: int, width: int, size: int, shift: int
) -> tuple[np.typing.NDArray[np.bool_], np.typing.NDArray[np.bool_]]:
    """Which pairs of cells share a window of the rolled image, and which of them Swin's mask admits."""
    cells = np.roll(np.arange(height * width).reshape(height, width), (-shift, -shift), (0, 1))
    parts = np.zeros((height, width), int)
    bounds = (slice(0, -size), slice(-size, -shift), slice(-shift, None))
    for number, (rows, columns) in enumerate((a, b) for a in bounds for b in bounds):
        parts[rows, columns] = number
    shared, admitted = (np.zeros((height * width,) * 2, bool) for _ in range(2))
    for row in range(0, height, size):
        for column in range(0, width, size):
            window = np.s_[row : row + size, column : column + size]
            own, part = cells[window].ravel(), parts[window].ravel()
            shared[np.ix_(own, own)] = True
            admitted[np.ix_(own, own)] = part[:, None] == part
    return shared, admitted


@pytest.mark.parametrize(("image", "size", "shift"), [((12, 8), 4, 2), ((10, 15), 5, 2), ((14, 21), 7, 3)])
@pytest.mark.parametrize("window", WINDOWS)
def test_what_is_left_out_is_what_the_mask_keeps_apart(
    window: str, image: tuple[int, int], size: int, shift: int
) -> None:
    meaning = analyse(Source("p.pat", swin(window, image, size, shift)), {}, targets=()).meanings[0]
    changed = without_wrap(meaning)
    shared, admitted = rolled(*image, size, shift)
    np.testing.assert_array_equal(counted(meaning, len(shared)), shared)
    np.testing.assert_array_equal(counted(changed, len(shared)), admitted)


def without_wrap(pattern: Pattern) -> Pattern:
    (group,) = pattern.groups
    (branch,) = group.branches
    return replace(pattern, groups=(replace(group, branches=(replace(branch, mask=unwrapped(branch.mask)),)),))


def counted(pattern: Pattern, n: int) -> np.typing.NDArray[np.bool_]:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    (found,) = semantics.multiplicities(pattern, 0, q, k, n, 1, {})
    return np.broadcast_to(found, (n, n)).astype(bool)


@pytest.mark.parametrize(
    "condition",
    [
        "(q // 56 + 4) % 56 // 5 == (k // 56 + 4) % 56 // 5",  # 5 does not divide 56: other windows without the wrap
        "(q // 56 + 4) % 56 // 7 == (k // 56 + 11) % 56 // 7",  # not the same window of both
        "(q // 56) % 50 // 5 == (k // 56) % 50 // 5",  # periodic by intent: nothing is shifted
        "(q - k + 3) % 56 // 7 == (k - q + 3) % 56 // 7",  # no window of either
        "not (q // 56 + 4) % 56 // 7 == (k // 56 + 4) % 56 // 7",
        "(q // 56 + 4) % 56 // 7 < (k // 56 + 4) % 56 // 7",
    ],
)
def test_what_is_no_cyclic_shift_stays(condition: str) -> None:
    meaning = analyse(Source("p.pat", f"pattern p {{ attend when({condition}) }}"), {}, targets=()).meanings[0]
    assert not windows_without_wrap(meaning.groups[0].branches[0].mask)
    assert without_wrap(meaning) == meaning
