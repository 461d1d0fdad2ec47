"""The choice of a launch's tile and options."""

import functools
import operator
from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor

from .numbers import _INTERPRETED

_UNITS = {unit: tl.constexpr(unit) for unit in (1, 8, 16)}
"""What strides are multiples of; to make one anew in each call takes a microsecond."""


def _strides(tensor: Tensor) -> tuple[int | tl.constexpr, ...]:
    """The strides of batch entries, heads and rows, and what all are multiples of: 16, 8 or 1; columns have stride 1.

    Triton reads 16 bytes at a time where it knows that rows begin at multiples of that, and sees by itself what is a
    multiple of 16 elements. Others are the odd 2 * stride / 8 + 1 or 2 * stride + 1, so that it sees none in any of
    them: no length compiles a kernel anew.
    """
    batch, head, row, _ = tensor.stride()[-4:]  # before them may be that of softmaxes
    low = batch | head | row
    if low % 16 == 0 or row >= 2**31:  # as they are: kernels multiply those of rows in 32 bits
        return batch, head, row, _UNITS[16]
    unit = 8 if low % 8 == 0 else 1
    return *(stride // unit * 2 + 1 for stride in (batch, head, row)), _UNITS[unit]


def _pair_strides(tensor: Tensor) -> tuple[int | tl.constexpr, ...]:
    """The strides of a tensor [B, H, Nq, Nk], 0 where its extent is 1, as the odd 2 * stride + 1 (see `_strides`).

    That of neighbouring keys is a constant.
    """
    *others, last = (1 if n == 1 else 2 * step + 1 for n, step in zip(tensor.shape, tensor.stride(), strict=True))
    return *others, tl.constexpr(3) if last == 3 else last


def _aligned(*tensors: Tensor) -> bool:
    """Whether tensor descriptors can address the rows: at multiples of 16 bytes, less than 2**18 bytes apart."""
    for x in tensors:
        *others, row, _ = x.stride()
        size, steps = x.element_size(), functools.reduce(operator.or_, others)
        if (x.data_ptr() | (steps | row) * size) % 16 or not 0 < row * size < 1 << 18:
            return False
    return True


def _partial_type(query: Tensor) -> torch.dtype:
    """The type of outputs and gradients that a later launch takes in: of 16 bits only with the range of 32."""
    return torch.bfloat16 if query.dtype == torch.bfloat16 else torch.float32


class _Extent(NamedTuple):
    """The numbers of a row, and how it is cut: into a power of two of them and a tail."""

    size: int
    width: int
    tail: int


@functools.cache
def _cut(size: int, whole: bool) -> _Extent:
    """The cut of rows of that size; `whole`: up to 512 numbers without a tail, which takes registers."""
    if size < 16:  # products take no fewer numbers: the others are zeros
        return _Extent(size, 16, 0)
    width = 1 << size.bit_length() - 1
    tail = 0 if width == size else max(16, triton.next_power_of_2(size - width))
    whole = tail == width or (whole and 2 * width <= 512)
    return _Extent(size, triton.next_power_of_2(size), 0) if whole else _Extent(size, width, tail)


@functools.cache
def _constant(extent: _Extent) -> _Extent | tl.constexpr:
    """The extent as a part of a compile-time tuple; before Triton 3.7 compilers take no tuple in one that is not so."""
    return extent if _INTERPRETED else tl.constexpr(extent)


def _begins_with(key: Tensor, value: Tensor) -> bool:
    """Whether the rows of value are those of key, or the first numbers of these, in the same memory."""
    narrow = value.shape[3] <= key.shape[3]  # wider rows hold numbers that no tile of keys has
    return narrow and key.data_ptr() == value.data_ptr() != 0 and key.stride() == value.stride()


class _Tile(NamedTuple):
    """The tiling of a kernel: sizes of rows of query and key, and of value and out; rows and columns of a tile.

    `shared`: values are the first part of keys, or all of them, and are not loaded again.
    """

    key_dim: _Extent | tl.constexpr
    value_dim: _Extent | tl.constexpr
    rows: int
    columns: int
    described: bool = False
    shared: bool = False
    segment: int = 0  # the lattice that rows lie on
    dilation: int = 1
    offset: int = 0


def _tile(
    table: dict[tuple[str, int], tuple[tuple[int, ...], ...]],
    kernel: str,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    held: int,
    most: int | None = None,
    aligned: bool = False,
    block: int = 0,
    **lattice: int,
) -> tuple[_Tile, dict[str, _Tile | int]]:
    """The tile of a launch over runs of `held` rows, `most` to a tile; "rows": it visits no columns.

    The launch takes the other result as keyword arguments: the tile, and Triton's options.
    """
    size = query.element_size()
    sizes = () if kernel == "rows" else table[kernel, size]
    call = query.shape[3], value.shape[3], size, _begins_with(key, value)
    return _tile_for(sizes, kernel, call, held <= 16, most, aligned, block, *lattice.items())


@functools.cache
def _tile_for(
    sizes: tuple[tuple[int, ...], ...],
    kernel: str,
    call: tuple[int, int, int, bool],
    few: bool,
    most: int | None,
    aligned: bool,
    block: int,
    *lattice: tuple[str, int],
) -> tuple[_Tile, dict[str, _Tile | int]]:
    """The same by all that decides it, kept: to find it takes longer than the rest of what a launch asks."""
    *dims, itemsize, begins = call
    largest, whole = max(dims), "key_value" in kernel  # two tails of keys and two of gradients outgrow the registers
    key_dim, value_dim = _cut(dims[0], whole), _cut(dims[1], whole)
    extents = _constant(key_dim), _constant(value_dim)
    if kernel == "rows":
        rows = max(16, 1024 >> max(largest, 16).bit_length() - 1)  # 16 bytes a thread, and no spills
        tile = _Tile(*extents, rows, 0)
        return tile, {"TILE": tile, "num_warps": 4}
    found = next((one for one in sizes if largest <= one[0]), None)
    if found is None:
        dtype, smaller = ("torch.float32", "torch.bfloat16 or torch.float16") if itemsize == 4 else ("16 bits", "")
        raise ValueError(
            f"keys have {dims[0]} numbers and values {dims[1]}, in {dtype}: the tiles of this module, for"
            f" `{kernel}`, hold at most {sizes[-1][0]}; {f'call it in {smaller}, ' * bool(smaller)}build it for a"
            " target with more shared memory, or with `--backend torch`"
        )
    most_numbers, rows, columns, warps, stages, *more = found
    registers, descriptors = (*more, 0, 0)[:2]
    if most is not None and most < rows:
        # As many rows to a warp; in fp32, without tensor cores, warps stand along the columns too.
        rows, warps, registers = most, max(warps * most // rows, 1 if itemsize == 2 else 4), 0
    if few and rows > 16:
        rows, warps, registers = 16, 4, 0
    described = bool(descriptors) and aligned and key_dim.tail == value_dim.tail == 0 and block % columns == 0
    if descriptors and not described:  # pointers take registers, and so do two sums of wide rows
        columns = min(columns, 32 if whole and most_numbers > 64 else 64)
    shared = begins and not whole and dims[1] in key_dim[:2]  # programs of keys load each row once anyway
    tile = _Tile(*extents, rows, columns, described, shared, **dict(lattice))
    options: dict[str, _Tile | int] = {"TILE": tile, "num_warps": warps, "num_stages": stages}
    return tile, options | {"maxnreg": registers} if registers else options
