"""Score modifiers: how a tile of products becomes scores, in units of log2, and how gradients flow back through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.triton.line_layout import laid_out
from patternc.ir.mask import Alibi, Bias, Score, Sink, Softcap


@dataclass(frozen=True, slots=True)
class TableText:
    """A table of biases by distance: its input's name, how far it reaches, and what its gradient is multiplied by.

    `slope`: the derivative of the final score by the one the bias is added to; nothing where that is 1.
    """

    name: str
    radius: int
    slope: str

    @property
    def width(self) -> int:
        """Entries a head."""
        return 2 * self.radius + 1


@dataclass(frozen=True, slots=True)
class ScoreText:
    """The body of `_scores` and the calls of it.

    `visit_signature` and its like: the parameters of the functions that visit a tile.
    `pairs`: what those are told of pairs of positions, `extra` as their parameters: `alibi`, and `q, k`.
    `rising`: scores differ from products by a factor alone, so the greatest of one is the greatest of the other.
    `forward`: the statements that find the scores of a tile that needs no mask, and the highest of each row.
    `unpack_slope`: what follows `scores` where derivatives are returned too.
    `call_forward`, `call_transposed`: calls for tiles [queries, keys] and [keys, queries].
    `operands`: what the operands of a tile end with.
    """

    alibi: bool
    softcap: bool
    tables: tuple[TableText, ...]
    dropout: bool
    pairs: bool
    parameters: str
    visit_signature: str
    query_grad_signature: str
    key_value_grad_signature: str
    returns: str
    lines: tuple[str, ...]
    rising: bool
    forward: tuple[str, ...]
    unpack_slope: str
    call_forward: str
    call_transposed: str
    operands: str
    query_grad_operands: str


def score_text(scores: Sequence[Score], *, dropout: bool = False) -> ScoreText:
    """Spell a pattern's modifiers, in their order; a sink is none of a kernel's."""
    modifiers = tuple(score for score in scores if not isinstance(score, Sink))
    alibi = any(isinstance(score, Alibi) for score in modifiers)
    softcap = any(isinstance(score, Softcap) for score in modifiers)
    tables = _tables(modifiers)
    pairs = dropout or bool(tables)
    extra = f"{', alibi' if alibi else ''}{', q, k' if pairs else ''}"
    given = f"{', alibi' if alibi else ''}{', q, k, tables' if tables else ''}"
    operands = f"{', tables' if tables else ''}{', drawing' if dropout else ''}"
    return ScoreText(
        alibi=alibi,
        softcap=softcap,
        tables=tables,
        dropout=dropout,
        pairs=pairs,
        parameters=f"products, scale{given}",
        visit_signature=_signature("_visit", "state", extra, dropout),
        query_grad_signature=_signature("_visit_query_grad", "grad", extra, dropout),
        key_value_grad_signature=_signature("_visit_key_value_grad", "state", extra, dropout),
        returns=", and their derivative by the scaled products" if softcap else "",
        lines=_lines(modifiers),
        unpack_slope=", slope" if softcap else "",
        rising=not modifiers,
        forward=_forward(modifiers, softcap, given),
        call_forward=f"_scores(_products(queries, keys), scale{given})",
        call_transposed=f"_scores(_products(keys, queries), scale{given})",
        operands=operands,
        query_grad_operands=f"{operands}{', grad_tables' if tables else ''}",
    )


def _forward(scores: Sequence[Score], softcap: bool, given: str) -> tuple[str, ...]:
    """Where a product's rank is its score's, one multiplication a row finds the highest and spares each pair one."""
    if scores:
        call = f"scores{', _' if softcap else ''} = _scores(_products(queries, keys), scale{given})"
        return (call, "highest = tl.max(scores, 1)")
    return (
        "products = _products(queries, keys)",
        "scores, highest = _scores(products, scale), _scores(tl.max(products, 1), scale)",
    )


def _signature(function: str, state: str, extra: str, dropout: bool) -> str:
    """What follows `def function`."""
    optional = "loaded=None, admitted=None, BIAS: tl.constexpr = 0.0"
    optional += ", DROPS: tl.constexpr = False" if dropout else ""
    line = f"def {function}({state}, operands, first, lanes{extra}, HEAD_DIM: tl.constexpr, {optional}):"
    return "\n".join(laid_out([line])).removeprefix(f"def {function}")


def _lines(scores: Sequence[Score]) -> tuple[str, ...]:
    """The body of `_scores`. `slope` is the derivative of what it returns by the scaled products."""
    if not scores:
        return ("return products * (scale * _LOG2E)",)
    lines = ["scores = products * scale"]
    returned = "return scores * _LOG2E"
    for score in scores:
        match score:
            case Alibi():
                lines.append("scores += alibi")
            case Bias(_, radius):
                place = f"tl.minimum(tl.maximum(k - q, -{radius}), {radius}) + {radius}"
                lines.append(f"scores += tl.load(tables[0] + ({place}))")
            case Softcap(cap):
                lines.append(f"bent = _tanh(scores * {1 / cap!r})")
                lines += ["slope = 1.0 - bent * bent", f"scores = {cap!r} * bent"]
                returned = "return scores * _LOG2E, slope"
            case Sink():
                raise AssertionError("a sink is mixed in outside of the kernels")
            case _:
                assert_never(score)
    return (*lines, returned)


def _tables(scores: Sequence[Score]) -> tuple[TableText, ...]:
    """The tables that the scores read: a softcap after a bias bends its gradient, one before it does not."""
    return tuple(
        TableText(score.input, score.radius, "slope" if any(isinstance(x, Softcap) for x in scores[place:]) else "")
        for place, score in enumerate(scores)
        if isinstance(score, Bias)
    )
