"""The programs of a module: compiled at first use for a type of elements, and launched."""

import ctypes
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from .arguments import _packed
from .builds import _library
from .regions import _region


class _Library:
    """Programs for a type of elements; they are attributes, called as `name(grid, tile, *tensors, **numbers)`.

    A call runs a program for each tile, head and batch entry of a grid. Of programs that add to gradients of keys, the
    grid also says how many heads share a key head, and the first head. The `rows` of `tile` are those of a program.

    A program is compiled when a call first needs it, with those that such calls need too, where no one has done so
    before.

    Raises:
        RuntimeError: it can't be compiled, or what was built is not of this module or not for this CPU.
        OSError: the cache folder can't be written, or other users can write to it.
    """

    def __init__(self, text: str, path: Path, query: Tensor) -> None:
        self._text, self._path, self._element = text, path, str(query.dtype).removeprefix("torch.")

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):  # as `copy` asks for
            raise AttributeError(f"programs have no {name}")
        entry_of = functools.cache(functools.partial(self._entry, name))

        def launch(grid: tuple[int, ...], tile: Any, /, *tensors: object, **numbers: object) -> None:
            values, places = _packed((*tensors, *numbers.values())), (ctypes.c_int64 * len(grid))(*grid)
            entry_of(tile.rows)(values, places, tile.rows, torch.get_num_threads(), _region())

        setattr(self, name, launch)
        return launch

    def _entry(self, name: str, rows: int) -> Any:
        """The entry point of a program for tiles of so many rows."""
        entry = getattr(_library(self._text, self._path.name, self._element, self._path.parent, name, rows), name)
        entry.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p)
        entry.restype = None
        return entry
