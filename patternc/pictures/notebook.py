"""A loaded module in a notebook: its mask as an SVG picture, and its HTML page in a frame."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from patternc.analysis.calls import accepts, dimensions, edges, fitting_length
from patternc.analysis.equal_heads import distinct_heads
from patternc.codegen.emit import View, render
from patternc.cost.device_time import Call
from patternc.cost.estimates import estimate
from patternc.cost.sample_inputs import PICTURED, described, sample_inputs
from patternc.counting.pixels import count
from patternc.driver import Analysis, quoting
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern, Transport
from patternc.ir.semantics import Inputs
from patternc.pictures.page import page
from patternc.pictures.page_data import Subject
from patternc.pictures.resolved_pattern import branch_texts, of_head
from patternc.pictures.svg import Panel, svg
from patternc.ring.settings import Setting, Sizes, ring_setting
from patternc.ring.transports import can_split
from patternc.targets import TARGETS


@dataclass(frozen=True, slots=True)
class _Frame:
    """The inputs of the template."""

    title: str
    page: str


def picture(analysis: Analysis, place: int) -> str:
    """An SVG picture, of 128 pixels per side, of three distinct heads of the pattern at an index of the file."""
    pattern, texts = analysis.meanings[place], branch_texts(analysis.source, analysis.overrides)[place]
    call = usual_call(pattern)
    inputs = sample_inputs(pattern, call.n, call.heads, PICTURED)
    panels = [
        Panel(
            count(pattern, head, call.heads, call.n, 128, inputs),
            f"{pattern.name}: head {head} of {call.heads}, {call.n} positions",
            of_head(texts, pattern, head, call.heads),
        )
        for head, _ in distinct_heads(pattern, call.heads)[:3]
    ]
    return svg(tuple(panels), f"The mask of {pattern.name}")


def framed_page(analysis: Analysis, place: int) -> str:
    """The HTML page of the pattern at an index of the file, as an element of another page."""
    pattern = analysis.meanings[place]
    text = page(_subject(analysis, place, usual_call(pattern)))
    data = _Frame(f"{pattern.name}: what it attends to, and what that costs", text)
    return render(View("show/notebook.html.j2", "notebook.html", (data,), (("escaped", escape),))).text


def usual_call(pattern: Pattern) -> Call:
    """A call that shows a pattern well: the heads of its module or a few, and twice its longest segment or window."""
    # Patterns that accept any length are shown at one from 1024 to 16384.
    least = min(16384, max([1024, *(2 * edge for edge in edges(pattern))]))
    for module in pattern.modules:
        return Call.of_module(module, fitting_length(pattern, least, module.heads, module.head_dim))
    heads, size = dimensions(pattern)
    return Call(fitting_length(pattern, least, heads, size), heads, heads, HeadDims.equal(size))


def _subject(analysis: Analysis, place: int, call: Call) -> Subject:
    pattern, normal = analysis.meanings[place], analysis.normals[place]
    inputs = sample_inputs(pattern, call.n, call.heads, PICTURED)

    def inputs_at(n: int) -> Inputs:
        return sample_inputs(pattern, n, call.heads, PICTURED)

    return Subject(
        analysis=analysis,
        place=place,
        head=0,
        call=call,
        inputs=inputs,
        statements=branch_texts(analysis.source, analysis.overrides)[place],
        described=tuple(described(pattern, inputs)),
        estimate=estimate((pattern, normal), quoting(analysis.source, pattern), call, inputs, inputs_at, TARGETS),
        ring=_ring(pattern, normal, call, inputs),
    )


def _ring(pattern: Pattern, normal: Pattern, call: Call, inputs: Inputs) -> Setting | None:
    """The pattern's ring, if it has one and its heads fit."""
    ring = pattern.ring
    if ring is None or not accepts(pattern, call.n, call.heads, call.dims.key):
        return None
    made = ring_setting(normal, ring, Sizes(call.n, call.heads, call.kv_heads, call.dims, entries=(inputs,)))
    return None if ring.transport is Transport.ULYSSES and not can_split(made) else made
