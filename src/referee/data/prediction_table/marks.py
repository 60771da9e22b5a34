"""Which columns mark the cases: ids, truth, model, fold … Names propose, values decide; where two tie, it is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.data.prediction_table.facts import Facts, facts_of
from referee.data.prediction_table.naming import CALLED_X, SIDE, UNNAMED, Named, one_by_one, truths_among
from referee.data.score_layout import looks_like_a_fold
from referee.data.target import MOST_INTEGER_CLASSES
from referee.data.wording import quoted
from referee.errors import BadInput

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

OPTION = {"id": "--ids", "cluster": "--groups", "seed": "--run", "role": "--split"}        # as they are typed
MOST_CLASSES = 20       # text of so many words may be a truth that nobody named


@dataclass(kw_only=True, eq=False)
class Look:
    """A table whose columns are looked at when they are asked for."""

    where: str
    table: pa.Table
    named: Named
    notices: list[str] = field(default_factory=list)
    _seen: dict[str, Facts] = field(default_factory=dict)

    def facts(self, name: str) -> Facts:
        """The facts of a column, found once."""
        if name not in self._seen:
            self._seen[name] = facts_of(self.table.column(name))
        return self._seen[name]

    @property
    def rest(self) -> list[str]:
        """The columns without a known name that were read."""
        read = set(self.table.column_names)
        return [name for name in self.named.rest if name in read]

    def is_row_number(self, name: str) -> bool:
        """Whether a column without a name of its own is that of R's, or pandas', numbers or names of rows."""
        return UNNAMED.fullmatch(name) is not None or (name in CALLED_X and self.facts(name).counts)


def option(role: str) -> str:
    """How a role is said on the command line.

    >>> option("id"), option("truth")
    ('--ids', '--truth')
    """
    return OPTION.get(role, f"--{role}")


def marks_of(look: Look, *, truth_elsewhere: bool = False) -> dict[str, str]:
    """The column of each mark."""
    named = look.named
    found = {role: columns[0] for role, columns in {**named.known, **named.said}.items()
             if role not in SIDE and columns and role not in {"id", "truth"}}
    folds, ids = _ids(look)
    for role, column in zip(("fold",) if len(folds) == 1 else ("repeat", "fold"), folds, strict=False):
        found.setdefault(role, column)
    if ids is not None:
        found["id"] = ids
    if not truth_elsewhere:
        truth = _truth(look)
        found |= {} if truth is None else {"truth": truth}
    return found


def _ids(look: Look) -> tuple[list[str], str | None]:
    """Columns called like ids that hold folds (as tidymodels writes them), and the column of the ids."""
    if "id" in look.named.said:
        return [], look.named.said["id"][0]
    candidates = [*look.named.candidates("id"), *[name for name in look.rest if name.lower() in {"id2", "id3"}]]
    folds = [name for name in candidates if is_text(look.table.column(name)) and _are_folds(look.facts(name))]
    ids = [name for name in look.named.candidates("id") if name not in folds]
    if not ids:
        ids = [name for name in look.rest if look.is_row_number(name) and _all_distinct(look, name)]
    if len(ids) > 1:        # the one that tells most rows apart; the first of equals
        ids = [max(ids, key=lambda name: look.table.column(name).value_counts().__len__())]
    return folds, ids[0] if ids else None


def _are_folds(facts: Facts) -> bool:
    return not facts.number and bool(facts.values) and all(looks_like_a_fold(value) for value in facts.values or ())


def _all_distinct(look: Look, name: str) -> bool:
    column = look.table.column(name)
    return not column.null_count and len(column.unique()) == len(column)


def _truth(look: Look) -> str | None:
    candidates = look.named.candidates("truth")
    if len(candidates) > 1:
        first, *others = (look.table.column(name).cast("string") for name in candidates)
        if not all(other.equals(first) for other in others):
            raise BadInput(f"{look.where}: several columns may be the truth ({quoted(candidates, 5)}), and they "
                           f"differ; say which it is (--truth {candidates[0]}).")
    if candidates and "truth" not in look.named.said:
        (_refuse_shares_beside_labels if look.named.complete else _refuse_shares_beside_words)(look, candidates[0])
    if candidates:
        return candidates[0]
    if look.named.candidates("score") and not look.named.candidates("correct"):
        _refuse_a_score_beside_classes(look)
    return None if any(look.named.candidates(role) for role in ("correct", "score")) else _truth_by_values(look)


def _refuse_shares_beside_words(look: Look, truth: str) -> None:
    """A column called truth that holds numbers like probabilities, and one of few words that nobody named, tie."""
    if not look.facts(truth).share or look.facts(truth).values is not None:
        return
    words = [name for name in look.rest if not look.facts(name).number and not look.is_row_number(name)
             and 2 <= len(look.facts(name).values or ()) <= MOST_CLASSES]
    if words:
        raise BadInput(f"{look.where}: the truth may be {truth!r}, numbers from 0 to 1, or {words[0]!r}, classes; say "
                       f"which it is (--truth {truth} or --truth {words[0]}).")


def _refuse_shares_beside_labels(look: Look, truth: str) -> None:
    """A column called truth that holds numbers like probabilities, and a prediction of two classes, may be swapped."""
    said = look.named.candidates("prediction")[:1]
    if said and "prediction" not in look.named.said and look.facts(truth).share and look.facts(truth).values is None \
            and look.facts(said[0]).values == frozenset("01"):
        raise BadInput(f"{look.where}: {truth!r} holds numbers from 0 to 1 and {said[0]!r} only 0 and 1, so the truth "
                       f"may be {said[0]!r}; say which it is (--truth {truth} or --truth {said[0]}).")


def _refuse_a_score_beside_classes(look: Look) -> None:
    """A score without a truth is a mark for the answer, unless a column that nobody named may be the truth."""
    few = [name for name in look.rest if 2 <= len(look.facts(name).values or ()) <= MOST_CLASSES
           and not look.is_row_number(name)]
    if few:
        score = look.named.candidates("score")[0]
        raise BadInput(f"{look.where}: column {few[0]!r} may be the truth (--truth {few[0]}), or {score!r} the mark of "
                       f"each answer (--correct {score}); say which.")


def _truth_by_values(look: Look) -> str | None:
    """The only column of classes beside columns of probabilities; None where several could be meant."""
    rest = [name for name in look.rest if not look.is_row_number(name)]
    words = [name for name in rest if not look.facts(name).number]
    shares = [name for name in rest if look.facts(name).share]
    if len(words) != 1 or len(words) + len(shares) != len(rest) or not shares:
        return None
    values = look.facts(words[0]).values
    return words[0] if values and 2 <= len(values) <= MOST_CLASSES else None


def no_truth(where: str, columns: list[str]) -> BadInput:
    """The refusal where no column is the truth."""
    several = truths_among(columns)
    if len(several) > 1:
        return BadInput(f"{where}: {quoted(several, 5)} may be truths of several targets; predictions are judged by "
                        f"one at a time: {one_by_one(several)}.")
    return BadInput(f"{where} has neither a truth nor a mark for each answer ({quoted(columns, 5)}); say which column "
                    f"it is (--truth or --correct), or give the truth as a file of its own (--truth solution.csv).")


def classes_among(looks: list[tuple[Look, dict[str, str]]], elsewhere: Any) -> frozenset[str] | None:
    """The values that occur as truth in any of the tables; None where they are quantities, or there is no truth.

    Numbers are classes where there are two, or few whole ones that occur often: as in `data.target`.
    """
    columns = [elsewhere] if elsewhere is not None else [
        look.table.column(marks["truth"]) for look, marks in looks if "truth" in marks]
    facts = [look.facts(marks["truth"]) for look, marks in looks if "truth" in marks and elsewhere is None]
    facts += [] if elsewhere is None else [facts_of(elsewhere)]
    if not facts or any(one.values is None for one in facts):
        return None
    values = frozenset[str]().union(*(one.values or frozenset() for one in facts))
    text = any(not one.number or is_text(column) for one, column in zip(facts, columns, strict=True))
    if text or len(values) == 2:
        return values
    few = all(one.whole for one in facts) and len(values) <= MOST_INTEGER_CLASSES and 2 * len(values) <= _cases(looks)
    return values if few else None


def is_text(column: Any) -> bool:
    """Whether an Arrow column is of text."""
    return str(column.type) in {"string", "large_string", "string_view"} or "values=string" in str(column.type)


def _cases(looks: list[tuple[Look, dict[str, str]]]) -> int:
    """How many cases there are, at least: those of the longest table."""
    return max(len(look.table.column(marks["id"]).unique()) if "id" in marks else look.table.num_rows
               for look, marks in looks)
