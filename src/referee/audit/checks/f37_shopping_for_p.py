"""F-37: several tests of one contrast, the smallest p quoted; Flexer advises to go on testing, and we do not."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import known_tests


@check("F-37", "Several tests of one contrast", severity=Severity.SERIOUS,
       advice="Declare one primary test; quote the others as supporting evidence, all of them.",
       reference="Salzberg 1997, section 3; Simmons, Nelson & Simonsohn 2011")
def shopping_for_p(bundle: Bundle) -> Iterator[Found]:
    """More than one test of the same two models by the same metric, of which only the smallest p is quoted."""
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
