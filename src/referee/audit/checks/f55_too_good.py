"""F-55: a score too good to be true."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_PREDICTIONS, contenders, models_that_spoke, one_pass, times_known
from referee.audit.given_class import given_class
from referee.audit.lead_ends import lead_ends
from referee.audit.one_part import one_part
from referee.kinds import Array
from referee.metrics import Predictions

ENOUGH = 100        # rows: fewer are often all right in easy problems
FEWEST, EQUAL, FINE = 10, 0.05, 0.9     # rows; the share of them; of the truth, values that occur once
INCREDIBLE, OFTEN_WRONG = 1e-6, 0.9
EXACT = 0.9999      # of the variance
NEARLY_ALL, HALF = 0.95, 0.5            # of answers; what a class that is not the likeliest can have at most
COMBINED = re.compile(r"ensemble|stack|blend|voting|(?:^|[^a-z])vote|super.?learner|meta.?(?:learner|model|classifier)|"
                      r"combin|fusion|average of|averaged", re.IGNORECASE)


def made_of_others(name: str) -> bool:
    """Whether a model says by its name that it combines the answers of others.

    >>> made_of_others("stack_ensemble"), made_of_others("Soft voting"), made_of_others("devoted forest")
    (True, True, False)
    """
    return COMBINED.search(name) is not None


@check("F-55", "Too good to be true", severity=Severity.FATAL,
       advice="Look for a column that follows from the target, for rows that were trained on, or for the truth itself "
              "in place of predictions.",
       reference="Kapoor & Narayanan 2023, leakage types L1 and L2")
def too_good(bundle: Bundle) -> Iterator[Found]:
    """A model that is never wrong in a hundred rows and more, or whose numbers are the truth.

    Fatal where a part of the numbers is the truth to the last digit and the others are not; serious where a model is
    never wrong in one part, and often in the others, is made of others that err together, or answers otherwise than
    its own probabilities where these are wrong; or leads by one part
    alone, or up to one moment (or from it on) alone. Asked about is a class that all know.
    """
    spoke, looked = set(models_that_spoke(bundle)), 0
    for model in contenders(bundle):
        if model.name not in spoke:
            continue
        _, said = one_pass(bundle, model.name)
        message = _perfect(said)
        looked += message is not None
        if message:
            told = _against_its_parts(bundle, model.name) if made_of_others(model.name) else ""
            yield Found(message=f"{model.name} {message}{told}.",
                        severity=Severity.SERIOUS if told else Severity.WARNING,
                        evidence={"model": model.name, "rows": said.n_rows})
        else:
            yield from _in_part(bundle, model.name, said)
            yield from _beyond_its_chances(model.name, said)
    if not looked:
        raise NotCheckable("neither answers nor numbers are known", ask=ASK_PREDICTIONS)
    yield from _by_one_part(bundle)
    yield from _by_one_time(bundle)
    yield from _given(bundle)


def _by_one_part(bundle: Bundle) -> Iterator[Found]:
    """A lead that one part makes, by the answers of models which were tested on the same parts."""
    parts: dict[str, dict[str, Predictions]] = {}
    for model in contenders(bundle):
        for part in reversed(bundle.said_by(model.name)):
            parts.setdefault(model.name, {})[part.division] = part.predictions
    losses = {name: {label: loss for label, one in own.items() if (loss := _loss(one)) is not None}
              for name, own in parts.items()}
    if len({tuple((label, loss.size) for label, loss in sorted(own.items())) for own in losses.values()}) != 1:
        return
    found = one_part({name: dict(sorted(own.items())) for name, own in losses.items()})
    if found is not None:
        yield Found(message=f"{found.model} is ahead of {found.beside} by part {found.part} alone: there by "
                            f"{found.there:.3g}, in all others by {found.elsewhere:.3g}, which is no lead. That part "
                            f"is {found.scale:.0f} standard errors from the others, and other models have none like "
                            f"it: its rows may have been trained on.",
                    severity=Severity.SERIOUS,
                    evidence={"model": found.model, "part": found.part, "there": found.there,
                              "elsewhere": found.elsewhere})


def _by_one_time(bundle: Bundle) -> Iterator[Found]:
    """A lead that ends, or begins, at one moment, by times that were named or that the file has."""
    named = times_known(bundle)
    times = named if named is not None or bundle.dates is None else bundle.dates.times
    spoke = set(models_that_spoke(bundle))
    said = {model.name: one_pass(bundle, model.name) for model in contenders(bundle) if model.name in spoke}
    losses = {name: loss for name, (_, own) in said.items() if (loss := _loss(own)) is not None}
    orders = {said[name][0].tobytes(): said[name][0] for name in losses}
    if times is None or len(orders) != 1:
        return
    rows = next(iter(orders.values()))
    found = lead_ends(losses, times[rows]) if rows.max() < times.size else None
    if found is None:
        return
    first = found.before > found.after
    there, elsewhere = (found.before, found.after) if first else (found.after, found.before)
    share = found.share if first else 1 - found.share
    part = f"the {'first' if first else 'last'} {share:.0%} of the cases alone"
    yield Found(message=f"{found.model} is ahead of {found.beside} in {part}, in order of time: there by "
                        f"{there:.3g}, in all others by {elsewhere:.3g}, which is no lead. It does not fade but ends "
                        f"at once, as where cases were known before a model was trained.",
                severity=Severity.SERIOUS,
                evidence={"model": found.model, "there": there, "elsewhere": elsewhere, "share": share})


def _loss(said: Predictions) -> Array | None:
    """Whether each answer is wrong, or by how much a number is."""
    if said.n_classes is not None:
        return None if said.labels is None else (said.labels != said.truth).astype(float)
    return None if said.values is None or said.values.ndim != 1 else np.abs(said.values - said.truth)


def _given(bundle: Bundle) -> Iterator[Found]:
    """A class that nobody can get wrong."""
    said = {model: one_pass(bundle, model) for model in models_that_spoke(bundle)}
    rows, first = next(iter(said.values()))
    labels = {model: one.labels for model, (own, one) in said.items()
              if one.labels is not None and one.n_classes is not None and np.array_equal(own, rows)}
    found = given_class(first.truth, labels) if len(labels) == len(said) else None
    if found is None:
        return
    known = () if bundle.problem is None else bundle.problem.classes
    name = f"'{known[found.code]}'" if found.code < len(known) else f"class {found.code}"
    scores = ", ".join(f"{without:.3f} instead of {whole:.3f} for {model}" for model, (whole, without) in
                       found.scores.items())
    yield Found(message=f"All {len(found.scores)} models know {name} without a mistake, {found.cases:,} of "
                        f"{found.of:,} cases: if these ask nothing (padding, empty cells), they lift every score. "
                        f"Without them accuracy is {scores}.",
                severity=Severity.WARNING, evidence={"class": name, "cases": found.cases})


def _against_its_parts(bundle: Bundle, name: str) -> str:
    """How often all others err together where a model that is made of them is right; empty where they hardly do.

    What is combined of answers has nothing else to go by, unless some of the others order the cases nearly perfectly
    and were only cut in the wrong place.
    """
    rows, said = one_pass(bundle, name)
    wrong = []
    for model in contenders(bundle):
        if model.name == name or not bundle.said_by(model.name):
            continue
        own, other = one_pass(bundle, model.name)
        if other.labels is None or not np.array_equal(own, rows) or best_cut(other) > OFTEN_WRONG:
            return ""
        wrong.append(other.labels != other.truth)
    together = int(np.logical_and.reduce(wrong).sum()) if len(wrong) > 1 else 0
    if said.labels is None or together < FEWEST:
        return ""
    return (f", although all {len(wrong)} other models, of which by its name it is made, are wrong in {together:,} of "
            f"them: what it knows beyond them can only come from these labels")


def best_cut(said: Predictions) -> float:
    """The highest accuracy that any cut of the probabilities of two classes has; that of the labels otherwise."""
    if said.probabilities is None or said.n_classes != 2:
        return float(np.mean(said.labels == said.truth))
    order = np.argsort(said.probabilities[:, 1], kind="stable")
    positive = said.truth[order] == 1
    right = np.concatenate([[0], np.cumsum(~positive)]) + np.concatenate([np.cumsum(positive[::-1])[::-1], [0]])
    return float(right.max() / positive.size)


def _in_part(bundle: Bundle, name: str, said: Predictions) -> Iterator[Found]:
    """Answers that are too good in one part: numbers equal to the truth, a fold without a mistake."""
    if said.n_classes is None and said.values is not None and said.values.ndim == 1:
        truth = np.asarray(said.truth, dtype=float)
        exact = said.values == truth
        fine = np.unique(truth).size > FINE * truth.size
        if fine and exact.sum() >= FEWEST and EQUAL < exact.mean() < 1:
            yield Found(message=f"{int(exact.sum()):,} of {truth.size:,} numbers of {name} are the truth to the last "
                                f"digit, the others are {np.abs(said.values - truth)[~exact].mean():.3g} off on "
                                f"average: they were not predicted.",
                        evidence={"model": name, "exact": int(exact.sum())})
    if said.n_classes is None or len(bundle.divisions or ()) < 2:
        return
    parts = {part.division: part.predictions for part in reversed(bundle.said_by(name))}
    right = {label: part.labels == part.truth for label, part in parts.items() if part.labels is not None}
    for label, mine in right.items():
        others = [one for other, one in right.items() if other != label]
        if not others or not mine.all() or mine.size < FEWEST or np.unique(parts[label].truth).size < 2:
            continue
        elsewhere = float(np.concatenate(others).mean())
        if elsewhere**mine.size < INCREDIBLE and max(float(one.mean()) for one in others) < OFTEN_WRONG:
            yield Found(message=f"{name} is never wrong in the {mine.size:,} rows of part {label}, and right in "
                                f"{elsewhere:.1%} of the others: test rows of that part may have been trained on.",
                        severity=Severity.SERIOUS, evidence={"model": name, "part": label, "elsewhere": elsewhere})


def _beyond_its_chances(name: str, said: Predictions) -> Iterator[Found]:
    """Answers that are not those of the model's own probabilities, and nearly always right: taken from the truth.

    A cut-off other than a half, or costs, change answers as well, but then they are right about as often as their own
    probabilities say, which is seldom. Where most answers are others, columns were swapped: another check's matter.
    """
    if said.labels is None or said.probabilities is None:
        return
    rows = np.arange(said.n_rows)
    most, given = said.probabilities.max(axis=1), said.probabilities[rows, said.labels]
    other = given < most
    many, right = int(other.sum()), int((said.labels == said.truth)[other].sum())
    if many < FEWEST or many > said.n_rows / 2 or right < NEARLY_ALL * many:
        return
    from scipy.stats import binom

    expected = float(given[other].mean())
    if binom.sf(right - 1, many, max(expected, HALF)) < INCREDIBLE:
        yield Found(message=f"In {many:,} of {said.n_rows:,} rows {name} does not answer with the class that it gives "
                            f"the highest probability, and there it is right in {right:,}, where its own probabilities "
                            f"let expect {expected * many:.0f}: these answers come from the truth.",
                    severity=Severity.SERIOUS,
                    evidence={"model": name, "other": many, "right": right, "expected": expected * many})


def _perfect(said: Predictions) -> str | None:
    """What is too good about it; empty where nothing is, None where that cannot be told."""
    if said.n_classes is not None:
        if said.labels is None:
            return None
        classes = np.unique(said.truth).size
        never = said.n_rows >= ENOUGH and classes > 1 and bool((said.labels == said.truth).all())
        return f"is never wrong in {said.n_rows:,} rows (accuracy 1.000)" if never else ""
    if said.values is None:
        return None
    truth, values = np.asarray(said.truth, dtype=float), np.asarray(said.values, dtype=float)
    spread = float(((truth - truth.mean(axis=0)) ** 2).sum())
    explained = 1 - float(((values - truth) ** 2).sum()) / spread if spread else 0.0
    if said.n_rows < ENOUGH // 5 or explained < EXACT:
        return ""
    return f"explains {explained:.4%} of the variance of {said.n_rows:,} rows: that is next to never wrong"
