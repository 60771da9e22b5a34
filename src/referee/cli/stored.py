"""What was predicted row by row, as commands that look closer read it: a stored study, or a file of predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.show import say

if TYPE_CHECKING:
    from referee import api

Source = Annotated[str, typer.Argument(
    metavar="SOURCE", help=(
        "A ledger (a file, or a database URL), or a file of predictions, read as `referee judge` does."))]


def results_of(source: str, study: int | None, columns: dict[str, Any], *, what: str) -> dict[str, api.Result]:
    """One result under an empty name; or of each data set of the predictions, how they were read being said."""
    from referee import api
    from referee.errors import BadInput
    from referee.report.judged import judged_lines

    columns = {word: said for word, said in columns.items() if said is not None}
    if api.may_be_ledger(source):
        if columns:
            raise BadInput(f"{source} is a ledger, whose studies are known; --{next(iter(columns))} is for files of "
                           f"predictions.")
        result = api.reread(source, study)
        if isinstance(result, api.TargetsResult):
            raise BadInput(f"{source}: the study has several targets; compare by one of them (--target) to see {what}, "
                           f"or open its page.")
        if not isinstance(result, api.Result):
            raise BadInput(f"study {study or 'the newest'} of {source} is a panorama, which keeps no predictions row "
                           f"by row; choose a comparison with --study.")
        return {"": result}
    if study is not None:
        raise BadInput(f"{source} is no ledger, so it has no studies; leave out --study.")
    judged = api.judge(source, **columns)
    results = judged.results if isinstance(judged, api.JudgedSets) else {"": judged}
    for result in results.values():
        for line in judged_lines(result.analysis):
            say(line)
    return results
