def test_the_fits_that_were_spared_are_counted_aloud_and_only_when_made(referee):
    words = ("evaluate", "iris", "--models", "gaussian-nb", "--design", "kfold:folds=6", "--jobs", 1, "--no-report")
    assert "10 of 12 fits by exact shortcut." in referee(*words).err
    assert "exact shortcut" not in referee(*words).err


def test_fits_by_the_steps_of_the_solver_are_told_and_not_called_exact(referee):
    words = ("chance", "iris", "--models", "logistic", "--design", "kfold:folds=5", "--shuffles", 19, "--jobs", 1,
             "--no-report")
    told = referee(*words).err
    assert "95 of 100 fits by the solver's own steps, many at once: equal but for rounding." in told
    assert "exact shortcut" not in told
