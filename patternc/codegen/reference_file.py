"""The file of a pattern's meaning, the same for every backend: `reference`, `mask` and `selfcheck`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.codegen.block_selection import Chosen, choice
from patternc.codegen.call_checks import (
    Check,
    Limits,
    limits,
    lse_undefined,
    requirement_check,
)
from patternc.codegen.emit import Origin, View
from patternc.codegen.file_header import spec_literal, summary
from patternc.codegen.interface import Argument, Interface, arguments, entries, heads_read, operands, sinks
from patternc.codegen.mask_functions import TableText, mask_functions, tables
from patternc.codegen.reference import (
    CountedGroup,
    Mixing,
    ScoreStep,
    count_parameters,
    counted_groups,
    mixings,
    place_name,
    score_steps,
)
from patternc.ir.kernel import Choice
from patternc.ir.mask import Pattern
from patternc.ir.traversal import topk_of
from patternc.testing.calls import Shape, UnsatisfiableError, shapes

LENGTH = 131
"""Of the whole sequences that `selfcheck` calls: odd, and Triton's interpreter still takes seconds."""
_PAIRS, _ROWS = 2**20, 96


@dataclass(frozen=True, slots=True)
class Checked:
    """The inputs of the shared templates for a call: its signature, its checks, and how its mask counts pairs."""

    name: str
    interface: Interface
    mask_functions: tuple[str, ...]
    tables: tuple[TableText, ...]
    chosen: Chosen | None
    dropout: bool
    backend: str
    positions: str
    lse_undefined: str
    fixed_scale: float | None
    requirements: tuple[Check, ...]
    limits: Limits
    counted_by: dict[str, str]
    counted_groups: tuple[CountedGroup, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """The other inputs of `templates/reference/`.

    `place`: what a head's place in the call is called. `scores`, `mixings`, `sinks`: score modifiers, how branches mix,
    and the inputs that are one more logit a head. `operands`: what dense attention takes; `results`: what it returns.
    `entries`: the inputs that masks read, of which each batch entry has its own. `calls`: those of `selfcheck`.
    """

    name: str
    file: str
    sha256: str
    command: str
    summary: str
    spec: str
    empty_lse: str
    results: tuple[str, ...]
    place: str
    scores: tuple[ScoreStep, ...]
    mixings: tuple[Mixing, ...]
    sinks: tuple[str, ...]
    operands: tuple[Argument, ...]
    entries: tuple[Argument, ...]
    calls: tuple[Shape, ...]
    choice_scale: float


@dataclass(frozen=True, slots=True)
class ReferenceModule:
    """The inputs of `reference/module.py.j2`."""

    shell: Checked
    reference: Reference


def reference_view(pattern: Pattern, found: Choice | None, origin: Origin) -> View:
    """The file of a pattern as it is written, before any pass. `found`: how its `topk` chooses, if it has one."""
    chosen = choice(pattern, found)
    data = ReferenceModule(_checked(pattern, chosen, origin), _reference(pattern, origin))
    return View("reference/module.py.j2", f"{pattern.name}_reference.py", data)


def _checked(pattern: Pattern, chosen: Chosen | None, origin: Origin) -> Checked:
    interface = Interface(arguments(pattern), heads_read(pattern))
    return Checked(
        name=pattern.name,
        interface=interface,
        mask_functions=mask_functions(pattern),
        tables=tables(pattern),
        chosen=chosen,
        dropout=pattern.dropout,
        backend="",
        positions="" if chosen or pattern.dropout else "device",
        lse_undefined=lse_undefined(pattern),
        fixed_scale=pattern.scale,
        requirements=tuple(requirement_check(one, origin.source) for one in pattern.requirements),
        limits=limits(pattern),
        counted_by=count_parameters(pattern),
        counted_groups=counted_groups(pattern, origin.source),
    )


def _reference(pattern: Pattern, origin: Origin) -> Reference:
    return Reference(
        name=pattern.name,
        file=origin.source.name,
        sha256=origin.source.sha256,
        command=origin.command,
        summary=summary(pattern),
        spec=spec_literal(origin.pattern_text),
        empty_lse="the sink's logit" if sinks(pattern) else "-inf",
        results=("out",) if lse_undefined(pattern) else ("out", "lse"),
        place=place_name(pattern),
        scores=score_steps(pattern),
        mixings=mixings(pattern),
        sinks=sinks(pattern),
        operands=(*operands(pattern), *Interface(arguments(pattern), ()).sinks),
        entries=entries(pattern),
        calls=telling_calls(pattern),
        choice_scale=1.0 if pattern.scale is None else pattern.scale,
    )


def telling_calls(pattern: Pattern) -> tuple[Shape, ...]:
    """The calls that `selfcheck` makes; empty if no short call meets the pattern's requirements."""
    try:
        found = shapes(pattern, LENGTH)
    except UnsatisfiableError:
        return ()
    topk = topk_of(pattern)
    unit = 1 if topk is None else topk.block
    return tuple(_shortened(shape, place % 3, unit) for place, shape in enumerate(found))


def _shortened(shape: Shape, third: int, unit: int) -> Shape:
    """The call, of so many pairs that dense scores take seconds: of a long one some rows, that begin at a `unit`.

    `third`: whether the first rows, some in the middle, or the last ones.
    """
    if shape.queries * shape.keys <= _PAIRS:
        return shape
    before = (shape.queries - _ROWS) * third // 2 // unit * unit
    rows = shape.queries - before if third == 2 else -(-_ROWS // unit) * unit
    return replace(shape, queries=rows, q_offset=shape.q_offset + before)
