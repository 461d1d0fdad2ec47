"""Comparison of generated modules with the meaning of their patterns: random inputs, oracle, errors."""
