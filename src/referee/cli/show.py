"""What the commands share in showing things: the progress of fits, tables, JSON, refusals."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import typer

from referee.cli.own_words import as_options
from referee.errors import BadInput

PICTURES = {".svg", ".pdf", ".png"}


class Tick(Protocol):
    """Called after each fit."""

    def __call__(self, done: int, total: int, failed: int, /) -> None: ...  # noqa: D102


@contextmanager
def fitting(doing: str = "Fitting", done: str = "Fitted", known: str = "fits were already in the ledger",
            ) -> Iterator[Tick]:
    """Show how far the fits are: a bar with the time left on a terminal, a line now and then elsewhere."""
    if sys.stderr.isatty():
        with _bar(doing) as tick:
            yield tick
    else:
        yield _lines(done, known)


@contextmanager
def _bar(doing: str) -> Iterator[Tick]:
    from rich import progress as rich
    from rich.console import Console

    parts = (rich.TextColumn(doing), rich.BarColumn(), rich.MofNCompleteColumn(), rich.TimeElapsedColumn(),
             rich.TextColumn("left"), rich.TimeRemainingColumn(compact=True), rich.TextColumn("{task.fields[note]}"))
    with rich.Progress(*parts, console=Console(stderr=True)) as progress:
        task = progress.add_task("fits", total=None, note="")

        def tick(done: int, total: int, failed: int, /) -> None:
            progress.update(task, completed=done, total=total, note=f"{failed} failed" if failed else "")

        yield tick


def _lines(word: str, known: str, every_seconds: float = 10.0) -> Tick:
    """Plain lines for logs: at the start, every ten seconds, and at the end."""
    started = time.monotonic()
    last, reused = started, None

    def tick(done: int, total: int, failed: int, /) -> None:
        nonlocal last, reused
        now = time.monotonic()
        if reused is None:
            reused = done
            if done and total:
                say(f"{done} of {total} {known}.")
        elif done == total or now - last >= every_seconds:
            last = now
            pace = (now - started) / max(done - reused, 1)
            left = "" if done == total else f", about {pace * (total - done):.0f} s left"
            say(f"{word} {done} of {total}{left}{f', {failed} failed' if failed else ''}.")

    return tick


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
