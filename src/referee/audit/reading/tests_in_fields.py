"""Tests whose p values stand in the fields of a description, and those of them that its sentences call significant.

A family is a field that holds three records or more, each with a raw p value, or three p values by name. A test counts
as called significant where its record says so, or where a sentence that says so names it and its p is small. Nothing is
made of it where some words are of a correction, or of a question that was settled beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.audit.numbers.families import CALLED, CORRECTED, STARRED_AT, UNCORRECTED, Family, p_column
from referee.audit.numbers.figure import figure
from referee.audit.prose.fields import DEEPEST, P_VALUES, field_sentences, worded
from referee.audit.prose.marks import marked, plain

FEWEST = 3              # tests that are many
SETTLED = re.compile(r"\b(?:primary|pre-?regist\w*|pre-?specif\w*|confirmatory|exploratory|hypothes[ie]s-generating|"
                     r"family-?\s?wise|fwer|max(?:imum|imal)?-?\s?(?:t\b|statistic)|hierarchical|gatekeep\w*|omnibus|"
                     r"primar\w*|korrigier\w*|explorativ\w*|corrig\w*|correg\w*|corrett\w*|gecorrigeerd\w*|korriger\w*|"
                     r"korekt\w*|skorygowan\w*)", re.IGNORECASE)


def family_of_fields(content: Mapping[str, Any]) -> Family | None:
    """The largest family of tests in the fields, with those called significant; None where none is called so.

    >>> of = {"fatigue": {"r": 0.21, "p": 0.012}, "pain": {"r": 0.02, "p": 0.41}, "mood": {"r": 0.08, "p": 0.21}}
    >>> family_of_fields({"correlation": of, "headline": "Fatigue is predicted significantly from speech"}).called
    (True, False, False)
    """
    sentences = field_sentences(content)
    around = " ".join(sentences)
    if SETTLED.search(around) or CORRECTED.search(UNCORRECTED.sub(" ", around)):
        return None
    families = [family for tests in _families(content, 0) if (family := _called(tests, sentences)) is not None]
    return max(families, key=lambda family: len(family.labels), default=None)


Test = tuple[str, float, bool | None]          # what is tested, its p, and whether its record calls it significant


def _families(value: Any, depth: int) -> Iterator[list[Test]]:
    """The records of each field that have p values, if all or all but one have."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts if depth <= DEEPEST else ():
        inner = list(part.items() if isinstance(part, Mapping) else enumerate(part) if isinstance(part, list) else ())
        tests = [test for key, one in inner if (test := _test(key, one)) is not None]
        if P_VALUES.match(plain(worded(str(name)))) and isinstance(part, Mapping):
            tests = [(str(key), float(one), None) for key, one in inner if _is_p(one)]
        if len(tests) >= max(FEWEST, len(inner) - 1):
            yield tests
        yield from _families(part, depth + 1)


def _is_p(value: Any) -> bool:
    return isinstance(value, float | int) and not isinstance(value, bool) and 0 <= value <= 1


def _test(key: Any, record: Any) -> Test | None:
    """The test of a record: under its name, or with the first words in it; None where it has no raw p, or another."""
    if not isinstance(record, Mapping):
        return None
    kinds = {str(name): by for name in record if (by := p_column(str(name))) is not None}
    raw = [record[name] for name, by in kinds.items() if by in ("", "none") and name in record]
    if len(raw) != 1 or len(kinds) > 1 or not _is_p(raw[0]):
        return None
    label = key if isinstance(key, str) else next((text for text in record.values() if isinstance(text, str)), "")
    said = next((one for name, one in record.items() if plain(str(name)) in CALLED and isinstance(one, bool)), None)
    return (label, float(raw[0]), said) if label else None


def _called(tests: Sequence[Test], sentences: Sequence[str]) -> Family | None:
    claims = [sentence.plain for text in sentences for sentence in marked(text) if sentence.of("significant")]
    named = [any(re.search(rf"\b{re.escape(plain(worded(label)))}\b", claim) for claim in claims)
             for label, _, _ in tests]
    called = [said if said is not None else known and p <= STARRED_AT for (_, p, said), known in zip(
        tests, named, strict=True)]
    if not any(called):
        return None
    return Family(labels=tuple(label for label, _, _ in tests), called=tuple(called),
                  raw=tuple(figure("p", f"{p:.15g}", name="p") for _, p, _ in tests))
