"""referee lab: how good metrics and tests themselves are at their job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.grouped import Grouped
from referee.cli.show import fitting, say
from referee.cli.spellings import Command
from referee.cli.told import answer, tell
from referee.cli.typed import command_line, names, numbers, of_data, words
from referee.errors import BadInput

_Results = Annotated[Path, typer.Argument(
    metavar="FILE", help="Results, as JSON lines; what is there already is not measured again.")]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, cls=Grouped,
                  help="How good metrics and tests themselves are at their job.")


@app.command("metric-study", cls=Command)
@with_copies
def metric_study(
    data: Annotated[list[str] | None, typer.Argument(
        metavar="DATA…", help="Tables or bundled data sets with classes; with --thesis, its sets by name.")] = None,
    sizes: o.Sizes = None, test_rows: o.SomeTestRows = None, thesis: o.Thesis = None, target: o.Target = None,
    models: o.SomeModels = None, metrics: o.Metrics = None,
    repeats: o.Repeats = 10, duplicates: o.Duplicates = "together", level: o.Level = 0.95, seed: o.Seed = 0,
    jobs: o.Jobs = None, ledger: o.Ledger = o.DEFAULT_LEDGER,
    report: o.Report = Path("metric-study.html"), no_report: o.NoReport = False,
    copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Say which metric separates learners, and whether its rankings repeat themselves.

    Example: referee lab metric-study wine iris --sizes 30,60 --test-rows 40
    """
    from referee import api
    from referee.lab import metric_study as lab
    from referee.lab.thesis import thesis_study

    options: dict[str, Any] = {"repeats": repeats, "metrics": names(metrics), "level": level, "seed": seed,
                               "jobs": jobs, "ledger": ledger, "test_rows": test_rows, "duplicates": duplicates}
    options |= {"models": names(models)} if models else {}
    sized = _sizes(sizes)
    with fitting() as tick:
        if thesis is not None:
            study = thesis_study(thesis, data or (), sizes=sized or (), progress=tick, **options)
        elif not data or sized is None or test_rows is None:
            raise BadInput("say on which data, --sizes to train on and --test-rows; or --thesis and its folder.")
        else:
            problems = [api.load(one, **of_data(target=target, task="classification")) for one in data]
            study = lab.metric_study(problems, sizes=sized, progress=tick, **options)
    answer(study, as_json=json, page=None if no_report else report, copies=copies)


@app.command("metric-fidelity", cls=Command)
def metric_fidelity(
    train_rows: o.TrainRows = 300, test_rows: o.TestRows = 300, repeats: o.Repeats = 20, models: o.SomeModels = None,
    seed: o.Seed = 0, jobs: o.Jobs = None, ledger: o.Ledger = "metric-fidelity.db",
    figure: o.Figure = None,
    json: o.AsJson = False,
) -> None:
    """Say which metric ranks learners as the truth does, on simulated problems whose truth is known.

    Example: referee lab metric-fidelity --repeats 5 --models lda,gaussian-nb,tree
    """
    from referee.lab.bir_surface import bir_surface
    from referee.lab.fidelity import MODELS, fidelity

    with fitting() as tick:
        table = fidelity(models=names(models) or MODELS, train_rows=train_rows, test_rows=test_rows,
                         repeats=repeats, seed=seed, jobs=jobs, ledger=ledger,
                         progress=lambda done, total: tick(done, total, 0))
    tell(table, as_json=json)
    if figure is not None:
        from referee.report.place import write_whole

        drawn = bir_surface(seed=seed).figure()
        say(f"Figure: {write_whole(figure, lambda file: drawn.savefig(file, dpi=150, facecolor='white'))}")


@app.command("levels", cls=Command)
def levels(
    file: _Results, part: o.Part = "default", cells: o.Cells = None, repetitions: o.Repetitions = 200,
    design: o.Design = None, test: o.SomeTest = None, seed: o.Seed = 0, jobs: o.Jobs = 2,
    levels_page: o.LevelsPage = None, levels_summary: o.LevelsSummary = None, condense: o.Condense = False,
) -> None:
    """Measure how often the defaults are wrong: false alarms, coverage and power, in simulated studies of known truth.

    Example: referee lab levels sheet.jsonl --part small --repetitions 100
    """
    from referee.lab.sheet.measure import measure

    with fitting("Studies", "Studies made:", "studies were already in the file") as tick:
        told = measure(file, part=part, cells=cells, repetitions=repetitions, design=design, test=test, seed=seed,
                       jobs=jobs or 2, page=levels_page, summary=levels_summary, condense=condense,
                       progress=lambda done, total: tick(done, total, 0))
    print(told, end="")


@app.command("estimators", cls=Command)
@with_copies
def estimators(
    file: _Results,
    data: Annotated[str | None, typer.Argument(
        metavar="[DATA]", help="A large table: samples are drawn of it, and the rest is the truth.")] = None,
    laws: o.Laws = "gaussian-mixture", target: o.Target = None, models: o.Models = "lda,1nn,tree",
    sizes: o.Sizes = "50,100", estimators: o.Estimators = None, metrics: o.Metrics = None, repeats: o.Repeats = 100,
    resamples: o.Resamples = 100, resampled: o.Resampled = 0, seed: o.Seed = 0,
    report: o.Report = Path("estimators.html"), no_report: o.NoReport = False,
    iteration_scores: o.IterationScores = None, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Measure how far off each estimator of error is: bias, spread, coverage and cost over data drawn again and again.

    Example: referee lab estimators found.jsonl --models lda,1nn --sizes 50 --repeats 40
    """
    from referee import api
    from referee.lab.estimators import Sampled, estimator_study
    from referee.lab.estimators.cells import USUAL

    whole = None if data is None else api.load(data, **of_data(target=target))
    with fitting("Data sets", "Data sets evaluated:", "were already in the file") as tick:
        study = estimator_study(
            file, sources=words(laws) if whole is None else [Sampled(whole.name, whole)], models=names(models) or (),
            sizes=_sizes(sizes) or (), estimators=_several(estimators) or USUAL, metrics=metrics, repeats=repeats,
            resamples=resamples, resampled=resampled, seed=seed, command=command_line(),
            progress=lambda done, total: tick(done, total, 0))
    if iteration_scores is not None:
        study.scores().to_csv(iteration_scores, index=False)
        say(f"Scores of iterations: {iteration_scores}")
    answer(study, as_json=json, page=None if no_report else report, copies=copies)


def _several(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").split(";") if word.strip()]


@app.command("tests", cls=Command)
def by_name(
    file: _Results, models: o.Models = "lda,1nn", generators: o.Generators = "G1",
    sizes: o.Sizes = "50,100,300,1000", repeats: o.Repeats = 1000, unequal: o.Unequal = False, seed: o.Seed = 0,
) -> None:
    """Measure how often each test by name rejects, by accuracy: where learners are equal, and where they are not.

    Example: referee lab tests tests.jsonl --models lda,1nn --sizes 50,100 --repeats 1000
    """
    from referee.lab.levels import cells_of, run
    from referee.lab.levels_table import levels_table

    cells = cells_of(words(models), words(generators), _sizes(sizes) or (), unequal=unequal)
    for cell, added in run(cells, repetitions=repeats, path=file, seed=seed):
        say(f"{cell.name}: {added} repetitions more")
    print(levels_table(file), end="")


def _sizes(text: str | None) -> list[int] | None:
    return numbers(text, int, "--sizes are whole numbers")
