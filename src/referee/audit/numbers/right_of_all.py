"""A count of right answers beside the accuracy of the same row: 40 of 48 are 83.3%, however that is rounded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.figure import Rounding, figure
from referee.audit.numbers.naming import named

RIGHT = re.compile(r"correct|right|hits|solved|passed|richtig|korrekt|treffer|juste|correct[eo]s?|aciert|acert|corrett|"
                   r"esatt|goed|juist|ratt|korrekta|poprawn|trafn", re.IGNORECASE)
OF = re.compile(r"^\s*(?P<right>\d+)\s*/\s*(?P<cases>[1-9]\d*)\s*$")


def wrong_counts(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> tuple[Contradiction, ...] | None:
    """Accuracies that the counts of their rows do not give; None where no counts stand beside accuracies.

    >>> rows = [{"model": "cnn", "correct": "40/48", "accuracy": "85.9%"}]
    >>> [str(wrong) for wrong in wrong_counts(["model", "correct", "accuracy"], rows)]
    ['cnn: accuracy 85.9% is not 40/48, which is 83.33%.']
    """
    counts = [name for name in names if RIGHT.search(name) and any(OF.match(row.get(name, "")) for row in cells)]
    scores = [name for name in names if (kind := named(name)) is not None and kind.kind == "accuracy"
              and name not in counts and kind.turn == (0.0, 1.0)]
    if len(counts) != 1 or len(scores) != 1:
        return None
    found = []
    for row in cells:
        said, one = OF.match(row.get(counts[0], "")), figure("accuracy", row.get(scores[0], ""))
        if said is None or one is None or int(said["right"]) > int(said["cases"]):
            continue
        share = int(said["right"]) / int(said["cases"])
        spans = [one.span(way, wider=0.5) for way in Rounding]
        if not any(low <= share * scale <= high for low, high in spans for scale in (1.0, 100.0)):
            found.append(Contradiction(
                where=row.get(names[0], ""), figures=(scores[0], counts[0]), possible=(share, share),
                message=f"{scores[0]} {row[scores[0]]} is not {said['right']}/{said['cases']}, which is {share:.2%}"))
    return tuple(found)
