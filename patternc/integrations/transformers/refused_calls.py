"""Calls of models that a pattern can't answer, and those that contradict it: errors that say what to write instead."""

from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from patternc.integrations.pattern_files import PatternFile
from patternc.integrations.transformers.call_place import Placement


def placement_of(
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


def refuse_call(file: PatternFile, placement: Placement, module: Any, query: Tensor) -> None:
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
    kept, needed = placement.kept, file.farthest_back
    if kept is not None and (needed is None or needed > kept):
        far = "any number of" if needed is None else needed
        raise ValueError(
            f"{file.path}: a query attends to keys {far} positions before it, but the cache of this layer keeps "
            f"{kept} of a row, by config.sliding_window: pass cache=DynamicCache(), without a config, which keeps all, "
            "or change one of the two"
        )
    heads = getattr(module.config, "num_attention_heads", query.shape[1])
    if file.reads_heads and heads != query.shape[1]:
        raise NotImplementedError(
            f"{file.path}: its heads differ, and this rank has {query.shape[1]} of {heads}: run it without tensor "
            "parallelism, or write a pattern that is the same for all heads"
        )


def refuse_scores(file: PatternFile, scaling: float | None, softcap: float | None, s_aux: Tensor | None) -> None:
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
