"""The test over complementary halves: the jackknife over rows, blocks or groups."""

from __future__ import annotations

from dataclasses import replace

from referee.comparisons._base import Comparison
from referee.comparisons.bayes.posterior import Posterior
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.halves.rules import df_for, few_cases, weight_for
from referee.reading.halves.variances import kept_halves, of_halves
from referee.reading.method import TESTS, Method
from referee.reading.scores import ScoreTable


def _jackknife(table: ScoreTable, a: str, b: str, metric: Metric, level: float) -> Comparison:
    from referee.comparisons.two_models.halves_jackknife import halves_jackknife

    variance, halving = of_halves(table, metric, a, b), kept_halves(table, a).halving
    found = halves_jackknife(variance, df=df_for(metric, halving), weight=weight_for(metric, halving, single=False),
                             level=level, unit=halving.unit.value)
    few = few_cases(metric, halving)
    return replace(found, assumptions=(*found.assumptions, f"{few}.")) if few else found


def _posterior(_table: ScoreTable, c: Comparison, _metric: Metric, rope: float) -> Posterior:
    from referee.comparisons.bayes.student_posterior import student_posterior

    return student_posterior(c, rope=rope, method="Bayesian halves jackknife")


TESTS.add(Method(
    name="halves-jackknife", title="the halves jackknife", shown="halves jackknife t", test=_jackknife,
    posterior=_posterior, plan=demands.complementary_halves,
    reference="Efron & Stein 1981; docs/halves.md",
    summary="repeats of complementary halves; the variance is that of rows as test and as training cases (the default)",
    weakness="speaks of models trained on half of the rows",
))
