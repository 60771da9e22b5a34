"""F-53: a model that is no better than one which ignores the features."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.association import sides_of
from referee.audit.bundle import Bundle
from referee.audit.checks.f52_misjoined import elsewhere
from referee.audit.evidence import ASK_PREDICTIONS, contenders, models_that_spoke, one_pass
from referee.audit.numbers.figure import Figure, Rounding, Row
from referee.audit.vocabulary.baselines import is_baseline
from referee.metrics import Predictions

CLEARLY = 2         # standard errors
FEWEST, IN_ORDER, LITTLE = 30, 0.8, 0.3     # rows; rank correlation; of what numbers in that order could explain
TELLING = {"sensitivity", "recall", "precision", "f1", "f1_macro", "balanced_accuracy", "mcc", "kappa", "auc",
           "average_precision", "tp"}       # what a model may be good at that is not accurate
NAIVE = re.compile(r"na[iï]v|persist|last|previous|\blag|letzt|vortag|dernier|veille|ultim|anterior|vorige|\brw\b",
                   re.IGNORECASE)            # names of what repeats the last value
CONSTANT = re.compile(r"always|toujours|immer|siempre|sempre|altijd|alltid|altid|zawsze|constant|konstant|"
                      r"one[- ]class|all[- ](?:neg|pos)|null|trivial|nai[vf]", re.IGNORECASE)
ANONYMOUS = re.compile(r"(?:m|mod[eèé]l\w*|system\w*|method\w*|clf|algo\w*|learner|classifier|run|team)?[\s_#-]*"
                       r"(?:\d+|[a-z])?", re.IGNORECASE)         # may be a baseline, for all its name tells
BARELY = 0.3                                # of the steps from row to row, that a forecast departs from the last value
IN_SCALE = 0.5                              # how much numbers vary, beside the truth


@check("F-53", "Worse than ignoring the features", severity=Severity.SERIOUS,
       advice="Look for an error in the model or its file before it is compared with others.",
       reference="Prechelt 1996; Holte 1993")
def no_better_than_nothing(bundle: Bundle) -> Iterator[Found]:
    """Answers that go with the truth no better than by chance, or numbers further from it than their mean.

    Serious where numbers go with the truth well, and are in another unit or on another scale, in all parts or in one.
    Of printed figures: an accuracy below the share of the most frequent class, serious where nothing else is told of
    the model. Of forecasts in the order of time: further off than the value before, serious where all are; or hardly
    anything else than it. A model that is called otherwise than a baseline and says the same of every case: serious, of
    classes where no other is more accurate, so that it may be taken for the best; noted where its name tells nothing.
    """
    printed = [(row, accuracy, largest) for row in bundle.printed or () if not row.averaged
               and (accuracy := row.get("accuracy")) is not None and (largest := _most_frequent(row)) is not None]
    for row, accuracy, largest in printed:
        yield from _below(row, accuracy, largest)
    if printed and bundle.said is None:
        return
    spoke, looked = set(models_that_spoke(bundle)), 0
    constant = list(_always_the_same(bundle))
    yield from constant
    yield from _behind_the_last_value(bundle)
    late = list(_the_last_value(bundle))
    yield from late
    for model in contenders(bundle):
        side = sides_of(bundle, model.name) if model.name in spoke else None
        if side is None:
            continue
        looked += 1
        if elsewhere(side)[0]:              # F-52 speaks of those
            continue
        _, said = one_pass(bundle, model.name)
        unit = _other_unit(said) if said.n_classes is None else ""
        if unit:
            yield Found(message=f"What {model.name} says is on another scale than the truth: {unit}.",
                        evidence={"model": model.name})
            continue
        parts = list(_parts_in_another_unit(bundle, model.name)) if said.n_classes is None else []
        yield from parts
        if parts:
            continue
        message = _of_numbers(said) if said.n_classes is None else _of_classes(said, side.at(0), side.n)
        if message:
            yield Found(message=f"{model.name} is worse than {message}.", severity=Severity.WARNING,
                        evidence={"model": model.name})
    if not looked and not late and not constant:
        raise NotCheckable("no predictions of one target are known", ask=ASK_PREDICTIONS)


def _parts_in_another_unit(bundle: Bundle, name: str) -> Iterator[Found]:
    """Parts in which numbers are in another unit than the truth, where those of most parts are in its own."""
    first = {part.division: part.predictions for part in reversed(bundle.said_by(name))}
    units = {label: _other_unit(said) for label, said in first.items()
             if said.values is not None and said.values.ndim == 1}
    odd = {label: unit for label, unit in units.items() if unit}
    if 2 * len(odd) < len(units):
        for label, unit in odd.items():
            yield Found(message=f"In part {label} what {name} says is on another scale than the truth, and in the "
                                f"other parts it is not: {unit}.", evidence={"model": name, "part": label})


def _always_the_same(bundle: Bundle) -> Iterator[Found]:
    """Models that give every case one class, or one number, and are not named as those that do."""
    told = {model.name for model in bundle.models or () if model.baseline and not model.by_answers}
    for name in dict.fromkeys(said.model for said in bundle.said or ()):
        rows, said = one_pass(bundle, name)
        if rows.size < FEWEST or name in told or is_baseline(name) or CONSTANT.search(name):
            continue
        severity = Severity.INFO if ANONYMOUS.fullmatch(name) else Severity.SERIOUS
        if said.n_classes is None and said.values is not None and said.values.ndim == 1:
            if not np.ptp(said.values) and np.ptp(said.truth):
                yield Found(message=f"{name} says {said.values[0]:.6g} in all {rows.size:,} cases: it ignores the "
                                    f"features, as a baseline does, and is not called one.", severity=severity,
                            evidence={"model": name})
        elif said.labels is not None and not np.ptp(said.labels) and np.unique(said.truth).size > 1:
            if said.probabilities is not None and np.ptp(said.probabilities, axis=0).max() > 0:
                continue                    # only the threshold is far off
            if severity is Severity.SERIOUS and not _nobody_better(bundle, float((said.labels != said.truth).mean())):
                severity = Severity.WARNING
            yield Found(message=f"{name} {_one_class(bundle, said)}", severity=severity, evidence={"model": name})


def _nobody_better(bundle: Bundle, wrong: float) -> bool:
    """Whether no other model has fewer wrong labels: what leads nobody takes for the baseline that it may be."""
    others = (one_pass(bundle, name)[1] for name in dict.fromkeys(said.model for said in bundle.said or ()))
    return not any(said.labels is not None and (said.labels != said.truth).mean() < wrong for said in others)


def _one_class(bundle: Bundle, said: Predictions) -> str:
    assert said.labels is not None
    names = bundle.problem.classes if bundle.problem is not None else ()
    code = int(said.labels[0])
    word = f"'{names[code]}'" if code < len(names) else "no class"
    counts = np.bincount(said.truth, minlength=code + 1)
    others = [f"{int(counts[other]):,} '{names[other]}'" for other in np.flatnonzero(counts) if other != code
              and other < len(names)]
    return (f"says {word} in all {said.n_rows:,} cases: its accuracy, {counts[code] / said.n_rows:.1%}, is the share "
            f"of that class, and not one of {' and '.join(others[:3])} is found.")


def _behind_the_last_value(bundle: Bundle) -> Iterator[Found]:
    """Forecasts of one series, row by row in time, that are further off than the value before each.

    Serious where that is so of all models, and no baseline is among them.
    """
    problem = bundle.problem
    if problem is None or problem.time is None or problem.groups is not None or not (np.diff(problem.time) > 0).all():
        return
    behind = {}
    for model in contenders(bundle):
        rows, said = one_pass(bundle, model.name)
        order = np.argsort(rows)
        if said.n_classes is not None or said.values is None or said.values.ndim != 1 or rows.size < FEWEST or (
                np.diff(rows[order]) != 1).any():
            return
        truth, values = np.asarray(said.truth, dtype=float)[order], said.values[order]
        own, last = (values - truth)[1:], np.diff(truth)
        more = own**2 - last**2
        if more.mean() > CLEARLY * float(more.std(ddof=1)) / sqrt(more.size):
            behind[model.name] = [sqrt(float((d**2).mean())) for d in (own, last)]
    alone = len(behind) == len(contenders(bundle)) and not any(model.baseline for model in bundle.models or ())
    for name, (rmse, naive) in behind.items():
        yield Found(message=f"{name} is worse than always saying the value before: its RMSE is {rmse:.4g}, that of the "
                            f"last value {naive:.4g}, if that is known when the forecast is made.",
                    severity=Severity.SERIOUS if alone else Severity.WARNING,
                    evidence={"model": name, "rmse": rmse, "last_value": naive})


def _the_last_value(bundle: Bundle) -> Iterator[Found]:
    """Numbers that are the truth of the row before but for a little, and no nearer to that of their own row.

    Rows that follow each other by chance are not said so. Serious where no baseline shows it.
    """
    shown = any(is_baseline(model.name) or NAIVE.search(model.name) for model in bundle.models or ())
    for model in bundle.models or ():
        named = is_baseline(model.name) or NAIVE.search(model.name)
        if named or (model.baseline and shown) or not bundle.said_by(model.name):
            continue
        rows, said = one_pass(bundle, model.name)
        if said.n_classes is not None or said.values is None or said.values.ndim != 1 or rows.size < FEWEST:
            continue
        timed = bundle.problem is not None and bundle.problem.time is not None
        order = np.argsort(rows if timed or bundle.written is None else bundle.written[rows], kind="stable")
        truth, values = np.asarray(said.truth, dtype=float)[order], said.values[order]
        step, own = np.diff(truth), values[1:] - truth[:-1]
        left = own - step
        if not step.any() or own.std() > BARELY * step.std() or abs(own.mean()) > BARELY * step.std():
            continue
        better = step**2 - left**2
        if better.mean() > CLEARLY * float(better.std(ddof=1)) / sqrt(better.size):
            continue
        rmse, naive = (sqrt(float((d**2).mean())) for d in (left, step))
        goes = float(np.corrcoef(values[1:], truth[:-1])[0, 1])
        yield Found(message=f"What {model.name} says is the value before (correlation {goes:.4f} with the truth of the "
                            f"row before), and no better: its RMSE is {rmse:.4g}, that of always saying the last value "
                            f"{naive:.4g}.", severity=Severity.WARNING if shown else Severity.SERIOUS,
                    evidence={"model": model.name, "correlation": goes, "rmse": rmse, "last_value": naive})


def _below(row: Row, accuracy: Figure, largest: float) -> Iterator[Found]:
    """A printed accuracy that is below the share of the most frequent class, however it was rounded."""
    if max(accuracy.span(rounding)[1] for rounding in Rounding) < largest:
        alone = not any(one.kind in TELLING for one in row.figures)
        yield Found(message=f"{row.where}: {accuracy.said} is less than always saying the most frequent class gives "
                            f"({largest:.1%} right){', and nothing else is told of it' if alone else ''}.",
                    severity=Severity.SERIOUS if alone else Severity.WARNING, evidence={"line": row.where})


def _most_frequent(row: Row) -> float | None:
    """The share of the most frequent of two classes, where a printed row counts them."""
    if row.several:
        return None
    if row.has("tp", "fp", "fn", "tn"):
        tp, fp, fn, tn = (one.value for one in row.the("tp", "fp", "fn", "tn"))
        positives, cases = tp + fn, tp + fp + fn + tn
    elif row.has("positives", "cases"):
        positives, cases = (one.value for one in row.the("positives", "cases"))
    else:
        return None
    return max(positives, cases - positives) / cases if 0 <= positives <= cases and cases else None


def _other_unit(said: Predictions) -> str:
    """Whether the order is right and the numbers are not: logarithms, another unit, a standardised target."""
    from scipy.stats import spearmanr

    assert said.values is not None
    truth = np.asarray(said.truth, dtype=float)
    spread = float(((truth - truth.mean()) ** 2).sum())
    if truth.size < FEWEST or not spread or not np.ptp(said.values):
        return ""
    explained = 1 - float(((said.values - truth) ** 2).sum()) / spread
    rank = float(spearmanr(truth, said.values)[0])
    ratio = float(said.values.std() / truth.std())
    if rank < IN_ORDER or explained > LITTLE * rank**2 or IN_SCALE < ratio < 1 / IN_SCALE:
        return ""
    return (f"it has the order of it (rank correlation {rank:.2f}), varies {ratio:.2g} times as much, and "
            f"explains next to nothing of it (R² {explained:.2g})")


def _of_numbers(said: Predictions) -> str:
    assert said.values is not None
    truth = np.asarray(said.truth, dtype=float)
    more = (said.values - truth) ** 2 - (truth - truth.mean()) ** 2
    error = float(more.std(ddof=1)) / sqrt(more.size) if more.size > 1 else 0.0
    if more.mean() <= CLEARLY * error or more.mean() <= 0 or not np.ptp(truth):       # marks have one truth, the full
        return ""
    rmse, mean = (sqrt(float((d**2).mean())) for d in (said.values - truth, truth - truth.mean()))
    return f"always saying the mean: its RMSE is {rmse:.4g}, that of the mean {mean:.4g}"


def _of_classes(said: Predictions, association: float, n: int) -> str:
    swapped = said.n_classes == 2 and association < -CLEARLY / sqrt(n)         # F-51 speaks of those
    if swapped or association > CLEARLY / sqrt(n) or np.unique(said.truth).size < 2:
        return ""
    counts = np.bincount(said.truth)
    largest = float(counts.max() / counts.sum())
    what = f"always saying the most frequent class ({largest:.1%} right)"
    if said.labels is None:
        return f"{what} would let expect: what it says does not go with the truth"
    right = float((said.labels == said.truth).mean())
    if right > largest:
        return ""
    return f"{what}: it is right in {right:.1%} of the cases, and what it says does not go with the truth"
