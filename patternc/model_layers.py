"""The patterns of a published model's layers, from the configuration that its weights come with (`config.json`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

Config: TypeAlias = Mapping[str, object]

SLIDING, FULL, CHUNKED = "sliding_attention", "full_attention", "chunked_attention"
"""The kinds of layers, as `layer_types` of a configuration calls them."""
WINDOWS = ("sliding_window", "attention_chunk_size", "local_attention")
"""The keys that say how far the queries of a layer attend."""

_WITHOUT_SOFTMAX = ("linear_attention", "mamba", "mamba2", "conv", "recurrent", "moe", "mlp")
"""Kinds of layers that have no pattern."""


@dataclass(frozen=True, slots=True)
class LayerKind:
    """The layers of one kind, and their pattern.

    `name`: the kind. `layers`: their indices, among `of` layers. `mask`: which keys their queries attend to.
    `statements`: inputs and score modifiers. `notes`: what a pattern does not say.
    """

    name: str
    layers: tuple[int, ...]
    of: int
    mask: str
    statements: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Family:
    """What the models of a type have in common.

    `defaults`: the values of keys that a configuration may leave out. `kinds`: which layers are of which kind, if the
    configuration does not say. `sinks`: the kinds whose softmax has one more logit for each head. `causal`: whether
    queries attend to no later key. `scores`: score modifiers that no key says.
    """

    defaults: Config = field(default_factory=dict)
    kinds: Callable[[Config, int], list[str]] | None = None
    sinks: tuple[str, ...] = ()
    causal: bool = True
    scores: tuple[str, ...] = ()


def kind_by_window(window: object) -> str:
    """The kind of a layer of which nothing is known but its window, or that it has none."""
    return FULL if window is None else SLIDING


def layer_kinds(config: Config) -> tuple[LayerKind, ...]:
    """The kinds of layers of a model, each once, in the order in which they begin.

    Raises:
        ValueError: a key has a value that it can't have, or says something about attention that no rule knows, or the
            type of the model is unknown and nothing says that it is causal; names the key.
    """
    config = _of_text(config)
    family = _family(config)
    known = {**family.defaults, **config}
    _refuse_unknown(known)
    count = _positive(known, ("num_hidden_layers", "n_layer", "num_layers"))
    assert count is not None
    names = _names(known, family, count)
    if len(names) != count:
        raise ValueError(f"layer_types: has {len(names)} entries, must have {count}, as num_hidden_layers says")
    scores, notes = (*_scores(known), *family.scores), _notes(known)
    found = []
    for name in dict.fromkeys(names):
        layers = tuple(place for place, one in enumerate(names) if one == name)
        if name in _WITHOUT_SOFTMAX:
            continue
        sink = ("input sinks: table(heads)", "score sink(@sinks)") if _has_sink(known, family, name) else ()
        found.append(LayerKind(name, layers, count, _mask(name, known, family), (*scores, *sink), notes))
    if not found:
        raise ValueError(f"layer_types: no layer has softmax attention, all are {' or '.join(dict.fromkeys(names))}")
    return tuple(found)


def pattern_text(kind: LayerKind, model: str, files: Mapping[str, str]) -> str:
    """The pattern file of a kind of layers; `files`: the names of those of all kinds of the model."""
    quoted = {name: f'"{file}"' for name, file in files.items()}
    every = ", ".join(f'"{name}": {file}' for name, file in quoted.items())
    given = f"{{{every}}}" if len(files) > 1 else quoted[kind.name]
    inputs = [one for one in kind.statements if one.startswith("input ")]
    scores = [one for one in kind.statements if not one.startswith("input ")]
    lines = [
        f"# {model}, {_ranges(kind.layers)} of {kind.of}",
        *(f"# {note}" for note in kind.notes),
        "#",
        "# from patternc.integrations.transformers import register",
        f'# register("patterns", {given})',
        '# AutoModelForCausalLM.from_pretrained(NAME, attn_implementation="patterns")',
        f"pattern {kind.name} {{",
        *(f"    {one}" for one in (*inputs, f"attend {kind.mask}", *scores)),
        "}",
        "",
    ]
    return "\n".join(lines)


def _ranges(layers: Sequence[int]) -> str:
    """Indices of layers in words: `layers 0-4, 6-10`."""
    runs = [[one for _, one in group] for _, group in groupby(enumerate(layers), lambda one: one[1] - one[0])]
    told = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"layer{'s' if len(layers) > 1 else ''} {told}"


# ---- which layers are of which kind ----------------------------------------------------------------------------------
def _of_text(config: Config) -> Config:
    """The configuration of the text of a model of several parts."""
    if config.get("is_encoder_decoder"):
        raise ValueError(
            "is_encoder_decoder: an encoder and a decoder with one configuration have no pattern in common"
        )
    inner = config.get("text_config")
    return _of_text(inner) if isinstance(inner, dict) else config


def _family(config: Config) -> _Family:
    name = config.get("model_type")
    if name in FAMILIES:
        return FAMILIES[str(name)]
    architectures = config.get("architectures")
    written = architectures if isinstance(architectures, list) else []
    if any(str(one).endswith(("ForCausalLM", "LMHeadModel")) for one in written):
        return _Family()
    raise ValueError(
        f"model_type: {name!r} is unknown, and no entry of `architectures` ends in ForCausalLM, which would say that "
        "its layers are causal: write the patterns by hand"
    )


def _names(config: Config, family: _Family, count: int) -> list[str]:
    """The kind of each layer."""
    listed = config.get("layer_types")
    if listed is not None:
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise ValueError(f"layer_types: {listed!r}, must be a list of names")
        return listed
    if family.kinds is not None:
        return family.kinds(config, count)
    if config.get("attention_chunk_size") is not None:
        return _chunked(config, count)
    pattern = config.get("sliding_window_pattern", config.get("_sliding_window_pattern"))
    if pattern is not None and _window(config) is not None:
        every = _positive({"sliding_window_pattern": pattern}, ("sliding_window_pattern",))
        assert every is not None
        return _but_each(every)(config, count)
    if "max_window_layers" in config:
        return _from_a_layer(config, count)
    return [kind_by_window(_window(config))] * count


def _window(config: Config) -> int | None:
    """The positions of a window, with the query's own; None without one, or where it is switched off."""
    if config.get("use_sliding_window") is False:
        return None
    before = _positive(config, ("sliding_window_size",), optional=True)  # without the query's own
    return before + 1 if before is not None else _positive(config, ("sliding_window",), optional=True)


def _but_each(every: int) -> Callable[[Config, int], list[str]]:
    """Sliding layers, but for each so-many-th one."""

    def kinds(config: Config, count: int) -> list[str]:
        given = config.get("sliding_window_pattern", config.get("_sliding_window_pattern"))
        period = every if given is None else _positive({"sliding_window_pattern": given}, ("sliding_window_pattern",))
        assert period is not None
        if _window(config) is None:
            return [FULL] * count
        return [SLIDING if (place + 1) % period else FULL for place in range(count)]

    return kinds


def _from_a_layer(config: Config, count: int) -> list[str]:
    """Sliding layers from `max_window_layers` on."""
    first = config.get("max_window_layers")
    if not isinstance(first, int):
        raise ValueError(f"max_window_layers: {first!r}, must be a whole number")
    sliding = _window(config) is not None
    return [SLIDING if sliding and place >= first else FULL for place in range(count)]


def _chunked(config: Config, count: int) -> list[str]:
    """Chunked layers where positions are rotated, and full ones where they are not."""
    rotated = config.get("no_rope_layers")
    if not rotated:
        interval = _positive({"no_rope_layer_interval": 4, **config}, ("no_rope_layer_interval",))
        assert interval is not None
        rotated = [int((place + 1) % interval != 0) for place in range(count)]
    if not isinstance(rotated, list) or len(rotated) != count:
        raise ValueError(f"no_rope_layers: {rotated!r}, must be a list with 0 or 1 for each of {count} layers")
    chunked = config.get("attention_chunk_size") is not None
    return [CHUNKED if one and chunked else FULL for one in rotated]


def _not_rotated(config: Config, count: int) -> list[str]:
    """Sliding layers where positions are not rotated."""
    rotated = [one == CHUNKED for one in _chunked({**config, "attention_chunk_size": 1}, count)]
    sliding = _window(config) is not None
    return [SLIDING if sliding and not one else FULL for one in rotated]


def _of_mimo(config: Config, count: int) -> list[str]:
    """Full layers at the beginning and at each sixth place, or where `hybrid_layer_pattern` has 0."""
    listed = config.get("hybrid_layer_pattern")
    if listed is None:
        return [FULL if place == 0 or (place + 1) % 6 == 0 else SLIDING for place in range(count)]
    if not isinstance(listed, list):
        raise ValueError(f"hybrid_layer_pattern: {listed!r}, must be a list with 0 or 1 for each layer")
    return [SLIDING if one else FULL for one in listed]


def _of_modernbert(config: Config, count: int) -> list[str]:
    """Full layers at each so-many-th place, beginning with the first."""
    every = _positive({"global_attn_every_n_layers": 3, **config}, ("global_attn_every_n_layers",))
    assert every is not None
    return [SLIDING if place % every else FULL for place in range(count)]


def _sliding_if_given(config: Config, count: int) -> list[str]:
    return [kind_by_window(_window(config))] * count


# ---- what they attend to ---------------------------------------------------------------------------------------------
def _mask(name: str, config: Config, family: _Family) -> str:
    """The mask of a kind of layers."""
    both = not family.causal or bool(config.get("use_bidirectional_attention")) or config.get("is_causal") is False
    match name:
        case "full_attention":
            return "full" if both else "causal"
        case "sliding_attention" if "local_attention" in config:
            width = _positive(config, ("local_attention",))
            assert width is not None
            return f"window({width // 2})" if both else f"window({width // 2}, 0)"
        case "sliding_attention":
            window = _window(config)
            if window is None:
                raise ValueError("sliding_window: is missing, and layer_types has sliding_attention")
            return f"window({window // 2})" if both else f"window({window - 1}, 0)"
        case "chunked_attention" if not both:
            size = _positive(config, ("attention_chunk_size",))
            return f"segment({size}) & causal"
        case _:
            raise ValueError(f"layer_types: {name!r} is a kind of layer that no rule knows")


def _scores(config: Config) -> tuple[str, ...]:
    """The score modifiers of all layers."""
    found = []
    if config.get("scale_attn_weights") is False:
        raise ValueError("scale_attn_weights: False, and no rule knows by what scores are divided then")
    scale = _scale(config)
    if scale is not None:
        found.append(f"score scale({scale!r})")
    cap = config.get("attn_logit_softcapping")
    if cap is not None:
        found.append(f"score softcap({_number(config, 'attn_logit_softcapping')!r})")
    return tuple(found)


def _scale(config: Config) -> float | None:
    """The factor of the scores where it is not 1/sqrt(head_dim)."""
    if config.get("attention_multiplier") is not None:
        return _number(config, "attention_multiplier")
    if config.get("query_pre_attn_scalar") is None:
        return None
    scalar = _number(config, "query_pre_attn_scalar")
    size = _head_dim(config)
    return None if size == scalar else float(scalar**-0.5)


def _head_dim(config: Config) -> float | None:
    if config.get("head_dim") is not None:
        return _number(config, "head_dim")
    if config.get("hidden_size") is None or config.get("num_attention_heads") is None:
        return None
    return _number(config, "hidden_size") // _number(config, "num_attention_heads")


def _notes(config: Config) -> tuple[str, ...]:
    """Sizes of heads where values have another one than keys, which tensors say."""
    if config.get("model_type") not in FAMILIES:
        return ("this type of model is not known: what its code does beside what its configuration says is not here",)
    plain, rotated, values = (config.get(key) for key in ("qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"))
    if isinstance(plain, int) and isinstance(rotated, int) and isinstance(values, int):
        return (f"queries and keys of {plain + rotated} numbers, of which {rotated} are rotated; values of {values}",)
    keys = _head_dim(config)
    if isinstance(values, int) and keys is not None and values != keys:
        return (f"queries and keys of {keys:g} numbers, values of {values}",)
    return ()


def _has_sink(config: Config, family: _Family, name: str) -> bool:
    """Whether the softmax of a kind of layers has one more logit for each head."""
    key = {SLIDING: "add_swa_attention_sink_bias", FULL: "add_full_attention_sink_bias"}.get(name, "")
    return bool(config[key]) if key in config else name in family.sinks


# ---- values ----------------------------------------------------------------------------------------------------------
def _positive(config: Config, keys: Sequence[str], optional: bool = False) -> int | None:
    """A whole number above 0, of the first key that is given; None if it is optional, and not given."""
    key = next((one for one in keys if config.get(one) is not None), None)
    if key is None and optional:
        return None
    if key is None:
        raise ValueError(f"{keys[0]}: is missing")
    value = config[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{key}: {value!r}, must be a whole number above 0")
    return value


def _number(config: Config, key: str) -> float:
    value = config[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ValueError(f"{key}: {value!r}, must be a number above 0")
    return value


_ABOUT_ATTENTION = re.compile(
    r"attn|attention|window|chunk|sparse|(^|_)swa(_|$)|sink|alibi|^index_|causal|bidirectional|dilat|layer_types|"
    r"no_rope|hybrid_layer|use_cross"
)
_READ_OF = {
    "gemma3_text": {"use_bidirectional_attention"},
    "mimo_v2_flash": {
        "sliding_window_size",
        "hybrid_layer_pattern",
        "add_swa_attention_sink_bias",
        "add_full_attention_sink_bias",
    },
}
"""Those that rules read for one type of model."""
_READ = {
    *WINDOWS,
    *("layer_types", "sliding_window_pattern", "_sliding_window_pattern", "use_sliding_window"),
    *(
        "max_window_layers",
        "no_rope_layers",
        "no_rope_layer_interval",
        "attn_logit_softcapping",
        "attention_multiplier",
    ),
    *("global_attn_every_n_layers", "is_causal", "query_pre_attn_scalar"),
}
"""The keys about attention that rules read."""
_BESIDE = {
    *("attention_bias", "attention_dropout", "attention_out_bias", "attention_probs_dropout_prob", "attn_bias"),
    *("attn_dropout", "attn_pdrop", "attn_implementation", "_attn_implementation", "num_attention_heads"),
    *("num_attention_heads_per_layer", "output_attentions", "mlp_layer_types", "decoder_sparse_step"),
    *("chunk_size_feed_forward", "attention_value_scale", "attention_projection_layout", "attention_hidden_size"),
    *("attn_temperature_tuning", "attn_scale", "attention_in_multiplier", "attention_out_multiplier"),
    *("scale_attn_weights", "attention_softmax_in_fp32"),
    *("sparse_prediction", "sparse_pred_ignore_index"),
    *("swa_num_attention_heads", "swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim", "swa_rope_theta"),
    *("attention_k_eq_v", "cross_attention_hidden_size", "attention_layer_norm", "use_attention_layer_norm"),
}
"""Those that say nothing about which keys a query attends to, nor of its softmax."""


def _refuse_unknown(config: Config) -> None:
    """Refuse what is said about attention and is not understood."""
    known = _READ | _BESIDE | _READ_OF.get(str(config.get("model_type")), set())
    for key, value in config.items():
        said = value not in (None, False, 0, [], {}, "")
        if said and _ABOUT_ATTENTION.search(key) and key not in known:
            raise ValueError(f"{key}: {value!r} is about attention, and no rule knows it: write the patterns by hand")


# ---- families --------------------------------------------------------------------------------------------------------
_PLAIN = _Family()
_GEMMA = {"sliding_window": 4096, "query_pre_attn_scalar": 256, "head_dim": 256}
_QWEN = _Family({"use_sliding_window": False, "sliding_window": 4096, "max_window_layers": 28}, _from_a_layer)
FAMILIES: Mapping[str, _Family] = {
    **dict.fromkeys(("deepseek_v2", "deepseek_v3", "gemma", "glm", "glm4", "gpt_neox", "granite", "llama"), _PLAIN),
    **dict.fromkeys(("cohere", "helium", "nemotron", "olmo", "olmo2", "olmoe", "phi", "seed_oss", "stablelm"), _PLAIN),
    **dict.fromkeys(("mixtral", "phi3", "phimoe", "starcoder2", "ministral3"), _Family(kinds=_sliding_if_given)),
    "gpt2": _PLAIN,
    "bloom": _Family(scores=("score alibi",)),
    "mistral": _Family({"sliding_window": 4096}, _sliding_if_given),
    "ministral": _Family({"sliding_window": 4096}, _sliding_if_given),
    "gemma2": _Family({**_GEMMA, "attn_logit_softcapping": 50.0}, _but_each(2)),
    "gemma3_text": _Family(_GEMMA, _but_each(6)),
    "gpt_oss": _Family({"sliding_window": 128}, _but_each(2), (SLIDING, FULL)),
    "llama4_text": _Family({"attention_chunk_size": 8192, "no_rope_layer_interval": 4}, _chunked),
    "cohere2": _Family({"sliding_window": 4096}, _but_each(4)),
    "olmo3": _Family({"sliding_window": 4096}, _but_each(4)),
    "exaone4": _Family({"sliding_window": 4096}, _but_each(4)),
    "smollm3": _Family({"use_sliding_window": False}, _not_rotated),
    **dict.fromkeys(("qwen2", "qwen2_moe", "qwen3"), _QWEN),
    "qwen3_moe": _Family({"use_sliding_window": False, "sliding_window": 4096}, _sliding_if_given),
    "mimo_v2_flash": _Family({"sliding_window": 129}, _of_mimo, (SLIDING,)),
    "modernbert": _Family({"local_attention": 128, "num_hidden_layers": 22}, _of_modernbert, causal=False),
}
"""The models that are known by their type; all others by what their configurations say."""
