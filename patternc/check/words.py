"""Words of the language that stand for a choice, and the names a user cannot take."""

from __future__ import annotations

from patternc.mask_ir import Combine, Uncovered
from patternc.primitives import LATER, PRIMITIVES, parameters

FREE = ("n", "heads", "head_dim")  # what `require` speaks of
FUNCTIONS = ("range", "len", "min", "max", "cdiv", "zip")
PRIMITIVE_WORDS = {kind.word: kind for kind in PRIMITIVES}
COMBINES = {rule.value: rule for rule in Combine if rule is not Combine.LSE_DETACH}
UNCOVERED = {rule.value: rule for rule in Uncovered}
EXTRAS = ("first", "last")
SCORES = ("softcap", "alibi", "scale")
LATER_SCORES = ("bias", "sink")

_CHOICES = tuple(str(w.value) for kind in PRIMITIVES for one in parameters(kind) for w in one.words)
WORDS = frozenset((*_CHOICES, *COMBINES, *UNCOVERED, "detach", "partition", "alibi"))
RESERVED = frozenset((*FREE, "ranks", *FUNCTIONS, *PRIMITIVE_WORDS, *LATER, *WORDS, *SCORES, *LATER_SCORES))
