"""The file of a pattern's meaning, the same for every backend: `reference`, `mask` and `selfcheck`."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

from patternc.analysis.calls import Shape, UnsatisfiableError, shapes
from patternc.codegen.block_selection import DenseChoice, dense_choice
from patternc.codegen.call_checks import NumberLimit, mask_limits
from patternc.codegen.emit import Origin, Record, View
from patternc.codegen.library import REFERENCE
from patternc.codegen.reference import Mixing, ScoreStep, mixings, score_steps
from patternc.codegen.shell import called
from patternc.ir.interface import Argument, Interface
from patternc.ir.kernel import Choice
from patternc.ir.mask import Pattern
from patternc.ir.traversal import topk_of


@dataclass(frozen=True, slots=True)
class Reference(Record):
    """The other inputs of `templates/reference/`.

    `scores`, `mixings`, `sinks`: score modifiers, how branches mix, and the inputs that are one more logit a head.
    `heads`, `head`: those of the model, and its head at a `place` in the call. `operands`: what the function `dense`
    takes; `results`: what it returns, and `compared` in words. `weighted`: the last arguments of `_softmax`.
    `mask_inputs`: the inputs that masks read, as parameters. `calls`: the arguments of those of `selfcheck`.
    """

    empty_lse: str
    dense: str
    results: tuple[str, ...]
    compared: str
    heads: str
    head: str
    weighted: str
    scores: tuple[ScoreStep, ...]
    mixings: tuple[Mixing, ...]
    sinks: tuple[str, ...]
    operands: tuple[Argument, ...]
    mask_inputs: tuple[str, ...]
    calls: tuple[str, ...]
    mask_limits: tuple[NumberLimit, ...]
    choice: DenseChoice | None
    choice_scale: float


@dataclass(frozen=True, slots=True)
class _Module:
    """The inputs of `reference/module.py.j2` besides those of `Called`."""

    reference: Reference


def reference_view(pattern: Pattern, inputs: Interface, choice: Choice | None, origin: Origin) -> View:
    """The file of a pattern as it is written, before any pass. `choice`: that of its `topk`, if it has one."""
    positions = "" if choice or pattern.dropout or inputs.of_blocks or inputs.lists else "device"
    module = _Module(_reference(pattern, inputs, choice, positions))
    data = called(pattern, inputs, choice, positions, origin, REFERENCE), module
    return View("reference/module.py.j2", f"{pattern.name}_reference.py", data)


def _reference(pattern: Pattern, inputs: Interface, choice: Choice | None, positions: str) -> Reference:
    results = ("out",) if inputs.no_lse else ("out", "lse", "key_lse")[: 3 if inputs.sinks else 2]
    read = {one.name for one in inputs.heads}
    keywords = [one for one in inputs.entries if one.keyword == one.name]
    own = [f"{one.name}: {'Tensor | tuple[Tensor, Tensor]' if one.pair else 'Tensor'}" for one in keywords]
    return Reference(
        empty_lse="the sink's logit" if inputs.sinks else "-inf",
        dense="_dense_by_entry" if positions else "_dense",
        results=results,
        compared=", ".join(("output", *results[1:2])),
        heads="num_heads" if "num_heads" in read else "query.shape[1]",
        head="head_offset + place" if "head_offset" in read else "place",
        weighted="value[:, kv_head].double()" + ", kept" * pattern.dropout,
        scores=score_steps(pattern),
        mixings=mixings(pattern),
        sinks=tuple(one.name for one in inputs.sinks),
        operands=(*inputs.operands, *inputs.sinks, *inputs.gated),
        mask_inputs=("*", *own) if own else (),
        calls=tuple(map(_call_text, telling_calls(pattern))),
        mask_limits=mask_limits(pattern),
        choice=dense_choice(choice),
        choice_scale=1.0 if inputs.scale is None else inputs.scale,
    )


def _call_text(call: Shape) -> str:
    name, batch, heads, kv_heads, dims, *places, one_list = astuple(replace(call, num_heads=call.model_heads))
    numbers = batch, heads, kv_heads, *dims, *places
    return f'"{name}", {", ".join(map(str, numbers))}{", True" * one_list}'


def telling_calls(pattern: Pattern) -> tuple[Shape, ...]:
    """The calls that `selfcheck` makes; empty if no short call meets the pattern's requirements."""
    try:
        # The length of whole sequences that `selfcheck` calls: odd, and Triton's interpreter still takes seconds.
        calls = shapes(pattern, 131)
    except UnsatisfiableError:
        return ()
    topk = topk_of(pattern)
    unit = 1 if topk is None else topk.block
    return tuple(_shortened(shape, place % 3, unit) for place, shape in enumerate(calls))


def _shortened(shape: Shape, third: int, unit: int) -> Shape:
    """The call, of so many pairs that dense scores take seconds: of a long one some rows, that begin at a `unit`.

    `third`: whether the first rows, some in the middle, or the last ones.
    """
    if shape.queries * shape.keys <= 2**20:
        return shape
    few = 96
    before = (shape.queries - few) * third // 2 // unit * unit
    rows = shape.queries - before if third == 2 else -(-few // unit) * unit
    return replace(shape, queries=rows, q_offset=shape.q_offset + before)
