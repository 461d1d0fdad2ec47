"""Kernel IR to files: what a target runs, and how it is written down."""
