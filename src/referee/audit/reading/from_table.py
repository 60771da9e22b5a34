"""A table of published numbers as evidence: no predictions, only what somebody printed.

Long: a row for each number, with columns for its metric, mean, sd, least, most, how many. Wide: a row for each model
and a column for each metric; "0.91 ± 0.02" is a mean and its sd. Numbers keep the digits they were printed with, which
is what the checks on rounding live on. Proportions printed in per cent become shares of 1.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.audit.bundle import Bundle, Declared, Reported
from referee.audit.numbers.aggregates import best_beside_means
from referee.audit.numbers.families import Family, called_by_stars, family_of, p_column, wrong_adjusted
from referee.audit.numbers.fit_and_spread import wrong_fits
from referee.audit.numbers.folds import folds_of, wrong_sums
from referee.audit.numbers.grids import Grid, grid_of, turned, wrong_rank_sums
from referee.audit.numbers.macro_rows import wrong_macro_rows
from referee.audit.numbers.marked_epoch import best_epoch_marked, log_of
from referee.audit.numbers.marked_run import best_marked
from referee.audit.numbers.marked_tests import called_by_marks
from referee.audit.numbers.marks import Cell, Marked, marked_in, unmarked
from referee.audit.numbers.mean_intervals import wrong_intervals
from referee.audit.numbers.mean_ratings import wrong_means
from referee.audit.numbers.naming import named, of_one, whose
from referee.audit.numbers.of_table import PAIR, Sheet, sheet
from referee.audit.numbers.printed_differences import wrong_differences
from referee.audit.numbers.ratio_intervals import wrong_ratios
from referee.audit.numbers.right_of_all import wrong_counts
from referee.audit.numbers.shares import wrong_shares
from referee.audit.numbers.subgroups import wrong_subgroups
from referee.audit.numbers.tests_in_cells import in_cells
from referee.audit.numbers.units import BEYOND
from referee.audit.numbers.word_errors import wrong_word_errors
from referee.audit.prose.fields import means
from referee.audit.reading.above_the_header import caption_of, filled_down, in_one_line, lines_of, mark_of
from referee.audit.reading.fewer_cases import fewer_cases
from referee.audit.reading.latex import plain_latex
from referee.audit.reading.printed_tables import PrintedTable, with_intervals
from referee.audit.reading.words_of_cells import doubts_of_cells
from referee.audit.vocabulary import languages
from referee.audit.vocabulary.languages import bare
from referee.data.wording import counted
from referee.data.xlsx_file import ENDING as XLSX
from referee.data.xlsx_file import xlsx_cells
from referee.errors import BadInput, did_you_mean
from referee.foreign_file import text_of
from referee.metrics import METRICS

NAMES: dict[str, set[str]] = {
    "model": {"model", "row", "name", "learner", "classifier", "algorithm", "exercise", "system", "subgroup",
              *languages.ROLES["model"].split(), *languages.ROLES["subgroup"].split()},
    "metric": {"metric", "measure", "output", "target", *languages.ROLES["metric"].split()},
    "value": {"value", "mean", "score", "average", "estimate", *languages.KINDS["mean"].split()},
    "sd": {"sd", "std", "stddev", "standarddeviation", "stdev", *languages.KINDS["sd"].split()},
    "minimum": {"minimum", "min", "least", "lowest", *languages.KINDS["min"].split()},
    "maximum": {"maximum", "max", "most", "highest", *languages.KINDS["max"].split()},
    "n": {"n", "runs", "i", "iterations", "repeats", "folds"},
    "cases": {"cases", "testcases", "ntest", "testrows", "testset"},
    "low": {"low", "lower", "cilow", "cilower"},
    "high": {"high", "upper", "cihigh", "ciupper"},
    "interval_method": {"intervalmethod", "interval"},
    "data_set": {"dataset", "data", "problem", *languages.ROLES["data"].split()},
    "method": {"method", "evaluation", "design", "protocol"},
    "where": {"where", "place", "source"},
    "whole": {"whole", "shareof", "sumto"},
}
BOUNDED = {"accuracy", "error", "error_rate", "hit_rate", "precision", "recall", "sensitivity", "share", "specificity",
           "roc_auc", "auc", "f1", "brier", "balanced_accuracy"}
TESTED = ("statistic", "p", "pvalue", "df")
NUMBERS = ("sd", "minimum", "maximum", "low", "high")
COUNTS = ("n", "cases")
WORDS = ("interval_method", "data_set", "method", "where", "whole")
SCALED = ("value", "sd", "minimum", "maximum", "low", "high")
NUMBERS_OF = re.compile(r"\d*[.,]\d+")
THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
POINTED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])")
LONGEST_NAME = 100      # of a column that counts cases: what is longer is no name
OF_SO_MANY = re.compile(r"(?P<what>[^\d/]*?[^\W\d][^\d/(\[]*?)\s*[(\[]?\s*(?:/|of|out of|von|sur|de|su|van|av|z)\s*"
                        r"(?P<cases>[1-9]\d*)\s*[)\]]?$", re.IGNORECASE)
BOLD_IF_SIGNIFICANT = re.compile(r"\b(?:bold\w*|fett\w*|en gras|negrita|grassetto|negrito|vetgedrukt\w*|fetstil\w*|"
                                 r"pogrubi\w*)\b[^.;]{0,60}?\b(?:si[gk]nifi[ck]\w*|istotn\w*)|"
                                 r"\b(?:si[gk]nifi[ck]\w*|istotn\w*)\b[^.;]{0,60}?\b(?:bold\w*|fett\w*|en gras|"
                                 r"negrita|grassetto|negrito|vetgedrukt\w*|fetstil\w*|pogrubi\w*)\b", re.IGNORECASE)
LOOKS = (wrong_subgroups, wrong_rank_sums, wrong_differences, wrong_counts, wrong_means, wrong_intervals, wrong_fits,
         wrong_ratios, wrong_word_errors, wrong_macro_rows)
LATEX = re.compile(r"^\s*\$[^$]*\$\s*$|\\(?:pm|textbf|mathbf|bf|underline|textit|emph|dagger|times)(?![a-z])|\\%")
MOST = 2.0 ** 53                # beyond, whole numbers are no longer told apart
NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$", re.IGNORECASE)


class UntoldColumns(BadInput):
    """Nothing tells what the columns of a table hold; whoever reads it may."""


def bundle_of_table(path: str | Path, *, metrics: tuple[str, ...] = ()) -> Bundle:
    """The numbers of a table, ready for the checks that need nothing else; `metrics` say what its scores are."""
    path = Path(path)
    names, rows = _table(path)
    table = with_intervals(PrintedTable(tuple(names), tuple(rows)))
    tests = tuple(in_cells(names, rows))
    try:
        bundle = bundle_of_cells(path.name, list(table.names), list(table.rows), metrics=metrics,
                                 around=_remarks(path))
    except BadInput:
        if not tests:
            raise
        return Bundle(name=path.name, answered=(), printed=tests, notices=(
            f"{counted(len(tests), 'test')} in its cells; nothing else was read.",))
    return replace(bundle, printed=(*(bundle.printed or ()), *tests) if tests else bundle.printed,
                   doubts=doubts_of_cells(names, rows))


def bundle_of_cells(name: str, names: list[str], raw: list[dict[str, str]], *, metrics: tuple[str, ...] = (),
                    around: str = "") -> Bundle:
    """The numbers of a table from its cells as they stand; `around` is what the text says of it, its caption first."""
    names, raw = _by_what_they_hold(names, raw)
    bare = [{column: unmarked(cell) for column, cell in row.items()} for row in with_points(raw)]
    cells = [{column: cell.text for column, cell in row.items()} for row in bare]
    family = family_of(names, cells)
    family = None if family is None else called_by_marks(family, names, cells, around)
    sums = [found for look in LOOKS if (found := look(names, cells)) is not None]
    log = log_of(names, raw)
    confessed = (*best_beside_means(names, cells),
                 *(best_epoch_marked(log, names) if log is not None and log.compares else best_marked(names, raw)))
    try:
        bundle = _as_tests(name, names, bare, family) or _as_folds(name, names, cells) or _as_shares_of(
            name, names, bare, metrics) or _as_numbers(name, names, bare)
    except BadInput:
        if not sums and not confessed and log is None:
            raise
        notice = "Sums were looked at, nothing else." if log is None else log.notice
        bundle = Bundle(name=name, answered=(), notices=(notice,))
    if family is not None and not family.called and bundle.marked is not None:
        family = called_by_stars(family, [stars for _, _, stars in bundle.marked.tests], around)
    if family is not None and not family.called and BOLD_IF_SIGNIFICANT.search(around):
        tested = next((column for column in names[1:] if p_column(column) in ("", "none")), names[0])
        family = called_by_stars(family, [int(row[tested].bold) for row in bare if tested in row], around)
    wrong = (*(bundle.against_itself or ()), *(one for found in sums for one in found))
    return replace(bundle, family=family, against_itself=wrong if sums else bundle.against_itself,
                   confessed=(*bundle.confessed, *confessed), unanswered=tuple(fewer_cases(names, cells)))


def _by_what_they_hold(names: list[str], raw: list[dict[str, str]]) -> tuple[list[str], list[dict[str, str]]]:
    """Columns named by what their cells are: words are no count of cases, "Correct / 48" counts of 48; of F1_AE the F1.

    >>> _by_what_they_hold(["test_set", "Correct / 48"], [{"test_set": "C", "Correct / 48": "40"}])
    (['data set', 'Correct'], [{'data set': 'C', 'Correct': '40/48'}])
    """
    called = of_one(names)
    for name in names:
        of = OF_SO_MANY.match(name) if len(name) <= LONGEST_NAME else None
        if means(name, "evaluated on") and not any(NUMBER.match(row.get(name, "").strip()) for row in raw):
            called[name] = "data set"
        elif of is not None and all(re.fullmatch(r"\d*", row.get(name, "").strip()) for row in raw):
            called[name] = of["what"].strip()
            raw = [row | {name: f"{cell}/{of['cases']}" if (cell := row.get(name, "").strip()) else ""} for row in raw]
    if len({called.get(name, name) for name in names}) < len(names):
        return names, raw
    return [called.get(name, name) for name in names], [
        {called.get(name, name): cell for name, cell in row.items()} for row in raw]


def _as_tests(name: str, names: list[str], bare: list[dict[str, Cell]], family: Family | None) -> Bundle | None:
    """A table of tests, raw and adjusted, or with a column that says which are significant."""
    printed = sheet(names, [{key: cell.text for key, cell in row.items()} for row in bare])
    if family is None or not (family.called or (family.adjusted and (family.raw or not printed.read))):
        return None
    notice = f"{counted(len(family.labels), 'test')}; no predictions, so that only the p values were checked."
    marked = marked_in(names, bare, by_metric=True) or Marked(tests=tuple(
        (label, one.value, int(yes)) for label, one, yes in zip(family.labels, family.decided_by, family.called,
                                                                strict=False) if one is not None and yes is not None))
    return Bundle(name=name, answered=(), marked=marked if marked.lines or marked.tests else None,
                  against_itself=wrong_adjusted(family), notices=(notice,),
                  printed=printed.rows)


def _as_folds(name: str, names: list[str], cells: list[dict[str, str]]) -> Bundle | None:
    """A table of the scores of every fold or run, with what sums them up."""
    folds = folds_of(names, cells)
    if folds is None:
        return None
    notice = (f"{counted(len(folds.models), 'model')} with {counted(len(folds.scores[0]), 'score')} each: their means "
              f"and spreads were looked at, nothing else.")
    return Bundle(name=name, answered=(), against_itself=wrong_sums(folds), notices=(notice,))


def _as_shares_of(name: str, names: list[str], bare: list[dict[str, Cell]], metrics: tuple[str, ...]) -> Bundle | None:
    """A table of data sets by models with a column that counts the test cases."""
    cells = [{key: cell.text for key, cell in row.items()} for row in bare]
    kinds = {column: kind.kind for column in names[1:] if (kind := named(column)) is not None}
    own = {column: found[0].kind for column in names[1:] if (found := whose(column)) is not None}
    by_name = len(own) > 1 and set(own.values()) == {"accuracy"}
    sizes = [column for column, kind in kinds.items() if kind == "cases" or (by_name and kind == "n")]
    others = [column for column in names if column not in sizes]
    grid = grid_of(others, cells) if set(kinds) == set(sizes) and len(sizes) == 1 else None
    if grid is None:
        return None
    wrong = wrong_shares(cells, others[1:], names[0], sizes[0], ("accuracy",) if by_name else metrics)
    return replace(_bundle_of_grid(name, grid), against_itself=wrong, marked=marked_in(
        others, [{key: cell for key, cell in row.items() if key not in sizes} for row in bare], by_metric=False))


def _as_numbers(name: str, names: list[str], bare: list[dict[str, Cell]]) -> Bundle:
    """A table of scores, means and sds, or of models by data sets."""
    cells = [{column: cell.text for column, cell in row.items()} for row in bare]
    if (grid := turned(names, cells)) is not None:
        return replace(_bundle_of_grid(name, grid), marked=marked_in(names, bare, by_metric=False))
    try:
        lines, printed = reported_of(cells, names, name), sheet(names, cells)
    except BadInput:
        if (grid := grid_of(names, cells)) is None:
            raise
        return replace(_bundle_of_grid(name, grid), marked=marked_in(names, bare, by_metric=False))
    stated = "; ".join(dict.fromkeys(line.method for line in lines if line.method))
    many = len(lines) or sum(len(row.figures) for row in printed.rows)
    notice = f"{counted(many, 'published number')}; no predictions, so that only the numbers were checked."
    return Bundle(name=name, answered=(), reported=lines, printed=printed.rows,
                  marked=marked_in(names, bare, by_metric=True),
                  declared=Declared(method=stated) if stated else None, notices=(notice, *left_out(printed, lines)))


def _bundle_of_grid(name: str, grid: Grid) -> Bundle:
    """A table of models by data sets: what its figures mean is not said, so that nothing else can be asked of them."""
    many = sum(one is not None for row in grid.scores for one in row)
    notice = (f"{counted(many, 'score')} of {counted(len(grid.models), 'model')} on "
              f"{counted(len(grid.data_sets), 'data set')}, by a metric that the table does not name: averages, ranks, "
              f"marks and equal columns were looked at, nothing else.")
    return Bundle(name=name, answered=(), grid=grid, notices=(notice,))


def left_out(printed: Sheet, lines: Iterable[Reported]) -> tuple[str, ...]:
    """A sentence about columns of numbers that nothing was made of."""
    known = {plain(line.metric) for line in lines}
    left = [name for name in printed.left if plain(name) not in known]
    if not left:
        return ()
    columns = "the column" if len(left) == 1 else "the columns"
    return (f"Not read: {columns} {', '.join(left)}; name them as a metric, a count, an interval or a test is named.",)


def read_reported(path: Path) -> tuple[Reported, ...]:
    """Every number of a table in a text file."""
    names, rows = _table(path)
    return reported_of(rows, names, path.name)


def _table(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    names, rows = read_text_table(path)
    if not rows:
        raise BadInput(f"{path.name} has no rows.")
    return names, rows


def read_text_table(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """A text table with every cell as it stands: the digits printed are part of the evidence."""
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {str(path)!r}{did_you_mean(path.name, beside)}")
    if path.name.lower().endswith(XLSX):
        sheet_names, sheet_rows, _ = xlsx_cells(path)
        return sheet_names, [{name: "" if cell is None else str(cell) for name, cell in zip(
            sheet_names, row, strict=True)} for row in sheet_rows]
    text = text_of(path)
    lines, _ = lines_of(text)
    if not lines:
        raise BadInput(f"{path.name} is empty.")
    delimiter = mark_of(lines)
    reader = csv.DictReader(in_one_line(lines, delimiter), delimiter=delimiter, skipinitialspace=True)
    rows = [{str(k): _as_text(v or "") for k, v in row.items() if isinstance(k, str) and not isinstance(v, list)}
            for row in reader]
    names = [str(name) for name in reader.fieldnames or ()]
    return names, with_points(filled_down(names, rows))


def _as_text(cell: str) -> str:
    """A cell as it stands, or as LaTeX prints it."""
    return plain_latex(cell) if LATEX.search(cell) else cell.strip()


def _remarks(path: Path) -> str:
    """What the lines of a text table say that are no rows: those that begin with #, and a title above its header."""
    if path.name.lower().endswith(XLSX):
        return ""
    return caption_of(path)


def with_points(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Decimal commas as points, where some cell shows that commas are decimal and none that points are.

    Points between thousands are dropped.

    >>> with_points([{"accuracy": "0,912 ± 0,020", "n": "1,024"}])
    [{'accuracy': '0.912 ± 0.020', 'n': '1.024'}]
    >>> with_points([{"Genauigkeit": "91,2", "n": "1.024"}])
    [{'Genauigkeit': '91.2', 'n': '1024'}]
    """
    numbers = [part for row in rows for cell in row.values() for part in NUMBERS_OF.findall(cell)]
    decimal = any("," in part and not THOUSANDS.match(part) for part in numbers)
    whole = [{name: POINTED.sub(lambda found: found[0].replace(".", ""), cell) for name, cell in row.items()}
             for row in rows] if decimal else rows
    if not decimal or any("." in part for row in whole for cell in row.values() for part in NUMBERS_OF.findall(cell)):
        return rows
    return [{name: NUMBERS_OF.sub(lambda found: found[0].replace(",", "."), cell) for name, cell in row.items()}
            for row in whole]


def reported_of(rows: Iterable[dict[str, str]], names: Iterable[str], where: str) -> tuple[Reported, ...]:
    """Lines from the cells of a table."""
    names, rows = list(names), list(rows)
    role = {field: name for field, known in NAMES.items() for name in names if plain(name) in known}
    if any(plain(name) in TESTED for name in names):
        return ()                    # a table of tests: its numbers are no scores
    if "value" in role:
        found = [_long(row, role, where, number) for number, row in enumerate(rows, start=2)]
    else:
        metrics = [name for name in names if name not in role.values() and _is_metric(name)]
        if not metrics and sheet(names, list(rows)).read:
            return ()
        if not metrics:
            raise UntoldColumns(
                f"{where}: nothing tells what its columns hold ({', '.join(names)}). Of predictions say --truth "
                f"COLUMN, of data --target COLUMN; a table of published numbers has a column called value or mean, or "
                f"by a metric; or ask somebody who reads it (--questions form.yaml).")
        found = [line for number, row in enumerate(rows, start=2)
                 for line in _wide(row, role, metrics, where, number)]
    return tuple(_as_shares([line for line in found if line is not None]))


def plain(name: str) -> str:
    """A column's name without what people decorate it with.

    >>> plain("Std. Dev.")
    'stddev'
    """
    return bare(name)


def _is_metric(name: str) -> bool:
    return name.lower().replace(" ", "_") in METRICS or name.lower() in BOUNDED


def _long(row: dict[str, str], role: dict[str, str], where: str, number: int) -> Reported | None:
    said = {field: row.get(name, "") for field, name in role.items()}
    return _line(said.get("value", ""), said, f"{where}, line {number}") if said.get("value") else None


def _wide(row: dict[str, str], role: dict[str, str], metrics: list[str], where: str,
          number: int) -> Iterator[Reported | None]:
    said = {field: row.get(name, "") for field, name in role.items()}
    for name in metrics:
        if row.get(name):
            yield _line(row[name], said | {"metric": name.lower().replace(" ", "_")}, f"{where}, line {number}")


def _line(cell: str, said: dict[str, str], place: str) -> Reported:
    inside = PAIR.match(cell)
    value, _, spread = (inside["first"] if inside else cell).partition("±")
    text, percent = _text(value, place)
    told = dict(said) | ({"sd": spread} if spread else {}) | (
        {"low": inside["low"], "high": inside["high"]} if inside else {})
    # A column of its own kind keeps its own unit: 93.4% with sd 1.2% is 0.934 and 0.012.
    rest: dict[str, Any] = {field: _number(told[field], place, percent=percent) for field in NUMBERS if told.get(field)}
    rest |= {field: _count(told[field], place) for field in COUNTS if told.get(field)}
    rest |= {field: told[field] for field in WORDS if told.get(field)}
    return Reported(model=told.get("model", ""), metric=told.get("metric", "value").lower() or "value",
                    value=float(text) / (100.0 if percent else 1.0), text=_shifted(text) if percent else text, **rest)


def _text(cell: str, place: str) -> tuple[str, bool]:
    text = cell.strip()
    percent = text.endswith("%")
    text = text.removesuffix("%").strip().replace("−", "-")
    if not NUMBER.match(text):
        raise BadInput(f"{place}: {cell.strip()!r} is not a number.")
    return text, percent


def _number(cell: str, place: str, *, percent: bool) -> float:
    text, marked = _text(cell, place)
    return float(text) / (100.0 if percent or marked else 1.0)


def _count(cell: str, place: str) -> int:
    text, _ = _text(cell.replace(",", ""), place)
    if not 1 <= float(text) < MOST or not float(text).is_integer():
        raise BadInput(f"{place}: {cell!r} is no number of runs or cases; it is a whole number from 1 on.")
    return int(float(text))


def _shifted(text: str) -> str:
    """The digits of a percentage as those of a share: 93.4 is 0.934."""
    decimals = len(text.partition(".")[2])
    return f"{float(text) / 100:.{decimals + 2}f}"


def _as_shares(lines: list[Reported]) -> Iterator[Reported]:
    """Proportions whose column goes beyond 1 were printed in per cent."""
    beyond = {metric for metric in {line.metric for line in lines} & BOUNDED
              if all(line.value > 1 or line.value == 0 for line in lines if line.metric == metric)
              and any(line.value > (1 if "error" in metric else BEYOND) for line in lines if line.metric == metric)}
    for line in lines:
        if line.metric not in beyond:
            yield line
            continue
        given = {field: getattr(line, field) for field in SCALED}
        scaled: dict[str, Any] = {field: value / 100 for field, value in given.items() if value is not None}
        yield replace(line, text=_shifted(line.text), **scaled)
