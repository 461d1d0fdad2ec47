"""An order of programs as a list of `place + places * line`: along a curve."""

from ..hilbert import _cells_along_curve


def _turns_along_curve(places: int, lines: int, width: int) -> list[int]:
    """Along one Hilbert curve through (line, place); with a `width`, a curve per line, `width` places to a row."""
    if width == 0:
        return [cell // lines + places * (cell % lines) for cell in _cells_along_curve((places, lines))]
    rows = -(-places // width)
    cells = (cell // rows + cell % rows * width for cell in _cells_along_curve((width, rows)))
    own = [place for place in cells if place < places]
    return [place + places * line for line in range(lines) for place in own]
