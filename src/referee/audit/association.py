"""How what a model said goes with the truth, as one number from −1 to 1, in the order of the rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.audit.bundle import Bundle
from referee.audit.evidence import one_pass
from referee.kinds import Array
from referee.metrics import Predictions


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sides:
    """The truth and what was said as columns of centred numbers, row by row in the order of the rows."""

    truth: Array
    said: Array

    @property
    def n(self) -> int:
        """How many rows."""
        return int(self.truth.shape[0])

    @property
    def noise(self) -> float:
        """The standard error of an association by chance, rows that follow each other being alike (Bartlett 1946).

        Its variance is the sum over all lags of the product of both autocorrelations, divided by the number of rows.
        """
        alike = _autocorrelations(self.truth) * _autocorrelations(self.said)
        reach = int(np.argmax(alike <= 0)) or alike.size        # as far as the first lag at which they are not
        return float(np.sqrt((1 + 2 * alike[1:reach].sum()) / self.n))

    def at(self, lag: int) -> float:
        """The association of what was said of a row with the truth of the row `lag` further on."""
        return correlation(np.roll(self.truth, -lag, axis=0), self.said)

    def reversed(self) -> float:
        """The association with the truth of the rows from the last to the first."""
        return correlation(self.truth[::-1], self.said)


def _autocorrelations(columns: Array) -> Array:
    """Of columns taken together, at the lags 0, 1, 2, …"""
    n = columns.shape[0]
    spectrum = np.abs(np.fft.rfft(columns, n=2 * n, axis=0)) ** 2
    found = np.fft.irfft(spectrum, axis=0)[:n].sum(axis=1)
    whole: Array = found / found[0] if found[0] > 0 else np.eye(1, n)[0]
    return whole


def correlation(a: Array, b: Array) -> float:
    """The correlation of two tables of centred columns taken together; 0 where one never varies."""
    size = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum() / size) if size else 0.0


def sides_of(bundle: Bundle, model: str, place: Array | None = None, division: str = "") -> Sides | None:
    """One model's answers beside the truth, sorted by row, or by the `place` of each; None where that cannot be told.

    Answers of several targets, or none, are not told. Of one `division` only where it is named.
    """
    if division:
        part = next((one for one in bundle.said_by(model) if one.division == division), None)
        if part is None:
            return None
        rows, said = part.rows, part.predictions
    else:
        rows, said = one_pass(bundle, model)
    order = np.argsort(rows if place is None else place[rows], kind="stable")
    columns = _columns(said)
    if columns is None:
        return None
    return Sides(truth=columns[0][order], said=columns[1][order])


def _columns(said: Predictions) -> tuple[Array, Array] | None:
    if said.n_classes is None:
        if said.values is None or said.values.ndim != 1:
            return None
        return _centred(np.asarray(said.truth, dtype=float)[:, None]), _centred(said.values[:, None])
    truth = np.eye(said.n_classes)[said.truth]
    if said.probabilities is not None and np.isfinite(said.probabilities).all():
        return _centred(truth), _centred(said.probabilities)
    if said.labels is not None:
        return _centred(truth), _centred(np.eye(said.n_classes)[said.labels])
    if said.scores is not None and said.scores.ndim == 1:
        return _centred(truth[:, 1:2]), _centred(said.scores[:, None])
    return None


def _centred(columns: Array) -> Array:
    centred: Array = columns - columns.mean(axis=0)
    return centred
