"""Every primitive of the registry: its lowering has its meaning, its parameters are checked, its text is read back."""

from __future__ import annotations

import io
import operator
import random
from dataclasses import replace
from enum import Enum
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.primitive_meanings import contains

from patternc.diagnostics import Rejected
from patternc.frontend import typed
from patternc.frontend.check import check
from patternc.frontend.parser import parse
from patternc.frontend.primitives import (
    PRIMITIVES,
    SPECIAL,
    Box,
    Home,
    Parameter,
    Primitive,
    Random,
    Rule,
    Table,
    TopK,
    When,
    parameters,
)
from patternc.frontend.primitives.positions import Causal, Full, Window
from patternc.frontend.primitives.primitive import End, Same
from patternc.frontend.primitives.runtime_masks import Selected
from patternc.frontend.primitives.segment import Queries, Segment, Stride
from patternc.ir.inputs import drawn, value_of
from patternc.ir.intervals import ALWAYS, fits, parts
from patternc.ir.mask import (
    And,
    Arithmetic,
    ByHead,
    ByHeadBlock,
    Compare,
    Expression,
    InputKind,
    Mask,
    Name,
    Not,
    Number,
    Or,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.semantics import Inputs, admits
from patternc.source import Source

LARGEST = 9
every_primitive = pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.word)


def values(parameter: Parameter) -> st.SearchStrategy[int | str | Enum]:
    """Small values of a parameter; an input is called like its kind. Offsets of entries are those of a source."""
    if Same.SAME in parameter.words:
        return st.just(Same.SAME)
    if parameter.input_kind is not None:
        return st.just(f"the_{parameter.input_kind.value}")
    integers = [] if parameter.least is None else [st.integers(parameter.least, LARGEST)]
    words = [st.sampled_from(parameter.words)] if parameter.words else []
    return st.one_of(*integers, *words)


def made(kind: type[Primitive]) -> st.SearchStrategy[Primitive]:
    """Primitives of a kind that `check` would accept, in some branch."""
    arguments = {one.name: values(one) for one in parameters(kind)}
    built = st.builds(kind, **arguments)
    placed = st.tuples(built, st.integers(0, 5)).map(lambda pair: pair[0].in_branch(pair[1]))
    return placed.filter(lambda one: not any(complaint.severity == "error" for complaint in one.complaints()))


def accepted(text: str, kind: type[Primitive] = Full) -> typed.Mask:
    """The mask that a text is in the first branch of a pattern where that kind of primitive can stand."""
    known = () if kind in SPECIAL else parameters(kind)
    given_ = {f"input {_any(one)[1:]}: {_declared(one.input_kind)};" for one in known if one.input_kind is not None}
    home = "blocks(1, {})" if kind.home is Home.BLOCKS else "{}"
    text = f"pattern p {{ {''.join(given_)} grid 4 x 6; attend {home.format(text)} }}"
    source = Source("p.pat", text, {"blocks.npy": numpy_file(ENTRIES)}.__getitem__)
    mask = check(parse(source), source, {}).patterns[0].groups[0].branches[0].mask
    return mask.mask if isinstance(mask, typed.Blocks) else mask


def _declared(kind: InputKind) -> str:
    """The kind in a declaration."""
    return f"{kind.value}(heads)" if kind is InputKind.PICKS else kind.value


def rejected(text: str, kind: type[Primitive] = Full) -> list[str]:
    with pytest.raises(Rejected) as caught:
        accepted(text, kind)
    return [one.code for one in caught.value.diagnostics]


def inputs(primitive: Primitive, n: int, heads: int, seed: int) -> Inputs:
    """What a call may give a primitive: documents (empty ones too), a length, a selection."""
    rng = random.Random(seed)
    if isinstance(primitive, TopK):
        shape = heads, n, primitive.c
        return {"selection": np.array(rng.choices(range(-1, n), k=prod(shape))).reshape(shape)}
    if isinstance(primitive, Selected):
        shape = heads, n, 5
        return {primitive.picks: np.array(rng.choices(range(-1, n), k=prod(shape))).reshape(shape)}
    found: dict[str, object] = {}
    for one in () if type(primitive) in SPECIAL else parameters(type(primitive)):
        if one.input_kind is not None:
            numbers = drawn(one.input_kind, n, lambda most: rng.randint(0, most))
            found[getattr(primitive, one.name)] = value_of(one.input_kind, numbers, n)
    return found


@every_primitive
@given(data=st.data())
def test_lowering_keeps_the_meaning(kind: type[Primitive], data: st.DataObject) -> None:
    primitive = data.draw(made(kind))
    n, heads = data.draw(st.integers(1, 24)), data.draw(st.integers(1, 6))
    mask, given_ = primitive.lower(), inputs(primitive, n, heads, data.draw(st.integers(0, 99)))
    rows, columns = np.arange(n)[:, None], np.arange(n)[None, :]
    for h in range(heads):
        admitted = np.broadcast_to(admits(mask, h, rows, columns, n, heads, given_), (n, n))
        for q, k in product(range(n), repeat=2):
            expected = contains(primitive, h, q, k, n, heads, given_)
            assert bool(admitted[q, k]) == expected, (primitive, h, q, k, n, heads, given_)


@every_primitive
@given(data=st.data())
def test_text_is_read_back(kind: type[Primitive], data: st.DataObject) -> None:
    """The text with every default is the same primitive; so are all its arguments given by name."""
    primitive = data.draw(made(kind))
    assert accepted(str(primitive), kind) == typed.Leaf(primitive)


@every_primitive
def test_parameters_are_checked(kind: type[Primitive]) -> None:
    known = parameters(kind)
    assert rejected(f"{kind.word}({', '.join(['1'] * (len(known) + 1))})", kind) == ["P014"]
    assert rejected(f"{kind.word}(no_such_argument=1)", kind) == ["P014"]
    for parameter in known:
        others = ", ".join(f"{one.name}={_any(one)}" for one in known if one.name != parameter.name and _mandatory(one))
        given_ = f"{others}, {parameter.name}=" if others else f"{parameter.name}="
        only_words = parameter.words and End.N not in parameter.words
        assert rejected(f"{kind.word}({given_}causal)", kind) == ["P010" if only_words else "P011"]
        assert rejected(f"{kind.word}({given_}[1])", kind) == ["P011"]
        assert rejected(f"{kind.word}({given_}1.5)", kind) == ["P011"]
        if parameter.least is not None:
            assert rejected(f"{kind.word}({given_}{parameter.least - 1})", kind) == ["P013"]
        if parameter.words:
            assert rejected(f"{kind.word}({given_}no_such_word)", kind) == ["P010"]
        if _mandatory(parameter):
            assert rejected(f"{kind.word}({others})", kind) == ["P014"]


def _any(parameter: Parameter) -> str:
    return "1" if parameter.input_kind is None else f"@the_{parameter.input_kind.value}"


def _mandatory(parameter: Parameter) -> bool:
    return parameter.default is None and parameter.same_as is None


@every_primitive
def test_a_misspelling_is_understood(kind: type[Primitive]) -> None:
    misspelt = kind.word[:-1] + "q"
    with pytest.raises(Rejected) as caught:
        accepted(f"{misspelt}(1)")
    assert caught.value.diagnostics[0].help == f"did you mean `{kind.word}`?"


def test_names_are_unique_and_not_yet_taken() -> None:
    words = [kind.word for kind in PRIMITIVES]
    assert len(set(words)) == len(words)
    assert not set(words) & {kind.word for kind in SPECIAL}


# ---- written out, from the language's own table --------------------------------------------------------------------
def keys(primitive: Primitive, h: int, q: int, n: int, heads: int = 4) -> list[int]:
    return [k for k in range(n) if contains(primitive, h, q, k, n, heads)]


def test_window_counts_the_query_itself() -> None:
    assert len(keys(Window(512, 0), 0, 700, 1000)) == 513
    assert accepted("window(3)") == typed.Leaf(Window(3, 3))
    assert accepted("window(3, 0)") == typed.Leaf(Window(3, 0))


def test_segment_offsets() -> None:
    head = Segment(8, 4, Rule.HEAD)
    assert keys(head, 1, 9, 32) == [9, 13]
    assert keys(head, 1, 8, 32) == []
    assert keys(replace(head, queries=Queries.DENSE), 1, 8, 32) == [9, 13]
    assert keys(Segment(8, 2, Rule.HEAD_BLOCK), 1, 8, 32, heads=4) == [8, 10, 12, 14]
    assert keys(Segment(8, 2, Rule.HEAD_BLOCK), 2, 9, 32, heads=4) == [9, 11, 13, 15]
    assert keys(Segment(8, 4, Rule.ALL), 0, 10, 32) == [10, 14]
    assert keys(Segment(8, 4, Rule.BRANCH).in_branch(6), 0, 10, 32) == [10, 14]


def test_a_dense_segment_with_all_classes_is_the_dilated_one() -> None:
    dilated = Segment(8, 4, Rule.ALL)
    for q in range(16):
        assert keys(replace(dilated, queries=Queries.DENSE), 0, q, 16) == keys(dilated, 0, q, 16)


def test_stride_has_no_end() -> None:
    assert keys(Stride(5), 0, 7, 30) == [2, 7, 12, 17, 22, 27]


def test_segments_position_is_counted_from_their_start() -> None:
    assert keys(Segment(5, 2, 1), 0, 6, 12) == [6, 8]


def test_lowered_atoms() -> None:
    assert contains(Causal(), 0, 3, 3, 9, 1)
    assert not contains(Causal(), 0, 3, 4, 9, 1)
    assert contains(Full(), 0, 0, 8, 9, 1)
    assert Residue(Side.KEY, 4, ByHead(), 8) in Segment(8, 4, Rule.HEAD).lower().masks  # type: ignore[union-attr]
    assert Residue(Side.QUERY, 4, ByHeadBlock(), 8) in Segment(8, 4, Rule.HEAD_BLOCK).lower().masks  # type: ignore[union-attr]
    assert SameResidue(4, 8) in Segment(8, 4, Rule.ALL).lower().masks  # type: ignore[union-attr]
    assert len(Segment(8, 1, Rule.HEAD).lower().masks) == 2  # type: ignore[union-attr]


def test_an_unplaced_branch_offset_has_no_lowering() -> None:
    with pytest.raises(ValueError, match="branch"):
        Segment(8, 2, Rule.BRANCH).lower()


# ---- forms of their own ----------------------------------------------------------------------------------------------
def numpy_file(array: np.ndarray) -> bytes:
    held = io.BytesIO()
    np.save(held, array)
    return held.getvalue()


ENTRIES = np.random.default_rng(5).random((3, 24, 24)) < 0.4
TABLE = Table("blocks.npy", 3, 24, 24, np.packbits(ENTRIES).tobytes())
CELLS = (4, 6)  # of the grid that `accepted` declares


def conditions() -> st.SearchStrategy[When]:
    numbers: st.SearchStrategy[Expression] = st.recursive(
        st.one_of(st.sampled_from([Name(id_) for id_ in "qknh"]), st.integers(-5, 9).map(Number)),
        lambda inner: st.one_of(
            st.builds(Arithmetic, st.sampled_from("+-*"), inner, inner),
            st.builds(Arithmetic, st.sampled_from(["//", "%"]), inner, st.integers(1, 6).map(Number)),
        ),
        max_leaves=4,
    ).filter(lambda expression: "*" not in str(expression) or _small(expression))
    compared: st.SearchStrategy[Mask] = st.builds(Compare, st.sampled_from(["<", "=="]), numbers, numbers)
    whole = st.recursive(
        compared,
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
        ),
        max_leaves=3,
    )
    return whole.map(When)


def _small(expression: Expression) -> bool:
    """Whether all of it keeps to 64 bits, as `check` asks."""
    return all(fits(part, ALWAYS) for part in parts(expression))


special = {
    Box: st.builds(
        Box,
        st.just(CELLS),
        st.tuples(st.integers(1, 2), st.integers(1, 3)),
        st.tuples(st.integers(1, 2), st.integers(1, 2)),
        st.tuples(st.integers(1, 2), st.integers(1, 3)),
        st.tuples(st.booleans(), st.booleans()),
    ).filter(lambda box: all(map(operator.le, box.strides, box.extents))),
    Random: st.one_of(
        st.builds(Random, st.integers(1, 5), st.none(), st.integers(0, 2**32 - 1)),
        st.builds(Random, st.none(), st.floats(2**-30, 1), st.integers(0, 9)),
    ),
    Table: st.just(TABLE),
    When: conditions(),
}


@pytest.mark.parametrize("kind", SPECIAL, ids=lambda kind: kind.word)
@settings(max_examples=20)
@given(data=st.data())
def test_forms_keep_their_meaning(kind: type[Primitive], data: st.DataObject) -> None:
    """Lowering keeps it, and the text with every default is read back (with its constants worked out, in a `when`)."""
    primitive: Primitive = data.draw(special[kind])
    again = accepted(str(primitive), kind)
    assert isinstance(again, typed.Leaf)
    assert accepted(str(again.primitive), kind) == again
    assert kind is When or again.primitive == primitive
    mask, n = primitive.lower(), 24
    for _ in range(4):
        h, q, k = (data.draw(st.integers(0, most)) for most in (2, n - 1, n - 1))
        expected = contains(primitive, h, q, k, n, 3)
        assert bool(admits(mask, h, np.array(q), np.array(k), n, 3)) == expected, (primitive, h, q, k)
        assert contains(again.primitive, h, q, k, n, 3) == expected, (primitive, again, h, q, k)


BOXES = (
    Box((24,), (7,), (1,), (1,), (True,)),
    Box((24,), (8,), (2,), (4,), (False,)),
    Box((24,), (7,), (1,), (4,), (True,)),
    Box(CELLS, (3, 4), (1, 1), (2, 3), (False, False)),
    Box(CELLS, (2, 3), (2, 2), (1, 3), (True, False)),
    Box((2, 4, 3), (2, 3, 2), (1, 1, 1), (2, 3, 1), (False, True, True)),
)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_neighbourhoods_that_queries_share_and_causal_ones(box: Box) -> None:
    mask, cells = box.lower(), np.arange(24)
    found = np.broadcast_to(admits(mask, 0, cells[:, None], cells[None, :], 24, 1), (24, 24))
    assert found.tolist() == [[contains(box, 0, q, k, 24, 1) for k in range(24)] for q in range(24)]
