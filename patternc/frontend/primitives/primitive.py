"""The base of primitives: frozen dataclasses whose fields are typed parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args, get_type_hints

from patternc.ir.mask import ByHead, ByHeadBlock, Fixed, InputKind, Mask, Residue, SameResidue, Side


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The smallest value of an integer parameter."""

    least: int


@dataclass(frozen=True, slots=True)
class OfInputKind:
    """The kind of runtime input that a parameter names."""

    kind: InputKind


class Rule(Enum):
    """Offset rules that are not a single integer."""

    HEAD = "head"
    HEAD_BLOCK = "head_block"
    BRANCH = "branch"
    ALL = "all"


Size: TypeAlias = Annotated[int, AtLeast(1)]
Count: TypeAlias = Annotated[int, AtLeast(0)]
Offset: TypeAlias = Annotated[int, AtLeast(0)] | Rule
Offsets: TypeAlias = Annotated[str, OfInputKind(InputKind.OFFSETS)]
Lengths: TypeAlias = Annotated[str, OfInputKind(InputKind.LENGTHS)]
Picks: TypeAlias = Annotated[str, OfInputKind(InputKind.PICKS)]
Labels: TypeAlias = Annotated[str, OfInputKind(InputKind.LABELS)]


class End(Enum):
    """The end of the sequence, as a position."""

    N = "n"


class Same(Enum):
    """The offsets of queries, for keys."""

    SAME = "same"


Positions: TypeAlias = Annotated[str, OfInputKind(InputKind.POSITIONS)] | Annotated[int, AtLeast(0)] | End
"""A position for each query or key, one for all, or the end of the sequence."""


class Home(Enum):
    """Where a primitive may be used."""

    ANYWHERE = "anywhere"
    BLOCKS = "inside `blocks`"
    POSITIONS = "outside `blocks`"


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error or warning about arguments that are valid one by one."""

    severity: Literal["error", "warning"]
    code: str
    parameter: str
    message: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class Primitive(ABC):
    """A predicate over (h, q, k). `word` is its name in the language.

    `home`: where it may be used. Inside `blocks(B, ...)` positions are block indices. `edition`: the first of the
    language that has it.
    """

    word: ClassVar[str]
    home: ClassVar[Home] = Home.ANYWHERE
    edition: ClassVar[int] = 1

    @abstractmethod
    def lower(self) -> Mask:
        """The same predicate in mask IR."""

    def in_branch(self, index: int) -> Primitive:
        """The primitive with `branch` replaced by its branch's index in every parameter."""
        return self

    def complaints(self) -> tuple[Complaint, ...]:
        """Complaints about the arguments together."""
        return ()

    @property
    def since(self) -> int:
        """The first edition of the language that has it as it is written."""
        to_the_end = any(isinstance(getattr(self, one.name), End) for one in parameters(type(self)))
        return max(self.edition, 2 if to_the_end else 1)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs that it reads."""
        taken = (getattr(self, one.name) for one in parameters(type(self)) if one.input_kind is not None)
        return tuple(dict.fromkeys(one for one in taken if isinstance(one, str)))

    def __str__(self) -> str:
        """The call as written in the language, with every default."""
        values = [(one, argument_text(getattr(self, one.name), one)) for one in parameters(type(self))]
        written = [text if i == 0 else f"{one.name}={text}" for i, (one, text) in enumerate(values)]
        return f"{self.word}({', '.join(written)})" if written else self.word


def argument_text(value: int | str | Enum, parameter: Parameter) -> str:
    """A parameter's value as pattern-language text."""
    text = str(value.value) if isinstance(value, Enum) else str(value)
    return f"@{text}" if parameter.input_kind is not None and isinstance(value, str) else text


# ---- parameters, read off the fields -------------------------------------------------------------------------------
_SAME_AS = "same as"


def same_as(parameter: str) -> int:
    """A field that defaults to the value of another parameter."""
    result: int = field(metadata={_SAME_AS: parameter})
    return result


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: integers >= `least` (None: no integers), `words`, or the name of an input of kind `input_kind`.

    `default` None: mandatory, or defaults to the value of the parameter `same_as`.
    """

    name: str
    least: int | None
    words: tuple[Enum, ...]
    default: int | Enum | None
    same_as: str | None
    input_kind: InputKind | None = None


@cache
def parameters(kind: type[Primitive]) -> tuple[Parameter, ...]:
    """The parameters of a primitive, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_parameter(one, hints[one.name]) for one in fields(kind))


def _parameter(one: Field[int | Enum], hint: object) -> Parameter:
    parts = get_args(hint) if not hasattr(hint, "__metadata__") else (hint,)
    least: int | None = None
    words: tuple[Enum, ...] = ()
    kind: InputKind | None = None
    for part in parts or (hint,):
        if isinstance(part, type) and issubclass(part, Enum):
            words = tuple(part)
            continue
        for mark in getattr(part, "__metadata__", ()):  # fields of special calls have none
            least = mark.least if isinstance(mark, AtLeast) else least
            kind = mark.kind if isinstance(mark, OfInputKind) else kind
    default = None if one.default is MISSING else one.default
    return Parameter(one.name, least, words, default, one.metadata.get(_SAME_AS), kind)


# ---- residue classes, which several families share -----------------------------------------------------------------
def residues(offset: Offset, dilation: int, segment: int | None, sides: tuple[Side, ...]) -> tuple[Mask, ...]:
    """The atoms that restrict `sides` to the residue classes of an offset rule (none if there is only one class)."""
    if dilation == 1:
        return ()
    match offset:
        case Rule.ALL:
            return (SameResidue(dilation, segment),)
        case Rule.HEAD:
            return tuple(Residue(side, dilation, ByHead(), segment) for side in sides)
        case Rule.HEAD_BLOCK:
            return tuple(Residue(side, dilation, ByHeadBlock(), segment) for side in sides)
        case Rule.BRANCH:
            raise ValueError("offset: `branch` has no value outside a branch")
        case _:
            return tuple(Residue(side, dilation, Fixed(offset), segment) for side in sides)
