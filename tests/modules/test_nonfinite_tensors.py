"""NaN or infinite keys, values and rows affect only the rows and keys that admit them, in both passes.

What `docs/generated-modules.md` promises: torch and C++ modules and the reference for every mask; kernels for padding
and for what stands behind a cached position.
"""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from torch import Tensor

N, HEADS, KV_HEADS = 96, 4, 2
PACKED, PADDED = "input offsets: offsets\n    ", "input lengths: lengths\n    "
BRANCHES = "attend segment(32)\n    attend segment(64, dilation=2, offset=head)\n    combine"
PATTERNS = {
    "causal": "attend causal",
    "window": "attend window(20, 4)",
    "segments": f"{BRANCHES} lse\n    where causal",
    "detached": f"{BRANCHES} lse(detach)\n    where causal",
    "mean": f"{BRANCHES} mean\n    where causal",
    "listed": "attend blocks(16, random(2, seed=1) | window(0)) & causal",
    "compared": "attend causal & when((q + k) % 3 != 0)",
    "packed": f"{PACKED}attend causal & document(@offsets)",
    "packed window": f"{PACKED}attend window(20, 4) & document(@offsets)",
    "packed branches": f"{PACKED}{BRANCHES} lse\n    where document(@offsets)",
    "packed lists": f"{PACKED}attend blocks(16, random(2, seed=1) | window(0)) & document(@offsets)",
    "packed union": f"{PACKED}attend causal & (document(@offsets) | first(2))",
    "packed scores": f"{PACKED}input t: table(heads, 5)\n    attend causal & document(@offsets)\n    score bias(@t)\n"
    "    score softcap(5.0)\n    score alibi",
    "padded": f"{PADDED}attend padding(@lengths)",
    "padded causal": f"{PADDED}attend causal & padding(@lengths)",
    "padded window": f"{PADDED}attend window(20, 20) & padding(@lengths)",
    "padded blocks": f"{PADDED}attend blocks(16, window(1)) & padding(@lengths)",
    "padded stride": f"{PADDED}attend stride(3) & padding(@lengths)",
    "padded lists": f"{PADDED}attend blocks(16, random(2, seed=1) | window(0)) & padding(@lengths)",
    "padded scores": f"{PADDED}attend window(20, 20) & padding(@lengths)\n    score softcap(5.0)",
}
OFFSETS, LENGTHS = torch.tensor([0, 23, 50, N]), torch.tensor([53])
PLANTED = [*itertools.product(("value", "key"), (torch.nan, torch.inf)), ("query", torch.nan), ("grad", torch.nan)]


def inputs_of(body: str) -> dict[str, Tensor]:
    known = {"offsets": OFFSETS, "lengths": LENGTHS, "t": torch.linspace(-1.0, 1.0, HEADS * 5).view(HEADS, 5)}
    return {name: x for name, x in known.items() if f"input {name}:" in body}


def planted(body: str, what: str, odd: float) -> tuple[dict[str, Tensor], range]:
    """Tensors, one of which is not finite in some rows: of one document, or behind a length."""
    generator = torch.Generator().manual_seed(2)
    heads = {"query": HEADS, "key": KV_HEADS, "value": KV_HEADS, "grad": HEADS}
    tensors = {name: torch.randn(1, count, N, 16, generator=generator) for name, count in heads.items()}
    keys = what in ("key", "value")
    rows = range(23, 50) if PACKED in body else range(53, N) if PADDED in body and keys else range(40, 41)
    tensors[what][:, :, list(rows), 3] = odd
    return tensors, rows


def results(call: Any, tensors: dict[str, Tensor], inputs: dict[str, Tensor], has_lse: bool) -> dict[str, Tensor]:
    """What a call gives of one batch entry, by name: [heads, rows, ...]."""
    leaves = [tensors[name].clone().requires_grad_() for name in ("query", "key", "value")]
    found = call(*leaves, **inputs, **({"return_lse": True} if has_lse else {}))
    out, *lse = found if has_lse else (found,)
    grads = torch.autograd.grad(out, leaves, tensors["grad"].to(out.dtype))
    named = dict(zip(("out", "dq", "dk", "dv"), (out, *grads), strict=True))
    return {name: x[0].detach() for name, x in (named | ({"lse": lse[0].unsqueeze(-1)} if lse else {})).items()}


def apart(mask: Tensor, rows: range, keys: bool) -> tuple[Tensor, Tensor]:
    """Which rows [heads, N] and keys [KV_HEADS, N] have no part in what is not finite; `keys`: these rows are keys'."""
    odd = torch.zeros(N, dtype=torch.bool)
    odd[list(rows)] = True
    clean_rows = ~mask[:, :, odd].any(2) if keys else ~odd.expand(HEADS, N)
    clean_keys = ~(mask & ~clean_rows.unsqueeze(2)).any(1)
    return clean_rows, clean_keys.view(KV_HEADS, -1, N).all(1)


def is_clean(found: dict[str, Tensor], truth: dict[str, Tensor], rows: Tensor, keys: Tensor, names: str) -> None:
    """Rows and keys that are apart have the results of finite tensors."""
    for name in names.split():
        if name in found:
            some = keys if name in ("dk", "dv") else rows
            mine, theirs = found[name].double()[some], truth[name].double()[some]
            assert torch.equal(mine == -torch.inf, theirs == -torch.inf)
            assert torch.allclose(mine, theirs, rtol=1e-4, atol=1e-5), name  # NaN is not


COMPILED = pytest.mark.skipif(shutil.which("c++") is None, reason="the C++ backend needs a compiler")
QUICK = "window", "listed", "packed scores", "padded scores"
"""Patterns whose C++ modules every run compiles."""
ON_CPUS = [
    *(pytest.param(name, "torch", id=f"{name} torch") for name in PATTERNS),
    *(
        pytest.param(name, "cpp", id=f"{name} cpp", marks=(COMPILED, *(() if name in QUICK else (pytest.mark.long,))))
        for name in PATTERNS
    ),
]


@pytest.mark.parametrize(("name", "backend"), ON_CPUS)
def test_what_is_not_finite_stays_with_rows_that_admit_it(name: str, backend: str, tmp_path: Path) -> None:
    """0 * NaN is NaN: it reached all rows of a tile, of other documents too, and the gradients of their keys."""
    body, inputs, has_lse = PATTERNS[name], inputs_of(PATTERNS[name]), name != "mean"
    module, _ = build(f"pattern apart {{\n    {body}\n}}\n", tmp_path, backend)
    reference = reference_of(module)
    own = {one: x[0] if one == "lengths" else x for one, x in inputs.items() if one != "t"}
    mask = torch.stack([reference.mask(head, HEADS, N, **own) for head in range(HEADS)]) > 0
    for what, odd in PLANTED:
        tensors, rows = planted(body, what, odd)
        finite = {one: x.nan_to_num(0.0, 0.0, 0.0) for one, x in tensors.items()}
        truth = results(reference.reference, finite, inputs, has_lse)
        there = apart(mask, rows, what in ("key", "value"))
        found = results(module.attention, tensors, inputs, has_lse)
        is_clean(found, truth, *there, "out lse dq dk dv")
        if what == "value" or (what != "grad" and odd != odd):  # the product with an infinite key may be -inf
            assert not found["out"][~there[0]][:, 3].isfinite().any(), "a number for what depends on none"
        if what != "grad" and backend == "torch":
            is_clean(results(reference.reference, tensors, inputs, has_lse), truth, *there, "out lse dq dk dv")


BEFORE_A_CAP = """pattern apart {
    input t: table(heads, 5)
    input slopes: table(heads)
    attend window(20, 4) - keys(every=7, offset=3)
    score bias(@t)
    score alibi(@slopes)
    score softcap(5.0)
}
"""


@pytest.mark.parametrize("backend", ["torch", pytest.param("cpp", marks=COMPILED)])
def test_keys_that_no_row_admits_never_reach_the_gradients_of_tables(backend: str, tmp_path: Path) -> None:
    """The derivative of a cap is NaN where a key is, and 0 * NaN is NaN: it reached what is added before the cap."""
    module, _ = build(BEFORE_A_CAP, tmp_path, backend)
    tensors, _ = planted("", "value", 0.0)
    tables = {"t": torch.linspace(-1.0, 1.0, HEADS * 5).view(HEADS, 5), "slopes": torch.linspace(0.0, 0.5, HEADS)}

    def gradients(function: Any, odd: float) -> list[Tensor]:
        leaves = [tensors[name].clone() for name in ("query", "key", "value")]
        for x in leaves[1:]:
            x[:, :, 3::7] = odd
        leaves = [x.requires_grad_() for x in (*leaves, *(x.clone() for x in tables.values()))]
        out = function(*leaves[:3], **dict(zip(tables, leaves[3:], strict=True)))
        return list(torch.autograd.grad(out, leaves, tensors["grad"].to(out.dtype)))

    reference = reference_of(module).reference
    truth = gradients(reference, 0.0)
    for function in (module.attention, reference):
        for found, wanted in zip(gradients(function, torch.nan), truth, strict=True):
            torch.testing.assert_close(found.double(), wanted.double(), rtol=1e-4, atol=1e-4)


KERNELS = [name for name in PATTERNS if name.startswith("padded") and name != "padded lists"]


@pytest.mark.long
@pytest.mark.interpreter
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, of NaN
@pytest.mark.parametrize("name", KERNELS)
def test_padding_never_reaches_a_row_of_a_kernel(name: str, tmp_path: Path) -> None:
    body, inputs = PATTERNS[name], inputs_of(PATTERNS[name])
    module, _ = build(f"pattern apart {{\n    {body}\n}}\n", tmp_path, "triton")
    rows = torch.ones(HEADS, N, dtype=torch.bool), torch.arange(N).expand(KV_HEADS, N) < int(LENGTHS)
    for what, odd in (("value", torch.nan), ("key", torch.inf)):
        tensors, _ = planted(body, what, odd)
        finite = {one: x.nan_to_num(0.0, 0.0, 0.0) for one, x in tensors.items()}
        truth = results(reference_of(module).reference, finite, inputs, True)
        is_clean(results(module.attention, tensors, inputs, True), truth, *rows, "out lse dq dk dv")


CACHED = {
    "causal": "attend causal",
    "window": "attend window(20, 0)",
    "segments": f"{BRANCHES} lse\n    where causal",
    "keys": "attend causal - keys(every=5)",
    "packed": f"{PACKED}attend causal & document(@offsets)",
    "scores": "attend causal\n    score softcap(5.0)",
}


@pytest.mark.parametrize("name", CACHED)
def test_what_is_behind_a_cached_position_never_reaches_a_row(name: str, tmp_path: Path) -> None:
    behind(name, "torch", tmp_path)


@COMPILED
@pytest.mark.long
@pytest.mark.parametrize("name", CACHED)
def test_what_is_behind_a_cached_position_never_reaches_a_row_of_a_program(name: str, tmp_path: Path) -> None:
    behind(name, "cpp", tmp_path)


@pytest.mark.long
@pytest.mark.interpreter
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, of NaN
@pytest.mark.parametrize("name", CACHED)
def test_what_is_behind_a_cached_position_never_reaches_a_row_of_a_kernel(name: str, tmp_path: Path) -> None:
    behind(name, "triton", tmp_path)


def behind(name: str, backend: str, folder: Path) -> None:
    """Steps and chunks at a position, an int or each batch entry's own, before keys that are not finite."""
    module, _ = build(f"pattern apart {{\n    {CACHED[name]}\n}}\n", folder, backend)
    generator = torch.Generator().manual_seed(2)
    inputs = inputs_of(CACHED[name])
    for queries, first in ((1, [37]), (3, [37]), (20, [37]), (2, [37, 11])):
        query = torch.randn(len(first), HEADS, queries, 16, generator=generator)
        key, value = torch.randn(2, len(first), KV_HEADS, N, 16, generator=generator).unbind()
        odd = torch.arange(N) >= torch.tensor(first).view(-1, 1, 1) + queries
        starts = first[0] if len(first) == 1 else torch.tensor(first, dtype=torch.int32)
        given = {**inputs, "q_offset": starts, "return_lse": True}
        truth = reference_of(module).reference(query, key, value, **given)
        planted = [x.masked_fill(odd.unsqueeze(-1), torch.nan) for x in (key, value)]
        for mine, theirs in zip(module.attention(query, *planted, **given), truth, strict=True):
            torch.testing.assert_close(mine.double(), theirs, rtol=1e-4, atol=1e-5)
