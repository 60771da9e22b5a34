"""E-28 to E-31: several data sets, and one new method against those that exist."""

from __future__ import annotations

from dataclasses import replace

from referee.advice.recipe import Recipe
from referee.advice.rule import Rule
from referee.advice.situation import COMPARING, Situation

FEW_SETS, SETS_FOR_RANKS = 6, 10


def _sets(s: Situation) -> int:
    """How many data sets models are compared on; 0 where they are not compared."""
    return s.n_data_sets if s.goal in COMPARING else 0


def _on_all(s: Situation, recipe: Recipe) -> Recipe:
    return replace(recipe, data_sets=s.n_data_sets)


DATA_SETS = (
    Rule(
        code="E-28",
        when="two learners on six data sets or more",
        condition=lambda s: _sets(s) >= FEW_SETS and s.n_models == 2,
        advice="use Wilcoxon's exact signed-rank test over the data sets, and give the median difference; with a "
               "smallest relevant difference also the Bayesian signed-rank test",
        warning="a t test over fewer than 30 data sets, nor a count of significant wins",
        reason="scores on different data sets are not on one scale, and their differences are not normal",
        source="Demšar 2006; Benavoli et al. 2017",
        shape=_on_all,
    ),
    Rule(
        code="E-29",
        when="two to five data sets",
        condition=lambda s: 2 <= _sets(s) < FEW_SETS,
        advice="give the result on each data set, corrected by Holm, and claim nothing about other data sets",
        warning="a sign or Wilcoxon test over the data sets (a printed table for 5 of them is wrong)",
        reason="over five data sets the smallest two-sided p-value there is is 0.0625",
        source="exact enumeration; Demšar 2006",
        shape=_on_all,
    ),
    Rule(
        code="E-30",
        when="more than two learners on ten data sets or more",
        condition=lambda s: _sets(s) >= SETS_FOR_RANKS and s.n_models > 2,
        advice="use Friedman's test (Iman and Davenport's form, corrected for ties), then Wilcoxon's for each pair by "
               "Holm or Shaffer, with the diagram of critical differences as a picture",
        warning="Nemenyi's test alone",
        reason="whether two models differ by their mean ranks depends on which others are in the pool",
        source="Demšar 2006; García & Herrera 2008; Benavoli, Corani & Mangili 2016",
        shape=_on_all,
    ),
    Rule(
        code="E-31",
        when="one new method against several that exist",
        condition=lambda s: s.against and s.n_models > 2,
        advice="compare each with the new method only, by Holm",
        warning="all pairs, which pay for comparisons nobody asked for",
        reason="k − 1 comparisons need less correction than k(k − 1)/2",
        source="Demšar 2006",
    ),
)
