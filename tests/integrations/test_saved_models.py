"""Models of transformers that are saved with a pattern, and loaded with it, without it or with another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from tiny_models import images_and_text, tiny, tokens

from patternc.integrations.transformers import register

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")


def test_a_saved_model_has_its_pattern(tmp_path: Path) -> None:
    wanted = tiny("Gemma3", "own_layers")
    wanted.save_pretrained(tmp_path)
    found = transformers.AutoModelForCausalLM.from_pretrained(tmp_path)
    assert found.config._attn_implementation == "own_layers"
    assert torch.equal(found(tokens(2, 17)).logits, wanted(tokens(2, 17)).logits)
    found.save_pretrained(tmp_path / "again")
    assert (tmp_path / "again" / "config.json").read_text() == (tmp_path / "config.json").read_text()
    eager = transformers.AutoModelForCausalLM.from_pretrained(tmp_path, attn_implementation="eager")
    eager.save_pretrained(tmp_path / "eager")
    assert "patternc" not in (tmp_path / "eager" / "config.json").read_text()


@pytest.mark.parametrize("implementation", ["local_only", {"text_config": "local_only"}])
def test_a_saved_model_of_images_and_text(implementation: Any, tmp_path: Path) -> None:
    wanted = images_and_text(implementation)
    wanted.save_pretrained(tmp_path)
    found = type(wanted).from_pretrained(tmp_path)
    for part in ("text_config", "vision_config"):
        names = [getattr(one.config, part)._attn_implementation for one in (found, wanted)]
        everywhere = implementation == "local_only"
        assert names == ["local_only" if part == "text_config" or everywhere else "sdpa"] * 2
    assert found.config.text_config.patternc["name"] == "local_only"


def test_a_load_without_the_pattern_is_refused(files: dict[str, Path], tmp_path: Path) -> None:
    register("soon_forgotten", files["local"])
    tiny("Llama", "soon_forgotten").save_pretrained(tmp_path)
    for interface in (transformers.AttentionInterface, transformers.AttentionMaskInterface):
        del interface._global_mapping["soon_forgotten"]
    with pytest.raises(ValueError, match="soon_forgotten"):
        transformers.AutoModelForCausalLM.from_pretrained(tmp_path)


def test_a_load_with_another_pattern_is_refused(files: dict[str, Path], tmp_path: Path) -> None:
    register("changing", files["local"], left=5)
    tiny("Llama", "changing").save_pretrained(tmp_path)
    (tmp_path / "spelled.pat").write_text("# the same\npattern other(x=5) {\n    attend window(x, 0)\n}\n")
    register("changing", tmp_path / "spelled.pat")
    model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path, attn_implementation="changing")
    model(tokens(1, 8))
    register("changing", files["local"], left=6)
    with pytest.raises(ValueError, match=r"saved with all layers: \w{12}, but 'changing' is all layers: \w{12}:"):
        model(tokens(1, 8))
    model.config.patternc = None
    model(tokens(1, 8))


@pytest.mark.parametrize("changed", ["sliding_attention", "full_attention"])
def test_another_pattern_of_one_kind_is_refused(changed: str, files: dict[str, Path], tmp_path: Path) -> None:
    kinds = {"sliding_attention": files["local"], "full_attention": files["global"]}
    register("changing", kinds, left=5)
    tiny("Gemma3", "changing").save_pretrained(tmp_path)
    model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path)
    window = tmp_path / "window.pat"
    window.write_text("pattern w {\n    attend window(5, 0)\n}\n")
    register("changing", {**kinds, "sliding_attention": window} | {changed: files["sinks"]})
    with pytest.raises(ValueError, match="the model was saved with full_attention: "):
        model(tokens(1, 8))
