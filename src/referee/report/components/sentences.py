"""Variance components in sentences: where the spread comes from, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.estimates.decomposition.variance_components import VarianceComponents
from referee.reading.components import Components, Spreads
from referee.report.wording import count, interval_text, joined, level_text, percent, plain

WHERE = {
    "sample": "which rows were at hand",
    "split": "how the rows were split",
    "seed": "the learner's own randomness",
}
HELP = {
    "sample": "only more rows would make the score steadier",
    "split": "repeating the split and averaging makes the score steadier",
    "seed": "averaging over seeds makes the score steadier, and one seed says little",
}


def components_sentences(spreads: Spreads) -> list[str]:
    """What to take home, learner by learner, by the first metric."""
    first = [c for c in spreads.found if c.metric == spreads.metrics[0].name]
    return [*_unfinished(spreads), *(_lead(c) for c in first[:1]), *(_gist(spreads, c) for c in first),
            *_lost(spreads, first)]


def title_of(spreads: Spreads, metric: str) -> str:
    """A metric's title."""
    return next(m.title for m in spreads.metrics if m.name == metric)


def _lead(c: Components) -> str:
    """The largest source for the first learner, in one short sentence."""
    if c.found is None:
        return f"The spread of {c.learner} cannot be shared out."
    most, decided = _largest(c)
    share = percent(c.found.shares[most])
    if decided:
        return f"{share} of the spread of {c.learner} comes from {WHERE[c.found.sources[most]]}."
    return (f"What most of the spread of {c.learner} comes from is not decided: {WHERE[c.found.sources[most]]} has the "
            f"largest share, {share}, {_percents(c, most)}.")


def _largest(c: Components) -> tuple[int, bool]:
    """The source with the largest share; and whether it is shown to be, no other's interval reaching into its own."""
    assert c.found is not None
    most = max(range(len(c.found.shares)), key=lambda i: c.found.shares[i] if c.found else 0.0)
    others = [interval.high for i, interval in enumerate(c.intervals) if i != most]
    return most, c.intervals[most].low > min(0.5, max(others, default=0.0))


def _gist(spreads: Spreads, c: Components) -> str:
    title = title_of(spreads, c.metric)
    if c.found is None or c.sd is None or c.mean is None:
        return f"{c.learner}: the variance of its {title} cannot be shared out, because {c.reason}."
    shares = dict(zip(c.found.sources, c.found.shares, strict=True))
    parts = [f"{percent(shares[s])} from {WHERE[s]} ({_percents(c, i)})" for i, s in enumerate(c.found.sources)]
    most, decided = _largest(c)
    help_ = HELP[c.found.sources[most]] if decided else "which of them is the largest is not decided"
    return (f"{c.learner}: one {title} of mean {plain(c.mean)} scatters with a standard deviation of {plain(c.sd)}: "
            f"{joined(parts)}; {help_}.{_zero(c.found)}")


def _percents(c: Components, number: int) -> str:
    interval = c.intervals[number]
    return f"{level_text(interval.level)} interval {100 * interval.low:.0f} to {100 * interval.high:.0f}%"


def _zero(found: VarianceComponents) -> str:
    below = [s for s in found.sources if s in found.below_zero]
    if not below:
        return ""
    return f" The estimate for the {joined(below)} came out below 0, which is no more than chance, and counts as 0."


def _unfinished(spreads: Spreads) -> Iterator[str]:
    if spreads.missing:
        yield (f"Provisional: {count(spreads.missing, 'fit')} of the plan are not recorded yet; the same command goes "
               f"on from there.")


def _lost(spreads: Spreads, found: list[Components]) -> Iterator[str]:
    whole = len(spreads.plan.entries) * spreads.seeds
    for c in found:
        if c.lost:
            yield (f"{c.lost:,} of {count(whole, 'fit')} of {c.learner} gave no score ({c.why_lost[0]}); "
                   f"{count(c.dropped, 'whole split')} were left out, so that all samples have as many.")


def how_sentences(spreads: Spreads) -> list[str]:
    """The protocol and the method."""
    p = spreads.plan.parameters
    n_train, n_test = spreads.plan.entries[0].n_train, spreads.plan.entries[0].n_test
    varied = (f"the rows were dealt into {p['samples']} portions that share none, and each was" if p["samples"] > 1
              else "the sample, all rows, was not varied; it was")
    protocol = (f"Protocol: {varied} split {p['splits']} times at random into {n_train:,} rows to train on and "
                f"{n_test:,} to test on, every split fitted with {count(spreads.seeds, 'seed')}.")
    said = [protocol]
    if p["samples"] > 1:
        said.append(f"The shares are for samples of about {spreads.problem.n_rows // p['samples']:,} rows; other sizes "
                    f"have others.")
    said.append("Balanced nested analysis of variance by moments (Searle, Casella & McCulloch 1992); intervals of the "
                "shares by Weerahandi (1993), for scores that are roughly normal.")
    return said


def interval_percent(c: Components, number: int) -> str:
    """The interval of a share, in per cent."""
    interval = c.intervals[number]
    scaled = type(interval)(100 * interval.low, 100 * interval.high, level=interval.level)
    return f"{interval_text(scaled, 0)}%"
