"""What tuning did: which settings were chosen, how steadily, and how much the naive best score flatters.

The naive score is that of the setting chosen, in the inner cross-validation that chose it: on all rows where the study
fits on all rows too, otherwise on average over the training parts. The honest one is the study's own estimate, on rows
that took no part in any choice. Varma & Simon (2006); Cawley & Talbot (2010), JMLR 11, 2079-2107.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.errors import UnknownName
from referee.estimates._base import Estimate
from referee.kinds import Json, Task
from referee.learners.tuning import PRESETS, Inner, Rule
from referee.metrics import Metric, named_metrics
from referee.reading.estimate import Missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """The tuning of one learner, in and out of sight of its training parts."""

    learner: str
    tried: int                              # settings
    doing: str                              # what was done inside each training part, as a sentence
    search: str                             # the class of a search object that did it by itself; else empty
    chosen: tuple[tuple[str, int], ...]     # settings with the number of training parts, most frequent first
    parts: int                              # training parts in which a setting was chosen
    metric: Metric | None                   # that chose; None for one of somebody else's
    naive: float | None                     # the inner score of what was chosen
    on_all_rows: bool                       # whether that is the score on all rows, else a mean over training parts
    honest: Estimate | None                 # by the same metric, on rows that took no part
    recommended: str | None                 # the setting chosen from all rows

    @property
    def optimism(self) -> float | None:
        """How much the naive score flatters; below 0 where it does not."""
        if self.metric is None or self.naive is None or self.honest is None:
            return None
        return self.metric.direction.value * (self.naive - self.honest.value)

    @property
    def optimism_shown(self) -> bool:
        """Whether the naive score flatters by more than chance: the honest interval excludes it."""
        if self.optimism is None or self.naive is None or self.honest is None or self.honest.interval is None:
            return False
        return self.optimism > 0 and self.naive not in self.honest.interval

    @property
    def stability(self) -> float:
        """The share of training parts in which the most frequent setting was chosen."""
        return self.chosen[0][1] / self.parts

    def to_dict(self) -> Json:
        """For JSON."""
        return {
            "learner": self.learner, "tried": self.tried, "how": self.doing, "stability": self.stability,
            "chosen": [{"setting": setting, "parts": n} for setting, n in self.chosen], "parts": self.parts,
            "metric": self.metric.name if self.metric else None, "naive": self.naive,
            "honest": self.honest.value if self.honest else None, "optimism": self.optimism,
            "optimism_shown": self.optimism_shown,
            "recommended": self.recommended,
        }


def tuning_of(learner: str, recipe: Json, choices: tuple[Json, ...],  # noqa: PLR0913 - what is known of it
              on_all_rows: tuple[Json, ...], estimates: dict[tuple[str, str], Estimate | Missing],
              metrics: Sequence[Metric], *, in_time: bool = False) -> Tuned:
    """From the notes of a learner's records on the plan, and of its record on all rows where there is one."""
    counted = Counter(choice["setting"] for choice in choices).most_common()
    name = choices[0].get("metric")
    found = estimates.get((learner, name)) if name else None
    search = choices[0].get("search", "")
    tried = max(choice.get("tried") or 0 for choice in choices)
    inner = [choice["score"] for choice in on_all_rows or choices]
    return Tuned(
        learner=learner, tried=tried, doing=_doing(tried, recipe, search, metrics, in_time=in_time), search=search,
        chosen=tuple(counted), parts=len(choices), metric=_known(name, metrics),
        naive=float(np.mean(inner)) if all(score is not None for score in inner) else None,
        on_all_rows=bool(on_all_rows), honest=found if isinstance(found, Estimate) else None,
        recommended=on_all_rows[0]["setting"] if on_all_rows else None,
    )


def _known(name: str | None, metrics: Sequence[Metric]) -> Metric | None:
    """The metric that chose: one of the study's, or a registered one; None for one of somebody else's."""
    of_study = next((m for m in metrics if m.name == name), None)
    if of_study is not None or name is None:
        return of_study
    try:
        return named_metrics([name], (), Task.CLASSIFICATION)[0]
    except UnknownName:
        return None


def _doing(tried: int, recipe: Json, search: str, metrics: Sequence[Metric], *, in_time: bool) -> str:
    """What was done inside each training part."""
    settings = f"{tried:,} settings"
    if search:
        return f"{settings} tried by {search} inside each training part."
    preset = next((known for known in PRESETS if known.name == recipe["preset"]), None)
    rule = "the simplest within one standard error of the best" if recipe["rule"] == Rule.ONE_SE else "the best"
    chose, inner = _known(recipe["select"], metrics), Inner.parse(recipe["inner"]).describe(in_time=in_time)
    how = f"{inner}; {rule} by {chose.title if chose else recipe['select']}"
    if preset is None:
        return f"{settings} tried inside each training part ({how}), the one chosen refitted on the whole part."
    return f"{settings} tried ({how}). Inside each training part {preset.does} ({preset.source})."
