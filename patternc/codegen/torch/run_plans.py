"""The generator of runs as text: the functions it names, what it takes, and how both passes call it."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.block_lists.listings import is_hashed, tested
from patternc.codegen.emit import Origin
from patternc.codegen.line_breaks import bracketed
from patternc.codegen.runtime_inputs import InputText, InputType
from patternc.codegen.torch.predicates import BoundsFunction, ResidualFunction
from patternc.codegen.torch.run_arguments import Arguments, arguments
from patternc.codegen.torch.runs import Fields, Group, Near, groups, pieces, reads_documents
from patternc.codegen.torch.selection_tables import HeldText, held_texts
from patternc.ir.kernel import Kernel


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
    model_heads: bool

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
    `attend_backward`: lines of both passes. `part`, `strip`, `axis`: types of what a run and its parts hold. `held`:
    functions that make tables of selections. `hashed`: some selections are found by a hash instead. `counted`: how
    often a pair counts is found pair by pair, in some runs.
    """

    groups: tuple[Group, ...]
    fields: tuple[str, ...]
    bounds: tuple[BoundsFunction, ...]
    residuals: tuple[ResidualFunction, ...]
    near: tuple[Near, ...]
    held: tuple[HeldText, ...]
    hashed: bool
    counted: bool
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


def runs(kernel: Kernel, origin: Origin, fields: Fields, inputs: tuple[InputText, ...], *, fused: bool) -> Runs:
    """Spell the generator of a kernel's runs, and the calls of it."""
    nests = groups(kernel, origin.source, fields)
    steps = [step for group in nests for step in group.steps]
    lines = [line.strip() for step in steps for line in step.lines if not line.startswith("#")]
    given = arguments(kernel, inputs, heads_read(nests, inputs), dropout=fields.dropout)
    called = _uses(lines, fields, looked_up=reads_documents(kernel))
    names = _arguments_of_runs(given, [*lines, *(f"heads = {group.heads}" for group in nests)])
    part = " | ".join(["Block"] * called.strips + ["Tile"] * called.cells)
    strip = " | ".join(["Strip"] * called.strips + ["Places"] * called.packed + ["Cells"] * called.cells)
    return Runs(
        groups=nests,
        fields=_run_fields(fields),
        bounds=tuple(dict.fromkeys(sees for step in steps for sees in step.sees)),
        residuals=tuple(dict.fromkeys(step.residual for step in steps if step.residual is not None)),
        near=tuple(dict.fromkeys(step.near for step in steps if step.near is not None)),
        held=held_texts(kernel),
        hashed=any(is_hashed(atom) for piece in pieces(kernel) for atom in tested(piece)),
        counted=any(piece.counted for piece in pieces(kernel)),
        signature=bracketed("def _runs(", tuple(map(given.parameter, names)), ") -> Iterator[Run]:"),
        call=bracketed("runs = _runs(", tuple(names.values()), ")", 4),
        plan=bracketed("def _plan(", (*_EXTENTS.values(), *given.typed), ") -> list[Run]:"),
        reads_n=given.reads_n,
        each=given.each,
        entry_call=bracketed("for run in _plan(", (*_EXTENTS, *given.of_entry), "):", 8),
        entry_parameters=tuple(one for one in given.typed if one != "batch: int"),
        loop=_loop(given),
        attend=_attends("_attend", called),
        attend_backward=_backward_call(called, fused=fused, tables=bool(given.tables)),
        part=part,
        strip=strip,
        axis=f"strip: {strip}, rows: {_index(called)}, block: {part}",
        entered=bool(given.masks),
        by_product=called.by_residue or called.by_block or not given.each,
        uses=called,
    )


def heads_read(nests: tuple[Group, ...], inputs: tuple[InputText, ...]) -> tuple[str, ...]:
    """Of the heads' places in the whole model those that the loops read: a mask may not depend on all it names."""
    lines = [line for group in nests for step in group.steps for line in step.lines if not line.startswith("#")]
    text = "\n".join((*(group.heads for group in nests), *lines))
    return tuple(one.name for one in inputs if one.kind is InputType.HEADS and one.name in text)


_EXTENTS = {"query": "query: Tensor", "key": "key: Tensor", "q_offset": "q_offset: int", "k_offset": "k_offset: int"}


def _arguments_of_runs(given: Arguments, lines: list[str]) -> dict[str, str]:
    """What `_runs` takes of what its lines read, and what `_plan` gives for each."""
    total = {"total": "query.shape[1]"} if any("total" in line for line in lines) else {}
    device = {"device": "query.device"} if any("device" in line for line in lines) else {}
    extents = {**total, "group": "query.shape[1] // key.shape[1]", "queries": "queries", "keys": "keys"}
    length = {"n": "n"} if given.reads_n else {}
    return {**extents, **length, **device, **{name: name for name in given.besides}}


def _loop(given: Arguments) -> tuple[str, ...]:
    """The loop of both passes over runs, each with its batch entry."""
    passed = (*_EXTENTS, *given.of_call)
    if given.each:
        return bracketed("for run, b in _plans(", passed, "):", 4)
    return bracketed("for run, b in product(", (f"_plan({', '.join(passed)})", "range(query.shape[0])"), "):", 4)


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
        apart=fields.heads or fields.tables,
        model_heads=fields.heads,
    )


def _run_fields(fields: Fields) -> tuple[str, ...]:
    given = (
        (fields.admits, "admits: Callable[[Tensor, Tensor], Tensor] | None  # asked of (q, k) besides"),
        (fields.log_count, "log_count: float  # log of how often each pair counts"),
        (fields.softmax, "softmax: int  # which of a head's softmaxes the run belongs to"),
        (fields.heads, "head_offset: int  # which head of the model the call's first is"),
        (fields.heads, "num_heads: int  # of the model"),
        (fields.listed, "listed: Listed | None  # which blocks of its rows see which of its columns; None: all"),
        (fields.tables, "tables: tuple[Tensor, ...]  # [H, distances], what is added to scores"),
        (fields.dropout, "dropout: float  # the share of weights that are dropped"),
        (fields.dropout, "seed: int"),
        (fields.dropout, "batch: int"),
    )
    return tuple(text for used, text in given if used)
