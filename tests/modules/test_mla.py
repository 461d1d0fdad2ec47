"""Values of another head size than keys: every backend against the formulas of models, written out here in float64.

Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434) has keys of 192 numbers and values of 128. In absorbed form
it is one key head of 576, whose first 512 are the values.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from built import build, reference_of
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

import patternc
from patternc.schedule.tile_sizes import tile_table
from patternc.targets import target_named

TEXT = """pattern latent {
    input docs: offsets
    input sink: table(heads)
    attend document(@docs) & window(19, 0) - window(1, 1)
    score sink(@sink)
}
"""
"""Rows see keys 2 to 19 before their own, so that the first two of a document see none."""
HEADS, KV_HEADS, BATCH, LENGTH, Q_OFFSET = 6, 2, 2, 45, 6
SIZES = (24, 16), (40, 72), (192, 128), (576, 512)
NUMBERS = {"float32": 2e-6, "float16": 2e-3, "bfloat16": 1.5e-2}


@dataclass(frozen=True)
class Call:
    """Tensors of a call, in a dtype: of some queries, and all keys."""

    query: Tensor
    key: Tensor
    value: Tensor
    sink: Tensor
    flow: Tensor
    lse_flow: Tensor
    docs: Tensor
    first: int

    @classmethod
    def drawn(cls, sizes: tuple[int, int], dtype: str, rows: int | None = None) -> Call:
        generator = torch.Generator().manual_seed(sum(sizes))

        def normal(*shape: int) -> Tensor:
            return torch.randn(*shape, generator=generator).to(getattr(torch, dtype))

        first = Q_OFFSET if rows is None else LENGTH - rows
        (key_dim, value_dim), held = sizes, LENGTH - first
        return cls(
            normal(BATCH, HEADS, held, key_dim),
            normal(BATCH, KV_HEADS, LENGTH, key_dim),
            normal(BATCH, KV_HEADS, LENGTH, value_dim),
            normal(HEADS).float(),
            normal(BATCH, HEADS, held, value_dim),
            normal(BATCH, HEADS, held).float(),
            torch.tensor([[0, 17, 17, 45], [0, 3, 30, 45]]),
            first,
        )

    def answer(self, attention: Callable[..., Any]) -> list[Tensor]:
        """out and lse of an `attention`, and the gradients of query, key, value and sink."""
        leaves = [x.clone().requires_grad_() for x in (self.query, self.key, self.value, self.sink)]
        *tensors, sink = leaves
        return self.pulled(attention(*tensors, q_offset=self.first, docs=self.docs, sink=sink, return_lse=True), leaves)

    def truth(self) -> list[Tensor]:
        """The same by the formula, in float64."""
        leaves = [x.double().requires_grad_() for x in (self.query, self.key, self.value, self.sink)]
        query, key, value, sink = leaves
        q, k = torch.arange(self.first, LENGTH)[:, None], torch.arange(LENGTH)
        number = (torch.arange(LENGTH)[:, None] >= self.docs[:, None, 1:]).sum(-1)  # of each position's document
        same = number[:, self.first :, None] == number[:, None, :]
        seen = (same & (q - k <= 19) & (q - k >= 2)).unsqueeze(1)
        group = HEADS // KV_HEADS
        scores = query @ key.repeat_interleave(group, 1).mT / math.sqrt(self.query.shape[3])
        weights = torch.where(seen, scores, -torch.inf)
        logits = torch.cat([weights, sink.view(1, -1, 1, 1).expand(*scores.shape[:3], 1)], -1)
        out = logits.softmax(-1)[..., :-1] @ value.repeat_interleave(group, 1)
        return self.pulled((out, logits.logsumexp(-1)), leaves)

    def pulled(self, results: tuple[Tensor, Tensor], leaves: list[Tensor]) -> list[Tensor]:
        out, lse = results
        flows = [self.flow.to(out.dtype), self.lse_flow.to(lse.dtype)]
        return [x.detach() for x in (out, lse, *torch.autograd.grad((out, lse), leaves, flows))]


def hold(attention: Callable[..., Any], sizes: tuple[int, int], dtype: str, rows: int | None = None) -> None:
    call = Call.drawn(sizes, dtype, rows)
    near(call.answer(attention), call.truth(), NUMBERS[dtype])


def near(found: list[Tensor], wanted: list[Tensor], tolerance: float) -> None:
    for one, truth in zip(found, wanted, strict=True):
        assert one.shape == truth.shape
        error = float((one.double() - truth).norm() / truth.norm())
        assert error < tolerance, error


@functools.cache
def folder_of(text: str, backend: str, root: Path) -> ModuleType:
    folder = root / f"{backend}{len(text)}"
    folder.mkdir()
    return build(text, folder, backend)[0]


@pytest.fixture(scope="module")
def latent(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ModuleType]:
    root = tmp_path_factory.mktemp("latent")
    return lambda backend: folder_of(TEXT, backend, root)


needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="programs are compiled")
QUICK = ("torch", "float32"), ("torch", "bfloat16"), ("cpp", "float32"), ("cpp", "bfloat16")


@needs_compiler
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("backend", "dtype"), QUICK)
def test_modules_on_cpus(latent: Any, backend: str, dtype: str, sizes: tuple[int, int]) -> None:
    attention = latent(backend).attention
    hold(attention, sizes, dtype)
    hold(attention, sizes, dtype, rows=1)


@pytest.mark.parametrize("sizes", SIZES[1:3])
def test_the_reference(latent: Any, sizes: tuple[int, int]) -> None:
    hold(reference_of(latent("torch")).reference, sizes, "float32")


LONG = pytest.mark.long


@pytest.mark.interpreter
@pytest.mark.parametrize(
    ("sizes", "dtype", "rows"),
    [
        ((24, 16), "float32", 1),
        ((24, 16), "float32", 9),
        ((40, 72), "bfloat16", 9),
        *(pytest.param(sizes, dtype, None, marks=LONG) for sizes in SIZES for dtype in ("float32", "bfloat16")),
        pytest.param((576, 512), "bfloat16", 1, marks=LONG),
    ],
)
def test_triton_modules(latent: Any, sizes: tuple[int, int], dtype: str, rows: int | None) -> None:
    hold(latent("triton").attention, sizes, dtype, rows)


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType, int], ModuleType]:
    """A module of these tests whose kernels run on the CPU, for a compute capability."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")

    def made(module: ModuleType, device: int) -> ModuleType:
        monkeypatch.setitem(module._tile.__globals__, "_EMULATED", SimpleNamespace(value=device, runs=True))
        return module

    return made


@needs_compiler
@pytest.mark.parametrize(
    ("sizes", "dtype", "device", "rows"),
    [
        ((24, 40), "float16", 75, None),
        pytest.param((24, 16), "float32", 61, None, marks=LONG),
        pytest.param((40, 24), "float16", 70, 9, marks=LONG),
        pytest.param((576, 512), "float16", 75, 3, marks=LONG),
    ],
)
def test_cuda_modules(
    latent: Any, emulated: Any, sizes: tuple[int, int], dtype: str, device: int, rows: int | None
) -> None:
    """On tensor cores and off them; heads that tensor cores have no room for are multiplied in fp32."""
    hold(emulated(latent("cuda"), device).attention, sizes, dtype, rows)


# ---- what else follows from the sizes --------------------------------------------------------------------------------
@needs_compiler
@pytest.mark.parametrize("backend", ["torch", "cpp"])
def test_calls_without_keys(latent: Any, backend: str) -> None:
    sizes = (BATCH, HEADS, 3, 24), (BATCH, KV_HEADS, 0, 24), (BATCH, KV_HEADS, 0, 40)
    leaves = [torch.randn(*size, requires_grad=True) for size in sizes]
    inputs = {"docs": torch.tensor([0, LENGTH]), "sink": torch.zeros(HEADS), "seq_len": LENGTH}
    out = latent(backend).attention(*leaves, **inputs)
    assert torch.equal(out, torch.zeros(BATCH, HEADS, 3, 40))
    grads = torch.autograd.grad(out, leaves, torch.ones_like(out))
    assert [grad.shape for grad in grads] == [leaf.shape for leaf in leaves]


def test_flops_are_those_of_both_sizes() -> None:
    attention = patternc.loads("causal", "torch").attention
    leaves = [torch.randn(1, 2, 9, size, requires_grad=True) for size in (24, 24, 40)]
    pairs = 2 * 9 * 10 // 2
    with FlopCounterMode(display=False) as counter:
        out = attention(*leaves)
        assert counter.get_total_flops() == 2 * (24 + 40) * pairs
        torch.autograd.grad(out, leaves, torch.ones_like(out))
    assert counter.get_total_flops() == 2 * (4 * 24 + 3 * 40) * pairs


@pytest.mark.interpreter
@pytest.mark.parametrize(
    ("sizes", "row"), [((64, 256), 2), ((256, 64), 2), ((64, 128), 1), ((576, 64), 3), ((80, 512), 3)]
)
def test_triton_tiles_are_chosen_by_the_larger_size(latent: Any, sizes: tuple[int, int], row: int) -> None:
    table = {("forward", 4): ((64, 128, 64, 4, 1), (128, 64, 64, 4, 1), (256, 32, 32, 4, 1), (576, 16, 16, 4, 1))}
    key, value = (torch.zeros(1, 1, 99, size) for size in sizes)
    tile, _ = latent("triton")._tile(table, "forward", key, key, value, 99)
    assert (tile.rows, tile.columns) == table["forward", 4][row][1:3]
    assert [extent.width + extent.tail >= size for extent, size in zip(tile[:2], sizes, strict=True)] == [True, True]


@pytest.mark.interpreter
@pytest.mark.parametrize(
    ("target", "dtype", "kernel", "most"),
    [
        ("sm_86", "float32", "grad_query", 256),
        ("sm_120", "float32", "grad_key_value", 256),
        ("sm_80", "float32", "grad_key_value", 576),
        ("sm_86", "float32", "forward", 576),
        ("sm_86", "bfloat16", "grad_key_value", 576),
    ],
)
def test_sizes_that_no_tile_of_a_target_holds(latent: Any, target: str, dtype: str, kernel: str, most: int) -> None:
    device = target_named(target)
    assert device is not None
    table = {(row.direction, row.itemsize): tuple(one.numbers for one in row.tiles) for row in tile_table(device)}
    key, value = (torch.zeros(1, 1, 99, size, dtype=getattr(torch, dtype)) for size in (576, 512))
    chosen = functools.partial(latent("triton")._tile, table, kernel)
    chosen(key[..., :most], key[..., :most], value[..., :most], 99)
    if most < 576:
        words = (
            f"keys have 576 numbers and values 512, in torch.float32: .* for `{kernel}`, hold at most 256; .*bfloat16"
        )
        with pytest.raises(ValueError, match=words):
            chosen(key, key, value, 99)


# ---- multi-head latent attention -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Latent:
    """A layer's projections of the latent [B, N, rank], by head, and what queries and keys turn by position."""

    rank: int
    rotary: int
    own: int  # numbers of a head's query and key besides the rotary ones
    value: int
    heads: int = 4
    length: int = 37

    def tensors(self) -> dict[str, Tensor]:
        generator = torch.Generator().manual_seed(self.rank)
        shapes = {
            "latent": (2, self.length, self.rank),
            "turned_key": (2, self.length, self.rotary),
            "query": (2, self.heads, self.length, self.own),
            "turned_query": (2, self.heads, self.length, self.rotary),
            "up_key": (self.heads, self.rank, self.own),
            "up_value": (self.heads, self.rank, self.value),
        }
        scaled = {name: torch.randn(*shape, generator=generator) for name, shape in shapes.items()}
        return scaled | {name: scaled[name] / math.sqrt(self.rank) for name in ("up_key", "up_value")}

    def written_out(self, given: dict[str, Tensor]) -> Tensor:
        """Keys and values of every head, and the softmax over them."""
        key = torch.einsum("bnr,hrd->bhnd", given["latent"], given["up_key"])
        value = torch.einsum("bnr,hrd->bhnd", given["latent"], given["up_value"])
        scores = given["query"] @ key.mT + given["turned_query"] @ given["turned_key"].mT.unsqueeze(1)
        later = torch.ones(self.length, self.length, dtype=torch.bool).triu(1)
        scale = (self.own + self.rotary) ** -0.5
        weights: Tensor = (scores * scale).masked_fill(later, -torch.inf).softmax(-1)
        return weights @ value

    def absorbed(self, attention: Callable[..., Tensor], given: dict[str, Tensor]) -> Tensor:
        """One key head, the latent and what is turned, whose first numbers are the values."""
        key = torch.cat([given["latent"], given["turned_key"]], -1).unsqueeze(1)
        own = torch.einsum("bhnd,hrd->bhnr", given["query"], given["up_key"])
        query = torch.cat([own, given["turned_query"]], -1)
        out = attention(query, key, key[..., : self.rank], scale=(self.own + self.rotary) ** -0.5)
        found: Tensor = torch.einsum("bhnr,hrd->bhnd", out, given["up_value"])
        return found


def hold_latent(backend: str, one: Latent) -> None:
    attention: Callable[..., Tensor] = patternc.loads("causal", backend).attention
    given = one.tensors()
    leaves = {name: x.requires_grad_() for name, x in given.items()}
    exact = {name: x.detach().double().requires_grad_() for name, x in given.items()}
    out, wanted = one.absorbed(attention, leaves), one.written_out(exact)
    flow = torch.randn(*out.shape, generator=torch.Generator().manual_seed(1))
    grads = torch.autograd.grad(out, list(leaves.values()), flow)
    truths = torch.autograd.grad(wanted, list(exact.values()), flow.double())
    near([out.detach(), *grads], [wanted.detach(), *truths], 5e-6)


@needs_compiler
@pytest.mark.parametrize("backend", ["torch", "cpp"])
@pytest.mark.parametrize("one", [Latent(16, 8, 12, 20), Latent(512, 64, 128, 128)], ids=["small", "deepseek"])
def test_absorbed_latents_are_keys_and_values(backend: str, one: Latent) -> None:
    """Values are a view of the key: their gradients add up in the latent."""
    hold_latent(backend, one)


@pytest.mark.interpreter
@pytest.mark.parametrize("one", [Latent(32, 8, 12, 20), pytest.param(Latent(512, 64, 128, 128, 2, 9), marks=LONG)])
def test_absorbed_latents_in_triton(one: Latent) -> None:
    hold_latent("triton", one)


@pytest.mark.interpreter
@pytest.mark.parametrize("sizes", [(40, 32), (16, 16), (40, 40)])
def test_values_that_keys_begin_with_are_not_loaded(
    latent: Any, sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs whose rows are queries take them from the tile of keys: they never see another tensor's numbers."""
    key_dim, value_dim = sizes
    module, call = latent("triton"), Call.drawn((key_dim, key_dim), "float32", 9)
    inputs = {"docs": call.docs, "sink": call.sink, "q_offset": call.first, "return_lse": True}

    def answer(value: Tensor) -> list[Tensor]:
        query, key = call.query.clone().requires_grad_(), call.key.clone().requires_grad_()
        out, lse = module.attention(query, key, value, **inputs)
        return [out.detach(), lse.detach(), torch.autograd.grad(out, query, call.flow[..., :value_dim])[0]]

    apart = answer(call.key[..., :value_dim].clone())
    monkeypatch.setitem(module._tile.__globals__, "_begins_with", lambda _key, _value: True)
    shared = answer(torch.full_like(call.key[..., :value_dim], math.nan))
    for one, other in zip(apart, shared, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-6, atol=1e-6)


@pytest.mark.interpreter
def test_which_values_keys_begin_with(latent: Any) -> None:
    begins, key = latent("triton")._begins_with, torch.zeros(2, 2, 5, 40)
    assert begins(key, key[..., :16])
    assert begins(key, key.detach())
    assert not begins(key, key[..., 8:])
    assert not begins(key, key[..., :16].clone())
    assert not begins(key, torch.as_strided(key, (2, 2, 5, 16), (400, 200, 16, 1)))
    assert not begins(key[..., :24], key[..., :32])
    assert not begins(*torch.empty(2, 1, 2, 5, 40, device="meta"))
    chosen = functools.partial(latent("triton")._tile, latent("triton")._TILES, "forward")
    assert not chosen(key, key, key.clone(), 5)[0].shared
    shared = {size: chosen(key, key, key[..., :size], 5)[0].shared for size in (8, 16, 24, 32, 36, 40)}
    assert shared == {8: False, 16: False, 24: False, 32: True, 36: False, 40: True}
    of_keys = [kernel for kernel, _ in latent("triton")._TILES if "key_value" in kernel]
    assert of_keys
    assert not any(latent("triton")._tile(latent("triton")._TILES, one, key, key, key, 5)[0].shared for one in of_keys)


@pytest.mark.interpreter
@pytest.mark.parametrize("sizes", [(24, 32), (13, 16), (56, 64), (24, 40)])
def test_values_that_reach_beyond_the_keys_they_begin_with(latent: Any, sizes: tuple[int, int]) -> None:
    """Rows of one tensor, of which keys are the first numbers and values more of them."""
    key_dim = sizes[0]
    drawn = Call.drawn(sizes, "float32")
    call = dataclasses.replace(drawn, key=drawn.value[..., :key_dim].clone())

    rows = drawn.value.clone()
    inputs = call.query, rows[..., :key_dim], rows, call.sink
    leaves = query, key, value, sink = [x.detach().requires_grad_() for x in inputs]
    assert key.data_ptr() == value.data_ptr()
    out = latent("triton").attention(query, key, value, q_offset=call.first, docs=call.docs, sink=sink, return_lse=True)
    near(call.pulled(out, leaves), call.truth(), NUMBERS["float32"])


# ---- what calls refuse ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("key_dim", "value_dim", "said"),
    [
        (577, 16, "query has head_dim 577, must be 8 to 576"),
        (7, 16, "query has head_dim 7, must be 8 to 576"),
        (16, 513, "value has head_dim 513, must be 8 to 512"),
        (16, 7, "value has head_dim 7, must be 8 to 512"),
    ],
)
def test_sizes_beyond_the_limits(latent: Any, key_dim: int, value_dim: int, said: str) -> None:
    tensors = (*torch.zeros(2, 1, 2, 5, key_dim), torch.zeros(1, 2, 5, value_dim))
    for function in (latent("torch").attention, reference_of(latent("torch")).reference):
        with pytest.raises(ValueError, match=said):
            function(*tensors, docs=torch.tensor([0, 5]), sink=torch.zeros(2))


def test_values_of_other_rows_than_keys(latent: Any) -> None:
    key = torch.zeros(1, 2, 5, 24)
    with pytest.raises(ValueError, match=r"value has shape \(1, 1, 5, 16\), must be \(1, 2, 5, 16\) like key"):
        latent("torch").attention(key, key, key[:, :1, :, :16], docs=torch.tensor([0, 5]), sink=torch.zeros(2))
