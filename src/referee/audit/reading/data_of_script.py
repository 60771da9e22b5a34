"""The table of a script beside it: its target as the script reads it, and what its divisions make of the rows.

The script shows how rows are divided, and not whether they belong together; the table shows the one and not the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from referee.audit._base import NotCheckable
from referee.audit.bundle import Bundle
from referee.audit.leaks.owing import Owing, owed_to_order, owed_to_units
from referee.audit.leaks.rows import rows_of
from referee.audit.pieces import pieces_among
from referee.audit.reading.scripts.groups import SELDOM_AGAIN
from referee.audit.reading.scripts.seen import CodeRead, Judging, Seen, TableUsed, Unfollowed
from referee.data import Problem, load
from referee.data.structure import Kind, Noticed
from referee.data.wording import counted, listed
from referee.designs.kept_together import units_of
from referee.errors import RefereeError

if TYPE_CHECKING:
    import pandas as pd

ASK_TARGET = "the column of the target (--target)"
ASK_TIME = "whether time matters (--time, or --time none)"
MUCH = 0.1                  # of a score that is owed to the order of the rows
TOGETHER = 1.5              # runs of rows for each value, at most, where rows of one value stand together
GROUPED = "GroupKFold, StratifiedGroupKFold and GroupShuffleSplit keep them together"


@dataclass(frozen=True, kw_only=True, eq=False)
class Read:
    """The table as the script uses it, and with all of its columns."""

    bundle: Bundle
    frame: pd.DataFrame
    whole: Problem
    used: TableUsed

    @property
    def problem(self) -> Problem:
        """The rows with the columns that the script learns from, as far as these are known."""
        return self.bundle.problem or self.whole


def target_in(used: TableUsed, names: list[str]) -> list[str]:
    """The columns of a table that the script learns; none where it learns others, or it is not plain which."""
    found = {frozenset(_named(name, names) for name in target) for target in used.targets}
    plain = [target for target in found if "" not in target]
    return sorted(plain[0], key=names.index) if len(plain) == 1 else []


def _named(name: str, names: list[str]) -> str:
    """A column by its name or its place (#-1); empty where the table has none such."""
    if name.startswith("#") and name[1:].lstrip("-").isdigit():
        place = int(name[1:])
        return names[place] if -len(names) <= place < len(names) else ""
    return name if name in names else ""


def with_table(bundle: Bundle, frame: pd.DataFrame, name: str, said: Mapping[str, Any]) -> Bundle:
    """A script with its table: rows that belong together, or follow each other, and how the script divides them."""
    code = bundle.code
    if code is None:
        return bundle
    frame = frame.set_axis(names := [str(one) for one in frame.columns], axis=1)
    target = said.get("target") or target_in(code.used, names)
    if not target:
        return _without_target(bundle, code, name, names)
    target = target[0] if isinstance(target, list) and len(target) == 1 else target
    options = {"drop_missing_target": True, "name": name, **said, "target": target}
    whole, problem = load(frame, **options), None
    left = _left_out(code.used, frame, options, whole)
    if left:
        try:
            problem = load(frame, **{**options, "drop": [*_listed(said.get("drop")), *left]})
        except RefereeError:            # nothing is left that can be read as a feature
            problem = None
    problem = whole if problem is None else problem
    used = {column.name for column in problem.columns}
    problem = replace(problem, structure=tuple(       # a sister of the target that is no feature tells nothing
        one for one in whole.structure if one.kind is not Kind.SISTER or used & set(one.columns)))
    by = "as was told" if said.get("target") else "as the script has it"
    notice = (f"{name} is read as the data of the script: {counted(whole.n_rows, 'row')}, target "
              f"{listed(list(problem.targets))} ({by}).")
    seen = Read(bundle=replace(bundle, problem=problem), frame=frame, whole=whole, used=code.used)
    return replace(bundle, problem=problem, left_out=whole.features, code=_judged(code, seen),
                   notices=(*bundle.notices, notice))


def _without_target(bundle: Bundle, code: CodeRead, name: str, names: list[str]) -> Bundle:
    """The script alone, and why the table was of no use."""
    learned = list(dict.fromkeys(one for target in code.used.targets for one in sorted(target)))
    reads = f"the script learns {listed(learned)}" if learned else "the code does not show which column it learns"
    why = f"{name} was not looked at: {reads}, and its columns are {listed(names)}; say its target (--target)."
    reason = Unfollowed(reason=why, ask=ASK_TARGET)
    unfollowed = {**code.unfollowed, **{check: (*code.unfollowed.get(check, ()), reason) for check in ("F-21", "F-22")}}
    return replace(bundle, code=replace(code, unfollowed=unfollowed), notices=(*bundle.notices, why))


def _left_out(used: TableUsed, frame: pd.DataFrame, options: Mapping[str, Any], whole: Problem) -> list[str]:
    """The columns that no learner of the script is given; none where that is not known."""
    if used.features is None:
        return []
    taken = {name for word in ("target", "groups", "ids", "time", "drop") for name in _listed(options.get(word))}
    features = {column.name for column in whole.columns}
    return [name for name in map(str, frame.columns) if name in features - taken and not any(
        table.holds(name) and not (table.numbers and frame[name].dtype.kind not in "fiub") for table in used.features)]


def _listed(names: Any) -> list[str]:
    if isinstance(names, str):
        return [part.strip() for part in names.split(",")]
    return [str(name) for name in names] if isinstance(names, list | tuple) else []


def _judged(code: CodeRead, read: Read) -> CodeRead:
    """What the rows add to the checks of groups and of times; what they answer is asked no more."""
    found, unfollowed = [one for one in code.found if not _answered(read, one)], dict(code.unfollowed)
    for check, (seen, unseen) in {"F-21": _groups(read), "F-22": _times(read)}.items():
        if not any(one.code == check for one in found):     # the code itself tells it, at its place
            found += seen[:1]
        unfollowed[check] = unseen
    if code.used.features is not None:
        unfollowed["F-24"] = ()
    return replace(code, found=tuple(found), unfollowed=unfollowed)


def _answered(read: Read, seen: Seen) -> bool:
    """Whether the rows, or the auditor, answer what code alone takes for groups: what they say counts then."""
    column = seen.evidence.get("owner")
    if seen.code != "F-21" or column is None:
        return False
    known = column in read.frame.columns and (read.frame[column].is_unique or any(
        one.kind is Kind.GROUPS and column in one.columns for one in read.whole.structure))
    return known or Kind.GROUPS.value in read.whole.settled or read.whole.groups is not None


Said = tuple[list[Seen], tuple[Unfollowed, ...]]


def _unknown_division(used: TableUsed) -> tuple[Unfollowed, ...]:
    return () if used.judging else (Unfollowed(
        reason="by which division the rows of a score are kept from training is not seen in the code",
        ask="the script with that in it"),)


def _groups(read: Read) -> Said:
    """Groups in the table that some division which judges tears apart."""
    problem = read.whole
    if Kind.GROUPS.value in problem.settled:
        return [], ()
    if problem.groups is not None:
        return _told_groups(read)
    noticed = [one for one in problem.structure if one.kind is Kind.GROUPS and one.columns
               and set(one.columns) <= set(read.frame.columns)]
    seen, unseen = list[Seen](), list(_unknown_division(read.used)) if noticed else []
    for one in noticed:
        for division in read.used.judging:
            torn = _torn(division, read.frame, list(one.columns))
            if torn is None:
                unseen.append(Unfollowed(reason=f"{division.place}: whether {division.call} keeps the rows of each "
                                                f"value of {listed(list(one.columns))} together is not known",
                                         ask="the column that is given as groups"))
            elif torn:
                seen.append(_of_groups(read, one, division))
                break
    seen += [] if noticed else _pieces(read)
    return sorted(seen, key=lambda one: one.severity != "serious"), tuple(unseen)


def _pieces(read: Read) -> list[Seen]:
    """Rows that are pieces of fewer cases, by their names, where they are divided one by one."""
    division = next((one for one in read.used.judging if one.how == "at random"), None)
    found = None if division is None else pieces_among(replace(read.bundle, problem=read.whole))
    if division is None or found is None:
        return []
    owed = _owed(read, found.codes)
    weighed = "" if owed is None else f" {owed.sentence('With whole cases held out')}"
    return [Seen(code="F-21", severity="serious" if owed is not None and owed.matters else "warning",
                 line=division.line, place=division.place,
                 message=f"{division.call} divides row by row, and in the table {found.sentence}: pieces of one case "
                         f"stand on both sides.{weighed} {GROUPED}.",
                 evidence={"cases": found.things} | (owed.to_dict() if owed else {}))]


def _torn(division: Judging, frame: pd.DataFrame, columns: list[str]) -> bool | None:
    """Whether rows of one value come to both sides; None where that is not known."""
    if division.how == "by time":           # who was seen before may be seen again: that is another question
        return False
    if division.how == "by groups":
        if not division.by or not division.by <= set(frame.columns):
            return None
        both = list(dict.fromkeys([*columns, *sorted(division.by)]))
        torn, each = _values(frame, both) > _values(frame, columns), _values(frame, sorted(division.by))
        return None if torn and each * 2 > len(frame) else torn         # by a part of a name of the row, it seems
    codes = frame.groupby(columns, sort=False, dropna=False).ngroup().to_numpy()
    runs = 1 + int((codes[1:] != codes[:-1]).sum())
    return None if division.how == "in blocks" and runs <= TOGETHER * (int(codes.max()) + 1) else True


def _values(frame: pd.DataFrame, columns: list[str]) -> int:
    return len(frame[columns].drop_duplicates())


def _of_groups(read: Read, noticed: Noticed, division: Judging) -> Seen:
    column = " and ".join(noticed.columns)
    owed = None
    features = read.whole.features
    if features is not None and set(noticed.columns) <= {one.name for one in features.columns}:
        owed = _owed(read, units_of(features, noticed))
    feature = bool({one.name for one in read.problem.columns} & set(noticed.columns))
    again = SELDOM_AGAIN.match(column) is not None
    whole = division.how == "by groups"         # others are kept together: what these are made of is not sure
    grave = not whole and (again if owed is None else owed.matters and (again or not feature))
    how = f"by {listed(sorted(division.by))}" if whole else "row by row"
    values = int(dict(noticed.evidence).get("values", 0))
    weighed = "" if owed is None else f" {owed.sentence('With whole groups held out')}"
    return Seen(code="F-21", severity="serious" if grave else "warning", line=division.line, place=division.place,
                message=f"{division.call} divides {how}, and in the table {counted(len(read.frame), 'row')} come from "
                        f"{values:,} values of '{column}': rows of one '{column}' stand on both sides.{weighed} "
                        f"{GROUPED} (groups={column}).",
                evidence={"columns": list(noticed.columns), "values": values} | (owed.to_dict() if owed else {}))


def _told_groups(read: Read) -> Said:
    """Groups that the auditor names: no division may tear them apart."""
    problem, unseen = read.whole, _unknown_division(read.used)
    for division in read.used.judging:
        if division.how in {"at random", "in blocks"} and problem.groups is not None:
            owed = _owed(read, problem.groups)
            weighed = "" if owed is None else f" {owed.sentence('With whole groups held out')}"
            return [Seen(code="F-21", severity="fatal" if division.how == "at random" else "serious",
                         line=division.line, place=division.place,
                         message=f"{division.call} divides row by row, and the rows come from {problem.n_groups or 0:,}"
                                 f" groups, as was told: rows of one group stand on both sides.{weighed} Divide by "
                                 f"them (GroupKFold).", evidence=owed.to_dict() if owed else {})], ()
    return [], unseen


def _times(read: Read) -> Said:
    """Rows that follow each other in time, and a division that judges by rows between those of training."""
    problem = read.whole
    if Kind.TIME.value in problem.settled:
        return [], ()
    noticed = next((one for one in problem.structure if one.kind is Kind.TIME), None)
    if noticed is None and problem.time is None:
        return [], (Unfollowed(reason="neither code nor table shows that rows have an order in time",
                               ask="the column of times (--time), or --time none"),)
    mixed = next((one for one in read.used.judging if one.how == "at random"), None)
    what = "as was told" if noticed is None else f"'{noticed.columns[0]}'"
    if mixed is None:
        others = [one for one in read.used.judging if one.how != "by time"]
        return [], _unknown_division(read.used) or tuple(Unfollowed(
            reason=f"{one.place}: {one.call} does not divide by time, and the rows have times ({what}); whether later "
                   f"ones tell of earlier ones was not looked at", ask=ASK_TIME) for one in others[:1])
    places = problem.time if noticed is None else _places(problem, noticed)
    try:
        owed = None if places is None else owed_to_order(rows_of(read.bundle), places)
    except NotCheckable:
        owed = None
    if owed is None or not owed.matters:
        return [], (Unfollowed(reason=f"{mixed.place}: {mixed.call} divides rows that have times ({what}) at random; "
                                      f"whether later ones tell of earlier ones is not seen in them",
                               ask=ASK_TIME),)
    return [Seen(code="F-22", severity="serious" if problem.time is not None or owed.loss > MUCH else "warning",
                 line=mixed.line, place=mixed.place,
                 message=f"{mixed.call} divides at random, and the table says when each row was measured ({what}): "
                         f"training rows are later than test rows. {owed.sentence('Tested on the latest rows')} Cut at "
                         f"a time (TimeSeriesSplit), or say --time none.",
                 evidence={"columns": list(noticed.columns) if noticed else [], **owed.to_dict()})], ()


def _places(problem: Problem, noticed: Noticed) -> Any:
    features = problem.features
    names = [] if features is None or features.form else [column.name for column in features.columns]
    return features.matrix[:, names.index(noticed.columns[0])] if features is not None and (
        noticed.columns[0] in names) else None


def _owed(read: Read, units: Any) -> Owing | None:
    """What a small learner of the script's columns loses with whole groups held out; None: too little to fit."""
    try:
        return owed_to_units(rows_of(read.bundle), units)
    except NotCheckable:
        return None
