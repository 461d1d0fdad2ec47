"""Results of stages held to the invariants of their IR: an observer of the driver."""

from __future__ import annotations

from collections.abc import Callable

from patternc.ir import verify, verify_host
from patternc.ir.batch import Batches
from patternc.ir.host import Host
from patternc.ir.tile import Tiles
from patternc.ir.verify_batches import verify_batches


class FaultyStageError(Exception):
    """A stage made an IR that breaks an invariant: a defect of the compiler, never of a pattern."""


def verifying() -> Callable[[str, object], None]:
    """An observer that raises FaultyStageError after a stage whose tile IR, batch IR or host IR has a fault."""
    tiles = Tiles((), ())

    def observe(stage: str, made: object) -> None:
        nonlocal tiles
        found: tuple[str, ...] = ()
        match made:
            case Tiles():
                tiles, found = made, verify.faults(made)
            case Batches():
                found = verify_batches(made)
            case Host():
                found = verify_host.faults(made, tiles)
            case _:
                pass
        if found:
            raise FaultyStageError(f"{stage}: {'; '.join(found)}")

    return observe
