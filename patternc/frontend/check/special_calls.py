"""Calls whose arguments follow special rules: `blocks`, `random`, `table`, `box` and `when`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from patternc.diagnostics import Findings
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import Evaluate, bind, report
from patternc.frontend.check.table_files import table
from patternc.frontend.check.values import (
    DEEPEST_MASK,
    LARGEST_BLOCK,
    POISON,
    Masked,
    Poison,
    Value,
    described,
    integer_for,
)
from patternc.frontend.check.when import condition
from patternc.frontend.check.words import GRID
from patternc.frontend.parser import snippet
from patternc.frontend.primitives import Box, Primitive, Random, Table, When
from patternc.frontend.primitives.block_selections import HASHES


def form(node: syntax.Call, evaluate: Evaluate, scope: Mapping[str, Value], findings: Findings) -> Value:
    """The value of such a call; POISON if the call is wrong, which is reported."""
    match node.function.id:
        case "blocks":
            return _blocks(node, evaluate, findings)
        case "box":
            return _masked(_box(node, evaluate, scope, findings), node, findings)
        case "random":
            return _masked(_random(node, evaluate, findings), node, findings)
        case "table":
            return _masked(_table(node, evaluate, findings), node, findings)
        case _:
            return _masked(_when(node, evaluate, scope, findings), node, findings)


def _masked(primitive: Primitive | None, node: syntax.Call, findings: Findings) -> Value:
    if primitive is None or report(primitive.complaints(), {}, node.span, findings):
        return POISON
    return Masked(typed.Leaf(primitive, node.span))


def _needed(
    node: syntax.Call, names: Sequence[str], example: str, findings: Findings
) -> dict[str, syntax.Expression] | None:
    """The arguments; none may be missing."""
    given = bind(node, names, findings)
    missing = [name for name in names if given is not None and name not in given]
    if missing:
        message = f"`{node.function.id}` needs `{missing[0]}`"
        findings.error("P014", message, node.span, "argument missing", help=f"write {example}")
        return None
    return given


def integer(
    value: Value, owner: str, node: syntax.Expression, findings: Findings, least: int = 1, most: int | None = None
) -> int | None:
    """An integer from `least` to `most`; None for anything else, which is reported."""
    if isinstance(value, Poison):
        return None
    if not isinstance(value, int):
        message, help_ = f"{owner} must be an integer, not {described(value)}", integer_for(value)
        findings.error("P011", message, node.span, "not an integer", help=help_)
    elif value < least:
        message = f"{owner} is {value}; it must be at least {least}"
        findings.error("P013", message, node.span, "too small", help=f"write {least} or more")
    elif most is not None and value > most:
        message = f"{owner} is {value}; it must be at most {most}"
        findings.error("P013", message, node.span, "too large", help=f"write {most} or less")
    else:
        return value
    return None


# ---- blocks ----------------------------------------------------------------------------------------------------------
def _blocks(node: syntax.Call, evaluate: Evaluate, findings: Findings) -> Value:
    given = _needed(node, ("B", "mask"), "blocks(64, window(2))", findings)
    if given is None:
        return POISON
    first, mask = evaluate(given["B"]), evaluate(given["mask"])
    if isinstance(first, Masked) and isinstance(mask, int):
        texts = (snippet(findings.source, given[name].span) for name in ("mask", "B"))
        help_ = f"write blocks({', '.join(texts)})"
        findings.error("P014", "`blocks` takes the block size first, then the mask", node.span, "swapped", help=help_)
        return POISON
    size = integer(first, "`blocks`: `B`", given["B"], findings)
    if not isinstance(mask, (Masked, Poison)):
        message = f"`blocks` needs a mask of blocks, not {described(mask)}"
        findings.error("P011", message, given["mask"].span, "not a mask", help="write blocks(64, window(2))")
    if size is None or not isinstance(mask, Masked):
        return POISON
    if size * _largest(mask.mask) > LARGEST_BLOCK:
        message = f"blocks of {size * _largest(mask.mask)} positions; the limit is {LARGEST_BLOCK}"
        findings.error("P013", message, given["B"].span, "too large")
        return POISON
    if mask.depth >= DEEPEST_MASK:
        findings.error("P003", f"a mask of more than {DEEPEST_MASK} levels", node.span, "too large")
        return POISON
    return Masked(typed.Blocks(size, mask.mask, node.span), mask.depth + 1, mask.size)


def _largest(mask: typed.Mask) -> int:
    """The largest block size in a mask; sizes of nested `blocks` multiply."""
    match mask:
        case typed.Blocks(size, inner):
            return size * _largest(inner)
        case typed.Complement(inner):
            return _largest(inner)
        case typed.Difference(kept, removed):
            return max(map(_largest, (kept, *removed)))
        case typed.Intersection(masks) | typed.Union(masks):
            return max(map(_largest, masks))
        case typed.Leaf():
            return 1


# ---- random ----------------------------------------------------------------------------------------------------------
def _random(node: syntax.Call, evaluate: Evaluate, findings: Findings) -> Random | None:
    given = bind(node, ("c", "seed", "density"), findings)
    if given is None:
        return None
    if ("c" in given) == ("density" in given):
        both = "both `c` and `density`" if "c" in given else "neither `c` nor `density`"
        help_ = "write random(3, seed=7) for 3 blocks per row, or random(density=0.1, seed=7)"
        findings.error("P014", f"`random` has {both}", node.span, "one of the two", help=help_)
        return None
    seed: int | None = 0
    if "seed" in given:
        seed = integer(evaluate(given["seed"]), "`random`: `seed`", given["seed"], findings, 0, HASHES - 1)
    if "c" in given:
        value = evaluate(given["c"])
        if isinstance(value, float) and 0 < value < 1:
            message, help_ = f"`random` takes a count of blocks, not {described(value)}", f"write density={value!r}"
            findings.error("P011", message, given["c"].span, "a share of the blocks", help=help_)
            return None
        count = integer(value, "`random`: `c`", given["c"], findings)
        return None if count is None or seed is None else Random(count, None, seed)
    density = _density(evaluate(given["density"]), given["density"], findings)
    return None if density is None or seed is None else Random(None, density, seed)


def _density(value: Value, node: syntax.Expression, findings: Findings) -> float | None:
    if isinstance(value, Poison):
        return None
    if not isinstance(value, (int, float)):
        message = f"`random`: `density` must be a number, not {described(value)}"
        findings.error("P011", message, node.span, "not a number")
        return None
    if not 0 < value <= 1:
        message = f"`random`: `density` is {value}; it must be above 0 and at most 1"
        findings.error("P013", message, node.span, "no probability", help="write a decimal, such as density=0.1")
        return None
    if round(value * HASHES) == 0:
        message = f"`random`: `density` is {value}; with hashes of 32 bits it must be at least 2**-32"
        findings.error("P013", message, node.span, "too small")
        return None
    return float(value)


# ---- table, when -----------------------------------------------------------------------------------------------------
def _table(node: syntax.Call, evaluate: Evaluate, findings: Findings) -> Table | None:
    given = _needed(node, ("file",), 'table("blocks.npy")', findings)
    if given is None:
        return None
    name = evaluate(given["file"])
    if isinstance(name, str):
        return table(name, given["file"].span, findings)
    if not isinstance(name, Poison):
        message = f"`table` needs the name of a file, not {described(name)}"
        findings.error("P011", message, given["file"].span, "not a string", help='write table("blocks.npy")')
    return None


def _when(node: syntax.Call, evaluate: Evaluate, scope: Mapping[str, Value], findings: Findings) -> When | None:
    given = _needed(node, ("condition",), "when(q - k < 64)", findings)
    mask = None if given is None else condition(given["condition"], evaluate, scope, findings)
    return None if mask is None else When(mask)


# ---- box -------------------------------------------------------------------------------------------------------------
def _box(node: syntax.Call, evaluate: Evaluate, scope: Mapping[str, Value], findings: Findings) -> Box | None:
    grid = scope.get(GRID)
    if isinstance(grid, Poison):
        return None
    if not isinstance(grid, tuple):
        help_ = "write `grid 64 x 64` before it: positions are row-major cells"
        findings.error("P025", "`box` without a grid", node.span, "needs a grid", help=help_)
        return None
    sizes = tuple(size for size in grid if isinstance(size, int))
    names = tuple(f"extent {axis + 1}" for axis in range(len(sizes)))
    positional = [one for one in node.arguments if one.name is None]
    if len(positional) != len(sizes):
        shape = " x ".join(map(str, sizes))
        message = f"`box` has {_counted(len(positional), 'extent')} in a grid of {_counted(len(sizes), 'dimension')}"
        fitting = ", ".join(str(min(7, size - (size % 2 == 0))) for size in sizes)  # odd ones
        help_ = f"write one for each dimension of {shape}: box({fitting})"
        findings.error("P032", message, node.span, "does not fit the grid", help=help_)
        return None
    given = bind(node, (*names, "dilation"), findings)
    if given is None:
        return None
    extents = [integer(evaluate(given[name]), f"`box`: {name}", given[name], findings) for name in names]
    dilations = _dilations(given.get("dilation"), len(sizes), evaluate, findings)
    found = tuple(extent for extent in extents if extent is not None)
    return None if dilations is None or len(found) < len(sizes) else Box(sizes, found, dilations)


def _dilations(
    node: syntax.Expression | None, dimensions: int, evaluate: Evaluate, findings: Findings
) -> tuple[int, ...] | None:
    """One dilation for each dimension, from a list or from one integer for all."""
    if node is None:
        return (1,) * dimensions
    value = evaluate(node)
    values = value if isinstance(value, tuple) else (value,) * dimensions
    if len(values) != dimensions:
        message = f"`box`: {_counted(len(values), 'dilation')} in a grid of {_counted(dimensions, 'dimension')}"
        help_ = "write one for each dimension, or one integer for all"
        findings.error("P032", message, node.span, "does not fit the grid", help=help_)
        return None
    found = [integer(one, "`box`: `dilation`", node, findings) for one in values]
    fine = tuple(one for one in found if one is not None)
    return fine if len(fine) == dimensions else None


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
