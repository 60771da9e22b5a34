"""Several targets for JSON and as tables: what is told of a single one, under its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.report.dictionary import as_dict, estimate_row, json_ready
from referee.report.frames import comparisons_frame, estimates_frame
from referee.report.several_targets.sentences import (
    joint_sentences,
    lead_sentence,
    method_sentences,
    target_sentences,
    trouble_sentences,
    whole_sentences,
)
from referee.study import Analysis, SeveralTargets

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
ALL = "all"                    # in the column of targets: the one number of all of them


def targets_dict(found: SeveralTargets) -> Json:
    """Everything, ready for JSON."""
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": found.study.declaration.verb, "data": found.problem.to_dict(),
        "sentences": {"verdict": [lead_sentence(found), *target_sentences(found)],
                      "together": joint_sentences(found),
                      "whole": whole_sentences(found), "method": method_sentences(found),
                      "failures": trouble_sentences(found)},
        "targets": {name: as_dict(analysis) for name, analysis in found.targets.items()},
        "together": [joint.to_dict() for joint in found.joint],
        "everyone": found.everyone and {"method": found.everyone.method, "statistic": found.everyone.statistic,
                                        "df": found.everyone.df, "p": found.everyone.p,
                                        "n_units": found.everyone.n_units},
        "whole": None if found.whole is None else _whole(found.whole),
    })
    return clean


def _whole(whole: Analysis) -> Json:
    return {"metrics": [{"name": m.name, "title": m.title, "direction": m.direction.word} for m in whole.metrics],
            "estimates": [estimate_row(whole, name, m.name) for m in whole.metrics for name in whole.learners],
            "families": [family.to_dict() | {"ranking": list(family.ranking)} for family in whole.families.values()]}


def targets_frame(found: SeveralTargets) -> pd.DataFrame:
    """One row for each target, learner and metric."""
    import pandas as pd

    return pd.concat([_named(estimates_frame(one), name) for name, one in _each(found)], ignore_index=True)


def target_comparisons_frame(found: SeveralTargets) -> pd.DataFrame:
    """One row for each target, pair and metric."""
    import pandas as pd

    frames = [_named(comparisons_frame(one), name) for name, one in _each(found) if one.families]
    return pd.concat(frames, ignore_index=True) if frames else _named(comparisons_frame(found.one), ALL)


def _each(found: SeveralTargets) -> list[tuple[str, Analysis]]:
    return [*found.targets.items(), *([(ALL, found.whole)] if found.whole is not None else [])]


def _named(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    frame.insert(0, "target", name)
    return frame
