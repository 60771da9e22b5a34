"""Trainers that take a network and its rows: those of Hugging Face and of Lightning."""

from __future__ import annotations

from dataclasses import replace

from referee.audit.reading.scripts.fitting import trained_on
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import STOPPING
from referee.audit.reading.scripts.predicting import predicted
from referee.audit.reading.scripts.values import NOTHING, Thing, Value, joined

TRAINS, SCORES = {"train", "fit"}, {"evaluate", "test", "validate"}


def is_trainer(thing: Thing) -> bool:
    """Whether it trains another thing, and not itself."""
    return thing.known and thing.body is None and thing.name.endswith("Trainer")


def trainer(made: Call, thing: Thing) -> Value | None:
    """What a trainer is asked; None where that is nothing of rows."""
    if made.name in TRAINS:
        return _trained(made, thing)
    if made.name in SCORES or made.name == "predict":
        return _judged(made, thing)
    return None


def _network(made: Call, thing: Thing) -> Value:
    given = next((value for value in made.given if value.things and not value.rows), NOTHING)
    return given if given.things else thing.given.get("model", thing.fields.get("model", NOTHING))


def _trained(made: Call, thing: Thing) -> Value:
    model = _network(made, thing)
    if not model.things:
        model = Value(things=(Thing(name=thing.name, line=thing.line, known=False),))
    thing.fields["model"] = model
    sets = [value for value in made.args if value.rows]
    named = {**thing.given, **made.named}
    data = _first(named, "train_dataset", "train_dataloaders", "train_dataloader") or (sets[0] if sets else NOTHING)
    watched = _first(named, "eval_dataset", "val_dataloaders", "val_dataloader") or (
        sets[1] if len(sets) > 1 else NOTHING)
    for one in model.things:
        trained_on(made, one, data)
        if watched.rows and _stops(thing):
            one.watched = (*one.watched, (watched.rows, made.line, made.text))
    return model


def _first(named: dict[str, Value], *words: str) -> Value | None:
    return next((named[word] for word in words if word in named and named[word].rows), None)


def _stops(thing: Thing) -> bool:
    """Whether the best state is kept, by a callback or by its settings."""
    for value in thing.given.values():
        for part in value.things:
            best = part.given.get("load_best_model_at_end", NOTHING).constant is True
            if best or STOPPING.search(part.name):
                return True
    return False


def _judged(made: Call, thing: Thing) -> Value | None:
    model = _network(made, thing)
    sets = [value for value in made.given if value.rows]
    data = sets[0] if sets else thing.given.get("eval_dataset", NOTHING)
    if not model.things or not data.rows:
        return None
    said = predicted(replace(made, name="predict"), model, data)
    return said if made.name == "predict" else made.flow.scored(made.node, said, joined([data]))
