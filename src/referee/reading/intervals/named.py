"""The intervals by name: what each answers, what it demands, and how the pipeline reads it from a table of scores.

`choose` takes the first of `PREFERENCE` that covers the plan, the metric and the cases; where none does, it gives the
sentence of the one that came nearest. Some intervals are for arrays, panoramas or other programs' numbers only: these
have no way of being read here, and are never chosen.
"""

from __future__ import annotations

import re
from typing import Any

from referee.designs.traits import Traits
from referee.estimates._base import Interval
from referee.kinds import Estimand
from referee.metrics import Metric
from referee.reading import demands
from referee.reading.intervals.halves import over_complementary_halves
from referee.reading.intervals.left_out import over_groups_left_out
from referee.reading.intervals.nested import over_halves, over_nested
from referee.reading.intervals.one_test_set import on_one_test_set
from referee.reading.intervals.over_splits import over_samples, over_splits
from referee.reading.intervals.over_times import over_a_panel, over_times
from referee.reading.intervals.pooled_rows import over_all_rows
from referee.reading.intervals.weighted_rows import on_weighted_rows
from referee.reading.method import INTERVALS, Cases, Method, OfMetric, any_metric

PREFERENCE = ("weighted_mean", "bca_bootstrap", "halves_jackknife", "nested_cv", "conservative_z",
              "percentiles_over_samples", "corrected_t", "left_out_mean", "cv_clt", "long_run_mean",
              "panel_mean")
NEAREST = "corrected_t"          # whose sentence is told where no plan of this kind is covered at all …
SERIES = "long_run_mean"         # … and where it is a series, which no other interval allows for


def choose(traits: Traits, metric: Metric, cases: Cases) -> tuple[Method | None, str]:
    """The interval for these facts; or none, and why."""
    reason = ""
    for name in PREFERENCE:
        method = INTERVALS[name]
        if method.plan_objection(traits):
            continue
        if (objection := method.metric_objection(metric, cases)) is None:
            return method, ""
        reason = reason or objection
    if traits.of_a_series:
        return None, reason or f"rows in order of time are a series, and {INTERVALS[SERIES].plan_objection(traits)}"
    nearest = INTERVALS[NEAREST].plan(traits) or f"no method is known for {traits}"
    return None, reason or nearest.format(method="an interval over test parts")


def made_by(interval: Interval | None) -> Method | None:
    """The method that made an interval, by what the interval says of it; None where it is none of these.

    >>> made_by(Interval(0.7, 0.8, method="DeLong, logit scale")).reference
    'DeLong et al. 1988'
    """
    said = re.sub(r" (?=on |\()", ", ", f" {'' if interval is None else interval.method},")
    known = [one for one in INTERVALS if one.shown and f" {one.shown}," in said]
    return max(known, key=lambda one: len(one.shown), default=None)


def _one_model(name: str, title: str, metric: OfMetric, **more: Any) -> Method:
    """A method for one fitted model and one test set."""
    return INTERVALS.add(Method(name=name, title=title, estimand=Estimand.MODEL, plan=demands.one_test_set,
                                metric=metric, read=on_one_test_set, **more))


_one_model("wilson", "Wilson's interval", demands.counts, reference="Wilson 1927",
           shown="Wilson", weakness="may cover 0.90 for proportions within 1/n of 0 or 1")
_one_model("clopper_pearson", "the Clopper-Pearson interval", demands.counts, reference="Clopper & Pearson 1934",
           shown="Clopper-Pearson", weakness="wider than needed")
_one_model("jeffreys", "Jeffreys's interval", demands.counts, reference="Brown, Cai & DasGupta 2001",
           shown="Jeffreys", weakness="dips to 0.88 at small n")
_one_model("agresti_coull", "the Agresti-Coull interval", demands.counts, reference="Agresti & Coull 1998",
           shown="Agresti-Coull", weakness="for 40 rows and more")
_one_model("wald", "the textbook interval p ± z√(p(1−p)/n)", demands.counts, reference="Mitchell 1997",
           shown="Wald", historic="it covers 0.89 on average and 0.26 at worst on 30 rows",
           weakness="covers 0.89 on average and 0.26 at worst on 30 rows")
_one_model("t_mean", "the t interval over rows", demands.value_a_row, reference="Student 1908",
           shown="t", weakness="covers too little on fewer than 100 rows of skewed values")
_one_model("clustered_mean", "the clustered t interval", demands.value_a_row,
           reference="Miller 2024; Bell & McCaffrey 2002", shown="clustered t",
           weakness="wide where a few clusters hold most of the rows")
_one_model("percentile_bootstrap", "the percentile bootstrap over test cases", any_metric, reference="Efron 1979",
           shown="percentile bootstrap", weakness="covers too little on small samples of skewed values")
_one_model("basic_bootstrap", "the basic bootstrap over test cases", any_metric, reference="Davison & Hinkley 1997",
           shown="basic bootstrap", weakness="may leave the metric's bounds and is then cut")
_one_model("bca_bootstrap", "the BCa bootstrap over test cases", any_metric, reference="Efron 1987",
           shown="BCa bootstrap", weakness="fails on fewer than 20 cases")
_one_model("studentised_bootstrap", "the studentised bootstrap over test cases", demands.value_a_row,
           reference="Efron & Tibshirani 1993", shown="studentised bootstrap",
           weakness="may leave the metric's bounds and is then cut")
_one_model("delong", "DeLong's interval", demands.area_of_two_classes, reference="DeLong et al. 1988",
           shown="DeLong", weakness="wide with fewer than 10 rows of a class")
_one_model("hanley_mcneil", "Hanley and McNeil's interval", demands.area_of_two_classes,
           reference="Hanley & McNeil 1982", shown="Hanley-McNeil",
           weakness="assumes a shape of the score distributions")

INTERVALS.add(Method(
    name="weighted_mean", title="the weighted t interval", shown="weighted t", estimand=Estimand.MODEL,
    plan=demands.one_test_set,
    metric=demands.weighted_rows, read=on_weighted_rows, reference="Särndal, Swensson & Wretman 1992",
    weakness="wide where few rows carry most of the weight"))
INTERVALS.add(Method(
    name="halves_jackknife", title="the halves jackknife interval", shown="halves jackknife",
    plan=demands.complementary_halves,
    read=over_complementary_halves, function="halves_variance", reference="Efron & Stein 1981; docs/halves.md",
    weakness="wide with few rows of a class"))
INTERVALS.add(Method(
    name="corrected_t", title="the corrected resampled t interval",
    shown="corrected resampled t", function="corrected_t_interval",
    plan=demands.random_splits, read=over_splits, reference="Nadeau & Bengio 2003",
    weakness="a heuristic: covers 0.90 to 0.96 at n = 100, less when few rows are trained on"))
INTERVALS.add(Method(
    name="left_out_mean", title="the t interval over groups left out", shown="t over groups left out",
    plan=demands.groups_left_out,
    read=over_groups_left_out, reference="Nadeau & Bengio 2003; Bell & McCaffrey 2002",
    weakness="wide where a few groups hold most of the rows"))
INTERVALS.add(Method(
    name="cv_clt", title="the cross-validation CLT interval", shown="cross-validation CLT",
    plan=demands.once_each, metric=demands.value_a_row,
    estimand=Estimand.FOLD_MODELS, read=over_all_rows, reference="Bayle et al. 2020",
    weakness="too narrow for the risk of the procedure: covers 0.84 to 0.92 at n = 100"))
INTERVALS.add(Method(
    name="long_run_mean", title="the long-run interval", shown="long-run t",
    plan=demands.successive_times, metric=demands.value_a_time,
    estimand=Estimand.FOLD_MODELS, read=over_times, reference="Lazarus, Lewis, Stock & Watson 2018; docs/time.md",
    weakness="covers 0.90 to 0.93 where squared errors remember strongly"))
INTERVALS.add(Method(
    name="panel_mean", title="the panel interval", shown="panel t", plan=demands.new_groups_later,
    metric=demands.value_a_time, read=over_a_panel, reference="Cameron, Gelbach & Miller 2011; docs/time.md",
    weakness="wide where groups or times are few"))
INTERVALS.add(Method(
    name="block_bootstrap_mean", title="the bootstrap of blocks of times", plan=demands.successive_times,
    metric=demands.value_a_time, estimand=Estimand.FOLD_MODELS,
    reference="Politis & Romano 1992; Politis & White 2004", weakness="too narrow where losses remember strongly"))
INTERVALS.add(Method(
    name="nested_cv", title="the nested cross-validation interval", shown="nested cross-validation",
    plan=demands.nested_folds,
    metric=demands.value_a_row_of_single_cases, read=over_nested, reference="Bates, Hastie & Tibshirani 2023",
    weakness="needs hundreds of fits"))
INTERVALS.add(Method(
    name="conservative_z", title="the conservative z interval", shown="conservative z",
    plan=demands.halves, read=over_halves,
    reference="Nadeau & Bengio 2003", weakness="wide: covers 0.98 to 1.00 at n = 100"))
INTERVALS.add(Method(
    name="percentiles_over_samples", title="the percentiles over bootstrap samples",
    shown="percentiles over bootstrap samples", plan=demands.bootstrap_samples,
    read=over_samples, reference="Efron 1979", function="percentile_interval",
    weakness="covers 0.90 to 1.00 with 100 samples at n = 100"))
INTERVALS.add(Method(
    name="leave_one_out_bootstrap", title="the leave-one-out bootstrap", shown="leave-one-out bootstrap",
    plan=demands.bootstrap_samples,
    metric=demands.value_a_row, reference="Efron & Tibshirani 1997",
    weakness="pessimistic, and wide with few resamples"))
INTERVALS.add(Method(
    name="bootstrap_632", title="the .632 bootstrap", shown=".632 bootstrap",
    plan=demands.bootstrap_samples, metric=demands.value_a_row,
    reference="Efron 1983", weakness="optimistic for learners with almost no training error: 0.32 on pure noise"))
INTERVALS.add(Method(
    name="bootstrap_632plus", title="the .632+ bootstrap", shown=".632+ bootstrap", plan=demands.bootstrap_samples,
    metric=demands.value_a_row, reference="Efron & Tibshirani 1997", weakness="wide with few resamples"))
INTERVALS.add(Method(
    name="t_over_replicates", title="the t interval over replicates", shown="t over replicates",
    plan=demands.random_splits,
    reference="Reich & Barai 1999, eq. 8", historic="it treats overlapping splits as independent",
    weakness="treats overlapping splits as independent: covers 0.15 to 0.80 where it claims 0.95"))
