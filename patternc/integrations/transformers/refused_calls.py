"""Calls of models that a pattern can't answer, and those that contradict it: errors that say what to write instead."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from patternc.integrations.pattern_files import PatternFile
from patternc.integrations.transformers.call_place import Placement
from patternc.integrations.transformers.registration import REGISTERED

OTHER_KEYS = {"key_value_states", "encoder_hidden_states", "cross_attention_states", "context", "key", "keys"}
"""The parameters of layers that take the keys of another sequence."""


def placement_of(
    mask: Placement | Tensor | None, module: Any, query: Tensor, key: Tensor, given: dict[str, Any]
) -> Placement:
    """Where the queries [B, H, Nq, D] and keys [B, Hkv, Nk, D] of a layer's call are: `mask`, or None for whole rows.

    Raises:
        NotImplementedError: no pattern answers such calls; the message says what to do instead.
    """
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
            "position_bias: a pattern adds biases by itself: `score bias(@table)`, `score bias(@pairs)`, `score alibi`"
        )
    mask = Placement(key.shape[2], 0, 0, None, True) if mask is None else mask
    if _is_cross(module) or mask.kv_length != key.shape[2] or (mask.whole and query.shape[2] != key.shape[2]):
        raise NotImplementedError(
            f"{type(module).__name__} has {query.shape[2]} queries and {key.shape[2]} keys of another sequence, as "
            f"cross attention has: a pattern is of one sequence; {_elsewhere(module)}"
        )
    return mask


def _is_cross(module: Any) -> bool:
    """Whether a layer attends to keys of another sequence, or can be given them and does not say that it never is.

    Calls don't tell: a mask of padding is made for both, and lengths may be equal by chance.
    """
    said = getattr(module, "is_cross_attention", None)
    if said is not None:
        return bool(said)
    if getattr(module, "is_causal", False):
        return False
    if "CrossAttention" in type(module).__name__:
        return True
    return getattr(module, "is_decoder", True) and _can_be_given_keys(type(module))


@torch.compiler.assume_constant_result  # type: ignore[untyped-decorator]
def _can_be_given_keys(layer: type[Any]) -> bool:
    return not OTHER_KEYS.isdisjoint(inspect.signature(layer.forward).parameters)


def _elsewhere(module: Any) -> str:
    """Advice for a model some of whose layers a pattern can't serve. Layers only know the config of their part."""
    if getattr(module.config, "is_encoder_decoder", False):
        return "encoder and decoder share a config, and so one attn_implementation: use another one, such as 'sdpa'"
    return (
        "use another attn_implementation, such as 'sdpa', for all layers of this config, and NAME for parts that have "
        "one of their own: attn_implementation={'text_config': NAME} for the text of a model of images and text, or "
        "{'encoder': NAME} for the encoder of T5Gemma"
    )


def refuse_call(file: PatternFile, placement: Placement, module: Any, query: Tensor) -> None:
    """Refuse a pattern for a layer, or for what the layer's cache holds."""
    later = isinstance(placement.q_offset, Tensor) or placement.q_offset != 0
    if file.causal and getattr(module, "is_causal", True) is False:
        raise ValueError(
            f"{file.path}: the pattern is causal, but {type(module).__name__} attends in both directions: write a "
            f"pattern that does, if all layers may have it; if not, {_elsewhere(module)}"
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


def refuse_rows(file: PatternFile) -> None:
    """Refuse inputs with rows of a call whose sequences are called one by one, or whose rows are moved."""
    for name in file.placed[:1]:
        raise NotImplementedError(
            f"{name}: an input of {file.path} with numbers for each position, given for rows with padding or several "
            "sequences, which it does not follow: pass rows of one whole sequence"
        )


def reads_targets(file: PatternFile, module: Any, given: Mapping[str, Any]) -> bool:
    """Whether a pattern lets a causal layer attend to what it is to predict, other than in documents of the call."""
    causal = getattr(module, "is_causal", False) and getattr(module.config, "is_causal", True)
    return causal and not file.causal and not (file.offsets and file.documents_name in given)


@torch.compiler.assume_constant_result  # type: ignore[untyped-decorator]
def warn_of_targets(name: str, kind: str, layer: str) -> None:
    """Say it once for each registered pattern and class of layers."""
    registered = REGISTERED[name]
    if (kind, layer) not in registered.warned:
        registered.warned.add((kind, layer))
        warnings.warn(
            f"{registered.files[kind].path}: queries may attend to later keys, but {layer} is causal: a model that "
            "learns to predict the next token finds it there; write `where causal`, or set config.is_causal = False",
            stacklevel=2,
        )
