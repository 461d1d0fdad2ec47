"""A client's session with `patternc lsp` over standard input and output, and how it ends."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from patternc.cli import run
from patternc.editor.outline import KINDS

BROKEN = """pattern p(left=3) {
    input docs: offsets
    attend windw(left, 0) & document(@docs)
}
"""
WHOLE = BROKEN.replace("windw", "window")
UNEVEN = "pattern é(w=64) {\r\n    attend segment(w, dilation=6)\r\n}\r\n"


class Client(LanguageClient):
    """A client that waits for findings."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.found: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.found.put_nowait(params)

    async def open(self, path: Path, text: str) -> types.PublishDiagnosticsParams:
        item = types.TextDocumentItem(path.as_uri(), "pat", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.found.get()

    async def change(self, path: Path, version: int, text: str) -> types.PublishDiagnosticsParams:
        item = types.VersionedTextDocumentIdentifier(version, path.as_uri())
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(item, [whole]))
        return await self.found.get()


def session(work: Callable[[Client], Awaitable[None]]) -> None:
    """Start the server, do something with it, and end it."""

    async def whole() -> None:
        client = Client()
        await client.start_io(sys.executable, "-m", "patternc", "lsp", "--stdio")
        try:
            made = await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
            assert made.server_info is not None
            assert made.server_info.name == "patternc"
            client.initialized(types.InitializedParams())
            await work(client)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]

    asyncio.run(whole())


def at(path: Path, line: int, character: int) -> dict[str, Any]:
    return {
        "text_document": types.TextDocumentIdentifier(path.as_uri()),
        "position": types.Position(line, character),
    }


@pytest.mark.long
def test_a_session(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"

    async def work(client: Client) -> None:
        opened = await client.open(path, BROKEN)
        (one,) = opened.diagnostics
        assert (one.code, one.severity, one.source) == ("P010", types.DiagnosticSeverity.Error, "patternc")
        assert one.range == types.Range(types.Position(2, 11), types.Position(2, 16))
        assert "did you mean `window`?" in one.message

        context = types.CodeActionContext(opened.diagnostics)
        document = types.TextDocumentIdentifier(path.as_uri())
        actions = await client.text_document_code_action_async(types.CodeActionParams(document, one.range, context))
        assert actions is not None
        (action,) = actions
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        assert action.edit.changes == {path.as_uri(): (types.TextEdit(one.range, "window"),)}

        page = await client.text_document_hover_async(types.HoverParams(**at(path, 2, 12)))
        assert "# P010: an unknown name" in text_of(page)

        assert (await client.change(path, 2, WHOLE)).diagnostics == ()
        meaning = await client.text_document_hover_async(types.HoverParams(**at(path, 2, 12)))
        assert text_of(meaning).startswith("`window(left, right=left)`: `q - left <= k <= q + right`")
        keys = await client.text_document_hover_async(types.HoverParams(**at(path, 0, 2)))
        assert "keys per row, density 0.0039 at n = 1024" in text_of(keys)
        defined = await client.text_document_hover_async(types.HoverParams(**at(path, 2, 19)))
        assert text_of(defined) == "parameter\n\n```pat\npattern p(left=3) {\n```"

        place = await client.text_document_definition_async(types.DefinitionParams(**at(path, 2, 19)))
        assert isinstance(place, types.Location)
        assert place.range == types.Range(types.Position(0, 10), types.Position(0, 14))
        place = await client.text_document_definition_async(types.DefinitionParams(**at(path, 2, 40)))
        assert isinstance(place, types.Location)
        assert place.range.start == types.Position(1, 10)

        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert symbols is not None
        assert [one.name for one in symbols] == ["p"]
        spot = at(path, 2, 19)
        asked = types.ReferenceParams(context=types.ReferenceContext(True), **spot)
        every = await client.text_document_references_async(asked)
        assert every is not None
        assert [one.range.start for one in every] == [types.Position(0, 10), types.Position(2, 18)]
        named = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**spot))
        assert named == every[1].range
        edit = await client.text_document_rename_async(types.RenameParams(new_name="width", **spot))
        assert edit is not None
        assert edit.changes is not None
        assert [one.range for one in edit.changes[path.as_uri()]] == [one.range for one in every]
        with pytest.raises(JsonRpcException, match="'docs x' is no name"):
            await client.text_document_rename_async(types.RenameParams(new_name="docs x", **spot))
        coloured = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert coloured is not None
        assert [*coloured.data[:10]] == [0, 0, 7, KINDS.index("keyword"), 0, 0, 8, 1, KINDS.index("pattern"), 1]

        whole = types.Range(types.Position(0, 0), types.Position(9, 0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
        assert hints is not None
        assert [(hint.position.line, hint.label) for hint in hints] == [
            (0, "4.0 keys per row, density 0.0039 at n = 1024")
        ]

        await client.change(path, 3, WHOLE.replace("@docs", "@"))
        items = await client.text_document_completion_async(types.CompletionParams(**at(path, 2, 39)))
        assert isinstance(items, (list, tuple))
        assert [item.label for item in items] == ["docs"]

        ugly = WHOLE.replace("    attend", "attend  ")
        await client.change(path, 4, ugly)
        options = types.FormattingOptions(4, True)
        edits = await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
        assert edits is not None
        assert [edit.new_text for edit in edits] == [WHOLE]
        client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        assert (await client.found.get()).diagnostics == ()

    session(work)


@pytest.mark.long
def test_places_are_those_of_the_client(tmp_path: Path) -> None:
    """Lines that end in CR LF, letters of two UTF-16 units, and the project's configuration."""
    path = tmp_path / "p.pat"
    (tmp_path / "pyproject.toml").write_text('[tool.patternc.parameters."*.pat"]\nw = 60\n')

    async def work(client: Client) -> None:
        path.touch()
        text = UNEVEN.replace("é", "e").replace("dilation=6)", "dilation=7)  # \U0001d538")
        (one,) = (await client.open(path, text)).diagnostics
        assert one.code == "P012"
        assert one.range == types.Range(types.Position(1, 31), types.Position(1, 32))
        assert "segment 60" in one.message
        (bad,) = (await client.change(path, 2, 'pattern p { attend full; require n == "\U0001d538" } @')).diagnostics[
            :1
        ]
        assert bad.severity == types.DiagnosticSeverity.Error
        (tmp_path / "pyproject.toml").write_text('[tool.patternc]\nallow = ["P012"]\n')
        assert (await client.change(path, 3, text)).diagnostics == ()

    session(work)


@pytest.mark.parametrize(("methods", "code"), [(("shutdown", "exit"), 0), (("exit",), 1), ((), 1)])
def test_exit_codes(methods: tuple[str, ...], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exit is in order after a shutdown alone; standard output stays open for whatever comes after the server."""
    monkeypatch.delitem(sys.modules, "patternc.editor.server", raising=False)  # a server runs once
    requests: list[dict[str, object]] = [{"method": "initialize", "params": {"capabilities": {}, "processId": None}}]
    requests += [{"method": method} for method in methods]
    with (tmp_path / "requests").open("wb") as file:
        for number, one in enumerate(requests):
            body = json.dumps({"jsonrpc": "2.0", **one, **({} if one["method"] == "exit" else {"id": number})}).encode()
            file.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    with (tmp_path / "requests").open() as asked, (tmp_path / "answers").open("w") as answers:
        monkeypatch.setattr(sys, "stdin", asked)
        monkeypatch.setattr(sys, "stdout", answers)
        assert run(["lsp"]) == code
        assert not answers.closed
    assert (tmp_path / "answers").read_text().count('"result"') == len(requests) - ("exit" in methods)


def text_of(found: types.Hover | None) -> str:
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value
