"""`input NAME: KIND`: declarations of runtime inputs."""

from __future__ import annotations

import builtins
import keyword
from dataclasses import replace

from patternc.frontend import syntax
from patternc.frontend.check.expressions import evaluate
from patternc.frontend.check.special_calls import integer
from patternc.frontend.check.values import Scope
from patternc.frontend.check.words import KINDS, OWNERS, nearest_mask
from patternc.ir.facts import keyword_of
from patternc.ir.mask import Input, InputKind
from patternc.source import Span

# What generated functions call their other arguments, and functions they call: those that a user meets.
_ATTENTION = (
    "query",
    "key",
    "value",
    "scale",
    "q_offset",
    "k_offset",
    "seq_len",
    "head_offset",
    "num_heads",
    "return_lse",
)
_OPTIONS = ("selection", "dropout", "seed", "validate")
_BESIDE = ("head", "heads", "n", "self", "x", "cache", "attention", "reference", "mask")
_RING = ("mesh", "dim", "rank", "kv_heads", "ring_attention", "ring_decode")
_BUILTIN = frozenset(dir(builtins)) - {"hash", "id", "set", "type"}  # generated functions call none of these four
TAKEN = frozenset((*_ATTENTION, *_OPTIONS, *_BESIDE, *_RING))
_WITH_ARGUMENTS = (InputKind.TABLE.value, InputKind.PICKS.value)
_WORDS = tuple(kind for kind in KINDS if kind not in _WITH_ARGUMENTS)  # kinds whose shape follows from the call


def declared(statement: syntax.Input, span: Span, scope: Scope) -> Input | None:
    """The input that a statement declares; None if the declaration is wrong, which is reported."""
    named = _may_call(statement.name, scope)
    kind = _kind(statement.kind, scope)
    if kind is None or not named:
        return None
    return replace(kind, name=statement.name.id, span=span)


def _may_call(name: syntax.Name, scope: Scope) -> bool:
    if f"@{name.id}" in scope:
        scope.error("P015", f"two inputs are called `{name.id}`", name.span, "the second", help="choose another name")
        return False
    if keyword_of(name.id) != name.id:
        message = f"an input cannot be called `{name.id}`: that is what keys have of an input `{keyword_of(name.id)}`"
        scope.error("P015", message, name.span, "taken", help="choose another name")
        return False
    if is_taken(name.id):
        message = f"an input cannot be called `{name.id}`: inputs become arguments of a Python function"
        scope.error("P015", message, name.span, "taken", help="choose another name")
        return False
    return True


def is_taken(name: str) -> bool:
    """Whether a name can't be that of an input, whatever the pattern is."""
    return name in TAKEN or keyword.iskeyword(name) or name in _BUILTIN or name.startswith("_")


def _kind(node: syntax.Expression, scope: Scope) -> Input | None:
    """An input of the kind, which has no name yet."""
    match node:
        case syntax.Name(word) if word in _WORDS:
            return Input("", InputKind(word))
        case syntax.Call(syntax.Name("table"), arguments) if arguments:
            shape = _shape(arguments, scope)
            return None if shape is None else Input("", InputKind.TABLE, shape)
        case syntax.Call(syntax.Name("pairs"), (syntax.Argument(None, syntax.Name("heads")),)):
            return Input("", InputKind.PAIRS, (None,))
        case syntax.Call(syntax.Name("pairs")):
            help_ = "write `pairs(heads)`, numbers of each head, or `pairs`, the same of all"
            scope.error("P014", "`pairs` takes `heads` alone", node.span, "arguments", help=help_)
        case syntax.Call(syntax.Name(word), (syntax.Argument(None, syntax.Name(owner)),)) if (
            word == InputKind.PICKS.value and owner in OWNERS
        ):
            return Input("", InputKind.PICKS, owner=OWNERS[owner])
        case syntax.Name(InputKind.PICKS.value) | syntax.Call(syntax.Name(InputKind.PICKS.value)):
            message = "`selection` needs the heads that share its lists"
            help_ = "write selection(shared) for one list of all heads, selection(kv_heads) or selection(heads)"
            scope.error("P014", message, node.span, f"one of {', '.join(OWNERS)}", help=help_)
        case syntax.Name("table") | syntax.Call(syntax.Name("table")):
            help_ = "write table(heads), or table(heads, 2 * 128 + 1)"
            scope.error("P014", "`table` needs its shape", node.span, "no dimensions", help=help_)
        case syntax.Call(syntax.Name(word)) if word in _WORDS:
            scope.error("P014", f"`{word}` takes no arguments", node.span, "arguments", help=f"write `{word}`")
        case _:
            text = scope.text(node)
            help_ = nearest_mask(text, KINDS)
            scope.error("P010", f"`{text}` is not an input kind", node.span, "unknown kind", help=help_)
    return None


def _shape(arguments: tuple[syntax.Argument, ...], scope: Scope) -> tuple[int | None, ...] | None:
    """The dimensions of a table; None stands for the number of heads."""
    most_dimensions = 4  # of a table
    if len(arguments) > most_dimensions:
        message = f"a table of {len(arguments)} dimensions; the limit is {most_dimensions}"
        scope.error("P013", message, arguments[-1].span, "too many")
        return None
    found: list[int | None] = []
    for argument in arguments:
        if argument.name is not None:
            scope.error("P014", "`table` has no named arguments", argument.name.span, "a name")
            return None
        if argument.value == syntax.Name("heads"):
            found.append(None)
            continue
        # The most entries of one dimension.
        size = integer(evaluate(argument.value, scope), "`table`: a dimension", argument.value, scope, most=1 << 28)
        if size is None:
            return None
        found.append(size)
    return tuple(found)
