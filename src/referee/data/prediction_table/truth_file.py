"""The truth in a file of its own: `--truth solution.csv`, beside submissions that hold ids and answers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.data.prediction_table.files import open_source
from referee.data.prediction_table.naming import NAMES, UNNAMED
from referee.data.score_layout import plain_name
from referee.data.wording import counted, quoted
from referee.errors import BadInput
from referee.foreign_file import guarded

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

USAGE, IGNORED = "usage", "ignored"         # Kaggle: rows marked as ignored are scored by nobody


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TruthFile:
    """Ids and what is true of them."""

    path: Path
    id: str
    column: str
    table: pa.Table

    @property
    def values(self) -> Any:
        """The truth of every case."""
        return self.table.column(self.column)

    def beside(self, table: pa.Table, ids: str, where: str) -> pa.Table:
        """The table with the truth of each row's case as a further column; rows whose case has none are refused."""
        import pyarrow as pa
        from pyarrow import compute

        known = self.table.column(self.id).cast(pa.string()).combine_chunks()
        asked = table.column(ids).cast(pa.string())
        place = compute.index_in(asked, value_set=known)
        if place.null_count:
            row = compute.index(place.is_null(), True).as_py()
            raise BadInput(f"{self.path.name} has no truth for {counted(place.null_count, 'row')} of {where}, first "
                           f"for id {asked[row].as_py()!r} (row {row + 1}); check that {self.id!r} and {ids!r} mean "
                           f"the same cases.")
        said = set(compute.unique(asked).to_pylist())
        missing = [one for one in known.to_pylist() if one not in said]
        if missing:
            raise BadInput(f"{where} says nothing of {counted(len(missing), 'case')} of {self.path.name}, such as id "
                           f"{missing[0]!r}; complete it, or leave them out of the truth.")
        return table.append_column(TRUTH, self.values.combine_chunks().take(place.combine_chunks()))


TRUTH = "(truth)"       # what the column is called beside the answers


def truth_file(said: Mapping[str, str | None], names: Sequence[Sequence[str]]) -> TruthFile | None:
    """The file that `truth` names; None where it names a column, or nothing."""
    named = said.get("truth")
    if named is None or any(named in columns for columns in names) or not Path(named).is_file():
        return None
    path = Path(named)
    with guarded(path):
        source = open_source(path)
        shared = [name for name in source.names if all(name in columns for columns in names)]
        ids = said.get("id") or _only([name for name in source.names if plain_name(name) in NAMES["id"]] or shared[:1],
                                      f"{path.name} has no column that names its cases", "say --ids", source.names)
        truth = _truth_column([name for name in source.names if name != ids and not UNNAMED.fullmatch(name)], shared,
                              path)
        usage = [name for name in source.names if plain_name(name) == USAGE]
        table = source.read(list(dict.fromkeys([ids, truth, *usage])))
    if usage:
        kept = [str(value).lower() != IGNORED for value in table.column(usage[0]).to_pylist()]
        table = table.filter(kept)
    if len(table.column(ids).unique()) != table.num_rows or table.column(ids).null_count:
        raise BadInput(f"{path.name}: the ids in column {ids!r} are not all there, or not all different; a case has "
                       f"one truth.")
    if table.column(truth).null_count:
        raise BadInput(f"{path.name}: the truth is missing in {counted(table.column(truth).null_count, 'row')}; leave "
                       f"them out.")
    return TruthFile(path=path, id=ids, column=truth, table=table)


def _truth_column(names: list[str], shared: list[str], path: Path) -> str:
    called = [name for name in names if plain_name(name) in NAMES["truth"]]
    others = [name for name in names if plain_name(name) != USAGE]
    answered = [name for name in others if name in shared]
    return _only(called if len(called) == 1 else answered if len(answered) == 1 else others,
                 f"{path.name}: which column is the truth is not to be told", "rename it to truth", names)


def _only(names: list[str], what: str, remedy: str, all_names: Sequence[str]) -> str:
    if len(names) != 1:
        raise BadInput(f"{what} ({quoted(list(all_names), 5)}); {remedy}.")
    return names[0]
