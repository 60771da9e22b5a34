"""The reliability diagram as numbers: what was announced, how often it happened, and what chance alone would show.

Dimitriadis, Gneiting & Jordan (2021), PNAS 118(8): the curve is the isotonic recalibration (CORP), or by choice the
frequency in bins; the band is where the curve would lie, point by point, if the probabilities were right (outcomes
drawn from them again and again); p is the share of such draws whose miscalibration is as large as the one seen.
Two classes: the probability of class 1. More: one diagram a class against the rest, or one of the top label.
Weakness: the band holds point by point, not for the whole curve; more than 1,000 different forecasts are pooled
with their neighbours first, into 500.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Json, frozen_array
from referee.metrics.bins import check_binning
from referee.metrics.calibration import CLASS_WISE, TOP_LABEL
from referee.metrics.calibration_tests import Spiegelhalter, spiegelhalter
from referee.metrics.checks import check_repetitions
from referee.metrics.corp import Corp, corp
from referee.metrics.pool_adjacent import isotonic
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import forecast
from referee.seeds import stream

FINEST, POOLED = 1_000, 500                 # forecasts kept apart; what more of them are pooled into
STRIP, DRAWS = 20, 500                      # bars of the histogram, draws of outcomes
CELLS = 250_000                             # of draws by forecasts, at a time
FEW_CLASSES = 6                             # up to so many, each class gets a diagram of its own


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reliability:
    """One diagram: stated probabilities against what happened."""

    of: str                  # the class, or "top label"
    bins: int | None         # None: CORP, without bins
    said: Array              # ascending
    observed: Array          # how often it happened, recalibrated or by bin
    low: Array               # the band: where `observed` would lie if the probabilities were right
    high: Array
    level: float
    counts: Array            # rows by stated probability, in 20 equal parts of 0 to 1
    corp: Corp
    p: float                 # of the miscalibration, by resampling; times the number of diagrams
    spiegelhalter: Spiegelhalter | None

    def __str__(self) -> str:
        c = self.corp
        terms = (f"Brier {c.score:.4f} = miscalibration {c.miscalibration:.4f} − discrimination "
                 f"{c.discrimination:.4f} + uncertainty {c.uncertainty:.4f}")
        return f"{self.of}: {self.finding}. {terms}{self._spiegelhalter_text}."

    @property
    def finding(self) -> str:
        """Whether the probabilities can be believed, in words."""
        if self.p > 1 - self.level:
            return f"no sign that the probabilities are off ({_p_text(self.p)})"
        return f"the probabilities are off by more than chance ({_p_text(self.p)}){self._direction}"

    @property
    def _direction(self) -> str:
        """Too sure or too timid, where Spiegelhalter's z tells."""
        if self.spiegelhalter is None or self.spiegelhalter.p > 1 - self.level:
            return ""
        return ": too sure, on the whole" if self.spiegelhalter.z > 0 else ": too timid, on the whole"

    @property
    def _spiegelhalter_text(self) -> str:
        found = self.spiegelhalter
        return "" if found is None else f"; Spiegelhalter z = {found.z:.2f}, {_p_text(found.p)}"

    def to_dict(self) -> Json:
        """Everything by name, arrays as lists."""
        row = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in {"corp", "spiegelhalter"}}
        row = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in row.items()}
        terms = {key: value for key, value in self.corp.to_dict().items() if not isinstance(value, list)}
        test = None if self.spiegelhalter is None else {"z": self.spiegelhalter.z, "p": self.spiegelhalter.p}
        return row | {"corp": terms, "spiegelhalter": test}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration:
    """The diagrams of one set of predictions."""

    diagrams: tuple[Reliability, ...]
    n_rows: int
    draws: int

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagrams))

    def to_dict(self) -> Json:
        """For JSON."""
        return {"rows": self.n_rows, "draws": self.draws, "diagrams": [d.to_dict() for d in self.diagrams]}


def calibration(  # noqa: PLR0913 - by keyword
    truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
    bins: int | None = None, of: str | None = None, classes: Sequence[object] = (), level: float = 0.95,
    draws: int = DRAWS, seed: int = 0,
) -> Calibration:
    """Whether probabilities can be believed: reliability diagrams with bands, as numbers.

    `bins` asks for that many equal-mass bins in place of CORP; `of` for "class-wise" or "top-label" diagrams of three
    classes and more; `classes` names the columns.

    >>> print(calibration(np.tile([0, 0, 0, 1, 1, 1, 1, 0], 50), np.tile([0.2, 0.8], (200, 1)).ravel()))
    class 1: the probabilities are off by more than chance (p = 0.002): too sure, on the whole. Brier 0.3400 = ...
    """
    return calibration_of(forecast(truth, probabilities, weights), bins=bins, of=of, classes=classes, level=level,
                          draws=draws, seed=seed)


def calibration_of(  # noqa: PLR0913 - by keyword
    predictions: Predictions, *, bins: int | None = None, of: str | None = None, classes: Sequence[object] = (),
    level: float = 0.95, draws: int = DRAWS, seed: int = 0,
) -> Calibration:
    """The same for predictions; a weight of w, a whole number, is the row w times."""
    if not 0 < level < 1 or draws < 1:
        raise BadInput("calibration needs a level between 0 and 1, and one draw at least.")
    if bins is not None:
        check_binning(bins, "equal-mass")
    events = list(_events(predictions, of, classes))
    if not events[0][1].size:
        raise Undefined("there are no rows to see calibration by.")
    weights = check_repetitions(predictions.weight)
    return Calibration(n_rows=int(weights.sum()), draws=draws, diagrams=tuple(
        _diagram(event, weights, len(events), (bins, level, draws, seed)) for event in events))


def _events(predictions: Predictions, of: str | None, classes: Sequence[object]) -> list[tuple[str, Array, Array]]:
    """What was announced with which probability, and whether it happened: (name, probability, happened)."""
    k, columns = predictions.k, predictions.columns
    if of not in {None, TOP_LABEL, CLASS_WISE}:
        raise BadInput(f"of must be {TOP_LABEL} or {CLASS_WISE}, not {of!r}.")
    if classes and len(classes) != k:
        raise BadInput(f"there are {len(classes)} names for {k} classes.")
    names = [str(c) for c in classes] if classes else [predictions.named(c) for c in range(k)]
    if k == 2:
        return [(names[1], columns[1], predictions.codes == 1)]
    if of == TOP_LABEL or (of is None and k > FEW_CLASSES):
        top = predictions.top
        return [("top label", columns[top, np.arange(predictions.n_rows)], top == predictions.codes)]
    return [(names[c], columns[c], predictions.codes == c) for c in range(k)]


def _diagram(event: tuple[str, Array, Array], weights: Array, diagrams: int,
             how: tuple[int | None, float, int, int]) -> Reliability:
    (name, said, happened), (bins, level, draws, seed) = event, how
    said, happened, weights = said[weights > 0], happened[weights > 0], weights[weights > 0]
    values, weight, hits = _pooled(said, happened, weights)
    curve = _isotonic(weight) if bins is None else _binned(weight, bins)
    recalibrated = _isotonic(weight)
    generator, likely = stream(seed, "reliability", name), np.clip(values, 0.0, 1.0)
    drawn, gains = [], []
    for some in _portions(draws, values.size):
        fake = generator.binomial(weight.astype(np.int64), likely, size=(some, values.size)).astype(float)
        again = recalibrated(fake)
        gains.append(_miscalibration(values, again, fake, weight))
        drawn.append(again if bins is None else curve(fake))
    seen = _miscalibration(values, recalibrated(hits), hits, weight)
    low, high = np.quantile(np.concatenate(drawn), [(1 - level) / 2, (1 + level) / 2], axis=0)
    worse = int(np.count_nonzero(np.concatenate(gains) >= seen - 1e-12))
    x = values if bins is None else _binned(weight, bins)(weight * values)
    return Reliability(
        of=name, bins=bins, said=frozen_array(x), observed=frozen_array(curve(hits)), low=frozen_array(low),
        high=frozen_array(high), level=level, p=min(1.0, diagrams * (1 + worse) / (1 + draws)),
        counts=frozen_array(np.histogram(said, bins=STRIP, range=(0.0, 1.0), weights=weights)[0]),
        corp=corp(happened.astype(int), _columns(said), weights), spiegelhalter=_tested(happened, said, weights))


def _portions(draws: int, width: int) -> Iterator[int]:
    """How many draws at a time, so that all their cells are not there at once."""
    at_once = max(1, CELLS // width)
    while draws > 0:
        yield min(draws, at_once)
        draws -= at_once


def _columns(said: Array) -> Array:
    return np.column_stack([1 - said, said])


def _pooled(said: Array, happened: Array, weights: Array) -> tuple[Array, Array, Array]:
    """Distinct forecasts ascending, their rows, and how many of those happened; neighbours pooled if too many."""
    order = np.argsort(said, kind="stable")
    times = weights[order].astype(float)
    first = np.unique(said[order], return_index=True)[1]       # where each distinct forecast starts
    if first.size > FINEST:
        even = np.linspace(0, said.size, POOLED, endpoint=False)
        first = first[np.unique(np.searchsorted(first, even, side="right") - 1)]
    weight = np.add.reduceat(times, first)
    mean = np.add.reduceat(said[order] * times, first) / weight
    return mean, weight, np.add.reduceat(happened[order] * times, first)


def _isotonic(weight: Array) -> Callable[[Array], Array]:
    return lambda hits: np.clip(isotonic(hits, weight), 0.0, 1.0)


def _binned(weight: Array, bins: int) -> Callable[[Array], Array]:
    """Means in bins of about equal mass; equal forecasts stay together."""
    middle = (np.cumsum(weight) - weight / 2) / weight.sum()
    starts = np.unique(np.searchsorted(middle, np.arange(bins) / bins, side="left"))
    starts = starts[starts < weight.size]
    return lambda hits: np.add.reduceat(hits, starts, axis=-1) / np.add.reduceat(weight, starts)


def _miscalibration(said: Array, recalibrated: Array, hits: Array, weight: Array) -> Array:
    """How much recalibration lowers the Brier score, of each row of hits."""
    def brier(q: Array) -> Array:
        losses: Array = hits * (1 - q) ** 2 + (weight - hits) * q**2
        return np.asarray(losses.sum(axis=-1))

    return np.asarray((brier(said) - brier(recalibrated)) / weight.sum())


def _p_text(p: float) -> str:
    return f"p = {p:.2g}" if p >= 0.001 else "p < 0.001"


def _tested(happened: Array, said: Array, weights: Array) -> Spiegelhalter | None:
    try:
        return spiegelhalter(happened.astype(int), _columns(said), weights)
    except Undefined:
        return None
