"""Hypothesis strategies over the whole language: blocks, selections, run-time inputs, comparisons, grids."""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod

from hypothesis import strategies as st
from pattern_texts import calls, every, primitives, scores

from patternc.analysis.calls import Shape

BLOCKS = st.sampled_from([1, 2, 3, 5, 8, 16, 24])
OWNERS = {"s": "shared", "g": "kv_heads", "h": "heads"}
"""The heads that share lists, by the last letter of an input's name."""
KINDS = {
    "docs": "offsets",
    "lens": "lengths",
    "front": "lengths",
    "ids": "labels",
    "marks": "labels",
    "places": "positions",
    "low": "positions",
    "high": "positions",
}
SCORED = {
    "rel": "table(heads, 2 * 5 + 1)",
    "logits": "table(heads)",
    "slopes": "table(heads)",
    "pairs": "pairs",
    "pairs_of_heads": "pairs(heads)",
}
"""Kinds of inputs by the first word of their names, which end in the size of the blocks that they count; and of those
that scores read.
"""
BIAS = f"input rel: {SCORED['rel']}"


@st.composite
def selections(draw: st.DrawFn) -> str:
    seed = draw(st.integers(0, 99))
    if draw(st.booleans()):
        return f"random({draw(st.integers(1, 4))}, seed={seed})"
    return f"random(density={draw(st.sampled_from(['0.05', '0.3', '0.7', '1.0']))}, seed={seed})"


def united(inner: st.SearchStrategy[str], leaves: int) -> st.SearchStrategy[str]:
    """Masks of masks, under the operators of the language."""
    return st.recursive(
        inner,
        lambda parts: st.one_of(
            st.tuples(parts, st.sampled_from(["&", "|", "|", "-"]), parts).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
            parts.map(lambda mask: f"!{mask}"),
        ),
        max_leaves=leaves,
    )


@st.composite
def listed(draw: st.DrawFn, unit: str = "1x1") -> str:
    """Lists for blocks of a size."""
    return f"selected(@picks_{unit}_{draw(st.sampled_from(sorted(OWNERS)))})"


def of_one_side(unit: str) -> st.SearchStrategy[str]:
    """Masks of blocks of a size that read queries or keys alone."""
    names = (
        "padding(@lens_{0})",
        "keys(@marks_{0})",
        "queries(@marks_{0})",
        "when(@ids_{0}[q] % 3 != @ids_{0}[q] % 2)",
    )
    return st.one_of(
        st.tuples(st.sampled_from(["first", "last", "global"]), st.integers(1, 4)).map(lambda nc: f"{nc[0]}({nc[1]})"),
        every(),
        st.sampled_from([name.format(unit) for name in names]),
        st.sampled_from(["when(k % 3 == 1)", "when(q < 2 or q % 4 == 3)"]),
    )


def of_both_sides(unit: str) -> st.SearchStrategy[str]:
    """Run-time masks of blocks of a size, of as many queries as keys."""
    names = ("document(@docs_{0})", "rows(@low_{0}, @high_{0})", "columns(@low_{0}, @high_{0})", "rows(@low_{0}, n)")
    return st.sampled_from([name.format(unit) for name in (*names, "when(@ids_{0}[q] == @ids_{0}[k])")])


def inside(unit: str, lists: bool) -> st.SearchStrategy[str]:
    """Masks of blocks of as many queries as keys."""
    leaves = [primitives, primitives, selections(), selections(), of_one_side(unit), of_both_sides(unit)]
    return united(st.one_of(*leaves, *[listed(unit)] * (2 * lists)), 3)


@st.composite
def blocks(draw: st.DrawFn, lists: bool) -> str:
    size = draw(BLOCKS)
    if draw(st.integers(0, 5)) == 0:
        inner = draw(st.sampled_from([2, 3]))
        return f"blocks({size}, blocks({inner}, {draw(inside(f'{size * inner}x{size * inner}', lists))}))"
    return f"blocks({size}, {draw(inside(f'{size}x{size}', lists))})"


@st.composite
def unlike_blocks(draw: st.DrawFn, lists: bool) -> str:
    """Blocks of R queries and C keys."""
    rows, columns = draw(
        st.sampled_from([(1, 2), (1, 8), (1, 16), (1, 24), (4, 1), (8, 4), (3, 16), (16, 2), (16, 24)])
    )
    before = draw(st.sampled_from(["", "", "", "blocks(2, "]))
    unit = f"{2 * rows}x{2 * columns}" if before else f"{rows}x{columns}"
    held = united(st.one_of(of_one_side(unit), *[listed(unit)] * (3 * lists)), 3)
    return f"{before}blocks({rows} x {columns}, {draw(held)}){')' if before else ''}"


@st.composite
def comparisons(draw: st.DrawFn) -> str:
    step, size, place = draw(st.integers(2, 5)), draw(st.integers(1, 20)), draw(st.integers(0, 4))
    forms = (
        f"q - k < {size} and k - q <= {size}",
        f"(q - k) % {step} == 0",
        f"(q + 2 * k) % {step} == {place}",
        f"k // {size} < 3 or q // {size} == k // {size}",
        f"k % {step} == {place} or q < {size}",
        f"q * k % {step} < 2 and k <= q",
        f"{size} <= k < n - {size} or h % 2 == 0",
        f"not (q // {step} == k // {size})",
        f"(q * k % {step} < 2 or (q + k) % 5 == {place} or q - k < {size} and k <= q) and k < q + {size}",
        "@ids[q] == @ids[k] and q != k",
        f"(@ids[q] + 1) % {step} == @ids[k] % {step} or @ids[k] < q",
        " or ".join(f"(q + {i} * k) % {i + step} == {place}" for i in range(2, 5)),
    )
    return f"when({draw(st.sampled_from(forms))})"


bounds_of_each = st.tuples(
    st.sampled_from(["rows", "columns"]),
    st.sampled_from(["@low, @high", "@low, @high", "@high, @low", "0, @high", "@low, n", "5, @high", "@low, 40"]),
).map(lambda made: f"{made[0]}({made[1]})")
run_time = st.one_of(
    st.sampled_from(["document(@docs)", "padding(@lens)", "prefix(@front)", "keys(@marks)", "queries(@marks)"]),
    bounds_of_each,
)


@st.composite
def of_documents(draw: st.DrawFn) -> str:
    """Masks in the coordinates of documents, where no comparison reads the number of heads."""
    of_blocks = st.tuples(BLOCKS, united(primitives, 2)).map(lambda made: f"blocks({made[0]}, {made[1]})")
    masks = united(st.one_of(primitives, primitives, of_blocks, comparisons()), 3)
    return f"within(@docs, {draw(masks.filter(lambda text: 'head_block' not in text))})"


def whole_masks(lists: bool) -> st.SearchStrategy[str]:
    """Masks of anything that needs no grid. `lists`: lists of keys too."""
    leaves = [primitives, blocks(lists), blocks(lists), unlike_blocks(lists), comparisons(), run_time, of_documents()]
    return united(st.one_of(*leaves, *[listed(), listed()] * lists), 3)


@st.composite
def crowded(draw: st.DrawFn) -> str:
    """Intersections of unions, and unions of many similar terms."""
    if draw(st.booleans()):
        terms = st.lists(draw(st.sampled_from([comparisons(), primitives])), min_size=4, max_size=30)
        return f"({' | '.join(draw(terms))})"
    inner = st.lists(st.one_of(primitives, comparisons()), min_size=2, max_size=3).map(" | ".join)
    return " & ".join(f"({union})" for union in draw(st.lists(inner, min_size=2, max_size=6)))


def whole_files() -> st.SearchStrategy[str]:
    """Files of one pattern whose branches are of anything that needs no grid: plain, partitioned, or of two ranges."""
    return files_of(whole_masks(lists=True), pairs=True)


def gated_files() -> st.SearchStrategy[str]:
    """Files of one pattern, without ranges of heads and sinks, whose branches have gates."""
    return whole_files().filter(lambda text: not re.search(r"^ +(heads |score sink)", text, re.MULTILINE)).map(_gated)


def _gated(text: str) -> str:
    names = [f"gate_{place}" for place in range(len(re.findall("^ +attend ", text, re.MULTILINE)))]
    first, *others = [line for line in text.splitlines() if not line.strip().startswith("combine ")]
    declared = [f"    input {name}: gate" for name in names]
    rule = f"    combine gate({', '.join(f'@{name}' for name in reversed(names))})"
    return "\n".join((first, *declared, rule, *others)) + "\n"


def ring_files() -> st.SearchStrategy[str]:
    """Those that a ring can run: without numbers of pairs, and without numbers of blocks that move with rows."""
    moving = re.compile(r"@(low|high|marks|ids)_(?!1x1\b)")
    return files_of(whole_masks(lists=True), pairs=False).filter(lambda text: not moving.search(text))


def holds_blocks(text: str) -> bool:
    """Whether lists of keys are for blocks of queries, of which ranks then hold whole ones."""
    return re.search(r"@picks_(?!1x)", text) is not None


@st.composite
def files_of(draw: st.DrawFn, masks: st.SearchStrategy[str], *, pairs: bool) -> str:
    """A file whose branches are of some masks. `pairs`: numbers of pairs may be added to scores."""
    combines = draw(st.sampled_from([("lse",), ("lse", "lse(detach)"), ("mean", "sum")]))
    masks = st.one_of(masks, masks, masks, crowded())
    body = draw(modifiers(sink=combines[0] == "lse", pairs=pairs))
    match draw(st.sampled_from(["plain", "plain", "plain", "plain", "partition", "ranges"])):
        case "partition":
            body.append(f"heads partition(extra={draw(st.sampled_from(['first', 'last']))})")
            body += draw(branches(masks, combines, 2))
        case "ranges":
            for span in ("0..1", "1.."):
                body += [f"heads {span} {{", *draw(branches(masks, combines)), "}"]
        case _:
            body += draw(branches(masks, combines))
    if draw(st.integers(0, 3)) == 0:
        body.append(f"where {draw(st.sampled_from(['causal', 'padding(@lens)', 'document(@docs) & causal']))}")
    return written(body)


@st.composite
def branches(draw: st.DrawFn, masks: st.SearchStrategy[str], combines: tuple[str, ...], least: int = 1) -> list[str]:
    found = [f"attend {mask}" for mask in draw(st.lists(masks, min_size=least, max_size=2))]
    return [*found, *[f"combine {draw(st.sampled_from(combines))}" for _ in found[1:]]]


@st.composite
def modifiers(draw: st.DrawFn, *, sink: bool, pairs: bool) -> list[str]:
    body = [line.replace("alibi", draw(st.sampled_from(["alibi", "alibi(@slopes)"]))) for line in draw(scores())]
    biases = ["score bias(@rel)", *["score bias(@pairs)", "score bias(@pairs_of_heads)"] * pairs]
    if draw(st.integers(0, 2 - pairs)) == 0:
        body.append(draw(st.sampled_from(biases)))
    if sink and draw(st.integers(0, 4)) == 0:
        body.append("score sink(@logits)")
    return draw(st.permutations(body))


def written(body: list[str]) -> str:
    """A pattern of these statements, after the inputs that they name."""
    names = dict.fromkeys(re.findall(r"@(\w+)", "\n".join(body)))
    declared = [f"input {name}: {kind_of(name)}" for name in names]
    return "pattern made {\n" + "".join(f"    {line}\n" for line in (*declared, *body)) + "}\n"


def kind_of(name: str) -> str:
    """The kind of an input that strategies name."""
    first, *rest = name.split("_")
    return SCORED.get(name) or KINDS.get(first) or f"selection({OWNERS[rest[-1]]})"


@st.composite
def grids(draw: st.DrawFn, *, pairs: bool = False) -> tuple[str, Shape]:
    """A pattern with boxes on a grid, under any layout, and a call of its length. `pairs`: or numbers of pairs."""
    sizes = draw(st.lists(st.integers(2, 9), min_size=1, max_size=3).filter(lambda sizes: prod(sizes) <= 120))
    dilations = [draw(st.integers(1, max(1, size // 2))) for size in sizes]
    extents = [draw(st.integers(1, size // dilation)) for size, dilation in zip(sizes, dilations, strict=True)]
    words = [*map(str, extents), f"dilation={dilations}"]
    if draw(st.booleans()):
        words += [f"stride={[draw(st.integers(1, extent)) for extent in extents]}"]
    if draw(st.booleans()):
        words += [f"causal=[{', '.join(draw(st.sampled_from(('true', 'false'))) for _ in sizes)}]"]
    box = f"box({', '.join(words)})"
    forms = (box, box, f"{box} & causal", f"{box} | first(3)", f"{box} - window(1)", f"window(4) - {box}", f"!{box}")
    tiles = ", ".join(str(draw(st.integers(1, min(size, 5)))) for size in sizes)
    layouts = ("natural", "hilbert", "morton", f"tiled({tiles})", "auto")
    body = [f"grid {' x '.join(map(str, sizes))}", f"layout {draw(st.sampled_from(layouts))}"]
    body += [f"attend {draw(st.sampled_from(forms))}"]
    shape = draw(calls(prod(sizes)).filter(lambda shape: shape.name == "whole"))
    n = prod(sizes)
    of_cells = draw(st.booleans())
    text = written([body[0], *draw(modifiers(sink=True, pairs=pairs)), *body[1:]])
    return text.replace(BIAS, cell_bias(sizes) if of_cells else BIAS), replace(shape, queries=n, keys=n, seq_len=n)


def cell_bias(sizes: list[int]) -> str:
    """The declaration of a table whose biases are those of distances between cells, shorter than some on the grid."""
    return f"input rel: table(heads, {', '.join(f'2 * {max(1, size - 2)} + 1' for size in sizes)})"


@st.composite
def adaptive(draw: st.DrawFn, *, pairs: bool = False) -> tuple[str, Shape]:
    """A pattern with `topk`, and a call of whole blocks. `pairs`: or numbers of pairs."""
    block = draw(st.sampled_from([2, 4, 8, 16]))
    forms = ("topk({0})", "topk({0}) | window(1)", "topk({0}) | first(1)", "topk({0}) & window(2)")
    inside = draw(st.sampled_from(forms))
    where = draw(st.sampled_from(["causal", "full", "window(20, 5)", "padding(@lens)", "document(@docs) & causal"]))
    body = [f"attend blocks({block}, {inside.format(draw(st.integers(1, 3)))})", f"where {where}"]
    shape = draw(calls(90))
    q_offset, queries = whole_blocks(shape.q_offset, shape.queries, shape.seq_len, block)
    k_offset, keys = whole_blocks(shape.k_offset, shape.keys, shape.seq_len, block)
    shape = replace(shape, q_offset=q_offset, queries=queries, k_offset=k_offset, keys=keys)
    return written([*draw(modifiers(sink=True, pairs=pairs)), *body]), shape


def whole_blocks(first: int, count: int, n: int, block: int) -> tuple[int, int]:
    """The stretch, widened to whole blocks, as far as the sequence goes."""
    stop = min(n, -(-(first + count) // block) * block)
    first = first // block * block
    return first, stop - first
