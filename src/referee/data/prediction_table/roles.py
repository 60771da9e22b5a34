"""What is what in a table of predictions: which column is the case, the truth, the model, and what was said.

Two layouts are known. Long: a row for each case and model, with a column that names the model (or one file for each
model). Wide: a row for each case; each model has a column (`forest`), or several (`forest_pred`, `forest_prob_yes`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from referee.data.score_layout import MODEL, plain_name
from referee.data.wording import listed, no_column
from referee.errors import BadInput

NAMES: dict[str, set[str]] = {
    "id": {"id", "ids", "caseid", "rowid", "rowids", "row", "index", "item", "itemid", "docid", "sampleid", "exampleid",
           "instance", "inst#", "instanceid", "questionid", "case", "key", "uid"},
    "truth": {"truth", "true", "ytrue", "actual", "target", "gold", "label", "class", "expected", "observed", "y",
              "reference", "truelabel", "groundtruth"},
    "prediction": {"prediction", "predicted", "pred", "ypred", "response", "predictedlabel", "predlabel", "output",
                   "answer", "predictions", "yhat", "estimate"},
    "model": MODEL,
    "score": {"score", "decision", "logit", "decisionfunction", "yscore"},
    "correct": {"correct", "acc", "iscorrect", "exactmatch", "em", "passed", "itemscore"},
    "probability": {"prob", "proba", "probability", "p", "yprob", "confidence"},
    "fold": {"fold", "folds", "cvfold", "outerfold"},
    "repeat": {"repeat", "rep", "repetition", "iteration", "iter"},
    "seed": {"seed", "run", "generation", "epoch", "sample", "attempt", "trial"},
    "dataset": {"dataset", "datasetname", "problem", "benchmark", "task", "taskid"},
    "cluster": {"cluster", "clusters", "group", "groups", "article", "passage", "document", "family", "patient",
                "subject", "user"},
    "weight": {"weight", "weights", "count", "sampleweight"},
    "role": {"role", "split", "subset", "partition", "set"},
}
SIDE = ("prediction", "score", "correct", "probability")         # what a model says; the rest marks the case
JOINT = r"[\s_.:/|-]+"
PROBABILITY = r"(?:p|pr|prob|proba|probability|probabilities)"
CLASS_COLUMN = re.compile(rf"{PROBABILITY}(?:{JOINT}|(?=\[))\[?(?P<cls>.+?)\]?", re.IGNORECASE)
WIDE_CLASS = re.compile(rf"(?P<model>.+?){JOINT}{PROBABILITY}{JOINT}(?P<cls>.+)", re.IGNORECASE)
WIDE_SIDE = re.compile(rf"(?P<model>.+?){JOINT}(?P<side>[A-Za-z ]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The columns in which one model speaks."""

    prediction: str | None = None
    score: str | None = None
    correct: str | None = None                          # a mark for the answer: right or wrong, or a grade
    probability: str | None = None                      # of the positive class
    classes: tuple[tuple[str, str], ...] = ()           # (class, column of its probability)

    @property
    def columns(self) -> list[str]:
        """All of them."""
        single = [self.prediction, self.score, self.correct, self.probability]
        return [name for name in single if name is not None] + [column for _, column in self.classes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Which columns are which. `sides` has one entry, under None, where a column (or the file) names the model."""

    sides: tuple[tuple[str | None, Side], ...]
    id: str | None = None
    truth: str | None = None
    model: str | None = None
    fold: str | None = None
    repeat: str | None = None
    seed: str | None = None
    dataset: str | None = None
    cluster: str | None = None
    weight: str | None = None
    role: str | None = None

    @property
    def marks(self) -> dict[str, str]:
        """What marks the cases, and in which column it stands."""
        found = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "sides"}
        return {role: column for role, column in found.items() if column is not None}

    @property
    def columns(self) -> list[str]:
        """Every column that is read; the others may be as large as they like."""
        said = [column for _, side in self.sides for column in side.columns]
        return list(dict.fromkeys([*self.marks.values(), *said]))

    def describe(self) -> str:
        """One sentence, so that nobody has to guess what was taken for what."""
        parts = [f"{role} is {column!r}" for role, column in self.marks.items()]
        for model, side in self.sides:
            whose = "" if model is None else f" of {model}"
            single = {"prediction": side.prediction, "score": side.score, "mark": side.correct,
                      "probability": side.probability}
            parts += [f"{what}{whose} is {column!r}" for what, column in single.items() if column]
            if side.classes:
                parts.append(f"probabilities{whose} are {listed([repr(c) for _, c in side.classes])}")
        return "Columns: " + ", ".join(parts) + "."


def find_roles(names: Sequence[str], where: str, said: Mapping[str, str | None]) -> Roles:
    """Which columns are which: what was said first, the names second.

    >>> find_roles(["id", "truth", "model", "prediction", "prob_no", "prob_yes"], "a.csv", {}).describe()
    "Columns: id is 'id', truth is 'truth', model is 'model', prediction is 'prediction', probabilities are 'prob_no', \
'prob_yes'."
    >>> [model for model, _ in find_roles(["id", "y_true", "forest", "lda"], "a.csv", {}).sides]
    ['forest', 'lda']
    """
    given = {role: column for role, column in said.items() if column is not None}
    for role, column in given.items():
        if role not in NAMES:
            raise BadInput(f"{role!r} is not a role of a column; the roles are {', '.join(NAMES)}.")
        if column not in names:
            raise no_column(where, column, names)
    found = dict(given)
    for role, known in NAMES.items():
        free = [name for name in names if name not in found.values()
                and not (role in SIDE and CLASS_COLUMN.fullmatch(name))]       # prob_a is of class a, and no "proba"
        named = next((name for name in free if plain_name(name) in known), None)
        if role not in found and named is not None:
            found[role] = named
    marks = {role: column for role, column in found.items() if role not in SIDE}
    rest = [name for name in names if name not in found.values()]
    side, rest = _long_side({role: found.get(role) for role in SIDE}, rest)
    if side.columns:
        return Roles(sides=((None, side),), **marks)
    return Roles(sides=_wide_sides(rest, where, marks), **{k: v for k, v in marks.items() if k != "model"})


def _long_side(found: Mapping[str, str | None], rest: list[str]) -> tuple[Side, list[str]]:
    classes = [(match["cls"], name) for name in rest if (match := CLASS_COLUMN.fullmatch(name))]
    taken = {column for _, column in classes}
    side = Side(prediction=found["prediction"], score=found["score"], correct=found["correct"],
                probability=None if classes else found["probability"], classes=tuple(classes))
    return side, [name for name in rest if name not in taken]


def _wide_sides(rest: list[str], where: str, marks: Mapping[str, str]) -> tuple[tuple[str | None, Side], ...]:
    """A model for each column, or for each group of columns that begin alike and end in what they hold."""
    sides: dict[str | None, Side] = {}
    for name in rest:
        model, change = _wide_column(name, sides)
        sides[model] = replace(sides.get(model, Side()), **change)
    if not sides:
        raise BadInput(f"{where} holds no predictions that could be told by the names of its columns "
                       f"({listed(list(marks.values()) or ['none'])}); say which column is which, for example "
                       f"prediction=….")
    return tuple(sides.items())


def _wide_column(name: str, sides: Mapping[str | None, Side]) -> tuple[str, dict[str, Any]]:
    match = WIDE_CLASS.fullmatch(name)
    if match:
        before = sides[match["model"]].classes if match["model"] in sides else ()
        return match["model"], {"classes": (*before, (match["cls"], name))}
    match = WIDE_SIDE.fullmatch(name)
    role = next((role for role in SIDE if match and plain_name(match["side"]) in NAMES[role]), None)
    if match and role:
        return match["model"], {role: name}
    return name, {"prediction": name}
