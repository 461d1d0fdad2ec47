"""Selections as models of 2025-26 make them, each from a formula of its own: tokens, blocks, groups and tails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build_source, reference_of
from torch import Tensor

from patternc.cli.presets import presets
from patternc.source import Source

HEADS, KV_HEADS, DIM = 4, 2, 8


@dataclass(frozen=True)
class Model:
    """A preset with small sizes: `lists` (scores [B, heads, n, n]) are a call's, `seen` the pairs [B, HEADS, n, n]."""

    preset: str
    sizes: dict[str, str]
    n: int
    lists: Callable[[Tensor], Tensor]
    seen: Callable[[Tensor], Tensor]
    heads: int = 1
    others: Callable[[int], dict[str, Tensor]] = lambda _n: {}


def grid(n: int) -> tuple[Tensor, Tensor]:
    return torch.arange(n).unsqueeze(1), torch.arange(n)


def top(scores: Tensor, count: int) -> Tensor:
    """The places of the highest scores, -inf ones too, as `torch.topk` gives them."""
    return scores.topk(min(count, scores.shape[-1])).indices


def each(seen: Tensor) -> Tensor:
    """What lists of some heads say, for every query head."""
    return seen.repeat_interleave(HEADS // seen.shape[1], 1)


# ---- DeepSeek-V3.2: the indexer's 2048 tokens, one list for all heads ------------------------------------------------
def deepseek_lists(scores: Tensor) -> Tensor:
    """The indexer ranks causal scores; a short prefix has more places than tokens, whose picks lie in the future."""
    q, k = grid(scores.shape[-1])
    return top(scores.masked_fill(k > q, -torch.inf), 6)


def deepseek_seen(scores: Tensor) -> Tensor:
    q, k = grid(scores.shape[-1])
    causal = scores.masked_fill(k > q, -torch.inf)
    ranks = causal.argsort(dim=-1, descending=True, stable=True).argsort(-1)
    return each((ranks < 6) & (k <= q))


# ---- MiniMax: 16 blocks of 128 keys a key head -----------------------------------------------------------------------
def block_means(scores: Tensor, block: int) -> Tensor:
    """The mean score of each query for the keys of a block, the last of which is ragged: [B, heads, n, blocks]."""
    return torch.stack([part.mean(-1) for part in torch.split(scores, block, -1)], -1)


def minimax_lists(scores: Tensor) -> Tensor:
    """More picks than there are blocks: repeats of the best fill the list."""
    found = top(block_means(scores, 8), 3)
    return torch.cat([found, found[..., :1], torch.full_like(found[..., :9], -1)], -1)


def minimax_seen(scores: Tensor) -> Tensor:
    n = scores.shape[-1]
    q, k = grid(n)
    ranks = block_means(scores, 8).argsort(dim=-1, descending=True, stable=True).argsort(-1)
    return each((ranks < 3).repeat_interleave(8, -1)[..., :n] & (k <= q))


# ---- Qwen: groups of 4 that are complete before q, plus the tail -----------------------------------------------------
def qwen_groups(scores: Tensor) -> Tensor:
    """Scores of groups of 4 keys; -inf for those that are not complete at q."""
    n = scores.shape[-1]
    q, group = torch.arange(n).unsqueeze(1), torch.arange(-(-n // 4))
    return block_means(scores, 4).masked_fill(4 * group + 3 > q, -torch.inf)


def qwen_lists(scores: Tensor) -> Tensor:
    known = qwen_groups(scores)
    found = top(known, 3)
    return found.masked_fill(known.gather(-1, found) == -torch.inf, -1)


def qwen_seen(scores: Tensor) -> Tensor:
    n = scores.shape[-1]
    q, k = grid(n)
    known = qwen_groups(scores)
    ranks = known.argsort(dim=-1, descending=True, stable=True).argsort(-1)
    picked = ((ranks < 3) & (known > -torch.inf)).repeat_interleave(4, -1)[..., :n]
    return each(picked | ((k <= q) & (k >= (q + 1) // 4 * 4)))


# ---- MoBA: blocks of a packed document, the own block always ---------------------------------------------------------
CUTS = [0, 11, 11, 30, 37]


def documents(n: int) -> Tensor:
    return torch.bucketize(torch.arange(n), torch.tensor(CUTS[1:-1]), right=True)


def moba_lists(scores: Tensor) -> Tensor:
    """Each query picks 2 of the blocks of 8 before its own, by the mean of all keys of a block."""
    n = scores.shape[-1]
    own, block = torch.arange(n).unsqueeze(1) // 8, torch.arange(-(-n // 8))
    known = block_means(scores, 8).masked_fill(block >= own, -torch.inf)
    found = top(known, 2)
    return torch.cat(
        [found.masked_fill(known.gather(-1, found) == -torch.inf, -1), own.expand(*scores.shape[:2], -1, -1)], -1
    )


def moba_seen(scores: Tensor) -> Tensor:
    n = scores.shape[-1]
    q, k = grid(n)
    own, block = torch.arange(n).unsqueeze(1) // 8, torch.arange(-(-n // 8))
    known = block_means(scores, 8).masked_fill(block >= own, -torch.inf)
    ranks = known.argsort(dim=-1, descending=True, stable=True).argsort(-1)
    picked = (((ranks < 2) & (known > -torch.inf)) | (block == own)).repeat_interleave(8, -1)[..., :n]
    same = documents(n).unsqueeze(1) == documents(n)
    return each(picked & same & (k <= q))


# ---- NSA's selected branch: blocks of 64, a list for each key head ---------------------------------------------------
def nsa_lists(scores: Tensor) -> Tensor:
    """The first block and the own one are always among them."""
    n = scores.shape[-1]
    own, block = torch.arange(n).unsqueeze(1) // 8, torch.arange(-(-n // 8))
    known = block_means(scores, 8)
    known = known.masked_fill((block == 0) | (block == own), torch.inf).masked_fill(block > own, -torch.inf)
    found = top(known, 4)
    return found.masked_fill(known.gather(-1, found) == -torch.inf, -1)


def nsa_seen(scores: Tensor) -> Tensor:
    n = scores.shape[-1]
    q, k = grid(n)
    own, block = torch.arange(n).unsqueeze(1) // 8, torch.arange(-(-n // 8))
    known = block_means(scores, 8)
    known = known.masked_fill((block == 0) | (block == own), torch.inf).masked_fill(block > own, -torch.inf)
    chosen = known.argsort(dim=-1, descending=True, stable=True)[..., :4]
    picked = torch.zeros_like(known, dtype=torch.bool).scatter_(-1, chosen, True) & (known > -torch.inf)
    return each(picked.repeat_interleave(8, -1)[..., :n] & (k <= q))


MODELS = {
    "deepseek-dsa": Model("deepseek-dsa", {}, 33, deepseek_lists, deepseek_seen),
    "minimax-msa": Model("minimax-msa", {"block": "8"}, 45, minimax_lists, minimax_seen, KV_HEADS),
    "qwen-qsa": Model("qwen-qsa", {}, 38, qwen_lists, qwen_seen, KV_HEADS),
    "moba": Model("moba", {"block": "8"}, 37, moba_lists, moba_seen, HEADS, lambda _n: {"offsets": torch.tensor(CUTS)}),
    "nsa-selected": Model("nsa-selected", {"block": "8"}, 45, nsa_lists, nsa_seen, KV_HEADS),
}


def dense(tensors: list[Tensor], seen: Tensor) -> tuple[Tensor, Tensor]:
    """The output and its lse, in float64."""
    query, key, value = tensors
    key, value = (x.repeat_interleave(HEADS // KV_HEADS, 1) for x in (key, value))
    scores = (query @ key.mT * DIM**-0.5).masked_fill(~seen, -torch.inf)
    lse = scores.logsumexp(-1)
    return (scores - lse.clamp_min(-1e300).unsqueeze(-1)).exp() @ value, lse


def built(model: Model, folder: Path, backend: str = "torch") -> Any:
    text = next(one.text for one in presets() if one.name == model.preset)
    return build_source(Source("made.pat", text), folder, backend, model.sizes)[0]


def hold(module: Any, model: Model) -> None:
    """Both passes of a whole sequence, and decoding: one row and its list at a time."""
    generator = torch.Generator().manual_seed(model.n)
    n = model.n
    scores = torch.randn(2, model.heads, n, n, generator=generator)
    lists, others = model.lists(scores), model.others(n)
    sizes = (HEADS, n, DIM), (KV_HEADS, n, DIM), (KV_HEADS, n, DIM)
    tensors = [torch.randn(2, *size, generator=generator).requires_grad_() for size in sizes]
    exact = [one.detach().double().requires_grad_() for one in tensors]
    out, lse = dense(exact, model.seen(scores))
    flow = torch.randn(out.shape, generator=generator)
    wanted = (out, lse, *torch.autograd.grad((out * flow).sum(), exact))
    for function in (module.attention, reference_of(module).reference):
        found, found_lse = function(*tensors, picks=lists, **others, return_lse=True)
        answers = (found, found_lse, *torch.autograd.grad((found * flow).sum(), tensors))
        for one, other in zip(answers, wanted, strict=True):
            torch.testing.assert_close(one.double(), other.detach(), atol=1e-5, rtol=1e-5)
    query, key, value = (x.detach() for x in tensors)
    for row in (0, 3, n // 2, n - 1):
        seen = slice(row + 1)
        place = {"q_offset": row, "seq_len": n}
        step = module.attention(
            query[:, :, row : row + 1],
            key[:, :, seen],
            value[:, :, seen],
            picks=lists[:, :, row : row + 1],
            **place,
            **others,
        )
        torch.testing.assert_close(step.double(), out[:, :, row : row + 1].detach(), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_formulas_of_models(name: str, tmp_path: Path) -> None:
    hold(built(MODELS[name], tmp_path), MODELS[name])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "qwen-qsa" else pytest.mark.long) for name in MODELS]
)
def test_formulas_of_models_in_cpp(name: str, tmp_path: Path) -> None:
    hold(built(MODELS[name], tmp_path, "cpp"), MODELS[name])
