"""How the settings of a study's tuned learners are chosen, and the same settings as plain learners."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.advice import PROTOCOLS
from referee.data import Problem
from referee.designs import PlanCard
from referee.errors import BadInput
from referee.learners import Learner, TunedLearner, Tuning
from referee.learners.tuning import shown_setting
from referee.metrics import Metric

if TYPE_CHECKING:
    from referee.advice import DesignAdvice


def tuning_for(tuning: str | Tuning | None, protocol: str | None, primary: Metric) -> Tuning:
    """What was asked for, with a protocol's way to tune and the primary metric in place of what was left open."""
    asked = Tuning.parse(tuning) if isinstance(tuning, str) else tuning or Tuning()
    preset = PROTOCOLS[protocol].tuning if protocol is not None else ""
    if preset:
        if asked.inner is not None and (asked.inner.preset is None or asked.inner.preset.name != preset):
            raise BadInput(f"protocol {protocol} tunes as in {preset}; leave out tuning or the protocol.")
        asked = asked.within(Tuning.of(inner=preset))
    return asked.within(Tuning(select=primary))


def check_protocol(learners: tuple[Learner, ...], protocol: str | None) -> None:
    """Refuse a learner that says for itself to be tuned in another way than the protocol has it."""
    preset = PROTOCOLS[protocol].tuning if protocol is not None else ""
    for learner in learners:
        if preset and isinstance(learner, TunedLearner) and (learner.inner.preset is None
                                                             or learner.inner.preset.name != preset):
            raise BadInput(f"protocol {protocol} tunes as in {preset}, and {learner.name} in another way; leave out "
                           f"its inner or the protocol.")


def check_one_pass(plan: PlanCard, problem: Problem, *, best_of: bool) -> None:
    """Refuse to look for the best of many where rows are predicted several times, or not at all, or are a series."""
    if best_of and (problem.time is not None or plan.traits.of_a_series):
        raise BadInput("the correction of the best of many takes rows for independent, and these are a series; tune in "
                       "every training part instead (correction nested).")
    if best_of and not plan.traits.tests_each_case_once:
        raise BadInput(f"the best of many is corrected from one prediction a row; {plan.spec} gives several or none, "
                       f"so use kfold:folds=….")


def every_setting(learners: tuple[Learner, ...]) -> tuple[Learner, ...]:
    """Each setting of each tuned learner as a plain learner of its own; the others as they are."""
    every: list[Learner] = []
    for learner in learners:
        if not isinstance(learner, TunedLearner):
            every.append(learner)
            continue
        base = learner.name.removeprefix("tuned-")
        every += [replace(candidate, name=f"{base}({shown_setting(setting)})")
                  for candidate, setting in zip(learner.candidates, learner.settings, strict=True)]
    if len(every) < 2:
        raise BadInput("one configuration is the best of nothing; give a parameter several values, as in "
                       "knn:n_neighbors=1|5|15.")
    return tuple(every)


def for_tuning(usual: DesignAdvice, problem: Problem, learners: tuple[Learner, ...], *, best_of: bool) -> DesignAdvice:
    """The design where none was named: that of the way to tune, if it has one, else one pass of folds for tuned ones.

    Tuning multiplies the fits by the settings and the inner splits, and the best of many is corrected from one
    prediction a row; without either, the usual advice stands.
    """
    if problem.time is not None:            # one pass already, each part told by what came before it
        return usual
    tuned = [learner for learner in learners if isinstance(learner, TunedLearner)]
    presets = {learner.inner.preset.name: learner.inner.preset for learner in tuned if learner.inner.preset}
    if len(presets) == 1 and (preset := next(iter(presets.values()))).outer:
        return replace(usual, spec=preset.outer, why=f"it comes with tuning as in {preset.source}")
    if not tuned and not best_of:
        return usual
    why = ("the best score is corrected from one prediction a row" if best_of else
           "every training part is tuned in afresh, which multiplies the fits, so the rows are divided once")
    from referee.advice import one_pass

    return one_pass(usual, problem, why)
