"""Pattern parameters: their defaults and the values of `-D NAME=VALUE`."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import replace

from patternc.diagnostics import Findings, Rejected, nearest
from patternc.frontend import syntax, typed
from patternc.frontend.check.expressions import evaluate
from patternc.frontend.check.pattern_body import define
from patternc.frontend.check.values import LARGEST, POISON, Masked, Poison, Scope, Value, Word, described, written
from patternc.frontend.parser import parse_expression
from patternc.source import Source, Span


class Keywords(dict[str, str]):
    """Values that were not typed after `-D`, but as keyword arguments of Python or in a configuration file.

    Errors spell them so.
    """


class Overrides:
    """The values of `-D` or of keywords, each applied to every pattern with a parameter of that name."""

    def __init__(self, texts: Mapping[str, str], findings: Findings) -> None:
        self.texts = texts
        self.findings = findings
        self.option = "" if isinstance(texts, Keywords) else "-D "

    def parameters(self, pattern: syntax.Pattern) -> Scope:
        """The values of the parameters; a default may use the parameters before it."""
        scope = Scope(self.findings)
        for parameter in pattern.parameters:
            define(parameter.name, self._value(parameter, scope), scope)
        return scope

    def unused(self, tree: syntax.File) -> None:
        """Report overrides for which no pattern has a parameter."""
        patterns = [item for item in tree.items if isinstance(item, syntax.Pattern)]
        known = [one.name.id for pattern in patterns for one in pattern.parameters]
        for name in self.texts:
            if name not in known:
                message = f"{self.option}{name}={self.texts[name]}: no pattern has a parameter `{name}`"
                help_ = nearest(name, known) or "the pattern has no parameters"
                self.findings.error("P022", message, patterns[0].name.span if patterns else None, help=help_)

    def _value(self, parameter: syntax.Parameter, scope: Scope) -> Value:
        name = parameter.name.id
        default = None if parameter.default is None else evaluate(parameter.default, scope)
        if name in self.texts:
            return self._given(parameter, self.texts[name], default)
        if default is None:
            message = f"parameter `{name}` has no value"
            help_ = f"write {name}=... or pass {self.option}{name}=..."
            scope.error("P022", message, parameter.span, "no default", help=help_)
            return POISON
        return default

    def _given(self, parameter: syntax.Parameter, text: str, default: Value | None) -> Value:
        name = parameter.name.id
        shown = f"{self.option}{name}={text}"
        try:
            source = Source(shown, text)
            inner = Findings(source)
            value = Scope(inner).value(_expression(text, source))
            inner.finish()
        except Rejected as rejected:
            first = rejected.diagnostics[0]
            message = f"{shown}: {first.message}"
            help_ = first.help
            if first.code == "P010" and isinstance(default, int | float | tuple):
                help_ = self._mended(name, Word(text), default)
            self.findings.error("P022", message, parameter.span, "for this parameter", help=help_)
            return POISON
        if default is None or isinstance(default, Poison) or _kind(value) == _kind(default):
            return _standing(value, parameter.span)
        if isinstance(default, float) and isinstance(value, int):
            return float(value)
        message = f"{shown}: `{name}` must be {_wanted(default)}, as its default is; {described(value)} is not"
        self.findings.error(
            "P022", message, parameter.span, "for this parameter", help=self._mended(name, value, default)
        )
        return POISON

    def _mended(self, name: str, value: Value, default: Value) -> str:
        """A suggestion for a value whose kind differs from the default's."""
        if isinstance(default, tuple) and default and _kind(value) == _kind(default[0]):
            return f"write {self._spelled(name, (value,))}"
        if isinstance(default, int) and isinstance(value, float) and abs(value) < LARGEST:
            return " or ".join(
                f"write {self._spelled(name, one)}" for one in sorted({math.floor(value), math.ceil(value)})
            )
        if isinstance(default, int | float | tuple):
            return f"write a value like the default: {self._spelled(name, default)}"
        return ""

    def _spelled(self, name: str, value: Value) -> str:
        """The text that sets a parameter: the option as typed in a shell, or the keyword argument."""
        text = written(value)
        if not self.option:
            return f"{name}={text}"
        if isinstance(value, tuple) and len(value) > 1 and not any(isinstance(one, tuple) for one in value):
            text = text[1:-1].replace(" ", "")
        return f"-D {shlex.quote(f'{name}={text}')}"


def _expression(text: str, source: Source) -> syntax.Expression:
    """The expression of a text; `8, 16` is the list [8, 16], because shells give brackets a meaning of their own."""
    try:
        return parse_expression(source)
    except Rejected as rejected:
        if "," not in text:
            raise
        try:
            return parse_expression(Source(source.name, f"[{text}]"))
        except Rejected:
            raise rejected from None


def _standing(value: Value, span: Span) -> Value:
    """A value whose masks get a span in the file, because their own spans refer to the text of an override."""
    match value:
        case Masked(mask, depth, size):
            return Masked(typed.mapped(mask, lambda part: replace(part, span=span)), depth, size)
        case tuple():
            return tuple(_standing(one, span) for one in value)
        case _:
            return value


def _wanted(default: Value) -> str:
    """The values that may replace a default, as a phrase in a sentence."""
    match default:
        case tuple():
            kinds = {_PLURALS.get(_kind(one), "values") for one in default}
            return f"a list of {kinds.pop() if len(kinds) == 1 else 'values'}"
        case int():
            return "an integer"
        case float():
            return "a number"
        case str():
            return "a text"
        case Word():
            return "a word"
        case Masked():
            return "a mask"
        case _:
            return "a value of the same kind"


_PLURALS = {"int": "integers", "float": "numbers", "list": "lists", "word": "words", "mask": "masks", "str": "texts"}


def _kind(value: Value) -> str:
    match value:
        case tuple():
            return "list"
        case Word():
            return "word"
        case Masked():
            return "mask"
        case _:
            return type(value).__name__
