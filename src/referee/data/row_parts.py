"""Which part of a divided table each row belongs to, as people write it: to train on, to tune on, to test on.

A column is known as one by its values alone, whatever it is called and in several languages: all of them are names of
parts, and there are rows to train on and others. Zeros and ones say it only where the column is named by a person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

TRAIN, TUNE, TEST = "train", "tune", "test"
WORDS = {
    TRAIN: """train trn training learn learning fit fitting entrainement apprentissage lern lernen trainingsdaten
        trainings lernmenge entrenamiento addestramento treino treinamento trenovani trening uczenie uczacy treningowy
        uppsattning tranings traning traningsdata oplaering opetus egitim""",
    TUNE: """tune tuning validation validate valid val dev development validierung validierungs abstimmung validacion
        validazione validacao ajuste validace walidacja walidacyjny validering dogrulama""",
    TEST: """test testing tst holdout heldout evaluation eval pruf prufung pruefung testdaten essai evaluacion prueba
        prova teste testowy testovaci testi unseen verifica toets utvardering""",
}
BESIDE = """set sets data dataset split rows row part subset sample samples fold only out held hold de d l the conjunto
    jeu ensemble menge satz teil daten zbior insieme di"""
NEUTRAL = frozenset(BESIDE.split())
HELD = frozenset({"hold", "held"})
KNOWN = {word: part for part, words in WORDS.items() for word in words.split()}
SWITCHES = {"0": False, "1": True, "false": False, "true": True, "no": False, "yes": True, "0.0": False, "1.0": True}


def part_of(value: Any) -> str | None:
    """The part that a value names: train, tune or test; None where it names none.

    >>> [part_of(text) for text in ("Training set", "Prüfung", "träning", "hold-out", "dev", "bus", 1)]
    ['train', 'test', 'train', 'test', 'tune', None, None]
    """
    words = _words(str(value))
    parts = {KNOWN[word] for word in words if word in KNOWN}
    if not parts and HELD & set(words) and "out" in words:
        parts = {TEST}
    strange = [word for word in words if word not in KNOWN and word not in NEUTRAL]
    return parts.pop() if len(parts) == 1 and not strange else None


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.replace("ß", "ss"))).lower()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word for word in re.split(r"[^a-z]+", plain) if word]


def divides(values: Iterable[Any]) -> bool:
    """Whether these different values of a column are parts: each names one, and some rows are trained on, some not.

    >>> divides(["train", "test"]), divides(["Training", "Prüfung", None]), divides(["train", "bus"]), divides([0, 1])
    (True, True, False, False)
    """
    given = [value for value in values if not _missing(value)]
    if not 2 <= len(given) <= 12 or not all(isinstance(value, str) for value in given):
        return False
    parts = [part_of(value) for value in given]
    return None not in parts and TRAIN in parts and len(set(parts)) > 1


def parts_of_rows(values: Iterable[Any], name: str) -> tuple[list[str | None], str]:
    """The part of each row, None where its cell is empty or names none; and how zeros and ones were read, if they were.

    Of zeros and ones the name tells which is which: 1 in `is_train` is trained on, in any other it is tested on.

    >>> parts_of_rows([0, 1, 1], "is_train")[0], parts_of_rows(["train", None, "x"], "part")[0]
    (['test', 'train', 'train'], ['train', None, None])
    """
    given = list(values)
    different = {str(value).strip().lower() for value in given if not _missing(value)}
    if different and different <= SWITCHES.keys():
        named = {KNOWN.get(word) for word in _words(name)}
        one, other = (TRAIN, TEST) if TRAIN in named else (TUNE, TRAIN) if TUNE in named else (TEST, TRAIN)
        on = {text: one if switch else other for text, switch in SWITCHES.items()}
        read = [None if _missing(value) else on[str(value).strip().lower()] for value in given]
        return read, f"Of {name!r}, 1 is read as {one} and 0 as {other}."
    known: dict[Any, str | None] = {}
    for value in given:
        if not _missing(value) and value not in known:
            known[value] = part_of(value)
    return [None if _missing(value) else known[value] for value in given], ""


def _missing(value: Any) -> bool:
    return value is None or value != value or str(value).strip() in {"", "NaN", "nan", "<NA>", "None"}  # noqa: PLR0124
