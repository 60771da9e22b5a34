"""The metrics there are, as rows for a list and as the page docs/metrics.md: both come from the registry."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from referee.kinds import Needs
from referee.metrics import FAMILIES, METRICS, Metric
from referee.metrics._base import Family
from referee.metrics.over_targets import OVER_TARGETS

SECTIONS = {
    Needs.LABELS: ("Labels", "what was right and wrong, once every row has been given a class"),
    Needs.SCORES: ("Order", "how well scores put the rows in order; where a model gives none, its probabilities do"),
    Needs.PROBABILITIES: ("Probabilities", "what the stated probabilities are worth, and whether they can be believed"),
    Needs.VALUES: ("Numbers", "how far predicted numbers are from the true ones"),
}
HEADER = "| name | what | better | range | rows | proper | reference |\n|---|---|---|---|---|---|---|"
INTRODUCTION = """# Metrics

Every metric below is a name to type (`--metrics accuracy,log_loss`, `metrics=["accuracy", "log_loss"]`), and works in
estimates, comparisons and reports alike. The first one named decides; the others support. A metric that does not exist
for some predictions is reported as missing with the reason, never as 0.

*Rows* says whether the score is a mean of one value a row (tests on rows apply), *proper* whether honest
probabilities are the best thing to say. Information metrics use the class shares of each training part as the prior.

<!-- made from the registry by docs/make.py; do not edit -->
"""


def metric_rows() -> list[dict[str, str]]:
    """One row for each metric: its name, what it needs, which way is better, its range, whether it is proper."""
    return [{
        "metric": m.name, "task": m.task.value, "needs": m.needs.value, "direction": m.direction.word,
        "range": range_text(m), "proper": "proper" if m.proper else "", "what": _title(m),
    } for m in METRICS] + [{
        "metric": m.name, "task": m.task.value, "needs": "all labels", "direction": m.direction.word,
        "range": range_text(m), "proper": "", "what": f"{_title(m)}, over several targets",
    } for m in OVER_TARGETS]


def family_rows() -> list[dict[str, str]]:
    """One row for each metric with parameters: how it is typed, and what is meant when nothing is said."""
    return [{"metric": f"{family.name}:{_parameters(family)}", "what": _first_line(family)} for family in FAMILIES]


def metrics_page() -> str:
    """The documentation of all metrics as Markdown."""
    return "\n".join([INTRODUCTION, *_sections(), *_families()])


def range_text(metric: Metric) -> str:
    """Where the values lie.

    >>> range_text(METRICS["log_loss"])
    '0 to ∞'
    """
    low, high = metric.bounds
    return f"{low:.3g} to {high:.3g}".replace("inf", "∞").replace("-", "−")


def _title(metric: Metric) -> str:
    return metric.title + (" (two classes)" if metric.binary_only else "")


def _sections() -> Iterator[str]:
    for needs, (title, meaning) in SECTIONS.items():
        yield f"## {title}: {meaning}\n"
        yield HEADER
        yield from (_line(m) for m in METRICS if m.needs is needs)
        yield ""
    yield "## Over several targets: what the labels of all targets, or all labels of a row, are worth as one number\n"
    yield "Typed beside the others; each target is told by itself as well ([several targets](targets.md)).\n"
    yield HEADER
    yield from (_line(m) for m in OVER_TARGETS)
    yield ""


def _line(m: Metric) -> str:
    cells = (f"`{m.name}`", _title(m), m.direction.word.split()[0], range_text(m),
             "yes" if m.per_row is not None else "", "yes" if m.proper else "", m.reference)
    return f"| {' | '.join(cells)} |"


def _families() -> Iterator[str]:
    yield "## With parameters\n"
    yield "Typed with a colon: `fbeta:beta=2`, `expected_cost:matrix=((0,1),(5,0))`. Shown are the usual values.\n"
    yield "| as typed | what |\n|---|---|"
    for row in family_rows():
        yield f"| `{row['metric']}` | {row['what']} |"
    yield ""


def _parameters(family: Family) -> str:
    known = inspect.signature(family.make).parameters.values()
    return ",".join(f"{p.name}={_value(p.default)}" for p in known)


def _value(default: Any) -> str:
    return "…" if default is inspect.Parameter.empty else str(default).lower() if isinstance(default, bool) else (
        f"{default:g}" if isinstance(default, float) else str(default))


def _first_line(family: Family) -> str:
    said = inspect.getdoc(family.make)
    line = said.splitlines()[0].rstrip(".") if said else METRICS[family.name].title
    return line if line[1].isspace() else line[0].lower() + line[1:]       # "F with recall …" stays

