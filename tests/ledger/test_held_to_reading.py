"""A ledger on a server that is opened to be read, as one that is served is, is held to that by the server itself."""

import pytest
import sqlalchemy as sa

import referee
from referee.ledger import open_ledger
from referee.serve.answers import Answers, Whole
from referee.serve.watching import Watching


@pytest.mark.slow
def test_a_ledger_on_a_server_is_looked_at_and_cannot_be_written(postgres):
    told = referee.compare(["lda", "tree"], "iris", design="kfold:folds=3", jobs=1, ledger=postgres)
    watching, answers = Watching(postgres), Answers(postgres, lambda _study, page: page.lead)
    study = watching.now().studies[0]
    assert (study.done, study.total, study.state) == (9, 9, "finished")
    found = answers.whole(study, wait=60)
    assert isinstance(found, Whole)
    assert found.html == told.page().lead
    answers.close()
    watching.close()
    ledger = open_ledger(postgres, read_only=True)
    with pytest.raises(sa.exc.DBAPIError, match="read-only"), ledger._database._reader.begin() as connection:
        connection.execute(sa.text("DELETE FROM looks"))
    ledger.close()
