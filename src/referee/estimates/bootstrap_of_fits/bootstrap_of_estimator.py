"""How much any way of evaluating varies with the data: resample the rows, evaluate anew.

Reich, Y. and Barai, S. V. (1999), section 2.2.4; Efron and Tibshirani (1993). Expensive (every resample repeats the
whole evaluation, fits included), so never done unasked. A resample holds copies of rows: an evaluation that splits it
must keep copies on one side, or it tests on what it trained on. Fails for "narrow" features such as a maximum.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.resampling.replicates import Replicates
from referee.given import door
from referee.kinds import Array
from referee.seeds import stream


@door
def bootstrap_of_estimator(estimator: Callable[[Array], float], n: int, *, resamples: int = 50,
                           seed: int) -> Replicates:
    """What `estimator(rows)` gives on resampled row numbers; resamples in which it is Undefined are counted as lost.

    >>> values = np.arange(100.0)
    >>> made = bootstrap_of_estimator(lambda rows: values[rows].mean(), 100, resamples=200, seed=1)
    >>> made.observed, made.lost, 2 < made.standard_error < 4
    (49.5, 0, True)
    """
    if resamples < 2:
        raise BadInput(f"{resamples} resamples are too few; 50 to 200 are usual.")
    values, lost = [], 0
    for b in range(resamples):
        try:
            values.append(float(estimator(stream(seed, "bootstrap of estimator", b).integers(n, size=n))))
        except Undefined:
            lost += 1
    if len(values) < 2:
        raise Undefined(f"the evaluation worked in only {len(values)} of {resamples} resamples.")
    return Replicates(observed=float(estimator(np.arange(n))), values=np.array(values), lost=lost, cases=n)
