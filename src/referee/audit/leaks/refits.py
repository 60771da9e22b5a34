"""A score against versions of its learner that cannot have it: without near rows, on permuted targets, fitted again.

Without near rows: the k training rows nearest to each test row are taken out, and for comparison the k next after them.
What the learner loses beyond that it owed to rows it knew again. On permuted targets (Ojala & Garriga 2010) a learner
has nothing to learn: one that still knows the targets it was shown for other rows, or the true ones, has them from
elsewhere. Fitted again on the training rows of the same division, it must be about as good as the study says.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, Unseen
from referee.audit.bundle import Bundle
from referee.audit.evidence import one_pass, sides
from referee.audit.leaks.again import Again, answers, leading, learner_of, quality, rightness, stand_ins
from referee.audit.leaks.neighbours import MOST_TRAINING, Trial, likeness, trials, vote
from referee.audit.leaks.owing import Owing, metric_of, nothing_of
from referee.audit.leaks.rows import Rows, rows_of
from referee.audit.twins import twins
from referee.kinds import Array
from referee.seeds import stream

ALIKE, SURE = 0.25, 4         # more like the nearest than like the next: so much, and by so many standard errors
MUCH = 0.1                    # of a score
FEW_ROWS = 600                # trained on with permuted targets
CLEARLY = 5                   # standard errors above chance
CHECKED = 4                   # trials in which the study's learner is fitted again
GAP, LEFT = 0.15, 0.25        # so much better than fitted again, with so little of the error left


def fitted_again(bundle: Bundle) -> Iterator[Found | Unseen]:
    """What the leading learner has when it is fitted again; of data alone, what forests have."""
    rows = rows_of(bundle)
    asked = list(trials(rows, _apart(rows, sides(bundle))))
    if not asked:
        raise NotCheckable("there are too few training rows, or no columns, to fit anything again", ask="more rows")
    name = None if bundle.untrained else leading(bundle, rows)
    learner = None if name is None else learner_of(bundle, rows, name)
    yield from without_neighbours(rows, asked, learner or stand_ins(rows)[0])
    if name is None:
        return
    if learner is None:
        yield Unseen(reason=f"{name} itself is not at hand to be fitted again", aside=True,
                     ask="the learners (estimators=…, from Python)")
    elif learner.handed:             # one of our own names keeps nothing between fits
        yield from on_permuted(rows, asked, learner)
    yield from as_stored(bundle, asked, (learner,) if learner else stand_ins(rows), name)


def _apart(rows: Rows, both: list[tuple[Array, Array]]) -> list[tuple[Array, Array]]:
    """The divisions without rows on both sides, or exact copies of them: other checks speak of those."""
    code = twins(rows.matrix).exact
    found = []
    for test, train in both:
        others = np.setdiff1d(train, test)
        copied = (code[test] >= 0) & np.isin(code[test], code[others])
        found.append((test[~copied], others))
    return found


def without_neighbours(rows: Rows, asked: list[Trial], learner: Again) -> Iterator[Found]:
    """Told where targets are far more like those of the nearest rows than like the next, and the score owes to it."""
    suspected = [one for one in likeness(rows, asked) if one.more > max(ALIKE, SURE * one.noise)]
    if not suspected:
        return
    k = max(suspected, key=lambda one: one.more).k
    there = [trial for trial in asked if trial.near.shape[1] >= 2 * k]
    having = _pooled(learner, there, [trial.without(k, 2 * k) for trial in there])
    without = _pooled(learner, there, [trial.without(0, k) for trial in there])
    if having is None or without is None:
        return
    owed = Owing(metric=metric_of(rows), learner=learner.name, having=having, without=without,
                 noise=_noise(rows, np.concatenate([trial.test for trial in there])), nothing=nothing_of(rows))
    if not owed.matters:
        return
    nearest = f"{k} training rows" if k > 1 else "training row"
    yield Found(
        message=f"Test rows have the target of their nearest {nearest} far more often than that of the next "
                f"{'ones' if k > 1 else 'one'}: they may be copies, or rows of one group. "
                f"{_sentence(owed, 'Without near rows in training', learner)}",
        severity=Severity.SERIOUS if owed.loss > MUCH else Severity.WARNING,
        evidence={"learner": learner.name, "nearest": k} | owed.to_dict())


def on_permuted(rows: Rows, asked: list[Trial], learner: Again) -> Iterator[Found]:
    """Told where a learner that was shown permuted targets knows them of test rows, or knows the true ones."""
    place = stream(0, "leaks", "permuted")
    order = place.permutation(rows.n)
    small = [place.permutation(trial.train)[:FEW_ROWS] for trial in asked]
    tests = [trial.test for trial in asked]
    permuted = [learner.said(train, test, order) for train, test in zip(small, tests, strict=True)]
    if any(said is None for said in permuted):
        return
    said, at = np.concatenate([one for one in permuted if one is not None]), np.concatenate(tests)
    chance, noise = _chance(rows), _noise(rows, at)
    still = quality(rows, at, said, order)
    if still is not None and still - chance > max(MUCH, CLEARLY * noise):
        yield Found(message=f"Shown permuted targets, {learner.name} still has {metric_of(rows)} {still:.2f} for rows "
                            f"it was not shown, where {chance:.2f} is chance: it keeps what it has seen in other fits.",
                    severity=Severity.FATAL, evidence={"learner": learner.name, "permuted": still, "chance": chance})
    true = [quality(rows, test, one) for test, one in zip(tests, permuted, strict=True) if one is not None]
    known = [one for one in true if one is not None]
    if len(known) < len(asked) // 2 or min(known) <= chance:
        return
    plain = _pooled(learner, asked, small)
    if plain is not None and plain > chance + MUCH and float(np.mean(known)) > (chance + plain) / 2:
        yield Found(message=f"Shown permuted targets, {learner.name} knows the true ones all the same: it has "
                            f"{metric_of(rows)} {float(np.mean(known)):.2f}, where {chance:.2f} is chance. It has them "
                            f"from elsewhere than the training rows.",
                    severity=Severity.FATAL,
                    evidence={"learner": learner.name, "true": float(np.mean(known)), "chance": chance})


def as_stored(bundle: Bundle, asked: list[Trial], learners: tuple[Again, ...], name: str) -> Iterator[Found]:
    """Told where the study's predictions are far better than those of the learner, or of ours, fitted again."""
    rows = learners[0].rows
    at, said = one_pass(bundle, name)
    stored = said.values if said.n_classes is None else said.labels
    whole = [trial for trial in asked if trial.train.size < MOST_TRAINING and np.isin(trial.test, at).all()][:CHECKED]
    if stored is None or not whole:
        return
    place = np.full(rows.n, -1)
    place[at] = np.arange(at.size)
    tested = np.concatenate([trial.test for trial in whole])
    has = rightness(rows, tested, stored[place[tested]])
    if has - rightness(rows, tested, np.concatenate([vote(rows, trial) for trial in whole])) < GAP:
        return                      # the nearest rows are as good: no fit is needed to see that it can be so
    scores = {one.name: rightness(rows, tested, answers(rows, again)) for one in learners
              if (again := _heard(one, whole, [trial.train for trial in whole])) is not None}
    if not scores:
        return
    best = max(scores, key=lambda one: scores[one])
    if has - scores[best] > max(GAP, CLEARLY * _noise(rows, tested)) and 1 - has < LEFT * (1 - scores[best]):
        metric = "R²" if rows.n_classes is None else "an accuracy of"
        refitted = f"fitted again on the same training rows it has {scores[best]:.2f}" if learners[0].own else (
            f"{best} fitted on the same training rows have {scores[best]:.2f}")
        yield Found(message=f"{name} has {metric} {has:.2f} by its predictions; {refitted}. It may have been trained "
                            f"on the test rows, or on more than these columns.", severity=Severity.SERIOUS,
                    evidence={"model": name, "learner": best, "stored": has, "again": scores[best]})


def _pooled(learner: Again, asked: list[Trial], trained: list[Array]) -> float | None:
    heard = _heard(learner, asked, trained)
    return None if heard is None else quality(learner.rows, np.concatenate([trial.test for trial in asked]), heard)


def _heard(learner: Again, asked: list[Trial], trained: list[Array]) -> Array | None:
    """What it says of all that are asked; None where it failed once."""
    said = [learner.said(train, trial.test) for trial, train in zip(asked, trained, strict=True)]
    heard = [one for one in said if one is not None]
    return np.concatenate(heard) if heard and len(heard) == len(asked) else None


def _chance(rows: Rows) -> float:
    if rows.n_classes is None:
        return 0.0
    return 0.5 if rows.n_classes == 2 else float(np.bincount(rows.y).max() / rows.n)


def _noise(rows: Rows, at: Array) -> float:
    """The standard error by chance: of an AUC (Mann & Whitney 1947), of a share, or about that of R²."""
    n = at.size
    if rows.n_classes is None:
        return float(1 / np.sqrt(n))
    if rows.n_classes == 2:
        ones = int((rows.y[at] == 1).sum())
        return float(np.sqrt((n + 1) / (12 * max(ones, 1) * max(n - ones, 1))))
    p = _chance(rows)
    return float(np.sqrt(p * (1 - p) / n))


def _sentence(owed: Owing, what: str, learner: Again) -> str:
    has = "has" if learner.own else "have"
    return f"{what} {owed.learner} {has} {owed.metric} {owed.without:.2f} instead of {owed.having:.2f}."
