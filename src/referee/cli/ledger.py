"""referee ledger: what is stored, and whether it is whole."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import ledger_service
from referee.cli import options as o
from referee.cli.grouped import Grouped
from referee.cli.show import columns, print_json
from referee.cli.spellings import Command
from referee.cli.told import tell

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, cls=Grouped,
                  help="What a ledger holds, and whether it is whole; ledgers merged, copied, pruned.")

Where = Annotated[str, typer.Argument(help="A ledger: a file, or a database URL.", metavar="[LEDGER]")]


@app.command("ls", cls=Command)
def ls(ledger: Where = o.DEFAULT_LEDGER, json: o.AsJson = False) -> None:
    """List problems and studies.

    Example: referee ledger ls referee.db
    """
    from referee import api

    with api.opened(ledger, create=False, read_only=True) as store:
        problems, studies = store.summary(), store.studies()
    if json:
        print_json({"problems": problems, "studies": [
            {"number": i, "name": s.name, "created": s.created} | s.declaration.to_dict()
            for i, s in enumerate(studies, 1)]})
        return
    print(f"{ledger}: {len(problems)} problem{'s' * (len(problems) != 1)}, {len(studies)} "
          f"stud{'ies' if len(studies) != 1 else 'y'}")
    if problems:
        names = [key for key in problems[0] if key != "fingerprint"]
        print(columns([tuple(names), *(tuple(str(row[name]) for name in names) for row in problems)]))
    print(columns([(f"study {i}", s.created[:16].replace("T", " "), s.name, ", ".join(s.declaration.names))
                   for i, s in enumerate(studies, 1)]))


@app.command("show", cls=Command)
def show(
    ledger: Where = o.DEFAULT_LEDGER,
    study: o.Study = None,
    json: o.AsJson = False,
) -> None:
    """Show one stored study.

    Example: referee ledger show referee.db --study 1
    """
    from referee import api

    tell(api.reread(ledger, study), as_json=json)


@app.command("looks", cls=Command)
def looks(ledger: Where = o.DEFAULT_LEDGER, json: o.AsJson = False) -> None:
    """List every reading of a result on test rows: when, by whom, why, of which configuration.

    Example: referee ledger looks referee.db
    """
    from referee import api

    with api.opened(ledger, create=False, read_only=True) as store:
        found = store.looks()
        names = {look.learner: store.learner(look.learner).name for look in found}
        problems = {look.problem: store.problem(look.problem).name for look in found}
    number: dict[tuple[str, str], int] = {}
    for look in found:
        number.setdefault((look.problem, look.learner), 1 + sum(problem == look.problem for problem, _ in number))
    shown = [(look.created[:19].replace("T", " "), look.who or "unknown", look.purpose, look.metric,
              f"{number[look.problem, look.learner]}", names[look.learner], problems[look.problem]) for look in found]
    if json:
        names_of = ("created", "who", "purpose", "metric", "configuration", "learner", "problem")
        print_json([dict(zip(names_of, row, strict=True)) for row in shown])
    else:
        print(columns([("when (UTC)", "who", "purpose", "metric", "no.", "learner", "problem"), *shown]))


@app.command("check", cls=Command)
def check(ledger: Where = o.DEFAULT_LEDGER, scrub: o.Scrub = False, json: o.AsJson = False) -> None:
    """Verify every checksum and index, and look for passwords; exit code 2 if something is not as it should be.

    Example: referee ledger check referee.db
    """
    from referee import api

    if scrub:
        changed = api.scrubbed(ledger)
        if not json:
            print(f"{ledger}: passwords were masked in {changed} {'row' if changed == 1 else 'rows'}.")
    found = api.checked_ledger(ledger)
    faults = found["faults"]
    if json:
        print_json(found | ({"masked": changed} if scrub else {}))
    else:
        for fault in faults:
            print(fault)
        if found.get("tallied_from"):
            print(f"What was written before {found['tallied_from'][:10]} is tallied as it was on that day.")
        for note in found["pruned"]:
            print(f"{note.get('fits')} fits were removed by pruning on {note['when'][:10]}.")
        many = "all is well" if not faults else "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        print(f"{ledger}: {many}.")
    if faults:
        raise typer.Exit(2)


app.command("merge", cls=Command)(ledger_service.merge)
app.command("backup", cls=Command)(ledger_service.backup)
app.command("export", cls=Command)(ledger_service.export)
app.command("import", cls=Command)(ledger_service.import_)
app.command("prune", cls=Command)(ledger_service.prune)
app.command("compact", cls=Command)(ledger_service.compact)
