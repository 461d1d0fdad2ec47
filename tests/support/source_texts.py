"""Hypothesis strategies: files with sources of keys."""

from __future__ import annotations

from hypothesis import strategies as st
from pattern_texts import SIZES, every, primitives, scores
from pattern_texts_whole import OWNERS, comparisons, united, whole_masks, written

NAMES = ("c", "m", "t", "cm", "ct", "mt", "cd")
"""The sources of a file, by their letters: `c` and `d` have a ratio, `m` stands where an input says, `t` nowhere."""


def declared(name: str, ratio: int) -> str:
    return f"source {name}{ {'m': '(at=@places)', 't': ''}.get(name, f'(ratio={ratio})') }"


def entries_of(name: str) -> st.SearchStrategy[str]:
    """Masks of the entries of a source."""
    owners = st.sampled_from(sorted(OWNERS))
    lists = owners.map(lambda owner: f"selected(@picks_{name}_{owner})")
    sizes = st.sampled_from(["1 x 3", "4 x 2", "8 x 8"])
    of_blocks = st.tuples(sizes, owners).map(
        lambda made: f"blocks({made[0]}, selected(@picks_{made[0].replace(' ', '')}_{name}_{made[1]}))"
    )
    names = (
        f"keys(@marks_{name})",
        f"columns(@low_{name}, @high_{name})",
        "queries(@marks)",
        f"when(@ids_{name}[k] % 3 != 1)",
    )
    own = (lists, of_blocks, st.sampled_from(names))
    if name == "t":
        plain = st.one_of(
            SIZES.map(lambda count: f"first({count})"), every(), st.sampled_from(["full", "rows(@low, @high)"])
        )
        return united(st.one_of(plain, plain, *own, st.just(f"padding(@lens_{name})")), 3)
    placed = st.one_of(primitives, primitives, comparisons())
    placed = placed.filter(lambda text: "head_block" not in text and "@ids" not in text)
    runtime = ("document(@docs)",) if name == "m" else ("document(@docs)", "padding(@lens)", "prefix(@lens)")
    return united(st.one_of(placed, placed, *own, st.sampled_from(runtime)), 3)


@st.composite
def source_files(draw: st.DrawFn) -> str:
    """A file of one pattern with one or two sources, and some with keys of the sequence, or two ranges of heads."""
    names, rule = draw(st.sampled_from(NAMES)), draw(st.sampled_from(["lse", "lse", "sum", "mean"]))
    body = [declared(name, draw(st.integers(1, 8))) for name in names]
    body += [line for line in draw(scores()) if "alibi" not in line]
    if rule == "lse" and draw(st.booleans()):
        body.append("score sink(@logits)")
    branches = [f"attend {draw(entries_of(name))} from {name}" for name in names]
    branches += [f"attend {draw(whole_masks(lists=True))}" for _ in range(draw(st.integers(0, 2)))]
    branches += [f"attend {draw(entries_of(names[0]))} from {names[0]}"] * draw(st.integers(0, 1))
    branches = draw(st.permutations(branches))
    combine = [f"combine {rule}"]
    if draw(st.integers(0, 3)) > 0:
        return written([*body, *branches, *combine * (len(branches) > 1)])
    few = draw(st.integers(1, len(branches)))
    first = ["heads 0..1 {", *branches[:few], *combine * (few > 1), "}"]
    return written([*body, *first, "heads 1.. {", *branches, *combine * (len(branches) > 1), "}"])
