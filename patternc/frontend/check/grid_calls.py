"""Calls of a grid: `box` and `tiles`."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from patternc.frontend import syntax
from patternc.frontend.check.call_arguments import bind
from patternc.frontend.check.special_calls import blocks_of, integer, largest_block
from patternc.frontend.check.values import (
    CELLS,
    LARGEST_BLOCK,
    POISON,
    Masked,
    Poison,
    Scope,
    Value,
    Word,
    counted,
    described,
)
from patternc.frontend.check.words import GRID
from patternc.frontend.primitives import Box
from patternc.ir.mask import TileOrder

_TRUTHS = {"true": True, "false": False}


# ---- box -------------------------------------------------------------------------------------------------------------
def box_call(node: syntax.Call, scope: Scope) -> Box | None:
    sizes = _grid("box", node, scope)
    if sizes is None:
        return None
    names = tuple(f"extent {axis + 1}" for axis in range(len(sizes)))
    positional = [one for one in node.arguments if one.name is None]
    if len(positional) != len(sizes):
        shape = " x ".join(map(str, sizes))
        message = f"`box` has {counted(len(positional), 'extent')} in a grid of {counted(len(sizes), 'dimension')}"
        fitting = ", ".join(str(min(7, size - (size % 2 == 0))) for size in sizes)  # odd ones
        help_ = f"write one for each dimension of {shape}: box({fitting})"
        scope.error("P032", message, node.span, "does not fit the grid", help=help_)
        return None
    bound = bind(node, (*names, "dilation", "stride", "causal"), scope)
    if bound is None:
        return None
    given = {name: replace(one, round=False) if isinstance(one, syntax.Items) else one for name, one in bound.items()}
    is_newer = not {"stride", "causal"}.isdisjoint(given) or given != bound
    extents = [integer(scope.value(given[name]), f"`box`: {name}", given[name], scope) for name in names]
    dilations, strides = (_of_each(word, given.get(word), len(sizes), scope) for word in ("dilation", "stride"))
    causal = _causal(given.get("causal"), len(sizes), scope)
    found = tuple(extent for extent in extents if extent is not None)
    if dilations is None or strides is None or causal is None or len(found) < len(sizes):
        return None
    return Box(sizes, found, dilations, strides, causal, is_newer)


def _grid(word: str, node: syntax.Call, scope: Scope) -> tuple[int, ...] | None:
    """The sizes of the grid; None without one, which is reported."""
    grid = scope.get(GRID)
    if isinstance(grid, Poison):
        return None
    if not isinstance(grid, tuple):
        help_ = "write `grid 64 x 64` before it: positions are row-major cells"
        scope.error("P025", f"`{word}` without a grid", node.span, "needs a grid", help=help_)
        return None
    return tuple(size for size in grid if isinstance(size, int))


def _of_each(word: str, node: syntax.Expression | None, dimensions: int, scope: Scope) -> tuple[int, ...] | None:
    """One number for each dimension, from a list or from one integer for all."""
    if node is None:
        return (1,) * dimensions
    value = scope.value(node)
    values = value if isinstance(value, tuple) else (value,) * dimensions
    if not _one_for_each(word, len(values), dimensions, "integer", node, scope):
        return None
    found = [integer(one, f"`box`: `{word}`", node, scope) for one in values]
    fine = tuple(one for one in found if one is not None)
    return fine if len(fine) == dimensions else None


def _causal(node: syntax.Expression | None, dimensions: int, scope: Scope) -> tuple[bool, ...] | None:
    """For each dimension whether it is causal, from a list or from one word for all."""
    if node is None:
        return (False,) * dimensions
    items = node.items if isinstance(node, syntax.Items) else (node,) * dimensions
    if not _one_for_each("causal", len(items), dimensions, "word", node, scope):
        return None
    values = [scope.word(item) for item in items]
    found = tuple(_TRUTHS[value.text] for value in values if isinstance(value, Word) and value.text in _TRUTHS)
    if len(found) == dimensions:
        return found
    wrong = next(one for one in values if not (isinstance(one, Word) and one.text in _TRUTHS))
    if not isinstance(wrong, Poison):
        message = f"`box`: `causal` must be `true` or `false` in each dimension, not {described(wrong)}"
        example = ", ".join(("true", *("false",) * (dimensions - 1)))
        scope.error("P011", message, node.span, "not a truth value", help=f"write causal=[{example}] or causal=true")
    return None


def _one_for_each(word: str, given: int, dimensions: int, kind: str, node: syntax.Expression, scope: Scope) -> bool:
    """Whether a list has an item for each dimension; if not, it is reported."""
    if given == dimensions:
        return True
    noun = word if word != "causal" else "truth value"
    message = f"`box`: {counted(given, noun)} in a grid of {counted(dimensions, 'dimension')}"
    help_ = f"write one for each dimension, or one {kind} for all"
    scope.error("P032", message, node.span, "does not fit the grid", help=help_)
    return False


# ---- tiles -----------------------------------------------------------------------------------------------------------
def tiles_call(node: syntax.Call, scope: Scope) -> Value:
    grid = _grid("tiles", node, scope)
    if grid is None:
        return POISON
    names = tuple(f"size {axis + 1}" for axis in range(len(grid)))
    example = f"tiles({', '.join(str(min(4, size)) for size in grid)}, box({', '.join('1' for _ in grid)}))"
    positional = [one for one in node.arguments if one.name is None]
    if len(positional) != len(grid) + 1:
        message = (
            f"`tiles` takes {counted(len(grid), 'size')} and a mask in a grid of {counted(len(grid), 'dimension')}"
        )
        scope.error("P032", message, node.span, "does not fit the grid", help=f"write {example}")
        return POISON
    given = bind(node, (*names, "mask"), scope)
    if given is None:
        return POISON
    numbers = zip(names, grid, strict=True)
    sizes = [
        integer(scope.value(given[name]), f"`tiles`: {name}", given[name], scope, most=most) for name, most in numbers
    ]
    found = tuple(size for size in sizes if size is not None)
    if len(found) < len(grid):
        return POISON
    order = TileOrder(grid, found)
    mask = scope.beside(**{GRID: order.counts}).value(given["mask"])
    if not isinstance(mask, (Masked, Poison)):
        message = f"`tiles` needs a mask of tiles, not {described(mask)}"
        scope.error("P011", message, given["mask"].span, "not a mask", help=f"write {example}")
    if not isinstance(mask, Masked):
        return POISON
    largest = order.cells * largest_block(mask.mask)
    if largest > LARGEST_BLOCK or prod(order.numbering) > CELLS:
        message = f"tiles of {order.cells} cells in blocks of {largest}; the limit is {LARGEST_BLOCK}"
        if largest <= LARGEST_BLOCK:
            message = f"tiles that reach over the borders have {prod(order.numbering)} cells; the limit is {CELLS}"
        scope.error("P013", message, node.span, "too large")
        return POISON
    return blocks_of((order.cells, order.cells), mask, node, scope, order)
