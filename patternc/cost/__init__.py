"""The cost of patterns: keys per row, tiles, FLOPs, bytes and predicted times on each target, and what to change."""
