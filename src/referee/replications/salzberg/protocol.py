"""Salzberg's recommended approach (3.5) over several data sets, with its correction over all of them."""

from __future__ import annotations

from typing import Any

from referee.api import Answer, compare
from referee.comparisons import adjust
from referee.replications._base import Found, How, Item, Row, told

SETS = ("iris", "wine", "breast-cancer")
MODELS, NAMES = ("tree", "knn:n_neighbors=1|5|15"), ("tree", "tuned-knn")
STEPS = (("1: other algorithms, among them the most similar one", f"yours to choose; here {' and '.join(NAMES)}"),
         ("2: a data set that shows the strengths of the new one", f"yours to choose; here {', '.join(SETS)}"),
         ("3: k subsets, k = 10", "10 folds"),
         ("4: tuned on T2, a part of the training rows; refitted; tested once",
          f"{MODELS[1]}: each setting trained on T1 and scored on T2"),
         ("5: the binomial test, stricter for several data sets", f"Bonferroni over {len(SETS)} data sets"))


def redo(how: How) -> Found:
    """k = 10, each part once for testing, the binomial test on disagreements, Bonferroni over the data sets."""
    answers: dict[str, Any] = {
        name: compare(list(MODELS), name, protocol="salzberg", baseline=False, family="declared", **how.of_fits())
        for name in SETS}
    pairs = {name: answer[NAMES] for name, answer in answers.items()}
    corrected = adjust([pair.p for pair in pairs.values()], "bonferroni")
    rows: list[Row] = [told(f"step {what}", ours) for what, ours in STEPS]
    rows += [
        told(f"{name}: {NAMES[0]} − {NAMES[1]}", f"{pair.difference:+.3f}, p = {pair.p:.4f}, corrected {p:.4f}",
             f"binomial test on {pair.comparison.n_units} cases; Bonferroni over {len(SETS)} data sets")
        for (name, pair), p in zip(pairs.items(), corrected, strict=True)]
    shown: dict[str, Answer] = {"wine by the protocol": answers["wine"]}
    return Found(rows=rows, answers=shown)


ITEM = Item(name="protocol", title="The recommended approach (3.5), over several data sets",
            data="iris, wine and breast-cancer (the paper names none)",
            procedure="compare --protocol salzberg on each: ten parts, each tested once by models of the others, "
                      "parameters tuned on a part of these, binomial test on the cases where the two disagree; "
                      "Bonferroni over data sets (erratum 11)",
            redo=redo)
