"""F-09: many tests, no correction (Salzberg 1997; Reich & Barai 1999, 5.2; Flexer 1996)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_TESTS, as_told, by_its_own_words, named, not_recognised
from referee.audit.numbers.families import Family, not_left
from referee.audit.prose.confession import MANY
from referee.audit.vocabulary.corrections import CORRECTS_NOTHING, known_correction
from referee.comparisons import adjust

LOOSE = 0.1
LEVEL = 0.05                # of a table, which does not say its own


@check("F-09", "Many tests without a correction", severity=Severity.SERIOUS,
       advice="Correct the family of tests (Holm), or declare one primary comparison beforehand.",
       reference="Salzberg 1997, section 3; Flexer 1996, 3.2")
def many_tests(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Two or more tests or p values in one study, none of them adjusted: what would be left after Holm.

    In a table, or in the fields of a description, those that are called significant and that no correction leaves.
    Also an error rate of more than 10% that a study allows itself.
    """
    loose = 1 - bundle.declared.level if bundle.declared else 0.0
    if loose > LOOSE + 1e-9:
        yield Found(message=f"The error rate that the study allows itself is {loose:.0%} (level "
                            f"{1 - loose:.3g}): so often it finds what is not there.", evidence={"error_rate": loose})
        return
    by_word = list(_by_its_word(bundle))
    yield from by_word
    if by_word and bundle.tests is None:
        return
    yield from _by_its_numbers(bundle)


def _by_its_word(bundle: Bundle) -> Iterator[Found]:
    """Tests that a study says it has not corrected; a warning where the smallest p would outlast Bonferroni."""
    for one in by_its_own_words(bundle, MANY):
        least = "" if one.least_p is None or one.count is None else (
            f" The smallest p that is told, {one.least_p:g}, is {min(1.0, one.least_p * one.count):.2g} after "
            f"Bonferroni's correction.")
        yield as_told(one, f"{one.count} tests are not corrected, and some are called significant", after=f".{least}",
                      severity=None if one.grave else Severity.WARNING, tests=one.count)


def _by_its_numbers(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Tests or p values that are known one by one."""
    if bundle.family is not None and bundle.tests is None:
        yield from _of_table(bundle.family)
        return
    if bundle.tests is None and bundle.claims is None:
        raise NotCheckable("neither tests nor claims of the study are known", ask=ASK_TESTS)
    level = 1 - (bundle.declared.level if bundle.declared else 0.95)
    tests = [t for t in bundle.tests or () if not t.equivalence]
    claims = [] if tests else [c for c in bundle.claims or () if c.p is not None]
    if len(tests) + len(claims) < 2:
        raise NotApplicable("there are fewer than two tests")
    told = [(f"{t.a} against {t.b} ({t.metric})", t.p) for t in tests if t.adjusted is None]
    told += [(c.says, c.p) for c in claims if c.p is not None]
    if len(told) < 2:
        return
    if bundle.declared and bundle.declared.adjust:
        correction = known_correction(bundle.declared.adjust)
        if correction is None:
            yield not_recognised("correction", bundle.declared.adjust)
        if correction not in CORRECTS_NOTHING:
            return
    p = [value for _, value in told]
    left = [name for (name, _), adjusted in zip(told, adjust(p, "holm"), strict=True) if adjusted <= level]
    before = sum(value <= level for value in p)
    yield Found(
        message=f"{len(p)} tests at {level:.3g}: the chance of at least one false alarm is up to "
                f"{1 - (1 - level) ** len(p):.0%}. After Holm's correction {len(left)} of {before} significant results "
                f"{'is' if len(left) == 1 else 'are'} left{': ' + '; '.join(left) if left else ''}.",
        evidence={"tests": len(p), "significant": before, "after_holm": left},
    )


def _of_table(family: Family) -> Iterator[Found]:
    """A table that calls tests significant by p values which it has not adjusted, where a correction leaves fewer."""
    if not family.adjusted and not family.called:
        raise NotCheckable("the table does not say which of its tests it calls significant",
                           ask="a column that says so (significant: yes, no)")
    many = sum(one is not None for one in family.decided_by)
    if many < 2:
        raise NotApplicable("there are fewer than two tests")
    called, lost, left = not_left(family, LEVEL)
    if lost:
        yield Found(message=f"{many} tests at {LEVEL:g} without a correction: by chance alone {many * LEVEL:.2g} are "
                            f"expected to be significant. Of the {len(called)} that are called so, "
                            f"{named(lost)} would be left neither by Holm's correction nor by Benjamini and "
                            f"Hochberg's; Holm's leaves {left or 'none'}.",
                    evidence={"tests": many, "significant": len(called), "lost": lost, "after_holm": left})
