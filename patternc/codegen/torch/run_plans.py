"""The generator of runs as text: the functions it names, what it takes, and how both passes call it."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import Origin
from patternc.codegen.interface import Argument
from patternc.codegen.line_breaks import bracketed
from patternc.codegen.provenance import held_heads, place
from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.torch.functions import Functions, functions
from patternc.codegen.torch.needs import Fields, Uses, fields, names_read, uses
from patternc.codegen.torch.run_arguments import Arguments, arguments
from patternc.ir.batch import Batches, Group, Nest, OneByOne
from patternc.source import Source


@dataclass(frozen=True, slots=True)
class Commented:
    """A nest, the lines of its comment, and how far its innermost statement is indented."""

    nest: Nest
    lines: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class GroupText:
    """The nests of a group of heads; `heads`: those that the call holds, as a range."""

    heads: str
    nests: tuple[Commented, ...]


@dataclass(frozen=True, slots=True)
class Runs:
    """The generator of runs, the functions it names, and how it is called.

    `signature`, `call`: of `_runs`, the latter in `_plan`, whose own signature is `plan`. `each`: every batch entry has
    runs of its own, and `entry_call` gives them; `entered`: it has inputs of its own too. `loop`, `attend`,
    `attend_backward`: lines of both passes. `part`, `strip`, `axis`: types of what a run and its parts hold.
    """

    groups: tuple[GroupText, ...]
    functions: Functions
    has: Fields
    fields: tuple[str, ...]
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


def runs(batches: Batches, origin: Origin, inputs: tuple[Argument, ...], *, fused: bool) -> Runs:
    """Spell the generator of a module's runs, and the calls of it."""
    read, has, called = names_read(batches), fields(batches), uses(batches)
    given = arguments(read, inputs)
    names = _arguments_of_runs(given, device="device" in read)
    part = " | ".join(["Block"] * called.strips + ["Tile"] * called.cells)
    strip = " | ".join(["Strip"] * called.strips + ["Places"] * called.packed + ["Cells"] * called.cells)
    return Runs(
        groups=tuple(_group(group, origin.source) for group in batches.groups),
        functions=functions(batches, origin.source),
        has=has,
        fields=_run_fields(has),
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


def _group(group: Group, source: Source) -> GroupText:
    return GroupText(held_heads(group.heads, "total"), tuple(_commented(nest, source) for nest in group.nests))


def _commented(nest: Nest, source: Source) -> Commented:
    """Where a nest comes from and what it is: one line where it fits."""
    written = place(nest.clause, source)
    one = f"{written}: {nest.note}"
    lines = (one,) if len(one) <= LINE_LENGTH - 6 else (f"{written}:", nest.note)
    loops = 1 + (nest.classes is not None) + (nest.segments is not None)
    loops += nest.listed is not None and isinstance(nest.heads, OneByOne)
    return Commented(nest, lines, 4 + 4 * loops)


_EXTENTS = {"query": "query: Tensor", "key": "key: Tensor", "q_offset": "q_offset: int", "k_offset": "k_offset: int"}


def _arguments_of_runs(given: Arguments, *, device: bool) -> dict[str, str]:
    """What `_runs` takes, and what `_plan` gives for each."""
    total, group = "query.shape[1]", "query.shape[1] // key.shape[1]"
    extents = {"total": total, "group": group, "queries": "queries", "keys": "keys"}
    length = {"n": "n"} if given.reads_n else {}
    where = {"device": "query.device"} if device else {}
    return {**extents, **length, **where, **{name: name for name in given.besides}}


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
