"""Diagnostics as values: their codes, how stages collect them, and the only renderer."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, NoReturn, TypeAlias, assert_never

from patternc.source import Source, Span

# Every code with its one-line title. Codes are never reused; a new one takes the next free number.
CODES: dict[str, str] = {
    "P001": "a syntax error",
    "P002": "a bracket, brace or quotation mark has no partner",
    "P003": "nested too deeply or too large",
    "P004": "too many errors",
    "P005": "the file is not UTF-8 text",
    "P006": "the file holds no pattern",
    "P007": "an edition that does not exist, or lacks what the file uses",
    "P010": "an unknown name",
    "P011": "a value of the wrong type",
    "P012": "a segment whose length is not a multiple of its dilation",
    "P013": "a value out of range",
    "P014": "wrong arguments",
    "P015": "written twice",
    "P016": "lists of different lengths",
    "P017": "several branches without a `combine` statement",
    "P018": "head ranges that overlap, are empty or leave a head out",
    "P019": "a branch that admits nothing",
    "P020": "arithmetic without a result",
    "P021": "loops that unroll too far",
    "P022": "an invalid parameter override",
    "P023": "a requirement that never holds",
    "P024": "a pattern without branches",
    "P025": "a statement that is not allowed here",
    "P026": "rows that no branch covers",
    "P027": "a redundant clause",
    "P028": "too many branches",
    "P029": "an unused input",
    "P030": "a table file that cannot be used",
    "P031": "an invalid block selection",
    "P032": "a neighbourhood that does not fit the grid",
    "P033": "an input used with two block sizes",
    "P034": "a module that does not fit its pattern",
    "P035": "avoidable work",
    "P036": "a block selection that depends on later positions",
    "P037": "a generated file that is stale",
    "P038": "a generated file without a pattern",
    "P039": "a file that is not formatted",
    "P040": "a generated module that disagrees with its reference",
    "P041": "a pattern that no call satisfies",
    "P042": "text displayed in a different order than it is read",
    "P043": "a generated module that could not be timed",
    "P044": "a block selection that needs too many clauses",
    "P045": "a ring that does not fit its pattern",
    "P046": "slower than dense attention",
    "P049": "slopes that favour later keys",
    "P050": "a comment for patternc that cannot be read",
    "P051": "a mask that is not what its file expects",
    "P052": "a configuration that cannot be used",
}

Severity: TypeAlias = Literal["error", "warning"]
Format: TypeAlias = Literal["text", "json", "github", "sarif"]
WARNINGS = "warnings"
"""What stands for the codes of all warnings."""


@dataclass(frozen=True, slots=True)
class Related:
    """A second source location of a diagnostic."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `message` describes the user's file, `help` is an action, and `span` None means the whole file."""

    code: str
    severity: Severity
    message: str
    span: Span | None
    label: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""
    related: tuple[Related, ...] = ()

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"code: {self.code} is not in the table of codes")


@dataclass(frozen=True, slots=True)
class Policy:
    """The treatment of warnings: codes that are not reported, and codes that are errors; `WARNINGS`: all codes."""

    allow: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()

    def applied(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The diagnostics that are reported. A code that is allowed is not denied by `WARNINGS`."""
        return tuple(self._judged(one) for one in diagnostics if one.severity == "error" or one.code not in self.allow)

    def _judged(self, diagnostic: Diagnostic) -> Diagnostic:
        denied = diagnostic.severity == "warning" and not self.deny.isdisjoint((diagnostic.code, WARNINGS))
        return (
            replace(diagnostic, severity="error", notes=(*diagnostic.notes, "warnings of this kind are denied"))
            if denied
            else diagnostic
        )


class Diagnostics(tuple[Diagnostic, ...]):
    """The diagnostics of one source, in file order; as a text they are the report that `patternc check` prints."""

    source: Source

    def __new__(cls, source: Source, iterable: Iterable[Diagnostic]) -> Diagnostics:
        self = super().__new__(cls, iterable)
        self.source = source
        return self

    def __str__(self) -> str:
        return render(self, self.source)


class Rejected(Exception):  # noqa: N818 - the public name
    """The file has errors; `diagnostics` holds all of them, and the warnings."""

    def __init__(self, source: Source, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(source, diagnostics)
        self.source = source
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return render(self.diagnostics, self.source)


@dataclass(slots=True)
class Findings:
    """Collects the diagnostics of one stage, which are raised together.

    `unread`: parts of the file with a reported syntax error, in which further errors are counted but not reported.
    """

    LIMIT = 100

    source: Source
    found: dict[Diagnostic, None] = field(default_factory=dict)
    errors: int = 0
    mistakes: set[str] = field(default_factory=set)
    unread: tuple[Span, ...] = ()

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        label: str = "",
        *,
        notes: tuple[str, ...] = (),
        help: str = "",  # noqa: A002 - the name of the field
        related: tuple[Related, ...] = (),
    ) -> None:
        """Record an error once; stop when there are more than `LIMIT`."""
        diagnostic = Diagnostic(code, "error", message, span, label, notes, help, related)
        if any(one.severity == "error" and (one.code, one.span) == (code, span) for one in self.found) and span:
            self.errors += 1
            return
        if span is not None and any(part.start <= span.start < part.stop for part in self.unread):
            self.errors += 1
            return
        if len(self.found) >= self.LIMIT:
            self.fatal("P004", f"{self.LIMIT} errors; the rest of the file is not checked", span, "checking stops here")
        self.found[diagnostic] = None
        self.errors += 1

    def unknown_name(self, message: str, span: Span, label: str, help: str) -> None:  # noqa: A002
        """Record an unknown name once per pattern, however often it is used."""
        if self.is_new(message):
            self.error("P010", message, span, label, help=help)
        else:
            self.errors += 1  # the expression around it is wrong too

    def is_new(self, mistake: str) -> bool:
        """Whether this mistake has not been recorded before."""
        new = mistake not in self.mistakes
        self.mistakes.add(mistake)
        return new

    def warning(self, code: str, message: str, span: Span, label: str = "", *, help: str = "") -> None:  # noqa: A002
        """Record a warning once (an unrolled loop would repeat it)."""
        self.found[Diagnostic(code, "warning", message, span, label, help=help)] = None

    def fatal(self, code: str, message: str, span: Span | None, label: str = "", *, help: str = "") -> NoReturn:  # noqa: A002
        """Record an error that ends the check, and raise."""
        self.found[Diagnostic(code, "error", message, span, label, help=help)] = None
        raise Rejected(self.source, self.in_order())

    def add(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        """Add the diagnostics of an earlier stage."""
        self.found |= dict.fromkeys(diagnostics)
        self.errors += sum(one.severity == "error" for one in diagnostics)

    def finish(self) -> tuple[Diagnostic, ...]:
        """Raise `Rejected` if there is any error; otherwise return the warnings."""
        if self.errors:
            raise Rejected(self.source, self.in_order())
        return self.in_order()

    def in_order(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, in file order."""
        return tuple(sorted(self.found, key=lambda one: one.span.start if one.span else -1))


def undecodable(name: str, data: bytes, error: UnicodeDecodeError, path: str = "") -> Rejected:
    """The rejection of a file that is not UTF-8; its position counts bytes."""
    line = data.count(b"\n", 0, error.start) + 1
    message = f"{name} is not UTF-8: byte {error.start} (line {line}) is 0x{data[error.start]:02x}"
    diagnostic = Diagnostic("P005", "error", message, None, help="save the file as UTF-8")
    return Rejected(Source(name, "", path=path), (diagnostic,))


def nearest(name: str, known: Iterable[str]) -> str:
    """`did you mean ...?` when a known name is similar, otherwise the list of known names."""
    names = tuple(dict.fromkeys(known))
    near = (
        difflib.get_close_matches(name, names, n=1, cutoff=0.6)
        or [known for known in names if known == name.lower()]
        or difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.6)
    )
    if near:
        return f"did you mean `{near[0]}`?"
    return "known names: " + ", ".join(names) if names else ""


# ---- the renderer -----------------------------------------------------------------------------------------------
_PLAIN = {"error": "", "warning": "", "dim": "", "bold": "", "end": ""}
_COLOURS = {"error": "\033[1;31m", "warning": "\033[1;33m", "dim": "\033[34m", "bold": "\033[1m", "end": "\033[0m"}


class _Underline(Enum):
    MAIN = "^"
    RELATED = "-"


def render(diagnostics: Iterable[Diagnostic], source: Source, format: Format = "text", *, color: bool = False) -> str:  # noqa: A002
    """All diagnostics as one text ending in a newline (empty if there are none)."""
    match format:
        case "text":
            paint = _COLOURS if color else _PLAIN
            return "\n".join(_text(one, source, paint) for one in diagnostics)
        case "json" | "sarif":  # a log of SARIF is made of the records of all files
            return json.dumps([_record(one, source) for one in diagnostics], indent=2, ensure_ascii=False) + "\n"
        case "github":
            return "".join(_annotation(one, source) for one in diagnostics)
        case _:
            assert_never(format)


def _text(diagnostic: Diagnostic, source: Source, paint: dict[str, str]) -> str:
    message = _printable(diagnostic.message)
    severity = f"{paint[diagnostic.severity]}{diagnostic.severity}[{diagnostic.code}]{paint['end']}"
    lines = [f"{severity}{paint['bold']}: {message}{paint['end']}"]
    places = [(diagnostic.span, diagnostic.label, _Underline.MAIN)] if diagnostic.span else []
    places += [(related.span, related.label, _Underline.RELATED) for related in diagnostic.related]
    gutter = max((len(str(source.position(span.start)[0])) for span, _, _ in places), default=1)
    for span, label, underline in places:
        lines += _place(source, span, label, underline, gutter, paint)
    if not places:
        lines.append(f" {paint['dim']}-->{paint['end']} {source.place}")
    for kind, sentence in (
        *(("note", note) for note in diagnostic.notes),
        *((("help", diagnostic.help),) if diagnostic.help else ()),
    ):
        lines.append(
            f"{' ' * gutter} {paint['dim']}={paint['end']} {paint['bold']}{kind}{paint['end']}: {_printable(sentence)}"
        )
    return "\n".join(lines) + "\n"


def _place(
    source: Source, span: Span, label: str, underline: _Underline, gutter: int, paint: dict[str, str]
) -> list[str]:
    """The line in which a span begins, underlined."""
    number, column = source.position(span.start)
    text = source.line(number)
    length = max(1, min(span.stop - span.start, len(text.rstrip()) - column + 1))
    shown, start, length = _cropped(text, column - 1, length)
    bar, end = f"{paint['dim']}|{paint['end']}", paint["end"]
    arrow = "-->" if underline is _Underline.MAIN else ":::"
    label = _printable(label)
    marks = " " * _columns(shown[:start]) + underline.value * max(1, _columns(shown[start : start + length]))
    tone = paint["error" if underline is _Underline.MAIN else "dim"]
    return [
        f"{' ' * gutter}{paint['dim']}{arrow}{end} {source.place}:{number}:{column}",
        f"{paint['dim']}{number:>{gutter}}{end} {bar} {_printable(shown)}".rstrip(),
        f"{' ' * gutter} {bar} {_printable(marks)[: _columns(shown[:start])]}{tone}{marks.lstrip()} {label}".rstrip()
        + end,
    ]


def _cropped(text: str, start: int, length: int) -> tuple[str, int, int]:
    """At most 100 characters of a line around the marked part, and where that part is in them."""
    width = 100
    if len(text) <= width:
        return text, start, length
    left = max(0, start - width // 2)
    shown = text[left : left + width]
    before, after = "..." if left else "", "..." if left + width < len(text) else ""
    return before + shown + after, start - left + len(before), min(length, len(shown) - (start - left))


def _printable(text: str) -> str:
    """Tabs as one space and control characters as a visible replacement, each one column wide."""
    return "".join(
        " " if char == "\t" else char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text
    )


def _columns(text: str) -> int:
    """The number of terminal columns a text takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def _record(diagnostic: Diagnostic, source: Source) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": CODES[diagnostic.code],
        "message": diagnostic.message,
        "file": source.place,
        "span": _region(diagnostic.span, source) if diagnostic.span else None,
        "label": diagnostic.label,
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "related": [{"span": _region(related.span, source), "label": related.label} for related in diagnostic.related],
    }


def _region(span: Span, source: Source) -> dict[str, int]:
    """Lines and columns count from 1; the end is exclusive."""
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.stop)
    return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _annotation(diagnostic: Diagnostic, source: Source) -> str:
    """A workflow command of GitHub Actions: `::error file=...,line=...::message`."""
    place = [f"file={_property(source.place)}"]
    if diagnostic.span:
        region = _region(diagnostic.span, source)
        place += [f"line={region['line']}", f"col={region['column']}"]
        place += [f"endLine={region['end_line']}", f"endColumn={region['end_column']}"]
    place.append(f"title={diagnostic.code}")
    message = ". ".join(part for part in (diagnostic.message, *diagnostic.notes, diagnostic.help) if part)
    return f"::{diagnostic.severity} {','.join(place)}::{_escaped(message)}\n"


def _escaped(text: str) -> str:
    kept = "".join(char if char in "\r\n" else _printable(char) for char in text)
    return kept.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
