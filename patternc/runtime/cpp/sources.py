"""The programs of a module: their source, compiled at first use for the tensors of a call."""

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import Tensor

from .includes import _header, _located, _with_headers


class _Programs:
    """The programs of a module, in a source beside it or in a text that stands alone."""

    def __init__(
        self, library: Callable[..., Any], file: str, name: str, *, digest: str = "", text: str | None = None
    ) -> None:
        """Compile nothing yet.

        Args:
            library: what makes the programs for a call, of the source with its headers, its path, and query.
            file: `__file__` of the module.
            name: the file name of the source.
            digest: the first 12 digits of the SHA-256 of the source that the module was built with.
            text: the source with its headers, where no file beside the module has it.
        """
        self._library, self._file, self._path = library, file, Path(file).with_name(name)
        self._digest, self._text = digest, text
        self._libraries: dict[object, Any] = {}

    def __call__(self, query: Tensor) -> Any:
        """The programs for tensors of the dtype and on the device of query.

        Raises:
            RuntimeError: the source is of another build than the module.
        """
        key = query.dtype, query.device
        found = self._libraries.get(key)
        if found is None:
            made = self._library(self._source(), self._path, query)
            found = self._libraries.setdefault(key, made)
        return found

    def _source(self) -> str:
        """The source with its headers."""
        if self._text is not None:
            return self._text
        text = _located(self._path).read_text(encoding="utf-8")
        found = hashlib.sha256(text.encode()).hexdigest()[: len(self._digest)]
        if found != self._digest:
            raise RuntimeError(
                f"{self._path} is of another build ({found}) than {self._file} ({self._digest}): run `patternc build`"
            )
        return _with_headers(text, self._path.name, functools.partial(_header, _located(Path(__file__).parents[1])))
