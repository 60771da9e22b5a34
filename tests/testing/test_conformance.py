"""Our own things pass the suites that we ask of others, and each suite catches what is broken."""
# ruff: noqa: ARG002 - the methods are what protocols ask for

from dataclasses import dataclass, replace

import numpy as np
import pytest

from referee.audit import CHECKS, Bundle, Check, Found, Severity
from referee.designs import DESIGNS, Design, KFold, Sized
from referee.learners import LEARNERS
from referee.reading.differences.named import TESTS
from referee.running import Local
from referee.testing import check_check, check_design, check_engine, check_learner, check_method

LAID = [kind for kind in DESIGNS if kind.name not in {"given", "sized"}]
MANY = {"bootstrap", "complete", "nested"}               # splits of these are very many
QUICK = ["prior", "mean", "lda", "gaussian-nb", "logistic", "tree", "knn", "ridge", "linear"]


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind.name in MANY)) for kind in LAID],
                         ids=lambda kind: kind.name)
def test_our_designs_conform(kind):
    check_design(kind)


def test_a_design_with_its_sizes_conforms():
    check_design(Sized(train=20, test=10, repeats=3, seed=0))


@pytest.mark.parametrize("name", QUICK)
def test_our_quick_learners_conform(name):
    check_learner(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [learner.name for learner in LEARNERS if learner.name not in QUICK])
def test_all_our_learners_conform(name):
    check_learner(f"{name}:period=4" if name == "seasonal" else name)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_our_checks_conform(check):
    check_check(check)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_our_engine_conforms(workers):
    check_engine(Local(workers=workers))


# What is broken.

@dataclass(frozen=True, slots=True, kw_only=True)
class Own(Design):
    """A design that works; those below break it in one way each."""

    name = "own"
    summary = "the first third is tested"
    repeats: int = 1

    @property
    def n_repeats(self):
        return self.repeats

    def deal(self, deck, draw):
        order = np.sort(deck.order)
        yield None, draw.permutation(order)[: order.size // 3]

    def objection(self, units):
        return None if len(units) > 3 else "too few"

    def describe(self):
        return "a third is tested"


class Forgetful(Own):
    count = [0]

    def deal(self, deck, draw):
        self.count[0] += 1
        order = np.sort(deck.order)
        yield None, order[self.count[0] % 5 :: 5]


class Overflowing(Own):
    def deal(self, deck, draw):
        yield None, np.array([10**6])


class Speechless(Own):
    def describe(self):
        return " "


class Growing(Own):
    def address(self):
        return (self.name, self.repeats)


class Untold(Own):
    def parameters(self):
        return {"seed": 99}


class Halving:
    """A splitter that cuts groups in two; splitters may, designs may not."""

    def split(self, X, y=None, groups=None):
        yield np.arange(len(X) // 2), np.arange(len(X) // 2, len(X))


def test_a_design_of_ones_own_conforms():
    check_design(Own)
    check_design(Halving)


@pytest.mark.parametrize(("design", "sentence"), [
    (Forgetful, "deals other splits when asked again"), (Overflowing, "can divide none"),
    (Speechless, "has no description"),
    (Growing, "another repeat changes the splits before it"), (Untold, "is not what its parameters say"),
])
def test_a_broken_design_is_caught(design, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_design(design)


def test_a_design_that_cuts_groups_in_two_is_caught(monkeypatch):
    from referee.designs.units import Units

    monkeypatch.setattr(Units, "rows", lambda self, units: np.sort(np.unique(np.asarray(units) % self.n_rows)))
    with pytest.raises(AssertionError, match=r"has group .* on both sides"):
        check_design(KFold(folds=3, seed=0))


class Centre:
    """The nearest class mean."""

    def __init__(self, wobble=0.0):
        self.wobble = wobble

    def get_params(self, deep=True):
        return {"wobble": self.wobble}

    def set_params(self, **said):
        self.__dict__.update(said)
        return self

    def fit(self, X, y):
        X = np.asarray(X)
        self.classes = np.unique(y)
        self.means = np.array([X[y == c].mean(axis=0) for c in self.classes])
        return self

    def predict(self, X):
        return self.classes[((np.asarray(X)[:, None] - self.means) ** 2).sum(axis=2).argmin(axis=1)]


class Random(Centre):
    def predict(self, X):
        return np.random.default_rng().permutation(super().predict(X))


class Short(Centre):
    def predict(self, X):
        return super().predict(X)[1:]


class Unsure(Centre):
    def predict_proba(self, X):
        return np.full((len(X), len(self.classes)), 0.9)


def test_a_learner_of_ones_own_conforms():
    check_learner(Centre())


@pytest.mark.parametrize(("model", "sentence"), [
    (Random(), "gives other labels with the same seed"), (Short(), "failed on|gives labels of shape"),
    (Unsure(), "failed on|sum to 1"),
])
def test_a_broken_learner_is_caught(model, sentence):
    with pytest.raises((AssertionError, ValueError), match=sentence):
        check_learner(model)


def look_at_nothing(bundle):
    return iter(())


SOUND = Check(code="X-01", title="A door", severity=Severity.WARNING, advice="Oil it.", reference="none",
              look=look_at_nothing)


def finding(**said):
    return lambda _: [Found(**{"message": "It squeaks."} | said)]


def crash(bundle):
    raise KeyError("door")


CALLS = []


def moody(bundle):
    CALLS.append(1)
    return [Found(message=f"Asked {len(CALLS)} times.")]


@pytest.mark.parametrize(("look", "sentence"), [
    (crash, "raised KeyError"), (moody, "asked again"), (finding(message="squeaks"), "says no sentence"),
    (finding(severity=Severity.FATAL), "worse than its warning"), (lambda _: ["squeak"], "gave str, not Found"),
])
def test_a_broken_check_is_caught(look, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_check(replace(SOUND, look=look))


def test_a_check_is_seen_to_fire_and_to_be_silent():
    clean = Bundle(name="clean")
    check_check(SOUND, silent_on=clean)
    with pytest.raises(AssertionError, match="finds nothing where"):
        check_check(SOUND, fires_on=clean)
    with pytest.raises(AssertionError, match="finds something where nothing"):
        check_check(replace(SOUND, look=finding()), silent_on=clean)
    with pytest.raises(AssertionError, match="is no sentence"):
        check_check(replace(SOUND, advice="oil it"))


class Plain:
    """One job after the other; those below break it."""

    def run(self, bench, jobs, total):
        yield from (job.do(bench) for job in jobs)


class Twice(Plain):
    def run(self, bench, jobs, total):
        for job in jobs:
            yield job.do(bench)
            yield job.do(bench)


class Losing(Plain):
    def run(self, bench, jobs, total):
        yield from (job.do(bench) for i, job in enumerate(jobs) if i)


class Hiding(Plain):
    def run(self, bench, jobs, total):
        yield from (replace(record, error="") for record in super().run(bench, jobs, total))


class Rounding(Plain):
    def run(self, bench, jobs, total):
        for record in super().run(bench, jobs, total):
            yield record if record.probabilities is None else replace(
                record, probabilities=record.probabilities.astype(np.float32).astype(float))


def test_an_engine_of_ones_own_conforms():
    check_engine(Plain())


@pytest.mark.parametrize(("engine", "sentence"), [
    (Twice(), "record twice"), (Losing(), "gives 11 records for 12 jobs"),
    (Hiding(), "a job that fails here does not there"),
    (Rounding(), "gives other probabilities"),
])
def test_a_broken_engine_is_caught(engine, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_engine(engine)


SIMULATED = {"paired-bootstrap": 0.05, "signflip": 0.05, "swap": 0.05}


@pytest.mark.slow
@pytest.mark.parametrize("method", TESTS, ids=lambda method: method.name)
def test_our_tests_conform(method):
    check_method(method, same_p=SIMULATED.get(method.name, 1e-9))


@pytest.mark.parametrize(("change", "sentence"), [
    ({"plan": lambda _: None}, "covers an error on training rows"),
    ({"plan": lambda _: " "}, "objects with ' '"),
    pytest.param({"plan": lambda _: "never"}, "covers none of", marks=pytest.mark.slow),
])
def test_a_broken_gate_is_caught(change, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_method(replace(TESTS["corrected-t"], **change))


@pytest.mark.parametrize(("spoil", "sentence"), [
    (lambda c, _: replace(c, p=1.5), "gives p = 1.5"),
    (lambda c, _: replace(c, difference=abs(c.difference) + 1), "A − B is"),
    (lambda c, a: replace(c, p=0.5 if a == "lda" else 0.25), "the other way round"),
])
def test_a_broken_test_is_caught(spoil, sentence):
    sound = TESTS["corrected-t"]

    def broken(table, a, b, metric, level):
        return spoil(sound.test(table, a, b, metric, level), a)

    with pytest.raises(AssertionError, match=sentence):
        check_method(replace(sound, test=broken))
