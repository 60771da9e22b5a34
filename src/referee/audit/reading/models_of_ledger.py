"""How the learners of a stored study came about: what else of their kind was tried on these rows, and where.

Configurations of one class that were looked at on these rows are tries of it. Where some of them are not in the study,
the others were chosen by their test scores; where all are shown side by side, nothing was hidden. A tuned learner
chose inside each training part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from referee.audit.bundle import Model, Step
from referee.designs.split import Split
from referee.ledger import LearnerCard, Ledger
from referee.study import Analysis, tried

EXACT = {"auto", "svd", "cholesky", "lsqr", "sparse_cg", "lbfgs", "newton-cg", "newton-cholesky"}


def models_of(ledger: Ledger, analysis: Analysis, splits: list[Split], *, judged: bool) -> Iterator[Model]:
    """Each learner of the study."""
    if judged:
        yield from _judged(ledger, analysis)
        return
    tries = _tries(ledger, analysis)
    seed = str(analysis.study.declaration.seed)
    labels = [entry.label for entry in analysis.plan.entries]
    steps = tuple(Step(name="the fit", supervised=True, rows=split.train_rows, division=label)
                  for label, split in zip(labels, splits, strict=True))
    for name, card in analysis.learners.items():
        count, tuned_on = tries.get(name, (1, "nothing"))
        yield Model(
            name=name, baseline=card.baseline, kind=re.split(r"[:(]", name)[0], tried=count, tuned_on=tuned_on,
            seeds=(seed,), deterministic=not stochastic(card.recipe), steps=steps, threshold="default",
            prior="training", recipe=card.recipe,
            seconds=sum(analysis.table.seconds.get(name, (0, 0))) * len(splits),
            training_scores={m: value for (learner, m), value in analysis.training.items() if learner == name},
        )


def _judged(ledger: Ledger, analysis: Analysis) -> Iterator[Model]:
    """Models made elsewhere: nothing is known of how, but that one has said the same on these rows under another name.

    Then it is one of those that were judged on them before, and was chosen by that.
    """
    shown = {card.fingerprint for card in analysis.learners.values()}
    seen = dict.fromkeys(fingerprint for _, fingerprint in tried(ledger, analysis.study).configurations)
    before = {fingerprint: ledger.learner(fingerprint) for fingerprint in seen if fingerprint not in shown}
    for name, card in analysis.learners.items():
        twins = [one for one in before.values() if "content" in one.recipe and not card.baseline
                 and one.recipe["content"] == card.recipe.get("content") and one.name != name]
        yield Model(name=name, baseline=card.baseline, told=False,
                    kind=f"{name} ({twins[0].name} before)" if twins else "",
                    tried=len(before) if twins and len(before) > 1 else None,
                    tuned_on="test" if twins and len(before) > 1 else None)


def _tries(ledger: Ledger, analysis: Analysis) -> dict[str, tuple[int, str]]:
    """How many configurations of its kind each learner is one of, and on which rows one was chosen."""
    shown = {card.fingerprint for card in analysis.learners.values()}
    kinds: dict[str, set[str]] = {}
    for _, fingerprint in tried(ledger, analysis.study).configurations:
        kinds.setdefault(kind_of(ledger.learner(fingerprint)), set()).add(fingerprint)
    found = {}
    for name, card in analysis.learners.items():
        same = kinds[kind_of(card)]
        if card.baseline:
            continue
        if name in analysis.tuning:
            found[name] = (max(1, analysis.tuning[name].tried), "training")
        elif len(same) > 1:
            found[name] = (len(same), "shown" if same <= shown else "test")
    return found


def kind_of(card: LearnerCard) -> str:
    """Configurations of one class are of one kind; of a pipeline, those with the same last step."""
    if "tuned" in card.recipe:
        return f"tuned {card.fingerprint}"
    recipe: Any = card.recipe
    while isinstance(recipe, dict) and isinstance(recipe.get("parameters"), dict) and "steps" in recipe["parameters"]:
        steps = recipe["parameters"]["steps"]
        last = steps[-1] if isinstance(steps, list) and steps else None
        inner = last.get("tuple", [None])[-1] if isinstance(last, dict) else None
        if not isinstance(inner, dict):
            break
        recipe = inner
    return str(recipe.get("class", card.name))


def stochastic(recipe: Any) -> bool:
    """Whether anything in a recipe draws at random: a forest at the end of a pipeline is as random as one alone.

    A `random_state` that the settings leave unused does not count (scikit-learn's solvers, whole trees, plain SVMs).

    >>> stochastic({"class": "Ridge", "parameters": {"random_state": None, "solver": "auto"}})
    False
    >>> stochastic({"class": "Forest", "parameters": {"random_state": None, "max_features": "sqrt"}})
    True
    """
    if isinstance(recipe, dict):
        draws = "random_state" in recipe and not _unused(recipe)
        return draws or any(stochastic(value) for value in recipe.values())
    return isinstance(recipe, list) and any(stochastic(value) for value in recipe)


def _unused(parameters: dict[str, Any]) -> bool:
    exact_solver = parameters.get("solver") in EXACT and "hidden_layer_sizes" not in parameters
    whole_tree = parameters.get("splitter") == "best" and parameters.get("max_features") is None
    return exact_solver or whole_tree or parameters.get("probability") is False
