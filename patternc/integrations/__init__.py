"""Patterns in other libraries: Hugging Face transformers, FlexAttention, cuDNN, vLLM and pytest."""
