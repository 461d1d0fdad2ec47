"""Kernel IR to the view of a torch module: every choice of shape that its template spells."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.backends.breaking import bracketed
from patternc.backends.inputs import InputText, InputType
from patternc.backends.shell import Shell, shell
from patternc.backends.torch.functions import CAUSAL, EVERYTHING, BoundsFunction, ResidualFunction
from patternc.backends.torch.mixing import Mixing, mixing
from patternc.backends.torch.orders import reordered
from patternc.backends.torch.runs import Fields, Group, Near, groups, names_read, pieces, reads_documents
from patternc.backends.torch.scoring import Scores, scores
from patternc.emit import Origin, View
from patternc.kernel_ir import Kernel
from patternc.mask_ir import Alibi, Pattern, Sink
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
    documents: bool
    looked_up: bool
    packed: bool
    cells: bool
    ordered: bool
    of_head: bool
    strips: bool
    apart: bool

    @property
    def sharing(self) -> bool:
        """Whether heads that share a key have to be told apart."""
        return self.alike or self.by_residue or self.by_block or self.cells

    @property
    def copies(self) -> bool:
        """Whether some rows or columns are taken as copies, to be put back."""
        return self.packed or self.cells


@dataclass(frozen=True, slots=True)
class Runs:
    """The generator of runs, the functions it names, and how it is called.

    `signature`, `call`: of `_runs`, the latter in `_plan`, whose own signature is `plan`. `each`: every batch entry has
    runs of its own, and `entry_call` gives them; `entered`: it has inputs of its own too. `loop`, `attend`,
    `attend_backward`: lines of both passes. `part`, `strip`, `axis`: types of what a run and its parts hold.
    """

    groups: tuple[Group, ...]
    fields: tuple[str, ...]
    bounds: tuple[BoundsFunction, ...]
    residuals: tuple[ResidualFunction, ...]
    near: tuple[Near, ...]
    signature: tuple[str, ...]
    call: tuple[str, ...]
    plan: tuple[str, ...]
    reads_n: bool
    each: bool
    entry_call: tuple[str, ...]
    entry_parameters: tuple[str, ...]
    loop: tuple[str, ...]
    attend: str
    attend_backward: tuple[str, ...]
    part: str
    strip: str
    axis: str
    entered: bool
    by_product: bool
    uses: Uses


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
    data = _module(reordered(kernel), origin)
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", data),)


def _module(kernel: Kernel, origin: Origin) -> TorchModule:
    mixed = mixing(kernel)
    outside = shell(kernel, origin, "torch")
    inputs = _inputs(outside.inputs)
    listed = any(piece.listing is not None for piece in pieces(kernel))
    fields = Fields(
        admits=any(piece.residual for piece in pieces(kernel)),
        log_count=any(piece.multiplicity > 1 for piece in pieces(kernel)),
        softmax=mixed.softmaxes > 1,
        total=inputs.dropout or any(isinstance(score, Alibi) for score in kernel.pattern.scores),
        listed=listed,
        tables=bool(inputs.tables),
        dropout=inputs.dropout,
    )
    runs = _runs(kernel, origin, fields, outside.inputs, fused=_fusable(kernel.pattern) and mixed.lse_grads)
    return TorchModule(
        shell=outside,
        runs=runs,
        fused=_fused(runs, kernel.pattern, fields),
        scores=scores(kernel.pattern, ".unsqueeze(-2)" if listed else ""),
        mixing=mixed,
        inputs=inputs,
        weighted=fields.log_count,
    )


def _inputs(given: tuple[InputText, ...]) -> Inputs:
    return Inputs(
        parameters=tuple(f"{_own_name(one)}: {one.annotation}" for one in given),
        tables=tuple(_own_name(one) for one in given if one.kind is InputType.TABLE),
        dropout=any(one.kind is InputType.DROPOUT for one in given),
    )


def _own_name(given: InputText) -> str:
    """An input's name in the kernels, which can't meet any other of the file's."""
    return given.name if given.kind in (InputType.DROPOUT, InputType.SEED) else f"given_{given.name}"


def _runs(kernel: Kernel, origin: Origin, fields: Fields, inputs: tuple[InputText, ...], *, fused: bool) -> Runs:
    nests = groups(kernel, origin.source, fields)
    steps = [step for group in nests for step in group.steps]
    lines = [line.strip() for step in steps for line in step.lines if not line.startswith("#")]
    whole = [f"heads = {group.heads}" for group in nests]
    total = any("total" in line for line in (*lines, *whole))
    read = names_read(kernel)
    n = "n" in read
    names = [("total", "query.shape[1]", total), ("group", "query.shape[1] // key.shape[1]", True)]
    names += [("queries", "queries", True), ("keys", "keys", True), ("n", "n", n)]
    names += [("device", "query.device", any("device" in line for line in lines))]
    kinds = (InputType.OFFSETS, InputType.LENGTHS, InputType.SELECTION)
    masks = tuple(_own_name(one) for one in inputs if one.kind in kinds and one.name in read)
    tables = tuple(_own_name(one) for one in inputs if one.kind is InputType.TABLE)
    drawn = ("dropout", "seed") if fields.dropout else ()
    each = bool(masks) or fields.dropout
    batch = ("batch",) if fields.dropout else ()
    types = {"queries": "range", "keys": "range", "device": "torch.device", "dropout": "float"}
    types |= dict.fromkeys(masks, "Tensor") | {"tables": "tuple[Tensor, ...]"}
    plural = ("tables",) if tables else ()
    besides = (*masks, *plural, *drawn, *batch)
    names += [(name, name, True) for name in besides]
    passed = ("seq_len",) * n + masks + ((_tuple(tables),) if tables else ()) + drawn
    given = ("n",) * n + besides
    called = _uses(lines, fields, looked_up=reads_documents(kernel))
    offsets = ("query", "key", "q_offset", "k_offset")
    extents = ("query: Tensor", "key: Tensor", "q_offset: int", "k_offset: int")
    entry = tuple("b" if name == "batch" else f"_entry({name}, b)" if name in masks else name for name in given)
    typed = tuple(f"{name}: {types.get(name, 'int')}" for name in given)
    part = " | ".join(["Block"] * called.strips + ["Tile"] * called.cells)
    strip = " | ".join(["Strip"] * called.strips + ["Places"] * called.packed + ["Cells"] * called.cells)
    return Runs(
        groups=nests,
        fields=_run_fields(fields),
        bounds=tuple(dict.fromkeys(sees for step in steps for sees in step.sees)),
        residuals=tuple(dict.fromkeys(step.residual for step in steps if step.residual is not None)),
        near=tuple(dict.fromkeys(step.near for step in steps if step.near is not None)),
        signature=bracketed(
            "def _runs(",
            tuple(f"{name}: {types.get(name, 'int')}" for name, _, used in names if used),
            ") -> Iterator[Run]:",
        ),
        call=bracketed("runs = _runs(", tuple(value for _, value, used in names if used), ")", 4),
        plan=bracketed("def _plan(", (*extents, *typed), ") -> list[Run]:"),
        reads_n=n,
        each=each,
        entry_call=bracketed("for run in _plan(", (*offsets, *entry), "):", 8),
        entry_parameters=tuple(one for one in typed if one != "batch: int"),
        loop=bracketed("for run, b in _plans(", (*offsets, *passed), "):", 4)
        if each
        else (f"for run, b in product(_plan({', '.join((*offsets, *passed))}), range(query.shape[0])):",),
        attend=_attends("_attend", called),
        attend_backward=_backward_call(called, fused=fused, tables=bool(tables)),
        part=part,
        strip=strip,
        axis=f"strip: {strip}, rows: {_index(called)}, block: {part}",
        entered=bool(masks),
        by_product=called.by_residue or called.by_block or not each,
        uses=called,
    )


def _tuple(names: tuple[str, ...]) -> str:
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"


def _attends(function: str, called: Uses) -> str:
    """The function that takes a run, whichever kind it is."""
    listed = function.replace("_attend", "_attend_listed")
    if not called.cells:
        return function
    return f"({function} if run.listed is None else {listed})" if called.strips else listed


def _backward_call(called: Uses, *, fused: bool, tables: bool) -> tuple[str, ...]:
    """The call that adds a run's gradients."""
    grads = ("*into",) if called.copies else ("grad_query", "grad_key", "grad_value")
    heads = ("*(grad[run.heads] for grad in grads[3:])",) if tables else ()
    flags = ("fused=not through_lse",) if fused else ()
    function = _attends("_attend_backward", called)
    return bracketed(f"{function}(", ("run", "saved", "k", "v", "scale", *grads, *heads, *flags), ")", 8)


def _index(called: Uses) -> str:
    """What rows and columns of a part are."""
    return " | ".join(["slice"] * called.strips + ["Tensor"] * called.cells)


def _uses(lines: list[str], fields: Fields, *, looked_up: bool) -> Uses:
    def called(name: str) -> bool:
        return any(f"{name}(" in line for line in lines)

    return Uses(
        bands=called("_bands"),
        cuts=called("_cuts"),
        alike=called("_alike"),
        by_residue=called("_by_residue"),
        by_block=called("_by_block"),
        partial=called("partial"),
        documents=called("_documents"),
        looked_up=looked_up,
        packed=called("_packed"),
        cells=fields.listed,
        ordered=called("_ordered"),
        of_head=called("_of_head"),
        strips=called("_strip") or called("_packed"),
        apart=fields.total or fields.tables,
    )


def _run_fields(fields: Fields) -> tuple[str, ...]:
    given = (
        (fields.admits, "admits: Callable[[Tensor, Tensor], Tensor] | None  # asked of (q, k) besides"),
        (fields.log_count, "log_count: float  # log of how often each pair counts"),
        (fields.softmax, "softmax: int  # which of a head's softmaxes the run belongs to"),
        (fields.total, "total: int  # heads of the call"),
        (fields.listed, "listed: Listed | None  # which blocks of its rows see which of its columns; None: all"),
        (fields.tables, "tables: tuple[Tensor, ...]  # [H, distances], what is added to scores"),
        (fields.dropout, "dropout: float  # the share of weights that are dropped"),
        (fields.dropout, "seed: int"),
        (fields.dropout, "batch: int"),
    )
    return tuple(text for used, text in given if used)


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
