"""The types of what `patternc.load` returns, for type checkers and editors: nothing here is needed at run time."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

if TYPE_CHECKING:
    import torch
    from torch import Tensor


class Attention(Protocol):
    """The function `attention` of a generated module, and `reference` of a reference file.

    `inputs`: the runtime inputs of the pattern by their names, `dropout_p`, `seed` and `selection` where it takes them.
    """

    @overload
    def __call__(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        *,
        scale: float | None = None,
        q_offset: int | Tensor = 0,
        k_offset: int = 0,
        seq_len: int | None = None,
        head_offset: int = 0,
        num_heads: int | None = None,
        return_lse: Literal[False] = False,
        **inputs: Tensor | float,
    ) -> Tensor: ...

    @overload
    def __call__(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        *,
        scale: float | None = None,
        q_offset: int | Tensor = 0,
        k_offset: int = 0,
        seq_len: int | None = None,
        head_offset: int = 0,
        num_heads: int | None = None,
        return_lse: Literal[True, "keys"],
        **inputs: Tensor | float,
    ) -> tuple[Tensor, Tensor]: ...


class Module(Protocol):
    """A generated module, whether `patternc.load` returned it or it was imported from a folder."""

    @property
    def SPEC(self) -> str:  # noqa: N802
        """The text of the pattern."""

    @property
    def attention(self) -> Attention:
        """Attend as `SPEC` says."""

    @property
    def attention_varlen(self) -> Callable[..., Any]:
        """Attend in packed sequences, as flash-attn's `flash_attn_varlen_func`."""

    @property
    def attention_with_kvcache(self) -> Callable[..., Any]:
        """Attend to keys in caches, as flash-attn's `flash_attn_with_kvcache`."""


class Reference(Protocol):
    """A reference file: the dense float64 meaning of a pattern."""

    @property
    def SPEC(self) -> str:  # noqa: N802
        """The text of the pattern."""

    @property
    def reference(self) -> Attention:
        """Attend as `SPEC` says, in float64 and dense."""

    def mask(self, head: int, heads: int, n: int) -> Tensor:
        """The number of times that each query attends to each key, [n, n]."""

    def selfcheck(
        self, attention: Attention, *, device: torch.device | str | None = None, dtype: torch.dtype = ...
    ) -> dict[str, float]:
        """Compare an `attention` with `reference`: its output, lse and gradients, on random tensors."""


if TYPE_CHECKING:

    class LoadedModule(ModuleType):
        """The result of `patternc.load`: a `Module` that is a Python module too."""

        SPEC: str
        attention: Attention
        __patternc_backend__: str

    class LoadedReference(ModuleType):
        """The result of loading a reference file."""

        SPEC: str
        reference: Attention
        __patternc_backend__: str

        @staticmethod
        def mask(head: int, heads: int, n: int) -> Tensor: ...

        @staticmethod
        def selfcheck(
            attention: Attention, *, device: torch.device | str | None = None, dtype: torch.dtype = ...
        ) -> dict[str, float]: ...
