"""Every command by name, in the groups in which `referee --help` shows them; each lives in a file of its own.

A file is read when its command is asked for: the list is told from here alone, so that it answers at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer

from referee.cli.grouped import Grouped
from referee.cli.spellings import Command

# Each with the file it is in and what the list says of it; at 80 columns a description has one line.
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Answers": {
        "compare": ("compare.compare", "Which model is better, by how much, how sure."),
        "evaluate": ("evaluate.evaluate", "How good a model is, and how sure one can be."),
        "tune": ("tune.tune", "Which setting to use, and what it will be worth."),
        "judge": ("judge.judge", "Predictions made elsewhere: which model's are better."),
        "rank": ("rank.rank", "Which model is better over many data sets, from scores."),
        "trials": ("trials.trials", "Runs, trials, or mean, sd and n from a paper: tested."),
        "run": ("run.run", "Carry out what a study file declares."),
    },
    "Before": {
        "advise": ("advise.advise", "Which design, interval and test suit a problem, and why."),
        "plan": ("plan.plan", "How much evidence a difference needs."),
        "init": ("init.init", "Write a commented study file for a data file."),
    },
    "Looking closer": {
        "panorama": ("panorama.panorama", "Every way to estimate, side by side."),
        "curve": ("curve.curve", "How learners grow with data."),
        "sensitivity": ("sensitivity.sensitivity", "What parameters, seeds, splits and designs change."),
        "decompose": ("decompose.decompose", "Where the error comes from: bias, variance, noise."),
        "components": ("components.components", "Where the spread comes from: sample, split, seed."),
        "chance": ("chance.chance", "Better than chance? Everything again on shuffled data."),
        "calibration": ("calibration.calibration", "Whether stated probabilities can be believed."),
        "picture": ("picture.picture", "ROC, decision curve, confusion, rows that are wrong."),
    },
    "Checking": {
        "audit": ("audit.audit", "What is wrong with the way a study was done."),
        "survey": ("survey.survey", "How many papers meet each demand."),
        "replicate": ("replicate.replicate", "The papers behind this redone, number by number."),
    },
    "Keeping": {
        "report": ("report.report", "Show a stored study again; nothing is fitted."),
        "serve": ("serve.serve", "A ledger in the browser, live, to look at only."),
        "watch": ("watch.watch", "Two models on cases that keep coming."),
        "list": ("listing.list_things", "Metrics, designs, learners, tests and more, by name."),
        "docs": ("docs.docs", "The documentation: a page, or the section a message names."),
        "demo": ("demo.demo", "Five learners on bundled data, in under a minute."),
        "ledger": ("ledger.app", "What a ledger holds, and whether it is whole."),
        "vault": ("vault.app", "Rows set aside, untouched until they are opened."),
        "data": ("data.app", "Bundled data sets, and what is seen in a file."),
    },
    "Lab": {
        "lab": ("lab.app", "Metrics and tests themselves measured."),
    },
}
# By the names they had before.
MOVED = {"metric-study": "lab.metric_study", "metric-fidelity": "lab.metric_fidelity"}


class Called(Mapping[str, Any]):
    """The commands by name, each made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._kept: dict[str, tuple[str, dict[str, Any]]] = {
            name: (place, {"short_help": about, "rich_help_panel": panel})
            for panel, group in GROUPS.items() for name, (place, about) in group.items()}
        self._kept |= {name: (place, {"hidden": True}) for name, place in MOVED.items()}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            place, how = self._kept[name]
            self._made[name] = _made(name, place, how)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def _made(name: str, place: str, how: dict[str, Any]) -> Any:
    """The command or group of commands kept at this place, as typer understands it."""
    file, word = place.split(".")
    what = getattr(import_module(f"referee.cli.{file}"), word)
    app = typer.Typer(rich_markup_mode=None)
    app.callback()(lambda: None)
    if isinstance(what, typer.Typer):
        app.add_typer(what, name=name, **how)
    else:
        app.command(name, cls=Command, **how)(what)
    return typer.main.get_group(app).commands[name]


class Commands(Grouped):
    """The commands of `referee`; listing them reads none of their files."""

    def __init__(self, **how: Any) -> None:
        called: Any = Called()
        super().__init__(**how | {"commands": called})

    def listed(self, _: Any, /) -> Iterator[tuple[str, str, str]]:
        """As the groups above have them."""
        return ((panel, name, about) for panel, group in GROUPS.items() for name, (_, about) in group.items())
