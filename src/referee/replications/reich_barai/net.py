"""The nets of Reich & Barai (1999): two hidden layers, improved backpropagation, stopped by error or by epochs.

"Improved backpropagation in MATLAB Neural Networks Toolbox" is gradient descent on all rows at once with momentum and
a learning rate that grows while the error falls and shrinks where it rises (Demuth and Beale 1992, trainbpx: 1.05, 0.7,
a rise of 4% tolerated, momentum 0.95). Inputs and outputs are scaled to their range ("simple normalization"). A net
that does not come down to the error asked for within the epochs allowed has not converged; its fit fails, and is
counted. The learning rate applies to the sum of squares, as there.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from referee.kinds import Array
from referee.seeds import stream

FASTER, SLOWER, TOLERATED, MOMENTUM = 1.05, 0.7, 1.04, 0.95
Layers = list[tuple[Array, Array]]


class StoppedNet(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Tangent units and linear outputs; `stop_at` is a sum of squares of normalised outputs, or None for all epochs."""

    def __init__(self, hidden: tuple[int, ...] = (30, 30), learning_rate: float = 0.02, stop_at: float | None = 0.5,
                 epochs: int = 5000, random_state: int | None = None) -> None:
        self.hidden = hidden
        self.learning_rate = learning_rate
        self.stop_at = stop_at
        self.epochs = epochs
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Descend until the error is small enough or the epochs are over."""
        rows, outputs = np.asarray(X, np.float32), np.asarray(y, np.float32)      # twice as fast, and exact enough
        self.flat_ = outputs.ndim == 1
        outputs = outputs.reshape(len(rows), -1)
        self.inputs_, self.outputs_ = _range(rows), _range(outputs)
        self.layers_, self.error_, self.epochs_ = self._descended(
            2 * _scaled(rows, self.inputs_) - 1, _scaled(outputs, self.outputs_))
        if not np.isfinite(self.error_) or (self.stop_at is not None and self.error_ > self.stop_at):
            raise RuntimeError(f"the net diverged: a sum of squares of {self.error_:.3g} after {self.epochs_} epochs, "
                               f"where {self.stop_at} was asked for")
        return self

    def predict(self, X: Any) -> Array:
        """In the units of the target."""
        check_is_fitted(self)
        said = _activations(2 * _scaled(np.asarray(X, np.float32), self.inputs_) - 1, self.layers_)[-1]
        low, width = self.outputs_
        values: Array = (low + width * said).astype(float)
        return values[:, 0] if self.flat_ else values

    def _descended(self, rows: Array, outputs: Array) -> tuple[Layers, float, int]:
        layers = _started((rows.shape[1], *self.hidden, outputs.shape[1]), stream(self.random_state or 0, "net"))
        steps = [(np.zeros_like(w), np.zeros_like(b)) for w, b in layers]
        rate, momentum, epochs = self.learning_rate, MOMENTUM, 0
        passed = _activations(rows, layers)
        error = float(((passed[-1] - outputs) ** 2).sum())
        while epochs < self.epochs and (self.stop_at is None or error > self.stop_at):
            epochs += 1
            steps = [(momentum * sw - (1 - momentum) * rate * gw, momentum * sb - (1 - momentum) * rate * gb)
                     for (sw, sb), (gw, gb) in zip(steps, _gradients(passed, layers, outputs), strict=True)]
            tried = [(w + sw, b + sb) for (w, b), (sw, sb) in zip(layers, steps, strict=True)]
            after = _activations(rows, tried)
            there = float(((after[-1] - outputs) ** 2).sum())
            if not there <= TOLERATED * error:              # not finite either: refuse the step, begin anew, slower
                rate, momentum = rate * SLOWER, 0.0
                continue
            rate, momentum = rate * FASTER if there < error else rate, MOMENTUM
            layers, passed, error = tried, after, there
        return layers, error, epochs


def _range(columns: Array) -> tuple[Array, Array]:
    low, high = columns.min(axis=0), columns.max(axis=0)
    return low, np.where(high > low, high - low, 1.0)


def _scaled(columns: Array, by: tuple[Array, Array]) -> Array:
    scaled: Array = (columns - by[0]) / by[1]
    return scaled


def _started(widths: tuple[int, ...], draw: np.random.Generator) -> Layers:
    """Small weights, evenly drawn; the smaller the more units there are below."""
    return [(draw.uniform(-1, 1, size=(below, above)).astype(np.float32) * np.float32(0.7 * np.sqrt(3 / below)),
             draw.uniform(-0.5, 0.5, size=above).astype(np.float32))
            for below, above in pairwise(widths)]


def _activations(rows: Array, layers: Layers) -> list[Array]:
    """Of every layer, the rows first."""
    passed = [rows]
    for i, (weights, offsets) in enumerate(layers):
        told = passed[-1] @ weights + offsets
        passed.append(told if i == len(layers) - 1 else np.tanh(told))
    return passed


def _gradients(passed: list[Array], layers: Layers, outputs: Array) -> Layers:
    """Of half the sum of squares."""
    back = passed[-1] - outputs
    found: Layers = []
    for i in range(len(layers) - 1, -1, -1):
        found.insert(0, (passed[i].T @ back, back.sum(axis=0)))
        if i:
            back = (back @ layers[i][0].T) * (1 - passed[i] ** 2)
    return found
