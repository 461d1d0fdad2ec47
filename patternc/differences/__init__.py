"""Comparison of two patterns: their results, the calls that they accept, and proofs or trials of equality."""
