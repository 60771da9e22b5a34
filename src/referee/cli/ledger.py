"""referee ledger: what is stored, and whether it is whole."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import columns, print_json

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What a ledger holds, and whether it is whole.")

Where = Annotated[str, typer.Argument(help="A ledger: a file, or a database URL.", metavar="[LEDGER]")]


@app.command("ls")
def ls(ledger: Where = o.DEFAULT_LEDGER, json: o.AsJson = False) -> None:
    """List problems and studies."""
    from referee import api

    with api.opened(ledger, create=False, read_only=True) as store:
        problems, studies = store.summary(), store.studies()
    if json:
        print_json({"problems": problems, "studies": [
            {"number": i, "name": s.name, "created": s.created} | s.declared for i, s in enumerate(studies, 1)]})
        return
    print(f"{ledger}: {len(problems)} problem{'s' * (len(problems) != 1)}, {len(studies)} "
          f"stud{'ies' if len(studies) != 1 else 'y'}")
    if problems:
        names = [key for key in problems[0] if key != "fingerprint"]
        print(columns([tuple(names), *(tuple(str(row[name]) for name in names) for row in problems)]))
    print(columns([(f"study {i}", s.created[:16].replace("T", " "), s.name, ", ".join(s.declared["names"]))
                   for i, s in enumerate(studies, 1)]))


@app.command("show")
def show(
    ledger: Where = o.DEFAULT_LEDGER,
    study: Annotated[int | None, typer.Option(help="Number of the study; the newest if not said.")] = None,
    json: o.AsJson = False,
) -> None:
    """Show one stored study."""
    from referee import api

    result = api.reread(ledger, study)
    if json:
        print_json(result.to_dict())
    else:
        print(result)


@app.command("looks")
def looks(ledger: Where = o.DEFAULT_LEDGER, json: o.AsJson = False) -> None:
    """List every reading of a result on test rows."""
    from referee import api

    with api.opened(ledger, create=False, read_only=True) as store:
        rows = [(look.created[:19].replace("T", " "), look.purpose, look.metric, look.learner, look.problem)
                for look in store.looks()]
        names = {fingerprint: store.learner(fingerprint).name for fingerprint in {row[3] for row in rows}}
        problems = {fingerprint: store.problem(fingerprint).name for fingerprint in {row[4] for row in rows}}
    shown = [(when, why, metric, names[learner], problems[problem]) for when, why, metric, learner, problem in rows]
    if json:
        names_of = ("created", "purpose", "metric", "learner", "problem")
        print_json([dict(zip(names_of, row, strict=True)) for row in shown])
    else:
        print(columns([("when (UTC)", "purpose", "metric", "learner", "problem"), *shown]))


@app.command("check")
def check(ledger: Where = o.DEFAULT_LEDGER) -> None:
    """Verify every checksum; exit code 2 if something does not match."""
    from referee import api

    with api.opened(ledger, create=False, read_only=True) as store:
        faults = store.check()
    for fault in faults:
        print(fault)
    print(f"{ledger}: {'all is well' if not faults else f'{len(faults)} faults'}.")
    if faults:
        raise typer.Exit(2)
