"""What a test counts, and which rows something was done on, as people say it."""

from __future__ import annotations

from referee.audit.vocabulary.words import Names, spelled, words_of

UNITS: Names[str] = Names(spelled("""
data set: dataset | datasets | data set | data sets | problem | problems | task | tasks | benchmark | benchmarks |
    corpus | corpora | domain | domains | data base | database | databases
repeat: repeat | repeats | repetition | repetitions | replicate | replicates | replication | replications |
    repeats mean | cross validation mean | pass | passes | run cv | repeated cv
split: split | splits | fold | folds | resample | resamples | bootstrap | bootstraps | holdout | holdouts | hold out |
    cv | shuffle | shuffles | partition | partitions | division | divisions | train test split | subsample |
    subsamples | draw | draws
run: run | runs | iteration | iterations | trial | trials | experiment | experiments
seed: seed | seeds | random seed | random seeds | initialisation | initialisations | initialization | initializations
    | restart | restarts | init | inits
case: case | cases | row | rows | instance | instances | example | examples | sample | samples | item | items |
    observation | observations | document | documents | sentence | sentences | image | images | test case | test cases
    | test instance | record | records | question | questions | prediction | predictions | query | queries | point |
    points | datapoint | datapoints | time point
group: patient | patients | subject | subjects | user | users | group | groups | cluster | clusters | speaker |
    speakers | article | articles | participant | participants | person | persons | rater | raters | annotator |
    annotators
"""), beside="""
per each of the over across test cross validation cv random different outer inner single individual a an repeated
""")

SCOPES: Names[str] = Names(spelled("""
in general: in general | general | generally | generalisation | generalization | universal | universally | all | any |
    always | every | everywhere | everything | unlimited | broad | worldwide | population | any data | all data |
    new data | other data | future data
these data: these data | this data | this dataset | these datasets | the data | data at hand | this study | this sample
    | this test set | sample | study | local | limited | narrow
"""), beside="claim claims scope of the a for data set sets")

SIDES: Names[str] = Names(spelled("""
greater: greater | larger | upper | right | higher
less: less | smaller | lower | left
two-sided: two sided | two tailed | 2 sided | 2 tailed | both | two | twosided | twotailed | two tail | 2 tail
one-sided: one sided | one tailed | 1 sided | 1 tailed | onesided | onetailed | one | one tail | 1 tail | single
"""), beside="tail tailed sided side sides test the a")

ROWS: Names[str] = Names(spelled("""
all: all | everything | whole | entire | full | complete | both | before split | prior split | before splitting |
    train test | training test | train and test | global | globally | once
test: test | testing | holdout | hold out | evaluation | held out | eval
validation: validation | valid | val | dev | development | tune | tuning | devset | inner
training: train | training | fit | fitting | learning | fold | folds | each fold | inside | within | in fold | nested
    | pipeline | trn
nothing: nothing | none | no | not tuned | untuned | default | defaults
"""), beside="""
data set sets rows row part parts only the on each every of cases examples split splits fold folds training cv cross
dataset datasets and before any loop
""")


def known_unit(text: str) -> str | None:
    """What a test counts: case, group, split, repeat, seed, run, data set; None where the word is not known.

    >>> known_unit("CV fold"), known_unit("random seeds"), known_unit("datasets"), known_unit("moon")
    ('split', 'seed', 'data set', None)
    """
    return UNITS.find(words_of(text))


def known_scope(text: str) -> str | None:
    """What a claim is about: these data, or in general; None where it is said in words of its own.

    >>> known_scope("generally"), known_scope("this data set"), known_scope("loans of this bank")
    ('in general', 'these data', None)
    """
    return SCOPES.find(words_of(text))


def known_side(text: str) -> str | None:
    """Two-sided, one-sided, greater or less; None where the word is not known.

    >>> known_side("two-tailed"), known_side("one sided"), known_side("greater"), known_side("sideways")
    ('two-sided', 'one-sided', 'greater', None)
    """
    return SIDES.find(words_of(text))


def known_rows(text: str) -> str | None:
    """Which rows: all, test, validation, training, nothing; None where the words are not known.

    >>> known_rows("train"), known_rows("the whole data set"), known_rows("dev set"), known_rows("Tuesday")
    ('training', 'all', 'validation', None)
    """
    return ROWS.find(words_of(text))
