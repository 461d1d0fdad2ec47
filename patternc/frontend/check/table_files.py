"""`table("file.npy")`: a boolean array from a file in the pattern's folder.

The header must have the form that numpy.save writes. It is parsed, never evaluated or unpickled.
"""

from __future__ import annotations

import re
from math import prod
from pathlib import PurePosixPath, PureWindowsPath

from patternc.diagnostics import Findings
from patternc.frontend.check.values import counted
from patternc.frontend.primitives import Table
from patternc.source import Span

# Magic bytes and versions of .npy files with the offset of the header, and the header as numpy.save writes it.
_HEADER_STARTS = {b"\x93NUMPY\x01\0": 10, b"\x93NUMPY\x02\0": 12}
_HEADER = re.compile(
    rb"\{'descr': '([!-&(-~]{1,20})', 'fortran_order': (True|False), "
    rb"'shape': \(((?:[0-9]{1,12}, ?)*(?:[0-9]{1,12})?)\), \}\s*"
)
_HELP = "save a bool array of shape [rows, columns] or [heads, rows, columns] with numpy.save"


def table(name: str, span: Span, findings: Findings) -> Table | None:
    """The table in a file; None if it is not a valid table, which is reported."""
    data = _read(name, span, findings)
    if data is None:
        return None
    import numpy  # here: few files have a table, and NumPy takes a third of the start-up time

    header = _header(name, data, span, findings)
    if header is None:
        return None
    shape, fortran, offset = header
    flat = numpy.frombuffer(data, numpy.bool_, offset=offset)
    array = flat.reshape(shape, order="F" if fortran else "C")
    heads = shape[0] if len(shape) == 3 else 1
    return Table(name, heads, shape[-2], shape[-1], numpy.packbits(array).tobytes())


def _read(name: str, span: Span, findings: Findings) -> bytes | None:
    path = PurePosixPath(name)
    if not name.endswith(".npy"):
        findings.error("P030", f'"{name}" is not a .npy file', span, "not a table", help=_HELP)
        return None
    if path.is_absolute() or PureWindowsPath(name).drive or "\\" in name or ".." in path.parts or "\0" in name:
        message = f'"{name}" is outside the folder of {findings.source.name}'
        help_ = "put the table into the pattern's folder or a subfolder, and write its relative path with `/`"
        findings.error("P030", message, span, "outside", help=help_)
        return None
    if findings.source.beside is None:
        message = f'"{name}": {findings.source.name} is not in a folder, so it cannot name table files'
        findings.error("P030", message, span, "beside what?", help="save the pattern as a file in the table's folder")
        return None
    try:
        return findings.source.beside(name)
    except OSError as error:
        message = f'"{name}" cannot be read: {error.strerror or error}'
        help_ = f"put it into the folder of {findings.source.name}"
        findings.error("P030", message, span, "no table", help=help_)
        return None


def _header(name: str, data: bytes, span: Span, findings: Findings) -> tuple[tuple[int, ...], bool, int] | None:
    """Shape, whether it is in Fortran order, and the offset of the entries; all entries are present."""
    start = _HEADER_STARTS.get(data[:8], 0)
    length = int.from_bytes(data[8:start], "little")
    header = _HEADER.fullmatch(data, start, start + length) if start else None
    if header is None:
        findings.error("P030", f'"{name}" is not a .npy file of one array', span, "not a table", help=_HELP)
        return None
    dtype, order, sizes = (part.decode() for part in header.groups())
    shape = tuple(int(size) for size in sizes.split(",") if size.strip())
    wrong = _mistake(shape, dtype, len(data) - header.end())
    if wrong is not None:
        findings.error("P030", f'"{name}" {wrong}', span, "not a valid table", help=_HELP)
        return None
    return shape, order == "True", header.end()


def _mistake(shape: tuple[int, ...], dtype: str, held: int) -> str | None:
    """The fault of an array whose file holds `held` bytes of entries, judged by its header."""
    if dtype != "|b1":
        return f"has entries of type `{dtype}`, not bool"
    if len(shape) not in (2, 3):
        return f"has {counted(len(shape), 'dimension')}, not 2 or 3"
    if prod(shape) == 0:
        return f"is empty: its shape is {list(shape)}"
    if held != prod(shape):
        return f"has {held} of the {prod(shape)} entries that its shape {list(shape)} requires"
    return None
