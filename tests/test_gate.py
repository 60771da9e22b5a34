"""A gate: what passes, what does not, and what could not be judged."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

import referee
from referee.errors import BadInput
from referee.reading.gate import FailIf, Passage, hold
from referee.report.gate import gate_junit, held_sentence


def said(n=400, *, old=0.80, new=0.80, seed=0, name="new"):
    """Answers of two models that are right so often, case by case, independently."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return pd.DataFrame({"truth": truth} | {
        who: np.where(rng.random(n) < share, truth, 1 - truth) for who, share in (("old", old), (name, new))})


def errors(n=80, *, old=1.0, new=1.0, seed=1):
    """Forecasts of two models with so large an error."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=n)
    return pd.DataFrame({"truth": truth, "old": truth + old * rng.normal(size=n),
                         "new": truth + new * rng.normal(size=n)})


def passage(table, fail_if, *, metrics="accuracy", **more):
    found = referee.gate(referee.judge(table, metrics=metrics, against="old", **more), fail_if)
    (_, (held,)), = found.held.values()
    assert found.passed == (held.passage is Passage.PASSED)
    return held.passage


@pytest.mark.parametrize(("new", "relevant", "wanted"), [
    (0.60, 0.05, {"worse": "failed", "maybe-worse": "failed", "not-better": "failed", "not-equivalent": "failed"}),
    (0.80, 0.02, {"worse": "passed", "maybe-worse": "failed", "not-better": "failed", "not-equivalent": "failed"}),
    (0.80, 0.20, {"worse": "passed", "maybe-worse": "passed", "not-better": "failed", "not-equivalent": "passed"}),
    (0.95, 0.05, {"worse": "passed", "maybe-worse": "passed", "not-better": "passed", "not-equivalent": "failed"}),
])
def test_what_passes_follows_from_what_is_shown(new, relevant, wanted):
    assert {one.value: passage(said(new=new), one.value, relevant=relevant).value for one in FailIf} == wanted


@pytest.mark.parametrize(("new", "wanted"), [(2.0, "failed"), (1.0, "passed"), (0.5, "passed")])
def test_of_an_error_less_is_better(new, wanted):
    assert passage(errors(new=new), "worse", metrics="mae").value == wanted
    assert passage(errors(new=new), "maybe-worse", metrics="mae", relevant=0.5).value == wanted


def test_not_worse_is_one_side_of_the_t_test_against_the_margin():
    table = errors()
    found = referee.gate(referee.judge(table, metrics="mae", against="old", relevant=0.3), "maybe-worse")
    (_, (held,)), = found.held.values()
    differences = (table.new - table.truth).abs() - (table.old - table.truth).abs()
    se = differences.std(ddof=1) / np.sqrt(len(table))
    assert held.p_not_worse == pytest.approx(t.cdf((differences.mean() - 0.3) / se, len(table) - 1), rel=1e-9)


@pytest.mark.slow
@given(st.floats(0.01, 0.6), st.integers(0, 5))
def test_what_is_shown_not_to_be_worse_is_not_shown_to_be_worse_by_more(margin, seed):
    table = errors(40, seed=seed)
    if passage(table, "maybe-worse", metrics="mae", relevant=margin) is Passage.PASSED:
        assert passage(table, "maybe-worse", metrics="mae", relevant=2 * margin) is Passage.PASSED
        verdict = referee.judge(table, metrics="mae", relevant=margin)["new", "old"]
        assert verdict.difference < margin


def test_the_same_answers_pass_wherever_no_gain_is_asked():
    table = said().assign(new=lambda frame: frame.old)
    passages = [passage(table, one.value, relevant=0.01).value for one in FailIf]
    assert passages == ["passed", "passed", "failed", "passed"]


def test_several_new_models_are_corrected_for_their_number():
    one = said(new=0.8)
    several = one.assign(**{f"new{k}": one.new for k in range(9)})
    alone = referee.gate(referee.judge(one, metrics="accuracy", against="old", relevant=0.1), "maybe-worse")
    among = referee.gate(referee.judge(several, metrics="accuracy", against="old", relevant=0.1), "maybe-worse")
    (_, (held,)), = alone.held.values()
    (_, all_held), = among.held.values()
    assert len(all_held) == 10
    assert [h.p_not_worse for h in all_held] == pytest.approx([min(1, 10 * held.p_not_worse)] * 10)


def test_a_pair_that_could_not_be_compared_does_not_pass():
    family = referee.judge(said(40), metrics="accuracy", against="old").analysis.family
    held, = hold(replace(family, verdicts=(), uncompared=(("new", "old", "no case in common."),)), "worse")
    assert (held.passage, held.reason) == (Passage.UNKNOWN, "no case in common.")
    assert held_sentence(held, family.metric) == (
        "new could not be judged against old (it must not be shown to be worse): no case in common.")


@pytest.mark.slow
def test_a_model_that_fails_everywhere_does_not_pass():
    class Breaks:
        def fit(self, _X, _y):
            raise ValueError("out of paper")

        def predict(self, X):
            return X

        def get_params(self, **_how):
            return {}

    result = referee.compare({"new": Breaks(), "old": "lda"}, "iris", against="old", design="kfold:folds=3", jobs=1)
    found = referee.gate(result, "worse")
    assert not found.passed
    assert "could not be judged" in str(found)
    case, = ET.fromstring(found_xml(found)).iter("testcase")
    assert case.find("error") is not None


def found_xml(found):
    return gate_junit(found.held, found.name)


@pytest.mark.parametrize(("fail_if", "ask", "why"), [
    ("worse", {}, "say which"), ("maybe-worse", {"against": "old"}, "smallest difference that matters"),
    ("not-equivalent", {"against": "old"}, "smallest difference that matters"),
    ("worst", {"against": "old"}, "not 'worst'")])
def test_a_gate_that_asks_no_question_is_refused(fail_if, ask, why):
    with pytest.raises(BadInput, match=why):
        referee.gate(referee.judge(said(40), metrics="accuracy", **ask), fail_if)


def test_only_comparisons_have_a_gate():
    with pytest.raises(BadInput, match="a single model"):
        referee.gate(referee.judge(said(40)[["truth", "old"]], metrics="accuracy"))
    with pytest.raises(BadInput, match="not RankingResult"):
        referee.gate(referee.rank({"set": list("abcdef"), "a": [.7, .8, .6, .9, .7, .5], "b": [.8, .9, .7, 1., .8, .6]},
                                  metrics="accuracy", dataset="set"))


def test_several_targets_and_data_sets_are_held_one_by_one():
    table = pd.concat([said(60, seed=k, new=new).assign(dataset=name, id=range(60))
                       for k, (name, new) in enumerate((("easy", 0.9), ("hard", 0.4)))])
    found = referee.gate(referee.judge(table, metrics="accuracy", against="old", dataset="dataset", ids="id"))
    passages = {name: held[0].passage.value for name, (_, held) in found.held.items()}
    assert passages == {"easy": "passed", "hard": "failed"}
    assert not found.passed


def test_names_cannot_break_out_of_xml_markdown_or_annotations():
    name = "a|b\n::error::<script>x%0A`"
    table = said(new=0.5, name=name)
    found = referee.gate(referee.judge(table, metrics="accuracy", against="old"))
    ET.fromstring(found_xml(found))
    assert len([line for line in found.to_markdown().splitlines() if line.startswith("| ❌")]) == 1
    assert "<script" not in found.to_markdown().replace("&lt;script", "")
    line, = found.annotated()
    assert "\n" not in line
    assert line.startswith("::error title=referee%3A ")


def test_the_summary_is_written_after_what_is_there(tmp_path):
    found = referee.gate(referee.judge(said(new=0.5), metrics="accuracy", against="old"))
    path = tmp_path / "summary.md"
    path.write_text("# Before\n", encoding="utf-8")
    found.write_summary(path)
    assert path.read_text(encoding="utf-8").startswith("# Before\n## referee: the gate is closed\n")


def test_assert_not_worse_in_a_test_of_predictions(tmp_path):
    table = said(new=0.6)
    new, old = tmp_path / "n.csv", tmp_path / "o.csv"
    for path, who in ((new, "new"), (old, "old")):
        table[["truth", who]].rename(columns={who: "prediction"}).assign(id=range(len(table))).to_csv(path, index=False)
    with pytest.raises(AssertionError, match="new failed against old: it must not be shown to be worse; by accuracy"):
        referee.assert_not_worse(new, old, metrics="accuracy")
    assert referee.assert_not_worse(old, new, metrics="accuracy", relevant=0.01).passed


@pytest.mark.slow
@pytest.mark.parametrize("metrics", ["accuracy", "roc_auc"])
def test_a_model_that_is_worse_by_the_margin_passes_no_oftener_than_it_should(metrics):
    """At the margin itself the gate is open in at most 5% of 200 studies (and 2 Monte-Carlo errors)."""
    opened, studies = 0, 200
    for seed in range(studies):
        if metrics == "accuracy":
            table, margin = said(200, old=0.85, new=0.75, seed=seed), 0.1
        else:
            rng = np.random.default_rng(seed)
            truth = rng.integers(0, 2, 200)
            # the ROC AUC of two normal laws is Φ(d/√2): 0.8 and 0.7
            table = pd.DataFrame({"truth": truth, "old": truth * 1.19023 + rng.normal(size=200),
                                  "new": truth * 0.74161 + rng.normal(size=200)})
            margin = 0.1
        how = {} if metrics == "accuracy" else {"score": "old,new"}
        opened += passage(table, "maybe-worse", metrics=metrics, relevant=margin, **how) is Passage.PASSED
    assert opened / studies <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / studies)
