"""Salzberg's recommended approach (3.5) over several data sets, with its correction over all of them."""

from __future__ import annotations

from typing import Any

from referee.api import Answer, compare
from referee.comparisons import adjust
from referee.replications._base import Found, How, Item, Row, told

SETS = ("iris", "wine", "breast-cancer")
MODELS = ("tree", "knn")


def redo(how: How) -> Found:
    """k = 10, each part once for testing, the binomial test on disagreements, Bonferroni over the data sets."""
    answers: dict[str, Any] = {
        name: compare(list(MODELS), name, protocol="salzberg", baseline=False, family="declared", **how.of_fits())
        for name in SETS}
    pairs = {name: answer[MODELS] for name, answer in answers.items()}
    corrected = adjust([pair.p for pair in pairs.values()], "bonferroni")
    rows: list[Row] = [
        told(f"{name}: {MODELS[0]} − {MODELS[1]}", f"{pair.difference:+.3f}, p = {pair.p:.4f}, corrected {p:.4f}",
             f"binomial test on {pair.comparison.n_units} cases; Bonferroni over {len(SETS)} data sets")
        for (name, pair), p in zip(pairs.items(), corrected, strict=True)]
    shown: dict[str, Answer] = {"wine by the protocol": answers["wine"]}
    return Found(rows=rows, answers=shown)


ITEM = Item(name="protocol", title="The recommended approach (3.5), over several data sets",
            data="iris, wine and breast-cancer (the paper names none)",
            procedure="compare --protocol salzberg on each: ten parts, each tested once by models of the others, "
                      "binomial test on the cases where the two disagree; Bonferroni over data sets (erratum 11)",
            redo=redo)
