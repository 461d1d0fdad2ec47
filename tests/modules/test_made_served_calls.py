"""Calls of servers that nobody thought of: made patterns, sequences of unlike lengths, packed or in pages."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from made_modules import MADE, accepted, module_of, worst_of
from pattern_texts import GROUPED, files
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern, Sink
from patternc.testing.compare import compare, draw
from patternc.testing.oracle import Answer, Inputs, has_lse, oracle, tables_of

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in exp2")  # of pairs far away, before the mask
SERVED = files().filter(lambda text: "offsets" not in text and "lengths" not in text)
"""Patterns without numbers by position, which no call of several sequences takes."""


class Sequences(NamedTuple):
    """A call: the queries and the keys of each sequence, heads, sizes of rows, and where keys are.

    `page`: rows of a page; 0: keys are packed as queries are. `new`: keys of each sequence that the call brings, in
    `attention_with_kvcache`; None: `attention_varlen`.
    """

    queries: list[int]
    keys: list[int]
    shape: Shape
    page: int
    new: int | None
    seed: int


@st.composite
def sequences(draw: st.DrawFn, longest: int) -> Sequences:
    kv_heads, group = draw(st.sampled_from(GROUPED))
    heads, (before, after) = kv_heads * group, draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (3, 1)]))
    page = draw(st.sampled_from([0, 0, 1, 5, 16, 64]))
    new = draw(st.sampled_from([None, 0, 1, 2])) if page else None
    keys = draw(st.lists(st.integers(new or 0, longest), min_size=1, max_size=4))
    most = draw(st.sampled_from([2, 30, 2 * longest]))
    queries = [draw(st.integers(0, most)) for _ in keys]
    if new is not None:  # as many of each
        queries = [max(1, queries[0])] * len(keys)
    size = st.sampled_from((16, 33, 48))
    places = 1, 1, 0, 0, 1, before, before + heads + after
    shape = Shape("", 1, heads, kv_heads, HeadDims(draw(size), draw(size)), *places)
    return Sequences(queries, keys, shape, page, new, draw(st.integers(0, 1 << 16)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made")


@settings(MADE, max_examples=25)
@given(text=SERVED, call=sequences(60))
def test_torch(text: str, call: Sequences, folder: Path) -> None:
    hold_sequences(text, call, "torch", folder)


@pytest.mark.slow
@settings(MADE, max_examples=1000)
@given(text=SERVED, call=sequences(90))
def test_torch_at_length(text: str, call: Sequences, folder: Path) -> None:
    hold_sequences(text, call, "torch", folder)


@pytest.mark.long
@settings(MADE, max_examples=10)
@given(text=SERVED, several=st.lists(sequences(90), min_size=10, max_size=10))
@pytest.mark.parametrize("backend", ["cpp", pytest.param("triton", marks=pytest.mark.interpreter), "cuda"])
def test_compiled(backend: str, text: str, several: list[Sequences], folder: Path) -> None:
    """Ten calls of each module, as each takes long to compile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_EMULATE", "1")
        hold_sequences(text, several[0], backend, folder, *several[1:])


def hold_sequences(text: str, first: Sequences, backend: str, folder: Path, *others: Sequences) -> None:
    (pattern,) = accepted(text).meanings
    module = module_of(text, backend_named(backend), folder)
    for call in (first, *others):
        hold_call(pattern, module, call)


def hold_call(pattern: Pattern, module: ModuleType, call: Sequences) -> None:
    """Out and lse; and the gradients, where keys are packed."""
    torch.manual_seed(call.seed)
    shape, dims = call.shape, call.shape.dims
    tables = draw(shape, "float32", "cpu", call.seed, pattern).arguments
    query = torch.randn(sum(call.queries), shape.heads, dims.key)
    key, value = (torch.randn(sum(call.keys), shape.kv_heads, size) for size in (dims.key, dims.value))
    flow = torch.randn(len(query), shape.heads, dims.value)
    grad_lse = torch.randn(shape.heads, len(query))
    truth = meant(pattern, call, Inputs(query, key, value, flow, grad_lse, tables))
    leaves = [x.requires_grad_(not call.page) for x in (query, key, value)]
    learned = {name: tables[name].requires_grad_(not call.page) for name in tables_of(pattern)}
    more = {"head_offset": shape.head_offset, "num_heads": shape.num_heads, "return_lse": has_lse(pattern)}
    found = answer(module, call, *leaves, **tables | learned | more)
    if call.page:
        nothing = (truth.dq, truth.dk, truth.dv)
        grads = [*nothing, *(truth.tables[name] for name in learned)]
    else:
        flows = [flow, *(grad_lse.masked_fill(lse.isneginf(), 0.0) for lse in found[1:])]
        grads = torch.autograd.grad(found, [*leaves, *learned.values()], flows, materialize_grads=True)
    lse = found[1].detach() if found[1:] else None
    result = Answer(found[0].detach(), lse, *grads[:3], dict(zip(learned, grads[3:], strict=True)))
    longest = replace(shape, seq_len=max(1, *call.keys))
    errors = compare(result, truth, longest, "float32", pattern)
    assert worst_of(errors, result, truth, pattern) < errors.tolerance, errors


def answer(module: ModuleType, call: Sequences, query: Tensor, key: Tensor, value: Tensor, **more: Any) -> list[Tensor]:
    """Out [tokens, H, Dv], and lse [H, tokens] if it is asked for."""
    if not call.page:
        ends = offsets(call.queries), offsets(call.keys)
        found = module.attention_varlen(query, key, value, *ends, max(call.queries), max(call.keys), **more)
    else:
        held = [length - (call.new or 0) for length in call.keys]
        table = places(held, call.keys, call.page)
        caches = [
            pages([x[:n] for x, n in zip(rows.split(call.keys), held, strict=True)], table, call.page)
            for rows in (key, value)
        ]
        lengths = torch.tensor(call.keys, dtype=torch.int32)
        if call.new is None:
            ends = {"cu_seqlens_q": offsets(call.queries), "max_seqlen_q": max(call.queries), "seqused_k": lengths}
            found = module.attention_varlen(query, *caches, block_table=table, **ends, **more)
        else:
            rows = query.view(len(held), -1, *query.shape[1:])
            added = [
                torch.stack([x[n:] for x, n in zip(own.split(call.keys), held, strict=True)]) for own in (key, value)
            ]
            new = dict(zip("kv", added, strict=True)) if call.new else {}
            found = module.attention_with_kvcache(
                rows, *caches, **new, cache_seqlens=lengths - call.new, block_table=table, **more
            )
            found = found if isinstance(found, tuple) else (found,)
            found = [x.transpose(0, 1).flatten(1, 2) if place else x.flatten(0, 1) for place, x in enumerate(found)]
    return list(found) if isinstance(found, tuple | list) else [found]


def places(held: list[int], keys: list[int], page: int) -> Tensor:
    """The pages of sequences in any order; the last one is nobody's, and numbers outside are never read."""
    width = max(1, *(-(-length // page) for length in keys))
    table = torch.randperm(len(held) * width).view(len(held), width).int()
    for own, length in zip(table, keys, strict=True):
        own[-(-length // page) :] = 1 << 20
    return table


def pages(rows: list[Tensor], table: Tensor, page: int) -> Tensor:
    """A cache [pages, page, Hkv, D] with rows of keys, NaN where none is."""
    cache = torch.full((table.numel() + 1, page, *rows[0].shape[1:]), math.nan)
    for own, numbers in zip(rows, table.tolist(), strict=True):
        for at, row in enumerate(own):
            cache[numbers[at // page], at % page] = row
    return cache


def offsets(counts: list[int]) -> Tensor:
    return torch.tensor([0, *counts]).cumsum(0).int()


def meant(pattern: Pattern, call: Sequences, inputs: Inputs) -> Answer:
    """The answer of each sequence alone. Rows before the first key see none: only their sink is in their lse."""
    lse = torch.full(inputs.grad_lse.shape, -math.inf, dtype=torch.float64) if has_lse(pattern) else None
    sinks = [one.input for one in pattern.scores if isinstance(one, Sink)]
    grads = {name: torch.zeros_like(inputs.arguments[name], dtype=torch.float64) for name in tables_of(pattern)}
    squares = dict.fromkeys(grads, 0.0)
    out, dq, dk, dv = (
        torch.zeros_like(x, dtype=torch.float64) for x in (inputs.grad_out, inputs.query, inputs.key, inputs.value)
    )
    for name in sinks if lse is not None else ():
        lse[:] = inputs.arguments[name].double()[:, None]
    last_query, last_key = accumulate(call.queries), accumulate(call.keys)
    for rows, length, stop, end in zip(call.queries, call.keys, last_query, last_key, strict=True):
        seen, own = slice(stop - min(rows, length), stop), slice(end - length, end)
        for name in sinks if lse is not None else ():
            grads[name] += inputs.grad_lse[:, stop - rows : seen.start].double().sum(1)
        if not min(rows, length):
            continue
        shape = replace(
            call.shape, queries=min(rows, length), keys=length, q_offset=length - min(rows, length), seq_len=length
        )
        part = [
            x.transpose(0, 1)[None]
            for x in (inputs.query[seen], inputs.key[own], inputs.value[own], inputs.grad_out[seen])
        ]
        truth = oracle(pattern, shape, Inputs(*part, inputs.grad_lse[None, :, seen], inputs.arguments))
        for whole, place, found in (
            (out, seen, truth.out),
            (dq, seen, truth.dq),
            (dk, own, truth.dk),
            (dv, own, truth.dv),
        ):
            whole[place] = found[0].transpose(0, 1)
        if lse is not None and truth.lse is not None:
            lse[:, seen] = truth.lse[0]
        for name in grads:
            grads[name] += truth.tables[name]
            squares[name] += (truth.summands or {}).get(name, 0.0) ** 2
    return Answer(out, lse, dq, dk, dv, grads, {name: x**0.5 for name, x in squares.items()})
