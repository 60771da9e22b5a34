"""The cells of a table as rows of figures. Every column is read, or named as one that was not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.audit.numbers.doubtful import settled
from referee.audit.numbers.families import is_plain_p
from referee.audit.numbers.figure import Figure, Row, figure
from referee.audit.numbers.naming import EXACT, Named, named
from referee.audit.numbers.p_values import STATISTICS
from referee.audit.numbers.qualified import with_qualifiers
from referee.audit.numbers.units import SCALED, as_shares, in_per_cent, unclear
from referee.audit.vocabulary import languages

Cells = Mapping[str, str]

ROLES = {"model": ("model", "row", "name", "learner", "classifier", "algorithm", "exercise", "system", "comparison",
                   "subgroup", *languages.ROLES["model"].split(), *languages.ROLES["subgroup"].split()),
         "metric": ("metric", "measure", "output", "target", "statistic", *languages.ROLES["metric"].split()),
         "data": ("dataset", "data", "problem", *languages.ROLES["data"].split()),
         "test": ("test", *languages.ROLES["test"].split()), "alternative": ("alternative", "side", "sided", "tails"),
         "method": ("method", "evaluation", "design", "protocol"), "where": ("where", "place", "source")}
BESIDE = ("sd", "se", "min", "max", "low", "high", "difference")        # in the units of the estimate they stand beside
PAIR = re.compile(r"^(?P<first>[^\[(]+?)\s*[\[(]\s*(?:95\s*%\s*CI:?\s*)?(?P<low>[-−+.\d%]+)\s*(?:,|;|to|–|-)\s*"
                  r"(?P<high>[-−+.\d%]+)\s*[\])]$")
SEVERAL = re.compile(rf"\b\d+[ -]?fold|cross-?validat|bootstrap|repeated|average|\bmeans?\b|\bruns\b|"
                     rf"{languages.SEVERAL}", re.IGNORECASE)


@dataclass(frozen=True)
class Sheet:
    """A table that was read: its rows of figures, the columns that hold figures, and those that were not understood."""

    rows: tuple[Row, ...]
    read: tuple[str, ...]
    left: tuple[str, ...]


def sheet(names: Sequence[str], cells: Sequence[Cells], *, comma: bool = False) -> Sheet:
    """A table as rows of figures; `comma` says that commas are decimal."""
    roles = {role: name for role, known in ROLES.items() for name in reversed(names) if languages.bare(name) in known}
    others = [name for name in names if name not in roles.values()]
    kinds = settled({name: kind for name in others if (kind := _kind(name)) is not None}, others, cells)
    more = with_qualifiers(others, kinds, cells)
    kinds |= more.joined
    if "metric" in roles and "mean" in {kind.kind for kind in kinds.values()}:
        lines = [_Line(k, row, roles, _of_metric(row, roles, kinds)) for k, row in enumerate(cells, start=2)]
    else:
        lines = [_Line(k, row, roles, kinds) for k, row in enumerate(cells, start=2)]
    rows = list(_rows([line.parsed(comma=comma) for line in lines]))
    for words, some in more.groups.items():
        apart = [_Line(k, row, roles, some).parsed(comma=comma) for k, row in enumerate(cells, start=2)]
        rows += [replace(row, where=f"{row.where} ({words})") for row in _rows(apart)]
    read = [*kinds, *(name for some in more.groups.values() for name in some)]
    left = [name for name in names if name not in roles.values() and name not in read
            and any(figure("", row.get(name, "")) for row in cells)]
    return Sheet(tuple(rows), tuple(read), tuple(left))


def _kind(name: str) -> Named | None:
    return named(name) or (Named("p") if is_plain_p(name) else None)


def _of_metric(row: Cells, roles: Mapping[str, str], kinds: Mapping[str, Named]) -> dict[str, Named]:
    """In a long table the column of values is of the kind that its metric names."""
    meant = named(row.get(roles["metric"], ""))
    return {name: meant if kind.kind == "mean" and meant is not None and meant.kind not in EXACT else kind
            for name, kind in kinds.items()}


@dataclass(frozen=True)
class _Parsed:
    """One line, its figures not yet in their units."""

    row: Row
    per_cent: frozenset[str]         # kinds whose header says per cent
    apart: tuple[Row, ...] = ()      # a score with an interval of its own, "0.91 [0.88, 0.93]"


@dataclass(frozen=True)
class _Line:
    number: int
    cells: Cells
    roles: Mapping[str, str]
    kinds: Mapping[str, Named]

    def parsed(self, *, comma: bool) -> _Parsed:
        """The figures of one line."""
        words = self._words()
        where = words.get("where") or " ".join(words[role] for role in ("data", "model", "metric") if words.get(role))
        where = where or words.get("method") or f"line {self.number}"
        found, apart, spread = [], [], False
        for name, kind in self.kinds.items():
            cell = self.cells.get(name, "").strip()
            cell = cell.replace(",", ".") if comma else cell
            inside = PAIR.match(cell)
            first, _, sd = (inside["first"] if inside else cell).partition("±")
            one = _figure(kind, first, self._called(name, kind))
            if one is None:
                found += _two_degrees(kind, cell)
                continue
            found.append(one)
            if sd:
                spread = True
                found += [other for other in (figure(f"sd_{kind.kind}", sd, name="sd"),) if other]
            if inside:
                ends = [_figure(Named(end), inside[end] + _its_sign(first, inside), end) for end in ("low", "high")]
                apart.append(Row(where=f"{where} {name}", figures=(one, *(end for end in ends if end)), words=words))
        row = Row(where=where, figures=tuple(self._settled(found)), words=words, several=self._several(found),
                  averaged=spread or self._averaged(found, words))
        return _Parsed(row, frozenset(kind.kind for kind in self.kinds.values() if kind.per_cent), tuple(apart))

    def _called(self, name: str, kind: Named) -> str:
        """What a figure is called: by its column, or in a long table by its metric."""
        known = named(name)
        by_metric = known is not None and known.kind != kind.kind
        return self.cells.get(self.roles.get("metric", ""), name) if by_metric else name

    def _words(self) -> dict[str, str]:
        """What is no figure, by role, and by its column where it has none."""
        found = {role: self.cells.get(name, "").strip() for role, name in self.roles.items()}
        return found | {name: self.cells[name].strip() for name in self.cells
                        if name not in self.roles.values() and name not in self.kinds}

    def _several(self, found: Sequence[Figure]) -> bool:
        classes = next((one.value for one in found if one.kind == "classes"), 2.0)
        return classes > 2 or any(one.kind.endswith(("_macro", "_weighted", "_micro")) for one in found)

    def _averaged(self, found: Sequence[Figure], words: Mapping[str, str]) -> bool:
        many = any(one.kind == "runs" and one.value > 1 for one in found)
        said = any(SEVERAL.search(words.get(role, "")) for role in ("method", "model"))
        return many or said or any(kind.averaged for kind in self.kinds.values()) or any(
            one.kind.startswith("sd") for one in found)

    def _settled(self, found: Sequence[Figure]) -> Iterator[Figure]:
        """The number of runs, and of cases where n stands beside scores of a test set."""
        kinds = {one.kind for one in found}
        spread = any(kind.startswith("sd") for kind in kinds) or "runs" in kinds
        for one in found:
            yield one
            if one.kind == "runs" and "n" not in kinds:
                yield replace(one, kind="n")
            if one.kind == "n" and not spread and "cases" not in kinds and not kinds & {*STATISTICS, "mean", "p"}:
                yield replace(one, kind="cases")


def _figure(kind: Named, text: str, name: str) -> Figure | None:
    one = figure(kind.kind, text, name=name)
    if one is None or (kind.kind in EXACT and (one.value < 0 or not one.value.is_integer())):
        return None
    return replace(one, turn=kind.turn, unit=0.0 if kind.kind in EXACT else one.unit)


def _two_degrees(kind: Named, cell: str) -> list[Figure]:
    """Both degrees of freedom of an F in one cell: "2, 57"."""
    parts = re.split(r"[,;/\s]+", cell.strip("() "))
    if kind.kind != "df" or len(parts) != 2:
        return []
    both = [figure(name, part, name=name) for name, part in zip(("df1", "df2"), parts, strict=True)]
    return [one for one in both if one is not None]


def _rows(lines: Sequence[_Parsed]) -> Iterator[Row]:
    """The lines with their figures in their units, then lines of one model joined over its metrics."""
    columns: dict[str, list[Figure]] = {}
    for line in lines:
        for one in (*line.row.figures, *(other for row in line.apart for other in row.figures)):
            columns.setdefault(one.kind, []).append(one)
    says = {kind for line in lines for kind in line.per_cent}
    shares = {kind: as_shares(figures) for kind, figures in columns.items()
              if kind in SCALED and (kind in says or in_per_cent(figures))}
    scaled = {id(old): new for kind, figures in shares.items()
               for old, new in zip(columns[kind], figures, strict=True)}
    either = unclear({kind: shares.get(kind, figures) for kind, figures in columns.items()})
    rows = [replace(row, figures=tuple(_beside(row, scaled, set(shares))), either=either)
            for line in lines for row in (line.row, *line.apart)]
    yield from rows
    yield from _joined(rows)


def _beside(row: Row, scaled: Mapping[int, Figure], shares: set[str]) -> Iterator[Figure]:
    """Figures in their units: an sd, an interval and a range are in those of their estimate."""
    scored = {one.kind for one in row.figures if one.kind in SCALED}
    for one in row.figures:
        of = one.kind.removeprefix("sd_")
        follows = (one.kind in BESIDE and scored and scored <= shares) or (of != one.kind and of in shares)
        yield one.as_share() if follows and "%" not in one.text else scaled.get(id(one), one)


def _joined(rows: Sequence[Row]) -> Iterator[Row]:
    """In a long table, the metrics of one model as one row."""
    groups: dict[tuple[tuple[str, str], ...], list[Row]] = {}
    for row in rows:
        if row.words.get("metric") and row.words.get("model"):
            key = tuple(sorted((role, word) for role, word in row.words.items() if role != "metric"))
            groups.setdefault(key, []).append(row)
    for group in groups.values():
        first = {one.kind: one for row in reversed(group) for one in row.figures if one.kind in SCALED or one.kind in (
            "rmse", "mae", "mse", "r2", "cases", "tp", "fp", "fn", "tn")}
        if len({row.words["metric"] for row in group}) > 1 and len(first) > 1:
            where = " ".join(group[0].words[role] for role in ("data", "model") if group[0].words.get(role))
            yield Row(where=where, figures=tuple(first.values()), averaged=any(row.averaged for row in group),
                      several=any(row.several for row in group), either=group[0].either)


def _its_sign(first: str, inside: re.Match[str]) -> str:
    """The sign that the ends of an interval take from their score: of 84.8% (71.8 to 92.4) they are per cent too."""
    ends = [inside[end] for end in ("low", "high")]
    bare = all(re.fullmatch(r"\d+(?:\.\d+)?", end) for end in ends)
    return "%" if "%" in first and bare and float(ends[1]) > 1 else ""
