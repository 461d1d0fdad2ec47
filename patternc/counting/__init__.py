"""How many keys, pairs and tiles a pattern has, from its mask: exactly where that takes no long, else from a sample."""
