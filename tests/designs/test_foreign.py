"""Designs of others: what is taken, and that whatever is wrong with one is a sentence before anything is fitted."""

from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.model_selection import KFold as ScikitKFold
from sklearn.model_selection import ShuffleSplit

from referee.data import make_problem
from referee.designs import Design, KFold, make_plan
from referee.designs.foreign import SplitterKind, admitted
from referee.errors import BadInput


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    return make_problem(rng.normal(size=(30, 2)), np.arange(30) % 2)


class EveryThird:
    """Every third row is tested."""

    def split(self, X, y=None):  # noqa: ARG002
        rows = np.arange(len(X))
        for i in range(3):
            yield rows[rows % 3 != i], rows[rows % 3 == i]


class Unlucky:
    def split(self, X, y=None, groups=None):  # noqa: ARG002
        yield np.arange(10), np.arange(10, 30)
        raise RuntimeError("out of luck")


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign(Design):
    """Whatever `hands` gives."""

    name = "foreign"
    summary = "as it comes"
    hands: object = None

    def deal(self, deck, draw):  # noqa: ARG002
        yield from self.hands(deck)

    def objection(self, units):  # noqa: ARG002
        return None

    def describe(self):
        return "as it comes"

    def parameters(self):
        return {"seed": self.seed}


def test_a_splitter_without_groups_is_asked_without_them(problem):
    plan = make_plan(EveryThird(), problem, seed=0)
    assert [split.test.tolist() for split in plan.splits()] == [list(range(i, 30, 3)) for i in range(3)]
    assert plan.card.description == "splits given by EveryThird"


def test_a_class_is_made(problem):
    splits = [s.fingerprint for s in make_plan(ScikitKFold, problem, seed=0).splits()]
    assert splits == [s.fingerprint for s in make_plan(ScikitKFold(), problem, seed=0).splits()]
    assert make_plan(KFold, problem, seed=3).design == KFold(seed=3)


def test_the_users_splitter_is_left_as_it_was(problem):
    mine = ShuffleSplit(3)
    first = make_plan(mine, problem, seed=1)
    assert mine.random_state is None
    assert first.fingerprint == make_plan(mine, problem, seed=1).fingerprint
    assert first.fingerprint != make_plan(mine, problem, seed=2).fingerprint


def test_a_splitter_that_raises_is_a_sentence(problem):
    with pytest.raises(BadInput, match=r"Unlucky cannot divide .*: RuntimeError: out of luck"):
        make_plan(Unlucky(), problem, seed=0)


@pytest.mark.parametrize(("hands", "sentence"), [
    (lambda deck: [(None, deck.order[:0])], "both need some"),
    (lambda deck: [(deck.order, deck.order[:1] + 100)], "not among 0 … 29"),
    (lambda _: [(None, np.array([1, 1]))], "tests a row twice"),
    (lambda _: 1 / 0, "ZeroDivisionError"),
])
def test_a_design_that_is_broken_is_a_sentence(problem, hands, sentence):
    with pytest.raises(BadInput, match=f"foreign.*{sentence}"):
        make_plan(Foreign(seed=0, hands=hands), problem, seed=0)


def test_a_design_of_ones_own_is_laid_like_ours(problem):
    plan = make_plan(Foreign(seed=0, hands=lambda deck: [(None, deck.order[:10])]), problem, seed=0)
    assert [split.n_test for split in plan.splits()] == [10]


def test_a_parameter_that_cannot_be_written_down_is_refused(problem):
    class Unwritten(Foreign):
        def parameters(self):
            return {"when": object()}

    with pytest.raises(BadInput, match="JSON"):
        make_plan(Unwritten(seed=0, hands=lambda deck: [(None, deck.order[:10])]), problem, seed=0)


def test_what_a_plugin_may_bring():
    kind = admitted(EveryThird, "every-third")
    assert kind == SplitterKind(name="every-third", summary="Every third row is tested", make=EveryThird)
    assert admitted(Foreign, "foreign") is Foreign
    for nothing in (7, EveryThird(), int):
        with pytest.raises(BadInput, match="neither a subclass of Design nor a class with a method split"):
            admitted(nothing, "x")

    class Half(Design):
        name, summary = "half", "half a design"

    with pytest.raises(BadInput, match="it lacks deal, describe, objection"):
        admitted(Half, "half")
