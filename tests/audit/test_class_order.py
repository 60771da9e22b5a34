"""Classes that go by one another's names: three in a ring, a swap; confusions of a poor model are none."""

import numpy as np
import pytest

import referee
from referee.audit.class_order import turned_classes
from referee.seeds import stream


def answers(seed=0, n=600, classes=5, right=0.8):
    random = stream(seed, "classes")
    truth = random.integers(classes, size=n)
    return truth, np.where(random.random(n) < right, truth, random.integers(classes, size=n))


def test_a_ring_and_a_swap_are_known_by_their_names():
    truth, said = answers()
    assert turned_classes(truth, np.array([1, 2, 0, 3, 4])[said], 5) == {0: 1, 1: 2, 2: 0}
    assert turned_classes(truth, np.array([0, 1, 2, 4, 3])[said], 5) == {3: 4, 4: 3}
    assert turned_classes(truth, said, 5) == {}


def test_a_class_that_another_swallows_is_no_other_name():
    truth, said = answers()
    assert turned_classes(truth, np.where(said == 1, 2, said), 5) == {}


def test_two_classes_and_few_rows_are_not_asked():
    truth, said = answers(classes=2)
    assert turned_classes(truth, 1 - said, 2) == {}
    assert turned_classes(np.array([0, 1, 2]), np.array([1, 2, 0]), 3) == {}


@pytest.mark.slow
def test_poor_models_are_never_accused():
    for seed in range(400):
        random = stream(seed, "poor")
        classes, n = int(random.integers(3, 12)), int(random.integers(60, 800))
        confused = random.dirichlet(np.full(classes, 0.4), size=classes)
        # most of its own, and beside that whatever it is confused with
        truth = random.integers(classes, size=n)
        own = random.random(n) < random.uniform(0.2, 0.6)
        said = np.where(own, truth, [random.choice(classes, p=confused[code]) for code in truth])
        assert turned_classes(truth, said, classes) == {}, seed


def test_the_audit_tells_what_the_accuracy_would_be():
    truth, said = answers()
    names = np.array(["great tit", "wren", "robin", "blackcap", "chaffinch"])
    _, other = answers(seed=1, right=0.0)
    frame = {"id": range(len(truth)), "truth": names[truth], "probe": names[np.array([1, 2, 0, 3, 4])[said]],
             "mixture": names[np.where(stream(2, "m").random(len(truth)) < 0.6, truth, other)]}
    found, = referee.audit(frame)["F-51"].findings
    assert found.evidence["model"] == "probe"
    assert found.evidence["put_back"] > 0.8
    assert found.evidence["accuracy"] < 0.4
    assert "by one another's names" in found.message
