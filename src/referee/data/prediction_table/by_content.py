"""Which column is which where their names do not tell, as in a file of another language: by what the columns hold.

Long: two columns that together name each row, one of few values (the models) and one of many (the cases); a column that
is the same in all rows of a case is the truth, and one that has its values and differs between models is what they
said. Wide: a row for each case, and a column of classes whose values others have too. Words for truth, model and
prediction in several languages decide between columns that all would do; alone they decide nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from referee.data.prediction_table.class_families import families_by_name
from referee.data.prediction_table.naming import CLASS_COLUMN, NAMES
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

WORDS: dict[str, str] = {
    "truth": "verite reel reelle veritable attendu reponsecorrecte wahrheit wahr befund istwert tatsachlich soll "
             "goldstandard korrekt facit verklig verkligt sann sanning verdad verdadero real reales esperado correcta "
             "verdade verdadeiro esperada vero verita reale atteso diagnosi werkelijk waarheid echt juist prawda "
             "prawdziwy rzeczywista rzeczywisty faktisk fasit sandhed etiquetareal истина etikett etiqueta etichetta "
             "diagnostic diagnostico diagnose rozpoznanie facitsvar",
    "prediction": "predictionmodele predit predite prevu prevision vorhersage vorhergesagt prognose antwort prediccion "
                  "predicho pronostico respuesta predicao previsto previsao resposta previsione predetto predizione "
                  "risposta voorspelling voorspeld antwoord przewidywanie predykcja prognoza odpowiedz prediktion "
                  "forudsigelse prediksjon svar reponse предсказание прогноз",
    "model": "modele modell modelo modello modelle network netz netzwerk reseau red rete netwerk siec verfahren "
             "methode metodo metoda algorithme algorithmus algoritmo algoritme classifieur klassifikator clasificador "
             "classificador classificatore sistema systeme system reader rater annotator lesender befunder модель",
    "id": "fall cas caso nr num numero nummer identifiant identificador kennung zeile recension resena avis dossier "
          "transaction image bild imagen immagine obraz patient paciente paziente question frage pregunta domanda",
    "probability": "wahrscheinlichkeit probabilite probabilidad probabilidade probabilita kans waarschijnlijkheid "
                   "prawdopodobienstwo sannolikhet sandsynlighed sannsynlighet вероятность",
    "seed": "graine semilla semente seme zufallszahl ziarno fro startwert lauf durchlauf",
    "fold": "pli pliegue dobra falte faltung vouw",
}
SPLITTING = ("seed", "fold", "repeat", "dataset", "cluster", "weight", "role", "scorer")
MOST_ROWS, MOST_MODELS, FEWEST = 500_000, 60, 10          # rows; models; cases
FEW = 50                                                  # values of a truth that is no number
ONCE, THERE, SAME, KNOWN = 0.7, 0.6, 0.8, 0.5             # of rows, of the models of a case, of cases, of answers
GOES = 0.3                                                # a correlation


@dataclass(frozen=True, kw_only=True)
class Content:
    """The roles of columns that were told by what they hold."""

    roles: Mapping[str, str]
    wide: bool

    @property
    def sentence(self) -> str:
        """What was taken for what."""
        words = {"id": "the cases", "model": "the models", "truth": "the truth", "prediction": "what was predicted",
                 "probability": "probabilities"}
        parts = [f"{self.roles[role]!r} for {word}" for role, word in words.items() if role in self.roles]
        return f"By what the columns hold, {', '.join(parts)}; say --truth and the others if that is wrong."


@dataclass(kw_only=True, eq=False)
class _Column:
    name: str
    series: pd.Series

    @cached_property
    def codes(self) -> Array:
        import pandas as pd

        texts = self.series.map(_look, na_action="ignore")
        return np.asarray(pd.factorize(texts)[0])

    @cached_property
    def values(self) -> frozenset[str]:
        return frozenset(_look(value) for value in self.series.dropna().unique())

    @cached_property
    def numbers(self) -> Array | None:
        """Its numbers; None where it holds others than numbers, or only few whole ones, as classes have."""
        if self.series.dtype.kind not in "fiu":
            return None
        return np.asarray(self.series, dtype=float)

    @property
    def fine(self) -> bool:
        return self.numbers is not None and (self.series.dtype.kind == "f" or len(self.values) > FEW)

    def called(self, role: str) -> bool:
        bare = _bare(self.name)
        parts = {_bare(part) for part in re.split(r"[\W_]+", self.name)}
        known = {*NAMES.get(role, ()), *WORDS.get(role, "").split()}
        return bare in known or bool(parts & (known - {"y", "p", "set"}))


def roles_by_content(frame: pd.DataFrame, said: Mapping[str, str | None]) -> Content | None:
    """The columns that hold the cases, the models, the truth and what was said; None where nothing shows them."""
    if not 2 * FEWEST <= len(frame) <= MOST_ROWS or frame.columns.duplicated().any():
        return None
    columns = [_Column(name=str(name), series=frame[name]) for name in frame.columns
               if not isinstance(_first(frame[name]), list | dict | np.ndarray)]
    given = {role: column for role, column in said.items() if column}
    marked = {column.name for column in columns for role in SPLITTING if given.get(role) == column.name or (
        column.called(role) and role in {"seed", "fold", "repeat"})}
    free = [column for column in columns if column.name not in marked]
    beside = [column for column in columns if column.name in marked]
    return next(_long(free, beside, given), None) or _wide(free, given)


def _first(series: pd.Series) -> object:
    there = series.dropna()
    return None if there.empty else there.iloc[0]


def _long(columns: list[_Column], beside: list[_Column], given: Mapping[str, str]) -> Iterator[Content]:
    models = [one for one in _may_be(columns, "model", given) if 2 <= len(one.values) <= MOST_MODELS and not (
        one.series.dtype.kind == "f" or (one.codes < 0).any()) and _may_be_names(one, given)]
    cases = [one for one in _may_be(columns, "id", given) if len(one.values) >= FEWEST and not (
        one.series.dtype.kind == "f" or (one.codes < 0).any())]
    for model, case in product(models, cases):
        if model is case or not _crossed(model, case, beside):
            continue
        rest = [one for one in columns if one not in (model, case)]
        within = {one.name: _same_within(one, case) for one in rest}
        truths = sorted((one for one in _may_be(rest, "truth", given) if len(one.values) > 1
                         and within[one.name] >= SAME), key=lambda one: (not one.called("truth"), -within[one.name]))
        for truth in truths:
            if model.values <= truth.values and not _called_so(model, "model", given):
                continue                # what another model said, and no names of models
            answers = [one for one in _may_be(rest, "prediction", given) if one is not truth
                       and within[one.name] < 1 and _answers(one, truth)]
            if answers:
                yield Content(wide=False, roles={
                    "id": case.name, "model": model.name, "truth": truth.name, "prediction": answers[0].name}
                    | _probability([one for one in rest if one not in (truth, *answers)], given))
                return


def _may_be_names(one: _Column, given: Mapping[str, str]) -> bool:
    """Whether models may be called so: numbers name models only in a column that says so, else clips or visits."""
    return one.series.dtype.kind not in "iub" or _called_so(one, "model", given)


def _called_so(one: _Column, role: str, given: Mapping[str, str]) -> bool:
    return one.called(role) or given.get(role) == one.name


def _probability(rest: list[_Column], given: Mapping[str, str]) -> dict[str, str]:
    found = [one.name for one in rest if one.called("probability") and one.numbers is not None
             and not CLASS_COLUMN.fullmatch(one.name)]
    return {"probability": found[0]} if len(found) == 1 and not given.get("probability") else {}


def _wide(columns: list[_Column], given: Mapping[str, str]) -> Content | None:
    named = [one for one in _may_be(columns, "truth", given) if _called_so(one, "truth", given)]
    alike = [one for one in columns if one.numbers is None and 2 <= len(one.values) <= FEW]
    first = [one for one in alike if len([other for other in alike if _answers(other, one)]) > 2][:1]
    distinct = [one for one in _may_be(columns, "id", given) if one.series.dtype.kind != "f"
                and len(one.values) == len(one.series) and not (one.codes < 0).any()]
    for truth in named or (first if distinct else []):
        answers = [one for one in columns if one is not truth and one not in distinct and _answers(one, truth)]
        if not answers or any("," in one.name for one in answers):
            continue
        ids = {"id": distinct[0].name} if distinct and distinct[0] is not truth else {}
        return Content(wide=True, roles=ids | {
            "truth": truth.name, "prediction": given.get("prediction") or ",".join(one.name for one in answers)})
    return None if named else _by_classes(alike, columns, distinct)


def _by_classes(alike: list[_Column], columns: list[_Column], distinct: list[_Column]) -> Content | None:
    """A truth of words by which columns of numbers are called, one for each and a model: forest_low, forest_high."""
    numbers = [one.name for one in columns if one.numbers is not None]
    truths = [one for one in alike if one not in distinct and families_by_name(numbers, sorted(one.values))]
    if len(truths) != 1:
        return None
    return Content(wide=True, roles=({"id": distinct[0].name} if distinct else {}) | {"truth": truths[0].name})


def _may_be(columns: list[_Column], role: str, given: Mapping[str, str]) -> list[_Column]:
    """The columns that may have a role: the one that was said, or all, those that are called so first."""
    if given.get(role):
        return [one for one in columns if one.name == given[role]]
    return sorted(columns, key=lambda one: not one.called(role))


def _crossed(model: _Column, case: _Column, beside: list[_Column]) -> bool:
    """Whether two columns, with those that tell repetitions apart, name the rows, and most cases have most models."""
    rows, many = case.codes.size, len(model.values)
    pairs = np.unique(case.codes.astype(np.int64) * many + model.codes).size
    if pairs < max(THERE * many, 1.5) * len(case.values):
        return False
    key = case.codes.astype(np.int64) * many + model.codes
    for one in beside:
        key = np.unique(key, return_inverse=True)[1].reshape(-1) * (len(one.values) + 1) + one.codes + 1
    return bool(np.unique(key).size >= ONCE * rows)


def _same_within(one: _Column, case: _Column) -> float:
    """The share of cases in all of whose rows a column has one value."""
    pairs = np.unique(np.column_stack([case.codes, one.codes]), axis=0)
    return float((np.bincount(pairs[:, 0], minlength=len(case.values)) == 1).mean())


def _answers(one: _Column, truth: _Column) -> bool:
    """Whether a column answers what a truth asks: it has its classes, or its numbers go with it."""
    if truth.fine:
        if one.numbers is None or truth.numbers is None:
            return False
        both = ~(np.isnan(one.numbers) | np.isnan(truth.numbers))
        if both.sum() < FEWEST or not np.ptp(truth.numbers[both]):
            return False
        return not np.ptp(one.numbers[both]) or abs(float(np.corrcoef(one.numbers[both], truth.numbers[both])[
            0, 1])) >= GOES
    if not 2 <= len(truth.values) <= FEW or not one.values & truth.values:
        return False
    texts = one.series.dropna().map(_look)
    return bool(texts.isin(truth.values).mean() >= KNOWN)


def _look(value: object) -> str:
    """One look for one class: 1 and 1.0 are one."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _bare(name: str) -> str:
    """A name without accents, blanks, strokes and case.

    >>> _bare("Prédiction (modèle)")
    'predictionmodele'
    """
    plain = unicodedata.normalize("NFKD", name.lower().replace("ß", "ss").replace("ł", "l"))
    return re.sub(r"[\W_]", "", "".join(sign for sign in plain if not unicodedata.combining(sign)))
