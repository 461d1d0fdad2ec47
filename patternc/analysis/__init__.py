"""Analyses of whole patterns: errors, warnings, and what is known of a call."""
