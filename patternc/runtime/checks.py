"""Checks of calls."""

import difflib
import inspect
import numbers
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

_DTYPES = (torch.float32, torch.float16, torch.bfloat16)
_INTEGERS = (torch.int32, torch.int64)
_LABELS = (*_INTEGERS, torch.bool)


class _KVCache(NamedTuple):
    """Sequences of unlike lengths, whose last positions are those of their queries, and whose keys are in a cache.

    `query` [1, H, tokens, D], sequence after sequence; `key`, `value` [pages, Hkv, rows, D]. `lines` int32 [sequences,
    4 + pages]: the position of the first query, the length, the first row in `query` and how many, and the pages.
    `queries`: the most of a sequence. `keys`: no sequence has more.
    """

    query: Tensor
    key: Tensor
    value: Tensor
    lines: Tensor
    queries: int
    keys: int


def _check_call(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    scale: float | None,
    q_offset: int | Tensor | _KVCache,
    k_offset: int,
    seq_len: int | None,
    head_offset: int,
    num_heads: int | None,
    return_lse: bool | str,
) -> tuple[float, int | Tensor, int, int, int, int]:
    """Raise on a call that no `attention` accepts; return scale, positions, and the heads' place in the model."""
    for name, x in (("query", query), ("key", key), ("value", value)):
        _check_operand(name, x, query)
    (batch, heads, rows, key_dim), (kv_heads, columns), value_dim = query.shape, key.shape[1:3], value.shape[3]
    _require(8 <= key_dim <= 576, "query has head_dim {}, must be 8 to 576", key_dim)
    cached = isinstance(q_offset, _KVCache)
    entries = key.shape[0] if cached else batch
    shape = entries, kv_heads, columns, key_dim
    _require(key.shape == shape, "key has shape {}, must be {} like query", key.shape, shape)
    _require(8 <= value_dim <= 512, "value has head_dim {}, must be 8 to 512", value_dim)
    shape = entries, kv_heads, columns, value_dim
    like = "{} has shape {}, must be {} like key, with a head_dim of its own"
    _require(value.shape == shape, like, "value", value.shape, shape)
    whole = 0 < kv_heads <= heads and heads % kv_heads == 0
    _require(whole, "key has {} heads, must have a divisor of query's {}", kv_heads, heads)
    k_offset = _integer("k_offset", k_offset, 62)
    seq_len = _integer("seq_len", k_offset + columns if seq_len is None else seq_len, 62)
    end = "{} is {} and {} has {} rows, must end by seq_len, which is {}"
    if isinstance(q_offset, _KVCache):
        q_offset = q_offset.lines.unsqueeze(2).expand(-1, -1, q_offset.queries)  # a shape holds the number
    elif isinstance(q_offset, Tensor):
        _check_positions(q_offset, query)
        q_offset = q_offset.expand(batch)
    else:
        q_offset = _integer("q_offset", q_offset, 62)
        _require(q_offset + rows <= seq_len, end, "q_offset", q_offset, "query", rows, seq_len)
    _require(cached or k_offset + columns <= seq_len, end, "k_offset", k_offset, "key", columns, seq_len)
    head_offset = _integer("head_offset", head_offset, 62)
    num_heads = _integer("num_heads", head_offset + heads if num_heads is None else num_heads, 16)
    end = "head_offset is {} and query has {} heads, must end by "
    _require(head_offset + heads <= num_heads, end + "num_heads, which is {}", head_offset, heads, num_heads)
    known = isinstance(return_lse, bool) or (isinstance(return_lse, str) and return_lse == "keys")
    _require(known, 'return_lse is {!r}, must be a bool or "keys"', return_lse, error=TypeError)
    scale = key_dim**-0.5 if scale is None else _number("scale", scale)
    return scale, q_offset, k_offset, seq_len, head_offset, num_heads


def _check_operand(name: str, x: Tensor, query: Tensor) -> None:
    """Raise on anything but [batch, heads, length, head_dim] of query's dtype and device, with contiguous rows."""
    _check_tensor(name, x, query, _DTYPES)
    if x.dtype == query.dtype and x.dim() == 4 and x.stride(3) == 1:  # to ask once takes less time
        return
    _require(x.dtype == query.dtype, "{} is {}, must be {} like query", name, x.dtype, query.dtype, error=TypeError)
    _require(x.dim() == 4, "{} has {} dimensions, must have 4: [batch, heads, length, head_dim]", name, x.dim())
    _require(x.stride(3) == 1, "{} has stride {} in its last dimension, must be contiguous", name, x.stride(3))


def _check_tensor(name: str, tensor: Tensor, query: Tensor, dtypes: tuple[torch.dtype, ...], *shape: int) -> None:
    """Raise on anything but a plain tensor of one of the dtypes, on the device of query and of the given shape."""
    plain = type(tensor) is Tensor and not tensor.is_nested and tensor.layout == torch.strided  # is told in less time
    if plain and tensor.dtype in dtypes and tensor.device == query.device and shape in ((), tensor.shape):
        return
    kind = type(tensor).__name__
    _require(isinstance(tensor, Tensor), "{} is a {}, must be a torch.Tensor", name, kind, error=TypeError)
    local = "{0} is a {1}, must be a local tensor: pass {0}.to_local(), and give head_offset=... and num_heads=..."
    _require(not hasattr(tensor, "to_local"), local, name, kind, error=TypeError)
    nested = "{} is a nested tensor, must be one of a single shape: pad it to the longest"
    _require(not tensor.is_nested, nested, name, error=TypeError)
    dtype, device, layout = tensor.dtype, tensor.device, tensor.layout
    _require(layout == torch.strided, "{} has layout {}, must be torch.strided", name, layout, error=TypeError)
    if dtype not in dtypes:
        raise TypeError(f"{name} is {dtype}, must be {' or '.join(map(str, dtypes))}")
    _require(device == query.device, "{} is on {}, must be on {} like query", name, device, query.device)
    found = tuple(tensor.shape)
    _require(len(shape) == 0 or found == shape, "{} has shape {}, must be {}", name, found, shape)


def _check_positions(q_offset: Tensor, query: Tensor) -> None:
    """Raise on anything but a position, or one for each batch entry; values stay unread: rows outside see no key."""
    _check_tensor("q_offset", q_offset, query, (torch.int32,))
    shapes = (1,), (query.shape[0],)
    _require(q_offset.shape in shapes, "q_offset has shape {}, must be {} or {}", tuple(q_offset.shape), *shapes)


def _require(holds: bool, message: str, *values: object, error: type[Exception] = ValueError) -> None:
    """Raise an error whose message names the values, shapes as tuples, unless the condition holds."""
    if not holds:
        raise error(message.format(*(tuple(x) if isinstance(x, torch.Size) else x for x in values)))


def _integer(name: str, number: int, bits: int | None = None) -> int:
    """An integer of any type as an int; raise unless it is 0 to 2**bits."""
    if type(number) is int and bits is not None and 0 <= number <= 1 << bits:  # is told in less time
        return number
    if type(number) is not int:
        whole = isinstance(number, (numbers.Integral, torch.SymInt)) and not isinstance(number, bool)
        _require(whole, "{} is a {}, must be an int", name, type(number).__name__, error=TypeError)
        number = number if isinstance(number, torch.SymInt) else int(number)
    _require(bits is None or 0 <= number <= 2**bits, "{} is {}, must be 0 to 2**{}", name, number, bits)
    return number


def _number(name: str, number: float) -> float:
    """A number of any real type, as a float."""
    real = isinstance(number, numbers.Real) and not isinstance(number, bool)
    _require(real, "{} is a {}, must be a float", name, type(number).__name__, error=TypeError)
    _require(abs(number) <= torch.finfo(torch.float32).max, "{} is {}, must be finite in float32", name, number)
    return float(number)


def _autocast(*tensors: Tensor) -> list[Tensor]:
    """The tensors, under autocast cast to its dtype as for `scaled_dot_product_attention`."""
    first, found = tensors[0], []
    if isinstance(first, Tensor) and not first.is_meta and not torch.is_autocast_enabled(first.device.type):
        return list(tensors)  # calls refuse tensors on other devices
    for x in tensors:
        cast = isinstance(x, Tensor) and x.dtype in _DTYPES and not x.is_meta
        cast = cast and torch.is_autocast_enabled(x.device.type)
        found.append(x.to(torch.get_autocast_dtype(x.device.type)) if cast else x)
    return found


def _held(heads: range, head_offset: int, count: int) -> range:
    """The heads of the model that are in a call of `count` heads, counted from the call's first head."""
    start = min(max(heads.start - head_offset, 0), count)
    return range(start, max(start, min(heads.stop - head_offset, count)))


def _check_lists(name: str, lists: Tensor, query: Tensor, wanted: str) -> None:
    """Raise on anything but a list of integers for all batch entries, or one for each, of a shape that is `wanted`."""
    _check_tensor(name, lists, query, _INTEGERS)
    shape, batch = tuple(lists.shape), query.shape[0]
    whole = len(shape) > 0 and shape[-1] > 0 and (len(shape) == 1 or shape[:-1] == (batch,))
    _require(whole, "{} has shape {}, must be {}", name, shape, wanted.format(batch))


def _check_dropout(dropout: float, seed: int | Tensor) -> tuple[float, Tensor]:
    """The share and the seed, which is a tensor, as torch.compile would break its graph at a number drawn in it."""
    dropout = _number("dropout", dropout)
    _require(0.0 <= dropout < 1.0, "dropout is {}, must be at least 0 and below 1", dropout)
    if not isinstance(seed, Tensor):
        seed = _integer("seed", seed)
        _require(0 <= seed < 2**31, "seed is {}, must be 0 to 2**31 - 1", seed)
        return dropout, torch.full((), seed, dtype=torch.int64, device="cpu")
    kind = seed.dtype, seed.device.type, tuple(seed.shape)
    wanted = "seed is a {} on {} of shape {}, must be a torch.int64 on cpu of shape ()"
    _require(kind == (torch.int64, "cpu", ()), wanted, *kind, error=TypeError)
    return dropout, seed


def _read_seed(seed: Tensor) -> int:
    """The value of a seed."""
    number = int(seed)
    _require(0 <= number < 2**31, "seed is {}, must be 0 to 2**31 - 1", number)
    return number


def _at_hand(tensor: Tensor) -> bool:
    """Whether the host can read a tensor's values without waiting for a device."""
    return tensor.device.type == "cpu" and not torch.compiler.is_dynamo_compiling()


def _demand(name: str, tensor: Tensor, holds: Tensor, rule: str, wait: bool) -> None:
    """Raise unless a rule holds for all values of a tensor; unless the host `wait`s, a GPU asserts it on its own."""
    if wait or _at_hand(tensor):
        if not holds.all():
            if tensor.numel() <= 32:
                raise ValueError(f"{name} is {tensor.tolist()}, must {rule}")
            if tensor.shape == holds.shape:
                place = holds.logical_not().nonzero()[0].tolist()
                raise ValueError(f"{name}{place} is {tensor[tuple(place)]}, must {rule}")
            raise ValueError(f"{name} is {str(tensor.flatten()[:32].tolist())[:-1]}, ...], must {rule}")
    else:
        torch._assert_async(holds.all(), f"{name} must {rule}")


def _check_offsets(name: str, offsets: Tensor, end: int, wait: bool) -> None:
    holds = offsets[..., :1].eq(0), offsets.diff(dim=-1).ge(0), offsets[..., -1:].eq(end)
    rule = f"begin with 0, never fall, and end with {end} like the sequence"
    _demand(name, offsets, torch.cat(holds, -1), rule, wait)


def _check_range(name: str, tensor: Tensor, low: int, high: int, wait: bool) -> None:
    _demand(name, tensor, tensor.ge(low) & tensor.le(high), f"be {low} to {high}", wait)


_ELSEWHERE = (
    ("is_causal causal", "write `causal` in the pattern, as in `attend causal & window(64)`"),
    (
        "attn_mask attention_mask mask block_mask mask_mod",
        "write `attend ...` in the pattern; what differs by call is an input, as in `document(@offsets)`",
    ),
    ("window_size sliding_window local_window_size", "write `window(left, right)` in the pattern"),
    ("key_padding_mask seqused_k lengths", "write `input lengths: lengths` in the pattern, and `padding(@lengths)`"),
    (
        "cu_seqlens cu_seqlens_q cu_seqlens_k cu_seq_lens_q cu_seq_lens_k max_seqlen_q max_seqlen_k offsets",
        "write `input offsets: offsets` in the pattern, and `document(@offsets)`; or call attention_varlen",
    ),
    ("document_ids", "`patternc.of_documents` makes offsets of them: write `input offsets: offsets` in the pattern"),
    ("position_ids", "q_offset=... is the first query's; `patternc.offsets_of` makes offsets of packed documents"),
    ("cache_seqlens", "attention_with_kvcache takes it; or q_offset=... is the first query's position"),
    ("block_table page_table cache_batch_idx", "attention_with_kvcache takes caches in pages"),
    ("rotary_cos rotary_sin rotary_interleaved rotary_seqlens", "turn queries and new keys before the call"),
    ("cache_leftpad", "write keys from the first place of a cache on"),
    ("score_mod", "write `score ...` in the pattern, such as `score softcap(30)` or `score bias(@table)`"),
    (
        "attn_bias bias position_bias",
        "write `input bias: pairs(heads)` and `score bias(@bias)`, or a table by distance",
    ),
    ("alibi_slopes", "write `input slopes: table(heads)` and `score alibi(@slopes)`, or `score alibi`"),
    ("softcap logits_soft_cap", "write `score softcap(30)` in the pattern"),
    ("sinks s_aux learnable_sink", "write `input sinks: table(heads)` in the pattern, and `score sink(@sinks)`"),
    ("dropout_p dropout attention_dropout p", "write a `module` with `dropout 0.1`; its calls take dropout= and seed="),
    ("softmax_scale sm_scale scaling", "it is scale=... here"),
    ("enable_gqa", "leave it out: query may have several heads for each head of key"),
    (
        "return_attn_probs return_softmax_lse return_aux output_attentions need_weights",
        "return_lse=True returns the log of the softmax denominators; weights are not kept",
    ),
    ("kernel_options deterministic num_splits backend", "leave it out: kernels are chosen when a module is built"),
)
"""Names in PyTorch, FlexAttention, flash-attn and transformers, usual names of inputs that a pattern may lack, and what
says the same in a pattern or a call."""


def _refuse_unknown(function: Callable[..., object], unknown: dict[str, object]) -> None:
    """Raise TypeError for an argument that a function does not have, and say what to write instead."""
    name = next(iter(unknown))
    own = [one for one, kind in inspect.signature(function).parameters.items() if kind.kind is not kind.VAR_KEYWORD]
    advice = next((said for names, said in _ELSEWHERE if name in names.split()), "")
    near = difflib.get_close_matches(name, own, 1)
    if near and not advice:
        advice = f"did you mean {near[0]}?"
    message = f"{function.__name__}() got an unexpected keyword argument {name!r}"
    raise TypeError(f"{message}{': ' if advice else ''}{advice} (it takes {', '.join(own)})")
