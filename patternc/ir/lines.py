"""Lines of generated text, as pieces: a line that is too long is broken in a bracket, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

LINE_LENGTH = 120  # characters of a printed line


@dataclass(frozen=True, slots=True)
class Bracket:
    """A part of a line that may be broken between its ends, or between its items too, which may hold brackets.

    `sign`: what stands between items; an operator begins the line of the item after it. `trailing`: a comma
    follows the last item where each has a line of its own. `together`: items may have one line of their own together.
    `pad`: what stands inside of both ends on one line. Without ends the items are a whole item of another bracket.
    """

    opening: str
    items: tuple[Piece, ...]
    closing: str
    sign: str = ", "
    trailing: bool = True
    together: bool = True
    pad: str = ""

    def flat(self) -> str:
        """On one line."""
        return f"{self.opening}{self.pad}{self.inside()}{self.pad}{self.closing}"

    def inside(self) -> str:
        """The items on one line."""
        return self.sign.join(map(flat, self.items))

    def apart(self) -> Iterator[Line]:
        """The items, each with the sign on its side."""
        last = len(self.items) - 1
        for place, item in enumerate(self.items):
            if self.sign[0] in ",;":
                yield (item, self.sign.rstrip() if place < last or self.trailing else "")
            else:
                yield (self.sign.lstrip() if place else "", item)


Line: TypeAlias = "tuple[Piece, ...]"
Piece: TypeAlias = "str | Bracket | Line"


def flat(piece: Piece) -> str:
    """A piece as it stands where it is short enough."""
    match piece:
        case str():
            return piece
        case Bracket():
            return piece.flat()
        case _:
            return "".join(map(flat, piece))


def laid_out(piece: Piece, room: int = LINE_LENGTH) -> Iterator[str]:
    """The lines of a piece with so much room: one, or several, in the form of `ruff format`.

    The longest of the brackets is broken: around its items if these fit on one line, or after each of them.
    """
    text, parts = flat(piece), tuple(_parts(piece))
    breakable = [place for place, part in enumerate(parts) if isinstance(part, Bracket) and part.items]
    if len(text) <= room or not breakable:
        yield text
        return
    place = max(breakable, key=lambda place: len(flat(parts[place])))
    bracket = parts[place]
    assert isinstance(bracket, Bracket)
    if not bracket.opening:
        lines = [line for item in bracket.apart() for line in laid_out(item, room)]
        yield from (*lines[:-1], f"{lines[-1]}{flat(parts[place + 1 :])}")
        return
    yield f"{flat(parts[:place])}{bracket.opening}"
    inside = bracket.inside()
    if bracket.together and len(inside) <= room - 4:
        yield f"    {inside}"
    else:
        yield from (f"    {line}" for item in bracket.apart() for line in laid_out(item, room - 4))
    yield f"{bracket.closing}{flat(parts[place + 1 :])}"


def _parts(piece: Piece) -> Iterator[str | Bracket]:
    if isinstance(piece, str | Bracket):
        yield piece
        return
    for part in piece:
        yield from _parts(part)
