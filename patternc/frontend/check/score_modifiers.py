"""`score`: the score modifiers in written order, each at most once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from patternc.diagnostics import Related, nearest
from patternc.frontend import syntax
from patternc.frontend.check.call_arguments import bind, undeclared
from patternc.frontend.check.expressions import evaluate
from patternc.frontend.check.values import InputName, Poison, Scope, Value, described, kind_text
from patternc.frontend.check.words import GRID, SCORES
from patternc.ir import mask as mask_ir
from patternc.ir.mask import InputKind
from patternc.ir.scores import inputs_of_scores
from patternc.source import Span


@dataclass(slots=True)
class Scores:
    """The score modifiers of a pattern so far."""

    modifiers: list[mask_ir.Score] = field(default_factory=list)
    scale: float | None = None
    first: dict[str, Span] = field(default_factory=dict)

    def add(self, node: syntax.Expression, scope: Scope) -> None:
        """Add a modifier."""
        word = node.function.id if isinstance(node, syntax.Call) else node.id if isinstance(node, syntax.Name) else ""
        if word not in SCORES:
            text = scope.text(node)
            scope.error("P010", f"`{text}` is not a score modifier", node.span, "unknown", help=nearest(word, SCORES))
            return
        if word in self.first:
            related = (Related(self.first[word], "first written here"),)
            scope.error("P015", f"`score {word}` is written twice", node.span, "repeated", related=related)
            return
        self.first[word] = node.span
        self._known(word, node, scope)

    def later(self) -> Iterator[tuple[int, str, Span]]:
        """The forms that are younger than the first edition: the edition of each, what it is called, and where."""
        for modifier in self.modifiers:
            match modifier:
                case mask_ir.Alibi(name) if name:
                    yield 2, f"`score alibi(@{name})`", self.first["alibi"]
                case mask_ir.PairBias(name):
                    yield 2, f"`score bias(@{name})` of pairs", self.first["bias"]
                case mask_ir.Bias(name) if modifier.grid:
                    yield 2, f"`score bias(@{name})` by cells of a grid", self.first["bias"]

    def _known(self, word: str, node: syntax.Expression, scope: Scope) -> None:
        given = isinstance(node, syntax.Call) and node.arguments
        if word == "alibi" and not given:
            self.modifiers.append(mask_ir.Alibi(span=node.span))
            return
        if word in _TABLED:
            modifier = _tabled(word, node, scope)
            if modifier is not None and (
                twice := {*inputs_of_scores([modifier])} & {*inputs_of_scores(self.modifiers)}
            ):
                message = f"`@{min(twice)}` is read by another score modifier"
                scope.error("P015", message, node.span, "read twice", help="declare an input for each")
            self.modifiers += [] if modifier is None else [modifier]
            return
        value = _positive(word, node, scope)
        if value is None:
            return
        if word == "softcap":
            self.modifiers.append(mask_ir.Softcap(value))
        else:
            self.scale = value


_TABLED = {"bias": "table(heads, 2 * R + 1)", "sink": "table(heads)", "alibi": "table(heads)"}
"""The modifiers that take an input, and its kind."""


def _tabled(word: str, node: syntax.Expression, scope: Scope) -> mask_ir.Score | None:
    """The modifier with the input that it takes; None if it is of another kind, which is reported."""
    call = node if isinstance(node, syntax.Call) else syntax.Call(syntax.Name(word), (), span=node.span)
    given = bind(call, ("table",), scope)
    if given is None:
        return None
    kinds = [_TABLED[word]]
    grid = _grid(scope)
    if word == "bias" and len(grid) > 1:
        kinds.append(f"table(heads{''.join(f', 2 * {radius} + 1' for radius in 'RST'[: len(grid)])})")
    if word == "bias":
        kinds.append("pairs(heads)")
    wanted = " or ".join(kinds)
    if "table" not in given:
        help_ = f"declare `input t: {wanted}` and write {word}(@t)"
        scope.error("P014", f"`{word}` needs an input", node.span, "argument missing", help=help_)
        return None
    if undeclared(given["table"], wanted, scope):
        return None
    value = evaluate(given["table"], scope)
    modifier = _modifier(word, value, grid, node.span)
    unknown = isinstance(value, Poison) or (word == "bias" and isinstance(scope.get(GRID), Poison))
    if modifier is None and not unknown:
        named = value.input if isinstance(value, InputName) else None
        got = f"`@{named.name}` is {kind_text(named)}" if named else f"this is {described(value)}"
        help_ = f"declare {' or '.join(f'`input t: {kind}`' for kind in kinds)}"
        if word == "bias" and named and named.shape[2:] and not grid:
            help_ += ", or write `grid` before it: a table of several dimensions is read by cells"
        message = f"`{word}` needs an input of kind {wanted}, but {got}"
        scope.error("P011", message, given["table"].span, "the wrong kind", help=help_)
    return modifier


def _grid(scope: Scope) -> tuple[int, ...]:
    """The sizes of the pattern's grid; empty if it has none."""
    found = scope.get(GRID)
    return tuple(size for size in found if isinstance(size, int)) if isinstance(found, tuple) else ()


def _modifier(word: str, value: Value, grid: tuple[int, ...], span: Span) -> mask_ir.Score | None:
    """The modifier that reads an input; None if it can't read this."""
    match value:
        case InputName(mask_ir.Input(name, InputKind.TABLE, (None,))) if word == "sink":
            return mask_ir.Sink(name)
        case InputName(mask_ir.Input(name, InputKind.TABLE, (None,))) if word == "alibi":
            return mask_ir.Alibi(name, span=span)
        case InputName(mask_ir.Input(name, InputKind.PAIRS)) if word == "bias":
            return mask_ir.PairBias(name)
        case InputName(mask_ir.Input(name, InputKind.TABLE, (None, *widths))) if word == "bias":
            radii = tuple(width // 2 for width in widths if width is not None and width % 2)
            if len(radii) == len(widths) in (1, len(grid)):
                return mask_ir.Bias(name, radii[0], radii[1:], grid if radii[1:] else ())
    return None


def _positive(word: str, node: syntax.Expression, scope: Scope) -> float | None:
    """The argument of `softcap` or `scale`: a number above 0, well within the range of float32."""
    name = "c" if word == "softcap" else "x"
    call = node if isinstance(node, syntax.Call) else syntax.Call(syntax.Name(word), (), span=node.span)
    given = bind(call, (name,), scope)
    if given is None:
        return None
    if name not in given:
        scope.error("P014", f"`{word}` needs `{name}`", node.span, "argument missing", help=f"write {word}({name})")
        return None
    value = evaluate(given[name], scope)
    if isinstance(value, Poison):
        return None
    if not isinstance(value, (int, float)):
        scope.error("P011", f"`{word}` needs a number, not {described(value)}", given[name].span, "not a number")
        return None
    if not (math.isfinite(value) and value > 0):
        scope.error("P013", f"`{word}` is {value}; it must be above 0", given[name].span, "not above 0")
        return None
    exponent = 100  # of 2, for the factors of scores: products stay finite in float32
    if not 2.0**-exponent <= value <= 2.0**exponent:
        message = f"`{word}` is {value}; it must be from 2**-{exponent} to 2**{exponent}"
        scope.error("P013", message, given[name].span, "outside the range for float32 scores")
        return None
    return float(value)
