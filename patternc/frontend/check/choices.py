"""Statements whose value is one of a few words: `combine`, `uncovered`, `heads partition`, and arguments of `ring`."""

from __future__ import annotations

from collections.abc import Iterable

from patternc.diagnostics import Findings, nearest
from patternc.frontend import syntax
from patternc.frontend.check.expressions import Scope, evaluate
from patternc.frontend.check.values import Poison, Word, described
from patternc.frontend.check.words import COMBINES, EXTRAS, UNCOVERED
from patternc.frontend.parser import snippet
from patternc.ir.mask import Combine, Uncovered


def combine_rule(node: syntax.Expression, scope: Scope, findings: Findings) -> Combine | None:
    """`lse`, `lse(detach)`, `mean` or `sum`; None for anything else, which is reported."""
    if isinstance(node, syntax.Call) and node.function.id in COMBINES:
        match node:
            case syntax.Call(syntax.Name("lse"), (syntax.Argument(None, syntax.Name("detach")),)):
                return Combine.LSE_DETACH
            case _:
                message = f"`{snippet(findings.source, node.span)}` is not a combine rule"
                findings.error(
                    "P014", message, node.span, "wrong arguments", help="only `lse` takes an argument: lse(detach)"
                )
                return None
    word = word_of(node, scope, findings, "combine", (*COMBINES, "lse(detach)"))
    return None if word is None else COMBINES[word]


def uncovered_rule(node: syntax.Expression, scope: Scope, findings: Findings) -> Uncovered:
    """`zero` or `error`."""
    word = word_of(node, scope, findings, "uncovered", UNCOVERED)
    return Uncovered.ZERO if word is None else UNCOVERED[word]


def extra_first(node: syntax.Expression, scope: Scope, findings: Findings) -> bool | None:
    """Whether a partition gives the extra heads to the first groups; None if it is not a partition."""
    match node:
        case syntax.Call(syntax.Name("partition"), (syntax.Argument(syntax.Name("extra"), rule),)):
            word = word_of(rule, scope, findings, "partition: `extra`", EXTRAS)
            return None if word is None else word == "first"
        case _:
            text = snippet(findings.source, node.span)
            message = f"`heads {text}` is neither a range nor a partition"
            help_ = "write `heads 0..4 { ... }` or `heads partition(extra=first)`"
            findings.error("P014", message, node.span, "not a range or partition", help=help_)
            return None


def word_of(node: syntax.Expression, scope: Scope, findings: Findings, owner: str, known: Iterable[str]) -> str | None:
    """The word that an expression is, if it is one of the known words."""
    words = [word for word in known if "(" not in word]
    direct = isinstance(node, syntax.Name) and node.id not in scope
    value = Word(node.id) if isinstance(node, syntax.Name) and direct else evaluate(node, scope, findings)
    owner = owner if "`" in owner else f"`{owner}`"
    if isinstance(value, Word) and value.text in words:
        return value.text
    if isinstance(value, Word):
        findings.error(
            "P010", f"{owner} cannot be `{value.text}`", node.span, "unknown word", help=nearest(value.text, known)
        )
    elif not isinstance(value, Poison):
        message = f"{owner} must be one of {', '.join(known)}, not {described(value)}"
        findings.error("P011", message, node.span, "not one of them")
    return None
