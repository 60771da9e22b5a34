"""referee ledger merge, backup, export, import, prune, compact: a ledger looked after."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.show import print_json


def merge(
    ledger: o.LedgerArgument,
    other: Annotated[str, typer.Argument(help="The ledger to take in: a file, or a database URL.", metavar="OTHER")],
    json: o.AsJson = False,
) -> None:
    """Take in what another ledger holds, after checking it; what is there stays, conflicts are named.

    Example: referee ledger merge referee.db colleague.db
    """
    from referee import api

    told(api.merge_ledgers(ledger, other), ledger, as_json=json)


def backup(
    ledger: o.LedgerArgument,
    file: Annotated[Path, typer.Argument(help="The file to make.", metavar="FILE")],
) -> None:
    """Copy a ledger into one new file, while others may write into it.

    Example: referee ledger backup referee.db copy.db
    """
    from referee import api

    print(f"{api.back_up_ledger(ledger, file)}: a copy of {ledger}.")


def export(
    ledger: o.LedgerArgument,
    folder: Annotated[Path, typer.Argument(help="The folder to make.", metavar="FOLDER")],
    tables: o.Tables = "parquet",
) -> None:
    """Write predictions, splits and scores as tables, so that others can recompute every number.

    Example: referee ledger export referee.db exported --tables csv
    """
    from referee import api

    print(f"{api.export_ledger(ledger, folder, tables)}: the tables of {ledger}; ledger.json describes them.")


def import_(
    ledger: o.LedgerArgument,
    folder: Annotated[Path, typer.Argument(help="A folder that `referee ledger export` made.", metavar="FOLDER")],
    json: o.AsJson = False,
) -> None:
    """Take in what was exported, checked like a stranger's ledger; what is there stays, conflicts are named.

    Example: referee ledger import referee.db exported
    """
    from referee import api

    told(api.import_ledger(ledger, folder), ledger, as_json=json)


def prune(
    ledger: o.LedgerArgument, learner: o.Learner = None, problem: o.Problem = None, before: o.Before = None,
    yes: o.Yes = False, json: o.AsJson = False,
) -> None:
    """Remove predictions that are no longer wanted; what was declared, tried and looked at stays.

    Example: referee ledger prune referee.db --learner forest --before 2026-01-31 --yes
    """
    from referee import api

    pruned = api.prune_ledger(ledger, learner=learner, problem=problem, before=before, only_count=not yes)
    if json:
        print_json({"fits": pruned.fits, "bytes": pruned.size, "removed": yes})
        return
    done = "removed" if yes else "would be removed; say --yes to do it"
    print(f"{ledger}: {pruned.fits:,} {'fit' if pruned.fits == 1 else 'fits'} ({pruned.size / 1e6:.1f} MB of "
          f"predictions) {done}.")
    if yes and pruned.fits:
        print(f"`referee ledger compact {ledger}` gives back the room.")


def compact(ledger: o.LedgerArgument) -> None:
    """Give back the room of what was removed.

    Example: referee ledger compact referee.db
    """
    from referee import api

    before = size_of(ledger)
    api.compact_ledger(ledger)
    after = size_of(ledger)
    print(f"{ledger}: compacted{'' if after is None or before is None else f', {before:.1f} MB → {after:.1f} MB'}.")


def told(merged: Any, ledger: str, *, as_json: bool) -> None:
    """What was taken, and what was not."""
    if as_json:
        print_json(merged.to_dict())
        return
    taken = ", ".join(f"{many:,} {what}" for what, many in merged.taken.items()) or "nothing new"
    print(f"{ledger}: took {taken}; {merged.there:,} records were there already.")
    for conflict in merged.conflicts:
        print(conflict)


def size_of(ledger: str) -> float | None:
    """Megabytes of a file; None for a server."""
    path = Path(ledger)
    return path.stat().st_size / 1e6 if path.exists() else None
