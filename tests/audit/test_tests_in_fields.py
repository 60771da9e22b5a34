"""Many tests with p values in the fields of a description: told where what is headlined outlasts no correction."""

import pytest

import referee

SCORES = {"low mood": 0.21, "anxiety": 0.13, "irritability": 0.63, "fatigue": 0.012, "sleep quality": 0.29,
          "appetite": 0.84, "pain": 0.41, "stress": 0.031, "headache": 0.27, "dizziness": 0.70}
HEADLINE = "Fatigue and stress can be heard: both are predicted significantly from 30 seconds of speech"


def found(tmp_path, scores, headline=HEADLINE, more=""):
    records = "".join(f"  {name}: {{r: 0.1, p: {p}}}\n" for name, p in scores.items())
    path = tmp_path / "study.yaml"
    path.write_text(f"""study: Voice as a marker of mood and body
participants: 118
features: 88 acoustic features of one recording each
validation: leave-one-participant-out cross-validation, ridge regression
significance: permutation test of each score, 2000 permutations, level 0.05
{more}correlation_predicted_observed:
{records}headline: "{headline}"
""")
    return [one.message for one in referee.audit(path)["F-09"].findings]


def test_what_is_headlined_of_many_is_told(tmp_path):
    message, = found(tmp_path, SCORES)
    assert "Of the 2 that are called so, fatigue and stress would be left neither" in message


@pytest.mark.parametrize("more", ["correction: Holm over the ten scores\n", "primary_outcome: fatigue\n",
                                  "note: exploratory, to be repeated\n", "p_values: adjusted for ten tests\n"])
def test_a_correction_or_a_plan_settles_it(tmp_path, more):
    assert not found(tmp_path, SCORES, more=more)


def test_what_outlasts_holm_or_is_not_called_significant_is_none(tmp_path):
    assert not found(tmp_path, SCORES | {"fatigue": 0.001, "stress": 0.002})
    assert not found(tmp_path, SCORES, "Fatigue and stress are predicted a little")
    assert not found(tmp_path, SCORES, "No score is predicted significantly better than by chance")
    assert not found(tmp_path, dict(list(SCORES.items())[3:4]))
