"""How often the same rows have been looked at: by which configurations, in which comparisons.

Salzberg (1997), section 3.3: every adjustment is an experiment; ten settings tried call for 0.05/10 = 0.005.

A configuration is a learner with its parameters and its seed, on one set of columns. Which looks were at the same rows
is decided in rows_before.py. A comparison counts once, however often and on however many plans it is made; a
configuration that was read without being compared counts as one comparison, because it was weighed by eye. Comparisons
with a baseline are counted apart: whether a model beats knowing nothing is a question of its own, and a baseline is no
configuration that was weighed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from referee.ledger import Ledger, StudyCard, with_vaults
from referee.reading.questions import questions
from referee.study.rows_before import RowsBefore

INNER = "inner"            # a try inside the training rows: listed, but no look at test rows
AT_A_VAULT = frozenset({"open", "ladder", "thresholdout"})

Configuration = tuple[str, str]          # problem and learner, by fingerprint
Pair = frozenset[Configuration]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBefore:
    """Rows that were looked at in data that are not these: cleaned, shuffled, shortened, with other names."""

    share: float            # of the rows tested, the most that one of those looks was at
    configurations: int     # scored on them there


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What has been tried on the rows of one study, by this study and all others of the ledger."""

    configurations: tuple[Configuration, ...]      # in the order of their first look
    problem: str
    others: int             # comparisons of models made by other studies only
    baseline: int           # comparisons with a baseline made by other studies only
    turn: int               # which study of these rows this one is: 1, 2, …
    known: KnownBefore | None = None        # what was tried on the same rows in other data

    def ordinal(self, learner: str) -> int:
        """Which configuration on these rows a learner of this study was: 1 for the first."""
        return self.configurations.index((self.problem, learner)) + 1


def tried(ledger: Ledger, card: StudyCard) -> Tried:
    """Count what the ledger has seen tried on the rows of a study; the study itself is among it."""
    vaulted = problems_of_vault(ledger, card)
    rows = RowsBefore(ledger, card)
    looks = [look for look in ledger.looks() if look.purpose != INNER]
    at_vault = {id(look) for look in looks if look.problem in vaulted and look.purpose in AT_A_VAULT}
    here = {id(look) for look in rows.of(look for look in looks if id(look) not in at_vault)}
    looks = [look for look in looks if id(look) in at_vault | here]
    own = list(dict.fromkeys((card.problem, learner) for learner in card.learners))
    # The data of a vault may have been handed over in another order: its problems go by one name.
    seen = dict.fromkeys([*((card.problem if look.problem in vaulted else look.problem, look.learner)
                            for look in looks), *own])
    read = {(look.problem, look.plan, look.learner) for look in looks}
    studies = [replace(s, problem=card.problem) if s.problem in vaulted else s for s in ledger.studies()
               if s.fingerprint == card.fingerprint or _was_read(s, read)]
    plain = {learner for learner in {learner for _, learner in seen} if ledger.learner(learner).baseline}
    made = [_pairs_of(study, plain) for study in studies]
    ours = _pairs_of(card, plain)
    of_models = {pair for each in made for pair in each.models}
    with_baseline = {pair for each in made for pair in each.baseline}
    weighed = {configuration for configuration in seen if configuration[1] not in plain}
    alone = weighed - {configuration for pair in of_models for configuration in pair} - set(own)
    turns = list(dict.fromkeys(_question(s, plain) for s in studies if s.declaration.compares))
    asked = _question(card, plain)
    return Tried(configurations=tuple(seen), problem=card.problem, others=len(of_models - ours.models) + len(alone),
                 baseline=len(with_baseline - ours.baseline),
                 turn=turns.index(asked) + 1 if asked in turns else len(turns) + 1, known=_known(rows, seen))


def _known(rows: RowsBefore, seen: Iterable[Configuration]) -> KnownBefore | None:
    """How many of the rows were looked at in other data, and by how many configurations."""
    share = max((known.share for known in rows.shares.values()), default=0.0)
    many = sum(problem in rows.shares for problem, _ in seen)
    return KnownBefore(share=share, configurations=many) if share else None


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The comparisons that a study has declared, by question; none where it compares nothing."""

    models: frozenset[Pair] = frozenset()
    baseline: frozenset[Pair] = frozenset()


def _pairs_of(card: StudyCard, baselines: Collection[str]) -> _Pairs:
    """What a study compares; `baselines` are fingerprints."""
    if not card.declaration.compares:
        return _Pairs()
    by_name = dict(zip(card.declaration.names, card.learners, strict=True))
    asked = questions(list(by_name), baselines=[n for n, learner in by_name.items() if learner in baselines],
                      against=card.declaration.against)
    # Each opening of a vault is a test of its own, even of a pair that an earlier one compared by another metric.
    opened = {("asked", f"{card.declaration.metrics[0]} {card.declaration.test}")} \
        if card.declaration.verb == "open" else set()

    def configured(pairs: Iterable[tuple[str, str]]) -> frozenset[Pair]:
        found = ({(card.problem, by_name[name]) for name in pair} for pair in pairs)
        return frozenset(frozenset({*pair, *opened}) for pair in found if len(pair) == 2)

    return _Pairs(configured(asked.models), configured(asked.baseline))


def _question(card: StudyCard, baselines: Collection[str]) -> tuple[object, ...]:
    """What a study asks: asked again by another command, it is the same question."""
    said, pairs = card.declaration, _pairs_of(card, baselines)
    return said.vault or card.plan, pairs.models, pairs.baseline, "".join(said.metrics[:1]), said.test


def problems_of_vault(ledger: Ledger, card: StudyCard) -> set[str]:
    """The fingerprints under which the data of a vault were handed over, where a study tests on its rows."""
    vault = card.declaration.vault
    return {str(use.content["problem"]) for use in with_vaults(ledger).uses(vault)} if vault else set()


def _was_read(card: StudyCard, read: set[tuple[str, str, str]]) -> bool:
    return bool(card.learners) and all((card.problem, card.plan, learner) in read for learner in card.learners)
