"""What runs are made from besides query and key: the arguments of the generated `_runs`, `_plan` and `_plans`."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.interface import Argument, Kind

_OF_ENTRIES = (Kind.OFFSETS, Kind.LENGTHS, Kind.SELECTION)


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments after the places of queries and keys, by name.

    `reads_n`: the length of the sequence is one. `heads`: those that tell the heads' places in the whole model.
    `masks`: the inputs of which each batch entry has its own. `tables`: those that are added to scores. `dropout`:
    weights may be dropped.
    """

    reads_n: bool
    heads: tuple[str, ...]
    masks: tuple[str, ...]
    tables: tuple[str, ...]
    dropout: bool

    @property
    def each(self) -> bool:
        """Whether every batch entry has runs of its own."""
        return bool(self.masks) or self.dropout

    @property
    def besides(self) -> tuple[str, ...]:
        """All but the length."""
        tables, batch = ("tables",) if self.tables else (), ("batch",) if self.dropout else ()
        return (*self.heads, *self.masks, *tables, *self._drawn, *batch)

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, as `_plan` has them."""
        return (*(("n",) if self.reads_n else ()), *self.besides)

    @property
    def typed(self) -> tuple[str, ...]:
        """The same as parameters."""
        return tuple(map(self.parameter, self.names))

    @property
    def of_entry(self) -> tuple[str, ...]:
        """What `_plans` gives `_plan` of batch entry `b`."""
        return tuple(
            "b" if name == "batch" else f"_entry({name}, b)" if name in self.masks else name for name in self.names
        )

    @property
    def of_call(self) -> tuple[str, ...]:
        """What both passes give: they know the length as `seq_len`, and tables one by one."""
        tables = f"({self.tables[0]},)" if len(self.tables) == 1 else f"({', '.join(self.tables)})"
        length = ("seq_len",) if self.reads_n else ()
        return (*length, *self.heads, *self.masks, *((tables,) if self.tables else ()), *self._drawn)

    @property
    def _drawn(self) -> tuple[str, ...]:
        return ("dropout", "seed") if self.dropout else ()

    def parameter(self, name: str) -> str:
        """A parameter of `_runs` or `_plan` with its type."""
        types = {"queries": "range", "keys": "range", "device": "torch.device", "dropout": "float"}
        types |= dict.fromkeys(self.masks, "Tensor") | {"tables": "tuple[Tensor, ...]"}
        return f"{name}: {types.get(name, 'int')}"


def arguments(read: frozenset[str], inputs: tuple[Argument, ...]) -> Arguments:
    """The arguments of runs that read some names, of all the inputs that kernels get."""
    return Arguments(
        reads_n="n" in read,
        heads=tuple(one.name for one in inputs if one.kind is Kind.HEADS and one.name in read),
        masks=tuple(own_name(one) for one in inputs if one.kind in _OF_ENTRIES and one.name in read),
        tables=tuple(own_name(one) for one in inputs if one.kind is Kind.TABLE),
        dropout=any(one.kind is Kind.DROPOUT for one in inputs),
    )


def own_name(given: Argument) -> str:
    """An input's name in the kernels, which can't meet any other of the file's."""
    return given.name if given.kind in (Kind.DROPOUT, Kind.SEED, Kind.HEADS) else f"given_{given.name}"
