"""Rings of patterns with sources: entries come to all ranks. The masks and the softmax are written here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from dense_scores import BOUNDS, dense, with_sink
from loading import load
from rings import error
from simulated_ranks import on_all_ranks
from torch import Tensor

import patternc
from patternc.cli import run

N, BATCH, HEADS, KV_HEADS, KEY_DIM, VALUE_DIM = 61, 2, 4, 2, 16, 24
ENTRIES = {"c": N // 4, "media": 23, "text": 19}
DRAWS = torch.Generator().manual_seed(3)


def listed(rows: int, entries: int, count: int) -> Tensor:
    """Holes, repeats, and rows without any entry."""
    found = torch.randint(-1, entries, (BATCH, KV_HEADS, rows, count), generator=DRAWS)
    found[:, :, ::7] = -1
    return found


Q_OFFSETS, K_OFFSETS = torch.tensor([0, 20, 20, 45, N]), torch.tensor([0, 5, 9, 9, ENTRIES["text"]])
INPUTS = {
    "picks": listed(N, ENTRIES["c"], 5),
    "places": torch.randint(-3, N + 5, (BATCH, ENTRIES["media"]), generator=DRAWS),
    "kinds": torch.randint(0, 3, (N,), generator=DRAWS),
    "sorts": torch.randint(0, 3, (ENTRIES["media"],), generator=DRAWS),
    "q_offsets": Q_OFFSETS,
    "k_offsets": K_OFFSETS,
}
LEARNED = {
    "sinks": torch.linspace(-1.0, 2.0, HEADS),
    "near": torch.rand(BATCH, HEADS, N, generator=DRAWS),
    "far": torch.rand(BATCH, HEADS, N, generator=DRAWS),
}
OF_ROWS = {"picks": 2, "kinds": -1, "near": 2, "far": 2}  # the dimension of queries
q, k = torch.arange(N).unsqueeze(1), torch.arange(N)


def picked() -> Tensor:
    """Which entries the lists of a query name: [B, HEADS, N, entries]."""
    entries = torch.arange(ENTRIES["c"])
    return (INPUTS["picks"].unsqueeze(-1) == entries).any(-2).repeat_interleave(HEADS // KV_HEADS, 1)


def packed() -> Tensor:
    """Whether a query and an entry are in one document."""
    entries = torch.arange(ENTRIES["text"])
    here, there = (torch.bucketize(x, cuts, right=True) for x, cuts in ((q, Q_OFFSETS), (entries, K_OFFSETS)))
    return here == there


@dataclass(frozen=True)
class Case:
    """A pattern, and the pairs of each part: of the sequence first, then those of its sources."""

    body: str
    pairs: dict[str, Callable[[], Tensor]]
    inputs: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    combine: str = "lse"
    quick: bool = field(default=False)


def standing() -> Tensor:
    return INPUTS["places"].clamp(0, N).view(BATCH, 1, 1, -1)


CASES = {
    "csa": Case(
        "input picks: selection(kv_heads); input sinks: table(heads); source c(ratio=4); attend window(9, 0); "
        "attend causal & selected(@picks) from c; combine lse; score sink(@sinks)",
        {"": lambda: (k <= q) & (k >= q - 9), "c": lambda: picked() & (4 * torch.arange(N // 4) + 3 <= q)},
        ("picks",),
        ("sinks",),
        quick=True,
    ),
    "media": Case(
        "input places: positions; input kinds: labels; source media(at=@places); attend causal; "
        "attend window(30, 0) & when(@kinds[q] != 1) from media; combine lse",
        {
            "": lambda: k <= q,
            "media": lambda: (standing() <= q) & (standing() >= q - 30) & (INPUTS["kinds"].unsqueeze(1) != 1),
        },
        ("places", "kinds"),
    ),
    "two sources": Case(
        "input picks: selection(kv_heads); input sorts: labels; source c(ratio=4); source media; attend segment(20); "
        "attend selected(@picks) from c; attend when(@sorts[k] == 2) from media; combine sum",
        {
            "": lambda: q // 20 == k // 20,
            "c": picked,
            "media": lambda: (INPUTS["sorts"] == 2).expand(N, -1),
        },
        ("picks", "sorts"),
        combine="sum",
    ),
    "gates": Case(
        "input near: gate; input far: gate; source c(ratio=4); attend causal; "
        "attend causal from c; combine gate(@near, @far)",
        {"": lambda: k <= q, "c": lambda: 4 * torch.arange(N // 4) + 3 <= q},
        (),
        ("near", "far"),
        "gate",
    ),
    "packed": Case(
        "input q_offsets: offsets; input k_offsets: offsets; source text; attend document(@q_offsets) & causal; "
        "attend document(@q_offsets, @k_offsets) from text; combine lse",
        {
            "": lambda: (
                (torch.bucketize(q, Q_OFFSETS, right=True) == torch.bucketize(k, Q_OFFSETS, right=True)) & (k <= q)
            ),
            "text": packed,
        },
        ("q_offsets", "k_offsets"),
    ),
}
RINGS = ("ranks=2", "ranks=4, layout=zigzag", "ranks=3, layout=zigzag, transport=p2p", "ranks=2, transport=ulysses")
PAIRS = [(name, ring) for name in CASES for ring in RINGS]


def made(case: Case, ring: str, folder: Path, backend: str = "torch") -> ModuleType:
    (folder / "made.pat").write_text(f"pattern made {{ {case.body}; ring({ring}) }}\n")
    return patternc.load(folder / "made.pat", backend=backend)


def leaves_of(case: Case, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
    """The tensors of a call of the whole sequence, and what it learns."""
    draws = torch.Generator().manual_seed(5)

    def random(heads: int, rows: int, size: int) -> Tensor:
        return torch.randn(BATCH, heads, rows, size, generator=draws).to(dtype)

    found = {"query": random(HEADS, N, KEY_DIM)}
    for part in case.pairs:
        rows, before = ENTRIES.get(part, N), part and f"{part}_"
        found |= {f"{before}key": random(KV_HEADS, rows, KEY_DIM), f"{before}value": random(KV_HEADS, rows, VALUE_DIM)}
    return found | {name: LEARNED[name] for name in case.learned}


def meaning(case: Case, leaves: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """(out, lse) in float64: one softmax over the keys of all parts, or a sum of results, each perhaps with a gate."""
    parts = [(leaves[f"{one and one + '_'}key"], leaves[f"{one and one + '_'}value"]) for one in case.pairs]
    seen = [pairs().expand(BATCH, HEADS, N, -1) for pairs in case.pairs.values()]
    scale = KEY_DIM**-0.5
    if case.combine != "lse":
        outs = [dense(leaves["query"], *part, some, scale)[0] for part, some in zip(parts, seen, strict=True)]
        gates = [leaves[name].double().unsqueeze(-1) if name in leaves else 1.0 for name in ("near", "far", "")]
        out = sum(gate * one for gate, one in zip(gates, outs, strict=False))
        return out, torch.zeros(())  # type: ignore[return-value]
    key, value = (torch.cat([part[turn] for part in parts], 2) for turn in (0, 1))
    out, lse = dense(leaves["query"], key, value, torch.cat(seen, -1), scale)
    return with_sink(out, lse, leaves["sinks"]) if "sinks" in leaves else (out, lse)


def results(call: Callable[..., Any], leaves: dict[str, Tensor], flows: tuple[Tensor, Tensor]) -> dict[str, Tensor]:
    leaves = {name: x.detach().clone().requires_grad_() for name, x in leaves.items()}
    found = call(**leaves)
    out, lse = found if isinstance(found, tuple) else (found, torch.zeros(()))
    flat = lse.masked_fill(lse.isinf(), 0.0)
    ((out.double() * flows[0].double()).sum() + (flat * flows[1]).sum() * lse.dim()).backward()
    return {"out": out.detach(), "lse": flat.detach()} | {
        name: x.grad for name, x in leaves.items() if x.grad is not None
    }


def hold(case: Case, module: ModuleType, dtype: torch.dtype = torch.float32) -> None:
    """Out, lse and all gradients of all ranks against the meaning."""
    draws = torch.Generator().manual_seed(9)
    leaves = leaves_of(case, dtype)
    flows = torch.randn(BATCH, HEADS, N, VALUE_DIM, generator=draws), torch.randn(BATCH, HEADS, N, generator=draws)

    def work(ranks: Any) -> dict[str, Tensor]:
        own = {name: module.shard(x, ranks) if name != "sinks" else x for name, x in leaves.items()}
        given = {name: INPUTS[name] for name in case.inputs}
        given |= {name: module.shard(x, ranks, dim=OF_ROWS[name]) for name, x in given.items() if name in OF_ROWS}
        call = functools.partial(module.ring_attention, mesh=ranks, **given)
        if case.combine == "lse":
            call = functools.partial(call, return_lse=True)
        found = results(call, own, tuple(module.shard(x, ranks) for x in flows))
        return {name: x if x.dim() < 2 else module.unshard(x, ranks) for name, x in found.items()}

    wanted = results(lambda **some: meaning(case, some), {name: x.double() for name, x in leaves.items()}, flows)
    for found in on_all_ranks(module, work):
        assert found.keys() == wanted.keys()
        wrong = {name: error(x, wanted[name]) for name, x in found.items()}
        assert max(wrong.values()) < BOUNDS[dtype], wrong


@pytest.mark.parametrize(
    ("name", "ring"),
    [
        pytest.param(*one, marks=[] if CASES[one[0]].quick or one[1] == RINGS[1] else [pytest.mark.long])
        for one in PAIRS
    ],
)
def test_ranks_give_the_meaning(name: str, ring: str, tmp_path: Path) -> None:
    hold(CASES[name], made(CASES[name], ring, tmp_path))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_short_numbers(dtype: torch.dtype, tmp_path: Path) -> None:
    hold(CASES["csa"], made(CASES["csa"], "ranks=3, layout=zigzag", tmp_path), dtype)


@pytest.mark.long
@pytest.mark.parametrize("backend", ["cpp", "cuda"])
def test_compiled(backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of CUDA are run by the emulator."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    hold(CASES["csa"], made(CASES["csa"], "ranks=3, layout=zigzag", tmp_path, backend))


@pytest.mark.interpreter
@pytest.mark.long
def test_interpreted(tmp_path: Path) -> None:
    hold(CASES["csa"], made(CASES["csa"], "ranks=2, layout=zigzag", tmp_path, "triton"))


@pytest.mark.parametrize("n", [3, 13])
def test_ranks_without_rows_or_entries(n: int, tmp_path: Path) -> None:
    module = made(CASES["gates"], "ranks=4, layout=zigzag", tmp_path)
    leaves = {name: x[:, :, : n // 4 if name.startswith("c_") else n] for name, x in leaves_of(CASES["gates"]).items()}
    flow = torch.randn(BATCH, HEADS, n, VALUE_DIM, generator=torch.Generator().manual_seed(2))

    def work(ranks: Any) -> dict[str, Tensor]:
        own = {name: module.shard(x, ranks).detach().requires_grad_() for name, x in leaves.items()}
        out = module.ring_attention(**own, mesh=ranks)
        grads = torch.autograd.grad(out, list(own.values()), module.shard(flow, ranks))
        found = {"out": out.detach(), **dict(zip(own, grads, strict=True))}
        return {name: module.unshard(x, ranks) for name, x in found.items()}

    alone = {name: x.clone().requires_grad_() for name, x in leaves.items()}
    out = module.attention(**alone)
    wanted = {"out": out, **dict(zip(alone, torch.autograd.grad(out, list(alone.values()), flow), strict=True))}
    for found in on_all_ranks(module, work):
        assert all(torch.allclose(x, wanted[name], atol=1e-5) for name, x in found.items())


def test_entries_that_no_query_sees_stay_out(tmp_path: Path) -> None:
    """NaN in entries that nothing lists, and queries of one rank alone that list another's entries."""
    case = CASES["csa"]
    module, leaves = made(case, "ranks=4, layout=zigzag", tmp_path), leaves_of(case)
    picks = INPUTS["picks"].masked_fill(INPUTS["picks"] == 7, -1)
    picks[:, :, :50] = -1
    leaves["c_key"][:, :, 7] = leaves["c_value"][:, :, 7] = torch.nan

    def work(ranks: Any) -> list[Tensor]:
        own = {name: module.shard(x, ranks) if name != "sinks" else x for name, x in leaves.items()}
        given = {name: x.detach().requires_grad_() for name, x in own.items()}
        out = module.ring_attention(**given, mesh=ranks, picks=module.shard(picks, ranks))
        return [out, *torch.autograd.grad(out.sum(), list(given.values()))]

    for found in on_all_ranks(module, work):
        assert all(x.isfinite().all() for x in found)


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "entries of value": (
        "media",
        {"media_value": torch.zeros(BATCH, KV_HEADS, 1, VALUE_DIM)},
        "1 entries, must have 11",
    ),
    "size of key": ("media", {"media_key": torch.zeros(BATCH, KV_HEADS, 11, 8)}, "size of media_key"),
    "other places": ("media", {"places": INPUTS["places"] + 1}, "places is "),
    "no tensor": ("media", {"places": [1]}, "places is a list, must be a torch.Tensor"),
    "no entries": ("media", {"media_key": torch.zeros(3)}, "media_key has 1 dimensions"),
    "labels of no rank": ("media", {"kinds": torch.zeros(9, dtype=torch.int64)}, "kinds has shape (9,)"),
    "length": ("media", {"seq_len": N + 1}, "seq_len is "),
    "scale": ("media", {"scale": 0.5}, "scale is "),
    "lists of other entries": ("csa", {"picks": INPUTS["picks"][:, :, :31] + 100}, "picks"),
    "lists of other rows": ("csa", {"picks": INPUTS["picks"][:, :, :3]}, "picks has shape"),
    "no list": ("csa", {"picks": [1]}, "picks is a list"),
    "other sinks": ("csa", {"sinks": LEARNED["sinks"] + 1}, "sinks is "),
    "sinks of other heads": ("csa", {"sinks": torch.ones(1)}, "sinks has shape (1,), must be (4,)"),
    "sinks with a gradient": ("csa", {"sinks": LEARNED["sinks"].clone().requires_grad_()}, "sinks is "),
    "no sinks": ("csa", {"sinks": None}, "sinks is a NoneType, must be a torch.Tensor"),
    "lse": ("csa", {"return_lse": "x"}, "return_lse is 'x'"),
    "lse on one rank": ("csa", {"return_lse": True}, "return_lse is "),
    "gates": ("gates", {"far": torch.zeros(BATCH, HEADS, 3)}, "far has shape"),
    "documents of entries": ("packed", {"k_offsets": torch.tensor([0, 5, 9, 10, ENTRIES["text"]])}, "k_offsets is "),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_ranks_tell_of_what_differs(wrong: str, tmp_path: Path) -> None:
    """An argument that one rank has alone, or that it refuses, is an error of all ranks, which says what it is."""
    name, given, words = WRONG[wrong]
    case = CASES[name]
    module, leaves = made(case, "ranks=2", tmp_path), leaves_of(case)

    def work(ranks: Any) -> str:
        own = {name: module.shard(x, ranks) if name != "sinks" else x for name, x in leaves.items()}
        for one in case.inputs:
            own[one] = module.shard(INPUTS[one], ranks, dim=OF_ROWS[one]) if one in OF_ROWS else INPUTS[one]
        try:
            module.ring_attention(**own | (given if ranks.rank == 0 else {}), mesh=ranks)
        except (TypeError, ValueError, module.RingError) as error:
            return str(error)
        return ""

    found = on_all_ranks(module, work)
    assert all(words in one for one in found), found


@pytest.mark.parametrize(
    "body",
    [
        "source sources; attend causal; attend full from sources",
        "source own_rows; source rows; attend causal; attend full from rows; attend full from own_rows",
        "input source: positions; source m(at=@source); attend causal; attend causal from m",
        "input mark: labels; source m; attend causal; attend keys(@mark) from m",
        "input mark: labels; source m; attend causal; attend when(@mark[q] == @mark[k]) from m",
        "input size: lengths; source m; attend causal; attend padding(@size) from m",
        "input lo: positions; input hi: positions; source m; attend causal; attend columns(@lo, @hi) from m",
    ],
)
def test_ranks_give_the_answer_of_one_device(body: str, tmp_path: Path) -> None:
    """Sources and inputs of any name; labels of both sides and of bool, lengths and columns of entries."""
    module = made(Case(f"{body}; combine lse", {}), "ranks=2, layout=zigzag", tmp_path)
    draws = torch.Generator().manual_seed(4)
    sources = [
        one.removesuffix("_key") for one in inspect.signature(module.attention).parameters if one.endswith("_key")
    ]
    sizes = {"": N, **{f"{one}_": 23 for one in sources}}
    leaves = {"query": torch.randn(BATCH, HEADS, N, KEY_DIM, generator=draws)}
    for before, rows in sizes.items():
        for word in ("key", "value"):
            leaves[f"{before}{word}"] = torch.randn(BATCH, KV_HEADS, rows, KEY_DIM, generator=draws)
    labels = torch.randint(0, 2, (N,), generator=draws), torch.randint(0, 2, (23,), generator=draws)
    low = torch.randint(0, N, (23,), generator=draws)
    inputs: dict[str, Any] = {"source": low, "size": torch.tensor([9, 2]), "lo": low, "hi": low + 20}
    inputs["mark"] = labels if "[q]" in body else labels[1].bool()
    inputs = {name: x for name, x in inputs.items() if f"input {name}:" in body}

    def work(ranks: Any) -> Tensor:
        own = {
            name: (module.shard(x[0], ranks, dim=0), x[1]) if name == "mark" and isinstance(x, tuple) else x
            for name, x in inputs.items()
        }
        given = {name: module.shard(x, ranks) for name, x in leaves.items()}
        whole: Tensor = module.unshard(module.ring_attention(**given, **own, mesh=ranks), ranks)
        return whole

    wanted = module.attention(**leaves, **inputs)
    assert all(error(found, wanted) < 2e-6 for found in on_all_ranks(module, work))


def test_shares_of_entries_and_lengths_are_those_of_all_ranks(tmp_path: Path) -> None:
    module, leaves = made(CASES["csa"], "ranks=2", tmp_path), leaves_of(CASES["csa"])

    def work(ranks: Any) -> None:
        given = {name: module.shard(x, ranks) if name != "sinks" else x for name, x in leaves.items()}
        given["picks"] = module.shard(INPUTS["picks"], ranks)
        others = {name: leaves[name][:, :, : 5 + 5 * ranks.rank] for name in ("c_key", "c_value")}
        with pytest.raises(
            ValueError, match=r"ranks have \[5, 10\] entries of c, must have \[7, 8\] in layout contiguou"
        ):
            module.ring_attention(**given | others, mesh=ranks)
        with pytest.raises(ValueError, match=f"seq_len is {N + 1}, must be {N}, the positions of all ranks"):
            module.ring_attention(**given, mesh=ranks, seq_len=N + 1)

    on_all_ranks(module, work)


def test_labels_of_entries_are_those_of_all_ranks(tmp_path: Path) -> None:
    body = "input mark: labels; source m; attend causal; attend when(@mark[q] == @mark[k]) from m; combine lse"
    case = Case(body, {"": lambda: k <= q, "media": lambda: k[:23] <= q})
    module, leaves = made(case, "ranks=2", tmp_path), leaves_of(case)
    leaves = {name.replace("media", "m"): x for name, x in leaves.items()}

    def work(ranks: Any) -> None:
        given = {name: module.shard(x, ranks) for name, x in leaves.items()}
        marks = module.shard(INPUTS["kinds"], ranks, dim=0), INPUTS["sorts"] + ranks.rank
        with pytest.raises(module.RingError, match=r"mark is .* on rank 1 and .* on rank 0, must be the same"):
            module.ring_attention(**given, mark=marks, mesh=ranks)

    on_all_ranks(module, work)


@pytest.mark.parametrize("runtime", ["vendored", "inline"])
def test_files_of_a_ring_with_sources_import(runtime: str, tmp_path: Path) -> None:
    """They have the names of rings, and errors of their entries are the module's own."""
    case = CASES["csa"]
    (tmp_path / "made.pat").write_text(f"pattern made {{ {case.body}; ring(ranks=2) }}\n")
    assert run(["build", str(tmp_path / "made.pat"), "-o", str(tmp_path), "--runtime", runtime]) == 0
    module = load(tmp_path / "made_torch.py")
    assert (module.RANKS, module.LAYOUT, module.plan(N, 1, heads=HEADS, kv_heads=KV_HEADS).rank) == (2, "contiguous", 1)
    assert module.RingError.__module__.endswith("ranks" if runtime == "vendored" else "made_own_torch")
    assert not hasattr(load(tmp_path / "made_c_torch.py"), "ring_attention")
    hold(case, module)
    leaves = leaves_of(case)

    def work(ranks: Any) -> None:
        given = {name: module.shard(x, ranks) if name != "sinks" else x for name, x in leaves.items()}
        given["c_key"] = given["c_key"].requires_grad_(ranks.rank == 0)
        with pytest.raises(module.RingError, match="gradient of c_key is False on rank 1 and True on rank 0"):
            module.ring_attention(**given, picks=module.shard(INPUTS["picks"], ranks), mesh=ranks)

    on_all_ranks(module, work)
