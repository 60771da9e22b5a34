"""What the columns of a table of predictions may be by their names; whether they are is decided by their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.data.row_marks import NONE
from referee.data.score_layout import MODEL, plain_name
from referee.data.wording import listed, no_column
from referee.errors import BadInput

NAMES: dict[str, set[str]] = {
    "id": {"id", "ids", "caseid", "rowid", "rowids", "row", "rowindex", "index", "item", "itemid", "docid", "sampleid",
           "exampleid", "instance", "inst#", "instanceid", "questionid", "case", "key", "uid"},
    "truth": {"truth", "true", "ytrue", "actual", "target", "gold", "label", "class", "expected", "observed", "y",
              "reference", "references", "truelabel", "groundtruth", "obs", "outcome", "goldlabel"},
    "prediction": {"prediction", "predicted", "pred", "ypred", "response", "predictedlabel", "predlabel", "output",
                   "answer", "predictions", "yhat", "estimate", "predclass", "predictedclass"},
    "model": MODEL,
    "score": {"score", "decision", "logit", "decisionfunction", "yscore"},
    "correct": {"correct", "acc", "iscorrect", "exactmatch", "em", "passed", "itemscore", "grade", "mark"},
    "probability": {"prob", "proba", "probability", "p", "yprob", "yproba", "confidence"},
    "fold": {"fold", "folds", "cvfold", "outerfold", "resample"},
    "repeat": {"repeat", "rep", "repetition", "iteration", "iter"},
    "seed": {"seed", "run", "generation", "epoch", "sample", "attempt", "trial"},
    "dataset": {"dataset", "datasetname", "problem", "benchmark", "task", "taskid"},
    "scorer": {"scorer", "scorername"},
    "cluster": {"cluster", "clusters", "group", "groups", "article", "passage", "document", "family", "patient",
                "subject", "user"},
    "weight": {"weight", "weights", "count", "sampleweight"},
    "cost": set(),            # never by its name: 'cost' may be what an answer cost
    "time": set(),            # nor this: 'time' may be how long an answer took
    "role": {"role", "split", "subset", "partition", "set"},
}
SAMPLE = "sample"         # a case where nothing else is called as ids are; else one of several answers to a case
SIDE = ("prediction", "score", "correct", "probability")         # what a model says; the rest marks the case
WIDE = ("prediction", "score", "probability")                    # … of which several columns may be said: one a model
GROUPS, TIME, PART = "cluster", "time", "role"
JOINT = r"[\s_.:/|-]+"
PROBABILITY = r"(?:p|pr|probs?|probas?|probability|probabilities|\.?pred|confidence)"
CLASS_COLUMN = re.compile(rf"{PROBABILITY}(?:{JOINT}|(?=[\[(]))[\[(]?(?P<cls>.+?)[\])]?", re.IGNORECASE)
WIDE_CLASS = re.compile(rf"(?P<model>.+?){JOINT}{PROBABILITY}{JOINT}(?P<cls>.+)", re.IGNORECASE)
WIDE_SIDE = re.compile(rf"(?P<model>.+?){JOINT}(?P<side>[A-Za-z ]+)")
BEFORE = re.compile(rf"(?P<side>pred|prediction|prob|proba|p|score){JOINT}(?P<model>.+)", re.IGNORECASE)
UNNAMED = re.compile(r"unnamed[_: ]*\d+|\.\.\.\d+|rownames", re.IGNORECASE)      # R's and pandas' numbers of rows
CALLED_X = {"X", "X1"}          # the same after R has read it again


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Which columns a person named (`said`), which go by a known name, first candidate first, and the others."""

    said: Mapping[str, tuple[str, ...]]
    known: Mapping[str, tuple[str, ...]]
    rest: tuple[str, ...]

    def candidates(self, role: str) -> tuple[str, ...]:
        """The columns that may have a role: the one that was said, or those whose names say it."""
        return self.said.get(role) or self.known.get(role, ())

    @property
    def speaking(self) -> bool:
        """Whether a column says by its name that it holds what one model said."""
        return any(self.candidates(role) for role in SIDE) and not self.wide

    @property
    def complete(self) -> bool:
        """Whether the names of columns tell the cases, what is true of them, and what one model said."""
        if self.candidates("correct"):
            return bool(self.candidates("id"))
        return self.speaking and all(self.candidates(role) for role in ("id", "truth", "prediction"))

    @property
    def wide(self) -> tuple[str, ...]:
        """Columns that a person named as those of several models."""
        return next((self.said[role] for role in WIDE if len(self.said.get(role, ())) > 1), ())

    @property
    def called(self) -> str | None:
        """What the only column of answers that a person named calls its model: m, or m_pred; None for a plain word."""
        columns = [(role, columns[0]) for role, columns in self.said.items() if role in WIDE and len(columns) == 1]
        if len(columns) != 1:
            return None
        (role, column), = columns
        if any(plain_name(column) in NAMES[one] for one in SIDE) or _of_a_class(column):
            return None
        match = WIDE_SIDE.fullmatch(column)
        return match["model"] if match and plain_name(match["side"]) in NAMES[role] else column


def named(names: Sequence[str], where: str, said: Mapping[str, str | None], *, but: frozenset[str] = frozenset(),
          strangers: frozenset[str] = frozenset()) -> Named:
    """What was said first, the names second; roles of `but` are looked for elsewhere, names of `strangers` deceive."""
    none = denied(names, said)
    given = {role: _columns(column, role, names, where) for role, column in said.items()
             if column is not None and role not in but | none}
    taken = {column for columns in given.values() for column in columns}
    known: dict[str, tuple[str, ...]] = {}
    if "id" not in given and "id" not in but and not any(_called(name, "id") in NAMES["id"] for name in names):
        known["id"] = tuple(name for name in names if plain_name(name) == SAMPLE and name not in taken)
        taken |= set(known["id"])
    for role, words in NAMES.items():
        if role in given or role in but or known.get(role):
            continue
        known[role] = tuple(name for name in names if name not in taken | strangers and _called(name, role) in words
                            and not (role in SIDE and _of_a_class(name)))
        taken |= set(known[role])
        known |= {role: ()} if role in none else {}
    return Named(said=given, known=known, rest=tuple(name for name in names if name not in taken))


def denied(names: Sequence[str], said: Mapping[str, str | None]) -> frozenset[str]:
    """The roles that a person said no column has: groups="none", unless a column is called so.

    >>> denied(["id", "patient"], {"cluster": "none"})
    frozenset({'cluster'})
    """
    return frozenset(role for role in (GROUPS, TIME, PART) if said.get(role) == NONE and NONE not in names)


def _called(name: str, role: str) -> str:
    """A name as the words of a role have it; ids may have the sign with which a header begins (#id)."""
    return plain_name(name).lstrip("#") if role == "id" else plain_name(name)


def _of_a_class(name: str) -> bool:
    """prob_a is of class a and no "proba", p_red of class red and no "pred"; .pred_class is a prediction."""
    return bool(CLASS_COLUMN.fullmatch(name)) and plain_name(name) not in {"predclass", "predictedclass", "predlabel"}


def _columns(column: str, role: str, names: Sequence[str], where: str) -> tuple[str, ...]:
    """The column that was said, or several with commas between them where several models speak."""
    if role not in NAMES:
        raise BadInput(f"{role!r} is not a role of a column; the roles are {', '.join(NAMES)}.")
    parts = [part.strip() for part in column.split(",")]
    if role == "truth" and column not in names and len(parts) > 1 and set(parts) <= set(names):
        raise BadInput(f"{where}: {listed(parts)} are {len(parts)} truths; predictions are judged by one at a time: "
                       f"{one_by_one(parts)}.")
    found = (column,) if column in names or role not in WIDE else tuple(part for part in parts if part)
    for one in found or (column,):
        if one not in names:
            raise no_column(where, one, names)
    return found


def one_by_one(truths: Sequence[str]) -> str:
    """What to say for each of several truths.

    >>> one_by_one(["y1", "y2"])
    'say --truth y1 and --prediction with the columns that predict it, then the same for y2'
    """
    others = listed(list(truths[1:]))
    return f"say --truth {truths[0]} and --prediction with the columns that predict it, then the same for {others}"


def truths_among(names: Sequence[str]) -> list[str]:
    """Columns that are called like a truth of one of several targets: truth_1, y2_true, y_true_0, target a.

    >>> truths_among(["id", "y1_true", "y2_true", "y1_pred", "y2_pred"])
    ['y1_true', 'y2_true']
    """
    def called(name: str) -> bool:
        parts = [part for part in re.split(JOINT, name) if part]
        return len(parts) > 1 and any(plain_name("".join(some)) in NAMES["truth"] - {"y"} for some in (
            parts[:1], parts[-1:], parts[:-1]))

    return [name for name in names if called(name)]
