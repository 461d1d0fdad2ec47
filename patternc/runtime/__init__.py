"""The run-time library: plain source that generated files hold, or import from a file beside them.

The compiler reads these modules as text and imports none of them (`patternc/codegen/library.py`).
"""
