"""`--timings`: the time of each stage, measured by an observer of the driver and written to stderr at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter

import click

from patternc.driver import Observe, ignore

timings_option = click.option(
    "--timings",
    is_flag=True,
    help="Write the time of each stage to stderr. The first run of a stage includes its imports.",
)


@dataclass(slots=True)
class Timings:
    """Seconds per stage, summed over the files and patterns of a command, in the order of the first run.

    `timings`: whether they are written.
    """

    timings: bool = False
    seconds: dict[str, float] = field(default_factory=dict)

    def observer(self, of: str = "", inner: Observe = ignore) -> Observe:
        """An observer whose clock starts now. The time spent in `inner` is not attributed to any stage.

        `of`: what the stages run for, such as a backend; it becomes part of their names.
        """
        begin = perf_counter()

        def observe(stage: str, made: object) -> None:
            nonlocal begin
            name = f"{stage}, {of}" if of else stage
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin
            inner(stage, made)
            begin = perf_counter()

        return observe

    def write(self) -> None:
        """Write one line per stage, with its share of the sum, and the sum."""
        total = sum(self.seconds.values())
        for name, seconds in (*self.seconds.items(), ("together", total)) if self.timings else ():
            click.echo(f"{name:20} {1000 * seconds:10.1f} ms {seconds / total if total else 0:7.1%}", err=True)
