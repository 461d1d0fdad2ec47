"""The kernel launches of a generated Triton module, recorded on tensors without storage: no GPU is needed or used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast
from unittest import mock

import torch
from loading import load_text
from triton.language import constexpr
from triton.runtime.jit import JITFunction

from patternc.analysis.calls import shapes
from patternc.codegen.registry import BACKENDS
from patternc.driver import analyse, modules, read
from patternc.ir.interface import Argument, interface
from patternc.targets import Target, target_named

TYPES = {
    torch.float32: "fp32",
    torch.float64: "fp64",
    torch.float16: "fp16",
    torch.bfloat16: "bf16",
    torch.int32: "i32",
    torch.int64: "i64",
}
TRITON = next(backend for backend in BACKENDS if backend.name == "triton")

Nested = object
Path_ = tuple[int, ...]
Sizes = dict[tuple[str, int], tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Case:
    """What is compiled: a pattern file, a device kind, an element type, head sizes.

    `value_dim`: 0: that of keys. `heads`: 0: as many as the pattern asks for; else query heads of one key head whose
    first numbers are the values.
    """

    pattern: Path
    target: str
    dtype: str
    head_dim: int
    value_dim: int = 0
    heads: int = 0


class Tile(Protocol):
    """The fields read of a module's own `_Tile`."""

    rows: int
    columns: int
    key_dim: constexpr
    value_dim: constexpr


def padded(extent: constexpr) -> int:
    """The numbers that a kernel holds of a row: both of its parts."""
    return int(extent.value.width + extent.value.tail)


@dataclass(frozen=True, slots=True)
class Launched:
    """A kernel as one launch asks for it. `source`: its text and that of all it calls."""

    kernel: JITFunction
    source: str
    signature: tuple[tuple[str, Nested], ...]
    constants: tuple[tuple[Path_, object], ...]
    divisible: tuple[Path_, ...]
    options: tuple[tuple[str, int], ...]

    @property
    def tile(self) -> Tile:
        """How the program cuts its work: its compile-time argument of that name."""
        (found,) = (value for _, value in self.constants if hasattr(value, "columns"))
        return cast("Tile", found)

    @property
    def key(self) -> tuple[object, ...]:
        return self.source, self.signature, self.constants, self.divisible, self.options


def launches(case: Case, length: int = 4096, head_offset: int = 0, sizes: Sizes | None = None) -> tuple[Launched, ...]:
    """The distinct launches of a forward and backward pass over about `length` positions, and of a call of one query.

    Args:
        case: what is compiled.
        length: of the sequence.
        head_offset: which head of the whole model the first of the call is.
        sizes: tile sizes instead of the module's, by direction and bytes an element.
    """
    module = _module(case)
    if sizes is not None:
        vars(module)["_TILES"] = vars(module)["_TILES"] | sizes
    found: dict[tuple[object, ...], Launched] = {}

    def record(kernel: JITFunction, *args: object, grid: object, warmup: bool, **options: object) -> None:
        del grid, warmup
        launched = _described(kernel, args, options, module)
        found.setdefault(launched.key, launched)

    with mock.patch.object(JITFunction, "run", record):
        run(module, case, length, head_offset)
    return tuple(found.values())


def _module(case: Case) -> ModuleType:
    source = read(case.pattern)
    (file,) = modules(analyse(source, {}), TRITON, target_of(case.target))
    return load_text(file.name, file.text)


def run(module: ModuleType, case: Case, length: int, head_offset: int) -> None:
    """A forward and a backward pass on tensors without storage."""
    (pattern,) = analyse(read(case.pattern), {}).meanings
    shape = shapes(pattern, length)[0]
    n, dtype = shape.queries, getattr(torch, case.dtype)
    heads, kv_heads = (case.heads, 1) if case.heads else (shape.heads, shape.kv_heads)
    query = torch.empty(2, heads, n, case.head_dim, dtype=dtype, device="meta")
    dims = case.head_dim, case.value_dim or case.head_dim
    key, value = (torch.empty(2, kv_heads, n, dim, dtype=dtype, device="meta") for dim in dims)
    places = {"head_offset": head_offset, "num_heads": head_offset + heads}
    taken = interface(pattern)
    sizes = {"batch": 2, "heads": heads, "kv_heads": kv_heads, **dict.fromkeys(("queries", "keys", "places", "n"), n)}
    passed = [_passed(one, sizes | {"D": 1, "K": 16}) for one in taken.tensors]
    prepared = zip(taken.tensors, module._prepared(n, *passed) if passed else (), strict=True)
    others = {"dropout": 0.25, "learned": 1, **places, **{one.name: tensor for one, tensor in prepared}}
    given = [others[one.name] for one in taken.operands]
    with mock.patch.dict(vars(module), {**_unlisted(module), "_begins_with": lambda _key, _value: case.heads > 0}):
        saved = module._forward(query, key, value, 0.125, 0, 0, n, *given)
        for start in (n - 1, *_positions(module)):
            module._forward(query[:, :, :1], key, value, 0.125, start, 0, n, *given)
        grad_lse = query.new_empty(0, dtype=torch.float32)
        module._backward(query, key, value, *saved, torch.empty_like(saved[0]), grad_lse, 0.125, 0, 0, n, *given)


def _positions(module: ModuleType) -> Iterator[torch.Tensor]:
    """A tensor of positions, one for each batch entry, where kernels take it."""
    if "Tensor" in str(module.attention.__annotations__["q_offset"]):
        yield torch.empty(2, dtype=torch.int32, device="meta")


def _passed(one: Argument, call: Mapping[str, int]) -> object:
    """What callers pass for an input, one document for each batch entry."""
    if not one.tensor:
        return 7  # a seed
    dtype = torch.int32 if one.bounded else torch.float32
    return torch.empty(one.sizes(call), dtype=dtype, device="meta")


def _unlisted(module: ModuleType) -> dict[str, Callable[..., object]]:
    """What stands in for functions of a module that look into tensors: lists of nothing, of the right types."""

    def entries(*_: object) -> torch.Tensor:
        return torch.empty(1024, dtype=torch.int32, device="meta")

    def listed(_side: str, _pairs: object, _rows: range, _columns: range, block: int, _width: int, tile: int) -> object:
        return module._List(tuple(entries() for _ in range(4)), 8, 4, block if block % tile == 0 else tile)

    def picked(
        _picks: object, _total: int, _heads: range, _keys: range, block: int, _width: int, tested: bool
    ) -> object:
        del tested
        return module._List(tuple(entries() for _ in range(4)), 8, 4, block)

    names = [name for name in vars(module) if re.fullmatch(r"_pairs_\d+|_place_\d+", name)]
    lists: dict[str, Callable[..., object]] = {"_list": listed, "_static_list": listed, "_picked_list": picked}
    known = {name: made for name, made in lists.items() if hasattr(module, name)}
    return {**dict.fromkeys(names, entries), **known}


def _described(
    kernel: JITFunction, args: Sequence[object], options: Mapping[str, object], module: ModuleType
) -> Launched:
    names = [parameter.name for parameter in kernel.params]
    given = {**dict(zip(names, args, strict=False)), **options}
    signature: dict[str, Nested] = {}
    constants: dict[Path_, object] = {}
    divisible: list[Path_] = []
    for number, parameter in enumerate(kernel.params):
        value = given.pop(parameter.name, parameter.default)
        if parameter.is_constexpr:
            signature[parameter.name] = "constexpr"
            constants[number,] = value
        else:
            fixed = not parameter.do_not_specialize
            signature[parameter.name] = _type(value, (number,), constants, divisible, fixed)
    return Launched(
        kernel,
        _source(kernel, module),
        tuple(signature.items()),
        tuple(constants.items()),
        tuple(divisible),
        tuple((name, value) for name, value in given.items() if isinstance(value, int)),
    )


def _type(value: object, path: Path_, constants: dict[Path_, object], divisible: list[Path_], fixed: bool) -> Nested:
    """The type Triton gives an argument; where `fixed` it knows 1, multiples of 16, and pointers to multiples of 16."""
    match value:
        case tuple():
            return tuple(_type(item, (*path, i), constants, divisible, True) for i, item in enumerate(value))
        case torch.Tensor():
            if fixed and value.storage_offset() * value.element_size() % 16 == 0:
                divisible.append(path)
            return f"*{TYPES[value.dtype]}"
        case None | constexpr():
            constants[path] = None if value is None else value.value
            return "constexpr"
        case float():
            return "fp32"
        case int() if fixed and value == 1:
            constants[path] = 1
            return "constexpr"
        case int():
            if fixed and value % 16 == 0:
                divisible.append(path)
            return "i32" if -(1 << 31) <= value < 1 << 31 else "i64"
        case _:
            raise TypeError(f"an argument of type {type(value).__name__}")


def _source(kernel: JITFunction, module: ModuleType) -> str:
    """The text of a kernel and of every function it calls, directly or not."""
    texts: dict[str, str] = {}
    queue = [kernel]
    while queue:
        function = queue.pop()
        texts[function.__name__] = function.src
        for word in sorted(set(re.findall(r"\w+", function.src)) - texts.keys()):
            called = getattr(module, word, None)
            if isinstance(called, JITFunction):
                queue.append(called)
    return "\n".join(texts[name] for name in sorted(texts))


def target_of(name: str) -> Target:
    """The device kind of that name, which is in the table."""
    target = target_named(name)
    assert target is not None, name
    return target
