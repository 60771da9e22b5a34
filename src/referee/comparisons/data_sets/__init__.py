"""Two or more learners over many data sets: ranks, wins, and the population of data sets."""
