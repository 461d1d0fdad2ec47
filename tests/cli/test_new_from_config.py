"""`patternc new --from-config`: the patterns of a model's layers are the masks that its own code tests."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from patternc.cli import run
from patternc.driver import analyse, read
from patternc.ir import semantics
from patternc.ir.dump.masks import dump_score
from patternc.model_layers import FAMILIES

Formula = Callable[[Any, Any], Any]
N = 40


def causal(q: Any, k: Any) -> Any:
    return k <= q


def everything(q: Any, k: Any) -> Any:
    return (q >= 0) & (k >= 0)


def window(width: int) -> Formula:
    """`width` keys, of which the query's own position is one."""
    return lambda q, k: (k <= q) & (q - k < width)


def chunk(size: int) -> Formula:
    return lambda q, k: (k <= q) & (q // size == k // size)


class Kind(NamedTuple):
    """The layers of a file, the mask that the model tests, and the score modifiers."""

    layers: str
    mask: Formula
    scores: tuple[str, ...] = ()


SLIDING, FULL, CHUNKED = "sliding_attention", "full_attention", "chunked_attention"
CONFIGS: dict[str, tuple[dict[str, Any], dict[str, Kind]]] = {
    "Llama": ({"model_type": "llama", "num_hidden_layers": 2}, {FULL: Kind("layers 0-1 of 2", causal)}),
    "Mistral": (
        {"model_type": "mistral", "num_hidden_layers": 3, "sliding_window": 6},
        {SLIDING: Kind("layers 0-2 of 3", window(6))},
    ),
    "Mistral without a window": (
        {"model_type": "mistral", "num_hidden_layers": 3, "sliding_window": None},
        {FULL: Kind("layers 0-2 of 3", causal)},
    ),
    "Phi-3": (
        {"model_type": "phi3", "num_hidden_layers": 2, "sliding_window": 5, "attention_dropout": 0.1},
        {SLIDING: Kind("layers 0-1 of 2", window(5))},
    ),
    "Gemma 2": (
        {"model_type": "gemma2", "num_hidden_layers": 4, "sliding_window": 8, "query_pre_attn_scalar": 144},
        {
            SLIDING: Kind("layers 0, 2 of 4", window(8), ("softcap(50.0)",)),
            FULL: Kind("layers 1, 3 of 4", causal, ("softcap(50.0)",)),
        },
    ),
    "Gemma 3, of images and text": (
        {
            "model_type": "gemma3",
            "text_config": {"model_type": "gemma3_text", "num_hidden_layers": 13, "sliding_window": 7},
        },
        {SLIDING: Kind("layers 0-4, 6-10, 12 of 13", window(7)), FULL: Kind("layers 5, 11 of 13", causal)},
    ),
    "Gemma 3, another period": (
        {"model_type": "gemma3_text", "num_hidden_layers": 4, "sliding_window": 7, "sliding_window_pattern": 3},
        {SLIDING: Kind("layers 0-1, 3 of 4", window(7)), FULL: Kind("layer 2 of 4", causal)},
    ),
    "EmbeddingGemma": (
        {
            "model_type": "gemma3_text", "num_hidden_layers": 6, "sliding_window": 8,
            "use_bidirectional_attention": True,
        },
        {
            SLIDING: Kind("layers 0-4 of 6", lambda q, k: abs(q - k) < 8 // 2 + 1),
            FULL: Kind("layer 5 of 6", everything),
        },
    ),
    "gpt-oss": (
        {"model_type": "gpt_oss", "num_hidden_layers": 4, "sliding_window": 4, "layer_types": [SLIDING, FULL] * 2},
        {
            SLIDING: Kind("layers 0, 2 of 4", window(4), ("sink(sinks[h])",)),
            FULL: Kind("layers 1, 3 of 4", causal, ("sink(sinks[h])",)),
        },
    ),
    "Llama 4": (
        {
            "model_type": "llama4",
            "text_config": {
                "model_type": "llama4_text", "num_hidden_layers": 8, "attention_chunk_size": 9, "no_rope_layers": [],
                "attn_temperature_tuning": True,
            },
        },
        {CHUNKED: Kind("layers 0-2, 4-6 of 8", chunk(9)), FULL: Kind("layers 3, 7 of 8", causal)},
    ),
    "Llama 4, by its list": (
        {
            "model_type": "llama4_text", "num_hidden_layers": 3, "attention_chunk_size": 9, "no_rope_layers": [0, 1, 1],
        },
        {FULL: Kind("layer 0 of 3", causal), CHUNKED: Kind("layers 1-2 of 3", chunk(9))},
    ),
    "Qwen 2": (
        {
            "model_type": "qwen2", "num_hidden_layers": 4, "use_sliding_window": True, "sliding_window": 5,
            "max_window_layers": 3,
        },
        {FULL: Kind("layers 0-2 of 4", causal), SLIDING: Kind("layer 3 of 4", window(5))},
    ),
    "Qwen 3, switched off": (
        {
            "model_type": "qwen3", "num_hidden_layers": 4, "use_sliding_window": False, "sliding_window": 5,
            "max_window_layers": 1,
        },
        {FULL: Kind("layers 0-3 of 4", causal)},
    ),
    "Cohere 2": (
        {"model_type": "cohere2", "num_hidden_layers": 5, "sliding_window": 6},
        {SLIDING: Kind("layers 0-2, 4 of 5", window(6)), FULL: Kind("layer 3 of 5", causal)},
    ),
    "OLMo 3": (
        {"model_type": "olmo3", "num_hidden_layers": 4, "sliding_window": 6},
        {SLIDING: Kind("layers 0-2 of 4", window(6)), FULL: Kind("layer 3 of 4", causal)},
    ),
    "SmolLM 3": (
        {"model_type": "smollm3", "num_hidden_layers": 4, "use_sliding_window": True, "sliding_window": 6},
        {FULL: Kind("layers 0-2 of 4", causal), SLIDING: Kind("layer 3 of 4", window(6))},
    ),
    "MiMo-V2-Flash": (
        {"model_type": "mimo_v2_flash", "num_hidden_layers": 7, "sliding_window": 6},
        {
            FULL: Kind("layers 0, 5 of 7", causal),
            SLIDING: Kind("layers 1-4, 6 of 7", window(6), ("sink(sinks[h])",)),
        },
    ),
    "MiMo-V2-Flash, as published": (
        {
            "model_type": "mimo_v2_flash", "num_hidden_layers": 3, "sliding_window": 6, "sliding_window_size": 6,
            "hybrid_layer_pattern": [0, 1, 1], "add_swa_attention_sink_bias": True,
            "add_full_attention_sink_bias": False, "swa_head_dim": 16, "head_dim": 16, "v_head_dim": 8,
            "attention_value_scale": 0.7,
        },
        {
            FULL: Kind("layer 0 of 3", causal),
            SLIDING: Kind("layers 1-2 of 3", lambda q, k: (k <= q) & (q - k <= 6), ("sink(sinks[h])",)),
        },
    ),
    "DeepSeek-V3": (
        {
            "model_type": "deepseek_v3", "num_hidden_layers": 2, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
            "v_head_dim": 128, "num_attention_heads": 8,
        },
        {FULL: Kind("layers 0-1 of 2", causal)},
    ),
    "ModernBERT": (
        {"model_type": "modernbert", "num_hidden_layers": 5, "local_attention": 6},
        {
            FULL: Kind("layers 0, 3 of 5", everything),
            SLIDING: Kind("layers 1-2, 4 of 5", lambda q, k: abs(q - k) <= 3),
        },
    ),
    "GPT-2": (
        {"model_type": "gpt2", "n_layer": 2, "attn_pdrop": 0.1, "scale_attn_weights": True},
        {FULL: Kind("layers 0-1 of 2", causal)},
    ),
    "BLOOM": (
        {"model_type": "bloom", "n_layer": 2, "attention_softmax_in_fp32": True},
        {FULL: Kind("layers 0-1 of 2", causal, ("alibi",))},
    ),
    "an unknown type, with general keys": (
        {
            "model_type": "new", "architectures": ["NewForCausalLM"], "num_hidden_layers": 3, "sliding_window": 4,
            "layer_types": [FULL, SLIDING, "linear_attention"], "num_attention_heads": 4, "attention_bias": True,
        },
        {FULL: Kind("layer 0 of 3", causal), SLIDING: Kind("layer 1 of 3", window(4))},
    ),
    "an unknown type with a period": (
        {
            "model_type": "new", "architectures": ["NewForCausalLM"], "num_hidden_layers": 3, "sliding_window": 4,
            "sliding_window_pattern": 2, "attn_logit_softcapping": 30,
        },
        {
            SLIDING: Kind("layers 0, 2 of 3", window(4), ("softcap(30.0)",)),
            FULL: Kind("layer 1 of 3", causal, ("softcap(30.0)",)),
        },
    ),
    "an unknown type with chunks": (
        {"architectures": ["NewForCausalLM"], "num_hidden_layers": 4, "attention_chunk_size": 6},
        {CHUNKED: Kind("layers 0-2 of 4", chunk(6)), FULL: Kind("layer 3 of 4", causal)},
    ),
}  # fmt: skip


def written(config: Mapping[str, Any], folder: Path) -> int:
    """Run the command on a configuration, for files in a folder."""
    path = folder / "config.json"
    path.write_text(json.dumps(config))
    return run(["new", "--from-config", str(path), "-o", str(folder / "patterns")])


@pytest.mark.parametrize("name", CONFIGS)
def test_masks(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is a file for each kind of layers, with the mask and the scores of the model, and without warnings."""
    config, kinds = CONFIGS[name]
    assert written(config, tmp_path) == 0
    files = {path.stem: path for path in (tmp_path / "patterns").iterdir()}
    assert sorted(capsys.readouterr().out.split()) == sorted(map(str, files.values()))
    assert files.keys() == kinds.keys()
    q, k = np.arange(N)[:, None], np.arange(N)
    for kind, (layers, mask, scores) in kinds.items():
        analysis = analyse(read(files[kind]), {})
        (meaning,) = analysis.meanings
        assert (analysis.warnings, meaning.name) == ((), kind)
        (counted,) = semantics.multiplicities(meaning, 0, q, k, N, 1, {})
        assert np.array_equal(counted * np.ones((N, N)) > 0, mask(q, k) * np.ones((N, N)) > 0)
        assert tuple(map(dump_score, meaning.scores)) == scores
        assert files[kind].read_text().splitlines()[0].endswith(f", {layers}")
    assert run(["fmt", "--check", *map(str, files.values())]) == 0


def test_scales_and_sizes(tmp_path: Path) -> None:
    """A factor of scores is written where it is not that of the head's size, and sizes of values are said."""
    cases: tuple[tuple[dict[str, Any], float | None, str], ...] = (
        ({"model_type": "gemma2", "num_hidden_layers": 1, "query_pre_attn_scalar": 144, "head_dim": 128}, 1 / 12, ""),
        ({"model_type": "gemma2", "num_hidden_layers": 1, "query_pre_attn_scalar": 128, "head_dim": 128}, None, ""),
        (
            {
                "model_type": "llama", "num_hidden_layers": 1, "attention_multiplier": 0.25,
                "hidden_size": 32, "num_attention_heads": 4, "v_head_dim": 4,
            },
            0.25,
            "queries and keys of 8 numbers, values of 4",
        ),
        (CONFIGS["DeepSeek-V3"][0], None, "queries and keys of 192 numbers, of which 64 are rotated; values of 128"),
    )  # fmt: skip
    for place, (config, scale, note) in enumerate(cases):
        folder = tmp_path / str(place)
        folder.mkdir()
        assert written(config, folder) == 0
        path = next((folder / "patterns").iterdir())
        found = analyse(read(path), {}).meanings[0].scale
        assert found == scale or (scale is not None and found is not None and abs(found - scale) < 1e-15)
        assert note in path.read_text()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": (
        {"model_type": "llama", "num_hidden_layers": 2, "sparse_attention_blocks": 64},
        "sparse_attention_blocks: 64 is about attention, and no rule knows it",
    ),
    "an unknown type": (
        {"model_type": "new", "architectures": ["NewModel"], "num_hidden_layers": 2},
        "model_type: 'new' is unknown, and no entry of `architectures` ends in ForCausalLM",
    ),
    "a key of another type": (
        {"model_type": "llama", "num_hidden_layers": 2, "use_bidirectional_attention": True},
        "use_bidirectional_attention: True is about attention",
    ),
    "scores without a factor": (
        {"model_type": "gpt2", "n_layer": 2, "scale_attn_weights": False},
        "scale_attn_weights: False, and no rule knows by what",
    ),
    "an encoder and a decoder": ({"model_type": "t5", "is_encoder_decoder": True}, "is_encoder_decoder: "),
    "no layers": ({"model_type": "llama"}, "num_hidden_layers: is missing"),
    "a wrong window": (
        {"model_type": "mistral", "num_hidden_layers": 2, "sliding_window": "8"},
        "sliding_window: '8', must be a whole number above 0",
    ),
    "a window of no position": (
        {"model_type": "mistral", "num_hidden_layers": 2, "sliding_window": 0},
        "sliding_window: 0, must be a whole number above 0",
    ),
    "a missing window": (
        {"model_type": "llama", "num_hidden_layers": 1, "layer_types": [SLIDING]},
        "sliding_window: is missing, and layer_types has sliding_attention",
    ),
    "too few kinds": (
        {"model_type": "llama", "num_hidden_layers": 2, "layer_types": [FULL]},
        "layer_types: has 1 entries, must have 2",
    ),
    "an unknown kind": (
        {"model_type": "llama", "num_hidden_layers": 1, "layer_types": ["compressed_attention"]},
        "layer_types: 'compressed_attention' is a kind of layer that no rule knows",
    ),
    "kinds that are no list": (
        {"model_type": "llama", "num_hidden_layers": 1, "layer_types": "full"},
        "layer_types: 'full', must be a list of names",
    ),
    "no softmax": (
        {"model_type": "llama", "num_hidden_layers": 1, "layer_types": ["mamba"]},
        "layer_types: no layer has softmax attention, all are mamba",
    ),
    "letters for a period": (
        {"model_type": "exaone4", "num_hidden_layers": 4, "sliding_window": 4, "sliding_window_pattern": "LLLG"},
        "sliding_window_pattern: 'LLLG', must be a whole number above 0",
    ),
    "rotations of other layers": (
        {"model_type": "llama4_text", "num_hidden_layers": 3, "no_rope_layers": [1]},
        "no_rope_layers: [1], must be a list with 0 or 1 for each of 3 layers",
    ),
    "a cap that is none": (
        {"model_type": "gemma2", "num_hidden_layers": 2, "attn_logit_softcapping": -1},
        "attn_logit_softcapping: -1, must be a number above 0",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error names the key, and nothing is written."""
    config, words = REFUSED[name]
    assert written(config, tmp_path) == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "patterns").exists()


def test_files_that_are_no_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.json"
    for text, words in (("[]", "is not a JSON object"), ("{", "line 1 column 2"), ("", "line 1 column 1")):
        path.write_text(text)
        assert run(["new", "--from-config", str(path)]) == 2
        assert words in capsys.readouterr().err
    path.write_bytes(b"\xff\xfe{")
    assert run(["new", "--from-config", str(path)]) == 2
    assert run(["new", "--from-config", str(tmp_path / "none.json")]) == 2
    assert run(["new"]) == 2
    assert "give the NAME of a preset, or --from-config" in capsys.readouterr().err
    path.write_text(json.dumps(CONFIGS["Llama"][0]))
    assert run(["new", "longnet", "--from-config", str(path)]) == 2


def test_existing_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """None is written if one is there already; `-o -` prints one file of patterns that are named after their layers."""
    monkeypatch.chdir(tmp_path)
    Path("config.json").write_text(json.dumps(CONFIGS["OLMo 3"][0]))
    Path("full_attention.pat").write_text("# mine\n")
    assert run(["new", "--from-config", "config.json"]) == 2
    assert "full_attention.pat exists already; --force replaces it" in capsys.readouterr().err
    assert not Path("sliding_attention.pat").exists()
    assert run(["new", "--from-config", "config.json", "--force"]) == 0
    assert "# mine" not in Path("full_attention.pat").read_text()
    capsys.readouterr()
    assert run(["new", "--from-config", "config.json", "-o", "-"]) == 0
    Path("both.pat").write_text(capsys.readouterr().out)
    assert [one.name for one in analyse(read("both.pat"), {}).meanings] == [SLIDING, FULL]


def test_neither_torch_nor_transformers_is_needed(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIGS["Llama 4"][0]))
    code = "import sys; sys.modules.update(torch=None, transformers=None); from patternc.cli import main; main()"
    command = [sys.executable, "-c", code, "new", "--from-config", "config.json"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert {path.stem for path in tmp_path.glob("*.pat")} == {CHUNKED, FULL}


def test_an_unknown_type_is_said_to_be_one(tmp_path: Path) -> None:
    for name, said in (("an unknown type with chunks", True), ("Llama", False)):
        (tmp_path / name).mkdir()
        assert written(CONFIGS[name][0], tmp_path / name) == 0
        text = (tmp_path / name / "patterns" / "full_attention.pat").read_text()
        assert ("# this type of model is not known" in text) == said


def test_every_family_has_layers(tmp_path: Path) -> None:
    """A configuration may leave out all that its type says."""
    for name in sorted(FAMILIES):
        (tmp_path / name).mkdir()
        assert written({"model_type": name, "num_hidden_layers": 7}, tmp_path / name) == 0, name
