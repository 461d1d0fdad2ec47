"""Kernel IR to the view of a torch module: every choice of shape that its template spells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.backends.shell import Shell, shell
from patternc.backends.torch.mixing import Mixing, mixing
from patternc.backends.torch.runs import (
    CAUSAL,
    EVERYTHING,
    BoundsFunction,
    Fields,
    Group,
    ResidualFunction,
    groups,
    pieces,
    reads_n,
)
from patternc.emit import Origin, View
from patternc.kernel_ir import Kernel
from patternc.mask_ir import Alibi, Pattern, Softcap
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Uses:
    """Which of the geometry's functions the loop nests call."""

    bands: bool
    cuts: bool
    alike: bool
    by_residue: bool
    by_block: bool
    partial: bool

    @property
    def sharing(self) -> bool:
        """Whether heads that share a key have to be told apart."""
        return self.alike or self.by_residue or self.by_block


@dataclass(frozen=True, slots=True)
class Runs:
    """The generator of runs, the functions it names, and how it is called."""

    groups: tuple[Group, ...]
    fields: tuple[str, ...]
    bounds: tuple[BoundsFunction, ...]
    residuals: tuple[ResidualFunction, ...]
    parameters: str
    arguments: str
    reads_n: bool
    uses: Uses


@dataclass(frozen=True, slots=True)
class Fused:
    """Torch's fused attention for CPUs: `square`, the condition under which one call computes a run, and `is_causal`.

    `square` is empty where no run can be one call; blocks of runs always can. `scaled`: it depends on the scale.
    """

    square: str
    is_causal: str
    scaled: bool


@dataclass(frozen=True, slots=True)
class Scores:
    """Score modifiers as lines over `scores`, and the names of what they give."""

    lines: tuple[str, ...]
    damped: bool
    returns: str
    words: str


@dataclass(frozen=True, slots=True)
class TorchModule:
    """The inputs of `torch/kernel.py.j2`."""

    shell: Shell
    runs: Runs
    fused: Fused | None
    scores: Scores
    mixing: Mixing
    weighted: bool


def views(kernel: Kernel, target: Target, origin: Origin) -> tuple[View, ...]:  # noqa: ARG001 - one module serves all
    """The module of a pattern."""
    data = _module(kernel, origin)
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", data),)


def _module(kernel: Kernel, origin: Origin) -> TorchModule:
    mixed = mixing(kernel)
    fields = Fields(
        admits=any(piece.residual for piece in pieces(kernel)),
        log_count=any(piece.multiplicity > 1 for piece in pieces(kernel)),
        softmax=mixed.softmaxes > 1,
        total=any(isinstance(score, Alibi) for score in kernel.pattern.scores),
    )
    runs = _runs(kernel, origin, fields)
    return TorchModule(
        shell=shell(kernel, origin, "torch"),
        runs=runs,
        fused=_fused(runs, kernel.pattern, fields.admits),
        scores=_scores(kernel.pattern),
        mixing=mixed,
        weighted=fields.log_count,
    )


def _runs(kernel: Kernel, origin: Origin, fields: Fields) -> Runs:
    nests = groups(kernel, origin.source, fields)
    steps = [step for group in nests for step in group.steps]
    lines = [line.strip() for step in steps for line in step.lines if not line.startswith("#")]
    whole = [f"heads = {group.heads}" for group in nests]
    total = any("total" in line for line in (*lines, *whole))
    n = reads_n(kernel)
    names = [("total", "query.shape[1]", total), ("group", "query.shape[1] // key.shape[1]", True)]
    names += [("queries", "queries", True), ("keys", "keys", True), ("n", "n", n)]
    types = {"queries": "range", "keys": "range"}
    return Runs(
        groups=nests,
        fields=_run_fields(fields),
        bounds=tuple(dict.fromkeys(step.sees for step in steps)),
        residuals=tuple(dict.fromkeys(step.residual for step in steps if step.residual is not None)),
        parameters=", ".join(f"{name}: {types.get(name, 'int')}" for name, _, used in names if used),
        arguments=", ".join(value for _, value, used in names if used),
        reads_n=n,
        uses=Uses(
            bands=any("_bands(" in line for line in lines),
            cuts=any("_cuts(" in line for line in lines),
            alike=any("_alike(" in line for line in lines),
            by_residue=any("_by_residue(" in line for line in lines),
            by_block=any("_by_block(" in line for line in lines),
            partial=any("partial(" in line for line in lines),
        ),
    )


def _run_fields(fields: Fields) -> tuple[str, ...]:
    given = (
        (fields.admits, "admits: Callable[[Tensor, Tensor], Tensor] | None  # asked of (q, k) besides"),
        (fields.log_count, "log_count: float  # log of how often each pair counts"),
        (fields.softmax, "softmax: int  # which of a head's softmaxes the run belongs to"),
        (fields.total, "total: int  # heads of the call"),
    )
    return tuple(text for used, text in given if used)


def _fused(runs: Runs, pattern: Pattern, residuals: bool) -> Fused | None:
    """Fused attention knows no score modifiers."""
    steps = [step for group in runs.groups for step in group.steps if step.fused]
    if pattern.scores:
        return None
    if not steps:
        return Fused("", "", scaled=False)
    names = {step.sees.name for step in steps}
    causal = f"run.sees is {CAUSAL} and run.rows == run.columns"
    both = f"(run.sees is {EVERYTHING} or ({causal}))"
    condition = both if len(names) == 2 else causal if CAUSAL in names else f"run.sees is {EVERYTHING}"
    condition = f"run.admits is None and {condition}" if residuals else condition
    is_causal = {1: str(CAUSAL in names), 2: f"run.sees is {CAUSAL}"}[len(names)]
    return Fused(condition, is_causal, scaled=CAUSAL in names)


def _scores(pattern: Pattern) -> Scores:
    """Modifiers in their order; `damping` is the derivative of the modified score by the unmodified one."""
    lines: list[str] = []
    caps = 0
    for score in pattern.scores:
        match score:
            case Softcap(cap):
                lines += [f"capped = torch.tanh(scores / {cap})", f"scores = {cap} * capped"]
                lines.append(
                    "damping = damping * (1.0 - capped * capped)" if caps else "damping = 1.0 - capped * capped"
                )
                caps += 1
            case Alibi():
                lines += [
                    "heads = torch.arange(run.total, device=query.device)[run.heads].view(-1, 1, 1, 1)",
                    "q = run.rows.positions(block.rows, query.device).unsqueeze(1)",
                    "k = run.columns.positions(block.columns, query.device)",
                    "scores += (k - q) * torch.exp2(-8.0 * (heads + 1) / run.total)",
                ]
            case _:
                assert_never(score)
    words = "The scores of a block in float32, -inf where a row does not see a column"
    if caps:
        return Scores(tuple(lines), True, "tuple[Tensor, Tensor]", f"{words}, and their derivative by scale q k.")
    return Scores(tuple(lines), False, "Tensor", f"{words}.")
