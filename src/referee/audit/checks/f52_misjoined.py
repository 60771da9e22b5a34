"""F-52: predictions, or targets, that belong to other rows: shifted, in reversed order, or a part of them mixed up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.association import Sides, correlation, sides_of
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_PREDICTIONS, contenders, models_that_spoke
from referee.audit.late_rows import MUCH, best_lag
from referee.audit.leaks.rows import rows_of
from referee.audit.leaks.slipped import slipped
from referee.audit.moved_rows import FEWEST, moved
from referee.kinds import Array
from referee.metrics import Predictions

LAGS = [lag for step in range(1, 11) for lag in (step, -step)]
CLEARLY = 6         # standard errors: twenty shifts of several models are tried
REVERSED = "the rows from last to first"
MOST_PARTS = 200    # looked at one by one
FOLDS = 5           # so many parts before one of them can be odd


@check("F-52", "Values joined to other rows", severity=Severity.SERIOUS,
       advice="Join by an id, not by the order of rows, and score again.",
       reference="Kapoor & Narayanan 2023 (pipelines); row order is the usual cause")
def misjoined(bundle: Bundle) -> Iterator[Found]:
    """What was said goes with the truth of other rows twice as well as with its own, or one part is unlike the rest.

    Of data that nobody has used: from some row on, features go with the target of the rows beside.
    """
    if bundle.untrained:
        yield from _slipped(bundle)
        return
    rivals = {model.name for model in contenders(bundle)}
    orders = [None] if bundle.written is None else [None, bundle.written]      # by their ids, and as the file has them
    every = {name: found for name in models_that_spoke(bundle)
             if (found := [side for order in orders if (side := sides_of(bundle, name, order)) is not None])}
    sides = {name: ways for name, ways in every.items() if name in rivals}
    if not sides:
        raise NotCheckable("no predictions of one target are known", ask=ASK_PREDICTIONS)
    told = set()
    for name, ways in sides.items():
        place, there, here = max(map(elsewhere, ways), key=lambda found: (bool(found[0]), found[1]))
        if place:
            told.add(name)
            yield Found(message=f"What {name} says goes with the truth of {place} (correlation {there:.2f}) and not "
                                f"with that of its own rows ({here:.2f}): it was joined in the wrong order.",
                        evidence={"model": name, "where": place, "there": there, "here": here})
        elif (part := _part_elsewhere(bundle, name, orders, ways)) is not None:
            told.add(name)
            yield part
    for name in (one for one in every if one not in sides):
        # A baseline may say an earlier truth throughout, but not in one part.
        if (part := _part_elsewhere(bundle, name, orders, every[name])) is not None:
            told.add(name)
            yield part
    yield from (found for found in _odd_parts(bundle, list(every)) if found.evidence["model"] not in told)
    yield from (found for found in _late(sides) if found.evidence["model"] not in told)


def _slipped(bundle: Bundle) -> Iterator[Found]:
    """A target, or features, that slipped by some rows."""
    one = slipped(rows_of(bundle))
    if one is None:
        return
    times = bundle.problem is not None and bundle.problem.time is not None
    side = "down" if one.lag > 0 else "up"
    yield Found(message=f"From about row {one.first + 1} to row {one.last + 1}{' in order of time' if times else ''} "
                        f"the features go with the target of {_row(one.lag)} (by what boosted trees say of them, "
                        f"correlation {one.there:.2f}) and not with their own ({one.here:.2f}; in the other rows "
                        f"{one.outside[1]:.2f}): there the target has slipped {side}, or the features the other way.",
                evidence={"where": _row(one.lag), "there": one.there, "here": one.here,
                          "rows": [one.first + 1, one.last + 1]})


def _row(lag: int) -> str:
    return f"the row {abs(lag)} {'further on' if lag > 0 else 'before'}"


def _late(sides: dict[str, list[Sides]]) -> Iterator[Found]:
    """Numbers of a series that fit other rows far better than their own, where those of another model fit their own."""
    places = {name: found for name, ways in sides.items() if (found := best_lag(ways[0])) is not None}
    if not any(one.lag == 0 for one in places.values()):
        return
    for name, one in places.items():
        if one.there > MUCH * one.here:
            continue
        place = _row(one.lag)
        repeats = " It was joined so many rows late, or says again what was known then." if one.lag < 0 else (
            " It was joined so many rows early, or knew what was to come.")
        yield Found(message=f"What {name} says fits the truth of {place} (RMSE {one.there:.4g}) far better than that "
                            f"of its own rows ({one.here:.4g}), while other models fit their own best.{repeats}",
                    severity=Severity.SERIOUS if one.lag > 0 else Severity.WARNING,
                    evidence={"model": name, "where": place, "there": one.there, "here": one.here})


def _part_elsewhere(bundle: Bundle, name: str, orders: Sequence[Array | None], ways: Sequence[Sides]) -> Found | None:
    """A stretch of rows, of all or of one part that was tested at a time, whose answers fit the rows beside them."""
    divisions = [one for one in bundle.divisions or () if one.test.size > FEWEST][:MOST_PARTS]
    parts = [(f" of part {division.label}", side) for division in divisions if len(bundle.divisions or ()) > 1
             for order in orders if (side := sides_of(bundle, name, order, division.label)) is not None]
    found = [(one, where) for where, side in [("", side) for side in ways] + parts
             if (one := moved(side, LAGS, CLEARLY)) is not None and (
                 all(way.at(0) > way.at(one.lag) for way in ways) if where else any(one.outside))]
    if not found:
        return next((_reversed(name, where, side) for where, side in parts if elsewhere(side)[0] == REVERSED), None)
    one, where = max(found, key=lambda each: (each[0].there - each[0].here) * each[0].rows)
    place = _row(one.lag)
    return Found(message=f"From about row {one.first + 1} to row {one.last + 1}{where} what {name} says goes with the "
                         f"truth of {place} (correlation {one.there:.2f}) and not with that of its own rows "
                         f"({one.here:.2f}): there it was joined in the wrong order.",
                 evidence={"model": name, "where": place, "there": one.there, "here": one.here,
                           "rows": [one.first + 1, one.last + 1]})


def _reversed(name: str, where: str, side: Sides) -> Found:
    _, there, here = elsewhere(side)
    return Found(message=f"In the rows{where} what {name} says goes with the truth of {REVERSED} (correlation "
                         f"{there:.2f}) and not with that of its own rows ({here:.2f}): there it was joined in the "
                         f"wrong order.", evidence={"model": name, "where": REVERSED, "there": there, "here": here})


def elsewhere(side: Sides) -> tuple[str, float, float]:
    """Where else the answers fit, with the association there and here; no place where they fit best as they stand."""
    here, noise = side.at(0), side.noise
    found = {_row(lag): side.at(lag) for lag in LAGS if side.n > 50}
    found[REVERSED] = side.reversed()
    place = max(found, key=lambda one: found[one])
    enough = found[place] > CLEARLY * noise and found[place] > 2 * max(here, 3 * noise)
    return (place if enough else "", found[place], here)


def _odd_parts(bundle: Bundle, models: list[str]) -> Iterator[Found]:
    """One part in which a model falls to chance, while it does well in the others, and other models do well there."""
    labels = [division.label for division in bundle.divisions or ()]
    if len(labels) < FOLDS or len(models) < 2:
        return
    sizes = np.array([division.test.size for division in bundle.divisions or ()])
    every = {model: _strengths(bundle, model, labels) for model in models}
    models = [model for model, own in every.items() if np.nanmedian(own) > CLEARLY / np.sqrt(np.median(sizes))]
    if len(models) < 2:                 # one that says the same of all rows does well nowhere
        return
    strength = np.array([every[model] for model in models])
    for i, model in enumerate(models):
        others = np.array([np.nanmedian(np.delete(strength[i], j)) for j in range(len(labels))])
        beside = np.nanmin(np.delete(strength, i, axis=0), axis=0)
        noise = CLEARLY / np.sqrt(sizes)
        fallen = (strength[i] < noise / 2) & (others > 2 * noise) & (beside > noise)
        for j in np.flatnonzero(fallen):
            yield Found(message=f"In part {labels[j]} what {model} says does not go with the truth (correlation "
                                f"{strength[i, j]:.2f}; {others[j]:.2f} in the others, and other models do well "
                                f"there): its rows may be mixed up.",
                        evidence={"model": model, "part": labels[j], "correlation": float(strength[i, j])})


def _strengths(bundle: Bundle, model: str, labels: list[str]) -> list[float]:
    """How well what a model says goes with the truth in each part, by the first time it was asked there."""
    first: dict[str, Predictions] = {}
    for part in bundle.said_by(model):
        first.setdefault(part.division, part.predictions)
    return [_strength(first[label]) if label in first else float("nan") for label in labels]


def _strength(first: Predictions) -> float:
    if first.n_classes is None:
        return float("nan") if first.values is None or first.values.ndim != 1 else correlation(
            _centred(first.truth[:, None]), _centred(first.values[:, None]))
    if first.labels is None:
        return float("nan")
    return correlation(_centred(np.eye(first.n_classes)[first.truth]), _centred(np.eye(first.n_classes)[first.labels]))


def _centred(columns: Array) -> Array:
    centred: Array = columns - columns.mean(axis=0)
    return centred
