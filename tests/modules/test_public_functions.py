"""Every public function of a generated module: the calls it supports, and errors that name the argument."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from built import build, function_of, reference_of
from conftest import ROOT
from torch import Tensor

N = 40
PLAIN = """pattern plain {
    attend window(9, 0)
}

module PlainLayer {
    pattern plain
    embed 32
    heads 2
    dropout 0.5
}
"""
GIVEN = """pattern given {
    input offsets: offsets
    input lengths: lengths
    input slopes: table(heads, 9)
    attend document(@offsets) & causal | padding(@lengths) & window(3)
    score bias(@slopes)
}
"""
CHOSEN = "pattern chosen {\n    attend blocks(8, topk(2) | window(0))\n    where causal\n}\n"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(PLAIN, tmp_path_factory.mktemp("plain"))[0]


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(GIVEN, tmp_path_factory.mktemp("given"))[0]


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(CHOSEN, tmp_path_factory.mktemp("chosen"))[0]


def tensors(*dtypes: torch.dtype) -> list[Tensor]:
    return [torch.randn(2, 2, N, 16).to(dtype).requires_grad_() for dtype in dtypes or (torch.float32,) * 3]


def inputs() -> dict[str, Tensor]:
    return {"offsets": torch.tensor([0, 7, N]), "lengths": torch.tensor([N, 3]), "slopes": torch.randn(2, 9)}


# ---- what is taken ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("function", ["attention", "reference"])
def test_numbers_of_numpy(plain: ModuleType, function: str) -> None:
    call, leaves = function_of(plain, function), tensors()
    own: dict[str, Any] = {"q_offset": np.int64(3), "k_offset": np.int32(3), "seq_len": np.uint16(50)}
    own |= {"scale": np.float32(0.5), "dropout": np.float64(0.25), "seed": np.int64(7)}
    wanted = call(*leaves, q_offset=3, k_offset=3, seq_len=50, scale=0.5, dropout=0.25, seed=7)
    assert torch.equal(call(*leaves, **own), wanted)
    assert torch.equal(
        reference_of(plain).mask(np.int64(1), np.int64(2), np.int64(9)), reference_of(plain).mask(1, 2, 9)
    )
    layer = plain.PlainLayer().eval()
    x = torch.randn(1, 4, 32)
    assert layer.step(x, layer.cache(np.int64(1), np.int64(8)))[1].length == 4


MIXES = [(torch.float32, torch.bfloat16, torch.float32), (torch.bfloat16, torch.float16, torch.float32)]
MIXES.append((torch.float32,) * 3)


@pytest.mark.parametrize("function", ["attention", "reference"])
@pytest.mark.parametrize("dtypes", MIXES)
def test_autocast_casts_as_torch_does(plain: ModuleType, dtypes: tuple[torch.dtype, ...], function: str) -> None:
    leaves = tensors(*dtypes)
    cast = [leaf.detach().bfloat16().requires_grad_() for leaf in leaves]
    with torch.autocast("cpu", torch.bfloat16):
        out = function_of(plain, function)(*leaves)
        fused = torch.nn.functional.scaled_dot_product_attention(leaves[0], leaves[1], leaves[2])
    wanted = function_of(plain, function)(*cast)
    assert torch.equal(out, wanted)
    if function == "attention":
        assert out.dtype == fused.dtype == torch.bfloat16
    found = torch.autograd.grad(out.float().square().sum(), leaves)
    for grad, other, leaf in zip(found, torch.autograd.grad(wanted.float().square().sum(), cast), leaves, strict=True):
        assert grad.dtype == leaf.dtype
        assert torch.equal(grad, other.to(leaf.dtype))


def test_autocast_leaves_what_it_does_not_take(plain: ModuleType, chosen: ModuleType) -> None:
    query, key, value = tensors()
    with torch.autocast("cpu", torch.bfloat16):
        with pytest.raises(TypeError, match=r"query is torch\.float64, must be torch\.float32"):
            plain.attention(query.double(), key, value)
        with pytest.raises(TypeError, match=r"key is torch\.int64, must be torch\.float32"):
            plain.attention(query, key.long(), value)
        mixed = chosen.selection(query, key.bfloat16())
        assert plain.attention(*(x.to("meta") for x in (query, key, value))).dtype == torch.float32
    assert torch.equal(mixed, chosen.selection(query.bfloat16(), key.bfloat16()))
    with pytest.raises(TypeError, match=r"key is torch\.bfloat16, must be torch\.float32 like query"):
        plain.attention(query, key.bfloat16(), value)


def test_autocast_compiles_whole(plain: ModuleType) -> None:
    leaves = tensors(*MIXES[0])

    def step(*leaves: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            out: Tensor = plain.attention(*leaves)
        return out

    compiled: Any = torch.compile(step, fullgraph=True, backend="aot_eager")
    assert torch.equal(compiled(*leaves), step(*leaves))


# ---- what is refused -------------------------------------------------------------------------------------------------
def nested(*, layout: torch.layout) -> Tensor:
    return torch.nested.nested_tensor([torch.randn(3, 16), torch.randn(4, 16)], layout=layout)


def quantized() -> Tensor:
    return torch._empty_affine_quantized((2, 2, N, 16), scale=1.0, zero_point=0, dtype=torch.qint8)


WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "none": (lambda: None, TypeError, "is a NoneType, must be a torch.Tensor"),
    "list": (lambda: [1.0], TypeError, "is a list, must be a torch.Tensor"),
    "array": (lambda: np.zeros((2, 2, N, 16), np.float32), TypeError, "is a ndarray, must be a torch.Tensor"),
    "int": (lambda: 3, TypeError, "is a int, must be a torch.Tensor"),
    "nested": (lambda: nested(layout=torch.strided), TypeError, "is a nested tensor, must be one of a single shape"),
    "jagged": (lambda: nested(layout=torch.jagged), TypeError, "is a nested tensor, must be one of a single shape"),
    "sparse": (lambda: torch.zeros(2, 2, N, 16).to_sparse(), TypeError, r"has layout torch\.sparse_coo, must be"),
    "quantized": (quantized, TypeError, r"is torch\.qint8, must be torch\."),
    "complex": (lambda: torch.zeros(2, 2, N, 16, dtype=torch.complex64), TypeError, r"is torch\.complex64, must be"),
    "bool": (lambda: torch.zeros(2, 2, N, 16, dtype=torch.bool), TypeError, r"is torch\.bool, must be torch\."),
    "empty": (lambda: torch.zeros(0), ValueError, "must be|must have"),
}


Kind = type[Exception] | tuple[type[Exception], ...]


def refused(kind: Kind, message: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind, match=message) as caught:
        call()
    assert caught.type in (TypeError, ValueError)  # and no kind of them that Python or torch raises by themselves


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.filterwarnings("ignore:.*nested tensors is in prototype stage:UserWarning")
@pytest.mark.filterwarnings("ignore:.*quantized tensor creation functions:UserWarning")
def test_wrong_tensors(plain: ModuleType, given: ModuleType, chosen: ModuleType, wrong: str) -> None:
    value, kind, message = WRONG[wrong]
    layer = plain.PlainLayer()
    for at, name in enumerate(("query", "key", "value")):
        leaves: list[Any] = tensors()
        leaves[at] = value()
        for call in (plain.attention, reference_of(plain).reference, plain.Plain()):
            refused(kind, f"^{name} {message}" if wrong != "empty" else message, lambda: call(*leaves))  # noqa: B023
    refused(kind, message, lambda: chosen.selection(tensors()[0], value()))
    refused((TypeError, ValueError), "^x (is|has) ", lambda: layer(value()))
    refused((TypeError, ValueError), "^x (is|has) ", lambda: layer.step(value(), layer.cache(1, 8)))
    for name in inputs():
        own = {**inputs(), name: value()}
        for call in (given.attention, reference_of(given).reference):
            refused((TypeError, ValueError), f"^{name} (is|has) ", lambda: call(*tensors(), **own))  # noqa: B023


NUMBERS: tuple[tuple[object, type[Exception], str], ...] = (
    (True, TypeError, "is a bool, must be an int"),
    (np.bool_(True), TypeError, "is a bool_?, must be an int"),
    (1.0, TypeError, "is a float, must be an int"),
    (np.float64(1.0), TypeError, "is a float64, must be an int"),
    ("1", TypeError, "is a str, must be an int"),
    ([1], TypeError, "is a list, must be an int"),
    (torch.tensor(1), TypeError, "is a Tensor, must be an int"),
    (-1, ValueError, "is -1, must"),
    (np.int64(-1), ValueError, "is -1, must"),
    (2**70, ValueError, "is 1180591620717411303424, must"),
)


@pytest.mark.parametrize(("number", "kind", "message"), NUMBERS, ids=lambda item: str(item)[:20])
def test_wrong_integers(
    plain: ModuleType, chosen: ModuleType, number: object, kind: type[Exception], message: str
) -> None:
    leaves = tensors()
    tensors_too = () if isinstance(number, torch.Tensor) else ("q_offset", "seed")  # which may be tensors
    for name in (*tensors_too, "k_offset", "seq_len"):
        for call in (plain.attention, reference_of(plain).reference):
            refused(kind, f"{name} {message}", lambda: call(*leaves, **{name: number}))  # noqa: B023
    for name in (*tensors_too[:1], "k_offset"):
        refused(kind, f"{name} {message}", lambda: chosen.selection(*leaves[:2], **{name: number}))  # noqa: B023
    refused(kind, f"head {message}", lambda: reference_of(plain).mask(number, 2, 9))
    if str(number) != str(2**70):
        refused(kind, f"head_offset {message}", lambda: plain.attention(*leaves, head_offset=number))
        refused(kind, "heads? ", lambda: reference_of(plain).mask(0, number, 9))
        refused(kind, f"n {message}", lambda: reference_of(plain).mask(0, 2, number))
        refused(kind, f"batch {message}", lambda: plain.PlainLayer().cache(number, 9))
        refused(kind, f"seq_len {message}", lambda: plain.PlainLayer().cache(1, number))


@pytest.mark.parametrize("name", ["scale", "dropout"])
@pytest.mark.parametrize("number", [True, np.bool_(True), "1", 1j, torch.tensor(0.5), 10**400, float("nan")])
def test_wrong_reals(plain: ModuleType, name: str, number: object) -> None:
    finite = not isinstance(number, float | int) or isinstance(number, bool)
    kind, message = (TypeError, "must be a float") if finite else (ValueError, "must be finite in float32")
    for call in (plain.attention, reference_of(plain).reference):
        refused(kind, f"{name} is .*{message}", lambda: call(*tensors(), **{name: number}))  # noqa: B023


def test_wrong_lse(plain: ModuleType, tmp_path: Path) -> None:
    mean, _ = build("pattern m {\n    attend causal\n    attend window(2)\n    combine mean\n}\n", tmp_path)
    for module in (plain, mean):
        refused(TypeError, "return_lse is .*, must be a bool", lambda: module.attention(*tensors(), return_lse=[0, 1]))  # noqa: B023
        refused(TypeError, "return_lse is None", lambda: module.attention(*tensors(), return_lse=None))  # noqa: B023


def test_wrong_inputs_of_a_mask(given: ModuleType, chosen: ModuleType) -> None:
    own: dict[str, Any] = {"offsets": torch.tensor([0, 4, 9]), "lengths": 5}
    assert reference_of(given).mask(0, 2, 9, **own).shape == (9, 9)
    for name, value, kind, message in (
        ("offsets", None, TypeError, "is a NoneType, must be a torch.Tensor"),
        ("offsets", torch.tensor([0.0, 9.0]), TypeError, r"is torch\.float32, must be torch\.int32"),
        ("offsets", torch.tensor([[0, 9]]), ValueError, r"has shape \(1, 2\), must be \[D \+ 1\]"),
        ("offsets", torch.tensor([], dtype=torch.int64), ValueError, r"has shape \(0,\), must be \[D \+ 1\]"),
        (
            "offsets",
            torch.tensor([0, 8]),
            ValueError,
            r"is \[0, 8\], must begin with 0, never fall, and end with 9 like the sequence",
        ),
        ("lengths", True, TypeError, "is a bool, must be a torch.Tensor"),
        ("lengths", torch.tensor([5]), ValueError, r"has shape \(1,\), must be \(\)"),
        ("lengths", 10, ValueError, "is 10, must be 0 to 9"),
    ):
        refused(kind, f"{name} {message}", lambda: reference_of(given).mask(0, 2, 9, **{**own, name: value}))  # noqa: B023
    selection = torch.full((2, 2, 2), -1)
    assert reference_of(chosen).mask(0, 2, 9, selection=selection).sum() > 0
    refused(
        ValueError,
        r"selection has shape \(2, 2, 2\), must be \[heads, ceil\(n / 8\), 2\]",
        lambda: reference_of(chosen).mask(0, 2, 17, selection=selection),
    )


def test_wrong_caches(plain: ModuleType) -> None:
    layer, x = plain.PlainLayer(), torch.randn(1, 1, 32)
    cache = layer.cache(1, 8)
    meta = plain.Cache(cache.key.to("meta"), cache.value.to("meta"), 0)
    for wrong, kind, message in (
        (None, TypeError, "cache is a NoneType, must be a Cache: the method `cache` makes one"),
        ((cache.key, cache.value, 0), TypeError, "cache is a tuple, must be a Cache"),
        (cache._replace(length=-1), ValueError, r"cache.length is -1, must be 0 to 2\*\*62"),
        (cache._replace(length=1.0), TypeError, "cache.length is a float, must be an int"),
        (cache._replace(key=None), TypeError, "cache.key is a NoneType, must be a torch.Tensor"),
        (cache._replace(value=[]), TypeError, "cache.value is a list, must be a torch.Tensor"),
        (cache._replace(key=cache.key[0]), ValueError, "cache.key has 3 dimensions, must have 4"),
        (cache._replace(value=cache.value[:, :, 1:]), ValueError, "cache.value has another shape, dtype or device"),
        (cache._replace(key=cache.key.half()), ValueError, "cache.value has another shape, dtype or device"),
        (meta, ValueError, r"cache is on meta, must be on cpu like key\(x\)"),
    ):
        refused(kind, message, lambda: layer.step(x, wrong))  # noqa: B023


# ---- Triton ----------------------------------------------------------------------------------------------------------
ALONE = """
import sys
from pathlib import Path

import torch
from built import reference_of
from loading import load

module = load(Path(sys.argv[1]))
query = torch.randn(1, 2, 8, 16)
reference_of(module).reference(query, query, query)
try:
    module.attention(query, query, query)
except ValueError as error:
    print(error)
"""


@pytest.mark.long
def test_triton_names_what_to_do_without_a_gpu(tmp_path: Path) -> None:
    module, _ = build(PLAIN, tmp_path, "triton")
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    environment["PYTHONPATH"] = ":".join(map(str, (ROOT, ROOT / "tests" / "support", ROOT / "benchmarks")))
    command = [sys.executable, "-c", ALONE, str(module.__file__)]
    found = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert found.stdout.startswith("query is on cpu, must be on a GPU, where Triton kernels run"), found.stderr
    assert "build with `--backend torch`, or set TRITON_INTERPRET=1" in found.stdout


def test_triton_launches_on_the_device_of_query(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _ = build(PLAIN, tmp_path, "triton")
    entered: list[Tensor] = []
    launched: list[int] = []

    class Guard:
        def __init__(self, tensor: Tensor) -> None:
            entered.append(tensor)

        def __enter__(self) -> None:
            launched.append(-1)

        def __exit__(self, *_: object) -> None:
            launched.append(1)

    tile = module._tile

    def watched(*own: object) -> object:
        launched.append(0)
        return tile(*own)

    monkeypatch.setattr(torch.cuda, "device_of", Guard)
    monkeypatch.setattr(module, "_tile", watched)
    leaves = tensors()
    torch.autograd.backward(module.attention(*leaves).sum())
    assert [step for step, _ in groupby(launched)] == [-1, 0, 1, -1, 0, 1]
    assert [tensor.shape for tensor in entered] == [leaves[0].shape] * 2
