"""Models of transformers whose sequences two processes share: loss and gradients are those of one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import torch.distributed as dist
from processes import Raised, Workers
from ring_accelerate import ALIKE, by_context, by_shard
from ring_models import Found, alone, in_context, labels_of, misplaced, shared
from tiny_models import LEFT, tiny, tokens
from torch.testing._internal.distributed.fake_pg import FakeStore
from transformers.loss.loss_utils import ForCausalLMLoss


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2, timeout=60.0) as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("rings")
    (found / "local.pat").write_text("pattern local {\n    attend window(5, 0)\n}\n")
    (found / "global.pat").write_text("pattern everything {\n    attend causal\n}\n")
    (found / "contiguous.pat").write_text(
        "pattern everything {\n    attend causal\n    ring(ranks=2, layout=contiguous)\n}\n"
    )
    return found


@pytest.mark.parametrize(("ranks", "file"), [(3, "global.pat"), (2, "contiguous.pat")])
def test_labels_of_ranks_make_the_whole_loss(ranks: int, file: str, folder: Path) -> None:
    """The target of a rank's last row may be another rank's first. No rank exchanges anything here."""
    from patternc.integrations.transformers import register, shard

    ids = tokens(2, 19)
    logits = torch.randn(2, 19, 48, generator=torch.Generator().manual_seed(1))
    losses = []
    for rank in range(ranks):
        dist.init_process_group("fake", rank=rank, world_size=ranks, store=FakeStore())
        try:
            register("labels", folder / file, backend="torch", mesh=dist.group.WORLD)
            part = shard({"input_ids": ids, "labels": labels_of(ids)}, "labels")
        finally:
            dist.destroy_process_group()
        rows, items = part["position_ids"][0], part["num_items_in_batch"]
        losses.append(ForCausalLMLoss(logits[:, rows], part["labels"], 48, items, shift_labels=part["shift_labels"]))
    torch.testing.assert_close(torch.stack(losses).mean(), ForCausalLMLoss(logits, labels_of(ids), 48))


def test_the_gradient_of_a_table_is_shared_among_ranks() -> None:
    """A ring gives each rank the whole of it, and what all ranks have is added up. No rank exchanges anything here."""
    from patternc.integrations.transformers.shared_sequence import _own_share

    dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
    try:
        table = torch.arange(3.0, requires_grad=True)
        assert dist.group.WORLD is not None
        (gradient,) = torch.autograd.grad((_own_share(table, dist.group.WORLD) * 8).sum(), table)
    finally:
        dist.destroy_process_group()
    assert gradient.tolist() == [2.0] * 3


def test_a_rank_has_the_pairs_of_its_queries(tmp_path: Path) -> None:
    """And their whole gradient, which is not divided. No rank exchanges anything here."""
    from patternc.integrations.pattern_files import pattern_file
    from patternc.integrations.transformers import register, shard
    from patternc.integrations.transformers.shared_sequence import inputs_of_rows

    text = "input near: pairs(heads); input t: table(heads); input g: gate; attend causal; score bias(@near)"
    (tmp_path / "near.pat").write_text(f"pattern p {{ {text}; score alibi(@t); combine gate(@g) }}")
    assert inputs_of_rows(pattern_file(tmp_path / "near.pat", {})) == {"near", "g"}
    (tmp_path / "near.pat").write_text("pattern p { input near: pairs(heads); attend causal; score bias(@near) }")
    near = torch.randn(2, 8, 8, 8)
    dist.init_process_group("fake", rank=1, world_size=2, store=FakeStore())
    try:
        register("near", tmp_path / "near.pat", backend="torch", mesh=dist.group.WORLD)
        part = shard({"input_ids": tokens(2, 8), "near": near}, "near")
    finally:
        dist.destroy_process_group()
    assert torch.equal(part["near"], near[:, :, part["position_ids"][0]])


def test_gradients_of_rows_are_not_divided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other rank has a part of them, while gradients of tables are those of all ranks."""
    from patternc.integrations.pattern_files import Additions, pattern_file
    from patternc.integrations.transformers import shared_sequence
    from patternc.integrations.transformers.call_place import Placement

    text = "input near: pairs(heads); input t: table(heads); attend causal; score bias(@near); score alibi(@t)"
    (tmp_path / "near.pat").write_text(f"pattern p {{ {text} }}")
    meaning = pattern_file(tmp_path / "near.pat", {}).meaning
    added = SimpleNamespace(ring_attention=lambda query, *_, near, t, **__: query + near.sum() + t.sum())
    file: Any = SimpleNamespace(module=lambda *_: added, offsets=(), meaning=meaning)
    mesh: Any = SimpleNamespace(size=lambda: 4)
    monkeypatch.setattr(shared_sequence, "_whole_length", lambda *_: 8)
    row, inputs = torch.zeros(1), {"near": torch.ones(3, requires_grad=True), "t": torch.ones(2, requires_grad=True)}
    place = Placement(8, 0, 0, None, whole=True)
    out = shared_sequence.over_ring(file, mesh, row, row, row, place, None, Additions(), inputs)
    near, table = torch.autograd.grad(out.sum(), list(inputs.values()))
    assert (near.tolist(), table.tolist()) == ([1.0] * 3, [0.25] * 2)


def test_what_a_ring_refuses(folder: Path) -> None:
    """Before any rank exchanges something."""
    from patternc.integrations.transformers import register

    dist.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
    try:
        register("refusing", folder / "global.pat", backend="torch", mesh=dist.group.WORLD)
        model = tiny("Llama", "refusing", attention_dropout=0.5)
        with pytest.raises(NotImplementedError, match="a ring takes whole sequences of one length: pass no padding"):
            model(tokens(2, 17), attention_mask=LEFT, use_cache=False)
        with pytest.raises(NotImplementedError, match="a ring drops no weights; set attention_dropout to 0"):
            model.train()(tokens(2, 17), use_cache=False)
    finally:
        dist.destroy_process_group()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Gemma3", "GptOss"])
def test_loss_and_gradients_are_those_of_one_process(name: str, workers: Workers, folder: Path) -> None:
    """The mean over ranks, as DDP and FSDP take it, over 19 positions that two ranks share unevenly."""
    wanted = alone(name)
    for found in workers.run(shared, name, folder):
        assert_same(found, wanted)


@pytest.mark.slow
@pytest.mark.parametrize("loop", [by_shard, by_context])
def test_loop_of_accelerate(loop: Callable[[Path], Found], workers: Workers, folder: Path) -> None:
    """Its mesh for cp_size=2, its FSDP2, and labels that `shard` shifts, or transformers before accelerate divides."""
    wanted = alone("Llama", ALIKE)
    for found in workers.run(loop, folder):
        assert_same(found, wanted)


@pytest.mark.slow
def test_in_the_context_of_accelerate(workers: Workers, folder: Path) -> None:
    """The context that accelerate's `maybe_context_parallel` enters: balanced and not, and without a mesh."""
    for found in workers.run(in_context, folder):
        assert not isinstance(found, Raised), found
        balanced, contiguous, refused = found
        assert balanced < 1e-5
        assert contiguous < 1e-5
        assert refused == "NotImplementedError: torch's context_parallel shares this sequence among ranks"


@pytest.mark.slow
def test_rows_of_other_ranks_are_refused_on_all(workers: Workers, folder: Path) -> None:
    first, second = workers.run(misplaced, folder)
    assert first.kind == second.kind == "ValueError"
    assert "must be those of this rank's rows, 0..3 and 14..18 of 19 positions in the layout zigzag" in first.words
    assert "ring(ranks=2, layout=contiguous)" in second.words


def assert_same(found: Found | Raised, wanted: Found) -> None:
    assert not isinstance(found, Raised), found
    (loss, gradients), (wanted_loss, wanted_gradients) = found, wanted
    assert abs(loss - wanted_loss) < 1e-6 * wanted_loss
    assert gradients.keys() == wanted_gradients.keys()
    for one, grad in wanted_gradients.items():
        assert (gradients[one] - grad).norm() < 1e-4 * grad.norm() + 1e-7, one
