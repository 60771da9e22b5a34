"""F-64: cases that hang together, counted one by one in a test."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import ASK_PREDICTIONS, ASK_READER, error_rate, known_tests, recognised, require_a_study
from referee.audit.losses import PairedLosses, paired_losses
from referee.comparisons import clustered_t, long_run_t
from referee.errors import BadInput, Undefined
from referee.kinds import Array

FEWEST_GROUPS = 5           # of fewer the clustered test itself says little
FEWEST_TIMES = 30
LONGER = 1.2                # standard errors: so much longer, and the dependence is worth a word
REMEMBERS = 0.2             # correlation of successive differences, from which time matters
ASK_UNITS = "which cases belong together (groups), or when they were measured (time)"


@check("F-64", "Cases that hang together counted as independent", severity=Severity.SERIOUS,
       advice="Test over whole groups (clustered t), or with a standard error that allows for memory (long-run t).",
       reference="Hurlbert 1984; Miller 2024; Diebold & Mariano 1995")
def dependent_cases(bundle: Bundle) -> Iterator[Found | Unseen]:
    """A test that counts cases, of which several are of one group or follow one another in time.

    Made again over whole groups, or with the memory of the series: serious where what was significant no longer is.
    Where nobody names groups, over each column of the predictions that nobody named. In words (pixels, windows, visits,
    samples of one question) only a reader can tell.
    """
    require_a_study(bundle)
    if bundle.tests is None and bundle.text is not None:
        raise NotCheckable("whether cases that hang together are counted one by one, only a reader can tell",
                           ask=ASK_READER)
    tests, unseen = recognised(known_tests(bundle))
    yield from unseen
    over_cases = [test for test, facts in tests if test.unit in {"case", ""} and not facts.dependent]
    if not over_cases:
        raise NotApplicable("no test counts cases")
    problem, times = bundle.problem, _times(bundle)
    groups = None if problem is None else problem.groups
    if groups is None and times is None:
        found = [found for test in over_cases for found in _by_unnamed(bundle, test)]
        yield from found
        if not found:
            yield Unseen(reason="neither groups of cases nor their times are known", ask=ASK_UNITS)
        return
    for test in over_cases:
        yield from _of_one(bundle, test, groups, times)


def _times(bundle: Bundle) -> Array | None:
    """When each row was measured, as numbers."""
    if bundle.times is not None:
        return bundle.times
    return None if bundle.problem is None or bundle.problem.time is None else np.asarray(bundle.problem.time)


def _of_one(bundle: Bundle, test: StatTest, groups: Array | None, times: Array | None) -> Iterator[Found | Unseen]:
    pair = paired_losses(bundle, test.a, test.b)
    if pair is None:
        yield from _counted(bundle, test, groups)
        return
    if groups is not None:
        yield from _over_groups(bundle, test, pair, groups[pair.rows])
    elif times is not None:
        yield from _over_time(bundle, test, pair, times[pair.rows])


def _by_unnamed(bundle: Bundle, test: StatTest) -> list[Found]:
    """What the column that nobody named makes of a test by which the cases hang together most; none where none does."""
    pair = paired_losses(bundle, test.a, test.b)
    by_column = [] if pair is None else [
        [one for one in _over_groups(bundle, test, pair, column.codes[pair.rows], of=f"values of '{name}'")
         if isinstance(one, Found)] for name, column in bundle.beside.items() if not column.names]
    return max(by_column, key=lambda found: found[0].evidence["longer"] if found else 0, default=[])


def _counted(bundle: Bundle, test: StatTest, groups: Array | None) -> Iterator[Found | Unseen]:
    """Where the answers are not known: more units than there are groups among the rows tested."""
    tested = np.unique(np.concatenate([d.test for d in bundle.divisions])) if bundle.divisions else None
    if groups is None or tested is None or not test.n_units:
        yield Unseen(reason=f"the answers of {test.a} and {test.b} are not known", ask=ASK_PREDICTIONS)
        return
    there = np.unique(groups[tested]).size
    if test.n_units > LONGER * there:
        yield Found(message=f"The {test.name} test of {test.a} against {test.b} counts {test.n_units:,} cases, which "
                            f"are of {there:,} groups: those of one group are no independent evidence.",
                    severity=Severity.WARNING, evidence={"units": test.n_units, "groups": there})


def _over_groups(bundle: Bundle, test: StatTest, pair: PairedLosses, groups: Array, of: str = "groups"
                 ) -> Iterator[Found | Unseen]:
    there = np.unique(groups).size
    if there == groups.size:
        return
    if there < FEWEST_GROUPS:
        yield Unseen(reason=f"the cases are of {there} groups, too few to test over", ask="more groups")
        return
    try:
        again = clustered_t(pair.a, pair.b, groups)
    except (BadInput, Undefined):
        return
    naive = dict(again.details)["naive_error"]
    yield from _told(bundle, test, again.p, longer=_ratio(again.standard_error, naive),
                     what=f"{groups.size:,} cases of {there:,} {of}",
                     how=f"over these {there:,} (clustered t)")


def _over_time(bundle: Bundle, test: StatTest, pair: PairedLosses, times: Array) -> Iterator[Found]:
    order = np.argsort(times, kind="stable")
    a, b = pair.a[order], pair.b[order]
    difference = a - b
    if difference.size < FEWEST_TIMES or np.unique(times).size < difference.size or not difference.std():
        return
    memory = float(np.corrcoef(difference[:-1], difference[1:])[0, 1])
    if memory < REMEMBERS:
        return
    again = long_run_t(a, b)
    yield from _told(bundle, test, again.p, what=f"{difference.size:,} successive cases, whose differences remember "
                                                 f"each other (correlation {memory:.2f})",
                     longer=_ratio(again.standard_error, float(difference.std(ddof=1)) / difference.size**0.5),
                     how="with a standard error that allows for it (long-run t)")


def _ratio(error: float | None, naive: float) -> float:
    return 1.0 if not error or not naive else error / naive


def _told(bundle: Bundle, test: StatTest, p: float, *, longer: float, what: str, how: str) -> Iterator[Found]:
    """Serious where a p that was significant is not any more; a warning where the error is much longer."""
    level = error_rate(bundle)
    lost = test.p <= level < p
    if not lost and (longer < LONGER or test.p > level):
        return
    then = "which is not significant" if lost else f"with a standard error {longer:.1f} times as long"
    yield Found(message=f"The {test.name} test of {test.a} against {test.b} takes {what} for independent "
                        f"(p = {test.p:.3g}); {how} p = {p:.3g}, {then}.",
                severity=None if lost else Severity.WARNING,
                evidence={"p": test.p, "p_again": p, "longer": round(longer, 3)})
