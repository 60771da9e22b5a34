"""Lines of runs and trials: the tests they get, as one family; every test itself has a file of its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons import (
    Summary,
    pooled_t,
    pooled_t_from_summary,
    reich_barai,
    welch_t,
    welch_t_from_summary,
)
from referee.comparisons.trials.judged import TrialsAsk, judge_lines
from referee.comparisons.trials.line import Line, summary_of
from referee.comparisons.trials.together import together
from referee.comparisons.trials.ways import CORRECTED_T, PAIRED_T, SIGNFLIP, WELCH_T, default_way
from referee.comparisons.verdict import Outcome
from referee.errors import BadInput, NotJustified, Undefined
from referee.kinds import Direction

RUNS = st.lists(st.integers(-200, 200).map(lambda i: i / 8), min_size=2, max_size=12)


def line(one, other, **how):
    values = np.asarray(one, float), np.asarray(other, float)
    return Line(values=values, summaries=tuple(map(summary_of, values)), **{"a": "A", "b": "B", "measure": ""} | how)


@given(RUNS, RUNS)
def test_what_a_paper_prints_is_enough_for_both_unpaired_tests(a, b):
    for of_runs, of_print in ((pooled_t, pooled_t_from_summary), (welch_t, welch_t_from_summary)):
        runs, printed = of_runs(a, b), of_print(summary_of(np.array(a)), summary_of(np.array(b)))
        assert printed.difference == pytest.approx(runs.difference, abs=1e-9)
        if runs.standard_error:
            assert printed.p == pytest.approx(runs.p, rel=1e-6, abs=1e-12)
            assert printed.df == pytest.approx(runs.df, rel=1e-6)


def test_equal_numbers_make_rule_4_the_pooled_t_and_rule_5_welchs():
    a, b = Summary(9.79, 1.46, 10), Summary(7.91, 0.36, 10)
    assert pooled_t_from_summary(a, b).p == pytest.approx(reich_barai(a, b, rule=4).p)
    assert welch_t_from_summary(a, b).p == pytest.approx(reich_barai(a, b, rule=5).p)
    assert "historic" not in welch_t_from_summary(a, b).flags


@pytest.mark.parametrize(("mean", "sd", "n"), [(1.0, -0.1, 5), (1.0, 0.1, 1), (float("nan"), 0.1, 5),
                                               (1.0, float("inf"), 5)])
def test_a_summary_that_cannot_be_is_refused(mean, sd, n):
    with pytest.raises(BadInput, match="cannot be used"):
        Summary(mean, sd, n)


def test_numbers_too_large_to_square_are_refused_in_a_sentence():
    with pytest.raises(Undefined, match="too large"):
        summary_of(np.array([1e308, -1e308]))


def test_the_test_follows_from_what_the_trials_are():
    pairs = line([1, 2, 3.5], [0, 2, 1], paired=True)
    assert default_way(pairs) is PAIRED_T
    assert default_way(line([1, 2, 3.5], [0, 2, 1])) is WELCH_T
    assert default_way(line([1, 2, 3.5], [0, 2, 1], paired=True, unit="split", sizes=(90, 10))) is CORRECTED_T
    for unit in ("fold", "split", "repeat"):
        with pytest.raises(NotJustified, match="share training rows"):
            default_way(line([1, 2, 3.5], [0, 2, 1], paired=True, unit=unit))


def test_folds_by_the_named_historic_test_carry_the_mark():
    said, = judge_lines([line([1, 2, 3.5], [0, 2, 1], paired=True, unit="fold")], TrialsAsk(test="paired-t"))
    assert "dependence_ignored" in said.comparison.flags
    assert next(one.refused for one in said.others if one.way is SIGNFLIP).startswith("signflip takes folds for")


def test_the_family_is_all_lines_and_a_line_alone_is_not_corrected():
    rng = np.random.default_rng(3)
    lines = [line(rng.normal(1, 1, 8), rng.normal(0, 1, 8)) for _ in range(4)]
    family = judge_lines(lines, TrialsAsk(adjust="bonferroni"))
    assert [one.p_adjusted for one in family] == pytest.approx([min(1, 4 * one.p) for one in family])
    alone, = judge_lines(lines[:1], TrialsAsk())
    assert alone.p_adjusted == alone.p
    assert alone.detectable < family[0].detectable


def test_lower_is_better_turns_the_verdict_and_not_the_numbers():
    a, b = [9.1, 9.4, 9.2, 9.3], [7.0, 7.3, 7.1, 7.2]
    up, = judge_lines([line(a, b)], TrialsAsk())
    down, = judge_lines([line(a, b, direction=Direction.MINIMISE)], TrialsAsk())
    assert (up.outcome, down.outcome) == (Outcome.BETTER, Outcome.WORSE)
    assert up.p == down.p
    assert down.swapped().outcome is Outcome.BETTER
    assert down.swapped().difference == -down.difference


def test_no_spread_takes_sign_flips_and_never_decides_by_an_infinite_t():
    said, = judge_lines([line([5, 5, 5], [4, 4, 4], paired=True)], TrialsAsk())
    assert said.way is SIGNFLIP
    assert said.p == 0.25
    named, = judge_lines([line([5, 5, 5], [4, 4, 4], paired=True)], TrialsAsk(test="paired-t"))
    assert named.outcome is Outcome.UNDECIDED
    samples, = judge_lines([line([5, 5, 5], [4, 4, 4])], TrialsAsk())
    assert samples.outcome is Outcome.UNDECIDED


def test_the_same_numbers_are_identical():
    said, = judge_lines([line([5, 6, 7], [5, 6, 7], paired=True)], TrialsAsk())
    assert said.outcome is Outcome.IDENTICAL


def test_several_measures_together_need_independent_trials_and_more_of_them_than_measures():
    def measures(**how):
        rng = np.random.default_rng(0)
        return [line(rng.normal(size=6), rng.normal(size=6), paired=True, measure=name, **how) for name in "xy"]

    assert together(measures())[0].said is not None
    assert "are not" in together(measures(unit="fold"))[0].refused
    few = [line([1, 2.0], [2, 1.5], paired=True, measure="x"), line([1, 2.5], [2, 1.1], paired=True, measure="y")]
    assert "need more than 2 units" in together(few)[0].refused
    assert together(measures()[:1]) == ()
    uneven = [line([1, 2, 3.0], [2, 1, 4.0], measure="x"), line([1, 2.0], [2, 1.5], measure="y")]
    assert "more trials by one measure" in together(uneven)[0].refused


def of_three(*, paired, shift=0.0):
    """Three models, two measures, ten trials, every pair by every measure."""
    draw = np.random.default_rng(2)
    values = {(model, measure): draw.normal(size=10) + (shift if model == "C" else 0) for model in "ABC"
              for measure in "xy"}
    return [line(values[a, m], values[b, m], a=a, b=b, measure=m, paired=paired)
            for a, b in ("AB", "AC", "BC") for m in "xy"]


def test_three_models_by_two_measures_are_one_way_manova_where_trials_are_no_pairs():
    """statsmodels 0.15, MANOVA x + y ~ model: Wilks' lambda 0.936065, F 0.436627, p 0.781534."""
    found = together(of_three(paired=False))
    assert [one.models for one in found] == [("A", "B", "C"), ("A", "B"), ("A", "C"), ("B", "C")]
    said = found[0].said
    assert (said.method, said.statistic, said.detail("F"), said.p) == (
        "MANOVA, wilks", pytest.approx(0.936065, abs=1e-6), pytest.approx(0.436627, abs=1e-6),
        pytest.approx(0.781534, abs=1e-6))
    assert found[0].to_dict()["models"] == ["A", "B", "C"]
    assert together(of_three(paired=False, shift=3.0))[0].said.p < 0.001


def test_three_models_on_the_same_trials_are_repeated_measures_whichever_is_first():
    """statsmodels 0.15, MANOVA of the four differences from A ~ 1: F(4, 6) 0.688503, p 0.62587."""
    lines = of_three(paired=True)
    said = together(lines)[0].said
    assert (said.df, said.p) == ((4, 6), pytest.approx(0.62587, abs=1e-5))
    assert together(lines[4:] + lines[:4])[0].said.p == pytest.approx(said.p)         # from B
    assert together(of_three(paired=True, shift=3.0))[0].said.p < 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("how", "spread"), [({"paired": True}, 1.0), ({}, 4.0)])
def test_the_level_of_the_default_of_independent_trials(how, spread):
    """10 normal trials; Welch's with one spread four times the other: 4,000 studies, four standard errors."""
    rng = np.random.default_rng(5)
    seen = sum(judge_lines([line(rng.normal(0, 1, 10), rng.normal(0, spread, 10), **how)], TrialsAsk())[0].p <= 0.05
               for _ in range(4000)) / 4000
    assert seen == pytest.approx(0.05, abs=4 * (0.05 * 0.95 / 4000) ** 0.5)
