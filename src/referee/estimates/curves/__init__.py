"""What a learning curve promises of more data."""
