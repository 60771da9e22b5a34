"""What was missed in studies of others, check by check: where a finding begins, and where it must not."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.numbers.engine import contradictions
from referee.audit.numbers.of_text import text


def found_in(frame, code, **options):
    return [(f.severity.value, f.message) for f in referee.audit(frame, **options)[code].findings]


def numbers(rng, n=200):
    truth = np.exp(rng.normal(1, 1.2, n)).round(3)
    return truth, truth * np.exp(rng.normal(0, .25, n))


def test_numbers_in_other_units_are_told_and_shrunken_or_skewed_ones_are_not():
    truth, said = numbers(np.random.default_rng(0))
    def of(values):
        return found_in({"id": range(200), "truth": truth, "ridge": values}, "F-53", task="regression")
    for other in (np.log(said), said * 1000, said / 40, (said - said.mean()) / said.std() / 10):
        assert [severity for severity, _ in of(other)] == ["serious"]
        assert "on another scale than the truth" in of(other)[0][1]
    assert of(said) == of(truth.mean() + .6 * (said - said.mean())) == []


@pytest.mark.parametrize(("exact", "severity"), [(90, ["fatal"]), (11, ["fatal"]), (9, []), (0, [])])
def test_numbers_that_are_the_truth_to_the_last_digit_were_not_predicted(exact, severity):
    truth, said = numbers(np.random.default_rng(1))
    told = found_in({"id": range(200), "truth": truth, "ridge": np.where(np.arange(200) < exact, truth, said)}, "F-55",
                    task="regression")
    assert [one for one, _ in told] == severity


def test_whole_numbers_may_be_the_truth():
    rng = np.random.default_rng(2)
    truth = rng.poisson(5, 200)
    assert found_in({"id": range(200), "truth": truth, "ridge": np.where(rng.random(200) < .5, truth, truth + 1)},
                    "F-55", task="regression") == []


@pytest.mark.parametrize(("elsewhere", "severity"), [(.65, ["serious"]), (.95, [])])
def test_a_part_without_a_mistake_is_told_where_there_are_many_elsewhere(elsewhere, severity):
    rng = np.random.default_rng(3)
    fold, truth = np.arange(300) % 5, rng.integers(0, 2, 300)
    right = (fold == 2) | (rng.random(300) < elsewhere)
    told = found_in({"id": range(300), "fold": fold, "truth": truth, "net": np.where(right, truth, 1 - truth)}, "F-55")
    assert [one for one, _ in told] == severity


def three_classes(rng, rows=400):
    """Probabilities of three classes that are right about their own chances, and the classes that came."""
    p = rng.dirichlet([1, 1, 1], rows).round(3)
    p[:, 2] = (1 - p[:, 0] - p[:, 1]).round(3)
    names = np.array(["neg", "neu", "pos"])
    return names, p, names[[rng.choice(3, p=one / one.sum()) for one in p]]


@pytest.mark.parametrize(("changed", "severity"), [(40, ["serious"]), (8, []), (0, [])])
def test_answers_beyond_the_models_own_probabilities_come_from_the_truth(changed, severity):
    names, p, truth = three_classes(np.random.default_rng(5))
    said = names[p.argmax(axis=1)]
    wrong = np.flatnonzero(said != truth)[:changed]
    said[wrong] = truth[wrong]
    told = found_in({"id": range(400), "truth": truth, "predicted": said, **{
        f"p_{name}": p[:, place] for place, name in enumerate(names)}}, "F-55")
    assert [one for one, _ in told] == severity


def test_answers_by_costs_are_no_truth():
    names, p, truth = three_classes(np.random.default_rng(6))
    said = names[(p * [1, 1, 3]).argmax(axis=1)]
    assert (said != names[p.argmax(axis=1)]).sum() > 40
    assert found_in({"id": range(400), "truth": truth, "predicted": said, **{
        f"p_{name}": p[:, place] for place, name in enumerate(names)}}, "F-55") == []


@pytest.mark.parametrize(("again", "codes"), [(30, ["serious"]), (0, [])])
def test_cases_that_stand_there_twice_are_told_under_any_name(again, codes):
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 150)
    table = pd.DataFrame({"parcel": [f"T{k // 25:02}-{k % 25:02}" for k in range(150)], "germinated": truth,
                          "rf_prob": np.clip(.5 * truth + rng.random(150) / 2, .01, .99).round(4)})
    table = pd.concat([table, table[:again]]).sample(frac=1, random_state=1)
    found = referee.audit(table, truth="germinated").findings
    assert [one.severity.value for one in found if one.code == "F-59"] == codes


def test_equal_probabilities_are_serious_and_equal_classes_are_a_warning():
    rng = np.random.default_rng(4)
    truth, p = rng.integers(0, 2, 120), rng.random(120).round(4)
    fine = pd.DataFrame({"id": range(120), "truth": truth, "a_pred": p > .5, "a_prob_1": p, "b_pred": p > .5,
                         "b_prob_1": p}).astype({"a_pred": int, "b_pred": int})
    assert [one for one, _ in found_in(fine, "F-54")] == ["serious"]
    assert [one for one, _ in found_in(fine[["id", "truth", "a_pred", "b_pred"]], "F-54")] == ["warning"]


@pytest.mark.slow
def test_sums_that_one_addend_nearly_is_are_told_and_two_good_regressors_are_not():
    rng = np.random.default_rng(5)
    big, small, other = rng.gamma(2, 50, 400).round(1), rng.gamma(2, 6, 400).round(1), rng.normal(size=400).round(3)
    frame = pd.DataFrame({"big": big, "small": small, "other": other})
    told = found_in(frame.assign(y=big + small), "F-24", target="y")
    assert told[0][0] == "fatal"
    assert "big and small together are the target: a sum of them" in told[0][1]
    noisy = frame.assign(y=big + small + rng.normal(0, 5, 400))
    assert [message for severity, message in found_in(noisy, "F-24", target="y") if "together" in message] == []


@pytest.mark.parametrize(("name", "severity"), [("score_week2", "serious"), ("score_before", "warning"),
                                                ("weight", "warning")])
def test_a_column_that_tells_the_target_and_shares_its_name_is_another_form_of_it(name, severity):
    rng = np.random.default_rng(6)
    y = rng.integers(0, 2, 400)
    near = np.where(rng.random(400) < .02, 1 - y, y)
    frame = pd.DataFrame(rng.normal(size=(400, 3)), columns=list("abc")).assign(**{name: near, "total_score": y})
    assert [one for one, _ in found_in(frame, "F-24", target="total_score", task="classification")] == [severity]


@pytest.mark.parametrize(("sentence", "told"), [
    ("Of 1,200 patients, 840 were used for training, 180 for validation and 240 for testing.", True),
    ("Of 1,200 patients, 840 were used for training, 180 for validation and 180 for testing.", False),
    ("Of 1,200 patients, 600 were used for training and 240 for testing.", False),           # others were left out
    ("A total of 900 records were split into 700 training and 300 test records.", True),
    ("With ten-fold cross-validation, of 900 records 810 were used for training and 900 for testing.", False)])
def test_parts_are_not_more_than_their_whole(sentence, told):
    assert bool(contradictions(text(sentence).rows)) is told


def test_the_same_question_asked_again_is_no_other_case():
    rng = np.random.default_rng(7)
    asked = {"id": range(120), "model": "llm", "truth": rng.integers(0, 2, 120), "prediction": rng.integers(0, 2, 120)}
    again = [f"what is the {k % 30}th word of the text?" for k in range(120)]
    told = found_in(pd.DataFrame(asked | {"prompt": again}), "F-21")
    assert [severity for severity, _ in told] == ["serious"]
    assert "120 cases are 30 different values of 'prompt': the same one asked again is no other case." in told[0][1]
    topics = [f"topic {k % 30}" for k in range(120)]
    assert found_in(pd.DataFrame(asked | {"topic": topics}), "F-21") == []


def described(tmp_path, adjusted, p="0.04"):
    tests = "\n".join(f"  - {{name: wilcoxon, a: m{k}, b: control, metric: accuracy, p: {p}, adjusted: {adjusted}}}"
                      for k in range(15))
    path = tmp_path / "paper.yaml"
    path.write_text(f"audit: frost\ntests:\n{tests}\n", encoding="utf-8")
    return referee.audit(path)


@pytest.mark.parametrize(("adjusted", "found"), [("no", 1), ("false", 1), ("null", 1), ("yes", 0), ("0.6", 0)])
def test_a_correction_that_is_denied_was_not_made(tmp_path, adjusted, found):
    assert len(described(tmp_path, adjusted)["F-09"].findings) == found


def test_yes_is_no_p_value(tmp_path):
    with pytest.raises(referee.errors.BadInput, match="p is yes, where a number or a word belongs"):
        described(tmp_path, "no", p="true")


def test_the_p_of_an_equivalence_test_is_of_another_hypothesis_than_the_interval(tmp_path):
    path = tmp_path / "paper.yaml"
    claim = "{%s, metric: mae, p: 0.003, difference: 0.001, low: -0.006, high: 0.008}"
    for says, many in (("equal: [a, b]", 0), ("better: a, than: b", 1)):
        path.write_text(f"audit: tides\nclaims:\n  - {claim % says}\n", encoding="utf-8")
        assert len(referee.audit(path)["F-30"].findings) == many


@pytest.mark.parametrize(("shift", "many"), [(1, 1), (-3, 1), (0, 0)])
def test_answers_shifted_by_lines_are_seen_though_ids_bring_the_rows_into_another_order(shift, many):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 200)
    said = np.roll(np.where(rng.random(200) < .85, truth, 1 - truth), shift)
    ids = [f"q{number}" for number in rng.permutation(1000)[:200]]
    told = found_in(pd.DataFrame({"id": ids, "truth": truth, "net": said}), "F-52")
    assert len(told) == many


def test_columns_of_one_name_are_no_groups():
    from referee.audit.reading.beside import columns_beside
    from referee.audit.reading.from_predictions import read_table

    frame = pd.DataFrame({"id": [f"c{k}" for k in range(40)], "truth": [0, 1] * 20, "prediction": [1, 1, 0, 0] * 10,
                          "site": list("abcdefgh") * 5})
    table = read_table(frame, name="said", columns={"truth": "truth", "prediction": "prediction", "id": "id"})
    assert set(columns_beside(frame, table)) == {"site"}
    assert columns_beside(pd.concat([frame, frame[["site"]]], axis=1), table) == {}       # as damaged files may have
