"""Tables of tests in a file: statistic, degrees of freedom and p in columns of several names, or in one cell."""

import pytest

import referee

WRONG = {
    "two-sided": '"comparison (paired)",datasets,SD of gain,t,df,p two-sided,p Holm\n'
                 'vs. a,39,4.12,3.50,38,0.0012,0.0048\n'
                 'vs. b,39,3.42,2.15,38,0.0380,0.0411\nvs. c,39,3.04,1.52,38,0.0137,0.0411\n'
                 'vs. d,39,3.95,2.56,38,0.0146,0.0411\n',
    "one cell": 'comparison,result\nvs a,"t(38) = 3.50, p = .0012"\nvs b,"t(38) = 1.52, p = .0137"\n',
    "in the head": "comparison,t(38),p-value (two-tailed)\nvs a,3.50,0.0012\nvs b,1.52,0.0137\n",
    "F": "effect,F,df1,df2,p\nmodel,4.20,2,57,0.020\ndata,1.10,2,57,0.034\n",
    "F in one": 'effect,F,df,p (raw),p (Bonferroni)\nmodel,4.20,"2, 57",0.020,0.040\ndata,1.10,"2, 57",0.034,0.068\n',
    "chi2": "table,chi-square,d.f.,P value\na,6.63,1,0.010\nb,6.63,3,0.010\n",
    "chi2 in a cell": 'comparison,statistic,p\nvs a,"F(2, 57) = 4.20",0.020\nvs b,"χ²(1, N = 90) = 6.63",0.10\n',
    "paired t": "comparison,paired t,deg. of freedom,p (t-test)\nvs a,3.50,38,0.0012\nvs b,1.52,38,0.0137\n",
    "German": "Vergleich;t;df;p zweiseitig\nvs a;3,50;38;0,0012\nvs b;1,52;38;0,0137\n",
}
CLEAN = {
    "two-sided": "comparison,t,df,p two-sided,p Holm\nvs. a,3.50,38,0.0012,0.0024\nvs. b,1.52,38,0.137,0.137\n",
    "one-sided": "comparison,t,df,one-sided p\nvs a,3.50,38,0.0006\nvs b,1.52,38,0.0684\n",
    "another test": "comparison,t,df,p (Wilcoxon)\nvs a,3.50,38,0.0052\nvs b,1.52,38,0.0137\n",
    "permuted": "comparison,t,df,p permutation,p two-sided\nvs a,3.50,38,0.0052,0.0012\nvs b,1.52,38,0.0137,0.137\n",
    "adjusted only": 'comparison,test,p Holm\nvs a,"t(38) = 3.50",0.0024\nvs b,"t(38) = 1.52",0.300\n',
    "coefficients": "term,coef,n,t,P>|t|\na,1.2,9,2.10,0.090\nb,0.2,9,0.9,0.409\n",
    "one cell": 'comparison,result\nvs a,"t(38) = 3.50, p = .001"\nvs b,"t(38) = 1.52, p = .14"\n',
}


def _impossible(tmp_path, table):
    path = tmp_path / "tests.csv"
    path.write_text(table)
    return [finding for finding in referee.audit(path).findings if finding.code == "F-30"]


@pytest.mark.parametrize("table", WRONG.values(), ids=WRONG)
def test_a_p_that_does_not_follow_is_told(tmp_path, table):
    told, = _impossible(tmp_path, table)
    assert "does not follow from" in told.message
    assert told.severity.value == "fatal"


@pytest.mark.parametrize("table", CLEAN.values(), ids=CLEAN)
def test_one_that_follows_or_comes_from_elsewhere_is_not(tmp_path, table):
    assert not _impossible(tmp_path, table)
