"""The inner loops of a compiled kernel, read from its assembly: what one iteration executes.

A loop is found in the graph of basic blocks, not by the order of lines: compilers place blocks of a loop anywhere. The
loops of interest compute weights, so they hold an exp2; of nested ones the innermost that holds it is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Blocks = Mapping[int, tuple[str, ...]]
Edges = Mapping[int, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Assembly:
    """How an assembly language writes what is looked for, as patterns of its lines.

    `label`: a label that branches name. `branch`: a branch, its group the label. `leaves`: after such a line the next
    one does not follow. `exp2`: one a thread. `product`: an instruction on tensor cores. `integer`: integer arithmetic.
    """

    label: re.Pattern[str]
    branch: re.Pattern[str]
    leaves: re.Pattern[str]
    exp2: re.Pattern[str]
    product: re.Pattern[str]
    integer: re.Pattern[str]


PTX = Assembly(
    label=re.compile(r"^(\$L__BB\w+):"),
    branch=re.compile(r"\bbra(?:\.uni)?\s+(\$L__BB\w+)"),
    leaves=re.compile(r"^(?:bra|ret|exit)\b"),
    exp2=re.compile(r"\bex2\.approx"),
    product=re.compile(r"\b(?:wgmma\.mma_async|mma\.sync|tcgen05\.mma)\."),
    integer=re.compile(r"^$"),  # the assembler rewrites addresses: SASS says
)
SASS = Assembly(
    label=re.compile(r"^(L[0-9a-f]+):"),
    branch=re.compile(r"\bBRA\b.*\b0x([0-9a-f]+)"),
    leaves=re.compile(r"^(?:BRA\S*\s+(?!!?U?P\d)|EXIT|RET)"),
    exp2=re.compile(r"\bMUFU\.EX2"),
    product=re.compile(r"\b(?:HMMA|HGMMA|IMMA|QGMMA|UTC\w*MMA)\b"),
    integer=re.compile(
        r"^(?:@\S+ )?U?(?:IMAD(?!\.MOV)|IADD3?|VIADD|LEA|LOP3|SHF|ISETP|IABS|VIMNMX|IMNMX|I2I|XMAD|POPC)\b"
    ),
)
AMDGCN = Assembly(
    label=re.compile(r"^(\.LBB\w+):"),
    branch=re.compile(r"^s_c?branch\w*\s+(\.LBB\w+)"),
    leaves=re.compile(r"^(?:s_branch|s_endpgm|s_setpc)"),
    exp2=re.compile(r"^v_exp_f32"),
    product=re.compile(r"^v_mfma_"),
    integer=re.compile(r"^[vs]_(?:add|sub|mul|mad|lsh|ash|and|or|xor|cmp|bfe|bfi|min|max)\w*_[iub]\d+"),
)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop. `lines`: all its instructions. `route`: those of the cheapest iteration that takes all products."""

    lines: tuple[str, ...]
    route: tuple[str, ...]

    def count(self, pattern: re.Pattern[str]) -> int:
        return sum(bool(pattern.search(line)) for line in self.lines)


def inner_loops(text: str, language: Assembly) -> tuple[Loop, ...]:
    """The innermost loops that compute an exp2; if some of them use tensor cores, these: others merge partials."""
    blocks, edges = _graph(text, language)
    loops = tuple(
        Loop(
            tuple(line for i in sorted(found) for line in blocks[i]),
            tuple(line for i in _route(found, header, blocks, edges, language) for line in blocks[i]),
        )
        for found, header in _innermost(frozenset(blocks), None, edges, blocks, language)
    )
    return tuple(loop for loop in loops if loop.count(language.product)) or loops


def sass_text(listing: str) -> str:
    """The listing of `cuobjdump -sass` with a line for each instruction, and a label at each target of a branch."""
    lines = re.findall(r"/\*([0-9a-f]{4,})\*/\s+([^;]+?)\s*;", listing)
    targets = {int(x, 16) for _, line in lines for x in SASS.branch.findall(line)}
    found = []
    for address, line in lines:
        at = int(address, 16)
        found += [f"L{at:x}:"] if at in targets else []
        found.append(line)
    return "\n".join(found)


def _graph(text: str, language: Assembly) -> tuple[Blocks, Edges]:
    """The basic blocks, and which follow each."""
    names: dict[str, int] = {}
    blocks: list[list[str]] = [[]]
    for line in map(str.strip, text.splitlines()):
        label = language.label.match(line)
        if label:
            blocks.append([])
            names[label[1].removeprefix("L")] = len(blocks) - 1
        elif line and not line.startswith(("//", ";", ".loc", "$L__tmp", ".Ltmp")):
            blocks[-1].append(line)
            if language.branch.search(line):
                blocks.append([])
    edges = {}
    for i, lines in enumerate(blocks):
        found = language.branch.search(lines[-1]) if lines else None
        after = {names[found[1]]} if found and found[1] in names else set()
        after |= set() if lines and language.leaves.match(lines[-1]) else {i + 1} & set(range(len(blocks)))
        edges[i] = frozenset(after)
    live = _reached(0, edges) | {0}
    return {i: tuple(blocks[i]) for i in sorted(live)}, {i: edges[i] for i in sorted(live)}


def _innermost(
    inside: frozenset[int], header: int | None, edges: Edges, blocks: Blocks, language: Assembly
) -> Iterator[tuple[frozenset[int], int]]:
    """The innermost loops with an exp2 among the blocks of a loop, or of the kernel, with their headers."""
    within = {i: (edges[i] & inside) - {header} for i in inside}
    for cycle in _cycles(within):
        if not any(language.exp2.search(line) for i in cycle for line in blocks[i]):
            continue
        first = min((j for i in set(edges) - cycle for j in edges[i] & cycle), default=min(cycle))
        deeper = list(_innermost(cycle, first, edges, blocks, language))
        yield from deeper or [(cycle, first)]


def _cycles(edges: Edges) -> list[frozenset[int]]:
    """The strongly connected components that are cycles, by first block."""
    reached = {i: _reached(i, edges) for i in edges}
    found = {frozenset(j for j in reached[i] if i in reached[j]) for i in edges if i in reached[i]}
    return sorted(found, key=min)


def _reached(start: int, edges: Edges) -> frozenset[int]:
    found: set[int] = set()
    queue = [*edges[start]]
    while queue:
        i = queue.pop()
        if i not in found:
            found.add(i)
            queue += edges[i]
    return frozenset(found)


def _route(inside: frozenset[int], header: int, blocks: Blocks, edges: Edges, language: Assembly) -> tuple[int, ...]:
    """The blocks of the iteration with the fewest instructions, of those that take most products."""
    known: dict[int, tuple[tuple[int, int], tuple[int, ...]]] = {}

    def best(i: int, above: frozenset[int]) -> tuple[tuple[int, int], tuple[int, ...]]:
        """Products left out and instructions from a block back to the header, and the blocks on the way."""
        if i in known:
            return known[i]
        products = sum(bool(language.product.search(line)) for line in blocks[i])
        ways = [best(j, above | {i}) for j in sorted(edges[i] & inside - above - {i}) if j != header]
        ways += [((0, 0), ())] if header in edges[i] else []
        (more, lines), rest = min(ways, default=((1 << 30, 0), ()))
        known[i] = (more - products, lines + len(blocks[i])), (i, *rest)
        return known[i]

    return best(header, frozenset())[1]
