"""Models of transformers with two layers, built from configs: large random weights, so that each key matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import transformers
from torch import Tensor

KINDS = ["sliding_attention", "full_attention"]
BASE = {
    "vocab_size": 48,
    "hidden_size": 32,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "max_position_embeddings": 128,
    "initializer_range": 0.4,
    "bos_token_id": 1,
    "eos_token_id": None,
    "pad_token_id": None,
    "tie_word_embeddings": False,
}
WINDOW = {"sliding_window": 6}
MIXED = {**WINDOW, "layer_types": KINDS}
EXPERTS = {
    "num_local_experts": 2,
    "num_experts_per_tok": 1,
    "rope_parameters": {"rope_type": "default", "rope_theta": 1e4},
}
CAPPED = {"head_dim": 16, "attn_logit_softcapping": 2.0}
LATENT = {"q_lora_rank": 16, "kv_lora_rank": 16, "qk_nope_head_dim": 16, "qk_rope_head_dim": 8, "v_head_dim": 12}
ROUTED = {"moe_intermediate_size": 16, "n_routed_experts": 2, "num_experts_per_tok": 1, "n_group": 1, "topk_group": 1}
TURNED = {kind: {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 1 / 3} for kind in KINDS}
SPECIAL = dict.fromkeys(("pad_token_id", "bos_token_id", "eos_token_id", "cls_token_id", "sep_token_id"), 1)

CONFIGS: dict[str, Callable[..., Any]] = {
    "Llama": lambda **more: transformers.LlamaConfig(**BASE | more),
    "Mistral": lambda **more: transformers.MistralConfig(**BASE | WINDOW | more),
    "Gemma2": lambda **more: transformers.Gemma2Config(**BASE | MIXED | CAPPED | more),
    "Gemma3": lambda **more: transformers.Gemma3TextConfig(**BASE | MIXED | {"head_dim": 16} | more),
    "GptOss": lambda **more: transformers.GptOssConfig(**BASE | MIXED | {"head_dim": 16} | EXPERTS | more),
    "Qwen3": lambda **more: transformers.Qwen3Config(
        **BASE | MIXED | {"head_dim": 16, "use_sliding_window": True} | more
    ),
    "DeepseekV3": lambda **more: transformers.DeepseekV3Config(
        **BASE | LATENT | ROUTED | {"num_key_value_heads": 2, "first_k_dense_replace": 2} | more
    ),
    "MiMoV2Flash": lambda **more: transformers.MiMoV2FlashConfig(
        **BASE
        | MIXED
        | ROUTED
        | {"head_dim": 24, "v_head_dim": 16, "mlp_layer_types": ["dense"] * 2, "rope_parameters": TURNED}
        | more
    ),
    "ModernBert": lambda **more: transformers.ModernBertConfig(
        **BASE | {"local_attention": 8, "layer_types": KINDS} | SPECIAL | more
    ),
}
LEFT = torch.tensor([[0] * 4 + [1] * 13, [1] * 17])
"""The mask of two rows, the first one with padding before its tokens."""
CAUSAL = tuple(name for name in CONFIGS if name != "ModernBert")


def tiny(name: str, implementation: str, seed: int = 0, **config: Any) -> Any:
    """A model in evaluation mode; the same seed gives the same weights."""
    torch.manual_seed(seed)
    kind = "ForMaskedLM" if name == "ModernBert" else "ForCausalLM"
    model = getattr(transformers, f"{name}{kind}")._from_config(
        CONFIGS[name](**config), attn_implementation=implementation
    )
    for parameter_name, parameter in model.named_parameters():
        if parameter_name.endswith("sinks"):
            torch.nn.init.normal_(parameter)
    return model.eval()


def tokens(batch: int, n: int, seed: int = 0) -> torch.Tensor:
    """[batch, n] token ids."""
    return torch.randint(2, 48, (batch, n), generator=torch.Generator().manual_seed(seed))


def results(model: Any, ids: Tensor, mask: Tensor | None = None) -> tuple[Tensor, dict[str, Tensor]]:
    """The logits of tokens, and the gradients of all parameters."""
    model.zero_grad()
    logits = model(ids, attention_mask=mask).logits
    logits = logits if mask is None else logits[mask.bool()]
    logits.square().mean().backward()
    return logits.detach(), {name: one.grad for name, one in model.named_parameters() if one.grad is not None}


def difference(found: Tensor, wanted: Tensor) -> float:
    return float((found.detach() - wanted.detach()).norm() / wanted.detach().norm().clamp_min(1e-12))


def images_and_text(implementation: Any) -> Any:
    """A Gemma 3 of images and text, with random weights: images of four tokens, whose id is 40."""
    sizes = {"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    text = {**sizes, "num_key_value_heads": 1, "head_dim": 16, "vocab_size": 48, "layer_types": ["full_attention"]}
    vision = {**sizes, "image_size": 8, "patch_size": 4}
    config = transformers.Gemma3Config(text_config=text, vision_config=vision, mm_tokens_per_image=4, image_token_id=40)
    return transformers.Gemma3ForConditionalGeneration._from_config(config, attn_implementation=implementation)
