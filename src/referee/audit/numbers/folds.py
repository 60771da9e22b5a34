"""A table of the scores of every fold, run or seed, with their mean and sd beside them: do these follow?

The sd may be that of a sample or of all values. One of the rows may print the standard error where the others print the
sd; where all do, that is what is meant.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Span, figure
from referee.audit.vocabulary import languages
from referee.kinds import Array

FOLD = re.compile(r"^(?:fold|run|seed|split|rep|repeat|repetition|trial|iteration|iter|cv|part|round|"
                  rf"{'|'.join(languages.FOLDS.split())})(?:[\s_.#-]|n[o°º])*\d+$")
FEWEST = 3
LONG = 2 / 3            # of all scores, at least, have all their digits where zeros were dropped
MEAN, SPREAD, ERROR = "mean", "sd", "standard error"
WORDS = {MEAN: {"mean", "average", "avg", *languages.KINDS["mean"].split()},
         SPREAD: {"sd", "std", "stdev", "stddev", "de", "et", "desv", *languages.KINDS["sd"].split()},
         ERROR: {"se", "sem", "stderr", "es", *languages.KINDS["se"].split()}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Folds:
    """Scores by model and fold, and what sums them up."""

    models: tuple[str, ...]
    scores: tuple[tuple[Figure, ...], ...]
    means: tuple[Figure | None, ...]
    spreads: tuple[Figure | None, ...]
    called: str = ""                     # what the table calls the spread: sd, standard error, or nothing


def folds_of(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Folds | None:
    """The table as scores of folds; None where it is none, or nothing sums them up."""
    first, *columns = names
    folds = [name for name in columns if FOLD.match(languages.unaccented(name.strip()))]
    said = {name: [kind for kind, words in WORDS.items()
                   if {languages.bare(name), *re.findall(r"[a-z]+", languages.unaccented(name))} & words]
            for name in columns if name not in folds}
    if len(folds) < FEWEST or not any(said.values()):
        return None
    rows = []
    for row in cells:
        scores = [figure("score", row.get(name, ""), name=name) for name in folds]
        if all(one is not None for one in scores):
            rows.append((row.get(first, ""), tuple(one for one in scores if one is not None), _summed(row, said)))
    if not rows:
        return None
    finest = _finest([one for _, scores, _ in rows for one in scores])
    rows = [(label, tuple(replace(one, unit=min(one.unit, finest)) for one in scores), summed)
            for label, scores, summed in rows]
    spread = next((kind for kinds in said.values() for kind in kinds if kind != MEAN), "")
    return Folds(models=tuple(label for label, _, _ in rows), scores=tuple(scores for _, scores, _ in rows),
                 means=tuple(mean for _, _, (mean, _) in rows), spreads=tuple(sd for _, _, (_, sd) in rows),
                 called=spread)


def _finest(scores: Sequence[Figure]) -> float:
    """The unit of all scores where spreadsheets dropped zeros at their ends: 0.7 among 0.7429 and 0.7857 is 0.7000.

    So it is where a few are shorter, and none of the long ones ends in a zero, which one in ten would.
    """
    finest = min(one.unit for one in scores)
    long = [one for one in scores if one.unit == finest]
    dropped = LONG * len(scores) <= len(long) < len(scores) and not any(
        one.text.rstrip("% ").endswith("0") for one in long)
    return finest if dropped else math.inf


def _summed(row: Mapping[str, str], said: Mapping[str, list[str]]) -> tuple[Figure | None, Figure | None]:
    """The mean of a row, and its spread, which stand in one cell (0.91 ± 0.02, 0.91 (0.02)) or in two."""
    mean = spread = None
    for name, kinds in said.items():
        a, b = _parts(row.get(name, ""))
        if MEAN in kinds:
            mean, spread = figure("mean", a, name="mean"), figure("sd", b, name="spread") or spread
        elif kinds:
            spread = figure("sd", a, name="spread")
    return mean, spread


def _parts(cell: str) -> tuple[str, str]:
    found = re.match(r"^(?P<a>[^±(]+?)\s*(?:(?:±|\+/-|\+-)\s*(?P<b>[\d.,]+%?)|\((?P<c>[\d.,]+%?)\))?$", cell.strip())
    return (found["a"], found["b"] or found["c"] or "") if found else ("", "")


def wrong_sums(folds: Folds) -> tuple[Contradiction, ...] | None:
    """Means and spreads that the folds of their row do not have; None where most do not, so that others are meant."""
    found = [one for one in (_wrong_means(folds), _wrong_spreads(folds)) if one is not None]
    return tuple(wrong for some in found for wrong in some) if found else None


def _wrong_means(folds: Folds) -> list[Contradiction] | None:
    means = [_fits(one, _of_mean(scores)) for one, scores in zip(folds.means, folds.scores, strict=True)]
    return [_told(folds, k, folds.means[k], "mean", f"whose mean is {between(*_of_mean(folds.scores[k]))}")
            for k, fit in enumerate(means) if fit is False] if _mostly(means) else None


def _wrong_spreads(folds: Folds) -> list[Contradiction] | None:
    ways: dict[str, Callable[[Sequence[Figure]], list[Span]]] = {SPREAD: _of_sd, ERROR: _of_error}
    fit = {kind: [_any(one, way(scores)) for one, scores in zip(folds.spreads, folds.scores, strict=True)]
           for kind, way in ways.items()}
    meant = max(ways, key=lambda kind: (sum(bool(one) for one in fit[kind]), kind == folds.called))
    if not _mostly(fit[meant]):
        return None
    other, found = ERROR if meant == SPREAD else SPREAD, []
    for k in (k for k, fits in enumerate(fit[meant]) if fits is False):
        low, high = ways[meant](folds.scores[k])[0]
        instead = f"; it is their {other}, which the other rows do not print" if fit[other][k] else ""
        found.append(_told(folds, k, folds.spreads[k], "spread", f"whose {meant} is {between(low, high)}{instead}"))
    return found


def _told(folds: Folds, k: int, one: Figure | None, what: str, rest: str) -> Contradiction:
    printed = one.text if one is not None else ""
    mark = "±" if what == "spread" else f"{what} "
    return Contradiction(where=folds.models[k], figures=(what,), strength=Strength.PREMISE,
                         message=f"{mark}{printed} does not follow from its {len(folds.scores[k])} scores, {rest}")


def _mostly(fits: Sequence[bool | None]) -> bool:
    known = [one for one in fits if one is not None]
    return sum(known) >= 2 and 3 * sum(known) >= 2 * len(known)


def _values(scores: Sequence[Figure]) -> tuple[Array, float]:
    """The scores, and how far each may be off: up to a unit, where they were truncated."""
    return np.array([one.value for one in scores]), max(one.unit for one in scores)


def _of_mean(scores: Sequence[Figure]) -> Span:
    values, off = _values(scores)
    return float(values.mean() - off), float(values.mean() + off)


def _of_sd(scores: Sequence[Figure]) -> list[Span]:
    """The sd of a sample, and that of all values; each moves by no more than its values do."""
    values, off = _values(scores)
    more = off * np.sqrt(len(values) / (len(values) - 1))
    return [(max(0.0, sd - more), sd + more) for sd in (float(values.std(ddof=1)), float(values.std()))]


def _of_error(scores: Sequence[Figure]) -> list[Span]:
    return [(low / np.sqrt(len(scores)), high / np.sqrt(len(scores))) for low, high in _of_sd(scores)]


def _any(one: Figure | None, spans: Sequence[Span]) -> bool | None:
    return None if one is None else any(bool(_fits(one, span)) for span in spans)


def _fits(one: Figure | None, span: Span) -> bool | None:
    """Whether a figure, within a unit of its last place, is in a span; in per cent or as shares."""
    return None if one is None else any(
        span[0] * scale <= one.value + one.unit and span[1] * scale >= one.value - one.unit for scale in (1, 100, 0.01))
