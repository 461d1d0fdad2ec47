"""The attention function of registered patterns: what a model passes, as a call of a generated module."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor

from patternc import loaded
from patternc.document_offsets import begins
from patternc.integrations.pattern_files import Additions, PatternFile
from patternc.integrations.transformers.call_place import Placement
from patternc.integrations.transformers.registration import REGISTERED
from patternc.integrations.transformers.shared_sequence import over_ring

AHEAD = (
    "jump ahead within a row or begin after 0, as where a rank holds parts of a sequence (context parallelism): keys "
    "on other ranks would be missing; pass the ranks that share it: register(NAME, PATTERNS, mesh=MESH)"
)
_PARALLEL = "torch.distributed.tensor.experimental"
"""Where the function is that stands for scaled_dot_product_attention inside of torch's context_parallel."""
SHARED = (
    "torch's context_parallel shares this sequence among ranks, so that keys would be missing: pass its mesh, "
    "register(NAME, PATTERNS, mesh=MESH)"
)


class Row(NamedTuple):
    """A sequence of a batch: positions `start <= x < stop` of the row `entry`."""

    entry: int
    start: int
    stop: int


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
    placement = _placement(attention_mask, module, query, key, given)
    _refuse(file, placement, module, query)
    _agree(file, scaling, softcap, s_aux)
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
    offsets = _offsets(placement, position_ids, cu_seq_lens_q, query.shape[0])
    if offsets is not None and not file.by_distance and torch.compiler.is_compiling():
        _assert_single(offsets, placement)
        offsets = None
    separate = offsets is not None and not file.by_distance
    documents = _documents(file, given, offsets)
    module_name = _module_name(
        name,
        kind,
        offsets is not None and not separate and not file.offsets,
        cap,
        sink,
        dropout > 0.0,
        query.device.type,
    )
    attention = getattr(loaded, module_name).attention
    if dropout > 0.0:
        arguments |= {"dropout": dropout, "seed": torch.randint(2**31, (), device="cpu")}
    if separate:
        out = _by_sequence(attention, file, query, key, value, placement, offsets, arguments)
    else:
        out = attention(query, key, value, **_places(file, placement, documents, query), **arguments)
    return out.transpose(1, 2).contiguous(), None


@torch.compiler.assume_constant_result  # type: ignore[untyped-decorator]
def _module_name(
    name: str, kind: str, documents: bool, softcap: float | None, sink: bool, dropout: bool, device: str
) -> str:
    """The name in `patternc.loaded` of the module for calls of this form, which is made when it is first needed.

    Code that torch compiles calls this function once, while it is traced. It can hold a name, but no function.
    """
    module = REGISTERED[name].files[kind].module(Additions(documents, softcap, sink, dropout), device)
    return module.__name__.rpartition(".")[2]


def _placement(
    mask: Placement | Tensor | None, module: Any, query: Tensor, key: Tensor, given: dict[str, Any]
) -> Placement:
    if isinstance(mask, Tensor):
        raise NotImplementedError(
            f"attention_mask has shape {tuple(mask.shape)}, must be None or [batch, positions]: write the mask of "
            "pairs as a pattern, or use another attn_implementation"
        )
    if given.get("output_attentions"):
        raise NotImplementedError(
            "output_attentions: the weights are never made; use attn_implementation='eager' to look at them"
        )
    if given.get("position_bias") is not None:
        raise NotImplementedError(
            "position_bias: a pattern adds biases by `score bias(@table)` or `score alibi`, not a tensor of pairs"
        )
    if mask is None:
        mask = Placement(query.shape[2], key.shape[2], 0, 0, None, True)
    cross = getattr(module, "is_cross_attention", False) or (mask.whole and query.shape[2] != key.shape[2])
    if cross or mask.kv_length != key.shape[2]:
        raise NotImplementedError(
            f"{type(module).__name__} has {query.shape[2]} queries and {key.shape[2]} keys of another sequence, as "
            "cross attention has: a pattern is of one sequence; set attn_implementation of that part of the model"
        )
    return mask


def _refuse(file: PatternFile, placement: Placement, module: Any, query: Tensor) -> None:
    later = isinstance(placement.q_offset, Tensor) or placement.q_offset != 0
    if file.causal and getattr(module, "is_causal", True) is False:
        raise ValueError(
            f"{file.path}: the pattern is causal, but {type(module).__name__} attends in both directions: if that is "
            "the vision tower of a model, pass attn_implementation={'text_config': NAME}"
        )
    if later and not file.causal:
        raise NotImplementedError(
            f"{file.path}: queries may attend to later keys, which a cache does not hold yet: write `where causal` to "
            "generate, or pass use_cache=False"
        )
    if not isinstance(placement.q_offset, Tensor) and placement.kv_offset > 0:
        kept, needed = placement.q_offset - placement.kv_offset, file.farthest_back
        if needed is None or needed > kept:
            far = "any number of" if needed is None else needed
            raise ValueError(
                f"{file.path}: a query attends to keys {far} positions before it, but the cache of this layer keeps "
                f"{kept}, by config.sliding_window: pass cache=DynamicCache(), without a config, which keeps all, or "
                "change one of the two"
            )
    heads = getattr(module.config, "num_attention_heads", query.shape[1])
    if file.reads_heads and heads != query.shape[1]:
        raise NotImplementedError(
            f"{file.path}: its heads differ, and this rank has {query.shape[1]} of {heads}: run it without tensor "
            "parallelism, or write a pattern that is the same for all heads"
        )


def _agree(file: PatternFile, scaling: float | None, softcap: float | None, s_aux: Tensor | None) -> None:
    """Refuse a call and a pattern that state different scores."""
    if file.scale is not None and scaling is not None and not math.isclose(file.scale, scaling, rel_tol=1e-6):
        raise ValueError(f"{file.path}: `score scale({file.scale:g})`, but the model scales by {scaling:g}: remove it")
    if None not in (file.softcap, softcap) and file.softcap != softcap:
        raise ValueError(
            f"{file.path}: `score softcap({file.softcap:g})`, but the model caps at {softcap:g}: remove the statement, "
            "the model's is used then"
        )
    if file.sink is not None and s_aux is None:
        raise ValueError(
            f"{file.path}: `score sink(@{file.sink})`, but the model passes no sink logits (s_aux): remove the "
            "statement"
        )


def _given(name: str, given: dict[str, Any], file: PatternFile) -> Tensor:
    """An input of the pattern among the arguments of the model's call."""
    found = given.get(name)
    if not isinstance(found, Tensor):
        raise ValueError(
            f"{file.path}: the pattern has the input `{name}`; pass it to the model: model(..., {name}=TENSOR)"
        )
    return found


def _offsets(
    placement: Placement, position_ids: Tensor | None, cu_seq_lens: Tensor | None, batch: int
) -> Tensor | None:
    """[B, D + 1] or [D + 1]: where sequences begin in the rows of a call, then the length; None: each row is one."""
    n = placement.kv_offset + placement.kv_length
    if placement.tokens is not None:
        first = torch.zeros_like(placement.tokens[:, :1])
        return torch.cat([first, placement.tokens, first + n], 1)
    if not placement.whole:
        return None
    if not torch.compiler.is_compiling() and _is_shared():
        raise NotImplementedError(SHARED)
    if cu_seq_lens is not None:
        return cu_seq_lens
    if position_ids is None or position_ids.dim() != 2 or position_ids.shape[1] != n:
        return None
    if torch.compiler.is_compiling():
        begins: Tensor | None = _begins(position_ids)
        torch._assert_async(~_jumps(position_ids), f"position_ids {AHEAD}")
    elif position_ids.is_inference():
        begins = _begins_if_several(position_ids, 0)
    else:
        begins = _begins_of_last(position_ids, position_ids._version)
    return None if begins is None else torch.cat([begins, torch.zeros_like(begins[:, :1]) + n], 1).expand(batch, -1)


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


def _is_shared() -> bool:
    """Whether torch's context_parallel is in force, as within accelerate's maybe_context_parallel."""
    return str(torch.nn.functional.scaled_dot_product_attention.__module__).startswith(_PARALLEL)


def _begins(position_ids: Tensor) -> Tensor:
    """[B or 1, n]: the positions at which `position_ids` [B or 1, n] begins and restarts, then n."""
    starts = position_ids.diff(dim=1, prepend=position_ids[:, :1] - 1) != 1
    return begins(starts | (torch.arange(position_ids.shape[1], device=position_ids.device) == 0))


def _begins_if_several(position_ids: Tensor, _version: int) -> Tensor | None:
    """`_begins` without columns that are n in every row; None if no row restarts. It waits for the device."""
    begins = _begins(position_ids)
    several = (begins < position_ids.shape[1]).sum(1).max()
    most, jumps = torch.stack([several, _jumps(position_ids).to(several.dtype)]).tolist()
    if jumps:
        raise NotImplementedError(f"position_ids {AHEAD}")
    return None if most == 1 else begins[:, :most]


def _jumps(position_ids: Tensor) -> Tensor:
    """Whether positions jump ahead anywhere, or begin after 0: bool []."""
    return (position_ids.diff(dim=1, prepend=torch.zeros_like(position_ids[:, :1])) > 1).any()


_begins_of_last = functools.lru_cache(maxsize=1)(_begins_if_several)
"""All layers of a forward pass have the same positions: they wait for the device once."""


def _assert_single(offsets: Tensor, placement: Placement) -> None:
    """Let a compiled graph fail, when it runs, for a batch in which a row is not one whole sequence.

    Such rows are one call for each sequence if the pattern depends on where a sequence begins, and no graph has calls
    whose number depends on positions.
    """
    inner, n = offsets[..., 1:-1], placement.kv_offset + placement.kv_length
    single = (inner[:, 0] == 0) if placement.tokens is not None else (inner == 0) | (inner == n)
    torch._assert_async(
        single.all(),
        "the pattern depends on where a sequence begins, and a row has padding before it or several packed sequences: "
        "do not compile the model for such batches",
    )


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
    for entry, start, stop in _rows(offsets, placement, query.shape[0]):
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


def _rows(offsets: Tensor, placement: Placement, batch: int) -> Iterator[Row]:
    """The sequences of a call, without padding."""
    if placement.tokens is not None:
        for entry, (start, stop) in enumerate(placement.tokens.tolist()):
            n = placement.kv_offset + placement.kv_length
            yield Row(entry, start, n if isinstance(placement.q_offset, Tensor) else stop)
        return
    for entry, places in enumerate(offsets.expand(batch, -1).tolist()):
        for start, stop in itertools.pairwise(places):
            if start < stop:
                yield Row(entry, start, stop)
