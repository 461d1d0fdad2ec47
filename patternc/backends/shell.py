"""The module every backend's kernels sit in: header, SPEC, `attention` and its checks, `reference`, `mask`, the class.

A backend's template starts with `{% extends "shared/module.py.j2" %}` and fills the blocks `standard_imports` (after
`import math`), `imports` (after `import torch`), `constants` and `kernels`; its view's dataclass has a field
`shell: Shell` beside its own. The block `kernels` supplies two functions, which the shell registers as `torch.library`
operators and calls by position:

    def _forward(query, key, value, scale: float, q_offset: int, k_offset: int, seq_len: int)
        -> tuple[Tensor, Tensor, Tensor, Tensor]: out, lse, parts, part_lses
    def _backward(grad_out, grad_lse, query, key, value, out, lse, parts, part_lses,
                  scale: float, q_offset: int, k_offset: int, seq_len: int)
        -> tuple[Tensor, Tensor, Tensor]: grad_query, grad_key, grad_value

- The shell has checked everything: shapes, dtypes, devices, contiguous last dimensions, ranges, heads, `require`.
  `scale` is final (`score scale`, the argument, or 1/sqrt(D)). B, Nq and Nk are never 0 here.
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
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import assert_never

from patternc.codefmt import names_in, truth_lines
from patternc.emit import Origin
from patternc.kernel_ir import Kernel, KernelGroup
from patternc.mask_ir import (
    Alibi,
    Combine,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    Pattern,
    Requirement,
    Softcap,
)
from patternc.source import NOWHERE, Source, Span

# Names a generated file has for itself: a class of the same name would hide them.
_TAKEN = frozenset({"Tensor", "Iterator", "Callable", "NamedTuple", "Run", "Strip"})


@dataclass(frozen=True, slots=True)
class Rule:
    """Lines that hold for some heads: under `keyword condition:`, or for all when `condition` is empty."""

    keyword: str
    condition: str
    lines: tuple[str, ...]

    @property
    def indent(self) -> str:
        """What the lines stand further in by."""
        return "    " if self.condition else ""


@dataclass(frozen=True, slots=True)
class Check:
    """A `require`: a comment naming it, the names it reads, the condition, the message (a string literal)."""

    comment: str
    unpacking: tuple[str, ...]
    expression: str
    message: str


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
    operator: str
    scale_words: str
    lse_words: str
    lse_undefined: str
    fixed_scale: float | None
    requirements: tuple[Check, ...]
    heads_check: tuple[str, ...]
    softmaxes: int
    reference_scores: tuple[str, ...]
    rules: tuple[Rule, ...]
    counts_parameters: str
    count_groups: tuple[Rule, ...]


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
        class_name=_class_name(pattern.name),
        operator=f"{pattern.name}_{backend}_{_digest(kernel)}",
        scale_words="1 / sqrt(D) when None" if pattern.scale is None else f"fixed at {pattern.scale} by the pattern",
        lse_words=f"\n            An error here: `combine {undefined}` has no such denominator." if undefined else "",
        lse_undefined=undefined,
        fixed_scale=pattern.scale,
        requirements=tuple(_check(requirement, pattern, origin.source) for requirement in pattern.requirements),
        heads_check=_heads_check(pattern),
        softmaxes=softmax_count(kernel),
        reference_scores=_reference_scores(pattern),
        rules=_rules(pattern),
        counts_parameters=_counts_parameters(pattern),
        count_groups=_count_groups(pattern, origin.source),
    )


def softmax_count(kernel: Kernel) -> int:
    """The most softmaxes a head runs."""
    return max(len(group.softmaxes) for group in kernel.groups)


def place(span: Span, source: Source) -> str:
    """`file:line  the text there` for a comment; only the file's name where the span is unknown.

    A text of more than 60 characters is cut: the line is named besides.
    """
    if span == NOWHERE:
        return source.name
    text = source.snippet(span)
    return f"{source.name}:{source.position(span.start)[0]}  {text if len(text) <= 60 else text[:57] + '...'}"


def heads_text(heads: Heads, total: str) -> str:
    """The heads of a group as a Python `range`, given the text of their total."""
    low, high = head_ends(heads, total)
    return f"range({high})" if low == "0" else f"range({low}, {high})"


def head_ends(heads: Heads, total: str) -> tuple[str, str]:
    """The first head of a group and the one after its last, as text, given the text of their total."""
    match heads:
        case HeadRange(start, None):
            return str(start), total
        case HeadRange(start, stop):
            return str(start), f"min({stop}, {total})"
        case HeadShare(index, count, extra_first):
            return _share_end(index, count, extra_first, total), _share_end(index + 1, count, extra_first, total)
        case _:
            assert_never(heads)


def all_heads(heads: Heads) -> bool:
    """Whether a group is every head."""
    return heads == HeadRange(0, None) or (isinstance(heads, HeadShare) and heads.count == 1)


def _share_end(index: int, count: int, extra_first: bool, total: str) -> str:
    """The end of the first `index` groups of `count`: rounding up puts the longer groups first, rounding down last.

    The groups hold H // count heads, H mod count of them one more: the first i hold i (H // count) plus
    min(i, H mod count), or, the longer ones last, max(0, i - (count - H mod count)).
    """
    if index == 0:
        return "0"
    if index == count:
        return total
    whole = f"{total} // {count}" if index == 1 else f"{index} * ({total} // {count})"
    if extra_first:
        return f"{whole} + min({index}, {total} % {count})"
    return whole if index == 1 else f"{whole} + max(0, {total} % {count} - {count - index})"


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
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\r", "\\r")
    return escaped if escaped.endswith("\n") else escaped + "\n"


def _class_name(name: str) -> str:
    pascal = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    return f"{pascal}Pattern" if pascal in _TAKEN or not pascal[:1].isalpha() else pascal


def _digest(kernel: Kernel) -> str:
    """Twelve hex digits that differ for kernels that differ (spans are no part of a node's repr)."""
    return hashlib.sha256(repr(kernel).encode()).hexdigest()[:12]


def _lse_undefined(pattern: Pattern) -> str:
    """The combine under which there is no lse to return, or nothing."""
    rules = (group.combine for group in pattern.groups)
    return next((rule.value for rule in rules if rule in (Combine.MEAN, Combine.SUM)), "")


def _check(requirement: Requirement, pattern: Pattern, source: Source) -> Check:
    named = [name for name in ("n", "heads", "head_dim") if name in requirement.expression.replace("(", " ").split()]
    values = {"n": "seq_len", "heads": "query.shape[1]", "head_dim": "query.shape[3]"}
    given = ", ".join(f"{name} = {{{name}}}" for name in named)
    message = f"{pattern.name} requires {requirement.text}; here {given}"
    return Check(
        comment=place(requirement.span, source),
        unpacking=tuple(f"{name} = {values[name]}" for name in named),
        expression=requirement.expression,
        message=json.dumps(message),
    )


def _heads_check(pattern: Pattern) -> tuple[str, ...]:
    """Lines that raise when a head belongs to no group or a share of heads would be empty."""
    shares = [group.heads.count for group in pattern.groups if isinstance(group.heads, HeadShare)]
    if shares:
        message = f"query has {{heads}} heads, must have at least {shares[0]}: one for each branch"
        return (f"if heads < {shares[0]}:", f'    raise ValueError(f"{message}")')
    ranges = sorted((r.start, r.stop) for g in pattern.groups if isinstance(r := g.heads, HeadRange))
    covered: int | None = 0
    for start, stop in ranges:
        if covered is None or start > covered:
            break
        covered = stop
    if covered is None:
        return ()
    message = f"query has {{heads}} heads, must have at most {covered}: the pattern names no branch for head {covered}"
    return (f"if heads > {covered}:", f'    raise ValueError(f"{message}")')


def _reference_scores(pattern: Pattern) -> tuple[str, ...]:
    lines: list[str] = []
    for score in pattern.scores:
        match score:
            case Softcap(cap):
                lines.append(f"scores = {cap} * torch.tanh(scores / {cap})")
            case Alibi():
                lines.append("scores = scores + (k - q) * 2.0 ** (-8.0 * (head + 1) / heads)")
            case _:
                assert_never(score)
    return tuple(lines)


def _rules(pattern: Pattern) -> tuple[Rule, ...]:
    """How the reference mixes the branches of a head; groups that mix alike share a rule."""
    undefined = _lse_undefined(pattern) != ""
    if len({_rule_lines(group, undefined) for group in pattern.groups}) == 1:
        return (Rule("", "", _rule_lines(pattern.groups[0], undefined)),)
    return tuple(
        Rule("elif" if index else "if", f"head in {heads_text(group.heads, 'heads')}", _rule_lines(group, undefined))
        for index, group in enumerate(pattern.groups)
    )


def _rule_lines(group: HeadGroup, undefined: bool) -> tuple[str, ...]:
    values = "value[:, kv_head].double()"
    alone = len(group.branches) == 1
    match group.combine:
        case Combine.LSE:
            counts = "counts[0]" if alone else "sum(counts)"
            target = "out, _" if undefined else "out, lse"
            return (f"{target} = _softmax(scores, {counts}, {values})",)
        case Combine.LSE_DETACH:
            return (
                f"parts = [_softmax(scores, count, {values}) for count in counts]",
                "part_lses = torch.stack([part_lse for _, part_lse in parts])",
                "lse = part_lses.logsumexp(0)",
                "weights = torch.exp(part_lses - lse).nan_to_num(0.0).detach().unsqueeze(-1)",
                "out = sum(weight * part for weight, (part, _) in zip(weights, parts, strict=True))",
            )
        case Combine.MEAN | Combine.SUM:
            divided = f" / {group.divisor}" if group.combine is Combine.MEAN and group.divisor != 1 else ""
            if alone:
                return (f"out = _softmax(scores, counts[0], {values})[0]{divided}",)
            return (f"out = sum(_softmax(scores, count, {values})[0] for count in counts){divided}",)
        case _:
            assert_never(group.combine)


def _counts_parameters(pattern: Pattern) -> str:
    """The five parameters, those that no mask reads with a leading underscore."""
    read = frozenset().union(*(names_in(branch.mask) for group in pattern.groups for branch in group.branches))
    if len(pattern.groups) > 1:
        read |= {"head"} | (
            {"heads"} if any("heads" in heads_text(g.heads, "heads") for g in pattern.groups) else set()
        )
    mark = {name: "" if name in read else "_" for name in ("head", "heads", "n")}
    return f"{mark['head']}head: int, {mark['heads']}heads: int, q: Tensor, k: Tensor, {mark['n']}n: int"


def _count_groups(pattern: Pattern, source: Source) -> tuple[Rule, ...]:
    """For each group of heads, the lines that count its branches."""
    return tuple(
        Rule(
            "elif" if index else "if",
            "" if len(pattern.groups) == 1 else f"head in {heads_text(group.heads, 'heads')}",
            _count_lines(group, source, 4 if len(pattern.groups) == 1 else 8),
        )
        for index, group in enumerate(pattern.groups)
    )


def _count_lines(group: HeadGroup, source: Source, indent: int) -> tuple[str, ...]:
    lines: list[str] = []
    for branch in group.branches:
        times = "" if branch.multiplicity == 1 else f"{branch.multiplicity} * "
        lines.append(f"{' ' * indent}# {place(branch.span, source)}")
        lines += truth_lines(branch.mask, indent, "seen")
        lines.append(f"{' ' * indent}counts.append({times}seen)")
    return tuple(lines)
