"""The statements in which two patterns differ, besides branches: scores, inputs, calls, modules, orders, rings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, product
from operator import itemgetter

from patternc.analysis.calls import accepts
from patternc.differences.row_results import returns_lse
from patternc.differences.trials import FAR, MOST_HEADS, head_sizes, takes_heads
from patternc.ir.dump.masks import declaration, dump_layout, dump_ring, dump_score
from patternc.ir.facts import keyword_of
from patternc.ir.mask import Alibi, Bias, PairBias, Pattern, Score, Sink

NOTHING = "none"
HEADS = tuple(range(1, 33))
LENGTHS = (*range(1, 130), *(size + step for size in (256, 1024, 4096, 8192, 65536) for step in (-1, 0, 1)))


@dataclass(frozen=True, slots=True)
class Change:
    """A statement before and after the change, as text. `matters`: results change, or which calls are accepted.

    `tested`: that the change does not matter was tested, not proven.
    """

    what: str
    before: str
    after: str
    matters: bool
    tested: bool = False


def changes(before: Pattern, after: Pattern) -> tuple[Change, ...]:
    """The statements that differ. Branches are not compared here, but by the pairs that they admit."""
    return (
        *_scores(before, after),
        *_inputs(before, after),
        *_calls(before, after),
        *_modules(before, after),
        *_orders(before, after),
    )


# ---- scores ----------------------------------------------------------------------------------------------------------
def _scores(before: Pattern, after: Pattern) -> Iterator[Change]:
    if before.scale != after.scale:
        yield Change("scale", _scale(before), _scale(after), True)
    old, new = (tuple(one for one in pattern.scores if not isinstance(one, Sink)) for pattern in (before, after))
    if _ordered(old) != _ordered(new):
        yield Change("scores", _listed(map(dump_score, old)), _listed(map(dump_score, new)), True)
    sinks = [[one for one in pattern.scores if isinstance(one, Sink)] for pattern in (before, after)]
    if sinks[0] != sinks[1]:
        yield Change("sinks", _listed(map(dump_score, sinks[0])), _listed(map(dump_score, sinks[1])), True)
    rules = [" and ".join(dict.fromkeys(group.combine.value for group in one.groups)) for one in (before, after)]
    if rules[0] != rules[1]:
        lse = returns_lse(before) != returns_lse(after)
        yield Change("combine", rules[0], rules[1], lse)  # otherwise the comparison of rows shows if it matters
    if before.gates != after.gates:
        yield Change("gates", _listed(iter(before.gates)), _listed(iter(after.gates)), True)


def _ordered(scores: tuple[Score, ...]) -> tuple[Score, ...]:
    """The modifiers, with consecutive additive modifiers sorted, because their order does not matter."""
    modifiers: list[Score] = []
    for modifier in scores:
        at = len(modifiers)
        while at and _adds(modifier) and _adds(modifiers[at - 1]) and repr(modifiers[at - 1]) > repr(modifier):
            at -= 1
        modifiers.insert(at, modifier)
    return tuple(modifiers)


def _adds(score: Score) -> bool:
    return isinstance(score, Alibi | Bias | PairBias)


def _scale(pattern: Pattern) -> str:
    return "1/sqrt(head_dim)" if pattern.scale is None else f"{pattern.scale}"


def _listed(texts: Iterator[str]) -> str:
    return ", ".join(texts) or NOTHING


# ---- calls -----------------------------------------------------------------------------------------------------------
def _inputs(before: Pattern, after: Pattern) -> Iterator[Change]:
    old, new = map(_declared, (before, after))
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield Change(f"input {name}", old.get(name, NOTHING), new.get(name, NOTHING), True)


def _declared(pattern: Pattern) -> dict[str, str]:
    """The declarations of a pattern's inputs, by keyword, with the sides of which they have a number each."""
    found: dict[str, str] = {}
    for one in pattern.inputs:
        name = keyword_of(one.name)
        found[name] = f"{found[name]}, a pair" if name in found else declaration(one).removeprefix("input ")
    return found


def _calls(before: Pattern, after: Pattern) -> Iterator[Change]:
    if before.grid != after.grid:
        yield Change("grid", _grid(before), _grid(after), True)
    tried = _near(HEADS, (size for one in (before, after) for size in head_sizes(one)), MOST_HEADS)
    heads = [[takes_heads(one, count) for count in tried] for one in (before, after)]
    if heads[0] != heads[1]:
        yield Change("numbers of heads", _ranges(tried, heads[0]), _ranges(tried, heads[1]), True)
    old, new = ({one.expression: one.text for one in pattern.requirements} for pattern in (before, after))
    if old.keys() != new.keys():
        named = [int(digits) for expression in (*old, *new) for digits in re.findall(r"\d+", expression)]
        sizes = _near((8, 12, 16, 32, 48, 64, 80, 96, 128, 256), named, 576)  # of heads; a condition may name up to 576
        calls = product(_near(LENGTHS, named, FAR), _near(HEADS, named, MOST_HEADS), sizes)
        matters = any(accepts(before, *call) != accepts(after, *call) for call in calls)
        texts = ["; ".join(one.values()) or NOTHING for one in (old, new)]
        yield Change("require", texts[0], texts[1], matters, not matters)


def _grid(pattern: Pattern) -> str:
    return " x ".join(map(str, pattern.grid)) or NOTHING


def _near(usual: tuple[int, ...], named: Iterable[int], most: int) -> tuple[int, ...]:
    """The usual numbers, and those beside a named one: no other ones tell apart bounds that name them."""
    beside = {number + step for number in named for step in (-1, 0, 1)}
    return tuple(sorted({*usual, *(number for number in beside if 1 <= number <= most)}))


def _ranges(tried: tuple[int, ...], taken: list[bool]) -> str:
    """The numbers of heads that are taken, as ranges; the largest number tried stands for all larger ones."""
    runs = (
        [number for number, _ in run] for held, run in groupby(zip(tried, taken, strict=True), itemgetter(1)) if held
    )
    ends = [(run[0], run[-1]) for run in runs]
    return ", ".join(f"{a}.." if b == tried[-1] else f"{a}" if a == b else f"{a} to {b}" for a, b in ends) or NOTHING


def _modules(before: Pattern, after: Pattern) -> Iterator[Change]:
    old, new = ({one.name: one for one in pattern.modules} for pattern in (before, after))
    for name in dict.fromkeys((*old, *new)):
        a, b = old.get(name), new.get(name)
        if a is None or b is None:
            texts = [NOTHING if one is None else "there" for one in (a, b)]
            yield Change(f"module {name}", texts[0], texts[1], True)
            continue
        for field in ("embed", "heads", "kv_heads", "head_dim", "value_dim", "bias", "norm", "dropout"):
            if getattr(a, field) != getattr(b, field):
                yield Change(f"module {name}: {field}", _written(getattr(a, field)), _written(getattr(b, field)), True)


def _written(value: object) -> str:
    return str(getattr(value, "value", value))


# ---- statements that change no result --------------------------------------------------------------------------------
def _orders(before: Pattern, after: Pattern) -> Iterator[Change]:
    texts = (
        ("name", before.name, after.name),
        ("uncovered", before.uncovered.value, after.uncovered.value),
        ("layout", dump_layout(before.layout), dump_layout(after.layout)),
        ("ring", _ring(before), _ring(after)),
    )
    yield from (Change(what, old, new, False) for what, old, new in texts if old != new)


def _ring(pattern: Pattern) -> str:
    return NOTHING if pattern.ring is None else dump_ring(pattern.ring)
