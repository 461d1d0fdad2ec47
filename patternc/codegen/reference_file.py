"""The file of a pattern's meaning, the same for every backend: `reference`, `mask` and `selfcheck`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.codegen.block_selection import Chosen, choice
from patternc.codegen.call_checks import (
    Check,
    Limits,
    check_call,
    limits,
    lse_undefined,
    mask_heads_check,
    requirement_check,
)
from patternc.codegen.emit import Origin, View
from patternc.codegen.file_header import spec_literal, summary
from patternc.codegen.helpers import Uses, uses
from patternc.codegen.input_checks import entry_lines
from patternc.codegen.interface import Interface, arguments, heads_read
from patternc.codegen.line_breaks import signature
from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.reference import (
    CountedGroup,
    Mixing,
    ScoreStep,
    counted_groups,
    counts_parameters,
    mixings,
    place_name,
    score_steps,
)
from patternc.codegen.runtime_inputs import InputText, InputType, entry_texts, given_texts, head_texts, sinks
from patternc.ir.kernel import Choice
from patternc.ir.mask import Pattern
from patternc.ir.traversal import topk_of
from patternc.testing.calls import Shape, UnsatisfiableError, shapes

LENGTH = 131
"""Of the whole sequences that `selfcheck` calls: odd, and Triton's interpreter still takes seconds."""
_PAIRS, _ROWS = 2**20, 96


@dataclass(frozen=True, slots=True)
class Checked:
    """What the shared templates spell of a call: its signature, its checks, and how its mask counts."""

    name: str
    interface: Interface
    uses: Uses
    chosen: Chosen | None
    dropout: bool
    lse_undefined: str
    fixed_scale: float | None
    requirements: tuple[Check, ...]
    limits: Limits
    partitioned: bool
    counts_head: tuple[str, ...]
    counted_groups: tuple[CountedGroup, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """An input that `selfcheck` draws: the extents of a table, the end of offsets, the most of lengths, of a `call`."""

    name: str
    size: str


@dataclass(frozen=True, slots=True)
class Reference:
    """What `templates/reference/` spells besides.

    `checked`: lines that check a call; `place`: what a head's place in the call is called. `scores`, `mixings`,
    `sinks`: score modifiers, how branches mix, and the inputs that are one more logit a head. `entries`: the inputs
    that masks read, in `entry_lines` and `entry_tuple` those of each batch entry. `calls`: those of `selfcheck`, for
    which it draws `tables`, `offsets` and `lengths`.
    """

    name: str
    file: str
    sha256: str
    command: str
    summary: str
    spec: str
    imports: tuple[str, ...]
    empty_lse: str
    has_lse: bool
    checked: tuple[str, ...]
    place: str
    scores: tuple[ScoreStep, ...]
    mixings: tuple[Mixing, ...]
    sinks: tuple[str, ...]
    mask_head: tuple[str, ...]
    mask_heads_check: tuple[str, ...]
    entries: tuple[InputText, ...]
    entry_words: str
    entry_lines: tuple[str, ...]
    entry_tuple: tuple[str, ...]
    calls: tuple[Shape, ...]
    tables: tuple[Drawn, ...]
    offsets: tuple[Drawn, ...]
    lengths: tuple[Drawn, ...]
    choice_reads: tuple[str, ...]
    choice_scale: float


@dataclass(frozen=True, slots=True)
class ReferenceModule:
    """The inputs of `reference/module.py.j2`."""

    shell: Checked
    reference: Reference


def reference_view(pattern: Pattern, found: Choice | None, origin: Origin) -> View:
    """The file of a pattern as it is written, before any pass. `found`: how its `topk` chooses, if it has one."""
    chosen = choice(pattern, found)
    data = ReferenceModule(_checked(pattern, chosen, origin), _reference(pattern, chosen, origin))
    return View("reference/module.py.j2", f"{pattern.name}_reference.py", data)


def _checked(pattern: Pattern, chosen: Chosen | None, origin: Origin) -> Checked:
    return Checked(
        name=pattern.name,
        interface=Interface(arguments(pattern), heads_read(pattern)),
        uses=uses(pattern),
        chosen=chosen,
        dropout=pattern.dropout,
        lse_undefined=lse_undefined(pattern),
        fixed_scale=pattern.scale,
        requirements=tuple(requirement_check(one, origin.source) for one in pattern.requirements),
        limits=limits(pattern),
        partitioned=False,  # of all heads, those that a call holds are looked for by kernels only
        counts_head=signature("_counts", counts_parameters(pattern), "tuple[Tensor, ...]"),
        counted_groups=counted_groups(pattern, origin.source),
    )


def _reference(pattern: Pattern, chosen: Chosen | None, origin: Origin) -> Reference:
    undefined = lse_undefined(pattern) != ""
    return Reference(
        name=pattern.name,
        file=origin.source.name,
        sha256=origin.source.sha256,
        command=origin.command,
        summary=summary(pattern),
        spec=spec_literal(origin.pattern_text),
        imports=_imports(uses(pattern)),
        empty_lse="the sink's logit" if sinks(pattern) else "-inf",
        has_lse=not undefined,
        checked=_call_checked(pattern),
        place=place_name(pattern),
        scores=score_steps(pattern),
        mixings=mixings(pattern),
        sinks=sinks(pattern),
        mask_head=_mask_head(pattern),
        mask_heads_check=mask_heads_check(pattern),
        entries=entry_texts(pattern),
        entry_words=_entry_words(pattern),
        entry_lines=entry_lines(pattern),
        entry_tuple=_entry_tuple(pattern),
        calls=telling_calls(pattern),
        tables=_drawn(pattern, InputType.TABLE),
        offsets=_drawn(pattern, InputType.OFFSETS),
        lengths=_drawn(pattern, InputType.LENGTHS),
        choice_reads=() if chosen is None else chosen.reads,
        choice_scale=1.0 if pattern.scale is None else pattern.scale,
    )


def telling_calls(pattern: Pattern) -> tuple[Shape, ...]:
    """The calls that `selfcheck` makes; none where no short one meets what the pattern requires."""
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


def _imports(used: Uses) -> tuple[str, ...]:
    """Modules imported before `math`, sorted."""
    wanted = (("codecs", bool(used.tables)), ("functools", used.lowest or bool(used.tables)))
    return tuple(name for name, needed in wanted if needed)


def _call_checked(pattern: Pattern) -> tuple[str, ...]:
    """Lines that check a call; the model's heads are called `heads`."""
    heads = "head_offset, heads" if head_texts(pattern) else "*_"
    return check_call(f"scale, q_offset, k_offset, n, {heads}", "value", "return_lse")


def _drawn(pattern: Pattern, kind: InputType) -> tuple[Drawn, ...]:
    return tuple(Drawn(one.name, _size(one)) for one in given_texts(pattern) if one.kind is kind)


def _size(given: InputText) -> str:
    if given.kind is InputType.TABLE:
        return ", ".join("call.heads" if extent is None else str(extent) for extent in given.shape)
    return "call.seq_len" if given.block == 1 else f"-(-call.seq_len // {given.block})"


def _mask_head(pattern: Pattern) -> tuple[str, ...]:
    entry = tuple(f"{given.name}: Tensor" for given in entry_texts(pattern))
    return signature("mask", ("head: int", "heads: int", "n: int", *(("*", *entry) if entry else ())), "Tensor")


def _entry_words(pattern: Pattern) -> str:
    """The shapes of one batch entry's inputs."""
    shapes = {
        InputType.OFFSETS: "[D + 1]",
        InputType.LENGTHS: "a number",
        InputType.SELECTION: "[heads, blocks, count]",
    }
    return ", ".join(f"{given.name} {shapes[given.kind]}" for given in entry_texts(pattern))


def _entry_tuple(pattern: Pattern) -> tuple[str, ...]:
    """Lines that give `entry`, one batch entry's inputs as tensors, in `mask`."""
    items = [_entry(given) for given in entry_texts(pattern)]
    flat = f"entry = ({items[0]},)" if len(items) == 1 else f"entry = {', '.join(items)}"
    return (flat,) if 4 + len(flat) <= LINE_LENGTH else ("entry = (", *(f"    {item}," for item in items), ")")


def _entry(given: InputText) -> str:
    """A batch entry's input, checked."""
    match given.kind:
        case InputType.OFFSETS:
            shape = '"[D + 1] for D documents", None'
        case InputType.LENGTHS:
            shape = '"()"'
        case _:
            (count,) = given.shape
            shape = f'"[heads, ceil(n / {given.block}), {count}]", heads, -(-n // {given.block}), {count}'
    return f'_entry_input("{given.name}", {given.name}, {shape})'
