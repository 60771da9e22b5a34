"""F-29: numbers that do not belong to their data: intervals of the wrong n, swapped metrics (Guo, appendix A)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle, Reported
from referee.audit.evidence import ASK_NUMBERS, joined
from referee.audit.recomputed_tests import beside_all, possible_p
from referee.audit.vocabulary.tests import known_test
from referee.errors import RefereeError
from referee.metrics import metric


@check("F-29", "A reported number does not match its data", severity=Severity.FATAL,
       advice="Compute the table again from the stored predictions.",
       reference="Guo, appendix A (a bug she confesses to)")
def interval_bookkeeping(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Intervals of another number of values than declared; scores and p values that the predictions do not give."""
    tests = list(_tests(bundle))
    yield from tests
    if bundle.reported is None and not tests:
        raise NotCheckable("no reported numbers are known", ask=ASK_NUMBERS)
    if not bundle.reported and not tests:
        raise NotApplicable("nothing is reported as a number")
    yield from _scores(bundle, bundle.reported or ())


def _scores(bundle: Bundle, reported: Iterable[Reported]) -> Iterator[Found | Unseen]:
    for line in reported:
        if line.interval_n is not None and line.n is not None and line.interval_n != line.n:
            yield Found(message=f"The interval of {line.metric} of {line.model} was computed from {line.interval_n} "
                                f"values; "
                                f"{line.n} were declared.", evidence={"used": line.interval_n, "declared": line.n})
        try:
            computed = _computed(bundle, line)
        except RefereeError:
            yield Unseen(reason=f"{line.metric} of {line.model} cannot be computed from the predictions",
                         ask="the metric by a name that `referee list metrics` has, or what it is computed from")
            continue
        digits = len(line.text.split(".")[1]) if "." in line.text else 4
        slack = 0.51 * 10.0**-digits
        if computed and all(abs(line.value - value) > slack for value in computed):
            if bundle.unanswered:
                yield Unseen(reason=f"{line.metric} of {line.model} may be of all cases that it answered, and the "
                                    f"predictions are held to those that all models answered",
                             ask="predictions of the same cases by all models")
                continue
            yield Found(message=f"The reported {line.metric} of {line.model} does not match the predictions: "
                                f"{line.text or line.value} reported, {computed[0]:.4g} computed.",
                        evidence={"reported": line.value, "computed": computed})


def _computed(bundle: Bundle, line: Reported) -> list[float]:
    """The score over test parts, over all rows together, and of each run: any of them may be what was reported.

    That one run out of several is reported is another matter, and F-08's.
    """
    said = bundle.said_by(line.model)
    if not said or line.computed:
        return []
    measure = metric(line.metric)
    means = [float(np.mean([measure.score(part.predictions) for part in said])), measure.score(joined(list(said)))]
    seeds = {part.seed for part in said}
    return means + [measure.score(joined([part for part in said if part.seed == seed])) for seed in seeds
                    if len(seeds) > 1]


def _tests(bundle: Bundle) -> Iterator[Found]:
    """Tests whose p the answers themselves do not give, by any variant of the test."""
    for test in bundle.tests or ():
        known = known_test(test.name)
        possible = () if known is None else possible_p(bundle, replace(test, name=known.name))
        if beside_all(test.p, possible):
            yield Found(message=f"The p of the {test.name} test of {test.a} against {test.b} does not match the "
                                f"predictions: {test.p:.3g} reported, {_range(possible)} computed.",
                        severity=Severity.SERIOUS, evidence={"reported": test.p, "computed": list(possible)})


def _range(possible: tuple[float, ...]) -> str:
    low, high = min(possible), max(possible)
    return f"{low:.3g}" if f"{low:.3g}" == f"{high:.3g}" else f"{low:.3g} to {high:.3g}"
