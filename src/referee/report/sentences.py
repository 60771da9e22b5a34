"""An analysis in plain sentences: the verdict, how it was reached, the data, the design, and what went wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from referee.estimates._base import Estimate
from referee.kinds import Direction, Estimand
from referee.metrics import Metric
from referee.reading.differences.named import TESTS
from referee.reading.estimate import Missing
from referee.reading.family import Family
from referee.report.best_first import best_first
from referee.report.both_sizes import size_sentences
from referee.report.comparison_sentences import baseline_sentences, comparison_sentences
from referee.report.judged import judged_lines, judged_sentences
from referee.report.looks import fresh_sentences, looks_sentence, reopened_sentences
from referee.report.scored_how import parts_without, scored_how
from referee.report.tuning import best_of_sentences
from referee.report.wording import (
    CORRECTIONS,
    column_decimals,
    count,
    interval_text,
    joined,
    level_text,
    number,
    percent,
    short_reason,
    up_to,
)
from referee.study import Analysis

MEMORISES = 0.02             # training error as a share of the estimated one


def verdict_sentences(analysis: Analysis) -> list[str]:
    """The verdict; for predictions made elsewhere, also where models disagree and what that is about."""
    judged = judged_sentences(analysis) if analysis.study.declaration.judged else ()
    return [*_verdict(analysis), *judged]


def _verdict(analysis: Analysis) -> list[str]:
    """The field's verdict by the primary metric; for a single learner, its estimate and what that speaks of."""
    if analysis.family is not None and analysis.study.declaration.verb != "evaluate":
        return [*comparison_sentences(analysis), *size_sentences(analysis)]
    able = [name for name, card in analysis.learners.items() if not card.baseline] or list(analysis.learners)
    if analysis.best_of is not None:       # one sentence a configuration would be dozens of them; the tables have each
        baselines = [name for name in analysis.learners if name not in able]
        return [*best_of_sentences(analysis, analysis.best_of), *(_scale(analysis, name) for name in baselines)]
    sentences = [evaluation_sentence(analysis, name, analysis.primary, named=len(able) > 1) for name in able]
    sentences += [said for name in able if (said := fold_models_sentence(analysis, name, named=len(able) > 1))]
    sentences += [training_sentence(analysis, name, named=len(able) > 1) for name in able
                  if (name, analysis.primary.name) in analysis.training]
    if analysis.family is not None:
        return [*sentences, *baseline_sentences(best_first(analysis, analysis.primary))]
    return [*sentences, *(_scale(analysis, name) for name in analysis.learners if name not in able)]


def _scale(analysis: Analysis, baseline: str) -> str:
    """What the baseline reaches; nothing is said of the difference, because it was not tested."""
    said = evaluation_sentence(analysis, baseline, analysis.primary, named=False)
    return f"For scale, the baseline {baseline}: {said.partition(', for ')[0].rstrip('.')}."


def evaluation_sentence(analysis: Analysis, learner: str, metric: Metric, *, named: bool = True) -> str:
    """One learner's estimate: accuracy 0.947, 95% interval 0.899 to 0.978, for this procedure trained on 135 rows."""
    found = analysis.estimates[learner, metric.name]
    whose = f"{learner}: " if named else ""
    if isinstance(found, Missing):
        return f"{whose}there is no {metric.title}, because {found.reason.rstrip('.')}."
    places = column_decimals([found.interval], values=[found.value])
    if found.interval is None:
        spread = f"without an interval ({found.reason})" if found.reason else "without an interval"
    else:
        spread = f"{level_text(found.interval.level)} interval {interval_text(found.interval, places)}"
    half = "" if found.half is None else (f"; trained on half of the rows ({found.n_half:,}) it is "
                                          f"{number(found.half, places)}")
    return f"{whose}{metric.title} {number(found.value, places)}, {spread}, {estimand_words(found)}{half}."


def fold_models_sentence(analysis: Analysis, learner: str, *, named: bool = True) -> str:
    """The central limit interval of one cross-validation, labelled for what it is; nothing where it is not defined."""
    made = analysis.fold_models.get((learner, analysis.primary.name))
    if made is None or made.interval is None:
        return ""
    places = column_decimals([made.interval], values=[made.value])
    return (f"{f'{learner}, for' if named else 'For'} the k-fold test error only, not for new models ({made.method}, "
            f"central limit): {number(made.value, places)}, {interval_text(made.interval, places)}.")


def training_sentence(analysis: Analysis, learner: str, *, named: bool = True) -> str:
    """What the model scores on the rows it was trained on, and what to think of that."""
    found, metric = analysis.estimates[learner, analysis.primary.name], analysis.primary
    trained = analysis.training[learner, metric.name]
    best = metric.bounds[1 if metric.direction is Direction.MAXIMISE else 0]
    whose = f"{learner}'s" if named else "The model's"
    if isinstance(found, Missing):
        return f"{whose} own training {metric.title} is {number(trained, 3)}, which says nothing about new rows."
    places = column_decimals([found.interval], values=[found.value])
    said = f"{whose} own training {metric.title} is {number(trained, places)}"
    if math.isfinite(best) and abs(trained - best) <= MEMORISES * abs(found.value - best) and found.value != best:
        return f"{said}: it memorises. Don't quote that."
    return f"{said}; that says nothing about new rows."


def estimand_words(found: Estimate) -> str:
    """Which question a number answers, in words that follow a comma."""
    rows = f"{found.n_train:,} rows"
    return {
        Estimand.MODEL: "for this fitted model",
        Estimand.PROCEDURE: f"for this procedure trained on about {rows}",
        Estimand.FOLD_MODELS: f"for the models of these folds, each trained on about {rows}",
        Estimand.DATA_SETS: "for a population of data sets like these",
        Estimand.TRAINING: "for the very rows it was trained on, which says nothing about new rows",
    }[found.estimand]


def method_sentence(analysis: Analysis) -> str:
    """How the verdict was reached, and how many configurations have been scored on these rows."""
    protocol = [analysis.study.declaration.protocol] if analysis.study.declaration.protocol else []
    said = [*_method(analysis), *scored_how(analysis), *fresh_sentences(analysis), looks_sentence(analysis)]
    return f"How: {' '.join([*protocol, *said])}"



def _method(analysis: Analysis) -> Iterator[str]:
    family = analysis.family
    if family is None or analysis.study.declaration.verb == "evaluate":
        yield from _interval_method(analysis)
    if family is None:
        return
    n = (len(family.verdicts) + family.beside) * family.data_sets
    first = family.verdicts[0].comparison if family.verdicts else None
    test = (first.method if first else TESTS[family.test].label) + TESTS[family.test].by
    named = CORRECTIONS.get(family.ask.adjust, family.ask.adjust)
    many = f"{named} over {family.size} comparisons" + " of all targets" * bool(family.beside)
    many += f" on {family.data_sets} data sets" if family.data_sets > 1 else ""
    family_size = many if family.size > 1 else "one comparison (nothing to correct)"
    if family.others:
        family_size += f" ({n} of this study, {family.others} with others tried on these rows)"
    side = f"one-sided (declared: {family.ask.side} is better)" if family.ask.side else "two-sided"
    yield f"{test}, {family_size}, {side}, {level_text(family.ask.level)}."
    if family.share < 1:
        yield (f"This is study {round((math.sqrt(1 + 4 / family.share) - 1) / 2)} on these rows, which may spend "
               f"{percent(family.share)} of the error rate, so that one may stop at any of them.")
    if family.size > 1:
        risk = up_to(family.risk_uncorrected, family.size, family.ask.level)
        yield f"Without correction the chance of a false alarm would have been {risk}."
    if family.against_baseline is not None:
        yield from _apart(family.against_baseline)


def _apart(family: Family) -> Iterator[str]:
    """How the comparisons with the baseline were corrected."""
    if family.size > 1:
        named = CORRECTIONS.get(family.ask.adjust, family.ask.adjust)
        yield (f"Whether each beats the baseline is a question of its own, by the same test, {named} over those "
               f"{family.size} comparisons.")


def _interval_method(analysis: Analysis) -> Iterator[str]:
    for name in analysis.learners:
        found = analysis.estimates[name, analysis.primary.name]
        if isinstance(found, Estimate) and not analysis.learners[name].baseline:
            yield f"{found.method}" + (f", {found.interval.method} interval." if found.interval else ".")
            return


def data_sentences(analysis: Analysis) -> list[str]:
    """The data in one line, and what was noticed in them."""
    problem = analysis.problem
    if analysis.study.declaration.judged:
        return list(judged_lines(analysis))
    describe = getattr(problem, "describe", None)
    line = (describe() if describe else
            f"{problem.name}: {count(problem.n_rows, 'row')}, target {joined(list(problem.targets))}")
    return [line, *(f"! {notice}" for notice in problem.notices)]


def design_sentence(analysis: Analysis) -> str:
    """The design, and why this one."""
    why = analysis.study.declaration.why
    return f"Design: {analysis.plan.description}" + (f", because {str(why).rstrip('.')}." if why else ".")


def failure_sentences(analysis: Analysis) -> list[str]:
    """Fits that failed or are missing, scores and intervals that do not exist, and what learners warned of."""
    return [*_unfinished(analysis), *_failed(analysis), *_lacking(analysis), *parts_without(analysis),
            *_without_interval(analysis), *_doubts(analysis), *_warned(analysis), *reopened_sentences(analysis),
            *_noted(analysis)]


def _noted(analysis: Analysis) -> Iterator[str]:
    """What is to be known of a metric of the user's own."""
    return (f"{metric.title}: {metric.note}." for metric in analysis.metrics if metric.note)


def _unfinished(analysis: Analysis) -> Iterator[str]:
    if analysis.missing:
        whole = len(analysis.plan.entries) * len({card.fingerprint for card in analysis.learners.values()})
        yield f"{analysis.missing:,} of {count(whole, 'fit')} are still missing; these numbers are provisional."


def _failed(analysis: Analysis) -> Iterator[str]:
    whole = len(analysis.plan.entries)
    for learner in analysis.learners:
        reasons = Counter(error for name, _, error in analysis.table.failures if name == learner)
        if reasons:
            n, (commonest, _) = sum(reasons.values()), reasons.most_common(1)[0]
            most = "mostly: " if len(reasons) > 1 else ""
            left_out = "nothing is left of it" if n == whole else "they are left out of its scores"
            yield f"{n:,} of {count(whole, 'fit')} of {learner} failed ({most}{short_reason(commonest)}); {left_out}."


def _lacking(analysis: Analysis) -> Iterator[str]:
    if analysis.table.lacking:
        yield (f"{analysis.table.lacking:,} of {count(len(analysis.plan.entries), 'training part')} lack a class "
               f"altogether, which their models cannot predict.")


def _without_interval(analysis: Analysis) -> Iterator[str]:
    """Said once for all metrics that share learners and reason: a plan without intervals has none by any metric."""
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for metric in analysis.metrics:
        for reason, names in _reasons(analysis, metric.name).items():
            alike.setdefault((reason, tuple(names)), []).append(metric.title)
    for (reason, learners), titles in alike.items():
        verb = "has" if len(titles) == 1 else "have"
        yield f"{joined(titles)} of {joined(learners)} {verb} no interval: {short_reason(reason)}."


def _reasons(analysis: Analysis, metric: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, card in analysis.learners.items():
        made = analysis.estimates[name, metric]
        if isinstance(made, Estimate) and made.interval is None and made.reason and not card.baseline:
            found.setdefault(made.reason, []).append(name)
    return found


def _doubts(analysis: Analysis) -> Iterator[str]:
    """Why the tests of the declared question may alarm more often than they say."""
    verdicts = analysis.family.verdicts if analysis.family else ()
    return (f"{said[0].upper()}{said[1:]}." for said in
            dict.fromkeys(said for verdict in verdicts for said in verdict.comparison.doubts))


def _warned(analysis: Analysis) -> Iterator[str]:
    for learner, said in analysis.table.warnings.items():
        for warning in said:
            yield f"{learner} warned: {short_reason(warning)}."
