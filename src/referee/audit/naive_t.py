"""The naive t over splits next to the corrected one, from the stored scores of a study."""

from __future__ import annotations

import numpy as np

from referee.audit._base import NotApplicable, Unseen
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import known_tests, recognised, scores_by_division
from referee.audit.vocabulary.tests import known_test
from referee.comparisons import Comparison, corrected_t, paired_t

OVER_SPLITS = frozenset({"split", "repeat", "run"})


def over_splits(bundle: Bundle) -> tuple[list[StatTest], list[Unseen]]:
    """Tests that take splits or repeats for independent units, and what could not be looked at."""
    tests = known_tests(bundle)
    known, unseen = recognised(test for test in tests if not test.unit or test.unit in OVER_SPLITS)
    if not known and not unseen:
        raise NotApplicable("no test takes splits or repeats as its units")
    guilty = []
    for test, facts in known:
        if test.unit and test.unit != "run":
            guilty += [test] if facts.independent else []
        elif facts.independent:
            unseen.append(Unseen(reason=f"what the {test.name} test of {test.a} against {test.b} counts is not "
                                        f"said{' beyond runs' if test.unit else ''}",
                                 ask="its unit: case, split, repeat, seed or data set"))
    return guilty, unseen


def meant_over_splits(bundle: Bundle) -> str:
    """The test that a study not yet run has declared, where it takes several splits for independent; else empty."""
    if bundle.tests is not None or bundle.declared is None or len(bundle.divisions or ()) < 2:
        return ""
    facts = known_test(bundle.declared.primary_test) if bundle.declared.primary_test else None
    return bundle.declared.primary_test if facts is not None and facts.independent and facts.by_spread else ""


def repeats_of(bundle: Bundle) -> int:
    """How many times all rows were divided anew."""
    return len({division.repeat for division in bundle.divisions or ()}) or 1


def both_ways(bundle: Bundle, test: StatTest) -> tuple[str, float | None]:
    """A sentence with the naive and the corrected t of a contrast, and the corrected p, where scores are known."""
    sizes = {d.label: (d.train.size, d.test.size) for d in bundle.divisions or () if d.train is not None}
    ours, theirs = (scores_by_division(bundle, model, test.metric) for model in (test.a, test.b))
    shared = [label for label in sizes if label in ours and label in theirs]
    if len(shared) < 2:
        return "", None
    a, b = (np.array([scores[label] for label in shared]) for scores in (ours, theirs))
    n_train, n_test = (np.array([sizes[label][side] for label in shared], dtype=float) for side in (0, 1))
    naive, corrected = paired_t(a, b, unit="split", i_know=True), corrected_t(a, b, n_train=n_train, n_test=n_test)
    return f" Naive: {_t(naive)}; corrected: {_t(corrected)}.", corrected.p


def _t(result: Comparison) -> str:
    return f"p {result.p:.2g}" if result.statistic is None else f"t {result.statistic:.2f} (p {result.p:.2g})"
