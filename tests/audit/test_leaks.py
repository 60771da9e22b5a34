"""The leak finder: tables with a planted fault are told with what a score owes to it, honest ones raise no alarm."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import audit.leaks.honest
import audit.leaks.leaky  # noqa: F401 - the shelf is filled by reading its makers
import referee
from audit.clean_study import clean
from audit.leaks.tables import TABLES, Table, churn, noise, yes
from referee.audit import audit_bundle
from referee.audit.leaks.near import near_copies
from referee.audit.leaks.owing import auc
from referee.audit.leaks.pairs import pairs_tell
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.seldom import seldom_tells
from referee.audit.leaks.windows import windows_tell
from referee.data import make_problem
from referee.errors import BadInput

QUICK = {"a column filled only for churners", "a target that is the sum of two columns", "nothing special, two classes"}
GRAVE = re.compile(r"F-\d\d (fatal|serious) ")


def found_in(table: Table, seed: int):
    frame = table.make(np.random.default_rng(seed)).reset_index(drop=True)
    result = referee.audit(frame, target="y", **table.options)
    return [(f"{f.code} {f.severity.value} {f.message}", f.evidence) for f in result.findings]


def marked(tables):
    return [pytest.param(one, id=one.name, marks=() if one.name in QUICK else pytest.mark.slow) for one in tables]


@pytest.mark.slow
@pytest.mark.parametrize("table", marked(one for one in TABLES if one.finds))
def test_a_planted_leak_is_told_with_what_the_score_owes_to_it(table):
    told = [(text, evidence) for text, evidence in found_in(table, 7) if re.search(table.finds, text)]
    assert told
    if table.owes is not None:
        owed = [(evidence["with"], evidence["without"]) for _, evidence in told if "with" in evidence]
        assert owed
        assert owed[0] == pytest.approx(table.owes, abs=.2)


@pytest.mark.parametrize("table", marked(one for one in TABLES if not one.finds))
def test_an_honest_table_raises_no_grave_alarm(table):
    assert [text for text, _ in found_in(table, 7) if GRAVE.match(text)] == []


def rows_from(x, y, n_classes=2):
    return Rows(names=tuple(f"x{i}" for i in range(x.shape[1])), matrix=x, categories=np.zeros(x.shape[1], dtype=bool),
                y=y, n_classes=n_classes, texts={}, when=frozenset())


@pytest.mark.parametrize(("studied", "audited"), [
    ({"drop": "patient"}, {}), pytest.param({"drop": "patient"}, {"drop": "patient"}, marks=pytest.mark.slow),
    pytest.param({}, {}, marks=pytest.mark.slow)], ids=["dropped", "dropped twice", "a feature"])
def test_groups_that_the_study_did_not_have_are_told_to_the_audit(tmp_path, studied, audited):
    rng, ledger = np.random.default_rng(3), tmp_path / "l.db"
    who = np.repeat(np.arange(30), 4)
    frame = pd.DataFrame(rng.normal(size=(30, 3))[who] + rng.normal(0, .2, (120, 3)), columns=list("abc")).assign(
        patient=who, y=rng.choice(["no", "yes"], 30)[who]).sample(frac=1, random_state=1)
    frame.to_csv(tmp_path / "d.csv", index=False)
    referee.compare(["gaussian-nb", "1nn"], tmp_path / "d.csv", target="y", design="kfold:folds=3", jobs=1,
                    metrics="accuracy", ledger=ledger, **studied)
    answer = referee.audit(ledger, data=tmp_path / "d.csv", target="y", groups="patient", **audited)["F-21"]
    assert answer.findings[0].severity.value == "fatal"
    assert "of 30 groups appear on both sides" in answer.findings[0].message
    with pytest.raises(BadInput, match="not the data of this study"):
        referee.audit(ledger, data=frame.assign(a=0.0), target="y", groups="patient")


def test_a_table_alone_is_audited_by_naming_its_target(tmp_path):
    frame = churn(np.random.default_rng(1), 300)
    frame.assign(left=yes(frame).astype(int)).to_csv(tmp_path / "d.csv", index=False)
    result = referee.audit(tmp_path / "d.csv", target="y")
    assert (result.grade, result["F-24"].findings[0].evidence["columns"]) == ("not usable", ["left"])
    assert result["F-53"].outcome == result["F-15"].outcome == "not applicable"
    assert result["F-23"].outcome == "not checkable"
    with pytest.raises(BadInput, match="read as data"):
        referee.audit(tmp_path / "d.csv", target="y", truth="y")


def test_scaling_over_all_rows_is_told_where_it_can_be_seen_and_asked_about_where_not(tmp_path):
    rng = np.random.default_rng(2)
    x = rng.normal(3, 2, (200, 4))
    part = np.where(np.arange(200) < 140, "train", "test")
    for name, some in (("all", np.ones(200, dtype=bool)), ("training", part == "train")):
        scaled = pd.DataFrame((x - x[some].mean(0)) / x[some].std(0), columns=list("abcd"))
        scaled.assign(part=part, y=rng.choice(["no", "yes"], 200)).to_csv(tmp_path / f"{name}.csv", index=False)
        (tmp_path / f"{name}.yaml").write_text(f"audit: {name}\ndata: {name}.csv\ntarget: y\nsplit: part\n")
    told = referee.audit(tmp_path / "all.yaml")["F-23"]
    assert (told.outcome, told.findings[0].severity.value) == ("found", "warning")
    assert "a, b, c and d have mean 0 and standard deviation 1 over all 200 rows" in told.findings[0].message
    assert referee.audit(tmp_path / "training.yaml")["F-23"].outcome == "not checkable"
    alone = referee.audit(tmp_path / "all.csv", target="y", drop="part")["F-23"]
    assert (alone.outcome, "mean 0 and standard deviation 1" in alone.reason) == ("not checkable", True)


def test_scaling_before_the_study_is_told_aside_where_its_own_steps_can_be_looked_at():
    rows = np.array(clean().problem.features.matrix)
    scaled = make_problem((rows - rows.mean(0)) / rows.std(0), clean().problem.labels, groups=clean().problem.groups)
    answer = audit_bundle(replace(clean(), problem=scaled)).answer("F-23")
    assert (answer.outcome, "mean 0 and standard deviation 1 over all rows" in answer.reason) == ("passed", True)
    silent = tuple(replace(model, steps=None) for model in clean().models)
    assert audit_bundle(replace(clean(), problem=scaled, models=silent)).outcome("F-23") == "not checkable"


def test_near_copies_are_no_matter_of_scale_and_rare_among_rows_drawn_one_by_one():
    for seed in range(8):
        rng = np.random.default_rng(seed)
        x = rng.standard_t(3, (400, 6))
        honest = near_copies(rows_from(x, rng.integers(0, 2, 400)))
        assert honest is not None
        assert honest.hit.sum() <= 1
    copies = np.concatenate([x, x[:40] + rng.normal(0, 1e-3, (40, 6))]) * 10.0 ** np.arange(-3, 3) + 5
    found = near_copies(rows_from(copies, rng.integers(0, 2, 440)))
    assert set(np.flatnonzero(found.hit)) >= {*range(400, 440)}
    assert abs(found.hit.sum() - 80) <= 4


def test_the_dimension_of_noise_is_found():
    """Facco et al. 2017: neighbours of uniform points tell the dimension; seven columns on a plane are a plane."""
    rng = np.random.default_rng(0)
    flat = rng.uniform(size=(1500, 2)) @ rng.normal(size=(2, 7))
    assert near_copies(rows_from(flat, rng.integers(0, 2, 1500))).dimensions == pytest.approx(2, abs=.25)


def test_a_pair_that_tells_one_of_several_classes_is_asked_about_and_one_that_tells_all_is_fatal():
    rng = np.random.default_rng(5)
    x, n = rng.normal(size=(400, 4)), 400
    far = x[:, 0] - x[:, 1]
    all_of_them, one_of_them = np.digitize(far, [-.8, .8]), np.where(far > .9, 2, rng.integers(0, 2, n))
    told, = pairs_tell(rows_from(x, all_of_them, 3))
    assert (told.columns, told.severity.value) == (("x0", "x1"), "fatal")
    told, = pairs_tell(rows_from(x, one_of_them, 3))
    assert (told.columns, told.severity.value) == (("x0", "x1"), "warning")
    assert "one class from the others" in told.sentence
    assert [*pairs_tell(rows_from(x, rng.integers(0, 3, n), 3))] == []


def test_a_pair_is_told_whichever_way_it_points():
    """A difference that is always on the wrong side has an AUC of exactly 0, which tells as much as 1."""
    x = np.random.default_rng(5).normal(size=(300, 3))
    told = [*pairs_tell(rows_from(x, (x[:, 0] > x[:, 1]).astype(int))),
            *pairs_tell(rows_from(x, (x[:, 0] < x[:, 1]).astype(int)))]
    assert [set(one.columns) for one in told] == [{"x0", "x1"}] * 2


def test_a_lesser_part_that_was_not_looked_at_is_told_and_the_check_passes_but_for_it():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.integers(0, 9, (400, 4)), columns=list("abcd")).assign(
        e=rng.normal(size=400), y=["a"] * 200 + ["b"] * 180 + ["c"] * 20)
    result = referee.audit(frame, target="y")
    pairs = result["F-24"]
    assert (pairs.outcome, pairs.reason) == ("passed", "pairs of columns: 1 of 3 classes have fewer than 30 cases")
    assert "too coarse to tell copies with a little noise" in result["F-20"].reason
    assert "F-24  A feature gives the target away (but for pairs of columns" in result.text(everything=True)
    told = [one for one in result.to_sarif()["runs"][0]["results"] if one["ruleId"] == "F-24"]
    assert [one["kind"] for one in told] == ["pass"]
    assert "but for pairs of columns" in told[0]["message"]["text"]


def test_an_auc_counts_ties_half():
    assert auc(np.array([1.0, 1.0, 2.0]), np.array([True, False, True])) == pytest.approx(.75)
    assert auc(np.array([1.0, 2.0]), np.array([True, True])) is None


@pytest.mark.parametrize("frame", [
    pd.DataFrame({"a": [1.0] * 30, "y": ["no", "yes"] * 15}),                                   # zero variance
    pd.DataFrame({"a": range(5), "y": list("ababa")}),                                            # hardly any rows
    pd.DataFrame({"a": [np.nan] * 25 + [1.0] * 25, "b": range(50), "y": [1.5, 2.5] * 25}),        # a column half there
    noise(np.random.default_rng(0), 30).drop(columns=[f"x{i}" for i in range(1, 8)]),
], ids=["constant", "five rows", "half missing", "one column"])
def test_awkward_tables_are_looked_at_without_a_word_too_many(frame):
    result = referee.audit(frame, target="y")
    assert [f.message for f in result.findings if f.severity.value in {"fatal", "serious"}] == []


def series(n=200):
    y = np.cumsum(np.random.default_rng(5).normal(size=n)).round(2)
    return pd.Series(y)


@pytest.mark.parametrize(("made", "window"), [
    (lambda y: y.rolling(7, center=True).mean().round(3), "from 3 rows before to 3 rows after"),
    (lambda y: y.rolling(3).mean(), "itself and the 2 before"),
    (lambda y: y[::-1].rolling(4).mean()[::-1], "from 0 rows before to 3 rows after"),
    (lambda y: y.shift(1).rolling(7).mean(), None), (lambda y: y.shift(1), None),
    (lambda y: y.rolling(7, center=True).mean() + np.random.default_rng(1).normal(0, .1, y.size), None)])
def test_a_mean_of_the_target_over_its_own_time_is_told_and_one_of_the_past_is_not(made, window):
    y = series()
    rows = rows_from(made(y).to_numpy()[:, None], y.to_numpy(), n_classes=None)
    shuffled = np.random.default_rng(2).permutation(y.size)
    told = [one.sentence for one in windows_tell(rows.of(shuffled), shuffled.astype(float))]
    assert [window in one for one in told] == ([True] if window else [])
    assert list(windows_tell(rows, None)) == list(windows_tell(rows, np.arange(y.size) // 2)) == []


@pytest.mark.parametrize(("share", "wrong", "told"), [(.6, 0, True), (.6, 1, False), (.1, 0, False)])
def test_a_column_that_only_one_class_has_filled_is_told(share, wrong, told):
    draw = np.random.default_rng(3)
    y = (np.arange(400) % 4 == 0).astype(int)
    fee = np.where((y == 1) & (draw.random(400) < share), draw.uniform(5, 90, 400), 0.0)
    fee[np.flatnonzero(y == 0)[:wrong]] = 7.0
    found = list(seldom_tells(rows_from(np.column_stack([fee, draw.normal(size=400)]), y), ("kept", "left")))
    assert [one.columns for one in found] == ([("x0",)] if told else [])


def test_who_the_rows_come_from_is_no_leak_where_each_has_one_target_and_stands_on_one_side(tmp_path):
    """That is about groups, and they are kept together; as a feature it is asked about."""
    rng = np.random.default_rng(4)
    many = rng.integers(3, 6, size=200)
    who = np.repeat(np.arange(200), many)
    ill = rng.random(200) < 0.45
    side = np.repeat(np.where(rng.random(200) < 0.7, "train", "test"), many)
    table = pd.DataFrame({"participant": [f"P{one:03}" for one in who],
                          "age": np.repeat(rng.integers(45, 80, size=200), many),
                          "stride": 1.2 - 0.05 * ill[who] + 0.08 * rng.normal(size=who.size),
                          "turn": 2.1 + 0.1 * ill[who] + 0.3 * rng.normal(size=who.size), "split": side,
                          "parkinson": np.where(ill[who], "PD", "control")})
    table.to_csv(tmp_path / "gait.csv", index=False)
    answer = referee.audit(tmp_path / "gait.csv", target="parkinson")["F-24"]
    assert [(one.severity.value, one.evidence["feature"]) for one in answer.findings] == [("warning", "participant")]
