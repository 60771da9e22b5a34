"""One door: each kind of source reaches its reader."""

import sys

import numpy as np
import pandas as pd
import pytest

from referee.data import load, make_problem
from referee.errors import BadInput, UnknownName

FRAME = pd.DataFrame({"a": [1, 2, 3], "y": ["u", "v", "u"]})


def test_each_kind_of_source(tmp_path):
    path = tmp_path / "t.csv"
    FRAME.to_csv(path, index=False)
    expected = make_problem(FRAME, target="y").fingerprint
    for source in (str(path), path, FRAME):
        assert load(source, target="y", groups=None, positive=None).fingerprint == expected
    pair = load((FRAME[["a"]], FRAME["y"]), name="pair")
    assert (pair.name, pair.fingerprint) == ("pair", expected)
    assert load(np.eye(3), y=[1.5, 2.5, 3.5]).n_features == 3
    assert load(pair) is pair
    with pytest.raises(BadInput, match="pair is a problem already; target cannot be changed"):
        load(pair, target="y")


def test_bundled_sets_by_name_unless_a_file_has_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load("iris").n_rows == load("bundled:iris", target=None, task=None).n_rows == 150
    assert load("breast-cancer", positive="benign").classes[-1] == "benign"
    (tmp_path / "iris").mkdir()
    with pytest.raises(BadInput, match="iris is a folder"):
        load("iris")
    assert load("bundled:iris").n_rows == 150
    with pytest.raises(UnknownName, match="no dataset is called 'irsi'; did you mean 'iris'"):
        load("bundled:irsi")


def test_names_that_lead_nowhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput) as info:
        load("irsi")
    assert str(info.value) == "there is no file 'irsi' and no bundled data set of that name; did you mean 'iris'?"
    with pytest.raises(BadInput, match=r"there is no file 'irsi\.csv'"):
        load("irsi.csv", target="y")


def test_openml_by_prefix(monkeypatch):
    monkeypatch.setitem(sys.modules, "openml", None)
    with pytest.raises(BadInput, match="needs the package openml"):
        load("openml:61")


@pytest.fixture
def weighed(tmp_path):
    path = tmp_path / "weighed.csv"
    path.write_text("x,w,t\n" + "".join(f"{i % 7},{1 + i % 3},{'ab'[i % 2]}\n" for i in range(30)))
    return path


def test_the_target_of_a_file_may_be_named_as_y(weighed):
    assert load(weighed, y="t").fingerprint == load(weighed, target="t").fingerprint
    assert load("iris", y="species").fingerprint == load("iris").fingerprint


def test_an_array_is_no_target_of_a_file(weighed):
    with pytest.raises(BadInput, match=r"holds its own target: name the column"):
        load(weighed, y=[0, 1] * 15)
    with pytest.raises(BadInput, match="not both"):
        load(weighed, y="t", target="x")


def test_weights_of_the_fits_of_a_file_are_a_column_or_an_array(weighed):
    by_name = load(weighed, target="t", sample_weight="w")
    assert by_name.features.fit_parameters["sample_weight"].tolist() == [1 + i % 3 for i in range(30)]
    assert [column.name for column in by_name.columns] == ["x"]
    beside = load(weighed, target="t", fit_params={"eval_set": [1, 2]})
    assert beside.features.fit_parameters["eval_set"] == [1, 2]
