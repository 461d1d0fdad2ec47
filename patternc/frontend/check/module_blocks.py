"""`module` blocks: their fields and defaults, and whether the pattern can run with their number of heads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from patternc.diagnostics import Findings, Related, nearest
from patternc.frontend import syntax, typed
from patternc.frontend.check.placement import of_branch
from patternc.frontend.check.values import Poison, Scope, described, divisors_near
from patternc.frontend.primitives import Table
from patternc.ir.mask import HeadRange, KeySource
from patternc.ir.projections import TAKEN, ModuleSpec, Norm, class_name
from patternc.source import Span
from patternc.targets import LARGEST_HEAD, LARGEST_VALUE, SMALLEST_HEAD

FIELDS = ("pattern", "embed", "heads", "kv_heads", "head_dim", "value_dim", "bias", "norm", "dropout")
_NEEDED = ("pattern", "embed", "heads")


class _Truth(Enum):
    TRUE = "true"
    FALSE = "false"


_Choice = TypeVar("_Choice", bound=Enum)


def modules(tree: syntax.File, patterns: Sequence[typed.Pattern], findings: Findings) -> tuple[ModuleSpec, ...]:
    """The modules of a file.

    Args:
        tree: the file.
        patterns: the patterns of the file that have no errors.
        findings: receives the diagnostics.
    """
    written = [item for item in tree.items if isinstance(item, syntax.Module)]
    named = [item.name.id for item in tree.items if isinstance(item, syntax.Pattern)]
    _refuse_sources(written, patterns, findings)
    checked = {pattern.name: pattern for pattern in patterns}
    seen: dict[str, Span] = {}
    made: list[ModuleSpec] = []
    for item in written:
        _new(item, _own(item, named), seen, findings)
        reader = _Reader(item, findings)
        spec = reader.module(named)
        if spec is not None and spec.pattern in checked:
            _fit(spec, checked[spec.pattern], reader.spans, findings)
            made.append(spec)
    return tuple(made)


def _refuse_sources(written: Sequence[syntax.Module], patterns: Sequence[typed.Pattern], findings: Findings) -> None:
    """Report modules of patterns with sources or tiles: they have parts, of which a module would call one."""
    for one in patterns:
        sources = [branch.source for group in one.groups for branch in group.branches if branch.source is not None]
        holds = "sources" if any(isinstance(source, KeySource) for source in sources) else "tiles"
        for item in written if sources else ():
            if (own := _own(item, [one.name])) is not None:
                message = f"the module `{item.name.id}` projects the keys of one sequence, and `{own}` has {holds}"
                help_ = "call `attention` between projections of your own"
                findings.error("P025", message, item.name.span, f"a pattern with {holds}", help=help_)


def _own(item: syntax.Module, patterns: Sequence[str]) -> str | None:
    """The pattern that a module names, or None."""
    values = (one.value for one in item.fields if one.name.id == "pattern")
    return next((one.id for one in values if isinstance(one, syntax.Name) and one.id in patterns), None)


def _new(item: syntax.Module, own: str | None, seen: dict[str, Span], findings: Findings) -> None:
    """Check a module's name, which becomes a class of the generated file beside the class of its `own` pattern."""
    name = item.name
    if name.id in seen:
        related = (Related(seen[name.id], "the first one"),)
        findings.error("P015", f"two modules are called `{name.id}`", name.span, "the second", related=related)
    elif own is not None and name.id == class_name(own):
        message = f"`{name.id}` is already the class of the pattern `{own}`"
        findings.error("P015", message, name.span, "taken", help=f"choose another name, such as {name.id}Layer")
    elif item.broken:  # the block may be that of a pattern
        pass
    elif not name.id[0].isupper() or name.id.isupper() or name.id in TAKEN:
        message = f"`{name.id}` cannot be a class name in the generated file"
        why = "taken" if name.id in TAKEN else "must begin with a capital letter and have a small one"
        findings.error("P015", message, name.span, why, help="choose a name such as LongNetAttention")
    seen.setdefault(name.id, name.span)


@dataclass(slots=True)
class _Reader:
    """Reads the fields of one module; `None` stands for a field with a reported error."""

    item: syntax.Module
    findings: Findings

    @property
    def spans(self) -> Mapping[str, Span]:
        """The source location of each field."""
        return {one.name.id: one.span for one in self.item.fields}

    def module(self, patterns: Sequence[str]) -> ModuleSpec | None:
        """The module, or None if it has errors."""
        before = self.findings.errors
        fields = self._fields()
        pattern = self._pattern(fields.get("pattern"), patterns)
        most = 1 << 20  # of embed and of heads
        embed = self._integer(fields.get("embed"), 1, most)
        heads = self._integer(fields.get("heads"), 1, most)
        kv_heads = self._integer(fields.get("kv_heads"), 1, most) if "kv_heads" in fields else heads
        head_dim = self._integer(fields.get("head_dim"), SMALLEST_HEAD, LARGEST_HEAD)
        bias = self._choice(fields.get("bias"), _Truth, _Truth.FALSE)
        norm = self._choice(fields.get("norm"), Norm, Norm.NONE)
        dropout = self._dropout(fields.get("dropout"))
        if "head_dim" not in fields:
            head_dim = self._divided(embed, heads)
        value_dim = self._values(fields.get("value_dim"), head_dim)
        if self.findings.errors == before and heads is not None and kv_heads is not None and heads % kv_heads:
            message = f"{heads} heads cannot share {kv_heads} key heads evenly"
            span = fields["kv_heads"].span
            self.findings.error(
                "P013", message, span, "must divide `heads`", help=divisors_near(heads, kv_heads, "`kv_heads {}`")
            )
        if self.findings.errors > before or self.item.broken:
            return None
        if (
            pattern is None
            or embed is None
            or heads is None
            or kv_heads is None
            or head_dim is None
            or value_dim is None
        ):
            return None
        truth = bias is _Truth.TRUE
        return ModuleSpec(
            self.item.name.id,
            pattern,
            embed,
            heads,
            kv_heads,
            head_dim,
            value_dim,
            truth,
            norm,
            dropout,
            self.item.span,
        )

    def _fields(self) -> dict[str, syntax.Field]:
        """Each field once; unknown, repeated and missing fields are reported."""
        found: dict[str, syntax.Field] = {}
        for field in self.item.fields:
            name = field.name
            if name.id not in FIELDS:
                message = f"a module has no field `{name.id}`"
                self.findings.error("P010", message, name.span, "unknown field", help=nearest(name.id, FIELDS))
            elif name.id in found:
                related = (Related(found[name.id].span, "first written here"),)
                message = f"`{name.id}` is written twice"
                self.findings.error("P015", message, field.span, "the second time", related=related)
            else:
                found[name.id] = field
        missing = [name for name in _NEEDED if name not in found]
        misspelt = any(one.name.id not in FIELDS for one in self.item.fields)
        if missing and not (self.item.broken or misspelt):
            message = f"module `{self.item.name.id}` lacks the fields: {', '.join(missing)}"
            help_ = "write `pattern NAME`, `embed 768` and `heads 12`, each on its own line"
            self.findings.error("P014", message, self.item.span, "incomplete", help=help_)
        return found

    def _pattern(self, field: syntax.Field | None, patterns: Sequence[str]) -> str | None:
        if field is None:
            return None
        if not isinstance(field.value, syntax.Name):
            message = "`pattern` of a module must be the name of a pattern"
            self.findings.error("P011", message, field.value.span, "not a name")
        elif field.value.id in patterns:
            return field.value.id
        elif patterns:  # otherwise the file has no valid pattern, which is reported elsewhere
            message = f"no pattern of this file is called `{field.value.id}`"
            help_ = nearest(field.value.id, patterns)
            self.findings.error("P010", message, field.value.span, "unknown pattern", help=help_)
        return None

    def _integer(self, field: syntax.Field | None, low: int, high: int) -> int | None:
        if field is None:
            return None
        value = Scope(self.findings).word(field.value)  # a bare name is a word, because fields have no variables
        if isinstance(value, int):
            if low <= value <= high:
                return value
            message = f"`{field.name.id}` is {value}; it must be from {low} to {high}"
            self.findings.error("P013", message, field.value.span, "out of range")
        elif not isinstance(value, Poison):
            message = f"`{field.name.id}` must be an integer, not {described(value)}"
            self.findings.error("P011", message, field.value.span, "not an integer")
        return None

    def _values(self, field: syntax.Field | None, head_dim: int | None) -> int | None:
        """The size of values: by default that of keys, where values may have it."""
        if field is not None:
            return self._integer(field, SMALLEST_HEAD, LARGEST_VALUE)
        if head_dim is not None and head_dim > LARGEST_VALUE:
            message = f"values would have {head_dim} numbers, as keys have"
            help_ = "write the size of values, such as `value_dim 512`"
            self.findings.error("P013", message, self.spans["head_dim"], f"not at most {LARGEST_VALUE}", help=help_)
            return None
        return head_dim

    def _divided(self, embed: int | None, heads: int | None) -> int | None:
        """The default head_dim of a module: embed // heads."""
        if embed is None or heads is None:
            return None
        if embed % heads == 0 and SMALLEST_HEAD <= embed // heads <= LARGEST_HEAD:
            return embed // heads
        whole = embed % heads == 0
        message = f"head_dim would be {embed} / {heads}" + (f" = {embed // heads}" if whole else "")
        label = f"not {SMALLEST_HEAD} to {LARGEST_HEAD}" if whole else "not an integer"
        self.findings.error(
            "P013", message, self.spans["heads"], label, help="write the head size, such as `head_dim 64`"
        )
        return None

    def _choice(self, field: syntax.Field | None, kind: type[_Choice], default: _Choice) -> _Choice:
        """One word of an enumeration."""
        if field is None:
            return default
        words = {str(one.value): one for one in kind}
        if isinstance(field.value, syntax.Name) and field.value.id in words:
            return words[field.value.id]
        message = f"`{field.name.id}` is {' or '.join(f'`{word}`' for word in words)}"
        given = field.value.id if isinstance(field.value, syntax.Name) else ""
        help_ = nearest(given, words) if given else f"write `{field.name.id} {default.value}`"
        self.findings.error("P011", message, field.value.span, "not one of them", help=help_)
        return default

    def _dropout(self, field: syntax.Field | None) -> float:
        if field is None:
            return 0.0
        value = Scope(self.findings).word(field.value)  # a bare name is a word, because fields have no variables
        if isinstance(value, int | float):
            if 0 <= value < 1:
                return float(value)
            message = f"`dropout` is {value}; it must be at least 0 and below 1"
            self.findings.error("P013", message, field.value.span, "out of range")
        elif not isinstance(value, Poison):
            message = f"`dropout` must be a number, not {described(value)}"
            self.findings.error("P011", message, field.value.span, "not a number")
        return 0.0


# ---- the pattern's own conditions ------------------------------------------------------------------------------------
def _fit(spec: ModuleSpec, pattern: typed.Pattern, spans: Mapping[str, Span], findings: Findings) -> None:
    """Check the module's heads and head_dim against the pattern's conditions that don't depend on the call."""
    for message, span in (*_of_heads(spec, pattern), *_of_tables(spec, pattern), *_of_requirements(spec, pattern)):
        related = (Related(span, "this part of the pattern"),)
        findings.error("P034", message, spans["heads"], f"does not fit `{pattern.name}`", related=related)


def _of_heads(spec: ModuleSpec, pattern: typed.Pattern) -> Iterator[tuple[str, Span]]:
    covered: int | None = 0
    ranges = [(one.heads.start, one.heads.stop, one.span) for one in pattern.groups if isinstance(one.heads, HeadRange)]
    for start, stop, _ in sorted(ranges, key=lambda one: one[0]):
        covered = stop if covered is not None and start == covered else covered
    for group in pattern.groups:
        if isinstance(group.heads, typed.Partition) and spec.heads < len(group.branches):
            yield f"{spec.heads} heads for {len(group.branches)} branches: each needs a head", group.span
    if ranges and covered is not None and spec.heads > covered:
        yield f"head {covered} of {spec.heads} has no branch", ranges[-1][2]


def _of_tables(spec: ModuleSpec, pattern: typed.Pattern) -> Iterator[tuple[str, Span]]:
    """Check the number of heads of block tables that have one table per head."""
    for leaf in (leaf for group in pattern.groups for branch in group.branches for leaf in of_branch(branch)):
        table = leaf.primitive
        if isinstance(table, Table) and table.heads not in (1, spec.heads):
            yield f"{spec.heads} heads for {table.file}, which has {table.heads}", leaf.span


def _of_requirements(spec: ModuleSpec, pattern: typed.Pattern) -> Iterator[tuple[str, Span]]:
    """Check the requirements that use only heads and head_dim."""
    known = {"heads": spec.heads, "head_dim": spec.head_dim}
    for requirement in pattern.requirements:
        read = set(re.findall(r"[a-z_]\w*", requirement.expression)) & {"n", *known}
        # The text is Python that `check` wrote: integers, these names, arithmetic, comparisons, min and max.
        if "n" not in read and not eval(requirement.expression, {"__builtins__": {}, "min": min, "max": max}, known):
            yield (
                f"{spec.heads} heads of size {spec.head_dim}, but the pattern requires {requirement.text}",
                requirement.span,
            )
