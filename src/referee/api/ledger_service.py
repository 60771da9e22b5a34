"""Ledgers looked after: merged, copied, exported, imported, pruned, compacted, checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from referee.api.ledger import opened
from referee.discreet import masked
from referee.dotted import only_reading
from referee.errors import BadInput
from referee.ledger import Ledger
from referee.ledger.contract import Serviced, Tallies, serviced

if TYPE_CHECKING:
    from referee.ledger.merging import Merged
    from referee.ledger.pruning import Pruned

Place = str | Path | Ledger
KINDS = ("parquet", "csv", "jsonl")


def merge_ledgers(into: Place, other: Place) -> Merged:
    """Take what another ledger holds into this one; what is there stays, what disagrees is named."""
    if isinstance(into, str | Path) and isinstance(other, str | Path) and _same(into, other):
        raise BadInput(f"{into} cannot be merged with itself; name two ledgers.")
    with opened(other, create=False, read_only=True) as theirs, opened(into) as ours:
        return serviced(ours).take_in(theirs)


def back_up_ledger(where: Place, file: str | Path) -> Path:
    """Copy a ledger into a new file, while others write into it; the file is there whole, or not at all."""
    from referee.report.place import write_whole

    if Path(file).exists():
        raise BadInput(f"{file} is there already; name a new file for the copy.")
    with opened(where, create=False, read_only=True) as store:
        return write_whole(file, serviced(store).back_up)


def export_ledger(where: Place, folder: str | Path, tables: str = "parquet") -> Path:
    """Write predictions, splits, the scores of every study on every split, and all else but vaults, as tables.

    What others compute from them is not counted as a look here.
    """
    from referee.api.exported_scores import scores_of

    target = Path(folder)
    if tables not in KINDS:
        raise BadInput(f"tables cannot be written as {tables!r}; choose {', '.join(KINDS)}.")
    if target.exists():
        raise BadInput(f"{folder} is there already; name a new folder.")
    if not target.parent.is_dir():
        raise BadInput(f"there is no folder {target.parent} to make {target.name} in.")
    with (opened(where, create=False, read_only=True) as store, only_reading(), guarded_place(target),
          TemporaryDirectory(prefix=".export-", dir=target.parent) as draft):
        made = Path(draft) / "tables"
        made.mkdir()
        serviced(store).export(made, tables, [scores_of(store)])
        made.rename(target)
    return target


def import_ledger(into: Place, folder: str | Path) -> Merged:
    """Take in what was exported from a ledger: checked, and merged like another's."""
    if not Path(folder).is_dir():
        raise BadInput(f"{folder} is no folder; give the one that `referee ledger export` made.")
    with opened(into) as ours:
        return serviced(ours).take_export(Path(folder))


def prune_ledger(where: Place, *, learner: str | None = None, problem: str | None = None, before: str | None = None,
                 only_count: bool = False) -> Pruned:
    """Remove the predictions of a learner, on a problem, or written before a date; what was tried stays counted."""
    from referee.ledger.pruning import Unwanted

    unwanted = Unwanted(learner=learner, problem=problem, before=_date(before))
    with opened(where, create=False, read_only=only_count) as store:
        return serviced(store).prune(unwanted, only_count=only_count)


def compact_ledger(where: Place) -> None:
    """Give back the room of what was removed."""
    with opened(where, create=False) as store:
        serviced(store).compact()


def checked_ledger(where: Place) -> dict[str, Any]:
    """What a check of everything found, and what was removed from the ledger by pruning."""
    with opened(where, create=False, read_only=True) as store:
        faults = store.check()
        found: dict[str, Any] = {"ledger": masked(str(where)), "whole": not faults, "faults": faults, "pruned": []}
        if not faults:
            found |= {"records": len(store.keys()), "looks": len(store.looks())}
            found["tallied_from"] = store.tallied_from() if isinstance(store, Tallies) else ""
            found["pruned"] = store.prunings() if isinstance(store, Serviced) else []
        return found


@contextmanager
def guarded_place(target: Path) -> Iterator[None]:
    """A sentence where files cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{target} cannot be written ({error.strerror or error}); make room, or name another place."
                       ) from error


def _same(one: str | Path, other: str | Path) -> bool:
    """Whether two places are one; addresses of servers are compared as they are written."""
    return str(one) == str(other) or (Path(one).exists() and Path(other).exists() and Path(one).samefile(other))


def _date(text: str | None) -> str | None:
    """A date or time as records are dated: UTC, ISO 8601."""
    from datetime import UTC, datetime

    if text is None:
        return None
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is no date; write it like 2026-01-31.") from None
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="microseconds")
