"""The functions that every generated file writes alike: which of them a file holds, and which variants."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import fields as fields_of

from patternc.codegen.block_lists.list_liveness import LIBRARY
from patternc.codegen.flop_count import Flops
from patternc.codegen.helpers import Uses
from patternc.codegen.interface import Interface, Kind
from patternc.ir.mask import Curve


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What `templates/library/` asks. A runtime file holds all functions, a module that stands alone those it needs.

    `vendored`: a runtime file beside the module holds them. `vmap`: the function that maps samples over an operator.
    `target`: whose tiles kernels have. `keeps`: tables on a GPU outlive the call that makes them. The Triton backend
    says both.
    `shaped`, `integers`, `documents`, `ranges`, `dropout`, `sinks`, `partitioned`: checks of inputs, and what follows
    from them. `alone`: one softmax a head, `parts`: several. `tensors`, `tables`, `values`: what operators take.
    `folded`, `folded_parts`, `apart`: the functions that `vmap` names. `steps`: keys of a residue class are counted.
    `lowest`, `hashed`, `boxed`: selections that are counted pair by pair. `lists`: functions that list blocks.
    """

    vendored: bool
    vmap: str
    on_gpu: bool
    target: str
    keeps: bool
    shaped: bool
    integers: bool
    documents: bool
    ranges: bool
    dropout: bool
    partitioned: bool
    alone: bool
    parts: bool
    tensors: bool
    tables: bool
    values: bool
    folded: bool
    folded_parts: bool
    apart: bool
    steps: bool
    lowest: bool
    hashed: bool
    boxed: bool
    lists: frozenset[str]


def shared(
    interface: Interface,
    uses: Uses,
    flops: Flops | None,
    lists: frozenset[str],
    *,
    partitioned: bool,
    on_gpu: bool,
    vendored: bool,
) -> Shared:
    """The functions that a pattern needs. `flops`: None where none are counted, as in a reference file."""
    vmap = "_vmap_apart" if interface.apart else "_vmap_parts" if interface.several else "_vmap"
    return Shared(
        vendored=vendored,
        vmap=vmap,
        on_gpu=on_gpu,
        target="",
        keeps=False,
        shaped=interface.shaped,
        integers=interface.integers,
        documents=interface.documents,
        ranges=any(one.kind in (Kind.LENGTHS, Kind.SELECTION) for one in interface.bounded),
        dropout=interface.dropout,
        partitioned=partitioned,
        alone=not interface.several,
        parts=interface.several,
        tensors=bool(interface.tensors),
        tables=bool(interface.tables),
        values=bool(interface.bounded),
        folded=vmap == "_vmap",
        folded_parts=vmap == "_vmap_parts",
        apart=vmap == "_vmap_apart",
        steps=flops is not None and flops.closed is not None and flops.closed.steps,
        lowest=uses.lowest,
        hashed=uses.hashed,
        boxed=uses.boxed,
        lists=lists,
    )


def every(*, on_gpu: bool) -> Shared:
    """All functions, in the variants that serve any pattern."""
    flags = {one.name: True for one in fields_of(Shared)}
    lists = LIBRARY | {curve.value for curve in Curve}
    texts = {"vmap": "", "target": ""}
    return Shared(**{**flags, **texts, "vendored": False, "on_gpu": on_gpu, "keeps": on_gpu, "lists": lists})  # type: ignore[arg-type]
