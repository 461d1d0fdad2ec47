"""Tile sizes for the device at hand: candidates, the checks and the model that cut them, timing, and tile files."""
