"""Patterns as attention implementations of Hugging Face transformers.

register("local_global", {"sliding_attention": "local.pat", "full_attention": "global.pat"}, left=1023)
model = AutoModelForCausalLM.from_pretrained(NAME, attn_implementation="local_global")
for difference in check(model):
    print(difference)
"""

from __future__ import annotations

from patternc.integrations.transformers.model_check import Difference, check
from patternc.integrations.transformers.packed_batches import serving
from patternc.integrations.transformers.registration import register
from patternc.integrations.transformers.shared_sequence import shard

__all__ = ["Difference", "check", "register", "serving", "shard"]
