"""The .632 bootstrap: 0.368 × training error + 0.632 × out-of-bag error.

Efron, B. (1983). JASA 78, 316-331 (`bootstrap_632`: out-of-bag error averaged per case). Reich and Barai (1999),
eq. 10 (`bootstrap_632_by_sample`: per resample); the two differ for finitely many resamples.

Optimistic where the training error is near 0: 0.316 for 1-NN on labels that are pure noise, where the truth is 0.5;
measured bias −0.15 for 1-NN and −0.13 for full trees at n = 100. Use `bootstrap_632plus` there.
The standard error is that of the out-of-bag error, scaled (Efron and Tibshirani 1997).
"""

from __future__ import annotations

from referee.estimates.bootstrap_of_fits.bootstrap_fits import BootstrapFits
from referee.estimates.bootstrap_of_fits.leave_one_out_bootstrap import (
    BootstrapError,
    bootstrap_error,
    by_sample_error,
    out_of_bag_error,
    out_of_bag_standard_error,
)
from referee.estimates.quantiles import Bounds
from referee.given import door

WEIGHT = 0.632


@door
def error_632(resubstitution: float, out_of_bag: float) -> float:
    """The two errors, weighed.

    >>> error_632(0.0, 0.5)
    0.316
    """
    return (1 - WEIGHT) * resubstitution + WEIGHT * out_of_bag


@door
def bootstrap_632(fits: BootstrapFits, *, level: float = 0.95, bounds: Bounds | None = None) -> BootstrapError:
    """Efron's .632 estimate.

    >>> from referee.estimates import BootstrapFits, bootstrap_632
    >>> fits = BootstrapFits(full=[0, 0, 1, 0], losses=[[0, 1, 1, 0], [1, 0, 1, 0]],
    ...                      counts=[[2, 0, 1, 1], [0, 2, 2, 0]])
    >>> bootstrap_632(fits).value
    0.513
    """
    return _weighed(fits, out_of_bag_error(fits), ".632 bootstrap", level, bounds)


@door
def bootstrap_632_by_sample(fits: BootstrapFits, *, level: float = 0.95,
                            bounds: Bounds | None = None) -> BootstrapError:
    """The .632 estimate of Reich and Barai's eq. 10: the mean over resamples of each one's weighed error.

    >>> from referee.estimates import BootstrapFits, bootstrap_632_by_sample
    >>> fits = BootstrapFits(full=[0, 0, 1, 0], losses=[[0, 1, 1, 0], [1, 0, 1, 0]],
    ...                      counts=[[2, 0, 1, 1], [0, 2, 2, 0]])
    >>> bootstrap_632_by_sample(fits).value
    0.566
    """
    return _weighed(fits, by_sample_error(fits), ".632 bootstrap (Reich & Barai eq. 10)", level, bounds)


def _weighed(fits: BootstrapFits, out_of_bag: float, method: str, level: float,
             bounds: Bounds | None) -> BootstrapError:
    value = error_632(fits.resubstitution, out_of_bag)
    error = scaled_error(out_of_bag_standard_error(fits), value, out_of_bag)
    return bootstrap_error(fits, value, error, method=method, level=level, bounds=bounds)


def scaled_error(error: float, value: float, out_of_bag: float) -> float:
    """The standard error of an estimate, from that of the out-of-bag error: SE × estimate / Êrr⁽¹⁾."""
    return error * abs(value / out_of_bag) if out_of_bag != 0 else 0.0
