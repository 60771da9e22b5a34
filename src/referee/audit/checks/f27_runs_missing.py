"""F-27: runs that were planned and are not there (Reich & Barai lost 8 of 100, and said so)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import require_a_study, told_by_itself
from referee.audit.prose.confession import LEFT_OUT
from referee.errors import UnknownName
from referee.metrics import metric


@check("F-27", "Runs are missing", severity=Severity.SERIOUS,
       advice="Say why each run is missing, and what the result would be had they failed.",
       reference="Reich & Barai 1999, section 3")
def runs_missing(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Fewer stored runs than planned; the worst case counts a missing run as the metric's worst value.

    A baseline, and a model in which nothing is random, need one run.

    In a table of runs beside a text: runs without a score, more of one model than of another.
    """
    told = told_by_itself(bundle, LEFT_OUT, "failed runs were left out")
    yield from told
    shares = {run.lost / run.of for run in bundle.lost or ()}
    worst = [run for run in bundle.lost or () if len(shares) > 1 and run.lost / run.of == max(shares)]
    for run in worst:
        yield Found(message=f"{run.lost} of {run.of} runs of {run.model} have no score, more than of other models: "
                            f"a mean over the rest is of those that went well.",
                    evidence={"model": run.model, "missing": run.lost})
    if (told or worst) and bundle.runs is None:
        return
    if bundle.lost is not None and bundle.runs is None:
        listed = ", ".join(f"{run.of} of {run.model}" for run in bundle.lost)
        raise NotCheckable(f"the table lists runs ({listed}), and how many were planned is not known",
                           ask="the number planned (declared: runs)")
    require_a_study(bundle)
    if bundle.runs is None or bundle.declared is None or bundle.declared.runs is None:
        raise NotCheckable("it takes the single runs and the number planned", ask="both (runs, and declared: runs)")
    planned = bundle.declared.runs
    ran = {run.model for run in bundle.runs}
    once = {model.name for model in bundle.models or () if model.baseline or model.deterministic}
    for name in [model.name for model in bundle.models or () if model.name not in ran | once]:
        yield Found(message=f"All {planned} runs of {name} are missing.", evidence={"model": name, "missing": planned})
    for model, name in dict.fromkeys((run.model, run.metric) for run in bundle.runs):
        values = [run.value for run in bundle.runs if (run.model, run.metric) == (model, name)]
        lost = planned - len(values)
        if len(values) == 1 and model in once:
            continue
        if len(values) == 1 and lost > 0:
            yield Unseen(reason=f"one {name} of {model} is known; whether it is of one run or of all {planned} is not "
                                f"said", ask="the scores of the single runs (runs)")
        elif lost > 0:
            yield Found(message=f"{lost} of {planned} runs of {model} are missing{_worst(name, values, planned)}.",
                        evidence={"model": model, "missing": lost})


def _worst(name: str, values: list[float], planned: int) -> str:
    try:
        bounds, higher = metric(name).bounds, metric(name).direction.value > 0
    except UnknownName:
        return ""
    worst = bounds[0] if higher else bounds[1]
    if abs(worst) == float("inf"):
        return ""
    mean = (sum(values) + worst * (planned - len(values))) / planned
    return f"; had they failed, the mean {name} would be {mean:.3f} instead of {sum(values) / len(values):.3f}"
