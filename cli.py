"""The command line from a checkout, without installing: `python cli.py compare nqueens 8`."""

from threefold.commands.start import main

if __name__ == "__main__":
    main()
