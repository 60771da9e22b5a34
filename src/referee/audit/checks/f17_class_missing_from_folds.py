"""F-17: folds in which a class is missing or far off its share, for want of stratification."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DIVISIONS

EXPECTED = 5            # below this many expected cases a share means little; only absence counts


@check("F-17", "A class is missing from some folds", severity=Severity.WARNING,
       advice="Divide the rows stratified by class.", reference="Reich & Barai 1999, 2.2.3; Kohavi 1995")
def class_missing_from_folds(bundle: Bundle) -> Iterator[Found]:
    """Test parts that lack a class they should have, or have far less than half its share."""
    if bundle.problem is None or bundle.divisions is None:
        raise NotCheckable("it takes the classes of the cases and the divisions", ask=ASK_DIVISIONS)
    if not bundle.problem.classes:
        raise NotApplicable("this is about classes, and there are none")
    y, classes = bundle.problem.y, bundle.problem.classes
    shares = np.bincount(y, minlength=len(classes)) / y.size
    counts = np.array([np.bincount(y[d.test], minlength=len(classes)) for d in bundle.divisions])
    sizes = counts.sum(axis=1)
    for code, label in enumerate(classes):
        expected = shares[code] * sizes
        absent = int(((counts[:, code] == 0) & (expected >= 1)).sum())
        # Two binomial standard errors beyond half the share: chance alone does not do that to whole groups.
        low = counts[:, code] < 0.5 * expected - 2 * np.sqrt(expected)
        if absent:
            yield Found(message=f"Class {label} is absent from {absent} of {len(sizes)} test parts.",
                        evidence={"class": str(label), "absent": absent})
        elif (low & (expected >= EXPECTED)).any():
            yield Found(message=f"Class {label} has less than half its share in {int(low.sum())} of {len(sizes)} test "
                                f"parts.", evidence={"class": str(label), "low": int(low.sum())})
