"""A ranking for people: sentences, tables, pictures, a page."""
