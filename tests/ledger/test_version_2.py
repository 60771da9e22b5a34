"""A ledger that the second version of the schema wrote still opens, and answers as it did."""

import contextlib
import json
import shutil
from pathlib import Path

import pytest

import referee
from ledger.assets import make_version_2 as made
from referee.designs.card import plan_card
from referee.designs.observing import in_lots
from referee.errors import NotJustified
from referee.ledger import open_ledger

pytestmark = pytest.mark.slow

ASSETS = Path(__file__).with_name("assets")
SAID = json.loads((ASSETS / "version_2_answers.json").read_text(encoding="utf-8"))

# Studies that are answered otherwise on purpose, and why.
CHANGED = {"scikit-learn's leave-one-out": "judged as the leave-one-out that it is: McNemar, and no corrected t"}

# Studies whose scores were means over test parts of unequal size, or of roots: rows are pooled now; the tests are not.
# Where a baseline takes part, it has left the family of the models, which are corrected for fewer comparisons.
POOLED = {"two times three-fold": {"estimates", "families"}, "given pairs": {"estimates"}, "regression": {"estimates"},
          "bootstrap": {"estimates"}, "curve": {"curves"}}

# Studies with an interval that was too short, or none: of a baseline's share (Wilson), of areas with few cases of a
# class (DeLong with Welch's t). No score and no difference moves; every interval that was there lies in the new one.
OF_AN_INTERVAL = {"low", "high", "p", "p_adjusted", "detectable", "df"}
WIDENED = {"hold-out": {"estimates", "families"}, "folds": {"estimates"}, "sized": {"estimates"},
           "tuned": {"estimates"}, "tuned by one pass": {"estimates"}}

# Studies that are refused on purpose, and what is said.
REFUSED = {"scikit-learn's series": "rows in order of time are a series, .* needs 60 tested times at least"}

# Plans whose splits had labels of their own, which their places do not repeat.
NAMED_ANEW = {"splits given by the user",
              "3-fold cross-validation with training sets of 12 and 24, each within the next, stratified"}


@pytest.fixture(scope="module", params=["as it is", "brought up to date"])
def place(request, tmp_path_factory):
    """A copy that is read as it was written, and one that was opened to be written first."""
    path = shutil.copy(ASSETS / "version_2.db", tmp_path_factory.mktemp("old") / "old.db")
    if request.param == "brought up to date":
        open_ledger(path, create=False).close()
    return path


@pytest.fixture
def fresh(tmp_path):
    """A copy to write to."""
    return shutil.copy(ASSETS / "version_2.db", tmp_path / "old.db")


def test_it_is_whole(place):
    with contextlib.closing(open_ledger(place, create=False, read_only=True)) as ledger:
        assert ledger.check() == []
        assert [card.name for card in ledger.studies()] == [one["study"] for one in SAID]


@pytest.mark.parametrize("number", range(1, len(SAID) + 1), ids=[one["study"] for one in SAID])
def test_it_answers_as_it_did(place, number):
    name, then = SAID[number - 1]["study"], facts(SAID[number - 1]["answer"])
    if name in REFUSED:
        with pytest.raises(NotJustified, match=REFUSED[name]):
            referee.reread(place, number)
        return
    now = facts(referee.reread(place, number).to_dict())
    other = {path: (value, now.get(path)) for path, value in then.items() if not same(value, now.get(path))}
    if name in CHANGED:
        assert other, f"{name} answers as it did; take it off the list"
    elif name in POOLED:
        assert {path[0] for path in other} == POOLED[name]
    elif name in WIDENED:
        assert {path[0] for path in other} == WIDENED[name]
        assert {path[-1] for path in other} <= OF_AN_INTERVAL
        for path, (old, new) in other.items():
            assert path[-1] not in {"low", "high"} or old is None or (new < old if path[-1] == "low" else new > old)
    else:
        assert other == {}


def test_the_same_splits_get_the_same_test_whatever_they_were_called(place):
    """Leave-one-out by our name and by scikit-learn's."""
    ours, theirs = ([one["study"] for one in SAID].index(name) + 1 for name in ("leave-one-out", next(iter(CHANGED))))
    tests = [referee.reread(place, number).to_dict()["families"][0]["test"] for number in (ours, theirs)]
    assert tests == ["mcnemar", "mcnemar"]


def test_a_plan_laid_today_has_the_name_it_had(place):
    """So that what was run for a whole plan, and what was asked of a vault, is found again."""
    with contextlib.closing(open_ledger(place, create=False, read_only=True)) as ledger:
        for plan in [ledger.plan(study.plan) for study in ledger.studies()]:
            problem = ledger.problem(plan.problem)
            today = plan_card(in_lots(ledger.splits(entry.split for entry in plan.entries)), problem=plan.problem,
                              n_rows=problem.n_rows, groups=problem.groups, design="", parameters={}, description="")
            assert (today.fingerprint == plan.fingerprint) == (plan.description not in NAMED_ANEW)
            assert today.traits == plan.traits


def test_a_killed_run_goes_on_where_it_stopped(fresh):
    before = records(fresh)
    result = made.compare("killed", 40, 70, "kfold:folds=5", ledger=fresh)
    assert (result.done.total, result.done.reused, result.done.fitted) == (10, 5, 5)
    after = records(fresh)
    assert len(after) == len(before) + 5
    assert before.items() <= after.items()


@pytest.mark.parametrize("ask", [made.evaluations, made.closer], ids=["evaluations", "closer"])
def test_what_is_asked_again_costs_no_fit(fresh, ask):
    before = records(fresh)
    ask({"ledger": fresh})
    assert records(fresh) == before


def test_an_opening_asked_for_again_is_the_same_opening(fresh):
    X, y = made.data(60, 60)
    result = referee.vault.open(made.PAIR, X, y, baseline=False, **made.OPTIONS, name="vault", ledger=fresh)
    assert (result.analysis.vault.opening, result.analysis.vault.openings, result.done.fitted) == (1, 1, 0)


def facts(said, path=()):
    """The numbers and outcomes of an answer by where they stand; sentences may be put in other words.

    What was asked is left out: declarations have a form of their own now, see tests/declaration.
    """
    if path == ("study", "declared"):
        return {}
    if isinstance(said, dict | list):
        parts = said.items() if isinstance(said, dict) else enumerate(said)
        return {where: value for key, part in parts for where, value in facts(part, (*path, key)).items()}
    return {path: said} if "outcome" in path or not isinstance(said, str) else {}


def same(then, now):
    """Equal; numbers to what another machine's arithmetic may do to them."""
    number = isinstance(then, float) and isinstance(now, int | float)
    return now == pytest.approx(then, rel=1e-9, abs=1e-12) if number else now == then


def records(place):
    """When each job was recorded."""
    with contextlib.closing(open_ledger(place, create=False, read_only=True)) as ledger:
        return {record.job: record.created for record in ledger.read_many(ledger.keys())}
