"""What a file of predictions says against itself is a finding of an audit, and refused where a verdict is asked for."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.data.prediction_table import read_predictions
from referee.errors import BadInput

CLASSES = np.array(["low", "mid", "high"])


def drawn(n=240, classes=CLASSES, seed=3):
    rng = np.random.default_rng(seed)
    return rng, classes[rng.integers(0, len(classes), n)]


def answered(rng, truth, share=0.75):
    other = rng.choice(np.unique(truth), truth.size)
    return np.where(rng.random(truth.size) < share, truth, other)


def long(n=240, classes=CLASSES, **words):
    rng, truth = drawn(n, classes)
    names = {"id": "id", "model": "model", "truth": "truth", "prediction": "prediction"} | words
    return pd.concat([pd.DataFrame({names["id"]: [f"c{i}" for i in range(n)], names["model"]: model,
                                    names["truth"]: truth, names["prediction"]: answered(rng, truth)})
                      for model in ("forest", "net")], ignore_index=True)


def told(frame, code, **options):
    return [(one.severity.name, one.message) for one in referee.audit(frame, **options)[code].findings]


def with_probabilities(frame, change):
    """Three columns of probabilities that go with the answers, those of net changed."""
    rng = np.random.default_rng(1)
    p = rng.dirichlet(np.ones(3), len(frame)) + 2 * (frame["prediction"].to_numpy()[:, None] == CLASSES)
    p /= p.sum(axis=1, keepdims=True)
    net = (frame["model"] == "net").to_numpy()
    p[net] = change(p[net])
    return frame.assign(**{f"prob_{name}": p[:, k] for k, name in enumerate(CLASSES)})


def two_truths():
    frame = long()
    at = frame.index[(frame["model"] == "net") & (frame["truth"] != frame["prediction"])][:20]
    frame.loc[at, "truth"] = frame.loc[at, "prediction"]
    return frame


def given_twice():
    frame = long()
    right = frame[(frame["model"] == "net") & (frame["truth"] == frame["prediction"])]
    return pd.concat([frame, right.iloc[:40]], ignore_index=True)


def wrong_marks():
    frame = long()
    right = (frame["truth"] == frame["prediction"]).astype(int)
    return frame.assign(correct=right.where(~((frame["model"] == "net") & (frame.index % 7 == 0)), 1))


@pytest.mark.parametrize(("make", "severity", "words"), [
    (two_truths, "FATAL", ("20 of 240 cases have more than one truth", "beside net is its own answer in 20 of 20")),
    (given_twice, "SERIOUS", ("net has more than one answer to 40 cases", "each case once in")),
    (wrong_marks, "FATAL", ("marks of net contradict its answers", "0 that are it as wrong")),
])
def test_a_contradiction_is_found_and_the_rest_still_looked_at(make, severity, words):
    found, = told(make(), "F-59")
    assert found[0] == severity
    assert all(word in found[1] for word in words), found[1]
    assert referee.audit(make())["F-14"].outcome == "found"


def test_a_file_that_agrees_with_itself_has_none():
    assert referee.audit(long())["F-59"].outcome == "passed"


def test_two_truths_are_left_out_of_everything_else():
    assert "One split of 220 test cases" in told(two_truths(), "F-02")[0][1]


@pytest.mark.parametrize("make", [two_truths, given_twice])
def test_where_a_verdict_is_asked_for_they_are_refused(make):
    with pytest.raises(BadInput, match=r"two truths|more than once"):
        referee.judge(make())


def test_cases_that_all_stand_several_times_lack_a_column_and_are_refused():
    frame = long()
    with pytest.raises(BadInput, match="more than once"):
        referee.audit(pd.concat([frame, frame, frame], ignore_index=True))


@pytest.mark.parametrize(("change", "words"), [
    (lambda p: p * 0.8, "do not sum to 1 in 240 rows of 240 (the first sum to 0.8)"),
    (lambda p: p * 100, "are outside 0 to 1 in 240 rows"),
])
def test_what_are_no_probabilities_are_told(change, words):
    frame = with_probabilities(long(), change)
    (severity, message), = told(frame, "F-42")
    assert severity == "FATAL"
    assert words in message
    with pytest.raises(BadInput, match=r"sum to 1|outside 0 to 1"):
        referee.judge(frame)


def test_probabilities_of_two_digits_are_rounded_not_wrong():
    frame = with_probabilities(long(), lambda p: p)
    frame[[f"prob_{name}" for name in CLASSES]] = frame[[f"prob_{name}" for name in CLASSES]].round(2)
    assert frame.filter(like="prob_").sum(axis=1).round(6).ne(1).any()
    assert not [one for one in told(frame, "F-42") if one[0] == "FATAL"]
    assert read_predictions(frame).models == ("forest", "net")


def test_classes_in_other_letters_are_read_and_told():
    frame = long()
    net = frame["model"] == "net"
    frame.loc[net, "prediction"] = frame.loc[net, "prediction"].str.upper() + " "
    (severity, message), = told(frame, "F-59")
    assert severity == "SERIOUS"
    assert "240 of 240 answers of net are written otherwise" in message


@pytest.mark.parametrize("positive", [None, "sick"])
def test_probabilities_of_the_other_class_beside_right_answers_are_fatal(positive):
    frame = long(classes=np.array(["sick", "well"]))
    rng = np.random.default_rng(2)
    said = (frame["prediction"] == "sick").to_numpy()
    p = np.where(said, rng.uniform(0.5, 1, said.size), rng.uniform(0, 0.5, said.size))
    frame["probability"] = np.where(frame["model"] == "net", 1 - p, p)
    extra = frame[frame["model"] == "forest"].assign(model="trees")
    frame = pd.concat([frame, extra], ignore_index=True)
    (severity, message), = told(frame, "F-51", positive=positive)
    assert severity == "FATAL"
    assert message.startswith("The ROC AUC of net is 0.")


@pytest.mark.parametrize("empty", [None, "N/A", "I cannot answer that."])
@pytest.mark.parametrize("wide", [True, False])
def test_cases_without_an_answer_are_told_with_how_hard_they_are(empty, wide):
    rng, truth = drawn(300)
    hard = np.arange(300) % 5 == 0
    forest = np.where(hard, rng.choice(CLASSES, 300), answered(rng, truth, 0.9))
    net = answered(rng, truth, 0.9).astype(object)
    net[hard] = empty
    ids = [f"c{i}" for i in range(300)]
    frame = pd.DataFrame({"id": ids, "truth": truth, "forest": forest, "net": net}) if wide else pd.concat(
        [pd.DataFrame({"id": ids, "model": name, "truth": truth, "prediction": said})
         for name, said in (("forest", forest), ("net", net))], ignore_index=True)
    (severity, message), = told(frame, "F-47")
    assert severity == "SERIOUS"
    assert "net names a class in 240 of 300 cases" in message
    assert "with the others counted as wrong it is 0.7" in message
    assert "its score is that of easier cases" in message


def test_a_model_that_always_says_one_class_is_told_unless_it_is_called_a_baseline():
    rng = np.random.default_rng(5)
    truth = np.where(rng.random(300) < 0.1, "fraud", "fine")
    frame = pd.DataFrame({"id": range(300), "truth": truth, "trees": answered(rng, truth, 0.95), "deep": "fine"})
    (severity, message), = told(frame, "F-53")
    assert severity == "WARNING"                       # the trees are more accurate: it may be a baseline
    (severity, _), = told(frame.assign(trees=answered(rng, truth, 0.7)), "F-53")
    assert severity == "SERIOUS"                       # nothing is: it may be taken for the best
    assert "deep says 'fine' in all 300 cases" in message
    assert "'fraud' is found" in message
    assert not told(frame.rename(columns={"deep": "majority class"}), "F-53")
    assert not told(frame, "F-53", baselines="deep")


def runs(name, change):
    rng, truth = drawn(300)
    base = answered(rng, truth, 0.6)
    parts = [pd.DataFrame({"id": range(300), "model": model, "seed": seed, "truth": truth,
                           "prediction": change(base, seed) if model == name else answered(rng, truth, 0.7)})
             for model in (name, "forest") for seed in range(3)]
    return pd.concat(parts, ignore_index=True)


def one_other(base, seed):
    changed = base.copy()
    changed[seed] = CLASSES[0]
    return changed


@pytest.mark.parametrize(("change", "words"), [
    (lambda base, _: base, "All 3 runs of net give the same answers for all 300 rows"),
    (one_other, "The 3 runs of net give the same answers in 99"),
])
def test_runs_by_several_seeds_that_are_one_run_are_told(change, words):
    (severity, message), = told(runs("net", change), "F-54")
    assert severity == "SERIOUS"
    assert words in message


def test_runs_of_what_is_not_random_may_be_the_same():
    assert not told(runs("knn", lambda base, _: base), "F-54")


def test_runs_that_differ_are_none():
    rng, truth = drawn(300)
    assert not told(runs("net", lambda *_: answered(rng, truth, 0.6)), "F-54")


@pytest.mark.parametrize("words", [
    {"id": "dossier", "model": "modèle", "truth": "vérité", "prediction": "prédiction"},
    {"id": "Fall", "model": "Modell", "truth": "Befund", "prediction": "Vorhersage"},
    {"id": "nr", "model": "modelo", "truth": "verdad", "prediction": "predicción"},
    {"id": "a", "model": "b", "truth": "c", "prediction": "d"},
])
def test_a_file_in_another_language_is_known_by_what_it_holds(words, tmp_path, referee):
    long(**words).to_csv("answers.csv", index=False)
    seen = referee("audit", "answers.csv")
    text = " ".join(seen.out.split())
    assert seen.code in {0, 1}, seen.err
    assert f"By what the columns hold, '{words['id']}' for the cases, '{words['model']}' for the models" in text
    assert f"'{words['truth']}' for the truth" in text
    assert "No baseline" in text


def test_columns_of_one_model_each_are_known_too(referee):
    rng, truth = drawn(200)
    pd.DataFrame({"recension": [f"r{i}" for i in range(200)], "facit": truth, "bert": answered(rng, truth),
                  "svm": answered(rng, truth)}).to_csv("svar.csv", index=False)
    seen = referee("audit", "svar.csv")
    assert seen.code == 0, seen.err
    assert "'facit' for the truth, 'bert,svm' for what was predicted" in " ".join(seen.out.split())


def test_a_table_of_data_is_not_taken_for_predictions(referee):
    rng = np.random.default_rng(0)
    pd.DataFrame({"stad": rng.choice(["Ulm", "Kiel"], 200), "rook": rng.choice(["ja", "nee"], 200),
                  "maat": rng.normal(size=200).round(2)}).to_csv("data.csv", index=False)
    seen = referee("audit", "data.csv")
    assert seen.code == 2
    assert "--target COLUMN" in seen.err
