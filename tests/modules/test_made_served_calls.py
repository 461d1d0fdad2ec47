"""Calls of servers that nobody thought of: made patterns, sequences of unlike lengths, packed or in pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
from patternc.testing.oracle import Answer, Inputs, has_lse, oracle

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
@settings(MADE, max_examples=3)
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
    query = torch.randn(sum(call.queries), shape.heads, dims.key)
    key, value = (torch.randn(sum(call.keys), shape.kv_heads, size) for size in (dims.key, dims.value))
    flow, grad_lse = torch.randn(len(query), shape.heads, dims.value), torch.randn(shape.heads, len(query))
    tables = draw(shape, "float32", "cpu", call.seed, pattern).arguments
    inputs = Inputs(query, key, value, flow, grad_lse, tables)
    truth = meant(pattern, call, inputs)
    learned = {name: x for name, x in tables.items() if isinstance(x, Tensor)}
    leaves = [x.requires_grad_(not call.page) for x in (query, key, value, *learned.values())]
    more = {"head_offset": shape.head_offset, "num_heads": shape.num_heads, "return_lse": has_lse(pattern)}
    answer = served if call.page else packed
    out, *lses = answer(module, call, query, key, value, **learned, **more)
    grads: Sequence[Tensor] = [truth.dq, truth.dk, truth.dv, *truth.tables.values()]
    if not call.page:
        flows = [flow, *(grad_lse.masked_fill(lse.isneginf(), 0.0) for lse in lses)]
        grads = torch.autograd.grad([out, *lses], leaves, flows, materialize_grads=True)
    dq, dk, dv, *rest = grads
    lse = lses[0].detach() if lses else None
    result = Answer(out.detach(), lse, dq, dk, dv, dict(zip(learned, rest, strict=True)))
    errors = compare(result, truth, replace(shape, seq_len=max(1, *call.keys)), "float32", pattern)
    assert worst_of(errors, result, truth, pattern) < errors.tolerance, errors


def packed(module: Any, call: Sequences, query: Tensor, key: Tensor, value: Tensor, **more: Any) -> list[Tensor]:
    """Out [tokens, H, Dv], and lse [H, tokens] if it is asked for."""
    ends = offsets(call.queries), offsets(call.keys)
    found = module.attention_varlen(query, key, value, *ends, max(call.queries), max(call.keys), **more)
    return [*found] if more["return_lse"] else [found]


def served(module: Any, call: Sequences, query: Tensor, key: Tensor, value: Tensor, **more: Any) -> list[Tensor]:
    """The same of keys in pages."""
    lengths, new = torch.tensor(call.keys, dtype=torch.int32), call.new or 0
    table = places(call.keys, call.page)
    each = [torch.split(rows, call.keys) for rows in (key, value)]
    caches = [pages([x[: len(x) - new] for x in own], table, call.page) for own in each]
    if call.new is None:
        ends = {"cu_seqlens_q": offsets(call.queries), "max_seqlen_q": max(call.queries)}
        found = module.attention_varlen(query, *caches, **ends, seqused_k=lengths, block_table=table, **more)
        return [*found] if more["return_lse"] else [found]
    added = [torch.stack([x[len(x) - new :] for x in own]) for own in each]
    keys = {"k": added[0], "v": added[1]} if new else {}
    rows = torch.unflatten(query, 0, (len(lengths), -1))
    held = {"cache_seqlens": lengths - new, "block_table": table}
    found = module.attention_with_kvcache(rows, *caches, **keys, **held, **more)
    if not more["return_lse"]:
        return [found.flatten(0, 1)]
    return [found[0].flatten(0, 1), found[1].transpose(0, 1).flatten(1, 2)]


def places(keys: list[int], page: int) -> Tensor:
    """The pages of sequences, in any order; numbers outside of the cache where a sequence has none."""
    width = max(1, *(-(-length // page) for length in keys))
    table = torch.randperm(len(keys) * width).view(len(keys), width).int()
    for own, length in zip(table, keys, strict=True):
        own[-(-length // page) :] = 1 << 20
    return table


def pages(rows: list[Tensor], table: Tensor, page: int) -> Tensor:
    """A cache [pages, page, Hkv, D] with the rows of sequences, NaN where none is."""
    cache = torch.full((table.numel() + 1, page, *rows[0].shape[1:]), math.nan)
    for own, numbers in zip(rows, table.tolist(), strict=True):
        for at, row in enumerate(own):
            cache[numbers[at // page], at % page] = row
    return cache


def offsets(counts: list[int]) -> Tensor:
    return torch.tensor([0, *counts]).cumsum(0).int()


def meant(pattern: Pattern, call: Sequences, inputs: Inputs) -> Answer:
    """The answer of each sequence alone. Rows before the first key see none: only a sink is in their lse."""
    tables = {name: x for name, x in inputs.arguments.items() if isinstance(x, Tensor)}
    grads, squares = {name: torch.zeros_like(x).double() for name, x in tables.items()}, dict.fromkeys(tables, 0.0)
    rows = inputs.grad_out, inputs.query, inputs.key, inputs.value
    out, dq, dk, dv = (torch.zeros_like(x).double() for x in rows)
    lse = torch.full(inputs.grad_lse.shape, -math.inf).double()
    sinks = [score.input for score in pattern.scores if isinstance(score, Sink)] if has_lse(pattern) else []
    for name in sinks:
        lse[:] = tables[name].double().unsqueeze(1)
    ends = accumulate(call.queries), accumulate(call.keys)
    for queries, keys, stop, end in zip(call.queries, call.keys, *ends, strict=True):
        count = min(queries, keys)
        seeing, own = slice(stop - count, stop), slice(end - keys, end)
        for name in sinks:
            grads[name] += inputs.grad_lse[:, stop - queries : seeing.start].double().sum(1)
        if count:
            shape = replace(call.shape, queries=count, keys=keys, q_offset=keys - count, seq_len=keys)
            some = zip(rows, (seeing, seeing, own, own), strict=True)
            flow, query, key, value = (x[place].transpose(0, 1).unsqueeze(0) for x, place in some)
            grad_lse = inputs.grad_lse[:, seeing].unsqueeze(0)
            found = oracle(pattern, shape, Inputs(query, key, value, flow, grad_lse, inputs.arguments))
            out[seeing], dq[seeing] = (x[0].transpose(0, 1) for x in (found.out, found.dq))
            dk[own], dv[own] = (x[0].transpose(0, 1) for x in (found.dk, found.dv))
            if found.lse is not None:
                lse[:, seeing] = found.lse[0]
            for name, grad in found.tables.items():
                grads[name] += grad
                squares[name] += found.summands[name] ** 2
    sizes = {name: x**0.5 for name, x in squares.items()}
    return Answer(out, lse if has_lse(pattern) else None, dq, dk, dv, grads, sizes)
