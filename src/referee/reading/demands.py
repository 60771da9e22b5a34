"""What methods demand of a plan and of a metric; each demand is a fact, and a clause for where it is missing.

A clause is a sentence without its full stop, with `{method}` for the method's title. `both` puts demands of the plan
together; the first that is not met speaks.
"""

from __future__ import annotations

from referee.designs.traits import Seen, Training, Traits
from referee.metrics import Metric
from referee.reading.method import Cases, OfPlan

A_SERIES = ("{method} takes cases for independent, and here successive times are tested, each of which tells of the "
            "next: rows in order of time are a series. Use long-run-t, which allows for that")


def both(*demands: OfPlan) -> OfPlan:
    """All of these, in this order."""

    def first_missing(traits: Traits) -> str | None:
        return next((clause for demand in demands if (clause := demand(traits)) is not None), None)

    return first_missing


def new_rows(traits: Traits) -> str | None:
    """Tested on rows that were not trained on."""
    if traits.seen is Seen.ALL:
        return "{method} on the rows that were trained on speaks of memories, not of new rows; test on others"
    return None


def one_test_set(traits: Traits) -> str | None:
    """One model, one test set, no series."""
    if clause := new_rows(traits):
        return clause
    if traits.alone:
        return A_SERIES if traits.of_a_series else None
    return f"{{method}} is for one test set; here are {traits.splits} parts, each predicted by a model of its own"


def many_tested(traits: Traits) -> str | None:
    """One test set of so many cases that resamples of them are a guide."""
    from referee.comparisons.two_models.paired_bootstrap import FEWEST

    if clause := one_test_set(traits):
        return clause
    if traits.test_sizes[0] >= FEWEST:
        return None
    return (f"{{method}} is too sure of {traits.test_sizes[0]} test cases: below {FEWEST} it raises more false alarms "
            f"than it says. Use swap, which holds for any number")


def many_groups(_metric: Metric, cases: Cases) -> str | None:
    """No groups, or so many that resamples of them are a guide."""
    from referee.comparisons.two_models.paired_bootstrap import FEWEST

    if cases.n_groups is None or cases.n_groups >= FEWEST:
        return None
    return (f"{{method}} is too sure of {cases.n_groups} groups: below {FEWEST} it raises more false alarms than it "
            f"says. Use swap, which exchanges whole groups and holds for any number")


def cases_once(traits: Traits) -> str | None:
    """No case is predicted twice, and cases are no series."""
    if clause := new_rows(traits) or predicted_once(traits):
        return clause
    if traits.training is Training.DRAWN and not traits.alone:
        return f"{{method}} is for rows trained on once each, not for {traits}"
    if traits.of_a_series:
        return A_SERIES
    return None


def predicted_once(traits: Traits) -> str | None:
    """No case is predicted twice."""
    if traits.tests_each_case_once:
        return new_rows(traits)
    return (f"{{method}} needs each case to be predicted once; here cases were predicted up to {traits.tested[1]} "
            f"times. Use the corrected t (the default), or one pass over the rows: design kfold:folds=10")


def successive_times(traits: Traits) -> str | None:
    """Enough times that follow each other, each told once."""
    from referee.estimates.means.long_run import FEWEST

    if not traits.of_a_series:
        return f"{{method}} is for times that follow each other (designs rolling, blocked and purged), not for {traits}"
    if traits.of_a_panel:
        return "{method} takes the groups for given, and here each was told by models of others; use panel-t"
    if not traits.tests_each_case_once:
        return (f"{{method}} needs each time to be told once, and here some were told up to {traits.tested[1]} times; "
                f"let the step be the horizon (design rolling:step=…)")
    if (tested := traits.rows - traits.never_tested) < FEWEST:
        return few_times(tested)
    return new_rows(traits)


def new_groups_later(traits: Traits) -> str | None:
    """Later times of groups that were not trained on, each row told once."""
    if not traits.of_a_panel:
        return f"{{method}} is for new groups at later times (design rolling:new_groups=…), not for {traits}"
    return new_rows(traits)


def few_times(tested: int) -> str:
    """The clause for a series that is too short."""
    from referee.estimates.means.long_run import FEWEST

    return (f"{{method}} needs {FEWEST} tested times at least, and there are {tested}: with fewer it raises more false "
            f"alarms than it says where losses remember")


def told_from_the_past(traits: Traits) -> str | None:
    """No case is predicted twice; where rows are a series, by models of what came before."""
    if traits.of_a_series and not traits.in_order and traits.training is not Training.UNKNOWN:
        return f"{{method}} is for forecasts by models of the past, not for {traits}; use long-run-t"
    return predicted_once(traits)


def sliding_window(traits: Traits) -> str | None:
    """Forecasts of successive times by models of windows of one length."""
    if not traits.in_order or traits.train_sizes[0] != traits.train_sizes[1] or traits.alone:
        return (f"{{method}} is for forecasts by models of windows of one length (design rolling:window=…), not for "
                f"{traits}")
    return successive_times(traits)


def one_pass(traits: Traits) -> str | None:
    """Every row is tested once, in parts of several rows."""
    if traits.in_passes and traits.passes == 1 and not traits.single_units:
        return A_SERIES if traits.of_a_series else groups_kept(traits)
    return f"{{method}} is for one pass of k-fold cross-validation, not for {traits}"


def rows_one_by_one(traits: Traits) -> str | None:
    """One pass in which every row, or every group, is left out by itself."""
    if traits.single_units and traits.passes == 1:
        return A_SERIES if traits.of_a_series else None
    return f"{{method}} is for one pass over single rows or single groups, not for {traits}"


def groups_left_out(traits: Traits) -> str | None:
    """One pass in which every group is tested by a model of all the others."""
    if traits.leaves_groups_out:
        return A_SERIES if traits.of_a_series else None
    return f"{{method}} is for groups left out one at a time (design loo, with groups), not for {traits}"


def once_each(traits: Traits) -> str | None:
    """Every row is tested once, in parts of any size."""
    if traits.passes == 1 and traits.parts > 1:
        return A_SERIES if traits.of_a_series else groups_kept(traits)
    if traits.passes > 1:
        return (f"{{method}} needs one pass in which each row is tested once, not {traits.passes}: the same rows "
                f"tested again are not more rows")
    return f"{{method}} needs one pass in which each row is tested once, not {traits}"


def groups_kept(traits: Traits) -> str | None:
    """No group stands on both sides of a split."""
    if traits.whole_groups is False:
        return ("{method} takes test parts for new cases, and here rows of one group stand on both sides of a split; "
                "keep groups together (design kfold does), or leave the groups away if rows are independent")
    return None


def random_splits(traits: Traits) -> str | None:
    """Test parts drawn at random, or dealt in passes; models trained on rows beside them."""
    for missing, clause in (
        (traits.seen is Seen.ALL, "an error on training rows says nothing about new rows"),
        (traits.alone, "{method} needs at least two splits, and there is one"),
        (traits.every_set, "the test sets overlap, and no interval or test is justified for that; use kfold or nested"),
        (traits.in_order or traits.successive,
         f"{{method}} is for splits at random, not for {traits}: rows in order of time are a series"),
        (traits.one_test_set, f"{{method}} is for splits that test different rows, not for {traits}"),
        (traits.training is Training.UNKNOWN, "{method} has to know which rows were trained on, and that is not known"),
        (traits.training is Training.DRAWN, f"{{method}} is for rows trained on once each, not for {traits}"),
        (traits.leaves_groups_out, f"{{method}} takes parts of about one size, not {traits}; use left-out-t"),
        (traits.single_units, f"{{method}} needs parts of several rows, not {traits}"),
        (bool(traits.halvings), f"{{method}} is for splits of all rows, not for {traits}"),
        (traits.repeated,
         f"{{method}} takes every split for a new one, and here are {traits}"),
        (not traits.in_passes and not traits.by_chance and not traits.nested_folds,
         f"{{method}} is for random splits and k-fold cross-validation, not for {traits}"),
    ):
        if missing:
            return clause
    return groups_kept(traits)


def no_pairs_of_folds(traits: Traits) -> str | None:
    """Not the pairs of folds of nested cross-validation."""
    if not traits.nested_folds:
        return None
    return f"{{method}} is for random splits and k-fold cross-validation, not for {traits}"


def nested_folds(traits: Traits) -> str | None:
    """Passes, each followed by all pairs of its folds."""
    return None if traits.nested_folds else f"{{method}} is for nested cross-validation, not for {traits}"


def halves(traits: Traits) -> str | None:
    """Splits of all rows, and of complementary halves."""
    return None if traits.halvings else f"{{method}} is for splits of all rows and of halves of them, not for {traits}"


ROWS_A_HALF = 9           # units for each half: with more, what one row does drowns in the luck of the halves
FEWEST_HALVINGS = 12


def complementary_halves(traits: Traits) -> str | None:
    """Repeats of complementary halves, enough of them, of units that they can tell apart."""
    times = traits.complementary_halves
    if traits.successive:
        return f"{{method}} is for halves drawn at random, not for {traits}: rows in order of time are a series"
    if not times or traits.training is not Training.REST:
        return f"{{method}} is for repeats of complementary halves (design halves), not for {traits}"
    if (different := min(times, traits.different)) < FEWEST_HALVINGS:
        return f"{{method}} needs {FEWEST_HALVINGS} different halvings at least, and there are {different}"
    units = traits.kept_together or traits.rows
    if traits.whole_groups is None and units > ROWS_A_HALF * 2 * times:
        return (f"{{method}} cannot tell {units} rows apart by {2 * times} halves; use design halves, which keeps "
                f"blocks of rows together, or more repeats")
    return groups_kept(traits)


def bootstrap_samples(traits: Traits) -> str | None:
    """Training rows drawn with replacement, tested on those not drawn."""
    if traits.training is Training.DRAWN and traits.splits > 1 and traits.seen is not Seen.ALL:
        return None
    return f"{{method}} is for bootstrap samples, not for {traits}"


def repeated_runs(traits: Traits) -> str | None:
    """Whole runs that can be taken for replicates, as the older papers did."""
    repeated_folds = traits.in_passes and traits.passes > 1 and not traits.single_units
    if repeated_folds or (traits.by_chance and not traits.in_order):
        return None
    return f"this historic t is over repeated runs (design kfold:folds=10,repeats=10), not {traits}"


def five_by_two(traits: Traits) -> str | None:
    """Five passes of two halves."""
    if traits.passes == 5 and traits.parts == 2:
        return None
    return f"{{method}} needs five repeats of two folds, not {traits}; say design kfold:folds=2,repeats=5"


def right_or_wrong(metric: Metric, _cases: Cases) -> str | None:
    """Each case is right or wrong."""
    if metric.proportion:
        return None
    return f"{{method}} counts right and wrong answers; for {metric.title} use the default test"


def counts(metric: Metric, _cases: Cases) -> str | None:
    """Each case is right or wrong."""
    if metric.proportion:
        return None
    return f"{{method}} needs right or wrong for each row, which {metric.title} does not have"


def value_a_row(metric: Metric, _cases: Cases) -> str | None:
    """One value a row, of which the score is the mean or a function of it."""
    if metric.per_row is not None:
        return None
    return f"{{method}} needs one value a row, which {metric.title} does not have"


def weighted_rows(metric: Metric, _cases: Cases) -> str | None:
    """One value a row, of which the score is the weighted mean."""
    if metric.weighted_rows is not None:
        return None
    return f"{{method}} is for means over rows with sampling weights, not for {metric.title}"


def value_a_time(metric: Metric, cases: Cases) -> str | None:
    """One value a row, measured at times enough."""
    from referee.estimates.means.long_run import FEWEST

    if cases.n_times is not None and cases.n_times < FEWEST:
        return few_times(cases.n_times)
    return value_a_row(metric, cases)


def area_of_two_classes(metric: Metric, cases: Cases) -> str | None:
    """The area under the ROC curve of two classes."""
    if not metric.area:
        return f"{{method}} is for the area under the ROC curve of two classes, not for {metric.title}"
    if cases.n_classes is not None and cases.n_classes != 2:
        return f"{{method}} is for the area under the ROC curve of two classes, not of {cases.n_classes}"
    return None


def has_influence(metric: Metric, _cases: Cases) -> str | None:
    """What each row adds to the score is known to first order."""
    from referee.estimates.resampling.linearised import can_be_linearised

    if can_be_linearised(metric):
        return None
    return f"{{method}} is for ROC AUC, R² and metrics of labels that are no mean, not for {metric.title}"


def value_a_row_in_groups(metric: Metric, cases: Cases) -> str | None:
    """One value a row, and rows that come in groups."""
    if cases.grouped:
        return value_a_row(metric, cases)
    return ("{method} needs groups, and these cases have none; name the column that groups them, or use the default "
            "test")


def value_a_row_of_single_cases(metric: Metric, cases: Cases) -> str | None:
    """One value a row, and rows that do not come in groups."""
    if cases.grouped:
        return "{method} is for single cases, and these come in groups"
    return value_a_row(metric, cases)
