"""What a notebook is shown while fits go on, where nobody asked for anything else."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.report.to_come import ToCome
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
        yield with_time(progress)
        return
    try:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar
    except ImportError:
        yield _line
        return
    with Bar(TextColumn("Fitting"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[note]}"),
             transient=True) as bar:
        task, to_come = bar.add_task("fits", total=None, note=""), ToCome()

        def tick(done: int, total: int, failed: int, /, left: float | None = None) -> None:
            bar.update(task, completed=done, total=total, note=to_come.told(done, total, failed, left))

        yield tick


def with_time(progress: Callable[..., None]) -> Progress:
    """The same, where it knows nothing of the time left.

    >>> with_time(lambda done, total, failed: print(done, total, failed))(1, 10, 0, left=3.5)
    1 10 0
    """
    try:
        inspect.signature(progress).bind(0, 0, 0, left=None)
    except TypeError:
        def told(done: int, total: int, failed: int, /, left: float | None = None) -> None:  # noqa: ARG001
            progress(done, total, failed)

        return told
    except ValueError:          # a callable that does not say what it takes
        pass
    return progress


def _line(done: int, total: int, failed: int, /, left: float | None = None) -> None:  # noqa: ARG001
    """One line that is written over."""
    lost = f", {failed} failed" if failed else ""
    sys.stderr.write(f"\rFitted {done} of {total}{lost}." + "\n" * (done == total))
