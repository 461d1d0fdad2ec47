"""Text to syntax tree. No other package imports lark.

The text is cut into tokens, the tokens are grouped into statements (`statements`), parsed by an LALR automaton and
built into nodes (`build`). A statement that cannot be parsed is reported once, becomes one BAD token, and parsing
continues after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from lark import Lark, Token
from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from patternc.diagnostics import Findings
from patternc.frontend import syntax
from patternc.frontend.parser.automaton import EXPRESSION, FILE, automaton
from patternc.frontend.parser.build import Build
from patternc.frontend.parser.spacing import on_one_line
from patternc.frontend.parser.statements import KEYWORDS, Layout, bad, meant, span_of
from patternc.frontend.parser.structure import Structure
from patternc.frontend.parser.unexpected_tokens import is_outside, report_unexpected
from patternc.source import Source, Span

_END_OF_FILE = Token("$END", "")


def parse(source: Source) -> syntax.File:
    """Parse a whole file.

    Syntax errors become `Bad` statements and `problems` of the tree. `check` reports them with its own errors, so that
    a syntax error hides no other mistake. Raises `Rejected` only where parsing cannot continue.
    """
    findings = Findings(source)
    largest_file = 4 << 20
    if len(source.text) > largest_file:
        findings.fatal("P003", f"{source.name} has {len(source.text)} characters, more than {largest_file}", None)
    machine = _language().parse_interactive(start=FILE)
    structure = Structure(findings)
    _read(machine, Layout(findings, structure), structure)
    tree: syntax.File = machine.feed_token(_END_OF_FILE)
    return replace(tree, problems=structure.reported(), unread=structure.unread())


def parse_expression(source: Source) -> syntax.Expression:
    """Parse a text that is one expression (the value of an override)."""
    findings = Findings(source)
    if not source.text.strip():
        findings.fatal("P001", "the value is empty", None)
    machine = _language().parse_interactive(start=EXPRESSION)
    for token in Layout(findings, Structure(findings)).expression(tokens(source)):
        try:
            machine.feed_token(token)
        except UnexpectedToken:
            report_unexpected(findings, token, _possible(machine), ())
            findings.finish()
    try:
        tree: syntax.Expression = machine.feed_token(_END_OF_FILE)
    except UnexpectedToken:
        end = len(source.text)
        report_unexpected(findings, Token("END", "", end, end_pos=end), _possible(machine), ())
    findings.finish()
    return tree


def tokens(source: Source) -> Iterator[Token]:
    """All tokens of a text, including comments and newlines; never fails."""
    return _cut(source.text)


def snippet(source: Source, span: Span) -> str:
    """The text of a span on one line, spaced as by the formatter, so that the file's layout does not matter.

    Comments are removed and unprintable characters escaped, so that the text can be put into a comment.
    """
    return on_one_line(_cut(source.text[span.start : span.stop]))


def _cut(text: str) -> Iterator[Token]:
    machine = _language().parse_interactive(text, start=FILE)  # `Lark.lex` would construct a new lexer for each text
    yield from machine.lexer_thread.lex(machine.parser_state)  # type: ignore[no-untyped-call]


@cache
def _language() -> Lark:
    """The LALR automaton of the grammar, which builds nodes while it parses."""
    return automaton(Build())


def _possible(machine: InteractiveParser) -> frozenset[str]:
    """The terminals that can follow."""
    return frozenset(machine.accepts())  # type: ignore[no-untyped-call]


def _read(machine: InteractiveParser, layout: Layout, structure: Structure) -> None:
    """Feed all tokens of a file. After an error, return to the statement's START and parse it as BAD."""
    stream, state = layout.statements(tokens(structure.findings.source)), machine.parser_state
    mark, skipping = 0, False
    statement: list[Token] = []
    for token in stream:
        ends = token.type in ("END", "LBRACE")
        if skipping and not ends:
            statement.append(token)
            continue
        if not skipping:
            try:
                machine.feed_token(token)
            except UnexpectedToken:
                if _is_new(structure, token, _possible(machine), statement, structure.cut or layout.unclosed > 0):
                    report_unexpected(structure.findings, token, _possible(machine), statement)
                structure.cut = token.type == "END"
                del state.state_stack[mark:], state.value_stack[mark - 1 :]
                skipping = True
                statement += [] if ends else [token]
        if skipping and ends:
            if _loses_block(statement, token, layout):
                structure.give_up()
            machine.feed_token(bad(statement))
            machine.feed_token(token)
        if token.type == "LBRACE" and (skipping or statement[0].type == "BAD") and not layout.holds_statements():
            machine.feed_token(_closing(stream))
        if ends:
            skipping = False
        elif token.type == "START":
            # Shifting START has reduced everything before it, so the stack below `mark` does not change.
            mark, statement = len(state.state_stack), []
        elif not skipping:
            statement.append(token)
            structure.cut = False


def _is_new(
    structure: Structure, token: Token, possible: frozenset[str], statement: list[Token], after_cut: bool
) -> bool:
    """Whether an unexpected token is a mistake of its own. `after_cut`: the statement before ended too early."""
    if statement:
        return True
    if is_outside(token, possible):
        return (structure.is_first_stray() and not after_cut) or meant(token) in ("PATTERN", "MODULE")
    if token.type != "NAME" and token.type not in KEYWORDS and token != "//":
        structure.doubt_before(token.start_pos or 0)
    return not after_cut


def _loses_block(statement: list[Token], end: Token, layout: Layout) -> bool:
    """Whether the block of a header that cannot be parsed is read as something else."""
    keyword = statement[0].type if statement else ""
    if end.type == "LBRACE":
        return keyword in ("PATTERN", "MODULE")
    return keyword in ("HEADS", "FOR") and layout.holds_statements()


def _closing(stream: Iterator[Token]) -> Token:
    """Skip the tokens of a block; returns its closing brace."""
    depth = 1
    for token in stream:  # `statements` closes every block
        depth += {"LBRACE": 1, "RBRACE": -1}.get(token.type, 0)
        if depth == 0:
            return token
    raise AssertionError("a block without an end")


__all__ = ["KEYWORDS", "Token", "parse", "parse_expression", "snippet", "span_of", "tokens"]
