"""Every command by name; each lives in a file of its own."""

from __future__ import annotations

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
    ledger,
    listing,
    metric_study,
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


def register(app: typer.Typer) -> None:
    """Hang the commands up in the order people meet them."""
    app.command("demo")(demo.demo)
    app.command("compare")(compare.compare)
    app.command("evaluate")(evaluate.evaluate)
    app.command("tune")(tune.tune)
    app.command("advise")(advise.advise)
    app.command("init")(init.init)
    app.command("run")(run.run)
    app.command("panorama")(panorama.panorama)
    app.command("decompose")(decompose.decompose)
    app.command("components")(components.components)
    app.command("chance")(chance.chance)
    app.command("plan")(plan.plan)
    app.command("curve")(curve.curve)
    app.command("sensitivity")(sensitivity.sensitivity)
    app.command("judge")(judge.judge)
    app.command("audit")(audit.audit)
    app.command("survey")(survey.survey)
    app.command("rank")(rank.rank)
    app.command("report")(report.report)
    app.command("calibration")(calibration.calibration)
    app.command("metric-study")(metric_study.metric_study)
    app.command("metric-fidelity")(metric_study.metric_fidelity)
    app.command("watch")(watch.watch)
    app.add_typer(vault.app, name="vault")
    app.add_typer(ledger.app, name="ledger")
    app.add_typer(data.app, name="data")
    app.command("list")(listing.list_things)
