"""Every command by name, in the groups in which `referee --help` shows them; each lives in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from referee.cli import (
    advise,
    audit,
    calibration,
    chance,
    compare,
    components,
    curve,
    data,
    decompose,
    demo,
    evaluate,
    init,
    judge,
    lab,
    ledger,
    listing,
    panorama,
    plan,
    rank,
    report,
    run,
    sensitivity,
    survey,
    tune,
    vault,
    watch,
)
from referee.cli.spellings import Command

# Each with what the list says of it; at 80 columns a description has one line.
GROUPS: dict[str, dict[str, tuple[Callable[..., Any] | typer.Typer, str]]] = {
    "Answers": {
        "compare": (compare.compare, "Which model is better, by how much, how sure."),
        "evaluate": (evaluate.evaluate, "How good a model is, and how sure one can be."),
        "tune": (tune.tune, "Which setting to use, and what it will be worth."),
        "judge": (judge.judge, "Predictions made elsewhere: which model's are better."),
        "rank": (rank.rank, "Which model is better over many data sets, from scores."),
        "run": (run.run, "Carry out what a study file declares."),
    },
    "Before": {
        "advise": (advise.advise, "Which design, interval and test suit a problem, and why."),
        "plan": (plan.plan, "How much evidence a difference needs."),
        "init": (init.init, "Write a commented study file for a data file."),
    },
    "Looking closer": {
        "panorama": (panorama.panorama, "Every way to estimate, side by side."),
        "curve": (curve.curve, "How learners grow with data."),
        "sensitivity": (sensitivity.sensitivity, "What parameters, seeds, splits and designs change."),
        "decompose": (decompose.decompose, "Where the error comes from: bias, variance, noise."),
        "components": (components.components, "Where the spread comes from: sample, split, seed."),
        "chance": (chance.chance, "Better than chance? Everything again on shuffled data."),
        "calibration": (calibration.calibration, "Whether stated probabilities can be believed."),
    },
    "Checking": {
        "audit": (audit.audit, "What is wrong with the way a study was done."),
        "survey": (survey.survey, "How many papers meet each demand."),
    },
    "Keeping": {
        "report": (report.report, "Show a stored study again; nothing is fitted."),
        "ledger": (ledger.app, "What a ledger holds, and whether it is whole."),
        "vault": (vault.app, "Rows set aside, untouched until they are opened."),
        "watch": (watch.watch, "Two models on cases that keep coming."),
        "data": (data.app, "Bundled data sets, and what is seen in a file."),
        "list": (listing.list_things, "Metrics, designs, learners, tests and more, by name."),
        "demo": (demo.demo, "Five learners on bundled data, in under a minute."),
    },
    "Lab": {
        "lab": (lab.app, "Metrics and tests themselves measured."),
    },
}
# By the names they had before.
MOVED: dict[str, Callable[..., Any]] = {"metric-study": lab.metric_study, "metric-fidelity": lab.metric_fidelity}


def register(app: typer.Typer) -> None:
    """Hang the commands up, group by group; those that moved can still be called by their old names."""
    for panel, group in GROUPS.items():
        for name, (what, about) in group.items():
            if isinstance(what, typer.Typer):
                app.add_typer(what, name=name, short_help=about, rich_help_panel=panel)
            else:
                app.command(name, cls=Command, short_help=about, rich_help_panel=panel)(what)
    for name, command in MOVED.items():
        app.command(name, cls=Command, hidden=True)(command)
