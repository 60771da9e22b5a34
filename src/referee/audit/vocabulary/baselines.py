"""Baselines by the names they go by: models that ignore the features."""

from __future__ import annotations

import re

from referee.audit.vocabulary.words import Names, spelled, words_of

BASELINES: Names[str] = Names(spelled("""
classes: prior | majority | zeror | zero r | dummy | dummyclassifier | most frequent | mostfrequent | chance | random |
    stratified | uniform | class prior | class shares | base rate | baserate | no information | nir | mode | guess |
    guessing | random guess | coin flip | coin | largest class | marginal | mehrheitsklasse | mehrheit |
    clase mayoritaria | classe majoritaire | classe majoritaria | classe maggioritaria | meerderheidsklasse | azar |
    hasard | zufall | caso | toeval | mayoria | mayoritaria | majoritaire | maggioranza | maioria | meerderheid |
    majoritetsklass | majoritetsklassen | majoritet | klasa wiekszosciowa | wiekszosc | wiekszosciowa
numbers: mean | median | dummyregressor | intercept only | climatology | grand mean | mean only | constant mean |
    mittelwert | moyenne | promedio | gemiddelde | medelvarde | srednia | valore medio | valor medio
series: last value | persistence | naive forecast | seasonal naive | random walk | locf | snaive | last | drift |
    naive seasonal | previous value | carried forward
any: baseline | baselines | null | constant | trivial | featureless | empty | intercept
"""), beside="""
model class classifier regressor regression predictor prediction predictions of the a only rule rules always strategy
training train learner value shares label forecast 0 1 weka sklearn observation carried pred
""")


def is_baseline(name: str) -> bool:
    """Whether a model is one that ignores the features, by its name.

    >>> [is_baseline(name) for name in ("ZeroR", "DummyClassifier", "mayoría", "naive-bayes", "mean-teacher")]
    [True, True, True, False, False]
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return BASELINES.find(words_of(apart.replace("_", " "))) is not None
