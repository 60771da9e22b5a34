"""The list of metrics and its page say what the registry says."""

from pathlib import Path

import pytest

from referee.metrics import FAMILIES, METRICS
from referee.metrics.over_targets import OVER_TARGETS
from referee.report import family_rows, metric_rows, metrics_page

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"


def test_the_committed_page_is_the_registry_of_today():
    assert PAGE.read_text(encoding="utf-8") == metrics_page(), "run: python docs/make.py"


@pytest.mark.parametrize("metric", [*METRICS, *OVER_TARGETS], ids=lambda m: m.name)
def test_every_metric_is_on_the_page_once_in_the_table_of_what_it_needs(metric):
    lines = [line for line in metrics_page().splitlines() if line.startswith(f"| `{metric.name}` |")]
    assert len(lines) == 1
    assert f"| {metric.direction.word.split()[0]} |" in lines[0]
    assert metric.title in lines[0]


def test_rows_say_range_and_propriety():
    rows = {row["metric"]: row for row in metric_rows()}
    assert set(rows) == {m.name for m in (*METRICS, *OVER_TARGETS)}
    assert (rows["brier"]["range"], rows["brier"]["proper"]) == ("0 to 1", "proper")
    assert (rows["bir"]["range"], rows["bir"]["needs"]) == ("−∞ to ∞", "probabilities")
    assert (rows["accuracy"]["proper"], rows["accuracy"]["direction"]) == ("", "higher is better")
    assert rows["f1"]["what"].endswith("(two classes)")


def test_families_are_shown_as_they_are_typed():
    typed = {row["metric"] for row in family_rows()}
    assert {"fbeta:beta=2,average=binary", "expected_cost:matrix=…"} <= typed
    assert "bir:base=2,per_class=true,normalised=false" in typed
    assert len(typed) == len(list(FAMILIES))
