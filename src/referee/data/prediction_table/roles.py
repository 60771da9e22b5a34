"""What is what in a table of predictions: which column is the case, the truth, the model, and what was said.

Two layouts are known. Long: a row for each case and model, with a column that names the model (or one file for each
model). Wide: a row for each case; each model has a column (`forest`), or several (`forest_pred`, `forest_prob_yes`).
Which it is, and what the columns hold, is decided in `marks.py` and `sides.py`, by their values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from referee.data.wording import listed, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The columns in which one model speaks."""

    prediction: str | None = None
    score: str | None = None
    correct: str | None = None                          # a mark for the answer: right or wrong, or a grade
    probability: str | None = None                      # of one of two classes, or of the one predicted: positive.py
    classes: tuple[tuple[str, str], ...] = ()           # (class, column of its probability)
    quantiles: tuple[tuple[float, str], ...] = ()       # (level, column of that quantile), of numbers, or …
    samples: tuple[str, ...] = ()                       # … columns of draws
    meant: bool = True                                  # whether names or sums say that `classes` hold probabilities

    @property
    def columns(self) -> list[str]:
        """All of them."""
        single = [self.prediction, self.score, self.correct, self.probability]
        return [name for name in single if name is not None] + [
            column for _, column in (*self.classes, *self.quantiles)] + list(self.samples)


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
    scorer: str | None = None
    cluster: str | None = None
    weight: str | None = None
    cost: str | None = None
    time: str | None = None
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

    def describe(self, there: Sequence[str] = (), elsewhere: Mapping[str, str] | None = None) -> str:
        """A sentence, so that nobody has to guess what was taken for what, and one on columns that were left alone.

        `elsewhere` says where columns come from that this table does not have itself.

        >>> Roles(truth="y", sides=((None, Side(prediction="said")),)).describe(["y", "said", "said2"])
        "Columns: truth is 'y', prediction is 'said'. Not read: 'said2'."
        """
        brought = elsewhere or {}
        parts = [f"{role} is {brought.get(column, repr(column))}" for role, column in self.marks.items()]
        for model, side in self.sides:
            whose = "" if model is None else f" of {model}"
            single = {"prediction": side.prediction, "score": side.score, "mark": side.correct,
                      "probability": side.probability}
            parts += [f"{what}{whose} is {column!r}" for what, column in single.items() if column]
            if side.classes:
                parts.append(f"probabilities{whose} are {listed([repr(c) for _, c in side.classes])}")
            if side.quantiles:
                parts.append(f"quantiles{whose} are {listed([repr(c) for _, c in side.quantiles])}")
            if side.samples:
                parts.append(f"draws{whose} are {listed([repr(column) for column in side.samples])}")
        read = set(self.columns)
        left = [name for name in there if name not in read]
        return "Columns: " + ", ".join(parts) + "." + (f" Not read: {quoted(left)}." if left else "")
