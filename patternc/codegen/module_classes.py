"""The classes of `module` blocks as text: projections around `attention`, in the generated file of their pattern."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass

from patternc.analysis.distances import choice_ahead, is_causal
from patternc.codegen.argument_text import words
from patternc.codegen.emit import Record
from patternc.ir.interface import Argument, Interface
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.mask import Pattern
from patternc.ir.projections import ModuleSpec, Norm

_MESH = ("mesh: DeviceMesh | dist.ProcessGroup | None = None",)
_MESH_WORDS = (
    "mesh: the ranks that share the sequence, as `ring_attention` takes them; x: the rows that `shard` gives.",
)


@dataclass(frozen=True, slots=True)
class ModuleText(Record):
    """A class of a module.

    `sizes`: the arguments of its `_Sizes`. `attended`: those of `_attend`. `words`: its docstring.
    """

    name: str
    embed: int
    sizes: tuple[str, ...]
    attended: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Modules(Record):
    """The classes around one pattern.

    `given`: inputs of `forward` and `step`; `keywords`, `step_keywords`: their parameters after x, or the cache;
    `words`: what is said of those of `forward`. `steps`: whether there are steps from a cache.
    """

    classes: tuple[ModuleText, ...]
    given: tuple[Argument, ...]
    keywords: tuple[str, ...]
    step_keywords: tuple[str, ...]
    words: tuple[str, ...]
    steps: bool


def module_texts(pattern: Pattern, interface: Interface) -> Modules | None:
    """The classes of a pattern's `module` blocks; None without any."""
    if not pattern.modules:
        return None
    refusal = _refusal(pattern)
    given = tuple(one for one in interface.keywords if one.facts.declared)
    mesh, mesh_words = (_MESH, _MESH_WORDS) if pattern.ring is not None else ((), ())
    own = tuple(f"{one.name}: {one.taken}" for one in given)
    return Modules(
        classes=tuple(_text(module, refusal, given, shared=pattern.ring is not None) for module in pattern.modules),
        given=given,
        keywords=("*", *mesh, *own) if mesh or own else (),
        step_keywords=("*", *own) if own else (),
        words=(*mesh_words, *(line for one in given for line in textwrap.dedent(words(one)).splitlines())),
        steps=not refusal,
    )


def _text(module: ModuleSpec, refusal: str, given: tuple[Argument, ...], *, shared: bool) -> ModuleText:
    """The class of a module; `shared`: ranks may share the sequence."""
    attend = "attention if mesh is None else functools.partial(ring_attention, mesh=mesh)" if shared else "attention"
    agreed = "None if mesh is None else functools.partial(_of_first, _ranks, mesh)"
    values = module.value_dim if module.value_dim != module.head_dim else 0
    options = {
        "bias": str(module.bias) if module.bias else "",
        "norm": json.dumps(module.norm.value) if module.norm is not Norm.NONE else "",
        "dropout": str(module.dropout) if module.dropout else "",
        "value_dim": str(values) if values else "",
        "no_steps": json.dumps(refusal) if refusal else "",
    }
    sizes = (f"{name}={getattr(module, name)}" for name in ("embed", "heads", "kv_heads", "head_dim"))
    return ModuleText(
        name=module.name,
        embed=module.embed,
        sizes=(
            f'"{module.pattern}"',
            *sizes,
            *(f"{name}={text}" for name, text in options.items() if text),
        ),
        attended=(
            attend,
            "x",
            *((agreed,) if shared and module.dropout else ()),
            *(f"{one.name}={one.name}" for one in given),
        ),
        words=_words(module),
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
    sentence = f"{module.heads} heads of {module.dims}{keys}{norms[module.norm]}{dropout}."
    return tuple(textwrap.wrap(sentence, LINE_LENGTH - 4))


def _refusal(pattern: Pattern) -> str:
    """Why a pattern cannot run from a cache; empty if it can."""
    if is_causal(pattern):
        return ""
    rows = choice_ahead(pattern)
    if rows is None:
        return f"{pattern.name} may look ahead: a row's keys can come after it, and a cache does not hold them yet"
    return (
        f"{pattern.name} looks ahead: `topk` chooses once for the {rows} rows of a block, by queries and keys "
        "that come after some of them, and a cache does not hold those yet"
    )
