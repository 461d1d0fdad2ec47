"""Comparison of generated modules with the meaning of their patterns: calls, random inputs, oracle, errors."""
