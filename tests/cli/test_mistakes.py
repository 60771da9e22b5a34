"""Each bad input gets one clear sentence and exit code 2, never a traceback."""

import sqlite3
from pathlib import Path

import pytest

FILES = {
    "good.csv": "a,b,y\n" + "\n".join(f"{i},{i * i % 7},{'uv'[i % 2]}" for i in range(30)),
    "empty.csv": "",
    "header.csv": "a,b,y\n",
    "missing.csv": "a,y\n1,\n2,\n3,\n",
    "gaps.csv": "a,y\n1,u\n2,\n3,v\n4,u\n5,v\n",
    "one-class.csv": "a,y\n1,u\n2,u\n3,u\n",
    "thin.csv": "a,y\n" + "\n".join(f"{i},{'u' if i else 'v'}" for i in range(20)),
    "infinite.csv": "a,y\n1,u\ninf,v\n3,u\n4,v\n",
    "twice.csv": "a,a,y\n1,2,u\n3,4,v\n",
    "numbers.csv": "a,y\n" + "\n".join(f"{i},{i * 0.37}" for i in range(30)),
}

MISTAKES = [
    ("no-such.csv", "y", (), "no-such.csv"),
    ("empty.csv", "y", (), "empty"),
    ("header.csv", "y", (), "no rows"),
    ("good.csv", "yy", (), "has no column 'yy'; did you mean 'y'?"),
    ("missing.csv", "y", (), "missing"),
    ("gaps.csv", "y", (), "missing"),
    ("one-class.csv", "y", (), "one class"),
    ("thin.csv", "y", ("--design", "kfold"), "fewer than the 10 folds"),
    ("infinite.csv", "y", (), "infinite"),
    ("twice.csv", "y", (), "'a'"),
    ("good.csv", "y", ("--metrics", "acuracy"), "no metric is called 'acuracy'; did you mean 'accuracy'?"),
    ("good.csv", "y", ("--models", "forrest"), "no learner is called 'forrest'; did you mean 'forest'?"),
    ("good.csv", "y", ("--models", "forest:n_estimatorz=3"), "did you mean 'n_estimators'?"),
    ("good.csv", "y", ("--design", "kfoldd"), "no design is called 'kfoldd'; did you mean 'kfold'?"),
    ("good.csv", "y", ("--design", "kfold:folds=31"), "31 folds need at least 31 rows, and there are 30"),
    ("good.csv", "y", ("--test", "mcnemr"), "no test is called 'mcnemr'; did you mean 'mcnemar'?"),
    ("good.csv", "y", ("--test", "mcnemar", "--metrics", "accuracy", "--design", "kfold:folds=3,repeats=2"),
     "McNemar needs each case to be predicted once; here cases were predicted up to 2 times"),
    ("good.csv", "y", ("--design", "resubstitution"), "no test is known to be valid"),
    ("good.csv", "y", ("--metrics", "rmse"), "RMSE is for regression, not for classification"),
    ("numbers.csv", "y", ("--models", "logistic"), "logistic is for classification, not for regression"),
    ("numbers.csv", "y", ("--metrics", "accuracy"), "accuracy is for classification, not for regression"),
    ("good.csv", "y", ("--level", "95"), "level is a fraction such as 0.95, not 95"),
    ("good.csv", "y", ("--against", "tre"), "did you mean 'tree'?"),
    ("good.csv", "y", ("--adjust", "holmm"), "did you mean 'holm'?"),
    ("good.csv", "y", ("--relevant", "-1"), "above 0"),
    ("good.csv", "y", ("--seed", "-1"), "seed is a whole number from 0 on"),
    ("good.csv", "y", ("--ledger", "not-a-ledger.txt"), "not-a-ledger.txt"),
    ("good.csv", "y", ("--ledger", "other.db"), "other.db"),
    ("good.csv", "y", ("--ledger", "no/such/folder/l.db"), "no/such/folder"),
    ("picture.csv", "y", (), "picture.csv"),
    ("good.csv", None, (), "target"),
    (".", "y", (), "folder"),
]


@pytest.fixture
def files(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "picture.csv").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "not-a-ledger.txt").write_text("hello " * 400)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("create table pets (name text)")
    other.commit()
    other.close()


@pytest.mark.parametrize(("data", "target", "words", "sentence"), MISTAKES, ids=lambda v: str(v)[:40])
@pytest.mark.usefixtures("files")
def test_a_mistake_gets_one_sentence_and_exit_code_2(referee, data, target, words, sentence):
    models = () if "--models" in words else ("--models", "tree")
    aim = () if target is None else ("--target", target)
    seen = referee("compare", data, *aim, *models, "--jobs", 1, *words)
    assert seen.code == 2
    assert "Traceback" not in seen.err + seen.out
    said = [line for line in seen.err.splitlines() if line.startswith("referee: ")]
    assert len(said) == 1
    assert sentence in said[0]
    assert said[0].endswith((".", "?"))
    assert not Path("report.html").exists()


def test_unknown_commands_and_missing_options_are_met_by_the_usage(referee):
    assert referee("comapre").code == 2
    assert referee("compare", "iris").code == 2
    assert referee("list", "metrix").code == 2


def test_a_ledger_that_cannot_be_there(referee):
    Path("referee.txt").write_text("no folder")
    for place in ("a" * 300 + ".db", "referee.txt/x.db"):
        seen = referee("evaluate", "iris", "--models", "prior", "--design", "holdout", "--no-report", "--ledger", place)
        assert seen.code == 2
        assert seen.err.startswith("referee: there can be no ledger")
        assert seen.err.count("\n") == 1


def test_a_relevant_difference_without_end_is_refused_before_the_first_fit(referee):
    asked = ["--models", "prior,tree", "--design", "holdout", "--relevant", "inf", "--no-report"]
    seen = referee("compare", "iris", *asked)
    assert seen.code == 2
    assert "above 0 and finite" in seen.err
    assert "Fitted" not in seen.err
