"""Trees of drafted tokens behind a cache: each draft is answered as the last token of its own path."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch
import transformers
from tiny_models import LEFT, difference, tiny, tokens

from patternc.integrations.transformers import register

pytestmark = pytest.mark.usefixtures("torch_modules")
pytest_plugins = ["model_files"]
TREE = """pattern tree({parameters}) {{
    input subtree_end: positions
    attend {mask} & columns(0, @subtree_end)
}}
"""
PROMPT, DRAFTS = 9, 12


@pytest.fixture(scope="module", autouse=True)
def trees(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("trees")
    masks = {"full_attention": ("", "causal"), "sliding_attention": ("left=5", "window(left, 0)")}
    files: dict[str, Path] = {}
    for kind, (parameters, mask) in masks.items():
        files[kind] = folder / f"{kind}.pat"
        files[kind].write_text(TREE.format(parameters=parameters, mask=mask))
    register("trees", files, left=PROMPT + DRAFTS)
    (folder / "gated.pat").write_text(
        "pattern gated {\n    input g: gate\n    attend causal\n    combine gate(@g)\n}\n"
    )
    register("gated", folder / "gated.pat")
    (folder / "near.pat").write_text(
        "pattern near {\n    input g: gate\n    attend window(3, 0)\n    combine gate(@g)\n}\n"
    )
    register("gated_window", folder / "near.pat")


def drawn(seed: int) -> tuple[list[int], list[int]]:
    """The parent of each draft, -1 for the prompt, and where its subtree ends: depth-first, with several roots."""
    draw, parents, path = random.Random(seed), [], list[int]()
    for draft in range(DRAFTS):
        path = path[: draw.randint(0, len(path))]
        parents.append(path[-1] if path else -1)
        path.append(draft)
    ends = [draft + 1 for draft in range(DRAFTS)]
    for draft in reversed(range(DRAFTS)):
        if parents[draft] >= 0:
            ends[parents[draft]] = max(ends[parents[draft]], ends[draft])
    return parents, ends


def path_to(draft: int, parents: list[int]) -> list[int]:
    return [*path_to(parents[draft], parents), draft] if draft >= 0 else []


@pytest.mark.parametrize("name", ["Llama", "Gemma3", "GptOss"])
@pytest.mark.parametrize("static", [False, True])
def test_each_draft_is_the_last_token_of_its_path(name: str, static: bool) -> None:
    n = PROMPT + DRAFTS
    model, exact = tiny(name, "trees", sliding_window=64), tiny(name, "eager", sliding_window=64)
    prompt, drafts = tokens(1, PROMPT, 1), tokens(1, DRAFTS, 2)
    parents, ends = drawn(3)
    assert max(map(parents.count, parents)) > 1 < parents.count(-1)
    depths = [len(path_to(draft, parents)) - 1 for draft in range(DRAFTS)]
    kept = n + 3 if static else n  # a static cache has room that nothing fills
    cache = transformers.StaticCache(config=model.config, max_cache_len=kept) if static else transformers.DynamicCache()
    with torch.no_grad():
        first = torch.full((kept if static else PROMPT,), PROMPT)
        model(prompt, cache=cache, subtree_end=first, attention_mask=torch.ones(1, PROMPT))
        subtree_end = torch.tensor([n] * PROMPT + [PROMPT + end for end in ends] + [n] * (kept - n))
        places = torch.tensor([[PROMPT + depth for depth in depths]])
        inputs = {"attention_mask": torch.ones(1, n), "position_ids": places, "subtree_end": subtree_end}
        found = model(drafts, cache=cache, **inputs).logits
        for draft in range(DRAFTS):
            alone = torch.cat([prompt, drafts[:, path_to(draft, parents)]], 1)
            assert difference(found[:, draft], exact(alone).logits[:, -1]) < 1e-5


def test_rows_with_padding_have_no_numbers_of_positions() -> None:
    said = "subtree_end: an input of .* with numbers for each position, given for rows with padding"
    with pytest.raises(NotImplementedError, match=said):
        tiny("Llama", "trees")(tokens(2, 17), attention_mask=LEFT, subtree_end=torch.full((17,), 17))


def test_rows_that_are_moved_have_no_gates() -> None:
    """Padding between tokens is put first, which gates would not follow; padding before tokens moves nothing."""
    mask, gates = torch.ones(2, 17, dtype=torch.long), torch.rand(2, 2, 17, generator=torch.Generator().manual_seed(0))
    model, ids = tiny("Llama", "gated_window"), tokens(2, 17)
    padded = model(ids, attention_mask=LEFT, g=gates).logits
    alone = model(ids[:1, 4:], g=gates[:1, :, 4:]).logits
    assert difference(padded[:1, 4:], alone) < 1e-5
    mask[0, 5:7] = 0
    with pytest.raises(NotImplementedError, match=r"g: an input of .*near\.pat with numbers for each position"):
        model(ids, attention_mask=mask, g=gates)
    with pytest.raises(NotImplementedError, match=r"g: an input of .*gated\.pat with numbers for each position"):
        tiny("Llama", "gated")(ids, attention_mask=mask, g=gates)
