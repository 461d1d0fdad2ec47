"""The intermediate representations, one module each, with their semantics, evaluators, verifiers and text forms."""
