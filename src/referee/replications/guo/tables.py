"""Tables 4.1 and 5.1 to 5.4."""

from __future__ import annotations

from collections.abc import Iterator

from referee.metrics import recall
from referee.replications._base import Found, How, Item, Row, claim, not_run, number, told
from referee.replications.guo.classifiers import as_printed
from referee.replications.guo.study import problem_of, sets_at_hand

# Rows, columns and classes of Table 5.1; columns with the class, but for wine, whose column is not counted there.
PRINTED = {"covertype": (581012, 55, 7), "abalone": (4177, 9, 6), "letter": (20000, 17, 26), "red": (1599, 11, 6),
           "white": (4893, 11, 6), "wines": (6488, 11, 6)}
ERRATA = {("wines", "rows"): 37, ("abalone", "classes"): 37}
NO_COLOUR = {"red", "white", "wines"}          # their class is not among the columns printed


def redo(how: How) -> Found:
    """Shapes and sizes from the tables themselves; set-ups as told."""
    rows: list[Row] = [claim("Table 4.1: predicted positive, actually negative", "false negative", "false positive",
                             holds=False, erratum=32, note=f"recall of two positives, one missed: "
                             f"{recall([1, 1, 0], [1, 0, 0]):.1f}")]
    at_hand = {one.name: one for one in sets_at_hand(how)}
    for name, printed in PRINTED.items():
        if name in at_hand:
            rows += list(_shape(name, printed, how, at_hand[name]))
        else:
            rows += [not_run(f"Table 5.1: {name}, {what}", "its table is not in --folder", str(value))
                     for what, value in zip(("rows", "columns", "classes"), printed, strict=True)]
    for one in at_hand.values():
        rows.append(told(f"Table 5.2: {one.name}", f"train {', '.join(map(str, one.sizes))}; test {one.test}",
                         "taken over as printed"))
    set_up = as_printed("commonest", smooth_all=False)
    rows += [told(f"Table 5.3: {name}", str(model)) for name, model in set_up.items()]
    rows += [told("Table 5.4: MSE, accuracy, ROC AUC",
                  "mse_of_codes (historic: class codes), accuracy, roc_auc (one against the rest)")]
    return Found(rows=rows)


def _shape(name: str, printed: tuple[int, int, int], how: How, one: object) -> Iterator[Row]:
    problem = problem_of(one, how)                      # type: ignore[arg-type]
    part = "a stratified sixth, no complete copy being at hand" if name == "covertype" else ""
    rows = number(f"Table 5.1: {name}, rows", printed[0], problem.n_rows, digits=0, erratum=ERRATA.get((name, "rows")))
    yield told(f"Table 5.1: {name}, rows", f"{problem.n_rows:,} (printed 581,012)", part) if part else rows
    columns = problem.n_features + (0 if name in NO_COLOUR else 1)
    yield number(f"Table 5.1: {name}, columns", printed[1], columns, digits=0)
    yield number(f"Table 5.1: {name}, classes", printed[2], len(problem.classes), digits=0,
                 erratum=ERRATA.get((name, "classes")))


ITEM = Item(name="tables", title="Tables 4.1 and 5.1 to 5.4: data, sizes, classifiers, metrics",
            data="red wine comes along; the others from --folder", procedure="counted", redo=redo)
