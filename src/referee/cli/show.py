"""What the commands share in showing things: the progress of fits, tables, JSON, refusals."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from referee.cli.own_words import as_options
from referee.errors import BadInput

if TYPE_CHECKING:
    from referee.report.to_come import ToCome

EVERY_SECONDS = 10.0        # between two lines about how far it is
PICTURES = {".svg", ".pdf", ".png"}


class Tick(Protocol):
    """Called after each fit."""

    def __call__(self, done: int, total: int, failed: int, /, left: float | None = None) -> None: ...  # noqa: D102


@contextmanager
def fitting(doing: str = "Fitting", done: str = "Fitted", known: str = "fits were already in the ledger",
            ) -> Iterator[Tick]:
    """Show how far the fits are: a bar with the time left on a terminal, a line now and then elsewhere."""
    if sys.stderr.isatty():
        with _bar(doing) as tick:
            yield tick
        return
    from referee.report.to_come import ToCome

    lines = Lines(done, known, ToCome())
    with every(EVERY_SECONDS, lines.say):
        yield lines


@contextmanager
def _bar(doing: str) -> Iterator[Tick]:
    from rich import progress as rich
    from rich.console import Console

    from referee.report.to_come import ToCome

    parts = (rich.TextColumn(doing), rich.BarColumn(), rich.MofNCompleteColumn(), rich.TimeElapsedColumn(),
             rich.TextColumn("{task.fields[note]}"))
    with rich.Progress(*parts, console=Console(stderr=True)) as progress:
        task, to_come = progress.add_task("fits", total=None, note=""), ToCome()

        def tick(done: int, total: int, failed: int, /, left: float | None = None) -> None:
            progress.update(task, completed=done, total=total, note=to_come.told(done, total, failed, left))

        yield tick


@dataclass(slots=True)
class Lines:
    """Plain lines for logs: at the start, now and then, and at the end."""

    word: str
    known: str
    to_come: ToCome
    now: str | None = None           # how far it is; nothing before the first fit and after the last

    def __call__(self, done: int, total: int, failed: int, /, left: float | None = None) -> None:
        """How far it is now."""
        first, told = self.to_come.first is None, self.to_come.told(done, total, failed, left)
        self.now = f"{self.word} {done} of {total}{told and f', {told}'}."
        if first and done and total:
            say(f"{done} of {total} {self.known}.")
        elif done == total and not first:
            say(self.now)
        if done == total:
            self.now = None

    def say(self) -> None:
        """How far it is, whether a fit has ended since or not: nobody should think that it hangs."""
        if self.now is not None:
            say(self.now)


@contextmanager
def every(seconds: float, call: Callable[[], None]) -> Iterator[None]:
    """Call something now and then, beside what is being done."""
    ended = threading.Event()

    def go_on() -> None:
        while not ended.wait(seconds):
            call()

    thread = threading.Thread(target=go_on, daemon=True, name="a word now and then")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def say(text: str) -> None:
    """A line about the work, apart from its results, in the words of this door."""
    print(as_options(text), file=sys.stderr, flush=True)


def page_file(context: typer.Context, path: Path | None) -> Path | None:
    """A place for the page, looked at before anything is done; a page is no picture: who names one means the figure."""
    if path is not None and path.suffix.lower() in PICTURES:
        raise BadInput(f"the page is written as HTML, not as {path.suffix}; a picture goes to --figure {path}.")
    return path if context.params.get("no_report") else file_to_write(path)


def picture_file(path: Path | None) -> Path | None:
    """A place for a picture, looked at before anything is done."""
    if path is not None and path.suffix.lower() not in PICTURES:
        raise BadInput(f"{path}: a figure is drawn as .svg, .pdf or .png; name a file with one of these endings.")
    return file_to_write(path)


def file_to_write(path: Path | None) -> Path | None:
    """A place that can be written, looked at before anything is done."""
    if path is not None:
        from referee.report.place import writable

        writable(path)
    return path


def print_version(asked: bool) -> None:
    """The version of referee, and nothing else."""
    if asked:
        from importlib.metadata import version

        print(f"referee {version('referee')}")
        raise typer.Exit


def print_json(value: Any) -> None:
    """JSON on standard output; NaN would not be JSON, so it is refused."""
    print(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def columns(rows: list[tuple[str, ...]], *, indent: str = "  ") -> str:
    """Rows as aligned text; the last column runs free."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    padded = ([*(cell.ljust(w) for cell, w in zip(row[:-1], widths, strict=True)), row[-1]] for row in rows)
    return "\n".join((indent + "  ".join(row)).rstrip() for row in padded)
