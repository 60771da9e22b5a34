"""Fields that a description does not have: a known one mistyped, which is refused, or somebody's own, read as words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from pydantic import BaseModel

from referee.audit.prose.confession import Confession
from referee.audit.prose.fields import field_sentences, record_sentences
from referee.audit.prose.taught import Doubt, doubts_among
from referee.audit.reading.from_text import told_by
from referee.audit.vocabulary.sentences import sentences_of
from referee.data.wording import quoted

NEAR = 0.75             # likeness from which an unknown field is a known one mistyped: "predictoins", "tuned_onn"
SPOKEN = ("better", "equal", "calibrated", "level")         # one of which makes a claim more than a sentence


@dataclass(frozen=True, kw_only=True)
class OwnWords:
    """What a description says in fields that it does not have."""

    said: Mapping[str, Any] = field(default_factory=dict)

    @property
    def confessed(self) -> tuple[Confession, ...]:
        """What these fields seem to say against the study, alone or those that stand together."""
        texts = {"\n\n".join(spoken(self.said)) for spoken in (field_sentences, record_sentences)} if self.said else ()
        found = [one for text in sorted(texts) for one in told_by(text)]
        return tuple({(one.fault, one.step): one for one in found}.values())

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Those that sound like a fault."""
        parts = [part for one in field_sentences(self.said) for part in sentences_of(one, whole=True)]
        return doubts_among(parts, "\n\n".join(parts)) if parts else ()

    @property
    def notices(self) -> tuple[str, ...]:
        """That they were read as words, and that there are such."""
        return (f"Read as words, since a description has no such fields: {quoted(list(self.said), 8)}.",
                ) if self.said else ()


def parted(content: Mapping[str, Any], known: Mapping[str, type[BaseModel]]) -> tuple[dict[str, Any], OwnWords]:
    """The fields that a description has, and those in words of one's own; what may be mistyped stays where it is.

    `known` are the parts of a description by their place: "" itself, "models" each of its models, "models.steps" …
    """
    own: dict[str, Any] = {}
    kept = _part(content, "", known, own)
    return kept, OwnWords(said=own)


def _part(content: Mapping[str, Any], at: str, known: Mapping[str, type[BaseModel]], own: dict[str, Any]
          ) -> dict[str, Any]:
    fields = known[at].model_fields
    kept: dict[str, Any] = {}
    for name, value in content.items():
        inner = f"{at}.{name}".lstrip(".")
        if isinstance(name, str) and name not in fields and not _mistyped(name, fields):
            _add(own, inner if at else name, value)
        elif inner in known and isinstance(value, list):
            parts = [_part(one, inner, known, own) if isinstance(one, dict) else one for one in value]
            spoken = [one for one in parts if inner == "claims" and _only_said(one)]
            for one in spoken:
                _add(own, inner, one["says"])
            left = [one for one in parts if not any(one is other for other in spoken)]
            kept |= {name: left} if left or not spoken else {}
        else:
            kept[name] = _part(value, inner, known, own) if inner in known and isinstance(value, dict) else value
    return kept


def _mistyped(name: str, fields: Mapping[str, Any]) -> bool:
    return any(SequenceMatcher(None, name.lower(), one).ratio() >= NEAR for one in fields)


def _only_said(claim: Any) -> bool:
    """A conclusion in words, of which it is not told whom it is about."""
    return isinstance(claim, dict) and isinstance(claim.get("says"), str) and not any(
        claim.get(word) is not None for word in (*SPOKEN, "than"))


def _add(own: dict[str, Any], name: str, value: Any) -> None:
    """Fields of one name in several parts are one list."""
    known = own.get(name)
    own[name] = value if known is None else [*(known if isinstance(known, list) else [known]), value]
