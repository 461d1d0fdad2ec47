"""Costs of calls whose values have another size than keys, counted anew from tensors, products and pairs."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from patternc.analysis.calls import Shape
from patternc.cli import run
from patternc.cli.calls import refuse_memory
from patternc.cost.decoding import decoding, step_seconds
from patternc.cost.device_time import Call, dense
from patternc.cost.estimates import rows_of
from patternc.cost.planned_work import moved_bytes, typed
from patternc.cost.target_cost import Plan, cost_on_target, plan_for
from patternc.cost_constants import LAUNCH
from patternc.driver import Analysis, analyse, quoting
from patternc.ir.addresses import HeadDims
from patternc.ir.semantics import multiplicities
from patternc.source import Source
from patternc.targets import TARGETS, Target, target_named

WIDE_KEYS, WIDE_VALUES = HeadDims(192, 128), HeadDims(64, 256)
WINDOW = "attend window(9, 3)"
PACKED = "segments [32, 64]; dilations [1, 2]; offset head; combine lse"

SCORES, GRAD_WEIGHTS = "key", "value"  # Q K' and dO V': the size of the rows whose numbers are multiplied
PRODUCTS = {
    "forward": (SCORES, "value"),  # P V
    "grad_query": (SCORES, GRAD_WEIGHTS, "key"),  # dS K
    "grad_key_value": (SCORES, GRAD_WEIGHTS, "value", "key"),  # P' dO, dS' Q
    "gradients": (SCORES, GRAD_WEIGHTS, "value", "key", "key"),
}
FORWARD_READS = "query", "key", "value", "out"
BACKWARD_MOVES = (
    *("out", "grad_out"),  # delta
    *("query", "key", "value", "grad_out", "grad_query"),
    *("query", "key", "value", "grad_out", "grad_key", "grad_value"),
)


def flops(direction: str, dims: HeadDims) -> int:
    """The operations of one pair."""
    return sum(2 * getattr(dims, side) for side in PRODUCTS[direction])


def tensors(call: Call) -> dict[str, torch.Tensor]:
    """The tensors of a call by name, without contents."""
    sizes = {
        **dict.fromkeys(("query", "grad_query"), (call.heads, call.dims.key)),
        **dict.fromkeys(("key", "grad_key"), (call.kv_heads, call.dims.key)),
        **dict.fromkeys(("value", "grad_value"), (call.kv_heads, call.dims.value)),
        **dict.fromkeys(("out", "grad_out"), (call.heads, call.dims.value)),
    }
    dtype = {2: torch.float16, 4: torch.float32}[call.itemsize]
    return {
        name: torch.empty(call.batch, heads, call.n, size, dtype=dtype, device="meta")
        for name, (heads, size) in sizes.items()
    }


def analysed(body: str) -> Analysis:
    return analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=())


def planned(body: str, target: Target) -> Plan:
    analysis = analysed(body)
    subject = analysis.meanings[0], analysis.normals[0]
    return plan_for(subject, quoting(analysis.source, subject[0]), target)


def named(name: str) -> Target:
    found = target_named(name)
    assert found is not None
    return found


@pytest.mark.parametrize("dims", [WIDE_KEYS, WIDE_VALUES])
@pytest.mark.parametrize("body", [WINDOW, PACKED])
def test_useful_work_is_that_of_the_products_of_admitted_pairs(body: str, dims: HeadDims) -> None:
    analysis, call = analysed(body), Call(97, 4, 2, dims, batch=3)
    q, k = np.arange(97)[:, None], np.arange(97)[None, :]
    pairs = sum(
        int((np.zeros((97, 97), int) + one).sum())
        for head in range(4)
        for one in multiplicities(analysis.meanings[0], head, q, k, 97, 4)
    )
    rows = rows_of((analysis.meanings[0], analysis.normals[0]), call, {})
    assert rows.flops == pytest.approx(3 * pairs * flops("forward", dims), rel=1e-12)
    assert rows.backward_flops == pytest.approx(3 * pairs * flops("gradients", dims), rel=1e-12)


@pytest.mark.parametrize("dims", [WIDE_KEYS, WIDE_VALUES])
@pytest.mark.parametrize("target", [named("sm_90"), named("cpu")], ids=lambda one: one.name)
def test_executed_work_is_that_of_the_products_of_visited_tiles(target: Target, dims: HeadDims) -> None:
    for call in (Call(300, 4, 2, dims), Call(300, 4, 4, dims)):  # on a CPU, four key heads have gradients in one pass
        made = cost_on_target(planned(PACKED, target), call, {}, 1.0)
        forward, *gradients = ((one.executed, flops(one.name, dims)) for one in made.work)
        assert made.forward.load.flops == forward[0] * forward[1]
        total = sum(executed * each for executed, each in gradients)
        assert made.backward.load.flops == total
        assert made.backward.executed == pytest.approx(total / sum(each for _, each in gradients))


@pytest.mark.parametrize("dims", [WIDE_KEYS, WIDE_VALUES])
def test_dense_work_is_what_torch_counts(dims: HeadDims) -> None:
    """Autograd keeps the scores; kernels compute them again."""
    call = Call(20, 3, 3, dims, batch=2, itemsize=4)
    made = tensors(call)
    query, key, value = (made[name].requires_grad_() for name in ("query", "key", "value"))
    with FlopCounterMode(display=False) as scores:
        products = query @ key.mT
    with FlopCounterMode(display=False) as others:
        out = products.softmax(-1) @ value
    with FlopCounterMode(display=False) as gradients:
        torch.autograd.grad(out, (query, key, value), made["grad_out"])
    forward, backward = dense(call, causal=False)
    assert forward.flops == scores.get_total_flops() + others.get_total_flops()
    assert backward.flops == gradients.get_total_flops() + scores.get_total_flops()


@pytest.mark.parametrize("dims", [WIDE_KEYS, WIDE_VALUES])
def test_dense_bytes_are_those_of_the_tensors(dims: HeadDims) -> None:
    call = Call(50, 4, 4, dims, batch=3)
    size = {name: tensor.nbytes for name, tensor in tensors(call).items()}
    forward, backward = dense(call, causal=True)
    assert forward.moved == sum(size[name] for name in FORWARD_READS)
    assert backward.moved == pytest.approx(sum(size[name] for name in BACKWARD_MOVES))
    shared, _ = dense(Call(50, 4, 2, dims, batch=3), causal=True)  # keys of two query heads each
    assert shared.moved == forward.moved - (size["key"] + size["value"]) / 2


@pytest.mark.parametrize("dims", [WIDE_KEYS, WIDE_VALUES])
def test_bytes_of_a_window_and_of_packed_rows(dims: HeadDims) -> None:
    call = Call(64, 4, 2, dims, batch=3)
    size = {name: tensor.nbytes for name, tensor in tensors(call).items()}
    assert moved_bytes(planned(WINDOW, named("sm_90")).kernel, call) == sum(size[name] for name in FORWARD_READS)
    plan = planned(PACKED, named("sm_90"))
    packed = [sweep.rows.dilation for group in plan.kernel.groups for sweep in group.sweeps]
    assert packed == [2, 1], "every other row is packed, and its partial is read with all rows"
    whole = sum(size[name] for name in FORWARD_READS)
    other = (size["query"] + size["key"] + size["value"] + 2 * size["out"]) / 2
    assert moved_bytes(plan.kernel, call) == whole + other


@pytest.mark.parametrize("dims", [WIDE_KEYS, WIDE_VALUES])
def test_memory_is_that_of_the_tensors(dims: HeadDims) -> None:
    call = typed(named("sm_90"), Call(128, 4, 2, dims, batch=3))
    size = {name: tensor.nbytes for name, tensor in tensors(call).items()}
    row = 4 * call.batch * call.heads * call.n  # a number of fp32 for each row: lse, delta
    saved = sum(size[name] for name in FORWARD_READS) + row
    gradients = sum(found for name, found in size.items() if name.startswith("grad_")) + row
    made = cost_on_target(planned(WINDOW, named("sm_90")), call, {}, 1.0)
    assert (made.saved, made.memory) == (saved, saved + gradients)
    groups = "heads 0..2 { attend window(9, 3) } heads 2.. { attend causal }"
    made = cost_on_target(planned(groups, named("sm_90")), call, {}, 1.0)
    summed = 2 * (size["key"] + size["value"])  # gradients of keys and values of both groups are added up in fp32
    assert (made.saved, made.memory) == (saved, saved + gradients + summed)
    mixed = "attend window(9, 3); attend stride(4); combine mean"
    made = cost_on_target(planned(mixed, named("sm_90")), call, {}, 1.0)
    assert made.saved == saved + 2 * (size["out"] + row)


def test_partials_have_rows_of_their_tensors() -> None:
    """One residue class of two, of each of four heads: an output and an lse of 8 bytes, and the gradients."""
    made = cost_on_target(planned(PACKED, named("sm_90")), Call(512, 4, 2, HeadDims(16, 48)), {}, 1.0)
    forward, grad_query, grad_key_value = (one.partials for one in made.work)
    assert (forward, grad_query, grad_key_value) == (4 * 256 * (48 * 2 + 8), 4 * 256 * 16 * 2, 4 * 256 * (16 + 48) * 2)


def test_a_decoding_step_reads_rows_of_both_sizes() -> None:
    analysis, call = analysed("attend window(9, 0)"), Call(4096, 8, 2, WIDE_KEYS, batch=3)
    step = decoding((analysis.meanings[0], analysis.normals[0]), call, {})
    assert step is not None
    assert (step.pairs, step.read) == (80, 20)
    target = named("sm_90")
    moved, work = 3 * 20 * (192 + 128) * 2, 3 * 80 * 2 * (192 + 128)
    wanted = max(work / target.flops, moved / target.bandwidth) + 2 * LAUNCH
    assert step_seconds(step, call, 2, target) == pytest.approx(wanted)


def test_equal_sizes_are_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says the same where `--value-dim` is the size of a head, and else names both sizes."""
    file = tmp_path / "w.pat"
    file.write_text(f"pattern w {{ {WINDOW} }}\n")

    def said(*words: str) -> str:
        assert run(["cost", str(file), "-n", "512", "--target", "sm_90", *words]) == 0
        return capsys.readouterr().out

    assert said("--head-dim", "96") == said("--head-dim", "96", "--value-dim", "96")
    shown = said("--head-dim", "192", "--value-dim", "128", "--ranks", "2")
    assert "512 positions, 8 heads of 192 (values of 128), batch 1" in shown
    (one,) = json.loads(said("--value-dim", "128", "--json"))["patterns"]
    assert (one["head_dim"], one["value_dim"]) == (64, 128)
    assert one["rows"]["backward_flops"] == one["rows"]["mean"] * 512 * 8 * flops("gradients", HeadDims(64, 128))


def test_a_module_says_its_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "w.pat"
    file.write_text(f"pattern w {{ {WINDOW} }}\nmodule Layer {{ pattern w; embed 64; heads 2 }}\n")
    assert run(["cost", str(file), "-n", "64", "--value-dim", "16"]) == 2
    assert "leave out --heads, --kv-heads, --head-dim and --value-dim" in capsys.readouterr().err


def test_all_targets_count_both_sizes() -> None:
    """More numbers of either side never take less time or memory."""
    for target in TARGETS:
        plan = planned(WINDOW, target)
        base, keys, values = (
            cost_on_target(plan, Call(4096, 4, 4, dims), {}, 13.0)
            for dims in (HeadDims(64, 64), HeadDims(128, 64), HeadDims(64, 128))
        )
        for more in (keys, values):
            assert more.seconds > base.seconds
            assert more.memory > base.memory


def test_a_call_is_refused_whose_tensors_exceed_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    call = Call(100, 4, 2, WIDE_VALUES, batch=3)
    size = sum(tensor.nbytes for name, tensor in tensors(call).items() if name in FORWARD_READS)
    shape = Shape("whole", 3, 4, 2, WIDE_VALUES, 100, 100, 0, 0, 100)
    memory = {"SC_PAGE_SIZE": 1, "SC_PHYS_PAGES": size}
    monkeypatch.setattr("patternc.cli.calls.os.sysconf", memory.__getitem__)
    refuse_memory(shape, 2)
    memory["SC_PHYS_PAGES"] = size - 1
    with pytest.raises(click.BadParameter, match="the tensors of the call take"):
        refuse_memory(shape, 2)
