"""What a notebook is shown while fits go on, where nobody asked for anything else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from referee.running.done import Progress, silent

KERNEL = "ZMQInteractiveShell"        # of Jupyter and what is built on it; a terminal has another


def in_a_notebook() -> bool:
    """Whether this runs in a notebook's kernel, as far as is known without importing anything.

    >>> in_a_notebook()
    False
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == KERNEL


@contextmanager
def shown(progress: Progress) -> Iterator[Progress]:
    """The progress that was asked for; in a notebook, where none was, a bar that goes away when all is done."""
    if progress is not silent or not in_a_notebook():
        yield progress
        return
    try:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar
    except ImportError:
        yield _line
        return
    with Bar(TextColumn("Fitting"), BarColumn(), MofNCompleteColumn(), TextColumn("left"),
             TimeRemainingColumn(compact=True), TextColumn("{task.fields[note]}"), transient=True) as bar:
        task = bar.add_task("fits", total=None, note="")

        def tick(done: int, total: int, failed: int) -> None:
            bar.update(task, completed=done, total=total, note=f"{failed} failed" if failed else "")

        yield tick


def _line(done: int, total: int, failed: int) -> None:
    """One line that is written over."""
    lost = f", {failed} failed" if failed else ""
    sys.stderr.write(f"\rFitted {done} of {total}{lost}." + "\n" * (done == total))
