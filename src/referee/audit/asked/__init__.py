"""What is asked of a reader: questions that only somebody who reads the study can answer, and the answers."""
