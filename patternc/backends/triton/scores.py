"""Score modifiers: how a tile of products becomes scores, in units of log2, and how gradients flow back through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.backends.triton.layout import laid_out
from patternc.mask_ir import Alibi, Bias, Score, Sink, Softcap


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
    lines, tables = _lines(modifiers, softcap)
    pairs = dropout or bool(tables)
    extra = f"{', alibi' if alibi else ''}{', q, k' if pairs else ''}"
    given = f"{', alibi' if alibi else ''}{', q, k, tables' if tables else ''}"
    slopes = ("slope",) * softcap + tuple(table.slope for table in tables if table.slope not in ("", "slope"))
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
        lines=lines,
        unpack_slope="".join(f", {slope}" for slope in slopes),
        rising=not modifiers,
        forward=_forward(modifiers, len(slopes), given),
        call_forward=f"_scores(_products(queries, keys), scale{given})",
        call_transposed=f"_scores(_products(keys, queries), scale{given})",
        operands=operands,
        query_grad_operands=f"{operands}{', grad_tables' if tables else ''}",
    )


def _forward(scores: Sequence[Score], slopes: int, given: str) -> tuple[str, ...]:
    """Where a product's rank is its score's, one multiplication a row finds the highest and spares each pair one."""
    if scores:
        call = f"scores{', _' * slopes} = _scores(_products(queries, keys), scale{given})"
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


def _lines(scores: Sequence[Score], softcap: bool) -> tuple[tuple[str, ...], tuple[TableText, ...]]:
    """The body of `_scores`, and the tables it reads.

    `slope` is the derivative of all bends so far; the part of it that comes after a table is that table's slope.
    """
    if not scores:
        return ("return products * (scale * _LOG2E)",), ()
    lines = ["scores = products * scale"]
    tables: list[tuple[Bias, int]] = []
    bends = 0
    for score in scores:
        match score:
            case Alibi():
                lines.append("scores += alibi")
            case Bias(_, radius):
                place = f"tl.minimum(tl.maximum(k - q, -{radius}), {radius}) + {radius}"
                lines.append(f"scores += tl.load(tables[{len(tables)}] + ({place}))")
                tables.append((score, bends))
            case Softcap(cap):
                lines.append(f"bent = _tanh(scores * {1 / cap!r})")
                lines.append(f"slope {'*' if bends else ''}= 1.0 - bent * bent")
                lines += [f"slope_{i} *= 1.0 - bent * bent" for i, before in _partial(tables, bends)]
                lines.append(f"scores = {cap!r} * bent")
                bends += 1
            case Sink():
                raise AssertionError("a sink is mixed in outside of the kernels")
            case _:
                assert_never(score)
    return _returned(lines, tables, bends, softcap)


def _partial(tables: Sequence[tuple[Bias, int]], bends: int) -> list[tuple[int, int]]:
    """Tables that stand after the first bend, and before another."""
    return [(i, before) for i, (_, before) in enumerate(tables) if 0 < before <= bends]


def _returned(
    lines: list[str], tables: Sequence[tuple[Bias, int]], bends: int, softcap: bool
) -> tuple[tuple[str, ...], tuple[TableText, ...]]:
    texts = []
    slopes: list[str] = []
    for i, (bias, before) in enumerate(tables):
        bent = f"slope_{i}" if 0 < before < bends else "slope" if before < bends else ""
        slopes += [bent] if bent.startswith("slope_") else []
        texts.append(TableText(bias.input, bias.radius, bent))
    first = [f"{slope} = 1.0" for slope in slopes]
    kept = [line for line in lines if not line.startswith("slope_") or line.split()[0] in slopes]
    results = ("scores * _LOG2E", *(("slope",) if softcap else ()), *slopes)
    return (*first, *kept, f"return {', '.join(results)}"), tuple(texts)
