"""Score modifiers: how a tile of products becomes scores, in units of log2, and how gradients flow back through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.backends.triton.layout import laid_out
from patternc.mask_ir import Alibi, Score, Softcap


@dataclass(frozen=True, slots=True)
class ScoreText:
    """The body of `_scores` and the calls of it.

    `visit_signature` and its like: the parameters of the functions that visit a tile.
    `rising`: scores differ from products by a factor alone, so the greatest of one is the greatest of the other.
    `forward`: the statements that find the scores of a tile that needs no mask, and the highest of each row.
    `unpack_slope`: what follows `scores` where the derivative by the product is returned too.
    `call_forward`, `call_transposed`: calls for tiles [queries, keys] and [keys, queries].
    """

    alibi: bool
    softcap: bool
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


def score_text(scores: Sequence[Score]) -> ScoreText:
    """Spell a pattern's modifiers, in their order."""
    alibi = any(isinstance(score, Alibi) for score in scores)
    softcap = any(isinstance(score, Softcap) for score in scores)
    extra = ", alibi" if alibi else ""
    return ScoreText(
        alibi=alibi,
        softcap=softcap,
        parameters=f"products, scale{extra}",
        visit_signature=_signature("_visit", "state", extra),
        query_grad_signature=_signature("_visit_query_grad", "grad", extra),
        key_value_grad_signature=_signature("_visit_key_value_grad", "state", extra),
        returns=", and their derivative by the scaled products" if softcap else "",
        lines=_lines(scores, softcap),
        unpack_slope=", slope" if softcap else "",
        rising=not scores,
        forward=_forward(scores, softcap, extra),
        call_forward=f"_scores(_products(queries, keys), scale{extra})",
        call_transposed=f"_scores(_products(keys, queries), scale{extra})",
    )


def _forward(scores: Sequence[Score], softcap: bool, extra: str) -> tuple[str, ...]:
    """Where a product's rank is its score's, one multiplication a row finds the highest and spares each pair one."""
    if scores:
        unpack = ", _" if softcap else ""
        return (f"scores{unpack} = _scores(_products(queries, keys), scale{extra})", "highest = tl.max(scores, 1)")
    return (
        "products = _products(queries, keys)",
        "scores, highest = _scores(products, scale), _scores(tl.max(products, 1), scale)",
    )


def _signature(function: str, state: str, extra: str) -> str:
    """What follows `def function`."""
    optional = "loaded=None, admitted=None, BIAS: tl.constexpr = 0.0"
    line = f"def {function}({state}, operands, first, lanes{extra}, HEAD_DIM: tl.constexpr, {optional}):"
    return "\n".join(laid_out([line])).removeprefix(f"def {function}")


def _lines(scores: Sequence[Score], softcap: bool) -> tuple[str, ...]:
    if not scores:
        return ("return products * (scale * _LOG2E)",)
    lines = ["scores = products * scale"]
    slope: list[str] = []
    for score in scores:
        match score:
            case Alibi():
                lines.append("scores += alibi")
            case Softcap(cap):
                lines.append(f"bent = _tanh(scores * {1 / cap!r})")
                lines.append(f"slope {'*' if slope else ''}= 1.0 - bent * bent")
                lines.append(f"scores = {cap!r} * bent")
                slope.append("bent")
            case _:
                assert_never(score)
    lines.append("return scores * _LOG2E, slope" if softcap else "return scores * _LOG2E")
    return tuple(lines)
