"""Stuart–Maxwell test: do two models give each class equally often?

Stuart, A. (1955). A test for homogeneity of the marginal distributions in a two-way classification.
Biometrika 42, 412–416. Maxwell, A. E. (1970). British Journal of Psychiatry 116, 651–655.

It compares how often each class is said, not who is right; with two classes it is McNemar's χ².
Classes that neither model ever says, or that both say on the same cases only, do not count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import raised
from referee.comparisons._laws import upper_chi2
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import BadInput, Undefined
from referee.given import door, label_column
from referee.given.labels import one_kind
from referee.kinds import Array

MOST = 2000            # classes


@door
def stuart_maxwell(a: Any, b: Any) -> Omnibus:
    """Whether two vectors of predicted classes have the same class frequencies.

    >>> stuart_maxwell(list("aaabbc"), list("aabbcc")).statistic
    2.0
    """
    a, b = one_kind({"a": label_column(a, "a"), "b": label_column(b, "b")}).values()
    if a.ndim != 1 or a.shape != b.shape or a.size == 0:
        raise BadInput(f"a has shape {a.shape} and b {b.shape}; both must name one class for each of the same cases.")
    classes, codes = np.unique(np.concatenate([a, b]), return_inverse=True)
    k = len(classes)
    if k > MOST:
        raise Undefined(f"{k} classes are too many for a test of their frequencies.")
    counts = np.bincount(codes[:len(a)] * k + codes[len(a):], minlength=k * k).reshape(k, k).astype(float)
    statistic, df = _statistic(counts)
    return Omnibus(statistic=statistic, df=float(df), p=upper_chi2(statistic, df) if df else 1.0,
                   method="Stuart-Maxwell", unit="case", n_units=len(a), flags=raised(no_disagreement=not df),
                   assumptions=("The cases are independent draws.", "Many cases are classed differently."),
                   details=(("classes", tuple(classes.tolist())), ("changes", int(counts.sum() - np.trace(counts)))))


def _statistic(counts: Array) -> tuple[float, int]:
    """dᵀV⁻d on the rank of V, d the differences of the margins; the rank leaves out what is redundant."""
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    d = rows - columns
    V = np.diag(rows + columns) - counts - counts.T
    return float(d @ np.linalg.pinv(V, hermitian=True) @ d), int(np.linalg.matrix_rank(V, hermitian=True))
