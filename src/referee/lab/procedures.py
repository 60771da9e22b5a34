"""What is measured: the p-values that the package's own tests give on one sample, and on which splits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.comparisons import (
    Summary,
    binomial_sign,
    corrected_t,
    cv_clt_z,
    fivetwo_f,
    fivetwo_t,
    mcnemar,
    paired_t,
    reich_barai,
)
from referee.comparisons._laws import tail
from referee.kinds import Array
from referee.lab.divisions import folds, splits

TITLES = {
    "bf-10x10": "corrected t, 10×10-fold (Bouckaert–Frank)",
    "nb-100@0.9": "corrected t, 100 splits at 0.9",
    "nb-100@2/3": "corrected t, 100 splits at 2/3",
    "nb-100@0.6": "corrected t, 100 splits at 0.6",
    "nb-100@0.55": "corrected t, 100 splits at 0.55",
    "nb-100@0.5": "corrected t, 100 splits at 0.5",
    "mixed-100@0.6": "mean of corrected and case variance, 100 splits at 0.6",
    "mixed-100@0.5": "mean of corrected and case variance, 100 splits at 0.5",
    "nb-30@2/3": "corrected t, 30 splits at 2/3",
    "cv10-corrected-t": "corrected t, 10-fold",
    "5x2cv-f": "5×2cv F (Alpaydin)",
    "5x2cv-t": "5×2cv t (Dietterich)",
    "cv-clt-z": "CV-CLT z, 10-fold",
    "mcnemar-holdout": "McNemar mid-p, one hold-out",
    "binomial-cv10": "exact binomial on pooled 10-fold (Salzberg)",
    "paired-t-folds": "historic: paired t over 10 folds (Mooney)",
    "paired-t-100": "historic: paired t over 10×10 folds",
    "resampled-t-30": "historic: paired t over 30 splits at 2/3",
    "reich-barai": "historic: t over 10 means of 10-fold (Reich & Barai)",
}
SHARES = {"nb-100@0.9": 0.9, "nb-100@2/3": 2 / 3, "nb-100@0.6": 0.6, "nb-100@0.55": 0.55,
          "nb-100@0.5": 0.5}
MIXED = {"nb-100@0.6": "mixed-100@0.6", "nb-100@0.5": "mixed-100@0.5"}
SPARED = {"nb-100@0.9", "nb-100@0.55"}          # slow learners are not fitted on these


def divided(y: Array, random: np.random.Generator, *, slow: bool) -> dict[str, Array]:
    """The splits that the tests need; slow learners are spared some."""
    shares = {name: share for name, share in SHARES.items() if not slow or name not in SPARED}
    return {"10x10": folds(y, 10, 10, random), "5x2": folds(y, 2, 5, random)} | {
        name: splits(y, share, 100, random) for name, share in shares.items()}


def p_values(tested: dict[str, Array], wrong_a: dict[str, Array], wrong_b: dict[str, Array]) -> dict[str, float]:
    """The p-value of each test for the difference of A and B, from the cases that each split's models get wrong."""
    return {name: round(p, 7) for name, p in [
        *_over_splits(tested, wrong_a, wrong_b), *_over_folds(tested["10x10"], wrong_a["10x10"], wrong_b["10x10"]),
        *_over_halves(tested["5x2"], wrong_a["5x2"], wrong_b["5x2"])]}


def _rates(tested: Array, wrong: Array) -> Array:
    rates: Array = 1 - wrong.sum(axis=1) / tested.sum(axis=1)
    return rates


def _corrected(a: Array, b: Array, tested: Array) -> float:
    return corrected_t(a, b, n_train=(~tested).sum(axis=1), n_test=tested.sum(axis=1)).p


def _over_splits(tested: dict[str, Array], wrong_a: dict[str, Array], wrong_b: dict[str, Array],
                 ) -> Iterator[tuple[str, float]]:
    for name in (name for name in SHARES if name in tested):
        a, b = _rates(tested[name], wrong_a[name]), _rates(tested[name], wrong_b[name])
        yield name, _corrected(a, b, tested[name])
        if name in MIXED:
            yield MIXED[name], mixed_p(tested[name], wrong_a[name], wrong_b[name])
        if name == "nb-100@2/3":
            yield "nb-30@2/3", _corrected(a[:30], b[:30], tested[name][:30])
            yield "resampled-t-30", paired_t(a[:30], b[:30], unit="split", i_know=True).p
            out = tested[name][0]
            yield "mcnemar-holdout", mcnemar(~wrong_a[name][0][out], ~wrong_b[name][0][out]).p


def mixed_p(tested: Array, wrong_a: Array, wrong_b: Array) -> float:
    """A candidate for the default: the variance halfway between Nadeau and Bengio's and that of the cases' means.

    The one is too large for trees, the other leaves out that the training set might have been another.
    """
    difference = _rates(tested, wrong_a) - _rates(tested, wrong_b)
    corrected = difference.var(ddof=1) * (1 / len(tested) + tested.sum() / (~tested).sum())
    times = np.maximum(tested.sum(axis=0), 1)
    by_case = (wrong_b.sum(axis=0) - wrong_a.sum(axis=0, dtype=float)) / times
    variance = (corrected + by_case.var(ddof=1) / tested.shape[1]) / 2
    if variance == 0:
        return 1.0
    return tail(float(difference.mean() / variance**0.5), min(len(tested), tested.shape[1]) - 1, "two-sided")


def _over_folds(tested: Array, wrong_a: Array, wrong_b: Array) -> Iterator[tuple[str, float]]:
    a, b = _rates(tested, wrong_a), _rates(tested, wrong_b)
    yield "bf-10x10", _corrected(a, b, tested)
    yield "cv10-corrected-t", _corrected(a[:10], b[:10], tested[:10])
    yield "paired-t-folds", paired_t(a[:10], b[:10], unit="fold", i_know=True).p
    yield "paired-t-100", paired_t(a, b, unit="fold", i_know=True).p
    loss_a, loss_b = wrong_a[:10].any(axis=0), wrong_b[:10].any(axis=0)
    yield "cv-clt-z", cv_clt_z(loss_a, loss_b, tested[:10].argmax(axis=0)).p
    yield "binomial-cv10", binomial_sign(~loss_a, ~loss_b).p
    means_a, means_b = a.reshape(10, 10).mean(axis=1), b.reshape(10, 10).mean(axis=1)
    yield "reich-barai", reich_barai(*(Summary(float(m.mean()), float(m.std(ddof=1)), 10)
                                       for m in (means_a, means_b))).p


def _over_halves(tested: Array, wrong_a: Array, wrong_b: Array) -> Iterator[tuple[str, float]]:
    a, b = _rates(tested, wrong_a).reshape(5, 2), _rates(tested, wrong_b).reshape(5, 2)
    yield "5x2cv-f", fivetwo_f(a, b).p
    yield "5x2cv-t", fivetwo_t(a, b).p
