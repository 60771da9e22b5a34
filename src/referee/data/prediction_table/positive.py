"""Of which of two classes a single column of probabilities (or scores) speaks.

Where the file also holds the predicted classes, they tell: a probability that is high where a class was predicted is of
that class, and one that never falls below a half is of whichever class was predicted. Where it does not, the pairs that
everybody reads one way tell (0 and 1, no and yes, negative and positive). Else nobody can know, and it is asked.
"""

from __future__ import annotations

from typing import Any

from referee.data.prediction_table.facts import plain
from referee.errors import BadInput
from referee.kinds import Array

NO_AND_YES = (("0", "1"), ("-1", "1"), ("no", "yes"), ("n", "y"), ("false", "true"), ("f", "t"), ("neg", "pos"),
              ("negative", "positive"), ("control", "case"), ("absent", "present"), ("wrong", "right"),
              ("incorrect", "correct"), ("fail", "pass"), ("healthy", "diseased"), ("benign", "malignant"))
NEGATIONS = ("no", "not", "non", "un")
PREDICTED = "predicted"             # the probability is that of the class that was predicted


def usual_positive(classes: tuple[Any, ...]) -> Any:
    """The class that everybody counts as positive; None where that cannot be said.

    >>> usual_positive((0, 1)), usual_positive(("no", "yes")), usual_positive(("churn", "stay"))
    (1, 'yes', None)
    >>> usual_positive(("churn", "no churn"))
    'churn'
    """
    looks = {plain(value).lower(): value for value in classes}
    for no, yes in NO_AND_YES:
        if set(looks) == {no, yes}:
            return looks[yes]
    for one, other in (tuple(looks), tuple(reversed(looks))) if len(looks) == 2 else ():
        if any(other in {f"{no}{joint}{one}" for joint in ("", " ", "_", "-")} for no in NEGATIONS):
            return looks[one]
    return None


def told_by_labels(numbers: Array, labels: Array) -> int | str | None:
    """Which of two classes (0 or 1, codes of the labels) numbers speak of, by the labels beside them; None if neither.

    >>> import numpy as np
    >>> p, labels = np.array([0.9, 0.2, 0.7]), np.array([0, 1, 0])
    >>> told_by_labels(p, labels), told_by_labels(p, 1 - labels), told_by_labels(np.array([0.9, 0.8, 0.7]), labels)
    (0, 1, 'predicted')
    """
    zero, one = numbers[labels == 0], numbers[labels == 1]
    if not zero.size or not one.size:
        return None
    up, down = zero.max() <= one.min(), one.max() <= zero.min()
    if up != down:
        return 1 if up else 0
    return PREDICTED if not up and numbers.min() >= 0.5 and numbers.max() <= 1 else None


def asked(where: str, column: str, classes: tuple[Any, ...]) -> BadInput:
    """The refusal where nobody can know."""
    one, other = (plain(value) for value in classes[:2])
    return BadInput(f"{where}: the numbers of column {column!r} may be of class {one!r} or of class {other!r}; say "
                    f"which they are of: --positive {one!r}, or --positive {other!r}.")
