def test_the_fits_that_were_spared_are_counted_aloud_and_only_when_made(referee):
    words = ("evaluate", "iris", "--models", "gaussian-nb", "--design", "kfold:folds=6", "--jobs", 1, "--no-report")
    assert "10 of 12 fits by exact shortcut." in referee(*words).err
    assert "exact shortcut" not in referee(*words).err
