"""Positions of queries that kernels read."""

from typing import NamedTuple

from torch import Tensor

from .grids import _check_lines


class _Starts(NamedTuple):
    """Where kernels read the position of each batch entry's first query, `step` numbers from one to the next.

    Of sequences in one entry, there follow the length, the first row in `query` and how many, and the pages that hold
    the keys: `page` keys each, `rows` rows of the tensor from one page to the next.
    """

    numbers: Tensor
    step: int
    page: int | None = None
    rows: int | None = None

    @property
    def known(self) -> tuple[Tensor | int, ...]:
        """Those that are not None: Triton 3.6 compares no tuple that holds one."""
        return self[:2] if self.page is None else self  # type: ignore[return-value]


def _starts(q_offset: Tensor, key: Tensor) -> _Starts:
    """Those of positions [B], or of lines [sequences, 4 + pages, most] where `key` is pages [pages, Hkv, rows, D].

    Every number of a line is there `most` times. The only page of a tensor begins at each row of it that a line names.
    """
    if q_offset.dim() == 1:
        return _Starts(q_offset, q_offset.stride(0) if q_offset.shape[0] > 1 else 0)
    sequences, _, most = q_offset.shape
    if not q_offset.is_cpu:
        _check_lines(sequences, 1)
    lines = q_offset.select(2, 0).contiguous()
    rows = 1 if key.shape[0] == 1 else key.stride(0) // max(1, key.stride(2))
    return _Starts(lines.unsqueeze(2).expand(-1, -1, most), lines.shape[1], key.shape[2], rows)
