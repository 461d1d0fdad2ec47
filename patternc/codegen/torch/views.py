"""Kernel IR to the view of a torch module: every choice of shape that its template spells."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import Origin, View
from patternc.codegen.interface import Argument, Kind
from patternc.codegen.shell import Shell, shell
from patternc.codegen.torch.branch_mixing import Mixing, mixing
from patternc.codegen.torch.legalize import CAUSAL, legalize
from patternc.codegen.torch.needs import Fields, names_read
from patternc.codegen.torch.printer import FILTERS
from patternc.codegen.torch.run_arguments import own_name
from patternc.codegen.torch.run_plans import Runs, runs
from patternc.codegen.torch.score_lines import Scores, scores
from patternc.ir.batch import Batches
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Pattern, Sink
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Fused:
    """Torch's fused attention for CPUs: `square`, the condition under which one call computes a run, and `is_causal`.

    `square` is empty where no run can be one call; blocks of runs always can. `scaled`: it depends on the scale.
    `unless`: a condition besides, on the run.
    """

    square: str
    is_causal: str
    scaled: bool
    unless: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """What `_forward` and `_backward` are given besides tensors and numbers, in order."""

    parameters: tuple[str, ...]
    tables: tuple[str, ...]
    dropout: bool


@dataclass(frozen=True, slots=True)
class TorchModule:
    """The inputs of `torch/kernel.py.j2`."""

    shell: Shell
    runs: Runs
    fused: Fused | None
    scores: Scores
    mixing: Mixing
    inputs: Inputs
    weighted: bool


def views(kernel: Kernel, target: Target, origin: Origin) -> tuple[View, ...]:  # noqa: ARG001 - one module serves all
    """The module of a pattern."""
    data = _module(kernel, origin)
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", data, FILTERS),)


def _module(kernel: Kernel, origin: Origin) -> TorchModule:
    batches = legalize(kernel)
    mixed = mixing(kernel)
    outside = shell(kernel, origin, "torch")
    fusable = _fusable(kernel.pattern)
    found = runs(batches, origin, outside.interface.operands, fused=fusable and mixed.lse_grads)
    return TorchModule(
        shell=outside,
        runs=found,
        fused=_fused(batches, found.has) if fusable else None,
        scores=scores(kernel.pattern, ".unsqueeze(-2)" if found.has.listed else ""),
        mixing=mixed,
        inputs=_inputs(outside.interface.operands, names_read(batches)),
        weighted=found.has.log_count,
    )


def _inputs(given: tuple[Argument, ...], read: frozenset[str]) -> Inputs:
    unread = [one for one in given if one.kind is Kind.HEADS and one.name not in read]
    return Inputs(
        parameters=tuple(f"{'_' * (one in unread)}{own_name(one)}: {one.annotation}" for one in given),
        tables=tuple(own_name(one) for one in given if one.kind is Kind.TABLE),
        dropout=any(one.kind is Kind.DROPOUT for one in given),
    )


def _fusable(pattern: Pattern) -> bool:
    """Whether scores are what fused attention computes; a sink comes after the softmax."""
    return all(isinstance(score, Sink) for score in pattern.scores)


def _fused(batches: Batches, fields: Fields) -> Fused:
    """How a module calls torch's fused attention."""
    seen = {nest.batch.bounds for nest in batches.nests if nest.batch.fused}
    unless = "run.dropout == 0.0 and " if fields.dropout else ""
    if not seen:
        return Fused("", "", scaled=False, unless=unless)
    causal = "run.sees is _causal and run.rows == run.columns"
    both = f"(run.sees is _everything or ({causal}))"
    condition = both if len(seen) == 2 else causal if CAUSAL in seen else "run.sees is _everything"
    condition = f"run.admits is None and {condition}" if fields.admits else condition
    is_causal = {1: str(CAUSAL in seen), 2: "run.sees is _causal"}[len(seen)]
    return Fused(condition, is_causal, scaled=CAUSAL in seen, unless=unless)
