"""The words of Python and of the command line are the same, misspelt ones are refused, old ones understood."""

import importlib
import inspect

import numpy as np
import pytest

import referee
from command_walk import commands, options_of
from referee import api
from referee.api.data_words import OF_DATA
from referee.api.prediction_columns import WORDS
from referee.comparisons.power import Assumptions
from referee.errors import BadInput, UnknownName
from referee.lab.estimators import estimator_study
from referee.lab.fidelity import fidelity
from referee.lab.levels import cells_of
from referee.lab.levels import run as run_levels
from referee.lab.sheet.measure import measure

# How an answer is shown, which the verbs leave to it.
OF_SHOWING = {"json", "report", "csv", "no_report", "figure", "everything", "fail_on", "follow", "sarif", "junit",
              "fail_if", "summary", "latex", "markdown", "methods", "bibtex"}
# What is set for the whole process, in Python by REFEREE_ALLOW: a package once allowed is so for every verb; and where
# an engine is, which in Python is said of the engine.
OF_PROCESS = {"allow", "address"}
VERBS = {
    **{name: [getattr(referee, name)] for name in (
        "compare", "evaluate", "tune", "judge", "rank", "trials", "run", "advise", "plan", "init", "panorama", "curve",
        "sensitivity", "decompose", "components", "chance", "audit", "survey", "watch")},
    "calibration": [referee.reread, referee.Result.calibration, referee.judge],
    "picture": [referee.reread, referee.Result.decision_curve, referee.judge],
    "report": [referee.reread], "demo": [referee.compare],
    "vault seal": [referee.vault.seal], "vault open": [referee.vault.open], "vault query": [referee.vault.query],
    "replicate": [referee.replicate], "lab metric-study": [referee.metric_study], "lab metric-fidelity": [fidelity],
    "lab levels": [measure],
    "data show": [api.load], "ledger show": [referee.reread],
    "ledger merge": [api.merge_ledgers], "ledger backup": [api.back_up_ledger], "ledger export": [api.export_ledger],
    "lab estimators": [estimator_study], "data make": [api.propeller_rows],
    "ledger import": [api.import_ledger], "ledger prune": [api.prune_ledger], "ledger compact": [api.compact_ledger],
}
UNREAD = object()          # no data: whoever looks at it refuses it with another sentence
# They show what is there.
OWN_DOORS = {"vault ls", "ledger ls", "ledger looks", "ledger check", "data ls", "list", "docs", "serve"}
PASSED_ON = {"judge": WORDS, "calibration": WORDS, "picture": WORDS, "audit": (*OF_DATA, *WORDS),
             "plan": Assumptions.__dataclass_fields__}
ELSEWHERE = {"lab metric-study": {"thesis", "target"}, "audit": {"column"},     # another verb's, and an old spelling
             "lab levels": {"levels_page", "levels_summary"},     # where its answer goes: page, summary
             "lab estimators": {"laws", "target", "iteration_scores"}, "data make": {"made_rows"},
             "picture": {"learner", "pair", "of_class"},          # names are given as they are; `of` is taken
             "ledger prune": {"yes"}}                             # the terminal asks first, Python does what it is told


def words(name):
    """Every keyword of the verbs behind a command."""
    takes = [one for verb in VERBS[name] for one in inspect.signature(verb).parameters.values()]
    passes_on = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in takes)
    passed_on = PASSED_ON.get(name, OF_DATA) if passes_on else ()
    return {one.name for one in takes} | set(passed_on) | ELSEWHERE.get(name, set())


@pytest.mark.parametrize(("name", "command"), [pair for pair in commands() if pair[0] in VERBS],
                         ids=lambda v: v if isinstance(v, str) else "")
def test_an_option_is_the_word_of_the_verb(name, command):
    typed = {param.name for param in options_of(command)} - OF_SHOWING - OF_PROCESS
    assert not typed - words(name)


def test_every_command_has_its_verb():
    names = {name for name, _ in commands()}
    assert names == {*VERBS, *OWN_DOORS, "lab tests", "metric-study", "metric-fidelity"}
    for verb in (cells_of, run_levels):       # `lab tests` has words of its own only where a cell has
        assert {"seed", "unequal"} & set(inspect.signature(verb).parameters)


@pytest.mark.parametrize(("verb", "args", "wrong", "right"), [
    (referee.compare, (["lda"], UNREAD), "desing", "design"),
    (referee.compare, (["lda"], UNREAD), "taget", "target"),
    (referee.evaluate, ("lda", UNREAD), "metric", "metrics"),
    (referee.tune, ("knn:n_neighbors=1|5", UNREAD), "corection", "correction"),
    (referee.chance, ("lda", UNREAD), "shufles", "shuffles"),
    (referee.curve, ("lda", UNREAD), "size", "sizes"),
    (referee.panorama, ("lda", UNREAD), "resample", "resamples"),
    (referee.sensitivity, ("lda", UNREAD), "varry", "vary"),
    (referee.decompose, ("lda", UNREAD), "sample", "samples"),
    (referee.components, ("lda", UNREAD), "portion", "portions"),
    (referee.advise, (UNREAD,), "gaol", "goal"),
    (referee.judge, ({},), "predction", "prediction"),
    (referee.judge_sklearn, ({}, [], []), "relevent", "relevant"),
    (referee.audit, ({},), "truht", "truth"),
    (referee.rank, ({},), "relevent", "relevant"),
    (referee.plan, (0.1,), "disagrement", "disagreement"),
    (referee.watch, ([1], [0]), "bound", "bounds"),
    (referee.run, (UNREAD,), "job", "jobs"),
    (referee.survey, (UNREAD,), "levle", "level"),
    (referee.calibration, (UNREAD, UNREAD), "bin", "bins"),
    (referee.init, (UNREAD,), "modles", "models"),
    (referee.vault.seal, (UNREAD,), "fracton", "fraction"),
    (referee.vault.open, (["lda"], UNREAD), "leger", "ledger"),
    (referee.vault.query, ("lda", UNREAD), "stp", "step"),
])
def test_a_misspelt_keyword_is_refused_at_once(verb, args, wrong, right):
    with pytest.raises(UnknownName, match=f"is called '{wrong}'; did you mean '{right}'"):
        verb(*args, **{wrong: "x"})


def test_old_names_are_the_same_verbs():
    assert referee.audit_study is referee.audit
    assert referee.run_study is referee.run
    assert referee.init_study is referee.init
    assert referee.learning_curve is referee.curve


def test_the_room_of_the_checks_does_not_take_the_place_of_the_verb():
    room = importlib.import_module("referee.audit")
    assert importlib.import_module("referee.audit.score_sheet")
    assert room.CHECKS
    assert referee.audit is api.audit


def test_old_keywords_have_the_same_effect():
    scores = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
              "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}
    old, new = referee.rank(scores, metric="accuracy", rope=0.01), referee.rank(scores, metrics="accuracy",
                                                                               relevant=0.01)
    assert old.to_dict() == new.to_dict()
    assert new.to_dict() != referee.rank(scores, metrics="accuracy").to_dict()
    assert referee.plan(0.01, disagreement=0.1, tests=3).needed == referee.plan(
        0.01, disagreement=0.1, comparisons=3).needed != referee.plan(0.01, disagreement=0.1).needed
    found = [referee.components("lda", "iris", metrics="accuracy", splits=2, seeds=1, jobs=1, **said).to_dict()
             for said in ({"samples": 2, "test": 0.5}, {"portions": 2, "test_share": 0.5})]
    assert found[0]["components"] == found[1]["components"]


def test_an_old_keyword_beside_the_new_one_is_refused():
    with pytest.raises(BadInput, match="rope is relevant, which is given as well"):
        referee.rank({}, relevant=0.1, rope=0.2)


def test_judge_by_the_words_of_the_other_verbs():
    said = {"case": range(12), "who": [1, 2, 3] * 4, "y": list("aabb") * 3, "m": list("abbb") * 3}
    new = referee.judge(said, ids="case", groups="who", truth="y", metrics="accuracy")
    old = referee.judge(said, id="case", cluster="who", truth="y", metrics="accuracy")
    assert new.to_dict()["estimates"] == old.to_dict()["estimates"]
    assert "clusters" in str(new)
    assert "clusters" not in str(referee.judge(said, ids="case", truth="y", prediction="m", metrics="accuracy"))


def test_scikit_learn_results_are_judged_by_the_keywords_of_the_others():
    rows = list(range(40))
    truth = [i % 2 for i in rows]
    said = {"a": [int(i % 3 == 0) for i in rows], "b": truth}
    given = {name: np.array(values) for name, values in said.items()}
    wide = referee.judge_sklearn(given, np.zeros((40, 1)), np.array(truth), metrics="accuracy", level=0.99)
    narrow = referee.judge_sklearn(given, np.zeros((40, 1)), np.array(truth), metrics="accuracy", level=0.5)
    assert wide["b", "a"].comparison.interval.low < narrow["b", "a"].comparison.interval.low
