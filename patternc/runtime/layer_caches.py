"""Caches of keys and values, which layers step through."""

import typing

import torch
from torch import Tensor, nn

from .checks import _DTYPES, _check_tensor, _integer, _require


class Cache(typing.NamedTuple):
    """Keys [B, Hkv, seq_len, D] and values [B, Hkv, seq_len, Dv] of a sequence.

    The first `length` positions are there.
    """

    key: Tensor
    value: Tensor
    length: int


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
        if (tensor.shape[:3], tensor.dtype, tensor.device) != (cache.key.shape[:3], cache.key.dtype, cache.key.device):
            raise ValueError(f"{name} has another shape, dtype or device than cache.key, must have the same")
    _integer("cache.length", cache.length, 62)


def _check_room(cache: Cache, key: Tensor, value: Tensor, stop: int) -> None:
    """Raise on a cache without room for the keys and values of a step."""
    seq_len = cache.key.shape[2]
    for name, held, given in (("keys", cache.key, key), ("values", cache.value, value)):
        if (*held.shape[:2], held.shape[3]) != (*given.shape[:2], given.shape[3]):
            wanted = f"[{given.shape[0]}, {given.shape[1]}, seq_len, {given.shape[3]}]"
            raise ValueError(f"cache has {name} {[*held.shape]}, must have {wanted} for this x")
    if cache.key.dtype != key.dtype:
        kind = f"must be {key.dtype} like key(x): make it where the steps run, or by cache(..., dtype={key.dtype})"
        raise TypeError(f"cache is {cache.key.dtype}, {kind}")
    if cache.key.device != key.device:
        place = f"must be on {key.device} like key(x): make it by cache(..., device={str(key.device)!r})"
        raise ValueError(f"cache is on {cache.key.device}, {place}")
    if stop > seq_len:
        raise ValueError(f"cache ends at {seq_len} positions, must hold {stop}: {cache.length} and {key.shape[2]} more")
