"""A lead that one part makes is told; parts that are hard, lucky or well fitted are not."""

import numpy as np
import pytest

import referee
from referee.audit.one_part import one_part
from referee.seeds import stream


def losses(seed, parts=5, rows=200, models=3, luck=0.02):
    """Wrong or right, each model with a level of its own in each part, as it is fitted anew there."""
    random = stream(seed, "parts")
    hard = random.normal(0, 0.05, size=parts)
    return {f"m{i}": {f"0/{j}": (random.random(rows) < np.clip(0.2 + hard[j] + random.normal(0, luck), 0.01, 1)).astype(
        float) for j in range(parts)} for i in range(models)}


def seen(found, seed):
    """A model that errs with the second one and a little more, but for a part that it was trained on."""
    more = stream(seed, "seen")
    found["m0"] = {part: np.maximum(own, more.random(own.size) < 0.01) for part, own in found["m1"].items()}
    found["m0"]["0/2"] = (more.random(200) < 0.01).astype(float)
    return found


@pytest.mark.parametrize("parts", [5, 8, 10])
def test_a_part_that_was_trained_on_is_known(parts):
    known = 0
    for seed in range(20):
        found = losses(seed, parts, models=2)
        one = one_part(seen(found, seed))
        known += one is not None and (one.model, one.part) == ("m0", "0/2")
    assert known >= 14


@pytest.mark.slow
@pytest.mark.parametrize(("parts", "rows", "luck"), [(4, 100, 0.02), (5, 300, 0.02), (10, 60, 0.04), (5, 200, 0.08)])
def test_luck_hardly_ever_makes_one(parts, rows, luck):
    assert sum(one_part(losses(seed, parts, rows, luck=luck)) is not None for seed in range(300)) <= 1


def test_few_parts_few_rows_and_one_model_are_not_asked():
    assert one_part(losses(0, parts=3)) is None
    assert one_part(losses(0, rows=20)) is None
    assert one_part(losses(0, models=1)) is None
    assert one_part({}) is None


def test_the_audit_names_model_and_part():
    found = seen(losses(3, parts=10, models=2), 3)
    truth = np.tile(["yes", "no"], 1000)
    other = np.where(truth == "yes", "no", "yes")
    frame = {"id": range(2000), "fold": np.repeat(range(10), 200), "truth": truth} | {
        name: np.where(np.concatenate(list(own.values())) == 1, other, truth) for name, own in found.items()}
    told = [one for one in referee.audit(frame)["F-55"].findings if "alone" in one.message]
    assert [one.evidence["model"] for one in told] == ["m0"]
    assert told[0].severity.value == "serious"
