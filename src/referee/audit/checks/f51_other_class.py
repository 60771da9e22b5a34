"""F-51: scores or answers of the other class: what a model says goes against the truth, or against itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.class_order import turned_classes
from referee.audit.evidence import models_that_spoke, one_pass, parts_of_one_pass
from referee.kinds import Array
from referee.metrics import Predictions, metric

CLEARLY = 5         # standard errors
TORN = 0.05         # share of the answers that no threshold on the scores gives


@check("F-51", "Scores of the other class", severity=Severity.SERIOUS,
       advice="Look up which class each column of probabilities belongs to, and in which order the classes are.",
       reference="Fawcett 2006, section 7; Hanley & McNeil 1982")
def other_class(bundle: Bundle) -> Iterator[Found]:
    """Two classes, and a ROC AUC clearly below a half, answers clearly worse than chance, or answers against scores.

    Fatal where the answers beside such scores are right. Several classes of which some go by one another's names.
    """
    asked = 0
    for name in models_that_spoke(bundle):
        _, said = one_pass(bundle, name)
        if said.n_classes is None or np.unique(said.truth).size < 2:
            continue
        asked += 1
        if said.n_classes > 2:
            yield from _turned(bundle, name, said)
            continue
        message = _against_truth(name, said)
        torn = bool(message) and _answers_are_right(said)
        message = message or _against_itself(name, [part.predictions for part in parts_of_one_pass(bundle, name)])
        if message:
            beside = " Its answers are right: the two contradict each other in most cases." if torn else ""
            yield Found(message=f"{message}{beside}", severity=Severity.FATAL if torn else None,
                        evidence={"model": name})
    if not asked:
        raise NotApplicable("there are no classes")


def _turned(bundle: Bundle, name: str, said: Predictions) -> Iterator[Found]:
    """Classes that a model calls by one another's names."""
    labels = said.labels if said.labels is not None or said.probabilities is None else said.probabilities.argmax(axis=1)
    turned = {} if labels is None or said.n_classes is None else turned_classes(said.truth, labels, said.n_classes)
    if labels is None or not turned:
        return
    known = () if bundle.problem is None else bundle.problem.classes
    word = {code: f"'{known[code]}'" if code < len(known) else f"class {code}" for code in {*turned}}
    back = np.arange(said.n_classes or 0)
    for own, other in turned.items():
        back[other] = own
    here, there = (float((one == said.truth).mean()) for one in (labels, back[labels]))
    told = ", ".join(f"{word[own]} is mostly called {word[other]}" for own, other in turned.items())
    yield Found(message=f"{name} calls {len(turned)} classes by one another's names ({told}): its accuracy is "
                        f"{here:.3f}, and would be {there:.3f} with these names put back.",
                evidence={"model": name, "accuracy": here, "put_back": there})


def _against_truth(name: str, said: Predictions) -> str:
    scores, n = _scores(said), np.bincount(said.truth, minlength=2)
    if scores is not None:
        auc = metric("roc_auc").score(Predictions(truth=said.truth, n_classes=2, scores=scores))
        error = float(np.sqrt((n.sum() + 1) / (12 * n[0] * n[1])))       # under no association (Hanley & McNeil 1982)
        if auc < 0.5 - CLEARLY * error:
            return (f"The ROC AUC of {name} is {auc:.3f}, {(0.5 - auc) / error:.0f} standard errors below a half: its "
                    f"scores are those of the other class, by which it would be {1 - auc:.3f}.")
        return ""
    if said.labels is None:
        return ""
    right = float((said.labels == said.truth).mean())
    shares = np.bincount(said.labels, minlength=2) / n.sum()
    chance = float((shares * n / n.sum()).sum())
    error = float(np.sqrt(chance * (1 - chance) / n.sum()))
    if error and right < chance - CLEARLY * error:
        return (f"{name} is right in {right:.1%} of the cases, and answers dealt out at random would be in "
                f"{chance:.1%}: the two classes are swapped.")
    return ""


def _answers_are_right(said: Predictions) -> bool:
    """Whether the labels beside scores that go against the truth go with it."""
    if said.labels is None or _scores(said) is None:
        return False
    n = np.bincount(said.truth, minlength=2)
    right = [float((said.labels[said.truth == code] == code).mean()) for code in (0, 1)]
    return sum(right) / 2 > 0.5 + CLEARLY * 0.5 / float(np.sqrt(n.min()))


def _against_itself(name: str, parts: list[Predictions]) -> str:
    """Answers that contradict the scores beside them, wherever the threshold of each part is."""
    wrong = [_torn(part) for part in parts]
    torn = sum(one for one in wrong if one is not None) / sum(part.n_rows for part in parts)
    if None in wrong or torn <= TORN:
        return ""
    return (f"The answers of {name} contradict its own scores: whatever the threshold, {torn:.0%} of them are on the "
            f"other side of it.")


def _torn(said: Predictions) -> int | None:
    """How many answers no threshold on the scores gives; None where there are not both."""
    scores = _scores(said)
    if scores is None or said.labels is None:
        return None
    order = np.argsort(scores, kind="stable")
    ones = np.concatenate([[0], np.cumsum(said.labels[order] == 1)])
    zeros = np.concatenate([[0], np.cumsum(said.labels[order] == 0)])
    wrong = ones + (zeros[-1] - zeros)          # below a threshold the answer is 0, from it on 1
    return int(wrong.min())


def _scores(said: Predictions) -> Array | None:
    if said.probabilities is not None and np.isfinite(said.probabilities).all():
        return said.probabilities[:, 1]
    return said.scores if said.scores is not None and said.scores.ndim == 1 else None
