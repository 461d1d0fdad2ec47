"""Kernel IR to the view of a torch module: every choice of shape that its template spells."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import Origin, View
from patternc.codegen.runtime_inputs import InputText, InputType
from patternc.codegen.shell import Shell, shell
from patternc.codegen.torch.branch_mixing import Mixing, mixing
from patternc.codegen.torch.predicates import CAUSAL, EVERYTHING
from patternc.codegen.torch.run_arguments import own_name
from patternc.codegen.torch.run_plans import Runs, heads_read, runs
from patternc.codegen.torch.runs import Fields, pieces
from patternc.codegen.torch.score_lines import Scores, scores
from patternc.codegen.torch.selection_tables import masks_of
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Alibi, Pattern, Sink
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
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", data),)


def _module(kernel: Kernel, origin: Origin) -> TorchModule:
    mixed = mixing(kernel)
    outside = shell(kernel, origin, "torch")
    listed = any(piece.listing is not None for piece in pieces(kernel))
    fields = Fields(
        admits=any(masks_of(piece) for piece in pieces(kernel)),
        log_count=any(piece.multiplicity > 1 for piece in pieces(kernel)),
        softmax=mixed.softmaxes > 1,
        heads=outside.dropout or any(isinstance(score, Alibi) for score in kernel.pattern.scores),
        listed=listed,
        tables=any(one.kind is InputType.TABLE for one in outside.inputs),
        dropout=outside.dropout,
    )
    found = runs(kernel, origin, fields, outside.inputs, fused=_fusable(kernel.pattern) and mixed.lse_grads)
    return TorchModule(
        shell=outside,
        runs=found,
        fused=_fused(found, kernel.pattern, fields),
        scores=scores(kernel.pattern, ".unsqueeze(-2)" if listed else ""),
        mixing=mixed,
        inputs=_inputs(outside.inputs, heads_read(found.groups, outside.inputs)),
        weighted=fields.log_count,
    )


def _inputs(given: tuple[InputText, ...], heads: tuple[str, ...]) -> Inputs:
    unread = [one for one in given if one.kind is InputType.HEADS and one.name not in heads]
    return Inputs(
        parameters=tuple(f"{'_' * (one in unread)}{own_name(one)}: {one.annotation}" for one in given),
        tables=tuple(own_name(one) for one in given if one.kind is InputType.TABLE),
        dropout=any(one.kind is InputType.DROPOUT for one in given),
    )


def _fusable(pattern: Pattern) -> bool:
    """Whether scores are what fused attention computes; a sink comes after the softmax."""
    return all(isinstance(score, Sink) for score in pattern.scores)


def _fused(runs: Runs, pattern: Pattern, fields: Fields) -> Fused | None:
    """Fused attention knows no score modifiers."""
    steps = [step for group in runs.groups for step in group.steps if step.fused]
    if not _fusable(pattern):
        return None
    unless = "run.dropout == 0.0 and " if fields.dropout else ""
    if not steps:
        return Fused("", "", scaled=False, unless=unless)
    names = {step.sees[0].name for step in steps}
    causal = f"run.sees is {CAUSAL} and run.rows == run.columns"
    both = f"(run.sees is {EVERYTHING} or ({causal}))"
    condition = both if len(names) == 2 else causal if CAUSAL in names else f"run.sees is {EVERYTHING}"
    condition = f"run.admits is None and {condition}" if fields.admits else condition
    is_causal = {1: str(CAUSAL in names), 2: f"run.sees is {CAUSAL}"}[len(names)]
    return Fused(condition, is_causal, scaled=CAUSAL in names, unless=unless)
