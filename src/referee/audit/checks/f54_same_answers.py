"""F-54: two models that say the same of every row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import combinations

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import joined, models_that_spoke, named, one_pass
from referee.audit.numbers.grids import SAME_ROWS, same_columns
from referee.audit.vocabulary.baselines import is_baseline
from referee.kinds import Array
from referee.metrics import Predictions

ENOUGH = 30         # rows: fewer may be answered alike by chance
MANY = 150          # rows, of answers that are classes
ALIKE, SHARED = 0.99, 0.95          # of all answers, and of those where either is wrong
DETERMINED = re.compile(r"k-?nn|nearest|logist|logit|ridge|lasso|linear|lineal|linéaire|\bols\b|naive|bayes|\b[lq]da\b|"
                        r"discriminant|svm|svr|rules?\b|regeln|r[eè]gles|lexic|arima|prophet|theta", re.IGNORECASE)
FIELDS = {"values": "numbers", "probabilities": "probabilities", "scores": "scores", "labels": "answers"}


@check("F-54", "Two models say the same", severity=Severity.SERIOUS,
       advice="Look whether one file was copied over the other, or both names stand for one model.",
       reference="common sense")
def same_answers(bundle: Bundle) -> Iterator[Found]:
    """Equal answers, probabilities or numbers for every row; right answers alone do not make two models one.

    Serious where numbers or probabilities with many values agree to the last digit, or as many errors; few equal
    classes may be chance. Runs of one model by several seeds that say the same, or nearly, unless its name says that
    nothing in it is random. In a table of models by data sets: two columns with the same figures.
    """
    if bundle.grid is not None:
        if len(bundle.grid.data_sets) < SAME_ROWS or not bundle.grid.complete:
            raise NotCheckable(f"fewer than {SAME_ROWS} data sets, or some without a score, do not tell columns apart",
                               ask="a table with a score in every cell")
        for a, b, many in same_columns(bundle.grid):
            yield Found(message=f"{named([a, b])} have the same figures on all {many} data sets.",
                        evidence={"models": [a, b], "data sets": many})
        return
    spoke = models_that_spoke(bundle)
    runs = list(_same_runs(bundle, spoke))
    yield from runs
    if len(spoke) < 2 and not any(len(_seeds(bundle, name)) > 1 for name in spoke):
        raise NotApplicable("there are no two models, and no two runs of one")
    baselines = {model.name for model in bundle.models or () if model.baseline}
    said = {name: one_pass(bundle, name) for name in spoke}
    for a, b in _alike(said):
        (rows_a, one), (rows_b, other) = said[a], said[b]
        if {a, b} <= baselines or rows_a.size < ENOUGH or not np.array_equal(rows_a, rows_b):
            continue
        what = _equal(one, other)
        if what:
            yield Found(message=f"{named([a, b])} give identical {what} for all {rows_a.size:,} rows.",
                        severity=None if _fine(one) or _errors_alike(one, other) else Severity.WARNING,
                        evidence={"models": [a, b], "rows": int(rows_a.size)})


def _seeds(bundle: Bundle, name: str) -> list[str]:
    return list(dict.fromkeys(part.seed for part in bundle.said_by(name) if part.seed is not None))


def _same_runs(bundle: Bundle, models: Iterable[str]) -> Iterator[Found]:
    """Models whose runs by different seeds say the same, or all but: the seed was not used, or one run was copied."""
    for name in models:
        seeds = _seeds(bundle, name)
        if len(seeds) < 2 or DETERMINED.search(name) or is_baseline(name):
            continue
        runs = [_run(bundle, name, seed) for seed in seeds]
        (rows, first), others = runs[0], runs[1:]
        if rows.size < ENOUGH or any(not np.array_equal(rows, more) for more, _ in others):
            continue
        what = [_equal(first, other) for _, other in others]
        spread = f"the spread over {len(seeds)} seeds says nothing"
        if all(what):
            if first.n_classes is None or _fine(first) or _errors_alike(first, others[0][1]):
                yield Found(message=f"All {len(seeds)} runs of {name} give the same {what[0]} for all {rows.size:,} "
                                    f"rows: the seed was not used, or one run was copied; {spread}.",
                            evidence={"model": name, "runs": len(seeds), "rows": int(rows.size)})
        elif all(_errors_alike(first, other) for _, other in others):
            least = min(float((first.labels == other.labels).mean()) for _, other in others
                        if first.labels is not None and other.labels is not None)
            yield Found(message=f"The {len(seeds)} runs of {name} give the same answers in {least:.1%} of "
                                f"{rows.size:,} rows and more, nearly all errors among them: they are hardly runs of "
                                f"their own, and {spread}.",
                        evidence={"model": name, "runs": len(seeds), "same": least})


def _run(bundle: Bundle, name: str, seed: str) -> tuple[Array, Predictions]:
    parts = sorted((part for part in bundle.said_by(name) if part.seed == seed), key=lambda part: part.division)
    return np.concatenate([part.rows for part in parts]), joined(parts)


def _errors_alike(one: Predictions, other: Predictions) -> bool:
    """Whether two models make the same errors, so many that two which err on their own would not."""
    if one.labels is None or other.labels is None or one.labels.shape != other.labels.shape:
        return False
    wrong = (one.labels != one.truth) | (other.labels != other.truth)
    same = one.labels == other.labels
    return bool(wrong.sum() >= ENOUGH and wrong.size >= MANY and same.mean() >= ALIKE and same[wrong].mean() >= SHARED)


def _alike(said: Mapping[str, tuple[Array, Predictions]]) -> list[tuple[str, str]]:
    """Pairs that have something in common, in order: they are looked for by what was said, not pair by pair."""
    saying: dict[tuple[str, bytes], list[str]] = {}
    for name, (rows, predictions) in said.items():
        for field in FIELDS:
            array = getattr(predictions, field)
            if array is not None:
                whole = np.asarray(array, dtype=float) + 0.0        # −0 is 0
                key = sha256(repr(whole.shape).encode() + rows.tobytes() + whole.tobytes()).digest()
                saying.setdefault((field, key), []).append(name)
    place = {name: i for i, name in enumerate(said)}
    pairs = {pair for names in saying.values() for pair in combinations(names, 2)}
    return sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]]))


def _fine(one: Predictions) -> bool:
    """Whether what was said has so many different values that two models would not agree in all of them."""
    return any(array is not None and np.unique(array).size > ENOUGH
               for array in (one.values, one.probabilities, one.scores))


def _equal(one: Predictions, other: Predictions) -> str:
    """What is the same in both: the finest that both gave."""
    for field, what in FIELDS.items():
        a, b = getattr(one, field), getattr(other, field)
        if a is not None and b is not None:
            errors = field != "labels" or bool((a != one.truth).any())
            return what if errors and a.shape == b.shape and np.array_equal(a, b) else ""
    return ""
