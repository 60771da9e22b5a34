"""F-03: the rows that chose the setting also grade it (Flexer's third requirement; Salzberg 1997)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Model, Trials
from referee.audit.evidence import ASK_MODELS, ASK_TRIED, named, told_by_itself
from referee.audit.prose.confession import TUNED
from referee.estimates import expected_best_of, tibshirani_tibshirani
from referee.kinds import Json


@check("F-03", "Tuned on the rows that give the final score", severity=Severity.FATAL,
       advice="Tune inside each training part (nested cross-validation), or keep a third set for the final score.",
       reference="Flexer 1996, requirement 3; Salzberg 1997, section 3.3")
def tuned_on_test_rows(bundle: Bundle) -> Iterator[Found]:
    """More than one configuration, and the score that chose between them was computed on test rows; once a kind.

    Of the results of a search (`cv_results_`, Optuna's trials): by how much the best is too good, as a warning; fatal
    where its scores are those of the test set.
    """
    told = told_by_itself(bundle, TUNED, "settings were chosen on the rows that give the final score")
    yield from told
    yield from _searched(bundle)
    if bundle.trials is not None:
        yield _tried(bundle.trials)
    if bundle.models is None and (told or bundle.searches or bundle.trials is not None):
        return
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part", ask=ASK_MODELS)
    divisions = [(d.tune, d.test) for d in bundle.divisions or () if d.tune is not None]
    shared = sum(int(np.isin(tune, test).sum()) for tune, test in divisions)
    tried = {model.kind or model.name: model for model in bundle.models if (model.tried or 1) > 1}
    guilty = {kind: model for kind, model in tried.items()
              if model.tuned_on == "test" or (shared and model.tuned_on is None)}
    shown = {kind: model for kind, model in tried.items() if model.tuned_on == "shown"}
    if not guilty and not shown and not told:
        _require_known(bundle, [m for m in tried.values() if not divisions and m.tuned_on != "nothing"])
    if guilty:
        rows = f" ({shared:,} rows are in both roles)" if shared else ""
        whose = "its final score" if len(guilty) == 1 else "their final scores"
        yield Found(message=f"{_counts(guilty)} were compared on the rows that give {whose}{rows}. Expected optimism: "
                            f"about {_optimism(guilty)} standard errors.",
                    evidence=_evidence(guilty) | {"shared_rows": shared})
    if shown:
        yield Found(severity=Severity.INFO, evidence=_evidence(shown),
                    message=f"{_counts(shown)} were compared on the same rows, and all are reported. The score of the "
                            f"best, quoted alone, would be about {_optimism(shown)} standard errors too good.")


def _searched(bundle: Bundle) -> Iterator[Found]:
    """The best of all settings of a search, by the folds that chose it: how much too good that is."""
    for search in bundle.searches:
        folds, settings = search.values.shape
        if settings < 2:
            continue
        best = tibshirani_tibshirani(-search.values)
        yield Found(
            message=f"The best of {settings:,} settings has {search.score} {-best.naive:.3f} on the {folds} folds that "
                    f"chose it. Reported as an estimate that is too good: by about {best.bias:.3f} (Tibshirani & "
                    f"Tibshirani 2009), up to {expected_best_of(settings):.1f} standard errors if all are alike.",
            severity=Severity.FATAL if bundle.chosen_on == "test" else Severity.WARNING,
            evidence={"settings": settings, "folds": folds, "best": -best.naive, "bias": best.bias})


def _tried(trials: Trials) -> Found:
    """The best of all trials: of the test set it is no estimate, of other rows it should not be taken for one."""
    value = f" has {trials.metric} {trials.best:.3f}" if trials.best is not None else ""
    by = f"{expected_best_of(trials.finished):.1f} standard errors if all are alike"
    evidence = {"settings": trials.tried, "finished": trials.finished, "rows": trials.rows, "best": trials.best}
    if trials.rows == "test":
        return Found(message=f"{trials.tried:,} settings were compared on the test set ({trials.because}), so that it "
                             f"chose between them. The best{value}, too good by up to {by}.", evidence=evidence)
    rows = f"{trials.rows} rows" if trials.rows in {"validation", "training"} else "rows"
    return Found(message=f"The best of {trials.tried:,} trials{value or ' was chosen'} on the {rows} that chose it. "
                         f"Reported as an estimate that is too good: by up to {by}.",
                 severity=Severity.WARNING, evidence=evidence)


def _counts(models: dict[str, Model]) -> str:
    (first, model), *others = models.items()
    return named([f"{model.tried} configurations of {first}", *(f"{m.tried} of {kind}" for kind, m in others)])


def _optimism(models: dict[str, Model]) -> str:
    return named([f"{expected_best_of(model.tried or 1):.1f}" for model in models.values()])


def _evidence(models: dict[str, Model]) -> Json:
    return {"tried": {kind: model.tried for kind, model in models.items()},
            "optimism_in_se": {kind: expected_best_of(model.tried or 1) for kind, model in models.items()}}


def _word(model: Model) -> str:
    """What the study says of it, which nothing shows."""
    return "" if model.tuned_on is None else f", beyond that it says {model.tuned_on} rows"


def _require_known(bundle: Bundle, undecided: list[Model]) -> None:
    silent = [m.name for m in bundle.models or () if m.tried is None and not m.baseline]
    if silent:
        raise NotCheckable(f"it is not known how many configurations of {', '.join(silent)} were tried", ask=ASK_TRIED)
    if undecided:
        raise NotCheckable(f"it is not known on which rows {undecided[0].name} was tuned{_word(undecided[0])}",
                           ask="where settings were chosen (--tuned-on, tuned_on), and those rows")
