"""Reads patterns back from the text that `patternc.ir.dump` prints.

A requirement's text is its expression, and the modules around a pattern are not printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mask_text import NO_TABLES, Tables, Unreadable, parse_mask

from patternc.ir.mask import (
    Alibi,
    And,
    Bias,
    Branch,
    Combine,
    Curve,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    Input,
    InputKind,
    KeySource,
    Layout,
    Mask,
    PairBias,
    Pattern,
    Requirement,
    Ring,
    RingLayout,
    Score,
    Sink,
    Softcap,
    TileOrder,
    Transport,
    Uncovered,
)


def parse_pattern(text: str, tables: Tables = NO_TABLES) -> Pattern:
    """The pattern of a text that `dump_pattern` printed."""
    first, *lines = text.splitlines()
    (name,) = _words(r"pattern (\w+)", first)
    found = _Statements()
    for line in lines:
        match (len(line) - len(line.lstrip())) // 2:
            case 3:
                found.clauses.append(parse_mask(line, tables))
            case 2:
                found.end_branch()
                (times,) = _words(r"    branch \d+(?:, (\d+) times)?", line)
                found.multiplicity = int(times or 1)
            case _ if line.startswith("  heads "):
                found.end_group()
                found.heads = line
            case _:
                found.others.append(line[2:])
    found.end_group()
    return _with_statements(Pattern(name, tuple(found.groups)), found.others)


@dataclass(slots=True)
class _Statements:
    """What of a pattern is read: its groups, the branches of the last one, the clauses of its last branch."""

    groups: list[HeadGroup] = field(default_factory=list)
    heads: str = ""
    branches: list[Branch] = field(default_factory=list)
    clauses: list[Mask] = field(default_factory=list)
    multiplicity: int = 1
    others: list[str] = field(default_factory=list)

    def end_branch(self) -> None:
        if self.clauses:
            mask = self.clauses[0] if len(self.clauses) == 1 else And(tuple(self.clauses))
            self.branches.append(Branch(mask, self.multiplicity))
        self.clauses, self.multiplicity = [], 1

    def end_group(self) -> None:
        self.end_branch()
        if self.heads:
            which, combine, divisor = _words(r"  heads (.*): combine (.*), divisor (\d+)", self.heads)
            self.groups.append(HeadGroup(_heads(which), tuple(self.branches), Combine(combine), int(divisor)))
        self.heads, self.branches = "", []


def _heads(text: str) -> Heads:
    if text.startswith("share"):
        index, count, extra = _words(r"share (\d+) of (\d+), extra (first|last)", text)
        return HeadShare(int(index), int(count), extra == "first")
    start, stop = _words(r"(\d+)\.\.(\d*)", text)
    return HeadRange(int(start), int(stop) if stop else None)


def _with_statements(pattern: Pattern, lines: list[str]) -> Pattern:
    for line in lines:
        word, _, text = line.partition(" ")
        match word:
            case "score":
                pattern = replace(pattern, scores=(*pattern.scores, _score(text)))
            case "scale":
                pattern = replace(pattern, scale=float(text))
            case "require":
                pattern = replace(pattern, requirements=(*pattern.requirements, Requirement(text, text)))
            case "input":
                pattern = replace(pattern, inputs=(*pattern.inputs, _input(text)))
            case "#":
                sizes, grid = _words(r"cells in tiles of ([\d x]+), of a grid of ([\d x]+)", text)
                numbers = (tuple(map(int, one.split(" x "))) for one in (grid, sizes))
                pattern = replace(pattern, source=TileOrder(*numbers))
            case "source":
                name, ratio, at = _words(r"(\w+)(?:\((?:ratio=(\d+)|at=@(\w+))\))?", text)
                pattern = replace(pattern, source=KeySource(name, int(ratio or 0), at or ""))
            case "gates":
                pattern = replace(pattern, gates=tuple(text.split(", ")))
            case "grid":
                pattern = replace(pattern, grid=tuple(map(int, text.split(" x "))))
            case "layout":
                curve, sizes = _words(r"(\w+)(?:\((.*)\))?", text)
                pattern = replace(pattern, layout=Layout(Curve(curve), tuple(map(int, _items(sizes)))))
            case "dropout":
                pattern = replace(pattern, dropout=True)
            case "uncovered":
                pattern = replace(pattern, uncovered=Uncovered(text))
            case _ if line.startswith("ring("):
                ranks, layout, transport, nodes = _words(
                    r"ring\(ranks=(\d+), layout=(\w+), transport=(\w+), nodes=(\d+)\)", line
                )
                ring = Ring(int(ranks), RingLayout(layout), Transport(transport), int(nodes))
                pattern = replace(pattern, ring=ring)
            case _:
                raise Unreadable(line)
    return pattern


def _score(text: str) -> Score:
    match text.partition("(")[0]:
        case "softcap":
            return Softcap(float(*_words(r"softcap\((.*)\)", text)))
        case "bias":
            if " of cells of " in text:
                name, grid, radii = _words(r"bias\((\w+) of cells of (.*), up to (.*) apart\)", text)
                sizes, reach = (tuple(map(int, part.split(" x "))) for part in (grid, radii))
                return Bias(name, reach[0], reach[1:], sizes)
            if text.endswith("[b, h, q, k])"):
                return PairBias(*_words(r"bias\((\w+)\[b, h, q, k\]\)", text))
            name, radius, _ = _words(r"bias\((\w+)\[h, clamp\(k - q, (\d+)\) \+ (\d+)\]\)", text)
            return Bias(name, int(radius))
        case "sink":
            return Sink(*_words(r"sink\((\w+)\[h\]\)", text))
        case _:
            (name,) = _words(r"alibi(?:\((\w+)\[h\]\))?", text)
            return Alibi(name or "")


def _input(text: str) -> Input:
    name, kind, shape = _words(r"(\w+): (\w+)(?:\((.*)\))?", text)
    return Input(name, InputKind(kind), tuple(None if size == "heads" else int(size) for size in _items(shape)))


def _items(text: str | None) -> Iterator[str]:
    return (item.strip() for item in text.split(",")) if text else iter(())


def _words(form: str, line: str) -> tuple[str, ...]:
    """The groups of a line that has a form."""
    found = re.fullmatch(form, line)
    if found is None:
        raise Unreadable(f"{line!r} is not {form!r}")
    return found.groups()
