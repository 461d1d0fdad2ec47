"""Faults planted in generated ring functions: the comparison with the meaning, or the proof, must find each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from planted_faults import planted
from ring_cases import case_of, with_ring
from ring_proof import arranged, prove
from rings import BODIES, TWO_NODES, answers, error, given, numbers
from simulated_ranks import on_all_ranks
from torch import Tensor

from patternc.source import Source

N, HEADS, KV_HEADS = 96, 4, 4
RESULTS = ("out", "lse", "dq", "dk", "dv")
SINK = "input sinks: table(heads)\n    attend causal & window(30)\n    score sink(@sinks)"
ACCUMULATED = """    \"\"\"Merge a part into (out, lse), in place, as one softmax over the keys of both.\"\"\"\n"""
BIAS = "input distances: table(heads, 17)\n    attend causal & window(30)\n    score bias(@distances)"


@dataclass(frozen=True)
class Fault:
    """`found` in a generated file is replaced by `fault`; then `wrong` are the results that must be off."""

    words: str
    found: str
    fault: str
    wrong: str
    body: str = BODIES["causal"]
    ring: str = "ring(ranks=4, transport=p2p)"


FAULTS = (
    Fault(
        "a hop is dropped",
        "    live, steps = call.plan.live, call.plan.ranks - 1\n",
        "    live, steps = call.plan.live[1:], call.plan.ranks - 1\n",
        "out lse dq",
    ),
    Fault(
        "dk and dv are swapped", "torch.cat([grad_key, grad_value], 3)", "torch.cat([grad_value, grad_key], 3)", "dk dv"
    ),
    Fault(
        "a rank leaves out its own shard",
        ", 0, []), [(call.plan.rank, own)]",
        ", 0, []), [(call.plan.rank, own[1:])]",
        "out lse dq dk dv",
    ),
    Fault(
        "what arrives is written over what is sent",
        '    wait = call.ranks.exchange(f"keys and values, {one.words}", sends, arrived)\n',
        """    arrived = {
        source: next((sent for sent in sends.values() if sent.shape == room.shape), room)
        for source, room in arrived.items()
    }
    wait = call.ranks.exchange(f"keys and values, {one.words}", sends, arrived)
""",
        "out",
        "attend full",  # every rank sends and receives: the first to receive changes what it sends
    ),
    Fault(
        "results are accumulated in bfloat16",
        ACCUMULATED,
        f"{ACCUMULATED}    out.copy_(out.bfloat16())\n",
        "out",
    ),
    Fault(
        "the halo lacks a row",
        "        start, stop = max(keys.start, self.low(first)), min(keys.stop, self.high(last))\n",
        "        start, stop = max(keys.start, self.low(first) + 1), min(keys.stop, self.high(last))\n",
        "out lse dq dk dv",
        BODIES["window"],
    ),
    Fault(
        "a sink is counted by every rank",
        "    out, lse = _with_sink(out, lse, _OfAllRanks",
        "    for _ in range(RANKS):\n        out, lse = _with_sink(out, lse, _OfAllRanks",
        "out lse dv",
        SINK,
    ),
    Fault(
        "heads of a rank count from the first of the call",
        "shape.head_offset + place * len(heads)",
        "shape.head_offset + 0 * len(heads)",
        "out lse dq dk dv",
        BODIES["longnet"],
        "ring(ranks=4, transport=ulysses)",
    ),
    Fault(
        "gradients come home in another order",
        ".copy_(grads[:, piece.heads, piece.place])",
        ".copy_(grads[:, piece.heads, piece.place].flip(2))",
        "dk dv",
        BODIES["longnet"],
    ),
    Fault(
        "gradients of keys that fill their range come home in another order",
        "return grads.flatten(1, 2)",
        "return grads.flip(2).flatten(1, 2)",
        "dk dv",
    ),
    Fault(
        "keys that fill their range are taken for those of other heads",
        "part.unflatten(1, (heads, -1))",
        "part.unflatten(1, (heads, -1)).flip(1)",
        "out lse dq dk dv",
    ),
    Fault(
        "the two chunks of a rank are taken for each other",
        "for part, pair in zip(parts, itertools.pairwise(ends), strict=True)",
        "for part, pair in zip(parts[::-1], itertools.pairwise(ends), strict=True)",
        "out lse dq dk dv",
        ring="ring(ranks=4, transport=p2p, layout=zigzag)",
    ),
    Fault(
        "gradients that come home replace a rank's own",
        "tensor[:, self.heads, self.place].add_(rows)",
        "tensor[:, self.heads, self.place].copy_(rows)",
        "dk dv",
    ),
    Fault(
        "a part counts twice",
        ACCUMULATED,
        f"{ACCUMULATED}    part_lse = part_lse + math.log(2.0)\n",
        "lse dq dk dv",
    ),
    Fault(
        "what is passed on is of other rows",
        "return _part_of(passing[leaving], ",
        "return _part_of(passing[leaving].flip(1), ",
        "out lse dq dk dv",
        ring=TWO_NODES,
    ),
    Fault(
        "a rank takes all that is for its node",
        "        packed = _part_of(packed, plan.for_node(of), needed)\n",
        "        pass\n",
        "out lse dq dk dv",
        BODIES["window"],
        "ring(ranks=4, layout=zigzag, transport=p2p, nodes=2)",
    ),
    Fault(
        "gradients of a node replace one another",
        "packed[..., there, :].add_(rows[..., here, :])",
        "packed[..., there, :].copy_(rows[..., here, :])",
        "dk dv",
        ring=TWO_NODES,
    ),
    Fault(
        "gradients of a node cross before all of them are there",
        """        self._finish_waiting()
        if self.passing is not None:
            one, whole = self.passing
""",
        """        if self.passing is not None:
            one, whole = self.passing
            whole = whole.clone()
            self._finish_waiting()
""",
        "dk dv",
        ring=TWO_NODES,
    ),
    Fault(
        "the last node's gradients never cross",
        """        self._cross()
        self._finish_waiting()
""",
        "        self._finish_waiting()\n",
        "dk dv",
        ring=TWO_NODES,
    ),
    Fault(
        "gradients of the second step of a stage never come home",
        "            for live in one.live:\n",
        "            for live in one.live[:1]:\n",
        "dk dv",
        ring="ring(ranks=6, transport=alltoall)",  # whose five steps make three stages
    ),
    Fault(
        "heads of every stage have the tables of the first",
        "[stage.heads.start : stage.heads.stop].contiguous()",
        "[: len(stage.heads)].contiguous()",
        "out lse dq dk dv table",
        BIAS,
        "ring(ranks=2, transport=ulysses)",
    ),
    Fault(
        "tables have the gradient of one rank",
        "functools.reduce(torch.add, every[place::size])",
        "every[place]",
        "table",
        BIAS,
    ),
)


def errors_of(module: ModuleType) -> dict[str, float]:
    """The greatest errors on any rank, by what is wrong."""
    tables = given(module)
    tensors = [numbers(1, heads, N, 16) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    flows = numbers(1, HEADS, N, 16), numbers(1, HEADS, N)

    def called(function: Callable[..., Any], *before: Any) -> Callable[..., Any]:
        return lambda *leaves, **inputs: function(*leaves, *before, **inputs, return_lse=True)

    def work(ranks: Any) -> list[Tensor]:
        own, here = ([module.shard(x, ranks) for x in some] for some in (tensors, flows))
        found = answers(called(module.ring_attention, ranks), own, tables, (here[0], here[1]))
        return [module.unshard(x, ranks) if x.dim() > 2 else x for x in found]

    wanted = answers(called(reference_of(module).reference), tensors, tables, flows)
    names = [*RESULTS, *("table" for _ in wanted[len(RESULTS) :])]
    every = [dict(zip(names, map(error, found, wanted), strict=True)) for found in on_all_ranks(module, work)]
    return {name: max(one[name] for one in every) for name in names}


@pytest.mark.parametrize("one", FAULTS, ids=lambda one: one.words)
def test_a_fault_is_found(one: Fault, tmp_path: Path) -> None:
    torch.manual_seed(1)
    (module, _) = build(f"pattern made {{\n    {one.body}\n    {one.ring}\n}}\n", tmp_path)
    right = errors_of(module)
    assert max(right.values()) < 2e-6, right
    wrong = errors_of(planted(module, one.found, one.fault))
    assert all(wrong[name] > 1e-4 for name in one.wrong.split()), wrong


OTHERS = {
    "sparse": "attend queries(every=7) & window(2)",
    "dilated": "attend window(12) & stride(4)",
    "segments": "attend segment(47, dilation=6, offset=head) & causal",
}
OF_PLANS = (
    ("window", "max(keys.start, self.low(first))", "max(keys.start, self.low(first) + 1)"),
    ("blocks", "_pairs_1, 8, n, head)", "_pairs_1, 8, n)"),
    ("sparse", "place, length = keys.stop % period,", "place, length = (keys.stop - 1) % period,"),
    ("longnet", "Lattice(4, head % 4)", "Lattice(4, (head + 1) % 4)"),
    ("grid", "box.runs(queries))", "box.runs(queries[:1]))"),
    ("documents", "q // self.block) - 1 + self.end", "q // self.block) + self.end"),
    ("dilated", "-bound.offset // turn + 1 for", "-bound.offset // turn + 2 for"),
    ("causal", "place - s) % size", "place - s - 1) % size"),
    ("segments", "residue = (lattice.residue + shift) % lattice.dilation", "residue = lattice.residue"),
    ("longnet", "found[place] for place in clauses.heads", "found[0] for place in clauses.heads"),
)
"""Patterns of `BODIES` or `OTHERS`, and what is replaced by what in their files."""


@pytest.mark.parametrize(("name", "found", "fault"), OF_PLANS, ids=[f"{name}: {found}" for name, found, _ in OF_PLANS])
def test_a_fault_of_a_plan_is_found_by_the_proof(name: str, found: str, fault: str, tmp_path: Path) -> None:
    source = Source("made.pat", with_ring(f"pattern made {{\n    {(BODIES | OTHERS)[name]}\n}}\n"))
    case = case_of(source, {}, N, tmp_path)
    arranged(case.module, 4, "contiguous")
    prove(case)
    case = replace(case, module=planted(case.module, found, fault))
    arranged(case.module, 4, "contiguous")
    with pytest.raises(AssertionError):
        prove(case)


OF_RELAYS = {
    "of a node that has them not": ("before + source, before + place))", "before + place, before + place))"),
    "all that a node needs to each rank of it": (" or self._node_of(source) == self._node_of(target):", ":"),
    "of the rank that passes them on alone": (
        "self._needed_in(self._node_of(target), of)",
        "self._needed_in(range(target, target + 1), of)",
    ),
    "of one rank of a node": ("for rank in node for rows in plan.sent", "for rank in node[:1] for rows in plan.sent"),
}


@pytest.mark.parametrize("words", OF_RELAYS)
def test_a_fault_of_relays_is_found_by_the_proof(words: str, tmp_path: Path) -> None:
    source = Source("made.pat", with_ring(f"pattern made {{\n    {BODIES['window']}\n}}\n"))
    case = case_of(source, {}, N, tmp_path)
    arranged(case.module, 6, "zigzag", "p2p", 2)
    prove(case)
    case = replace(case, module=planted(case.module, *OF_RELAYS[words]))
    arranged(case.module, 6, "zigzag", "p2p", 2)
    with pytest.raises(AssertionError):
        prove(case)
