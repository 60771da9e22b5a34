"""A verb, a command and a study file that ask for the same declare the same."""

import json
import subprocess
import sys

import pytest

import referee
from referee.api import opened
from referee.cli.main import app
from referee.errors import BadInput

ASKED = {"metrics": ["accuracy", "brier"], "design": "kfold:folds=3", "level": 0.9, "test": "corrected-t",
         "adjust": "bonferroni", "against": "lda", "relevant": 0.02, "family": "declared", "seed": 5}
MODELS = ["lda", "knn:n_neighbors=1|5"]
WORDS = [word for name, value in ASKED.items()
         for word in (f"--{name}", ",".join(value) if isinstance(value, list) else str(value))]


def of_a_verb(ledger):
    referee.compare(MODELS, "iris", **ASKED, tuning="nested:folds=2", jobs=1, ledger=ledger)


def of_a_file(ledger):
    said = {"data": "iris", "models": MODELS, **ASKED, "tuning": "nested:folds=2"}
    path = ledger.with_name("study.yaml")
    path.write_text(json.dumps(said), encoding="utf-8")            # JSON is YAML, too
    referee.run_study(path, jobs=1, ledger=ledger)


def of_a_command(ledger):
    app(["compare", "iris", "--models", ",".join(MODELS), *WORDS, "--tuning", "nested:folds=2", "--jobs", "1",
         "--ledger", str(ledger), "--no-report"], standalone_mode=False)


def declared(tmp_path, ask):
    ledger = tmp_path / f"{ask.__name__}.db"
    ask(ledger)
    with opened(ledger) as store:
        (card,) = store.studies()
    return card.declaration


@pytest.mark.slow
@pytest.mark.parametrize("ask", [of_a_file, of_a_command])
def test_whoever_asks_it_is_one_declaration(tmp_path, ask):
    said, other = declared(tmp_path, of_a_verb), declared(tmp_path, ask)
    assert other.model_copy(update={"file": None, "command": ""}) == said
    for name, value in ASKED.items():
        there = said.design.asked if name == "design" else getattr(said, name)
        assert (list(there) if isinstance(value, list) else there) == value, name


def test_what_cannot_be_declared_is_refused_with_a_sentence():
    with pytest.raises(BadInput, match=r"^this cannot be declared: budget is 2\.5, and input should be a valid"):
        referee.evaluate("lda", "iris", budget=2.5, jobs=1)


def test_who_only_fits_does_not_load_what_reads_declarations():
    code = ("import sys, referee.ledger, referee.running, referee.cli.main\n"
            "print('pydantic' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "False\n"
