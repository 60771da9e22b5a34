"""The command line: reads arguments, calls the api, prints. No statistics in it.

Commands are imported when they are called, so that `referee --help` answers at once.
"""

from __future__ import annotations

import gc
import signal
import sys
import warnings
from typing import Any, TextIO

import typer

from referee.cli import options as o
from referee.cli.commands import Commands
from referee.cli.own_words import as_options
from referee.cli.streams import masked_streams, terminal_width
from referee.errors import BrokenPlugin, LooksMissing, RefereeError, Stopped, Waiting, WorkShared
from referee.report.width import at_width

DONE, INPUT_AT_FAULT, INTERRUPTED = 0, 2, 130
SELDOM = 50_000      # new objects between two looks for garbage: a command loads much that stays, and is soon over
# What typer raises for a mistyped command; recent versions bring a click of their own.
USAGE: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(
    name="referee", cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Which of your models is better, by how much, how sure you can be, and what is wrong with the way "
         "you found out.",
    epilog="Start with: referee demo. Exit codes: 0 done, 2 the input is at fault, 3 done but some fits failed.",
)


@app.callback()
def referee(version: o.Version = False) -> None:
    """What may come before a command."""


def main() -> None:
    """Run the command line; refusals are one sentence, never a traceback, and nothing printed holds a password."""
    warnings.showwarning = _told
    gc.set_threshold(SELDOM)
    try:
        with masked_streams(), at_width(terminal_width()):
            _run()
    finally:
        gc.freeze()      # what a process holds at its end is not searched for garbage once more: an eighth of the demo


def _run() -> None:
    stopped = _stop_at_signals()
    try:
        code = app(standalone_mode=False) or DONE
    except USAGE as error:
        error.show()
        sys.exit(INPUT_AT_FAULT)
    except RefereeError as error:
        if not stopped:
            print(f"referee: {as_options(str(error))}", file=sys.stderr)
            sys.exit(INPUT_AT_FAULT)
        code = INTERRUPTED       # what fails as a program is told to end fails because of that
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:      # the reader of our output went away, as `| head` does
        sys.exit(DONE)
    if code == INTERRUPTED:      # some versions of typer make an exit of Ctrl-C themselves
        print("\nStopped. What was fitted is kept; the same command goes on from there.", file=sys.stderr)
        code = 128 + stopped[0] if stopped else INTERRUPTED
    sys.exit(code)


def _stop_at_signals() -> list[int]:
    """Take the end of a batch job, a container or a terminal like Ctrl-C; what `nohup` has ignored stays ignored."""
    stopped: list[int] = []

    def stop(number: int, _frame: object) -> None:
        stopped.append(number)
        raise Stopped(number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)
    return stopped


def _told(message: Warning | str, category: type[Warning], filename: str, lineno: int,
          file: TextIO | None = None, line: str | None = None) -> None:
    """A warning of ours as one sentence; others as Python shows them."""
    if issubclass(category, BrokenPlugin | LooksMissing | Waiting | WorkShared):
        print(f"referee: {message}", file=sys.stderr)
    else:
        print(warnings.formatwarning(message, category, filename, lineno, line), file=file or sys.stderr, end="")


if __name__ == "__main__":
    main()
