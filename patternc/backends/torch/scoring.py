"""Score modifiers as lines, and what the backward pass needs of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.mask_ir import Alibi, Bias, Pattern, Sink, Softcap


@dataclass(frozen=True, slots=True)
class Scores:
    """Score modifiers as lines over `scores`, and the names of what they give.

    `besides`: what `_scores` returns beside the scores. `tables`: lines that give each table's gradient of a block from
    `grad_scores`, and their names. `positions`: modifiers read those of `q` and `k`.
    """

    lines: tuple[str, ...]
    damped: bool
    besides: tuple[str, ...]
    returns: str
    words: str
    tables: tuple[str, ...]
    table_names: tuple[str, ...]


def scores(pattern: Pattern, apart: str) -> Scores:
    """Modifiers in their order; `damping` is the derivative of the modified score by the unmodified one.

    `slope_i` is that by the score the i-th table is added to. `apart`: what makes `q` of a block's positions a column,
    and `k` a row.
    """
    lines: list[str] = []
    caps = tables = 0
    radii: list[int] = []
    for score in pattern.scores:
        match score:
            case Softcap(cap):
                lines += [f"capped = torch.tanh(scores / {cap})", f"scores = {cap} * capped"]
                lines.append(
                    "damping = damping * (1.0 - capped * capped)" if caps else "damping = 1.0 - capped * capped"
                )
                lines += [f"slope_{i} = slope_{i} * (1.0 - capped * capped)" for i in range(1, tables + 1)]
                caps += 1
            case Alibi():
                lines += [
                    "heads = torch.arange(run.total, device=query.device)[run.heads].view(-1, 1, 1, 1)",
                    f"q = run.rows.positions(block.rows, query.device).unsqueeze({'-1' if apart else '1'})",
                    f"k = run.columns.positions(block.columns, query.device){apart}",
                    "scores += (k - q) * torch.exp2(-8.0 * (heads + 1) / run.total)",
                ]
            case Bias(_, radius):
                lines.append(f"place = _distances(run, block, query.device).clamp({-radius}, {radius}) + {radius}")
                lines += [f"scores += run.tables[{tables}][run.heads][:, place]"]
                tables += 1
                radii.append(radius)
                if _softcap_follows(pattern, score):
                    lines.append(f"slope_{tables} = torch.ones_like(scores)")
            case Sink():
                pass  # the shell's: it needs the softmax alone
            case _:
                assert_never(score)
    capped = [i for i in range(1, tables + 1) if any(line.startswith(f"slope_{i} = slope") for line in lines)]
    besides = (*(("damping",) if caps else ()), *(f"slope_{i}" for i in capped))
    words = "The scores of a block in float32, -inf where a row does not see a column"
    if besides:
        words += ", and their derivative by scale q k" if caps else ""
        words += ", and that by what a table is added to" if capped else ""
    given = (
        f"grad_table_{i} = _by_distance(run, block, grad_scores{f' * slope_{i}' if i in capped else ''}, {radius})"
        for i, radius in enumerate(radii, 1)
    )
    returns = f"tuple[{', '.join(['Tensor'] * (1 + len(besides)))}]" if besides else "Tensor"
    names = tuple(f"grad_table_{i}" for i in range(1, tables + 1))
    return Scores(tuple(lines), caps > 0, besides, returns, f"{words}.", tuple(given), names)


def _softcap_follows(pattern: Pattern, score: Bias) -> bool:
    return any(isinstance(later, Softcap) for later in pattern.scores[pattern.scores.index(score) + 1 :])
