"""The sets that are always at hand."""

import pytest

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
