"""The library of references: dense attention in float64, and what `selfcheck` compares."""
