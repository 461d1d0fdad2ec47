"""Patterns in other libraries: Hugging Face transformers, FlexAttention and pytest."""
