"""The documents of which something can be redone, and their items; what is not finished is not listed."""

from __future__ import annotations

from referee.errors import UnknownName
from referee.replications._base import Document, Item
from referee.replications.flexer import audits as flexer_audits
from referee.replications.flexer import equations, overlap, prechelt, survey, training_time, twenty_tests
from referee.replications.flexer.belief import BELIEFS as OF_FLEXER
from referee.replications.guo import audits as guo_audits
from referee.replications.guo import figures as guo_figures
from referee.replications.guo import future_work, intervals
from referee.replications.guo import tables as guo_tables
from referee.replications.guo.belief import BELIEFS as OF_GUO
from referee.replications.mooney import audits as mooney_audits
from referee.replications.mooney import experiments, k_fold, learning_curves, z_test
from referee.replications.mooney.belief import BELIEFS as OF_MOONEY
from referee.replications.reich_barai import audits as reich_barai_audits
from referee.replications.reich_barai import corrosion, figure_7, propellers, surveys, table_1, tables, uiuc
from referee.replications.reich_barai import equations as reich_barai_equations
from referee.replications.reich_barai.belief import BELIEFS as OF_REICH_BARAI
from referee.replications.salzberg import audits as salzberg_audits
from referee.replications.salzberg import numbers, protocol, tests_154
from referee.replications.salzberg.belief import BELIEFS as OF_SALZBERG

DOCUMENTS = (
    Document(name="salzberg", beliefs=OF_SALZBERG, title="Salzberg (1997), On comparing classifiers",
             items=(numbers.ITEM, tests_154.ITEM, protocol.ITEM, salzberg_audits.ITEM)),
    Document(name="flexer", beliefs=OF_FLEXER,
             title="Flexer (1996), Statistical evaluation of neural network experiments",
             items=(survey.ITEM, equations.ITEM, overlap.ITEM, twenty_tests.ITEM, prechelt.ITEM, training_time.ITEM,
                    flexer_audits.ITEM)),
    Document(name="mooney", beliefs=OF_MOONEY, title="Mooney, slides on experimental evaluation",
             items=(experiments.ITEM, z_test.ITEM, k_fold.ITEM, learning_curves.ITEM, mooney_audits.ITEM)),
    Document(name="reich-barai", beliefs=OF_REICH_BARAI,
             title="Reich & Barai (1999), Evaluating machine learning models for engineering problems",
             items=(table_1.ITEM, *tables.ITEMS, propellers.ITEM, *corrosion.ITEMS, uiuc.ITEM, *surveys.ITEMS,
                    figure_7.ITEM, reich_barai_equations.ITEM, reich_barai_audits.ITEM)),
    Document(name="guo", beliefs=OF_GUO,
             title="Guo, An experimental study of machine learning evaluation methods (thesis)",
             items=(guo_tables.ITEM, *guo_figures.ITEMS, intervals.ITEM, future_work.ITEM, guo_audits.ITEM)),
)


def document_called(name: str) -> Document:
    """A document by its name."""
    by_name = {document.name: document for document in DOCUMENTS}
    if name not in by_name:
        raise UnknownName("document to replicate", name, list(by_name), hint=f"There are: {', '.join(by_name)}")
    return by_name[name]


def item_called(document: Document, name: str) -> Item:
    """An item of it by its name."""
    by_name = {item.name: item for item in document.items}
    if name not in by_name:
        raise UnknownName(f"item of {document.name}", name, list(by_name), hint=f"There are: {', '.join(by_name)}")
    return by_name[name]
