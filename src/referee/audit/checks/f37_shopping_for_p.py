"""F-37: several tests of one contrast, the smallest p quoted; Flexer advises to go on testing, and we do not."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import error_rate, known_tests


@check("F-37", "Several tests of one contrast", severity=Severity.SERIOUS,
       advice="Declare one primary test; quote the others as supporting evidence, all of them.",
       reference="Salzberg 1997, section 3; Simmons, Nelson & Simonsohn 2011")
def shopping_for_p(bundle: Bundle) -> Iterator[Found]:
    """More than one test of the same two models, of which only the smallest p is quoted, or not the declared one."""
    contrasts: dict[tuple[frozenset[str], str], list[StatTest]] = {}
    for test in known_tests(bundle):
        if not test.equivalence:
            contrasts.setdefault((frozenset({test.a, test.b}), test.metric), []).append(test)
    primary = bundle.declared.primary_test if bundle.declared else ""
    for tests in contrasts.values():
        quoted = [t for t in tests if t.quoted]
        best = min(tests, key=lambda t: t.p)
        if len(tests) > 1 and len(quoted) < len(tests) and best in quoted and best.name != primary:
            every = ", ".join(f"{t.name} p {t.p:.3g}" for t in tests)
            said = f" The primary test was {primary}." if primary else " No primary test was declared."
            yield Found(message=f"{len(tests)} tests were run on {best.a} against {best.b} ({every}), and only the "
                                f"smallest p is "
                                f"quoted.{said}", evidence={"tests": [t.name for t in tests]})
    yield from _in_place_of_the_declared(bundle)


def _in_place_of_the_declared(bundle: Bundle) -> Iterator[Found]:
    """The declared test was made, found nothing and is not quoted; another, by another metric, is what is claimed."""
    rate, tests = error_rate(bundle), [test for test in bundle.tests or () if not test.equivalence]
    for kept in (test for test in tests if _declared(bundle, test) and not test.quoted and test.p > rate):
        shown = [test for test in tests if test.quoted and test.p <= rate and test.metric != kept.metric
                 and {test.a, test.b} == {kept.a, kept.b} and not _declared(bundle, test)]
        if shown:
            best = min(shown, key=lambda test: test.p)
            yield Found(message=f"The declared test of {kept.a} against {kept.b}, {kept.name} by {kept.metric}, gave "
                                f"p = {kept.p:.3g} and is not quoted; {best.name} by {best.metric}, p = {best.p:.3g}, "
                                f"stands in its place.",
                        evidence={"declared": [kept.name, kept.metric, kept.p],
                                  "quoted": [best.name, best.metric, best.p]})


def _declared(bundle: Bundle, test: StatTest) -> bool:
    """By its own word, or where it says nothing, by the name of the primary test."""
    primary = bundle.declared.primary_test if bundle.declared else ""
    return test.declared if test.declared is not None else bool(primary) and test.name == primary
