"""The intermediate representations, a page each, and what is true of them: meaning, order, names, text."""
