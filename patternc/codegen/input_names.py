"""The names of inputs inside generated files, short enough for the lines of templates."""

from __future__ import annotations

from hashlib import sha256

LONGEST = 10


def short_name(name: str) -> str:
    """The name; of a long one its beginning, and digits that tell it from others that begin so.

    >>> short_name("offsets"), short_name("positions_where_documents_begin")
    ('offsets', 'posit_c430')
    """
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 5]}_{sha256(name.encode()).hexdigest()[:4]}"


def given_name(name: str) -> str:
    """An input's name in functions that have names of their own besides: no other name of a file begins so."""
    return f"given_{short_name(name)}"
