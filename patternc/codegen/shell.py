"""The module every backend's kernels sit in: header, SPEC, `attention` and its checks, `reference`, `mask`, the class.

A backend's template starts with `{% extends "shared/module.py.j2" %}` and fills the blocks `plain_imports` (after
`import math`), `standard_imports` (after those), `imports` (after `import torch`), `constants` and `kernels`; its
view's dataclass has a field `shell: Shell` beside its own. The block `kernels` supplies two functions, which the shell
registers as `torch.library` operators and calls by position:

    def _forward(query, key, value, scale: float, q_offset: int, k_offset: int, seq_len: int)
        -> tuple[Tensor, Tensor, Tensor, Tensor]: out, lse, parts, part_lses
    def _backward(grad_out, grad_lse, query, key, value, out, lse, parts, part_lses,
                  scale: float, q_offset: int, k_offset: int, seq_len: int)
        -> tuple[Tensor, Tensor, Tensor]: grad_query, grad_key, grad_value

- The shell has checked everything: shapes, dtypes, devices, contiguous last dimensions, ranges, heads, `require`.
  `scale` is final (`score scale`, the argument, or 1/sqrt(D)). B, Nq and Nk are never 0 here. Autocast is off.
- out [B, H, Nq, D] in query's dtype and lse [B, H, Nq] fp32 are fresh and contiguous. A head with one softmax has that
  softmax's lse, under `mean` and `sum` too (where `attention` never returns it, but `_backward` may need it). A head
  with several under `mean` or `sum` has no lse: zeros.
- parts [S, B, H, Nq, D] in query's dtype and part_lses [S, B, H, Nq] fp32: what each softmax of a head gave, where some
  head group has more than one (S: the most a group has; what a head lacks is never read); else both are empty tensors
  of shape [0], parts of query's dtype, part_lses fp32.
- grad_out [B, H, Nq, D] has query's dtype and a contiguous last dimension; its other strides are any.
- grad_lse is [B, H, Nq] fp32 contiguous, or an empty [0] fp32 tensor when no gradient reaches lse
  (`grad_lse.numel() == 0`), so that the common case reads nothing.
- grad_query, grad_key, grad_value are contiguous, of the shapes and dtype of query, key and value.
- Both take `Shell.inputs` besides, after seq_len, as the shell makes them: where they decide a number, `head_offset`
  (which head of the whole model the call's first is) and `num_heads` (of the whole model); offsets as int32
  [1 or B, 2, n], where the document of each position begins and ends; lengths int32 [B]; tables float32; a selection
  int32 [B, H, rows, count]; dropout and seed as numbers. `_backward` returns a float32 gradient for each table after
  the three others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.block_lists.functions import Lists, lists
from patternc.codegen.block_selection import Chosen, choice
from patternc.codegen.call_checks import Check, call_heads_check, length_checks, mask_heads_check, requirement_check
from patternc.codegen.emit import Origin
from patternc.codegen.flop_count import Flops, flops
from patternc.codegen.helpers import Uses, uses
from patternc.codegen.input_checks import entry_lines
from patternc.codegen.line_breaks import bracketed, signature
from patternc.codegen.module_classes import Modules, module_texts
from patternc.codegen.operator_inputs import Passing, passing
from patternc.codegen.provenance import all_heads
from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.reference import Rule, count_groups, counts_parameters, place_name, reference_scores, rules
from patternc.codegen.runtime_inputs import (
    InputText,
    InputType,
    entry_texts,
    given_texts,
    head_texts,
    input_texts,
    sinks,
)
from patternc.ir.class_names import class_name
from patternc.ir.digest import digest
from patternc.ir.kernel import Kernel, KernelGroup
from patternc.ir.mask import Combine, HeadGroup, Pattern
from patternc.source import escaped


@dataclass(frozen=True, slots=True)
class Shell:
    """Everything the shared templates spell."""

    name: str
    file: str
    sha256: str
    command: str
    summary: str
    spec: str
    class_name: str
    modules: Modules | None
    operator: str
    scale_words: str
    lse_words: str
    lse_undefined: str
    fixed_scale: float | None
    requirements: tuple[Check, ...]
    heads_check: tuple[str, ...]
    mask_heads_check: tuple[str, ...]
    partitioned: bool
    place: str
    call_checked: tuple[str, ...]
    reference_checked: tuple[str, ...]
    selection_checked: tuple[str, ...]
    softmaxes: int
    reference_scores: tuple[str, ...]
    rules: tuple[Rule, ...]
    count_groups: tuple[Rule, ...]
    given: tuple[InputText, ...]
    inputs: tuple[InputText, ...]
    passing: Passing | None
    folds: bool
    apart: str
    entries: tuple[InputText, ...]
    entry_words: str
    entry_lines: tuple[str, ...]
    entry_tuple: tuple[str, ...]
    mask_head: tuple[str, ...]
    counts_head: tuple[str, ...]
    sinks: tuple[str, ...]
    empty_lse: str
    fits: tuple[str, ...]
    chosen: Chosen | None
    dropout: bool
    on_gpu: bool
    uses: Uses
    flops: Flops
    lists: Lists | None
    imports: tuple[str, ...]


def shell(kernel: Kernel, origin: Origin, backend: str) -> Shell:
    """Decide what surrounds the kernels of a pattern.

    Args:
        kernel: what the backend renders; its `pattern` is what reference and mask are written from.
        origin: where the pattern was written.
        backend: the backend's name, part of the operator's.
    """
    pattern = kernel.pattern
    undefined = _lse_undefined(pattern)
    return Shell(
        name=pattern.name,
        file=origin.source.name,
        sha256=origin.source.sha256,
        command=origin.command,
        summary=_summary(pattern),
        spec=_literal(origin.pattern_text),
        class_name=class_name(pattern.name),
        modules=module_texts(pattern, f"{pattern.name}_{backend}"),
        operator=f"{pattern.name}_{backend}_{digest(kernel)}",
        scale_words="1 / sqrt(D) when None" if pattern.scale is None else f"fixed at {pattern.scale} by the pattern",
        lse_words=f"\n            An error here: `combine {undefined}` has no such denominator." if undefined else "",
        lse_undefined=undefined,
        fixed_scale=pattern.scale,
        requirements=tuple(
            requirement_check(requirement, pattern, origin.source) for requirement in pattern.requirements
        ),
        heads_check=call_heads_check(pattern),
        mask_heads_check=mask_heads_check(pattern),
        partitioned=is_partitioned(pattern),
        place=place_name(pattern),
        call_checked=_checked("seq_len", head_texts(pattern), "value", "return_lse"),
        reference_checked=_reference_checked(pattern),
        selection_checked=_checked("seq_len", _read_by_choice(pattern), "key", "return_lse=False"),
        softmaxes=softmax_count(kernel),
        reference_scores=reference_scores(pattern),
        rules=rules(pattern, undefined != ""),
        count_groups=count_groups(pattern, origin.source),
        given=given_texts(pattern),
        inputs=input_texts(pattern),
        passing=passing(pattern),
        folds=not _apart(pattern),
        apart=_apart(pattern),
        entries=entry_texts(pattern),
        entry_words=_entry_words(pattern),
        entry_lines=entry_lines(pattern),
        entry_tuple=_entry_tuple(pattern),
        mask_head=_mask_head(pattern),
        counts_head=signature("_counts", counts_parameters(pattern), "tuple[Tensor, ...]"),
        sinks=sinks(pattern),
        empty_lse="the sink's logit" if sinks(pattern) else "-inf",
        fits=length_checks(pattern),
        chosen=choice(kernel),
        dropout=pattern.dropout,
        on_gpu=backend == "triton",
        uses=uses(pattern),
        flops=flops(pattern),
        lists=lists(kernel),
        imports=_imports(kernel),
    )


def _apart(pattern: Pattern) -> str:
    """An input for whose sake `vmap` calls the operators sample by sample; none: samples are entries of a batch."""
    apart = {
        InputType.TABLE: "a table's gradient",
        InputType.OFFSETS: "one list of documents",
        InputType.DROPOUT: "a seed of dropout",
    }
    return next((apart[given.kind] for given in input_texts(pattern) if given.kind in apart), "")


def _imports(kernel: Kernel) -> tuple[str, ...]:
    """Modules imported before `math`, sorted."""
    used, listed = uses(kernel.pattern), lists(kernel)
    kept = listed is not None and (bool(listed.places) or any(function.cached for function in listed.functions))
    wanted = (
        ("codecs", bool(used.tables)),
        ("dataclasses", listed is not None),
        ("functools", kept or used.lowest or bool(used.tables) or not entry_texts(kernel.pattern)),
    )
    return tuple(name for name, needed in wanted if needed)


def is_partitioned(pattern: Pattern) -> bool:
    """Whether heads differ in their branches."""
    return any(not all_heads(group.heads) for group in pattern.groups)


def _checked(length: str, heads: tuple[InputText, ...], value: str, return_lse: str) -> tuple[str, ...]:
    """Lines that check a call: they give the scale, the length and, of the heads' places, those that are read."""
    read = {one.name for one in heads}
    names = [name if name in read else "_" for name in ("head_offset", "num_heads")] if read else ["*_"]
    return _check_call(f"scale, q_offset, k_offset, {length}, {', '.join(names)}", value, return_lse)


def _reference_checked(pattern: Pattern) -> tuple[str, ...]:
    """The same of the reference, which calls the model's heads `heads`."""
    heads = "head_offset, heads" if head_texts(pattern) else "*_"
    return _check_call(f"scale, q_offset, k_offset, n, {heads}", "value", "return_lse")


def _check_call(targets: str, value: str, return_lse: str) -> tuple[str, ...]:
    given = ("q_offset", "k_offset", "seq_len", "head_offset", "num_heads", return_lse)
    return bracketed(f"{targets} = _check(", ("query", "key", value, "scale", *given), ")", 4)


def _read_by_choice(pattern: Pattern) -> tuple[InputText, ...]:
    """Of the heads' places those that a choice of blocks reads."""
    return head_texts(pattern) if is_partitioned(pattern) else ()


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


def softmax_count(kernel: Kernel) -> int:
    """The most softmaxes a head runs."""
    return max(len(group.softmaxes) for group in kernel.groups)


def combine_words(group: HeadGroup | KernelGroup) -> str:
    """How the branches of a group mix, in words."""
    match group.combine:
        case Combine.LSE:
            return "in one softmax"
        case Combine.LSE_DETACH:
            return "mixed by their softmax denominators, which pass no gradient"
        case Combine.MEAN:
            return f"summed and divided by {group.divisor}"
        case Combine.SUM:
            return "summed"
        case _:
            assert_never(group.combine)


def _summary(pattern: Pattern) -> str:
    first = pattern.groups[0]
    count = len(first.branches)
    branches = "one branch" if count == 1 else f"{count} branches {combine_words(first)}"
    if len(pattern.groups) == 1:
        return f"{pattern.name}: {branches}."
    return f"{pattern.name}: {len(pattern.groups)} groups of heads."


def _literal(text: str) -> str:
    """A text as the inside of a triple-quoted string literal, ending in a newline."""
    quoted = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    kept = "".join(char if char in "\n\t" else escaped(char) for char in quoted)
    return kept if kept.endswith("\n") else kept + "\n"


def _lse_undefined(pattern: Pattern) -> str:
    """The combine under which there is no lse to return, or nothing."""
    rules = (group.combine for group in pattern.groups)
    return next((rule.value for rule in rules if rule in (Combine.MEAN, Combine.SUM)), "")
