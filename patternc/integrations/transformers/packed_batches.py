"""Continuous batching of transformers: sequences of unlike lengths in one call, whose keys it keeps in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from torch import Tensor
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedModel

from patternc import loaded
from patternc.integrations.pattern_files import PatternFile, refuse_scale, refuse_scores
from patternc.integrations.transformers.attention_call import module_name
from patternc.integrations.transformers.call_place import Placement
from patternc.integrations.transformers.refused_calls import refuse_call
from patternc.integrations.transformers.registration import PACKED, REGISTERED, Layer, Registered, layer_kind
from patternc.model_layers import SLIDING


@contextmanager
def serving(model: PreTrainedModel) -> Iterator[PreTrainedModel]:
    """Let continuous batching run the registered patterns of a model: `generate_batch`, and what else packs sequences.

        with serving(model):
            model.generate_batch(prompts, max_new_tokens=100)

    transformers writes new keys to their pages and reads those of each call from them; patterns attend to what it read,
    all sequences in one call of `attention_varlen`. In layers that slide, it keeps the keys of the window.

    Args:
        model: whose `attn_implementation`, or that of a part, is a registered name.

    Raises:
        ValueError: no part has a registered pattern, or a cache keeps fewer keys than a pattern attends to.
        NotImplementedError: continuous batching can't run a pattern; the message says what to write instead.
    """
    configs = {id(one.config): one.config for one in model.modules() if isinstance(one, PreTrainedModel)}
    names = {key: config._attn_implementation for key, config in configs.items()}
    known = {key: name for key, name in names.items() if name in REGISTERED}
    served = [
        name
        for name in names.values()
        if name and name.removesuffix(PACKED) in REGISTERED and name not in known.values()
    ]
    if served:
        raise ValueError(f"model: is served already, as {served[0]}: leave the other `serving` first")
    if not known:
        told = ", ".join(sorted({str(name) for name in names.values()}))
        raise ValueError(
            f"model: its attn_implementation is {told}, must be a registered name: register(NAME, 'FILE.pat') and "
            "model.set_attn_implementation(NAME)"
        )
    for layer in model.modules():
        if isinstance(getattr(layer, "layer_idx", None), int) and hasattr(layer, "is_causal"):
            name = names.get(id(layer.config))
            if name in REGISTERED:
                refuse_layer(REGISTERED[name], layer)
    for name in set(known.values()):
        AttentionInterface.register(name + PACKED, partial(attend_packed, name))
        AttentionMaskInterface.register(name + PACKED, no_mask)
    try:
        for key, name in known.items():
            configs[key]._attn_implementation_internal = name + PACKED
        yield model
    finally:
        for key, name in known.items():
            if configs[key]._attn_implementation == name + PACKED:  # not another one that was set meanwhile
                configs[key]._attn_implementation_internal = name


def no_mask(**_given: object) -> None:
    """The mask interface of packed sequences: the lengths say all."""


def attend_packed(
    name: str,
    module: Layer,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    _mask: None,
    scaling: float | None = None,
    dropout: float = 0.0,
    softcap: float | None = None,
    s_aux: Tensor | None = None,
    cu_seq_lens_q: Tensor | None = None,
    cu_seq_lens_k: Tensor | None = None,
    max_length_q: int | None = None,
    max_length_k: int | None = None,
    **_given: Any,
) -> tuple[Tensor, None]:
    """The attention interface of packed sequences, of the pattern that `name` has for the layer `module`.

    Args:
        name: the registered name.
        module: the attention layer; its config and `layer_idx` give the layer's kind.
        query: [1, H, tokens, D], of all sequences one after the other: of each the last positions.
        key: [1, Hkv, keys, D], likewise; of layers that slide the last keys of each.
        value: like key.
        _mask: None, as lengths say all.
        scaling: factor of the scores.
        dropout: 0.
        softcap: the cap of the scores.
        s_aux: [H], the logits of sinks.
        cu_seq_lens_q: [sequences + 1], where the queries of each begin.
        cu_seq_lens_k: [sequences + 1], where the keys of each begin.
        max_length_q: the most queries of a sequence.
        max_length_k: the most keys of a sequence.
        _given: other arguments of the model's call.

    Returns:
        [1, tokens, H, D], and None for the weights, which are never made.

    Raises:
        NotImplementedError: what a pattern can't do; the message says what to write instead.
        ValueError: the call and the pattern disagree, or it is no call of continuous batching.
    """
    registered = REGISTERED[name]
    registered.confirm(module.config)
    kind = registered.kind_of(module)
    file = registered.files[kind]
    if cu_seq_lens_q is None or not isinstance(cu_seq_lens_k, Tensor) or len(query) != 1:
        raise ValueError(
            f"{name}: within `serving`, calls are those of continuous batching of transformers 5.24, such as "
            "model.generate_batch(...): leave it for other calls"
        )
    if dropout > 0.0:
        raise NotImplementedError(f"dropout: {dropout}, must be 0: call model.eval() before continuous batching")
    refuse_call(file, Placement(key.shape[2], 1, 0, None, whole=False), module, query)
    refuse_scores(file, scaling, softcap, s_aux)
    cap = softcap if softcap is not None and file.softcap is None else None
    own = module_name(name, kind, False, cap, s_aux is not None and file.sink is None, False, query.device.type)
    attention: Callable[..., Tensor] = getattr(loaded, own).attention_varlen
    arguments: dict[str, Any] = {} if file.scale is not None else {"softmax_scale": scaling}
    arguments |= {} if s_aux is None else {file.sink_name: s_aux}
    rows = (x[0].transpose(0, 1) for x in (query, key, value))
    out = attention(*rows, cu_seq_lens_q, cu_seq_lens_k, max_length_q, max_length_k, **arguments)
    return out.unsqueeze(0), None


def refuse_layer(registered: Registered, layer: Any) -> None:
    """Refuse a pattern for a layer whose calls are those of continuous batching: errors there are only logged."""
    registered.confirm(layer.config)
    file = registered.files[registered.kind_of(layer)]
    refuse_scale(file, getattr(layer, "scaling", None))
    given = [*file.offsets, *file.others]
    if registered.mesh is not None:
        raise NotImplementedError(
            f"{registered.name}: continuous batching shares no sequence over a mesh: register the patterns without one"
        )
    if given:
        raise NotImplementedError(
            f"{file.path}: continuous batching passes no tensors, and the pattern has the input `{given[0]}`: write a "
            "pattern without it"
        )
    if not file.causal:
        raise NotImplementedError(
            f"{file.path}: queries may attend to later keys, which a cache does not hold yet: write `where causal`"
        )
    if layer_kind(layer) == SLIDING:
        refuse_trimmed(file, layer.config.sliding_window)


def refuse_trimmed(file: PatternFile, window: int) -> None:
    """Refuse a pattern for layers that slide: their caches keep the last `window` keys, wherever these stand."""
    needed = file.farthest_back
    if file.by_distance and needed is not None and needed < window:
        return
    far = "any number of" if needed is None else needed
    reason = (
        f"attends to keys {far} positions before a query" if file.by_distance else "depends on where a sequence begins"
    )
    raise ValueError(
        f"{file.path}: {reason}, but the cache of this layer keeps {window} keys with the query's own, by "
        f"config.sliding_window: write a window of at most {window - 1} before it, or change config.layer_types"
    )
