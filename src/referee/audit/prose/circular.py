"""An outcome that is cut from a value which is itself among the predictors: the model is given what defines its answer.

Of a description: a field of the outcome says from which bound on a value a case counts ("1 if the highest HbA1c in the
window is 6.5 % or more"), and the list of predictors holds that very value, in the same words. A value that is named
with a moment of its own in the definition ("creatinine above 2 on day 7") is another one than the predictor without it;
and nothing is said where anything in the description looks ahead, so that both may be of different days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.audit.prose.confession import CIRCULAR, Confession
from referee.audit.prose.fields import DEEPEST, worded
from referee.audit.prose.marks import plain

OUTCOME = re.compile(r"\b(?:outcome|label|labels|target|endpoint|response|class|classes|dependent)\b", re.IGNORECASE)
INPUTS = re.compile(r"^(?:candidate |model |all |final |the )?(?:predictors?|features?|inputs?|covariates?|"
                    r"input variables|explanatory variables|independent variables|input features)"
                    r"(?: used| list| set)?$", re.IGNORECASE)
_VERB = r"(?:(?:is|was|are|were|be|lies?|stays?|has|reach\w*|exceed\w*|of) ){0,2}"
_NUMBER = r"-?\d{1,9}(?:[.,]\d{1,9})?"
_UNIT = r"(?: ?%| [a-z/%²³µ]{1,8})?"
BOUND = re.compile(rf" ?{_VERB}?(?:(?:>=?|<=?|≥|≤|at least|at most|above|below|over|under|more than|less than|greater "
                   rf"than|higher than|lower than|no more than|no less than) ?{_NUMBER}|{_NUMBER}{_UNIT} (?:or|and) "
                   rf"(?:more|less|above|below|higher|lower|over)|(?<=exceeds ){_NUMBER}|(?<=exceeded ){_NUMBER}|"
                   rf"(?<=reaches ){_NUMBER})")
MOMENT = re.compile(r"\b(?:days?|weeks?|months?|years?|hours?|after\w*|later|within|next|future|follow\w*|discharge|"
                    r"subsequent\w*|coming|tomorrow|end|repeat\w*|second|confirm\w*|during|ever|any)\b")
CLAUSE, ENDS = re.compile(r"[,;:(]| or | and | if | when | as "), re.compile(r"[,;:.](?!\d)| or (?!more|less)")
AHEAD = re.compile(r"\b(?:horizon|lead time|(?<!far )(?<!well )(?<!clearly )ahead|forecast\w*|follow[- ]?up|next|"
                   r"tomorrow|future|prospective\w*|"
                   r"index date|baseline visit|incident|onset|subsequent\w*|later|prediction time|time of prediction|"
                   r"landmark|early warning|in advance)\b", re.IGNORECASE)
ARTICLES = re.compile(r"\b(?:the|a|an|patient's|person's)\b ?")
MOST = 1000             # characters of a field that are read
LONGEST = 90            # characters behind a bound, in which a moment of its own may stand
SHORTEST = 4            # letters of a value's name


def circular_outcome(content: Mapping[str, Any]) -> Iterator[Confession]:
    """The field that cuts the outcome from a predictor, with the predictor."""
    fields = list(_fields(content))
    if any(AHEAD.search(f"{' '.join(path)} {value}"[:MOST]) for path, value in fields):
        return
    listed = [item for path, value in fields if INPUTS.match(path[-1]) and isinstance(value, list)
              for item in value if isinstance(item, str)]
    for path, value in fields:
        if not isinstance(value, str) or not any(OUTCOME.search(name) for name in path):
            continue
        for item in listed:
            if _cut_from(_bare(item[:MOST]), _bare(value[:MOST])):
                yield Confession(fault=CIRCULAR, sentence=f"{path[-1]}: {value}", detail=item)
                return


def _cut_from(item: str, definition: str) -> bool:
    """Whether a definition puts a bound on the very value, at no moment that the value itself does not name."""
    if len(item) < SHORTEST:
        return False
    for found in re.finditer(rf"(?<![\w-]){re.escape(item)}(?![\w-])", definition):
        bound = BOUND.match(definition, found.end())
        if bound is None:
            continue
        ahead = CLAUSE.split(definition[max(0, found.start() - LONGEST):found.start()])[-1]
        behind = ENDS.split(definition[bound.end():bound.end() + LONGEST])[0]
        if not MOMENT.search(behind) and not ahead.strip():
            return True
    return False


def _bare(text: str) -> str:
    return " ".join(ARTICLES.sub("", plain(worded(text))).split())


def _fields(value: Any, path: tuple[str, ...] = (), depth: int = 0) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every field that is not a record itself, with the names that lead to it."""
    if isinstance(value, dict) and depth <= DEEPEST:
        for name, part in value.items():
            yield from _fields(part, (*path, worded(str(name))), depth + 1)
    elif path:
        yield path, value
