"""The run-time library: plain source that generated modules hold, or import from a copy of this package beside them.

The compiler reads these modules as text (`patternc/codegen/library.py`). They import one another relatively, so that a
copy works wherever it stands.
"""

DIGEST = ""
"""In a copy beside generated modules: of the library that the copy is of. Modules know that of their own build."""


def _require_build(digest: str, file: str) -> None:
    """Raise where a generated module was built with another version of the library.

    Raises:
        ImportError: names the module, this package, and what to run.
    """
    if digest != DIGEST:
        other = f"{__file__} is of another build ({DIGEST}) than {file} ({digest})"
        raise ImportError(f"{other}: run `patternc build` for all pattern files of the folder, with the same options")
