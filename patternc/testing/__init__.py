"""Hold generated modules against the meaning of their patterns: calls, random inputs, the oracle, the comparison."""
