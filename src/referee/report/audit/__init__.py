"""An audit and a survey for people: in words, as a dictionary, as a page, and the page of all checks."""
