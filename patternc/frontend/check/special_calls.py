"""Calls whose arguments follow special rules: `blocks`, `within`, `random`, `table` and `when`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import bind, report
from patternc.frontend.check.table_files import table
from patternc.frontend.check.values import (
    LARGEST_BLOCK,
    POISON,
    InputName,
    Masked,
    Poison,
    Scope,
    Value,
    described,
    integer_for,
)
from patternc.frontend.check.when import condition
from patternc.frontend.parser.statements import DEEPEST
from patternc.frontend.primitives import Primitive, Random, Table, When
from patternc.frontend.primitives.runtime_masks import Within
from patternc.ir.hashes import HASHES
from patternc.ir.mask import InputKind, TileOrder


def masked(primitive: Primitive | None, node: syntax.Call, scope: Scope) -> Value:
    if primitive is None or report(primitive.complaints(), {}, node.span, scope.findings):
        return POISON
    return Masked(typed.Leaf(primitive, node.span))


def _needed(node: syntax.Call, names: Sequence[str], example: str, scope: Scope) -> dict[str, syntax.Expression] | None:
    """The arguments; none may be missing."""
    given = bind(node, names, scope)
    missing = [name for name in names if given is not None and name not in given]
    if missing:
        message = f"`{node.function.id}` needs `{missing[0]}`"
        scope.error("P014", message, node.span, "argument missing", help=f"write {example}")
        return None
    return given


def integer(
    value: Value, owner: str, node: syntax.Expression, scope: Scope, least: int = 1, most: int | None = None
) -> int | None:
    """An integer from `least` to `most`; None for anything else, which is reported."""
    if isinstance(value, Poison):
        return None
    if not isinstance(value, int):
        message, help_ = f"{owner} must be an integer, not {described(value)}", integer_for(value)
        scope.error("P011", message, node.span, "not an integer", help=help_)
    elif value < least:
        message = f"{owner} is {value}; it must be at least {least}"
        scope.error("P013", message, node.span, "too small", help=f"write {least} or more")
    elif most is not None and value > most:
        message = f"{owner} is {value}; it must be at most {most}"
        scope.error("P013", message, node.span, "too large", help=f"write {most} or less")
    else:
        return value
    return None


# ---- blocks ----------------------------------------------------------------------------------------------------------
def blocks_call(node: syntax.Call, scope: Scope) -> Value:
    given = _needed(node, ("B", "mask"), "blocks(64, window(2))", scope)
    if given is None:
        return POISON
    if isinstance(given["B"], syntax.Sizes):
        return _of_sizes(node, given["B"], given["mask"], scope)
    first, mask = scope.value(given["B"]), scope.value(given["mask"])
    if isinstance(first, Masked) and isinstance(mask, int):
        texts = (scope.text(given[name]) for name in ("mask", "B"))
        help_ = f"write blocks({', '.join(texts)})"
        scope.error("P014", "`blocks` takes the block size first, then the mask", node.span, "swapped", help=help_)
        return POISON
    size = integer(first, "`blocks`: `B`", given["B"], scope)
    return _blocked(node, (size, size), mask, given, scope)


def _of_sizes(node: syntax.Call, sizes: syntax.Sizes, mask: syntax.Expression, scope: Scope) -> Value:
    """`blocks(R x C, mask)`: blocks of R queries and C keys."""
    if sizes.mark.id != "x":
        scope.error(
            "P001",
            f"unexpected `{sizes.mark.id}`",
            sizes.mark.span,
            "expected `x`",
            help="write blocks(1 x 128, selected(@picks))",
        )
        return POISON
    rows, columns = (
        integer(scope.value(one), f"`blocks`: `{name}`", one, scope)
        for name, one in (("R", sizes.rows), ("C", sizes.columns))
    )
    return _blocked(node, (rows, columns), scope.value(mask), {"B": sizes, "mask": mask}, scope)


def _blocked(
    node: syntax.Call,
    sizes: tuple[int | None, int | None],
    mask: Value,
    given: Mapping[str, syntax.Expression],
    scope: Scope,
) -> Value:
    """A mask of blocks of some sizes, of which None is wrong and reported; `given`: the arguments."""
    if not isinstance(mask, (Masked, Poison)):
        message = f"`blocks` needs a mask of blocks, not {described(mask)}"
        scope.error("P011", message, given["mask"].span, "not a mask", help="write blocks(64, window(2))")
    rows, columns = sizes
    if rows is None or columns is None or not isinstance(mask, Masked):
        return POISON
    largest = max(rows, columns) * largest_block(mask.mask)
    if largest > LARGEST_BLOCK:
        message = f"blocks of {largest} positions; the limit is {LARGEST_BLOCK}"
        scope.error("P013", message, given["B"].span, "too large")
        return POISON
    return blocks_of((rows, columns), mask, node, scope)


def blocks_of(
    sizes: tuple[int, int], mask: Masked, node: syntax.Call, scope: Scope, order: TileOrder | None = None
) -> Value:
    """The mask of blocks, unless one of them would be of tiles, or masks are too deep."""
    word = node.function.id
    if typed.order_of(mask.mask) is not None:
        message = f"`tiles` counts cells of the grid and is not allowed inside `{word}`"
        help_ = "write it outside, joined with `&`, `|` or `-`"
        scope.error("P025", message, node.span, f"inside `{word}`", help=help_)
        return POISON
    if mask.depth >= DEEPEST:
        scope.error("P003", f"a mask of more than {DEEPEST} levels", node.span, "too large")
        return POISON
    return Masked(typed.Blocks(sizes, mask.mask, node.span, order), mask.depth + 1, mask.size)


def largest_block(mask: typed.Mask) -> int:
    """The largest block size in a mask; sizes of nested `blocks` multiply."""
    match mask:
        case typed.Blocks(sizes, inner):
            return max(sizes) * largest_block(inner)
        case typed.Complement(inner) | typed.Within(mask=inner):
            return largest_block(inner)
        case typed.Difference(kept, removed):
            return max(map(largest_block, (kept, *removed)))
        case typed.Intersection(masks) | typed.Union(masks):
            return max(map(largest_block, masks))
        case typed.Leaf():
            return 1


# ---- within ----------------------------------------------------------------------------------------------------------
def within_call(node: syntax.Call, scope: Scope) -> Value:
    given = _needed(node, ("offsets", "mask"), "within(@offsets, causal)", scope)
    if given is None:
        return POISON
    offsets, mask = (scope.value(given[name]) for name in ("offsets", "mask"))
    if not isinstance(mask, (Masked, Poison)):
        message = f"`within` needs a mask of positions, not {described(mask)}"
        help_ = "write within(@offsets, causal): the offsets first, then the mask"
        scope.error("P011", message, given["mask"].span, "not a mask", help=help_)
    if not isinstance(offsets, Poison) and not (
        isinstance(offsets, InputName) and offsets.input.kind is InputKind.OFFSETS
    ):
        message = f"`within` needs an input of offsets, not {described(offsets)}"
        help_ = "declare `input offsets: offsets`, and write within(@offsets, causal)"
        scope.error("P011", message, given["offsets"].span, "not offsets", help=help_)
        return POISON
    if not (isinstance(offsets, InputName) and isinstance(mask, Masked)):
        return POISON
    if typed.order_of(mask.mask) is not None:
        message = "`tiles` counts cells of the grid and is not allowed inside `within`"
        scope.error("P025", message, node.span, "inside `within`", help="write a branch for each of the two")
        return POISON
    if mask.depth >= DEEPEST:
        scope.error("P003", f"a mask of more than {DEEPEST} levels", node.span, "too large")
        return POISON
    documents = typed.Leaf(Within(offsets.input.name), given["offsets"].span)
    return Masked(typed.Within(documents, mask.mask, node.span), mask.depth + 1, mask.size + 1)


# ---- random ----------------------------------------------------------------------------------------------------------
def random_call(node: syntax.Call, scope: Scope) -> Random | None:
    given = bind(node, ("c", "seed", "density"), scope)
    if given is None:
        return None
    if ("c" in given) == ("density" in given):
        both = "both `c` and `density`" if "c" in given else "neither `c` nor `density`"
        help_ = "write random(3, seed=7) for 3 blocks per row, or random(density=0.1, seed=7)"
        scope.error("P014", f"`random` has {both}", node.span, "one of the two", help=help_)
        return None
    seed: int | None = 0
    if "seed" in given:
        seed = integer(scope.value(given["seed"]), "`random`: `seed`", given["seed"], scope, 0, HASHES - 1)
    if "c" in given:
        value = scope.value(given["c"])
        if isinstance(value, float) and 0 < value < 1:
            message, help_ = f"`random` takes a count of blocks, not {described(value)}", f"write density={value!r}"
            scope.error("P011", message, given["c"].span, "a share of the blocks", help=help_)
            return None
        count = integer(value, "`random`: `c`", given["c"], scope)
        return None if count is None or seed is None else Random(count, None, seed)
    density = _density(scope.value(given["density"]), given["density"], scope)
    return None if density is None or seed is None else Random(None, density, seed)


def _density(value: Value, node: syntax.Expression, scope: Scope) -> float | None:
    if isinstance(value, Poison):
        return None
    if not isinstance(value, (int, float)):
        message = f"`random`: `density` must be a number, not {described(value)}"
        scope.error("P011", message, node.span, "not a number")
        return None
    if not 0 < value <= 1:
        message = f"`random`: `density` is {value}; it must be above 0 and at most 1"
        scope.error("P013", message, node.span, "no probability", help="write a decimal, such as density=0.1")
        return None
    if round(value * HASHES) == 0:
        message = f"`random`: `density` is {value}; with hashes of 32 bits it must be at least 2**-32"
        scope.error("P013", message, node.span, "too small")
        return None
    return float(value)


# ---- table, when -----------------------------------------------------------------------------------------------------
def table_call(node: syntax.Call, scope: Scope) -> Table | None:
    given = _needed(node, ("file",), 'table("blocks.npy")', scope)
    if given is None:
        return None
    name = scope.value(given["file"])
    if isinstance(name, str):
        return table(name, given["file"].span, scope.findings)
    if not isinstance(name, Poison):
        message = f"`table` needs the name of a file, not {described(name)}"
        scope.error("P011", message, given["file"].span, "not a string", help='write table("blocks.npy")')
    return None


def when_call(node: syntax.Call, scope: Scope) -> When | None:
    given = _needed(node, ("condition",), "when(q - k < 64)", scope)
    mask = None if given is None else condition(given["condition"], scope)
    return None if mask is None else When(mask)
