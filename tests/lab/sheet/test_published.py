"""What the README says of the published levels, counted anew from docs/levels.jsonl."""

from pathlib import Path

from referee.lab.sheet import results
from referee.lab.sheet.cells import PARTS, Question
from referee.lab.sheet.tally import tallies

ROOT = Path(__file__).parents[3]


def test_the_readme_says_what_was_measured():
    said = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    measured = [one for one in tallies(results.read(ROOT / "docs" / "levels.jsonl"), PARTS["all"])
                if one.how == "default"]
    equal = {one.cell.id for one in measured if one.rejections and one.cell.question in {Question.LEVEL, Question.SEED}}
    covered = {one.cell.id for one in measured if one.coverage}
    off = [sentence for one in measured for sentence in one.alerts()]
    assert f"in none of {len(equal)} with equal learners" in said
    assert f"in all of {len(covered)} the 95% intervals held the truth" in said
    assert off == []
