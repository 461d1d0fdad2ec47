"""Syntax tree to typed program: resolves every name and fills in every default, or collects all diagnostics."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from patternc.diagnostics import Diagnostic, Findings, Related
from patternc.frontend import syntax, typed
from patternc.frontend.check.groups import groups
from patternc.frontend.check.module_blocks import modules
from patternc.frontend.check.overrides import Overrides
from patternc.frontend.check.pattern_body import Block, Collector
from patternc.frontend.check.placement import check_places, of_branch
from patternc.frontend.check.rings import check_ring
from patternc.frontend.check.sources import check_sources, parts
from patternc.frontend.check.values import written
from patternc.frontend.check.words import RESERVED
from patternc.ir.inputs import input_facts
from patternc.ir.joined import Join
from patternc.ir.mask import Combine, Input, KeySource, Sink, TileOrder
from patternc.ir.scores import inputs_of_scores
from patternc.source import Source, Span

EDITIONS = (1, 2)  # of the language
_TURNING = re.compile("[\\u202a-\\u202e\\u2066-\\u2069]")  # embeddings, overrides and isolates, with their terminators


def check(tree: syntax.File, source: Source, overrides: Mapping[str, str]) -> typed.Program:
    """Check a file with the values of `-D NAME=VALUE`; raises `Rejected` with all diagnostics."""
    findings = Findings(source)
    findings.add(tree.problems)
    _order_of_reading(findings)
    findings.unread = tree.unread
    given = Overrides(overrides, findings)
    edition = next((item for item in tree.items if isinstance(item, syntax.Edition)), None)
    seen: dict[str, Span] = {}
    patterns: list[typed.Pattern] = []
    for place, item in enumerate(tree.items):
        match item:
            case syntax.Pattern():
                _new(item, seen, findings)
                patterns += _pattern(item, edition, given, findings)
            case syntax.Edition():
                _edition(item, place, findings)
            case syntax.Bad() | syntax.Module():
                pass
            case _:
                assert_never(item)
    if not tree.problems and not any(isinstance(item, syntax.Pattern) for item in tree.items):
        help_ = "write `pattern name { attend causal }`"
        findings.error("P006", f"{source.name} contains no pattern", None, help=help_)
    given.unused(tree)
    around = modules(tree, patterns, findings)
    every = [parts(pattern) for pattern in patterns]
    joins = tuple(join for _, join in every if join is not None)
    _parts_names(every, seen, findings)
    return typed.Program(tuple(one for made, _ in every for one in made), joins, around, findings.finish())


def _edition(item: syntax.Edition, place: int, findings: Findings) -> None:
    if item.number not in EDITIONS:
        message = f"edition {item.number} does not exist; the newest is {EDITIONS[-1]}"
        findings.error("P007", message, item.span, "unknown edition", help=f"write `edition {EDITIONS[-1]}`")
    elif place > 0:
        findings.error(
            "P025", "`edition` must be the first statement", item.span, "too late", help="move it to the top"
        )


def _parts_names(
    every: Iterable[tuple[tuple[typed.Pattern, ...], Join | None]], seen: Mapping[str, Span], findings: Findings
) -> None:
    """Report a pattern, or the part of one, that is called as a part of another one."""
    named = dict(seen)
    for made, join in every:
        for part in made if join is not None else ():
            if part.name in named:
                message = f"`{part.name}` is the part of `{part.whole}` for its {_keys_of(part)}"
                related = (Related(part.span, "the pattern that has this part"),)
                findings.error("P015", message, named[part.name], "taken", help="choose another name", related=related)
            named[part.name] = part.span


def _keys_of(part: typed.Pattern) -> str:
    match part.source:
        case None:
            return "own keys"
        case TileOrder(_, sizes):
            return f"tiles of {' x '.join(map(str, sizes))}"
        case _:
            return f"source `{part.source.name}`"


def _new(item: syntax.Pattern, seen: dict[str, Span], findings: Findings) -> None:
    name = item.name
    if name.id in seen:
        related = (Related(seen[name.id], "the first one"),)
        findings.error("P015", f"two patterns are called `{name.id}`", name.span, "the second", related=related)
    seen.setdefault(name.id, name.span)


def _pattern(
    item: syntax.Pattern, edition: syntax.Edition | None, given: Overrides, findings: Findings
) -> tuple[typed.Pattern, ...]:
    """The typed pattern; empty if it has errors, which are reported."""
    errors, earlier = findings.errors, len(findings.found)
    findings.mistakes.clear()
    scope = given.parameters(item)
    collector = Collector(findings)
    block = collector.block(item.body, scope, item.span, inner=False)
    made = groups(block, item, findings)
    check_places(made, findings)
    if edition is not None and edition.number in EDITIONS:
        _later_constructs(edition, block, made, collector.sources.values(), findings)
    _sinks(block, made, findings)
    if block.ring is not None:
        check_ring(block.ring, block.first["ring"], made, block.inputs, findings)
    if findings.errors > errors:
        _report_once(item, earlier, findings)
        return ()
    pattern = typed.Pattern(
        name=item.name.id,
        parameters=tuple((one.name.id, written(scope[one.name.id])) for one in item.parameters),
        groups=made,
        scores=tuple(block.scores.modifiers),
        scale=block.scores.scale,
        requirements=tuple(block.requirements),
        uncovered=block.uncovered,
        inputs=_used(block, made, collector.sources.values(), findings),
        grid=block.grid,
        layout=block.layout,
        schedule=block.schedule,
        ring=block.ring,
        gates=block.gates,
        span=item.span,
    )
    check_sources(pattern, {**block.first, **block.scores.first}, collector.sources, findings)
    return () if findings.errors > errors else (pattern,)


def _later_constructs(
    edition: syntax.Edition,
    block: Block,
    made: tuple[typed.Group, ...],
    sources: Iterable[KeySource | None],
    findings: Findings,
) -> None:
    """Report the constructs of a pattern that are younger than the edition that its file names."""
    named = (one for group in made for branch in group.branches for one in of_branch(branch))
    inputs = ((input_facts(one.kind).edition, f"an input of kind `{one.kind.value}`", one.span) for one in block.inputs)
    used = ((one.primitive.since, f"`{one.primitive}`", one.span) for one in named)
    sizes = (
        (2, f"`blocks({one.sizes[0]} x {one.sizes[1]}, ...)`", one.span)
        for group in made
        for branch in group.branches
        for one in of_branch(branch)
        if one.sizes is not None and one.sizes[0] != one.sizes[1]
    )
    branches = (branch for group in made for branch in group.branches)
    tiled = ((2, "`tiles(...)`", branch.span) for branch in branches if isinstance(branch.source, TileOrder))
    newer = ((2, f"`source {one.name}`", one.span) for one in sources if one is not None)
    for number, words, span in dict.fromkeys((*inputs, *used, *sizes, *tiled, *newer, *block.scores.later())):
        if number > edition.number:
            message = f"{words} is of edition {number}, and the file says `edition {edition.number}`"
            help_ = f"write `edition {number}` there, or leave the line out"
            related = (Related(edition.span, "the file's edition"),)
            findings.error("P007", message, span, f"of edition {number}", help=help_, related=related)


def _sinks(block: Block, made: tuple[typed.Group, ...], findings: Findings) -> None:
    """Report a sink where a row has several softmaxes: a sink is one more logit of a single one."""
    if not any(isinstance(score, Sink) for score in block.scores.modifiers):
        return
    for group in made:
        if group.combine in (Combine.MEAN, Combine.SUM, Combine.GATE):
            message = f"`score sink` under `combine {group.combine.value}`: the logit needs a single softmax"
            span = block.scores.first["sink"]
            findings.error("P025", message, span, "of which branch?", help="write `combine lse`, or remove the sink")
            return


def _used(
    block: Block, made: tuple[typed.Group, ...], sources: Iterable[KeySource | None], findings: Findings
) -> tuple[Input, ...]:
    """The declared inputs that masks, scores or sources read; a warning is given for every other input."""
    named = (one for group in made for branch in group.branches for one in of_branch(branch))
    used = {name for one in named for name in one.primitive.inputs}
    used |= {*inputs_of_scores(block.scores.modifiers), *block.gates, *(one.at for one in sources if one is not None)}
    for one in block.inputs:
        if one.name not in used:
            message = f"the input `{one.name}` is never used, so calls do not take it"
            findings.warning("P029", message, one.span, "unused", help=f"remove the declaration, or use `@{one.name}`")
    return tuple(one for one in block.inputs if one.name in used)


__all__ = ["check"]


def _order_of_reading(findings: Findings) -> None:
    """Warn about characters that make editors display a line in another order than the compiler reads it.

    That is CVE-2021-42574. The first such character of each line is named; comments and strings alone may hold them.
    """
    source, seen = findings.source, 0
    for matched in _TURNING.finditer(source.text):
        line, _ = source.position(matched.start())
        if line != seen:
            char = matched[0]
            message = (
                f"line {line} contains U+{ord(char):04X} ({unicodedata.name(char)}), which reorders displayed text"
            )
            span = Span(matched.start(), matched.end())
            findings.warning(
                "P042", message, span, "unseen", help="remove it; generated files contain an escape in its place"
            )
        seen = line


# ---- a value that is wrong in several places is reported once, where it is read first --------------------------------
_ABOUT_TYPES = frozenset({"P010", "P011"})
_ABOUT_VALUES = _ABOUT_TYPES | frozenset({"P013", "P016", "P018", "P019", "P020", "P021", "P023", "P031", "P032"})
_NAME = re.compile(r"[A-Za-z_]\w*")


def _report_once(pattern: syntax.Pattern, earlier: int, findings: Findings) -> None:
    """Of the errors that read one parameter, `let` or loop variable of a pattern, keep the first.

    Args:
        pattern: the pattern.
        earlier: the number of diagnostics that were found before those of the pattern.
        findings: the other errors are removed from it, but still counted.
    """
    uses: dict[str, frozenset[str]] = {}
    for name, span in _definitions(pattern):
        if name in RESERVED:  # it is not defined, and keeps its meaning
            continue
        uses[name] = uses.get(name, frozenset()) | {name} | _read(span, uses, findings)
    blamed = mistyped = frozenset[str]()
    for diagnostic in tuple(findings.found)[earlier:]:
        if not _is_about_a_value(diagnostic):
            continue
        read = _read(diagnostic.span, uses, findings) if diagnostic.span else frozenset[str]()
        if read & (mistyped if diagnostic.code in _ABOUT_TYPES else blamed):  # a value out of range has the right type
            del findings.found[diagnostic]
        blamed |= read
        mistyped |= read if diagnostic.code in _ABOUT_TYPES else frozenset()


def _is_about_a_value(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "error" and diagnostic.code in _ABOUT_VALUES


def _read(span: Span, uses: Mapping[str, frozenset[str]], findings: Findings) -> frozenset[str]:
    """The named values on which the text of a span depends."""
    text = findings.source.text[span.start : span.stop]
    return frozenset[str]().union(*(uses[word] for word in _NAME.findall(text) if word in uses))


def _definitions(pattern: syntax.Pattern) -> Iterator[tuple[str, Span]]:
    """Every name that a pattern defines, with the text of its value."""
    for parameter in pattern.parameters:
        yield parameter.name.id, parameter.span
    yield from _of_statements(pattern.body)


def _of_statements(body: Sequence[syntax.Statement]) -> Iterator[tuple[str, Span]]:
    for statement in body:
        match statement:
            case syntax.Let(name, value):
                yield name.id, value.span
            case syntax.For(names, items, inner):
                yield from ((name.id, items.span) for name in names)
                yield from _of_statements(inner)
            case syntax.Heads():
                yield from _of_statements(statement.body)
            case _:
                pass
