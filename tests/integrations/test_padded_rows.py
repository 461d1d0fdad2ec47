"""Rows with padding between their tokens: the tokens of a row are its sequence, whatever is padding."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import transformers
from architectures import built
from tiny_models import LEFT, difference, tiny, tokens
from torch import Tensor

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")

LEARNED = 3
"""Tokens that a method such as prompt tuning puts before each row, which is padded on the left already."""
MASK = torch.cat([torch.ones(2, LEARNED, dtype=torch.long), LEFT[:, :8]], 1)
GREEDY: dict[str, Any] = {"max_new_tokens": 6, "do_sample": False}


def with_prompt(model: Any, ids: Tensor, learned: Tensor) -> Tensor:
    """[B, LEARNED + n, D]: embeddings, as prompt tuning and p-tuning pass them."""
    return torch.cat([learned.expand(len(ids), -1, -1), model.get_input_embeddings()(ids)], 1)


def prefix(model: Any, batch: int) -> transformers.DynamicCache:
    """A cache that holds learned keys and values, as prefix tuning passes it."""
    cache, draw = transformers.DynamicCache(), torch.Generator().manual_seed(2)
    for layer in range(model.config.num_hidden_layers):
        cache.update(*torch.randn(2, 1, 1, LEARNED, 16, generator=draw).expand(-1, batch, -1, -1, -1), layer)
    return cache


def test_learned_tokens_before_padding_and_their_gradients() -> None:
    ids, learned = tokens(2, 8), torch.randn(1, LEARNED, 32, generator=torch.Generator().manual_seed(1))
    found = []
    for name in ("eager", "own_layers"):
        model, prompt = tiny("Llama", name), learned.clone().requires_grad_()
        embedded = with_prompt(model, ids, prompt)
        places = (MASK.cumsum(1) - 1).clamp_min(0)
        logits = model(inputs_embeds=embedded, attention_mask=MASK, position_ids=places, use_cache=False).logits
        logits[MASK.bool()].square().mean().backward()
        made = model.generate(inputs_embeds=embedded, attention_mask=MASK, **GREEDY)
        found.append((logits[MASK.bool()], prompt.grad, model.model.layers[0].self_attn.k_proj.weight.grad, made))
    for one, wanted in zip(*found, strict=True):
        assert difference(one.float(), wanted.float()) < 1e-4


@pytest.mark.parametrize("name", ["eager", "first_keys"])
def test_a_learned_prefix_before_padding(name: str) -> None:
    """Each row is answered as it is without its padding."""
    ids, model = tokens(2, 8), tiny("Llama", name)
    places = (MASK.cumsum(1) - 1).clamp_min(0)[:, LEARNED:]
    found = model(ids, attention_mask=MASK, position_ids=places, cache=prefix(model, 2)).logits
    alone = [model(row, cache=prefix(model, 1)).logits[0] for row in (ids[:1, 4:], ids[1:])]
    assert difference(found[MASK[:, LEARNED:].bool()], torch.cat(alone)) < 1e-5


def test_generated_behind_a_learned_prefix() -> None:
    ids, found = tokens(2, 8), []
    for name in ("eager", "own_layers"):
        model = tiny("Llama", name)
        found.append(model.generate(ids, attention_mask=MASK, cache=prefix(model, 2), **GREEDY))
    assert torch.equal(*found)


def test_tokens_of_a_prompt_that_are_those_of_padding() -> None:
    """Without a mask, `generate` takes them for padding."""
    ids = torch.tensor([[5, 6, 0, 7, 0, 0, 8, 9]])
    found = [tiny("Llama", name, pad_token_id=0).generate(ids, **GREEDY) for name in ("eager", "own_layers")]
    assert torch.equal(*found)


def test_windows_do_not_count_padding() -> None:
    model, ids = tiny("Mistral", "own_layers"), tokens(1, 13)
    spread, mask = torch.zeros(1, 17, dtype=torch.long), torch.ones(1, 17, dtype=torch.long)
    mask[0, [2, 7, 8, 12]] = 0
    spread[mask.bool()] = ids[0]
    found = model(spread, attention_mask=mask, position_ids=(mask.cumsum(1) - 1).clamp_min(0)).logits
    assert difference(found[mask.bool()], model(ids).logits[0]) < 1e-5


def test_a_cache_that_has_dropped_tokens_of_a_window() -> None:
    """It keeps five positions; where some of them are padding, the window of a token reaches what was dropped."""
    model, ids = tiny("Mistral", "own_layers"), tokens(2, 12)
    cache, mask = transformers.DynamicCache(config=model.config), torch.ones(2, 12, dtype=torch.long)
    mask[0, 8:10] = 0  # not in the second row
    model(ids[:, :10], attention_mask=mask[:, :10], cache=cache)
    with pytest.raises(ValueError, match=r"keys 5 positions before it, but the cache of this layer keeps 3 of a row"):
        model(ids[:, 10:], attention_mask=mask, cache=cache)


def test_a_cache_that_has_dropped_padding() -> None:
    """Nothing is lost then, also with more padding between the tokens that it holds."""
    model, ids = tiny("Mistral", "own_layers"), tokens(1, 18)
    cache, mask = transformers.DynamicCache(config=model.config), torch.ones(1, 18, dtype=torch.long)
    mask[0, [*range(9), 11]] = 0
    places = (mask.cumsum(1) - 1).clamp_min(0)
    parts = [
        model(ids[:, a:b], attention_mask=mask[:, :b], position_ids=places[:, a:b], cache=cache).logits
        for a, b in ((0, 10), (10, 12), (12, 18))
    ]
    wanted = model(ids[mask.bool()][None]).logits[0]
    assert difference(torch.cat(parts, 1)[mask.bool()], wanted) < 1e-5


def test_positions_of_sequences_behind_a_cache_that_has_dropped_keys() -> None:
    """A pattern that depends on where a sequence begins is one call for each; chunks keep their places in them."""
    mask, ids = LEFT.clone(), tokens(2, 17)
    mask[0, :6] = 0
    places, found = (mask.cumsum(1) - 1).clamp_min(0), []
    for name in ("eager", "own_layers"):
        model = built("Llama4", name)
        cache = transformers.DynamicCache(config=model.config)
        parts = [
            model(ids[:, a:b], attention_mask=mask[:, :b], position_ids=places[:, a:b], cache=cache).logits
            for a, b in ((0, 11), (11, 12), (12, 17))
        ]
        assert cache.layers[0].keys.shape[2] < 17
        found.append(torch.cat(parts, 1)[mask.bool()])
    assert difference(*found) < 1e-5
