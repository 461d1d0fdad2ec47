"""Comparison of a generated module with the oracle: the errors of each tensor."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from patternc.analysis.calls import Shape
from patternc.ir import semantics
from patternc.ir.mask import And, Mask, Or, Pattern, Sink, TopK
from patternc.ir.traversal import topk_of
from patternc.testing.oracle import Answer, Inputs, has_lse, oracle, tables_of
from patternc.testing.random_inputs import RuntimeInputs, draw_inputs, inputs_of_entry

if TYPE_CHECKING:
    from torch import Tensor

# The largest accepted relative error (norm of the difference over norm of the truth), by input dtype.
TOLERANCE = {"float32": 2e-6, "float16": 2e-3, "bfloat16": 1.5e-2}


@dataclass(frozen=True, slots=True)
class Errors:
    """The relative error of each tensor; None for a tensor that does not exist, infinity for a NaN or a wrong -inf.

    `bias`, `sink`: the errors of the gradients of these tables. Their entries are sums over pairs or rows, which may
    cancel; an error is relative to the norm of these summands, where that is larger.
    `largest_score`: an estimate from the oracle's lse, or from those of branches. A score of this size is rounded to
    float32 by up to 2 ** -24 of it, and its weight changes by as much relatively: under `alibi`, scores of far keys are
    in the hundreds.
    `steepness`: how many times 1 / sqrt(D) scores are multiplied by, 1 at least: so many times the products' rounding.
    """

    shape: Shape
    dtype: str
    out: float
    lse: float | None
    dq: float
    dk: float
    dv: float
    largest_score: float
    bias: float | None = None
    sink: float | None = None
    steepness: float = 1.0

    @property
    def tolerance(self) -> float:
        return TOLERANCE[self.dtype] * self.steepness + self.largest_score * 2.0**-24

    @property
    def worst(self) -> float:
        return max(self.out, self.lse or 0.0, self.dq, self.dk, self.dv, self.bias or 0.0, self.sink or 0.0)

    @property
    def passed(self) -> bool:
        return self.worst <= self.tolerance


def verify(
    module: ModuleType, pattern: Pattern, shapes: tuple[Shape, ...], dtypes: tuple[str, ...], device: str
) -> Iterator[Errors]:
    """Run `module.attention` forward and backward on every shape and dtype, and compare it with the oracle."""
    for dtype in dtypes:
        for seed, shape in enumerate(shapes):
            inputs = with_selection(module, pattern, shape, draw(shape, dtype, device, seed, pattern))
            answer, truth = answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs)
            yield compare(answer, truth, shape, dtype, pattern)


def draw(shape: Shape, dtype: str, device: str, seed: int, pattern: Pattern | None = None) -> Inputs:
    """Normally distributed tensors rounded to `dtype`, equal on every device, and the pattern's runtime inputs."""
    import torch

    generator = torch.Generator().manual_seed(seed)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=generator).to(device, getattr(torch, dtype))

    queries, keys = (shape.batch, shape.heads, shape.queries), (shape.batch, shape.kv_heads, shape.keys)
    query, key = normal(*queries, shape.dims.key), normal(*keys, shape.dims.key)
    value, grad_out = normal(*keys, shape.dims.value), normal(*queries, shape.dims.value)
    grad_lse = torch.randn(*queries, generator=generator).to(device)
    arguments = {} if pattern is None else draw_inputs(pattern, shape, device, seed)
    return Inputs(query, key, value, grad_out, grad_lse, arguments)


def with_selection(module: ModuleType, pattern: Pattern, shape: Shape, inputs: Inputs) -> Inputs:
    """The inputs with the module's own selection, if the pattern has a `topk`, so that attention is compared for it.

    Raises:
        WrongSelectionError: the selection does not have the highest scores, up to rounding.
    """
    if topk_of(pattern) is None:
        return inputs
    taken = inspect.signature(module.selection).parameters
    read = {name: value for name, value in inputs.arguments.items() if name in taken}
    selection = module.selection(inputs.query, inputs.key, **places(shape), **read)
    check_selection(pattern, shape, inputs.query, inputs.key, inputs.arguments, selection)
    return replace(inputs, arguments={**inputs.arguments, "selection": selection})


def places(shape: Shape) -> dict[str, int]:
    """The arguments that state which part of the sequence and which of the model's heads the call holds."""
    positions = {"q_offset": shape.q_offset, "k_offset": shape.k_offset, "seq_len": shape.seq_len}
    return {**positions, "head_offset": shape.head_offset, "num_heads": shape.model_heads}


def answer_of(module: ModuleType, pattern: Pattern, shape: Shape, inputs: Inputs) -> Answer:
    """The results of both passes of a generated module."""
    import torch

    tables = tables_of(pattern)
    leaves = [_leaf(x) for x in (inputs.query, inputs.key, inputs.value)]
    learned = {name: _leaf(inputs.arguments[name]) for name in tables}
    call = {**places(shape), **inputs.arguments, **learned}
    every = [*leaves, *learned.values()]
    if not has_lse(pattern):
        out = module.attention(*leaves, **call)
        dq, dk, dv, *rest = torch.autograd.grad(out, every, inputs.grad_out)
        return Answer(out.detach(), None, dq, dk, dv, dict(zip(tables, rest, strict=True)))
    out, lse = module.attention(*leaves, **call, return_lse=True)
    grad_lse = inputs.grad_lse.masked_fill(lse.detach() == -torch.inf, 0.0)
    dq, dk, dv, *rest = torch.autograd.grad((out, lse), every, (inputs.grad_out, grad_lse))
    return Answer(out.detach(), lse.detach(), dq, dk, dv, dict(zip(tables, rest, strict=True)))


def _leaf(tensor: Tensor | float) -> Tensor:
    assert not isinstance(tensor, float)
    return tensor.detach().clone().requires_grad_()


def compare(answer: Answer, truth: Answer, shape: Shape, dtype: str, pattern: Pattern | None = None) -> Errors:
    """The relative errors of an answer's tensors. `pattern`: needed to distinguish sinks from biases."""
    import torch

    lse = None if answer.lse is None or truth.lse is None else relative(answer.lse, truth.lse)
    pairs = ((answer.out, truth.out), (answer.dq, truth.dq), (answer.dk, truth.dk), (answer.dv, truth.dv))
    out, dq, dk, dv = (relative(*pair) for pair in pairs)
    finite = () if truth.lse is None else truth.lse[truth.lse != -torch.inf].abs().tolist()
    largest = truth.largest_score if truth.lse is None else max(finite, default=0.0)
    scores = () if pattern is None else pattern.scores
    sinks = {score.input for score in scores if isinstance(score, Sink)}
    least = truth.summands
    tables = {name: relative(x, truth.tables[name], least.get(name, 0.0)) for name, x in answer.tables.items()}
    bias = max((error for name, error in tables.items() if name not in sinks), default=None)
    sink = max((error for name, error in tables.items() if name in sinks), default=None)
    return Errors(shape, dtype, out, lse, dq, dk, dv, largest, bias, sink, steepness_of(shape, pattern))


def steepness_of(shape: Shape, pattern: Pattern | None) -> float:
    """See `Errors`."""
    stated = None if pattern is None else pattern.scale
    return 1.0 if stated is None else max(1.0, stated * shape.dims.key**0.5)


def relative(found: Tensor, truth: Tensor, least: float = 0.0) -> float:
    """|found - truth| / |truth| in 2-norms over finite entries; infinity for a NaN, or if entries of -inf differ.

    `least`: what the norm of the truth is taken for, where it is less.
    """
    import torch

    found = found.detach().double().cpu()
    if found.isnan().any() or not torch.equal(found == -torch.inf, truth == -torch.inf):
        return float("inf")
    finite = truth != -torch.inf
    difference, size = (found - truth)[finite].norm().item(), max(truth[finite].norm().item(), least)
    return float(difference / size if size > 0.0 else difference)


# ---- selections ------------------------------------------------------------------------------------------------------
class WrongSelectionError(Exception):
    """A module selected blocks other than those with the highest scores."""


def check_selection(
    pattern: Pattern, shape: Shape, query: Tensor, key: Tensor, arguments: RuntimeInputs, selection: Tensor
) -> None:
    """Compare a selection with the scores of blocks.

    Raises:
        WrongSelectionError: a block was chosen that the masks beside the choice do not admit, or one below a score that
            was not, by more than rounding to float32 explains; or too few.
    """
    topk = topk_of(pattern)
    assert topk is not None
    scale = shape.dims.key**-0.5 if pattern.scale is None else pattern.scale
    queries, keys = (_means(x.double().cpu(), topk.block) for x in (query, key))
    first = shape.k_offset // topk.block
    for b, h in product(range(shape.batch), range(shape.heads)):
        scores = scale * queries[b, h] @ keys[b, h * shape.kv_heads // shape.heads].T
        allowed = _choosable(pattern, shape, h, inputs_of_entry(pattern, shape, arguments, b), topk)
        near = 2.0**-20 * float(scores.abs().max())
        for row, picks in enumerate(selection[b, h].tolist()):
            taken = [column - first for column in picks if column >= 0]
            others = [column for column in range(scores.shape[1]) if allowed[row, column] and column not in taken]
            least = min((float(scores[row, column]) for column in taken), default=0.0)
            most = max((float(scores[row, column]) for column in others), default=-np.inf)
            wanted = min(topk.count, int(allowed[row].sum()))
            if len(set(taken)) != wanted or not all(allowed[row, taken]) or (taken and most > least + near):
                raise WrongSelectionError(f"{shape.name}: batch {b}, head {h}, row {row} of blocks: {picks}")


def _means(x: Tensor, block: int) -> Tensor:
    import torch

    parts = torch.split(x, block, 2)
    return torch.stack([part.mean(2) for part in parts], 2)


def _choosable(pattern: Pattern, shape: Shape, h: int, entry: dict[str, object], topk: TopK) -> Any:
    """The blocks [rows, columns] with a pair that all masks intersected with the `topk` admit."""
    q = np.arange(shape.queries)[:, None] + shape.q_offset
    k = np.arange(shape.keys)[None, :] + shape.k_offset
    h += shape.head_offset
    group = semantics.group_of(pattern, h, shape.model_heads)
    seen = np.zeros((shape.queries, shape.keys), bool)
    for branch in group.branches:
        for mask in _beside(branch.mask):
            seen |= semantics.admits(mask, h, q, k, shape.seq_len, shape.model_heads, entry)
    rows, columns = (range(0, extent, topk.block) for extent in seen.shape)
    return np.logical_or.reduceat(np.logical_or.reduceat(seen, list(rows), 0), list(columns), 1)


def _beside(mask: Mask) -> tuple[Mask, ...]:
    """The masks intersected with each `topk` in the mask."""
    match mask:
        case TopK():
            return (And(()),)
        case And(masks):
            return tuple(
                And((operand, *masks[:place], *masks[place + 1 :]))
                for place, inner in enumerate(masks)
                for operand in _beside(inner)
            )
        case Or(masks):
            return tuple(operand for inner in masks for operand in _beside(inner))
        case _:
            return ()
