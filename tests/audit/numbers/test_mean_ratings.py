"""Tables of mean ratings: means that no so many whole numbers have (GRIM), where the table says that they are whole."""

import pytest

import referee

SURE = {
    "one each": 'source,"raters (one rating each, whole points 1 to 5)",mean helpfulness,SD\na,26,2.42,1.03\n'
                'b,23,3.09,0.79\nc,24,4.32,0.69\n',
    "ratings": "source,ratings (whole points),mean quality,SD\na,26,2.42,1.03\nc,24,4.32,0.70\n",
    "single item": "system,participants,Mean (SD),scale\na,26,2.42 (1.03),single item 1-7\n"
                   "c,24,4.32 (0.70),single item 1-7\n",
    "integers": "system,n votes,average score (integers)\na,26,2.42\nc,24,4.32\n",
    "German": "Antwort;Bewertungen (ganze Punkte 1 bis 5);Mittelwert\na;26;2,42\nc;24;4,32\n",
}
PROBABLE = {
    "the others fit": "system,n,mean rating (1-5),SD\na,26,2.42,1.0\nb,23,3.09,0.8\nd,28,3.61,1.2\nc,24,4.32,0.7\n"
          "e,21,4.24,0.6\n",
    "stars": "system,users,mean stars,SD\na,26,2.42,1.0\nb,23,3.09,0.8\nd,28,3.61,1.2\nc,24,4.32,0.7\n"
          "e,21,4.24,0.6\n",
}
CLEAN = {
    "whole": 'source,"raters (one rating each, whole points 1 to 5)",mean helpfulness,SD\na,26,2.42,1.03\n'
             'b,23,3.09,0.79\nc,24,4.33,0.69\n',
    "truncated": "source,ratings (whole points),mean quality,SD\na,26,2.42,1.03\nc,24,4.29,0.70\n",
    "several each": 'source,"raters (three ratings each, whole points)",mean quality,SD\na,26,2.43,1.0\n'
                    'c,24,4.32,0.7\n',
    "averaged": "source,raters,mean over aspects (whole points 1-5),SD\na,26,2.43,1.0\nc,24,4.32,0.7\n",
    "half points": "source,ratings (half points from 1 to 5),mean,SD\na,26,2.42,1.03\nc,24,4.32,0.7\n",
    "nothing said": "system,n raters,M,SD\na,24,4.32,0.69\nb,21,4.24,0.62\n",
    "years": "system,n,mean age (whole years 1-9),SD\na,26,2.43,1.0\nc,24,4.32,0.7\n",
    "many": "system,ratings (whole points),mean quality,SD\na,260,2.43,1.0\nc,240,4.32,0.7\n",
    "two do not fit": "system,n,mean rating (1-5),SD\na,26,2.42,1.0\nb,23,3.09,0.8\nd,28,3.62,1.2\nc,24,4.32,0.7\n",
    "too few fit": "system,n,mean rating (1-5),SD\na,26,2.42,1.0\nc,24,4.32,0.7\n",
}


def _impossible(tmp_path, table):
    path = tmp_path / "ratings.csv"
    path.write_text(table)
    return [finding for finding in referee.audit(path).findings if finding.code == "F-30"]


@pytest.mark.parametrize("table", SURE.values(), ids=SURE)
def test_what_no_whole_numbers_have_is_told(tmp_path, table):
    told, = _impossible(tmp_path, table)
    assert "4.32 is not the mean of 24 whole numbers" in told.message
    assert told.severity.value == "fatal"


@pytest.mark.parametrize("table", PROBABLE.values(), ids=PROBABLE)
def test_where_the_others_show_it_it_is_less_sure(tmp_path, table):
    told, = _impossible(tmp_path, table)
    assert told.severity.value == "serious"
    assert "the other means of the table are" in told.message


@pytest.mark.parametrize("table", CLEAN.values(), ids=CLEAN)
def test_others_are_left_alone(tmp_path, table):
    assert not _impossible(tmp_path, table)
