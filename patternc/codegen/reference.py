"""The meaning of a pattern as Python text, for `reference` and `mask`: from the mask IR alone, branch by branch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.provenance import heads_text, place
from patternc.codegen.python_text import truth_lines
from patternc.codegen.runtime_inputs import entry_texts, head_texts, sinks
from patternc.ir.mask import Alibi, Bias, Combine, HeadGroup, Pattern, Sink, Softcap
from patternc.ir.traversal import names_in
from patternc.source import Source


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


def place_name(pattern: Pattern) -> str:
    """What the reference calls a head's place in the call: `head` is that in the whole model, where they may differ."""
    return "place" if head_texts(pattern) else "head"


def reference_scores(pattern: Pattern) -> tuple[str, ...]:
    """The score modifiers of the reference, in their order, as lines over `scores`."""
    lines: list[str] = []
    for score in pattern.scores:
        match score:
            case Softcap(cap):
                lines.append(f"scores = {cap} * torch.tanh(scores / {cap})")
            case Alibi():
                lines += [
                    "power = 2 ** (heads.bit_length() - 1)  # the largest power of two in the number of heads",
                    "exponent = 8 * (head + 1) / power if head < power else 4 * (2 * (head - power) + 1) / power",
                    "scores = scores + (k - q).double() * 2.0**-exponent",
                ]
            case Bias(table, radius):
                distance = f"(k - q).clamp(-{radius}, {radius}) + {radius}"
                lines.append(f"scores = scores + {table}[{place_name(pattern)}].double()[{distance}]")
            case Sink():
                pass  # a logit beside the scores: `rules` adds it
            case _:
                assert_never(score)
    return tuple(lines)


def rules(pattern: Pattern, undefined: bool) -> tuple[Rule, ...]:
    """How the reference mixes the branches of a head; groups that mix alike share a rule.

    `undefined`: some head has no lse, so none is returned.
    """
    lines = {group: _rule_lines(group, undefined, pattern.dropout) + _sink_lines(pattern) for group in pattern.groups}
    if len(set(lines.values())) == 1:
        return (Rule("", "", lines[pattern.groups[0]]),)
    return tuple(
        Rule("elif" if index else "if", f"head in {heads_text(group.heads, 'heads')}", lines[group])
        for index, group in enumerate(pattern.groups)
    )


def _rule_lines(group: HeadGroup, undefined: bool, dropout: bool) -> tuple[str, ...]:
    values = "value[:, kv_head].double()" + (", kept" if dropout else "")
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


def _sink_lines(pattern: Pattern) -> tuple[str, ...]:
    """One more key a head, with value 0."""
    return tuple(
        line
        for name in sinks(pattern)
        for line in (
            "least = torch.finfo(lse.dtype).min  # a row without keys, and a head without a sink: -inf has no softmax",
            "lse = lse.clamp_min(least)",
            f"total = torch.logaddexp(lse, {name}[{place_name(pattern)}].double())",
            "out, lse = out * (lse - total).exp().unsqueeze(-1), total.masked_fill(total == least, -math.inf)",
        )
    )


def counts_parameters(pattern: Pattern) -> tuple[str, ...]:
    """The five parameters, those that no mask reads with a leading underscore, and the inputs of a batch entry."""
    read = mask_names(pattern)
    mark = {name: "" if name in read else "_" for name in ("head", "heads", "n")}
    entry = (f"{given.name}: Tensor" for given in entry_texts(pattern))
    own = (f"{mark['head']}head: int", f"{mark['heads']}heads: int", "q: Tensor", "k: Tensor", f"{mark['n']}n: int")
    return (*own, *entry)


def mask_names(pattern: Pattern) -> frozenset[str]:
    """What `_counts` reads besides positions: of `head`, `heads` and `n`, and which inputs."""
    read = frozenset().union(*(names_in(branch.mask) for group in pattern.groups for branch in group.branches))
    if len(pattern.groups) == 1:
        return read
    shared = any("heads" in heads_text(group.heads, "heads") for group in pattern.groups)
    return read | {"head"} | ({"heads"} if shared else set())


def count_groups(pattern: Pattern, source: Source) -> tuple[Rule, ...]:
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
