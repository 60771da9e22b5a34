"""Carry a prepared study out: declare it in the ledger, fit what is missing, and say what came out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from referee.api.answer import Answer
from referee.api.notebook import shown
from referee.errors import BadInput
from referee.ledger import Ledger, StudyCard, retrying, sharing
from referee.running.done import Done, Progress, silent

if TYPE_CHECKING:
    from referee.data import Problem
    from referee.designs import Plan
    from referee.metrics import Metric
    from referee.running import Engine


class StudyAnswer(Answer):
    """An answer that is read from the ledger; `done` says what was fitted for it just now."""

    done: Done | None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of a declared study; to say it again is no new look.

        `own` are the metrics of the study that no registry knows: they are given, never looked up.
        """
        raise NotImplementedError


A = TypeVar("A", bound=StudyAnswer)
A_co = TypeVar("A_co", bound=StudyAnswer, covariant=True)


class Ready(Protocol[A_co]):
    """A study that is declared and can be carried out; it knows how it is fitted, and which kind of answer it gives."""

    @property
    def problem(self) -> Problem:
        """The rows."""

    @property
    def plan(self) -> Plan:
        """How they are divided."""

    @property
    def card(self) -> StudyCard:
        """What is declared."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """By which models are measured."""

    @property
    def kind(self) -> type[A_co]:
        """The kind of answer."""

    @property
    def n_fits(self) -> int:
        """How many fits it needs, recorded ones included."""

    def fit(self, ledger: Ledger, engine: Engine, progress: Progress) -> Done:
        """Declare it in the ledger, then fit what is missing."""


Announce = Callable[[Ready[Any]], None]
"""Told of a study before it is carried out; if it has a method `seen`, also of a large table once that is read."""
LARGE = 500_000          # cells of a table that takes a while: to load models and to lay splits over it takes another


def show_large(announce: Announce, problem: Problem) -> Problem:
    """The problem; if it is a large one, whoever waits is told that it was read before anything is done with it."""
    seen: Callable[[Problem], None] | None = getattr(announce, "seen", None)
    if seen is not None and problem.n_rows * problem.n_features >= LARGE:
        seen(problem)
    return problem


def unannounced(prepared: Ready[Any]) -> None:
    """Nobody is told what is going to be done."""


def begin(studies: Iterable[Ready[Any]], ledger: Ledger, *, engine: Engine, announce: Announce, progress: Progress,
          ) -> None:
    """Fit what is missing of several studies and no other process is at; to be carried out when all are begun."""
    for prepared in studies:
        announce(prepared)
        prepared.fit(sharing(ledger, waits=False), engine, progress)


def carry_out(  # noqa: PLR0913 - how a study may be carried out, by keyword
    prepared: Ready[A], ledger: Ledger, *, engine: Engine | None = None, announce: Announce = unannounced,
    progress: Progress = silent, retry_failed: bool = False, share: bool = False,
) -> A:
    """Announce and declare the study, fit what is missing (and again what failed), and say what came out.

    With `share`, what is going to be fitted is claimed in the ledger, and other processes fit the rest.
    """
    from referee.running.engines import make_engine

    if share and retry_failed:
        raise BadInput("work cannot be shared while failed fits are tried again: each process would try all of them; "
                       "give retry_failed to one process, without share.")
    store = sharing(ledger) if share else retrying(ledger) if retry_failed else ledger
    announce(prepared)
    with shown(progress) as tick:
        done = prepared.fit(store, engine or make_engine(), tick)
    return prepared.kind.read(ledger, prepared.card, done=done, own=prepared.metrics)
