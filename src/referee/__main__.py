"""`python -m referee` is the command line."""

from referee.cli.main import main

if __name__ == "__main__":
    main()
