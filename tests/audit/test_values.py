"""Repeated values, digits and scales that tell the class, and a class from another source in the test part."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit import CHECKS
from referee.audit.leaks.rows import tables_of
from referee.audit.leaks.scaled import scaled_within
from referee.audit.leaks.spikes import values_tell
from referee.data import load


def table(n=360, seed=4):
    rng = np.random.default_rng(seed)
    ill = rng.random(n) < 0.4
    frame = pd.DataFrame({"oil": (31 + 4 * rng.normal(size=n) + ill).round(1),
                          "heat": (61 + 8 * rng.normal(size=n)).round(2),
                          "town": rng.choice(["Ulm", "Kiel", "Hof"], n), "ill": np.where(ill, "yes", "no")})
    return rng, frame


def told(tmp_path, frame, code):
    frame.to_csv(tmp_path / "table.csv", index=False)
    others = [one.code for one in CHECKS if one.code != code]
    found = referee.audit(tmp_path / "table.csv", target="ill", mute=others)[code].findings
    return [(one.severity.value, one.message) for one in found]


def suspected(tmp_path, frame):
    frame.to_csv(tmp_path / "table.csv", index=False)
    rows, = tables_of(load(tmp_path / "table.csv", target="ill"))
    return list(values_tell(rows, ("no", "yes")))


def test_gaps_filled_with_a_value_of_each_class_are_told(tmp_path):
    rng, frame = table()
    gone = rng.random(len(frame)) < 0.4
    frame.loc[gone, "oil"] = np.where(frame["ill"] == "yes", 33.824, 31.482)[gone]
    (severity, message), = told(tmp_path, frame, "F-23")
    assert severity == "fatal"
    assert "oil is 31.482 in" in message
    assert "all of 'no' and 33.824 in" in message
    assert "Without it" in message


def test_levels_of_a_category_are_told_where_each_has_its_class(tmp_path):
    rng, frame = table()
    gone = rng.random(len(frame)) < 0.4
    frame.loc[gone, "town"] = np.where(frame["ill"] == "yes", "unknown a", "unknown b")[gone]
    found, = suspected(tmp_path, frame)
    assert found.columns == ("town",)
    one = frame.assign(town=np.where(gone & (frame["ill"] == "no"), "Gera", frame["town"].where(~gone, "Ulm")))
    assert not suspected(tmp_path, one)                 # one level of one class may be a fact


@pytest.mark.parametrize("fill", ["mean", "-1", "cap"])
def test_values_that_stand_often_in_both_classes_are_not(tmp_path, fill):
    rng, frame = table()
    gone = rng.random(len(frame)) < 0.3
    if fill == "cap":
        frame["oil"] = frame["oil"].clip(upper=34)
    else:
        frame.loc[gone, "oil"] = -1.0 if fill == "-1" else round(float(frame["oil"].mean()), 3)
    assert not suspected(tmp_path, frame)


def test_a_constant_for_what_was_not_measured_in_one_class_is_told(tmp_path):
    rng, frame = table()
    frame.loc[(frame["ill"] == "no") & (rng.random(len(frame)) < 0.7), "oil"] = -1.0
    found, = suspected(tmp_path, frame)
    assert found.sentence.startswith("oil is -1 in")
    assert found.severity.value == "serious"


def test_more_digits_in_one_class_tell_it(tmp_path):
    rng, frame = table()
    finer = (frame["heat"] + rng.uniform(-0.005, 0.005, len(frame))).round(4)
    by_class = frame.assign(heat=finer.where(frame["ill"] == "yes", frame["heat"].round(-1)))
    (severity, message), = told(tmp_path, by_class, "F-24")
    assert severity == "serious"
    assert "digits of heat" in message
    assert not told(tmp_path, frame.assign(heat=finer.where(rng.random(len(frame)) < 0.5, frame["heat"].round(-1))),
                    "F-24")


def test_columns_scaled_within_each_class_are_told(tmp_path):
    _, frame = table()
    both = ["oil", "heat"]
    frame[both] = frame.groupby("ill")[both].transform(lambda column: (column - column.mean()) / column.std()).round(5)
    frame.to_csv(tmp_path / "table.csv", index=False)
    rows, = tables_of(load(tmp_path / "table.csv", target="ill"))
    assert scaled_within(rows) == both
    assert told(tmp_path, frame, "F-23")[0][0] == "serious"
    frame["oil"] = frame["oil"].where(frame["ill"] == "yes")            # nothing is known of one class
    frame.to_csv(tmp_path / "table.csv", index=False)
    assert scaled_within(*tables_of(load(tmp_path / "table.csv", target="ill"))) == ["heat"]
    _, frame = table()
    frame[both] = (frame[both] - frame[both].mean()) / frame[both].std()
    frame.to_csv(tmp_path / "table.csv", index=False)
    assert not scaled_within(*tables_of(load(tmp_path / "table.csv", target="ill")))


def test_a_class_from_another_source_in_the_test_part_is_told(tmp_path):
    rng, frame = table(600)
    frame["part"] = np.where(rng.permutation(600) < 180, "test", "train")
    assert not told(tmp_path, frame, "F-17")
    other = (frame["part"] == "test") & (frame["ill"] == "no")
    frame.loc[other, ["oil", "heat"]] += [6.0, 12.0]
    (severity, message), = told(tmp_path, frame, "F-17")
    assert severity == "serious"
    assert "Test rows of class no are unlike its training rows in oil and heat" in message


def test_a_class_that_training_does_not_have_is_serious(tmp_path):
    rng, frame = table()
    frame["part"] = np.where(rng.permutation(360) < 100, "test", "train")
    frame.loc[(frame["part"] == "test") & (rng.random(360) < 0.4), "ill"] = "unclear"
    severity, message = told(tmp_path, frame, "F-17")[0]
    assert severity == "serious"
    assert message.endswith("no model can learn it.")


def test_ids_with_one_target_under_each_stem_are_pieces(tmp_path):
    _, frame = table(240)
    frame.insert(0, "scan", [f"PT{i // 6 + 100}-{i % 6 + 1:02}" for i in range(240)])
    frame["part"] = np.where(np.arange(240) % 3 == 0, "test", "train")
    assert not [one for one in told(tmp_path, frame, "F-21") if "pieces" in one[1]]
    frame["ill"] = np.where(np.arange(240) // 6 % 2, "yes", "no")
    assert "240 rows are pieces of 40 cases" in told(tmp_path, frame, "F-21")[0][1]


def test_a_number_that_is_nought_until_the_target_is_known_is_told(tmp_path):
    rng, frame = table()
    ill = (frame["ill"] == "yes").to_numpy()
    frame["refund"] = np.where(ill ^ (rng.random(len(frame)) < 0.04), (20 + 10 * rng.random(len(frame))).round(2), 0.0)
    (severity, message), = told(tmp_path, frame, "F-24")
    assert severity == "serious"
    assert message.startswith("Whether refund is 0 or anything else tells 'yes' with an AUC of 0.9")
    assert "may be written down only when the target is known" in message


def test_a_number_that_is_often_nought_and_a_good_marker_is_not(tmp_path):
    rng, frame = table()
    ill = (frame["ill"] == "yes").to_numpy()
    frame["visits"] = np.where(ill ^ (rng.random(len(frame)) < 0.12), rng.integers(1, 40, len(frame)), 0)
    assert not told(tmp_path, frame, "F-24")


@pytest.mark.parametrize(("name", "pure", "told"), [("scanner", 0.95, True), ("scanner", 0.6, False),
                                                    ("symptom", 0.95, False)])
def test_classes_that_come_from_other_scanners_are_told(name, pure, told):
    draw = np.random.default_rng(4)
    ill = draw.integers(0, 2, 500)
    place = np.where(draw.random(500) < pure, np.where(ill, "Skyra", "Prisma"), np.where(ill, "Prisma", "Skyra"))
    frame = pd.DataFrame({"age": draw.normal(70, 8, 500).round(1), "volume": draw.normal(3, 1, 500) - 0.4 * ill,
                          name: place, "ill": ill})
    found = [one.message for one in referee.audit(frame, target="ill")["F-24"].findings if one.severity.rank > 1]
    assert any("come from other sources" in message for message in found) is told
