"""The intermediate representations, one page each, with their semantics, orders, names and text forms."""
