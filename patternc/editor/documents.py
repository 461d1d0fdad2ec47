"""Texts that editors hold, analysed, and their places as clients count them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.workspace import TextDocument

from patternc.config import Config, of_file
from patternc.diagnostics import Diagnostic, Policy, Rejected
from patternc.driver import Analysis, analyse, at_path
from patternc.frontend.directives import directives
from patternc.pictures.expectations import unmet
from patternc.source import Source, Span


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


def config_of(path: str) -> Config:
    """The configuration of a file's project; without it where it has mistakes, which `patternc check` reports."""
    try:
        return of_file(path) or Config(Path(path).parent)
    except Rejected:
        return Config(Path(path).parent)


# ---- places ----------------------------------------------------------------------------------------------------------
def position(text: TextDocument, source: Source, offset: int) -> types.Position:
    """An offset of the source as the client counts: lines end the same in both, whatever ends them."""
    line, column = source.position(offset)
    return text.position_codec.position_to_client_units(text.lines, types.Position(line - 1, column - 1))


def range_of(text: TextDocument, source: Source, span: Span | None) -> types.Range:
    span = Span(0, 0) if span is None else span
    return types.Range(position(text, source, span.start), position(text, source, span.stop))


def offset_of(text: TextDocument, source: Source, place: types.Position) -> int:
    server_text_position = text.position_codec.position_from_client_units(text.lines, place)
    return source.offset(server_text_position.line + 1, server_text_position.character + 1)
