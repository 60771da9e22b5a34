"""Figures 5.1 to 5.6: Algorithm 1 as printed, in both readings, beside Algorithm 1 as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from referee.estimates import t_over_replicates
from referee.kinds import Direction
from referee.replications._base import Found, How, Item, Row, claim, not_run, told
from referee.replications.guo.classifiers import BAYESIAN, PRIOR
from referee.replications.guo.study import (
    Asked,
    Scores,
    printed_scores,
    problem_of,
    right_study,
    scores_of,
    sets_at_hand,
)
from referee.report.multiples import Line, Panel, multiples_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALL, SOME, RIGHT = "Algorithm 1, all smoothed", "4.4.1, Bayesian ones smoothed", "as it should be"


def redo(how: How, *, name: str, number: str) -> Found:
    """One data set: the thesis's sentences under three ways of running it."""
    one = next((one for one in sets_at_hand(how) if one.name == name), None)
    if one is None:
        return Found(rows=[not_run("all", "it needs the tables of the thesis in --folder (see docs/metric-study.md)")])
    problem, asked = problem_of(one, how), Asked.of(one, how)
    study = right_study(problem, how, asked=asked)
    by_way = {way: [printed_scores(problem, size, how, asked=asked, smooth_all=way == ALL) for size in asked.sizes]
              for way in (ALL, SOME)} | {RIGHT: [scores_of(study, problem.name, size) for size in asked.sizes]}
    last = {way: scores[-1] for way, scores in by_way.items()}
    rows = [*_prior(last), *_bayesian(last), *_vectors(last), *_copies(last, study.copies.get(problem.name)),
            *_numbers(last), *_lost(last)]
    return Found(rows=rows, pictures={
        f"figure {number} in its six panels, {way}": partial(six_panels, scores) for way, scores in by_way.items()})


def _prior(last: dict[str, Scores]) -> Iterator[Row]:
    """"Only BIR gives the worst score on Prior Knowledge … almost 10 times lower"."""
    for way, scores in last.items():
        worst = [m.title for m in scores.metrics if PRIOR in scores.worst(m.name)]
        bir = round(scores.means[PRIOR, "bir"], 3) + 0.0                # no −0.000
        others = [scores.means[name, "bir"] for name in scores.classifiers if name != PRIOR]
        said = f"{bir:.3f} bits against {min(others):.3f} to {max(others):.3f}"
        yield claim(f"BIR gives the prior the worst score ({way})", "yes", said,
                    holds=PRIOR in scores.worst("bir"), erratum=30 if way == RIGHT else None)
        yield claim(f"only BIR does ({way})", "only BIR", f"worst by: {', '.join(worst) or 'no metric'}",
                    holds=len(worst) == 1 and PRIOR in scores.worst("bir"), erratum=30 if way == RIGHT else None)
        lower = bir < min(others) < 0
        yield claim(f"almost ten times lower than the next ({way})", "10 times",
                    f"{bir / min(others):.1f} times" if lower else f"{bir:.3f}, the lowest of others {min(others):.3f}",
                    holds=bool(lower and bir / min(others) >= 5), erratum=30 if way == RIGHT else None,
                    note="zeros are clipped at 1e-15; what the thesis put in their place is not said"
                    if way == SOME else "")


def _bayesian(last: dict[str, Scores]) -> Iterator[Row]:
    """"Favors Bayesian type classifiers … a lot"."""
    for way, scores in last.items():
        order = sorted((name for name in scores.classifiers if name != PRIOR),
                       key=lambda name, scores=scores: -scores.means[name, "bir"])      # type: ignore[misc]
        yield claim(f"BIR favours naive Bayes, forest and tree ({way})", "a lot", " > ".join(order),
                    holds=set(order[:3]) == set(BAYESIAN),
                    note="smoothing hides the zeros of trees, which BIR punishes" if way == ALL else "")


def _vectors(last: dict[str, Scores]) -> Iterator[Row]:
    """"SVMs are not suitable for multi-class data sets"."""
    plain, scaled = (last[way].means["svm", "accuracy"] for way in (SOME, RIGHT))
    trained = sorted((last[RIGHT].means[name, "accuracy"] for name in last[RIGHT].classifiers if name != PRIOR),
                     reverse=True)
    place = 1 + sum(value > scaled for value in trained)
    yield claim("support vectors are unsuited to several classes", "not suitable",
                f"accuracy {plain:.3f} unscaled, {scaled:.3f} scaled, place {place} of {len(trained)}, "
                f"best of all {trained[0]:.3f}", holds=place > (len(trained) + 1) / 2, erratum=36,
                note="unsuited would be a place in the lower half, scaled")


def _copies(last: dict[str, Scores], copies: object) -> Iterator[Row]:
    """What the forest owes to copies of its training rows."""
    if copies is not None:
        apart, together = (last[way].means["forest", "accuracy"] for way in (SOME, RIGHT))
        yield told("forest, copies in training and test, then kept together",
                   f"accuracy {apart:.3f}, then {together:.3f}", str(copies).rstrip("."))


def _numbers(last: dict[str, Scores]) -> Iterator[Row]:
    """Every score at the largest size."""
    for way, scores in last.items():
        for name in scores.classifiers:
            yield told(f"{name}, {scores.size:,} rows ({way})", ", ".join(
                f"{m.name} {round(scores.means[name, m.name], 3) + 0.0:.3f}" for m in scores.metrics
                if (name, m.name) in scores.means))


def _lost(last: dict[str, Scores]) -> Iterator[Row]:
    """Classifiers that cannot be run so."""
    for way, scores in last.items():
        for name, why in scores.lost.items():
            yield told(f"{name} ({way})", "no fit succeeded", why.strip().splitlines()[0].rstrip("."))


def six_panels(scores: Sequence[Scores]) -> Figure:
    """Metrics by training size, losses upside down; bars as in the thesis, ten repeats taken for independent."""
    return multiples_figure([Panel(title=m.title, flipped=m.direction is Direction.MINIMISE, lines=tuple(
        _line(name, m.name, scores) for name in scores[0].classifiers)) for m in scores[0].metrics])


def _line(name: str, metric: str, scores: Sequence[Scores]) -> Line:
    kept = [one for one in scores if (name, metric) in one.means]
    bounds = [_interval(one.repeats[name, metric]) for one in kept]
    return Line(name=name, sizes=tuple(one.size for one in kept), values=tuple(one.means[name, metric] for one in kept),
                low=tuple(low for low, _ in bounds), high=tuple(high for _, high in bounds))


def _interval(values: tuple[float, ...]) -> tuple[float, float]:
    """Of the repeats that have a score; where all are alike, they."""
    kept = np.array(values)[~np.isnan(values)]
    if kept.size < 2 or np.ptp(kept) == 0:
        return float(kept.mean()), float(kept.mean())
    interval = t_over_replicates(kept).interval
    return interval.low, interval.high


FIGURES = {"covertype": "5.1", "abalone": "5.2", "letter": "5.3", "red": "5.4", "white": "5.5", "wines": "5.6"}
ITEMS = tuple(Item(
    name=f"figure-{number.replace('.', '-')}", title=f"Figure {number}: six metrics, six classifiers, {name}",
    data="red wine comes along" if name == "red" else "from --folder, as docs/metric-study.md names them",
    procedure="as printed (historic): features unscaled, one-hot prior from all rows, Laplace on probabilities, "
              "squared error of class codes, fresh samples for each classifier, copies apart, seed 1989; as it should "
              "be: scaled, class shares of the training part, shared samples, copies together",
    redo=partial(redo, name=name, number=number)) for name, number in FIGURES.items())
