"""`check` finds nothing in models whose patterns are right, and each planted fault."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import accelerate
import pytest
import torch
import transformers
from architectures import built
from model_files import torch_modules  # noqa: F401 -- a fixture
from tiny_models import CONFIGS, tiny, tokens

from patternc.integrations.transformers import check, model_check, register

pytestmark = pytest.mark.usefixtures("torch_modules")
MASKS = {"local": "window(left, 0)", "global": "causal", "near": "window(left)", "all": "full"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("patterns")
    found = {name: folder / f"{name}.pat" for name in MASKS}
    for name, path in found.items():
        path.write_text(f"pattern {path.stem}_keys(left=5) {{\n    attend {MASKS[name]}\n}}\n")
    return found


def layers(files: dict[str, Path], sliding: str, full: str) -> dict[str, Path]:
    return {"sliding_attention": files[sliding], "full_attention": files[full]}


@pytest.mark.parametrize("name", CONFIGS)
def test_right_patterns(files: dict[str, Path], name: str) -> None:
    if name == "ModernBert":
        register("checked", layers(files, "near", "all"), left=4)
    else:
        register("checked", layers(files, "local", "global"), left=5)
    model = tiny(name, "checked").train()
    found = check(model)
    assert found == ()
    assert str(found) == "2 of 2 layers compared: no difference"
    assert model.training
    assert model(tokens(1, 8)).logits.requires_grad  # and it attends by the pattern again


@pytest.mark.parametrize(
    ("left", "extra", "missing", "pair"), [(6, 90, 0, (6, 0)), (4, 0, 91, (5, 0))], ids=["more", "fewer"]
)
def test_a_window_of_one_key_more_or_less(
    files: dict[str, Path], left: int, extra: int, missing: int, pair: tuple[int, int]
) -> None:
    register("checked", layers(files, "local", "global"), left=left)
    kinds = ["sliding_attention", "sliding_attention", "full_attention", "sliding_attention"]
    (found,) = check(tiny("Gemma3", "checked", num_hidden_layers=4, layer_types=kinds), 96)
    assert (found.layers, found.kind, found.subject) == ((0, 1, 3), "sliding_attention", "mask")
    assert found.text == (
        f"first at query {pair[0]}, key {pair[1]}; {extra} pairs only in the pattern, {missing} only in the model: the "
        f"window of the pattern has {left} keys besides the query itself, that of the model 5 keys besides the query "
        "itself"
    )
    assert str(found).startswith(f"layers 0, 1, 3 (sliding_attention), {files['local']}: mask: first at query")


def test_swapped_layers(files: dict[str, Path]) -> None:
    register("checked", layers(files, "global", "local"), left=5)
    sliding, full = check(tiny("Qwen3", "checked"))
    assert (sliding.layers, full.layers) == ((0,), (1,))
    assert sliding.text.endswith("; the model has this mask in its full_attention layers")
    assert full.text.endswith("; the model has this mask in its sliding_attention layers")


def test_a_sink_that_the_model_does_not_pass(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """As a model would whose own attention reads its parameter instead of an argument."""
    register("checked", layers(files, "local", "global"), left=5)
    model = tiny("GptOss", "checked")
    whole = model_check._Recorder.attend

    def without(self: Any, *tensors: Any, **arguments: Any) -> Any:
        return whole(self, *tensors, **{name: one for name, one in arguments.items() if name != "s_aux"})

    monkeypatch.setattr(model_check._Recorder, "attend", without)
    for found in check(model):
        assert found.subject == "scores"
        assert "the layer has sinks, which its model does not pass to the attention function (s_aux)" in found.text
    assert len(check(model)) == 2


def test_a_sink_that_the_model_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "sink.pat"
    path.write_text("pattern p {\n    input s: table(heads)\n    attend causal\n    score sink(@s)\n}\n")
    register("checked", path)
    (found,) = check(tiny("Llama", "checked"))
    assert found.layers == (0, 1)
    assert found.text.startswith("`score sink(@s)`, but the model passes no sink logits")


def test_scores_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "sloped.pat"
    path.write_text("pattern p {\n    attend causal\n    score alibi\n}\n")
    register("checked", path)
    found = check(tiny("Llama", "checked"))
    assert {one.subject for one in found} == {"scores"}
    assert "although masks are equal" in found[0].text


def test_scores_that_differ_a_little(tmp_path: Path) -> None:
    path = tmp_path / "capped.pat"
    path.write_text("pattern p {\n    attend causal\n    score softcap(40.0)\n}\n")
    register("checked", path)
    (_, found) = check(tiny("Llama", "checked"))
    (error,) = re.findall(r"outputs differ by (\S+) although masks are equal", found.text)
    assert 1e-3 < float(error) < 1e-1


def test_later_keys(files: dict[str, Path]) -> None:
    register("checked", files["near"], left=5)
    (found,) = check(tiny("Mistral", "checked"))
    assert "in the pattern queries attend to later keys, in the model they don't" in found.text


def test_heads_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "heads.pat"
    path.write_text("pattern p {\n    heads 0..1 { attend causal }\n    heads 1.. { attend window(3, 0) }\n}\n")
    register("checked", path)
    (found,) = check(tiny("Llama", "checked"))
    assert found.text.startswith("head 1: first at query 4, key 0")


def test_a_model_without_a_pattern() -> None:
    with pytest.raises(ValueError, match=r"its attn_implementation is 'eager', must be registered"):
        check(tiny("Llama", "eager"))


# ---- what is compared -----------------------------------------------------------------------------------------------
SIZES = {"vocab_size": 48, "hidden_size": 32, "num_hidden_layers": 2}
NO_LAYERS: dict[str, dict[str, Any]] = {
    "Bloom": {"n_head": 2},  # attention of its own
    "Rwkv": {"attention_hidden_size": 32},
    "Mamba": {"state_size": 4},
}


@pytest.mark.parametrize("name", NO_LAYERS)
def test_a_model_whose_layers_run_no_pattern(name: str, files: dict[str, Path]) -> None:
    register("checked", files["global"])
    config = getattr(transformers, f"{name}Config")(**SIZES | NO_LAYERS[name])
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="checked")
    found = check(model)
    assert (found.compared, found.layers) == (0, 2)
    assert str(found).startswith(
        f"0 of 2 layers compared\nlayers: none of 2 ran the pattern: models of the type '{name.lower()}' have no"
    )


def test_a_model_of_which_some_layers_have_attention(files: dict[str, Path]) -> None:
    register("checked", files["global"])
    kinds = {"layer_types": ["conv", "full_attention", "conv"]}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2}
    config = transformers.Lfm2Config(**SIZES | {"num_hidden_layers": 3} | heads | kinds)
    found = check(transformers.Lfm2ForCausalLM._from_config(config, attn_implementation="checked"))
    assert str(found) == "1 of 3 layers compared: no difference"


def test_a_window_that_the_default_length_shows(files: dict[str, Path]) -> None:
    for window in (100, 101):
        register("checked", files["local"], left=99)
        found = check(tiny("Mistral", "checked", sliding_window=window))
        assert [one.layers for one in found] == ([] if window == 100 else [(0, 1)])
    assert "the window of the pattern has 99 keys besides the query itself, that of the model 100 keys" in found[0].text


def test_a_vision_tower(files: dict[str, Path]) -> None:
    """Its layers have no masks and no indices, and what it takes is no text."""
    sizes = {"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = transformers.ViTConfig(**sizes, image_size=16, patch_size=4)
    register("checked", files["all"])
    model = transformers.ViTModel._from_config(config, attn_implementation="checked")
    with pytest.raises(
        ValueError, match=r"the model takes pixel_values, pass what .*check\(model, pixel_values=TENSOR"
    ):
        check(model)
    images = {"pixel_values": torch.ones(1, 3, 16, 16)}
    assert str(check(model, None, **images)) == "2 of 2 layers compared: no difference"
    register("checked", files["near"], left=4)
    (found,) = check(model, None, **images)
    assert (found.layers, found.subject) == ((0, 1), "mask")
    assert found.text.startswith("first at query 0, key 5; 0 pairs only in the pattern, 156 only in the model")
    register("checked", {"sliding_attention": files["near"]})
    with pytest.raises(ValueError, match="layer ViTAttention is of the kind 'full_attention', for which 'checked' has"):
        check(model, None, **images)


def test_layers_that_have_an_index_of_none(files: dict[str, Path]) -> None:
    """As those of Whisper's encoder, which attends in both directions."""
    sizes = {
        f"{part}_{name}": 2 for part in ("encoder", "decoder") for name in ("layers", "attention_heads", "ffn_dim")
    }
    special = dict.fromkeys(("pad_token_id", "bos_token_id", "eos_token_id", "decoder_start_token_id"), 1)
    sizes |= special | {"d_model": 32, "vocab_size": 48, "num_mel_bins": 4, "max_source_positions": 20}
    config = transformers.WhisperConfig(**sizes)
    model = transformers.WhisperModel._from_config(config, attn_implementation="eager")
    register("checked", files["near"], left=4)
    model.encoder.set_attn_implementation("checked")
    found = check(model.encoder, None, input_features=torch.ones(1, 4, 40))
    assert [(one.layers, one.subject) for one in found] == [((0, 1), "mask")]


def test_cross_attention_and_the_part_that_has_none(files: dict[str, Path]) -> None:
    register("checked", files["all"])
    part: dict[str, Any] = {
        **SIZES,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 16,
    }
    part |= {"layer_types": ["full_attention"], "intermediate_size": 32}
    for where, subjects in (("encoder", []), ("decoder", ["mask", "call"])):
        config = transformers.T5GemmaConfig(encoder=part, decoder=part, vocab_size=48)
        model = transformers.T5GemmaModel._from_config(config, attn_implementation={where: "checked"})
        found = check(model, input_ids=tokens(1, 9), decoder_input_ids=tokens(1, 9))
        assert found.compared == 1
        assert [one.subject for one in found] == subjects
    assert "T5GemmaCrossAttention has 9 queries and 9 keys of another sequence" in found[1].text


def test_a_table_of_positions_that_begins_later(files: dict[str, Path]) -> None:
    """RoBERTa has no position for as many tokens as its table has rows."""
    register("checked", files["near"], left=120)
    (found,) = check(built("Roberta", "checked"))
    assert found.text.startswith("first at query 0, key 121; ")


@pytest.mark.parametrize("all_weights", [True, False], ids=["all", "embeddings"])
def test_a_model_whose_weights_are_offloaded(files: dict[str, Path], all_weights: bool) -> None:
    """Their device is `meta` until accelerate brings them."""
    register("checked", layers(files, "local", "global"), left=5)
    model = tiny("Gemma3", "checked")
    accelerate.cpu_offload(model if all_weights else model.model.embed_tokens, execution_device=torch.device("cpu"))
    assert model.device.type == "meta"
    assert check(model) == ()
