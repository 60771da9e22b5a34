"""The count of looks follows the rows through what daily work does to a file."""

import shutil

import numpy as np
import pandas as pd
import pytest

import referee

ROWS = 240


def table(seed=0, rows=ROWS):
    draw = np.random.default_rng(seed)
    features = {name: draw.normal(size=rows) for name in ("age", "income", "debt", "score")}
    said = features["income"] + features["debt"] + draw.normal(size=rows) > 0
    return pd.DataFrame({**features, "region": draw.choice(list("nsew"), rows), "churned": np.where(said, "yes", "no")})


def shuffled(data):
    return data.sample(frac=1, random_state=1)


def one_row_less(data):
    return data.drop(index=17)


def shortened(data):
    return data.sample(frac=0.95, random_state=2)


def halved(data):
    return data.sample(frac=0.5, random_state=3)


def lengthened(data):
    return pd.concat([table(9, 20), data])


def renamed(data):
    return data.rename(columns={name: f"V{at}" for at, name in enumerate(data.columns[:-1])})


def one_renamed(data):
    return data.rename(columns={"age": "years"})


def relabelled(data):
    return data.assign(churned=data.churned.map({"yes": 1, "no": 0}))


def one_label_corrected(data):
    data = data.copy()
    data.loc[5, "churned"] = "no" if data.churned[5] == "yes" else "yes"
    return data


def corrected(data):
    """A twentieth of all cells is another."""
    data, draw = data.copy(), np.random.default_rng(4)
    for name in data.columns[:4]:
        data.loc[draw.random(len(data)) < 0.05, name] = draw.normal()
    return data


def rounded(data):
    return data.assign(income=data.income.round(3))


def reordered(data):
    return data[[*reversed(data.columns[:-1]), "churned"]]


def cleaned(data):
    """All of it together."""
    return relabelled(renamed(corrected(shortened(data))))


CHANGES = (shuffled, one_row_less, shortened, halved, lengthened, renamed, one_renamed, relabelled, one_label_corrected,
           corrected, rounded, reordered, cleaned)


def tried(data, depth, place, **asked):
    target = data.columns[-1]
    return referee.compare([f"tree:max_depth={depth}", "gaussian-nb"], data, target=target, baseline=False, jobs=1,
                           metrics="accuracy", design="kfold:folds=2", ledger=place, **asked)


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """A ledger in which two trees were tried."""
    place = tmp_path_factory.mktemp("twice") / "l.db"
    for depth in (1, 2):
        tried(table(), depth, place)
    return place


@pytest.fixture
def place(twice, tmp_path):
    return shutil.copy(twice, tmp_path / "l.db")


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_tries_on_a_changed_file_are_counted(change, place):
    assert tried(change(table()), 3, place).analysis.family.size == 3


def test_other_rows_are_another_family(place):
    assert tried(table(7), 3, place).analysis.family.size == 1


def test_the_same_rows_with_another_target_are_another_question(place):
    data = table()
    other = data.assign(churned=np.where(data.score > 0, "high", "low"))
    assert tried(other, 2, place).analysis.family.size == 1


@pytest.mark.slow
def test_tests_on_other_rows_of_a_shuffled_file_do_not_count(tmp_path):
    place, data = tmp_path / "l.db", table()
    half = [(np.arange(120, 240), np.arange(120))]
    asked = {"target": "churned", "design": half, "metrics": "accuracy", "ledger": place, "jobs": 1}
    referee.compare(["tree", "gaussian-nb"], data, **asked)
    again = referee.compare(["tree:max_depth=2", "gaussian-nb"], data.iloc[::-1], **asked)
    assert again.analysis.family.size == 1
    assert again.analysis.known is None


def test_it_is_told_what_share_of_the_rows_was_looked_at(place):
    said = tried(cleaned(lengthened(table())), 3, place)
    assert 0.85 < said.analysis.known.share < 0.95
    assert said.analysis.known.configurations == 3
    assert "of the rows tested here were looked at before, by 3 configurations" in " ".join(str(said).split())


def test_rows_too_coarse_to_be_told_apart_are_claimed_of_no_other_file(tmp_path):
    """Two surveys with the same questions: equal answers are no equal people."""
    place, draw = tmp_path / "l.db", np.random.default_rng(5)
    surveys = [pd.DataFrame({**{f"q{k}": draw.integers(1, 3, 200) for k in range(4)},
                             "y": draw.choice(list("ab"), 200)}) for _ in range(2)]
    tried(surveys[0], 1, place)
    assert tried(surveys[1], 2, place).analysis.family.size == 1


def test_fresh_rows_of_the_same_population_are_not_taken_for_old_ones(tmp_path):
    """A tenth or more of their rows stand in the old file by chance; the file itself says so by its own repeats."""
    place, draw = tmp_path / "l.db", np.random.default_rng(6)
    often = [0.6, 0.2, 0.1, 0.05, 0.05]
    waves = [pd.DataFrame({**{f"q{k}": draw.choice([1, 2, 3, 4, 5], 400, p=often) for k in range(6)},
                           "y": draw.choice(list("ab"), 400)}) for _ in range(2)]
    tried(waves[0], 1, place)
    assert tried(waves[1], 2, place).analysis.family.size == 1


def answers(models, truth):
    return {"id": [f"case {k}" for k in range(len(truth))], "truth": truth, **models}


@pytest.mark.slow
def test_judge_corrects_for_what_was_judged_before(tmp_path):
    draw = np.random.default_rng(7)
    truth = draw.choice(["no", "yes"], 200)
    said = [np.where(draw.random(200) < 0.8, truth, "no") for _ in range(6)]
    for k in range(0, 6, 2):
        result = referee.judge(answers({f"m{k}": said[k], f"m{k + 1}": said[k + 1]}, truth), ledger=tmp_path / "l.db")
    assert result.analysis.family.size == 3
    relabelled = {"no": 0, "yes": 1}
    last = referee.judge({name: np.vectorize(relabelled.get)(column)[::-1] if name != "id" else column[::-1]
                          for name, column in answers({"u": said[0], "v": said[5]}, truth).items()},
                         ledger=tmp_path / "l.db")
    assert last.analysis.family.size == 4
    alone = referee.judge(answers({"m0": said[0], "m5": said[5]}, truth), ledger=tmp_path / "l.db", family="declared")
    assert alone.analysis.family.size == 1
