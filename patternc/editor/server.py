"""The language server, over standard input and output: it translates between the protocol and this package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from patternc.config import Config, of_file
from patternc.diagnostics import Diagnostic, Policy, Rejected
from patternc.driver import Analysis, analyse, at_path
from patternc.editor.densities import densities
from patternc.editor.fixes import fixes
from patternc.editor.names import completions, definition_at, meanings, token_at
from patternc.frontend.directives import directives
from patternc.frontend.formatter import format_text
from patternc.frontend.parser import span_of
from patternc.pictures.expectations import unmet
from patternc.resources import explanation
from patternc.source import Source, Span

_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "mask": types.CompletionItemKind.Function,
    "word": types.CompletionItemKind.EnumMember,
    "argument": types.CompletionItemKind.Field,
    "name": types.CompletionItemKind.Variable,
}


class PatternServer(LanguageServer):
    """The server with the documents that editors opened, by address and version; `ended`: after `shutdown`."""

    def __init__(self) -> None:
        super().__init__("patternc", version("patternc"))
        self.known: dict[str, tuple[int | None, Document]] = {}
        self.ended = False

    def document(self, uri: str) -> Document:
        """The analysed document at its present version."""
        text = self.workspace.get_text_document(uri)
        found = self.known.get(uri)
        if found is None or found[0] != text.version:
            path = to_fs_path(uri) or text.filename or "untitled.pat"
            config = _config_of(path)
            self.known[uri] = found = (
                text.version,
                opened(path, text.source, config.parameters_of(path), config.policy),
            )
        return found[1]

    def publish(self, uri: str) -> None:
        """Send the findings of a document."""
        text, document = self.workspace.get_text_document(uri), self.document(uri)
        found = [_diagnostic(one, text, document.source) for one in document.diagnostics]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, text.version))


def _config_of(path: str) -> Config:
    """The configuration of a file's project; without it where it has mistakes, which `patternc check` reports."""
    try:
        return of_file(path) or Config(Path(path).parent)
    except Rejected:
        return Config(Path(path).parent)


# ---- places ----------------------------------------------------------------------------------------------------------
def _position(text: TextDocument, source: Source, offset: int) -> types.Position:
    """An offset of the source as the client counts: lines end the same in both, whatever ends them."""
    line, column = source.position(offset)
    return text.position_codec.position_to_client_units(text.lines, types.Position(line - 1, column - 1))


def _range(text: TextDocument, source: Source, span: Span | None) -> types.Range:
    span = Span(0, 0) if span is None else span
    return types.Range(_position(text, source, span.start), _position(text, source, span.stop))


def _offset(text: TextDocument, source: Source, position: types.Position) -> int:
    own = text.position_codec.position_from_client_units(text.lines, position)
    return source.offset(own.line + 1, own.character + 1)


def _diagnostic(one: Diagnostic, text: TextDocument, source: Source) -> types.Diagnostic:
    message = "\n".join((one.message, *one.notes, *((f"help: {one.help}",) if one.help else ())))
    related = [
        types.DiagnosticRelatedInformation(types.Location(text.uri, _range(text, source, each.span)), each.label)
        for each in one.related
    ]
    return types.Diagnostic(
        _range(text, source, one.span),
        message,
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source="patternc",
        related_information=related or None,
    )


# ---- requests --------------------------------------------------------------------------------------------------------
server = PatternServer()


@server.feature(types.SHUTDOWN)
def shutdown(own: PatternServer, _params: None) -> None:
    """An exit without this request has the exit code 1, as the protocol says."""
    own.ended = True


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(own: PatternServer, params: types.DidOpenTextDocumentParams) -> None:
    """Report the findings of a document."""
    own.publish(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(own: PatternServer, params: types.DidChangeTextDocumentParams) -> None:
    """Report the findings of a document as it is typed."""
    own.publish(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(own: PatternServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document."""
    own.known.pop(params.text_document.uri, None)
    own.text_document_publish_diagnostics(types.PublishDiagnosticsParams(params.text_document.uri, []))


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(own: PatternServer, params: types.HoverParams) -> types.Hover | None:
    """The meaning of a word, or the line that defines a name, with the pages of findings at the place."""
    text, document = own.workspace.get_text_document(params.text_document.uri), own.document(params.text_document.uri)
    offset = _offset(text, document.source, params.position)
    parts = list(_about(document, offset))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts))) if parts else None


def _about(document: Document, offset: int) -> Iterator[str]:
    """Paragraphs about the place at an offset, as Markdown."""
    source, token = document.source, token_at(document.source, offset)
    if token is not None:
        defined = definition_at(source, offset)
        if defined is not None:
            line = source.line(source.position(defined.span.start)[0]).strip()
            yield f"{defined.kind}\n\n```pat\n{line}\n```"
        elif str(token) in meanings():
            yield "\n\n".join(meanings()[str(token)])
        place = source.position(span_of(token).start)[0]
        if document.analysis is not None and str(token) in ("pattern", "attend"):
            found = (one for one in densities(document.analysis) if source.position(one.span.start)[0] == place)
            yield from (one.text for one in found)
    for one in document.diagnostics:
        if one.span is not None and one.span.start <= offset <= one.span.stop:
            yield explanation(one.code)


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
)
def code_action(own: PatternServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Edits that mend the findings of a range."""
    uri = params.text_document.uri
    text, document = own.workspace.get_text_document(uri), own.document(uri)
    source, parameters = document.source, _config_of(document.source.place).parameters_of(document.source.place)
    start, stop = (_offset(text, source, one) for one in (params.range.start, params.range.end))
    made = []
    for one in document.diagnostics:
        if one.span is None or one.span.stop < start or one.span.start > stop:
            continue
        for fix in fixes(one, source, parameters):
            edit = types.TextEdit(_range(text, source, fix.span), fix.text)
            action = types.CodeAction(
                fix.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(one, text, source)],
                edit=types.WorkspaceEdit(changes={uri: [edit]}),
            )
            made.append(action)
    return made


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def definition(own: PatternServer, params: types.DefinitionParams) -> types.Location | None:
    """Where a name is defined."""
    uri = params.text_document.uri
    text, document = own.workspace.get_text_document(uri), own.document(uri)
    found = definition_at(document.source, _offset(text, document.source, params.position))
    return None if found is None else types.Location(uri, _range(text, document.source, found.span))


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["@", "("]))
def completion(own: PatternServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    """What may be written at a place."""
    text, document = own.workspace.get_text_document(params.text_document.uri), own.document(params.text_document.uri)
    found = completions(document.source, _offset(text, document.source, params.position))
    return [
        types.CompletionItem(word, kind=_KINDS[kind], documentation=_documentation(word) if kind != "name" else None)
        for word, kind in found
    ]


def _documentation(word: str) -> types.MarkupContent | None:
    about = meanings().get(word.partition("(")[0])
    return None if about is None else types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(about))


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def formatting(own: PatternServer, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The standard layout, if the text can be parsed."""
    text, document = own.workspace.get_text_document(params.text_document.uri), own.document(params.text_document.uri)
    try:
        made = format_text(document.source)
    except Rejected:
        return None
    whole = Span(0, len(document.source.text))
    return [] if made == text.source else [types.TextEdit(_range(text, document.source, whole), made)]


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(own: PatternServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The keys per row and the density of patterns and branches, at the ends of their lines."""
    text, document = own.workspace.get_text_document(params.text_document.uri), own.document(params.text_document.uri)
    if document.analysis is None:
        return []
    hints = []
    for one in densities(document.analysis):
        line, _ = document.source.position(one.span.start)
        if params.range.start.line <= line - 1 <= params.range.end.line:
            end = document.source.offset(line, len(document.source.line(line)) + 1)
            place = _position(text, document.source, end)
            hints.append(types.InlayHint(place, one.text, padding_left=True))
    return hints


# ---- documents -------------------------------------------------------------------------------------------------------
# The text of an editor, analysed: its findings, and its patterns as far as it has no errors.


@dataclass(frozen=True, slots=True)
class Document:
    """A text with all its diagnostics. `analysis`: None if there are errors."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]
    analysis: Analysis | None = None


def opened(path: str, text: str, parameters: Mapping[str, str], policy: Policy) -> Document:
    """The document of a file whose text an editor holds.

    Args:
        path: where the file is, or will be: tables are read from its folder.
        text: the whole text.
        parameters: values of parameters, from the project's configuration.
        policy: what becomes of warnings.
    """
    try:
        source = at_path(path, text.encode("utf-8", "replace"))
        analysis = analyse(source, parameters)
    except Rejected as rejected:
        return Document(rejected.source, policy.applied(rejected.diagnostics))
    wrong = unmet(source) if directives(source).expectations else ()
    return Document(source, policy.applied((*analysis.warnings, *wrong)), analysis)
