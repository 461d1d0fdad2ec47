"""The programs of a module: compiled at first use for a type of elements, and launched."""

import ctypes
import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import Tensor

from .arguments import _packed
from .builds import _object
from .includes import _header, _with_headers
from .regions import _region, _with_threads


class _Programs:
    """The programs of a module, in a C++ source beside it or in a text that stands alone."""

    def __init__(self, file: str, name: str, *, digest: str = "", text: str | None = None) -> None:
        """Compile nothing yet.

        Args:
            file: `__file__` of the module.
            name: the file name of the source, which ends with `.cpp`.
            digest: the first 12 digits of the SHA-256 of the source that the module was built with.
            text: the source with its headers, where no file beside the module has it.
        """
        self._file, self._name, self._digest, self._text = Path(file), name, digest, text
        self._libraries: dict[object, _Library] = {}

    def __call__(self, query: Tensor) -> "_Library":
        """The programs for tensors of the dtype of query.

        Raises:
            RuntimeError: the source is of another build than the module.
        """
        found = self._libraries.get(query.dtype)
        if found is None:
            element = str(query.dtype).removeprefix("torch.")
            found = self._libraries.setdefault(
                query.dtype, _Library(self._source(), self._name, element, self._file.parent)
            )
        return found

    def _source(self) -> str:
        """The source with its headers."""
        if self._text is not None:
            return self._text
        path = self._file.with_name(self._name)
        text = path.read_text(encoding="utf-8")
        found = hashlib.sha256(text.encode()).hexdigest()[: len(self._digest)]
        if found != self._digest:
            raise RuntimeError(
                f"{path} is of another build ({found}) than {self._file} ({self._digest}): run `patternc build`"
            )
        return _with_headers(text, self._name, functools.partial(_header, Path(__file__).parent))


class _Library:
    """Programs for a type of elements; they are attributes, called as `name(grid, tile, *arguments)`.

    An attribute is compiled when it is read first, with those that a call needs too, where no one has done so before.

    Raises:
        RuntimeError: it can't be compiled, or what was built is not of this module or not for this CPU.
        OSError: the cache folder can't be written, or other users can write to it.
    """

    def __init__(self, text: str, name: str, element: str, folder: Path) -> None:
        self._text, self._name, self._element, self._folder = text, name, element, folder

    def __getattr__(self, name: str) -> Callable[..., None]:
        path = _object(self._text, self._name, self._element, self._folder, name)
        try:
            entry = getattr(ctypes.CDLL(str(path)), name)
        except OSError as error:
            noexec = "its file system may be mounted without execution (then set PATTERNC_CACHE to another folder)"
            raise OSError(
                f"{path} can't be loaded ({error}): {noexec}, or it was compiled on a newer system"
            ) from error
        entry.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p)
        entry.restype = None
        launch = functools.partial(_launch, entry, _region())
        setattr(self, name, launch)
        return launch


def _launch(entry: Any, region: int | None, grid: tuple[int, ...], tile: Any, *arguments: object) -> None:
    """Run a program for each tile, head and batch entry of a grid. `tile`: its `rows` are those of a program.

    Of programs that add to gradients of keys, the grid also says how many heads share a key head, and the first head.
    """
    values, places = _packed(arguments), (ctypes.c_int64 * len(grid))(*grid)
    _with_threads(lambda threads: entry(values, places, tile.rows, threads, region))
