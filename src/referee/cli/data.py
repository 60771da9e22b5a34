"""referee data: bundled data sets, and what referee makes of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import options as o
from referee.cli.grouped import Grouped
from referee.cli.show import columns, print_json
from referee.cli.spellings import Command
from referee.cli.typed import of_data

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, cls=Grouped,
                  help="Bundled data sets, and what is seen in a file.")


@app.command("ls", cls=Command)
def ls(json: o.AsJson = False) -> None:
    """List the bundled data sets.

    Example: referee data ls
    """
    from referee import api

    sets = list(api.BUNDLED)
    if json:
        print_json([{"name": s.name, "rows": s.rows, "features": s.features, "task": s.task.value, "about": s.about,
                     "source": s.source} for s in sets])
        return
    print(columns([("name", "rows", "features", "task", "about"),
                   *((s.name, f"{s.rows:,}", str(s.features), s.task.value, s.about) for s in sets)]))


@app.command("make", cls=Command)
def make(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="What to make: propeller.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the table, as CSV.")],
    made_rows: o.MadeRows = 301, seed: o.Seed = 0,
) -> None:
    """Make a table by a known law: propeller, ship propellers in open water by the Wageningen B-series, with noise.

    Example: referee data make propeller propeller.csv
    """
    from referee.errors import UnknownName
    from referee.report.place import write_whole

    makers = {"propeller": _propellers}
    if what not in makers:
        raise UnknownName("table to make", what, list(makers))
    frame = makers[what](made_rows, seed)
    print(f"{made_rows:,} rows: {write_whole(file, lambda path: frame.to_csv(path, index=False))}")


def _propellers(rows: int, seed: int) -> Any:
    from referee import api

    return api.propeller_rows(rows, seed=seed)


@app.command("show", cls=Command)
def show(
    data: o.Data, target: o.Target = None, task: o.Task = None, groups: o.Groups = None, ids: o.Ids = None,
    time: o.Time = None,
    drop: o.Drop = None, positive: o.Positive = None,
    everything: o.Everything = False, json: o.AsJson = False,
) -> None:
    """Say what is in a data set, and what was noticed about it.

    Example: referee data show churn.csv --target churned
    """
    from referee import api

    problem = api.load(data, **of_data(target=target, task=task, groups=groups, ids=ids, time=time, drop=drop,
                                       positive=positive))
    described = [{"name": c.name, "kind": c.kind.value, "missing": c.missing, "categories": len(c.categories)}
                 for c in problem.columns]
    if json:
        print_json({"description": problem.describe(), "notices": list(problem.notices), "columns": described,
                    "fingerprint": problem.fingerprint})
        return
    print(problem.describe())
    for notice in problem.notices:
        print(f"! {notice}")
    shown = described if everything else described[:20]
    print(columns([("column", "kind", "missing", "categories"),
                   *((str(c["name"]), str(c["kind"]), str(c["missing"]), str(c["categories"] or "")) for c in shown)]))
    if len(described) > len(shown):
        print(f"  … and {len(described) - len(shown)} more (--all)")
