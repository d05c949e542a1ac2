"""What each command of the tool does: reads what was typed, starts the experiment, prints the answer. One file a command."""
