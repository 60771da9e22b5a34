"""The panorama of estimators for people: sentences, a table, a figure, a page."""
