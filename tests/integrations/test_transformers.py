"""Models of transformers that run patterns: logits, gradients and generated tokens are those of their own attention."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo.testing
import transformers
from architectures import built
from tiny_models import CAUSAL, CONFIGS, LEFT, difference, images_and_text, results, tiny, tokens
from torch import Tensor
from transformers.masking_utils import (
    and_masks,
    causal_mask_function,
    create_causal_mask,
    create_chunked_causal_mask,
    packed_sequence_mask_function,
)

from patternc.integrations.transformers import register, row_sequences
from patternc.integrations.transformers.call_place import Placement, place

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")


def own(name: str) -> str:
    return "encoder" if name == "ModernBert" else "own_layers"


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


KINDS = """edition 1
pattern sliding_attention(left=4) {
    attend window(left, 0)
}

module Layer {
    pattern sliding_attention
    embed 32
    heads 2
}

pattern full_attention(left=4) {
    attend causal & window(left + 100)
}
"""


@pytest.mark.parametrize("as_mapping", [False, True])
def test_a_file_with_a_pattern_for_each_kind(as_mapping: bool, tmp_path: Path) -> None:
    path = tmp_path / "kinds.pat"
    path.write_text(KINDS)
    kinds = ("sliding_attention", "full_attention")
    register("one_file", dict.fromkeys(kinds, path) if as_mapping else path, left=5)
    wanted = tiny("Gemma3", "eager")(tokens(2, 17)).logits
    assert difference(tiny("Gemma3", "one_file")(tokens(2, 17)).logits, wanted) < 1e-5
    for kind, words in (("chunked_attention", "one of them named chunked_attention"), ("", "one$")):
        with pytest.raises(ValueError, match=f"the patterns sliding_attention, full_attention, must hold {words}"):
            register("one_file", {kind: path}, left=5)


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


def test_layers_ask_the_device_for_positions_once_for_each_kind() -> None:
    model = tiny("Gemma3", "own_layers", num_hidden_layers=4, layer_types=["sliding_attention", "full_attention"] * 2)
    asked = row_sequences._begins_of_last.cache_info().misses
    model(tokens(2, 17), position_ids=PACKED, use_cache=False)
    assert row_sequences._begins_of_last.cache_info().misses == asked + 2


def test_positions_of_a_mask_that_counts_sequences() -> None:
    """As transformers 5.5 makes it; later versions keep the positions themselves."""
    packed = and_masks(causal_mask_function, packed_sequence_mask_function(torch.tensor([[0, 0, 1, 1, 1, 2]])))
    found = place(batch_size=1, q_length=6, kv_length=6, mask_function=packed).position_ids
    assert found is not None
    assert found.tolist() == [[0, 1, 0, 1, 2, 0]]
    assert place(batch_size=1, q_length=6, kv_length=6, mask_function=causal_mask_function).position_ids is None


def test_links_of_a_compiled_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a graph asserts of rows whose layers get no positions: each position is linked to the one before it."""
    monkeypatch.setattr(torch.compiler, "is_compiling", lambda: True)
    config = built("Llama4", "own_layers").config
    rows: dict[str, Any] = {"config": config, "inputs_embeds": torch.empty(2, 17, 0), "attention_mask": None}
    for make in (create_causal_mask, create_chunked_causal_mask):
        whole = make(**rows, cache=None, position_ids=torch.arange(17)[None])
        assert whole.linked.all()
        assert row_sequences.row_offsets(whole, None, None, 2) is None
        packed = make(**rows, cache=None, position_ids=PACKED)
        assert (~packed.linked).nonzero().tolist() == [[0, 8], [0, 12]]
        with pytest.raises(RuntimeError, match="hands no position_ids to its attention layers"):
            row_sequences.row_offsets(packed, None, None, 2)


@pytest.mark.parametrize("name", ["Llama", "GptOss"])
def test_positions_for_all_rows(name: str) -> None:
    """One row of positions stands for those of a whole batch."""
    ids, model = tokens(2, 17), tiny(name, "own_layers")
    found = model(ids, position_ids=PACKED[:1], use_cache=False).logits
    assert difference(found, model(ids, position_ids=PACKED[:1].expand(2, -1), use_cache=False).logits) < 1e-5
    assert difference(found[1:], model(ids[1:], position_ids=PACKED[:1], use_cache=False).logits) < 1e-5


@pytest.mark.parametrize("name", ["Llama", "GptOss"])  # which separates sequences by positions that layers are given
def test_positions_that_change_in_place(name: str) -> None:
    """As in a training loop that fills one buffer."""
    ids, model = tokens(1, 17), tiny(name, "own_layers")
    several = [torch.arange(17)[None], PACKED[:1], torch.tensor([[*range(5), *range(12)]])]
    wanted = [model(ids, position_ids=places, use_cache=False).logits for places in several]
    buffer = torch.empty_like(several[0])
    for places, logits in zip(several, wanted, strict=True):
        assert torch.equal(model(ids, position_ids=buffer.copy_(places), use_cache=False).logits, logits)


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
    with pytest.raises(NotImplementedError, match=r"tokens of an image attend to each other \(block_sequence_ids\)"):
        model(ids, pixel_values=torch.randn(1, 3, 8, 8), token_type_ids=(ids == 40).long(), use_cache=False)
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
def test_later_keys_in_a_graph(files: dict[str, Path]) -> None:
    """The warning of a causal layer is given while code is traced."""
    register("ahead", files["near"])
    model = tiny("Llama", "ahead", num_hidden_layers=1)
    compiled: Any = torch.compile(model, fullgraph=True, backend="eager")
    with pytest.warns(UserWarning, match="queries may attend to later keys"):
        found = compiled(tokens(2, 17), use_cache=False).logits
    assert difference(found, model(tokens(2, 17), use_cache=False).logits) < 1e-5


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
    assert made == Placement(n, 0, 0, None, False)
    mask[:, :5] = False
    made = create_causal_mask(config, torch.empty(1, n, 0), mask, None)
    assert made.tokens.tolist() == [[5, n]]
    made = create_causal_mask(config, torch.empty(1, n, 0), mask.flip(1), None)  # moves no keys either
    assert (made.tokens.tolist(), made.moved) == ([[0, n - 5]], None)
