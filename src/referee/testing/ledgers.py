"""What every ledger must do. Subclass `LedgerConformance`, override the fixture `ledger`, and run pytest.

A ledger that keeps vaults subclasses `VaultConformance` as well.

    class TestMyLedger(LedgerConformance):
        @pytest.fixture
        def ledger(self):
            ledger = MyLedger()
            yield ledger
            ledger.close()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from datetime import UTC, datetime

import numpy as np
import pytest

from referee.data.problem import Problem
from referee.declaration import Declaration
from referee.designs.split import Split
from referee.errors import BadInput, LedgerError, RefereeError
from referee.kinds import Array
from referee.ledger import KeepsVaults, Ledger, Look, Record, StudyCard, VaultCard, VaultUse
from referee.testing.ledger_samples import (
    a_learner,
    a_plan,
    a_problem,
    a_record,
    a_regression,
    same_array,
    same_record,
    some_splits,
)


class LedgerConformance:
    """The contract of `referee.ledger.Ledger`, as tests."""

    @pytest.fixture
    def ledger(self) -> Iterator[Ledger]:
        """An empty ledger of the kind under test."""
        raise NotImplementedError("override the fixture `ledger` to give an empty ledger")

    def test_a_new_ledger_is_empty_and_whole(self, ledger: Ledger) -> None:
        """Nothing in it, nothing wrong with it."""
        assert ledger.keys() == set()
        assert [len(said) for said in (ledger.studies(), ledger.looks(), ledger.summary(), ledger.check())] == [0] * 4

    @pytest.mark.parametrize("make", [a_problem, a_regression])
    def test_a_problem_comes_back_without_features(self, ledger: Ledger, make: Callable[[], Problem]) -> None:
        """Targets, groups, ids, classes, columns and notices are as they were."""
        problem = make()
        ledger.add_problem(problem)
        back = ledger.problem(problem.fingerprint)
        assert back.features is None
        for name in ("name", "task", "targets", "classes", "columns", "notices", "fingerprint", "n_rows"):
            assert getattr(back, name) == getattr(problem, name), name
        for name in ("y", "groups", "ids"):
            assert same_array(getattr(back, name), getattr(problem, name)), name
        assert not back.y.flags.writeable

    def test_a_plan_comes_back_with_the_rows_of_its_splits(self, ledger: Ledger) -> None:
        """Folds whose training rows are all the others, and samples with repetitions."""
        problem, splits = a_problem(), some_splits()
        card = a_plan(problem, splits)
        ledger.add_plan(card, splits)
        assert ledger.plan(card.fingerprint) == card
        for split in splits:
            back = ledger.split(split.fingerprint)
            assert (back.n_rows, back.label, back.fingerprint) == (split.n_rows, split.label, split.fingerprint)
            assert same_array(back.test, split.test)
            assert same_array(back.train, split.train)
        turned = [split.fingerprint for split in reversed(splits)]
        assert [split.fingerprint for split in ledger.splits(turned)] == turned

    def test_a_plan_comes_back_with_what_it_is(self, ledger: Ledger) -> None:
        """Folds, parts in order, groups apart: facts and not names, and of the types they had."""
        problem, parts = a_problem(), some_splits()
        later = [Split(label=f"0/{k}", n_rows=12, train=np.arange(4 * k + 4), test=np.arange(4 * k + 4, 4 * k + 8))
                 for k in range(2)]
        for splits in (parts[:3], parts[3:], later):
            card = a_plan(problem, splits)
            ledger.add_plan(card, splits)
            back = ledger.plan(card.fingerprint).traits
            assert back == card.traits
            assert [type(value) for value in astuple(back)] == [type(value) for value in astuple(card.traits)]
        assert back.in_order

    def test_a_plan_already_there_is_not_asked_for_its_splits(self, ledger: Ledger) -> None:
        """Adding it again returns at once."""

        def refusing() -> Iterator[Split]:
            raise AssertionError("the splits were asked for")
            yield

        splits = some_splits()
        card = a_plan(a_problem(), splits)
        ledger.add_plan(card, splits)
        ledger.add_plan(card, refusing())
        assert ledger.plan(card.fingerprint) == card

    def test_a_plan_that_was_not_finished_is_not_there(self, ledger: Ledger) -> None:
        """The splits run dry or the process is interrupted: no plan; the next attempt succeeds."""
        splits = some_splits()
        card = a_plan(a_problem(), splits)
        with pytest.raises(BadInput, match="1 were not given"):
            ledger.add_plan(card, splits[:-1])
        with pytest.raises(LedgerError):
            ledger.plan(card.fingerprint)
        ledger.add_plan(card, iter(splits))
        assert ledger.plan(card.fingerprint) == card

    def test_two_plans_share_a_split(self, ledger: Ledger) -> None:
        """The first repeat of the repeated design is the design itself."""
        splits = some_splits()
        short, long = a_plan(a_problem(), splits[:3]), a_plan(a_problem(), splits, repeats=2)
        ledger.add_plan(short, splits[:3])
        ledger.add_plan(long, splits)
        assert [e.split for e in ledger.plan(long.fingerprint).entries] == [s.fingerprint for s in splits]
        assert ledger.plan(short.fingerprint) == short

    def test_a_learner_comes_back(self, ledger: Ledger) -> None:
        """Name, recipe, versions, and whether it is a baseline."""
        for card in (a_learner("forest"), a_learner("prior")):
            ledger.add_learner(card)
            ledger.add_learner(card)
            assert ledger.learner(card.fingerprint) == card

    def test_a_record_comes_back_to_the_last_bit(self, ledger: Ledger) -> None:
        """Predictions of every kind, times, warnings and notes."""
        problem, learner, splits = a_problem(), a_learner(), some_splits()
        odd = np.array([np.nan, np.inf, -0.0, 5e-324])
        given = [
            a_record(problem, learner, splits[0]),
            a_record(problem, learner, splits[1], labels=None, scores=None, probabilities=None, values=odd),
            a_record(problem, learner, splits[2], labels=np.array([0, 70_000, 1])),
        ]
        ledger.append(given)
        for record in given:
            back = ledger.read(record.job)
            assert same_record(back, record)
            assert all(not a.flags.writeable for a in _arrays(back))

    def test_a_failed_record_keeps_its_error(self, ledger: Ledger) -> None:
        """Whatever characters the message holds, it is stored and the record counts as failed."""
        lost = Record(problem="p", learner="l", split="s", error="nül \x00 and \ud800", traceback="Traceback …")
        ledger.append([lost, Record(problem="p", learner="l", split="t")])
        back = ledger.read(lost.job)
        assert back.failed
        assert back.error.startswith("nül ")
        assert back.traceback == "Traceback …"
        assert ledger.keys() - ledger.keys(failed=False) == {lost.job}

    def test_a_record_is_never_rewritten(self, ledger: Ledger) -> None:
        """The first one stays, whether the second comes alone, later, or in the same batch."""
        problem, learner, split = a_problem(), a_learner(), some_splits()[0]
        first = a_record(problem, learner, split)
        second = a_record(problem, learner, split, notes={"leaves": 8})
        other = a_record(problem, a_learner("tree"), split)
        ledger.append([first, second])
        ledger.append([second, other])
        assert same_record(ledger.read(first.job), first)
        assert ledger.keys() == {first.job, other.job}

    def test_keys_are_those_of_the_problem(self, ledger: Ledger) -> None:
        """All jobs, or those of one problem."""
        splits = some_splits()
        given = [a_record(p, a_learner(), s) for p in (a_problem(), a_regression()) for s in splits]
        ledger.append(iter(given))
        assert ledger.keys() == {r.job for r in given}
        assert ledger.keys(problem=a_regression().fingerprint) == {r.job for r in given[4:]}
        assert ledger.keys(problem="none") == set()

    def test_records_come_in_the_order_asked_for(self, ledger: Ledger) -> None:
        """More of them than are fetched at once, one asked for twice."""
        given = [Record(problem="p", learner="l", split=f"{i}", values=np.array([float(i)])) for i in range(1203)]
        ledger.append(given)
        asked = [r.job for r in reversed(given)] + [given[5].job]
        assert [r.job for r in ledger.read_many(iter(asked))] == asked
        assert ledger.read(given[1202].job).values == 1202.0

    def test_what_is_missing_is_named(self, ledger: Ledger) -> None:
        """A sentence with the address that was asked for."""
        for ask in (ledger.read, ledger.problem, ledger.plan, ledger.split, ledger.learner):
            with pytest.raises(LedgerError, match="feedface"):
                ask("feedface")
        ledger.append([Record(problem="p", learner="l", split="s")])
        with pytest.raises(LedgerError, match="feedface"):
            list(ledger.read_many([*ledger.keys(), "feedface"]))

    def test_studies_come_back_oldest_first(self, ledger: Ledger) -> None:
        """Each once, with the time at which it was declared."""
        before = datetime.now(UTC)
        cards = [_study(name) for name in ("b", "a", "c")]
        for card in [*cards, cards[0]]:
            ledger.add_study(card)
        back = ledger.studies()
        assert [c.name for c in back] == ["b", "a", "c"]
        assert [c.fingerprint for c in back] == [c.fingerprint for c in cards]
        assert back[0].declaration == cards[0].declaration
        assert back[0].fingerprint == cards[0].fingerprint
        for card in back:
            assert before <= datetime.fromisoformat(card.created) <= datetime.now(UTC)

    def test_every_look_counts(self, ledger: Ledger) -> None:
        """The same reading twice is two looks."""
        look = Look(problem="p", plan="q", learner="l", metric="auc", purpose="tune")
        ledger.add_looks([look, look])
        ledger.add_looks(iter([Look(problem="other", plan="q", learner="l", metric="auc")]))
        assert [x.metric for x in ledger.looks(problem="p")] == ["auc", "auc"]
        assert [x.purpose for x in ledger.looks()] == ["tune", "tune", "compare"]
        assert all(datetime.fromisoformat(x.created).tzinfo for x in ledger.looks())

    def test_the_summary_counts(self, ledger: Ledger) -> None:
        """Plans, learners, records, failures and looks of each problem."""
        problem, splits = a_problem(), some_splits()
        fill(ledger)
        ledger.add_problem(a_regression())
        ledger.append([a_record(problem, a_learner("tree"), splits[0], error="it broke")])
        ledger.add_looks([Look(problem=problem.fingerprint, plan="q", learner="l", metric="auc")] * 3)
        by_name = {row["name"]: row for row in ledger.summary()}
        counts = ("plans", "learners", "records", "failures", "looks")
        assert [by_name["wine"][k] for k in counts] == [1, 2, 5, 1, 3]
        assert [by_name["speed"][k] for k in counts] == [0, 0, 0, 0, 0]

    def test_a_full_ledger_passes_its_check(self, ledger: Ledger) -> None:
        """Everything that it holds is as it was written."""
        fill(ledger)
        assert ledger.check() == []

    def test_a_record_without_parents_is_found(self, ledger: Ledger) -> None:
        """Its problem, its learner and its split are not in the ledger."""
        fill(ledger)
        ledger.append([Record(problem="noproblem", learner="nolearner", split="nosplit")])
        found = " ".join(ledger.check())
        assert all(name in found for name in ("noproblem", "nolearner", "nosplit"))

    def test_objects_are_refused(self, ledger: Ledger) -> None:
        """Nothing is pickled."""
        with pytest.raises(RefereeError, match="object"):
            ledger.append([Record(problem="p", learner="l", split="s", values=np.array([{}, []], dtype=object))])
        assert ledger.keys() == set()

    def test_a_closed_ledger_says_so(self, ledger: Ledger) -> None:
        """Closing twice does no harm; using it afterwards is refused."""
        ledger.close()
        ledger.close()
        with pytest.raises(LedgerError, match="closed"):
            ledger.keys()


class VaultConformance:
    """The contract of `referee.ledger.KeepsVaults`, as tests, for a ledger that keeps vaults."""

    @pytest.fixture
    def ledger(self) -> Iterator[KeepsVaults]:
        """An empty ledger of the kind under test."""
        raise NotImplementedError("override the fixture `ledger` to give an empty ledger")

    def test_it_is_recognised(self, ledger: KeepsVaults) -> None:
        """The verbs of the vault take it; it holds none yet."""
        assert isinstance(ledger, KeepsVaults)
        assert not ledger.vaults()
        assert not ledger.uses("none")

    def test_a_vault_comes_back(self, ledger: KeepsVaults) -> None:
        """Once, with its marks, who sealed it and when."""
        card = a_vault()
        ledger.add_vault(card)
        ledger.add_vault(card)
        (back,) = ledger.vaults()
        assert back.fingerprint == card.fingerprint
        assert same_array(back.cells, card.cells)
        assert (back.name, back.problem, back.columns, back.n_rows, back.fraction, back.seed, back.who) == (
            card.name, card.problem, card.columns, card.n_rows, card.fraction, card.seed, "ann")
        assert datetime.fromisoformat(back.created).tzinfo

    def test_a_number_is_taken_once(self, ledger: KeepsVaults) -> None:
        """Who comes second is told so, and nothing of his is written."""
        assert ledger.add_use(VaultUse(vault="v", number=1, kind="open", content={"names": ["a"]}))
        assert not ledger.add_use(VaultUse(vault="v", number=1, kind="open", content={"names": ["b"]}))
        assert ledger.add_use(VaultUse(vault="v", number=2, kind="ladder", content={"told": 0.5}))
        assert ledger.add_use(VaultUse(vault="w", number=1, kind="open", content={}))
        assert [(u.number, u.kind, u.content) for u in ledger.uses("v")] == [
            (1, "open", {"names": ["a"]}), (2, "ladder", {"told": 0.5})]


def a_vault() -> VaultCard:
    """Two rows of three, by the marks of their values."""
    cells = np.array([[7, 1], [2**32 - 1, 0]], np.uint32)
    return VaultCard(name="wine", problem="p", columns=("acid", "kind"), cells=cells, n_rows=3, fraction=0.5, seed=7,
                     who="ann")


def fill(ledger: Ledger) -> list[Record]:
    """One of everything; gives back the records."""
    problem, learner, splits = a_problem(), a_learner(), some_splits()
    card = a_plan(problem, splits)
    ledger.add_problem(problem)
    ledger.add_plan(card, splits)
    ledger.add_learner(learner)
    ledger.add_learner(a_learner("tree"))
    ledger.add_study(_study("first"))
    ledger.add_looks([Look(problem="p", plan=card.fingerprint, learner=learner.fingerprint, metric="auc")])
    given = [a_record(problem, learner, split) for split in splits]
    ledger.append(given)
    return given


def _study(name: str) -> StudyCard:
    declaration = Declaration(verb="compare", names=("ä", "k"), metrics=("auc", "brier"), level=0.95, seed=7)
    return StudyCard(name=name, problem="p", plan="q", learners=("l", "k"), declaration=declaration)


def _arrays(record: Record) -> list[Array]:
    said = (record.labels, record.scores, record.probabilities, record.values)
    return [array for array in said if array is not None]
