"""A table beside a script: read as its data, with the target that the script learns; groups and times in it."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import BadInput

HEAD = """import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score
from sklearn.model_selection import *
from sklearn.preprocessing import LabelEncoder
TARGET = "mood"
df = pd.read_csv("clips.csv")
"""
END = "\nprint(accuracy_score(b, RandomForestClassifier().fit(A, a).predict(B)))\n"
AT_RANDOM = """X, y = df.drop(columns=["clip", "speaker", "mood"]), df["mood"]
A, B, a, b = train_test_split(X, y, random_state=1)""" + END
FOLDS = """X, y = df.drop(columns=["clip", "speaker", "mood"]).to_numpy(), df["mood"].to_numpy()
for tr, te in {splitter}:
    m = RandomForestClassifier().fit(X[tr], y[tr])
    print(accuracy_score(y[te], m.predict(X[te])))
"""
CROSSED = """X, y = df.drop(columns=["clip", "speaker", "mood"]), df["mood"]
print(cross_val_score(RandomForestClassifier(), X, y, {cv}))
"""
TORN = {
    "at random": AT_RANDOM,
    "the last column": """A, B, a, b = train_test_split(df.iloc[:, 2:-1], df.iloc[:, -1], random_state=1)""" + END,
    "a constant": """feats = [c for c in df.columns if c not in ("clip", "speaker", TARGET)]
A, B, a, b = train_test_split(df[feats], df[TARGET], random_state=1)""" + END,
    "encoded": """y = LabelEncoder().fit_transform(df.pop("mood"))
A, B, a, b = train_test_split(df[["f0", "f1", "f2"]], y, random_state=1)""" + END,
    "shuffled folds": FOLDS.format(splitter="StratifiedKFold(5, shuffle=True).split(X, y)"),
    "crossed": CROSSED.format(cv="cv=KFold(5, shuffle=True)"),
    "groups that KFold does not heed": CROSSED.format(cv="cv=KFold(5, shuffle=True), groups=df['speaker']"),
    "groups within the training part alone": """X, y = df.drop(columns=["clip", "speaker", "mood"]), df["mood"]
A, B, a, b, g, _ = train_test_split(X, y, df["speaker"], random_state=1)
s = GridSearchCV(RandomForestClassifier(), {"max_depth": [2, 4]}, cv=GroupKFold(5)).fit(A, a, groups=g)
print(accuracy_score(b, s.predict(B)))
""",
}
KEPT = {
    "GroupKFold": FOLDS.format(splitter="GroupKFold(5).split(X, y, df['speaker'])"),
    "GroupShuffleSplit": FOLDS.format(splitter="GroupShuffleSplit(5).split(X, y, groups=df['speaker'])"),
    "crossed": CROSSED.format(cv="groups=df['speaker'], cv=StratifiedGroupKFold(5)"),
    "folds made before": CROSSED.format(cv="cv=list(GroupKFold(5).split(X, y, df['speaker']))"),
    "by wholes that hold them": CROSSED.format(cv="groups=df['studio'], cv=GroupKFold(3)"),
    "speakers divided": """tr, te = train_test_split(df["speaker"].unique(), random_state=1)
one, two = df[df["speaker"].isin(tr)], df[df["speaker"].isin(te)]
A, a, B, b = one[["f0", "f1"]], one["mood"], two[["f0", "f1"]], two["mood"]""" + END,
    "by groups made of a name": CROSSED.format(cv="groups=df['clip'].str.split('_').str[0], cv=GroupKFold(3)"),
}


def clips(*, of_speakers=True, n=600):
    """Clips of speakers: how one sounds tells who it is, and each speaker has a mood of his own."""
    rng = np.random.default_rng(4)
    speaker = rng.permutation(np.arange(n) % 30)
    voice, mood = rng.normal(size=(30, 3)), rng.integers(0, 2, 30)
    sound = voice[speaker] + rng.normal(size=(n, 3)) * 0.2 if of_speakers else rng.normal(size=(n, 3))
    feels = np.where(rng.random(n) < 0.9, mood[speaker], 1 - mood[speaker]) if of_speakers else (
        (sound[:, 0] + rng.normal(size=n) > 0).astype(int))
    return pd.DataFrame({
        "clip": [f"s{s:02}_{i:04}" for i, s in enumerate(speaker)], "speaker": [f"s{s:02}" for s in speaker],
        **{f"f{j}": sound[:, j].round(3) for j in range(3)}, "studio": [f"room {s % 5}" for s in speaker],
        "mood": np.where(feels, "glad", "sad")})


@pytest.fixture
def audited(tmp_path):
    def audit(code, table=None, **said):
        (tmp_path / "train.py").write_text(HEAD + code)
        table = clips() if table is None else table
        table[[*(c for c in table.columns if c != "mood"), *(c for c in table.columns if c == "mood")]].to_csv(
            tmp_path / "their.csv", index=False)
        return referee.audit(tmp_path / "train.py", data=tmp_path / "their.csv", **said)
    return audit


def grave(result):
    return [f.code for f in result.findings if f.severity.value in {"serious", "fatal"}]


@pytest.mark.parametrize("code", TORN.values(), ids=TORN)
def test_groups_of_the_table_that_the_script_divides_are_told(audited, code):
    result = audited(code)
    assert grave(result) == ["F-21"]
    (found,) = result["F-21"].findings
    assert "600 rows come from 30 values of 'speaker'" in found.message
    assert found.message.startswith("train.py:")
    assert found.evidence["with"] > found.evidence["without"]
    assert any("target mood (as the script has it)" in one for one in result.audit.bundle.notices)


@pytest.mark.parametrize("code", KEPT.values(), ids=KEPT)
def test_groups_that_the_script_keeps_together_are_not(audited, code):
    result = audited(code)
    assert grave(result) == []
    assert result["F-21"].findings == ()


def test_rows_that_owe_nothing_to_their_groups_are_no_grave_fault(audited):
    assert grave(audited(AT_RANDOM, clips(of_speakers=False))) == []


def test_what_the_auditor_says_of_groups_counts(audited):
    assert audited(AT_RANDOM, groups="none")["F-21"].findings == ()
    assert audited(AT_RANDOM, groups="speaker")["F-21"].findings[0].severity.value == "fatal"
    kept = audited(KEPT["GroupKFold"], groups="speaker", target="mood")
    assert kept["F-21"].findings == ()


def test_a_target_that_the_code_does_not_show_is_asked_for_and_taken_when_told(audited):
    hidden = "from theirs import features\nX, y = features(df)\nA, B, a, b = train_test_split(X, y)" + END
    result = audited(hidden)
    assert any("say its target (--target)" in one for one in result.audit.bundle.notices)
    assert "--target" in result["F-21"].ask
    assert any("target mood (as was told)" in one for one in audited(hidden, target="mood").audit.bundle.notices)


def test_rows_of_a_series_that_are_divided_at_random_are_told(audited):
    rng = np.random.default_rng(1)
    days, level = pd.date_range("2020-01-01", periods=800), np.cumsum(rng.normal(size=800))
    table = pd.DataFrame({"day": days, "a": level + rng.normal(size=800) * 0.1, "f0": np.arange(800) / 100,
                          "mood": np.where(np.sin(np.arange(800) / 20) > 0, "up", "down")})
    code = 'X, y = df[["a", "f0"]], df["mood"]\nA, B, a, b = train_test_split(X, y, {})' + END
    assert grave(audited(code.format("random_state=1"), table)) == ["F-22"]
    assert audited(code.format("shuffle=False"), table)["F-22"].findings == ()


def test_pieces_of_fewer_cases_by_their_names_are_told(audited):
    table = clips().drop(columns=["speaker", "studio"])
    table["clip"] = table["clip"].str.replace("_", "_seg")
    code = 'A, B, a, b = train_test_split(df[["f0", "f1", "f2"]], df["mood"], {})' + END
    result = audited(code.format("random_state=1"), table)
    assert grave(result) == ["F-21"]
    assert "600 rows are pieces of 30 cases" in result["F-21"].findings[0].message


def test_columns_that_a_pipeline_leaves_out_are_no_features(audited):
    code = """from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
pre = ColumnTransformer([("n", LabelEncoder(), ["f0", "f1"])])
A, B, a, b = train_test_split(df.drop(columns="mood"), df["mood"], random_state=1)
print(accuracy_score(b, make_pipeline(pre, RandomForestClassifier()).fit(A, a).predict(B)))
"""
    table = clips(of_speakers=False)
    table["told"] = table["mood"].str.upper()
    result = audited(code, table)
    assert {column.name for column in result.audit.bundle.problem.columns} == {"f0", "f1"}
    assert result["F-24"].findings == ()


def test_a_file_that_is_not_there_is_named(audited, tmp_path):
    audited(AT_RANDOM)
    with pytest.raises(BadInput, match="there is no file"):
        referee.audit(tmp_path / "train.py", data=tmp_path / "none.csv")


def test_a_frame_is_read_as_a_file_is(audited, tmp_path):
    audited(AT_RANDOM)
    assert grave(referee.audit(tmp_path / "train.py", data=clips())) == ["F-21"]


def test_scores_of_runs_beside_a_script_are_still_its_scores(audited):
    runs = pd.DataFrame({"model": ["a", "a", "b", "b"], "seed": [1, 2, 1, 2], "accuracy": [0.8, 0.7, 0.9, None]})
    assert any(one.startswith("their.csv: 4 runs of a, b by accuracy") for one in
               audited(AT_RANDOM, runs).audit.bundle.notices)
