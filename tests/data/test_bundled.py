"""The sets that are always at hand."""

import numpy as np
import pytest
from pandas.testing import assert_frame_equal
from sklearn import datasets

from referee.data import BUNDLED, bundled
from referee.errors import UnknownName
from referee.kinds import Task


@pytest.mark.parametrize("card", BUNDLED, ids=lambda card: card.name)
def test_each_is_what_its_card_says(card):
    problem = bundled(card.name)
    assert (problem.n_rows, problem.n_features, problem.task) == (card.rows, card.features, card.task)
    assert problem.targets == ((card.target,) if isinstance(card.target, str) else card.target)
    assert problem.name == card.name
    assert problem.features.missing == 0
    assert card.about.endswith(".")
    assert card.source
    assert str(card).startswith(f"{card.name}: {card.rows:,} rows")


def test_all_of_scikit_learns_are_there():
    assert [card.name for card in BUNDLED] == ["iris", "wine", "breast-cancer", "digits", "diabetes", "linnerud"]


@pytest.mark.parametrize("card", BUNDLED, ids=lambda card: card.name)
def test_every_number_is_scikit_learns(card):
    """The tables are our own copies, so that scikit-learn need not be loaded to read them."""
    theirs = getattr(datasets, f"load_{card.name.replace('-', '_')}")(as_frame=True)
    ours, names = bundled(card.name).features.given, [card.target] if isinstance(card.target, str) else card.target
    assert_frame_equal(ours, theirs.data, check_exact=True)
    target = bundled(card.name).y
    if card.task is Task.CLASSIFICATION:
        assert np.array_equal(np.array(bundled(card.name).classes)[target], theirs.target_names[theirs.target])
    else:
        assert np.array_equal(target.reshape(card.rows, -1), theirs.target.to_numpy().reshape(card.rows, -1))
    assert len(names) == target.reshape(card.rows, -1).shape[1]


def test_classes_have_names_and_the_illness_is_positive():
    assert bundled("iris").classes == ("setosa", "versicolor", "virginica")
    cancer = bundled("breast-cancer")
    assert cancer.classes == ("benign", "malignant")
    assert int(cancer.y.sum()) == 212       # malignant tumours, UCI's description
    assert bundled("digits").classes == tuple(range(10))
    assert bundled("linnerud").y.shape == (20, 3)


def test_options_override_what_is_known():
    assert bundled("breast-cancer", positive="benign").classes == ("malignant", "benign")
    assert bundled("digits", task="regression").task is Task.REGRESSION


def test_an_unknown_name():
    with pytest.raises(UnknownName, match="no dataset is called 'irs'; did you mean 'iris'"):
        bundled("irs")
