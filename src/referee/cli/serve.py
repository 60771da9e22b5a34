"""referee serve: a ledger in the browser, while others write to it."""

from __future__ import annotations

import sys
import webbrowser
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import say
from referee.errors import Stopped

INTERRUPTED = 130


def serve(
    ledger: Annotated[str, typer.Argument(help="A ledger: a file, or a database URL.", metavar="[LEDGER]",
                                          )] = o.DEFAULT_LEDGER,
    port: o.Port = None, no_browser: o.NoBrowser = False,
) -> None:
    """Show a ledger in the browser, live: studies and verdicts, runs with the time left, looks, vaults, single rows.

    It is for this machine alone and only reads.

    Example: referee serve referee.db
    """
    from referee.serve.overview import lead
    from referee.serve.serving import Serving

    serving = Serving(ledger, port=port)
    print(serving.address, flush=True)
    say(f"{serving.where}: {lead(serving.moment)} Ctrl-C ends the view, not the runs.")
    if not no_browser and sys.stdout.isatty():
        webbrowser.open(serving.address)
    try:
        serving.run()
        code = 0
    except Stopped as end:
        code = 128 + end.signal
    except KeyboardInterrupt:
        code = INTERRUPTED
    say("\nThe view has ended; whatever is being fitted goes on.")
    raise SystemExit(code)             # no run was stopped here, which is what other commands say then
