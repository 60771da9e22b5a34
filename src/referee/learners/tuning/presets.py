"""Four papers' ways to tune, as presets of one mechanism: an outer design, and an inner one inside its training parts.

Salzberg, S. (1997), section 3.5, steps 4A-4E. Flexer, A. (1996), section 3.1, after Michie et al. (1994) and Mosteller
& Tukey (double cross-validation). Reich, Y. and Barai, S. V. (1999), section 5.1 and Fig. 6 (TTV). Varma, S. and
Simon, R. (2006), BMC Bioinformatics 7, 91 (nested cross-validation).

Salzberg does not say how large the part to tune on is; a third is the hold-out of Reich & Barai. The outer design of a
preset is used only where none was named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """What a paper tells people to do when parameters are tuned."""

    name: str
    outer: str                      # the design it comes with; empty: any
    inner: str                      # registry name of the design inside each training part
    parameters: dict[str, Any] = field(default_factory=dict)
    does: str                       # completes "Inside each training part …"
    source: str


PRESETS: Registry[Preset] = Registry("way to tune")

PRESETS.add(Preset(
    name="nested", outer="", inner="kfold", parameters={"folds": 5}, source="Varma & Simon 2006",
    does="every setting is cross-validated, and the one chosen is refitted on the whole part: full nested "
         "cross-validation",
))
PRESETS.add(Preset(
    name="salzberg", outer="kfold:folds=10", inner="holdout", parameters={"test": 1 / 3},
    source="Salzberg 1997, section 3.5",
    does="every setting is trained on T1 and scored on T2 (step 4B), and the one chosen is refitted on all of T = T1 + "
         "T2 (4C) before the test fold is seen (4D)",
))
PRESETS.add(Preset(
    name="flexer", outer="holdout:test=0.2", inner="kfold", parameters={"folds": 10},
    source="Flexer 1996, section 3.1",
    does="every setting is cross-validated, and the one chosen is refitted; a fifth of the rows is held back for one "
         "test at the end: double cross-validation",
))
PRESETS.add(Preset(
    name="ttv", outer="holdout", inner="kfold", parameters={"folds": 10}, source="Reich & Barai 1999, Fig. 6",
    does="model and parameters are chosen by cross-validation, and the one chosen is refitted; a third of the rows is "
         "split off first and tests once: TTV, a hold-out with all its limitations",
))
