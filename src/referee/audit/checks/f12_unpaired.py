"""F-12: an unpaired test on the same test cases (Salzberg 1997; Dietterich 1998)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import known_tests, named, recognised, right_and_wrong, scores_by_division, told_by_itself
from referee.audit.prose.confession import PAIRS
from referee.audit.vocabulary.tests import known_test
from referee.comparisons import mcnemar

OF_DIVISIONS = frozenset({"split", "repeat", "run", ""})


@check("F-12", "An unpaired test on paired data", severity=Severity.WARNING,
       advice="Use a paired test: McNemar for right and wrong, a paired test on losses for the rest.",
       reference="Salzberg 1997, section 3.1; Dietterich 1998")
def unpaired_test(bundle: Bundle) -> Iterator[Found | Unseen]:
    """A two-sample test where both models were tested on the same cases; serious where the study itself says both.

    Also the other way round: a paired test of models that share none of their divisions.
    """
    told = told_by_itself(bundle, PAIRS, "answers to the same cases are compared as if each model had cases of its own",
                          severity=Severity.SERIOUS)
    yield from told
    if told and bundle.tests is None:
        return
    meant = known_test(bundle.declared.primary_test) if bundle.tests is None and bundle.declared else None
    if meant is not None and meant.paired is False and bundle.declared:
        yield Found(message=f"The declared test, {bundle.declared.primary_test}, is unpaired, and all models are "
                            f"tested on the same cases.", evidence={"test": bundle.declared.primary_test})
        return
    tests, unseen = recognised(known_tests(bundle))
    yield from unseen
    yield from (found for test, facts in tests if facts.paired and (found := _no_pairs(bundle, test)))
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


def _no_pairs(bundle: Bundle, test: StatTest) -> Found | None:
    """A paired test over divisions of which the two models share none: what it pairs are scores of other rows."""
    ours, theirs = (scores_by_division(bundle, model, test.metric) for model in (test.a, test.b))
    if test.unit not in OF_DIVISIONS or len(ours) < 2 or len(theirs) < 2 or ours.keys() & theirs.keys():
        return None
    return Found(message=f"The {test.name} test pairs {test.a} with {test.b}, which share none of their divisions "
                         f"({', '.join(list(ours)[:3])}, … and {', '.join(list(theirs)[:3])}, …): scores of different "
                         f"rows are no pairs.", severity=Severity.SERIOUS,
                 evidence={"test": test.name, "divisions": [len(ours), len(theirs)]})
