"""What the cells of a table say in words, each with its header, put to the reader that was taught by examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.audit.prose.fields import means, worded
from referee.audit.prose.taught import Doubt, doubts_among
from referee.audit.prose.traits import REACH

FEWEST = 3              # words of a cell that says something; fewer name something
MOST = 200              # cells that are read
WORD = re.compile(r"[^\W\d_]{2,}")


def doubts_of_cells(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> tuple[Doubt, ...] | None:
    """Cells that sound like a fault; None where none is in words.

    Each is rated by itself: what stands in the next cell is of another model, and not the next sentence.

    >>> rows = [{"model": "a", "note": "as in the paper"}, {"model": "b", "note": "of five seeds the luckiest on test"}]
    >>> [(one.kind, one.sentence) for one in doubts_of_cells(["model", "note"], rows)]
    [('best-run', 'note: of five seeds the luckiest on test')]
    """
    said = dict.fromkeys(f"{worded(name)}: {cell}" for row in cells for name in names
                         if not means(name, "name") and len(WORD.findall(cell := row.get(name, "").strip())) >= FEWEST)
    if not said:
        return None
    some = list(said)[:MOST]
    spaced = [part for one in some for part in (one, *[""] * REACH)]
    return tuple(one for one in doubts_among(spaced, "\n\n".join(some)) if one.asked)
