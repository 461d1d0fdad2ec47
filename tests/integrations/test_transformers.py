"""Models of transformers that run patterns: logits, gradients and generated tokens are those of their own attention."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo.testing
import transformers
from tiny_models import CAUSAL, CONFIGS, tiny, tokens
from torch import Tensor
from transformers.masking_utils import create_causal_mask

from patternc.integrations.transformers import register
from patternc.integrations.transformers.call_place import Placement

PATTERNS = {
    "local": "pattern local(left=5) {\n    attend window(left, 0)\n}\n",
    "global": "pattern everything {\n    attend causal\n}\n",
    "near": "pattern near(side=4) {\n    attend window(side)\n}\n",
    "all": "pattern every_key {\n    attend full\n}\n",
    "sinks": "pattern first_keys {\n    attend first(2) | window(3, 0)\n    where causal\n}\n",
}
LEFT = torch.tensor([[0] * 4 + [1] * 13, [1] * 17])


@pytest.fixture(scope="module", autouse=True)
def torch_modules() -> Iterator[None]:
    """Compiling C++ modules for all these calls takes minutes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXX", "none")
        yield


@pytest.fixture(scope="module", autouse=True)
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pattern files, and their names: as the models have them, in all layers, and with first keys."""
    folder = tmp_path_factory.mktemp("patterns")
    found = {name: folder / f"{name}.pat" for name in PATTERNS}
    for name, path in found.items():
        path.write_text(PATTERNS[name])
    register("own_layers", {"sliding_attention": found["local"], "full_attention": found["global"]}, left=5)
    register("encoder", {"sliding_attention": found["near"], "full_attention": found["all"]}, side=4)
    register("local_only", found["local"], left=5)
    register("first_keys", found["sinks"])
    return found


def own(name: str) -> str:
    return "encoder" if name == "ModernBert" else "own_layers"


def results(model: Any, ids: Tensor, mask: Tensor | None = None) -> tuple[Tensor, dict[str, Tensor]]:
    """The logits of tokens, and the gradients of all parameters."""
    model.zero_grad()
    logits = model(ids, attention_mask=mask).logits
    logits = logits if mask is None else logits[mask.bool()]
    logits.square().mean().backward()
    return logits.detach(), {name: one.grad for name, one in model.named_parameters() if one.grad is not None}


def difference(found: Tensor, wanted: Tensor) -> float:
    return float((found.detach() - wanted.detach()).norm() / wanted.detach().norm().clamp_min(1e-12))


@pytest.mark.parametrize("mask", [None, LEFT], ids=["whole", "left padding"])
@pytest.mark.parametrize("name", CONFIGS)
def test_logits_and_gradients(name: str, mask: Tensor | None) -> None:
    ids = tokens(2, 17)
    wanted, wanted_grads = results(tiny(name, "eager"), ids, mask)
    found, grads = results(tiny(name, own(name)), ids, mask)
    assert difference(found, wanted) < 1e-5
    assert grads.keys() == wanted_grads.keys()
    assert max(difference(grads[one], wanted_grads[one]) for one in grads) < 1e-4


def test_another_window_has_other_logits(files: dict[str, Path]) -> None:
    register("narrow", {"sliding_attention": files["local"], "full_attention": files["global"]}, left=4)
    ids = tokens(2, 17)
    wanted, _ = results(tiny("Gemma3", "eager"), ids)
    assert difference(results(tiny("Gemma3", "narrow"), ids)[0], wanted) > 1e-2


def test_right_padding() -> None:
    mask = LEFT.flip(1)
    for name in ("Llama", "ModernBert"):
        wanted, _ = results(tiny(name, "eager"), tokens(2, 17), mask)
        assert difference(results(tiny(name, own(name)), tokens(2, 17), mask)[0], wanted) < 1e-5


MODES: dict[str, dict[str, Any]] = {
    "greedy": {},
    "static": {"cache_implementation": "static"},
    "beams": {"num_beams": 2},
    "static beams": {"num_beams": 2, "cache_implementation": "static"},
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [name for name in CAUSAL if name != "Gemma2"])
def test_generated_tokens(name: str, mode: str) -> None:
    """The window of 6 is trimmed from dynamic and static caches of layers that slide, after 6 of 28 positions."""
    ids, mask = tokens(2, 8), LEFT[:, :8]
    model = tiny(name, "eager")
    found = []
    for implementation in ("eager", "own_layers"):
        model.set_attn_implementation(implementation)
        found.append(model.generate(ids, attention_mask=mask, max_new_tokens=20, do_sample=False, **MODES[mode]))
    assert torch.equal(*found)
    assert len(set(found[0][0, 8:].tolist())) > 5


@pytest.mark.parametrize("name", ["Llama", "Gemma3"])
def test_assisted_decoding(name: str) -> None:
    ids = tokens(1, 8)
    model, draft = tiny(name, "own_layers"), tiny(name, "own_layers", seed=1)
    arguments = {"attention_mask": torch.ones_like(ids), "max_new_tokens": 20, "do_sample": False}
    wanted = tiny(name, "eager").generate(ids, **arguments)
    assert torch.equal(model.generate(ids, prompt_lookup_num_tokens=3, **arguments), wanted)
    assert torch.equal(model.generate(ids, assistant_model=draft, **arguments), wanted)


def test_chunks_of_a_prompt() -> None:
    """A second turn of several tokens, when the windows of sliding layers have been trimmed already."""
    ids = tokens(2, 17)
    model = tiny("Gemma3", "own_layers")
    wanted = tiny("Gemma3", "eager")(ids).logits
    cache = transformers.DynamicCache(config=model.config)
    parts = [model(part, cache=cache).logits for part in torch.split(ids, [9, 1, 5, 2], 1)]
    assert difference(torch.cat(parts, 1), wanted) < 1e-5


# ---- packed sequences ---------------------------------------------------------------------------------------------
PACKED = torch.tensor([[0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 0, 1, 2, 3], [*range(17)]])


@pytest.mark.parametrize("name", ["own_layers", "first_keys"])
def test_positions_that_restart(name: str) -> None:
    """A sequence of a packed row has the logits that it has in a row of its own, and the same gradients."""
    ids = tokens(2, 17)
    model = tiny("Gemma3", name)
    found = model(ids, position_ids=PACKED, use_cache=False).logits
    alone = torch.cat([model(ids[:1, place]).logits for place in (slice(0, 9), slice(9, 13), slice(13, 17))], 1)
    assert difference(found[:1], alone) < 1e-5
    assert difference(found[1:], model(ids[1:]).logits) < 1e-5
    parameter = model.model.layers[0].self_attn.q_proj.weight
    grads = [torch.autograd.grad(one.square().sum(), parameter)[0] for one in (found[:1], alone)]
    assert difference(*grads) < 1e-4
    if name == "own_layers":
        wanted = tiny("Gemma3", "eager")(ids, position_ids=PACKED, use_cache=False).logits
        assert difference(found, wanted) < 1e-5


def test_cumulative_lengths() -> None:
    """What a collator for flash attention passes."""
    ids, places = tokens(1, 17), torch.tensor([0, 9, 13, 17], dtype=torch.int32)
    model = tiny("Llama", "own_layers")
    wanted = model(ids, position_ids=PACKED[:1], use_cache=False).logits
    found = model(ids, position_ids=PACKED[:1], use_cache=False, cu_seq_lens_q=places, cu_seq_lens_k=places).logits
    assert torch.equal(found, wanted)


def test_positions_count_from_the_first_token() -> None:
    """`first(2)` is the first two tokens, not the padding: a padded row has the logits that it has alone."""
    ids, model = tokens(2, 17), tiny("Llama", "first_keys")
    places = (LEFT.cumsum(1) - 1).clamp_min(0)
    found = model(ids, attention_mask=LEFT, position_ids=places).logits
    assert difference(found[:1, 4:], model(ids[:1, 4:]).logits) < 1e-5
    assert difference(found[1:], model(ids[1:]).logits) < 1e-5


@pytest.mark.parametrize("mode", ["greedy", "static"])
def test_generated_with_first_keys(mode: str) -> None:
    ids, model = tokens(2, 8), tiny("Llama", "first_keys")
    arguments = {"max_new_tokens": 12, "do_sample": False, **MODES[mode]}
    found = model.generate(ids, attention_mask=LEFT[:, :8], **arguments)
    alone = [model.generate(row, attention_mask=torch.ones_like(row), **arguments) for row in (ids[:1, 4:], ids[1:])]
    assert torch.equal(found[0, 8:], alone[0][0, 4:])
    assert torch.equal(found[1], alone[1][0])


def test_a_pattern_with_documents_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "packed.pat"
    path.write_text("pattern p {\n    input places: offsets\n    attend causal & document(@places)\n}\n")
    register("own_documents", path)
    ids, model, wanted = tokens(2, 17), tiny("Llama", "own_documents"), tiny("Llama", "eager")
    assert difference(model(ids).logits, wanted(ids).logits) < 1e-5
    found = model(ids, position_ids=PACKED, use_cache=False).logits
    assert difference(found, wanted(ids, position_ids=PACKED, use_cache=False).logits) < 1e-5


@torch.no_grad()
def test_spans_of_images(tmp_path: Path) -> None:
    """A language model, given embedded images and their spans by name, is that of the whole model with its own mask."""
    path = tmp_path / "images.pat"
    path.write_text("pattern images {\n    input spans: offsets\n    attend causal | document(@spans)\n}\n")
    register("images", path)
    model = images_and_text("eager").eval()
    ids = torch.tensor([[5, 6, 7, 8, 9, 10, *[40] * 4, *range(11, 18)]])
    language, seen = model.model.language_model, {}
    language.register_forward_pre_hook(lambda _, __, given: seen.update(given), with_kwargs=True)
    language.register_forward_hook(lambda _, __, made: seen.update(wanted=made.last_hidden_state))
    model(ids, pixel_values=torch.randn(1, 3, 8, 8), token_type_ids=(ids == 40).long(), use_cache=False)
    embedded, wanted = seen["inputs_embeds"], seen["wanted"]
    model.set_attn_implementation({"text_config": "images"})
    spans = torch.tensor([[*range(7), *range(10, 18)]])
    found = language(inputs_embeds=embedded, spans=spans, use_cache=False).last_hidden_state
    assert difference(found, wanted) < 1e-5
    with pytest.raises(NotImplementedError, match=r"spans: given for rows with padding or several sequences"):
        language(inputs_embeds=embedded, spans=spans, position_ids=PACKED[:1], use_cache=False)
    with pytest.raises(ValueError, match=r"spans: \[0, 17\]; .*images.pat needs a tensor of offsets"):
        language(inputs_embeds=embedded, spans=[0, 17], use_cache=False)


def test_inputs_by_name(tmp_path: Path) -> None:
    path = tmp_path / "biased.pat"
    path.write_text("pattern p {\n    input slopes: table(heads, 7)\n    attend causal\n    score bias(@slopes)\n}\n")
    register("biased", path)
    model, slopes = tiny("Llama", "biased"), torch.zeros(2, 7, requires_grad=True)
    out = model(tokens(2, 17), slopes=slopes, use_cache=False).logits
    assert difference(out, tiny("Llama", "eager")(tokens(2, 17)).logits) < 1e-5
    assert torch.autograd.grad(out.square().sum(), slopes)[0].abs().sum() > 0
    with pytest.raises(ValueError, match=r"has the input `slopes`; pass it to the model: model\("):
        model(tokens(2, 17))


# ---- training -----------------------------------------------------------------------------------------------------
def trained(implementation: str, folder: Path, **arguments: Any) -> Any:
    """A model after two steps of the Trainer."""
    model = tiny("GptOss", implementation, attention_dropout=0.0)
    rows = [{"input_ids": row, "labels": row} for row in tokens(4, 17)]
    settings = transformers.TrainingArguments(
        folder, max_steps=2, per_device_train_batch_size=2, use_cpu=True, report_to=[], disable_tqdm=True,
        save_strategy="no", logging_strategy="no", learning_rate=1e-2, **arguments,
    )  # fmt: skip
    transformers.Trainer(model, settings, train_dataset=rows).train()
    return model


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
def test_trainer(tmp_path: Path) -> None:
    wanted = trained("eager", tmp_path).state_dict()
    for arguments in ({}, {"gradient_checkpointing": True}):
        found = trained("own_layers", tmp_path, **arguments).state_dict()
        assert max(difference(found[name], wanted[name]) for name in wanted) < 1e-3
    before = tiny("GptOss", "eager").state_dict()
    assert difference(wanted["model.layers.0.self_attn.sinks"], before["model.layers.0.self_attn.sinks"]) > 1e-3


def test_dropout() -> None:
    """The same seed drops the same weights, also when layers are computed again; evaluation drops none."""
    ids, model = tokens(2, 17), tiny("Gemma3", "own_layers", attention_dropout=0.5)
    wanted = model(ids).logits
    assert torch.equal(wanted, model(ids).logits)
    model.train()

    def dropped(seed: int) -> tuple[Tensor, dict[str, Tensor]]:
        torch.manual_seed(seed)
        return results(model, ids)

    first, grads = dropped(1)
    assert torch.equal(dropped(1)[0], first)
    assert difference(dropped(2)[0], first) > 1e-2
    assert difference(first, wanted) > 1e-2
    model.activation_checkpointing_enable()
    again, grads_again = dropped(1)
    assert difference(again, first) < 1e-6
    assert max(difference(grads_again[name], grads[name]) for name in grads) < 1e-4


# ---- compilation and size -----------------------------------------------------------------------------------------
@pytest.fixture
def dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.mark.long
@pytest.mark.usefixtures("dynamo")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in {"Llama", "GptOss"} else pytest.mark.slow) for name in CONFIGS],
)
def test_one_graph_for_all_lengths(name: str) -> None:
    kinds: dict[str, Any] = {} if name in {"Llama", "Mistral"} else {"layer_types": ["sliding_attention"]}
    model = tiny(name, own(name), num_hidden_layers=1, **kinds)
    counter: Any = torch._dynamo.testing.CompileCounterWithBackend("eager")
    compiled: Any = torch.compile(model, fullgraph=True, backend=counter, dynamic=True)
    for n in (17, 12, 23):
        assert difference(compiled(tokens(2, n), use_cache=False).logits, model(tokens(2, n)).logits) < 1e-5
    assert counter.frame_count == 1


@pytest.mark.long
@pytest.mark.usefixtures("dynamo")
@pytest.mark.parametrize("name", ["local_only", "first_keys"])
def test_padding_and_packing_in_a_graph(name: str) -> None:
    """A graph has documents; a pattern that depends on where they begin fails instead, when it runs."""
    model, ids, mask = tiny("Llama", name, num_hidden_layers=1), tokens(2, 17), LEFT.bool()
    compiled: Any = torch.compile(model, fullgraph=True, backend="eager")
    arguments: tuple[dict[str, Any], ...] = ({"attention_mask": LEFT}, {"position_ids": PACKED})
    for given in arguments:
        if name == "first_keys":
            with pytest.raises(RuntimeError, match="depends on where a sequence begins"):
                compiled(ids, use_cache=False, **given)
        else:
            found = compiled(ids, use_cache=False, **given).logits
            assert difference(found[mask], model(ids, use_cache=False, **given).logits[mask]) < 1e-5
        whole = {one: torch.ones_like(LEFT) if one == "attention_mask" else torch.arange(17)[None] for one in given}
        assert difference(compiled(ids, use_cache=False, **whole).logits, model(ids).logits) < 1e-5
    for places in (2 * torch.arange(17), torch.arange(17) + 17):
        with pytest.raises(RuntimeError, match="jump ahead within a row"):
            compiled(ids, use_cache=False, position_ids=places[None])
    with pytest.raises(RuntimeError, match="padding between tokens"):
        compiled(ids, use_cache=False, attention_mask=torch.ones_like(LEFT).index_fill(1, torch.tensor([3]), 0))


@pytest.mark.long
@pytest.mark.usefixtures("dynamo")
def test_gradients_of_a_compiled_model() -> None:
    model = tiny("Gemma3", "own_layers")
    wanted, wanted_grads = results(model, tokens(2, 17))
    found, grads = results(torch.compile(model, fullgraph=True, backend="aot_eager"), tokens(2, 17))
    assert difference(found, wanted) < 1e-5
    wanted_grads = {f"_orig_mod.{name}": grad for name, grad in wanted_grads.items()}
    assert max(difference(grads[name], wanted_grads[name]) for name in grads) < 1e-4


def test_no_mask_of_pairs_is_made() -> None:
    """A mask of a million positions would have 10^12 pairs."""
    n = 1 << 20
    config = tiny("Llama", "local_only").config
    mask = torch.ones(1, n, dtype=torch.bool)
    made = create_causal_mask(config, torch.empty(1, n, 0), mask, None)
    assert made == Placement(n, n, 0, 0, None, False)
    mask[:, :5] = False
    made = create_causal_mask(config, torch.empty(1, n, 0), mask, None)
    assert made.tokens.tolist() == [[5, n]]


# ---- saved models -------------------------------------------------------------------------------------------------
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


def images_and_text(implementation: Any) -> Any:
    """A Gemma 3 of images and text, with random weights: images of four tokens, whose id is 40."""
    sizes = {"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    text = {**sizes, "num_key_value_heads": 1, "head_dim": 16, "vocab_size": 48, "layer_types": ["full_attention"]}
    vision = {**sizes, "image_size": 8, "patch_size": 4}
    config = transformers.Gemma3Config(text_config=text, vision_config=vision, mm_tokens_per_image=4, image_token_id=40)
    return transformers.Gemma3ForConditionalGeneration._from_config(config, attn_implementation=implementation)


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


# ---- errors -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"attention_mask": torch.zeros(2, 1, 17, 17)}, NotImplementedError, "write the mask of pairs as a pattern"),
        (
            {"attention_mask": torch.tensor([[1, 0, 1]]).repeat(2, 1).repeat_interleave(6, 1)[:, :17]},
            NotImplementedError,
            "row 0 has padding between tokens",
        ),
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
        with pytest.raises(NotImplementedError, match="position_ids jump ahead within a row or begin after 0"):
            tiny("Llama", "own_layers")(tokens(1, 8), position_ids=torch.tensor([[*places]]), use_cache=False)


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


def test_a_mask_function_of_the_model() -> None:
    with pytest.raises(NotImplementedError, match="use_bidirectional_attention"):
        tiny("Gemma3", "own_layers", use_bidirectional_attention=True)(tokens(1, 8))


def test_continuous_batching() -> None:
    with pytest.raises(ValueError, match="own_layers is not supported for continuous batching"):
        tiny("Llama", "own_layers").generate_batch([[2, 3, 4]])


def test_patterns_that_look_ahead_do_not_generate(files: dict[str, Path]) -> None:
    register("ahead", files["near"])
    model = tiny("Llama", "ahead")
    model(tokens(1, 8))
    with pytest.raises(NotImplementedError, match="write `where causal` to generate"):
        model.generate(tokens(1, 8), attention_mask=torch.ones(1, 8), max_new_tokens=3)


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
