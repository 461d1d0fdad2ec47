"""Hypothesis strategies: whole `.pat` files over everything that has a closed form, and calls to try them with."""

from __future__ import annotations

from hypothesis import strategies as st

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims

SIZES = st.integers(1, 14)
RULES = ("head", "head_block", "branch", "all")


@st.composite
def segments(draw: st.DrawFn) -> str:
    width = draw(st.integers(4, 40))
    dilation = draw(st.integers(1, 4))
    queries = ", queries=dense" if draw(st.booleans()) else ""
    return f"segment({width}, dilation={dilation}, offset={_offset(draw, dilation)}{queries})"


@st.composite
def strides(draw: st.DrawFn) -> str:
    dilation = draw(st.integers(1, 5))
    return f"stride({dilation}, offset={_offset(draw, dilation)})"


def _offset(draw: st.DrawFn, dilation: int) -> str:
    return draw(st.one_of(st.sampled_from(RULES), st.integers(0, dilation - 1).map(str)))


@st.composite
def every(draw: st.DrawFn) -> str:
    step = draw(st.integers(1, 5))
    return f"{draw(st.sampled_from(['queries', 'keys']))}(every={step}, offset={draw(st.integers(0, step - 1))})"


primitives = st.one_of(
    st.sampled_from(["full", "causal"]),
    SIZES.map(lambda left: f"window({left})"),
    st.tuples(SIZES, st.integers(0, 14)).map(lambda lr: f"window({lr[0]}, {lr[1]})"),
    segments(),
    segments(),
    strides(),
    every(),
    st.tuples(st.sampled_from(["first", "last", "global"]), SIZES).map(lambda nc: f"{nc[0]}({nc[1]})"),
)

masks = st.recursive(
    primitives,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["&", "|", "-"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda mask: f"!{mask}"),
    ),
    max_leaves=4,
)


@st.composite
def scores(draw: st.DrawFn) -> list[str]:
    written = []
    if draw(st.integers(0, 3)) == 0:
        written.append("score softcap(2.5)")
    if draw(st.integers(0, 3)) == 0:
        written.append("score alibi")
    if draw(st.integers(0, 3)) == 0:
        written.append("score scale(0.3)")
    return draw(st.permutations(written))


@st.composite
def branch_lists(draw: st.DrawFn, combines: tuple[str, ...]) -> list[str]:
    branches = [f"attend {mask}" for mask in draw(st.lists(masks, min_size=1, max_size=3))]
    if len(branches) > 1 and draw(st.integers(0, 5)) == 0:
        branches[-1] = branches[0]
    if len(branches) > 1:
        branches.append(f"combine {draw(st.sampled_from(combines))}")
    return branches


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file of one pattern: plain, partitioned among heads, or with two ranges of heads."""
    combines = draw(st.sampled_from([("lse",), ("lse", "lse(detach)"), ("mean", "sum")]))
    shape = draw(st.sampled_from(["plain", "plain", "plain", "partition", "ranges"]))
    body = draw(scores())
    match shape:
        case "partition":
            body.append(f"heads partition(extra={draw(st.sampled_from(['first', 'last']))})")
            body += [f"attend {mask}" for mask in draw(st.lists(masks, min_size=2, max_size=2))]
            body.append(f"combine {draw(st.sampled_from(['lse', 'mean', 'sum']))}")
        case "ranges":
            for span in ("0..1", "1.."):
                body += [f"heads {span} {{", *draw(branch_lists(combines)), "}"]
        case _:
            body += draw(branch_lists(combines))
    if draw(st.integers(0, 2)) == 0:
        body.append(f"where {draw(st.sampled_from(['causal', 'causal', 'window(20)', 'first(30) | causal']))}")
    return "pattern made {\n" + "".join(f"    {line}\n" for line in body) + "}\n"


@st.composite
def dilated_branches(draw: st.DrawFn, combines: tuple[str, ...]) -> list[str]:
    """Segments of which none holds every row: what they give is merged where no branch is computed in place."""
    count = draw(st.integers(2, 3))
    return [
        *(
            f"attend segment({draw(st.integers(6, 40))}, dilation={dilation}, offset={_offset(draw, dilation)})"
            for dilation in (draw(st.integers(2, 5)) for _ in range(count))
        ),
        f"combine {draw(st.sampled_from(combines))}",
    ]


@st.composite
def head_groups(draw: st.DrawFn) -> str:
    """A file of one pattern whose heads differ: a partition, or two or three ranges, many of dilated segments alone."""
    combines = draw(st.sampled_from([("lse",), ("lse", "lse(detach)"), ("mean", "sum")]))
    body = draw(scores())
    if draw(st.integers(0, 2)) == 0:
        body.append(f"heads partition(extra={draw(st.sampled_from(['first', 'last']))})")
        body += draw(st.one_of(dilated_branches(combines), branch_lists(combines).filter(lambda made: len(made) > 1)))
    else:
        for span in draw(st.sampled_from([("0..1", "1.."), ("0..1", "1..2", "2.."), ("0..2", "2..")])):
            inner = st.one_of(dilated_branches(combines), branch_lists(combines))
            body += [f"heads {span} {{", *draw(inner), "}"]
    if draw(st.integers(0, 2)) == 0:
        body.append(f"where {draw(st.sampled_from(['causal', 'causal', 'window(20)', 'first(30) | causal']))}")
    return "pattern made {\n" + "".join(f"    {line}\n" for line in body) + "}\n"


GROUPED = (3, 1), (2, 1), (1, 2), (2, 2), (1, 3)
"""Numbers of key heads, and of query heads that share one."""
IN_PARTS = (16, 33, 40, 48, 72, 80, 96, 160)
"""Head sizes: of one power of two, and of two, with and without a rest that fills neither."""


@st.composite
def calls(
    draw: st.DrawFn, longest: int, grouped: tuple[tuple[int, int], ...] = GROUPED, sizes: tuple[int, ...] = (16,)
) -> Shape:
    """A call: odd lengths, grouped heads or some of them, a stretch of the queries, a stretch of the keys.

    In half of them all batch entries have one list of documents.
    """
    kv_heads, group = draw(st.sampled_from(grouped))
    n = draw(st.integers(1, longest))
    kind = draw(st.sampled_from(["whole", "whole", "chunk", "decode", "hop"]))
    q_offset, queries, k_offset, keys = 0, n, 0, n
    if kind in ("chunk", "hop"):
        q_offset = draw(st.integers(0, n - 1))
        queries = draw(st.integers(1, n - q_offset))
    if kind == "decode":
        q_offset, queries = n - 1, 1
    if kind == "hop":
        k_offset = draw(st.integers(0, n - 1))
        keys = draw(st.integers(1, n - k_offset))
    heads, batch = kv_heads * group, draw(st.integers(1, 2))
    before, after = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 2), (3, 1)]))  # heads that others hold
    size = st.sampled_from(sizes)
    dims = HeadDims(draw(size), draw(st.one_of(size, st.sampled_from([8, 24, 33, 40]))))
    place = queries, keys, q_offset, k_offset, n
    others = {"head_offset": before, "num_heads": before + heads + after}
    return Shape(kind, batch, heads, kv_heads, dims, *place, **others, one_list=n % 2 == 0)
