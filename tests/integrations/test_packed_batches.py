"""Continuous batching: tokens of `generate_batch` are those of each prompt alone, under the model's own attention."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from tiny_models import tiny

from patternc.integrations.transformers import packed_batches, register, serving

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")
PROMPTS = [[*range(2, 31)], [3], [20, 21, 22], [*range(40, 8, -2)]]
"""Longer and shorter than the window of layers that slide, and more tokens than a batch holds."""


def generated(model: Any, count: int = 12, **batches: Any) -> list[list[int]]:
    """The tokens after each prompt, of batches of at most 24 tokens."""
    wanted = transformers.GenerationConfig(max_new_tokens=count, do_sample=False, eos_token_id=47, pad_token_id=0)
    settings = transformers.ContinuousBatchingConfig(max_batch_tokens=24, max_memory_percent=0.001, **batches)
    found = model.generate_batch(PROMPTS, generation_config=wanted, continuous_batching_config=settings)
    return [one.generated_tokens for one in found.values()]


def alone(model: Any, count: int = 12) -> list[list[int]]:
    wanted = transformers.GenerationConfig(max_new_tokens=count, do_sample=False, eos_token_id=47, pad_token_id=0)
    rows = (torch.tensor([prompt]) for prompt in PROMPTS)
    found = (model.generate(row, attention_mask=torch.ones_like(row), generation_config=wanted) for row in rows)
    return [one[0, len(prompt) :].tolist() for one, prompt in zip(found, PROMPTS, strict=True)]


@pytest.mark.parametrize("name", ["Llama", "Mistral", "Gemma2", "Gemma3", "GptOss", "Qwen3"])
def test_tokens_are_those_of_each_prompt_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In batches of 24 tokens, so that long prompts come in parts; with windows, sinks, and caps of the model's."""
    model, calls = tiny(name, "own_layers"), list[int]()
    attend = packed_batches.attend_packed

    def watched(*given: Any, **named: Any) -> Any:
        calls.append(len(named["cu_seq_lens_q"]) - 1)
        return attend(*given, **named)

    monkeypatch.setattr(packed_batches, "attend_packed", watched)
    with serving(model) as same:
        assert same is model
        assert model.config.to_dict()["attn_implementation"] == "own_layers"  # which a checkpoint keeps
        found = generated(model)
    assert model.config._attn_implementation == "own_layers"
    assert max(calls) == len(PROMPTS)
    assert found == alone(tiny(name, "eager"))
    assert found == alone(model)  # after which other calls go on as before
    assert len({token for tokens in found for token in tokens}) > 5


def test_another_window_has_other_tokens(files: dict[str, Path]) -> None:
    register("narrow", {"sliding_attention": files["local"], "full_attention": files["global"]}, left=2)
    with serving(tiny("Gemma3", "narrow")) as model:
        found = generated(model)
    assert found == alone(model)
    assert found != alone(tiny("Gemma3", "eager"))


def test_a_model_without_a_registered_pattern() -> None:
    said = "model: its attn_implementation is eager, must be a registered name"
    with pytest.raises(ValueError, match=said), serving(tiny("Llama", "eager")):
        pass


@pytest.mark.parametrize(
    ("body", "error", "said"),
    [
        ("attend window(4)", NotImplementedError, "queries may attend to later keys"),
        ("attend window(6, 0)", ValueError, "attends to keys 6 positions before a query, but the cache of this layer"),
        ("attend causal", ValueError, "attends to keys any number of positions before"),
        ("attend window(5, 0)\n score scale(9.0)", ValueError, "`score scale(9)`, but the model scales by"),
        ("attend window(3, 0) | first(1) & window(5, 0)", ValueError, "depends on where a sequence begins"),
        (
            "input t: table(heads, 5)\n attend window(2, 0)\n score bias(@t)",
            NotImplementedError,
            "the pattern has the input `t`",
        ),
    ],
)
def test_patterns_are_refused_before_anything_runs(
    body: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    """transformers would only log an error, and return no tokens."""
    (tmp_path / "made.pat").write_text(f"pattern made {{\n {body}\n}}\n")
    register("refused", tmp_path / "made.pat")
    model = tiny("Mistral", "refused")
    with pytest.raises(error, match=re.escape(said)), serving(model):
        pass
    assert model.config._attn_implementation == "refused"


def test_a_model_is_served_once() -> None:
    with serving(tiny("Llama", "own_layers")) as model:
        with pytest.raises(ValueError, match="model: is served already, as own_layers_flash"), serving(model):
            pass
        model.set_attn_implementation("eager")
    assert model.config._attn_implementation == "eager"


def test_other_calls_are_refused() -> None:
    with serving(tiny("Llama", "own_layers")) as model, pytest.raises(ValueError, match="leave it for other calls"):
        model(torch.tensor([[1, 2, 3]]))
