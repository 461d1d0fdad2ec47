"""Projections around attention, and caches of keys and values."""

import typing

import torch
from torch import Tensor, nn

from .checks import _DTYPES, _check_tensor, _integer, _require
from .operators import _check_traced


class Cache(typing.NamedTuple):
    """Keys and values [B, Hkv, seq_len, D] of a sequence, of which the first `length` positions are there."""

    key: Tensor
    value: Tensor
    length: int


def _random_seed() -> Tensor:
    """A seed from the CPU's generator, whose state activation checkpointing restores."""
    return torch.randint(2**31, (), device="cpu")


def _drawn_dropout(dropout: float, training: bool) -> tuple[float, Tensor | int]:
    """The share of weights that a module drops, and a seed: none except in training."""
    return (dropout, _random_seed()) if training else (0.0, 0)


class _RMSNorm(nn.RMSNorm):
    """A norm computed in float32; the result has the dtype of x, under autocast too."""

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.rms_norm(x.float(), self.normalized_shape, self.weight.float(), self.eps).to(x.dtype)


class _LayerNorm(nn.LayerNorm):
    """A norm computed in float32; the result has the dtype of x, under autocast too."""

    def forward(self, x: Tensor) -> Tensor:
        weight, bias = self.weight.float(), self.bias.float()
        return nn.functional.layer_norm(x.float(), self.normalized_shape, weight, bias, self.eps).to(x.dtype)


def _heads_of_layer(total: int, total_kv: int, head_offset: int, heads: int | None) -> tuple[int, int, int]:
    """The first head of a module on this rank, its number of heads, and the number of key/value heads they read."""
    head_offset = _integer("head_offset", head_offset)
    if not 0 <= head_offset < total:
        raise ValueError(f"head_offset is {head_offset}, must be 0 to {total - 1}")
    heads = total - head_offset if heads is None else _integer("heads", heads)
    if not 1 <= heads <= total - head_offset:
        raise ValueError(f"heads is {heads}, must be 1 to {total - head_offset} from head_offset {head_offset} on")
    group = total // total_kv
    kv_heads = (head_offset + heads - 1) // group - head_offset // group + 1
    if kv_heads > 1 and (head_offset % group or heads % group):
        held = f"head_offset is {head_offset} and heads is {heads}"
        raise ValueError(f"{held}, must be whole groups of {group} heads that share keys, or heads of one group")
    return head_offset, heads, kv_heads


def _check_x(x: Tensor, embed: int) -> None:
    """Raise on an x that is not [batch, length, embed]."""
    _check_traced()
    _check_tensor("x", x, x, _DTYPES)
    if x.dim() != 3 or x.shape[2] != embed:
        raise ValueError(f"x has shape {tuple(x.shape)}, must be [batch, length, {embed}]")


def _called(name: str, layer: nn.Module, x: Tensor, features: int) -> Tensor:
    """The result of a projection or norm for x [..., E]: [..., features].

    It is called as a module, as hooks and wrappers may hold its weights packed, elsewhere, or in parts.
    """
    hooked = "forward" in layer.__dict__ or layer._forward_pre_hooks
    if not hooked and any(weight.is_meta != x.is_meta for weight in layer.parameters(recurse=False)):
        _refuse_weights(name, layer, x)  # torch may return numbers that nobody has written
    try:
        found: Tensor = layer(x)
    except RuntimeError:
        if not hooked:
            _refuse_weights(name, layer, x)  # torch names neither x nor the module
        raise
    _check_tensor(name, found, found, _DTYPES)
    shape = *x.shape[:-1], features
    wanted = "{} has shape {}, must be {}: call hold(head_offset=..., heads=...) where ranks have split the module"
    _require(found.shape == shape, wanted, name, tuple(found.shape), shape)
    return found


def _refuse_weights(name: str, layer: nn.Module, x: Tensor) -> None:
    """Raise if x has another dtype or device than the weights of a layer."""
    weight = next((weight for weight in layer.parameters() if weight.dtype in _DTYPES), x)
    if x.device != weight.device:
        raise ValueError(f"{name}: x is on {x.device}, must be on {weight.device} like the weights")
    if x.dtype != weight.dtype and not torch.is_autocast_enabled(x.device.type):
        raise TypeError(
            f"{name}: x is {x.dtype}, the weights are {weight.dtype}: make them alike, as by module.to({x.dtype}),"
            f" or call the module under torch.autocast({x.device.type!r}, dtype=...)"
        )


def _check_drawn(projection: nn.Module) -> None:
    """Raise on a projection whose weight cannot be initialized at random."""
    plain = isinstance(projection, nn.Linear) and projection.weight.is_floating_point()
    kind = type(projection).__name__
    wanted = "a projection is a {}, must be an nn.Linear of floating-point numbers: draw weights before you replace it"
    _require(plain, wanted, kind, error=TypeError)


def _kind_of_cache(
    layer: nn.Module, dtype: torch.dtype | None, device: torch.device | str | None
) -> tuple[torch.dtype, torch.device]:
    """The dtype and device of a cache: as given, else those of the layer's weights that are not on `meta`."""
    parameters: list[Tensor] = [weight for weight in layer.parameters() if weight.dtype in _DTYPES]
    weights = parameters or [torch.empty(0)]
    held = next((weight for weight in weights if not weight.is_meta), torch.empty(0))
    device = held.device if device is None else torch.device(device)
    if dtype is None:
        cast = torch.is_autocast_enabled(device.type)
        dtype = torch.get_autocast_dtype(device.type) if cast else weights[0].dtype
    _require(dtype in _DTYPES, "dtype is {}, must be one of {}", dtype, _DTYPES, error=TypeError)
    return dtype, device


def _check_cache(cache: Cache) -> None:
    """Raise on anything but a valid cache."""
    if not isinstance(cache, Cache):
        raise TypeError(f"cache is a {type(cache).__name__}, must be a Cache: the method `cache` makes one")
    for name, tensor in (("cache.key", cache.key), ("cache.value", cache.value)):
        _check_tensor(name, tensor, tensor, _DTYPES)
        if tensor.dim() != 4:
            raise ValueError(f"{name} has {tensor.dim()} dimensions, must have 4: [batch, heads, seq_len, head_dim]")
        if (tensor.shape, tensor.dtype, tensor.device) != (cache.key.shape, cache.key.dtype, cache.key.device):
            raise ValueError(f"{name} has another shape, dtype or device than cache.key, must have the same")
    _integer("cache.length", cache.length, 62)


def _check_room(cache: Cache, key: Tensor, stop: int) -> None:
    """Raise on a cache without room for the keys of a step."""
    batch, heads, seq_len, head_dim = cache.key.shape
    if (batch, heads, head_dim) != (key.shape[0], key.shape[1], key.shape[3]):
        wanted = f"[{key.shape[0]}, {key.shape[1]}, seq_len, {key.shape[3]}]"
        raise ValueError(f"cache has keys {[*cache.key.shape]}, must have {wanted} for this x")
    if cache.key.dtype != key.dtype:
        kind = f"must be {key.dtype} like key(x): make it where the steps run, or by cache(..., dtype={key.dtype})"
        raise TypeError(f"cache is {cache.key.dtype}, {kind}")
    if cache.key.device != key.device:
        place = f"must be on {key.device} like key(x): make it by cache(..., device={str(key.device)!r})"
        raise ValueError(f"cache is on {cache.key.device}, {place}")
    if stop > seq_len:
        raise ValueError(f"cache ends at {seq_len} positions, must hold {stop}: {cache.length} and {key.shape[2]} more")
