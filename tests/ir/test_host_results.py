"""Functions of the host IR run on numbers, beside what patterns mean: out, lse and every gradient, in float64."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import torch
from evaluated import Case, cells_of, lines_of
from oracles import evaluate_numbers
from oracles.evaluate_host import Device, run
from oracles.evaluate_numbers import Score
from oracles.run_program import Work

from patternc.analysis.calls import Shape
from patternc.codegen.backend import Backend, Legal
from patternc.codegen.block_lists.listings import listings
from patternc.codegen.cpp import CPP
from patternc.codegen.tiles.tile_work import GRAD_KEYS, GRAD_VALUES, GRADS, KEYS, QUERIES, VALUES, strides
from patternc.codegen.triton import TRITON
from patternc.driver import analyse, legalized
from patternc.ir.addresses import KEY_DIM, VALUE_DIM, HeadDims, Statistics
from patternc.ir.host import (
    Buffer,
    ChooseTile,
    ForEach,
    Function,
    Grid,
    Host,
    KeepPartial,
    Launch,
    Operand,
    RaiseScale,
    ReadStarts,
    SortPairs,
    Step,
    Tensor,
    When,
    walk,
)
from patternc.ir.index import TRUE, ZERO, Apply, Holds, Item, Num, Tail, Var, minus, over, plus
from patternc.ir.interface import Argument, given_name
from patternc.ir.launch_settings import Extents, Lines
from patternc.ir.liveness import replaced
from patternc.ir.mask import Alibi, Bias, InputKind, OfDocument, PairBias, Pattern, Softcap
from patternc.ir.semantics import position
from patternc.ir.tile import (
    PARTIALS,
    AddProducts,
    Attend,
    Clause,
    EachHead,
    For,
    GradScores,
    Let,
    Load,
    MergeSoftmax,
    MergeSum,
    Multiply,
    StartSoftmax,
    StartSum,
    Statement,
    Store,
    Tiles,
)
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.oracle import Answer, Inputs, has_lse, oracle
from patternc.testing.random_inputs import draw_inputs

FOLDER = Path(__file__).resolve().parent / "host"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
WHOLE = Shape("whole", 1, 4, 2, HeadDims.equal(4), 40, 40, 0, 0, 40)
PART = Shape("part", 2, 3, 3, HeadDims.equal(4), 21, 33, 13, 7, 60, head_offset=1, num_heads=6)
STEP = Shape("step", 2, 4, 2, HeadDims.equal(4), 3, 50, 47, 0, 50)


@dataclass(frozen=True, slots=True)
class Subject:
    """A pattern, and what is printed of it."""

    meaning: Pattern
    legal: Legal

    @property
    def host(self) -> Host:
        assert self.legal.host is not None
        return self.legal.host


def subject_of(source: Source, backend: Backend = TRITON) -> Subject:
    target = target_named(backend.targets[0])
    assert target is not None
    analysis = analyse(source, {}, targets=())
    (legal,) = legalized(analysis, backend, target)
    return Subject(analysis.meanings[0], legal)


@cache
def fixture(name: str, backend: Backend = TRITON) -> Subject:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return subject_of(Source("made.pat", text.split("-- pattern\n")[1].split("-- host\n")[0]), backend)


# ---- a call ----------------------------------------------------------------------------------------------------------
def answer_of(subject: Subject, host: Host, shape: Shape, splits: int, scale: float) -> tuple[Answer, Answer]:
    """What the functions return for a random call, and what the pattern means."""
    drawn = torch.Generator().manual_seed(3)

    def normal(*extents: int) -> torch.Tensor:
        return torch.randn(*extents, generator=drawn, dtype=torch.float64)

    sizes = shape.dims.key, shape.dims.value
    query, grad_out = (normal(shape.batch, shape.heads, shape.queries, size) for size in sizes)
    key, value = (normal(shape.batch, shape.kv_heads, shape.keys, size) for size in sizes)
    given = draw_inputs(subject.meaning, shape, "cpu", 3)
    given = {**given, **({"dropout": 0.0} if "dropout" in given else {})}
    inputs = Inputs(query, key, value, grad_out, normal(*query.shape[:3]), given)
    ratio = scale * shape.dims.key**0.5  # the oracle has the usual scale
    wanted = oracle(subject.meaning, shape, replace(inputs, query=query * ratio))
    device = device_of(subject, shape, inputs, splits)
    base = {
        "query": query.numpy(),
        "key": key.numpy(),
        "value": value.numpy(),
        "scale": scale,
        "q_offset": shape.q_offset,
        "k_offset": shape.k_offset,
        "seq_len": shape.seq_len,
        "head_offset": shape.head_offset,
        "num_heads": shape.model_heads,
        "seed": np.zeros(1),
        "dropout": 0,
        **dict(given_of(subject, shape, inputs)),
    }
    saved = run(host.forward, base, device)
    several = has_lse(subject.meaning)
    flows = {"grad_out": grad_out.numpy(), "grad_lse": inputs.grad_lse.numpy() if several else np.empty(0)}
    back = run(host.backward, {**base, **saved, **flows}, device)
    found = {name: torch.from_numpy(np.array(one)) for name, one in (saved | back).items()}
    tables = {name: found[f"grad_of_{name}"] for name in wanted.tables}
    made = Answer(
        found["out"],
        found["lse"] if several else None,
        found["grad_query"] / ratio,
        found["grad_key"],
        found["grad_value"],
        tables,
    )
    return made, wanted


def given_of(subject: Subject, shape: Shape, inputs: Inputs) -> dict[str, Any]:
    """The runtime inputs as functions take them."""
    found: dict[str, Any] = {}
    for one in subject.legal.kernel.interface.operands:
        if one.facts.learned:
            found[given_name(one.name)] = np.asarray(inputs.arguments[one.name], dtype=float)
            found[f"grad_of_{one.name}"] = np.zeros(0)
        elif one.facts.cuts:
            found[given_name(one.name)] = documents(one, shape, inputs)
        elif one.facts.rule:
            found[given_name(one.name)] = np.asarray(inputs.arguments[one.name])
    return {**found, **dict.fromkeys((one.name for one in subject.legal.kernel.interface.asked), 1)}


def documents(one: Argument, shape: Shape, inputs: Inputs) -> np.ndarray:
    """Where the document of each position begins and ends, and the cuts, [entries, 2, n + D - 1]."""
    n, offsets = shape.seq_len, np.atleast_2d(np.asarray(inputs.arguments[one.name]))
    cuts = np.where(offsets[:, 1:-1] > offsets[:, :-2], offsets[:, 1:-1], 0) * one.block
    ends = np.array(
        [
            [position(OfDocument(one.name, end, one.block), np.arange(n), n, {one.name: row.tolist()}) for end in ends]
            for row in offsets
            for ends in ((False, True),)
        ]
    )
    return np.concatenate([ends, np.repeat(cuts[:, None], 2, axis=1)], axis=2)


def device_of(subject: Subject, shape: Shape, inputs: Inputs, splits: int) -> Device:
    assert isinstance(subject.legal.device, Tiles)
    kernel = subject.legal.kernel
    extents = Extents(
        shape.seq_len, shape.q_offset, shape.queries, shape.k_offset, shape.keys, shape.heads, shape.kv_heads
    )
    case = Case(kernel, extents, {}, shape.head_offset, shape.model_heads)
    by_number = {one.index: one for one in listings(kernel)}

    def lines(made: SortPairs, heads: range, rows: int) -> Lines:
        one = by_number[made.number]
        first = shape.head_offset if one.by_head else 0
        return lines_of(case, one, made, rows, range(heads.start - first, heads.stop - first))

    programs = {named.name: named.program for named in subject.legal.device.programs}
    return Device(programs, 16, 16, splits, lines, cells_of(case), scores_of(subject, shape, inputs))


def scores_of(subject: Subject, shape: Shape, inputs: Inputs) -> Score:
    """The score modifiers of a pattern, with their derivatives."""

    def scored(
        head: int, distances: np.ndarray, products: np.ndarray, pairs: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        values, slopes = products, np.ones_like(products)
        for one in subject.meaning.scores:
            match one:
                case Softcap(cap):
                    values = cap * np.tanh(values / cap)
                    slopes = slopes * (1 - (values / cap) ** 2)
                case Alibi(slopes_) if slopes_:
                    given = np.asarray(inputs.arguments[slopes_])
                    values = values + distances * given[min(head, len(given) - 1)]  # lanes may hold heads beyond
                case Alibi():
                    values = values + distances * 2.0 ** (-8 * (shape.head_offset + head + 1) / shape.model_heads)
                case Bias(table, grid=grid) if grid:
                    values = values + np.asarray(inputs.arguments[table])[head].reshape(-1)[distances]
                case Bias(table, radius):
                    entries = np.clip(distances, -radius, radius) + radius
                    values = values + np.asarray(inputs.arguments[table])[head, entries]
                case PairBias():
                    values = values + pairs
                case _:
                    raise AssertionError(f"{one}: no pattern of these tests has it")
        return values, slopes

    return scored


def hold(subject: Subject, host: Host, shape: Shape, splits: int = 0, scale: float = 0.4) -> None:
    """Hold a call against the meaning."""
    made, wanted = answer_of(subject, host, shape, splits, scale)
    tables = ((f"gradient of {name}", made.tables[name], one) for name, one in wanted.tables.items())
    lse = () if wanted.lse is None else (("lse", made.lse, wanted.lse),)
    pairs = (
        *(("out", made.out, wanted.out), *lse, ("dq", made.dq, wanted.dq)),
        *(("dk", made.dk, wanted.dk), ("dv", made.dv, wanted.dv), *tables),
    )
    for name, found, meant in pairs:
        assert found is not None
        assert not found.isnan().any(), f"{name}: numbers that nothing stores"
        assert (found == -torch.inf).equal(meant == -torch.inf), name
        difference = (found.nan_to_num(neginf=0) - meant.nan_to_num(neginf=0)).norm()
        assert difference <= 1e-10 * meant.nan_to_num(neginf=0).norm(), f"{name}: {difference}"


def call_of(name: str) -> Shape:
    """The whole sequence: a grid has as many cells as it has."""
    grid = fixture(name).meaning.grid
    n = prod(grid)
    return replace(WHOLE, queries=n, keys=n, seq_len=n, batch=1) if grid else WHOLE


@pytest.mark.parametrize("name", NAMES)
def test_functions_compute_what_patterns_mean(name: str) -> None:
    subject = fixture(name)
    hold(subject, subject.host, call_of(name), scale=-0.4)
    if not subject.meaning.grid:
        hold(subject, subject.host, PART)


@pytest.mark.parametrize("name", NAMES)
def test_gradients_in_one_pass(name: str) -> None:
    """Programs of queries add to the gradients of keys and values: of calls with enough key heads, parts too."""
    subject = fixture(name, CPP)
    launched = {one.program for one in walk(subject.host.backward.body) if isinstance(one, Launch)}
    biased = any(isinstance(one, Bias) for one in subject.meaning.scores)
    assert any(one.startswith("_gradients") for one in launched) != biased
    hold(subject, subject.host, replace(call_of(name), batch=2))
    if not subject.meaning.grid:
        hold(subject, subject.host, PART)
        hold(subject, subject.host, WHOLE)


@pytest.mark.parametrize("name", NAMES)
def test_calls_of_few_queries(name: str) -> None:
    """They split their keys, or do not; where they do, partials of splits are merged."""
    subject = fixture(name)
    if not subject.meaning.grid:
        for splits in (0, 1, 3):
            hold(subject, subject.host, STEP, splits)


def with_values(call: Shape, size: int) -> Shape:
    """The call with values of another size than keys."""
    return replace(call, dims=replace(call.dims, value=size))


@pytest.mark.parametrize("value_dim", [3, 6])
@pytest.mark.parametrize("name", NAMES)
def test_values_of_another_size_than_keys(name: str, value_dim: int) -> None:
    subject = fixture(name)
    hold(subject, subject.host, with_values(call_of(name), value_dim))
    if not subject.meaning.grid:
        hold(subject, subject.host, with_values(STEP, value_dim), 3)


STARTED = [name for name in NAMES if any(isinstance(one, ReadStarts) for one in walk(fixture(name).host.forward.body))]
STARTS = (47, 20, 0, -5, 62, 43)
"""First positions of 17 queries in a sequence of 60: some before or behind it."""


def chunks(subject: Subject) -> tuple[dict[str, Any], Device]:
    """A call of 17 queries for each start, and what runs it unsplit."""
    shape = Shape("chunk", len(STARTS), 4, 2, HeadDims.equal(4), 17, 60, 0, 0, 60)
    drawn, given = np.random.default_rng(5), draw_inputs(subject.meaning, shape, "cpu", 3)
    inputs = Inputs(*(torch.zeros(0),) * 5, {**given, **({"dropout": 0.0} if "dropout" in given else {})})
    tensors = {
        name: drawn.normal(size=(len(STARTS), heads, n, 4))
        for name, heads, n in (("query", 4, 17), ("key", 2, 60), ("value", 2, 60))
    }
    numbers = {"scale": 0.5, "k_offset": 0, "seq_len": 60, "head_offset": 0, "num_heads": 4, "dropout": 0}
    call = {**tensors, **numbers, "seed": np.zeros(1), **dict(given_of(subject, shape, inputs))}
    return call, device_of(subject, shape, inputs, 0)


def chunk(subject: Subject, call: Mapping[str, Any], entry: int) -> tuple[dict[str, Any], range]:
    """The part of a batch entry's queries that is in the sequence, as a call of its own; which they are."""
    operands = subject.legal.kernel.interface.operands
    shared = {given_name(one.name) for one in operands if one.kind is InputKind.TABLE} | {"seed"}
    own = {
        name: x[entry : entry + 1] if isinstance(x, np.ndarray) and name not in shared else x
        for name, x in call.items()
    }
    start = STARTS[entry]
    inside = range(max(0, -start), min(17, 60 - start))
    of_rows = ("query", *(given_name(one.name) for one in operands if one.facts.of_pairs))
    own |= {name: own[name][:, :, inside.start : inside.stop] for name in of_rows}
    return {**own, "q_offset": start + inside.start}, inside


def held_apart(subject: Subject, splits: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Hold a call of all STARTS against one for each; the pairs that tiles of it have, and those that theirs have."""
    work = list[Work]()

    def counted() -> Work:
        work.append(Work())
        return work[-1]

    monkeypatch.setattr(evaluate_numbers, "Work", counted)
    call, device = chunks(subject)
    starts = np.array(STARTS)
    together = run(subject.host.forward, {**call, "q_offset": starts}, replace(device, splits=splits))
    executed = sum(one.executed for one in work)
    work.clear()
    for entry in range(len(STARTS)):
        own, inside = chunk(subject, call, entry)
        assert not np.delete(together["out"][entry], inside, axis=1).any()
        alone = run(subject.host.forward, own, device) if inside else {}
        for one, found in alone.items():
            if one in ("out", "lse"):
                kept = together[one][entry][:, inside.start : inside.stop]
                np.testing.assert_allclose(kept, found[0], rtol=1e-10, atol=1e-12)
    return executed, sum(one.executed for one in work)


@pytest.mark.parametrize("name", STARTED)
def test_positions_of_batch_entries(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tensor of first positions: each entry gives what a call at its position gives, and its tiles take no more."""
    subject = fixture(name)
    held_apart(subject, 2, monkeypatch)
    together, apart = held_apart(subject, 0, monkeypatch)
    assert together == apart


# ---- faults that are planted -----------------------------------------------------------------------------------------
def everywhere(change: Callable[[Step], tuple[Step, ...]], body: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps after a change of each, nested ones too."""

    def inside(step: Step) -> Step:
        return replace(step, body=everywhere(change, step.body)) if isinstance(step, When | ForEach) else step

    return tuple(made for step in body for made in change(inside(step)))


def changed(host: Host, change: Callable[[Step], tuple[Step, ...]]) -> Host:
    def of(function: Function) -> Function:
        return replace(function, body=everywhere(change, function.body))

    return Host(of(host.forward), of(host.backward))


def unwritten(*names: str) -> Callable[[Step], tuple[Step, ...]]:
    """Buffers without their first value."""

    def change(step: Step) -> tuple[Step, ...]:
        return (replace(step, first=None),) if isinstance(step, Buffer) and step.name in names else (step,)

    return change


def without(place: int, kind: type[KeepPartial | Launch]) -> Callable[[Step], tuple[Step, ...]]:
    """All steps but one of a kind, by its number."""
    seen = [0]

    def change(step: Step) -> tuple[Step, ...]:
        seen[0] += isinstance(step, kind)
        return () if isinstance(step, kind) and seen[0] - 1 == place else (step,)

    return change


def early(program: str) -> Callable[[Step], tuple[Step, ...]]:
    """Steps behind a launch of a program, which comes when the next launch does."""
    waiting: list[Step] = []

    def change(step: Step) -> tuple[Step, ...]:
        if isinstance(step, Launch) and step.program == program:
            waiting.append(step)
            return ()
        return (step, *(waiting.pop() for _ in waiting[:])) if isinstance(step, Launch) else (step,)

    return change


def argued(parameter: str, value: Operand, program: str = "_") -> Callable[[Step], tuple[Step, ...]]:
    """Launches of some programs with another value of a parameter."""

    def change(step: Step) -> tuple[Step, ...]:
        if not isinstance(step, Launch) or not step.program.startswith(program):
            return (step,)
        given = tuple((name, value if name == parameter else own) for name, own in step.arguments)
        return (replace(step, arguments=given),)

    return change


def gridded(before: str, after: str, more: int = 0) -> Callable[[Step], tuple[Step, ...]]:
    """Grids over other heads."""

    def change(step: Step) -> tuple[Step, ...]:
        wrong = isinstance(step, Grid) and step.heads == Var(before)
        return (replace(step, heads=plus(Var(after), more)),) if isinstance(step, Grid) and wrong else (step,)

    return change


FAULTS: Mapping[str, tuple[str, Callable[[], Callable[[Step], tuple[Step, ...]]]]] = {
    "out starts as nothing": ("rows_left_out", lambda: unwritten("out")),
    "lse starts as nothing": ("rows_left_out", lambda: unwritten("lse")),
    "parts start as nothing": ("the_mean_of_two", lambda: unwritten("parts")),
    "grad_query starts as nothing": ("rows_left_out", lambda: unwritten("grad_query")),
    "grad_key starts as nothing": ("groups_of_heads", lambda: unwritten("grad_key")),
    "grad_value starts as nothing": ("groups_of_heads", lambda: unwritten("grad_value")),
    "a table's gradient starts as nothing": ("a_table", lambda: unwritten("grad_of_distance")),
    "a partial of out is dropped": ("partials", lambda: without(1, KeepPartial)),
    "a partial of a gradient is dropped": ("partials", lambda: without(2, KeepPartial)),
    "no delta": ("one_window", lambda: without(3, Launch)),
    "delta comes too late": ("one_window", lambda: early("_row_delta")),
    "partials come too late": ("partials", lambda: early("_grad_query_folded")),
    "a mean comes too late": ("the_mean_of_two", lambda: early("_forward_packed")),
    "queries have the heads of keys": ("one_window", lambda: gridded("heads", "kv_heads")),
    "a head too few": ("groups_of_heads", lambda: gridded("held_heads", "held_heads", -1)),
    "a key head too few": ("groups_of_heads", lambda: gridded("held_kv_heads", "held_kv_heads", -1)),
    "the heads of the first group": ("groups_of_heads", lambda: argued("head_start", Num(0))),
    "the heads of the first group in delta": ("groups_of_heads", lambda: argued("head_start", Num(0), "_row_delta")),
    "the first softmax for both": ("the_mean_of_two", lambda: argued("delta", Tensor("delta", Num(0)), "_grad")),
    "the first lse for both": ("the_mean_of_two", lambda: argued("lse", Tensor("row_lse", Num(0)), "_grad")),
    "one of two softmaxes": ("the_mean_of_two", lambda: argued("COUNT", Num(1))),
    "another divisor": ("the_mean_of_two", lambda: argued("DIVISOR", Num(1))),
    "no gradient of lse": ("one_window", lambda: argued("LSE_GRADIENT", Num(0))),
    "one of two lses": ("weighed_by_lse", lambda: argued("COUNT", Num(1))),
    "the mean of other tensors": ("weighed_by_lse", lambda: argued("part_lses", Tensor("parts"))),
    "another end of keys": ("partials", lambda: argued("k_stop", plus(Var("k_stop"), -1))),
    "no class of rows": ("rows_left_out", lambda: lattice("OFFSET", 2)),
    "a scale that falls": ("one_window", lambda: unraised),
}
"""A change of every step, and the fixture whose results it changes."""


def lattice(name: str, value: int) -> Callable[[Step], tuple[Step, ...]]:
    """Tiles with another constant."""

    def change(step: Step) -> tuple[Step, ...]:
        if not isinstance(step, ChooseTile):
            return (step,)
        return (replace(step, lattice=tuple((own, Num(value) if own == name else x) for own, x in step.lattice)),)

    return change


def unraised(step: Step) -> tuple[Step, ...]:
    """Queries that a negative scale negates, whose scale stays negative."""
    return (Let(("scale",), (minus(ZERO, Var("scale")),)),) if isinstance(step, RaiseScale) else (step,)


FOUND = AssertionError, ArithmeticError, ValueError, IndexError, RuntimeWarning
"""What a wrong result raises: another number, NaN, a row outside of a tensor (`OutsideError`), a shape, no partial."""


@pytest.mark.parametrize("fault", FAULTS)
def test_results_show_faults(fault: str) -> None:
    name, change = FAULTS[fault]
    subject = fixture(name)
    host = changed(subject.host, change())
    assert host != subject.host
    with pytest.raises(FOUND):
        hold(subject, host, WHOLE, scale=-0.4)


@pytest.mark.parametrize("fault", ["a partial of a split is dropped", "splits come too late", "other splits"])
def test_results_of_few_queries_show_faults(fault: str) -> None:
    change = {
        "a partial of a split is dropped": without(0, KeepPartial),
        "splits come too late": early("_forward_split"),
        "other splits": argued("splits", Num(2), "_forward_merged"),
    }[fault]
    subject = fixture("one_window")
    host = changed(subject.host, change)
    assert host != subject.host
    with pytest.raises(FOUND):
        hold(subject, host, STEP, 3)


# ---- faults that are planted in programs -----------------------------------------------------------------------------
def in_programs(subject: Subject, of: type[Statement], change: Callable[[Any], Any]) -> Subject:
    """The subject with a change of every statement of a kind."""
    tiles = subject.legal.device
    assert isinstance(tiles, Tiles)

    def inside(statement: Statement) -> Statement:
        if isinstance(statement, For | Clause | EachHead):
            statement = replace(statement, body=tuple(map(inside, statement.body)))
        return cast("Statement", change(statement)) if isinstance(statement, of) else statement

    programs = (
        replace(one, program=replace(one.program, body=tuple(map(inside, one.program.body)))) for one in tiles.programs
    )
    return replace(subject, legal=replace(subject.legal, device=replace(tiles, programs=tuple(programs))))


def elsewhere(parts: Mapping[Any, Any]) -> Callable[[Any], Any]:
    """A statement with other parts."""
    return lambda statement: replaced(statement, parts)


def operand(**others: Var) -> Callable[[Any], Any]:
    """A statement with other operands."""
    return lambda statement: replace(statement, **others)


ORIGIN = Apply("origin", (QUERIES.strides, Var("batch"), Var("head"), Var("q_offset")))
OF_VALUES = Item(Item(PARTIALS, 0), 1)
KEY_TILE, QUERY_TILE, GRAD_TILE = Var("key_tile"), Var("query_tile"), Var("grad_tile")
OF_PROGRAMS: Mapping[str, tuple[str, type[Any], Callable[[Any], Any]]] = {
    # operands
    "values are keys": ("one_window", Attend, operand(values=KEY_TILE)),
    "keys are values": ("one_window", Load, elsewhere({KEYS: VALUES})),
    "queries are the gradient of out": ("one_window", Load, elsewhere({QUERIES: GRADS})),
    "query times query": ("one_window", Multiply, elsewhere({KEY_TILE: Var("queries")})),
    "weights for their gradient": ("one_window", GradScores, operand(grad_weights=Var("weights"))),
    "gradients of keys from that of out": ("one_window", AddProducts, elsewhere({QUERY_TILE: GRAD_TILE})),
    "gradients of values from queries": ("one_window", AddProducts, elsewhere({GRAD_TILE: QUERY_TILE})),
    "gradients of keys and values": ("one_window", AddProducts, elsewhere({GRAD_KEYS: GRAD_VALUES})),
    "other rows of a partial": ("partials", MergeSoftmax, elsewhere({Var("compact"): plus(Var("compact"), 1)})),
    "one of two gradients of a partial": ("partials", MergeSum, elsewhere({OF_VALUES: Item(Item(PARTIALS, 0), 0)})),
    # extents
    "rows of keys as long as values": ("one_window", Load, elsewhere({KEY_DIM: VALUE_DIM})),
    "rows of values as long as keys": ("one_window", Load, elsewhere({VALUE_DIM: KEY_DIM})),
    "a softmax over rows as long as keys": ("one_window", StartSoftmax, elsewhere({VALUE_DIM: KEY_DIM})),
    "a gradient of values as long as keys": ("one_window", StartSum, elsewhere({VALUE_DIM: KEY_DIM})),
    "out as long as queries": ("one_window", Store, elsewhere({VALUE_DIM: KEY_DIM})),
    "partials as long as keys": ("partials", MergeSoftmax, elsewhere({VALUE_DIM: KEY_DIM})),
    # sources and rows of addresses
    "keys by the strides of values": ("one_window", Let, elsewhere({KEYS.strides: VALUES.strides})),
    "values by the strides of keys": ("one_window", Load, elsewhere({VALUES: replace(VALUES, strides=strides(1))})),
    "rows of another tensor": ("one_window", Load, elsewhere({Tail("query", ORIGIN): Tail("grad_out", ORIGIN)})),
    "keys of another head": ("one_window", Let, elsewhere({over(Var("head"), Var("group")): Var("head")})),
    "delta for lse": ("one_window", Load, elsewhere({Statistics(Var("lse")): Statistics(Var("delta"))})),
    "lse of other columns": ("one_window", Load, elsewhere({Var("present"): minus(Var("q_stop"), Var("present"))})),
    "results of the rows after": ("one_window", Store, elsewhere({Var("index"): plus(Var("index"), 1)})),
    "rows that no tensor has": ("one_window", Store, elsewhere({Holds(Var("valid")): TRUE})),
    # factors
    "an unscaled gradient": ("one_window", Store, operand(factor=None)),  # type: ignore[arg-type]
}
"""A change of every statement of a kind, and the fixture whose results it changes; values are longer than keys."""


@pytest.mark.parametrize("fault", OF_PROGRAMS)
def test_results_show_faults_of_programs(fault: str) -> None:
    name, kind, change = OF_PROGRAMS[fault]
    subject = in_programs(fixture(name), kind, change)
    assert subject != fixture(name)
    with pytest.raises((*FOUND, KeyError)):
        hold(subject, subject.host, with_values(WHOLE, 5))
