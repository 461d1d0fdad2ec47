"""Hypothesis strategies over the whole language: blocks, selections, run-time inputs, comparisons, grids."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from hypothesis import strategies as st
from pattern_texts import calls, primitives, scores

from patternc.analysis.calls import Shape

BLOCKS = st.sampled_from([1, 2, 3, 5, 8, 16, 24])
INPUTS = (
    "input docs: offsets",
    "input lens: lengths",
    "input front: lengths",
    "input ids: labels",
    "input marks: labels",
    "input low: positions",
    "input high: positions",
)
BIAS, SINK, SLOPES = "input rel: table(heads, 2 * 5 + 1)", "input logits: table(heads)", "input slopes: table(heads)"


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
def blocks(draw: st.DrawFn) -> str:
    inside = united(st.one_of(primitives, selections(), selections()), 3)
    return f"blocks({draw(BLOCKS)}, {draw(inside)})"


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
whole_masks = united(st.one_of(primitives, blocks(), blocks(), comparisons(), run_time), 3)


@st.composite
def crowded(draw: st.DrawFn) -> str:
    """Intersections of unions, and unions of many similar terms."""
    if draw(st.booleans()):
        terms = st.lists(draw(st.sampled_from([comparisons(), primitives])), min_size=4, max_size=30)
        return f"({' | '.join(draw(terms))})"
    inner = st.lists(st.one_of(primitives, comparisons()), min_size=2, max_size=3).map(" | ".join)
    return " & ".join(f"({union})" for union in draw(st.lists(inner, min_size=2, max_size=6)))


@st.composite
def whole_files(draw: st.DrawFn) -> str:
    """A file of one pattern whose branches are of anything that needs no grid."""
    combines = draw(st.sampled_from([("lse",), ("lse", "lse(detach)"), ("mean", "sum")]))
    masks = st.one_of(whole_masks, whole_masks, whole_masks, crowded())
    branches = [f"attend {mask}" for mask in draw(st.lists(masks, min_size=1, max_size=2))]
    if len(branches) > 1:
        branches.append(f"combine {draw(st.sampled_from(combines))}")
    body = draw(modifiers(sink=combines[0] == "lse")) + branches
    if draw(st.integers(0, 3)) == 0:
        body.append(f"where {draw(st.sampled_from(['causal', 'padding(@lens)', 'document(@docs) & causal']))}")
    return written(body)


@st.composite
def modifiers(draw: st.DrawFn, *, sink: bool) -> list[str]:
    body = [line.replace("alibi", draw(st.sampled_from(["alibi", "alibi(@slopes)"]))) for line in draw(scores())]
    if draw(st.integers(0, 3)) == 0:
        body.append("score bias(@rel)")
    if sink and draw(st.integers(0, 4)) == 0:
        body.append("score sink(@logits)")
    return draw(st.permutations(body))


def written(body: list[str]) -> str:
    """A pattern of these statements, after the inputs that they name."""
    text = "\n".join(body)
    declared = [line for line in (*INPUTS, BIAS, SINK, SLOPES) if f"@{line.split()[1].rstrip(':')}" in text]
    return "pattern made {\n" + "".join(f"    {line}\n" for line in (*declared, *body)) + "}\n"


@st.composite
def grids(draw: st.DrawFn) -> tuple[str, Shape]:
    """A pattern with boxes on a grid, under any layout, and a call of the grid's length."""
    sizes = draw(st.lists(st.integers(2, 9), min_size=1, max_size=3).filter(lambda sizes: prod(sizes) <= 120))
    dilations = [draw(st.integers(1, max(1, size // 2))) for size in sizes]
    extents = [draw(st.integers(1, size // dilation)) for size, dilation in zip(sizes, dilations, strict=True)]
    box = f"box({', '.join(map(str, extents))}, dilation=[{', '.join(map(str, dilations))}])"
    forms = (box, box, f"{box} & causal", f"{box} | first(3)", f"{box} - window(1)", f"window(4) - {box}", f"!{box}")
    tiles = ", ".join(str(draw(st.integers(1, min(size, 5)))) for size in sizes)
    layouts = ("natural", "hilbert", "morton", f"tiled({tiles})", "auto")
    body = [f"grid {' x '.join(map(str, sizes))}", f"layout {draw(st.sampled_from(layouts))}"]
    body += [f"attend {draw(st.sampled_from(forms))}"]
    shape = draw(calls(prod(sizes)).filter(lambda shape: shape.name == "whole"))
    n = prod(sizes)
    of_cells = draw(st.booleans())
    text = written([body[0], *draw(modifiers(sink=True)), *body[1:]])
    return text.replace(BIAS, cell_bias(sizes) if of_cells else BIAS), replace(shape, queries=n, keys=n, seq_len=n)


def cell_bias(sizes: list[int]) -> str:
    """The declaration of a table whose biases are those of distances between cells, shorter than some on the grid."""
    return f"input rel: table(heads, {', '.join(f'2 * {max(1, size - 2)} + 1' for size in sizes)})"


@st.composite
def adaptive(draw: st.DrawFn) -> tuple[str, Shape]:
    """A pattern with `topk`, and a call of whole blocks."""
    block = draw(st.sampled_from([2, 4, 8, 16]))
    forms = ("topk({0})", "topk({0}) | window(1)", "topk({0}) | first(1)", "topk({0}) & window(2)")
    inside = draw(st.sampled_from(forms))
    where = draw(st.sampled_from(["causal", "full", "window(20, 5)", "padding(@lens)", "document(@docs) & causal"]))
    body = [f"attend blocks({block}, {inside.format(draw(st.integers(1, 3)))})", f"where {where}"]
    shape = draw(calls(90))
    q_offset, queries = whole_blocks(shape.q_offset, shape.queries, shape.seq_len, block)
    k_offset, keys = whole_blocks(shape.k_offset, shape.keys, shape.seq_len, block)
    shape = replace(shape, q_offset=q_offset, queries=queries, k_offset=k_offset, keys=keys)
    return written([*draw(modifiers(sink=True)), *body]), shape


def whole_blocks(first: int, count: int, n: int, block: int) -> tuple[int, int]:
    """The stretch, widened to whole blocks, as far as the sequence goes."""
    stop = min(n, -(-(first + count) // block) * block)
    first = first // block * block
    return first, stop - first
