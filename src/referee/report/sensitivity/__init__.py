"""A sensitivity study for people: sentences, one table, one picture, a page."""
