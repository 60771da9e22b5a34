"""The four counts of a table of test against truth, and the scores that the text gives of them.

Told is a score that the counts cannot have, in a sentence with another one that they do have, so that both are known to
speak of this table; and only if the text nowhere gives the score that they have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.audit.numbers.figure import Figure, Rounding, Row
from referee.audit.numbers.of_text import SENTENCE, scores_in

SAID = re.compile(r"\b(?:test(?:ed)?|predict\w*|classif\w*|model|network|algorithm|output|flagged|index test"
                  r"|screen\w*|detector|"
                  r"system|alarm|called)\b", re.IGNORECASE)
TRUTH = re.compile(r"\b(?:disease\w*|actual\w*|true|truth|reference|gold|condition|standard|patholog\w+|biops\w+"
                   r"|histolog\w+|"
                   r"diagnos\w+|observed|really|present|absent|patients?|ill|healthy|defect\w*"
                   r"|fraud\w*)\b", re.IGNORECASE)
NO = re.compile(r"\b(?:negative|absent|absence|healthy|normal|benign|without|no|not|none|non\w*|genuine|intact|good"
                r"|free)\b|[−-]\s*\)?$",
                re.IGNORECASE)
YES = re.compile(r"\b(?:positive|present|presence|disease\w*|malignant|with|yes|ill|sick|abnormal|defect\w*|fraud\w*"
                 r"|cases?)\b|\+\s*\)?$",
                 re.IGNORECASE)
TOTAL = re.compile(r"\b(?:total|sum|all|overall|n)\b", re.IGNORECASE)
COUNT = re.compile(r"^\**\s*(\d{1,3}(?:,\d{3})+|\d+)\s*(?:\(.*\))?\**$")
FOLLOW = {"sensitivity": ("tp", "fn"), "recall": ("tp", "fn"), "specificity": ("tn", "fp"), "precision": ("tp", "fp"),
          "npv": ("tn", "fn")}


def counts_of(names: Sequence[str], rows: Sequence[Mapping[str, str]]) -> dict[str, int] | None:
    """The four counts of a table of test against truth; None where it is none, or does not say which is which.

    >>> counts_of(["", "disease present", "disease absent"], [
    ...     {"": "test positive", "disease present": "79", "disease absent": "49"},
    ...     {"": "test negative", "disease present": "17", "disease absent": "495"}])
    {'tp': 79, 'fp': 49, 'fn': 17, 'tn': 495}
    """
    across = {_side(name): name for name in names[1:] if not TOTAL.search(name) and _side(name)}
    down = {_side(label): row for row in rows if not TOTAL.search(label := row.get(names[0], "")) and _side(label)}
    kept = ([name for name in names[1:] if not TOTAL.search(name)],
            [row for row in rows if not TOTAL.search(row.get(names[0], ""))])
    if len(kept[0]) != 2 or len(kept[1]) != 2 or set(across) != {"yes", "no"} or set(down) != {"yes", "no"}:
        return None
    sides = ("yes", "no")
    cells = {(a, b): COUNT.match(down[a].get(across[b], "").strip()) for a in sides for b in sides}
    heads, labels = " ".join(kept[0]), " ".join([names[0], *(row.get(names[0], "") for row in kept[1])])
    truth_across = (bool(TRUTH.search(heads)) + bool(SAID.search(labels))
                    - bool(SAID.search(heads)) - bool(TRUTH.search(labels)))
    if truth_across == 0 or not all(cells.values()):
        return None
    numbers = {key: int(found[1].replace(",", "")) for key, found in cells.items() if found}
    wrong = ("fp", "fn") if truth_across > 0 else ("fn", "fp")
    return {"tp": numbers["yes", "yes"], wrong[0]: numbers["yes", "no"], wrong[1]: numbers["no", "yes"],
            "tn": numbers["no", "no"]}


def _side(label: str) -> str:
    return "no" if NO.search(label) else "yes" if YES.search(label) else ""


def text_against_counts(prose: str, counts: Mapping[str, int]) -> Iterator[Row]:
    """Scores of the text that these counts cannot have, each with the counts, for the constraints to speak of."""
    sentences = [" ".join(one.replace("**", "").split()) for one in SENTENCE.split(prose)]
    said = [(sentence, [one for _, one in scores_in(sentence) if one.kind in {*FOLLOW, "accuracy"}])
            for sentence in sentences]
    agreed = {one.kind for _, scores in said for one in scores if _agrees(one, counts)}
    four = tuple(Figure(kind=kind, text=str(count), value=float(count), unit=0.0, name=kind.upper())
                 for kind, count in counts.items())
    for sentence, scores in said:
        if any(_agrees(one, counts) for one in scores):
            yield from (Row(where=f"'{sentence if len(sentence) < 90 else sentence[:87] + '…'}'", figures=(*four, one))
                        for one in scores if one.kind not in agreed)


def _agrees(one: Figure, counts: Mapping[str, int]) -> bool:
    right, wrong = ((counts["tp"] + counts["tn"], counts["fp"] + counts["fn"]) if one.kind == "accuracy" else
                    (counts[FOLLOW[one.kind][0]], counts[FOLLOW[one.kind][1]]))
    if right + wrong == 0:
        return True
    exact = right / (right + wrong)
    return any(low <= exact <= high for low, high in (one.span(way, wider=0.5) for way in Rounding))
