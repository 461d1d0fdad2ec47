"""The C++ backend: programs over tiles for CPUs."""
