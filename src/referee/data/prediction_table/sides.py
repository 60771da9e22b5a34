"""What the models said, decided by the values of the columns: classes, probabilities, scores or numbers.

A column is a model's where it holds labels of the known classes, or, with two classes, numbers from 0 to 1; or numbers,
where the truth is a number. What is none of these stops the run, with the option that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.data.prediction_table.class_families import families_of
from referee.data.prediction_table.cut_labels import with_cut_labels
from referee.data.prediction_table.facts import MANY, Facts, facts_of
from referee.data.prediction_table.ids_by_values import names_rows
from referee.data.prediction_table.marks import Look, is_text
from referee.data.prediction_table.naming import (
    BEFORE,
    CLASS_COLUMN,
    NAMES,
    SIDE,
    WIDE,
    WIDE_CLASS,
    WIDE_SIDE,
    Named,
)
from referee.data.prediction_table.quantile_columns import quantile_columns, sample_columns
from referee.data.prediction_table.roles import Side
from referee.data.score_layout import plain_name
from referee.data.wording import listed, quoted
from referee.errors import BadInput

PERCENT, FEWEST = 100, 30         # a number that none of percentages exceeds; rows that are told by their numbers
Sides = tuple[tuple[str | None, Side], ...]
Classes = frozenset[str] | None


def sides_of(look: Look, marks: Mapping[str, str], classes: Classes) -> Sides:
    """The models of a table and the columns in which they speak; under None where a column, or the file, names one."""
    if look.named.wide:
        role = next(role for role in WIDE if look.named.said.get(role) == look.named.wide)
        return tuple((name, replace(Side(), **{role: name})) for name in look.named.wide)  # type: ignore[arg-type]
    rest = [name for name in look.rest if name not in marks.values() and not look.is_row_number(name)]
    laws = _laws(rest) if classes is None else {}
    rest = [name for name in rest if name not in {column for side in laws.values() for column in side.columns}]
    of_classes = class_columns(look, rest, classes, alone="model" not in marks)
    families = {} if classes is None or of_classes else families_of(look, rest, classes)
    alone = next(iter(families.values())) if len(families) == 1 else Side()
    if alone.classes and (look.named.speaking or "model" in marks):
        of_classes = alone.classes                           # of the one model of the row
    elif families:
        own = {column for side in families.values() for column in side.columns}
        return _wide_sides(look, [name for name in rest if name not in own], classes, families)
    if look.named.speaking or of_classes or None in laws:
        model, law = None if "model" in marks else look.named.called, laws.get(None, Side())
        return ((model, replace(_long_side(look, rest, of_classes, classes), quantiles=law.quantiles,
                                samples=law.samples, meant=alone.meant)),)
    if "model" in marks:
        return ((None, _one_side(look, rest, classes)),)
    return _wide_sides(look, rest, classes, laws)


def _laws(rest: list[str]) -> dict[str | None, Side]:
    """What models say by quantiles or draws."""
    quantiles = quantile_columns(rest)
    return {model: Side(quantiles=columns) for model, columns in quantiles.items()} | {
        model: Side(samples=columns) for model, columns in sample_columns(rest).items() if model not in quantiles}


def class_columns(look: Look, rest: list[str], classes: Classes, *, alone: bool) -> tuple[tuple[str, str], ...]:
    """Columns that are called like classes and hold their probabilities: (class, column).

    prob_NAME, .pred_NAME, proba[NAME] or NAME itself; names as R makes them of classes (X1, not.bad) are known too.
    """
    written = {name: match["cls"] for name in rest if (match := CLASS_COLUMN.fullmatch(name))}
    if classes is None:
        return tuple((text, name) for name, text in written.items() if not name.lower().lstrip(".").startswith("pred"))
    as_r = {_made_name(value): value for value in sorted(classes)}
    known = {name: text if text in classes else as_r.get(text) for name, text in written.items()}
    if any(known.values()):
        return tuple((known[name] or text, name) for name, text in written.items()
                     if known[name] or look.facts(name).share)
    if written and not alone and not any(BEFORE.fullmatch(name) for name in written):
        return tuple((text, name) for name, text in written.items())
    bare = {name: name if name in classes else as_r.get(name) for name in rest if look.facts(name).share}
    found = tuple((text, name) for name, text in bare.items() if text is not None)
    return found if len({text for text, _ in found}) == len(classes) else ()


def called_like_classes(table: Any, named: Named) -> list[str]:
    """Columns that were not read yet and are called as a class of the truth is: they may hold its probabilities."""
    found = [column for name in named.candidates("truth") for column in [table.column(name)] if is_text(column)]
    classes = {value for column in found for value in facts_of(column).values or ()}
    as_r = {_made_name(value) for value in classes}
    return [name for name in named.rest if name not in table.column_names and (name in classes or name in as_r)]


def _made_name(text: str) -> str:
    """A class as R's make.names writes it."""
    made = re.sub(r"[^A-Za-z0-9._]", ".", text)
    return made if re.match(r"[A-Za-z]|\.(?!\d)", made) else f"X{made}"


def _long_side(look: Look, rest: list[str], of_classes: tuple[tuple[str, str], ...], classes: Classes) -> Side:
    named = {role: list(look.named.candidates(role)) for role in SIDE}
    found: dict[str, str | None] = {role: columns[0] if columns else None for role, columns in named.items()}
    if "prediction" not in look.named.said and classes is not None:
        found |= _by_values(look, named, found, classes)
    if found["prediction"] is None and found["correct"] is None and classes is not None:
        labels = [name for name in rest if look.facts(name).speaks(classes) == "labels" and not look.facts(name).number]
        found["prediction"] = labels[0] if len(labels) == 1 else None
    return Side(prediction=found["prediction"], score=found["score"], correct=found["correct"],
                probability=None if of_classes else found["probability"], classes=of_classes)


def _by_values(look: Look, named: Mapping[str, list[str]], found: Mapping[str, str | None], classes: frozenset[str]
               ) -> dict[str, str | None]:
    """Columns called predictions: those of labels are; numbers from 0 to 1 are probabilities, where classes are two."""
    said = {name: look.facts(name).speaks(classes) for name in named["prediction"]}
    labels = [name for name, what in said.items() if what in {"labels", "some labels", "words"}]
    shares = [name for name, what in said.items() if what == "shares"] if len(classes) == 2 else []
    if len(labels) > 1:
        best = [name for name in labels if said[name] == "labels"]
        labels = best if len(best) == 1 else labels
    if len(labels) > 1 or len(shares) > 1:
        raise BadInput(f"{look.where}: several columns may be the prediction ({quoted(labels or shares, 5)}); say "
                       f"which it is (--prediction {(labels or shares)[0]}).")
    numbers = [name for name, what in said.items() if what == "numbers"]
    if numbers and not labels and len(classes) == 2:
        raise _neither(look, numbers[0], classes, [numbers[0]])
    if not labels and not shares:
        return {}
    probability = found["probability"] or (shares[0] if shares else None)
    return {"prediction": labels[0] if labels else None, "probability": probability}


def _one_side(look: Look, rest: list[str], classes: Classes) -> Side:
    """A column names the model, and one other column, by its values, holds what it said."""
    fits = {name: side for name in rest if (side := side_by_values(look.facts(name), name, classes)) is not None}
    if len(fits) != 1:
        what = f"several of its columns may hold it ({quoted(list(fits), 5)})" if fits else "no column holds it"
        raise BadInput(f"{look.where} names the models, but what they said is not to be told: {what}; say "
                       f"--prediction, --probability, --score or --correct with the name of the column.")
    return next(iter(fits.values()))


def _wide_sides(look: Look, rest: list[str], classes: Classes, laws: Mapping[str | None, Side]) -> Sides:
    """A model for each column, or for each group of columns that begin alike and end in what they hold."""
    sides = dict(laws)
    for name in rest:
        model, change = _wide_column(look, name, rest, sides, classes)
        if change:
            sides[model] = replace(sides.get(model, Side()), **change)
    sides = with_cut_labels(look.table, sides)
    _refuse_labels_beside_shares(look, sides)
    if not sides:
        raise BadInput(f"{look.where} holds no predictions that could be told by its columns "
                       f"({listed(look.table.column_names)}); say which column is which, for example --prediction; if "
                       f"another file holds the truth, say --truth FILE.")
    return tuple(sides.items())


def _refuse_labels_beside_shares(look: Look, sides: Mapping[str | None, Side]) -> None:
    """Columns under plain names of which some hold classes and some probabilities: the former may be no model's."""
    labels = [name for name, side in sides.items() if side == Side(prediction=name)]
    shares = [str(name) for name, side in sides.items() if side == Side(probability=name)]
    if labels and shares:
        raise BadInput(f"{look.where}: column {labels[0]!r} holds classes beside probabilities ({quoted(shares, 3)}), "
                       f"and may be a model's answers or a column of the data; if it is a model's, call it "
                       f"{labels[0]}_pred, else name the models' columns: --probability {','.join(shares)}.")


def _wide_column(look: Look, name: str, rest: list[str], sides: Mapping[str | None, Side], classes: Classes
                 ) -> tuple[str, dict[str, Any]]:
    match = WIDE_CLASS.fullmatch(name)
    if match and (classes is None or match["cls"] in classes or any(
            (other := WIDE_CLASS.fullmatch(one)) and other["cls"] in classes for one in rest)):
        before = sides[match["model"]].classes if match["model"] in sides else ()
        return match["model"], {"classes": (*before, (match["cls"], name))}
    match = WIDE_SIDE.fullmatch(name)
    role = next((role for role in SIDE if match and plain_name(match["side"]) in NAMES[role]), None)
    if match and role and role != "prediction":
        return match["model"], {role: name}
    called = match["model"] if match and role else name
    prefix = BEFORE.fullmatch(name)
    if prefix and sum(bool(BEFORE.fullmatch(one)) for one in rest) > 1:
        called = prefix["model"]
        if prefix["side"].lower() == "score":
            return called, {"score": name}
    side = side_by_values(look.facts(name), name, classes)
    if side is not None:
        return called, {what: column for what in SIDE if (column := getattr(side, what)) is not None}
    return called, _unless_a_stranger(look, name, rest, classes)


def side_by_values(facts: Facts, name: str, classes: Classes) -> Side | None:
    """What a column of one model is, by its values; None where they say nothing of the cases."""
    if classes is None:
        return None if facts.counts else Side(prediction=name)
    what = facts.speaks(classes)
    if what in {"labels", "some labels"}:
        return Side(prediction=name)
    return Side(probability=name) if what == "shares" and len(classes) == 2 else None


def _unless_a_stranger(look: Look, name: str, rest: list[str], classes: Classes) -> dict[str, Any]:
    """Nothing for long text, or for names or numbers of the rows, which are no model's word; a refusal for all else."""
    facts = look.facts(name)
    if not facts.number and facts.values is None and len(look.table.column(name).unique()) > MANY:
        return {}
    if not facts.number and names_rows(look, name):
        return {}
    said = {one: side for one in rest if one != name and (side := side_by_values(
        look.facts(one), one, classes)) is not None}
    if not _called_an_answer(name) and sum(map(_called_an_answer, said)) > 1:
        return {}                   # tcn_pred, forest_pred beside a column `cow`: other columns are called answers
    if sum(side == Side(probability=one) for one, side in said.items()) > 1 and _numbers_rows(look, name):
        return {}
    raise _neither(look, name, classes, list(said))


def _called_an_answer(name: str) -> bool:
    """Whether a column's name says that it holds what a model answered: tcn_pred, score_b."""
    match = WIDE_SIDE.fullmatch(name)
    return BEFORE.fullmatch(name) is not None or (
        match is not None and any(plain_name(match["side"]) in NAMES[role] for role in SIDE))


def _numbers_rows(look: Look, name: str) -> bool:
    """Whether whole numbers, too large for percentages, name each row once."""
    facts, column = look.facts(name), look.table.column(name)
    return facts.whole and facts.high > PERCENT and len(column) >= FEWEST and len(column.unique()) == len(column)


def _neither(look: Look, name: str, classes: Classes, models: list[str]) -> BadInput:
    facts = look.facts(name)
    if classes is None:
        return BadInput(f"{look.where}: column {name!r} counts the rows, and is no model's; if it names the cases, say "
                        f"--ids {name}; else name the models' columns: --prediction {','.join(models) or 'NAMES'}.")
    holds = f"numbers from {facts.low:g} to {facts.high:g}" if facts.number else "words that name no class" \
        if facts.values is None else f"{quoted(sorted(facts.values), 3)}"
    given = ",".join(models) or name
    more = "; if the truth is a quantity, say --task regression" if facts.number and len(classes) > 2 else ""
    return BadInput(f"{look.where}: column {name!r} holds {holds}, neither classes ({quoted(sorted(classes), 4)}) nor "
                    f"probabilities of two classes; name the models' columns: --prediction {given} for classes, "
                    f"--probability {given} or --score {given} for numbers{more}.")
