"""The proof of a ring's plan by enumeration: what each rank holds and is sent, against every pair of the meaning."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.ir.interface import interface
from patternc.ir.mask import Box, Mask, Not, Pattern
from patternc.ir.semantics import admits, group_of
from patternc.testing.random_inputs import inputs_of_entry
from patternc.transforms import clauses_of, is_test, listed

Truth = Any  # a boolean array


@dataclass(frozen=True)
class Case:
    """A generated module, its meaning and normal form, and a call of the whole sequence with its mask inputs."""

    module: ModuleType
    meaning: Pattern
    normal: Pattern
    shape: Shape
    given: Mapping[str, Tensor]

    def plan(self, rank: int) -> Any:
        shape = self.shape
        heads = {"heads": shape.heads, "kv_heads": shape.kv_heads}
        place = {"head_offset": shape.head_offset, "num_heads": shape.model_heads}
        moving = {one.keyword for one in interface(self.meaning).entries if one.facts.placed}
        masks = {name: value for name, value in self.given.items() if name not in {"selection", *moving}}
        return self.module.plan(shape.seq_len, rank, **heads, **place, **masks)

    @functools.cached_property
    def admitted(self) -> Truth:
        """[kv_heads, n, n]: whether a query of the heads of a key/value head attends to a key, in any batch entry."""
        shape, n = self.shape, self.shape.seq_len
        group, q = shape.heads // shape.kv_heads, np.arange(n)
        found = np.zeros((shape.kv_heads, n, n), bool)
        for entry in range(shape.batch):
            inputs = inputs_of_entry(self.meaning, shape, self.given, entry)
            for head in range(shape.heads):
                own = shape.head_offset + head
                for branch in group_of(self.meaning, own, shape.model_heads).branches:
                    held = admits(branch.mask, own, q[:, None], q[None, :], n, shape.model_heads, inputs)
                    found[head // group] |= held
        return found

    @property
    def exact(self) -> bool:
        """Whether every clause has a closed form, so that nothing is sent that no query attends to."""
        clauses = [
            clause for group in self.normal.groups for branch in group.branches for clause in clauses_of(branch.mask)
        ]
        return not any(listed(clause) or any(map(is_vague, clause)) for clause in clauses)


def is_vague(literal: Mask) -> bool:
    """Whether a plan takes a literal to hold for every pair."""
    return is_test(literal) or (isinstance(literal, Not) and isinstance(literal.mask, Box))


def arranged(module: ModuleType, ranks: int, layout: str, transport: str = "auto", nodes: int = 1) -> None:
    """Make a module's plan one of other ranks, as if its pattern had said so."""
    vars(module).update({"RANKS": ranks, "LAYOUT": layout, "TRANSPORT": transport, "NODES": nodes})
    given = {"ranks": ranks, "layout": layout, "transport": transport, "nodes": nodes}
    vars(module)["_RING"] = module._RING._replace(**given)
    forget(module)


def forget(module: ModuleType) -> None:
    """Forget what the functions of a plan have cached."""
    for one in vars(module).values():
        if callable(getattr(one, "cache_clear", None)):
            one.cache_clear()


def places(parts: Sequence[range]) -> list[int]:
    return [place for part in parts for place in part]


def prove(case: Case) -> int:
    """Check the plan of every rank against the meaning; returns how many rows more than needed are sent.

    Every admitted pair is computed once: by the rank of its query, from one section that holds its key.
    """
    return proved(case, [case.plan(rank) for rank in range(case.module.RANKS)])


def prove_fetched(case: Case) -> int:
    """The same of what is fetched for the selection of the case."""
    module, ranks = case.module, range(case.module.RANKS)
    plans, heads = [case.plan(rank) for rank in ranks], case.shape.kv_heads
    blocks = [module._places(module._blocks_of(shard, module._RING.block)) for shard in plans[0].shards]
    found = {}
    for target in ranks:
        chosen = torch.zeros(heads, 1 + sum(map(len, blocks)), dtype=torch.bool)
        rows = case.given["selection"][:, :, blocks[target]]
        chosen.scatter_(1, rows.movedim(1, 0).reshape(heads, -1).long() + 1, value=True)
        for source in ranks:
            asked = chosen[:, 1 + blocks[source]]
            found[source, target] = module._rows_chosen(plans[0], source, target, asked)
    return proved(case, [plan._replace(fetched=found) for plan in plans])


def proved(case: Case, plans: Sequence[Any]) -> int:
    """The checks of the plans of all ranks."""
    module, n, ranks = case.module, case.shape.seq_len, range(len(plans))
    shards = [places(parts) for parts in plans[0].shards]
    assert sorted(place for shard in shards for place in shard) == list(range(n))
    pair_up(plans)
    arrived = travelled(case, plans)
    spare = 0
    for target in ranks:
        held = np.zeros((case.shape.kv_heads, n), bool)  # own rows, then those that arrive
        held[:, shards[target]] = True
        for source in ranks:
            for rows in plans[target].sent(source, target) if source != target else ():
                assert set(rows.keys) <= set(shards[source])
                assert rows.size == sum(map(len, positions_of(rows))) > 0
                for head, positions in enumerate(positions_of(rows)):
                    assert set(positions) <= set(rows.keys)
                    assert set(positions) <= set(rows.span)
                    assert len(set(positions)) == len(positions), "sent twice"
                    assert not held[head, positions].any(), "sent twice, or to the rank that has it"
                    held[head, positions] = True
        assert not (held & ~arrived[target]).any(), "what a rank needs does not come to it"
        needed = case.admitted[:, shards[target]].any(1)
        missing = np.argwhere(needed & ~held)
        assert not len(missing), f"rank {target} of {module.RANKS} lacks (head, key) {missing[:5].tolist()}"
        held[:, shards[target]] = False
        needed[:, shards[target]] = False
        spare += int((held & ~needed).sum())
        computed_once(case, target, plans[target])
    return spare


def positions_of(rows: Any) -> list[list[int]]:
    """The positions of rows that are sent, for each head."""
    return [[place for run in runs for place in places_of(run)] for runs in rows.runs]


def places_of(run: Any) -> list[int]:
    """The positions of a run, one by one."""
    return [place for place in range(run.start, run.stop) if run.bits >> place % run.period & 1]


def pair_up(plans: Sequence[Any]) -> None:
    """Every step is a permutation whose sends have their receives; all steps bring the keys of all other ranks once."""
    ranks = range(len(plans))
    steps = [plan.steps for plan in plans]
    assert {len(one) for one in steps} == {len(plans) - 1}
    for step in range(len(plans) - 1):
        for rank in ranks:
            source, target, arriving, leaving = steps[rank][step]
            assert steps[target][step].source == rank
            assert steps[target][step].arriving == leaving
            assert steps[source][step].target == rank
            assert steps[source][step].leaving == arriving
    for rank in ranks:
        assert sorted([*(step.arriving for step in steps[rank]), rank]) == list(ranks)
    for source in ranks:
        for target in ranks:
            assert plans[source].sent(source, target) == plans[target].sent(source, target)


def travelled(case: Case, plans: Sequence[Any]) -> list[Truth]:
    """The keys [kv_heads, n] that each rank has in the end, its own and what comes, message by message.

    Whoever sends a row has it: its own, or one that came last from another node. Where keys are relayed, no row comes
    to a node twice. What comes is what is needed, as many rows as the plan says, and at no time more than a shard.
    """
    size, heads = len(plans) // plans[0].nodes, range(case.shape.kv_heads)
    held = [np.zeros((len(heads), case.shape.seq_len), bool) for _ in plans]
    for rank, shard in enumerate(plans[0].shards):
        held[rank][:, places(shard)] = True
    passing = [np.zeros_like(one) for one in held]
    came, rows_of, crossing = np.zeros((len(plans) // size, *held[0].shape), bool), [0] * len(plans), [0] * len(plans)
    shards = [one.copy() for one in held]

    @functools.cache
    def needed(source: int, target: int) -> Truth:
        return mask_of(case, plans[target].sent(source, target))

    for turn in range(len(plans) - 1):
        coming = []
        for rank, plan in enumerate(plans):
            step = plan.steps[turn]
            rows = mask_of(case, plan.outgoing(step))
            there = plans[step.target]
            assert plan.outgoing(step) == there.incoming(there.steps[turn])
            crosses = rank // size != step.target // size
            node = range(step.target // size * size, (step.target // size + 1) * size)
            needing = node if plan.relays and crosses else [step.target]
            needs = [needed(step.leaving, other) for other in needing if other != step.leaving]
            assert (rows == np.any(needs, axis=0)).all(), "what a rank sends is not what is needed"
            source = shards[rank] if step.leaving == rank else passing[rank]
            assert not (rows & ~source).any(), "a rank sends what it has not"
            assert not (rows & ~shards[step.leaving]).any(), "a buffer is longer than a shard"
            coming.append((step.target, rows, crosses))
        for target, rows, crosses in coming:
            held[target] |= rows
            rows_of[target] += int(rows.sum())
            if crosses:
                passing[target] = rows
                crossing[target] += int(rows.sum())
                assert not (plans[target].relays and (came[target // size] & rows).any()), "a row comes to a node twice"
                came[target // size] |= rows
    assert rows_of == [plan.received for plan in plans]
    assert crossing == [plan.crossing for plan in plans]
    return held


def mask_of(case: Case, several: Sequence[Any]) -> Truth:
    """Which keys [kv_heads, n] are among rows that are sent."""
    found = np.zeros((case.shape.kv_heads, case.shape.seq_len), bool)
    for rows in several:
        for head, positions in enumerate(positions_of(rows)):
            assert not found[head, positions].any(), "sent twice"
            found[head, positions] = True
    return found


def computed_once(case: Case, rank: int, plan: Any) -> None:
    """The attention of a rank visits each admitted pair once, by the very function that the forward pass runs."""
    counts = np.zeros(case.admitted.shape, np.int64)
    for queries, one in visits(case.module, plan):
        counts[:, queries.start : queries.stop, one.keys.start : one.keys.stop] += received_of(case, one)
    mine = places(plan.shards[rank])
    assert (counts[:, mine][case.admitted[:, mine]] == 1).all()


def visits(module: ModuleType, plan: Any) -> Iterator[tuple[range, Any]]:
    """The pairs of ranges of queries and sections that a rank computes, without tensors."""
    call = SimpleNamespace(plan=plan, transport="p2p")
    own = [module.Section(keys, None, None, rows) for keys, rows in module._own_parts(call)]
    sent = [
        module.Section(rows.span, None, None, slice(0), (rows,))
        for step in plan.steps
        for rows in plan.sent(step.arriving, plan.rank)
    ]
    for queries, _, one in module._live_pairs(call, [*own, *sent]):
        yield queries, one


def received_of(case: Case, section: Any) -> Any:
    """[kv_heads, 1, rows]: 1 where a section has the row of a key, not the zeros between."""
    held = np.ones((case.shape.kv_heads, 1, len(section.keys)), np.int64)
    for rows in section.sent:
        held[:] = 0
        for head, positions in enumerate(positions_of(rows)):
            held[head, 0, np.array(positions, np.int64) - section.keys.start] = 1
    return held
