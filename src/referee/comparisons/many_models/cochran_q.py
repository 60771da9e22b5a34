"""Cochran's Q: are several models equally often right on the same cases?

Cochran, W. G. (1950). The comparison of percentages in matched samples. Biometrika 37, 256–266.

With two models it is McNemar's χ² without correction. Which models differ is for pairwise McNemar tests with
Holm's adjustment to say.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import raised
from referee.comparisons._input import matrix
from referee.comparisons._laws import upper_chi2
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import BadInput
from referee.given import door


@door
def cochran_q(correct: Any) -> Omnibus:
    """Whether all columns (models) are equally often right; a row per case, 1 for right and 0 for wrong.

    >>> cochran_q([[1, 0, 1], [1, 0, 0], [1, 1, 0], [1, 0, 1]]).statistic
    3.5
    """
    right = matrix(correct, "correct", rows=1)
    if not np.isin(right, (0, 1)).all():
        raise BadInput("correct must hold 1 for right and 0 for wrong.")
    k = right.shape[1]
    per_model, per_case = right.sum(axis=0), right.sum(axis=1)
    spread = k * per_case.sum() - (per_case**2).sum()
    disagreements = int(((per_case > 0) & (per_case < k)).sum())
    statistic = 0.0 if spread == 0 else float((k - 1) * (k * (per_model**2).sum() - per_model.sum() ** 2) / spread)
    return Omnibus(statistic=statistic, df=float(k - 1), p=upper_chi2(statistic, k - 1), method="Cochran Q",
                   unit="case", n_units=len(right), flags=raised(no_disagreement=not disagreements),
                   assumptions=("The cases are independent draws.",
                                "Many cases have models that disagree (the law is a limit)."),
                   details=(("right", tuple(per_model.tolist())), ("disagreements", disagreements)))
