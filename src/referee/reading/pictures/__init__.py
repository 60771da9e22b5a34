"""What pictures of a study are made of: its first pass over the rows, each row predicted once."""
