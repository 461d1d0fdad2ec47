"""Masks that a file expects of its own patterns, `# patternc: expect keys(5, n=64) == 2..5`, and what they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import numpy as np

from patternc.counting.effort import LOOKED_UP
from patternc.counting.pixels import count
from patternc.diagnostics import Diagnostic, Rejected, nearest
from patternc.driver import Analysis, analyse
from patternc.frontend import syntax
from patternc.frontend.check.overrides import Keywords
from patternc.frontend.directives import Expectation, directives
from patternc.frontend.parser import parse, parse_expression
from patternc.ir import semantics
from patternc.ir.mask import Pattern
from patternc.pictures.key_runs import runs
from patternc.pictures.pictured_call import heads_of, inputs_of, length_of
from patternc.source import Source, Span


def unmet(source: Source) -> tuple[Diagnostic, ...]:
    """An error for each expectation of a source that its patterns do not meet."""
    judgements = (judged(one, source) for one in directives(source).expectations)
    return tuple(one for one in judgements if one is not None)


def judged(expectation: Expectation, source: Source) -> Diagnostic | None:
    """An error if a pattern is not as expected, with the defaults of its parameters or those that it gives."""
    try:
        return _JUDGES[expectation.kind](expectation, _subject(expectation, source))
    except ValueError as error:
        return _unmet(expectation.span, str(error), "this can't be looked up")
    except Rejected as rejected:
        return _unmet(expectation.span, rejected.diagnostics[0].message, "this can't be looked up")


@dataclass(frozen=True, slots=True)
class _Subject:
    """A head of a pattern in a call."""

    pattern: Pattern
    head: int
    heads: int
    n: int
    inputs: semantics.Inputs

    def multiplicities(self, queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """The number of times that each query attends to each key, summed over the branches."""
        found = semantics.multiplicities(self.pattern, self.head, queries, keys, self.n, self.heads, self.inputs)
        return np.asarray(sum(np.broadcast_to(one, np.broadcast_shapes(queries.shape, keys.shape)) for one in found))


def _subject(expectation: Expectation, source: Source) -> _Subject:
    given = dict(expectation.arguments)
    given.pop("query", None)
    name, head, heads, n = (given.pop(one, None) for one in ("pattern", "head", "heads", "n"))
    numbers = {one: _integers(one, given.pop(one)) for one in _inputs(source) & given.keys()}
    analysis = analyse(source, Keywords(given), targets=())
    pattern, own = _chosen(analysis, name, expectation.span), _integer("head", head or "0")
    total = heads_of(pattern, own, None if heads is None else _integer("heads", heads))
    length = length_of(pattern, None if n is None else _integer("n", n))
    return _Subject(pattern, own, total, length, inputs_of(pattern, numbers, length, total))


def _inputs(source: Source) -> set[str]:
    """The names of the runtime inputs of a file."""
    patterns = (item for item in parse(source).items if isinstance(item, syntax.Pattern))
    return {one.name.id for pattern in patterns for one in pattern.body if isinstance(one, syntax.Input)}


def _chosen(analysis: Analysis, name: str | None, span: Span) -> Pattern:
    """The pattern of that name; otherwise the one that the comment is in, or that is before it, or the first.

    Of one with sources or tiles it is the first part: that of the sequence's own keys, if there is such.
    """
    if name is not None:
        for meaning in analysis.meanings:
            if meaning.name == name:
                return meaning
        raise ValueError(f"pattern: {name!r}; {nearest(name, [one.name for one in analysis.meanings])}")
    before = [meaning for meaning in analysis.meanings if meaning.span.start <= span.start]
    last = before[-1] if before else analysis.meanings[0]
    return next(one for one in analysis.meanings if one is last or (one.whole and one.whole == last.whole))


def _integer(name: str, text: str) -> int:
    found = _integers(name, text)
    if len(found) != 1:
        raise ValueError(f"{name}: {text!r} is not an integer")
    return found[0]


def _integers(name: str, text: str) -> list[int]:
    """The integer or the list of integers in the text of an argument."""
    tree = parse_expression(Source("", text))
    parts = tree.items if isinstance(tree, syntax.Items) else (tree,)
    found = [one.value for one in parts if isinstance(one, syntax.Integer)]
    if not found or len(found) != len(parts):
        raise ValueError(f"{name}: {text!r} is not an integer or a list of integers")
    return found


# ---- what a mask is, beside what is expected ------------------------------------------------------------------------
def _keys(expectation: Expectation, subject: _Subject) -> Diagnostic | None:
    query = _integer("query", expectation.arguments["query"])
    if query >= subject.n or subject.n > LOOKED_UP:
        raise ValueError(f"query: {query}, must be below n = {subject.n}, which must be at most {LOOKED_UP}")
    keys = np.flatnonzero(subject.multiplicities(np.array([query]), np.arange(subject.n))).tolist()
    wanted = _listed(expectation.wanted)
    if keys == wanted:
        return None
    return _unmet(expectation.span, f"query {query} attends to {_shown(keys)}, not to {_shown(wanted)}", _DIFFERENT)


def _listed(text: str) -> list[int]:
    """The integers of `0..3, 8, 10..20 step 2`; `none` for no integer."""
    if text.strip() == "none":
        return []
    found: set[int] = set()
    for part in text.split(","):
        run = _RUN.fullmatch(part.strip())
        if run is None:
            raise ValueError(f"{part.strip()!r} is not a key or a run of keys, such as 5, 2..5 or 0..20 step 4")
        found.update(range(int(run[1]), int(run[2] or run[1]) + 1, int(run[3] or 1) or 1))
    return sorted(found)


def _shown(keys: Sequence[int]) -> str:
    return ", ".join(runs(keys)) or "none"


def _density(expectation: Expectation, subject: _Subject) -> Diagnostic | None:
    try:
        wanted = Decimal(expectation.wanted)
    except InvalidOperation:
        raise ValueError(f"{expectation.wanted!r} is not a density, such as 0.05") from None
    counts = count(subject.pattern, subject.head, subject.heads, subject.n, 64, subject.inputs)
    density = Decimal(counts.together.value) / subject.n
    digit = Decimal((0, (1,), int(wanted.as_tuple().exponent)))
    rounded = density.quantize(digit)
    holds = {"==": rounded == wanted, "<=": density <= wanted, "<": density < wanted}[expectation.comparison]
    if holds:
        return None
    return _unmet(
        expectation.span, f"the density is {float(density):.6g}, not {expectation.comparison} {wanted}", _DIFFERENT
    )


def _mask(expectation: Expectation, subject: _Subject) -> Diagnostic | None:
    rows, n = expectation.rows, subject.n
    tallest = 256  # the most rows of a mask that is written as a picture
    if len(rows) != n or n > tallest:
        raise ValueError(f"the picture has {len(rows)} rows, n is {n}, and at most {tallest} rows are drawn")
    found = subject.multiplicities(np.arange(n)[:, None], np.arange(n))
    for query, (text, span) in enumerate(rows):
        same = len(text) == n and all(_same(mark, times) for mark, times in zip(text, found[query], strict=True))
        if not same:
            digits = any(mark.isdigit() for row, _ in rows for mark in row)
            marks = "".join("." if not times else str(times) if digits else "x" for times in found[query])
            return _unmet(span, f"row {query} of the mask is {marks}, not {text}", _DIFFERENT)
    return None


def _same(mark: str, times: int) -> bool:
    """Whether a mark of a picture stands for a number of times: `.` for 0, `x` for any other, a digit for itself."""
    return times > 0 if mark == "x" else times == (0 if mark == "." else int(mark))


def _unmet(span: Span, message: str, label: str) -> Diagnostic:
    return Diagnostic("P051", "error", message, span, label, help="change the pattern, or what its file expects of it")


_DIFFERENT = "expected here"
_RUN = re.compile(r"([0-9]+)(?:\.\.([0-9]+)(?: step ([0-9]+))?)?")
_JUDGES: Mapping[str, Callable[[Expectation, _Subject], Diagnostic | None]] = {
    "keys": _keys,
    "density": _density,
    "mask": _mask,
}
