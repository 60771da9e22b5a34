"""How a study is told while it runs and when it is done: announced, fit by fit, the answer, its page, the exit code."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import typer

from referee.cli.own_words import as_options
from referee.cli.show import Tick, fitting, print_json, say

if TYPE_CHECKING:
    from types import TracebackType

    from referee.api import Answer, Ready
    from referee.cli.copies import Copies
    from referee.cli.gated import Gating

SOME_FITS_FAILED = 3
INSET = re.compile(r"^( +)! .*(?:\n\1  .*)*", re.MULTILINE)          # a marked sentence below another, with its lines


class Telling:
    """Says what is going to be done, then how far it is; for several studies one after another too."""

    def __init__(self, ledger: str) -> None:
        self._ledger = ledger
        self._shown = ExitStack()
        self._tick: Tick | None = None
        self._announced = 0
        self._seen: Any = None           # the rows that were told already

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._stop()

    def __call__(self, prepared: Ready[Any]) -> None:
        """Say what is going to be done, before it is done; what is the same for all studies of a file, once."""
        self._stop()
        self._announced += 1
        declaration = prepared.card.declaration
        file, first = declaration.file, self._announced == 1
        if file is not None and first:
            say(f"Declared {file.study} ({file.fingerprint}), before the first fit.")
            for sentence in file.deviations:
                say(f"! Deviation: {sentence}")
        if file is not None and file.together > 1:
            say(f"Data set {self._announced} of {file.together}:")
        if prepared.problem is not self._seen:
            self.seen(prepared.problem)
        why = f" Why: {declaration.why}." if declaration.why else ""
        say(f"Design: {prepared.plan.card.description}; {prepared.n_fits:,} fits.{why}")
        if first or file is None:
            say(f"Ledger: {self._ledger}")

    def seen(self, problem: Any) -> None:
        """Say what was read."""
        self._seen = problem
        say(problem.describe())
        for notice in problem.notices:
            say(f"! {notice}")

    def next_study(self, _prepared: Ready[Any]) -> None:
        """Count the fits of the next study by themselves, without a word about it."""
        self._stop()

    def progress(self, done: int, total: int, failed: int, /, left: float | None = None) -> None:
        """Show how far the fits are."""
        if self._tick is None:
            self._tick = self._shown.enter_context(fitting())
        self._tick(done, total, failed, left=left)

    def _stop(self) -> None:
        self._shown.close()
        self._tick = None


def answer(result: Answer, *, as_json: bool, page: Path | None, copies: Copies | None = None,
           gating: Gating | None = None, everything: bool = False) -> None:
    """Print the answer, write what was asked for, and leave with the exit code that says whether fits failed."""
    for one in getattr(result, "results", None) or [result]:
        _say_shortcuts(one)
    tell(result, as_json=as_json, everything=everything)
    if page is not None:
        for path in result.pages(page):
            say(f"Page: {path}")
    if copies is not None:
        copies.write(result)
    if gating is not None:
        gating.leave(result)
    if result.failed:
        raise typer.Exit(SOME_FITS_FAILED)


def tell(result: Any, *, as_json: bool, everything: bool = False) -> None:
    """Print an answer, as text or as JSON."""
    if as_json:
        print_json(result.to_dict())
        return
    text = str(result) if everything else getattr(result, "brief", result.__str__)()
    print(in_options(text.removesuffix("\n")), flush=True)


def in_options(text: str) -> str:
    """The text of an answer with options in place of keywords where it says what to do: in paragraphs marked by `!`.

    >>> from referee.cli import options
    >>> in_options("! keep them together with\\n  groups='patient'.\\n\\ntree (seed=1)  0.9")
    '! keep them together with\\n  --groups patient.\\n\\ntree (seed=1)  0.9'
    >>> in_options("iris: tree (seed=1) leads.\\n  ! Say\\n    groups='patient'.\\nwine: no winner.")
    'iris: tree (seed=1) leads.\\n  ! Say\\n    --groups patient.\\nwine: no winner.'
    """
    return "\n\n".join(as_options(part) if part.startswith("! ") else INSET.sub(lambda said: as_options(said[0]), part)
                       for part in text.split("\n\n"))


def _say_shortcuts(result: Any) -> None:
    """Say how many of the fits just made were not made the long way."""
    done = getattr(result, "done", None)
    if done is not None and done.shortcut:
        say(f"{done.shortcut:,} of {done.fitted:,} fits by exact shortcut.")
    if done is not None and done.steps:
        say(f"{done.steps:,} of {done.fitted:,} fits by the solver's own steps, many at once: equal but for rounding.")
