"""What a pattern can't do in a model of transformers is an error that says what to write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from architectures import REFUSED, built
from tiny_models import LEFT, difference, results, tiny, tokens

from patternc.integrations.transformers import register

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"attention_mask": torch.zeros(2, 1, 17, 17)}, NotImplementedError, "write the mask of pairs as a pattern"),
        ({"output_attentions": True}, NotImplementedError, "attn_implementation='eager'"),
        ({"position_bias": torch.zeros(1)}, NotImplementedError, r"`score bias\(@table\)`"),
    ],
)
def test_what_it_cannot_do(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        tiny("Llama", "own_layers")(tokens(2, 17), use_cache=False, **arguments)


def test_parts_of_a_sequence() -> None:
    """What a rank of context parallelism holds: without the other rank's keys, results would be wrong."""
    for places in ([*range(4), *range(12, 16)], range(8, 16)):
        with pytest.raises(
            NotImplementedError,
            match=r"position_ids jump ahead .*ranks share a sequence.*mesh=MESH",
        ):
            tiny("Llama", "own_layers")(tokens(1, 8), position_ids=torch.tensor([[*places]]), use_cache=False)


def test_a_sequence_that_context_parallelism_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """torch's context has a function of its own in place of this one while it is open."""

    def shared(*_: Any) -> None:
        raise AssertionError("a pattern does not call it")

    shared.__module__ = "torch.distributed.tensor.experimental._context_parallel._attention"
    monkeypatch.setattr(torch.nn.functional, "scaled_dot_product_attention", shared)
    with pytest.raises(NotImplementedError, match="torch's context_parallel shares this sequence among ranks"):
        tiny("Llama", "own_layers")(tokens(1, 8), use_cache=False)


def test_heads_of_one_rank(tmp_path: Path) -> None:
    """What a rank of tensor parallelism has: it does not know which of the model's heads are its own."""
    path = tmp_path / "heads.pat"
    path.write_text("pattern p {\n    heads 0..1 { attend causal }\n    heads 1.. { attend window(3, 0) }\n}\n")
    register("by_head", path)
    model = tiny("Llama", "by_head")
    model(tokens(1, 8))
    model.config.num_attention_heads = 4
    with pytest.raises(NotImplementedError, match="its heads differ, and this rank has 2 of 4"):
        model(tokens(1, 8))


@pytest.mark.parametrize("places", [range(40, 57), [*range(5), *range(9, 21)]], ids=["later", "gap"])
def test_what_to_pass_for_positions_that_are_refused(places: Any) -> None:
    ids, position_ids = tokens(1, 17), torch.tensor([[*places]])
    eager, model = tiny("Llama", "eager"), tiny("Llama", "own_layers")
    with pytest.raises(
        NotImplementedError, match=r"position_ids jump ahead within a row or begin after 0\. Where each"
    ):
        model(ids, position_ids=position_ids, use_cache=False)
    whole = {"position_ids": position_ids, "attention_mask": torch.ones_like(ids), "use_cache": False}
    assert difference(model(ids, **whole).logits, eager(ids, **whole).logits) < 1e-5
    packed = model(ids, position_ids=position_ids, cu_seq_lens_q=torch.tensor([0, 5, 17]), use_cache=False).logits
    parts = [eager(ids[:, one], position_ids=position_ids[:, one]).logits for one in (slice(0, 5), slice(5, 17))]
    assert difference(packed, torch.cat(parts, 1)) < 1e-5


def test_padding_of_packed_sequences_is_refused() -> None:
    ids, mask = tokens(1, 17), torch.ones(1, 17, dtype=torch.long)
    mask[:, :3] = 0
    with pytest.raises(NotImplementedError, match="attention_mask has padding, and cu_seq_lens_q says"):
        tiny("Llama", "own_layers")(ids, attention_mask=mask, cu_seq_lens_q=torch.tensor([0, 5, 17]), use_cache=False)


def test_positions_of_roberta() -> None:
    """Its own begin at 2, which is where its table of positions begins."""
    ids, given = tokens(1, 9), {"position_ids": torch.arange(2, 11)[None], "attention_mask": torch.ones(1, 9)}
    eager, model = built("Roberta"), built("Roberta", "encoder")
    with pytest.raises(NotImplementedError, match=r"pass attention_mask=torch.ones_like\(input_ids\)"):
        model(ids, position_ids=given["position_ids"])
    assert difference(model(ids, **given).logits, eager(ids).logits) < 1e-5
    assert difference(model(ids).logits, eager(ids).logits) < 1e-5


def test_a_causal_pattern_in_a_vision_tower(files: dict[str, Path]) -> None:
    """A name for a whole model of images and text is given to its vision tower too."""
    sizes = {"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = transformers.SiglipVisionConfig(**sizes, image_size=8, patch_size=4)
    model = transformers.SiglipVisionModel._from_config(config, attn_implementation="local_only")
    with pytest.raises(ValueError, match="is causal, but SiglipAttention attends in both directions"):
        model(torch.zeros(1, 3, 8, 8))
    register("patches", files["all"])
    model.set_attn_implementation("patches")
    found = model(torch.ones(1, 3, 8, 8)).last_hidden_state
    model.set_attn_implementation("eager")
    assert difference(found, model(torch.ones(1, 3, 8, 8)).last_hidden_state) < 1e-5


@pytest.mark.parametrize("name", REFUSED)
def test_models_that_take_no_attention_implementation(name: str) -> None:
    words = f"models of the type '{name.lower()}' take no attention implementation: their layers read the mask"
    with pytest.raises(NotImplementedError, match=words):
        built(name, "causal")(tokens(1, 8))


def test_a_mask_function_of_the_model() -> None:
    with pytest.raises(NotImplementedError, match="use_bidirectional_attention"):
        tiny("Gemma3", "own_layers", use_bidirectional_attention=True)(tokens(1, 8))


def test_continuous_batching() -> None:
    with pytest.raises(ValueError, match="own_layers is not supported for continuous batching"):
        tiny("Llama", "own_layers").generate_batch([[2, 3, 4]])


def test_patterns_that_look_ahead_do_not_generate(files: dict[str, Path]) -> None:
    """A layer that predicts tokens would find them among its keys, which is said once for all its calls."""
    register("ahead", files["near"])
    model = tiny("Llama", "ahead")
    with pytest.warns(UserWarning, match=r"near.pat: queries may attend to later keys, but LlamaAttention is") as said:
        [model(tokens(1, 8)) for _ in range(2)]
    assert len(said) == 1
    with pytest.raises(NotImplementedError, match="write `where causal` to generate"):
        model.generate(tokens(1, 8), attention_mask=torch.ones(1, 8), max_new_tokens=3)


def test_a_decoder_that_is_to_attend_in_both_directions(files: dict[str, Path]) -> None:
    """What that warning says to write."""
    register("both_directions", files["all"])
    model, eager = (tiny("Llama", name, is_causal=False) for name in ("both_directions", "eager"))
    assert difference(model(tokens(1, 8), use_cache=False).logits, eager(tokens(1, 8), use_cache=False).logits) < 1e-5


def test_windows_beyond_the_cache(files: dict[str, Path]) -> None:
    """Layers that slide keep five keys; a pattern that reads more would get wrong results without a word."""
    register("wide", {"sliding_attention": files["local"], "full_attention": files["global"]}, left=6)
    model = tiny("Gemma3", "wide")
    arguments = {"attention_mask": torch.ones(1, 8), "max_new_tokens": 3, "do_sample": False}
    with pytest.raises(ValueError, match=r"6 positions before it, but the cache of this layer keeps 5"):
        model.generate(tokens(1, 8), **arguments)
    out = model.generate(tokens(1, 8), cache=transformers.DynamicCache(), **arguments)
    assert out.tolist() == model.generate(tokens(1, 8), use_cache=False, **arguments).tolist()


def test_statements_that_contradict_the_model(tmp_path: Path) -> None:
    for name, statement, words in (
        ("Gemma2", "score softcap(3.0)", r"softcap\(3\)`, but the model caps at 2: remove"),
        ("Gemma2", "score scale(0.5)", r"scale\(0\.5\)`, but the model scales by 0\.0625: remove"),
        ("Llama", "input s: table(heads)\n    score sink(@s)", r"but the model passes no sink logits"),
    ):
        path = tmp_path / "score.pat"
        path.write_text(f"pattern p {{\n    attend causal\n    {statement}\n}}\n")
        register("contradiction", path)
        with pytest.raises(ValueError, match=words):
            tiny(name, "contradiction")(tokens(1, 8))


def test_statements_that_agree_with_the_model(tmp_path: Path) -> None:
    scores = {
        "Gemma2": "score softcap(2.0)\n    score scale(0.0625)",
        "GptOss": "input s: table(heads)\n    score sink(@s)",
    }
    for name, statements in scores.items():
        paths = {"sliding_attention": tmp_path / "near.pat", "full_attention": tmp_path / "all.pat"}
        for path, mask in zip(paths.values(), ("window(5, 0)", "causal"), strict=True):
            path.write_text(f"pattern p {{\n    attend {mask}\n    {statements}\n}}\n")
        register("agreement", paths)
        found, grads = results(tiny(name, "agreement"), tokens(2, 17), LEFT)
        wanted, wanted_grads = results(tiny(name, "eager"), tokens(2, 17), LEFT)
        assert difference(found, wanted) < 1e-5
        assert max(difference(grads[one], wanted_grads[one]) for one in grads) < 1e-4


@pytest.mark.parametrize("name", ["sdpa", "my_flash", "org/kernel", ""])
def test_names_that_are_taken(files: dict[str, Path], name: str) -> None:
    with pytest.raises(ValueError, match="must be without"):
        register(name, files["local"])


def test_unknown_parameters(files: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match=r"lefd: .*local.pat has no such parameter; did you mean `left`"):
        register("unknown", files["local"], lefd=4)
    with pytest.raises(ValueError, match="no file"):
        register("unknown", {})


def test_a_kind_without_a_pattern(files: dict[str, Path]) -> None:
    register("half", {"sliding_attention": files["local"]}, left=5)
    with pytest.raises(ValueError, match="layer 1 is of the kind 'full_attention', for which 'half' has no pattern"):
        tiny("Gemma3", "half")(tokens(1, 8))
