"""Tile IR to lines of C++, and the host functions that launch compiled programs."""
