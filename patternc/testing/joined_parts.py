"""Comparison of the module of a pattern of several parts with its meaning: their oracles, joined in float64."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any

from patternc.analysis.calls import Shape
from patternc.ir.facts import entries_of_documents
from patternc.ir.interface import interface
from patternc.ir.joined import Join
from patternc.ir.mask import Combine, InputKind, KeySource, Pattern, TileOrder
from patternc.testing.compare import Errors, draw, places, relative, steepness_of
from patternc.testing.oracle import Answer, Inputs, noted, oracle, tables_of

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class PartCall:
    """A call of a part: the pattern, its shape, and its tensors.

    `rows`, `columns`: where the queries and keys of the whole call stand among those of the part, which are in an order
    of tiles; None: both are the same.
    """

    pattern: Pattern
    shape: Shape
    inputs: Inputs
    rows: Tensor | None = None
    columns: Tensor | None = None

    @property
    def prefix(self) -> str:
        """What its key and value are called before `key` and `value`."""
        return f"{self.pattern.source.name}_" if isinstance(self.pattern.source, KeySource) else ""

    def of_queries(self, x: Tensor) -> Tensor:
        """Numbers of the part's queries for those of the whole call."""
        return x if self.rows is None else x.index_select(2, self.rows.to(x.device))

    def of_keys(self, x: Tensor) -> Tensor:
        """The same of keys."""
        return x if self.columns is None else x.index_select(2, self.columns.to(x.device))

    def from_queries(self, x: Tensor, beyond: Tensor) -> Tensor:
        """Numbers of the whole call's queries for those of the part; `beyond`: with those of what is no cell."""
        return x if self.rows is None else beyond.to(x).index_copy(2, self.rows.to(x.device), x)

    def from_keys(self, x: Tensor, beyond: Tensor) -> Tensor:
        """The same of keys."""
        return x if self.columns is None else beyond.to(x).index_copy(2, self.columns.to(x.device), x)


def verify_join(
    module: ModuleType,
    join: Join,
    parts: tuple[Pattern, ...],
    shapes: tuple[Shape, ...],
    dtypes: tuple[str, ...],
    device: str,
) -> Iterator[Errors]:
    """Run `module.attention` forward and backward on every shape and dtype, and compare it with the oracles.

    `shapes`: of the whole, whose queries all parts have. Of gradients that several parts have, the largest
    error is that of all.
    """
    for dtype in dtypes:
        for seed, shape in enumerate(shapes):
            calls = drawn_parts(join, parts, shape, dtype, device, seed)
            sinks = drawn_sinks(join, shape, device, seed)
            answer, truth = joined_answer(module, join, calls, sinks, shape), joined_truth(join, calls, sinks)
            yield _compared(answer, truth, calls, shape, dtype)


def shape_of_part(part: Pattern, shape: Shape) -> Shape:
    """The call of a part in a call of the whole: its keys are the entries of a source, or cells are in tiles."""
    source = part.source
    if source is None:
        return shape
    if isinstance(source, TileOrder):
        return replace(
            shape,
            queries=source.held(shape.queries),
            keys=source.held(shape.keys),
            q_offset=source.held(shape.q_offset),
            k_offset=source.held(shape.k_offset),
            seq_len=prod(source.numbering),
        )
    # Of few entries a row may see one alone, and then most of what its gradient sums cancels.
    entries = shape.seq_len // source.ratio if source.ratio else 3 * shape.seq_len // 4 + 1
    return replace(shape, keys=entries, k_offset=0)


def drawn_parts(
    join: Join, parts: tuple[Pattern, ...], shape: Shape, dtype: str, device: str, seed: int
) -> tuple[PartCall, ...]:
    """The calls of the parts: with one query, and one tensor for each input."""
    import torch

    arguments: dict[str, Any] = {}
    calls: list[PartCall] = []
    for place, part in enumerate(parts):
        own = shape_of_part(part, shape)
        inputs = draw(own, dtype, device, seed + 100 * place, part)
        source = part.source if isinstance(part.source, KeySource) else None
        if source is not None and source.at:
            at = torch.randint(shape.seq_len, (shape.batch, own.keys), generator=torch.Generator().manual_seed(seed))
            arguments[source.at] = at.sort().values.to(device)
        known = interface(part).lists if source is not None else ()
        given: dict[str, Any] = dict(inputs.arguments)
        counted = part.inputs if source is not None and not source.placed else ()
        given |= {one.name: given[one.name].clamp(max=own.keys) for one in counted if one.kind is InputKind.LENGTHS}
        lists = {one.name: given[one.name].where(given[one.name] < one.count(own.keys), -1) for one in known}
        documents = _documents(join, part, own, device, seed, arguments)
        arguments = {**given, **lists, **documents, **arguments}
        taken = {name: arguments[name] for name in (*inputs.arguments, *documents)}
        places = _cells(part, shape, own)
        call = PartCall(part, own, replace(inputs, arguments=taken), *places)
        if call.columns is not None and TileOrder.CELLS in taken:
            held = torch.zeros(own.keys, dtype=torch.int32).index_fill(0, call.columns, 1)
            taken[TileOrder.CELLS] = held.to(device)
        if calls:
            call = _sharing(call, calls)
        calls.append(call)
    return tuple(calls)


def _cells(part: Pattern, whole: Shape, own: Shape) -> tuple[Tensor | None, Tensor | None]:
    """Where the queries and the keys of a call stand among those of a part in an order of tiles."""
    import torch

    if not isinstance(part.source, TileOrder):
        return None, None
    every = torch.tensor([*part.source.places])
    rows = every[whole.q_offset : whole.q_offset + whole.queries] - own.q_offset
    return rows, every[whole.k_offset : whole.k_offset + whole.keys] - own.k_offset


def _sharing(call: PartCall, calls: Sequence[PartCall]) -> PartCall:
    """The call with the tensors that it shares with those before it: the queries, and keys and values of one name."""
    first, own = calls[0], call.inputs
    shared = {
        name: call.from_queries(first.of_queries(getattr(first.inputs, name)), getattr(own, name))
        for name in ("query", "grad_out", "grad_lse")
    }
    alike = next((one for one in calls if one.prefix == call.prefix), None)
    if alike is not None:
        shared |= {
            name: call.from_keys(alike.of_keys(getattr(alike.inputs, name)), getattr(own, name))
            for name in ("key", "value")
        }
    return replace(call, inputs=replace(own, **shared))  # type: ignore[arg-type]


def _documents(
    join: Join, part: Pattern, shape: Shape, device: str, seed: int, earlier: dict[str, Any]
) -> dict[str, Any]:
    """Random documents of queries and entries, and what is found from them for each query.

    `earlier`: the inputs of parts before this one, which may share the documents of queries.
    """
    import numpy as np
    import torch

    found: dict[str, Any] = {}
    draws = np.random.default_rng(seed)
    source = "" if part.source is None else part.source.name
    for one in (one for one in join.documents if one.source == source):
        own = earlier.get(one.offsets.name)
        of_queries = _cuts(draws, shape.batch, 5, shape.seq_len) if own is None else np.asarray(own.cpu())
        of_queries = np.broadcast_to(of_queries, (shape.batch, of_queries.shape[-1]))
        of_entries = _cuts(draws, shape.batch, of_queries.shape[1] - 1, shape.keys)
        q = np.arange(shape.q_offset, shape.q_offset + shape.queries)
        numbers = (of_queries[:, None, 1:] <= q[:, None]).sum(-1)
        names = entries_of_documents(one.offsets.name, one.entries.name)
        tables = [np.take_along_axis(of_entries, numbers + last, 1) for last in (0, 1)]
        given = {one.offsets.name: of_queries, one.entries.name: of_entries, **dict(zip(names, tables, strict=True))}
        found |= {name: torch.tensor(some).to(device) for name, some in given.items()}
    return found


def _cuts(draws: Any, batch: int, documents: int, end: int) -> Any:
    """Random offsets of documents [batch, documents + 1], of which some may be empty."""
    import numpy as np

    cuts = np.sort(draws.integers(0, end + 1, (batch, documents - 1)))
    return np.c_[np.zeros((batch, 1), int), cuts, np.full((batch, 1), end)]


def drawn_sinks(join: Join, shape: Shape, device: str, seed: int) -> dict[str, Tensor]:
    import torch

    generator = torch.Generator().manual_seed(seed + 7)
    return {one.name: torch.randn(shape.heads, generator=generator).to(device) for one in join.sinks}


@dataclass(frozen=True, slots=True)
class Joined:
    """The results of a call: `out`, and `lse` unless parts are added; every gradient by the name of its argument.

    `summands`, `largest_score`: as of `Answer`.
    """

    out: Tensor
    lse: Tensor | None
    grads: dict[str, Tensor]
    summands: dict[str, float]
    largest_score: float = 0.0


def joined_answer(
    module: ModuleType, join: Join, calls: tuple[PartCall, ...], sinks: dict[str, Tensor], shape: Shape
) -> Joined:
    """The results of both passes of a generated module. `shape`: of the whole call."""
    import torch

    first = calls[0]
    leaves = {"query": first.of_queries(first.inputs.query), **sinks}
    others: dict[str, Any] = {}
    for call in calls:
        keys = {f"{call.prefix}key": call.inputs.key, f"{call.prefix}value": call.inputs.value}
        leaves |= {name: call.of_keys(x) for name, x in keys.items()}
        others |= call.inputs.arguments
        tables = {name: others.pop(name) for name in tables_of(call.pattern)}
        leaves |= {name: call.of_queries(x) if name in call.pattern.gates else x for name, x in tables.items()}
    others.pop(TileOrder.CELLS, None)
    for one in join.documents:
        for name in entries_of_documents(one.offsets.name, one.entries.name):
            del others[name]
    leaves = {name: x.detach().clone().requires_grad_() for name, x in leaves.items()}
    where = places(shape)
    if isinstance(first.pattern.source, KeySource):
        del where["k_offset"]
        where["seq_len"] = min(call.shape.seq_len for call in calls)
    flows = [first.of_queries(first.inputs.grad_out)]
    found = module.attention(**leaves, **others, **where, return_lse=join.combine is Combine.LSE)
    results = found if isinstance(found, tuple) else (found,)
    if len(results) > 1:
        grad_lse = first.of_queries(first.inputs.grad_lse)
        flows.append(grad_lse.masked_fill(results[1].detach() == -torch.inf, 0.0))
    grads = torch.autograd.grad(results, list(leaves.values()), flows)
    lse = results[1].detach() if len(results) > 1 else None
    return Joined(results[0].detach(), lse, dict(zip(leaves, grads, strict=True)), {})


def joined_truth(join: Join, calls: tuple[PartCall, ...], sinks: dict[str, Tensor]) -> Joined:
    """The meaning: the parts' results, joined; what flows back to each part is differentiated by its oracle."""
    import torch

    alone = [_in_call_order(call, oracle(call.pattern, call.shape, call.inputs)) for call in calls]
    first = calls[0]
    grad_out, grad_lse = (first.of_queries(x).double().cpu() for x in (first.inputs.grad_out, first.inputs.grad_lse))
    grads: dict[str, Tensor] = {}
    summands: dict[str, float] = {}
    if join.combine is not Combine.LSE:
        out, lse, back = torch.stack([one.out for one in alone]).sum(0), None, [(grad_out, grad_lse) for _ in calls]
    else:
        outs = [one.out.clone().requires_grad_() for one in alone]
        lses = [_of(one).clone().requires_grad_() for one in alone]
        logits = {name: logit.double().cpu().requires_grad_() for name, logit in sinks.items()}
        squares = dict.fromkeys(logits, 0.0)
        spread = {name: logit.view(1, -1, 1).expand_as(lses[0]) for name, logit in logits.items()}
        of_rows = {name: noted(squares, name, rows) for name, rows in spread.items()}
        every = torch.stack([*lses, *of_rows.values()])
        empty = (every == -torch.inf).all(0)
        weights = torch.softmax(every.masked_fill(empty, 0.0), 0).masked_fill(empty, 0.0)
        out = torch.stack([weight.unsqueeze(-1) * one for weight, one in zip(weights, outs, strict=False)]).sum(0)
        lse = torch.logsumexp(every.masked_fill(empty, 0.0), 0).masked_fill(empty, -torch.inf)
        flow = (grad_out, grad_lse.masked_fill(empty, 0.0))
        found = torch.autograd.grad((out, lse), [*outs, *lses, *logits.values()], flow)
        back = list(zip(found[: len(outs)], found[len(outs) : 2 * len(outs)], strict=True))
        grads |= dict(zip(logits, found[2 * len(outs) :], strict=True))
        summands |= {name: square**0.5 for name, square in squares.items()}
    for call, (of_out, of_lse) in zip(calls, back, strict=True):
        rows = torch.zeros(*of_lse.shape[:2], call.shape.queries, dtype=torch.float64)
        out_flow = call.from_queries(of_out, rows.unsqueeze(-1).repeat(1, 1, 1, of_out.shape[-1]))
        lse_flow = call.from_queries(of_lse, rows)
        own = oracle(call.pattern, call.shape, replace(call.inputs, grad_out=out_flow, grad_lse=lse_flow))
        own = _in_call_order(call, own)
        for name, grad in {"query": own.dq, f"{call.prefix}key": own.dk, f"{call.prefix}value": own.dv}.items():
            grads[name] = grads[name] + grad if name in grads else grad
        grads |= own.tables
        summands |= own.summands
    if lse is None:
        return Joined(out.detach(), None, grads, summands, max(one.largest_score for one in alone))
    return Joined(out.detach(), lse.detach(), grads, summands, float(lse.detach().nan_to_num(neginf=0.0).abs().max()))


def _in_call_order(call: PartCall, answer: Answer) -> Answer:
    """The results of a part, for the queries and keys in the order of the whole call."""
    tables = {name: call.of_queries(x) if name in call.pattern.gates else x for name, x in answer.tables.items()}
    lse = None if answer.lse is None else call.of_queries(answer.lse)
    (out, dq), (dk, dv) = map(call.of_queries, (answer.out, answer.dq)), map(call.of_keys, (answer.dk, answer.dv))
    return replace(answer, out=out, lse=lse, dq=dq, dk=dk, dv=dv, tables=tables)


def _of(answer: Answer) -> Tensor:
    assert answer.lse is not None
    return answer.lse


def _compared(answer: Joined, truth: Joined, calls: tuple[PartCall, ...], shape: Shape, dtype: str) -> Errors:
    """The relative errors: of gradients with one role in several parts the largest."""
    errors = {
        name: relative(answer.grads[name], grad, truth.summands.get(name, 0.0)) for name, grad in truth.grads.items()
    }
    prefixes = {call.prefix for call in calls}
    keys, values = ([errors.pop(f"{prefix}{word}") for prefix in prefixes] for word in ("key", "value"))
    dq = errors.pop("query")
    return Errors(
        shape,
        dtype,
        out=relative(answer.out, truth.out),
        lse=None if truth.lse is None or answer.lse is None else relative(answer.lse, truth.lse),
        dq=dq,
        dk=max(keys),
        dv=max(values),
        largest_score=truth.largest_score,
        bias=max(errors.values(), default=None),
        steepness=steepness_of(calls[0].shape, calls[0].pattern),
    )
