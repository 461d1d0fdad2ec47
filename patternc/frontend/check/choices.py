"""Statements whose value is one of a few words, as of `combine`, `layout` and `schedule`; and the sizes of `grid`."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from patternc.diagnostics import nearest
from patternc.frontend import syntax
from patternc.frontend.check.call_arguments import undeclared
from patternc.frontend.check.expressions import evaluate
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.values import CELLS, InputName, Poison, Scope, Word, counted, described, kind_text
from patternc.frontend.check.words import COMBINES, CURVES, EXTRAS, SCHEDULES, UNCOVERED
from patternc.ir.mask import Combine, Curve, InputKind, Layout, Schedule, Uncovered


def combine_rule(node: syntax.Expression, scope: Scope) -> Combine | None:
    """`lse`, `lse(detach)`, `mean`, `sum` or `gate(...)`; None for anything else, which is reported."""
    if isinstance(node, syntax.Call) and node.function.id in COMBINES:
        match node:
            case syntax.Call(syntax.Name("lse"), (syntax.Argument(None, syntax.Name("detach")),)):
                return Combine.LSE_DETACH
            case syntax.Call(syntax.Name("gate"), (_, *_)):
                return Combine.GATE
            case _:
                message = f"`{scope.text(node)}` is not a combine rule"
                help_ = "`lse` takes `detach`, lse(detach); and `gate` an input for each branch, gate(@a, @b)"
                scope.error("P014", message, node.span, "wrong arguments", help=help_)
                return None
    if node == syntax.Name("gate"):
        help_ = "declare `input a: gate` for each branch, and write gate(@a, @b)"
        scope.error("P014", "`gate` needs an input for each branch", node.span, "arguments missing", help=help_)
        return None
    words = [word for word in COMBINES if word != Combine.GATE.value]
    word = word_of(node, scope, "combine", (*words, "lse(detach)", "gate(@a, @b)"))
    return None if word is None else COMBINES[word]


def gates_of(node: syntax.Expression, scope: Scope) -> tuple[str, ...]:
    """The inputs of `gate(...)`, one for each branch; empty for other rules, and if one is wrong, which is reported."""
    if not isinstance(node, syntax.Call) or node.function.id != Combine.GATE.value:
        return ()
    found = []
    for argument in node.arguments:
        if argument.name is not None:
            scope.error(
                "P014", "`gate` has no named arguments", argument.name.span, "a name", help="write gate(@a, @b)"
            )
            return ()
        if undeclared(argument.value, InputKind.GATE.value, scope):
            return ()
        value = evaluate(argument.value, scope)
        if isinstance(value, Poison):
            return ()
        named = value.input if isinstance(value, InputName) else None
        if named is None or named.kind is not InputKind.GATE:
            got = f"`@{named.name}` is {kind_text(named)}" if named else f"this is {described(value)}"
            message = f"`gate` needs an input of kind gate, but {got}"
            scope.error("P011", message, argument.span, "the wrong kind", help="declare `input a: gate`")
            return ()
        found.append(named.name)
    return tuple(found)


def uncovered_rule(node: syntax.Expression, scope: Scope) -> Uncovered:
    """`zero` or `error`."""
    word = word_of(node, scope, "uncovered", UNCOVERED)
    return Uncovered.ZERO if word is None else UNCOVERED[word]


def extra_first(node: syntax.Expression, scope: Scope) -> bool | None:
    """Whether a partition gives the extra heads to the first groups; None if it is not a partition."""
    match node:
        case syntax.Call(syntax.Name("partition"), (syntax.Argument(syntax.Name("extra"), rule),)):
            word = word_of(rule, scope, "partition: `extra`", EXTRAS)
            return None if word is None else word == "first"
        case _:
            text = scope.text(node)
            message = f"`heads {text}` is neither a range nor a partition"
            help_ = "write `heads 0..4 { ... }` or `heads partition(extra=first)`"
            scope.error("P014", message, node.span, "not a range or partition", help=help_)
            return None


def word_of(node: syntax.Expression, scope: Scope, owner: str, known: Iterable[str]) -> str | None:
    """The word that an expression is, if it is one of the known words."""
    words = [word for word in known if "(" not in word]
    value = scope.word(node)
    owner = owner if "`" in owner else f"`{owner}`"
    if isinstance(value, Word) and value.text in words:
        return value.text
    if isinstance(value, Word):
        scope.error(
            "P010", f"{owner} cannot be `{value.text}`", node.span, "unknown word", help=nearest(value.text, known)
        )
    elif not isinstance(value, Poison):
        message = f"{owner} must be one of {', '.join(known)}, not {described(value)}"
        scope.error("P011", message, node.span, "not one of them")
    return None


def grid_sizes(statement: syntax.Grid, scope: Scope) -> tuple[int, ...] | None:
    """The sizes of a grid, outermost first; None if one is wrong, which is reported."""
    for mark in statement.marks:
        if mark.id != "x":
            message = f"`{mark.id}` cannot stand between the sizes of a grid"
            scope.error("P001", message, mark.span, "expected `x`", help="write `grid 64 x 64`")
            return None
    most_dimensions = 3  # of a grid
    if len(statement.sizes) > most_dimensions:
        message = f"a grid of {len(statement.sizes)} dimensions; the limit is {most_dimensions}"
        scope.error("P013", message, statement.span, "too many")
        return None
    sizes = [integer(evaluate(one, scope), "a size of `grid`", one, scope) for one in statement.sizes]
    found = tuple(size for size in sizes if size is not None)
    if len(found) < len(sizes):
        return None
    if prod(found) > CELLS:
        message = f"a grid of {prod(found)} cells; the limit is 2**30 = {CELLS}, because cells are numbered in 32 bits"
        scope.error("P013", message, statement.span, "too large", help="use a smaller grid")
        return None
    return found


def layout_rule(node: syntax.Expression, grid: tuple[int, ...], scope: Scope) -> Layout | None:
    """`natural`, `morton`, `hilbert`, `auto` or `tiled(a, b)`; None for anything else, which is reported."""
    match node:
        case syntax.Name(word) if word in CURVES and word not in scope and CURVES[word] is not Curve.TILED:
            return Layout(CURVES[word])
        case syntax.Call(syntax.Name("tiled"), arguments) if arguments:
            return _tiled(node, grid, scope)
        case syntax.Name("tiled") | syntax.Call(syntax.Name("tiled")):
            help_ = f"write tiled({', '.join('8' for _ in grid)})"
            scope.error("P014", "`tiled` needs the sizes of its tiles", node.span, "no sizes", help=help_)
        case _:
            text = scope.text(node)
            help_ = nearest(text, CURVES)
            scope.error("P010", f"`{text}` is not a layout", node.span, "unknown layout", help=help_)
    return None


def _tiled(node: syntax.Call, grid: tuple[int, ...], scope: Scope) -> Layout | None:
    if any(one.name is not None for one in node.arguments):
        scope.error("P014", "`tiled` has no named arguments", node.span, "a name", help="write tiled(8, 8)")
        return None
    if len(node.arguments) != len(grid):
        message = f"tiles of {counted(len(node.arguments), 'dimension')} in a grid of {len(grid)}"
        scope.error("P032", message, node.span, "does not fit the grid", help="write one size for each dimension")
        return None
    sizes: list[int] = []
    for argument, cells in zip(node.arguments, grid, strict=True):
        value = evaluate(argument.value, scope)
        size = integer(value, "`tiled`: a size", argument.value, scope, most=cells)
        if size is None:
            return None
        sizes.append(size)
    return Layout(Curve.TILED, tuple(sizes))


def schedule_rule(node: syntax.Expression, scope: Scope) -> Schedule | None:
    """`auto`, `linear`, `hilbert` or `longest_first`; None for anything else, which is reported."""
    text = scope.text(node)
    if text not in SCHEDULES:
        scope.error("P010", f"`{text}` is not a schedule", node.span, "unknown schedule", help=nearest(text, SCHEDULES))
    return SCHEDULES.get(text)
