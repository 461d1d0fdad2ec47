"""Layers: projections around attention."""

import functools
import math
import typing
from collections.abc import Callable

import torch
from torch import Tensor, nn

from .checks import _DTYPES, _autocast, _check_tensor, _integer, _require
from .layer_caches import Cache, _check_cache, _check_room, _kind_of_cache
from .operators import _check_traced, _refuse_jit


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


_NORMS = {"none": (), "qk": ("query_norm", "key_norm"), "sub": ("output_norm",)}


class _Sizes(typing.NamedTuple):
    """The fields of a `module` block. `no_steps`: why the layer has no steps from a cache; empty if it has.

    `value_dim`: the head size of values; 0: that of keys.
    """

    pattern: str
    embed: int
    heads: int
    kv_heads: int
    head_dim: int
    bias: bool = False
    norm: str = "none"
    dropout: float = 0.0
    no_steps: str = ""
    value_dim: int = 0

    @property
    def values(self) -> int:
        """The head size of values."""
        return self.value_dim or self.head_dim


class _Layer(nn.Module):
    """`attention` between projections: a subclass has the sizes, and `forward` with the inputs of its pattern."""

    _sizes: typing.ClassVar[_Sizes]

    def __init__(
        self,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
        *,
        head_offset: int = 0,
        heads: int | None = None,
    ) -> None:
        """Make the layer, or a rank's part of it.

        Args:
            device: of the parameters.
            dtype: of the parameters.
            head_offset: the first head that the module holds, for a rank that holds some of them: its projections are
                of those heads' sizes, and the ranks' outputs sum up to the whole module's.
            heads: how many it holds; all from `head_offset` on when None.
        """
        super().__init__()
        if dtype not in (None, *_DTYPES):
            raise TypeError(f"dtype is {dtype}, must be {' or '.join(map(str, _DTYPES))}")
        self.hold(head_offset, heads)
        sizes = self._sizes
        width = self.heads * sizes.values
        linear = functools.partial(nn.Linear, device=device, dtype=dtype)
        self.query = linear(sizes.embed, self.heads * sizes.head_dim, bias=sizes.bias)
        self.key = linear(sizes.embed, self.kv_heads * sizes.head_dim, bias=sizes.bias)
        self.value = linear(sizes.embed, self.kv_heads * sizes.values, bias=sizes.bias)
        # Outputs of ranks are summed: one of them adds a bias.
        self.output = linear(width, sizes.embed, bias=sizes.bias and self.head_offset == 0)
        if sizes.norm == "qk":
            self.query_norm = _RMSNorm(sizes.head_dim, eps=1e-6, device=device, dtype=dtype)
            self.key_norm = _RMSNorm(sizes.head_dim, eps=1e-6, device=device, dtype=dtype)
        if sizes.norm == "sub":
            self.output_norm = _LayerNorm(width, eps=1e-5, device=device, dtype=dtype)
        self.reset_parameters()

    def hold(self, head_offset: int = 0, heads: int | None = None) -> None:
        """Say which heads the projections compute, where ranks have split them since, as `parallelize_module` does."""
        whole = self._sizes.heads
        self.head_offset, self.heads, self.kv_heads = _heads_of_layer(whole, self._sizes.kv_heads, head_offset, heads)
        if self._sizes.norm == "sub" and self.heads != whole:
            raise ValueError(f"heads is {self.heads}, must be {whole}: `norm sub` is over the outputs of all heads")

    def __prepare_scriptable__(self) -> None:
        _refuse_jit("script")

    def reset_parameters(self) -> None:
        """Draw the projections anew, uniformly (Glorot, by the sizes of all heads); biases 0, norms 1."""
        _, embed, heads, kv_heads, head_dim, *_ = self._sizes
        values = self._sizes.values
        for projection, width in (
            (self.query, heads * head_dim),
            (self.key, kv_heads * head_dim),
            (self.value, kv_heads * values),
            (self.output, heads * values),
        ):
            _check_drawn(projection)
            bound = math.sqrt(6.0 / (embed + width))
            nn.init.uniform_(projection.weight, -bound, bound)
            if projection.bias is not None:
                nn.init.zeros_(projection.bias)
        for name in _NORMS[self._sizes.norm]:
            getattr(self, name).reset_parameters()

    def extra_repr(self) -> str:
        """The statements of the pattern file on the layer."""
        sizes = self._sizes
        held = "" if self.heads == sizes.heads else f", head_offset={self.head_offset}, held={self.heads}"
        names = "embed", "heads", "kv_heads", "head_dim", "norm", "dropout"
        values = f", value_dim={sizes.value_dim}" if sizes.value_dim else ""
        return ", ".join((sizes.pattern, *(f"{name}={getattr(sizes, name)}" for name in names))) + values + held

    def cache(
        self,
        batch: int,
        seq_len: int,
        *,
        dtype: torch.dtype | None = None,
        device: torch.device | str | None = None,
    ) -> Cache:
        """An empty cache for a sequence of `seq_len` positions in the end.

        `dtype` and `device` are those of what `key` and `value` give: by default of their weights, or autocast's dtype.
        """
        if self._sizes.no_steps:
            raise NotImplementedError(self._sizes.no_steps)
        batch, seq_len = _integer("batch", batch, 62), _integer("seq_len", seq_len, 62)
        dtype, device = _kind_of_cache(self.key, dtype, device)
        dims = self._sizes.head_dim, self._sizes.values
        key, value = (torch.zeros(batch, self.kv_heads, seq_len, dim, dtype=dtype, device=device) for dim in dims)
        return Cache(key, value, 0)

    def step(self, _x: Tensor, _cache: object, **_inputs: Tensor) -> tuple[Tensor, Cache]:
        """Raise NotImplementedError; layers with steps have another one."""
        raise NotImplementedError(self._sizes.no_steps)

    def _attend(
        self,
        attention: Callable[..., Tensor],
        x: Tensor,
        agreed: Callable[[Tensor | int], Tensor | int] | None = None,
        /,
        **inputs: object,
    ) -> Tensor:
        """Attend within x [B, N, embed]; `agreed`: makes ranks that share a sequence use the seed of the first."""
        query, key, value = self._project(x)
        if self._sizes.dropout:
            inputs["dropout"], seed = _drawn_dropout(self._sizes.dropout, self.training)
            inputs["seed"] = seed if agreed is None else agreed(seed)
        heads = self._sizes.heads
        return self._join(attention(query, key, value, head_offset=self.head_offset, num_heads=heads, **inputs))

    @torch.no_grad()
    def _step(
        self, attention: Callable[..., Tensor], x: Tensor, cache: Cache, /, **inputs: object
    ) -> tuple[Tensor, Cache]:
        """Attend from the positions that follow those in the cache, and write their keys and values into it."""
        _check_cache(cache)
        query, key, value = self._project(x)
        stop = cache.length + x.shape[1]
        _check_room(cache, key, value, stop)
        cache.key[:, :, cache.length : stop] = key
        cache.value[:, :, cache.length : stop] = value
        out = attention(
            query,
            cache.key[:, :, :stop],
            cache.value[:, :, :stop],
            q_offset=cache.length,
            seq_len=cache.key.shape[2],
            head_offset=self.head_offset,
            num_heads=self._sizes.heads,
            **inputs,
        )
        return self._join(out), Cache(cache.key, cache.value, stop)

    def _project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Query [B, heads, N, head_dim]; key [B, kv_heads, N, head_dim]; value [B, kv_heads, N, value_dim]."""
        size, values = self._sizes.head_dim, self._sizes.values
        _check_x(x, self._sizes.embed)
        query = _called("query(x)", self.query, x, self.heads * size).unflatten(2, (self.heads, size))
        key = _called("key(x)", self.key, x, self.kv_heads * size).unflatten(2, (self.kv_heads, size))
        value = _called("value(x)", self.value, x, self.kv_heads * values).unflatten(2, (self.kv_heads, values))
        if self._sizes.norm == "qk":
            query = _called("query_norm(x)", self.query_norm, query, size)
            key = _called("key_norm(x)", self.key_norm, key, size)
        query, key, value = _autocast(query, key, value)
        _check_tensor("key(x)", key, query, (query.dtype,))
        _check_tensor("value(x)", value, query, (query.dtype,))
        return query.transpose(1, 2), key.transpose(1, 2), value.transpose(1, 2)

    def _join(self, out: Tensor) -> Tensor:
        """[B, N, embed] of the heads' outputs [B, heads, N, value_dim]."""
        joint = out.transpose(1, 2).flatten(2)
        if self._sizes.norm == "sub":
            joint = _called("output_norm(x)", self.output_norm, joint, self._sizes.heads * self._sizes.values)
        return _called("output(x)", self.output, joint, self._sizes.embed)
