"""The programs of a module: compiled at first use for a type of elements, and launched."""

import ctypes
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import Tensor

from .arguments import _packed
from .builds import _object
from .regions import _region, _with_threads


class _Library:
    """Programs for a type of elements; they are attributes, called as `name(grid, tile, *arguments)`.

    A program is compiled when tiles of so many rows are first run, with those that such a call needs too, where no one
    has done so before.

    Raises:
        RuntimeError: it can't be compiled, or what was built is not of this module or not for this CPU.
        OSError: the cache folder can't be written, or other users can write to it.
    """

    def __init__(self, text: str, path: Path, query: Tensor) -> None:
        self._text, self._path, self._element = text, path, str(query.dtype).removeprefix("torch.")

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):  # as `copy` asks for
            raise AttributeError(f"programs have no {name}")
        launch = functools.partial(_launch, functools.cache(functools.partial(self._entry, name)), _region())
        setattr(self, name, launch)
        return launch

    def _entry(self, name: str, rows: int) -> Any:
        """The entry point of a program for tiles of so many rows."""
        path = _object(self._text, self._path.name, self._element, self._path.parent, name, rows)
        try:
            entry = getattr(ctypes.CDLL(str(path)), name)
        except OSError as error:
            noexec = "its file system may be mounted without execution (then set PATTERNC_CACHE to another folder)"
            raise OSError(
                f"{path} can't be loaded ({error}): {noexec}, or it was compiled on a newer system"
            ) from error
        entry.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p)
        entry.restype = None
        return entry


def _launch(
    entry_of: Callable[[int], Any], region: int | None, grid: tuple[int, ...], tile: Any, *arguments: object
) -> None:
    """Run a program for each tile, head and batch entry of a grid. `tile`: its `rows` are those of a program.

    Of programs that add to gradients of keys, the grid also says how many heads share a key head, and the first head.
    """
    entry = entry_of(tile.rows)
    values, places = _packed(arguments), (ctypes.c_int64 * len(grid))(*grid)
    _with_threads(lambda threads: entry(values, places, tile.rows, threads, region))
