"""Analyses of whole patterns: errors, warnings, keys per row, and the picture of a mask."""
