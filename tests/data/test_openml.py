"""Loading from OpenML, with a stand-in for the package: what is asked of it, and what is said when it fails."""

import sys
from types import ModuleType, SimpleNamespace

import pandas as pd
import pytest

from referee.data import openml_problem
from referee.errors import BadInput

FRAME = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": pd.Categorical(["x", "y", "x"]),
                      "class": pd.Categorical(["u", "v", "u"])})


class ServerError(Exception):
    """As PyOpenMLError: an Exception of the package's own."""


class Dataset:
    """The part of openml.OpenMLDataset that is used; get_data returns frame, target, indicators, names."""

    name = "toy"

    def __init__(self, default_target):
        self.default_target_attribute = default_target

    def get_data(self):
        return FRAME, None, [False, True, True], list(FRAME.columns)


@pytest.fixture
def openml(monkeypatch):
    """A module called openml whose get_dataset notes what it was asked for."""
    asked = []
    module = ModuleType("openml")
    module.answer = Dataset("class")

    def get_dataset(dataset_id, *, download_data, download_qualities, download_features_meta_data):
        asked.append((dataset_id, download_data))
        if isinstance(module.answer, Exception):
            raise module.answer
        return module.answer

    module.datasets = SimpleNamespace(get_dataset=get_dataset)
    module.exceptions = SimpleNamespace(PyOpenMLError=ServerError)
    module.asked = asked
    monkeypatch.setitem(sys.modules, "openml", module)
    return module


def test_a_data_set_by_number_or_name(openml):
    problem = openml_problem(61)
    assert (problem.name, problem.targets, problem.classes) == ("toy", ("class",), ("u", "v"))
    assert [c.name for c in problem.columns] == ["a", "b"]
    openml_problem("61")
    openml_problem("iris")
    assert openml.asked == [(61, True), (61, True), ("iris", True)]


def test_another_target_and_other_options(openml):
    assert openml_problem(61, target="a").targets == ("a",)
    assert openml_problem(61, positive="u", name="mine").classes == ("v", "u")


def test_several_default_targets(openml, monkeypatch):
    openml.answer = Dataset("a,c")
    monkeypatch.setitem(globals(), "FRAME", FRAME.assign(c=[4.0, 5.0, 7.0]))
    assert openml_problem(61).y.shape == (3, 2)


def test_no_default_target(openml):
    openml.answer = Dataset(None)
    with pytest.raises(BadInput) as info:
        openml_problem(61)
    assert str(info.value) == ("OpenML data set 61 names no default target; say which column is the target. "
                               "Columns: a, b, class.")


def test_the_network_is_down(openml):
    openml.answer = ConnectionError("Name or service not known")
    with pytest.raises(BadInput) as info:
        openml_problem(61)
    assert str(info.value) == ("OpenML cannot be reached for data set 61 (ConnectionError); check the network, or save "
                               "the table and read it from a file.")


def test_openml_refuses(openml):
    openml.answer = ServerError("Unknown dataset")
    with pytest.raises(BadInput, match="OpenML gives no data set 'nope': Unknown dataset"):
        openml_problem("nope")


def test_the_package_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "openml", None)
    with pytest.raises(BadInput) as info:
        openml_problem(61)
    assert str(info.value) == "reading from OpenML needs the package openml: pip install 'referee[openml]'."
