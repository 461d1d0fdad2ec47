"""The attention function of registered patterns: what a model passes, as a call of a generated module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from patternc import loaded
from patternc.integrations.pattern_files import Additions, PatternFile, refuse_scores
from patternc.integrations.transformers.call_place import Placement
from patternc.integrations.transformers.refused_calls import (
    placement_of,
    reads_targets,
    refuse_call,
    refuse_rows,
    warn_of_targets,
)
from patternc.integrations.transformers.registration import REGISTERED
from patternc.integrations.transformers.row_sequences import (
    as_given,
    assert_single,
    padding_first,
    row_offsets,
    rows_of,
)
from patternc.integrations.transformers.shared_sequence import over_ring


def attend(
    name: str,
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Placement | Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    softcap: float | None = None,
    s_aux: Tensor | None = None,
    position_ids: Tensor | None = None,
    cu_seq_lens_q: Tensor | None = None,
    **given: Any,
) -> tuple[Tensor, None]:
    """The attention interface of the pattern that `name` has for the layer `module`.

    Args:
        name: the registered name.
        module: the attention layer; its config and `layer_idx` give the layer's kind.
        query: [B, H, Nq, D].
        key: [B, Hkv, Nk, D], of a cache with the newest keys last.
        value: like key.
        attention_mask: what the mask interface returned, or None for a whole row without padding.
        scaling: factor of the scores.
        dropout: the share of weights to drop.
        softcap: the cap of the scores.
        s_aux: [H], the logits of sinks.
        position_ids: [B or 1, Nq]; where it restarts in a whole row, another sequence begins.
        cu_seq_lens_q: [D + 1], the first positions of packed sequences, as flash attention takes them.
        given: other arguments of the model's call, among which inputs of the pattern are found by name.

    Returns:
        [B, Nq, H, D], and None for the weights, which are never made.

    Raises:
        NotImplementedError: what a pattern can't do; the message says what to write instead.
        ValueError: the call and the pattern disagree.
    """
    registered = REGISTERED[name]
    registered.confirm(module.config)
    kind = registered.kind_of(module)
    file = registered.files[kind]
    placement = placement_of(attention_mask, module, query, key, given)
    refuse_call(file, placement, module, query)
    if reads_targets(file, module, given):
        warn_of_targets(name, kind, type(module).__name__)
    refuse_scores(file, scaling, softcap, s_aux)
    arguments: dict[str, Any] = {} if file.scale is not None else {"scale": scaling}
    arguments |= {one: _given(one, given, file) for one in file.others}
    if s_aux is not None:
        arguments[file.sink_name] = s_aux
    cap = min({softcap}) if softcap is not None and file.softcap is None else None  # a set holds constants of a graph
    sink = s_aux is not None and file.sink is None
    if registered.mesh is not None:
        added = Additions(softcap=cap, sink=sink, dropout=dropout > 0.0, ring=registered.mesh.size())
        out = over_ring(file, registered.mesh, query, key, value, placement, position_ids, added, arguments)
        return out.transpose(1, 2).contiguous(), None
    offsets = row_offsets(placement, position_ids, cu_seq_lens_q, query.shape[0])
    if offsets is not None and not file.by_distance and torch.compiler.is_compiling():
        assert_single(offsets, placement)
        offsets = None
    separate = offsets is not None and not file.by_distance
    if separate or placement.moved is not None:
        refuse_rows(file)
    documents = _documents(file, given, offsets)
    own = module_name(
        name,
        kind,
        offsets is not None and not separate and not file.offsets,
        cap,
        sink,
        dropout > 0.0,
        query.device.type,
    )
    attention = getattr(loaded, own).attention
    if dropout > 0.0:
        arguments |= {"dropout": dropout, "seed": torch.randint(2**31, (), device="cpu")}
    query, key, value = padding_first(placement, query, key, value)
    if separate:
        out = _by_sequence(attention, file, query, key, value, placement, offsets, arguments)
    else:
        out = attention(query, key, value, **_places(file, placement, documents, query), **arguments)
    return as_given(placement, out).transpose(1, 2).contiguous(), None


@torch.compiler.assume_constant_result  # type: ignore[untyped-decorator]
def module_name(
    name: str, kind: str, documents: bool, softcap: float | None, sink: bool, dropout: bool, device: str
) -> str:
    """The name in `patternc.loaded` of the module for calls of this form, which is made when it is first needed.

    Code that torch compiles calls this function once, while it is traced. It can hold a name, but no function.
    """
    module = REGISTERED[name].files[kind].module(Additions(documents, softcap, sink, dropout), device)
    return module.__name__.rpartition(".")[2]


def _given(name: str, given: dict[str, Any], file: PatternFile) -> Tensor:
    """An input of the pattern among the arguments of the model's call."""
    found = given.get(name)
    if not isinstance(found, Tensor):
        raise ValueError(
            f"{file.path}: the pattern has the input `{name}`; pass it to the model: model(..., {name}=TENSOR)"
        )
    return found


def _documents(file: PatternFile, given: dict[str, Any], offsets: Tensor | None) -> Tensor | None:
    """The documents of a pattern: `offsets`, or those that the call gives by their name, such as spans of images."""
    found = given.get(file.documents_name) if file.offsets else None
    if found is None:
        return offsets
    if not isinstance(found, Tensor):
        raise ValueError(f"{file.documents_name}: {found!r}; {file.path} needs a tensor of offsets")
    if offsets is not None:
        raise NotImplementedError(
            f"{file.documents_name}: given for rows with padding or several sequences, whose documents follow from "
            "attention_mask and position_ids: pass rows of one whole sequence, or leave it out"
        )
    return found


def _places(file: PatternFile, placement: Placement, offsets: Tensor | None, query: Tensor) -> dict[str, Any]:
    """The arguments that say where the queries, keys and sequences of a call are."""
    q_offset, k_offset, n = placement.q_offset, placement.kv_offset, placement.kv_offset + placement.kv_length
    if file.by_distance:  # then steps from a cache of the newest keys are all the same call
        q_offset, k_offset, n = q_offset - k_offset, 0, placement.kv_length
        offsets = None if offsets is None else (offsets - placement.kv_offset).clamp(0, n)
    if isinstance(q_offset, Tensor):
        q_offset = q_offset.to(query.device, torch.int32).reshape(1)
    found: dict[str, Any] = {"q_offset": q_offset, "k_offset": k_offset}
    if offsets is not None:
        found[file.documents_name] = offsets.to(query.device)
    elif file.offsets:
        found[file.documents_name] = torch.arange(2, device=query.device) * n
    return found


def _by_sequence(
    attention: Callable[..., Any],
    file: PatternFile,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    placement: Placement,
    offsets: Tensor | None,
    arguments: dict[str, Any],
) -> Tensor:
    """One call for each sequence, in which positions count from its first token. Padding has output 0."""
    assert offsets is not None
    out = query.new_zeros(*query.shape[:3], value.shape[3])
    q_offset, k_offset = placement.q_offset, placement.kv_offset
    for entry, start, stop in rows_of(offsets, placement, query.shape[0]):
        one = slice(entry, entry + 1)
        keys = slice(max(start - k_offset, 0), stop - k_offset)
        first: int | Tensor
        if isinstance(q_offset, Tensor):
            queries, first = slice(None), (q_offset - start).to(query.device, torch.int32).reshape(1)
        else:
            queries = slice(max(start - q_offset, 0), max(stop - q_offset, 0))
            first = max(q_offset - start, 0)
        if query[one, :, queries].shape[2] == 0:
            continue
        places: dict[str, Any] = {"q_offset": first, "k_offset": max(k_offset - start, 0)}
        if file.offsets:
            places[file.documents_name] = torch.arange(2, device=query.device) * (stop - start)
        out[one, :, queries] = attention(
            query[one, :, queries], key[one, :, keys], value[one, :, keys], **places, **arguments
        )
    return out
