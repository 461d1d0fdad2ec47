"""Mask IR and kernel IR as readable text with one clause per line, for users and for golden files."""
