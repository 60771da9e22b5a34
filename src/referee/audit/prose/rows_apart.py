"""Models that stand in one list of results and were tested on different rows, while a lead over them is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.audit.prose.confession import COPIED, Confession
from referee.audit.prose.fields import means
from referee.audit.prose.marks import Sentence, marked


def tested_apart(records: Sequence[Mapping[str, Any]], said: Sequence[Sentence]) -> Iterator[Confession]:
    """The claim of a lead, where some rival has no result on any test set that the study's own model was tested on.

    `records` are rows of a table, or of a list in a description; `said` are the sentences around them.
    """
    fields = list(dict.fromkeys(str(key) for one in records for key in one))
    where = next((key for key in fields if means(key, "evaluated on")), None)
    who = next((key for key in fields if means(key, "name")), None) or (fields[0] if fields else None)
    lead = next((one for one in said if one.of("better")), None)
    if where is None or who is None or where == who or lead is None or any(
            one.of("only shown", denied=True) for one in said):
        return
    tested: dict[str, set[str]] = {}
    for one in records:
        if one.get(who) is not None and one.get(where):
            tested.setdefault(str(one[who]), set()).add(str(one[where]).strip().lower())
    own = [name for name in tested if any(one.of("ours") for one in marked(name))]
    for ours in own[:1]:
        apart = [name for name in tested if name not in own and not tested[name] & tested[ours]]
        if apart:
            yield Confession(fault=COPIED, sentence=lead.text, detail=(
                f"{ours}: {', '.join(sorted(tested[ours]))}; {apart[0]}: {', '.join(sorted(tested[apart[0]]))}"))
