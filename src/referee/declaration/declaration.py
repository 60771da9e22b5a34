"""The declaration: everything a study fixes before anyone looks.

Study files, Python verbs, the command line and the ledger share it. What only some verbs fix is in a part of its own,
which goes with its verb. A field that changes its meaning, its default or its name is a new version, and a step in
`upgrade.py` says how the old one is read.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from referee.declaration.design import DesignDeclared, RuleHeld
from referee.declaration.fixed import Fixed
from referee.declaration.parts import (
    ComponentsPart,
    CurvePart,
    DecompositionPart,
    FilePart,
    PanoramaPart,
    ReadingDeclared,
    ShuffleDeclared,
    StructurePart,
    VariantDeclared,
)

VERSION = 3

Verb = Literal["compare", "evaluate", "open", "chance", "curve", "sensitivity", "panorama", "decompose", "components"]
"""How the study is read. Tuning is an evaluation, predictions made elsewhere are compared or evaluated, and "open" is
the opening of a vault."""

PARTS = {"chance": "shuffles", "curve": "curve", "sensitivity": "variants", "panorama": "panorama",
         "decompose": "decomposition", "components": "components"}


class Declaration(Fixed):
    """What was fixed, by whom it was asked for with which versions, and what only this verb fixes."""

    version: Literal[3] = 3
    verb: Verb
    names: tuple[str, ...]                        # of the learners, as shown, in the order given
    metrics: tuple[str, ...] = ()                 # the primary one first
    level: float = Field(default=0.95, gt=0, lt=1)
    seed: int = Field(default=0, ge=0)

    design: DesignDeclared | None = None          # None where an older study left it to its plan
    why: str = ""                                 # why this design, where advice chose it
    rules: tuple[RuleHeld, ...] = ()              # that held when it was chosen
    budget: int | None = None                     # fits a learner may cost

    test: str | None = None                       # None: the one that design and metric call for
    adjust: str = "holm"
    against: str | None = None                    # compare all with this learner; None: all pairs
    relevant: float | None = None                 # the smallest difference that matters, in the primary metric's unit
    family: str = "ledger"                        # what is corrected for
    side: str | None = None                       # the learner of which only that it is better was asked: one-sided
    tuning: str | None = None                     # how settings are chosen, where that was said for all learners
    protocol: str | None = None                   # a paper's way to do it, and what is known against that

    training: str | None = None                   # the plan whose scores on training rows are looked at
    structure: StructurePart | None = None        # what was noticed of the rows, or settled
    best_of: tuple[str, ...] = ()                 # configurations of which the best is asked for
    vault: str | None = None                      # the vault that is opened
    judged: bool = False                          # predictions made elsewhere …
    reading: ReadingDeclared | None = None        # … and how they were read; older studies kept that with the cases

    shuffles: tuple[ShuffleDeclared, ...] | None = None
    curve: CurvePart | None = None
    variants: tuple[VariantDeclared, ...] | None = None
    panorama: PanoramaPart | None = None
    decomposition: DecompositionPart | None = None
    components: ComponentsPart | None = None

    file: FilePart | None = None
    command: str = ""
    versions: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _parts_go_with_the_verb(self) -> Declaration:
        for verb, part in PARTS.items():
            there = getattr(self, part) is not None
            if there and verb != self.verb:
                raise ValueError(f"{part} goes with {verb}, and this is {self.verb}")
            if verb == self.verb and not there:
                raise ValueError(f"{verb} declares its {part}, and they are missing")
        return self

    @property
    def compares(self) -> bool:
        """Whether pairs of learners are judged as a family."""
        return self.verb in COMPARING

    def to_dict(self) -> dict[str, Any]:
        """For JSON: what was said; what was left open does not appear."""
        return self.model_dump(mode="json", exclude_none=True)


COMPARING: frozenset[str] = frozenset({"compare", "open"})
