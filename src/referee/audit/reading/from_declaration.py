"""A study that is declared and not yet run, as evidence: what can be said before the first fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from referee.audit.bundle import REPORT_FIELDS, Bundle, Claim, DataSet, Declared, Division, Model, Step
from referee.audit.reading.models_of_ledger import kind_of, stochastic
from referee.data.problem import Problem
from referee.declaration import ClaimSaid, Declaration
from referee.designs.split import Split
from referee.ledger import LearnerCard


def bundle_of_declaration(  # noqa: PLR0913 - what a study is made of
    name: str, *, problem: Problem, splits: Iterable[Split], learners: Sequence[LearnerCard],
    declaration: Declaration, description: str, planned: Sequence[str], notices: Sequence[str] = (),
) -> Bundle:
    """Divisions, learners and intentions; predictions, scores and claims do not exist yet."""
    said = declaration.file.said if declaration.file else None
    divisions = tuple(Division(label=split.label, test=split.test, train=split.train_rows,
                               tune=np.array([], dtype=np.int64)) for split in splits)
    return Bundle(
        name=name, problem=problem, divisions=divisions, models=tuple(_models(learners, divisions, declaration)),
        data_sets=tuple(DataSet(name=data) for data in planned), queries=None,
        declared=Declared(
            method=description, metrics=declaration.metrics, level=declaration.level,
            primary_test=declaration.test or "", relevant=declaration.relevant, adjust=declaration.adjust,
            data_sets=tuple(planned), runs=len(divisions),
            stated=frozenset(REPORT_FIELDS), purpose=(said.purpose or "") if said else "",
            claims=tuple(_claim(one) for one in said.claims) if said else ()),
        notices=("Declared and not yet run: only what is written down was checked.", *notices))


def _claim(said: ClaimSaid) -> Claim:
    """What the study means to claim."""
    equal, (a, b) = said.equal is not None, said.pair
    return Claim(says=said.says or (f"{a} and {b} are equal" if equal else f"{a} is better than {b}"), a=a, b=b,
                 kind="equal" if equal else "better")


def _models(learners: Sequence[LearnerCard], divisions: tuple[Division, ...],
            declaration: Declaration) -> list[Model]:
    kinds = Counter(kind_of(card) for card in learners if not card.baseline)
    steps = tuple(Step(name="the fit", supervised=True, rows=d.train, division=d.label) for d in divisions)
    found = []
    for name, card in zip(declaration.names, learners, strict=True):
        tried = max(1, kinds[kind_of(card)])
        settings = card.recipe.get("settings")
        inside = isinstance(settings, list)
        found.append(Model(
            name=name, baseline=card.baseline, kind=re.split(r"[:(]", name)[0], steps=steps,
            tried=len(settings) if isinstance(settings, list) else tried,
            tuned_on="training" if inside else "shown" if tried > 1 else "nothing",
            seeds=(str(declaration.seed),), deterministic=not stochastic(card.recipe),
            threshold="default", prior="training"))
    return found
