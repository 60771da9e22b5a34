"""A study of chance for people: sentences, a table, a picture, a page."""
