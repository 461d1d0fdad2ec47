"""Whether this machine runs C++ modules."""

from __future__ import annotations

import platform
import sys


def lacks() -> str:
    """What this machine lacks for C++ modules, and what to do; empty where it runs them."""
    if sys.platform == "win32":
        return "C++ modules need Linux or macOS"
    if platform.machine() not in ("x86_64", "AMD64"):
        return f"C++ modules have never run on {platform.machine()}: try them by name"
    from patternc.runtime.cpp.compiler import _compiler  # here: writing files needs no compiler

    try:
        sets = _compiler().sets
    except RuntimeError as error:
        return str(error)
    return "" if "avx2" in sets else "this CPU lacks AVX2"
