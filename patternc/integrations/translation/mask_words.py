"""Masks in the words of the language: `causal`, `window`, `segment`, ... and `when` for what has no word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from patternc.integrations.translation.worded_masks import blocks_away, has_word, simplified, with_words
from patternc.ir.dump.masks import AND, OR, dump_mask
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Compare,
    Constant,
    Fixed,
    Label,
    Mask,
    Not,
    Number,
    OfBatch,
    OfDocument,
    OfEach,
    Offset,
    Or,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.traversal import relabelled

UNION, CLAUSE, DIFFERENCE, ALONE = range(4)
"""How strongly the text of a mask binds: `|`, `&`, `-`, and what stands alone."""


class _Words(NamedTuple):
    """The text of a mask. `level`: how strongly it binds."""

    text: str
    level: int = ALONE

    def within(self, level: int) -> str:
        """The text, in parentheses where it binds less strongly."""
        return self.text if self.level >= level else f"({self.text})"


Literals: TypeAlias = list[Mask]
_Rule: TypeAlias = Callable[[Literals], tuple[list[_Words], Literals]]
"""What some literals of a conjunction are together, and the other ones."""


def in_words(mask: Mask) -> str:
    """A mask of comparisons and bounds, as the language writes it.

    `when` is written for comparisons that have no word. Lengths of batch entries are a `prefix` in unions and a
    `padding` elsewhere.
    """
    return _words(simplified(with_words(mask)), "padding").text


# ---- any mask ------------------------------------------------------------------------------------------------------
def _words(mask: Mask, lengths: str) -> _Words:
    """The words of a mask; `lengths`: the word for the lengths of batch entries."""
    match mask:
        case Or(masks) if masks:
            return _union(list(masks), "prefix")
        case Or():
            return _Words("!full")
        case And(masks):
            return _clause(list(masks), lengths)
        case _:
            return _clause([mask], lengths)


def _union(masks: Literals, lengths: str) -> _Words:
    """A union: `global` for the keys and queries that begin the sequence, and one `when` for all conditions."""
    rest, words = list(masks), []
    for one in masks:
        if isinstance(one, Below) and one.side is Side.KEY and isinstance(one.bound, Constant):
            both = [one, replace(one, side=Side.QUERY)]
            if both[1] in rest:
                rest = [left for left in rest if left not in both]
                words.append(_Words(f"global({one.bound.value})"))
    conditions = [one for one in rest if _is_condition(one)]
    words += [_words(one, lengths) for one in rest if one not in conditions]
    words += [_Words(f"when({_condition(Or(tuple(conditions)), OR)})")] if conditions else []
    return words[0] if len(words) == 1 else _Words(" | ".join(one.within(CLAUSE) for one in words), UNION)


def _clause(masks: Literals, lengths: str) -> _Words:
    """A conjunction: the words of some masks together, then those of the others, and one `when` for all conditions."""
    words: list[_Words] = []
    for rule in RULES:
        found, masks = rule(masks)
        words += found
    conditions = [one for one in masks if _is_condition(one)]
    words += [_single(one, lengths) for one in masks if one not in conditions]
    words += [_Words(f"when({_condition(And(tuple(conditions)), OR)})")] if conditions else []
    if not words:
        return _Words("full")
    return words[0] if len(words) == 1 else _Words(" & ".join(one.within(DIFFERENCE) for one in words), CLAUSE)


def _single(mask: Mask, lengths: str) -> _Words:
    """The words of what no rule joins with others."""
    match mask:
        case Below(Side.KEY, OfBatch(name)):
            return _Words(f"{lengths}(@{name})")
        case AtLeast(Side.KEY, OfBatch(name)):
            return _Words(f"!{lengths}(@{name})")
        case Not(Compare("==", Label(name, side), Number(0))):
            return _Words(f"{_word_of(side, 'queries', 'keys')}(@{name})")
        case Compare("==", Label(name, side), Number(0)):
            return _Words(f"!{_word_of(side, 'queries', 'keys')}(@{name})")
        case Not(inner):
            return _Words(f"!{_words(inner, lengths).within(ALONE)}")
        case Or():
            return _words(mask, lengths)
        case _:
            return _Words(f"when({dump_mask(mask)})")


def _word_of(side: Side, of_queries: str, of_keys: str) -> str:
    return of_queries if side is Side.QUERY else of_keys


# ---- conditions ------------------------------------------------------------------------------------------------------
def _is_condition(mask: Mask) -> bool:
    """Whether a mask has to be written as a condition."""
    match mask:
        case Compare("==", Label(), Number(0)) | Not(Compare("==", Label(), Number(0))):
            return False
        case And(masks) | Or(masks):
            return bool(masks) and all(map(_is_condition, masks))
        case Not(inner):
            return isinstance(inner, Compare)
        case _:
            return isinstance(mask, Compare)


def _condition(mask: Mask, place: int) -> str:
    """A condition as `when` has it."""
    match mask:
        case Compare(sign):
            return _comparison(sign, mask)
        case Not(Compare("==") as inner):
            return _comparison("!=", inner)
        case Not(Compare() as inner):
            return _comparison("<=", Compare("<", inner.right, inner.left))
        case And((only,)) | Or((only,)):
            return _condition(only, place)
        case And(masks):
            return " and ".join(_condition(one, AND) for one in masks)
        case Or(masks):
            text = " or ".join(_condition(one, OR) for one in masks)
            return text if place == OR else f"({text})"
        case _:
            raise AssertionError(f"{mask} is no condition")


def _comparison(sign: str, compare: Compare) -> str:
    """A comparison with the names of inputs as the language writes them; a constant comes last."""
    left, right = (
        relabelled(side, lambda one: replace(one, input=f"@{one.input}")) for side in (compare.left, compare.right)
    )
    if isinstance(left, Number):
        left, right, sign = right, left, {"<": ">", "<=": ">="}.get(sign, sign)
    return dump_mask(Compare(sign, left, right))


# ---- what some literals are together ---------------------------------------------------------------------------------
def _bands(literals: Literals) -> tuple[list[_Words], Literals]:
    """Distances of positions, or of blocks of equal size: `causal`, `window`, `segment`, `blocks(B, window(...))`."""
    lows: dict[int, int] = {}
    highs: dict[int, int] = {}
    rest: Literals = []
    for one in literals:
        away = blocks_away(one.bound) if isinstance(one, AtLeast | Below) and one.side is Side.KEY else None
        if away is None:
            rest.append(one)
            continue
        size, distance = away
        if isinstance(one, AtLeast):
            lows[size] = max(lows.get(size, distance), distance)
        else:
            highs[size] = min(highs.get(size, distance - 1), distance - 1)
    return [_band(size, lows.get(size), highs.get(size)) for size in dict.fromkeys([*lows, *highs])], rest


def _band(size: int, least: int | None, most: int | None) -> _Words:
    """Keys whose position, or block of `size`, is `least` to `most` after that of the query."""
    if size > 1 and least == most == 0:
        return _Words(f"segment({size})")
    words = _distances(least, most)
    return words if size == 1 else _Words(f"blocks({size}, {words.text})")


def _distances(least: int | None, most: int | None) -> _Words:
    left, right = ("n" if least is None else str(-least)), ("n" if most is None else str(most))
    match least, most:
        case None, 0:
            return _Words("causal")
        case int(), int() if least > most:
            return _Words("!full")
        case _, int() if most < 0:
            within = "causal" if least is None else f"window({left}, 0)"
            return _Words(f"{within} - {_window(-most - 1, 0)}", DIFFERENCE)
        case int(), _ if least > 0:
            return _Words(f"window(0, {right}) - {_window(0, least - 1)}", DIFFERENCE)
        case _:
            return _Words(f"window({left})" if left == right else f"window({left}, {right})")


def _window(left: int, right: int) -> str:
    return f"window({left})" if left == right else f"window({left}, {right})"


def _classes(literals: Literals) -> tuple[list[_Words], Literals]:
    """Residue classes of both sides are `stride`, those of one side `queries` or `keys`."""
    found, rest = [], list(literals)
    for one in literals:
        match one:
            case SameResidue(dilation, _, block) if has_word(one):
                found.append(_in_blocks(block, f"stride({dilation})"))
            case Residue(Side.QUERY, dilation, offset, _, block) if replace(one, side=Side.KEY) in literals:
                found.append(_in_blocks(block, f"stride({dilation}, offset={_offset(offset)})"))
            case Residue(Side.KEY) if replace(one, side=Side.QUERY) in literals:
                pass
            case Residue(side, dilation, Fixed(value), _, block):
                which = f", offset={value}" if value else ""
                found.append(_in_blocks(block, f"{_word_of(side, 'queries', 'keys')}({dilation}{which})"))
            case _:
                continue
        rest.remove(one)
    return found, rest


def _offset(offset: Offset) -> str:
    return str(offset.value) if isinstance(offset, Fixed) else "head"


def _in_blocks(block: int, text: str) -> _Words:
    return _Words(text if block == 1 else f"blocks({block}, {text})")


def _segments(literals: Literals) -> tuple[list[_Words], Literals]:
    """A segment with residue classes of both of its sides: `segment(16, dilation=4, offset=head)`."""
    for one in literals:
        match one:
            case AtLeast(Side.KEY, RelativePosition(0, 0, size)) if size > 1:
                whole = [one, Below(Side.KEY, RelativePosition(size, 0, size))]
            case _:
                continue
        for dilated, offset in _dilations(literals):
            dilation = dilated[0].dilation
            if whole[1] in literals and size % dilation == 0:
                rest = [left for left in literals if left not in (*whole, *dilated)]
                return [_Words(f"segment({size}, dilation={dilation}{offset})")], rest
    return [], literals


def _dilations(literals: Literals) -> Iterable[tuple[Sequence[Residue | SameResidue], str]]:
    """The residue classes of both sides, and the argument `offset` that says which."""
    for one in literals:
        match one:
            case SameResidue(_, _, 1):
                yield [one], ", offset=all"
            case Residue(Side.QUERY, _, offset, _, 1) if replace(one, side=Side.KEY) in literals:
                text = "" if offset == Fixed(0) else f", offset={_offset(offset)}"
                yield [one, replace(one, side=Side.KEY)], text


def _ranges(literals: Literals) -> tuple[list[_Words], Literals]:
    """Keys and queries between two positions: `document`, `first`, `rows`, `columns`."""
    words: list[_Words] = []
    rest = list(literals)
    for one in literals:
        match one:
            case AtLeast(Side.KEY, OfDocument(name)):
                end = Below(Side.KEY, OfDocument(name, end=True))
                words.append(_Words(f"document(@{name})"))
                rest = [left for left in rest if left not in (one, end)]
    for side in (Side.KEY, Side.QUERY):
        lows = [one for one in rest if isinstance(one, AtLeast) and one.side is side and _is_place(one.bound)]
        highs = [one for one in rest if isinstance(one, Below) and one.side is side and _is_place(one.bound)]
        rest = [one for one in rest if one not in lows and one not in highs]
        words += _between(side, [_place(one.bound) for one in lows], [_place(one.bound) for one in highs])
    return words, rest


def _is_place(bound: Bound) -> bool:
    return isinstance(bound, Constant | OfEach)


def _place(bound: Bound) -> int | str:
    """A bound as an argument of `rows` and `columns`."""
    return bound.value if isinstance(bound, Constant) else f"@{bound.input}" if isinstance(bound, OfEach) else ""


def _between(side: Side, lows: list[int | str], highs: list[int | str]) -> list[_Words]:
    """As many `rows`, or `columns`, as there are bounds of inputs, and the tightest of the constant ones."""
    lows, highs = _tightest(lows, max), _tightest(highs, min)
    if side is Side.KEY and not lows and len(highs) == 1 and isinstance(highs[0], int):
        return [_Words(f"first({highs[0]})")]
    count = max(len(lows), len(highs))
    pairs = zip(lows + [0] * (count - len(lows)), highs + ["n"] * (count - len(highs)), strict=True)
    return [_Words(f"{_word_of(side, 'columns', 'rows')}({low}, {high})") for low, high in pairs]


def _tightest(places: list[int | str], of: Callable[[list[int]], int]) -> list[int | str]:
    numbers = [one for one in places if isinstance(one, int)]
    return [*([of(numbers)] if numbers else []), *(one for one in places if not isinstance(one, int))]


RULES: tuple[_Rule, ...] = (
    _segments,  # before the band and the classes of which it is made
    _bands,
    _classes,
    _ranges,
)
