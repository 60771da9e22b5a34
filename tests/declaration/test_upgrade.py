"""What older ledgers declared is read as it was meant; what nobody knows is refused with a sentence."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from referee.declaration import Declaration, read_declaration
from referee.errors import LedgerTooNew, LedgerUnreadable
from referee.ledger import open_ledger

ASSETS = Path(__file__).parents[1] / "ledger" / "assets"
NOW = Declaration(verb="compare", names=("a", "b"), metrics=("auc",)).to_dict()
PARTS = {
    "chance": lambda said, now: [(t["kind"], t["shuffle"], t["count"]) for t in said["tests"]]
    == [(s.kind, s.shuffle, s.count) for s in now.shuffles],
    "curve": lambda said, now: said["at"] == now.curve.at,
    "sensitivity": lambda said, now: [(v["label"], v["plan"], v["base"]["learner"]) for v in said["variants"]]
    == [(v.label, v.plan, v.base) for v in now.variants],
    "panorama": lambda said, now: (said["truth"], said["left_out"]) == (list(now.panorama.truths),
                                                                       now.panorama.left_out),
    "decompose": lambda said, now: json.loads(json.dumps([now.decomposition.truth, now.decomposition.noise]))
    == [said["truth"], said["noise"]],
    "components": lambda said, now: said["seeds"] == list(now.components.seeds),
}

SHARED = {"names": ["tree"], "metrics": ["accuracy"], "level": 0.9, "seed": 3, "why": "", "command": "referee …",
          "versions": {"numpy": "2.0.0"}}
WRITTEN = [SHARED | part for part in (                 # by version 2, of verbs that its stored ledger has no study of
    {"verb": "sensitivity", "variants": [
        {"kind": "base", "source": "base", "label": "kfold:folds=3", "seed": 3, "learner": "l", "plan": "p",
         "base": {"learner": "l"}},
        {"kind": "seed", "source": "seed", "label": "seed 1", "seed": 71, "learner": "k", "plan": "p",
         "base": {"learner": "l"}}]},
    {"verb": "panorama", "truth": [0.75], "left_out": {"loo": "too many rows"}},
    {"verb": "decompose", "metrics": [], "truth": [[0.25, 0.75], [0.5, 0.5]], "noise": None},
    {"verb": "components", "seeds": [3, 4, 5]},
)]


def stored(name):
    """Fingerprint and declaration of each study, as the file has them."""
    whole = f"file:{ASSETS / name}?mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(whole, uri=True)) as connection:
        rows = connection.execute("SELECT fingerprint, declared FROM studies ORDER BY created, id").fetchall()
    return [(fingerprint, json.loads(said)) for fingerprint, said in rows]


@pytest.mark.parametrize("said", [*(said for _, said in stored("version_2.db")), *WRITTEN], ids=lambda s: s["verb"])
def test_what_version_2_declared_is_kept(said):
    now = read_declaration(said)
    for name in ("verb", "level", "seed", "why", "command", "versions"):
        assert getattr(now, name) == said[name], name
    assert list(now.names) == said["names"]
    assert list(now.metrics) == said["metrics"]
    for name in ("test", "against", "relevant", "budget", "training", "vault", "protocol"):
        assert getattr(now, name) == said.get(name), name
    assert now.family == said.get("family", "declared")
    assert now.judged is said.get("judged", False)
    assert list(now.best_of) == said.get("best_of", [])
    assert PARTS.get(said["verb"], lambda *_: True)(said, now)


def test_every_verb_was_tried():
    tried = {said["verb"] for said in [*(said for _, said in stored("version_2.db")), *WRITTEN]}
    assert tried == set(Declaration.model_fields["verb"].annotation.__args__)


@pytest.mark.parametrize("name", ["version_1.db", "version_2.db"])
def test_a_study_keeps_the_fingerprint_it_had(tmp_path, name):
    place = shutil.copy(ASSETS / name, tmp_path / name)
    with contextlib.closing(open_ledger(place, create=False, read_only=True)) as ledger:
        assert [card.fingerprint for card in ledger.studies()] == [fingerprint for fingerprint, _ in stored(name)]


def test_the_first_version_said_little_and_meant_a_comparison():
    now = read_declaration({"level": 0.9, "metrics": ["auc"]}, learners=["l", "k"])
    assert now == Declaration(verb="compare", names=("l", "k"), metrics=("auc",), level=0.9, family="declared")


@pytest.mark.parametrize(("change", "error", "sentence"), [
    ({"wibble": 1}, LedgerUnreadable, "says 'wibble', which version 3 does not know"),
    ({"version": 4}, LedgerTooNew, "reads up to version 3: update referee"),
    ({"version": "x"}, LedgerUnreadable, "version 'x', which there never was"),
    ({"level": 2}, LedgerUnreadable, "its level: input should be less than 1"),
    ({"verb": "curve"}, LedgerUnreadable, "curve declares its curve"),
    ({"curve": {"at": 3}}, LedgerUnreadable, "curve goes with curve, and this is compare"),
    ({"verb": "guess"}, LedgerUnreadable, "its verb: input should be 'compare'"),
])
def test_what_cannot_be_read_is_refused_with_a_sentence(change, error, sentence):
    with pytest.raises(error) as told:
        read_declaration(NOW | change, study="churn")
    assert str(told.value).startswith("the declaration of 'churn' ")
    assert sentence in str(told.value)
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)
