"""Named learners, a file for each family; the registry imports them all."""
