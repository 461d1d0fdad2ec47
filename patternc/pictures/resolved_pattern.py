"""A checked pattern written in the language, with every default filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from patternc.frontend.check import check
from patternc.frontend.parser import parse, snippet
from patternc.frontend.typed import (
    Blocks,
    Branch,
    Complement,
    Difference,
    Group,
    Intersection,
    Leaf,
    Mask,
    Partition,
    Pattern,
    Union,
    Within,
)
from patternc.ir import mask as mask_ir
from patternc.ir.dump.masks import declaration, dump_layout, dump_ring, source_text
from patternc.ir.mask import Alibi, Bias, Combine, HeadRange, KeySource, PairBias, Score, Sink, Softcap, TileOrder
from patternc.ir.projections import ModuleSpec
from patternc.ir.semantics import group_of
from patternc.source import Source, Span


def resolved(source: Source, overrides: Mapping[str, str]) -> list[str]:
    """The text of each pattern, followed by its modules."""
    program = check(parse(source), source, overrides)
    texts = []
    for pattern in program.patterns:
        lines = list(_pattern(source, pattern))
        for module in program.modules:
            if module.pattern == pattern.name:
                lines += ("", *_module(module))
        texts.append("".join(f"{line}\n" for line in lines))
    return texts


def statements(source: Source, overrides: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """For each pattern, the statement of each branch with its location; short forms as the equivalent `attend`."""
    return _of_branches(source, overrides, lambda branch: f"{_text(source, branch)}  ({_place(source, branch.span)})")


def branch_texts(source: Source, overrides: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The texts of branches without locations."""
    return _of_branches(source, overrides, lambda branch: _text(source, branch))


def _of_branches(
    source: Source, overrides: Mapping[str, str], text: Callable[[Branch], str]
) -> tuple[tuple[str, ...], ...]:
    program = check(parse(source), source, overrides)
    return tuple(
        tuple(one for group in pattern.groups for one in _of_group(group, text)) for pattern in program.patterns
    )


def _of_group(group: Group, text: Callable[[Branch], str]) -> tuple[str, ...]:
    """The texts of a group's branches; heads that have no branch of a source have one that admits nothing."""
    return tuple(map(text, group.branches)) or ("no branch",)


def of_head(written: tuple[str, ...], pattern: mask_ir.Pattern, head: int, heads: int) -> tuple[str, ...]:
    """The statements of a pattern whose branches head `head` (of `heads`) runs, in order."""
    head_group = group_of(pattern, head, heads)
    before = sum(len(group.branches) for group in pattern.groups[: pattern.groups.index(head_group)])
    return written[before : before + len(head_group.branches)]


def _text(source: Source, branch: Branch) -> str:
    written = snippet(source, branch.span)
    return written if written.startswith("attend") else f"attend {_mask(branch.mask)}{_from(branch)}"


def _from(branch: Branch) -> str:
    return f" from {branch.source.name}" if isinstance(branch.source, KeySource) else ""


def _pattern(source: Source, pattern: Pattern) -> Iterator[str]:
    parameters = ", ".join(f"{name}={value}" for name, value in pattern.parameters)
    yield f"pattern {pattern.name}{f'({parameters})' if parameters else ''} {{"
    if pattern.source is not None:
        yield f"    {source_text(pattern.source)}"
    yield from (f"    {declaration(one)}" for one in pattern.inputs)
    if pattern.grid:
        yield f"    grid {' x '.join(map(str, pattern.grid))}"
        yield f"    layout {dump_layout(pattern.layout)}"
    for group in pattern.groups:
        yield from (f"    {line}" for line in _group(source, group))
    if pattern.gates:
        yield f"    combine gate({', '.join(f'@{one}' for one in pattern.gates)})"
    scale = "1/sqrt(head_dim)" if pattern.scale is None else f"{pattern.scale}"
    yield f"    score scale({scale})"
    yield from (f"    score {_score(score)}" for score in pattern.scores)
    yield from (f"    require {one.text}" for one in pattern.requirements)
    yield f"    schedule {pattern.schedule.value}"
    yield f"    uncovered {pattern.uncovered.value}"
    if pattern.ring is not None:
        yield f"    {dump_ring(pattern.ring)}"
    yield "}"


def _module(module: ModuleSpec) -> Iterator[str]:
    yield f"module {module.name} {{"
    yield f"    pattern {module.pattern}"
    yield f"    embed {module.embed}"
    yield f"    heads {module.heads}"
    yield f"    kv_heads {module.kv_heads}"
    yield f"    head_dim {module.head_dim}"
    yield f"    value_dim {module.value_dim}"
    yield f"    bias {'true' if module.bias else 'false'}"
    yield f"    norm {module.norm.value}"
    yield f"    dropout {module.dropout}"
    yield "}"


def _group(source: Source, group: Group) -> Iterator[str]:
    match group.heads:
        case HeadRange(start, stop):
            yield f"heads {start}..{'' if stop is None else stop} {{"
            indent, end = "    ", ["}"]
        case Partition(extra_first):
            yield f"heads partition(extra={'first' if extra_first else 'last'})"
            indent, end = "", []
        case _:
            assert_never(group.heads)
    for branch in group.branches:
        where = "".join(f" & {_mask(mask, tight=True)}" for mask in branch.where)
        text = _mask(branch.mask, tight=bool(where)) + where
        yield f"{indent}attend {text}{_from(branch)}  # {_place(source, branch.span)}"
    if group.combine is not Combine.GATE:  # which is written once, for all heads
        yield f"{indent}combine {group.combine.value}"
    yield from end


def _place(source: Source, span: Span) -> str:
    return f"{source.name}:{source.position(span.start)[0]}"


def _score(score: Score) -> str:
    match score:
        case Softcap(cap):
            return f"softcap({cap:g})"
        case Alibi(name):
            return f"alibi(@{name})" if name else "alibi"
        case Bias(name) | PairBias(name):
            return f"bias(@{name})"
        case Sink(name):
            return f"sink(@{name})"
        case _:
            assert_never(score)


def _mask(mask: Mask, tight: bool = False) -> str:
    """The text of a mask, in parentheses if it is a composition and `tight`."""
    match mask:
        case Leaf(primitive):
            return str(primitive)
        case Blocks(_, inner, _, TileOrder(_, sizes)):
            return f"tiles({', '.join(map(str, sizes))}, {_mask(inner)})"
        case Blocks((rows, columns), inner):
            size = rows if rows == columns else f"{rows} x {columns}"
            return f"blocks({size}, {_mask(inner)})"
        case Within(documents, inner):
            return f"within(@{documents.primitive.inputs[0]}, {_mask(inner)})"
        case Complement(inner):
            return f"!{_mask(inner, tight=True)}"
        case Difference(inner, removed):
            text = " - ".join(_mask(one, tight=True) for one in (inner, *removed))
        case Intersection(masks):
            text = " & ".join(_mask(one, tight=True) for one in masks)
        case Union(masks):
            text = " | ".join(_mask(one, tight=True) for one in masks)
        case _:
            assert_never(mask)
    return f"({text})" if tight else text
