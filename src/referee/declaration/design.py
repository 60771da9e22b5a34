"""How a study's rows are divided, as it was asked for: equal splits may be asked for in many ways."""

from __future__ import annotations

from referee.declaration.fixed import Fixed, Plain


class DesignDeclared(Fixed):
    """A design as it was asked for, by name and in words."""

    asked: str                        # as typed: "kfold:folds=10"; as one would type it where an object was given
    name: str                         # registry name
    parameters: dict[str, Plain]      # of the design, its seed among them
    description: str                  # "10-fold cross-validation, stratified, whole groups (12)"


class RuleHeld(Fixed):
    """A rule of advice that held when the design was chosen."""

    code: str
    when: str
    advice: str
    warning: str = ""
    reason: str
    source: str
