"""The vault: rows set aside are left alone, known by their values, until they are opened."""

import json
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import referee
from referee.data import load, subset
from referee.data.cells import cells_of
from referee.designs import make_plan
from referee.errors import BadInput, LedgerError, NotJustified, SealedRows, Undefined, UnknownName
from referee.learners import resolve
from referee.ledger import open_ledger, sealed_rows
from referee.running import Local, run
from referee.seeds import stream

QUICK = {"metrics": "accuracy", "jobs": 1}


def table(n=90):
    draw = stream(1, "vault")
    months = draw.integers(1, 60, n)
    return pd.DataFrame({
        "months": months, "plan": draw.choice(["basic", "plus", "pro"], n), "charge": draw.normal(50, 10, n).round(3),
        "churned": np.where(months + draw.normal(0, 12, n) < 25, "yes", "no")})


FRAME = table()


@pytest.fixture
def ledger(tmp_path):
    store = open_ledger(tmp_path / "l.db")
    yield store
    store.close()


@pytest.fixture
def sealed(ledger):
    referee.vault.seal(FRAME, target="churned", ledger=ledger)
    return ledger


def secret(ledger):
    """The charges of the sealed rows, which name them."""
    (found,) = sealed_rows(ledger, load(FRAME, target="churned"))
    return set(FRAME["charge"][found.mask])


class Spy:
    """A learner that writes down the charges it is fitted on and asked about."""

    def __init__(self, seen):
        self.seen = seen

    def get_params(self, deep=True):  # noqa: ARG002 - scikit-learn asks so
        return {"seen": self.seen}

    def set_params(self, **parameters):
        self.__dict__.update(parameters)
        return self

    def fit(self, X, y):
        with Path(self.seen).open("a") as file:
            file.writelines(f"fit {v!r}\n" for v in X["charge"].tolist())
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        with Path(self.seen).open("a") as file:
            file.writelines(f"ask {v!r}\n" for v in X["charge"].tolist())
        return np.repeat(self.classes_[:1], len(X))


def seen_by(path, what):
    return {float(line.split()[1]) for line in path.read_text().splitlines() if line.startswith(what)}


def test_a_fifth_of_each_class_is_sealed(sealed):
    (found,) = sealed_rows(sealed, load(FRAME, target="churned"))
    assert found.mask.sum() == 18 == found.vault.n_sealed
    share = (FRAME["churned"] == "yes").mean()
    assert (FRAME["churned"][found.mask] == "yes").mean() == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("change", [
    lambda f: f.sample(frac=1, random_state=0),
    lambda f: f.iloc[20:70],
    lambda f: f[["churned", "charge", "plan", "months"]],
    lambda f: f.assign(extra=np.arange(len(f))),
    lambda f: f.drop(columns="months"),
    lambda f: f[f["plan"] != "plus"],
    lambda f: pd.concat([f, f.iloc[:30]]),
    lambda f: f.assign(months=f["months"].astype(float)),
    lambda f: f.assign(plan=f["plan"].astype("category")),
], ids=["shuffled", "some rows", "columns turned", "a column more", "a column less", "a category less", "twice",
        "floats", "categories"])
def test_no_sealed_row_is_ever_fitted_or_asked_about(sealed, tmp_path, change):
    """Whatever the data look like now, the rows are known by their values: a spy sees none of them."""
    path = tmp_path / "seen.txt"
    result = referee.compare({"spy": Spy(str(path))}, change(FRAME).reset_index(drop=True), target="churned",
                             design="kfold:folds=2", ledger=sealed, **QUICK)
    assert not secret(sealed) & (seen_by(path, "fit") | seen_by(path, "ask"))
    assert len(seen_by(path, "fit")) >= 30
    assert any("lie in the vault sealed on" in notice for notice in result.analysis.problem.notices)


def test_evaluate_leaves_them_out(sealed):
    result = referee.evaluate("gaussian-nb", FRAME, target="churned", ledger=sealed, design="kfold:folds=2", **QUICK)
    assert result.analysis.problem.n_rows == 72


@pytest.mark.slow
def test_the_panorama_leaves_them_out(sealed):
    result = referee.panorama("gaussian-nb", FRAME, target="churned", ledger=sealed, resamples=4, **QUICK)
    assert result.panorama.problem.n_rows == 72


def test_whatever_would_touch_them_is_refused(sealed):
    problem = load(FRAME, target="churned")
    learners = resolve(["gaussian-nb"], problem)
    plan = make_plan("kfold:folds=2", problem, seed=0)
    with pytest.raises(SealedRows, match="18 rows of data lie in the vault sealed on"):
        run(problem, plan, learners, ledger=sealed, engine=Local(workers=1), seed=0)
    assert not sealed.keys()
    with pytest.raises(SealedRows, match="splits given by row numbers would touch them"):
        referee.compare("gaussian-nb", FRAME, target="churned", ledger=sealed, **QUICK,
                        design=[(np.arange(45), np.arange(45, 90))])
    (found,) = sealed_rows(sealed, problem)
    only = FRAME[found.mask].reset_index(drop=True)
    with pytest.raises(SealedRows, match="every row of data lies in a vault"):
        referee.compare("gaussian-nb", only, target="churned", ledger=sealed, **QUICK)


def test_other_data_are_not_touched(sealed):
    result = referee.compare("gaussian-nb", "iris", ledger=sealed, design="kfold:folds=2", **QUICK)
    assert result.analysis.problem.n_rows == 150
    same_names = table(90).assign(charge=FRAME["charge"] + 1)
    assert sealed_rows(sealed, load(same_names, target="churned")) == []


def test_equal_rows_and_groups_stay_on_one_side(ledger):
    twice = pd.concat([FRAME, FRAME]).reset_index(drop=True).assign(who=np.repeat(np.arange(60), 3))
    said = referee.vault.seal(twice, target="churned", groups="who", ledger=ledger, fraction=0.3)
    assert said.together
    problem = load(twice, target="churned", groups="who")
    (found,) = sealed_rows(ledger, problem)
    assert 0.15 * 180 <= found.mask.sum() <= 0.45 * 180
    assert (found.mask[:90] == found.mask[90:]).all()
    by_group = pd.Series(found.mask).groupby(twice["who"]).nunique()
    assert (by_group == 1).all()


def test_an_opening_trains_on_the_open_rows_and_tests_on_the_sealed_ones(sealed, tmp_path):
    path = tmp_path / "seen.txt"
    referee.vault.open({"spy": Spy(str(path))}, FRAME, target="churned", ledger=sealed, **QUICK)
    assert seen_by(path, "ask") == secret(sealed)
    assert seen_by(path, "fit") == set(FRAME["charge"]) - secret(sealed)


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
def test_a_second_opening_is_flagged_and_corrected(sealed):
    first = referee.vault.open(["gaussian-nb", "lda"], FRAME, target="churned", ledger=sealed, baseline=False, **QUICK)
    assert (first.analysis.vault.opening, first.analysis.vault.openings, first.analysis.family.size) == (1, 1, 1)
    assert "opened here for the first time" in " ".join(str(first).split())
    again = referee.vault.open(["gaussian-nb", "lda"], FRAME, target="churned", ledger=sealed, baseline=False, **QUICK)
    assert (again.analysis.vault.openings, again.analysis.family.size) == (1, 1)        # the same question
    shuffled = FRAME.sample(frac=1, random_state=3).reset_index(drop=True)
    second = referee.vault.open(["gaussian-nb", "tree"], shuffled, target="churned", ledger=sealed, baseline=False,
                                **QUICK)
    assert (second.analysis.vault.opening, second.analysis.vault.openings) == (2, 2)
    assert second.analysis.family.size == 2
    assert "this is opening 2 of 2: the rows are no longer fresh" in " ".join(str(second).split())
    assert json.loads(json.dumps(second.to_dict()))["study"]["vault"]["openings"] == 2
    assert "no longer fresh" in second._repr_html_()
    third = referee.vault.open(["gaussian-nb", "lda"], FRAME, target="churned", ledger=sealed, baseline=False,
                               metrics="balanced_accuracy", jobs=1, test="swap")
    assert third.analysis.family.size == 3                          # the pair again, by another metric


def test_what_was_looked_at_before_sealing_is_counted_at_the_opening(ledger):
    referee.compare(["lda", "tree"], FRAME, target="churned", ledger=ledger, design="kfold:folds=2", baseline=False,
                    **QUICK)
    said = referee.vault.seal(FRAME, target="churned", ledger=ledger)
    assert "not fresh: 2 configurations had been scored" in str(said)
    result = referee.vault.open(["lda", "gaussian-nb"], FRAME, target="churned", ledger=ledger, baseline=False, **QUICK)
    assert result.analysis.family.others == 1


@pytest.mark.slow
def test_the_ladder_keeps_its_state_in_the_ledger(tmp_path):
    place = tmp_path / "l.db"
    referee.vault.seal(FRAME, target="churned", ledger=place)
    ask = {"target": "churned", "ledger": place, "jobs": 1}
    first = referee.vault.query("prior", FRAME, **ask)
    better = referee.vault.query("lda", FRAME, **ask)
    other = referee.vault.query("tree:max_depth=1", FRAME, step=0.5, **ask)
    assert (first.news, better.news, better.value > first.value) == (True, True, True)
    assert other.news          # a board of its own: another step
    same = referee.vault.query("lda", FRAME, **ask)
    assert (same.query, same.value) == (better.query, better.value)
    after = referee.vault.query("prior", FRAME, seed=1, **ask)
    assert (after.news, after.value, after.best) == (False, better.value, "lda")
    with closing(open_ledger(place)) as store:
        (vault,) = store.vaults()
        assert [use.kind for use in store.uses(vault.fingerprint)] == ["ladder"] * 4
        assert store.check() == []
        opened = referee.vault.open(["lda", "tree"], FRAME, target="churned", ledger=store, baseline=False, **QUICK)
    assert opened.analysis.vault.queries == 4
    assert opened.analysis.family.others == 1          # the stump was read from these rows; prior is another question


@pytest.mark.slow
def test_thresholdout_answers_from_the_open_rows_until_they_are_contradicted(sealed):
    ask = {"target": "churned", "ledger": sealed, "jobs": 1, "mode": "thresholdout"}
    calm = referee.vault.query("lda", FRAME, threshold=0.9, noise=0.001, **ask)
    assert (calm.news, calm.spent) == (False, 0)
    open_only = referee.evaluate("lda", FRAME, target="churned", ledger=sealed, design="kfold:folds=10", **QUICK)
    assert calm.value == pytest.approx(open_only.estimates["lda"].value, abs=0.01)
    strict = referee.vault.query("lda", FRAME, threshold=1e-9, noise=1e-9, budget=1, **ask)
    truth = referee.vault.open("lda", FRAME, target="churned", ledger=sealed, **QUICK).estimates["lda"].value
    assert (strict.news, strict.spent, strict.value) == (True, 1, pytest.approx(truth, abs=1e-6))
    with pytest.raises(Undefined, match="the budget of 1 held-out answers is spent"):
        referee.vault.query("tree", FRAME, threshold=1e-9, noise=1e-9, budget=1, **ask)


@pytest.mark.parametrize(("kind", "call", "said"), [
    (BadInput, lambda s: referee.vault.seal(FRAME, target="churned", ledger=s), "a vault is sealed once"),
    (BadInput, lambda s: referee.vault.seal("iris", ledger=s, fraction=1.5), "between 0 and 1, not 1.5"),
    (BadInput, lambda s: referee.vault.open("lda", "iris", ledger=s), "no row of iris is in a vault"),
    (BadInput, lambda s: referee.vault.open("lda", FRAME.iloc[:50], target="churned", ledger=s), "the whole data"),
    (NotJustified, lambda s: referee.vault.query("lda", FRAME, target="churned", ledger=s, metric="f1"), "no mean"),
    (UnknownName, lambda s: referee.vault.query("lda", FRAME, target="churned", ledger=s, mode="lader"), "'ladder'"),
    (BadInput, lambda s: referee.vault.query(["lda", "tree"], FRAME, target="churned", ledger=s), "one model"),
    (BadInput, lambda s: referee.vault.query("lda", FRAME, target="churned", ledger=s, step=2), "step is 2"),
    (LedgerError, lambda _: referee.vault.open("lda", FRAME, target="churned", ledger="nowhere.db"), "no ledger"),
])
def test_mistakes_are_refused_in_a_sentence(sealed, kind, call, said):
    with pytest.raises(kind, match=said):
        call(sealed)


def test_rows_that_cannot_be_told_apart_cannot_be_sealed(ledger):
    few = pd.DataFrame({"x": [0, 1] * 40, "y": ["a", "b"] * 40})
    with pytest.raises(BadInput, match="cannot be told apart"):
        referee.vault.seal(few, target="y", ledger=ledger)


def test_all_rows_are_the_problem_and_marks_ignore_how_values_are_held():
    problem = load(FRAME, target="churned")
    half = subset(problem, np.arange(0, 90, 2))
    whole, part = cells_of(problem), cells_of(half)
    assert np.array_equal(whole.marks[::2], part.marks)
    words = FRAME.assign(months=FRAME["months"].astype(str))
    assert np.array_equal(cells_of(load(words, target="churned")).of(["months"]), whole.of(["months"]))
    assert np.unique(whole.of(["charge"])).size == FRAME["charge"].nunique()


WIDE = FRAME.assign(paid=stream(2, "vault").normal(900, 50, len(FRAME)),
                    used=stream(3, "vault").gamma(2, 10, len(FRAME)))
AGAIN = {
    "renamed": lambda data: data.rename(columns={name: f"V{at}" for at, name in enumerate(data.columns)}),
    "relabelled": lambda data: data.assign(churned=data.churned.map({"yes": 1, "no": 0})),
    "one column rounded": lambda data: data.assign(paid=data.paid.round(1)),
    "shuffled": lambda data: data.sample(frac=1, random_state=0),
}


@pytest.mark.parametrize("change", AGAIN)
def test_sealed_rows_are_known_again_after(change, ledger):
    referee.vault.seal(WIDE, target="churned", ledger=ledger)
    (was,) = sealed_rows(ledger, load(WIDE, target="churned"))
    assert was.mask.sum() == was.vault.n_sealed
    data = AGAIN[change](WIDE)
    (found,) = sealed_rows(ledger, load(data, target="V3" if change == "renamed" else "churned"))
    known = set(data.iloc[:, 2][found.mask])
    secret = set(WIDE["charge"][was.mask])
    assert len(known & secret) >= 0.95 * len(secret)
    assert len(known - secret) <= 2


def test_open_rows_are_never_withheld_from_the_file_that_was_sealed(ledger):
    iris = load("iris")
    referee.vault.seal(iris, ledger=ledger)
    (found,) = sealed_rows(ledger, iris)
    assert found.mask.sum() == found.vault.n_sealed


def judged(data, **more):
    answers = data.assign(a=data.churned, b=data.churned.iloc[::-1].to_numpy())
    return referee.judge(answers.rename(columns={"churned": "truth"}), metrics="accuracy", prediction="a,b", **more)


def test_judge_refuses_what_was_said_of_sealed_rows(ledger):
    referee.vault.seal(WIDE, target="churned", ledger=ledger)
    (found,) = sealed_rows(ledger, load(WIDE, target="churned"))
    with pytest.raises(SealedRows, match="and to judge what was said of them would be to look"):
        judged(WIDE, ledger=ledger)
    assert judged(WIDE[~found.mask], ledger=ledger).analysis.problem.n_rows == int((~found.mask).sum())


@pytest.mark.parametrize("form", ["polars", "Arrow", "dict", "csv", "jsonl", "json", "txt", "parquet"])
def test_judge_knows_sealed_rows_in_every_form(ledger, tmp_path, form):
    referee.vault.seal(WIDE, target="churned", ledger=ledger)
    answers = WIDE.assign(a=WIDE.churned, b=WIDE.churned.iloc[::-1].to_numpy()).rename(columns={"churned": "truth"})
    with pytest.raises(SealedRows, match="in the vault"):
        referee.judge(in_form(answers, form, tmp_path / f"said.{form}"), metrics="accuracy", prediction="a,b",
                      ledger=ledger)


def in_form(frame, form, path):
    import polars as pl
    import pyarrow as pa

    made = {"polars": lambda: pl.from_pandas(frame), "Arrow": lambda: pa.Table.from_pandas(frame),
            "dict": lambda: frame.to_dict("list"), "jsonl": lambda: frame.to_json(path, orient="records", lines=True),
            "json": lambda: frame.to_json(path, orient="records"), "parquet": lambda: frame.to_parquet(path),
            "csv": lambda: frame.to_csv(path, index=False), "txt": lambda: frame.to_csv(path, index=False)}[form]()
    return path if made is None else made


def test_predictions_that_cannot_be_held_against_a_vault_are_refused(ledger, tmp_path, monkeypatch):
    from referee.data import reading

    referee.vault.seal(WIDE, target="churned", ledger=ledger)
    path = tmp_path / "said.csv"
    WIDE.assign(a=WIDE.churned, b=WIDE.churned.iloc[::-1].to_numpy()).rename(columns={"churned": "truth"}).to_csv(
        path, index=False)

    def unreadable(_path):
        raise BadInput("cell 7 is no number.")

    monkeypatch.setattr(reading, "read_frame", unreadable)
    with pytest.raises(BadInput, match=r"whether rows of said\.csv lie in it could not be looked at: cell 7"):
        referee.judge(path, metrics="accuracy", prediction="a,b", ledger=ledger)


def test_judge_knows_sealed_rows_by_their_ids(ledger):
    data = WIDE.assign(id=[f"case {k}" for k in range(len(WIDE))])
    referee.vault.seal(data, target="churned", ids="id", ledger=ledger)
    with pytest.raises(SealedRows, match="in the vault"):
        judged(data[["id", "churned"]], ledger=ledger, ids="id")


def test_judging_what_scikit_learn_gave_back_knows_sealed_rows(ledger):
    from sklearn.model_selection import cross_val_predict
    from sklearn.naive_bayes import GaussianNB

    X, y = WIDE[["months", "charge", "paid", "used"]].to_numpy(), (WIDE.churned == "yes").to_numpy().astype(int)
    referee.vault.seal(X, y, ledger=ledger)
    said = cross_val_predict(GaussianNB(), X, y, cv=3)
    with pytest.raises(SealedRows, match="in the vault"):
        referee.judge_sklearn({"a": said, "b": said[::-1]}, X, y, ledger=ledger)
