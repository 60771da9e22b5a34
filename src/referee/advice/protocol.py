"""Protocols of the papers as presets: design, test and correction in one word, with what is known against them.

Salzberg, S. (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining and Knowledge
Discovery 1, 317–328, section 3.5. Mooney, R. Experimental evaluation of learning algorithms (slides).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.errors import BadInput
from referee.reading.ask import Ask
from referee.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """What a paper tells people to do, and what has been found out about it since."""

    name: str
    design: str
    test: str
    adjust: str
    metrics: tuple[str, ...]        # where none are named
    does: str
    weakness: str
    tuning: str = ""                # how parameters are tuned where a learner has any to choose

    def applied(self, ask: Ask, design: Any, metrics: Any) -> tuple[Ask, Any, Any]:
        """The preset in place of what was not said; what was said and contradicts it is refused."""
        for option, said, preset in (("design", design, self.design), ("test", ask.test, self.test),
                                     ("adjust", None if ask.adjust == "holm" else ask.adjust, self.adjust)):
            if said is not None and said != preset:
                raise BadInput(f"protocol {self.name} sets {option} to {preset}; leave out {option} or the protocol.")
        return replace(ask, test=self.test, adjust=self.adjust), self.design, metrics or list(self.metrics)

    def __str__(self) -> str:
        return f"Protocol {self.name}: {self.does}. Known weakness: {self.weakness}."


PROTOCOLS: Registry[Protocol] = Registry("protocol")

PROTOCOLS.add(Protocol(
    name="salzberg", design="kfold:folds=10", test="binomial", adjust="bonferroni", metrics=("accuracy",),
    tuning="salzberg",
    does="10-fold cross-validation, each pair by the exact binomial test on the cases on which the two disagree, "
         "Bonferroni over all pairs (Salzberg 1997, section 3.5; tune inside the training parts only)",
    weakness="pooled over folds the test speaks of the models of these folds; with unstable learners such as nearest "
             "neighbours or trees it rejects a true null about twice as often as it says",
))
PROTOCOLS.add(Protocol(
    name="mooney", design="kfold:folds=10", test="mooney-t", adjust="holm", metrics=("accuracy",),
    does="10-fold cross-validation, each pair by a paired t over the folds (Mooney's slides; the correction by Holm "
         "is ours)",
    weakness="the folds share training rows, so the t takes dependent differences for independent ones; with unstable "
             "learners it rejects a true null about twice as often as it says",
))
