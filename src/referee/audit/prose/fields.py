"""The fields of a description (YAML, JSON) as sentences, so that what can be told of prose can be told of fields.

Each field is a sentence: its value behind the words of its name and of those it stands under. A number comes before
what it counts (`trials: 60` is "60 trials"), and what is denied behind a word that denies it in the language of the
file (`shuffle: false` is "no shuffle"). A record, fields that stand together, is a sentence too: what one of them says
of rows, another says of how they were divided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from referee.audit.prose.marks import language_of, marked, phrases_in, plain

DEEPEST = 8             # beyond, no person writes
LONGEST = 900           # characters of a record that is read as one sentence
WITHOUT = {"en": "no", "de": "ohne", "fr": "sans", "es": "sin", "it": "senza", "pt": "sem", "nl": "zonder",
           "sv": "utan", "pl": "bez"}
WORDS = re.compile(r"[_\s]+|(?<=[a-z])(?=[A-Z])|(?<=\w)-(?=\w)")
CLAUSE = re.compile(r"(?=\s*[,;(–—.:])|\s+-")
P_VALUES = re.compile(r"(?:raw |unadjusted )?p(?: ?(?:val\w*|wert\w*|waard\w*|vard\w*|wartos\w*))?$|val\w+ (?:de )?p$"
                      r"|wartosc\w* p$")
STEM = 5                # letters of a word that is one with others
TIMES = 1.5             # so many pieces of each thing, at least


@cache
def _names() -> dict[str, frozenset[str]]:
    """Of each concept all names that a field may have for it, in any language."""
    return {concept: frozenset(name for some in known.values() for name in some)
            for concept, known in phrases_in("field_names.txt").items()}


def means(name: str, concept: str) -> bool:
    """Whether a field, or a value in a word, is called as a concept of `field_names.txt` is.

    >>> means("n_essais", "trials"), means("Modèles", "models"), means("keine", "nothing"), means("model", "trials")
    (True, True, True, False)
    """
    return plain(worded(name)) in _names()[concept]


def worded(name: str) -> str:
    """A name as words: `n_trials`, `nTrials` and `n-trials` are "n trials"."""
    return " ".join(WORDS.sub(" ", name).split())


def field_sentences(content: Mapping[str, Any]) -> list[str]:
    """Every field as a sentence.

    >>> field_sentences({"split": {"shuffle": False, "unit": "image"}, "model": {"trials": 60}})
    ['split: no shuffle', 'split unit: image', 'model: 60 trials']
    """
    without = WITHOUT[language_of("\n\n".join(_plainly(path, value) for path, value in _leaves(content)))]
    return [_spoken(path, value, without) for path, value in _leaves(content)]


def bare_sentences(content: Mapping[str, Any]) -> list[str]:
    """Every field as a sentence, without the names of those it stands under, which may be of a part of the work.

    >>> bare_sentences({"training": {"stopped": "at the epoch with the best test accuracy"}})
    ['stopped: at the epoch with the best test accuracy']
    """
    without = WITHOUT[language_of("\n\n".join(_plainly(path, value) for path, value in _leaves(content)))]
    return [_spoken(path[-1:], value, without) for path, value in _leaves(content)]


def record_sentences(content: Mapping[str, Any]) -> list[str]:
    """Every record as a sentence, and so many pieces of so many things where two fields count them.

    >>> record_sentences({"split": {"shuffle": True, "unit": "image"}, "data": {"images": 900, "patients": 90}})
    ['split: shuffle: yes, unit: image', 'data: 900 images, 90 patients', '900 images of 90 patients']
    """
    without = WITHOUT[language_of("\n\n".join(_plainly(path, value) for path, value in _leaves(content)))]
    return [*_records(content, (), without), *_pieces_of_things(content)]


def _records(value: Any, path: tuple[str, ...], without: str, depth: int = 0) -> Iterator[str]:
    if depth > DEEPEST:
        return
    if isinstance(value, dict):
        own = {str(name): part for name, part in value.items() if not _holds_fields(part)
               and not _is_of_p_values(str(name), part)}
        if path:
            said = ", ".join(_spoken((name,), part, without) for name, part in own.items())
            yield f"{_title(path)}: {said}"[:LONGEST]
        else:
            yield from (_spoken((name,), part, without) for name, part in own.items())
        for name, part in value.items():
            if _is_of_p_values(str(name), part):
                values = list(part.values() if isinstance(part, dict) else part)
                yield f"{len(values)} {worded(str(name))}: {', '.join(f'p = {one}' for one in values)}"
            elif _holds_fields(part):
                yield from _records(part, (*path, str(name)), without, depth + 1)
    elif isinstance(value, list):
        for part in value:
            if _holds_fields(part):
                yield from _records(part, path, without, depth + 1)


def _is_of_p_values(name: str, value: Any) -> bool:
    """Whether a field holds the p values of several tests, by name or in a row."""
    values = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return len(values) > 2 and bool(P_VALUES.match(plain(worded(name)))) and all(
        isinstance(one, float | int) and 0 <= one <= 1 for one in values)


def _pieces_of_things(content: Mapping[str, Any]) -> Iterator[str]:
    """Fields that count, of which one counts pieces and the other the larger things that they are of."""
    counted = [(value, noun) for path, value in _leaves(content) if _is_count(value) and (noun := _counted(path))]
    if not counted:
        return
    marks = [{one.concept for one in sentence.marks} for sentence in
             marked("\n\n".join(f"{number} {noun}" for number, noun in counted))]
    if len(marks) != len(counted):
        return
    named = list(zip(counted, marks, strict=True))
    units = plain(" ".join(_said(value) for path, value in _leaves(content) if _is_unit(path)))
    pieces = [one for one, own in named if "group" not in own and (
        "piece" in own or re.search(rf"\b{re.escape(plain(one[1])[:STEM])}", units))]
    things = [one for one, own in named if "group" in own and "piece" not in own and "site" not in own]
    found = [(many, piece, few, thing) for (many, piece), (few, thing) in product(pieces, things)
             if many >= TIMES * few > TIMES]
    if found:
        many, piece, few, thing = max(found, key=lambda one: (one[2], one[0]))
        yield f"{many} {piece} of {few} {thing}"


def _is_unit(path: tuple[str, ...]) -> bool:
    """Whether a field says by what rows were divided."""
    return any(one.of("unit") for one in marked(_title(path)))


def _counted(path: tuple[str, ...]) -> str:
    """What a field counts: the words of its name without those for a number; of `patients: {n: 90}` the patients."""
    for name in reversed(path):
        words = worded(name).split()
        bare = [word for word in words if not means(word, "count")]
        if bare:
            return " ".join(bare) if len(bare) < 3 else ""
    return ""


def _leaves(value: Any, path: tuple[str, ...] = (), depth: int = 0) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict):
        for name, part in value.items() if depth <= DEEPEST else ():
            yield from _leaves(part, (*path, str(name)), depth + 1)
    elif isinstance(value, list) and _holds_fields(value):
        for part in value if depth <= DEEPEST else ():
            yield from _leaves(part, path, depth + 1)
    else:
        yield path, value


def _holds_fields(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict | list) for one in value))


def _spoken(path: tuple[str, ...], value: Any, without: str) -> str:
    """A field in words, by what its value is."""
    if not path:
        return _said(value)
    *above, name = path
    title = f"{_title(above)}: " if above else ""
    if value is None or value is False or value == 0:
        return f"{title}{without} {worded(name)}"
    if isinstance(value, str) and means(denied := CLAUSE.split(value, maxsplit=1)[0], "nothing"):
        return f"{title}{without} {worded(name)}{value[len(denied):]}"
    if _is_count(value) and (noun := _counted(path)):
        return f"{title}{value} {noun}"
    if isinstance(value, str) and means(value, "everything"):
        return f"{_title(path)}: {value} (all data)"
    return _plainly(path, value)


def _plainly(path: tuple[str, ...], value: Any) -> str:
    return f"{_title(path)}: {_said(value)}" if path else _said(value)


def _title(path: tuple[str, ...] | list[str]) -> str:
    return worded(" ".join(path))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 1


def _said(value: Any) -> str:
    """A value in words; names in it as words."""
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if value is None or isinstance(value, bool):
        return "yes" if value else "no"
    return re.sub(r"(?<=\w)_(?=\w)", " ", str(value))
