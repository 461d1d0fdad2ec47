"""Score modifiers as lines, and what the backward pass needs of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.ir.mask import Alibi, Bias, Pattern, Score, Sink, Softcap


@dataclass(frozen=True, slots=True)
class Scores:
    """Score modifiers as lines over `scores`, and the names of what they give.

    `besides`: what `_scores` returns beside the scores. `sloped`: ALiBi is one of the modifiers. `tables`: lines that
    give each table's gradient of a block from `grad_scores`, and their names.
    """

    lines: tuple[str, ...]
    damped: bool
    sloped: bool
    besides: tuple[str, ...]
    returns: str
    words: str
    tables: tuple[str, ...]
    table_names: tuple[str, ...]


def scores(pattern: Pattern, apart: str) -> Scores:
    """Modifiers in their order; `damping` is the derivative of the modified score by the unmodified one.

    `slope_1` is that by the score the table is added to. `apart`: what makes `q` of a block's positions a column, and
    `k` a row.
    """
    damped = any(isinstance(score, Softcap) for score in pattern.scores)
    bias = next((score for score in pattern.scores if isinstance(score, Bias)), None)
    bent = bias is not None and _bent(bias, pattern.scores)
    besides = ("damping",) * damped + ("slope_1",) * bent
    grad = f"grad_scores{' * slope_1' if bent else ''}"
    return Scores(
        lines=tuple(line for score in pattern.scores for line in _lines(score, apart, bent)),
        damped=damped,
        sloped=any(isinstance(score, Alibi) for score in pattern.scores),
        besides=besides,
        returns=f"tuple[{', '.join(['Tensor'] * (1 + len(besides)))}]" if besides else "Tensor",
        words=_words(damped, bent),
        tables=() if bias is None else (f"grad_table_1 = _by_distance(run, block, {grad}, {bias.radius})",),
        table_names=() if bias is None else ("grad_table_1",),
    )


def _bent(bias: Bias, scores: tuple[Score, ...]) -> bool:
    """Whether a softcap bends scores after the bias is added."""
    return any(isinstance(later, Softcap) for later in scores[scores.index(bias) + 1 :])


def _lines(score: Score, apart: str, bent: bool) -> tuple[str, ...]:
    """What a modifier does to `scores`. `bent`: a softcap follows the bias."""
    match score:
        case Softcap(cap):
            return (
                f"capped = torch.tanh(scores / {cap})",
                f"scores = {cap} * capped",
                "damping = 1.0 - capped * capped",
                *(("slope_1 = slope_1 * (1.0 - capped * capped)",) if bent else ()),
            )
        case Alibi():
            return (
                "heads = _model_heads(run, query.device).view(-1, 1, 1, 1)",
                f"q = run.rows.positions(block.rows, query.device).unsqueeze({'-1' if apart else '1'})",
                f"k = run.columns.positions(block.columns, query.device){apart}",
                "scores += (k - q) * _slopes(heads, run.num_heads)",
            )
        case Bias(_, radius):
            return (
                f"place = _distances(run, block, query.device).clamp({-radius}, {radius}) + {radius}",
                "scores += run.tables[0][run.heads][:, place]",
                *(("slope_1 = torch.ones_like(scores)",) if bent else ()),
            )
        case Sink():
            return ()  # the shell's: it needs the softmax alone
        case _:
            assert_never(score)


def _words(damped: bool, bent: bool) -> str:
    """What `_scores` returns."""
    words = "The scores of a block in float32, -inf where a row does not see a column"
    if damped:
        words += ", and their derivative by scale q k"
    if bent:
        words += ", and that by what a table is added to"
    return f"{words}."
