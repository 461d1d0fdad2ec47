"""Gradients through a ring: which derivatives there are, and that all ranks are in the backward pass of one call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from simulated_ranks import on_all_ranks
from torch import Tensor

RANKS, ROWS = 2, 12


def ring(clauses: str, folder: Path, layout: str = "contiguous", ranks: int = RANKS) -> Any:
    text = f"pattern p {{ {clauses}; ring(ranks={ranks}, layout={layout}, transport=p2p) }}"
    return build(text, folder)[0]


def rows_of(rank: int, batch: int = 1) -> list[Tensor]:
    generator = torch.Generator().manual_seed(rank)
    return [x.requires_grad_() for x in torch.randn(3, batch, 2, ROWS, 16, generator=generator).unbind()]


@pytest.mark.parametrize("clauses", ["attend causal", "attend causal; score alibi", "attend window(5, 2)"])
@pytest.mark.parametrize(("layout", "through_lse"), [("contiguous", False), ("contiguous", True), ("striped", False)])
def test_second_derivatives_are_refused(clauses: str, layout: str, through_lse: bool, tmp_path: Path) -> None:
    module = ring(clauses, tmp_path, layout)

    def work(ranks: Any) -> None:
        leaves = rows_of(ranks.rank)
        out, lse = module.ring_attention(*leaves, ranks, return_lse=True)
        loss = out.square().sum() + (lse.sum() if through_lse else 0.0)
        grads = torch.autograd.grad(loss, leaves, create_graph=True)
        plain = torch.autograd.grad(module.ring_attention(*leaves, ranks).square().sum(), leaves)
        assert through_lse or all(torch.allclose(x, y, atol=1e-5) for x, y in zip(grads, plain, strict=True))
        with pytest.raises(NotImplementedError, match="p: ring_attention has first derivatives only"):
            torch.autograd.grad(torch.stack([x.square().sum() for x in grads]).sum(), leaves)

    on_all_ranks(module, work)


def test_a_backward_pass_is_of_one_call(tmp_path: Path) -> None:
    """Ranks that go back through two calls in two orders would mix their gradients."""
    module = ring("attend causal", tmp_path)

    def work(ranks: Any) -> str:
        leaves = rows_of(ranks.rank)
        losses = [module.ring_attention(*leaves, ranks).square().sum() for _ in range(2)]
        try:
            torch.autograd.grad(losses[ranks.rank], leaves)
        except module.RingError as error:
            return str(error)
        return ""

    for said in on_all_ranks(module, work):
        assert said.startswith("rank 1 is in the backward of another call of ring_attention than rank 0")


@pytest.mark.parametrize("first", ["out", "lse"])
def test_ranks_whose_losses_read_different_results(first: str, tmp_path: Path) -> None:
    """One rank's loss is of out alone, the other's of lse alone."""
    module = ring("attend causal; score alibi", tmp_path)

    def loss(rank: int, out: Tensor, lse: Tensor) -> Tensor:
        return out.square().sum() if (rank == 0) == (first == "out") else lse.square().sum()

    def work(ranks: Any) -> list[Tensor]:
        leaves = rows_of(ranks.rank)
        results = module.ring_attention(*leaves, ranks, return_lse=True)
        return [*torch.autograd.grad(loss(ranks.rank, *results), leaves)]

    whole = [torch.cat(rows, 2).detach().requires_grad_() for rows in zip(rows_of(0), rows_of(1), strict=True)]
    out, lse = module.attention(*whole, return_lse=True)
    parts = zip(out.split(ROWS, 2), lse.split(ROWS, 2), strict=True)
    together = torch.stack([loss(rank, *part) for rank, part in enumerate(parts)]).sum()
    wanted = torch.autograd.grad(together, whole)
    for grads, meant in zip(zip(*on_all_ranks(module, work), strict=True), wanted, strict=True):
        torch.testing.assert_close(torch.cat(grads, 2), meant)


def test_an_empty_batch(tmp_path: Path) -> None:
    module = ring("attend causal", tmp_path)

    def work(ranks: Any) -> list[Tensor]:
        leaves = rows_of(ranks.rank, batch=0)
        return [*torch.autograd.grad(module.ring_attention(*leaves, ranks).sum(), leaves)]

    assert all(x.shape == (0, 2, ROWS, 16) for grads in on_all_ranks(module, work) for x in grads)


def test_a_sinks_gradient_is_rounded_once(tmp_path: Path) -> None:
    """However many ranks there are, and sinks of 16 bits."""
    ranks = 16
    module = ring("input s: table(heads); attend causal; score sink(@s)", tmp_path, ranks=ranks)
    every = [[x.detach() for x in rows_of(rank)] for rank in range(ranks)]
    sink = torch.linspace(-1, 1, 2).bfloat16()

    def work(ranks: Any) -> Tensor:
        own = sink.clone().requires_grad_()
        return torch.autograd.grad(module.ring_attention(*every[ranks.rank], ranks, s=own).cos().sum(), own)[0]

    found = on_all_ranks(module, work)
    leaf = sink.float().requires_grad_()
    out = reference_of(module).reference(*(torch.cat(x, 2) for x in zip(*every, strict=True)), s=leaf)
    (truth,) = torch.autograd.grad(out.cos().sum(), leaf)
    assert all(torch.equal(x, found[0]) for x in found)
    assert ((found[0].double() - truth.double()).abs() <= 2**-8 * truth.abs()).all()
