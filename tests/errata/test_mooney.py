"""An error in Mooney's slides on experimental evaluation. See docs/errata.md."""

import numpy as np

from referee.seeds import stream


def test_erratum_39_errors_on_disjoint_test_sets_are_not_independent():
    """Two folds, the mean of the one as the forecast of the other: an error made in one comes back in the other."""
    y = stream(39, "erratum").normal(size=(3000, 2, 5))                   # studies, folds, rows
    forecast = y.mean(axis=2)[:, ::-1, None]
    errors = ((y - forecast) ** 2).mean(axis=2)
    together = np.corrcoef(errors.T)[0, 1]
    apart = np.corrcoef(errors[:-1, 0], errors[1:, 1])[0, 1]               # of two studies that share nothing
    assert together > 0.2
    assert abs(apart) < 0.08
