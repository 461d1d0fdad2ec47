"""The patterns that `patternc new --from-config` writes are those of transformers' own models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import transformers

from patternc.cli import run
from patternc.integrations.transformers import check, register
from patternc.model_layers import FAMILIES, SLIDING, kind_by_window, layer_kinds

SIZES = {
    "vocab_size": 64, "hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 4, "num_attention_heads": 2,
    "num_key_value_heads": 1, "head_dim": 16, "pad_token_id": 1, "bos_token_id": 1, "eos_token_id": 1,
}  # fmt: skip
MODELS: dict[str, dict[str, Any]] = {
    "mistral": {"sliding_window": 5},
    "gemma2": {"sliding_window": 6, "query_pre_attn_scalar": 20},
    "gemma3_text": {"sliding_window": 6, "sliding_window_pattern": 3, "query_pre_attn_scalar": 16},
    "gpt_oss": {"sliding_window": 4, "num_local_experts": 2, "num_experts_per_tok": 1},
    "llama4_text": {
        "attention_chunk_size": 8,
        "num_local_experts": 2,
        "intermediate_size_mlp": 32,
        "layer_types": None,
    },
    "qwen2": {"use_sliding_window": True, "sliding_window": 7, "max_window_layers": 2},
    "cohere2": {"sliding_window": 6},
    "granite": {"attention_multiplier": 0.2},
}


@pytest.mark.parametrize("name", sorted(FAMILIES))
@pytest.mark.parametrize("saved", ["to_diff_dict", "to_dict"])
def test_kinds_are_those_of_the_class(name: str, saved: str) -> None:
    """For the sizes of the class, with the keys that transformers writes, and with all of them."""
    config = transformers.AutoConfig.for_model(name)
    found: list[str] = [""] * config.num_hidden_layers
    for kind in layer_kinds({**getattr(config, saved)(), "model_type": name}):
        for layer in kind.layers:
            found[layer] = kind.name
        if kind.name == SLIDING:
            width = config.sliding_window
            assert kind.mask == (f"window({width})" if name == "modernbert" else f"window({width - 1}, 0)")
    window = getattr(config, "sliding_window", None) or None
    assert found == (getattr(config, "layer_types", None) or [kind_by_window(window)] * len(found))


@pytest.mark.parametrize("name", MODELS)
def test_models_run_them(name: str, tmp_path: Path) -> None:
    """`check` finds no difference in masks or outputs, in any layer."""
    config = transformers.AutoConfig.for_model(name, **{**SIZES, **MODELS[name]})
    config.save_pretrained(tmp_path)
    assert run(["new", "--from-config", str(tmp_path / "config.json"), "-o", str(tmp_path)]) == 0
    register(f"of_{name}", {path.stem: path for path in tmp_path.glob("*.pat")}, backend="torch")
    torch.manual_seed(0)
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation=f"of_{name}").eval()
    found = check(model)
    assert (found, found.compared) == ((), 4), str(found)
