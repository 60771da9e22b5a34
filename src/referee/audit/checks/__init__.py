"""One file for each check; the file's name begins with its code."""
