"""referee metric-study and metric-fidelity: how good the metrics themselves are at their job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.show import fitting, print_json, say
from referee.cli.study_run import load_problem


def metric_study(
    data: Annotated[list[str] | None, typer.Argument(
        metavar="DATA…", help="Tables or bundled data sets with classes; with --thesis, its sets by name.")] = None,
    sizes: Annotated[str | None, typer.Option(
        metavar="NUMBERS", help="Rows to train on, separated by commas: 100,400,1600.")] = None,
    test_size: Annotated[int | None, typer.Option(
        "--test-size", min=1, help="Rows to test on, drawn at random.")] = None,
    thesis: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="Study the data sets of Guo's thesis, from this folder, with its sizes and learners: "
                               "red, white, wines, abalone, letter, covertype, or all if none is named.")] = None,
    target: o.Target = None, models: Annotated[str | None, typer.Option(
        "--models", "-m", metavar="NAMES", help="Learners; those of the thesis and a neural net if not said.")] = None,
    metrics: Annotated[str | None, typer.Option(
        "--metrics", metavar="NAMES", help="Metrics to study; all that fit if not said.")] = None,
    repeats: Annotated[int, typer.Option(min=2, help="Random samples of each size.")] = 10,
    level: o.Level = 0.95, seed: o.Seed = 0, jobs: o.Jobs = None, ledger: o.LedgerOption = o.DEFAULT_LEDGER,
    report: o.Page = Path("metric-study.html"), no_report: o.NoPage = False, json: o.AsJson = False,
) -> None:
    """Say which metric separates learners, and whether its rankings repeat themselves.

    Example: referee metric-study wine iris --sizes 30,60 --test-size 40
    """
    from referee.errors import BadInput
    from referee.lab import metric_study as lab
    from referee.lab.thesis import thesis_study
    from referee.spec import split_specs

    options: dict[str, Any] = {"repeats": repeats, "metrics": split_specs(metrics) if metrics else None,
                               "level": level, "seed": seed, "jobs": jobs, "ledger": ledger}
    options |= {"models": split_specs(models)} if models else {}
    with fitting() as tick:
        if thesis is not None:
            study = thesis_study(thesis, data or (), sizes=_numbers(sizes) if sizes else (), test=test_size,
                                 progress=tick, **options)
        elif not data or sizes is None or test_size is None:
            raise BadInput("say on which data, --sizes to train on and --test-size; or --thesis and its folder.")
        else:
            problems = [load_problem(one, target=target, task="classification") for one in data]
            study = lab.metric_study(problems, sizes=_numbers(sizes), test=test_size, progress=tick, **options)
    if json:
        print_json(study.to_dict())
    else:
        print(study)
    if not no_report and report is not None:
        say(f"Page: {study.report(report)}")


def metric_fidelity(
    train: Annotated[int, typer.Option(min=20, help="Rows to train on.")] = 300,
    test: Annotated[int, typer.Option(min=20, help="Rows to test on.")] = 300,
    repeats: Annotated[int, typer.Option(min=2, help="Problems drawn from each law.")] = 20,
    models: Annotated[str | None, typer.Option("--models", "-m", metavar="NAMES", help="Learners to rank.")] = None,
    seed: o.Seed = 0, jobs: o.Jobs = None, ledger: o.LedgerOption = "metric-fidelity.db",
    surface: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Also draw the information reward over accuracy and calibration error.")] = None,
    json: o.AsJson = False,
) -> None:
    """Say which metric ranks learners as the truth does, on simulated problems whose truth is known."""
    from referee.lab.bir_surface import bir_surface
    from referee.lab.fidelity import MODELS, fidelity
    from referee.spec import split_specs

    with fitting() as tick:
        table = fidelity(models=split_specs(models) if models else MODELS, train=train, test=test, repeats=repeats,
                         seed=seed, jobs=jobs, ledger=ledger, progress=lambda done, total: tick(done, total, 0))
    if json:
        print_json(table.to_dict())
    else:
        print(table)
    if surface is not None:
        bir_surface(seed=seed).figure().savefig(surface, dpi=150, facecolor="white")
        say(f"Figure: {surface}")


def _numbers(text: str) -> list[int]:
    from referee.errors import BadInput

    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(f"--sizes are whole numbers separated by commas, not {text!r}.") from None
