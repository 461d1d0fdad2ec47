"""Architectures of transformers with tiny random weights, and calls that a pattern should answer as their own masks do.

Calls return the logits of tokens; what padding is answered is nobody's concern.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import torch
import transformers
from tiny_models import BASE, CONFIGS, tokens
from torch import Tensor

KINDS = {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 6}
GPT = {"n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 128, "n_inner": 32}
SPECIAL = dict.fromkeys(("pad_token_id", "bos_token_id", "eos_token_id"), 1)
CHUNKS = {"layer_types": ["chunked_attention", "full_attention"], "attention_chunk_size": 8, "no_rope_layers": [1, 0]}
EXPERTS = {"num_local_experts": 2, "moe_layers": [], "intermediate_size_mlp": 32}
SPEECH = {"num_key_value_heads": 2, "ffn_dim": 32, "audio_vocab_size": 16, "head_dim": 16}
DISTIL = {"dim": 32, "hidden_dim": 32, "n_heads": 2, "n_layers": 2}
WINDOWS = ("sliding_window", "attention_chunk_size", "local_attention")
DECODER = {"is_decoder": True} | SPECIAL


class Architecture(NamedTuple):
    """How a model is built, and which registered name is that of its own masks.

    `head`: the end of its class's name. `config`: its config's class, by default that of its name. `more`: what its
    config has besides the sizes of all tiny models. `packs`: whether its masks or layers are given `position_ids`.
    """

    head: str = "ForCausalLM"
    own: str = "own_layers"
    config: str = ""
    more: dict[str, Any] = {}  # noqa: RUF012 -- never changed
    packs: bool = True

    @property
    def bidirectional(self) -> bool:
        return self.own == "encoder"


def encoder(packs: bool = True, **more: Any) -> Architecture:
    return Architecture("ForMaskedLM", "encoder", "", SPECIAL | more, packs)


ARCHITECTURES: dict[str, Architecture] = {
    **{name: Architecture() for name in CONFIGS if name != "ModernBert"},  # with the configs of other tests
    "Llama4": Architecture(config="Llama4TextConfig", more={"head_dim": 16} | CHUNKS | EXPERTS),
    "Persimmon": Architecture(more={"num_key_value_heads": 2}),
    "Moshi": Architecture(own="causal", more=SPEECH),
    "GPTBigCode": Architecture(more=GPT),
    "GPT2": Architecture("LMHeadModel", more=GPT),
    "GPTNeoX": Architecture(),
    "GPTJ": Architecture(more=GPT | {"rotary_dim": 8}),
    "OPT": Architecture(more={"ffn_dim": 32, "word_embed_proj_dim": 32}),
    "Phi3": Architecture(more={"num_key_value_heads": 2}),
    "Cohere2": Architecture(more=KINDS),
    "Olmo2": Architecture(more={"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2}),
    "StableLm": Architecture(),
    "Starcoder2": Architecture(),
    "Granite": Architecture(),
    "BertLMHead": Architecture("Model", config="BertConfig", more=DECODER),
    "Bert": encoder(),
    "Roberta": encoder(),
    "Electra": encoder(embedding_size=32),
    "DistilBert": encoder(False, **DISTIL),
    "ModernBert": encoder(False, local_attention=8, layer_types=KINDS["layer_types"], cls_token_id=1, sep_token_id=1),
}

REFUSED: dict[str, Architecture] = {
    "Bloom": Architecture(more={"n_head": 2}),
    "Mpt": Architecture(more={"d_model": 32, "n_heads": 2, "n_layers": 2, "max_seq_len": 128}),
    "XGLM": Architecture(more={"d_model": 32, "attention_heads": 2, "num_layers": 2, "ffn_dim": 32}),
}
"""Models whose attention is their own, and reads the mask."""


def built(name: str, implementation: str = "eager") -> Any:
    """A model in evaluation mode, always with the same weights."""
    one = (ARCHITECTURES | REFUSED)[name]
    torch.manual_seed(0)
    make = CONFIGS.get(name) if not one.more else None
    config = make() if make else getattr(transformers, one.config or f"{name}Config")(**BASE | one.more)
    return getattr(transformers, name + one.head)._from_config(config, attn_implementation=implementation).eval()


# ---- calls ----------------------------------------------------------------------------------------------------------
IDS = tokens(2, 17)
PACKED = torch.tensor([[*range(9), *range(4), *range(4)], [*range(17)]])
BORDERS = torch.tensor([[0, 9, 13, 17], [0, 17, 17, 17]], dtype=torch.int32)
"""The first positions of the sequences of `PACKED`, for models that give `position_ids` neither to masks nor layers."""
PADDED = {
    "left": torch.tensor([[0] * 4 + [1] * 13, [1] * 17]),
    "right": torch.tensor([[1] * 13 + [0] * 4, [1] * 17]),
    "both": torch.tensor([[0] * 2 + [1] * 13 + [0] * 2, [1] * 17]),
    "between": torch.tensor([[1] * 3 + [0] * 4 + [1] * 10, [1] * 17]),  # as after learned tokens of a prompt
    "turns": torch.tensor([[0] * 3 + [1] * 6 + [0] * 4 + [1] * 4, [1] * 17]),  # each of two turns has its own
}
PROMPT, TURN, END = 9, 14, 17
"""Where the parts of cached calls begin and end."""


def calls_of(one: Architecture) -> Iterator[str]:
    """The names of the calls that a model of this kind takes."""
    yield "packed"
    yield from (name for name in PADDED if name != "turns")
    if not one.bidirectional:
        yield from ("cached", "static", "turns")


def answered(model: Any, one: Architecture, call: str) -> Tensor:
    """[tokens, V]: the logits of a call."""
    whole: dict[str, Any] = {} if one.bidirectional else {"use_cache": False}
    if call == "packed":
        borders = {} if one.packs else {"cu_seq_lens_q": BORDERS}
        return _rows(model(IDS, position_ids=PACKED, **borders, **whole).logits)
    if call == "cached":
        return _rows(_in_parts(model, transformers.DynamicCache(config=model.config), torch.ones_like(IDS)))
    if call == "static":
        cache = transformers.StaticCache(config=model.config, max_cache_len=20)
        return _rows(_in_parts(model, cache, torch.ones_like(IDS)))
    mask = PADDED[call]
    if call == "turns":
        return _in_parts(model, transformers.DynamicCache(), mask)[mask.bool()]
    return _rows(model(IDS, attention_mask=mask, **_places(model, mask), **whole).logits[mask.bool()])


def wanted(model: Any, one: Architecture, call: str) -> Tensor:
    """What a model's own attention answers.

    Packed sequences are each in a row of their own here, because not all models separate them themselves. So are rows
    with padding between tokens where there are windows: those of eager attention count padding.
    """
    if call == "packed":
        return alone(model, (IDS[:1, :9], IDS[:1, 9:13], IDS[:1, 13:], IDS[1:]))
    if call in {"between", "turns"} and any(getattr(model.config, name, None) for name in WINDOWS):
        return alone(model, [row[mask.bool()][None] for row, mask in zip(IDS, PADDED[call], strict=True)])
    return answered(model, one, call)


def alone(model: Any, rows: Iterable[Tensor]) -> Tensor:
    """The logits of rows without padding, one call for each."""
    return torch.cat([model(row, **_places(model, torch.ones_like(row))).logits[0] for row in rows])


def _in_parts(model: Any, cache: Any, mask: Tensor) -> Tensor:
    """A prompt, a token and two more parts of several tokens, behind a cache; padding goes through it too."""
    logits = []
    for first, stop in itertools.pairwise((0, PROMPT, PROMPT + 1, TURN, END)):
        places = {name: found[:, first:stop] for name, found in _places(model, mask).items()}
        logits.append(model(IDS[:, first:stop], attention_mask=mask[:, :stop], cache=cache, **places).logits)
    return torch.cat(logits, 1)


def _places(model: Any, mask: Tensor) -> dict[str, Tensor]:
    """The positions of tokens, for models that can be given them."""
    if isinstance(model, transformers.DistilBertForMaskedLM):
        return {}
    return {"position_ids": (mask.cumsum(1) - 1).clamp_min(0)}


def _rows(logits: Tensor) -> Tensor:
    return logits.reshape(-1, logits.shape[-1])
