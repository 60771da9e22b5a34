"""F-12: an unpaired test on the same test cases (Salzberg 1997; Dietterich 1998)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import by_its_own_words, known_tests, named, recognised, right_and_wrong
from referee.audit.prose.confession import PAIRS
from referee.audit.vocabulary.tests import known_test
from referee.comparisons import mcnemar


@check("F-12", "An unpaired test on paired data", severity=Severity.WARNING,
       advice="Use a paired test: McNemar for right and wrong, a paired test on losses for the rest.",
       reference="Salzberg 1997, section 3.1; Dietterich 1998")
def unpaired_test(bundle: Bundle) -> Iterator[Found | Unseen]:
    """A two-sample test where both models were tested on the same cases; serious where the study itself says both."""
    told = by_its_own_words(bundle, PAIRS)
    for one in told:
        yield Found(message=f"By its own words answers to the same cases are compared as if each model had cases of "
                            f"its "
                            f"own: {one.quoted}{one.beside}", severity=Severity.SERIOUS,
                    evidence={"sentence": one.sentence, "line": one.line})
    if told and bundle.tests is None:
        return
    meant = known_test(bundle.declared.primary_test) if bundle.tests is None and bundle.declared else None
    if meant is not None and meant.paired is False and bundle.declared:
        yield Found(message=f"The declared test, {bundle.declared.primary_test}, is unpaired, and all models are "
                            f"tested on the same cases.", evidence={"test": bundle.declared.primary_test})
        return
    tests, unseen = recognised(known_tests(bundle))
    yield from unseen
    yield from (Unseen(reason=f"whether the {test.name} test of {test.a} against {test.b} is paired is not said",
                       ask="whether it is: paired, or of two samples") for test, facts in tests if facts.paired is None)
    pairs = [(test, right_and_wrong(bundle, test.a, test.b)) for test, facts in tests if facts.paired is False]
    known = [(test, right) for test, right in pairs if right is not None]
    if not known:
        yield from _by_its_word([test for test, _ in pairs])
        return
    test, right = min(known, key=lambda pair: pair[0].p)
    only_a, only_b = int((right[0] & ~right[1]).sum()), int((~right[0] & right[1]).sum())
    paired = mcnemar(*right).p
    what = "A test is" if len(known) == 1 else f"{len(known)} tests are"
    yield Found(
        message=f"{what} unpaired ({named(t.name for t, _ in known)}), although both models were tested on the same "
                f"{right[0].size:,} cases. {test.a} against {test.b}, for one: unpaired p = {test.p:.3g}; paired, only "
                f"{test.a} is right {only_a} times and only {test.b} {only_b} times, McNemar's mid-p {paired:.3g}.",
        evidence={"tests": [[t.a, t.b, t.metric] for t, _ in known], "b": only_a, "c": only_b, "mcnemar_p": paired})


def _by_its_word(tests: list[StatTest]) -> Iterator[Found]:
    """Where the answers are not known, the study's word that a test of two samples was made is enough."""
    if tests:
        first = tests[0]
        what = "A test is" if len(tests) == 1 else f"{len(tests)} tests are"
        yield Found(
            message=f"{what} unpaired ({named(t.name for t in tests)}), {first.a} against {first.b} for one. Models "
                    f"that were tested on the same cases are pairs, and this throws the pairs away; it is right only "
                    f"where each model had cases of its own.",
            evidence={"tests": [[t.a, t.b, t.metric] for t in tests]})
