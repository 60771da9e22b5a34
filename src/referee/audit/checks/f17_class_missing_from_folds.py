"""F-17: folds in which a class is missing or far off its share, for want of stratification."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DIVISIONS, named
from referee.audit.leaks.rows import rows_of
from referee.audit.leaks.shifted import shifted_classes
from referee.audit.vocabulary.metrics import known_metric

CUT = 0.3               # of the parts lack each of the classes, where rows were cut in the order of their classes
EXPECTED = 5            # below this many expected cases a share means little; only absence counts

APART, CLEARLY = 0.1, 5     # shares of a class on the two sides: so far apart, and by so many standard errors
TWICE = 2


@check("F-17", "A class is missing from some folds", severity=Severity.SERIOUS,
       advice="Divide the rows stratified by class.", reference="Reich & Barai 1999, 2.2.3; Kohavi 1995")
def class_missing_from_folds(bundle: Bundle) -> Iterator[Found]:
    """Test parts that lack a class they should have, or have far less than half its share.

    Serious where every class is missing from many parts: rows in the order of their classes were cut into folds. Of one
    split of rows that stand for themselves: a class whose shares in training and test are far apart, serious where one
    side has none of it; or one whose rows are from another source on either side.
    """
    if bundle.problem is None or bundle.divisions is None:
        raise NotCheckable("it takes the classes of the cases and the divisions", ask=ASK_DIVISIONS)
    if not bundle.problem.classes:
        raise NotApplicable("this is about classes, and there are none")
    y, classes = bundle.problem.y, bundle.problem.classes
    yield from _unlike(bundle)
    shares = np.bincount(y, minlength=len(classes)) / y.size
    counts = np.array([np.bincount(y[d.test], minlength=len(classes)) for d in bundle.divisions])
    sizes = counts.sum(axis=1)
    lacking = (counts == 0) & (shares * sizes[:, None] >= EXPECTED)
    in_order = len(sizes) > 1 and bundle.problem.groups is None and bool((lacking.mean(axis=0) >= CUT).all())
    for code, label in enumerate(classes):
        expected = shares[code] * sizes
        absent = int(((counts[:, code] == 0) & (expected >= 1)).sum())
        # Two binomial standard errors beyond half the share: chance alone does not do that to whole groups.
        low = counts[:, code] < 0.5 * expected - 2 * np.sqrt(expected)
        if absent:
            yield Found(message=f"Class {label} is absent from {absent} of {len(sizes)} test parts.",
                        severity=Severity.SERIOUS if in_order else Severity.WARNING,
                        evidence={"class": str(label), "absent": absent})
        elif (low & (expected >= EXPECTED)).any():
            yield Found(message=f"Class {label} has less than half its share in {int(low.sum())} of {len(sizes)} test "
                                f"parts.", severity=Severity.WARNING,
                        evidence={"class": str(label), "low": int(low.sum())})


def _unlike(bundle: Bundle) -> Iterator[Found]:
    """A class that is much more frequent on one side of the only split, where neither groups nor time divide it."""
    problem, divisions = bundle.problem, bundle.divisions or ()
    if problem is None or len(divisions) != 1 or problem.groups is not None or problem.time is not None:
        return
    train, test = divisions[0].train, divisions[0].test
    if train is None or bundle.times is not None or not train.size or not test.size or divisions[0].assumed:
        return
    y, train, test = problem.y, train[train < problem.y.size], test[test < problem.y.size]
    if not train.size or not test.size:         # of rows that are not among the predictions nothing is known
        return
    for code, label in enumerate(problem.classes):
        a, b = float((y[train] == code).mean()), float((y[test] == code).mean())
        both = (a * train.size + b * test.size) / (train.size + test.size)
        noise = float(np.sqrt(both * (1 - both) * (1 / train.size + 1 / test.size)))
        if abs(a - b) > max(APART, CLEARLY * noise):
            alone = np.unique(y[test]).size < 2
            never = not a or alone
            told = ": no model can learn it" if not a else ": on one class no model can be told from another" if (
                alone) else ": they were not drawn alike, or one side was balanced"
            yield Found(message=f"Class {label} is {a:.0%} of the training rows and {b:.0%} of the test rows{told}.",
                        severity=Severity.SERIOUS if never or (_by_shares(bundle) and far_apart(a, b)) else
                        Severity.WARNING, evidence={"class": str(label), "training": a, "test": b})
            return
    if problem.features is None or problem.features.form or problem.has_several:
        return
    labels = tuple(map(str, problem.classes))
    for label, other, distance, columns in shifted_classes(rows_of(bundle), labels, train, test):
        yield Found(message=f"Test rows of class {label} are unlike its training rows in {named(columns)} (up to "
                            f"{distance:.2f} apart, of 1), while those of {other} are alike: they come from another "
                            f"source, and are told by that.", evidence={"class": label, "columns": columns})


def far_apart(a: float, b: float) -> bool:
    """Whether one share of a class, or of the others, is more than twice the other."""
    return any(max(pair) > TWICE * min(pair) for pair in ((a, b), (1 - a, 1 - b)))


def _by_shares(bundle: Bundle) -> bool:
    """Whether the study judges by a metric that depends on how frequent a class is among the test rows."""
    facts = [known_metric(name) for name in (bundle.declared.metrics if bundle.declared else ())]
    return any(fact is not None and fact.by_shares for fact in facts)
