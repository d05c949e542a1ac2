"""The global constraints that minizinc leaves whole for us. They are data: this file makes the folder a package."""
