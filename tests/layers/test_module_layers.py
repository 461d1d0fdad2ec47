"""Layers of `module` blocks whose projections and norms were replaced, wrapped or hooked: they are called, not read."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

import pytest
import torch
from built import build
from torch import Tensor, nn

PATTERN = """pattern made {
    attend window(16, 0)
}

module Layer {
    pattern made
    embed 48
    heads 4
    kv_heads 2
    head_dim 16
    norm qk
}

module SubNormed {
    pattern made
    embed 48
    heads 3
    norm sub
}
"""
PROJECTIONS = ("query", "key", "value", "output")
N = 37


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(PATTERN, tmp_path_factory.mktemp("made"))[0]


class Packed(nn.Module):
    """A linear map whose weight is 4-bit numbers, two a byte, in a column, as bitsandbytes stores them."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.shape, self.scale = linear.weight.shape, linear.weight.detach().abs().max() / 7
        codes = (linear.weight.detach() / self.scale).round().to(torch.int8).flatten() + 8
        self.weight = nn.Parameter((codes[::2] * 16 + codes[1::2]).to(torch.uint8).unsqueeze(1), requires_grad=False)

    def numbers(self) -> Tensor:
        codes = torch.stack([self.weight // 16, self.weight % 16], -1).flatten()
        return ((codes.float() - 8) * self.scale).view(self.shape)

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.linear(x, self.numbers().to(x.dtype))


class Adapted(nn.Module):
    """A linear map and a product of two small matrices, as LoRA adds it; `weight` is the map's."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.base = linear
        self.down = nn.Linear(linear.in_features, 2, bias=False)
        self.up = nn.Linear(2, linear.out_features, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.base(x) + self.up(self.down(x))
        return found

    @property
    def weight(self) -> Tensor:
        return self.base.weight

    def numbers(self) -> Tensor:
        return (self.base.weight + self.up.weight @ self.down.weight).detach()


def replaced(layer: Any, kind: Callable[[nn.Linear], Any]) -> tuple[Any, Any]:
    """A layer with other projections, and a plain one that means the same."""
    plain, state = type(layer)(), layer.state_dict()
    for name in PROJECTIONS:
        setattr(layer, name, kind(getattr(layer, name)))
        state[f"{name}.weight"] = getattr(layer, name).numbers()
    plain.load_state_dict(state)
    return layer, plain


def hold(layer: Any, plain: Any, most: float = 2e-6) -> None:
    """Compare a layer with a plain one: out, the gradient of x, and steps."""
    x = torch.randn(2, N, 48, requires_grad=True)
    out, wanted = layer(x), plain(x)
    assert difference(out, wanted) < most
    grads = [torch.autograd.grad(one.square().sum(), x)[0] for one in (out, wanted)]
    assert difference(*grads) < most
    cache, steps = layer.cache(2, N), []
    for part in torch.split(x, [20, 1, N - 21], 1):
        step, cache = layer.step(part, cache)
        steps.append(step)
    assert difference(torch.cat(steps, 1), wanted) < most


def difference(found: Tensor, wanted: Tensor) -> float:
    one, other = found.detach().double(), wanted.detach().double()
    return float((one - other).norm() / other.norm())


@pytest.mark.parametrize("kind", [Packed, Adapted])
@pytest.mark.parametrize("name", ["Layer", "SubNormed"])
def test_projections_of_other_weights(made: ModuleType, name: str, kind: Callable[[nn.Linear], Any]) -> None:
    torch.manual_seed(0)
    hold(*replaced(getattr(made, name)(), kind))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:torch.quantize_per_tensor:UserWarning")
def test_quantize_dynamic(made: ModuleType) -> None:
    torch.manual_seed(0)
    layer = made.Layer()
    quantize: Any = torch.ao.quantization.quantize_dynamic
    quantized = quantize(layer, {nn.Linear}, dtype=torch.qint8)
    x = torch.randn(2, N, 48)
    assert difference(quantized(x), layer(x)) < 0.1  # 8 bits
    step, _ = quantized.step(x, quantized.cache(2, N))
    assert difference(step, quantized(x)) < 2e-6


@pytest.mark.parametrize("name", ["Layer", "SubNormed"])
def test_wrapped_layers(made: ModuleType, name: str) -> None:
    torch.manual_seed(0)
    layer, plain = (getattr(made, name)() for _ in range(2))
    plain.load_state_dict(layer.state_dict())
    for child, module in list(layer.named_children()):
        setattr(layer, child, nn.Sequential(module))
    hold(layer, plain)


def offloaded(layer: Any, empty: Callable[[Tensor], Tensor]) -> None:
    """Keep the weights of each layer elsewhere except while it is called."""
    for module in layer.children():
        whole = {name: parameter.detach() for name, parameter in module.named_parameters()}
        nothing = {name: empty(tensor) for name, tensor in whole.items()}
        module.register_forward_pre_hook(lambda module, _, whole=whole: place(module, whole))
        module.register_forward_hook(lambda module, _, __, nothing=nothing: place(module, nothing))
        place(module, nothing)


def under_own_forward(layer: Any, empty: Callable[[Tensor], Tensor]) -> None:
    """The same by another `forward` of each layer's own, as accelerate puts it there."""
    for module in layer.children():
        whole = {name: parameter.detach() for name, parameter in module.named_parameters()}
        nothing = {name: empty(tensor) for name, tensor in whole.items()}
        module.forward = functools.partial(with_weights, module, module.forward, whole, nothing)
        place(module, nothing)


def with_weights(
    module: nn.Module,
    forward: Callable[[Tensor], Tensor],
    whole: dict[str, Tensor],
    nothing: dict[str, Tensor],
    x: Tensor,
) -> Tensor:
    place(module, whole)
    found = forward(x)
    place(module, nothing)
    return found


def place(module: nn.Module, weights: dict[str, Tensor]) -> None:
    for name, tensor in weights.items():
        setattr(module, name, nn.Parameter(tensor))


@pytest.mark.parametrize("empty", [lambda x: x.to("meta"), lambda x: x.new_empty(0)], ids=["meta", "no numbers"])
@pytest.mark.parametrize("name", ["Layer", "SubNormed"])
@pytest.mark.parametrize("keep_elsewhere", [offloaded, under_own_forward])
def test_weights_that_are_there_while_a_layer_runs(
    made: ModuleType, name: str, empty: Callable[[Tensor], Tensor], keep_elsewhere: Callable[..., None]
) -> None:
    """As accelerate offloads to the CPU or disk, and as ZeRO-3 gathers parts."""
    torch.manual_seed(0)
    layer, plain = (getattr(made, name)() for _ in range(2))
    plain.load_state_dict(layer.state_dict())
    keep_elsewhere(layer, empty)
    hold(layer, plain)


class Odd(nn.Linear):
    """A linear map that returns something else."""

    def __init__(self, change: Callable[[Tensor], Any], features: int) -> None:
        super().__init__(48, features, bias=False)
        self.change = change

    def forward(self, x: Tensor) -> Any:
        return self.change(super().forward(x))


@pytest.mark.parametrize(
    ("name", "change", "error", "words"),
    [
        ("query", lambda x: (x, None), TypeError, r"query\(x\) is a tuple, must be a torch\.Tensor"),
        ("key", lambda x: x[..., :-1], ValueError, r"key\(x\) has shape \(2, 37, 31\), must be \(2, 37, 32\)"),
        ("query", lambda x: x[:, :-1], ValueError, r"query\(x\) has shape \(2, 36, 64\), must be \(2, 37, 64\)"),
        ("value", lambda x: x.double(), TypeError, r"value\(x\) is torch\.float64, must be torch\.float32 or"),
        ("value", lambda x: x.half(), TypeError, r"value\(x\) is torch\.float16, must be torch\.float32"),
        ("key", lambda x: x.to("meta"), ValueError, r"key_norm\(x\): x is on meta, must be on cpu"),
        ("value", lambda x: x.to("meta"), ValueError, r"value\(x\) is on meta, must be on cpu like query"),
    ],
)
def test_results_that_do_not_fit(
    made: ModuleType, name: str, change: Callable[[Tensor], Any], error: type[Exception], words: str
) -> None:
    layer = made.Layer()
    setattr(layer, name, Odd(change, getattr(layer, name).out_features))
    with pytest.raises(error, match=words):
        layer(torch.randn(2, N, 48))


@pytest.mark.parametrize("bias", [False, True])
def test_weights_that_were_never_loaded(made: ModuleType, bias: bool) -> None:
    """torch multiplies them to numbers that nobody has written, without a bias."""
    layer = made.SubNormed()
    layer.query = nn.Linear(48, 48, bias=bias, device="meta")
    with pytest.raises(ValueError, match=r"query\(x\): x is on cpu, must be on meta like the weights"):
        layer(torch.randn(2, N, 48))


def test_errors_of_a_layer_pass(made: ModuleType) -> None:
    def fail(_: Tensor) -> Tensor:
        raise RuntimeError("out of something")

    layer = made.Layer()
    layer.query = Odd(fail, 64)
    with pytest.raises(RuntimeError, match="out of something"):
        layer(torch.randn(2, N, 48))


def test_a_cache_is_of_what_projections_give(made: ModuleType) -> None:
    layer = made.Layer(dtype=torch.bfloat16)
    assert layer.cache(1, 8).key.dtype == torch.bfloat16
    assert layer.cache(1, 8, dtype=torch.float16, device="meta").value.device.type == "meta"
    with torch.autocast("cpu", dtype=torch.float16):
        assert layer.cache(1, 8).key.dtype == torch.float16
    layer, _ = replaced(made.Layer(), Packed)
    assert layer.cache(1, 8).key.dtype == torch.float32
    x = torch.randn(1, 8, 48).bfloat16()
    for name in ("query_norm", "key_norm"):
        getattr(layer, name).to(torch.bfloat16)
    with pytest.raises(
        TypeError, match=r"cache is torch\.float32, must be torch\.bfloat16 .* cache\(\.\.\., dtype=torch"
    ):
        layer.step(x, layer.cache(1, 8))
    out, cache = layer.step(x, layer.cache(1, 8, dtype=torch.bfloat16))
    assert out.dtype == cache.key.dtype == torch.bfloat16
    with pytest.raises(
        ValueError, match=r"cache is on meta, must be on cpu like key\(x\): .* cache\(\.\.\., device='cpu'\)"
    ):
        layer.step(x, layer.cache(1, 8, dtype=torch.bfloat16, device="meta"))
    with pytest.raises(TypeError, match=r"dtype is torch\.float64"):
        layer.cache(1, 8, dtype=torch.float64)


@pytest.mark.parametrize("kind", [Packed, nn.Sequential])
def test_other_projections_are_not_drawn_anew(made: ModuleType, kind: Callable[[nn.Linear], Any]) -> None:
    layer = made.Layer()
    layer.query = kind(layer.query)
    with pytest.raises(TypeError, match=f"a projection is a {layer.query._get_name()}, must be an nn.Linear"):
        layer.reset_parameters()


def test_names_of_the_state(made: ModuleType) -> None:
    weights = [f"{name}.weight" for name in PROJECTIONS]
    assert list(made.Layer().state_dict()) == [*weights, "query_norm.weight", "key_norm.weight"]
    assert list(made.SubNormed().state_dict()) == [*weights, "output_norm.weight", "output_norm.bias"]


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")
@pytest.mark.parametrize("name", ["Layer", "Made"])
def test_torch_jit_is_pointed_to_export(made: ModuleType, name: str) -> None:
    layer, trace = getattr(made, name)(), cast("Any", torch.jit.trace)
    inputs = (torch.randn(1, 8, 48),) if name == "Layer" else torch.randn(3, 1, 4, 8, 16).unbind()
    with pytest.raises(NotImplementedError, match=r"torch\.jit\.trace cannot take attention: use torch\.export"):
        trace(layer, inputs)
    for model in (layer, nn.Sequential(layer)):
        with pytest.raises(NotImplementedError, match=r"torch\.jit\.script cannot take attention: use torch\.export"):
            torch.jit.script(model)


@pytest.mark.long
@pytest.mark.parametrize("kind", [Packed, Adapted])
def test_other_projections_compile_whole(made: ModuleType, kind: Callable[[nn.Linear], Any]) -> None:
    torch.manual_seed(0)
    layer, plain = replaced(made.Layer(), kind)
    compiled: Any = torch.compile(layer, fullgraph=True, backend="aot_eager")
    x = torch.randn(2, N, 48)
    assert difference(compiled(x), plain(x)) < 2e-6
