"""referee vault: rows set aside, opened once, or asked through a mechanism."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.grouped import Grouped
from referee.cli.show import columns, print_json
from referee.cli.spellings import Command
from referee.cli.told import Telling, answer, tell
from referee.cli.typed import command_line, engine_at, names, of_data

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, cls=Grouped,
                  help="Rows set aside, that no other command touches until they are opened.")


@app.command("seal", cls=Command)
def seal(
    data: o.Data, target: o.Target = None,
    fraction: o.Fraction = 0.2,
    seed: o.Seed = 0, ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None, groups: o.Groups = None,
    ids: o.Ids = None, time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None, json: o.AsJson = False,
) -> None:
    """Set rows aside by their values: stratified by class, groups whole, equal rows on one side.

    Example: referee vault seal churn.csv --target churned
    """
    from referee import api

    sealed = api.vault.seal(
        data, ledger=ledger, fraction=fraction, seed=seed,
        **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    tell(sealed, as_json=json)


@app.command("open", cls=Command)
@with_copies
def open_(
    data: o.Data, models: o.Models, target: o.Target = None, metrics: o.Metrics = None, level: o.Level = 0.95,
    test: o.SomeTest = None, against: o.Against = None, relevant: o.Relevant = None, adjust: o.Adjust = "holm",
    baseline: o.Baseline = True,
    seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    time_limit: o.TimeLimit = None, ledger: o.Ledger = o.DEFAULT_LEDGER,
    task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None,
    report: o.Report = Path("report.html"), no_report: o.NoReport = False,
    everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Train on the open rows, test on the sealed ones; once. A second opening is flagged and corrected for.

    Example: referee vault open churn.csv --target churned --models logistic,forest
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.vault.open(
            names(models), data, ledger=ledger, metrics=names(metrics), level=level, test=test, against=against,
            relevant=relevant, adjust=adjust, baseline=baseline, seed=seed, jobs=jobs,
            engine=engine_at(engine, address), time_limit=time_limit,
            announce=telling, progress=telling.progress, command=command_line(),
            **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    answer(result, as_json=json, page=None if no_report else report, copies=copies, everything=everything)


@app.command("query", cls=Command)
def query(
    data: o.Data, models: o.Models, target: o.Target = None, mode: o.Mode = "ladder", metrics: o.Metrics = None,
    step: o.Step = None, threshold: o.Threshold = 0.04, noise_scale: o.NoiseScale = 0.01, answers: o.Answers = 20,
    seed: o.Seed = 0, jobs: o.Jobs = None, engine: o.Engine = None,
    address: o.Address = None,
    ledger: o.Ledger = o.DEFAULT_LEDGER, task: o.Task = None,
    groups: o.Groups = None, ids: o.Ids = None, time: o.Time = None, drop: o.Drop = None, positive: o.Positive = None,
    json: o.AsJson = False,
) -> None:
    """Ask the vault about one model, again and again, without wearing it out.

    Example: referee vault query churn.csv --target churned --models forest
    """
    from referee import api

    said = api.vault.query(
        models, data, ledger=ledger, mode=mode, metrics=metrics, step=step, threshold=threshold,
        noise_scale=noise_scale, answers=answers, seed=seed, jobs=jobs, engine=engine_at(engine, address),
        **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop, positive=positive))
    tell(said, as_json=json)


@app.command("ls", cls=Command)
def ls(ledger: o.Ledger = o.DEFAULT_LEDGER, json: o.AsJson = False) -> None:
    """List the vaults and everything that was learned from them.

    Example: referee vault ls --ledger referee.db
    """
    from referee import api

    found = api.vault.ls(ledger)
    if json:
        print_json([{"vault": v.fingerprint, "name": v.name, "rows": v.n_rows, "sealed": v.n_sealed, "when": v.created,
                     "who": v.who, "uses": [{"number": u.number, "kind": u.kind, "when": u.created, "who": u.who}
                                            | u.content for u in uses]} for v, uses in found])
        return
    print(f"{ledger}: {len(found)} vault{'s' * (len(found) != 1)}")
    for v, uses in found:
        print(columns([(v.name, f"{v.n_sealed:,} of {v.n_rows:,} rows", f"sealed {_when(v.created)}", v.who)]))
        print(columns([(f"{u.number}", u.kind, _when(u.created), u.who, ", ".join(
            u.content.get("names", [u.content.get("name", "")]))) for u in uses], indent="    "))


def _when(created: str) -> str:
    return created[:16].replace("T", " ")
