"""The classes of `module` blocks as text: projections around `attention`, in the generated file of their pattern."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass

from patternc.analysis.distances import choice_ahead, is_causal
from patternc.codegen.argument_text import words
from patternc.codegen.emit import Record
from patternc.ir.inputs import input_facts
from patternc.ir.interface import Argument, Interface
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.mask import Pattern
from patternc.ir.projections import ModuleSpec, Norm

_MESH = ("mesh: DeviceMesh | dist.ProcessGroup | None = None",)
_MESH_WORDS = (
    "mesh: the ranks that share the sequence, as `ring_attention` takes them; x: the rows that `shard` gives.",
)


@dataclass(frozen=True, slots=True)
class NormText(Record):
    """The norm called `name` of what a function calls `of`, whose rows have `width` numbers."""

    name: str
    of: str
    kind: str
    width: int
    eps: str


@dataclass(frozen=True, slots=True)
class ModuleText(Record):
    """One class.

    `passed`: what `attention` gets by name. `drawn`: each projection with the heads of all ranks, as a tuple; `words`:
    its docstring.
    """

    name: str
    embed: int
    heads: int
    kv_heads: int
    head_dim: int
    bias: bool
    output_bias: str
    input_norms: tuple[NormText, ...]
    output_norms: tuple[NormText, ...]
    dropout: float
    passed: tuple[str, ...]
    drawn: str
    words: tuple[str, ...]
    repr: str


@dataclass(frozen=True, slots=True)
class Modules(Record):
    """The classes around one pattern.

    `given`: inputs of `forward` and `step`; `keywords`, `step_keywords`: their parameters after x, or the cache;
    `words`: what is said of those of `forward`. `refusal`: why there are no steps, as a string literal; empty if there
    are.
    """

    classes: tuple[ModuleText, ...]
    given: tuple[Argument, ...]
    keywords: tuple[str, ...]
    step_keywords: tuple[str, ...]
    words: tuple[str, ...]
    refusal: str


def module_texts(pattern: Pattern, interface: Interface) -> Modules | None:
    """The classes of a pattern's `module` blocks; None without any."""
    if not pattern.modules:
        return None
    refusal = _refusal(pattern)
    given = tuple(one for one in interface.arguments if input_facts(one.kind).declared)
    mesh, mesh_words = (_MESH, _MESH_WORDS) if pattern.ring is not None else ((), ())
    own = tuple(f"{one.name}: {one.annotation}" for one in given)
    return Modules(
        classes=tuple(_text(module, tuple(one.name for one in given)) for module in pattern.modules),
        given=given,
        keywords=("*", *mesh, *own) if mesh or own else (),
        step_keywords=("*", *own) if own else (),
        words=(*mesh_words, *(line for one in given for line in textwrap.dedent(words(one)).splitlines())),
        refusal=json.dumps(refusal) if refusal else "",
    )


def _text(module: ModuleSpec, given: tuple[str, ...]) -> ModuleText:
    heads = {"query": module.heads, "key": module.kv_heads, "value": module.kv_heads, "output": module.heads}
    inputs = tuple(NormText(f"{of}_norm", of, "_RMSNorm", module.head_dim, "1e-6") for of in ("query", "key"))
    outputs = (NormText("output_norm", "joint", "_LayerNorm", module.heads * module.head_dim, "1e-5"),)
    return ModuleText(
        name=module.name,
        embed=module.embed,
        heads=module.heads,
        kv_heads=module.kv_heads,
        head_dim=module.head_dim,
        bias=module.bias,
        output_bias="self.head_offset == 0" if module.bias else "False",
        input_norms=inputs if module.norm is Norm.QK else (),
        output_norms=outputs if module.norm is Norm.SUB else (),
        dropout=module.dropout,
        passed=(*given, *(("dropout", "seed") if module.dropout else ())),
        drawn=f"({', '.join(f'(self.{name}, {count})' for name, count in heads.items())})",
        words=_words(module),
        repr=_repr(module),
    )


def _words(module: ModuleSpec) -> tuple[str, ...]:
    """A sentence that describes the class, as lines of its docstring."""
    keys = "" if module.kv_heads == module.heads else f", {module.kv_heads} of keys and values"
    norms = {
        Norm.NONE: "",
        Norm.QK: ", queries and keys normed (RMS)",
        Norm.SUB: ", a layer norm before the output projection",
    }
    dropout = f", dropout {module.dropout} of the weights in training" if module.dropout else ""
    sentence = f"{module.heads} heads of {module.head_dim}{keys}{norms[module.norm]}{dropout}."
    return tuple(textwrap.wrap(sentence, LINE_LENGTH - 4))


def _repr(module: ModuleSpec) -> str:
    sizes = f"embed={module.embed}, heads={module.heads}, kv_heads={module.kv_heads}, head_dim={module.head_dim}"
    return f"{module.pattern}, {sizes}, norm={module.norm.value}, dropout={module.dropout}"


def _refusal(pattern: Pattern) -> str:
    """Why a pattern cannot run from a cache; empty if it can."""
    if is_causal(pattern):
        return ""
    topk = choice_ahead(pattern)
    if topk is None:
        return f"{pattern.name} may look ahead: a row's keys can come after it, and a cache does not hold them yet"
    return (
        f"{pattern.name} looks ahead: `topk` chooses once for the {topk.block} rows of a block, by queries and keys "
        "that come after some of them, and a cache does not hold those yet"
    )
