"""Advice is what it runs: every command works as it is, and its study keeps the rules that the command came from."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

import referee as package
from referee.api.ledger import opened

CHEAP = ["lda", "gaussian-nb"]


def table(rng, n=160, rare=0.5):
    x = rng.normal(size=(n, 4)).round(4)
    y = rng.permutation(np.where(np.arange(n) < round(rare * n), "yes", "no"))
    x[:, 0] += (y == "yes") * 1.2
    return pd.DataFrame(x, columns=list("abcd")).assign(y=y)


def numbers(rng, n=160):
    x = rng.normal(size=(n, 3)).round(4)
    return pd.DataFrame(x, columns=list("abc")).assign(y=(x[:, 0] + rng.normal(size=n)).round(4))


def visits(rng):
    who = np.repeat(np.arange(30), 5)
    centre = rng.normal(size=(30, 4))
    x = (centre[who] + rng.normal(0, .3, (150, 4))).round(4)
    y = np.where(centre[:, 0] > 0, "yes", "no")[who]
    return pd.DataFrame(x, columns=list("abcd")).assign(patient_id=who, y=y).sample(frac=1, random_state=1)


def twice(rng):
    """A third of the rows stands there a second time."""
    rows = table(rng, 120)
    return pd.concat([rows, rows[:40]]).sample(frac=1, random_state=1)


def days(rng):
    n = 240
    level = np.cumsum(rng.normal(0, 1, n))
    day = pd.date_range("2020-01-01", periods=n, freq="D").strftime("%Y-%m-%d")
    return pd.DataFrame({"day": day, "a": (level + rng.normal(0, 1, n)).round(3), "b": rng.normal(size=n).round(3),
                         "y": (level + rng.normal(0, .5, n)).round(3)})


@dataclass(frozen=True)
class Case:
    """A situation, and what its command and its study must be."""

    name: str
    asked: dict
    make: object = table
    speaks: str = ""                           # rules that must hold
    silent: str = ""                           # … and that must not
    says: tuple[str, ...] = ()                 # parts of the commands and files
    never: tuple[str, ...] = ()
    first: str = ""                            # how the primary metric of the study begins
    verb: str = "compare"                      # of the recorded study
    clean: str = ""                            # checks of the audit that must find nothing
    more: dict = field(default_factory=dict)   # files the user has, as the advice asks for them


def two_of(rng):
    return {"data-2.csv": table(rng), "data-3.csv": table(rng)}


def five_more(rng):
    return {f"data-{k}.csv": table(rng) for k in range(2, 7)}


def draws(rng):
    return {f"draw-{k}.csv": table(rng) for k in range(1, 11)}


def answered(rng):
    y = rng.integers(0, 2, 60)
    said = {name: np.where(rng.random(60) < right, y, 1 - y)
            for name, right in (("lda", .8), ("gaussian-nb", .7), ("qda", .7))}
    return {"predictions.csv": pd.DataFrame({"id": range(60), "truth": y, **said})}


def numbers_answered(rng):
    y = rng.normal(size=60)
    return {"predictions.csv": pd.DataFrame({"id": range(60), "truth": y, "linear": y + rng.normal(size=60),
                                             "ridge": y + rng.normal(size=60)})}


def right_or_wrong(rng):
    return {"answers.csv": pd.DataFrame({"lda": rng.integers(0, 2, 40), "gaussian-nb": rng.integers(0, 2, 40)})}


CASES = [
    Case("two learners", {}, speaks="22", silent="12 16", says=("halves:repeats=50",), clean="10 11 14 21"),
    Case("few fits", {"budget": 12}, speaks="23", clean="10 11"),
    Case("accuracy of a rare class", {"metrics": "accuracy"}, make=lambda rng: table(rng, 400, .1), speaks="15",
         first="roc_auc", clean="16"),
    Case("F1 of a few cases", {"metrics": "f1"}, make=lambda rng: table(rng, 200, .15), speaks="15 16", first="roc_auc",
         says=("recall", "precision")),
    Case("probabilities", {"probabilities": True, "metrics": "accuracy"}, speaks="41", first="log_loss",
         says=("brier",)),
    Case("log loss was asked for", {"metrics": "log_loss"}, speaks="41", first="log_loss"),
    Case("probabilities of three classes", {"data": "iris", "probabilities": True, "budget": 10}, speaks="41",
         first="log_loss", says=("bir",)),
    Case("costs", {"costs": "1,5"}, speaks="42", first="optimal_value", says=("net_benefit:threshold=0.1667",)),
    Case("a relative error of what changes its sign", {"models": ["linear", "ridge"], "metrics": "mape"}, make=numbers,
         speaks="43", first="mae", never=("mape",), clean="43"),
    Case("a column of patients", {"budget": 24}, make=visits, speaks="17", says=("--groups patient_id",), clean="21"),
    Case("rows that stand there twice", {"budget": 24}, make=twice, speaks="17", says=("--groups copies",),
         clean="20 21"),
    Case("groups that were told", {"groups": "patient_id", "budget": 24}, make=visits, speaks="17", clean="21"),
    Case("a column of dates", {"models": ["linear", "ridge"]}, make=days, speaks="18", silent="22 23 25",
         says=("--time day", "rolling:"), clean="22"),
    Case("rows in order", {"ordered": True, "models": ["linear", "ridge"]}, make=numbers, speaks="18",
         silent="22 23 25", says=("--time rows", "rolling:"), clean="22"),
    Case("a net", {"models": ["mlp:max_iter=30", "lda"], "budget": 10}, speaks="34", says=("components", "--seeds 5"),
         clean="45 46"),
    Case("a tuned linear model", {"models": "logistic:C=0.1|1|10", "goal": "select", "metrics": "accuracy"},
         speaks="14 32", says=("rule=one-se",), verb="evaluate", clean="03 26"),
    Case("many settings, few fits", {"models": "knn:n_neighbors=1|2|3|4|5|6|7|8|9|10", "goal": "select", "budget": 100,
                                     "metrics": "accuracy"}, speaks="32 33", says=("--correction bbc",),
         verb="evaluate", clean="03 26"),
    Case("how good one is", {"models": "lda", "goal": "absolute", "metrics": "accuracy"}, speaks="06", verb="evaluate",
         clean="04 10 11"),
    Case("80 rows", {"models": "lda", "goal": "absolute", "metrics": "accuracy"}, make=lambda rng: table(rng, 80),
         speaks="07", says=("halves:repeats=50,passes=5",), verb="evaluate", clean="04 10 11"),
    Case("one fit", {"models": "lda", "goal": "absolute", "metrics": "accuracy", "budget": 1}, speaks="09",
         says=("holdout:test=0.2",), verb="evaluate"),
    Case("two fixed models", {"goal": "compare-models", "metrics": "accuracy"}, speaks="19", says=("referee judge",),
         more=answered),
    Case("three fixed models", {"goal": "compare-models", "metrics": "accuracy", "models": [*CHEAP, "qda"]},
         speaks="26", says=("referee judge", "--adjust max-t"), more=answered, clean="09"),
    Case("two fixed models of numbers", {"goal": "compare-models", "models": ["linear", "ridge"], "metrics": "mae"},
         make=numbers, speaks="20", says=("referee judge", "--test signflip"), more=numbers_answered),
    Case("a fixed model on its test set", {"goal": "absolute", "models": "lda", "metrics": "accuracy",
                                           "test_rows": 60}, speaks="01 03", says=("referee judge",), verb="evaluate",
         more=answered),
    Case("three data sets", {"datasets": 3, "budget": 10}, speaks="29", says=("referee run study.yaml", "data-3.csv"),
         more=two_of, clean="09"),
    Case("six data sets", {"datasets": 6, "budget": 10}, speaks="28", says=("referee run study.yaml",), more=five_more),
    Case("a simulator", {"simulator": True}, speaks="04", silent="22", says=("draw-10.csv", "holdout:test=0.5"),
         never=("referee compare",), more=draws),
    Case("one against the others", {"models": [*CHEAP, "qda"], "against": "qda", "budget": 10}, speaks="31",
         says=("--against qda",)),
    Case("equal", {"goal": "equivalence", "relevant": .1, "budget": 10}, speaks="36", says=("--relevant 0.1",),
         clean="39"),
    Case("chance", {"goal": "chance", "budget": 4, "models": "lda", "metrics": "accuracy"}, speaks="40",
         says=("referee chance",), clean="14"),
    Case("cases that keep coming", {"goal": "growing"}, speaks="38", says=("referee watch",), more=right_or_wrong,
         verb=""),
    Case("a leaderboard", {"goal": "leaderboard", "metrics": "accuracy"}, speaks="39", verb="",
         says=("vault query", "--metrics accuracy")),
]
QUICK = {"accuracy of a rare class", "two fixed models", "a column of patients"}


@pytest.mark.parametrize("case", [pytest.param(one, id=one.name, marks=() if one.name in QUICK else pytest.mark.slow)
                                  for one in CASES])
def test_what_is_advised_is_what_is_run(case, referee, tmp_path):
    rng = np.random.default_rng(11)
    case.make(rng).to_csv(tmp_path / "data.csv", index=False)
    asked = {"models": CHEAP, "timed": False, "data": str(tmp_path / "data.csv")} | case.asked
    source = asked.pop("data")
    advice = package.advise(source, **asked | ({} if source == "iris" else {"target": "y"}))
    fired = {rule.code for rule in advice.rules}
    assert fired >= {f"E-{n}" for n in case.speaks.split()}
    chosen = {rule.code for rule in advice.chosen}
    assert not chosen & {f"E-{n}" for n in case.silent.split()}
    text = "\n".join([*advice.commands, *advice.files.values()])
    assert [part for part in case.says if part not in text] == []
    assert [part for part in case.never if part in text] == []
    for name, frame in (case.more(rng) if case.more else {}).items():
        assert name in str(advice)                                      # the user is told which file it takes
        named = {"id", "truth", "y", *"abcd", *(learner.name for learner in advice.prepared.learners)}
        frame[[column for column in frame.columns if column in named]].to_csv(tmp_path / name, index=False)
    for name, content in advice.files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command in advice.commands:
        words = shlex.split(command)
        assert words.pop(0) == "referee"
        seen = referee(*words, *(["--shuffles", "19"] if words[0] == "chance" else []))
        assert seen.code == 0, f"{command}\n{seen.err}"
    if case.verb:
        _kept_by_the_study(case, tmp_path, source)


def _kept_by_the_study(case, folder, source):
    with opened(folder / "referee.db", create=False) as store:
        said = next(card.declaration for card in store.studies() if card.declaration.verb == case.verb)
        number = next(k for k, card in enumerate(store.studies(), 1) if card.declaration.verb == case.verb)
    assert said.metrics[0].startswith(case.first)
    known = {} if source == "iris" or case.more else {"data": source, "target": "y"}
    grouped = {name: case.asked[name] for name in ("groups",) if name in case.asked}
    if any("--groups patient_id" in part for part in case.says):
        grouped = {"groups": "patient_id"}
    if case.make is days:
        grouped = {"time": "day"}
    if case.asked.get("ordered"):
        grouped = {"time": "rows"}
    found = package.audit_study(folder / "referee.db", study=number, **known | (grouped if known else {}))
    grave = {finding.code for finding in found.findings if finding.severity.value in {"fatal", "serious", "warning"}}
    assert not grave & {f"F-{n}" for n in case.clean.split()}
