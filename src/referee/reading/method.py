"""A method: one way to an interval or to a test, and the gate it stands behind.

Every interval and every test of the pipeline is a `Method`, and each passes `covers` before it is used: by the facts of
the plan (`Traits`), of the metric and of the cases, never by what any of them is called. What no method covers is
told as an estimate without an interval, with the sentence of the method that came nearest. The same sentence serves the
error, the audit and the report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee.comparisons._base import Comparison
from referee.data.problem import Problem
from referee.designs.traits import Traits
from referee.errors import BadInput, NotJustified, RefereeError, Undefined
from referee.kinds import Estimand, Task
from referee.metrics import Metric
from referee.registry import Registry

if TYPE_CHECKING:
    from referee.comparisons.bayes.posterior import Posterior
    from referee.reading.draft import Draft
    from referee.reading.may_be_best import MayBeBest
    from referee.reading.scores import Scores, ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """What is predicted, as far as a method has to know."""

    task: Task
    n_classes: int | None = None
    grouped: bool = False
    n_groups: int | None = None
    n_times: int | None = None           # where it is known when they were measured

    @classmethod
    def of(cls, problem: Problem) -> Cases:
        """The cases of a problem."""
        groups = problem.groups
        return cls(task=problem.task, n_classes=len(problem.classes) or None, grouped=groups is not None,
                   n_groups=None if groups is None else len(set(groups.tolist())), n_times=problem.n_times)


OfPlan = Callable[[Traits], str | None]
"""Why a method does not fit a plan: a clause that goes on after the method's title; None where it does."""

OfMetric = Callable[[Metric, Cases], str | None]
"""Why a method does not fit a metric on these cases: likewise."""


def any_metric(_metric: Metric, _cases: Cases) -> None:
    """No objection to any metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to make an interval or a test, the question it answers, and what it covers."""

    name: str                          # as typed
    title: str                         # in a sentence: "the corrected t"
    plan: OfPlan                       # what it demands of the plan …
    metric: OfMetric = any_metric      # … and of the metric
    estimand: Estimand = Estimand.PROCEDURE
    summary: str = ""
    reference: str = ""
    authors: str = ""                  # said beside its name in a sentence
    weakness: str = ""                 # one clause, for the report
    historic: str = ""                 # what is wrong with it; by its name only, never a default, and marked
    shown: str = ""                    # in a table, where not the title
    function: str = ""                 # of an interval: the function on arrays, in `referee.estimates`
    read: Callable[[ScoreTable, Scores, float], Draft] | None = None                      # of an interval
    test: Callable[[ScoreTable, str, str, Metric, float], Comparison] | None = None       # of a test
    over_rows: bool = False            # of a test: its evidence are differences of rows, which can be flipped
    resamples: bool = False            # of a test: rows are drawn again and again
    omnibus: bool = False              # of a test: Cochran's Q asks its question of many models
    # of a test: the learners that may be the best of all
    may_be_best: Callable[[ScoreTable, Sequence[str], Metric, float], MayBeBest | None] | None = None
    posterior: Callable[[ScoreTable, Comparison, Metric, float], Posterior | None] | None = None    # as chances
    detectable: Callable[[Comparison, float, float], float | None] | None = None    # where few cases have their own law

    def covers(self, traits: Traits, metric: Metric, cases: Cases) -> str | None:
        """Why this method may not be used here, as one clause; None when it may."""
        return self.plan_objection(traits) or self.metric_objection(metric, cases)

    def plan_objection(self, traits: Traits) -> str | None:
        """What the plan lacks."""
        return self._told(self.plan(traits))

    def metric_objection(self, metric: Metric, cases: Cases) -> str | None:
        """What the metric lacks."""
        return self._told(self.metric(metric, cases))

    def require(self, traits: Traits, metric: Metric, cases: Cases) -> None:
        """Refuse to be used where it objects."""
        if clause := self.covers(traits, metric, cases):
            raise NotJustified(f"{clause}.")

    def _told(self, clause: str | None) -> str | None:
        return None if clause is None else clause.format(method=self.title)

    @property
    def by(self) -> str:
        """Its authors, as they follow its name."""
        return f" ({self.authors})" if self.authors else ""

    @property
    def label(self) -> str:
        """What it is called in a table."""
        return self.shown or self.title

    @property
    def make(self) -> Callable[..., Any]:
        """The function of an interval on arrays, loaded when first asked for."""
        made: Callable[..., Any] = getattr(import_module("referee.estimates"), self.function or self.name)
        return made


def _admitted(item: Any, _name: str) -> Method:
    """A test of others behind a guard: what it raises is that it is undefined here, or an objection."""
    if not isinstance(item, Method) or item.test is None:
        raise BadInput(f"it is of type {type(item).__name__}, not a Method with a test")
    return replace(item, plan=_guarded(item.plan, item.title), metric=_guarded(item.metric, item.title),
                   test=_guarded(item.test, item.title, refuse=True))


def _guarded(function: Callable[..., Any], title: str, *, refuse: bool = False) -> Callable[..., Any]:
    def called(*given: Any) -> Any:
        try:
            return function(*given)
        except RefereeError:
            raise
        except Exception as error:
            what = f"{title} could not be computed ({type(error).__name__}: {error})"
            if refuse:
                raise Undefined(f"{what}.") from error
            return what.replace("{", "(").replace("}", ")")

    return called


INTERVALS: Registry[Method] = Registry("interval")
TESTS: Registry[Method] = Registry("test", home="referee.reading.differences", admit=_admitted)
_BY_OBJECT: dict[str, Method] = {}


def named_test(test: str | Method | None) -> str | None:
    """The name of a test; one that is given as an object is known by its name from then on, in this process."""
    if not isinstance(test, Method):
        return test
    if _BY_OBJECT.get(test.name) is not test:
        if test.name in TESTS and test.name not in _BY_OBJECT:
            raise BadInput(f"there is a test called {test.name!r} already; give yours another name.")
        TESTS.put(_admitted(test, test.name))
        _BY_OBJECT[test.name] = test
    return test.name
