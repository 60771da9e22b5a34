"""A small fixed part of the sheet: the defaults, whatever they are, hold what they promise in three cells.

Fails above 0.065 plus two Monte-Carlo errors of a level, or below 0.93 less two of a coverage. The seeds are fixed, so
that it fails for a change of the defaults and not by chance.
"""

import pytest

from referee.lab.sheet.cells import PARTS
from referee.lab.sheet.results import read
from referee.lab.sheet.run import run
from referee.lab.sheet.study import How
from referee.lab.sheet.tally import tallies

STUDIES = 150


@pytest.mark.slow
@pytest.mark.parametrize("cell", PARTS["small"], ids=lambda cell: cell.id)
def test_the_defaults_hold_in_the_small_part(cell, tmp_path):
    run([cell], tmp_path / "sheet.jsonl", How(), repetitions=STUDIES)
    found = tallies(read(tmp_path / "sheet.jsonl"), (cell,))
    assert {tally.metric for tally in found} == set(cell.metrics)
    assert all(tally.rejections.of + tally.uncompared == STUDIES for tally in found)
    assert [said for tally in found for said in tally.alerts()] == []
