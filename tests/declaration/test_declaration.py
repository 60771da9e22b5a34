"""A declaration says everything, never changes, and comes back from JSON as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from referee.declaration import (
    ClaimSaid,
    ComponentsPart,
    CurvePart,
    Declaration,
    DecompositionPart,
    DesignDeclared,
    FilePart,
    ModelSaid,
    PanoramaPart,
    ProblemSaid,
    RuleHeld,
    ShuffleDeclared,
    StudySaid,
    VariantDeclared,
    read_declaration,
)
from referee.fingerprint import fingerprint

text, number = st.text(max_size=8), st.floats(allow_nan=False, allow_infinity=False)
maybe_text = st.none() | text
value = st.recursive(st.none() | st.booleans() | st.integers() | number | text,
                     lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner)
                     | st.dictionaries(text, inner, max_size=3), max_leaves=5)


def tuples(inner, **more):
    return st.lists(inner, max_size=3, **more).map(tuple)


designs = st.builds(DesignDeclared, parameters=st.dictionaries(text, value, max_size=3), asked=text, name=text,
                    description=text)
rules = st.builds(RuleHeld, code=text, when=text, advice=text, warning=text, reason=text, source=text)
models = st.builds(ModelSaid, learner=text, name=maybe_text, space=st.none()) | st.builds(
    ModelSaid, learner=text, name=maybe_text, space=st.dictionaries(text, value, max_size=2), inner=maybe_text,
    select=maybe_text, rule=maybe_text, draws=st.none() | st.integers(1, 9))
claims = st.builds(ClaimSaid, better=text, than=text, equal=st.none(), says=text) | st.builds(
    ClaimSaid, better=st.none(), than=st.none(), equal=st.lists(text, min_size=2, max_size=2), says=text)
problems = st.builds(ProblemSaid, data=text, target=maybe_text | st.lists(text, max_size=2), task=maybe_text,
                     groups=maybe_text, ids=maybe_text, positive=value, drop=st.lists(text, max_size=2),
                     name=maybe_text)
studies = st.builds(
    StudySaid, study=text, problems=st.lists(problems, min_size=1, max_size=2),
    models=st.lists(models, min_size=1, max_size=2), claims=st.lists(claims, max_size=2), design=maybe_text,
    level=st.floats(0.6, 0.99), relevant=st.none() | st.floats(0.001, 1), seed=st.integers(0, 99))
files = st.builds(FilePart, study=text, where=text, fingerprint=text, deviations=tuples(text), first=maybe_text,
                  said=studies)
parts = {
    "compare": st.just({}), "evaluate": st.just({}), "open": st.just({}),
    "chance": st.fixed_dictionaries({"shuffles": tuples(st.builds(
        ShuffleDeclared, kind=text, shuffle=text, count=st.integers(0, 999), words=text))}),
    "curve": st.fixed_dictionaries({"curve": st.builds(CurvePart, at=st.none() | st.integers(1, 99))}),
    "sensitivity": st.fixed_dictionaries({"variants": tuples(st.builds(
        VariantDeclared, kind=text, source=text, label=text, seed=st.integers(0, 9), learner=text, plan=text,
        base=text))}),
    "panorama": st.fixed_dictionaries({"panorama": st.builds(
        PanoramaPart, truths=tuples(number), left_out=st.dictionaries(text, text, max_size=2))}),
    "decompose": st.fixed_dictionaries({"decomposition": st.builds(
        DecompositionPart, truth=st.none() | tuples(number) | tuples(tuples(number), min_size=1),
        noise=st.none() | st.floats(0, 9))}),
    "components": st.fixed_dictionaries({"components": st.builds(
        ComponentsPart, seeds=tuples(st.integers(0, 99), min_size=1))}),
}


@st.composite
def declarations(draw):
    verb = draw(st.sampled_from(sorted(parts)))
    return Declaration(
        verb=verb, names=draw(tuples(text)), metrics=draw(tuples(text)), level=draw(st.floats(0.01, 0.99)),
        seed=draw(st.integers(0, 2**40)), design=draw(st.none() | designs), why=draw(text), rules=draw(tuples(rules)),
        budget=draw(st.none() | st.integers(1, 99)), test=draw(maybe_text), adjust=draw(text), against=draw(maybe_text),
        relevant=draw(st.none() | st.floats(0, 9)), family=draw(text), protocol=draw(maybe_text),
        tuning=draw(maybe_text), training=draw(maybe_text), best_of=draw(tuples(text)), vault=draw(maybe_text),
        judged=draw(st.booleans()), file=draw(st.none() | files), command=draw(text),
        versions=draw(st.dictionaries(text, text, max_size=2)), **draw(parts[verb]))


@given(declarations())
def test_from_json_it_comes_back_as_it_was(said):
    back = read_declaration(json.loads(json.dumps(said.to_dict())))
    assert back == said
    assert fingerprint(back.to_dict()) == fingerprint(said.to_dict())


def test_every_verb_has_a_declaration_that_was_tried():
    assert set(parts) == set(Declaration.model_fields["verb"].annotation.__args__)


def test_it_does_not_change():
    said = Declaration(verb="compare", names=("a", "b"))
    with pytest.raises(ValidationError):
        said.level = 0.9


def test_the_fingerprint_of_a_declaration_is_that_of_this_version():
    """Studies of this version are found again under it; a change here needs a new version and a step."""
    said = Declaration(verb="curve", names=("a", "b"), metrics=("auc",), curve=CurvePart(at=40),
                       versions={"numpy": "2"},
                       design=DesignDeclared(asked="x", name="x", parameters={"folds": 5}, description="5 folds"))
    assert fingerprint(said.to_dict()) == "5a3f1d01a258ca36"
