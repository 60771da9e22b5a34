"""Predictions made elsewhere enter the ledger: a problem without features, a plan, a learner for each model, records.

Test parts become the splits of a plan. Where the parts of each repeat divide all cases, the plan is cross-validation
and each part's model is taken to have been trained on the other cases, unless training rows are known; a single part
is one test set, and nothing is assumed about training.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.data.costs import priced
from referee.data.prediction_table import Part, PredictionTable
from referee.data.problem import Problem
from referee.designs.card import PlanCard, plan_card
from referee.designs.observing import in_lots
from referee.designs.split import Split
from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.kinds import Array, Task
from referee.ledger._base import LearnerCard, Record
from referee.ledger.contract import Ledger


@dataclass(frozen=True, kw_only=True, eq=False)
class Entered:
    """What the ledger now holds: enough to declare a study."""

    problem: Problem
    plan: PlanCard
    learners: tuple[LearnerCard, ...]


def enter(table: PredictionTable, ledger: Ledger) -> Entered:
    """Write everything down. The same table entered twice changes nothing."""
    problem = problem_of(table)
    splits = splits_of(table)
    plan = plan_of(table, problem, splits)
    learners = tuple(card_of(model, parts, table) for model, parts in table.said.items())
    ledger.add_problem(problem)
    ledger.add_plan(plan, splits)
    for card in learners:
        ledger.add_learner(card)
    for card, parts in zip(learners, table.said.values(), strict=True):
        ledger.append(records_of(problem, card, parts, splits))
    return Entered(problem=problem, plan=plan, learners=learners)


def problem_of(table: PredictionTable) -> Problem:
    """The cases and their truth."""
    content = fingerprint("judged", table.task.value, table.y, list(map(str, table.classes)), table.ids,
                          "no clusters" if table.clusters is None else table.clusters,
                          *([] if table.weights is None else ["sampling weights", table.weights]),
                          *([] if table.time is None else ["in time", table.time]))
    made = Problem(name=table.name, task=table.task, y=table.y, targets=(table.target,), classes=table.classes,
                   scale=table.scale, scale_by="" if table.scale is None else "stated",
                   groups=table.clusters, ids=table.ids, weights=table.weights, time=table.time,
                   notices=table.notices, fingerprint=content)
    return made if table.costs is None else priced(made, table.costs)


def splits_of(table: PredictionTable) -> list[Split]:
    """One split for each test part; every model has the same ones."""
    parts = next(iter(table.said.values()))
    for model, others in table.said.items():
        same = len(others) == len(parts) and all(_same_part(a, b) for a, b in zip(parts, others, strict=True))
        if not same:
            raise BadInput(f"{model} was not tested on the same parts (fold, repeat) as {next(iter(table.said))}; "
                           f"models "
                           f"can be compared on the same test parts only.")
    alone = len(parts) == 1
    return [Split(label=label, n_rows=table.n_cases, test=part.cases, train=_trained(part, alone=alone))
            for label, part in zip(_labels(parts), parts, strict=True)]


def _same_part(one: Part, other: Part) -> bool:
    return (one.repeat, one.fold) == (other.repeat, other.fold) and np.array_equal(one.cases, other.cases)


def _trained(part: Part, *, alone: bool) -> Array | None:
    """The rows trained on: as given; none of ours for a single test set; else all the others."""
    if part.trained is not None:
        return part.trained
    return np.array([], dtype=np.int64) if alone else None


def _labels(parts: tuple[Part, ...]) -> Iterator[str]:
    """Repeats and folds by number, in the order of the parts."""
    repeats = {repeat: number for number, repeat in enumerate(dict.fromkeys(part.repeat for part in parts))}
    folds: dict[str, int] = dict.fromkeys(repeats, 0)
    for part in parts:
        yield f"{repeats[part.repeat]}/{folds[part.repeat]}"
        folds[part.repeat] += 1


def plan_of(table: PredictionTable, problem: Problem, splits: list[Split]) -> PlanCard:
    """The plan by its contents, and by what it amounts to."""
    design, parameters, description = _amounts_to(table, splits)
    return plan_card(in_lots(splits), problem=problem.fingerprint, n_rows=problem.n_rows, groups=problem.groups,
                     time=problem.time, design=design, parameters=parameters, description=description)


def _amounts_to(table: PredictionTable, splits: list[Split]) -> tuple[str, dict[str, int], str]:
    if len(splits) == 1:
        return "given", {}, f"predictions for {table.n_cases:,} cases, one test set"
    repeats: dict[int, list[Split]] = {}
    for split in splits:
        repeats.setdefault(split.repeat, []).append(split)
    folds = {len(parts) for parts in repeats.values()}
    trained = all(split.train is not None and split.train.size for split in splits)
    if folds == {1} and trained:
        return "holdout", {"repeats": len(splits)}, f"{len(splits)} random splits, as given"
    whole = all(_divides(parts, table.n_cases) for parts in repeats.values())
    if whole and len(folds) == 1:
        times = f" repeated {len(repeats)} times" if len(repeats) > 1 else ""
        k = folds.pop()
        return "kfold", {"folds": k, "repeats": len(repeats)}, f"{k}-fold cross-validation{times}, as given"
    return "given", {}, f"{len(splits)} test parts, as given"


def _divides(parts: list[Split], n: int) -> bool:
    counts = np.bincount(np.concatenate([part.test for part in parts]), minlength=n)
    return len(parts) > 1 and bool((counts == 1).all())


def card_of(model: str, parts: tuple[Part, ...], table: PredictionTable) -> LearnerCard:
    """A model known by what it said."""
    said = [array for part in parts for array in (part.cases, part.labels, part.probabilities, part.scores, part.values,
                                                  part.quantiles)
            if array is not None]
    recipe = {"predictions": table.name, "model": model, "content": fingerprint(*said)}
    return LearnerCard(fingerprint=fingerprint("judged learner", recipe["content"], model), name=model, recipe=recipe)


def records_of(problem: Problem, card: LearnerCard, parts: tuple[Part, ...], splits: list[Split]) -> Iterator[Record]:
    """One record for each part."""
    for part, split in zip(parts, splits, strict=True):
        yield Record(
            problem=problem.fingerprint, learner=card.fingerprint, split=split.fingerprint,
            labels=part.labels, scores=part.scores, probabilities=part.probabilities,
            values=part.values if problem.task is Task.REGRESSION else None, quantiles=part.quantiles,
            notes={"source": "predictions given"},
        )
