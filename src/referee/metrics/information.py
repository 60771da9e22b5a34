"""Information scores: what a forecast adds to what was known before, the prior.

Bayesian information reward: Hope & Korb (2004); class i earns log(p'_i/p_i) when it is the true class and
log((1−p'_i)/(1−p_i)) when it is not, whatever label was predicted. Divided by the number of classes by default
(`per_class`), in bits. Strictly proper; a forecaster that reports the prior earns 0; for two classes it is log-loss
skill, log(p'_t/p_t). Good's reward (1952): 1 + log2 of the probability given to what happened; two classes, uniform
prior, so base rates earn something. Kononenko & Bratko (1991): the branch is p' ≥ p against p' < p for the true
class (not right against wrong label); not proper. The prior is that of the training part (`Predictions.prior`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.probability import EPSILON, log_scale
from referee.metrics.vectors import Coding, forecast
from referee.spec import format_spec


def good_rewards(predictions: Predictions) -> Array:
    """1 + log2 of the probability given to what happened, one a row."""
    if predictions.k != 2:
        raise Undefined(f"Good's reward is for two classes, not for {predictions.k}; use bir.")
    return np.asarray(1 + np.log2(np.clip(predictions.true_class_probability, EPSILON, 1.0)))


def kononenko_bratko_scores(predictions: Predictions) -> Array:
    """The information score of each row's true class, in bits."""
    before = predictions.checked_prior[predictions.codes]
    said = np.clip(predictions.true_class_probability, EPSILON, 1 - EPSILON)
    return np.where(said >= before, np.log2(said / before), np.log2((1 - before) / (1 - said)))


def _kononenko_bratko_relative(predictions: Predictions) -> float:
    prior = predictions.checked_prior
    return 100 * predictions.mean(kononenko_bratko_scores(predictions)) / -float(prior @ np.log2(prior))


def bayesian_rewards(base: float | str = 2, *, per_class: bool = True) -> Callable[[Predictions], Array]:
    """The Bayesian information reward of each row."""
    scale = log_scale(base)

    def per_row(predictions: Predictions) -> Array:
        prior, codes = predictions.checked_prior, predictions.codes
        hit = np.clip(predictions.true_class_probability, EPSILON, 1 - EPSILON)
        # one logarithm of a product: every factor is exactly 1 where the forecast is the prior
        ratio = (hit / prior[codes]) / ((1 - hit) / (1 - prior)[codes])
        for column, share in zip(predictions.columns, prior, strict=True):
            ratio *= (1 - np.minimum(column, 1 - EPSILON)) / (1 - share)
        return np.asarray(np.log(ratio) / (scale * (predictions.k if per_class else 1)))

    return per_row


def _normalised(base: float | str, *, per_class: bool) -> Callable[[Predictions], float]:
    """The mean reward as a share of the mean reward of knowing the truth: a constant, so it stays proper."""
    reward = bayesian_rewards(base, per_class=per_class)

    def score(predictions: Predictions) -> float:
        prior = predictions.checked_prior
        best = -np.log(prior) - np.log1p(-prior).sum() + np.log1p(-prior)      # of each true class
        unit = log_scale(base) * (predictions.k if per_class else 1)
        highest = float(predictions.class_counts @ best / predictions.class_counts.sum()) / unit
        return predictions.mean(reward(predictions)) / highest

    return score


def good(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
         **coding: Unpack[Coding]) -> float:
    """Good's information reward, in bits: 1 at best, 0 for saying ½.

    >>> good([1, 0], [0.9, 0.9])
    -0.737
    """
    return mean_of(good_rewards)(forecast(truth, probabilities, weights, **coding))


def kononenko_bratko(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                     prior: npt.ArrayLike, **coding: Unpack[Coding]) -> float:
    """The average information score, in bits.

    >>> kononenko_bratko([1, 1], [0.7, 0.3], prior=[0.5, 0.5])
    0.0
    """
    return mean_of(kononenko_bratko_scores)(forecast(truth, probabilities, weights, prior, **coding))


def kononenko_bratko_relative(truth: npt.ArrayLike, probabilities: npt.ArrayLike,
                              weights: npt.ArrayLike | None = None, *, prior: npt.ArrayLike,
                              **coding: Unpack[Coding]) -> float:
    """The average information score as per cent of the entropy of the prior.

    >>> kononenko_bratko_relative([1, 1], [0.7, 0.7], prior=[0.5, 0.5])
    48.543
    """
    return _kononenko_bratko_relative(forecast(truth, probabilities, weights, prior, **coding))


def bir(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
        prior: npt.ArrayLike, base: float | str = 2, per_class: bool = True, **coding: Unpack[Coding]) -> float:
    """The Bayesian information reward; truth as codes or labels, prior in the order of the columns.

    >>> bir([0], [[0.7, 0.2, 0.1]], prior=[0.5, 0.3, 0.2])
    0.283
    """
    predictions = forecast(truth, probabilities, weights, prior, **coding)
    return mean_of(bayesian_rewards(base, per_class=per_class))(predictions)


def bir_metric(*, base: float | str = 2, per_class: bool = True, normalised: bool = False) -> Metric:
    """The Bayesian information reward in the unit of a base, per class or summed, perhaps as a share of the best."""
    per_row = bayesian_rewards(base, per_class=per_class)
    given = {"base": base, "per_class": per_class, "normalised": normalised}
    told = {key: value for key, value in given.items() if value != {"base": 2, "per_class": True}.get(key, False)}
    unit = "of the best" if normalised else {"e": "nats", 2: "bits"}.get(base, f"base {base}")
    return Metric(
        name=format_spec("bir", told), title=f"Bayesian information reward ({unit}{'' if per_class else ', summed'})",
        task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=Direction.MAXIMISE,
        bounds=(-math.inf, 1.0 if normalised else math.inf), proper=True, reference="Hope & Korb 2004",
        score=_normalised(base, per_class=per_class) if normalised else mean_of(per_row),
        per_row=None if normalised else per_row,
    )


def _metric(name: str, title: str, score: Callable[[Predictions], float], **more: object) -> Metric:
    fields = {"task": Task.CLASSIFICATION, "needs": Needs.PROBABILITIES, "direction": Direction.MAXIMISE,
              "bounds": (-math.inf, math.inf), **more}
    return METRICS.add(Metric(name=name, title=title, score=score, **fields))  # type: ignore[arg-type]


GOOD = _metric("good", "Good's information reward (bits)", mean_of(good_rewards), per_row=good_rewards,
               bounds=(-math.inf, 1.0), binary_only=True, proper=True, reference="Good 1952")
KONONENKO_BRATKO = _metric("kononenko_bratko", "Kononenko-Bratko information score (bits)",
                           mean_of(kononenko_bratko_scores), per_row=kononenko_bratko_scores,
                           reference="Kononenko & Bratko 1991")
KONONENKO_BRATKO_RELATIVE = _metric("kononenko_bratko_relative", "relative information score (%)",
                                    _kononenko_bratko_relative, reference="Kononenko & Bratko 1991")
BIR = METRICS.add(bir_metric())
FAMILIES.add(Family(name="bir", make=bir_metric))
