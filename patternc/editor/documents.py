"""The text of an editor, analysed: its findings, and its patterns as far as it has no errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from patternc.diagnostics import Diagnostic, Policy, Rejected
from patternc.driver import Analysis, analyse, at_path
from patternc.frontend.directives import directives
from patternc.pictures.expectations import unmet
from patternc.source import Source


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
