"""The command line: each command parses its words, calls the API and prints the answer."""
