"""Scripts and notebooks: what they do with rows is followed, nothing of them is run, what is lost is said."""

import json

import pytest
from typer.testing import CliRunner

import referee
from audit.scripts.written import FOURTH, SECOND, SHELF, THIRD, cases, notebook
from referee.audit.reading.scripts.seen import READ
from referee.cli.main import app
from referee.errors import BadInput

FLOW = ("F-01", "F-03", "F-08", "F-23", "F-44")
SPLIT = """import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC
df = pd.read_csv("a.csv"); y = df.pop("y")
"""


def audited(tmp_path, code, name="train.py"):
    path = tmp_path / name
    path.write_text(code, encoding="utf-8")
    return referee.audit(path)


def told(result):
    return {(f.code, f.severity.value) for f in result.findings if f.code in READ}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_shelf(case, tmp_path):
    result = referee.audit(case.write(tmp_path))
    found = [(f.code, f.evidence["place"]) for f in result.findings if f.code in READ and f.severity.rank > 0]
    if case.truth == "clean":
        assert not found
        assert all(result[code].outcome == "passed" for code in FLOW)
        return
    code, _, line = case.truth.partition(" ")
    assert found == [(code, f"{case.name}, {line}" if line.startswith("cell") else f"{case.name}:{line}")]


@pytest.mark.parametrize("case", cases(SECOND), ids=lambda case: case.name)
def test_the_second_shelf(case, tmp_path):
    result = referee.audit(case.write(tmp_path))
    found = {f.code for f in result.findings if f.code in READ and f.severity.rank > 0}
    assert found == (set() if case.truth == "clean" else {case.truth})
    assert all(result[code].outcome in {"passed", "found"} for code in FLOW)


@pytest.mark.parametrize("case", cases(THIRD), ids=lambda case: case.name)
def test_the_third_shelf(case, tmp_path):
    """Told by its check, and no other check is alarmed; a careful twin hears nothing."""
    found = [(f.code, f.severity.value) for f in referee.audit(case.write(tmp_path)).findings if f.severity.rank > 0]
    if case.truth == "clean":
        assert not found
        return
    assert case.truth in {code for code, _ in found}
    assert {code for code, severity in found if severity in {"serious", "fatal"}} <= {case.truth}


@pytest.mark.parametrize("case", cases(FOURTH), ids=lambda case: case.name)
def test_the_fourth_shelf(case, tmp_path):
    """Told by its check as serious or fatal, or as a warning where so much is known; no clean one is alarmed."""
    result = referee.audit(case.write(tmp_path))
    found = [(f.code, f.severity.value) for f in result.findings if f.severity.rank > 0]
    grave = {code for code, severity in found if severity in {"serious", "fatal"}}
    if case.truth == "clean":
        assert not grave
    elif case.truth.endswith("warning"):
        assert (case.truth.split()[0], "warning") in found
    elif case.truth == "missed":
        assert not grave            # told in the documentation as missed: move it when it is told
    else:
        assert case.truth in grave


def test_the_shelves_are_whole():
    shelves = [cases(shelf) for shelf in (SHELF, SECOND, THIRD, FOURTH)]
    counted = [(len(shelf), sum(case.truth == "clean" for case in shelf)) for shelf in shelves]
    assert counted == [(30, 10), (32, 19), (104, 44), (143, 62)]


def test_nothing_is_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lurking.py").write_text("open('ran', 'w')", encoding="utf-8")
    code = ("import lurking\nfrom lurking import *\nopen('ran', 'w')\nexec('open(\"ran\", \"w\")')\n"
            "[open('ran') for _ in 'a']\n")
    for name, text in (("a.py", code), ("a.ipynb", notebook(code))):
        audited(tmp_path, text, name)
    assert not (tmp_path / "ran").exists()


def test_names_decide_nothing(tmp_path):
    """Swapped names: X_train is the test part, and what is called X_test was trained on."""
    swapped = SPLIT + ("X_test, X_train, y_test, y_train = train_test_split(df, y)\n"
                       "m = SVC().fit(X_test, y_test)\nprint(m.score(X_train, y_train))\n")
    assert not told(audited(tmp_path, swapped))
    same = SPLIT + "X_train = df\nX_test = df\nm = SVC().fit(X_train, y)\nprint(m.score(X_test, y))\n"
    assert told(audited(tmp_path, same)) == {("F-01", "fatal")}


@pytest.mark.parametrize(("code", "where"), [
    ("from helpers import load\nX_train, X_test, y_train, y_test = load()\n", "load"),
    ("import joblib\nX_train, X_test, y_train, y_test = joblib.load('parts.pkl')\n", "X_train"),
    (SPLIT + "from helpers import tidy\nX_train, X_test, y_train, y_test = tidy(df, y)\n", "tidy"),
    (SPLIT + "exec(open('cut.py').read())\n", "exec"),
], ids=["other file", "pickle", "unknown function", "exec"])
def test_what_is_lost_is_not_passed(tmp_path, code, where):
    result = audited(tmp_path, code + "from sklearn.svm import SVC\nm = SVC().fit(X_train, y_train)\n"
                                      "print(m.score(X_test, y_test))\n")
    assert not told(result)
    for check in FLOW:
        assert result[check].outcome == "not checkable"
        assert where in result[check].reason


def test_a_score_by_a_function_of_another_file_is_not_passed(tmp_path):
    code = SPLIT + ("from helpers import judge\nA, B, a, b = train_test_split(df, y)\nm = SVC().fit(A, a)\n"
                    "judge(m, B, b)\n")
    result = audited(tmp_path, code)
    assert not told(result)
    assert result["F-01"].outcome == "not checkable"
    beside = audited(tmp_path, code + "print(m.score(B, b))\n")
    assert "judge(…) does is not in this file" in beside["F-01"].reason
    assert beside["F-01"].outcome == "not checkable"


@pytest.mark.parametrize(("middle", "expected"), [
    ("A, B, a, b = df[:800], df[800:], y[:800], y[800:]", set()),
    ("A, B, a, b = df[:800], df[700:], y[:800], y[700:]", None),
    ("mask = df['year'] < 2019\nA, B, a, b = df[mask], df[~mask], y[mask], y[~mask]", set()),
    ("A, B, a, b = df[df.part == 'train'], df[df.part == 'test'], y, y", set()),
    (("import numpy as np\ni = np.random.permutation(len(df))\n"
     "A, B, a, b = df.iloc[i[:90]], df.iloc[i[90:]], y.iloc[i[:90]], y.iloc[i[90:]]"), set()),
    ("A = df.sample(frac=.8)\nB = df.drop(A.index)\na, b = y[A.index], y[B.index]", set()),
    ("A = B = df\na = b = y", {("F-01", "fatal")}),
])
def test_divisions_of_every_form(tmp_path, middle, expected):
    result = audited(tmp_path, SPLIT + middle + "\nprint(SVC().fit(A, a).score(B, b))\n")
    assert told(result) == (expected or set())
    assert (result["F-01"].outcome == "not checkable") == (expected is None)


def test_groups_and_dates_are_asked_about(tmp_path):
    code = SPLIT + ("df = df.drop(columns=['patient_id'])\ndf['when'] = pd.to_datetime(df['when'])\n"
                    "A, B, a, b = train_test_split(df, y)\nprint(SVC().fit(A, a).score(B, b))\n")
    result = audited(tmp_path, code)
    assert not told(result)
    assert "'patient_id' (train.py:5)" in result["F-21"].reason
    assert "to_datetime (line 6)" in result["F-22"].reason
    assert result["F-21"].outcome == result["F-22"].outcome == "not checkable"


def test_a_script_that_is_none_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"train.py, line 2 is not Python 3"):
        audited(tmp_path, "x = 1\nprint x\n")
    with pytest.raises(BadInput, match="no notebook"):
        audited(tmp_path, json.dumps({"a": 1}), "a.ipynb")
    with pytest.raises(BadInput, match="line 1 is not JSON"):
        audited(tmp_path, "nonsense", "b.ipynb")


def test_a_cell_that_is_not_python_is_told(tmp_path):
    result = audited(tmp_path, notebook("x = (\n# %%\n%%bash\nls -l | wc\n# %%\nprint(1)\n"), "a.ipynb")
    assert "cell 1 is not Python" in result["F-01"].reason
    assert "cell 2" not in result["F-01"].reason


def test_deep_and_endless_code_ends(tmp_path):
    result = audited(tmp_path, "def f(x):\n    return f(f(x))\nf(1)\n" + "y = " + "-" * 80 + "1\n")
    assert result["F-01"].outcome == "not checkable"
    doubled = "".join(f"def f{n}():\n    f{n + 1}(); f{n + 1}(); f{n + 1}(); f{n + 1}()\n" for n in range(12))
    assert "longer or deeper" in audited(tmp_path, doubled + "def f12(): pass\nf5()\nf1()\n" * 40)["F-01"].reason


def test_on_the_command_line(tmp_path):
    case = next(case for case in cases() if case.name.startswith("f02"))
    done = CliRunner().invoke(app, ["audit", str(case.write(tmp_path)), "--json"])
    assert done.exit_code == 1
    finding = json.loads(done.stdout)["findings"][0]
    assert (finding["code"], finding["evidence"]["line"]) == ("F-23", 8)


@pytest.mark.parametrize(("scored", "alarm"), [("test", set()), ("train", {("F-01", "fatal")})])
def test_rows_that_are_kept_in_a_dictionary_are_those_of_their_entry(scored, alarm, tmp_path):
    code = f"""import numpy as np
from sklearn.metrics import f1_score
from sklearn.svm import SVC
kept = np.load("beats.npz")
signal, label, person = kept["signal"], kept["label"], kept["person"]
people = np.random.default_rng(5).permutation(np.unique(person))
n = len(people)
parts = dict(zip(("train", "test"), np.split(people, [int(0.6 * n)])))
rows = {{k: np.flatnonzero(np.isin(person, v)) for k, v in parts.items()}}
model = SVC().fit(signal[rows["train"]], label[rows["train"]])
print(f1_score(label[rows["{scored}"]], model.predict(signal[rows["{scored}"]])))
"""
    assert told(audited(tmp_path, code)) == alarm


WINDOWED = """import numpy as np
import pandas as pd
from pathlib import Path
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
SETTINGS = {{"width": 512, "hop": {hop}}}


def cut(x, width, hop):
    return np.stack([x[i:i + width] for i in range(0, len(x) - width + 1, hop)])


def features(v):
    return {{"rms": np.sqrt(np.mean(v ** 2)), "peak": np.abs(v).max()}}


def table(folder):
    lines = []
    for path in sorted(Path(folder).glob("*.npy")):
        for v in cut(np.load(path), SETTINGS["width"], SETTINGS["hop"]):
            lines.append({{"kind": path.stem, **features(v)}})
    return pd.DataFrame(lines)


def judge(frame):
    X, y = frame.drop(columns="kind"), frame["kind"]
    A, B, a, b = train_test_split(X, y, random_state=1)
    return RandomForestClassifier().fit(A, a).score(B, b)


print(judge(table("runs")))
"""


@pytest.mark.parametrize(("hop", "alarm"), [(64, {("F-22", "serious")}), (512, set())])
def test_windows_are_followed_from_the_function_that_cuts_them_to_the_one_that_divides(hop, alarm, tmp_path):
    assert told(audited(tmp_path, WINDOWED.format(hop=hop))) == alarm


@pytest.mark.parametrize("name", ["model.R", "report.Rmd", "train.jl", "fit.m"])
def test_code_in_another_language_is_refused_as_such(name, tmp_path):
    with pytest.raises(BadInput, match=r"is code in (R|Julia|MATLAB or Octave), which is not read"):
        audited(tmp_path, "x <- 1\n", name)


def test_a_notebook_in_another_language_is_refused_as_such(tmp_path):
    cells = json.loads(notebook("x <- 1\n"))
    for about in ({"kernelspec": {"language": "R"}}, {"language_info": {"name": "julia"}}):
        with pytest.raises(BadInput, match=r"is code in (R|julia), which is not read"):
            audited(tmp_path, json.dumps(cells | {"metadata": about}), "a.ipynb")
    mine = json.dumps(json.loads(notebook("x = 1\n")) | {"metadata": {"language_info": {"name": "ipython"}}})
    assert audited(tmp_path, mine, "b.ipynb")["F-01"].outcome == "not checkable"
