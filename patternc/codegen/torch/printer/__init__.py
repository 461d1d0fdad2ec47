"""Batch IR to lines of Python: nests of loops, and the functions that they call."""
