"""Arguments that no call takes: those of other libraries' attention, and misspelled ones."""

import difflib
import inspect
from collections.abc import Callable

_ELSEWHERE = (
    ("is_causal causal", "write `causal` in the pattern, as in `attend causal & window(64)`"),
    (
        "attn_mask attention_mask mask block_mask mask_mod",
        "write `attend ...` in the pattern; what differs by call is an input, as in `document(@offsets)`",
    ),
    ("window_size sliding_window local_window_size", "write `window(left, right)` in the pattern"),
    ("key_padding_mask seqused_k", "write `input lengths: lengths` in the pattern, and `padding(@lengths)`"),
    (
        "cu_seqlens cu_seqlens_q cu_seqlens_k cu_seq_lens_q cu_seq_lens_k max_seqlen_q max_seqlen_k document_ids",
        "write `input offsets: offsets` in the pattern, and `document(@offsets)`",
    ),
    ("position_ids", "q_offset=... is the first query's; `patternc.offsets_of` makes offsets of packed documents"),
    ("cache_seqlens", "q_offset=... is the first query's position"),
    ("block_table page_table", "keys and values must be tensors: pages of a cache can't be read"),
    ("score_mod", "write `score ...` in the pattern, such as `score softcap(30)` or `score bias(@table)`"),
    ("attn_bias bias position_bias", "write `input table: table(heads, 2 * 64 + 1)` and `score bias(@table)`"),
    ("alibi_slopes", "write `score alibi` in the pattern"),
    ("softcap logits_soft_cap", "write `score softcap(30)` in the pattern"),
    ("sinks s_aux learnable_sink", "write `input sinks: table(heads)` in the pattern, and `score sink(@sinks)`"),
    ("dropout_p dropout attention_dropout p", "write a `module` with `dropout 0.1`; its calls take dropout= and seed="),
    ("softmax_scale sm_scale scaling", "it is scale=... here"),
    ("enable_gqa", "leave it out: query may have several heads for each head of key"),
    (
        "return_attn_probs return_softmax_lse return_aux output_attentions need_weights",
        "return_lse=True returns the log of the softmax denominators; weights are not kept",
    ),
    ("kernel_options deterministic num_splits backend", "leave it out: kernels are chosen when a module is built"),
)
"""Names in PyTorch, FlexAttention, flash-attn and transformers, and what says the same in a pattern or a call."""


def _refuse_unknown(function: Callable[..., object], unknown: dict[str, object]) -> None:
    """Raise TypeError for an argument that a function does not have, and say what to write instead."""
    name = next(iter(unknown))
    own = [one for one, kind in inspect.signature(function).parameters.items() if kind.kind is not kind.VAR_KEYWORD]
    advice = next((said for names, said in _ELSEWHERE if name in names.split()), "")
    near = difflib.get_close_matches(name, own, 1)
    if near and not advice:
        advice = f"did you mean {near[0]}?"
    message = f"{function.__name__}() got an unexpected keyword argument {name!r}"
    raise TypeError(f"{message}{': ' if advice else ''}{advice} (it takes {', '.join(own)})")
