"""A decomposition in sentences: which part is the larger, what that means, what was lost, how it was drawn."""

from __future__ import annotations

from collections.abc import Iterator

from referee.estimates.decomposition import Decomposition
from referee.kinds import Task
from referee.reading.decompositions import Decompositions
from referee.report.wording import column_decimals, count, joined, number, percent

ENOUGH_MODELS = 30
HEADLINE = {Task.REGRESSION: "squared", Task.CLASSIFICATION: "kohavi-wolpert"}
HELP = {
    "variance": "it errs mostly because it changes with its training rows: more rows, averaging over models or a "
                "simpler model should help",
    "bias²": "it errs mostly in the same way whatever rows it was trained on: more rows of the same kind will help "
             "little, other features or a more flexible model may",
    "noise": "most of it is noise, which no model can learn",
}
LARGER = 0.6                  # of the error, to be called most of it


def decomposition_sentences(found: Decompositions) -> list[str]:
    """What to take home."""
    shown = [d for target in targets(found) for d in found.of(headline(found), target)]
    said = [_lead(found, d) for d in shown[:1]] + [_gist(found, d) for d in shown]
    said += [f"{name} cannot be taken apart: {why}." for name, why in found.undefined.items()]
    return [*_unfinished(found), *said, *_lost(found), *_cautions(found)]


def headline(found: Decompositions) -> str:
    """The scheme that is talked about first."""
    return HEADLINE[found.problem.task]


def targets(found: Decompositions) -> list[str]:
    """The targets by name; one without a name where there is only one."""
    return list(found.problem.targets) if found.problem.y.ndim > 1 else [""]


def places_of(found: Decompositions, scheme: str, target: str) -> int:
    """The decimals of a table."""
    rows = found.of(scheme, target)
    return column_decimals([p.interval for d in rows for p in (d.error, *d.parts)],
                           values=[d.error.value for d in rows])


def _lead(found: Decompositions, d: Decomposition) -> str:
    """The larger part of the first learner's error, in one short sentence."""
    names = [n for n in d.scheme.parts if n != "noise" or found.truth_known]
    most = max(names, key=lambda n: d[n])
    if d.error.value <= 0:
        return f"{d.learner} makes no error."
    whose = f"{d.learner}{f' on {d.target}' if d.target else ''}"
    if not _decided(d, names):
        return f"Which part of the error of {whose} is the larger is not decided by {count(found.n_test, 'test row')}."
    share = percent(min(max(d[most] / d.error.value, 0.0), 1.0))
    return f"{share} of the error of {whose} is {most}."


def _decided(d: Decomposition, names: list[str]) -> bool:
    """Whether one part is shown to be the largest: no other's interval reaches into its own."""
    intervals = {part.name: part.interval for part in d.parts if part.name in names}
    mine = intervals.pop(max(names, key=lambda n: d[n]))
    return mine is not None and all(other is not None and other.high < mine.low for other in intervals.values())


def _gist(found: Decompositions, d: Decomposition) -> str:
    places = places_of(found, d.scheme.name, d.target)
    what = "error rate" if found.problem.task is Task.CLASSIFICATION else "mean squared error"
    whose = f"{d.learner}{f', {d.target}' if d.target else ''}"
    if d.error.value <= 0:
        return f"{whose}: no error on {count(found.n_test, 'test row')}, so there is nothing to take apart."
    names = [n for n in d.scheme.parts if n != "noise" or found.truth_known]
    shares = joined([f"{n} {number(d[n], places)} ({percent(min(max(d[n] / d.error.value, 0.0), 1.0))})"
                     for n in names])
    most = max(names, key=lambda n: d[n])
    told = ("which of them is the larger is not decided: their intervals overlap" if not _decided(d, names) else
            HELP[most] if d[most] >= LARGER * d.error.value else "neither part is much the larger")
    return f"{whose}: {what} {number(d.error.value, places)} = {shares}; {told}."


def _unfinished(found: Decompositions) -> Iterator[str]:
    if found.missing:
        yield (f"Provisional: {count(found.missing, 'fit')} of the plan are not recorded yet; the same command goes on "
               f"from there.")


def _lost(found: Decompositions) -> Iterator[str]:
    whole = len(found.plan.entries)
    for name, reasons in found.lost.items():
        if reasons:
            yield (f"{reasons.total():,} of {count(whole, 'training sample')} gave no model of {name} "
                   f"({reasons.most_common(1)[0][0]}); they are left out.")
    if found.lacking:
        yield (f"{found.lacking:,} of {count(whole, 'training sample')} lack a class altogether, which their models "
               f"cannot predict; it is part of the variance.")


def _cautions(found: Decompositions) -> Iterator[str]:
    if not found.truth_known:
        yield "The truth is not known, so that noise counts as bias."
    fewest = min((d.models for d in found.found), default=ENOUGH_MODELS)
    if fewest < ENOUGH_MODELS:
        yield f"{count(fewest, 'model')} are few; take {ENOUGH_MODELS} or more."
    ties = {d.learner: d.ties for d in found.found if d.ties}
    for name, n in ties.items():
        yield (f"On {count(n, 'test row')} the models of {name} have no main prediction (a tie); Domingos's parts take "
               f"the first class there.")


def how_sentences(found: Decompositions) -> list[str]:
    """The protocol, the schemes and the intervals."""
    p = found.plan.parameters
    pool = found.problem.n_rows - found.n_test
    drawn = "with replacement (bootstrap samples)" if p["replace"] else "without replacement (Kohavi & Wolpert 1996)"
    schemes = list(dict.fromkeys(d.scheme.source for d in found.found))
    samples = count(len(found.plan.entries), "sample")
    protocol = (f"Protocol: {found.n_test:,} rows are the test set throughout; {samples} of {found.n_train:,} rows to "
                f"train on were drawn from the other {pool:,} {drawn}, seed {p['seed']}.")
    said = [protocol, *([f"Taken apart after {'; '.join(schemes)}."] if schemes else [])]
    said.append("Intervals are over the test rows, for these models; other training samples would give others.")
    if not p["replace"]:
        said.append("The samples overlap, so that the variance is rather too small than too large.")
    return said
