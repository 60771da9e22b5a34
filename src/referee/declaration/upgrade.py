"""Declarations as older ledgers have them, brought up to date step by step; what is current is read strictly.

Version 1 is what the first studies wrote: whatever was not said had one meaning. Version 2 named everything, in one
dictionary without types. Version 3 is `Declaration`. Each step takes what one version wrote to what the next would
have written; a step is never changed once it was released.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import ValidationError

from referee.declaration.declaration import VERSION, Declaration
from referee.errors import LedgerTooNew, LedgerUnreadable
from referee.kinds import Json


def read_declaration(said: Json, *, learners: Sequence[str] = (), study: str = "") -> Declaration:
    """The declaration that was stored, whichever version wrote it; `learners` are the study's, by fingerprint."""
    whose = f"the declaration of {study!r}" if study else "a declaration"
    version = said.get("version", 2 if "verb" in said else 1)
    if not isinstance(version, int) or version < 1:
        raise LedgerUnreadable(f"{whose} has version {version!r}, which there never was; restore the ledger from a "
                               f"copy.")
    if version > VERSION:
        raise LedgerTooNew(f"{whose} has version {version}, and this referee reads up to version {VERSION}: "
                           f"update referee.")
    said = {"names": list(learners)} | said
    for step in STEPS[version - 1 :]:
        said = step(said)
    try:
        return Declaration.model_validate(said)
    except ValidationError as error:
        raise LedgerUnreadable(f"{whose} {_told(error)}") from error


def _from_1(said: Json) -> Json:
    """Where nothing was said, two learners or more were compared by themselves, and the seed was 0."""
    return {"verb": "compare", "seed": 0, "why": "", "command": "", "versions": {}} | said


def _from_2(said: Json) -> Json:
    """Give each verb its part; the comparisons of a study were a family by themselves before there was a choice."""
    said = {"family": "declared"} | {key: value for key, value in said.items() if value is not None}
    part = PARTS_OF_2.get(said["verb"])
    if part is not None:
        said |= part(said)
    if "file" in said:
        said["file"] = {("said" if key == "declaration" else key): value for key, value in said["file"].items()}
    return said | {"version": 3}


def _shuffles(said: Json) -> Json:
    return {"shuffles": said.pop("tests", [])}


def _curve(said: Json) -> Json:
    return {"curve": {"at": said.pop("at", None)}}


def _variants(said: Json) -> Json:
    return {"variants": [one | {"base": one["base"]["learner"]} for one in said.pop("variants", [])]}


def _panorama(said: Json) -> Json:
    return {"panorama": {"truths": said.pop("truth", []), "left_out": said.pop("left_out", {})}}


def _decomposition(said: Json) -> Json:
    return {"decomposition": {"truth": said.pop("truth", None), "noise": said.pop("noise", None)}}


def _components(said: Json) -> Json:
    return {"components": {"seeds": said.pop("seeds", [])}}


PARTS_OF_2: dict[str, Callable[[Json], Json]] = {
    "chance": _shuffles, "curve": _curve, "sensitivity": _variants, "panorama": _panorama,
    "decompose": _decomposition, "components": _components}
STEPS: tuple[Callable[[Json], Json], ...] = (_from_1, _from_2)


def _told(error: ValidationError) -> str:
    """The end of a sentence about the first thing that is wrong."""
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return (f"says {field!r}, which version {VERSION} does not know; another program wrote it, or a "
                f"later referee: update referee.")
    message = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    what = f"its {field}: {message[:1].lower()}{message[1:]}" if field else message
    return f"cannot be read, {what}; restore the ledger from a copy."
