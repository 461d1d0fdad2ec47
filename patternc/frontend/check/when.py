"""`when(EXPR)`: a condition on integer expressions over q, k, h and n."""

from __future__ import annotations

from patternc.diagnostics import nearest
from patternc.frontend import syntax
from patternc.frontend.check.call_arguments import undeclared
from patternc.frontend.check.values import InputName, Poison, Scope, described, kind_text
from patternc.frontend.check.words import FOREIGN, LIMITS, MASKS, POSITIONS, RESERVED, speaks_of
from patternc.frontend.parser import snippet
from patternc.frontend.parser.unexpected_tokens import OF_OTHERS
from patternc.ir.facts import labels_in
from patternc.ir.intervals import ALWAYS, fits, value_range
from patternc.ir.mask import And, Arithmetic, Compare, Expression, InputKind, Label, Mask, Name, Not, Number, Or, Side
from patternc.source import Span

_AS_MASKS = {
    InputKind.OFFSETS: "document(@{0})",
    InputKind.LENGTHS: "padding(@{0})",
    InputKind.POSITIONS: "rows(0, @{0})",
    InputKind.PICKS: "selected(@{0})",
}
"""What reads an input that holds no labels."""
_WRITABLE = "write integers with + - * // % and parentheses"
_COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
_ARITHMETIC = ("+", "-", "*", "//", "%")


def condition(node: syntax.Expression, scope: Scope) -> Mask | None:
    """The condition as `Compare` under `And`, `Or` and `Not`; None if it is not a condition, which is reported."""
    operators = _operators(node)
    largest_condition = 200  # most operators, because some stages recurse over the expression tree
    if operators > largest_condition:
        message = f"a condition of {operators} operators, more than {largest_condition}"
        scope.error("P003", message, node.span, "too large")
        return None
    return _Reader(scope).condition(node)


def _operators(node: syntax.Expression) -> int:
    """The number of operators in an expression."""
    match node:
        case syntax.Chain(first, rest):
            return _operators(first) + sum(1 + _operators(step.operand) for step in rest)
        case syntax.Prefix(operators, operand):
            return len(operators) + _operators(operand)
        case _:
            return 0


class _Reader:
    """Reads one condition."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def condition(self, node: syntax.Expression) -> Mask | None:
        match node:
            case syntax.Prefix(operators, operand) if "not" in operators:
                inner = self.condition(operand)
                return inner if inner is None or len(operators) % 2 == 0 else Not(inner)
            case syntax.Chain(first, rest) if rest[0].operator in ("and", "or"):
                parts = [self.condition(one) for one in (first, *(step.operand for step in rest))]
                masks = tuple(one for one in parts if one is not None)
                if len(masks) < len(parts):
                    return None
                return And(masks) if rest[0].operator == "and" else Or(masks)
            case syntax.Chain(first, rest) if rest[0].operator in _COMPARISONS:
                return self._comparison(first, rest)
            case syntax.Sizes(mark=mark):
                help_ = OF_OTHERS.get(mark.id, "write a comparison, such as q == k")
                self.scope.error("P001", f"`{mark.id}` is unexpected here", mark.span, "no operator", help=help_)
                return None
            case _:
                text = self.scope.text(node)
                help_ = _condition_in_place_of(text, node)
                self.scope.error("P011", f"`{text}` is not a condition", node.span, "not a condition", help=help_)
                return None

    def _comparison(self, first: syntax.Expression, rest: tuple[syntax.Step, ...]) -> Mask | None:
        """`a < b <= c`, which holds when every pair does."""
        numbers = [self.number(one) for one in (first, *(step.operand for step in rest))]
        nodes = [number for number in numbers if number is not None]
        if len(nodes) < len(numbers):
            return None
        pairs = zip((step.operator for step in rest), nodes, nodes[1:], strict=False)
        compared = tuple(_compared(operator, left, right) for operator, left, right in pairs)
        return compared[0] if len(compared) == 1 else And(compared)

    def number(self, node: syntax.Expression) -> Expression | None:
        match node:
            case syntax.Index(syntax.Reference() as given, at):
                return self._label(given, at, node)
            case syntax.Reference():
                return self._label(node, None, node)
            case syntax.Name(id) if id in POSITIONS:
                return self._position(id, node)
            case syntax.Index(syntax.Name(id)) if id not in self.scope and f"@{id}" in self.scope:
                message = f"`{id}` is an input, which is read by `@{id}`"
                help_ = f"write @{self.scope.text(node)}"
                self.scope.error("P010", message, node.span, "an input", help=help_)
                return None
            case syntax.Name(id) if id not in self.scope and id not in RESERVED:
                if syntax.ANY in self.scope:  # its declaration could not be read
                    self.scope.findings.errors += 1
                    return None
                numbers = (name for name, value in self.scope.items() if isinstance(value, int))
                help_ = FOREIGN.get(id) or nearest(id, (*POSITIONS, *numbers))
                self.scope.unknown_name(f"unknown name `{id}`", node.span, "unknown name", help_)
                return None
            case _ if not speaks_of(POSITIONS, node):
                return self._constant(node)
            case syntax.Prefix(operators, operand) if set(operators) == {"-"}:
                inner = self.number(operand)
                return inner if inner is None or len(operators) % 2 == 0 else Arithmetic("-", Number(0), inner)
            case syntax.Chain(first, rest) if rest[0].operator in _ARITHMETIC:
                return self._arithmetic(first, rest)
            case _:
                text = self.scope.text(node)
                help_ = _integers_in_place_of(node)
                message = f"`{text}` is not an integer expression over q, k, h and n"
                self.scope.error("P011", message, node.span, "cannot be read here", help=help_)
                return None

    def _position(self, id: str, node: syntax.Name) -> Expression | None:  # noqa: A002 - a name's text
        if id not in self.scope:
            return Name(id)
        message = f"`{id}` is a position inside `when`, but this pattern also defines a value `{id}`"
        if id == "h":
            message = "`h` is the head inside `when`, but this pattern also defines a value `h`"
        if self.scope.findings.is_new(message):
            self.scope.error("P015", message, node.span, "ambiguous name", help="rename the value")
        else:
            self.scope.findings.errors += 1
        return None

    def _label(
        self, given: syntax.Reference, at: syntax.Expression | None, node: syntax.Expression
    ) -> Expression | None:
        """The label of the query or of the key, `@x[q]` or `@x[k]`. `at`: what stands in brackets."""
        if undeclared(given, InputKind.LABELS.value, self.scope):
            return None
        known, name = self.scope.value(given), given.name.id
        if not isinstance(known, InputName):
            return None
        if known.input.kind is not InputKind.LABELS:
            message = f"`@{name}` is {kind_text(known.input)}, and has no label for each position"
            help_ = f"declare `input {name}: labels`, or use it as a mask: {_AS_MASKS.get(known.input.kind, LIMITS)}"
            self.scope.error("P011", message, given.span, "the wrong kind", help=help_.format(name))
            return None
        match at:
            case syntax.Name("q" | "k" as side) if side not in self.scope:
                return Label(name, Side(side))
            case syntax.Name("q" | "k" as side):
                self._position(side, at)
                return None
            case _:
                message = f"`{self.scope.text(node)}` is not a label: labels are those of the query or of the key"
                help_ = f"write @{name}[q] or @{name}[k]"
                self.scope.error("P011", message, node.span, "whose label?", help=help_)
                return None

    def _constant(self, node: syntax.Expression) -> Expression | None:
        value = self.scope.value(node)
        if isinstance(value, int):
            return Number(value)
        if not isinstance(value, Poison):
            message = f"`when` compares integers, not {described(value)}"
            self.scope.error("P011", message, node.span, "not an integer")
        return None

    def _arithmetic(self, first: syntax.Expression, rest: tuple[syntax.Step, ...]) -> Expression | None:
        total = self.number(first)
        for step in rest:
            right = self.number(step.operand)
            if total is None or right is None:
                return None
            if step.operator in ("//", "%") and not self._divides(right, step.operand):
                return None
            total = Arithmetic(step.operator, total, right)
            if not fits(total, ALWAYS):
                self._too_large(total, first.span.to(step.operand.span))
                return None
        return total

    def _too_large(self, expression: Expression, span: Span) -> None:
        held = value_range(expression, ALWAYS)
        text, value = snippet(self.scope.findings.source, span), held.most if held.most >= -held.least else held.least
        message = f"`{text}` overflows 64 bits: it can be {value} in a sequence of {ALWAYS} positions"
        help_ = "keep factors small before they are multiplied, as in (q % 1000) * (k % 1000), or use smaller constants"
        if labels_in(expression):
            help_ = "labels are -2**62 to 2**62 - 1: take a remainder first, as in @x[q] % 1000 * 8"
        self.scope.error("P013", message, span, "too large", help=help_)

    def _divides(self, divisor: Expression, node: syntax.Expression) -> bool:
        if isinstance(divisor, Number) and divisor.value > 0:
            return True
        text = self.scope.text(node)
        known = isinstance(divisor, Number)
        zero = known and divisor == Number(0)
        message = f"`{text}` is {'zero' if zero else 'negative'}" if known else f"`{text}` may be zero"
        help_ = "divide by a constant above 0"
        self.scope.error("P020", message, node.span, "division by zero" if zero else "a divisor", help=help_)
        return False


def _condition_in_place_of(text: str, node: syntax.Expression) -> str:
    """A suggestion for an expression that is not a condition."""
    match node:
        case syntax.Prefix(operators) if "!" in operators:
            return "write `not`"
        case syntax.Chain(_, rest) if rest[0].operator in ("&", "|"):
            return f"join conditions with `{'and' if rest[0].operator == '&' else 'or'}`"
        case syntax.Index(syntax.Reference()):
            return f"write `{text} != 0`"
        case _ if speaks_of(POSITIONS, node):
            return f"write `{text} == 0`"
        case _ if speaks_of(MASKS, node):
            return f"write masks outside `when`: {text} & when(q - k < 64)"
        case _:
            return "write when(q - k < 64)"


def _integers_in_place_of(node: syntax.Expression) -> str:
    """A suggestion for an expression that is not an integer."""
    match node:
        case syntax.Chain(_, rest) if rest[0].operator in ("&", "|"):
            return "join conditions with `and` and `or`, and integers with + - * // %"
        case syntax.Chain(_, rest) if rest[0].operator == "**":
            return "write the product, as q * q"
        case syntax.Call():
            return "compare without functions: -3 < q - k < 3, or q < 3 and k < 3"
        case _:
            return _WRITABLE


def _compared(operator: str, left: Expression, right: Expression) -> Mask:
    match operator:
        case "==":
            return Compare("==", left, right)
        case "!=":
            return Not(Compare("==", left, right))
        case "<":
            return Compare("<", left, right)
        case ">":
            return Compare("<", right, left)
        case "<=":
            return Not(Compare("<", right, left))
        case _:
            return Not(Compare("<", left, right))
