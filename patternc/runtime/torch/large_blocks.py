"""Runs cut into large blocks."""

from collections.abc import Iterator

from .blocks import Block, _strided
from .parts import _parted, _spans
from .sizes import BATCH_ROWS, LARGE_COLUMNS, LARGE_ROWS, LARGE_SCORES, LARGE_SLAB_ROWS


def _large_blocks(runs: Iterator[Block]) -> Iterator[Block]:
    """Blocks of which oneDNN computes the products, where a run is large enough; the other runs as they are."""
    for run in runs:
        if run.listed is not None:
            yield run
            continue
        wide = list(_joined_slabs(run))
        rows, columns = wide[0].rows, wide[0].columns
        if not _strided(run) or 4 * len(rows) < LARGE_ROWS or len(columns) < LARGE_COLUMNS:
            yield run
            continue
        for one in wide:
            yield from _divided(one)


def _divided(run: Block) -> Iterator[Block]:
    """A large run in blocks."""
    for top in range(0, len(run.rows), LARGE_ROWS):
        rows, first = run.rows[top : top + LARGE_ROWS], run.first
        most = LARGE_SCORES // len(rows)
        alike = len(run.heads) * run.segments
        together = most if alike >= 4 else len(rows)  # masks of fewer take longer than to merge parts
        for columns, masked in _spans(run, rows, together, most, most):
            block = run._replace(rows=rows, columns=columns, masked=masked, first=first, large=True)
            yield from _parted(block, BATCH_ROWS // (len(run.heads) * len(rows)))
            first = False


def _joined_slabs(run: Block) -> Iterator[Block]:
    """Slabs as high as large blocks, of slabs whose columns overlap; any other run as it is."""
    if run.segments == 1 or len(run.columns) <= run.width:
        yield run
        return
    around = len(run.columns) - run.width
    height = next((rows for rows in LARGE_SLAB_ROWS if rows * (rows + around) <= LARGE_SCORES), LARGE_ROWS)
    several = height // run.width
    count, rest = divmod(run.segments, several)
    for start, each, segments in ((0, several, count), (count * several, rest, 1)):
        if each * segments:
            first, stop = start * run.width, (start + each - 1) * run.width
            rows = range(run.rows.start + first, run.rows.stop + stop)
            columns = range(run.columns.start + first, run.columns.stop + stop)
            yield run._replace(rows=rows, columns=columns, segments=segments, width=each * run.width)
