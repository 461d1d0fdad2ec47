"""The numbers of boxes on a grid."""


def _of_dimensions(
    grid: tuple[int, ...],
    extents: tuple[int, ...],
    dilations: tuple[int, ...],
    steps: tuple[int, ...] = (),
    before: tuple[int, ...] = (),
) -> list[tuple[int, ...]]:
    """The size, extent, dilation, step and cells before a step of each dimension, outermost first.

    By default every query has a neighbourhood of its own, half of which comes before it.
    """
    usual = tuple(extent // 2 for extent in extents)
    return list(zip(grid, extents, dilations, steps or (1,) * len(grid), before or usual, strict=True))
