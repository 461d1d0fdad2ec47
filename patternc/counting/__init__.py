"""Numbers of keys, pairs and tiles of a pattern, from its mask: exact where counting is fast, else from a sample."""
