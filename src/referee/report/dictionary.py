"""An analysis as one JSON-ready dictionary: every number of the tables and sentences, unrounded, and no NaN."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import numpy as np

from referee.estimates._base import Estimate
from referee.kinds import Json
from referee.reading.estimate import Missing
from referee.reading.family import POWER
from referee.report.both_sizes import turned_pairs
from referee.report.declaration import declaration_dict
from referee.report.measured import measured_sentences
from referee.report.sentences import data_sentences, failure_sentences, method_sentence, verdict_sentences
from referee.report.structure import estimand_sentences
from referee.report.tuning import tuning_dict, tuning_sentences
from referee.study import Analysis

SCHEMA = 1


def as_dict(analysis: Analysis) -> Json:
    """The whole analysis for JSON."""
    found = {
        "schema": SCHEMA,
        "sentences": {"verdict": verdict_sentences(analysis), "method": method_sentence(analysis),
                      "data": data_sentences(analysis), "failures": failure_sentences(analysis),
                      "tuning": tuning_sentences(analysis), "estimand": estimand_sentences(analysis),
                      "measured": measured_sentences(analysis)},
        "tuning": tuning_dict(analysis),
        "study": _study(analysis), "data": _data(analysis), "design": _design(analysis),
        "structure": [one.to_dict() for one in analysis.structure],
        "inside": {name: learner.recipe["inside"] for name, learner in analysis.learners.items()
                   if "inside" in learner.recipe},
        "rows_of_groups": analysis.rows_of_groups and analysis.rows_of_groups.to_dict(),
        "metrics": [{"name": m.name, "title": m.title, "direction": m.direction.word, "primary": m is analysis.primary}
                    for m in analysis.metrics],
        "learners": [_learner(analysis, name) for name in analysis.learners],
        "estimates": [estimate_row(analysis, name, m.name) for m in analysis.metrics for name in analysis.learners],
        "order_changes": [{"metric": m.name, "ahead": pair.ahead.learner, "ahead_at_half": pair.behind.learner}
                          for m in analysis.metrics for pair in turned_pairs(analysis, m)],
        "fold_models": [_fold_models(made) for made in analysis.fold_models.values()],
        "families": [family.to_dict() | {"ranking": list(family.ranking), "power": POWER}
                     for family in analysis.families.values()],
        "failures": [{"learner": name, "split": label, "error": error}
                     for name, label, error in analysis.table.failures],
        "declaration": declaration_dict(analysis),
        "warnings": {name: list(said) for name, said in analysis.table.warnings.items() if said},
        "versions": dict(analysis.study.declaration.versions),
    }
    clean: Json = json_ready(found)
    return clean


def estimate_row(analysis: Analysis, learner: str, metric: str) -> Json:
    """One estimate as a flat row; what does not exist is None and `reason` says why."""
    found = analysis.estimates[learner, metric]
    row: Json = {"learner": learner, "metric": metric, "value": None, "low": None, "high": None,
                 "level": analysis.level, "method": None,
                 "interval_method": None, "estimand": None, "n_train": None, "half": None, "n_half": None, "kept": 0,
                 "lost": found.lost, "reason": found.reason}
    if isinstance(found, Missing):
        return row
    row |= {"value": found.value, "method": found.method, "estimand": found.estimand.value, "n_train": found.n_train,
            "half": found.half, "n_half": found.n_half, "kept": found.kept}
    if found.interval is not None:
        row |= {"low": found.interval.low, "high": found.interval.high, "level": found.interval.level,
                "interval_method": found.interval.method}
    return row


def _fold_models(made: Estimate) -> Json:
    """The second line of an evaluation: an interval for the models of the folds only."""
    return {"learner": made.learner, "metric": made.metric, "value": made.value, "estimand": made.estimand.value,
            "method": made.method, "n_train": made.n_train,
            "interval": made.interval.to_dict() if made.interval else None}


def json_ready(value: Any) -> Any:
    """Plain Python values; a number that is not finite becomes None."""
    if isinstance(value, dict):
        return {str(k): json_ready(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [json_ready(v) for v in value]
    if isinstance(value, np.ndarray):
        return json_ready(value.tolist())
    if isinstance(value, np.generic):
        return json_ready(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, int | str | bool | type(None)) else str(value)


def _study(analysis: Analysis) -> Json:
    card = analysis.study
    return {"name": card.name, "fingerprint": card.fingerprint, "created": card.created,
            "declared": card.declaration.to_dict(), "level": analysis.level, "primary": analysis.primary.name,
            **({} if analysis.known is None else {"known before": {
                "share": analysis.known.share, "configurations": analysis.known.configurations}}),
            "configurations": analysis.configurations, "ordinals": analysis.ordinals,
            "vault": None if analysis.vault is None else asdict(analysis.vault), "missing": analysis.missing,
            "fits": len(analysis.plan.entries) * len(analysis.learners)}


def _data(analysis: Analysis) -> Json:
    problem = analysis.problem
    return {"name": problem.name, "fingerprint": problem.fingerprint, "task": problem.task.value,
            "rows": problem.n_rows, "targets": list(problem.targets),
            "classes": list(problem.classes), "notices": list(problem.notices)}


def _design(analysis: Analysis) -> Json:
    plan = analysis.plan
    return {"name": plan.design, "spec": plan.spec, "parameters": plan.parameters, "description": plan.description,
            "why": analysis.study.declaration.why, "splits": len(plan.entries), "fingerprint": plan.fingerprint}


def _learner(analysis: Analysis, name: str) -> Json:
    card = analysis.learners[name]
    fit, predict = analysis.table.seconds.get(name, (None, None))
    return {"name": name, "fingerprint": card.fingerprint, "baseline": card.baseline, "recipe": card.recipe,
            "versions": card.versions, "fit_seconds": fit, "predict_seconds": predict,
            "failed": sum(learner == name for learner, _, _ in analysis.table.failures)}
