"""Patterns in other libraries: Hugging Face transformers and FlexAttention. Nothing else imports this folder."""
