"""Words with a fixed meaning, names that users cannot define, and the names that an expression uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from patternc.diagnostics import nearest
from patternc.frontend import syntax
from patternc.frontend.primitives import PRIMITIVES, SPECIAL, parameters
from patternc.frontend.primitives.primitive import Same
from patternc.frontend.primitives.runtime_masks import Within
from patternc.ir.inputs import DECLARED
from patternc.ir.mask import Combine, Curve, Owner, RingLayout, Schedule, Transport, Uncovered

FREE = ("n", "heads", "head_dim")  # the variables of `require`
POSITIONS = ("q", "k", "h", "n")  # those of `when`
FUNCTIONS = ("range", "len", "min", "max", "cdiv", "zip")
PRIMITIVE_WORDS = {kind.word: kind for kind in PRIMITIVES}
FORMS = ("blocks", "tiles", Within.word, *(kind.word for kind in SPECIAL))  # calls whose arguments follow special rules
MASKS = (*PRIMITIVE_WORDS, *FORMS)
COMBINES = {rule.value: rule for rule in Combine if rule is not Combine.LSE_DETACH}
UNCOVERED = {rule.value: rule for rule in Uncovered}
EXTRAS = ("first", "last")
SCORES = ("softcap", "alibi", "scale", "bias", "sink")
KINDS = tuple(kind.value for kind in DECLARED)
OWNERS = {one.value: one for one in Owner}  # of lists: arguments of the kind `selection`
CURVES = {curve.value: curve for curve in Curve}
SCHEDULES = {one.value: one for one in Schedule}
RANKS = "ranks"  # an argument of `ring`, and a name in `require`
GRID = "grid"  # a scope stores the sizes of the pattern's grid under this name

_CHOICES = tuple(str(w.value) for kind in PRIMITIVES for one in parameters(kind) for w in one.words)
_LATER_RULES = {Combine.GATE.value, Same.SAME.value}  # where they are expected: files may define them
_RINGS = tuple(one.value for kind in (RingLayout, Transport) for one in kind)
WORDS = frozenset((*_CHOICES, *COMBINES, *UNCOVERED, "detach", "partition", "alibi", *CURVES, *_RINGS)) - _LATER_RULES
_NEWER = (*(kind.word for kind in PRIMITIVES if kind.edition > 1), Within.word, "tiles")
_LATER = frozenset(_NEWER)  # where they are called: files may define them
RESERVED = frozenset((*FREE, GRID, *FUNCTIONS, *MASKS, *WORDS, *SCORES)) - _LATER

# Names that other libraries use for something in the language, with the hint to show for each.
FOREIGN = {
    **dict.fromkeys(("sliding", "sliding_window", "local", "band", "swa"), "did you mean `window`?"),
    **dict.fromkeys(("tril", "lower_triangular", "autoregressive"), "did you mean `causal`?"),
    **dict.fromkeys(("all", "dense", "everything", "True", "true"), "did you mean `full`?"),
    **dict.fromkeys(("dilated", "dilation"), "write segment(64, dilation=2)"),
    **dict.fromkeys(("sink", "sinks", "prefix_lm"), "write first(4)"),
    **dict.fromkeys(("q_idx", "q_pos", "query"), "did you mean `q`?"),
    **dict.fromkeys(("kv_idx", "k_idx", "k_pos", "key"), "did you mean `k`?"),
    "head_idx": "did you mean `h`?",
}
LIMITS = "docs/limits.md"
"""The page on what can't be written or called, and on what comes nearest to it."""
_OF_DOCUMENTS = "documents are given by their offsets, other ids as labels: when(@id[q] == @id[k])"
_BEYOND = {
    **dict.fromkeys(
        ("tree", "ancestors", "parents", "children"),
        "a tree of tokens in depth-first order is `causal & columns(0, @end)`",
    ),
    **dict.fromkeys(("mask", "attn_mask", "mask_mod", "block_mask", "tensor", "bool"), "no mask is a tensor of pairs"),
    **dict.fromkeys(("ids", "id", "document_ids", "doc_ids", "position_ids"), _OF_DOCUMENTS),
    **dict.fromkeys(("page", "pages", "paged", "page_table"), "keys are tensors without pages"),
}
FOREIGN_FUNCTIONS = {
    name: FOREIGN[name] for name in ("sliding", "sliding_window", "local", "band", "swa", "dilated", "prefix_lm")
}


def nearest_mask(name: str, known: Iterable[str]) -> str:
    """The hint for an unknown name where a mask or an input may be: what to write, or where limits are described."""
    found = f"{_BEYOND[name]}: {LIMITS}" if name in _BEYOND else nearest(name, known)
    return f"{found}; what can't be written: {LIMITS}" if found.startswith("known names") else found


def speaks_of(names: Sequence[str], node: syntax.Expression) -> bool:
    """Whether an expression uses one of the names."""
    match node:
        case syntax.Name(id):
            return id in names
        case syntax.Prefix(_, operand):
            return speaks_of(names, operand)
        case syntax.Chain(first, rest):
            return speaks_of(names, first) or any(speaks_of(names, step.operand) for step in rest)
        case syntax.Call(function, arguments):
            return function.id in names or any(speaks_of(names, one.value) for one in arguments)
        case syntax.Index(one, other) | syntax.Sizes(one, _, other):
            return speaks_of(names, one) or speaks_of(names, other)
        case syntax.Items(items):
            return any(speaks_of(names, item) for item in items)
        case syntax.Integer() | syntax.Decimal() | syntax.Text() | syntax.Reference():
            return False
        case _:
            assert_never(node)
