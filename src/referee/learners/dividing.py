"""Models that divide their own training rows: known by their parameters, and told to keep groups and time.

A search, a stack or a calibration of scikit-learn with `cv=5` deals its rows without knowing what belongs together.
Where groups or times of the rows are known, such a number (or nothing) is replaced, as the learner is made, by folds
that keep them (`inner_folds`), so that the recipe says it.

Boosting of scikit-learn that stops early is made to stop by rows that keep them (`stopping`).

A splitter of the user's own is left alone; so is what divides rows that another such model hands on, which cannot be
followed, and what else stops early by a random part of its rows. These are told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.data.problem import Problem
from referee.kinds import Task
from referee.learners.fresh import copied
from referee.learners.inner_folds import USUAL, KeptFolds
from referee.learners.tuning.search_objects import is_search

LARGE = 10_000              # rows from which on scikit-learn's boosting stops early by itself
AWARE = frozenset({"TimeSeriesSplit", "GroupKFold", "StratifiedGroupKFold", "LeaveOneGroupOut", "LeavePGroupsOut",
                   "GroupShuffleSplit", "PredefinedSplit", "DealtFolds", "KeptFolds"})


def keeping(estimator: Any, problem: Problem) -> tuple[Any, tuple[str, ...]]:
    """The model with folds that keep what is known of the rows, and a sentence on each part of it that divides them."""
    if problem.groups is None and problem.time is None:
        return estimator, ()
    made = copied(estimator)
    walk = _Walk(problem)
    walk.visit(made, below="")
    return (made if walk.changed else estimator), tuple(dict.fromkeys(walk.said))


@dataclass(slots=True)
class _Walk:
    """Goes through a model and its parts, and changes numbers of folds where that can be done."""

    problem: Problem
    changed: bool = False
    said: list[str] = field(default_factory=list)

    def visit(self, thing: Any, *, below: str) -> None:
        """A model, or a list of named ones; `below` names the model that hands on parts of its rows."""
        if isinstance(thing, list | tuple):
            for one in thing:
                self.visit(one, below=below)
        if isinstance(thing, type) or not hasattr(thing, "get_params"):
            return
        parameters = thing.get_params(deep=False)
        self._stops_early(thing, parameters, below)
        divides = "cv" in parameters and not isinstance(parameters["cv"], str) and not _never(thing, parameters["cv"])
        if divides:
            self._divides(thing, parameters["cv"], below)
        for name, value in parameters.items():
            if name != "cv":
                self.visit(value, below=type(thing).__name__ if divides else below)

    def _divides(self, owner: Any, cv: Any, below: str) -> None:
        called, kept = type(owner).__name__, self._kept
        number = cv is None or (isinstance(cv, int) and not isinstance(cv, bool))
        if not number:
            if (by := type(cv).__name__) not in AWARE:
                self.said.append(f"{called} divides its training rows by the cv it was given ({by}), which does not "
                                 f"keep {kept}; with a whole number for cv its folds do")
        elif below:
            self.said.append(f"{called} divides rows that {below} hands on, which cannot be followed, so that its "
                             f"folds do not keep {kept}")
        elif not _takes_splitters(owner):
            self.said.append(f"{called} deals its training rows at random by itself, which does not keep {kept}")
        else:
            folds = KeptFolds(cv or USUAL, scored=_scores_parts(owner),
                              classes=self.problem.task is Task.CLASSIFICATION)
            owner.set_params(cv=folds)
            self.changed = True
            self.said.append(f"{called} divides its training rows by itself; its {folds.folds} parts keep {kept}")

    def _stops_early(self, owner: Any, parameters: dict[str, Any], below: str) -> None:
        held = parameters.get("validation_fraction")
        if held is None or not self._stops(parameters):
            return
        called = type(owner).__name__
        if not below and isinstance(held, float) and _can_be_told(owner):
            from referee.learners.stopping import stop_by_kept_rows

            stop_by_kept_rows(owner, share=held, classes=self.problem.task is Task.CLASSIFICATION)
            self.changed = True
            self.said.append(f"{called} stops learning by a part of its training rows; that part keeps {self._kept}")
            return
        off = "early_stopping=False" if "early_stopping" in parameters else "n_iter_no_change=None"
        self.said.append(f"{called} stops learning by a random part of its training rows, which does not "
                         f"keep {self._kept}, so that it may stop too late; {off} ends that")

    def _stops(self, parameters: dict[str, Any]) -> bool:
        if "early_stopping" not in parameters:
            return parameters.get("n_iter_no_change") is not None
        asked = parameters["early_stopping"]
        return asked is True or (asked == "auto" and self.problem.n_rows > LARGE)

    @property
    def _kept(self) -> str:
        """What folds have to keep, in words."""
        if self.problem.time is None:
            return "groups together"
        return "time" if self.problem.groups is None else "time, and groups where new ones are tested"


def _never(owner: Any, cv: Any) -> bool:
    """Whether nothing said of cv means that no rows are divided, as in chains."""
    return cv is None and type(owner).__module__.startswith("sklearn.multioutput")


def _can_be_told(owner: Any) -> bool:
    """Whether its fit can be handed the rows to stop by: scikit-learn's own boosting by histograms."""
    if not type(owner).__module__.startswith("sklearn.ensemble."):          # spares what is not asked for its loading
        return False
    from referee.learners.stopping import KINDS

    return type(owner) in KINDS


def _takes_splitters(owner: Any) -> bool:
    """Whether cv may be more than a number; TargetEncoder's may not."""
    allowed = getattr(owner, "_parameter_constraints", {}).get("cv")
    return allowed is None or "cv_object" in [one for one in allowed if isinstance(one, str)]


def _scores_parts(owner: Any) -> bool:
    """Whether it scores one part after the other, instead of putting together predictions for every row."""
    return (is_search(owner) or "scoring" in owner.get_params(deep=False)
            or type(owner).__module__.startswith("sklearn.linear_model"))


