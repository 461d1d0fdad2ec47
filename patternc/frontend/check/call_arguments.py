"""Calls of the language's functions and of primitives, with their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from patternc.diagnostics import Findings, nearest
from patternc.frontend import syntax, typed
from patternc.frontend.check.values import (
    LARGEST,
    MOST_ITEMS,
    POISON,
    InputName,
    Masked,
    Poison,
    Scope,
    Value,
    Word,
    counted,
    described,
    integer_for,
    kind_text,
)
from patternc.frontend.check.words import (
    FOREIGN_FUNCTIONS,
    FUNCTIONS,
    MASKS,
    PRIMITIVE_WORDS,
    RESERVED,
    SCORES,
    nearest_mask,
)
from patternc.frontend.primitives import Complaint, Parameter, Primitive, parameters
from patternc.frontend.primitives.positions import Window
from patternc.frontend.primitives.primitive import End
from patternc.ir.inputs import input_facts
from patternc.ir.mask import InputKind
from patternc.source import Span


def call(node: syntax.Call, scope: Scope) -> Value:
    """The value of a call; POISON if the call is wrong, which is reported."""
    word = node.function.id
    if word in PRIMITIVE_WORDS:
        return _primitive(PRIMITIVE_WORDS[word], node, scope)
    if word in FUNCTIONS:
        return _function(node, scope)
    if word in scope:
        scope.error("P011", f"`{word}` is {described(scope[word])}, not a function", node.function.span, "no function")
    elif word in SCORES:
        scope.error("P025", f"`{word}` is a score modifier", node.span, "not here", help=f"write `score {word}(...)`")
    else:
        help_ = FOREIGN_FUNCTIONS.get(word) or nearest_mask(word, (*MASKS, *FUNCTIONS))
        message = f"`{word}` is not a primitive or function"
        scope.unknown_name(message, node.function.span, "unknown name", help_)
    return POISON


# ---- primitives ------------------------------------------------------------------------------------------------------
def _primitive(kind: type[Primitive], node: syntax.Call, scope: Scope) -> Value:
    """A primitive whose arguments are checked one by one against its parameters, and then together."""
    known = parameters(kind)
    given = bind(node, tuple(one.name for one in known), scope)
    if kind is Window and given is not None and len(given) == 2 and _is_unbounded(given, scope):
        return POISON
    values: dict[str, int | str | Enum] = {}
    fine = given is not None
    for parameter in known:
        argument = (given or {}).get(parameter.name)
        value = _default(parameter, values) if argument is None else _argument(parameter, argument, node, scope)
        if value is not None:
            values[parameter.name] = value
        elif argument is None and fine and parameter.same_as is None:
            message = f"`{kind.word}` needs `{parameter.name}`"
            scope.error("P014", message, node.span, "argument missing", help=f"write {_signature(kind)}")
            fine = False
        else:
            fine = False
    if not fine:
        return POISON
    primitive = kind(**values)
    errors = report(
        primitive.complaints(), {name: one.span for name, one in (given or {}).items()}, node.span, scope.findings
    )
    return POISON if errors else Masked(typed.Leaf(primitive, node.span))


def _is_unbounded(given: Mapping[str, syntax.Expression], scope: Scope) -> bool:
    """Report a window with a side of -1, which is no bound in flash-attention; returns whether it is one."""
    sides = {name: scope.value(one) for name, one in given.items()}
    left, right = sides["left"], sides["right"]
    match left, right:
        case -1, -1:
            form = "full"
        case -1, 0:
            form = "causal"
        case -1, int() if right > 0:
            form = f"when(k <= q + {right})"
        case int(), -1 if left >= 0:
            form = f"when(k >= q - {left})" if left else "when(k >= q)"
        case _:
            return False
    side = "left" if left == -1 else "right"
    message = f"`window`: `{side}` is -1; it must be at least 0"
    span = given[side].span
    scope.error("P013", message, span, "too small", help=f"for no bound on that side write `{form}`")
    return True


def bind(node: syntax.Call, known: Sequence[str], scope: Scope) -> dict[str, syntax.Expression] | None:
    """Arguments by parameter name; None if one is unknown, repeated or superfluous, which is reported."""
    given: dict[str, syntax.Expression] = {}
    fine, named = True, False
    word = node.function.id
    for place, argument in enumerate(node.arguments):
        if argument.name is None and named:
            scope.error(
                "P014", f"`{word}`: a positional argument after a named one", argument.span, "name this argument too"
            )
            return None
        if argument.name is None and place >= len(known):
            takes = counted(len(known), "argument") if known else "no arguments"
            message = f"`{word}` takes {takes}, not {len(node.arguments)}"
            scope.error(
                "P014",
                message,
                argument.span,
                "one too many",
                help=f"write {word}({', '.join(known)})" if known else f"write {word}",
            )
            return None
        named = named or argument.name is not None
        name = known[place] if argument.name is None else argument.name.id
        at = argument.span if argument.name is None else argument.name.span
        if name not in known:
            if fine:
                help_ = nearest(name, known)
                scope.error("P014", f"`{word}` has no argument `{name}`", at, "unknown argument", help=help_)
            fine = False
        elif name in given:
            scope.error("P015", f"`{word}`: argument `{name}` is repeated", at, "repeated")
            fine = False
        else:
            given[name] = argument.value
    return given if fine else None


def _default(parameter: Parameter, values: Mapping[str, int | str | Enum]) -> int | str | Enum | None:
    return parameter.default if parameter.same_as is None else values.get(parameter.same_as)


def _argument(
    parameter: Parameter,
    argument: syntax.Expression,
    node: syntax.Call,
    scope: Scope,
) -> int | str | Enum | None:
    """An argument converted for its parameter; None if it does not fit, which is reported."""
    owner = f"`{node.function.id}`: `{parameter.name}`"
    if parameter.input_kind is not None and undeclared(argument, str(parameter.input_kind.value), scope):
        return None
    named = isinstance(argument, syntax.Name) and argument.id != End.N.value
    value = (
        scope.value(argument) if not parameter.words or (named and End.N in parameter.words) else scope.word(argument)
    )
    return fitted(value, parameter, owner, argument.span, scope)


def undeclared(node: syntax.Expression, kind: str, scope: Scope) -> bool:
    """Report an undeclared input or a name that lacks its `@`; returns whether it reported one."""
    match node:
        case syntax.Reference(syntax.Name(id)) if f"@{id}" not in scope:
            message, label = f"`@{id}` is not an input of this pattern", "unknown input"
        case syntax.Name(id) if id not in scope and id not in RESERVED:
            message, label = f"unknown name `{id}`", "unknown name"
        case _:
            return False
    if syntax.ANY in scope:  # its declaration could not be read
        scope.findings.errors += 1
        return True
    known = [name for name in scope if name.startswith("@")]
    help_ = nearest(f"@{id}", known) if known else f"declare `input {id}: {kind}` above, and write `@{id}`"
    scope.unknown_name(message, node.span, label, help_)
    return True


def fitted(value: Value, parameter: Parameter, owner: str, span: Span, scope: Scope) -> int | str | Enum | None:
    """The value of an argument for its parameter."""
    choices = {str(word.value): word for word in parameter.words}
    match value:
        case Poison():
            return None
        case InputName(input_) if input_.kind is parameter.input_kind:
            return input_.name
        case InputName(input_) if parameter.input_kind is not None:
            message = (
                f"{owner} is an input of kind {parameter.input_kind.value}, but `@{input_.name}` is {kind_text(input_)}"
            )
            help_ = f"declare `input {input_.name}: {parameter.input_kind.value}`, or name another"
            if input_.kind is InputKind.LABELS:
                help_ = f"write when(@{input_.name}[q] == @{input_.name}[k]), or {help_}"
            scope.error("P011", message, span, "the wrong kind", help=help_)
            return None
        case int() if parameter.least is not None:
            if value >= parameter.least:
                return value
            message = f"{owner} is {value}; it must be at least {parameter.least}"
            scope.error("P013", message, span, "too small", help=f"write {parameter.least} or more")
            return None
        case Word(text) if text in choices:
            return choices[text]
        case Word(text) if choices:
            scope.error("P010", f"{owner} cannot be `{text}`", span, "unknown word", help=nearest(text, choices))
            return None
    kinds = ["an integer"] if parameter.least is not None else []
    kinds += [] if parameter.input_kind is None else [f"an input (`@name`) of kind {parameter.input_kind.value}"]
    wanted = " or ".join(kinds + [f"`{word}`" for word in choices])
    help_ = integer_for(value) if parameter.least is not None and parameter.input_kind is None else ""
    if parameter.input_kind is not None and parameter.least is None and isinstance(value, int) and value > 0:
        help_ = _fixed(parameter.input_kind, value)
    scope.error("P011", f"{owner} must be {wanted}, not {described(value)}", span, f"not {wanted}", help=help_)
    return None


def _fixed(kind: InputKind, value: int) -> str:
    """A hint for a number in place of an input, which is the same for every batch entry."""
    form = f"{input_facts(kind).fixed}({value})"
    return f"write `{form}` if it is the same in every call, or declare an input of kind {kind.value}"


def report(complaints: Sequence[Complaint], places: Mapping[str, Span], otherwise: Span, findings: Findings) -> bool:
    """Report a primitive's complaints at its arguments; returns whether one was an error."""
    for complaint in complaints:
        span = places.get(complaint.parameter, otherwise)
        if complaint.severity == "error":
            findings.error(complaint.code, complaint.message, span, complaint.label, help=complaint.help)
        else:
            findings.warning(complaint.code, complaint.message, span, complaint.label, help=complaint.help)
    return any(one.severity == "error" for one in complaints)


def _signature(kind: type[Primitive]) -> str:
    return f"{kind.word}({', '.join(needed(kind))})"


def needed(kind: type[Primitive]) -> tuple[str, ...]:
    """The mandatory arguments of a primitive, inputs written as `@name` unless they are a size as a rule."""
    known = (one for one in parameters(kind) if one.default is None and not one.same_as)
    return tuple(f"@{one.name}" if one.input_kind is not None and not one.least else one.name for one in known)


# ---- functions -------------------------------------------------------------------------------------------------------
def _function(node: syntax.Call, scope: Scope) -> Value:
    word = node.function.id
    values = [scope.value(argument.value) for argument in node.arguments]
    for argument in node.arguments:
        if argument.name is not None:
            scope.error("P014", f"`{word}` has no named arguments", argument.name.span, "a name")
            return POISON
    if any(isinstance(value, Poison) for value in values):
        return POISON
    match word, values:
        case "len", [tuple() as items]:
            return len(items)
        case "range", [int(), *_] if len(values) <= 3 and all(isinstance(value, int) for value in values):
            return _range([value for value in values if isinstance(value, int)], node.span, scope)
        case "cdiv", [int() as left, int() as right]:
            return _cdiv(left, right, node.span, scope)
        case (("min" | "max"), [tuple() as items]):
            return _extreme(word, items, node.span, scope)
        case (("min" | "max"), [_, _, *_]):
            return _extreme(word, values, node.span, scope)
        case "zip", [tuple(), *_]:
            return _zip(node, values, scope)
    takes = {
        "len": "one list",
        "range": "one to three integers",
        "cdiv": "two integers",
        "zip": "lists",
    }.get(word, "one list, or two or more numbers")
    got = ", ".join(described(value) for value in values) or "nothing"
    scope.error("P014", f"`{word}` takes {takes}, not {got}", node.span, "does not fit")
    return POISON


def _range(bounds: list[int], span: Span, scope: Scope) -> Value:
    if len(bounds) == 3 and bounds[2] == 0:
        scope.error("P020", "`range` with step 0 never ends", span, "step 0")
        return POISON
    items = range(*bounds)
    if len(items) > MOST_ITEMS:
        message, help_ = f"a range of {len(items)} items, more than {MOST_ITEMS}", f"at most range({MOST_ITEMS})"
        scope.error("P021", message, span, "too long", help=help_)
        return POISON
    return tuple(items)


def _cdiv(left: int, right: int, span: Span, scope: Scope) -> Value:
    if right == 0:
        scope.error("P020", f"cdiv({left}, 0) divides by zero", span, "division by zero")
        return POISON
    result = -(-left // right)
    return result if abs(result) <= LARGEST else POISON


def _extreme(word: str, items: Sequence[Value], span: Span, scope: Scope) -> Value:
    numbers = [item for item in items if isinstance(item, (int, float))]
    if not items or len(numbers) != len(items):
        what = "an empty list" if not items else "what is not a number"
        scope.error("P011", f"`{word}` of {what}", span, "no value")
        return POISON
    return min(numbers) if word == "min" else max(numbers)


def _zip(node: syntax.Call, values: Sequence[Value], scope: Scope) -> Value:
    lists = [value for value in values if isinstance(value, tuple)]
    lengths = sorted({len(one) for one in lists})
    if len(lists) != len(values) or len(lengths) != 1:
        got = " and ".join(described(value) for value in values)
        code = "P011" if len(lists) != len(values) else "P016"
        scope.error(code, f"`zip` takes lists of equal length, not {got}", node.span, "lengths differ")
        return POISON
    return tuple(zip(*lists, strict=True))
