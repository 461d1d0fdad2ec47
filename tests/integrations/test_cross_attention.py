"""Cross attention never runs a pattern, whatever the lengths of its two sequences and with a cache or without one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from tiny_models import difference, tokens
from torch import Tensor

from patternc.integrations.transformers import register
from patternc.integrations.transformers.refused_calls import placement_of

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")

TINY = {"vocab_size": 48, "max_position_embeddings": 64, "pad_token_id": 0}
SIDES = {"layers": 1, "attention_heads": 2, "ffn_dim": 32}
BOTH = {f"{side}_{name}": size for side in ("encoder", "decoder") for name, size in SIDES.items()}
TEXT = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32, **TINY}
PART = {**TEXT, "num_key_value_heads": 1, "head_dim": 16, "layer_types": ["full_attention"]}
READER = {"is_decoder": True, "add_cross_attention": True}

MODELS: dict[str, tuple[str, Callable[[], Any]]] = {
    "BartAttention": ("Bart", lambda: transformers.BartConfig(d_model=32, **BOTH, **TINY)),
    "MarianAttention": ("Marian", lambda: transformers.MarianConfig(d_model=32, **BOTH, **TINY)),
    "T5GemmaCrossAttention": (
        "T5Gemma",
        lambda: transformers.T5GemmaConfig(encoder=PART, decoder=PART, vocab_size=48),
    ),
    "BertCrossAttention": ("Bert", lambda: transformers.BertConfig(**READER, **TEXT)),
    "GPT2Attention": (
        "GPT2",
        lambda: transformers.GPT2Config(n_embd=32, n_layer=1, n_head=2, add_cross_attention=True, **TINY),
    ),
}
"""By the layer that attends to another sequence: a model's name, and its config."""


def built(layer: str, implementation: Any) -> Any:
    name, config = MODELS[layer]
    torch.manual_seed(0)
    model = getattr(transformers, f"{name}Model")._from_config(config(), attn_implementation=implementation)
    return model.eval()


def sequences(model: Any, queries: int, keys: int) -> dict[str, Any]:
    if model.config.is_encoder_decoder:
        return {"input_ids": tokens(1, keys), "decoder_input_ids": tokens(1, queries, 1)}
    return {"input_ids": tokens(1, queries), "encoder_hidden_states": torch.ones(1, keys, 32)}


@pytest.mark.filterwarnings("ignore:.*queries may attend to later keys")  # an encoder and a decoder have one pattern
@pytest.mark.parametrize("layer", MODELS)
def test_it_is_refused_always(layer: str, files: dict[str, Path]) -> None:
    register("each", files["all" if layer[0] in "BMT" and layer != "BertCrossAttention" else "global"])
    model = built(layer, "each")
    for queries, keys, cache in itertools.product(range(1, 6), range(1, 6), (False, True)):
        with pytest.raises(NotImplementedError, match=f"{layer} has {queries} queries and {keys} keys of another"):
            model(**sequences(model, queries, keys), use_cache=cache)


def test_encoders_and_decoders_with_one_config() -> None:
    """No part of them can have a pattern of its own; nothing is said of vision towers."""
    model = built("BartAttention", "causal")
    with pytest.raises(ValueError, match=r"attends in both directions: .* encoder and decoder share a config"):
        model(**sequences(model, 4, 4))


def test_the_encoder_of_t5gemma() -> None:
    """What the refusal says to write: its two parts have configs of their own, and only one of them reads the other."""
    model, eager = (built("T5GemmaCrossAttention", name) for name in ({"encoder": "encoder"}, "eager"))
    given = sequences(model, 5, 7)
    assert model.config.encoder._attn_implementation == "encoder"
    assert difference(model(**given).last_hidden_state, eager(**given).last_hidden_state) < 1e-5
    with pytest.raises(
        NotImplementedError, match=r"one of their own: .* \{'encoder': NAME\} for the encoder of T5Gemma"
    ):
        built("T5GemmaCrossAttention", {"decoder": "causal"})(**given)


class OfOneSequence(torch.nn.Module):
    def forward(self, hidden_states: Tensor) -> Tensor:
        return hidden_states


class OfTwoSequences(torch.nn.Module):
    def forward(self, hidden_states: Tensor, key_value_states: Tensor | None = None) -> Tensor:
        return hidden_states if key_value_states is None else key_value_states


class OfTwoAsCrossAttention(OfOneSequence):
    pass


@pytest.mark.parametrize(
    ("layer", "said", "refused"),
    [
        (OfOneSequence, {}, False),
        (OfOneSequence, {"is_decoder": True}, False),
        (OfTwoAsCrossAttention, {}, True),
        (OfTwoSequences, {}, True),  # Moonshine's have no other sign
        (OfTwoSequences, {"is_decoder": True, "is_causal": False}, True),
        (OfTwoSequences, {"is_decoder": True, "is_causal": True}, False),
        (OfTwoSequences, {"is_decoder": False}, False),
        (OfTwoSequences, {"is_cross_attention": False}, False),
        (OfOneSequence, {"is_cross_attention": True}, True),
    ],
)
def test_what_a_layer_says_of_itself(layer: type[Any], said: dict[str, bool], refused: bool) -> None:
    module = layer()
    module.config = transformers.LlamaConfig()
    for name, value in said.items():
        setattr(module, name, value)
    heads = torch.zeros(1, 2, 5, 16)
    if refused:
        with pytest.raises(NotImplementedError, match="5 queries and 5 keys of another sequence"):
            placement_of(None, module, heads, heads, {})
    else:
        assert placement_of(None, module, heads, heads, {}).whole
