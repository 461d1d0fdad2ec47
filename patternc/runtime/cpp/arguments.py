"""Arguments of programs, as 16 bytes each: a number or an address, and its type."""

import struct

import torch
from torch import Tensor

# As `enum Type` of the headers has them.
_TYPES = {
    torch.float32: 0,
    torch.bfloat16: 1,
    torch.float16: 2,
    torch.float64: 3,
    torch.int32: 4,
    torch.int64: 5,
    torch.bool: 6,
    torch.uint8: 7,
}
_INTEGER, _NUMBER, _NONE = 16, 17, 18  # kinds of arguments that are no tensors


def _strides(tensor: Tensor) -> tuple[int, int, int]:
    """The strides of batch entries, heads and rows; columns have stride 1."""
    batch, head, row, _ = tensor.stride()[-4:]  # before them may be that of softmaxes
    return batch, head, row


def _pair_strides(tensor: Tensor) -> tuple[int, ...]:
    """The strides of a tensor [B, H, Nq, Nk]: 0 where its extent is 1."""
    return tuple(0 if size == 1 else step for size, step in zip(tensor.shape, tensor.stride(), strict=True))


def _packed(arguments: tuple[object, ...], place: str = "cpu") -> bytes:
    """Tensors in a place, cpu or cuda, numbers, truths and None; those of tuples one after the other."""
    words: list[int] = []
    _append(arguments, words, place == "cpu")
    return struct.pack(f"{len(words)}q", *words)


def _append(arguments: tuple[object, ...], words: list[int], on_cpu: bool) -> None:
    for x in arguments:  # the most frequent kinds first: this is half of what a launch takes
        if isinstance(x, int):
            words += (x, _INTEGER)
        elif isinstance(x, tuple):
            _append(x, words, on_cpu)
        elif isinstance(x, Tensor):
            kind = _TYPES.get(x.dtype)
            if kind is None:
                raise TypeError(f"a tensor is {x.dtype}, must be {' or '.join(map(str, _TYPES))}")
            if x.is_cpu is not on_cpu:
                place = "cpu" if on_cpu else "cuda"
                raise ValueError(f"a tensor is on {x.device}, must be on {place}, as programs are")
            words += (x.data_ptr(), kind)
        elif x is None:
            words += (0, _NONE)
        elif isinstance(x, float):
            words += (*struct.unpack("q", struct.pack("d", x)), _NUMBER)
        else:
            raise TypeError(f"an argument is a {type(x).__name__}, must be a tensor, a number, a bool, None or a tuple")
