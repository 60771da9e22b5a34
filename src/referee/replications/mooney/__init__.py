"""R. J. Mooney, lecture slides on experimental evaluation."""
