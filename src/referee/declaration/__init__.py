"""What a study fixes before anyone looks: typed, versioned, one object for files, verbs, command line and ledger."""

from referee.declaration.declaration import COMPARING, VERSION, Declaration, Verb
from referee.declaration.design import DesignDeclared, RuleHeld
from referee.declaration.fixed import first_fault
from referee.declaration.parts import (
    ComponentsPart,
    CurvePart,
    DecompositionPart,
    FilePart,
    NoticedDeclared,
    PanoramaPart,
    ReadingDeclared,
    ShuffleDeclared,
    StructurePart,
    VariantDeclared,
)
from referee.declaration.study_file import ClaimSaid, ModelSaid, ProblemSaid, Purpose, StudySaid
from referee.declaration.upgrade import read_declaration

__all__ = ["COMPARING", "VERSION", "ClaimSaid", "ComponentsPart", "CurvePart", "Declaration", "DecompositionPart",
           "DesignDeclared", "FilePart", "ModelSaid", "NoticedDeclared", "PanoramaPart", "ProblemSaid", "Purpose",
           "ReadingDeclared", "RuleHeld", "ShuffleDeclared", "StructurePart", "StudySaid", "VariantDeclared", "Verb",
           "first_fault", "read_declaration"]
