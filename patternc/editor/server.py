"""The language server, over standard input and output: it translates between the protocol and this package."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from patternc.diagnostics import Diagnostic, Rejected
from patternc.editor.densities import densities
from patternc.editor.documents import Document, config_of, offset_of, opened, position, range_of
from patternc.editor.fixes import fixes
from patternc.editor.names import completions, meanings
from patternc.editor.outline import KINDS, Symbol, kinds, outline
from patternc.editor.uses import RenameError, definition_at, renamed, token_at, use_at, uses
from patternc.frontend.formatter import format_text
from patternc.frontend.parser import span_of
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
_SYMBOLS = {
    "pattern": types.SymbolKind.Function,
    "module": types.SymbolKind.Class,
    "parameter": types.SymbolKind.Variable,
    "value": types.SymbolKind.Constant,
    "loop variable": types.SymbolKind.Variable,
    "input": types.SymbolKind.Field,
    "source": types.SymbolKind.Object,
    "branch": types.SymbolKind.Event,
}
_TOKENS = {
    **{kind: kind for kind in KINDS},
    "word": "enumMember",
    "argument": "property",
    "pattern": "class",
    "module": "class",
    "value": "variable",
    "loop variable": "variable",
    "input": "variable",
    "source": "variable",
}
"""The protocol's name for each of `KINDS`."""


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
            config = config_of(path)
            self.known[uri] = found = (
                text.version,
                opened(path, text.source, config.parameters_of(path), config.policy),
            )
        return found[1]

    def publish(self, uri: str) -> None:
        """Send the findings of a document."""
        text, document = self.workspace.get_text_document(uri), self.document(uri)
        diagnostics = [_diagnostic(one, text, document.source) for one in document.diagnostics]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, text.version))


def _diagnostic(diagnostic: Diagnostic, text: TextDocument, source: Source) -> types.Diagnostic:
    message = "\n".join(
        (diagnostic.message, *diagnostic.notes, *((f"help: {diagnostic.help}",) if diagnostic.help else ()))
    )
    related = [
        types.DiagnosticRelatedInformation(types.Location(text.uri, range_of(text, source, each.span)), each.label)
        for each in diagnostic.related
    ]
    return types.Diagnostic(
        range_of(text, source, diagnostic.span),
        message,
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
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
    offset = offset_of(text, document.source, params.position)
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
            beside = (one for one in densities(document.analysis) if source.position(one.span.start)[0] == place)
            yield from (one.text for one in beside)
    for diagnostic in document.diagnostics:
        if diagnostic.span is not None and diagnostic.span.start <= offset <= diagnostic.span.stop:
            yield explanation(diagnostic.code)


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
)
def code_action(own: PatternServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Edits that mend the findings of a range."""
    uri = params.text_document.uri
    text, document = own.workspace.get_text_document(uri), own.document(uri)
    source, parameters = document.source, config_of(document.source.place).parameters_of(document.source.place)
    start, stop = (offset_of(text, source, one) for one in (params.range.start, params.range.end))
    made = []
    for diagnostic in document.diagnostics:
        if diagnostic.span is None or diagnostic.span.stop < start or diagnostic.span.start > stop:
            continue
        for fix in fixes(diagnostic, source, parameters):
            edit = types.TextEdit(range_of(text, source, fix.span), fix.text)
            action = types.CodeAction(
                fix.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(diagnostic, text, source)],
                edit=types.WorkspaceEdit(changes={uri: [edit]}),
            )
            made.append(action)
    return made


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def definition(own: PatternServer, params: types.DefinitionParams) -> types.Location | None:
    """Where a name is defined."""
    uri = params.text_document.uri
    text, document = own.workspace.get_text_document(uri), own.document(uri)
    found = definition_at(document.source, offset_of(text, document.source, params.position))
    return None if found is None else types.Location(uri, range_of(text, document.source, found.span))


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def references(own: PatternServer, params: types.ReferenceParams) -> list[types.Location]:
    """Where a name is used; also where it is defined, if the client asks for that."""
    uri = params.text_document.uri
    text, source = own.workspace.get_text_document(uri), own.document(uri).source
    use = use_at(source, offset_of(text, source, params.position))
    if use is None:
        return []
    whole = params.context.include_declaration
    same = [one.span for one in uses(source) if one.definition == use.definition]
    return [types.Location(uri, range_of(text, source, one)) for one in same if whole or one != use.definition.span]


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(own: PatternServer, params: types.PrepareRenameParams) -> types.Range | None:
    """The name at a place; None if no name of the file is there."""
    uri = params.text_document.uri
    text, source = own.workspace.get_text_document(uri), own.document(uri).source
    use = use_at(source, offset_of(text, source, params.position))
    return None if use is None else range_of(text, source, use.span)


@server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
def rename(own: PatternServer, params: types.RenameParams) -> types.WorkspaceEdit:
    """The edits that replace a name everywhere in the file; an error if it would mean something else then."""
    uri = params.text_document.uri
    text, source = own.workspace.get_text_document(uri), own.document(uri).source
    parameters = config_of(source.place).parameters_of(source.place)
    try:
        places = renamed(source, offset_of(text, source, params.position), params.new_name, parameters)
    except RenameError as error:
        raise JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed) from None
    edits = [types.TextEdit(range_of(text, source, one), params.new_name) for one in places]
    return types.WorkspaceEdit(changes={uri: edits})


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(own: PatternServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline: patterns with their names and branches, and modules."""
    text = own.workspace.get_text_document(params.text_document.uri)
    source = own.document(params.text_document.uri).source

    def symbol(one: Symbol) -> types.DocumentSymbol:
        places = range_of(text, source, one.whole), range_of(text, source, one.name_span)
        return types.DocumentSymbol(
            one.name, _SYMBOLS[one.kind], *places, detail=one.kind, children=[symbol(each) for each in one.inner]
        )

    return [symbol(one) for one in outline(source)]


@server.feature(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend(list(_TOKENS.values()), ["declaration"])
)
def semantic_tokens(own: PatternServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The kind of every word, as five numbers each: lines and characters from the last, length, kind, modifiers."""
    text = own.workspace.get_text_document(params.text_document.uri)
    source, data = own.document(params.text_document.uri).source, list[int]()
    last = types.Position(0, 0)
    for span, kind, defined in kinds(source):
        place = range_of(text, source, span)
        lines = place.start.line - last.line
        begin = place.start.character - (0 if lines else last.character)
        data += [lines, begin, place.end.character - place.start.character, KINDS.index(kind), int(defined)]
        last = place.start
    return types.SemanticTokens(data)


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["@", "("]))
def completion(own: PatternServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    """Completions: the words that may be written at a position."""
    text, document = own.workspace.get_text_document(params.text_document.uri), own.document(params.text_document.uri)
    found = completions(document.source, offset_of(text, document.source, params.position))
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
    return [] if made == text.source else [types.TextEdit(range_of(text, document.source, whole), made)]


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(own: PatternServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The keys per row and the density of patterns and branches, at the ends of their lines."""
    text, document = own.workspace.get_text_document(params.text_document.uri), own.document(params.text_document.uri)
    if document.analysis is None:
        return []
    hints = []
    for density in densities(document.analysis):
        line, _ = document.source.position(density.span.start)
        if params.range.start.line <= line - 1 <= params.range.end.line:
            end = document.source.offset(line, len(document.source.line(line)) + 1)
            place = position(text, document.source, end)
            hints.append(types.InlayHint(place, density.text, padding_left=True))
    return hints
