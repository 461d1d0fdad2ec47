"""The HTML page of a pattern: a single file that loads nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape

from patternc.codegen.emit import View, render
from patternc.pictures.page_data import Subject, page_data


@dataclass(frozen=True, slots=True)
class _Page:
    """The inputs of the template."""

    title: str
    file: str
    summary: tuple[str, ...]
    n: int
    ring: bool
    data: str


def page(subject: Subject) -> str:
    """The text of the page."""
    name, file = subject.meaning.name, subject.analysis.source.name
    text = json.dumps(page_data(subject), separators=(",", ":")).replace("<", "\\u003c")
    data = _Page(name, file, _summary(subject), subject.call.n, subject.ring is not None, text)
    return render(View("show/page.html.j2", f"{name}.html", (data,), (("escaped", escape),))).text


def _summary(subject: Subject) -> tuple[str, ...]:
    call, rows = subject.call, subject.estimate.rows
    causal = "" if rows.causal_density is None else f", {rows.causal_density:.3g} of causal attention"
    return (
        f"{call.n:,} positions".replace(",", "\N{NARROW NO-BREAK SPACE}"),
        f"{call.heads} heads of {call.dims}",
        f"{rows.keys.mean:,.1f} keys per row".replace(",", "\N{NARROW NO-BREAK SPACE}"),
        f"density {rows.density:.3g}{causal}",
        *subject.described,
    )
