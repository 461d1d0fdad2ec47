"""`grid`, `layout` and `schedule`: positions as cells of a grid, and the orders of cells and of tiles."""

from __future__ import annotations

from math import prod

from patternc.diagnostics import Findings, nearest
from patternc.frontend import syntax
from patternc.frontend.check.expressions import Scope, evaluate
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.words import CURVES, SCHEDULES
from patternc.frontend.parser import snippet
from patternc.ir.mask import Curve, Layout, Schedule

MOST_DIMENSIONS = 3
CELLS = 1 << 30


def grid_sizes(statement: syntax.Grid, scope: Scope, findings: Findings) -> tuple[int, ...] | None:
    """The sizes of a grid, outermost first; None if one is wrong, which is reported."""
    for mark in statement.marks:
        if mark.id != "x":
            message = f"`{mark.id}` cannot stand between the sizes of a grid"
            findings.error("P001", message, mark.span, "expected `x`", help="write `grid 64 x 64`")
            return None
    if len(statement.sizes) > MOST_DIMENSIONS:
        message = f"a grid of {len(statement.sizes)} dimensions; the limit is {MOST_DIMENSIONS}"
        findings.error("P013", message, statement.span, "too many")
        return None
    sizes = [integer(evaluate(one, scope, findings), "a size of `grid`", one, findings) for one in statement.sizes]
    found = tuple(size for size in sizes if size is not None)
    if len(found) < len(sizes):
        return None
    if prod(found) > CELLS:
        message = f"a grid of {prod(found)} cells; the limit is 2**30 = {CELLS}, because cells are numbered in 32 bits"
        findings.error("P013", message, statement.span, "too large", help="use a smaller grid")
        return None
    return found


def layout_rule(node: syntax.Expression, grid: tuple[int, ...], scope: Scope, findings: Findings) -> Layout | None:
    """`natural`, `morton`, `hilbert`, `auto` or `tiled(a, b)`; None for anything else, which is reported."""
    match node:
        case syntax.Name(word) if word in CURVES and word not in scope and CURVES[word] is not Curve.TILED:
            return Layout(CURVES[word])
        case syntax.Call(syntax.Name("tiled"), arguments) if arguments:
            return _tiled(node, grid, scope, findings)
        case syntax.Name("tiled") | syntax.Call(syntax.Name("tiled")):
            help_ = f"write tiled({', '.join('8' for _ in grid)})"
            findings.error("P014", "`tiled` needs the sizes of its tiles", node.span, "no sizes", help=help_)
        case _:
            text = snippet(findings.source, node.span)
            help_ = nearest(text, CURVES)
            findings.error("P010", f"`{text}` is not a layout", node.span, "unknown layout", help=help_)
    return None


def _tiled(node: syntax.Call, grid: tuple[int, ...], scope: Scope, findings: Findings) -> Layout | None:
    if any(one.name is not None for one in node.arguments):
        findings.error("P014", "`tiled` has no named arguments", node.span, "a name", help="write tiled(8, 8)")
        return None
    if len(node.arguments) != len(grid):
        tiles, cells = len(node.arguments), len(grid)
        message = f"tiles of {tiles} dimension{'s' * (tiles != 1)} in a grid of {cells}"
        findings.error("P032", message, node.span, "does not fit the grid", help="write one size for each dimension")
        return None
    sizes: list[int] = []
    for one, cells in zip(node.arguments, grid, strict=True):
        value = evaluate(one.value, scope, findings)
        size = integer(value, "`tiled`: a size", one.value, findings, most=cells)
        if size is None:
            return None
        sizes.append(size)
    return Layout(Curve.TILED, tuple(sizes))


def schedule_rule(node: syntax.Expression, findings: Findings) -> Schedule | None:
    """`auto`, `linear`, `hilbert` or `longest_first`; None for anything else, which is reported."""
    text = snippet(findings.source, node.span)
    if text not in SCHEDULES:
        findings.error(
            "P010", f"`{text}` is not a schedule", node.span, "unknown schedule", help=nearest(text, SCHEDULES)
        )
    return SCHEDULES.get(text)
