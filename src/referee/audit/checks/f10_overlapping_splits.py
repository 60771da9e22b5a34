"""F-10: a t test over random splits that share training rows (Dietterich 1998; Nadeau & Bengio 2003)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import as_told, by_its_own_words
from referee.audit.naive_t import both_ways, meant_over_splits, over_splits, repeats_of
from referee.audit.prose.confession import FOLDS


@check("F-10", "A t test over overlapping splits", severity=Severity.FATAL,
       advice="Use the corrected resampled t (Nadeau & Bengio).",
       reference="Dietterich 1998; Nadeau & Bengio 2003; Salzberg 1997, section 3")
def overlapping_splits(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Plain t or rank tests whose units are splits of one set of rows; repeats of cross-validation are F-11's."""
    told = by_its_own_words(bundle, FOLDS)
    for one in told:
        many = f"{one.count} scores from the same rows" if one.count else "folds that share training rows"
        yield as_told(one, f"{many} are taken for independent samples", severity=Severity.SERIOUS)
    if told and bundle.tests is None:
        return
    meant = meant_over_splits(bundle)
    if meant:
        if repeats_of(bundle) == 1:
            yield Found(message=f"The declared test, {meant}, takes {len(bundle.divisions or ()):,} overlapping "
                                f"splits for independent.",
                        evidence={"test": meant})
        return
    tests, unseen = over_splits(bundle)
    yield from unseen
    for test in tests:
        if test.unit == "split" and repeats_of(bundle) == 1:
            yield _found(bundle, test)


def _found(bundle: Bundle, test: StatTest) -> Found:
    units = f"{test.n_units} overlapping splits" if test.n_units else "overlapping splits"
    sentence, corrected = both_ways(bundle, test)
    return Found(message=f"The {test.name} test of {test.a} against {test.b} treats {units} as independent.{sentence}",
                 evidence={"test": test.name, "p": test.p, "corrected_p": corrected})
