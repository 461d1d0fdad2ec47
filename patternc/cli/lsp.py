"""`patternc lsp`."""

from __future__ import annotations

import os
import sys

import click


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output, as without this option.")
def command(stdio: bool) -> int:  # noqa: ARG001 - editors pass it
    """Run the language server for editors, over standard input and output (needs patternc[lsp])."""
    try:
        from patternc.editor.server import server
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError("the language server needs pygls: install patternc[lsp]") from None
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:  # the server closes what it writes to
        server.start_io(stdout=output)
    return 0 if server.ended else 1
