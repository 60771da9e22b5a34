"""Readings of the evidence that several checks need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen
from referee.audit.bundle import Bundle, Claim, Division, Model, ModelPredictions, StatTest
from referee.audit.prose.confession import Confession
from referee.audit.vocabulary.tests import TestFacts, known_test
from referee.kinds import Array
from referee.metrics import Predictions
from referee.seeds import stream

RANDOM_PARTS = 5         # in which data that nobody divided are thought of
ASK_TRAINING = "folds in the file of predictions, or divisions in a description of the study"
ASK_DIVISIONS = "folds, a split or divisions"
ASK_PREDICTIONS = "the predictions themselves"
ASK_MODELS = "the models, in a description of the study"
ASK_CLAIMS = "the claims, in a description of the study"
ASK_TESTS = "the tests, in a description of the study"
ASK_DATA = "the data (--data, --target)"
ASK_NUMBERS = "the numbers as reported (reported, in a description)"
HEARD = "Is it so?"      # ends what was only heard in sentences
ASK_READER = "somebody who reads it (--questions, then --filled)"
ASK_TRIED = "the number (--tried, or tried in a description)"


def named(names: Iterable[str], most: int = 4) -> str:
    """Names in a sentence, the first few of many.

    >>> named(["forest"]), named(["forest", "mlp"]), named("abcdef")
    ('forest', 'forest and mlp', 'a, b, c and 3 more')
    """
    some = list(dict.fromkeys(names))
    if len(some) > most:
        some = [*some[: most - 1], f"{len(some) - most + 1} more"]
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"


def by_its_own_words(bundle: Bundle, fault: str) -> list[Confession]:
    """What the study says against itself of one kind."""
    return [one for one in bundle.confessed if one.fault == fault]


def told_by_itself(bundle: Bundle, fault: str, what: str, *, severity: Severity | None = None) -> list[Found]:
    """A finding for each time the study says one kind of fault of itself; `what` says in a clause what that is."""
    return [as_told(one, what, severity=severity) for one in by_its_own_words(bundle, fault)]


def as_told(one: Confession, what: str, *, severity: Severity | None = None, after: str = "",
            **evidence: Any) -> Found:
    """What the study says against itself as a finding; what was only heard in its sentences is asked about."""
    return in_its_words(one, f"By its own words {what}: {one.quoted}{one.beside}{after}", severity=severity, **evidence)


def in_its_words(one: Confession, message: str, *, severity: Severity | None = None, **evidence: Any) -> Found:
    """The same in other words. Of 602 confessions heard in texts by authors unknown to the rules 113 were none."""
    return Found(message=f"{message} {HEARD}" if one.heard else message,
                 severity=Severity.WARNING if one.heard else severity,
                 evidence={"sentence": one.sentence, "line": one.line, "heard": one.fault if one.heard else "",
                           **evidence})


def require_a_study(bundle: Bundle) -> None:
    """What is asked of plans and reports does not apply to predictions that come alone."""
    if bundle.alone:
        raise NotApplicable("predictions alone plan and report nothing")


def require_models(bundle: Bundle) -> None:
    """What is asked of models and their divisions does not apply to data that nobody has used yet."""
    if bundle.untrained:
        raise NotApplicable(f"nobody has {'divided these data, or ' if bundle.undivided else ''}trained on "
                            f"{'them' if bundle.undivided else 'these data'}")


def error_rate(bundle: Bundle) -> float:
    """One minus the declared confidence, 0.05 where none is declared."""
    return 1 - (bundle.declared.level if bundle.declared else 0.95)


def contenders(bundle: Bundle) -> list[Model]:
    """The models that are no baseline."""
    require_models(bundle)
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part", ask=ASK_MODELS)
    return [model for model in bundle.models if not model.baseline]


def divisions_with_training(bundle: Bundle) -> list[tuple[Division, Array]]:
    """The divisions whose training rows are known, with these rows."""
    if bundle.undivided:
        require_models(bundle)
    known = [(d, d.train) for d in bundle.divisions or () if d.train is not None]
    if not known:
        raise NotCheckable("it is not known which rows each model was trained on", ask=ASK_TRAINING)
    return known


def times_known(bundle: Bundle) -> Array | None:
    """When each row was measured: as told to the audit, or to the reading of the data."""
    if bundle.times is None and bundle.problem is not None:
        return bundle.problem.time
    return bundle.times


def sides(bundle: Bundle) -> list[tuple[Array, Array]]:
    """Test and training rows of each division; of data that nobody divided, of five parts at random."""
    if not bundle.undivided or bundle.problem is None:
        return [(division.test, train) for division, train in divisions_with_training(bundle)]
    n = bundle.problem.n_rows
    part = stream(0, "audit", "parts").permutation(n) % RANDOM_PARTS
    return [(np.flatnonzero(part == p), np.flatnonzero(part != p)) for p in range(min(RANDOM_PARTS, n))]


def one_pass(bundle: Bundle, model: str) -> tuple[Array, Predictions]:
    """One model's word on every row it was tested on, once: the first repeat, the first seed."""
    parts = parts_of_one_pass(bundle, model)
    return np.concatenate([s.rows for s in parts]), joined(parts)


def parts_of_one_pass(bundle: Bundle, model: str) -> list[ModelPredictions]:
    """The same, part by part: each fold may have been cut, or fitted, in its own way."""
    said = bundle.said_by(model)
    if not said:
        raise NotCheckable(f"no predictions of {model} are known", ask=ASK_PREDICTIONS)
    first, seed = said[0].division.split("/")[0], said[0].seed
    return [s for s in said if s.division.split("/")[0] == first and s.seed == seed]


def joined(parts: list[ModelPredictions]) -> Predictions:
    """Several test parts as one."""
    def together(name: str) -> Array | None:
        arrays = [getattr(part.predictions, name) for part in parts]
        return None if any(array is None for array in arrays) else np.concatenate(arrays)

    return Predictions(
        truth=np.concatenate([part.predictions.truth for part in parts]), n_classes=parts[0].predictions.n_classes,
        labels=together("labels"), scores=together("scores"), probabilities=together("probabilities"),
        values=together("values"), prior=parts[0].predictions.prior,
    )


def models_that_spoke(bundle: Bundle) -> list[str]:
    """The names of the models whose predictions are known."""
    require_models(bundle)
    if not bundle.said:
        raise NotCheckable("no predictions are known, only numbers made from them", ask=ASK_PREDICTIONS)
    return list(dict.fromkeys(said.model for said in bundle.said))


def comparative_claims(bundle: Bundle) -> list[Claim]:
    """The claims that one model is better or worse than another."""
    if bundle.claims is None:
        raise NotCheckable("it is not known what the study claims", ask=ASK_CLAIMS)
    found = [claim for claim in bundle.claims if claim.kind in {"better", "worse"}]
    if not found:
        raise NotApplicable("nothing is claimed to be better or worse")
    return found


def known_tests(bundle: Bundle) -> tuple[StatTest, ...]:
    """The tests carried out."""
    if bundle.tests is None:
        raise NotCheckable("it is not known which tests were carried out", ask=ASK_TESTS)
    if not bundle.tests:
        raise NotApplicable("no test was carried out")
    return bundle.tests


def recognised(tests: Iterable[StatTest]) -> tuple[list[tuple[StatTest, TestFacts]], list[Unseen]]:
    """The tests whose names are known, with what they take for granted; and a question about each of the others."""
    tests = list(tests)
    known = [(test, facts) for test in tests if (facts := known_test(test.name)) is not None]
    others = dict.fromkeys(test.name for test in tests if known_test(test.name) is None)
    return known, [not_recognised("test", name) for name in others]


def not_recognised(what: str, name: str) -> Unseen:
    """A name that is not in the vocabulary: what it is, is asked."""
    return Unseen(reason=f"the {what} '{name}' is not one it knows",
                  ask=f"another name for the {what} '{name}' (`kind: …` beside it)" if what == "test" else
                      f"another name for the {what} '{name}'")


def right_and_wrong(bundle: Bundle, a: str, b: str) -> tuple[Array, Array] | None:
    """Which cases each of two models got right, on the rows both were tested on; None where that is not known."""
    try:
        (rows_a, said_a), (rows_b, said_b) = one_pass(bundle, a), one_pass(bundle, b)
    except NotCheckable:
        return None
    if said_a.labels is None or said_b.labels is None or said_a.n_classes is None:
        return None
    rows, at_a, at_b = np.intersect1d(rows_a, rows_b, return_indices=True)
    if not rows.size:
        return None
    return (said_a.labels == said_a.truth)[at_a], (said_b.labels == said_b.truth)[at_b]


def scores_by_division(bundle: Bundle, model: str, metric: str) -> dict[str, float]:
    """The stored scores of one model, by division; several seeds of one division are averaged."""
    found: dict[str, list[float]] = {}
    for run in bundle.runs or ():
        if run.model == model and run.metric == metric:
            found.setdefault(run.division, []).append(run.value)
    return {division: float(np.mean(values)) for division, values in found.items()}
