"""Tile sizes for the device at hand: candidates, their checks and times, and tile files."""
