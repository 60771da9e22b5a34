"""Options that several commands share, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[str, typer.Argument(
    help="A table (.csv, .csv.gz, .tsv, .parquet), the name of a bundled data set, or openml:ID.", metavar="DATA")]
Target = Annotated[str | None, typer.Option(
    "--target", "-t", help="The column to predict; several, separated by commas, for regression.", metavar="COL")]
Models = Annotated[str, typer.Option(
    "--models", "-m", metavar="NAMES",
    help="Learners, separated by commas: forest, forest:n_estimators=300, xgboost.XGBClassifier. "
         "See `referee list learners`.")]
Tuning = Annotated[str | None, typer.Option(
    "--tuning", metavar="SPEC",
    help="How a parameter with several values (knn:n_neighbors=1|5|15) is chosen inside each training part: nested, "
         "salzberg, flexer, ttv or a design, as in nested:folds=5,rule=one-se,select=roc_auc,draws=50.")]
Metrics = Annotated[str | None, typer.Option(
    "--metrics", metavar="NAMES", help="Metrics, the primary one first. See `referee list metrics`.")]
DesignOption = Annotated[str | None, typer.Option(
    "--design", "-d", metavar="SPEC",
    help="How rows are divided, e.g. kfold:folds=10,repeats=10 or holdout:test=0.2. See `referee list designs`.")]
Budget = Annotated[int | None, typer.Option(
    "--budget", min=1, metavar="FITS", help="Fits a learner that can be afforded, where no design is named.")]
Level = Annotated[float, typer.Option("--level", help="Confidence of intervals; error rate 1 − level.")]
Seed = Annotated[int, typer.Option("--seed", help="Every random choice comes from this number.")]
Jobs = Annotated[int | None, typer.Option(
    "--jobs", "-j", min=1, help="Processes that fit at once; all cores if not said.")]
LedgerOption = Annotated[str, typer.Option(
    "--ledger", "-l", metavar="FILE", help="Where results are kept: a file, or a database URL.")]
LedgerArgument = Annotated[str, typer.Argument(help="A ledger: a file, or a database URL.", metavar="LEDGER")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Page = Annotated[Path | None, typer.Option("--report", "-o", metavar="FILE", help="Where to write the page.")]
NoPage = Annotated[bool, typer.Option("--no-report", help="Write no page.")]
Task = Annotated[str | None, typer.Option("--task", help="classification or regression, where the guess is wrong.")]
Groups = Annotated[str | None, typer.Option(
    "--groups", metavar="COL", help="Column whose equal values belong together: never on both sides of a split.")]
Ids = Annotated[str | None, typer.Option("--ids", metavar="COL", help="Column that names the rows; not a feature.")]
Drop = Annotated[str | None, typer.Option("--drop", metavar="COLS", help="Columns to leave out, separated by commas.")]
Positive = Annotated[str | None, typer.Option("--positive", metavar="LABEL", help="The class that counts as positive.")]
TimeLimit = Annotated[float | None, typer.Option(
    "--time-limit", metavar="SECONDS", help="Give up a single fit after so long; it is recorded as failed.")]

DEFAULT_LEDGER = "referee.db"
