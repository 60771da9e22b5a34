"""referee ledger merge, backup, prune, compact, check --json, as they are typed."""

import json
import shutil

import pytest
from typer.testing import CliRunner

import referee
from referee.cli.main import app


@pytest.fixture(scope="module")
def studied(tmp_path_factory):
    place = tmp_path_factory.mktemp("ledger") / "study.db"
    referee.compare(["lda", "tree"], "iris", design="kfold:folds=5", jobs=1, ledger=place)
    return place


@pytest.fixture
def place(studied, tmp_path):
    return shutil.copy(studied, tmp_path / "study.db")


def typed(*words):
    return CliRunner().invoke(app, ["ledger", *map(str, words)])


def test_merged(place, tmp_path):
    said = typed("merge", tmp_path / "new.db", place)
    assert said.exit_code == 0, said.output
    assert "1 studies; 0 records were there already." in said.output
    again = json.loads(typed("merge", tmp_path / "new.db", place, "--json").output)
    assert again == {"taken": {}, "records already there": 15, "conflicts": []}


def test_copied_pruned_compacted_and_checked(place, tmp_path):
    assert typed("backup", place, tmp_path / "copy.db").exit_code == 0
    assert "5 fits (0.0 MB of predictions) would be removed; say --yes to do it" in typed(
        "prune", place, "--learner", "tree").output
    assert "5 fits (0.0 MB of predictions) removed." in typed("prune", place, "--learner", "tree", "--yes").output
    assert "compacted" in typed("compact", place).output
    found = json.loads(typed("check", place, "--json").output)
    assert (found["whole"], found["records"], found["pruned"][0]["fits"]) == (True, 10, 5)
    assert "5 fits were removed by pruning on 20" in typed("check", place).output
    assert json.loads(typed("check", tmp_path / "copy.db", "--json").output)["records"] == 15


@pytest.mark.parametrize(("words", "sentence"), [
    (["merge", "{place}", "{place}"], "cannot be merged with itself; name two ledgers"),
    (["merge", "{place}", "no.db"], "there is no ledger no.db"),
    (["merge", "{place}", __file__], "is not a ledger"),
    (["backup", "{place}", "no/such/copy.db"], "there is no folder"),
    (["prune", "{place}"], "nothing says which fits are to go"),
    (["compact", "no.db"], "there is no ledger no.db"),
])
def test_mistakes_are_sentences(place, words, sentence):
    from referee.errors import RefereeError

    said = typed(*(word.format(place=place) for word in words))
    assert said.exit_code
    assert isinstance(said.exception, RefereeError | SystemExit)
    assert sentence in f"{said.output}{said.exception}"
